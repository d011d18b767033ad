// Returning the result of calling a func field together with nil.

package main

import (
	"errors"
	"fmt"
)

type task struct {
	name string
	fn   func() int
	op   func(int, int) int
}

func (t task) run() (int, error)            { return t.fn(), nil }
func (t *task) apply(a, b int) (int, error) { return t.op(a, b), nil }
func (t *task) full() (string, int, error)  { return t.name, t.fn(), nil }
func (t task) checked() (n int, err error) {
	if t.fn == nil {
		return 0, errors.New("no fn in " + t.name)
	}
	return t.fn(), nil
}

func main() {
	n := 10
	t := task{"ten", func() int { n++; return n }, func(a, b int) int { return a*b + n }}
	fmt.Println(t.run())
	fmt.Println(t.apply(3, 4))
	fmt.Println(t.full())
	fmt.Println(t.checked())
	fmt.Println(task{name: "empty"}.checked())
	v, err := t.run()
	fmt.Println(v, err, n)
}
