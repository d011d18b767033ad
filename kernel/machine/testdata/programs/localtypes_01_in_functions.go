// Types declared in functions, same names in different scopes, used in interfaces.

package main

import "fmt"

func a() any {
	type T struct{ n int }
	return T{1}
}

func b() any {
	type T struct{ n int }
	return T{1}
}

func generic[X any](x X) any {
	type box struct{ v X }
	return box{x}
}

func main() {
	x, y := a(), b()
	fmt.Println(x == y, x == a(), fmt.Sprintf("%T %T", x, y))
	type kind uint8
	const (
		k0 kind = iota
		k1
	)
	fmt.Printf("%v %T\n", []kind{k0, k1}, k1)
	type node struct {
		v    kind
		next *node
	}
	var head *node
	for k := range kind(3) {
		type item = node
		head = &item{k, head}
	}
	for n := head; n != nil; n = n.next {
		fmt.Print(n.v, " ")
	}
	fmt.Println()
	{
		type kind string
		var k kind = "inner"
		fmt.Printf("%v %T %v\n", k, k, any(k) == any("inner"))
	}
	fmt.Println(generic(1) == generic(1), generic(1) == generic("a"), generic("z"))
	type embeds struct {
		fmt.Stringer
		extra int
	}
	e := embeds{named("s"), 4}
	fmt.Println(e, e.String())
	f := func() any {
		type node string
		return node("local")
	}
	_, isNode := f().(node)
	fmt.Println(f(), isNode)
}

type named string

func (n named) String() string { return "named " + string(n) }
