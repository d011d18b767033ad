// A pipeline of goroutines: generate, square, merge, collect.

package main

import (
	"fmt"
	"sync"
)

func gen(nums ...int) <-chan int {
	out := make(chan int)
	go func() {
		for _, n := range nums {
			out <- n
		}
		close(out)
	}()
	return out
}

func sq(in <-chan int) <-chan int {
	out := make(chan int)
	go func() {
		defer close(out)
		for n := range in {
			out <- n * n
		}
	}()
	return out
}

func merge(cs ...<-chan int) <-chan int {
	var wg sync.WaitGroup
	out := make(chan int, 2)
	for _, c := range cs {
		wg.Go(func() {
			for n := range c {
				out <- n
			}
		})
	}
	go func() { wg.Wait(); close(out) }()
	return out
}

func main() {
	for n := range sq(sq(gen(2, 3))) {
		fmt.Println(n)
	}
	in := gen(1, 2, 3, 4)
	sum := 0
	for n := range merge(sq(in), sq(in)) {
		sum += n
	}
	fmt.Println("sum", sum)
	for i, c := range []<-chan int{gen(7), gen(8, 9)} {
		for v := range c {
			fmt.Print(i, ":", v, " ")
		}
	}
	fmt.Println()
}
