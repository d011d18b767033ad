// SPDX-License-Identifier: BSD-3-Clause

// Calls that native code replaces by what they compute.
//
// A function whose body returns an expression of its parameters, without a call or another effect,
// can be computed in place, and so can one whose body is a single assignment to something that is
// not in its frame. Where anything differs from that, because the function has been declared again
// or is traced, or because something would fail, native code makes the call, which then does what
// it has to, with its frame. Since nothing has been changed before, it may do so in the middle of
// the expression: an assignment stores when all that can fail has been done.
//
// Of a method of an interface value that is the method of the one type that the call has met so
// far. For other types native code makes the call.

package ir

import (
	"go/token"

	"polka/kernel/machine/internal/memory"
	"polka/kernel/machine/internal/run"
)

// Limits of what is computed in place: how deep calls are nested, how large an expression is, and
// how large an argument that is computed more than once, or such a receiver in an interface value.
const (
	maxInlined  = 3
	maxNodes    = 48
	maxRepeated = 4
	maxReceiver = 7
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
	if c.Kind == Eval && c.X.Op == CallOp {
		if body := c.X.Call.effectInPlace(); body != nil {
			c.Kind, c.Body = InPlace, body
		}
	}
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
	if depth == maxInlined || !IsWord(rep) {
		return nil
	}
	b, body := c.binding()
	if b == nil {
		return nil
	}
	x := body.returned(int64(b.fn.Results.Offsets[0]), rep)
	if x == nil {
		return nil
	}
	y := b.expr(x.inlined(depth + 1))
	if y.nodes() > maxNodes || !b.fits() {
		return nil
	}
	b.note(c)
	return y
}

// effectInPlace is the statement that the call is, nil if it is not to be computed in place.
func (c *CallExpr) effectInPlace() *Stmt {
	b, body := c.binding()
	if b == nil || len(b.fn.Results.Types) > 0 {
		return nil
	}
	list := body.flat(nil)
	if n := len(list); n == 2 && list[1].Kind == Branch && list[1].To == run.Returned {
		list = list[:1]
	}
	if len(list) != 1 || list[0].Do != nil {
		return nil
	}
	s := *list[0]
	switch s.Kind {
	case InPlace:
	case Set, Update, Swap:
		s.A, s.B, s.X = s.A.inlined(1), s.B.inlined(1), s.X.inlined(1)
	default:
		return nil
	}
	body = b.stmt(&s)
	if body.A.nodes()+body.B.nodes()+body.X.nodes() > maxNodes || !b.fits() {
		return nil
	}
	b.note(c)
	return body
}

// binding returns the function that the call may do in place with what its parameters are, and its
// body; nil if there is none.
func (c *CallExpr) binding() (*binding, *Stmt) {
	if c.Pre != nil || c.Results != nil {
		return nil, nil
	}
	b := &binding{fn: c.Fn, args: c.Args}
	if c.Methods != nil {
		e := c.Methods.Only()
		if e == nil || c.Value.Op != Load {
			return nil, nil
		}
		b.fn, b.entry = e.Fn, e
		b.args = []Arg{{X: receiver(c.Value.X, e), Off: e.At, Type: e.Fn.Params.Types[0]}}
		for i, a := range c.Args {
			b.args = append(b.args, Arg{X: a.X, Off: e.Offs[i], Type: a.Type})
		}
	}
	if b.fn == nil {
		return nil, nil
	}
	body, ok := b.fn.Inlinable().(*Stmt)
	if !ok {
		return nil, nil
	}
	b.uses = make([]use, len(b.args))
	return b, body
}

// note notes that the call may be computed in place.
func (b *binding) note(c *CallExpr) {
	if b.entry != nil {
		c.Guess, c.Of = b.fn, b.entry.TypeWord()
	}
	b.fn.Inline = 1
}

// receiver is the receiver of the method e of the interface value at an address.
func receiver(value *Expr, e *run.Entry) *Expr {
	rep := e.Fn.Params.Types[0].Rep
	data := &Expr{Op: Offset, X: value, N: int64(memory.Word)}
	if e.Direct {
		return &Expr{Op: Load, Rep: rep, X: data}
	}
	return &Expr{Op: Load, Rep: rep, X: &Expr{Op: Deref, X: &Expr{Op: Load, Rep: memory.RepPtr, X: data}}}
}

// Flag is the address of what is not 0 while the call may be computed in place.
func (c *CallExpr) Flag() *uintptr {
	if c.Guess != nil {
		return &c.Guess.Inline
	}
	return &c.Fn.Inline
}

