package main

import "fmt"

func main() {
	x := []int{1}
	inc := func() int { x = append(x, 1, 2, 3); return 10 }
	m := map[int]int{}
	m[len(x)] = inc()
	fmt.Println(m)
}
