package main

import "fmt"

func f(i int) (r int) {
	defer func() {
		if e := recover(); e != nil {
			r = e.(int)
		}
	}()
	if i%2 == 0 {
		panic(i)
	}
	return 1
}
func main() {
	t := 0
	for i := 0; i < 100000; i++ {
		t += f(i) & 7
	}
	fmt.Println(t)
}
