// Switch statements with init statements that define several variables.

package main

import "fmt"

func two() (int, error) { return 2, nil }

func main() {
	switch a, b := 1, 2; a + b {
	case 3:
		fmt.Println("sum", a, b)
	default:
		fmt.Println("bad", a, b)
	}
	switch n, err := two(); {
	case err != nil:
		fmt.Println("error")
	case n == 2:
		fmt.Println("two", n)
	}
	switch x := 5; x := any(x).(type) {
	case int:
		fmt.Println("int", x+1)
	}
	a := 10
	switch a++; a {
	case 11:
		fmt.Println("eleven")
	}
	switch s := []int{1, 2, 3}; len(s) {
	case 0:
		fmt.Println("empty")
	case 1, 2, 3:
		s = append(s, 4)
		fmt.Println("few", s)
	}
	switch _, ok := map[string]int{"k": 1}["k"]; ok {
	case true:
		fmt.Println("found")
	case false:
		fmt.Println("missing")
	}
	switch i, j := 3, 4; {
	case i > j:
		fmt.Println("greater")
	case i < j:
		i, j := j, i
		fmt.Println("less", i, j)
	}
	switch c := make(chan int, 1); cap(c) {
	case 1:
		c <- 8
		fmt.Println("cap one", <-c)
	}
	switch {
	}
	switch a := a * 2; {
	default:
		fmt.Println(a)
	}
	fmt.Println(a)
}
