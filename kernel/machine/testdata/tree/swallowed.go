// Panics of methods that package fmt recovers, more often than calls may be nested.

package main

import "fmt"

type T struct{ n int }

func (t T) String() string {
	if t.n%2 == 1 {
		panic(t.n)
	}
	return "even"
}

func main() {
	n := 0
	for i := range 25_000 {
		n += len(fmt.Sprint(T{i}, (*T)(nil)))
	}
	fmt.Println(n, T{1})
}
