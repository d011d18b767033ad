package main

import (
	"fmt"

	"github.com/kr/pretty"
)

type Celsius float64

type Inner struct {
	A []int
	m map[string]Celsius
}

type Outer struct {
	Name string
	In   Inner
	Ptr  *Inner
	Any  any
	F    func()
}

func main() {
	a := Outer{"x", Inner{[]int{1, 2}, map[string]Celsius{"k": 1.5}}, &Inner{}, Celsius(3), nil}
	b := a
	b.Name, b.In.A, b.Any = "y", []int{1, 3, 4}, "s"
	fmt.Printf("%# v\n", pretty.Formatter(a))
	for _, d := range pretty.Diff(a, b) {
		fmt.Println(d)
	}
	fmt.Println(pretty.Sprint(Celsius(2), []Celsius{1}))
	fmt.Println(len(pretty.Diff(a, a)))
}
