package main

import "fmt"

func s() []int { fmt.Println("s"); return []int{1} }
func f() int   { fmt.Println("f"); return 1 }
func main() {
	defer func() { fmt.Println(recover()) }()
	fmt.Println([2]int(s())[0], f())
}
