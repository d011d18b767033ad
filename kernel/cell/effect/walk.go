// SPDX-License-Identifier: BSD-3-Clause

// From syntax trees to summaries.

package effect

import (
	"go/ast"
	"go/token"
	"go/types"

	"polka/kernel/cell/typeview"
)

// A walker makes the summary of a piece of code.
type walker struct {
	a     *Analyzer
	info  *types.Info
	sum   *summary
	local map[*types.Var]roots // variables inside of the code, and where what they refer to may come from
	lit   *ast.FuncLit         // the code is its body
}

// Roots are the variables of cells from which a reference may come.
type roots struct {
	list []*entity
	any  bool // and others: those of the caller
}

func (r *roots) add(o roots) (more bool) {
	if o.any && !r.any {
		r.any, more = true, true
	}
	for _, e := range o.list {
		found := false
		for _, have := range r.list {
			found = found || have == e
		}
		if !found {
			r.list, more = append(r.list, e), true
		}
	}
	return more
}

func newWalker(a *Analyzer, info *types.Info) *walker {
	return &walker{a: a, info: info, sum: &summary{}, local: make(map[*types.Var]roots)}
}

// summarize makes the summary of the body of a function.
func (a *Analyzer) summarize(info *types.Info, body *ast.BlockStmt) *summary {
	w := newWalker(a, info)
	w.locals(body)
	w.walk(body)
	return w.sum
}

// object returns the object that an identifier defines or uses.
func (w *walker) object(id *ast.Ident) types.Object {
	if obj := w.info.Uses[id]; obj != nil {
		return obj
	}
	return w.info.Defs[id]
}

// entity returns the variable of cells that id means, nil for none.
func (w *walker) entity(id *ast.Ident) *entity {
	if v, ok := w.object(id).(*types.Var); ok {
		return w.a.known[v]
	}
	return nil
}

// top walks a statement of the cell, and returns the variables that it sets as a whole.
func (w *walker) top(s ast.Stmt) (defined []*entity) {
	set := func(x ast.Expr) {
		if id, ok := ast.Unparen(x).(*ast.Ident); ok {
			if e := w.entity(id); e != nil {
				defined = append(defined, e)
			}
			return
		}
		w.walk(x)
		w.assign(x)
	}
	switch s := s.(type) {
	case *ast.AssignStmt:
		if s.Tok != token.ASSIGN && s.Tok != token.DEFINE {
			break
		}
		for i, x := range s.Rhs {
			w.store(x, len(s.Lhs) == len(s.Rhs) && blank(s.Lhs[i]))
		}
		for _, x := range s.Lhs {
			set(x)
		}
		for _, e := range defined {
			if e.v != nil && e.v.addressed {
				w.sum.derefs = append(w.sum.derefs, deref{root: e, mem: w.a.storage(e.v.typ), others: true})
			}
		}
		return defined
	case *ast.DeclStmt:
		g, ok := s.Decl.(*ast.GenDecl)
		if !ok || g.Tok != token.VAR {
			break
		}
		for _, spec := range g.Specs {
			v := spec.(*ast.ValueSpec)
			if v.Type != nil {
				w.walk(v.Type)
			}
			for _, x := range v.Values {
				w.store(x, false)
			}
			for _, id := range v.Names {
				set(id)
			}
		}
		return defined
	}
	w.walk(s)
	return nil
}

func blank(x ast.Expr) bool {
	id, ok := x.(*ast.Ident)
	return ok && id.Name == "_"
}

// store walks an expression whose value is kept.
func (w *walker) store(x ast.Expr, dropped bool) {
	if f, ok := ast.Unparen(x).(*ast.FuncLit); ok && !dropped {
		w.keep(f)
		return
	}
	if c, ok := ast.Unparen(x).(*ast.CompositeLit); ok {
		if c.Type != nil {
			w.walk(c.Type)
		}
		for _, elt := range c.Elts {
			if kv, ok := elt.(*ast.KeyValueExpr); ok {
				w.walk(kv.Key)
				elt = kv.Value
			}
			w.store(elt, false)
		}
		return
	}
	if u, ok := ast.Unparen(x).(*ast.UnaryExpr); ok && u.Op == token.AND {
		if c, ok := ast.Unparen(u.X).(*ast.CompositeLit); ok {
			w.store(c, false)
			return
		}
	}
	if t := w.info.TypeOf(x); t != nil && !w.a.reach(t).empty() {
		w.sum.links = true
	}
	w.walk(x)
}

