package main

import "fmt"

type T interface{ M(int) int }

func f() int { fmt.Println("argument"); return 1 }
func main() {
	defer func() { fmt.Println(recover()) }()
	var t T
	t.M(f())
}
