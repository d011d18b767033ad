// Runtime errors wrapped with %w, type of errors, errors.As with runtime.Error, bounds of all kinds.

package main

import (
	"errors"
	"fmt"
	"io"
	"runtime"
)

func safe(f func()) (err error) {
	defer func() {
		switch r := recover().(type) {
		case nil:
		case runtime.Error:
			err = fmt.Errorf("runtime: %w", r)
		case error:
			err = fmt.Errorf("error: %w", r)
		default:
			err = fmt.Errorf("value: %v (%T)", r, r)
		}
	}()
	f()
	return
}

type matrix [2][3]int

func main() {
	var m matrix
	i, j := 1, 3
	grid := [][]string{{"a"}, {}}
	fmt.Println(safe(func() { m[i][j] = 1 }))
	fmt.Println(safe(func() { fmt.Println(grid[1][0]) }))
	fmt.Println(safe(func() { grid[j] = nil }))
	fmt.Println(safe(func() { _ = "héllo"[j*10] }))
	fmt.Println(safe(func() { p := &m; p[i+i][0]++ }))
	fmt.Println(safe(func() { var u8 uint8 = 200; _ = grid[u8] }))
	fmt.Println(safe(func() { var i64 int64 = -5; _ = grid[i64] }))
	fmt.Println(safe(func() { s := make([]int, 2, 5); _ = s[:4][3]; _ = s[3:] }))
	fmt.Println(safe(func() { var e error; _ = e.Error() }))
	fmt.Println(safe(func() { var pp **int; **pp = 1 }))
	fmt.Println(safe(func() { panic(io.EOF) }), safe(func() { panic(fmt.Sprint("s", 1)) }), safe(func() {}))
	var re runtime.Error
	err := safe(func() { i -= 1; j /= i })
	fmt.Println(errors.As(err, &re), re, i, j)
	fmt.Println(safe(func() { panic(safe(func() { panic(3) })) }))
}
