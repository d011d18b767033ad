// A tiny Lisp: reader, environments, closures and special forms.

package main

import (
	"fmt"
	"strconv"
	"strings"
)

type sym string
type list []any
type env struct {
	vars map[sym]any
	up   *env
}
type proc func(...any) any

func (e *env) find(s sym) *env {
	for ; e != nil; e = e.up {
		if _, ok := e.vars[s]; ok {
			return e
		}
	}
	panic("unbound " + string(s))
}

func read(toks *[]string) any {
	t := (*toks)[0]
	*toks = (*toks)[1:]
	if t == "(" {
		l := list{}
		for (*toks)[0] != ")" {
			l = append(l, read(toks))
		}
		*toks = (*toks)[1:]
		return l
	}
	if n, err := strconv.Atoi(t); err == nil {
		return n
	}
	return sym(t)
}

func eval(x any, e *env) any {
	switch x := x.(type) {
	case sym:
		return e.find(x).vars[x]
	case list:
		switch op := x[0]; op {
		case sym("define"):
			e.vars[x[1].(sym)] = eval(x[2], e)
			return x[1]
		case sym("if"):
			if eval(x[1], e).(bool) {
				return eval(x[2], e)
			}
			return eval(x[3], e)
		case sym("lambda"):
			return proc(func(args ...any) any {
				in := &env{map[sym]any{}, e}
				for i, p := range x[1].(list) {
					in.vars[p.(sym)] = args[i]
				}
				return eval(x[2], in)
			})
		default:
			var args []any
			for _, a := range x[1:] {
				args = append(args, eval(a, e))
			}
			return eval(op, e).(proc)(args...)
		}
	}
	return x
}

func main() {
	global := &env{vars: map[sym]any{
		"+":    proc(func(a ...any) any { return a[0].(int) + a[1].(int) }),
		"*":    proc(func(a ...any) any { return a[0].(int) * a[1].(int) }),
		"-":    proc(func(a ...any) any { return a[0].(int) - a[1].(int) }),
		"<":    proc(func(a ...any) any { return a[0].(int) < a[1].(int) }),
		"list": proc(func(a ...any) any { return list(a) }),
	}}
	for _, s := range []string{
		"( define fact ( lambda ( n ) ( if ( < n 2 ) 1 ( * n ( fact ( - n 1 ) ) ) ) ) )", "( fact 10 )",
		"( define adder ( lambda ( a ) ( lambda ( b ) ( + a b ) ) ) )", "( ( adder 3 ) 4 )",
		"( list 1 ( list 2 x ) )", "( list 1 ( list 2 3 ) )", "( 1 2 )",
	} {
		func() {
			defer func() {
				if r := recover(); r != nil {
					fmt.Println("error:", r)
				}
			}()
			toks := strings.Fields(s)
			fmt.Println(eval(read(&toks), global))
		}()
	}
}
