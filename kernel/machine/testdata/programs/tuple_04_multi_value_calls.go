// Multi-value calls assigned to fields, elements, blanks and interfaces.

package main

import (
	"fmt"
	"strconv"
)

type rec struct {
	n   int
	err error
	any any
}

func three() (int, string, error) { return 3, "three", nil }
func divmod(a, b int) (q, r int)  { return a / b, a % b }
func passthrough(a int, b string, err error) string {
	return fmt.Sprint(a, b, err)
}

func main() {
	var r rec
	var xs [3]any
	m := map[string]string{}
	r.n, m["s"], r.err = three()
	fmt.Println(r, m)
	xs[0], xs[1], xs[2] = three()
	fmt.Println(xs)
	r.any, _ = divmod(17, 5)
	_, r.n = divmod(17, 5)
	fmt.Println(r)
	fmt.Println(passthrough(three()))
	fmt.Println(divmod(divmod(100, 7)))
	q, s, err := three()
	q, rem := divmod(q*10, 4)
	fmt.Println(q, s, err, rem)
	v, ok := m["nope"]
	fmt.Printf("%q %v\n", v, ok)
	xs[0], ok = m["s"]
	fmt.Println(xs[0], ok)
	r.n, r.err = strconv.Atoi("12x")
	fmt.Println(r.n, r.err)
	if n, err := strconv.Atoi("42"); err == nil {
		fmt.Println(n + 1)
	}
	var f float64
	f, r.err = strconv.ParseFloat("2.5", 64)
	fmt.Println(f, r.err)
}
