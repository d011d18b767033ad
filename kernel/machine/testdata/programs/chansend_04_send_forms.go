// Sends of conversions, calls, method results, indexes and dereferences.

package main

import (
	"fmt"
	"math"
)

type num int

func (n num) sq() num { return n * n }

type src struct {
	vals []int
	pos  int
}

func (s *src) next() int { s.pos++; return s.vals[s.pos-1] * 2 }

func main() {
	s := &src{vals: []int{1, 2, 3, 4}}
	c := make(chan int, 8)
	f := make(chan float64, 4)
	ns := make(chan num, 3)
	m := map[string]chan<- int{"c": c}
	p := &s.vals[3]
	select {
	case c <- s.next():
	}
	c <- s.next()
	select {
	case m["c"] <- *p + 1:
	default:
	}
	m["c"] <- len(s.vals) - s.pos
	select {
	case f <- float64(s.vals[0]) / 2:
	}
	f <- -math.Sqrt(16)
	for i := num(2); i < 5; i++ {
		select {
		case ns <- i.sq():
		}
	}
	close(c)
	close(ns)
	for v := range c {
		fmt.Print(v, " ")
	}
	fmt.Println(<-f, <-f)
	for v := range ns {
		fmt.Print(v, " ")
	}
	fmt.Println()
	order := []string{}
	ch := func(n string) chan int { order = append(order, "ch"+n); return make(chan int, 1) }
	val := func(n string) int { order = append(order, "val"+n); return 1 }
	select {
	case ch("1") <- val("1"):
	case <-ch("2"):
	}
	ch("3") <- val("3")
	fmt.Println(order)
	bs := make(chan []byte, 1)
	bs <- append([]byte("a"), 'b')
	st := make(chan string, 1)
	st <- string(<-bs) + "!"
	fmt.Println(<-st)
}
