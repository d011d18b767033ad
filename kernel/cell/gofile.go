// SPDX-License-Identifier: BSD-3-Clause

// Cells as a Go program.
//
// A program that consists of some cells has their declarations at its top level, and for each cell
// a function with its statements. Variables that statements define are variables of the package, so
// x := 1 becomes x = 1, and var x int comes before the function.
//
//	x := 1        // cell 1          var x int
//	x := x + 1    // cell 4          func cell1() { x = 1 }
//	                                 var x_2 int
//	                                 func cell4() { x_2 = x + 1 }
//	                                 func main() { cell1(); cell4(); fmt.Println(x_2) }
//
// The cells are compiled as they are in a session, but nothing runs. The compiler has given each
// definition a symbol of its own; each symbol gets a name here, so that a variable that is declared
// again does not conflict with the earlier one. Then the text of the cells is edited: names,
// definitions, values that nothing uses, and contexts that calls leave out. So comments and layout
// are kept.
//
// What cells may do and files may not is of two kinds. Variables, imports and labels that nothing
// uses are found by checking the program, and used or removed (gofix.go). For the rest there is an
// error: types and methods that are declared twice, init functions, packages beside the notebook,
// and functions that are declared twice with the same signature, of which the later one is called
// instead of the earlier one.
//
// Cost: that of compiling the cells, and of checking the program once or a few times.

package cell

import (
	"bytes"
	"fmt"
	"go/ast"
	"go/format"
	"go/token"
	"go/types"
	"maps"
	"slices"
	"strconv"
	"strings"

	"polka/kernel/cell/source"
	"polka/kernel/cell/syntax"
	"polka/kernel/cell/typeview"
)

// A Part is a cell of a program: its number and its text.
type Part struct {
	Number int
	Code   string
}

// GoFile returns a Go program that does what cells do that run one after the other from a fresh
// start, and then prints the value of a variable; name may be "" to print none. The cells must
// compile. The error says why the program cannot be written. The compiler is not changed.
func (c *Compiler) GoFile(cells []Part, name string) ([]byte, error) {
	o := c.o
	o.Fset, o.Forget = nil, nil
	x := &goFile{compiler: New(o), names: make(map[string]string), taken: make(map[string]bool), paths: make(map[string]string), done: make(map[string]int)}
	for name := range reservedNames() {
		x.taken[name] = true
	}
	for _, p := range cells {
		x.mentioned = append(x.mentioned, identifiers(p.Code)...)
	}
	x.compiler.export = x.step
	for _, p := range cells {
		if err := x.cell(p); err != nil {
			return nil, fmt.Errorf("cell %d: %w", p.Number, err)
		}
	}
	if e := x.compiler.names[name]; name != "" && e != nil {
		if _, ok := e.Obj.(*types.Var); ok {
			x.calls = append(x.calls, fmt.Sprintf("%s.Println(%s)", x.use("fmt", "fmt"), x.names[x.compiler.symbols[e.Obj]]))
		}
	}
	return x.file()
}

// reservedNames are names that top-level declarations of a program cannot have, or should not.
func reservedNames() map[string]bool {
	m := map[string]bool{"main": true, "init": true, "_": true}
	for _, n := range types.Universe.Names() {
		m[n] = true
	}
	return m
}

// identifiers lists the identifiers of a text.
func identifiers(text string) []string {
	return strings.FieldsFunc(text, func(r rune) bool { return !token.IsIdentifier("a" + string(r)) })
}

// A goFile is a program that is being written.
type goFile struct {
	compiler  *Compiler
	names     map[string]string // by symbol, or by the key of a constant
	taken     map[string]bool   // the names of the program
	mentioned []string          // all identifiers of the cells
	paths     map[string]string // the names of imports by path
	dots      []string          // the paths of imports with a dot
	done      map[string]int    // the cells of what cannot be declared twice
	text      strings.Builder   // the declarations and functions
	calls     []string          // the statements of main

	// Of the present cell:
	part       Part
	decls      strings.Builder
	vars, body strings.Builder
	err        error
}

