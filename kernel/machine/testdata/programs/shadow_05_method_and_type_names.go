// Parameters, results and fields named like types, packages and builtins.

package main

import "fmt"

type string2 = string
type node struct {
	node  *node
	value int
}
type size int

func (size size) String() string { return fmt.Sprint("size:", int(size)) }

func make2(node *node, size size) (len int, cap string2) {
	for ; node != nil; node = node.node {
		len += node.value
	}
	cap = size.String()
	return
}

func errors2(errors []error) (error error) {
	for _, error = range errors {
		if error != nil {
			return
		}
	}
	return nil
}

type fmt2 struct{ Println func(...any) (int, error) }

func main() {
	n := &node{&node{nil, 2}, 3}
	fmt.Println(make2(n, 5))
	fmt.Println(errors2([]error{nil, fmt.Errorf("second"), nil}))
	size := size(8)
	fmt.Println(size, size+1)
	len := len("four")
	fmt.Println(len)
	{
		fmt := fmt2{fmt.Println}
		fmt.Println("through a struct", len)
	}
	node := func(v int) *node { return &node{value: v} }(7)
	fmt.Println(node.value, node.node == nil)
	for string, byte := range map[string]byte{"k": 'v'} {
		fmt.Println(string, byte)
	}
	func(panic func(any), recover string) {
		panic(recover)
	}(func(v any) { fmt.Println("not a panic:", v) }, "x")
	type int float64
	var i int = 2.5
	fmt.Println(i*2, int(1)/2)
	true, false := false, true
	if false && !true {
		fmt.Println("swapped")
	}
	main := "main is a string"
	fmt.Println(main)
}
