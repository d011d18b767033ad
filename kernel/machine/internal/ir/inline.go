// SPDX-License-Identifier: BSD-3-Clause

// Calls that native code replaces by what they compute.
//
// A function whose body returns an expression of its parameters, without a call or another effect,
// can be computed in place. Where anything differs from that, because the function has been
// declared again or is traced, or because something would fail, native code makes the call, which
// then does what it has to, with its frame. Since nothing has been changed before, it may do so in
// the middle of the expression.

package ir

import (
	"go/token"

	"polka/kernel/machine/internal/memory"
	"polka/kernel/machine/internal/run"
)

// Limits of what is computed in place: how deep calls are nested, how large an expression is, and
// how large an argument that is computed more than once.
const (
	maxInlined  = 3
	maxNodes    = 48
	maxRepeated = 4
)

// Inlined returns a copy of the statement with calls replaced by Inline expressions.
func (s *Stmt) Inlined() *Stmt {
	if s == nil {
		return nil
	}
	c := *s
	c.List = make([]*Stmt, len(s.List))
	for i, x := range s.List {
		c.List[i] = x.Inlined()
	}
	c.Cases = make([]Case, len(s.Cases))
	for i, x := range s.Cases {
		conds := make([]*Expr, len(x.Conds))
		for k, e := range x.Conds {
			conds[k] = e.inlined(0)
		}
		c.Cases[i] = Case{Conds: conds, Body: x.Body.Inlined(), Fall: x.Fall}
	}
	for _, e := range []**Expr{&c.A, &c.B, &c.X, &c.Key, &c.Value} {
		*e = (*e).inlined(0)
	}
	c.Body, c.Else, c.Post = s.Body.Inlined(), s.Else.Inlined(), s.Post.Inlined()
	return &c
}

func (e *Expr) inlined(depth int) *Expr {
	if e == nil {
		return nil
	}
	c := *e
	c.X, c.Y, c.Z, c.S = e.X.inlined(depth), e.Y.inlined(depth), e.Z.inlined(depth), e.S.Inlined()
	if e.Call == nil {
		return &c
	}
	call := *e.Call
	call.Pre, call.Value = call.Pre.Inlined(), call.Value.inlined(depth)
	call.Args = make([]Arg, len(e.Call.Args))
	for i, a := range e.Call.Args {
		a.X = a.X.inlined(depth)
		call.Args[i] = a
	}
	c.Call = &call
	if x := call.inPlace(e.Rep, depth); x != nil {
		return &Expr{Op: Inline, Rep: e.Rep, X: x, Call: &call}
	}
	return &c
}

// inPlace is what the call computes, nil if it is not to be computed in place.
func (c *CallExpr) inPlace(rep memory.Rep, depth int) *Expr {
	if c.Fn == nil || c.Pre != nil || c.Results != nil || depth == maxInlined || !IsWord(rep) {
		return nil
	}
	body, ok := c.Fn.Inlinable().(*Stmt)
	if !ok {
		return nil
	}
	x := body.returned(int64(c.Fn.Results.Offsets[0]), rep)
	if x == nil {
		return nil
	}
	b := binding{args: c.Args, uses: make([]use, len(c.Args))}
	y := b.expr(x.inlined(depth + 1))
	if b.failed || y.nodes() > maxNodes {
		return nil
	}
	for i, a := range c.Args {
		u := b.uses[i]
		if a.X.Fails() && !u.always || a.X.leaves(false) || u.count > 1 && a.X.nodes() > maxRepeated {
			return nil
		}
	}
	c.Fn.Inline = 1
	return y
}

// returned is the expression that the body returns by the result at off, nil if it does anything
// else.
func (s *Stmt) returned(off int64, rep memory.Rep) (x *Expr) {
	var list []*Stmt
	var flatten func(*Stmt)
	flatten = func(s *Stmt) {
		switch s.Kind {
		case Nop:
		case Seq:
			for _, x := range s.List {
				flatten(x)
			}
		default:
			list = append(list, s)
		}
	}
	flatten(s)
	if len(list) != 2 || list[0].Kind != Set || list[1].Kind != Branch || list[1].To != run.Returned {
		return nil
	}
	if to, ok := list[0].A.Flat(); !ok || to != off || list[0].X.Rep != rep {
		return nil
	}
	return list[0].X
}

