// SPDX-License-Identifier: BSD-3-Clause

// An error that nothing reads.
//
//	f, err := shapes.Pentomino("Q")
//	f
//
// shows nothing, and the reason is in err. A Go compiler rejects the cell, since err is not used;
// here unused variables are allowed. Whether there is an error is known only when the cell runs. So
// this file finds the places to watch then: assignments of calls to variables of type error whose
// values nothing in the cell reads, because on every path from there the cell ends or another
// assignment comes first. It goes through the statements of the cell and the blocks inside them,
// from the end to the beginning: a variable is live before a statement that reads it, and dead
// before one that sets it. A loop is repeated until nothing changes.
//
// A variable that a function mentions, of this cell or an earlier one, or whose address is taken,
// may be read from anywhere, and is ignored; so is every variable of a cell with goto. The
// statements in functions are not examined.

package warn

import (
	"go/ast"
	"go/token"
	"go/types"
	"maps"
	"slices"

	"polka/kernel/cell/typeview"
)

// An Unread is an assignment of an error that nothing reads.
type Unread struct {
	ID     *ast.Ident // the variable, where it is set
	Name   string
	Line   int
	Inside bool // the variable belongs to a block; otherwise it belongs to the cells
}

// A Watch finds such assignments. It remembers what the functions of the cells mention, and is
// given all cells in turn. Its zero value is ready for the first.
type Watch struct {
	shared map[string]bool // variables of the cells that may be read from anywhere
}

// Clone returns a copy that remembers the same.
func (w *Watch) Clone() Watch { return Watch{maps.Clone(w.shared)} }

// live is a set of variables whose values may be read: a variable of the cells by its name, and one
// of a block by its object.
type live map[any]bool

// and returns the union of sets.
func (l live) and(others ...live) live {
	all := maps.Clone(l)
	for _, o := range others {
		maps.Copy(all, o)
	}
	return all
}

// unreadFinder looks at one cell.
type unreadFinder struct {
	Cell
	dead    map[*ast.Ident]any // assignments that nothing reads, with the variable
	shared  map[string]bool
	inside  live // variables of blocks that may be read from anywhere
	targets []jumpTarget
	jumps   bool
}

// A jumpTarget is where break and continue lead.
type jumpTarget struct {
	label        string
	after, again live // what is live there
	isLoop       bool
}

// Unread lists the assignments of the cell.
func (w *Watch) Unread(c Cell) []Unread {
	if w.shared == nil {
		w.shared = make(map[string]bool)
	}
	f := &unreadFinder{Cell: c, dead: make(map[*ast.Ident]any), shared: w.shared, inside: make(live)}
	for _, d := range c.Tree.Decls {
		f.share(d.Node)
	}
	end := make(live)
	for _, x := range c.Tree.Values {
		f.read(x, end)
	}
	f.list(c.Tree.Stmts, end)
	if f.jumps || c.Tree.Program {
		return nil
	}
	var list []Unread
	for _, id := range slices.SortedFunc(maps.Keys(f.dead), func(a, b *ast.Ident) int { return int(a.Pos() - b.Pos()) }) {
		v := f.dead[id]
		name, ofCells := v.(string)
		if ofCells && f.shared[name] || f.inside[v] {
			continue
		}
		list = append(list, Unread{id, id.Name, c.Fset.Position(id.Pos()).Line, !ofCells})
	}
	return list
}

// list returns what is live before statements, given what is live after them.
func (f *unreadFinder) list(list []ast.Stmt, after live) live {
	for _, s := range slices.Backward(list) {
		after = f.statement(s, "", after)
	}
	return after
}

// statement returns what is live before s. The label is that of s.
func (f *unreadFinder) statement(s ast.Stmt, label string, after live) live {
	before := maps.Clone(after)
	switch s := s.(type) {
	case nil:
	case *ast.AssignStmt:
		for i, x := range s.Lhs {
			f.assign(x, valueAt(s.Rhs, i), before)
		}
		for _, x := range s.Lhs {
			if _, isName := ast.Unparen(x).(*ast.Ident); !isName {
				f.read(x, before)
			}
		}
		for _, x := range s.Rhs {
			f.read(x, before)
		}
	case *ast.DeclStmt:
		for _, spec := range slices.Backward(s.Decl.(*ast.GenDecl).Specs) {
			if v, ok := spec.(*ast.ValueSpec); ok && len(v.Values) > 0 {
				for i, id := range v.Names {
					f.assign(id, valueAt(v.Values, i), before)
				}
				for _, x := range v.Values {
					f.read(x, before)
				}
			}
		}
	case *ast.LabeledStmt:
		return f.statement(s.Stmt, s.Label.Name, after)
	case *ast.BlockStmt:
		return f.list(s.List, after)
	case *ast.IfStmt:
		before = f.list(s.Body.List, after)
		if s.Else != nil {
			before = before.and(f.statement(s.Else, "", after))
		} else {
			before = before.and(after)
		}
		f.read(s.Cond, before)
		return f.statement(s.Init, "", before)
	case *ast.ForStmt:
		before = f.loop(label, after, func(again live) live {
			if s.Cond != nil {
				f.read(s.Cond, again)
			}
			return f.statement(s.Post, "", again)
		}, s.Body)
		if s.Cond != nil {
			f.read(s.Cond, before)
		}
		return f.statement(s.Init, "", before)
	case *ast.RangeStmt:
		before = f.loop(label, after, func(again live) live { return again }, s.Body)
		for _, x := range []ast.Expr{s.Key, s.Value} {
			if _, isName := x.(*ast.Ident); x != nil && !isName {
				f.read(x, before)
			}
		}
		f.read(s.X, before)
	case *ast.SwitchStmt:
		before = f.clauses(label, after, s.Body)
		if s.Tag != nil {
			f.read(s.Tag, before)
		}
		return f.statement(s.Init, "", before)
	case *ast.TypeSwitchStmt:
		before = f.statement(s.Assign, "", f.clauses(label, after, s.Body))
		return f.statement(s.Init, "", before)
	case *ast.SelectStmt:
		return f.clauses(label, after, s.Body)
	case *ast.BranchStmt:
		return f.branch(s, after)
	default: // a statement without others inside
		f.read(s, before)
	}
	return before
}

