// Case clauses that are assertions to bool in a switch without a tag.

package main

import "fmt"

func check(n int) any {
	fmt.Print("check ", n, "; ")
	return n > 2
}

func kind(n int) string {
	switch {
	case check(n).(bool):
		return "big"
	case check(n + 1).(bool):
		return "middle"
	case any(n < 0).(bool):
		return "negative"
	default:
		return "small"
	}
}

func tagged(v any) string {
	switch v.(bool) {
	case true:
		return "yes"
	case false:
		return "no"
	}
	return "none"
}

func main() {
	for _, n := range []int{3, 2, 1, -1} {
		fmt.Println(kind(n))
	}
	fmt.Println(tagged(true), tagged(false))
	switch any(true) {
	case any(false).(bool):
		fmt.Println("bad")
	case any(true).(bool):
		fmt.Println("good")
	}
}
