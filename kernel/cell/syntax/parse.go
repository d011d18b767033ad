// SPDX-License-Identifier: BSD-3-Clause

// Package syntax parses the text of a cell: it separates Go from questions and commands, and parses
// the Go to syntax trees.
//
// It uses go/scanner and go/parser and does not deal with types: package cell resolves names.
// Syntax errors have the messages of the parser; package explain rewords them.
//
//	for _, step := range syntax.Steps("x := 6\nx?") { ... }     // Go, then a question
//	t, err := syntax.Parse(fset, 1, "x := 6\nx * 7")            // t.Stmts has one statement, t.Values one expression
package syntax

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/scanner"
	"go/token"
	"path/filepath"
	"strings"
)

// A Tree is a parsed cell. Its nodes have positions in the cell. They belong only to this tree and
// are changed in place when the cell is compiled.
type Tree struct {
	Fset    *token.FileSet // the positions of the nodes
	Number  int
	src     string
	Imports []*ast.ImportSpec
	Decls   []*Declaration
	Stmts   []ast.Stmt // the last of them may stand for values
	Values  []ast.Expr // the last chunk, if it is one expression or several
	Silent  bool       // a semicolon ends the cell: its value is not shown
	Program bool       // the cell begins with a package clause (program.go)
	End     token.Pos  // after everything
}

// A Declaration is one function, method, type, or group of constants, with its source text, so that
// it can be compiled again.
type Declaration struct {
	Cell      int
	line, col int // of text in its cell
	Text      string
	Doc       string      // the comment before it
	Names     []string    // what it declares; for a method, its own name
	Recv      string      // for a method: the name of the receiver's type
	tok       token.Token // FUNC, TYPE or CONST
	Node      ast.Decl    // of the tree being compiled
	Again     bool        // compiled again because something that it mentions was redefined
}

// FileName returns the name of the file of a cell in positions.
func FileName(cell int) string { return fmt.Sprintf("/cell%d/_.go", cell) }

// CellOf returns the cell of a file that FileName has named; 0 if it is none. On Windows the
// scanner of directives takes these names for relative ones, and adds them to the directory of the
// file.
func CellOf(file string) int {
	if i := strings.LastIndex(file, `\cell`); i >= 0 && filepath.Separator == '\\' {
		file = filepath.ToSlash(file[i:])
	}
	var n int
	if _, err := fmt.Sscanf(file, "/cell%d/_.go", &n); err != nil {
		return 0
	}
	return n
}

// directive returns a line directive that gives the text after it the position of byte offset off
// of src.
func directive(cell int, src string, off int) string {
	line, col := LineCol(src, off)
	return fmt.Sprintf("/*line %s:%d:%d*/", FileName(cell), line, col)
}

// LineCol returns the line and the column of byte offset off of src, both from 1.
func LineCol(src string, off int) (line, col int) {
	before := src[:off]
	line = 1 + strings.Count(before, "\n")
	return line, off - strings.LastIndexByte(before, '\n')
}

// Parse reads a cell. The error, if any, is of type Errors.
func Parse(fset *token.FileSet, number int, src string) (*Tree, error) {
	src = WithoutLines(src)
	t := &Tree{Fset: fset, Number: number, src: src}
	if len(src) > maxCell {
		return nil, Errors{{Line: 1, Col: 1, Message: fmt.Sprintf("the cell is too long: %d bytes, at most %d", len(src), maxCell)}}
	}
	chunks := split(src)
	if len(chunks) > 0 && chunks[0].keyword == token.PACKAGE {
		return parseProgram(fset, t)
	}

	var file, body strings.Builder
	file.WriteString("package main\n")
	body.WriteString("package main\nfunc _() {\n")
	for _, c := range chunks {
		if c.section == imports {
			file.WriteString(directive(number, src, c.first) + src[c.first:c.end] + "\n")
		}
	}
	var last *chunk
	for i, c := range chunks {
		switch c.section {
		case declarations:
			file.WriteString(directive(number, src, c.begin) + src[c.begin:c.end] + "\n")
		case statements:
			last = &chunks[i]
		}
	}
	if n := len(chunks); n > 0 {
		t.Silent = chunks[n-1].semi
		if last != &chunks[n-1] {
			last = nil
		}
	}
	var errs scanner.ErrorList
	list := "" // the last chunk, if it is a list of values: no statement, but the arguments of a call
	for i, c := range chunks {
		if c.section != statements {
			continue
		}
		if &chunks[i] == last && c.comma {
			text := "f(" + directive(number, src, c.first) + src[c.first:c.end] + ")"
			if x, err := parser.ParseExpr(text); err == nil {
				if call, ok := x.(*ast.CallExpr); ok && !call.Ellipsis.IsValid() {
					list = text
					break
				}
			}
		}
		body.WriteString(directive(number, src, c.first) + src[c.first:c.end] + "\n")
	}
	body.WriteString(directive(number, src, len(src)) + "}\n")
	if off := unterminated(src); off >= 0 {
		_, err := parser.ParseFile(fset, FileName(number), "package main\n"+directive(number, src, off)+src[off:], 0)
		errs = add(errs, err)
	}

	mode := parser.SkipObjectResolution | parser.ParseComments
	if s := file.String(); s != "package main\n" {
		f, err := parser.ParseFile(fset, FileName(number), s, mode)
		errs = add(errs, err)
		if err == nil {
			t.Imports = f.Imports
			t.declare(fset, f, file.String())
		}
	}
	f, err := parser.ParseFile(fset, FileName(number), body.String(), mode)
	errs = add(errs, err)
	if len(errs) > 0 {
		return nil, placed(src, errs)
	}
	fn := f.Decls[0].(*ast.FuncDecl)
	if len(f.Decls) > 1 {
		return nil, placed(src, scanner.ErrorList{{Pos: fset.Position(f.Decls[1].Pos()), Msg: "unexpected }"}})
	}
	t.Stmts, t.End = fn.Body.List, fn.Body.Rbrace
	if list != "" {
		x, err := parser.ParseExprFrom(fset, FileName(number), list, parser.SkipObjectResolution)
		if err != nil {
			return nil, placed(src, add(nil, err))
		}
		t.Values = x.(*ast.CallExpr).Args
		t.End = x.End()
	} else if last != nil && len(t.Stmts) > 0 {
		n := len(t.Stmts) - 1
		switch s := t.Stmts[n].(type) {
		case *ast.ExprStmt:
			t.Values = []ast.Expr{s.X}
			t.Stmts = t.Stmts[:n]
		case *ast.LabeledStmt:
			if x, ok := s.Stmt.(*ast.ExprStmt); ok {
				t.Values = []ast.Expr{x.X}
				s.Stmt = &ast.EmptyStmt{Semicolon: x.Pos(), Implicit: true}
			}
		}
	}
	return t, nil
}

