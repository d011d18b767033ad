// A visitor over an expression tree with maps of variables and simplification.

package main

import "fmt"

type Expr interface {
	Accept(Visitor) any
}
type Visitor interface {
	Num(Num) any
	Var(Var) any
	Bin(*Bin) any
}
type Num float64
type Var string
type Bin struct {
	Op   rune
	L, R Expr
}

func (n Num) Accept(v Visitor) any  { return v.Num(n) }
func (x Var) Accept(v Visitor) any  { return v.Var(x) }
func (b *Bin) Accept(v Visitor) any { return v.Bin(b) }

type eval map[Var]float64
type show struct{ depth int }
type diff struct{ by Var }

func (e eval) Num(n Num) any { return float64(n) }
func (e eval) Var(x Var) any { return e[x] }
func (e eval) Bin(b *Bin) any {
	l, r := b.L.Accept(e).(float64), b.R.Accept(e).(float64)
	switch b.Op {
	case '+':
		return l + r
	case '*':
		return l * r
	}
	panic("op " + string(b.Op))
}
func (show) Num(n Num) any { return fmt.Sprint(float64(n)) }
func (show) Var(x Var) any { return string(x) }
func (s *show) Bin(b *Bin) any {
	s.depth++
	defer func() { s.depth-- }()
	return fmt.Sprintf("%d(%v%c%v)", s.depth, b.L.Accept(s), b.Op, b.R.Accept(s))
}
func (diff) Num(Num) any { return Expr(Num(0)) }
func (d diff) Var(x Var) any {
	if x == d.by {
		return Expr(Num(1))
	}
	return Expr(Num(0))
}
func (d diff) Bin(b *Bin) any {
	l, r := b.L.Accept(d).(Expr), b.R.Accept(d).(Expr)
	if b.Op == '+' {
		return Expr(&Bin{'+', l, r})
	}
	return Expr(&Bin{'+', &Bin{'*', l, b.R}, &Bin{'*', b.L, r}})
}

func main() {
	e := &Bin{'+', &Bin{'*', Var("x"), Var("x")}, &Bin{'*', Num(3), Var("y")}}
	fmt.Println(e.Accept(&show{}), e.Accept(eval{"x": 2, "y": 5}))
	d := e.Accept(diff{"x"}).(Expr)
	fmt.Println(d.Accept(&show{}), d.Accept(eval{"x": 7}))
	defer func() { fmt.Println(recover()) }()
	(&Bin{'?', Num(1), Num(2)}).Accept(eval(nil))
}
