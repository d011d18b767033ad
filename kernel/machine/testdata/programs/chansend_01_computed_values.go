// Values computed in a send statement and in the send case of a select.

package main

import "fmt"

type point struct{ x, y int }

func main() {
	c := make(chan int, 10)
	for x := 1; x <= 3; x++ {
		select {
		case c <- x * x:
		default:
			fmt.Println("full")
		}
	}
	for x := 4; x <= 5; x++ {
		c <- x*x + 1
	}
	close(c)
	for v := range c {
		fmt.Print(v, " ")
	}
	fmt.Println()

	p := make(chan *point, 5)
	for i := range 3 {
		select {
		case p <- &point{i, i * 10}:
		}
	}
	close(p)
	var all []*point
	for q := range p {
		all = append(all, q)
	}
	for _, q := range all {
		fmt.Print(*q, " ")
	}
	fmt.Println(all[0] == all[1])

	s := make(chan point, 2)
	v := point{1, 2}
	select {
	case s <- v:
		v.x = 100
	}
	s <- point{y: v.x}
	fmt.Println(<-s, <-s, v)
}
