package main

import "fmt"

func a() *[4]int  { fmt.Println("a"); return new([4]int) }
func i(n int) int { fmt.Println("i", n); return n }
func main() {
	var la [4]int
	defer func() { fmt.Println(recover()) }()
	for la[i(9)], a()[i(2)] = range []int{1, 2} {
	}
}
