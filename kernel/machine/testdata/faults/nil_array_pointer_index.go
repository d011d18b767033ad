package main

import "fmt"

func p() *[4]int { fmt.Println("p"); return nil }
func i() int     { fmt.Println("i"); return 1 }
func main() {
	defer func() { fmt.Println(recover()) }()
	p()[i()]++
}
