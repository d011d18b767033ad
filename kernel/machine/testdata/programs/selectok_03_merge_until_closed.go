// Merging channels by setting closed ones to nil.

package main

import (
	"fmt"
	"sort"
)

func gen(vs ...int) <-chan int {
	c := make(chan int)
	go func() {
		defer close(c)
		for _, v := range vs {
			c <- v
		}
	}()
	return c
}

func merge(a, b <-chan int) []int {
	var got []int
	for a != nil || b != nil {
		select {
		case v, ok := <-a:
			if !ok {
				a = nil
				continue
			}
			got = append(got, v)
		case v, ok := <-b:
			if !ok {
				b = nil
				continue
			}
			got = append(got, v*100)
		}
	}
	sort.Ints(got)
	return got
}

func main() {
	fmt.Println(merge(gen(1, 2, 3), gen(4, 5)))
	fmt.Println(merge(gen(), gen(7)))
	fmt.Println(merge(nil, gen(8, 9)))
	done := make(chan bool)
	data := make(chan string)
	go func() {
		for _, w := range []string{"a", "b", "c"} {
			data <- w
		}
		close(done)
	}()
	out := ""
loop:
	for {
		select {
		case w := <-data:
			out += w
		case _, ok := <-done:
			fmt.Println("done ok:", ok)
			break loop
		}
	}
	fmt.Println(out)
}
