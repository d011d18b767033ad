// Definitions that mix new and existing variables, in nested scopes.

package main

import (
	"fmt"
	"strconv"
)

func pair(n int) (int, error) {
	if n > 2 {
		return n, fmt.Errorf("too big: %d", n)
	}
	return n * 2, nil
}

func last() (err error) {
	for i := range 5 {
		v, err := pair(i)
		if err != nil {
			return fmt.Errorf("last(%d): %w", v, err)
		}
	}
	return
}

func reuse() (total int, err error) {
	a, err := pair(1)
	b, err := pair(2)
	total = a + b
	c, err := pair(3)
	total += c
	return
}

func capture() []string {
	var out []string
	x, y := 1, 2
	p := &x
	x, z := 10, 3
	out = append(out, fmt.Sprint(*p, x, y, z))
	f := func() int { return x }
	x, w := 20, 4
	out = append(out, fmt.Sprint(f(), *p, w))
	{
		x, y := 30, 40
		out = append(out, fmt.Sprint(f(), x+y))
	}
	return out
}

func main() {
	fmt.Println(last())
	fmt.Println(reuse())
	fmt.Println(capture())
	s, err := strconv.Atoi("7")
	if t, err := strconv.Atoi("x"); err != nil {
		fmt.Println("inner", t, err)
	}
	fmt.Println(s, err)
	var a, b = 1, "b"
	a, c := a+1, b+"c"
	fmt.Println(a, b, c)
}