// keep makes a summary of a literal that is called later, if at all.
func (w *walker) keep(f *ast.FuncLit) {
	in := &walker{a: w.a, info: w.info, sum: &summary{}, local: w.local, lit: f}
	in.walk(f.Body)
	w.sum.stored = append(w.sum.stored, in.sum)
	w.sum.links = true
	w.walk(f.Type)
}

// walk adds what a part of the code does.
func (w *walker) walk(n ast.Node) { ast.Inspect(n, w.visit) }

func (w *walker) visit(n ast.Node) bool {
	switch n := n.(type) {
	case *ast.Ident:
		w.mention(n)
	case *ast.AssignStmt:
		for _, x := range n.Lhs {
			w.assign(x)
			w.walk(x)
		}
		for _, x := range n.Rhs {
			w.store(x, false)
		}
		return false
	case *ast.IncDecStmt:
		w.assign(n.X)
	case *ast.ReturnStmt:
		for _, x := range n.Results {
			w.store(x, false)
		}
		return false
	case *ast.RangeStmt:
		w.ranges(n)
	case *ast.SendStmt:
		w.through(n.Chan, &memory{bits: 1 << bitChan})
		w.sum.links = true
	case *ast.UnaryExpr:
		switch n.Op {
		case token.ARROW:
			w.through(n.X, &memory{bits: 1 << bitChan})
		case token.AND:
			w.address(n.X)
			return !w.isVariable(n.X) // the value of x is not used in &x
		}
	case *ast.SliceExpr:
		if t := w.info.TypeOf(n.X); t != nil {
			if _, ok := t.Underlying().(*types.Array); ok {
				w.address(n.X)
			}
		}
	case *ast.CallExpr:
		return w.call(n)
	}
	return true
}

// mention adds a name.
func (w *walker) mention(id *ast.Ident) {
	obj := w.object(id)
	if f, ok := obj.(*types.Func); ok {
		obj = f.Origin()
		if recv := f.Signature().Recv(); recv != nil && types.IsInterface(recv.Type()) {
			w.sum.dynamic = append(w.sum.dynamic, f.Name())
		}
	}
	if obj == nil {
		return
	}
	if e := w.a.known[obj]; e != nil {
		w.sum.mentions = append(w.sum.mentions, e)
	}
}

// ranges adds what a range statement does besides its body.
func (w *walker) ranges(n *ast.RangeStmt) {
	if n.Tok == token.ASSIGN {
		for _, x := range []ast.Expr{n.Key, n.Value} {
			if x != nil {
				w.assign(x)
			}
		}
	}
	t := w.info.TypeOf(n.X)
	if t == nil {
		return
	}
	switch t.Underlying().(type) {
	case *types.Chan:
		w.through(n.X, &memory{bits: 1 << bitChan})
	case *types.Signature:
		w.callValue(n.X)
	}
}

// address notes that a pointer to the variable x, or to a part of it, is made.
func (w *walker) address(x ast.Expr) {
	if id, deref := w.base(x); id != nil && deref == nil {
		if e := w.entity(id); e != nil && e.v != nil {
			w.sum.addressed, w.sum.bound = append(w.sum.addressed, e), append(w.sum.bound, e)
		}
	}
}

// isVariable reports whether x is the name of a variable of cells.
func (w *walker) isVariable(x ast.Expr) bool {
	id, ok := ast.Unparen(x).(*ast.Ident)
	return ok && w.entity(id) != nil
}

// base finds the variable of which x is a part; if there is a reference on the way to it, deref is
// what it refers from.
func (w *walker) base(x ast.Expr) (id *ast.Ident, deref ast.Expr) {
	for {
		switch e := ast.Unparen(x).(type) {
		case *ast.Ident:
			return e, nil
		case *ast.SelectorExpr:
			s := w.info.Selections[e]
			if s == nil {
				return nil, nil // of a package
			}
			if s.Indirect() || isPointer(s.Recv()) {
				return nil, e.X
			}
			x = e.X
		case *ast.IndexExpr:
			t := w.info.TypeOf(e.X)
			if t == nil {
				return nil, nil
			}
			if _, ok := t.Underlying().(*types.Array); !ok {
				return nil, e.X
			}
			x = e.X
		case *ast.StarExpr:
			return nil, e.X
		default:
			return nil, e
		}
	}
}

func isPointer(t types.Type) bool {
	_, ok := t.Underlying().(*types.Pointer)
	return ok
}

