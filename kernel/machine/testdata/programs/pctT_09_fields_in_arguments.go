package main

import "fmt"

type G[T any] struct{ x T }
type i interface{ m() }

func main() {
	var a any = G[struct{ count1 int }]{}
	fmt.Printf("%T\n", a)
	fmt.Printf("%T\n", struct{ count1 int }{})
	fmt.Printf("%T\n", G[interface{ m() }]{})
	fmt.Printf("%T\n", G[interface{ M() }]{})
	fmt.Printf("%T\n", G[*struct {
		a, B int "tag"
		i
	}]{})
	fmt.Printf("%T\n", struct{ i }{})
	defer func() { fmt.Println(recover()) }()
	_ = a.(fmt.Stringer)
}