const maxCell = 4 << 20

// declare adds the declarations of a parsed file, one for each function, type, and constant group.
func (t *Tree) declare(fset *token.FileSet, f *ast.File, text string) {
	at := fset.File(f.FileStart).Offset
	add := func(d *Declaration, from, to token.Pos, prefix string) {
		d.tok = token.FUNC
		if g, ok := d.Node.(*ast.GenDecl); ok {
			d.tok = g.Tok
		}
		pos := fset.Position(from)
		d.Cell, d.line, d.col = t.Number, pos.Line, pos.Column
		d.Text = prefix + text[at(from):at(to)]
		t.Decls = append(t.Decls, d)
	}
	for _, n := range f.Decls {
		switch n := n.(type) {
		case *ast.FuncDecl:
			d := &Declaration{Node: n, Names: []string{n.Name.Name}}
			if n.Recv != nil && len(n.Recv.List) > 0 {
				d.Recv = ReceiverName(n.Recv.List[0].Type)
			}
			n.Doc = withoutDirectives(n.Doc)
			from := n.Pos()
			if n.Doc != nil {
				from = n.Doc.Pos()
			}
			add(d, from, n.End(), "")
			d.Doc = n.Doc.Text()
		case *ast.GenDecl:
			n.Doc = withoutDirectives(n.Doc)
			switch n.Tok {
			case token.TYPE:
				for _, s := range n.Specs {
					s := s.(*ast.TypeSpec)
					if s.Doc == nil && len(n.Specs) == 1 {
						s.Doc = n.Doc
					}
					d := &Declaration{Node: &ast.GenDecl{TokPos: n.TokPos, Tok: token.TYPE, Specs: []ast.Spec{s}, Doc: s.Doc}, Names: []string{s.Name.Name}}
					add(d, s.Pos(), s.End(), "type ")
					d.Doc = s.Doc.Text()
				}
			case token.CONST:
				d := &Declaration{Node: n}
				for _, s := range n.Specs {
					for _, id := range s.(*ast.ValueSpec).Names {
						d.Names = append(d.Names, id.Name)
					}
				}
				add(d, n.Pos(), n.End(), "")
			}
		}
	}
}

// withoutDirectives drops the directives that parse has written before the comments of the user.
func withoutDirectives(g *ast.CommentGroup) *ast.CommentGroup {
	if g == nil {
		return nil
	}
	var list []*ast.Comment
	for _, c := range g.List {
		if !strings.HasPrefix(c.Text, "/*line ") {
			list = append(list, c)
		}
	}
	if list == nil {
		return nil
	}
	return &ast.CommentGroup{List: list}
}

// Parse reads the declaration's text again, with the positions of the cell that it came from.
func (d *Declaration) Parse(fset *token.FileSet) (*Declaration, error) {
	again, _, err := d.ParseIn(fset, FileName(d.Cell), parser.SkipObjectResolution|parser.ParseComments)
	return again, err
}

// ParseIn is parse with the name of a file for the positions, and a mode. It returns the file too.
func (d *Declaration) ParseIn(fset *token.FileSet, file string, mode parser.Mode) (*Declaration, *ast.File, error) {
	again := *d
	text := d.Text
	line := fmt.Sprintf("/*line %s:%d:%d*/", file, d.line, d.col)
	if rest, ok := strings.CutPrefix(text, "type "); ok && d.tok == token.TYPE {
		text = "type " + line + rest
	} else {
		text = line + text
	}
	f, err := parser.ParseFile(fset, file, "package main\n"+text+"\n", mode)
	if err != nil {
		return nil, nil, err
	}
	again.Node = f.Decls[0]
	again.Again = true
	return &again, f, nil
}

// ReceiverName returns the name of the type that a receiver's type expression is about.
func ReceiverName(e ast.Expr) string {
	for {
		switch x := e.(type) {
		case *ast.Ident:
			return x.Name
		case *ast.StarExpr:
			e = x.X
		case *ast.ParenExpr:
			e = x.X
		case *ast.IndexExpr:
			e = x.X
		case *ast.IndexListExpr:
			e = x.X
		default:
			return ""
		}
	}
}

func add(errs scanner.ErrorList, err error) scanner.ErrorList {
	if list, ok := err.(scanner.ErrorList); ok {
		return append(errs, list...)
	} else if err != nil {
		errs.Add(token.Position{}, err.Error())
	}
	return errs
}
