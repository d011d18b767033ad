// Where a panic happened.
//
// The interpreter names the functions that a panic passes, but not the statements: its positions are
// those of the functions' beginnings. So before each statement that can fail, and before each top-level
// statement of a cell, the rewritten text stores the statement's place in a variable,
//
//	lineꓸ = 7000002 // cell 7, line 2
//
// which costs some 15 ns (a tight loop over a slice becomes a third slower). The variable is the
// session's, bound once by Runtime's Bind. It tells the innermost place; a second variable tells the
// statement of the cell. For the functions between, the lines that call the function below them are
// looked up in Functions, and are nearly always one.
// The innermost place is believed only if it lies in the innermost function: another goroutine may have
// written it.
//
// A statement can fail if it indexes, slices, follows a pointer, divides integers, asserts a type, sends,
// or calls something. Constants do not fail.

package cell

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"
	"strconv"
	"strings"

	"golang.org/x/tools/go/ast/astutil"
)

// The variables of the interpreter that hold the current place, and that of the cell's own statement.
const (
	lineName = "lineꓸ"
	topName  = "topꓸ"
)

// Place encodes a line of a cell as the rewritten text stores it.
func Place(cell, line int) int { return cell*placeUnit + line }

// SplitPlace is the inverse of Place.
func SplitPlace(p int) (cell, line int) { return p / placeUnit, p % placeUnit }

const placeUnit = 1_000_000

// A Function is a function of a cell, or a function literal, for traces.
type Function struct {
	Name      string // as the user wrote it: "f", "T.M", "func" for a literal, "" for the cell's statements
	Cell      int
	Line      int // of its beginning
	Col       int
	End       int              // the last line
	Synthetic bool             // a function that the compiler made; traces leave it out
	Calls     map[string][]int // by user name, the lines that call it
}

// mark is the statement that notes the place of the statement at p.
func (e *emitter) mark(p token.Pos) ast.Stmt {
	n := e.place(p)
	if raceBuild {
		return &ast.ExprStmt{X: e.runtime(p, "At", n)}
	}
	return assign(p, ident(lineName, p), n)
}

// Rebind makes the next cell bind new places, because code that cannot be stopped still writes the old.
func (c *Compiler) Rebind() { delete(c.helpers, lineName) }

// place is the Place of p as a literal.
func (e *emitter) place(p token.Pos) ast.Expr {
	pos := e.c.o.Fset.Position(p)
	return integer(p, strconv.Itoa(Place(cellOf(pos.Filename), pos.Line)))
}

// markTop is mark for a statement of the cell itself.
func (e *emitter) markTop(p token.Pos) ast.Stmt {
	return block(p, e.mark(p), assign(p, ident(topName, p), e.place(p)))
}

// markNowhere says that what calls the function which is called next is no line of the cell.
func (e *emitter) markNowhere(p token.Pos) ast.Stmt {
	return assign(p, ident(topName, p), integer(p, strconv.Itoa(Place(e.t.number, 0))))
}

// initial are the statements at the beginning of the cell.
func (e *emitter) initial() []ast.Stmt {
	list := e.start
	if e.helper(lineName) {
		p := e.t.end
		e.file = append([]ast.Decl{variable(p, lineName, ident("int", p)), variable(p, topName, ident("int", p))}, e.file...)
		address := func(name string) ast.Expr { return &ast.UnaryExpr{OpPos: p, Op: token.AND, X: ident(name, p)} }
		bind := &ast.ExprStmt{X: e.runtime(p, "Bind", address(lineName), address(topName))}
		list = append([]ast.Stmt{bind}, list...)
	}
	return list
}

// helper reports whether the interpreter still lacks the helper of that name; it counts as made then.
func (e *emitter) helper(name string) bool {
	if e.c.helpers[name] || slices.Contains(e.p.helpers, name) {
		return false
	}
	e.p.helpers = append(e.p.helpers, name)
	return true
}

// markRule notes the place of each statement that can fail.
func markRule(e *emitter, cur *astutil.Cursor) {
	s, ok := cur.Node().(ast.Stmt)
	if !ok || cur.Index() < 0 || !e.risky[s] || e.ofLibrary(s.Pos()) {
		return
	}
	switch cur.Parent().(type) {
	case *ast.BlockStmt, *ast.CaseClause, *ast.CommClause:
		cur.InsertBefore(e.mark(s.Pos()))
	}
	if f, ok := s.(*ast.ForStmt); ok && (e.fails(f.Cond) || e.fails(f.Post)) {
		f.Body.List = append(f.Body.List, e.mark(f.Pos()))
	}
}

// findRisky fills e.risky: the statements that can fail by themselves, without the blocks in them.
func (e *emitter) findRisky() {
	e.risky = make(map[ast.Stmt]bool)
	look := func(s ast.Stmt, parts ...ast.Node) {
		for _, n := range parts {
			if e.fails(n) {
				e.risky[s] = true
			}
		}
	}
	e.t.walk(func(n ast.Node) bool {
		switch s := n.(type) {
		case *ast.IfStmt:
			look(s, s.Init, s.Cond)
		case *ast.ForStmt:
			look(s, s.Init, s.Cond, s.Post)
		case *ast.RangeStmt:
			look(s, s.X)
		case *ast.SwitchStmt:
			look(s, s.Init, s.Tag)
			for _, c := range s.Body.List {
				for _, x := range c.(*ast.CaseClause).List {
					look(s, x)
				}
			}
		case *ast.TypeSwitchStmt:
			look(s, s.Init, s.Assign)
		case *ast.SelectStmt:
			for _, c := range s.Body.List {
				look(s, c.(*ast.CommClause).Comm)
			}
		case *ast.ExprStmt, *ast.AssignStmt, *ast.IncDecStmt, *ast.ReturnStmt, *ast.DeclStmt, *ast.SendStmt, *ast.GoStmt, *ast.DeferStmt:
			look(s.(ast.Stmt), s)
		}
		return true
	})
}

