// Results of operators stored in fields, elements and map entries of type any.

package main

import "fmt"

type cell struct {
	v    any
	next *cell
}

func main() {
	x := 9
	c := cell{}
	c.v = -x
	fmt.Println("after field", c.v)
	c.next = &cell{}
	c.next.v = x % 4
	fmt.Println("after nested field", c.next.v)
	s := make([]any, 3)
	s[0] = ^x
	s[1] = x << 2
	s[2] = x % 2
	fmt.Println("after elements", s)
	m := map[string]any{}
	m["neg"] = -x
	m["mod"] = x % 5
	m["shift"] = 1 << uint(x)
	fmt.Println("after map", m)
	var a [2]any
	a[1] = -float64(x)
	fmt.Println(a)
	p := &s[1]
	*p = -x - 1
	fmt.Println(*p, s)
	t := struct{ a, b any }{-x, ^x}
	fmt.Println(t)
	fmt.Println([]any{-x, x % 7, !true, x &^ 1}, map[any]any{-x: x % 2})
}
