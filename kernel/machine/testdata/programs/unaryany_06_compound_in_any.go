// Operator results in composite literals, range values, closures and generic calls.

package main

import "fmt"

func box[T any](v T) any   { return v }
func pair(a, b any) [2]any { return [2]any{a, b} }
func opt(b bool) (v any)   { v = !b; return v }

type rec struct {
	a, b any
	f    func() any
}

func main() {
	x, y := 6, uint8(250)
	r := rec{a: -x, b: y + 10, f: func() any { return x % 4 }}
	fmt.Println(r.a, r.b, r.f())
	r.a, r.b = x&3, y>>1
	fmt.Println(r.a, r.b)
	fmt.Println(box(-x), box(^y), box(x<<2), pair(-x, x|1), opt(true))
	var vs []any
	for i, v := range []int{1, -2, 3} {
		vs = append(vs, -v, v%2, i^1, v > 0)
	}
	fmt.Println(vs)
	var p any = &x
	*p.(*int) = -*p.(*int)
	fmt.Println(x)
	var e any = x / 4
	e = e.(int) * -1
	fmt.Println(e)
	m := map[any]any{}
	m[-x] = x % 4
	m[!true] = ^0
	fmt.Println(m)
	c := complex(1, 2)
	e = -c
	fmt.Println(e)
	e = "a" + "b"
	fmt.Println(e)
	f := 1.5
	e = f * -2
	fmt.Println(e, any(-f), any(x<<1).(int))
	func() {
		var late any
		defer func() { fmt.Println("late", late) }()
		late = x % 5
	}()
	switch e = -x; e {
	case -x:
		fmt.Println("same")
	}
}
