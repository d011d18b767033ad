package main

import "fmt"

type E struct {
	a int
	l *L
	v any
}

func (e *E) M() {}

type L struct {
	root E
	n    int
}

func main() {
	l := &L{}
	l.root.a = 1
	l.n = 3
	fmt.Println(l.root.a, l.n)
	fmt.Println(*l)
}
