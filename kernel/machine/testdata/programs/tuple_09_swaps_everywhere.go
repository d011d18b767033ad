// Swaps of fields, elements, map entries, pointers' targets and interface values.

package main

import "fmt"

type p struct {
	x, y int
	in   struct{ a, b string }
}

func main() {
	v := p{x: 1, y: 2}
	v.x, v.y = v.y, v.x
	v.in.a, v.in.b = "b", v.in.a+"a"
	fmt.Println(v)
	s := []p{{x: 1}, {x: 2}}
	s[0], s[1] = s[1], s[0]
	s[0].y, s[1].y = s[1].x, s[0].x
	fmt.Println(s)
	m := map[string]int{"a": 1, "b": 2}
	m["a"], m["b"], m["c"] = m["b"], m["c"], m["a"]
	fmt.Println(m)
	a, b := &s[0], &s[1]
	*a, *b = *b, *a
	fmt.Println(s, a.x)
	a, b = b, a
	fmt.Println(a.x, b.x, a == &s[1])
	var e, f any = 1, "f"
	e, f = f, e
	fmt.Println(e, f)
	arr := [2][2]int{{1, 2}, {3, 4}}
	arr[0], arr[1] = arr[1], arr[0]
	arr[0][1], arr[1][0] = arr[1][0], arr[0][1]
	fmt.Println(arr)
	g, h := func() int { return 1 }, func() int { return 2 }
	g, h = h, g
	fmt.Println(g(), h())
	i, j, k := 0, 1, 2
	i, j, k = k, i, j
	fmt.Println(i, j, k)
}
