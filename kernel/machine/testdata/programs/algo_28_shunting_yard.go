// Shunting yard to reverse Polish with an operator table, and a Forth-like stack.

package main

import (
	"errors"
	"fmt"
	"strconv"
	"strings"
)

type assoc bool
type operator struct {
	prec  int
	right assoc
	fn    func(a, b int) (int, error)
}

var ops = map[string]operator{
	"+": {1, false, func(a, b int) (int, error) { return a + b, nil }},
	"-": {1, false, func(a, b int) (int, error) { return a - b, nil }},
	"*": {2, false, func(a, b int) (int, error) { return a * b, nil }},
	"/": {2, false, func(a, b int) (int, error) {
		if b == 0 {
			return 0, errors.New("divide by zero")
		}
		return a / b, nil
	}},
	"^": {prec: 3, right: true, fn: func(a, b int) (int, error) {
		r := 1
		for range b {
			r *= a
		}
		return r, nil
	}},
}

func rpn(in string) (out []string) {
	var stack []string
	pop := func() string {
		t := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		return t
	}
	for _, tok := range strings.Fields(in) {
		switch o, ok := ops[tok]; {
		case ok:
			for len(stack) > 0 {
				top, isOp := ops[stack[len(stack)-1]]
				if !isOp || top.prec < o.prec || top.prec == o.prec && bool(o.right) {
					break
				}
				out = append(out, pop())
			}
			stack = append(stack, tok)
		case tok == "(":
			stack = append(stack, tok)
		case tok == ")":
			for t := pop(); t != "("; t = pop() {
				out = append(out, t)
			}
		default:
			out = append(out, tok)
		}
	}
	for len(stack) > 0 {
		out = append(out, pop())
	}
	return
}

func eval(toks []string) (int, error) {
	var st []int
	for _, t := range toks {
		if o, ok := ops[t]; ok {
			v, err := o.fn(st[len(st)-2], st[len(st)-1])
			if err != nil {
				return 0, fmt.Errorf("%s: %w", t, err)
			}
			st = append(st[:len(st)-2], v)
			continue
		}
		n, err := strconv.Atoi(t)
		if err != nil {
			return 0, err
		}
		st = append(st, n)
	}
	return st[0], nil
}

func main() {
	for _, s := range []string{"3 + 4 * 2", "( 1 + 2 ) * ( 3 - 5 )", "2 ^ 3 ^ 2", "8 - 3 - 2", "1 / ( 2 - 2 )", "7 * x"} {
		r := rpn(s)
		fmt.Print(strings.Join(r, " "), " => ")
		fmt.Println(eval(r))
	}
}
