// Selects that send composite literals, conversions, closures and nil.

package main

import "fmt"

type E struct{ n int }

func (e *E) Error() string { return fmt.Sprint("E", e.n) }

type msg struct {
	k string
	v any
}

func main() {
	errc := make(chan error, 3)
	msgs := make(chan msg, 3)
	fns := make(chan func() string, 3)
	anys := make(chan any, 4)
	select {
	case errc <- &E{1}:
	}
	select {
	case errc <- nil:
	default:
		fmt.Println("bad")
	}
	for i := range 2 {
		select {
		case msgs <- msg{"k", []int{i}}:
			fmt.Println("sent", i)
		case <-make(chan int):
		}
		select {
		case fns <- func() string { return fmt.Sprint("fn", i) }:
		}
	}
	select {
	case anys <- map[string]E{"e": {4}}:
	}
	select {
	case anys <- E{5}:
	}
	select {
	case anys <- error(&E{6}):
	}
	fmt.Println(<-errc, <-errc)
	fmt.Println(<-msgs, (<-msgs).v)
	fmt.Println((<-fns)(), (<-fns)())
	fmt.Println(<-anys, <-anys, <-anys, len(anys))
	select {
	case errc <- &E{7}:
		e := <-errc
		fmt.Println(e.(*E).n)
	}
}