// assign adds that x is set. Names that are set are mentioned, too.
func (w *walker) assign(x ast.Expr) {
	id, from := w.base(x)
	if id != nil {
		e := w.entity(id)
		if e != nil {
			w.sum.writes = append(w.sum.writes, e)
		} else if v, ok := w.object(id).(*types.Var); ok && w.lit != nil && !(w.lit.Pos() <= v.Pos() && v.Pos() < w.lit.End()) {
			w.sum.state = true
		}
		return
	}
	if from == nil {
		return
	}
	m := &memory{}
	if t := w.info.TypeOf(x); t != nil {
		m.add(w.a.storage(t))
	}
	if t := w.info.TypeOf(from); t != nil {
		if _, ok := t.Underlying().(*types.Map); ok {
			m = &memory{bits: 1 << bitMap}
		}
	}
	w.through(from, m)
}

// through adds a write to memory m through the reference x.
func (w *walker) through(x ast.Expr, m *memory) { w.throughRoots(w.roots(x), m, false) }

func (w *walker) throughRoots(r roots, m *memory, others bool) {
	for _, e := range r.list {
		w.sum.derefs = append(w.sum.derefs, deref{root: e, mem: m, others: others})
	}
	if r.any {
		w.sum.derefs = append(w.sum.derefs, deref{mem: m, others: others})
	}
}

// roots finds where the references in the value of x may come from.
func (w *walker) roots(x ast.Expr) (r roots) {
	switch e := ast.Unparen(x).(type) {
	case *ast.Ident:
		v, ok := w.object(e).(*types.Var)
		if !ok {
			return r
		}
		if known := w.a.known[v]; known != nil {
			return roots{list: []*entity{known}}
		}
		if l, ok := w.local[v]; ok {
			return l
		}
		return roots{any: true} // a parameter
	case *ast.SelectorExpr:
		if w.info.Selections[e] == nil {
			return r
		}
		return w.roots(e.X)
	case *ast.IndexExpr:
		return w.roots(e.X)
	case *ast.SliceExpr:
		return w.roots(e.X)
	case *ast.StarExpr:
		return w.roots(e.X)
	case *ast.TypeAssertExpr:
		return w.roots(e.X)
	case *ast.UnaryExpr:
		return w.roots(e.X)
	case *ast.CompositeLit:
		for _, elt := range e.Elts {
			if kv, ok := elt.(*ast.KeyValueExpr); ok {
				elt = kv.Value
			}
			r.add(w.rootsOfValue(elt))
		}
	case *ast.FuncLit:
		return roots{any: true}
	case *ast.CallExpr:
		return w.rootsOfCall(e)
	}
	return r
}

// rootsOfValue is roots for a value that is copied: without references there are none.
func (w *walker) rootsOfValue(x ast.Expr) roots {
	if t := w.info.TypeOf(x); t == nil || w.a.reach(t).empty() {
		return roots{}
	}
	return w.roots(x)
}

func (w *walker) rootsOfCall(c *ast.CallExpr) (r roots) {
	if t := w.info.TypeOf(c); t == nil || w.a.reach(t).empty() {
		return r
	}
	tv := w.info.Types[c.Fun]
	if sel, ok := ast.Unparen(c.Fun).(*ast.SelectorExpr); ok && w.info.Selections[sel] != nil {
		r.add(w.roots(sel.X))
	}
	for _, x := range c.Args {
		r.add(w.rootsOfValue(x))
	}
	if tv.IsType() || tv.IsBuiltin() {
		return r
	}
	if f := w.callee(c.Fun); f == nil || typeview.PathOf(f) == typeview.World {
		r.any = true // it may return what it mentions
	}
	return r
}

// locals finds the variables inside of n and what they may refer to.
func (w *walker) locals(n ast.Node) {
	for again := true; again; {
		again = false
		bind := func(x ast.Expr, r roots) {
			id, ok := ast.Unparen(x).(*ast.Ident)
			if !ok {
				return
			}
			v, ok := w.object(id).(*types.Var)
			if !ok || w.a.known[v] != nil {
				return
			}
			l, had := w.local[v]
			if more := l.add(r); more || !had {
				w.local[v] = l
				again = again || more
			}
		}
		ast.Inspect(n, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.AssignStmt:
				for i, x := range n.Lhs {
					bind(x, w.rootsOfValue(n.Rhs[min(i, len(n.Rhs)-1)]))
				}
			case *ast.ValueSpec:
				for i, id := range n.Names {
					r := roots{}
					if len(n.Values) > 0 {
						r = w.rootsOfValue(n.Values[min(i, len(n.Values)-1)])
					}
					bind(id, r)
				}
			case *ast.RangeStmt:
				for _, x := range []ast.Expr{n.Key, n.Value} {
					if x != nil {
						bind(x, w.rootsOfValue(n.X))
					}
				}
			}
			return true
		})
	}
}
