// Predeclared names used as variables, functions and types.

package main

import "fmt"

func main() {
	nil := 3
	fmt.Println(nil + 1)
	true := false
	fmt.Println(true, !true)
	len := func(s string) int { return 42 }
	fmt.Println(len("abc"))
	{
		int := 5
		int++
		string := "s"
		fmt.Println(int, string)
	}
	append := []int{1, 2}
	copy := append[1]
	fmt.Println(append, copy)
	type error struct{ msg string }
	e := error{"own"}
	fmt.Printf("%v %T\n", e, e)
	iota := "i"
	print := fmt.Sprint
	fmt.Println(iota, print("p", 1))
	any := 1.5
	min, max := 3, 4
	fmt.Println(any, min*max)
	new := func(x int) *int { return &x }
	p := new(9)
	*p++
	fmt.Println(*p)
	f()
}

func f() {
	type string []byte
	s := string("bytes")
	s[0] = 'B'
	fmt.Printf("%s\n", s)
	const false = 1 == 1
	if false {
		fmt.Println("false is true")
	}
	var panic, recover = "a", "b"
	fmt.Println(panic + recover)
}
