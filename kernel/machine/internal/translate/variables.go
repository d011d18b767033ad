// SPDX-License-Identifier: BSD-3-Clause

//go:build (amd64 || arm64) && (linux || darwin || windows)

// Which variables of a loop can be in registers.
//
// A variable is a word of the frame. The frame is reached by addresses in the tree only: a variable
// of which somebody has a pointer is not in the frame. So the tree shows all that may change a
// variable. If something else than an assignment of the variable as a whole does, it stays in
// memory: a copy of a struct around it, an element of an array around it, an exchange.

package translate

import (
	"cmp"
	"go/token"
	"slices"

	"polka/kernel/machine/internal/ir"
	"polka/kernel/machine/internal/memory"
)

// A variable is a word of the frame as the code sees it.
type variable struct {
	off int64
	rep memory.Rep
}

// A span is a part of the frame.
type span struct{ from, to int64 }

func (s span) overlaps(t span) bool { return s.from < t.to && t.from < s.to }

func (v variable) span() span { return span{v.off, v.off + int64(ir.Width(v.rep))} }

// A use says how often a variable is read or written in a turn of the loop, by a guess.
type use struct {
	variable
	count   int
	written bool
}

// uses are the variables of a loop.
type uses struct {
	list    map[variable]*use
	changed []span // by other means
	divides bool   // DX is needed
	gaveUp  bool
	weight  int
}

// inner is how many turns an inner loop is thought to have.
const inner = 8

// variablesOf are the variables of a loop that can be in registers, those first that gain most.
func variablesOf(s *ir.Stmt) (list []use, divides bool) {
	u := &uses{list: make(map[variable]*use), weight: 1}
	u.stmt(s)
	if u.gaveUp {
		return nil, true
	}
	for _, x := range u.list {
		if x.count < 2*inner || slices.ContainsFunc(u.changed, x.span().overlaps) {
			continue
		}
		alone := true
		for _, y := range u.list {
			alone = alone && (y == x || !y.written && !x.written || !x.span().overlaps(y.span()))
		}
		if alone {
			list = append(list, *x)
		}
	}
	slices.SortFunc(list, func(a, b use) int { return cmp.Or(b.count-a.count, int(a.off-b.off), int(a.rep)-int(b.rep)) })
	return list, u.divides
}

func (u *uses) note(off int64, rep memory.Rep, written bool) {
	v := variable{off, rep}
	x := u.list[v]
	if x == nil {
		x = &use{variable: v}
		u.list[v] = x
	}
	x.count += u.weight
	if written {
		x.written = true
		x.count += u.weight
	}
}

func (u *uses) read(off int64, rep memory.Rep) { u.note(off, rep, false) }

// store notes an assignment of a value of type t.
func (u *uses) store(a *ir.Expr, t *memory.Type) {
	if off, ok := a.Flat(); ok {
		switch {
		case ir.IsWord(t.Rep):
			u.note(off, t.Rep, true)
		case t.Rep == memory.RepSlice: // see loadSlice
			u.note(off, memory.RepPtr, true)
			u.note(off+8, memory.RepInt, true)
			u.changed = append(u.changed, span{off + 16, off + 24})
		default:
			u.changed = append(u.changed, span{off, off + int64(t.Size)})
		}
		return
	}
	u.address(a)
	u.around(a)
}

// around notes that a part of a variable changes, which is in the frame if the address leads there.
func (u *uses) around(a *ir.Expr) {
	for ; ; a = a.X {
		switch a.Op {
		case ir.Item:
			if off, ok := a.X.Flat(); ok {
				u.changed = append(u.changed, span{off, off + a.N*a.M})
				return
			}
		case ir.Offset:
		case ir.Local:
			u.gaveUp = true
			return
		default:
			return
		}
	}
}

