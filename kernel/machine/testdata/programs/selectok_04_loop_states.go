// Selects in loops with ok values that decide about quitting; several closed channels.

package main

import "fmt"

type ev struct {
	src string
	v   any
	ok  bool
}

func poll(a <-chan int, b <-chan string, c <-chan error) (e ev) {
	select {
	case v, ok := <-a:
		e = ev{"a", v, ok}
	case v, ok := <-b:
		e = ev{"b", v, ok}
	case v, ok := <-c:
		e = ev{"c", v, ok}
	default:
		e.src = "none"
	}
	return
}

func main() {
	a, b, c := make(chan int, 1), make(chan string, 1), make(chan error, 1)
	fmt.Println(poll(a, b, c))
	b <- "x"
	fmt.Println(poll(a, b, c))
	c <- nil
	fmt.Println(poll(a, b, c))
	a <- 0
	fmt.Println(poll(a, b, c))
	close(c)
	fmt.Println(poll(a, b, c), poll(a, b, c))
	close(a)
	fmt.Println(poll(a, b, nil))
	b <- ""
	fmt.Println(poll(nil, b, nil))
	close(b)
	x, y := a, b
	n := 0
	for x != nil || y != nil {
		select {
		case _, ok := <-x:
			if !ok {
				x = nil
			}
		case _, ok := <-y:
			if !ok {
				y = nil
			}
		}
		n++
	}
	fmt.Println(n, x == nil, y == nil)
	var v, w int
	var ok1, ok2 bool
	d := make(chan int, 2)
	d <- 7
	select {
	case v, ok1 = <-d:
	case w, ok2 = <-a:
		v, ok1 = 7, true
		w, ok2 = 0, false
	}
	fmt.Println(v, ok1, w, ok2)
}