// cell adds a cell.
func (x *goFile) cell(p Part) error {
	x.part, x.err = p, nil
	x.decls.Reset()
	x.vars.Reset()
	x.body.Reset()
	for _, s := range syntax.Steps(p.Code) {
		code := s.Go
		switch {
		case s.Magic != nil:
			if code = s.Magic.Code(); code == "" {
				fmt.Fprintf(&x.body, "\n// %%%s %s\n", s.Magic.Name, strings.ReplaceAll(s.Magic.Arg, "\n", "\n// "))
			}
		case s.Shell != nil:
			fmt.Fprintf(&x.body, "\n// !%s\n", s.Shell.Command)
		}
		if strings.TrimSpace(code) == "" {
			continue
		}
		q, err := x.compiler.CompileStep(p.Number, p.Code, code, false)
		if err == nil {
			err = x.err
		}
		if err != nil {
			return err
		}
		x.compiler.Commit(q, q.Definitions)
	}
	if x.decls.Len()+x.vars.Len()+len(strings.TrimSpace(x.body.String())) == 0 {
		return nil
	}
	fmt.Fprintf(&x.text, "\n// Cell %d.\n\n%s\n%s\n", p.Number, x.decls.String(), x.vars.String())
	if strings.TrimSpace(x.body.String()) != "" {
		f := x.unique(fmt.Sprintf("cell%d", p.Number))
		fmt.Fprintf(&x.text, "func %s() {\n%s\n}\n", f, strings.TrimSpace(x.body.String()))
		x.calls = append(x.calls, f+"()")
	}
	return nil
}

// fail notes why the program cannot be written.
func (x *goFile) fail(format string, args ...any) {
	if x.err == nil {
		x.err = fmt.Errorf(format, args...)
	}
}

// unique returns a name that the program does not have, and takes it.
func (x *goFile) unique(name string) string {
	free := name
	for n := 2; x.taken[free] || free != name && slices.Contains(x.mentioned, free); n++ {
		free = fmt.Sprintf("%s_%d", name, n)
	}
	x.taken[free] = true
	return free
}

// use imports a package, by the name that cells use for it if the program does not have it.
func (x *goFile) use(path, name string) string {
	if x.paths[path] == "" {
		x.paths[path] = x.unique(name)
	}
	return x.paths[path]
}

// A goStep is a step of a cell with the text that is edited.
type goStep struct {
	*goFile
	*builder
	src   string
	lines []int // offsets
}

func newGoStep(x *goFile, b *builder, src string) *goStep {
	s := &goStep{goFile: x, builder: b, src: src, lines: []int{0}}
	for i := range len(src) {
		if src[i] == '\n' {
			s.lines = append(s.lines, i+1)
		}
	}
	return s
}

// step adds a step that was compiled.
func (x *goFile) step(b *builder) {
	s := newGoStep(x, b, b.t.Text())
	switch {
	case b.t.Program:
		x.fail("it is a program")
	case b.t.Embeds():
		x.fail("it embeds files")
	}
	s.checkDecls()
	if x.err != nil {
		return
	}
	s.define()
	for _, c := range b.copies() {
		a := c.Stmt.(*ast.AssignStmt)
		fmt.Fprintf(&x.body, "%s = %s\n", s.nameOf(b.r.info.Uses[a.Lhs[0].(*ast.Ident)]), s.nameOf(b.r.info.Uses[a.Rhs[0].(*ast.Ident)]))
	}
	end := 0
	for _, part := range b.t.Parts() {
		end = part.End
		switch {
		case part.Statements:
			x.body.WriteString(s.edited(part.Begin, part.End, s.statementEdits()))
			if part.Semicolon {
				x.body.WriteByte(';')
			}
		case !part.Imports && s.declares(part):
			x.decls.WriteString(strings.TrimSpace(s.edited(part.Begin, part.End, s.declEdits())) + "\n\n")
		}
	}
	if _, comment, ok := strings.Cut(s.src[end:], "//"); ok && x.body.Len() > 0 {
		x.body.WriteString(" //" + comment)
	}
	x.body.WriteByte('\n')
	s.again()
}

