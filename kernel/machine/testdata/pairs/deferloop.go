package main

import "fmt"

var c int

func d(x int) { defer func() { c += x }(); c++ }
func main() {
	for i := 0; i < 300000; i++ {
		d(i & 3)
	}
	fmt.Println(c)
}
