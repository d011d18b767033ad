// A table of cases with anonymous structs and function fields, as tests are written.

package main

import (
	"fmt"
	"maps"
	"slices"
)

func abs(n int) int {
	if n < 0 {
		return -n
	}
	return n
}

func div(a, b int) (q int, err error) {
	defer func() {
		if r := recover(); r != nil {
			err = r.(error)
		}
	}()
	return a / b, nil
}

func main() {
	for _, tc := range []struct {
		name    string
		f       func(int) int
		in, out int
	}{
		{"positive", abs, 3, 3},
		{"negative", abs, -3, 3},
		{name: "double", f: func(n int) int { return n * 2 }, in: 4, out: 9},
	} {
		if got := tc.f(tc.in); got != tc.out {
			fmt.Printf("FAIL %s: got %d, want %d\n", tc.name, got, tc.out)
			continue
		}
		fmt.Println("ok", tc.name)
	}
	cases := map[string]struct {
		a, b int
		want any
	}{"fine": {6, 3, 2}, "zero": {1, 0, "runtime error: integer divide by zero"}}
	for _, name := range slices.Sorted(maps.Keys(cases)) {
		c := cases[name]
		var got any
		if q, err := div(c.a, c.b); err != nil {
			got = err.Error()
		} else {
			got = q
		}
		fmt.Println(name, got == c.want, got)
	}
}
