// A cell that begins with a package clause is a program: a Go file, whole, whose function main is called.
//
// What makes a cell different from a file does not hold for it. It is given to go/parser as it is, and
// checked as one package in one step, so that its declarations see each other whatever their order; that
// also is what a file from elsewhere needs whose statements are separated by semicolons in ways that no
// notebook would use. Its package variables become the cell's statements, in the order in which Go
// initializes them, which go/types works out from what each mentions:
//
//	package main                     var a, b int
//	var a = b + 1                    b = f()
//	var b = f()          becomes     a = b + 1
//	func init() { I }                initꓸ1()
//	func main() { M }                mainꓸ1()
//
// The names of the program are known to later cells, as those of any cell are.
//
// Line directives are no affair of cells, programs or not: `//line foo.go:7` would take its lines out of
// the cell for diagnostics, and the file for the interpreter, which looks names of imports up by it. Such
// comments are blanked out before anything else is done.

package cell

import (
	"go/ast"
	"go/parser"
	"go/scanner"
	"go/token"
	"go/types"
	"strings"
)

// parseProgram reads a cell that is a Go file.
func parseProgram(fset *token.FileSet, t *tree) (*tree, error) {
	t.program = true
	text := directive(t.number, t.src, 0) + t.src
	f, err := parser.ParseFile(fset, fileName(t.number), text, parser.SkipObjectResolution|parser.ParseComments)
	if err != nil {
		return nil, syntaxErrors(t.number, t.src, add(nil, err))
	}
	t.imports = f.Imports
	t.declare(fset, f, text)
	for _, d := range f.Decls {
		if g, ok := d.(*ast.GenDecl); ok && g.Tok == token.VAR {
			for _, spec := range g.Specs {
				t.stmts = append(t.stmts, packageVariable(spec.(*ast.ValueSpec)))
			}
		}
	}
	t.end = f.FileEnd
	return t, nil
}

// packageVariable is the declaration of spec as a statement.
func packageVariable(spec *ast.ValueSpec) ast.Stmt {
	return &ast.DeclStmt{Decl: &ast.GenDecl{TokPos: spec.Pos(), Tok: token.VAR, Specs: []ast.Spec{spec}}}
}

// checkProgram type-checks a program as one package.
func (c *Compiler) checkProgram(t *tree, r *checked, extra map[string]*entity) {
	declared := t.declared()
	mentioned := t.mentioned()
	for _, id := range t.defined() {
		declared[id.Name] = true
	}
	pkg := c.newPackage(mentioned, extra, func(name string) bool { return !declared[name] })
	file := &ast.File{Name: ast.NewIdent("main"), Package: t.end, FileStart: t.end, FileEnd: t.end}
	foreign := make(map[*declaration]*ast.FuncDecl)
	for _, d := range t.decls {
		node := d.node
		if fn, ok := node.(*ast.FuncDecl); ok && d.again && d.recv != "" && !declared[d.recv] {
			foreign[d] = c.checkable(t, d, fn.Body)
			r.bodies[d] = foreign[d]
			node = foreign[d]
		}
		file.Decls = append(file.Decls, node)
	}
	for _, s := range t.stmts {
		file.Decls = append(file.Decls, s.(*ast.DeclStmt).Decl)
	}
	c.run(t.fset, pkg, r, file)
	c.collect(t, r, pkg, declared, foreign)
	r.define(t)
}

// initialize puts the package variables of a program into the order of their initialization.
func (t *tree) initialize(info *types.Info) {
	idents := make(map[*types.Var]*ast.Ident)
	var list []ast.Stmt
	for _, s := range t.stmts {
		spec := s.(*ast.DeclStmt).Decl.(*ast.GenDecl).Specs[0].(*ast.ValueSpec)
		for _, id := range spec.Names {
			if obj, ok := info.Defs[id].(*types.Var); ok {
				idents[obj] = id
			}
		}
		if len(spec.Values) == 0 {
			list = append(list, s)
		}
	}
	for _, i := range info.InitOrder {
		spec := &ast.ValueSpec{Values: []ast.Expr{i.Rhs}}
		for _, v := range i.Lhs {
			if id := idents[v]; id != nil {
				spec.Names = append(spec.Names, id)
			}
		}
		if len(spec.Names) > 0 {
			list = append(list, packageVariable(spec))
		}
	}
	t.stmts = list
}

// withoutLines is src with its line directives blanked out.
func withoutLines(src string) string {
	if !strings.Contains(src, "//line ") && !strings.Contains(src, "/*line ") {
		return src
	}
	text := []byte(src)
	s, file := scan(src, scanner.ScanComments)
	for {
		p, tok, lit := s.Scan()
		if tok == token.EOF {
			return string(text)
		}
		if tok == token.COMMENT && len(lit) > 7 && lit[2:7] == "line " {
			copy(text[file.Offset(p)+2:], "    ")
		}
	}
}
