// Lists linked through interfaces: v = &link{i, v} must not become a cycle.

package main

import "fmt"

type list interface{ sum() int }
type empty struct{}
type link struct {
	v    int
	rest list
}

func (empty) sum() int   { return 0 }
func (l *link) sum() int { return l.v + l.rest.sum() }

type expr interface{ String() string }
type num int
type bin struct {
	op   byte
	l, r expr
}

func (n num) String() string  { return fmt.Sprint(int(n)) }
func (b *bin) String() string { return fmt.Sprintf("(%s%c%s)", b.l, b.op, b.r) }

type ctx interface{ get(k string) any }
type valueCtx struct {
	ctx
	k string
	v any
}

func (c *valueCtx) get(k string) any {
	if c.k == k {
		return c.v
	}
	if c.ctx == nil {
		return nil
	}
	return c.ctx.get(k)
}

func main() {
	var v list = empty{}
	for i := 1; i <= 4; i++ {
		v = &link{i, v}
	}
	fmt.Println(v.sum(), v.(*link).v, v.(*link).rest.sum())
	var e expr = num(0)
	for i := range 3 {
		e = &bin{"+-*"[i], e, num(i + 1)}
	}
	fmt.Println(e)
	var c ctx
	for i, k := range []string{"a", "b", "c"} {
		c = &valueCtx{c, k, i * i}
	}
	fmt.Println(c.get("a"), c.get("b"), c.get("c"), c.get("d"))
	var err error = fmt.Errorf("base")
	for i := range 3 {
		err = &wrap{i, err}
	}
	fmt.Println(err)
}

type wrap struct {
	n   int
	err error
}

func (w *wrap) Error() string { return fmt.Sprint(w.n, ": ", w.err) }
