// Two receive cases with ok in one select; the right ok and value must be set.

package main

import "fmt"

func pick(a, b chan int) string {
	select {
	case v, ok := <-a:
		return fmt.Sprint("a ", v, ok)
	case v, ok := <-b:
		return fmt.Sprint("b ", v, ok)
	}
}

func blank(a, b chan string) string {
	select {
	case _, ok := <-a:
		return fmt.Sprint("a ", ok)
	case _, ok := <-b:
		return fmt.Sprint("b ", ok)
	}
}

func main() {
	a, b := make(chan int, 2), make(chan int, 2)
	a <- 5
	fmt.Println(pick(a, b))
	b <- 6
	fmt.Println(pick(a, b))
	close(b)
	fmt.Println(pick(a, b))
	fmt.Println(pick(nil, b))
	b = nil
	a <- 0
	fmt.Println(pick(a, b))
	close(a)
	fmt.Println(pick(a, b))

	x, y := make(chan string, 1), make(chan string, 1)
	x <- "x"
	fmt.Println(blank(x, y))
	close(y)
	fmt.Println(blank(x, y))
	y = make(chan string, 1)
	y <- ""
	fmt.Println(blank(x, y))
	close(x)
	fmt.Println(blank(x, nil))
}
