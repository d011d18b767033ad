package main

import (
	"errors"
	"fmt"
	"reflect"
	"sort"
)

type P struct{ X, Y int }
type N int
type M map[string]int
type E struct{ s string }

func (e E) Error() string { return e.s }

type W struct{ err error }

func (w W) Error() string { return "w:" + w.err.Error() }
func (w W) Unwrap() error { return w.err }

func main() {
	e := fmt.Errorf("a %w b", P{1, 2})
	fmt.Println(e, errors.Unwrap(e))
	e = fmt.Errorf("a %w b", N(3))
	fmt.Println(e, errors.Unwrap(e))
	e = fmt.Errorf("a %w b %w", "x", E{"e"})
	fmt.Println(e, errors.Unwrap(e), errors.Is(e, E{"e"}))
	e = fmt.Errorf("%w %d", &P{1, 2}, N(3))
	fmt.Println(errors.Unwrap(e))
	var err error
	e = fmt.Errorf("x %w", err)
	fmt.Println(e, errors.Unwrap(e))
	e = fmt.Errorf("%w %w", M{"a": 1}, W{E{"q"}})
	fmt.Println(e, errors.Is(e, E{"q"}), errors.Unwrap(e))
	fmt.Printf("%w|%w\n", P{1, 2}, E{"z"})
	fmt.Printf("%w|%w\n", N(1), 3)

	x := struct{ a, _, c int }{1, 2, 3}
	fmt.Println(x, x == struct{ a, _, c int }{1, 5, 3}, reflect.ValueOf(x).Field(1))
	call(T(0), "value")
	call((*T)(nil), "pointer")
	call((*G[int])(nil), "generic")
	call(Emb{}, "embedded")
	var p *Emb
	call(p, "promoted")
	sort1()
}

type T int

func (T) F() {}

type G[A any] struct{ a A }

func (G[A]) F() {}

type Emb struct{ *T }

type L []int

func (l L) Len() int           { return len(l) }
func (l L) Less(i, j int) bool { return l[i] < l[j] }
func (l L) Swap(i, j int)      { l[i], l[j] = l[j], l[i] }

//go:noinline
func call(i interface{ F() }, what string) {
	defer func() { fmt.Println(what, recover()) }()
	i.F()
}

func sort1() {
	defer func() { fmt.Println(recover()) }()
	sort.Sort((*L)(nil))
}
