package main

import "fmt"

type A int
type G[T any] struct{ x T }
type E struct{}

func main() {
	fmt.Printf("%T\n", G[<-chan (<-chan A)]{})
	fmt.Printf("%T\n", G[chan (<-chan A)]{})
	fmt.Printf("%T\n", G[chan<- (<-chan A)]{})
	fmt.Printf("%T\n", struct {
		E
		f <-chan (<-chan complex64)
		g chan (<-chan complex64)
		h chan<- (<-chan complex64)
	}{})
	fmt.Printf("%T\n", (func(<-chan (<-chan A)))(nil))
	fmt.Printf("%T\n", (*interface{ M(<-chan (<-chan A)) })(nil))
}
