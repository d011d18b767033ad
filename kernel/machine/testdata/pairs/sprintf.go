package main

import "fmt"

func main() {
	t := 0
	for i := 0; i < 150000; i++ {
		t += len(fmt.Sprintf("%d:%s:%05.2f|%v", i, "abc", float64(i)/3, i%2 == 0))
	}
	fmt.Println(t)
}
