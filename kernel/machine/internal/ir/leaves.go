// SPDX-License-Identifier: BSD-3-Clause

// What a statement does to code around it.

package ir

// Leaves reports whether native code may leave while it runs s, other than to yield, to panic, for
// the collector, in the rare cases of Append and Slice, or for a call that it computes in place. If
// it does not, no code of cells runs that changes variables of the frame and that the tree does not
// show.
func (s *Stmt) Leaves() bool {
	if s == nil {
		return false
	}
	if s.Kind == InPlace {
		return s.Body.Leaves()
	}
	if s.Kind == Do || s.A.leaves(false) || s.B.leaves(false) || s.X.leaves(false) || s.Key.leaves(false) || s.Value.leaves(false) {
		return true
	}
	for _, x := range s.List {
		if x.Leaves() {
			return true
		}
	}
	for _, c := range s.Cases {
		if c.Body.Leaves() {
			return true
		}
		for _, x := range c.Conds {
			if x.leaves(false) {
				return true
			}
		}
	}
	return s.Body.Leaves() || s.Else.Leaves() || s.Post.Leaves()
}

// Changes reports whether s may change what the frame has from one offset to another. Closures may
// change anything there.
func (s *Stmt) Changes(from, to int64) bool {
	switch {
	case s == nil:
		return false
	case s.Leaves(), s.A.within(s.size(), from, to), s.B.within(s.size(), from, to), s.Value.within(s.size(), from, to), s.Key.within(8, from, to):
		return true
	case (s.Kind == Each || s.Kind == Count) && s.M < to && from < s.M+8:
		return true
	}
	for _, x := range s.List {
		if x.Changes(from, to) {
			return true
		}
	}
	for _, c := range s.Cases {
		if c.Body.Changes(from, to) {
			return true
		}
	}
	return s.Body.Changes(from, to) || s.Else.Changes(from, to) || s.Post.Changes(from, to)
}

// size is how many bytes the statement sets at an address.
func (s *Stmt) size() int64 {
	if s.Type == nil {
		return s.N
	}
	return int64(s.Type.Size)
}

// within reports whether size bytes at an address may be in a part of the frame.
func (e *Expr) within(size, from, to int64) bool {
	for ; e != nil; e = e.X {
		if off, ok := e.Flat(); ok {
			return off < to && from < off+size
		}
		switch e.Op {
		case Item:
			size = e.N * e.M
		case Offset:
			size += e.N
		default:
			return false
		}
	}
	return false
}

// Flat is the offset in the frame of an address that is a fixed one there.
func (e *Expr) Flat() (off int64, ok bool) {
	switch e.Op {
	case Local:
		return e.N, true
	case Offset:
		off, ok = e.X.Flat()
		return off + e.N, ok
	}
	return 0, false
}
