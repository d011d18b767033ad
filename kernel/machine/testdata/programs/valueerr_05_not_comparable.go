package main

import (
	"errors"
	"fmt"
)

type N string
type M map[N]int

func (m M) Error() string { return "m" }

type Q map[string]int

func (m Q) Error() string { return "m" }

var g error = M{}
var q error = Q{}

func try(f func() bool) {
	defer func() {
		if e := recover(); e != nil {
			fmt.Println(e)
		}
	}()
	fmt.Println(f())
}

func main() {
	try(func() bool { return errors.Is(g, g) })
	try(func() bool { return g == g })
	try(func() bool { return q == q })
	q = Q{}
	try(func() bool { return q == q })
	var l error = M{}
	try(func() bool { return l == l })
	try(func() bool { return errors.Is(l, l) })
}

type Trie struct {
	kids map[rune]Trie
	n    int
}
type Fn func(Fn) int
type Box struct{ f func(Box) Box }
type Rec map[string]Rec

func init() {
	for _, v := range []any{Trie{}, Fn(nil), Box{}, Rec{}, []Rec{}, [2]Rec{}} {
		try(func() bool { return v == v })
		try(func() bool { m := map[any]int{}; m[v]++; return true })
		fmt.Printf("%T\n", v)
	}
	fmt.Println(Trie{map[rune]Trie{'a': {}}, 2}, Rec{"a": {"b": nil}})
	fmt.Printf("%v %+v %#v\n", Trie{}, Trie{}, Rec{})
}
