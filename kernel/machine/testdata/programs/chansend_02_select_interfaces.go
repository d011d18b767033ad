// Sending pointers and values to channels of interfaces in a select.

package main

import "fmt"

type E struct{ code int }

func (e *E) Error() string { return fmt.Sprint("code ", e.code) }

type shape interface{ area() int }
type sq struct{ s int }

func (s sq) area() int { return s.s * s.s }

func try(i int, errc chan error, done chan struct{}) {
	select {
	case errc <- &E{i}:
	case <-done:
	}
}

func main() {
	errc := make(chan error, 4)
	for i := 1; i <= 3; i++ {
		try(i, errc, nil)
	}
	close(errc)
	var es []error
	for e := range errc {
		es = append(es, e)
	}
	fmt.Println(es, es[0] == es[1], es[0].(*E).code)
	shapes := make(chan shape, 3)
	for i := 0; i < 3; i++ {
		select {
		case shapes <- sq{i + 1}:
		default:
		}
	}
	a := make(chan any, 3)
	select {
	case a <- len(shapes) * 2:
	}
	select {
	case a <- -len(shapes):
	}
	fmt.Println((<-shapes).area(), (<-shapes).area(), (<-shapes).area(), <-a, <-a)
}
