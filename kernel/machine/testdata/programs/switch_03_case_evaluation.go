// Case expressions are evaluated in order, only as far as needed, the tag once.

package main

import "fmt"

func tag() int { fmt.Print("tag "); return 3 }
func c(n int) int {
	fmt.Print("c", n, " ")
	return n
}

func classify(r rune) string {
	switch {
	case '0' <= r && r <= '9':
		return "digit"
	case r == '+', r == '-', r == '*', r == '/':
		return "operator"
	case r == ' ' || r == '\t':
		return "space"
	}
	return "other"
}

func main() {
	switch tag() {
	case c(1), c(2):
		fmt.Println("low")
	case c(3), c(4):
		fmt.Println("hit")
	case c(5):
		fmt.Println("high")
	}
	switch x := 2.0; x {
	case 1, 2, 3:
		fmt.Println("float matches integer constant")
	}
	switch v := any("b"); v {
	case 1:
		fmt.Println("one")
	case "a", "b":
		fmt.Println("string in interface")
	case nil:
		fmt.Println("nil")
	}
	for _, r := range "7+ x" {
		fmt.Print(classify(r), " ")
	}
	fmt.Println()
	switch p := &struct{ n int }{4}; true {
	case p.n > 5:
		fmt.Println("bad")
	case p.n > 3:
		fmt.Println("pointer ok")
	}
	switch [2]int{1, 2} {
	case [2]int{2, 1}:
		fmt.Println("bad")
	case [...]int{1, 2}:
		fmt.Println("array equal")
	}
	switch f := c; f(9) {
	case 8:
	case 9:
		fmt.Println("nine")
	}
}