func (u *uses) stmt(s *ir.Stmt) {
	if s == nil {
		return
	}
	switch s.Kind {
	case ir.Loop, ir.Each, ir.Count:
		u.weight *= inner
		u.loop(s)
		u.weight /= inner
		return
	case ir.Set, ir.Update:
		u.store(s.A, s.Type)
		u.expr(s.X)
		return
	case ir.Several:
		for i, x := range s.List {
			if i >= int(s.N) {
				u.store(x.A, x.Type)
			}
			u.expr(x.X)
		}
		for _, x := range s.List[:s.N] {
			delete(u.list, variable{x.A.N, x.Type.Rep})
		}
		return
	case ir.Clear:
		u.store(s.A, s.Type)
		return
	case ir.Lookup:
		u.store(s.A, s.Type)
		off, _ := s.B.Flat()
		u.note(off, memory.RepBool, true)
		u.address(s.X)
		return
	case ir.Swap:
		for _, a := range []*ir.Expr{s.A, s.B} {
			if off, ok := a.Flat(); ok {
				u.changed = append(u.changed, span{off, off + int64(s.Type.Size)})
				continue
			}
			u.address(a)
			u.around(a)
		}
		return
	}
	for _, x := range s.List {
		u.stmt(x)
	}
	for _, c := range s.Cases {
		for _, x := range c.Conds {
			u.expr(x)
		}
		u.stmt(c.Body)
	}
	u.expr(s.X)
	u.stmt(s.Body)
	u.stmt(s.Else)
}

func (u *uses) loop(s *ir.Stmt) {
	switch s.Kind {
	case ir.Each:
		u.read(s.N, memory.RepPtr)
		u.read(s.N+8, memory.RepInt)
	case ir.Count:
		u.read(s.N, memory.RepInt)
	}
	if s.Kind != ir.Loop {
		u.note(s.M, memory.RepInt, true)
	}
	if s.Key != nil {
		if off, ok := s.Key.Flat(); ok {
			u.note(off, keyRep(s), true)
		} else {
			u.gaveUp = true
		}
	}
	if s.Value != nil {
		u.store(s.Value, s.Type)
	}
	u.expr(s.X)
	u.stmt(s.Body)
	u.stmt(s.Post)
}

// keyRep is the rep of the first variable of a range loop.
func keyRep(s *ir.Stmt) memory.Rep {
	if s.Kind == ir.Count {
		return s.Rep
	}
	return memory.RepInt
}

func (u *uses) expr(e *ir.Expr) {
	if e == nil {
		return
	}
	switch e.Op {
	case ir.Load:
		if off, ok := e.X.Flat(); !ok {
			u.address(e.X)
		} else if ir.IsWord(e.Rep) {
			u.read(off, e.Rep)
		}
		return
	case ir.Len, ir.Cap:
		if off, ok := e.X.Flat(); !ok {
			u.address(e.X)
		} else if e.Op == ir.Len {
			u.read(off+8, memory.RepInt)
		}
		return
	case ir.IsNil:
		if e.Type == memory.RepPtr {
			u.expr(e.X)
		} else {
			u.address(e.X)
		}
		return
	case ir.Address:
		u.address(e.X)
		u.pointed(e.X)
		return
	case ir.Append, ir.Slice:
		u.divides = true // DX is needed, too
		u.address(e.X)
		u.expr(e.Y)
		u.expr(e.Z)
		return
	case ir.Compare:
		u.divides = u.divides || e.Type == memory.RepString // DX is needed, too
	case ir.Binary:
		u.divides = u.divides || e.Tok == token.QUO || e.Tok == token.REM
	}
	u.expr(e.X)
	u.expr(e.Y)
	u.expr(e.Z)
}

// pointed gives up if an address leads to the frame.
func (u *uses) pointed(a *ir.Expr) {
	for a.Op == ir.Item || a.Op == ir.Offset {
		a = a.X
	}
	u.gaveUp = u.gaveUp || a.Op == ir.Local
}

func (u *uses) address(a *ir.Expr) {
	switch a.Op {
	case ir.Boxed:
		u.read(a.N, memory.RepPtr)
	case ir.Deref:
		u.expr(a.X)
	case ir.Offset:
		u.address(a.X)
	case ir.Elem, ir.Char:
		if off, ok := a.X.Flat(); ok {
			u.read(off, memory.RepPtr)
			u.read(off+8, memory.RepInt)
		} else {
			u.address(a.X)
		}
		u.expr(a.Y)
	case ir.Item:
		u.address(a.X)
		u.expr(a.Y)
	case ir.PtrItem:
		u.expr(a.X)
		u.expr(a.Y)
	case ir.Entry:
		u.divides = true // DX is needed, too
		u.expr(a.X)
		u.expr(a.Y)
	}
}
