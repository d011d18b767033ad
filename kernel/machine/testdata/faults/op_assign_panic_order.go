package main

import "fmt"

func z() int { return 0 }
func main() {
	s := []int{1}
	n := 9
	defer func() { fmt.Println(recover()) }()
	s[n] -= 1 / z()
}
