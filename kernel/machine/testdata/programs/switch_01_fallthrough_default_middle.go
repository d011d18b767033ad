// Fallthrough into and out of a default clause that is not the last one.

package main

import "fmt"

func f(n int) (s string) {
	switch n {
	case 1:
		s += "one "
		fallthrough
	default:
		s += "default "
		fallthrough
	case 2:
		s += "two "
	case 3:
		s += "three "
	}
	return
}

func g(n int) (s string) {
	switch {
	default:
		s += "d"
		fallthrough
	case n > 10:
		s += "a"
	case n > 5:
		s += "b"
		fallthrough
	case n > 100:
		s += "c"
	}
	return
}

func h(n int) string {
	switch n {
	default:
		return "first default"
	case 7:
		return "seven"
	}
}

func main() {
	for i := 0; i <= 4; i++ {
		fmt.Println(i, f(i))
	}
	fmt.Println(g(0), g(6), g(11), g(1000))
	fmt.Println(h(7), h(8))
}
