// Generic types that embed others, pair and option types, nested instantiation.

package main

import "fmt"

type pair[A, B any] struct {
	First  A
	Second B
}

func (p pair[A, B]) swap() pair[B, A] { return pair[B, A]{p.Second, p.First} }
func (p pair[A, B]) String() string   { return fmt.Sprintf("<%v|%v>", p.First, p.Second) }

type opt[T any] struct {
	v *T
}

func some[T any](v T) opt[T] { return opt[T]{&v} }
func none[T any]() opt[T]    { return opt[T]{} }
func (o opt[T]) or(d T) T {
	if o.v == nil {
		return d
	}
	return *o.v
}

type base[T any] struct{ items []T }

func (b *base[T]) add(v T) { b.items = append(b.items, v) }
func (b base[T]) len() int { return len(b.items) }

type logged[T any] struct {
	base[T]
	log []string
}

func (l *logged[T]) add(v T) {
	l.log = append(l.log, fmt.Sprintf("add %v", v))
	l.base.add(v)
}

type ints struct{ logged[int] }
type adder[T any] interface{ add(T) }

func zip[A, B any](as []A, bs []B) (out []pair[A, B]) {
	for i := range min(len(as), len(bs)) {
		out = append(out, pair[A, B]{as[i], bs[i]})
	}
	return
}

func fill[T any](a adder[T], vs ...T) {
	for _, v := range vs {
		a.add(v)
	}
}

func main() {
	p := pair[string, int]{"a", 1}
	fmt.Println(p, p.swap(), p.swap().swap() == p)
	fmt.Println(zip([]int{1, 2, 3}, []string{"x", "y"}))
	fmt.Println(some(5).or(1), none[string]().or("d"), some(p).or(pair[string, int]{}))
	var l logged[float64]
	fill(&l, 1.5, 2)
	fmt.Println(l.items, l.log, l.len())
	var n ints
	fill[int](&n, 7)
	fmt.Println(n.len(), n.log)
	fmt.Printf("%T %T %T\n", p.swap(), l, zip([]opt[int]{}, []any{}))
	fmt.Printf("%+v %v\n", logged[int]{log: []string{"l"}}, map[pair[int, int]]string{{1, 2}: "k"})
}