// checkDecls looks for declarations that a program cannot have.
func (s *goStep) checkDecls() {
	for _, d := range s.t.Decls {
		for _, n := range d.Names {
			switch {
			case d.Recv != "":
				n = d.Recv + "." + n
			case n == "init":
				s.goFile.fail("a function init runs when its cell runs, not when a program starts")
				return
			case d.IsConst() || n == "_":
				continue
			case !d.IsType() && d.Again && s.own[s.r.declared[n]] != s.c.symbols[s.c.objectOf(n)]:
				continue // with another name
			}
			if before := s.done[n]; before != 0 {
				s.goFile.fail("%s is declared again; the first time in cell %d", n, before)
				return
			}
			s.done[n] = s.part.Number
		}
	}
	for name, e := range s.p.imports {
		if e.Path != "" && (source.IsLocal(e.Path) || s.c.sourceOf(packageOf(e.Obj)) != nil) {
			s.goFile.fail("%s is a package beside the notebook", name)
			return
		}
	}
}

// packageOf returns the package of an import.
func packageOf(obj types.Object) *types.Package {
	if n, ok := obj.(*types.PkgName); ok {
		return n.Imported()
	}
	return obj.Pkg()
}

// objectOf returns what a name stands for, nil if it is not known.
func (c *Compiler) objectOf(name string) types.Object {
	if e := c.names[name]; e != nil {
		return e.Obj
	}
	return nil
}

// declares reports whether a part of the text has declarations that are not known already.
func (s *goStep) declares(p syntax.Part) bool {
	for _, d := range s.t.Decls {
		if at, ok := s.offset(d.Node.Pos()); ok && !d.Again && p.Begin <= at && at < p.End {
			return true
		}
	}
	return false
}

// define declares the variables of the step.
func (s *goStep) define() {
	for _, d := range s.r.defs {
		key := s.own[d.obj]
		if s.names[key] != "" || d.obj.Name() == "_" {
			continue
		}
		fmt.Fprintf(&s.vars, "var %s %s\n", s.nameOf(d.obj), s.typeText(d.obj.Type()))
	}
}

// typeText writes a type.
func (s *goStep) typeText(t types.Type) string {
	return types.TypeString(t, func(p *types.Package) string {
		if p.Path() == typeview.World {
			return ""
		}
		return s.use(p.Path(), p.Name())
	})
}

// nameOf returns the name in the program of what cells declare or import, "" for all else.
func (s *goStep) nameOf(obj types.Object) string {
	if p, ok := obj.(*types.PkgName); ok {
		return s.use(p.Imported().Path(), p.Name())
	}
	if obj == nil || typeview.PathOf(obj) != typeview.World {
		return ""
	}
	key, ok := s.symbol(obj)
	if _, isConst := obj.(*types.Const); !ok && isConst && (s.entities[obj] != nil || s.c.EntityOf(obj) != nil) {
		key, ok = fmt.Sprintf("const %s %d", obj.Name(), obj.Pos()), true
	}
	if !ok {
		return ""
	}
	if s.names[key] == "" {
		s.names[key] = s.unique(obj.Name())
	}
	return s.names[key]
}

// offset returns the place of a position in the text of the step.
func (s *goStep) offset(p token.Pos) (int, bool) {
	at := s.t.Fset.Position(p)
	if syntax.CellOf(at.Filename) != s.t.Number || at.Line < 1 || at.Line > len(s.lines) {
		return 0, false
	}
	return s.lines[at.Line-1] + at.Column - 1, true
}

// An edit replaces a part of a text.
type edit struct {
	from, to int
	text     string
}

// declEdits are the edits in the declarations of the step itself.
func (s *goStep) declEdits() (list []edit) {
	for _, d := range s.t.Decls {
		if !d.Again {
			list = append(list, s.nodeEdits(d.Node)...)
		}
	}
	return list
}