// flat appends the parts of s to a list.
func (s *Stmt) flat(list []*Stmt) []*Stmt {
	switch s.Kind {
	case Nop:
	case Seq:
		for _, x := range s.List {
			list = x.flat(list)
		}
	default:
		list = append(list, s)
	}
	return list
}

// returned is the expression that the body returns by the result at off, nil if it does anything
// else.
func (s *Stmt) returned(off int64, rep memory.Rep) (x *Expr) {
	list := s.flat(nil)
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
	fn     *run.Func
	entry  *run.Entry // of a method of an interface value
	args   []Arg
	uses   []use
	maybe  int // of how many conditions the current expression depends on
	failed bool
}

// fits reports whether the arguments may be computed where the parameters are: what may fail has to
// be computed in any case, nothing leaves, and nothing large is computed twice.
func (b *binding) fits() bool {
	if b.failed {
		return false
	}
	for i, a := range b.args {
		u, most := b.uses[i], maxRepeated
		if i == 0 && b.entry != nil {
			most = maxReceiver
		}
		if a.X.Fails() && !u.always || a.X.leaves(false) || u.count > 1 && a.X.nodes() > most {
			return false
		}
	}
	return true
}

// stmt replaces the parameters in a statement that stores after all that can fail, and not in the
// frame of the function.
func (b *binding) stmt(s *Stmt) *Stmt {
	c := *s
	c.Pos = 0
	switch {
	case s.Do != nil:
		b.failed = true
	case s.Kind == Set && s.Type.Rep != memory.RepMem:
		c.X, c.A = b.expr(s.X), b.place(s.A)
		if c.X.Op == Append && !(c.X.X.same(c.A) && c.A.isFixed()) {
			b.failed = true // the element is stored before the address is found
		}
	case s.Kind == Update:
		c.A, c.X = b.place(s.A), b.expr(s.X)
	case s.Kind == Swap:
		c.A, c.B = b.place(s.A), b.place(s.B)
	case s.Kind == InPlace:
		c.X, c.Body = b.callee(s.X), b.stmt(s.Body)
	default:
		b.failed = true
	}
	if c.X != nil && c.X.Op != CallOp && c.X.leaves(false) {
		b.failed = true
	}
	return &c
}

// place is address for a place that is assigned to.
func (b *binding) place(e *Expr) *Expr {
	a := e
	for a.Op == Offset || a.Op == Item {
		a = a.X
	}
	switch a.Op {
	case Fixed, Deref, Elem, PtrItem:
		return b.address(e)
	}
	b.failed = true
	return e
}

// isFixed reports whether an address, once it has been found, can be found again whatever is stored
// in elements of slices.
func (e *Expr) isFixed() bool {
	for e.Op == Offset {
		e = e.X
	}
	if e.Op == Fixed {
		return true
	}
	if e.Op != Deref {
		return false
	}
	switch p := e.X; p.Op {
	case Load:
		if _, ok := p.X.Flat(); ok {
			return true
		}
		return p.X.Op == Fixed || p.X.Op == Boxed
	case Address:
		a := p.X
		for a.Op == Offset {
			a = a.X
		}
		return a.Op == Fixed || a.Op == Boxed
	}
	return false
}

// callee replaces the parameters in what says whether a call e is computed in place.
func (b *binding) callee(e *Expr) *Expr {
	c := *e
	if e.Call.Guess != nil {
		call, value := *e.Call, *e.Call.Value
		value.X = b.address(value.X)
		call.Value, c.Call = &value, &call
	}
	return &c
}

// same reports whether two addresses are the same expression.
func (e *Expr) same(f *Expr) bool {
	if e == nil || f == nil {
		return e == f
	}
	return e.Op == f.Op && e.Rep == f.Rep && e.Type == f.Type && e.Tok == f.Tok && e.N == f.N && e.M == f.M && e.P == f.P &&
		e.Call == nil && f.Call == nil && e.S == nil && f.S == nil && e.Store == nil && f.Store == nil &&
		e.X.same(f.X) && e.Y.same(f.Y) && e.Z.same(f.Z)
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
	case Append:
		c.X, c.Y = b.address(e.X), b.expr(e.Y)
	case Slice:
		c.X, c.Y, c.Z = b.address(e.X), b.expr(e.Y), b.expr(e.Z)
	case Part:
		c.X = b.expr(e.X)
	case Inline:
		c = *b.callee(e)
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
