// SPDX-License-Identifier: BSD-3-Clause

// Assignments of several values.

package ir

import "polka/kernel/machine/internal/memory"

// SeveralOf is the tree of an assignment of several values: first evaluates what the statement
// needs into temporaries that nothing else uses, sets reads them and assigns. It is nil unless all
// are integers or booleans, and their evaluation takes nothing but arithmetic and loads. Then the
// temporaries can be in registers.
func SeveralOf(first, sets []*Stmt) *Stmt {
	if len(first) == 0 {
		return nil
	}
	s := &Stmt{Kind: Several, N: int64(len(first)), List: append(append([]*Stmt(nil), first...), sets...)}
	temps := make(temporaries)
	for _, x := range first {
		if x.Kind != Set || x.A.Op != Local {
			return nil
		}
		temps[x.A.N] = x.Type.Rep
	}
	for i, x := range s.List {
		r := memory.RepMem
		if x.Type != nil {
			r = x.Type.Rep
		}
		switch {
		case x.Kind != Set || x.Do != nil || !IsWord(r) || IsFloat(r) || r == memory.RepPtr:
			return nil
		case i >= len(first) && (temps.reaches(x.A) || !temps.simplePlace(x.A)), !temps.simple(x.X):
			return nil
		}
	}
	return s
}

// Same reports whether two expressions, none of which leaves, have the same value if nothing is
// stored in between.
func (e *Expr) Same(f *Expr) bool { return e.same(f) }

// temporaries are the reps of words of the frame by their offsets.
type temporaries map[int64]memory.Rep

// reaches reports whether an address is in the frame where a temporary is.
func (t temporaries) reaches(a *Expr) bool {
	off, ok := a.Flat()
	if !ok {
		return false
	}
	for at := range t {
		if off < at+8 && at < off+8 {
			return true
		}
	}
	return false
}

// simple reports whether e is made of arithmetic and loads, and reads temporaries only as what they
// are.
func (t temporaries) simple(e *Expr) bool {
	switch e.Op {
	case Const:
		return true
	case Load:
		if r, ok := t[e.X.N]; ok && e.X.Op == Local {
			return r == e.Rep
		}
		return !t.reaches(e.X) && t.simplePlace(e.X)
	case Len, Cap:
		return t.simplePlace(e.X)
	case Binary, Shift:
		return t.simple(e.X) && t.simple(e.Y)
	case Unary, Not:
		return t.simple(e.X)
	case Convert:
		return !IsFloat(e.Type) && t.simple(e.X)
	case Compare:
		return e.Type != memory.RepString && !IsFloat(e.Type) && t.simple(e.X) && t.simple(e.Y)
	}
	return false
}

// simplePlace is simple for an address.
func (t temporaries) simplePlace(a *Expr) bool {
	switch a.Op {
	case Local, Fixed, Boxed:
		return true
	case Offset:
		return t.simplePlace(a.X)
	case Deref:
		return t.simple(a.X)
	case Elem, Char, Item:
		return !t.reaches(a.X) && t.simplePlace(a.X) && t.simple(a.Y)
	case PtrItem:
		return t.simple(a.X) && t.simple(a.Y)
	}
	return false
}
