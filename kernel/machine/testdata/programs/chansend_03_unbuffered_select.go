// A producer that selects between sending a computed value and stopping.

package main

import (
	"fmt"
	"strings"
)

func produce(limit int, stop <-chan struct{}) <-chan int {
	out := make(chan int)
	go func() {
		defer close(out)
		for i, prev := 1, 0; i <= limit; i++ {
			select {
			case out <- prev + i:
				prev += i
			case <-stop:
				return
			}
		}
	}()
	return out
}

func main() {
	stop := make(chan struct{})
	sum := 0
	for v := range produce(5, stop) {
		fmt.Print(v, " ")
		sum += v
	}
	fmt.Println("sum", sum)
	in := produce(100, stop)
	fmt.Println(<-in, <-in, <-in)
	close(stop)
	n := 0
	for range in {
		n++
	}
	fmt.Println("drained at most one:", n <= 97)

	type pair struct {
		k string
		v []int
	}
	pc := make(chan pair)
	go func() {
		for i, w := range strings.Fields("one two three") {
			select {
			case pc <- pair{w, []int{i, len(w)}}:
			}
		}
		close(pc)
	}()
	for p := range pc {
		fmt.Printf("%+v ", p)
	}
	fmt.Println()
}
