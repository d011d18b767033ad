// Receive cases that assign to existing variables, fields, elements and map entries.

package main

import "fmt"

type state struct {
	val int
	ok  bool
}

func main() {
	c := make(chan int, 5)
	for i := 1; i <= 5; i++ {
		c <- i * 11
	}
	var v int
	var ok bool
	select {
	case v, ok = <-c:
	}
	fmt.Println(v, ok)
	var s state
	select {
	case s.val, s.ok = <-c:
	}
	fmt.Printf("%+v\n", s)
	xs := make([]int, 3)
	i := 2
	select {
	case xs[i] = <-c:
		i = 0
	}
	fmt.Println(xs, i)
	m := map[string]int{}
	oks := map[string]bool{}
	select {
	case m["k"], oks["k"] = <-c:
	default:
	}
	fmt.Println(m, oks)
	p := &v
	select {
	case *p = <-c:
	}
	fmt.Println(v)
	close(c)
	select {
	case v, ok = <-c:
	}
	fmt.Println(v, ok)
	var e any
	select {
	case e = <-c:
	}
	fmt.Printf("%T %v\n", e, e)
}
