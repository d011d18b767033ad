// A runtime error nobody recovers.

package main

import "fmt"

func pick(xs []string, i int) string { return xs[i] }

func main() {
	defer func() { fmt.Println("deferred before the crash") }()
	xs := []string{"a", "b"}
	for i := range 4 {
		fmt.Println(pick(xs, i))
	}
}
