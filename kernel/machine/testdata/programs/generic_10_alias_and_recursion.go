// Generic aliases, recursive generics, generic methods as values, zero values, channels.

package main

import (
	"fmt"
	"strconv"
	"strings"
)

type Vec[T any] = []T
type Table[V any] = map[string]V
type Ord interface{ ~int | ~string | ~float64 }
type Node[T Ord] struct {
	v           T
	left, right *Node[T]
}
type Func[A, B any] func(A) B
type Cell[T any] struct {
	get func() T
	set func(T)
}

func (n *Node[T]) put(v T) *Node[T] {
	if n == nil {
		return &Node[T]{v: v}
	}
	if v < n.v {
		n.left = n.left.put(v)
	} else {
		n.right = n.right.put(v)
	}
	return n
}
func (n *Node[T]) walk(yield func(T) bool) bool {
	return n == nil || (n.left.walk(yield) && yield(n.v) && n.right.walk(yield))
}
func fold[T, A any](seq func(func(T) bool) bool, a A, f func(A, T) A) A {
	seq(func(v T) bool { a = f(a, v); return true })
	return a
}
func (f Func[A, B]) all(xs ...A) (out Vec[B]) {
	for _, x := range xs {
		out = append(out, f(x))
	}
	return
}
func then[A, B, C any](f Func[A, B], g Func[B, C]) Func[A, C] { return func(a A) C { return g(f(a)) } }
func cell[T any](v T) Cell[T]                                 { return Cell[T]{func() T { return v }, func(n T) { v = n }} }
func send[T any](c chan<- T, vs ...T) {
	for _, v := range vs {
		c <- v
	}
	close(c)
}

func main() {
	var root *Node[string]
	for _, w := range strings.Fields("m c x a d") {
		root = root.put(w)
	}
	fmt.Println(fold(root.walk, "", func(a, b string) string { return a + b }), fold(root.walk, 0, func(n int, _ string) int { return n + 1 }))
	inc, str := Func[int, int](func(n int) int { return n + 1 }), Func[int, string](strconv.Itoa)
	fmt.Println(then(inc, str).all(1, 2), then(then(inc, inc), str)(5)+"!")
	c := cell(1.5)
	c.set(c.get() * 2)
	fmt.Println(c.get(), cell("x").get())
	ch := make(chan Table[int], 2)
	send(ch, Table[int]{"a": 1}, nil)
	for t := range ch {
		fmt.Print(t, t == nil, " ")
	}
	fmt.Printf("%T %T %T %T\n", Vec[int]{}, root, inc, Table[Vec[bool]]{})
}