// A use says how often an argument is computed, and whether it is computed whatever happens.
type use struct {
	count  int
	always bool
}

// A binding replaces the parameters of a function by the arguments of a call.
type binding struct {
	args   []Arg
	uses   []use
	maybe  int // of how many conditions the current expression depends on
	failed bool
}

func (b *binding) expr(e *Expr) *Expr {
	if e == nil || b.failed {
		return e
	}
	c := *e
	switch e.Op {
	case Const:
	case Load:
		if e.X.Op == Local && IsWord(e.Rep) {
			if i := b.param(e.X.N); i >= 0 && int64(b.args[i].Off) == e.X.N && b.args[i].X.Rep == e.Rep {
				b.used(i)
				return b.args[i].X
			}
		}
		c.X = b.address(e.X)
	case Len, Cap, HasType:
		c.X = b.address(e.X)
	case IsNil:
		if e.Type == memory.RepPtr {
			c.X = b.expr(e.X)
		} else {
			c.X = b.address(e.X)
		}
	case AndAnd, OrOr:
		c.X = b.expr(e.X)
		b.maybe++
		c.Y = b.expr(e.Y)
		b.maybe--
	case Binary, Shift, Unary, Not, Compare, Convert, Sqrt, Abs, Least, Greatest, Ones, Zeros, Filled:
		c.X, c.Y = b.expr(e.X), b.expr(e.Y)
	case Inline:
		c.X = b.expr(e.X)
	default:
		b.failed = true
	}
	return &c
}

func (b *binding) address(e *Expr) *Expr {
	c := *e
	switch e.Op {
	case Local:
		i := b.param(e.N)
		if i < 0 || b.args[i].X.Op != Load {
			b.failed = true
			return e
		}
		b.used(i)
		a := b.args[i].X.X
		if off := e.N - int64(b.args[i].Off); off != 0 {
			return &Expr{Op: Offset, X: a, N: off}
		}
		return a
	case Fixed:
	case Deref:
		c.X = b.expr(e.X)
	case Offset:
		c.X = b.address(e.X)
	case Elem, Item, Char:
		c.X, c.Y = b.address(e.X), b.expr(e.Y)
	case PtrItem:
		c.X, c.Y = b.expr(e.X), b.expr(e.Y)
	default:
		b.failed = true
	}
	return &c
}

// param is the parameter that has the byte at off of the frame, -1 if there is none.
func (b *binding) param(off int64) int {
	for i, a := range b.args {
		if from := int64(a.Off); from <= off && off < from+int64(a.Type.Size) {
			return i
		}
	}
	return -1
}

func (b *binding) used(i int) {
	b.uses[i].count++
	b.uses[i].always = b.uses[i].always || b.maybe == 0
}

func (e *Expr) nodes() int {
	if e == nil {
		return 0
	}
	return 1 + e.X.nodes() + e.Y.nodes() + e.Z.nodes()
}

// Fails reports whether the evaluation of e may fail.
func (e *Expr) Fails() bool {
	if e == nil {
		return false
	}
	switch e.Op {
	case Deref, Elem, Item, Char, PtrItem, Entry, Shift, Slice, Inline:
		return true
	case Binary:
		if e.Tok == token.QUO || e.Tok == token.REM {
			return true
		}
	}
	return e.X.Fails() || e.Y.Fails() || e.Z.Fails()
}

// Fails reports whether the evaluation of what s assigns may fail.
func (s *Stmt) Fails() bool {
	for _, x := range s.List {
		if x.Fails() {
			return true
		}
	}
	return s.A.Fails() || s.X.Fails()
}