// fails reports whether running n, without the function literals in it, can panic.
func (e *emitter) fails(n ast.Node) bool {
	if isNilNode(n) {
		return false
	}
	info := e.r.info
	risky := false
	ast.Inspect(n, func(n ast.Node) bool {
		if x, ok := n.(ast.Expr); ok {
			if tv := info.Types[x]; tv.Value != nil || tv.IsType() {
				return false
			}
		}
		switch n := n.(type) {
		case *ast.FuncLit:
			return false
		case *ast.IndexExpr:
			if t := info.Types[n.X].Type; t != nil && !info.Types[n.X].IsType() {
				if _, generic := t.Underlying().(*types.Signature); !generic {
					risky = true
				}
			}
		case *ast.SliceExpr, *ast.StarExpr, *ast.SendStmt:
			risky = true
		case *ast.TypeAssertExpr:
			risky = risky || n.Type != nil
		case *ast.SelectorExpr:
			if t := info.Types[n.X].Type; t != nil {
				if _, ptr := t.Underlying().(*types.Pointer); ptr {
					risky = true
				}
			}
		case *ast.BinaryExpr:
			risky = risky || e.divides(n.Op, n.Y)
		case *ast.AssignStmt:
			switch n.Tok {
			case token.QUO_ASSIGN, token.REM_ASSIGN, token.SHL_ASSIGN, token.SHR_ASSIGN:
				risky = risky || e.divides(token.QUO, n.Rhs[0])
			}
		case *ast.CallExpr:
			if !info.Types[n.Fun].IsType() && !e.harmless(n.Fun) {
				risky = true
			}
		}
		return !risky
	})
	return risky
}

// divides reports whether op with right operand y can panic.
func (e *emitter) divides(op token.Token, y ast.Expr) bool {
	switch op {
	case token.QUO, token.REM, token.SHL, token.SHR:
		tv := e.r.info.Types[y]
		if tv.Value != nil || tv.Type == nil {
			return false
		}
		b, ok := tv.Type.Underlying().(*types.Basic)
		return !ok || b.Info()&types.IsInteger != 0
	}
	return false
}

// harmless reports whether f is a builtin that does not panic.
func (e *emitter) harmless(f ast.Expr) bool {
	id, ok := ast.Unparen(f).(*ast.Ident)
	if !ok {
		return false
	}
	b, ok := e.r.info.Uses[id].(*types.Builtin)
	if !ok {
		return false
	}
	switch b.Name() {
	case "len", "cap", "append", "copy", "min", "max", "new", "real", "imag", "complex", "print", "println", "delete", "recover":
		return true
	}
	return false
}

func isNilNode(n ast.Node) bool {
	switch n := n.(type) {
	case nil:
		return true
	case ast.Stmt:
		return n == nil
	case ast.Expr:
		return n == nil
	}
	return false
}

// findFunctions fills Program.Functions, before anything is rewritten.
func (e *emitter) findFunctions() {
	fset := e.c.o.Fset
	add := func(name string, from, to token.Pos, body ast.Node) {
		b, end := fset.Position(from), fset.Position(to)
		f := Function{Name: name, Cell: cellOf(b.Filename), Line: b.Line, Col: b.Column, End: end.Line, Calls: make(map[string][]int)}
		ast.Inspect(body, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.FuncLit:
				return n == body
			case *ast.CallExpr:
				name := e.callee(n)
				if e.builtin(n.Fun) != "" {
					break
				}
				f.Calls[name] = append(f.Calls[name], fset.Position(n.Pos()).Line)
			}
			return true
		})
		e.p.Functions = append(e.p.Functions, f)
	}
	for _, d := range e.t.decls {
		if fn, ok := d.node.(*ast.FuncDecl); ok && fn.Body != nil {
			name := fn.Name.Name
			if d.recv != "" {
				name = d.recv + "." + name
			}
			if d.made != nil {
				name = d.made.title
			}
			add(name, fn.Pos(), fn.End(), fn.Body)
		}
	}
	top := &ast.BlockStmt{List: e.t.stmts}
	for _, x := range e.t.values {
		top.List = append(top.List, &ast.ExprStmt{X: x})
	}
	if len(top.List) > 0 {
		add("", start(e.t), e.t.end, top)
	}
	e.t.walk(func(n ast.Node) bool {
		if lit, ok := n.(*ast.FuncLit); ok {
			add("func", lit.Pos(), lit.End(), lit)
		}
		return true
	})
}

// callee is the user's name of what a call calls; "func" if it is no declared function.
func (e *emitter) callee(n *ast.CallExpr) string {
	switch f := ast.Unparen(n.Fun).(type) {
	case *ast.Ident:
		if _, ok := e.r.info.Uses[f].(*types.Func); ok {
			if _, ok := e.r.info.Instances[f]; ok {
				return functionTitle(f.Name)
			}
			return f.Name
		}
	case *ast.IndexExpr, *ast.IndexListExpr:
		if id, ok := withoutTypeArgs(f).(*ast.Ident); ok {
			return functionTitle(id.Name)
		}
	case *ast.SelectorExpr:
		if s := e.r.info.Selections[f]; s != nil && s.Kind() == types.MethodVal {
			return strings.TrimLeft(title(s.Recv()), "*") + "." + f.Sel.Name
		}
	}
	return "func"
}
