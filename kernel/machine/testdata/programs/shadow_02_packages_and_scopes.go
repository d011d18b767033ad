// Local names that hide packages, functions, types and outer variables.

package main

import (
	"errors"
	"fmt"
	"strings"
)

type point struct{ x, y int }

var x = "package x"

func helper() string { return "helper" }

func scoped() (x int, err error) {
	x = 1
	{
		x := "inner"
		_ = x
		x += "!"
	}
	if x, ok := any(x).(int); ok {
		x += 100
		_ = x
	}
	for x := range 3 {
		_ = x
	}
	if true {
		y, err := 5, errors.New("hidden")
		_, _ = y, err
	}
	return
}

func main() {
	fmt.Println(scoped())
	fmt.Println(x)
	x := x + "!"
	fmt.Println(x)
	helper := helper()
	fmt.Println(helper)
	point := point{1, 2}
	fmt.Println(point.x, point)
	strings := strings.Fields("a b")
	fmt.Println(strings)
	if n := 1; n > 2 {
		fmt.Println("no")
	} else if n := n * 10; n > 5 {
		n := n + 1
		fmt.Println("inner n", n)
	} else {
		fmt.Println(n)
	}
	func(fmt string) { println := len(fmt); _ = println }("abc")
	a := 1
	f := func() int { a := a * 2; a++; return a }
	fmt.Println(a, f(), a)
	for i := 0; i < 2; i++ {
		i := i * 10
		fmt.Print(i, " ")
	}
	fmt.Println()
	switch x := 5; {
	case x > 1:
		x := "case " + fmt.Sprint(x)
		fmt.Println(x)
	}
}