// statementEdits are the edits in the statements.
func (s *goStep) statementEdits() (list []edit) {
	for _, stmt := range s.t.Stmts {
		list = append(list, s.nodeEdits(stmt)...)
		switch n := stmt.(type) {
		case *ast.AssignStmt:
			if n.Tok == token.DEFINE {
				list = s.change(list, n.TokPos, n.TokPos+2, "=")
			}
		case *ast.DeclStmt:
			list = append(list, s.varEdits(n.Decl.(*ast.GenDecl))...)
		}
	}
	if len(s.t.Values) == 0 {
		return list
	}
	blanks := make([]string, len(s.t.Values))
	simple := len(s.t.Values) == 1
	for i, v := range s.t.Values {
		list = append(list, s.nodeEdits(v)...)
		blanks[i] = "_"
		simple = simple && s.isStatement(v)
	}
	if !simple {
		first := s.t.Values[0].Pos()
		if s.r.info.Types[s.t.Values[0]].IsNil() {
			return s.change(list, first, s.t.Values[0].End(), "")
		}
		list = s.change(list, first, first, strings.Join(blanks, ", ")+" = ")
	}
	return list
}

// change adds an edit to a list.
func (s *goStep) change(list []edit, from, to token.Pos, text string) []edit {
	a, ok := s.offset(from)
	b, ok2 := s.offset(to)
	if !ok || !ok2 {
		s.goFile.fail("a position is unknown")
		return list
	}
	return append(list, edit{a, b, text})
}

// isStatement reports whether an expression can be a statement.
func (s *goStep) isStatement(x ast.Expr) bool {
	switch x := ast.Unparen(x).(type) {
	case *ast.UnaryExpr:
		return x.Op == token.ARROW
	case *ast.CallExpr:
		tv := s.r.info.Types[x.Fun]
		if tv.IsBuiltin() {
			return s.r.info.Types[x].IsVoid() || strings.HasPrefix(types.ExprString(x.Fun), "copy") || strings.HasPrefix(types.ExprString(x.Fun), "recover")
		}
		return !tv.IsType()
	}
	return false
}

// varEdits make assignments of the declaration of variables.
func (s *goStep) varEdits(g *ast.GenDecl) (list []edit) {
	first := g.Specs[0].(*ast.ValueSpec)
	list = s.change(list, g.TokPos, first.Pos(), "")
	for _, spec := range g.Specs {
		v := spec.(*ast.ValueSpec)
		last := v.Names[len(v.Names)-1]
		if len(v.Values) > 0 {
			list = s.change(list, last.End(), v.Values[0].Pos(), " = ")
			continue
		}
		for _, id := range v.Names {
			list = s.change(list, id.Pos(), id.End(), "") // and what renames it goes, too
		}
		var zero []string
		for _, id := range v.Names {
			if obj := s.r.info.Defs[id]; obj != nil && s.c.objectOf(id.Name) != nil {
				zero = append(zero, fmt.Sprintf("%s = *new(%s)", s.nameOf(obj), s.typeText(obj.Type())))
			}
		}
		list = s.change(list, v.Pos(), v.End(), strings.Join(zero, "; "))
	}
	if g.Rparen.IsValid() {
		list = s.change(list, g.Rparen, g.Rparen+1, "")
	}
	return list
}

