// Mutually recursive struct types, methods and interfaces.

package main

import (
	"fmt"
	"maps"
	"strconv"
)

type expr interface {
	eval(env) value
}
type value interface{ String() string }
type env map[string]value
type number float64
type boolean bool
type lambda struct {
	param string
	body  expr
	env   env
}
type lit struct{ v value }
type ref struct{ name string }
type call struct {
	fn  expr
	arg expr
}
type fun struct {
	param string
	body  expr
}
type prim func(value) value
type cond struct{ test, yes, no expr }

func (n number) String() string  { return strconv.FormatFloat(float64(n), 'g', -1, 64) }
func (b boolean) String() string { return strconv.FormatBool(bool(b)) }
func (l *lambda) String() string { return "λ" + l.param }
func (p prim) String() string    { return "prim" }

func (l lit) eval(env) value   { return l.v }
func (r ref) eval(e env) value { return e[r.name] }
func (f fun) eval(e env) value { return &lambda{f.param, f.body, e} }
func (c cond) eval(e env) value {
	if bool(c.test.eval(e).(boolean)) {
		return c.yes.eval(e)
	}
	return c.no.eval(e)
}
func (c call) eval(e env) value {
	switch f := c.fn.eval(e).(type) {
	case *lambda:
		in := maps.Clone(f.env)
		in[f.param] = c.arg.eval(e)
		return f.body.eval(in)
	case prim:
		return f(c.arg.eval(e))
	default:
		panic(fmt.Sprintf("not a function: %v", f))
	}
}

func main() {
	e := env{
		"inc":  prim(func(v value) value { return v.(number) + 1 }),
		"neg?": prim(func(v value) value { return boolean(v.(number) < 0) }),
	}
	twice := fun{"f", fun{"x", call{ref{"f"}, call{ref{"f"}, ref{"x"}}}}}
	fmt.Println(twice.eval(e), call{ref{"inc"}, lit{number(1.5)}}.eval(e))
	fmt.Println(call{call{twice, ref{"inc"}}, lit{number(5)}}.eval(e))
	fmt.Println(cond{call{ref{"neg?"}, lit{number(-1)}}, lit{boolean(true)}, ref{"none"}}.eval(e))
	defer func() { fmt.Println(recover()) }()
	call{lit{number(3)}, lit{number(4)}}.eval(e)
}