// loop returns what is live before a loop, without its condition. The function next returns what is
// live at the end of the body, given what is live before it.
func (f *unreadFinder) loop(label string, after live, next func(live) live, body *ast.BlockStmt) live {
	before := maps.Clone(after)
	for {
		again := next(maps.Clone(before))
		pop := f.target(jumpTarget{label: label, after: after, again: again, isLoop: true})
		more := before.and(f.list(body.List, again))
		pop()
		if len(more) == len(before) {
			return before
		}
		before = more
	}
}

// clauses returns what is live before the clauses of a switch or select statement.
func (f *unreadFinder) clauses(label string, after live, body *ast.BlockStmt) live {
	defer f.target(jumpTarget{label: label, after: after})()
	all, below := maps.Clone(after), after // below is before the statements of the next clause
	for _, s := range slices.Backward(body.List) {
		switch s := s.(type) {
		case *ast.CaseClause:
			end := after
			if n := len(s.Body); n > 0 {
				if b, ok := s.Body[n-1].(*ast.BranchStmt); ok && b.Tok == token.FALLTHROUGH {
					end = below
				}
			}
			below = f.list(s.Body, end)
			all = all.and(below)
			for _, x := range s.List {
				f.read(x, all)
			}
		case *ast.CommClause:
			all = all.and(f.statement(s.Comm, "", f.list(s.Body, after)))
		}
	}
	return all
}

// target notes where break and continue lead, until the function that it returns is called.
func (f *unreadFinder) target(t jumpTarget) (pop func()) {
	f.targets = append(f.targets, t)
	return func() { f.targets = f.targets[:len(f.targets)-1] }
}

// branch returns what is live before break, continue, goto and fallthrough.
func (f *unreadFinder) branch(s *ast.BranchStmt, after live) live {
	if s.Tok == token.FALLTHROUGH {
		return after
	}
	for _, t := range slices.Backward(f.targets) {
		switch {
		case s.Label != nil && s.Label.Name != t.label:
		case s.Tok == token.BREAK:
			return t.after
		case s.Tok == token.CONTINUE && t.isLoop:
			return t.again
		}
	}
	f.jumps = true // goto
	return after
}

// variable returns the variable of type error for which id stands: its name if it belongs to the
// cells, and its object if it belongs to a block; nil if it is something else.
func (f *unreadFinder) variable(id *ast.Ident) any {
	obj := f.Info.Defs[id]
	if obj == nil {
		obj = f.Info.Uses[id]
	}
	v, ok := obj.(*types.Var)
	if !ok || v.Name() == "_" || v.IsField() || !typeview.IsError(v.Type()) {
		return nil
	}
	if slices.Contains(f.Variables, v) || f.Lookup(v.Name()) == v {
		return v.Name()
	}
	if v.Parent() == nil || v.Pkg() != nil && v.Parent() == v.Pkg().Scope() {
		return nil
	}
	return v
}

// valueAt returns what the i-th variable of an assignment gets.
func valueAt(values []ast.Expr, i int) ast.Expr {
	if i < len(values) {
		return values[i]
	}
	return values[0]
}

// assign notes that x, if it is a variable, is set to value, and removes it from what is live.
func (f *unreadFinder) assign(x, value ast.Expr, l live) {
	id, ok := ast.Unparen(x).(*ast.Ident)
	if !ok {
		return
	}
	if v := f.variable(id); v != nil {
		if l[v] || !f.reports(value) {
			delete(f.dead, id)
		} else {
			f.dead[id] = v
		}
		delete(l, v)
	}
}

// reports reports whether an error that x gives is the outcome of something, and not made to be
// kept, as by errors.New or by a conversion.
func (f *unreadFinder) reports(x ast.Expr) bool {
	call, ok := ast.Unparen(x).(*ast.CallExpr)
	if !ok {
		return false
	}
	if f.Info.Types[call.Fun].IsType() {
		return f.reports(call.Args[0])
	}
	callee := typeview.Selected(f.Info, ast.Unparen(call.Fun))
	return callee == nil || !slices.Contains([]string{"errors.New", "errors.Join", "fmt.Errorf"}, callee.FullName())
}

// read adds what n reads to what is live.
func (f *unreadFinder) read(n ast.Node, l live) {
	ast.Inspect(n, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.Ident:
			if v := f.variable(n); v != nil {
				l[v] = true
			}
		case *ast.FuncLit:
			f.share(n)
		case *ast.UnaryExpr:
			if n.Op == token.AND {
				f.share(n.X)
			}
		}
		return true
	})
}

// share notes that what n mentions may be read from anywhere.
func (f *unreadFinder) share(n ast.Node) {
	ast.Inspect(n, func(n ast.Node) bool {
		if id, ok := n.(*ast.Ident); ok {
			switch v := f.variable(id).(type) {
			case string:
				f.shared[v] = true
			case *types.Var:
				f.inside[v] = true
			}
		}
		return true
	})
}
