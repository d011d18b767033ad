// SPDX-License-Identifier: BSD-3-Clause

// What a statement or the body of a function does, and what follows from it when it runs.

package effect

import "slices"

// A summary is what a piece of code does by itself, without the functions that it mentions.
type summary struct {
	mentions  []*entity  // all names whose values it may use
	writes    []*entity  // variables that it sets, as a whole or in part
	derefs    []deref    // writes through references
	bound     []*entity  // variables of which it keeps the address
	addressed []*entity  // those among them to which pointers are made
	stored    []*summary // function literals that are not called at once
	called    []*entity  // variables whose function values are called
	calledAny bool       // another function value is called
	dynamic   []string   // methods that are called through interfaces
	exposed   []*entity  // types of cells whose methods compiled code may call
	links     bool       // references are stored
	state     bool       // of a literal: it sets variables of the function around it
}

// A deref is a write through a reference.
type deref struct {
	root   *entity // the variable from which the reference comes; nil for any that is mentioned
	mem    *memory
	others bool // what is seen through the root itself does not change
}

// An expansion is what happens when code with a summary runs.
type expansion struct {
	a      *Analyzer
	reads  map[*entity]bool
	bound  map[*entity]bool
	writes map[*entity]bool
	seen   map[*summary]bool
	derefs []deref
	stored []*summary
	links  bool
	any    bool // a function value of unknown origin is called
}

// expand follows a summary to all code that it may run.
func (a *Analyzer) expand(s *summary) *expansion {
	x := &expansion{a: a, reads: make(map[*entity]bool), bound: make(map[*entity]bool), writes: make(map[*entity]bool), seen: make(map[*summary]bool)}
	x.visit(s)
	for n := -1; x.any && n < len(x.reads); { // more names, more functions
		n = len(x.reads)
		for e := range x.reads {
			if e.v != nil && a.reach(e.v.typ).all {
				x.callAll(e)
			}
		}
	}
	for _, d := range x.derefs {
		x.resolve(d)
	}
	return x
}

func (x *expansion) visit(s *summary) {
	if x.seen[s] {
		return
	}
	x.seen[s] = true
	for _, e := range s.bound {
		if e.v != nil {
			x.bound[e] = true
		}
	}
	for _, e := range s.addressed {
		e.v.addressed = true
	}
	for _, e := range s.mentions {
		x.mention(e)
	}
	for _, e := range s.writes {
		x.writes[e] = true
		if e.v != nil && e.v.addressed {
			x.derefs = append(x.derefs, deref{root: e, mem: x.a.storage(e.v.typ)})
		}
	}
	x.derefs = append(x.derefs, s.derefs...)
	for _, lit := range s.stored {
		x.keep(lit)
	}
	x.links = x.links || s.links
	x.any = x.any || s.calledAny
	for _, name := range s.dynamic {
		for _, m := range x.a.methods[name] {
			x.mention(m)
		}
	}
	for _, t := range s.exposed {
		for _, m := range x.a.methodsOf[t.obj.Name()] {
			x.mention(m)
		}
	}
	for _, e := range s.called {
		if !x.callAll(e) {
			x.derefs = append(x.derefs, deref{root: e, mem: everything})
		}
	}
}

// keep notes that a function literal is stored, with the variables that it mentions.
func (x *expansion) keep(lit *summary) {
	x.stored = append(x.stored, lit)
	for _, e := range lit.mentions {
		if e.v != nil {
			x.bound[e] = true
		} else {
			x.reads[e] = true
		}
	}
	for _, inner := range lit.stored {
		x.keep(inner)
	}
}

func (x *expansion) mention(e *entity) {
	x.reads[e] = true
	if e.sum != nil {
		x.visit(e.sum)
	}
}

// callAll follows the functions that a variable may hold, and reports whether any is known.
func (x *expansion) callAll(e *entity) bool {
	if e.v == nil {
		return true
	}
	lits := e.v.root().lits
	for _, s := range lits {
		x.visit(s)
		if s.state {
			x.derefs = append(x.derefs, deref{root: e, mem: everything})
		}
	}
	return len(lits) > 0
}

// resolve finds the variables that a write through a reference changes.
func (x *expansion) resolve(d deref) {
	hit := func(v *variable) {
		if v.owner != nil && !x.writes[v.owner] && x.a.touches(v, d.mem) {
			x.writes[v.owner] = true
		}
	}
	if d.root != nil && d.root.v != nil {
		for _, v := range d.root.v.class() {
			if !d.others || v != d.root.v {
				hit(v)
			}
		}
		return
	}
	for e := range x.reads {
		if e.v != nil && x.a.touches(e.v, d.mem) {
			for _, v := range e.v.class() {
				if !d.others || v != e.v {
					hit(v)
				}
			}
		}
	}
}

// link unites the variables that may share memory after the code has run, and gives function
// literals to those that may hold them.
func (a *Analyzer) link(x *expansion, defined []*entity) {
	var vars []*variable
	add := func(e *entity) {
		if e.v != nil && (e.v.addressed || !a.reach(e.v.typ).empty()) && !slices.Contains(vars, e.v) {
			vars = append(vars, e.v)
		}
	}
	for _, e := range defined {
		add(e)
		if e.v != nil && e.v.before != nil && x.reads[e] && !a.reach(e.v.typ).empty() {
			unite(e.v, e.v.before) // as in s := append(s, 1)
		}
	}
	if x.links || len(vars) > 0 {
		for e := range x.reads {
			add(e)
		}
		for e := range x.bound {
			add(e)
		}
		for i, v := range vars {
			for _, w := range vars[:i] {
				if v.root() != w.root() && a.share(v, w) {
					unite(v, w)
				}
			}
		}
	}
	for _, v := range vars {
		if !a.reach(v.typ).all {
			continue
		}
		for _, s := range x.stored {
			v.hold(s)
		}
		for e := range x.reads {
			if e.sum != nil {
				v.hold(e.value())
			}
		}
	}
}

// value is the summary of a function value that calls e, whatever e is then.
func (e *entity) value() *summary {
	if e.call == nil {
		e.call = &summary{mentions: []*entity{e}}
	}
	return e.call
}

// share reports whether v and w may have memory in common.
func (a *Analyzer) share(v, w *variable) bool {
	x, y := a.reach(v.typ), a.reach(w.typ)
	return x.meets(y) || v.addressed && a.storage(v.typ).meets(y) || w.addressed && a.storage(w.typ).meets(x)
}