// nodeEdits give names and contexts to what a node mentions.
func (s *goStep) nodeEdits(n ast.Node) (list []edit) {
	sel := make(map[*ast.Ident]bool)
	ast.Inspect(n, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.SelectorExpr:
			sel[n.Sel] = true
		case *ast.CallExpr:
			if len(n.Args) > 0 {
				if id, ok := n.Args[0].(*ast.Ident); ok && id.Name == syntax.ContextName {
					text := s.use("context", "context") + ".Background()"
					if len(n.Args) > 1 {
						text += ", "
					}
					list = s.change(list, n.Lparen+1, n.Lparen+1, text)
					sel[id] = true
				}
			}
		case *ast.Ident:
			obj := s.r.info.Defs[n]
			if obj == nil {
				obj = s.r.info.Uses[n]
			}
			if obj == nil || sel[n] {
				return true
			}
			if p := obj.Pkg(); p != nil && p.Path() != typeview.World && obj.Parent() == p.Scope() {
				s.dot(p.Path())
			}
			if name := s.nameOf(obj); name != "" && name != n.Name {
				if _, ok := obj.(*types.TypeName); ok {
					s.goFile.fail("the type %s cannot have this name in a program", n.Name)
				}
				list = s.change(list, n.Pos(), n.End(), name)
			}
		}
		return true
	})
	return list
}

// dot imports a package with a dot.
func (x *goFile) dot(path string) {
	if !slices.Contains(x.dots, path) {
		x.dots = append(x.dots, path)
	}
}

// edited returns src[from:to] with the edits in it. Of two that overlap, the one that begins first
// and is longer remains.
func (s *goStep) edited(from, to int, list []edit) string {
	list = slices.DeleteFunc(slices.Clone(list), func(e edit) bool { return e.from < from || e.to > to })
	slices.SortStableFunc(list, func(a, b edit) int {
		if a.from != b.from {
			return a.from - b.from
		}
		if (a.from == a.to) != (b.from == b.to) { // insertions first
			if a.from == a.to {
				return -1
			}
			return 1
		}
		return b.to - a.to
	})
	var b strings.Builder
	at := from
	for _, e := range list {
		if e.from < at {
			continue
		}
		b.WriteString(s.src[at:e.from] + e.text)
		at = e.to
	}
	b.WriteString(s.src[at:to])
	return b.String()
}

// again adds the functions of earlier cells that are compiled again with this one, because they
// mention a variable that it defines.
func (s *goStep) again() {
	for _, d := range s.t.Decls {
		fn, ok := d.Node.(*ast.FuncDecl)
		if !d.Again || !ok || d.Recv != "" {
			continue
		}
		b, t := *s.builder, *s.t
		b.t, t.Number = &t, d.Cell
		earlier := newGoStep(s.goFile, &b, s.c.Source(d.Cell))
		from, ok := earlier.offset(fn.Pos())
		to, ok2 := earlier.offset(fn.End())
		if !ok || !ok2 {
			s.goFile.fail("the text of %s is unknown", fn.Name.Name)
			return
		}
		list := earlier.nodeEdits(fn)
		list = append(list, edit{from + len("func "), from + len("func ") + len(fn.Name.Name), s.nameOf(s.r.declared[fn.Name.Name])})
		s.decls.WriteString(earlier.edited(from, to, list) + "\n\n")
	}
}

// file returns the whole program.
func (x *goFile) file() ([]byte, error) {
	text, err := format.Source(x.assemble())
	if err != nil {
		return nil, fmt.Errorf("internal error: %w", err)
	}
	if text, err = x.compiler.fixProgram(text); err != nil {
		return nil, err
	}
	return format.Source(text)
}

// assemble joins the parts of the program.
func (x *goFile) assemble() []byte {
	var b bytes.Buffer
	b.WriteString("package main\n\nimport (\n")
	var specs []string
	for _, path := range x.dots {
		specs = append(specs, ". "+strconv.Quote(path))
	}
	for _, path := range slices.Sorted(maps.Keys(x.paths)) {
		spec := strconv.Quote(path)
		if p, err := x.compiler.load(path); err != nil || p.Name() != x.paths[path] {
			spec = x.paths[path] + " " + spec
		}
		specs = append(specs, spec)
	}
	b.WriteString(strings.Join(specs, "\n") + "\n)\n")
	b.WriteString(x.text.String())
	b.WriteString("\nfunc main() {\n\t" + strings.Join(x.calls, "\n\t") + "\n}\n")
	return b.Bytes()
}
