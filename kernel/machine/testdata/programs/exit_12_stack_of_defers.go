// A panic that goes through several functions with defers and a recover that does not apply.

package main

import "fmt"

func a() {
	defer fmt.Println("a deferred")
	defer func() {
		func() { fmt.Println("nested recover:", recover()) }()
	}()
	b()
}

func b() {
	defer func() { fmt.Println("b deferred") }()
	for i := range 2 {
		defer fmt.Println("loop", i)
	}
	var arr []int
	arr[0]++
}

func main() {
	fmt.Println("begin")
	a()
	fmt.Println("never")
}
