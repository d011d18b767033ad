// Blank identifiers everywhere, and interface checks at package level.

package main

import (
	"fmt"
	"strconv"
	"strings"
)

type walker interface{ walk() int }
type legs struct {
	_ int
	n int
	_ string
}

func (l *legs) walk() int { return l.n }

var _ walker = (*legs)(nil)
var _, two = 1, 2
var _ = strings.ToUpper

const (
	_  = iota
	KB = 1 << (10 * iota)
	MB
	_
	TB
)

func ignore(_ int, s string, _ ...any) (_ string, err error) {
	return s, nil
}

func multi() (int, string, bool) { return 1, "x", true }

func _() { panic("never called") }

func main() {
	fmt.Println(two, KB, MB, TB)
	fmt.Println(ignore(1, "s", 2, 3))
	_, s, _ := multi()
	fmt.Println(s)
	for _, v := range []int{4, 5} {
		_ = v
	}
	for range 2 {
		fmt.Print(".")
	}
	fmt.Println()
	_, _ = fmt.Println("both ignored")
	l := legs{n: 4}
	fmt.Println(l.walk(), l, l == legs{n: 4})
	var f func(_ int, _ string) int
	_ = f
	var _ int = 5
	m := map[string]int{"a": 1}
	_, ok := m["b"]
	fmt.Println(ok)
	if _, err := strconv.Atoi("x"); err != nil {
		fmt.Println("err")
	}
	switch _ = 3; {
	default:
		fmt.Println("default")
	}
}
