// What a statement does to code around it.

package ir

// Leaves reports whether native code may leave while it runs s, other than to yield, to panic, for
// the collector, or in the rare cases of Append and Slice. If it does not, no code of cells runs
// that the tree does not show.
func (s *Stmt) Leaves() bool {
	if s == nil {
		return false
	}
	if s.Kind == Do || s.A.Leaves() || s.B.Leaves() || s.X.Leaves() || s.Key.Leaves() || s.Value.Leaves() {
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
			if x.Leaves() {
				return true
			}
		}
	}
	return s.Body.Leaves() || s.Else.Leaves() || s.Post.Leaves()
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
