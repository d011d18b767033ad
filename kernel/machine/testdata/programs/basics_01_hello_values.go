// Hello world with basic values, variables and constants.

package main

import "fmt"

const greeting = "hello"

var global int

func main() {
	var name string = "gopher"
	var a, b = 3, 4.5
	c := true
	var zero struct {
		n int
		s string
		p *int
	}
	fmt.Println(greeting, name, a, b, c, zero, global)
	fmt.Println("go"+"lang", 1+1, 7.0/3.0, true && false, !c)
	a, global = a*2, a
	fmt.Println(a, global, len(greeting), greeting[1], greeting[1:3])
	fmt.Printf("%d %5.2f %t %s %q\n", a, b, c, name, name)
}
