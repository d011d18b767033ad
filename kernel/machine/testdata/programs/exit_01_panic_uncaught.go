// An uncaught panic: deferred calls run, then exit status 2.

package main

import "fmt"

type E struct{ code int }

func (e E) Error() string { return fmt.Sprint("E", e.code) }

func work(n int) {
	defer fmt.Println("cleanup", n)
	if n == 0 {
		panic(E{7})
	}
	work(n - 1)
}

func main() {
	defer fmt.Println("main deferred")
	fmt.Println("before")
	work(2)
	fmt.Println("never")
}
