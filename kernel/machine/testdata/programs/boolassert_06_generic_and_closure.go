// Bool assertions through generics, closures and channels.

package main

import "fmt"

func as[T any](v any) T { return v.(T) }

func filter(xs []any, keep func(any) any) []any {
	var out []any
	for _, x := range xs {
		if keep(x).(bool) {
			out = append(out, x)
		}
	}
	return out
}

func main() {
	if as[bool](false) {
		fmt.Println("bad")
	} else {
		fmt.Println("generic false")
	}
	fmt.Println(filter([]any{1, 2, 3, 4, 5}, func(v any) any { return v.(int)%2 == 1 }))
	ch := make(chan any, 3)
	ch <- true
	ch <- true
	ch <- false
	n := 0
	for (<-ch).(bool) {
		n++
	}
	fmt.Println("received", n)
	p := new(any)
	*p = false
	if (*p).(bool) {
		fmt.Println("bad pointer")
	}
	var i interface{ comparable() bool } = truth(false)
	if i.comparable() {
		fmt.Println("bad")
	}
	if bool(i.(truth)) {
		fmt.Println("bad named")
	}
	if i.(truth) {
		fmt.Println("bad named 2")
	}
	fmt.Println("end")
}

type truth bool

func (t truth) comparable() bool { return bool(t) }
