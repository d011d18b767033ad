// SPDX-License-Identifier: BSD-3-Clause

// What calls do.

package effect

import (
	"go/ast"
	"go/types"
	"slices"

	"polka/kernel/cell/typeview"
)

// call adds a call, and reports whether its parts have still to be walked.
func (w *walker) call(c *ast.CallExpr) bool {
	fun := ast.Unparen(c.Fun)
	tv := w.info.Types[c.Fun]
	switch {
	case tv.IsType():
		return true
	case tv.IsBuiltin():
		w.builtin(c, fun)
		return true
	}
	f := w.callee(fun)
	if f == nil {
		if lit, ok := fun.(*ast.FuncLit); ok {
			w.walk(lit.Body)
		} else {
			w.callValue(fun)
		}
		w.sum.links = true
		w.args(c, nil)
		return true
	}
	sel, _ := fun.(*ast.SelectorExpr)
	if sel != nil && w.info.Selections[sel] == nil {
		sel = nil
	}
	if sel != nil {
		w.receiver(f, sel.X)
	}
	if typeview.PathOf(f) == typeview.World {
		w.sum.links = w.sum.links || w.passesReferences(c)
		w.args(c, nil)
		return true
	}
	if sel != nil && w.modifies(f, sel.X) {
		w.change(sel.X)
	}
	if callsLater(f) {
		w.later(c)
	}
	rule := ruleOf(f)
	if !rule.pure {
		w.sum.links = w.sum.links || w.passesReferences(c)
	}
	if !rule.keeps {
		return w.args(c, &rule)
	}
	w.walk(c.Fun)
	for _, x := range c.Args {
		if e := w.function(x); e != nil {
			w.sum.stored, w.sum.links = append(w.sum.stored, e.value()), true
			continue
		}
		w.store(x, false)
	}
	return false
}

// function returns the function of a cell that an expression names, nil for others.
func (w *walker) function(x ast.Expr) *entity {
	if f := w.callee(x); f != nil && f.Signature().Recv() == nil {
		return w.a.known[f.Origin()]
	}
	return nil
}

// callee returns the function that an expression names, nil for other values.
func (w *walker) callee(x ast.Expr) *types.Func {
	switch e := ast.Unparen(x).(type) {
	case *ast.Ident:
		f, _ := w.info.Uses[e].(*types.Func)
		return f
	case *ast.SelectorExpr:
		return typeview.Selected(w.info, e)
	case *ast.IndexExpr:
		return w.callee(e.X)
	case *ast.IndexListExpr:
		return w.callee(e.X)
	}
	return nil
}

// args adds what a function does with its arguments, where rule is known of a compiled one, and nil
// stands for a function of a cell.
func (w *walker) args(c *ast.CallExpr, rule *rule) bool {
	for i, x := range c.Args {
		t := w.info.TypeOf(x)
		if t == nil {
			continue
		}
		if _, ok := t.Underlying().(*types.Signature); ok {
			w.callValue(x)
		}
		if rule == nil || w.a.reach(t).empty() {
			continue
		}
		w.a.typesIn(t, w.expose)
		if rule.changes(i) {
			w.through(x, w.a.reach(t))
		}
	}
	return true
}

// expose notes that compiled code may call the methods of a type.
func (w *walker) expose(t *entity) { w.sum.exposed = append(w.sum.exposed, t) }

// shown adds that the value of an expression is drawn.
func (w *walker) shown(x ast.Expr) {
	if t := w.info.TypeOf(x); t != nil {
		w.a.typesIn(t, w.expose)
	}
}

// receiver takes the address of the receiver, where the call does.
func (w *walker) receiver(f *types.Func, x ast.Expr) {
	if recv := f.Signature().Recv(); recv != nil && isPointer(recv.Type()) {
		if t := w.info.TypeOf(x); t != nil && !isPointer(t) {
			if id, deref := w.base(x); id != nil && deref == nil {
				if e := w.entity(id); e != nil && e.v != nil {
					w.sum.addressed = append(w.sum.addressed, e)
				}
			}
		}
	}
}

// modifies reports whether a method of a compiled package, or one that is called through an
// interface, may change its receiver x.
func (w *walker) modifies(f *types.Func, x ast.Expr) bool {
	recv := f.Signature().Recv()
	if recv == nil || harmless(f) {
		return false
	}
	t := w.info.TypeOf(x)
	return t != nil && (isPointer(recv.Type()) || !w.a.reach(t).empty())
}

// change adds that x, or what it refers to, is changed.
func (w *walker) change(x ast.Expr) {
	t := w.info.TypeOf(x)
	if !isPointer(t) && !types.IsInterface(t) {
		w.assign(x)
	}
	if m := w.a.reach(t); !m.empty() {
		w.through(x, m)
	}
}

func (w *walker) passesReferences(c *ast.CallExpr) bool {
	for _, x := range c.Args {
		if t := w.info.TypeOf(x); t != nil && !w.a.reach(t).empty() {
			return true
		}
	}
	return false
}

// later notes the functions among the arguments of a call, which are called between cells.
func (w *walker) later(c *ast.CallExpr) {
	for _, x := range c.Args {
		t := w.info.TypeOf(x)
		if t == nil {
			continue
		}
		if _, ok := t.Underlying().(*types.Signature); !ok {
			continue
		}
		s := &summary{}
		if lit, ok := ast.Unparen(x).(*ast.FuncLit); ok {
			in := &walker{a: w.a, info: w.info, sum: s, local: w.local, lit: lit}
			in.walk(lit.Body)
		} else if f := w.callee(x); f != nil {
			e := w.a.known[f.Origin()]
			if e == nil {
				continue
			}
			s = e.value()
		} else {
			r := w.roots(x)
			s.called, s.calledAny = r.list, r.any
		}
		if len(w.a.later) == maxLater {
			w.a.later = slices.Delete(w.a.later, 0, maxLater/2)
		}
		w.a.later = append(w.a.later, s)
	}
}

// callValue adds the call of a function value.
func (w *walker) callValue(x ast.Expr) {
	if w.callee(x) != nil {
		return // a function, which is mentioned
	}
	if _, ok := ast.Unparen(x).(*ast.FuncLit); ok {
		return // it is walked where it stands
	}
	r := w.roots(x)
	w.sum.called = append(w.sum.called, r.list...)
	w.sum.calledAny = w.sum.calledAny || r.any
}

// builtin adds a call of one of Go's own functions.
func (w *walker) builtin(c *ast.CallExpr, fun ast.Expr) {
	id, ok := fun.(*ast.Ident)
	if !ok || len(c.Args) == 0 {
		return
	}
	x := c.Args[0]
	t := w.info.TypeOf(x)
	switch id.Name {
	case "append":
		if s, ok := ast.Unparen(x).(*ast.SliceExpr); ok && s.Slice3 {
			return
		}
		if u, ok := t.Underlying().(*types.Slice); ok {
			w.throughRoots(w.roots(x), w.a.storage(u.Elem()), true)
		}
	case "copy":
		w.through(x, w.a.reach(t))
	case "delete":
		w.through(x, &memory{bits: 1 << bitMap})
	case "clear":
		w.through(x, w.a.reach(t))
	case "close":
		w.through(x, &memory{bits: 1 << bitChan})
	}
}
