// An error that nobody looks at.
//
//	f, err := shapes.Pentomino("Q")
//	f
//
// shows nothing, and the reason is in err. A Go compiler refuses the cell, since err is not used;
// here unused variables are allowed. Whether there is an error is known when the cell has run, so
// all that is found before is where to look then: at variables of type error that a statement of
// the cell sets by a call, and that nothing after it mentions. A variable that a function
// mentions, of this cell or an earlier one, or whose address is taken, may be looked at from
// anywhere, and is left alone; so is every variable of a cell with goto.

package warn

import (
	"go/ast"
	"go/token"
	"go/types"
	"maps"
	"slices"

	"polka/kernel/cell/typeview"
)

// An Unread is a variable that may hold an error when the cell has ended.
type Unread struct {
	Name string
	Line int // where it is set
}

// A Watch finds such variables. It remembers what the functions of the cells mention, and is given
// all cells in turn. Its zero value is ready for the first.
type Watch struct {
	shared map[string]bool // variables that may be looked at from anywhere
}

// unreadFinder looks at one cell.
type unreadFinder struct {
	Cell
	set    map[string]*ast.Ident // where each variable is set last
	shared map[string]bool
	jumps  bool
}

// Unread lists the variables that the cell sets and then does not mention.
func (w *Watch) Unread(c Cell) []Unread {
	if w.shared == nil {
		w.shared = make(map[string]bool)
	}
	f := &unreadFinder{Cell: c, set: make(map[string]*ast.Ident), shared: w.shared}
	for _, d := range c.Tree.Decls {
		f.share(d.Node)
	}
	for _, s := range c.Tree.Stmts {
		f.statement(s)
	}
	for _, x := range c.Tree.Values {
		f.read(x)
	}
	if f.jumps || c.Tree.Program {
		return nil
	}
	var list []Unread
	for _, id := range slices.SortedFunc(maps.Values(f.set), func(a, b *ast.Ident) int { return int(a.Pos() - b.Pos()) }) {
		if !f.shared[id.Name] {
			list = append(list, Unread{id.Name, c.Fset.Position(id.Pos()).Line})
		}
	}
	return list
}

// statement follows a statement of the cell itself. What is read before something is set does not
// count; in a statement with others inside there is no before.
func (f *unreadFinder) statement(s ast.Stmt) {
	switch s := s.(type) {
	case *ast.AssignStmt:
		for _, x := range s.Rhs {
			f.read(x)
		}
		for i, x := range s.Lhs {
			f.assign(x, valueAt(s.Rhs, i))
		}
	case *ast.DeclStmt:
		f.read(s)
		for _, spec := range s.Decl.(*ast.GenDecl).Specs {
			if v, ok := spec.(*ast.ValueSpec); ok && len(v.Values) > 0 {
				for i, id := range v.Names {
					f.assign(id, valueAt(v.Values, i))
				}
			}
		}
	default:
		sets := make(map[*ast.Ident]bool)
		ast.Inspect(s, func(n ast.Node) bool {
			if a, ok := n.(*ast.AssignStmt); ok {
				for i, x := range a.Lhs {
					if id, ok := x.(*ast.Ident); ok && f.variable(id) != nil {
						f.assign(id, valueAt(a.Rhs, i))
						sets[id] = true
					}
				}
			}
			return true
		})
		f.readBut(s, sets)
	}
}

// variable is the variable of type error of the cells for which id stands, nil if it is something
// else.
func (f *unreadFinder) variable(id *ast.Ident) *types.Var {
	obj := f.Info.Defs[id]
	if obj == nil {
		obj = f.Info.Uses[id]
	}
	v, ok := obj.(*types.Var)
	if !ok || v.Name() == "_" || !typeview.IsError(v.Type()) {
		return nil
	}
	if slices.Contains(f.Variables, v) || f.Lookup(v.Name()) == v {
		return v
	}
	return nil
}

// valueAt is what the i-th variable of an assignment gets.
func valueAt(values []ast.Expr, i int) ast.Expr {
	if i < len(values) {
		return values[i]
	}
	return values[0]
}

// assign notes that x is set to value.
func (f *unreadFinder) assign(x, value ast.Expr) {
	id, ok := x.(*ast.Ident)
	if !ok {
		f.read(x)
		return
	}
	if v := f.variable(id); v != nil {
		delete(f.set, v.Name())
		if f.reports(value) {
			f.set[v.Name()] = id
		}
	}
}

// reports reports whether an error that x gives is the outcome of something, and not made to be
// kept, as errors.New does.
func (f *unreadFinder) reports(x ast.Expr) bool {
	call, ok := ast.Unparen(x).(*ast.CallExpr)
	if !ok {
		return false
	}
	callee := typeview.Selected(f.Info, ast.Unparen(call.Fun))
	return callee == nil || !slices.Contains([]string{"errors.New", "errors.Join", "fmt.Errorf"}, callee.FullName())
}

// read notes what n mentions.
func (f *unreadFinder) read(n ast.Node) { f.readBut(n, nil) }

// readBut is read without some identifiers, which are set.
func (f *unreadFinder) readBut(n ast.Node, sets map[*ast.Ident]bool) {
	ast.Inspect(n, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.Ident:
			if v := f.variable(n); v != nil && !sets[n] {
				delete(f.set, v.Name())
			}
		case *ast.FuncLit:
			f.share(n)
		case *ast.UnaryExpr:
			if n.Op == token.AND {
				f.share(n.X)
			}
		case *ast.BranchStmt:
			f.jumps = f.jumps || n.Tok == token.GOTO
		}
		return true
	})
}

// share notes that what n mentions may be looked at from anywhere.
func (f *unreadFinder) share(n ast.Node) {
	ast.Inspect(n, func(n ast.Node) bool {
		if id, ok := n.(*ast.Ident); ok {
			if v := f.variable(id); v != nil {
				f.shared[v.Name()] = true
			}
		}
		return true
	})
}
