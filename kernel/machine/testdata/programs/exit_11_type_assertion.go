// A failed assertion that nobody recovers.

package main

import "fmt"

type shape interface{ area() int }
type sq int

func (s sq) area() int { return int(s) }

func main() {
	var v any = "text"
	if s, ok := v.(shape); !ok {
		fmt.Println("not a shape", s == nil)
	}
	v = sq(3)
	fmt.Println(v.(shape).area())
	v = 4
	fmt.Println(v.(shape).area())
}
