// A slice of interfaces that holds itself, JSON-like nesting, and a linked interface.

package main

import "fmt"

type item interface{ count() int }
type group []item
type one struct{}
type link struct {
	item
	next *link
}

func (g group) count() (n int) {
	for _, i := range g {
		n += i.count()
	}
	return
}
func (one) count() int { return 1 }
func (l *link) count() int {
	if l == nil {
		return 0
	}
	return l.item.count() + l.next.count()
}

func main() {
	g := group{one{}, group{one{}, one{}}, nil}
	g[2] = group{}
	fmt.Println(g.count(), len(g))
	l := &link{g, &link{one{}, nil}}
	g = append(g, l)
	fmt.Println(l.count(), g.count(), l.item.(group).count())
	var nothing *link
	fmt.Println(nothing.count(), group{nothing, l}.count())
	fmt.Println(group{one{}, group{one{}}})
}
