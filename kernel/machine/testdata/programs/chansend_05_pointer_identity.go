// Every pointer sent in a loop is a new object, in plain sends and in selects.

package main

import "fmt"

type P struct{ n int }
type N interface{ val() int }

func (p *P) val() int { return p.n }

func main() {
	c, i := make(chan *P, 6), make(chan N, 6)
	for k := range 3 {
		c <- &P{k}
		select {
		case c <- &P{k + 10}:
		}
		i <- &P{k}
		select {
		case i <- &P{k + 20}:
		default:
		}
	}
	close(c)
	close(i)
	seen := map[*P]bool{}
	for p := range c {
		p.n++
		fmt.Print(p.n, " ")
		seen[p] = true
	}
	sum := 0
	for n := range i {
		sum += n.val()
		seen[n.(*P)] = true
	}
	fmt.Println(len(seen), sum)
}
