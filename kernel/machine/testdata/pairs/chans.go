package main

import "fmt"

func main() {
	c := make(chan int)
	d := make(chan int)
	go func() {
		for x := range c {
			d <- x * 2
		}
		close(d)
	}()
	go func() {
		for i := 0; i < 100000; i++ {
			c <- i
		}
		close(c)
	}()
	t := 0
	for x := range d {
		t += x
	}
	fmt.Println(t)
}
