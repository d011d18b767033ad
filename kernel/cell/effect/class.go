// SPDX-License-Identifier: BSD-3-Clause

// Classes of variables that may share memory.

package effect

import (
	"go/types"
	"slices"
)

// A variable is a variable of a cell. It may outlive its name.
type variable struct {
	typ       types.Type
	owner     *entity   // that stands for it, nil if its name has been declared again
	before    *variable // while a cell declares it again: the old one
	addressed bool      // a pointer to the variable itself may exist
	parent    *variable
	members   []*variable // of the class, at its root; nil if there is one
	lits      []*summary  // at the root: functions that the class may hold
}

// root returns the root of the class of v.
func (v *variable) root() *variable {
	r := v
	for r.parent != nil {
		r = r.parent
	}
	for v.parent != nil {
		v, v.parent = v.parent, r
	}
	return r
}

// class returns the members of the class of v, which is one of them.
func (v *variable) class() []*variable {
	r := v.root()
	if len(r.members) == 0 {
		return []*variable{r}
	}
	return r.members
}

// unite makes one class of two.
func unite(x, y *variable) {
	x, y = x.root(), y.root()
	if x == y {
		return
	}
	xs, ys := x.class(), y.class()
	if len(xs) < len(ys) {
		x, y, xs, ys = y, x, ys, xs
	}
	x.members = append(slices.Clone(xs), ys...)
	y.parent = x
	for _, s := range y.lits {
		x.hold(s)
	}
	y.members, y.lits = nil, nil
}

// hold notes that the class of v may hold a function.
func (v *variable) hold(s *summary) {
	r := v.root()
	if !slices.Contains(r.lits, s) {
		r.lits = append(r.lits, s)
	}
}

// touches reports whether a write through a reference to memory m may change v as it is seen
// through its name: what it refers to, or the variable itself if it is addressed.
func (a *Analyzer) touches(v *variable, m *memory) bool {
	return a.reach(v.typ).meets(m) || v.addressed && a.storage(v.typ).meets(m)
}
