// SPDX-License-Identifier: BSD-3-Clause

// A cell that begins with a package clause is a program: a whole Go file, whose function main is
// called.
//
// None of the special rules of cells apply to it. It is parsed unchanged, and checked as one
// package in one step, so that the order of its declarations does not matter. Its package variables
// become the cell's statements, in the order in which Go initializes them, which go/types computes:
//
//	package main                     var a, b int
//	var a = b + 1                    b = f()
//	var b = f()          becomes     a = b + 1
//	func init() { I }                initꓸ1()
//	func main() { M }                mainꓸ1()
//
// Later cells can use the names of the program, as those of any cell.
//
// Line directives such as `//line foo.go:7` change only what runtime.Caller returns: diagnostics
// point to the lines of the cell. So the parser gets the cell without them.

package syntax

import (
	"go/ast"
	"go/parser"
	"go/scanner"
	"go/token"
	"strings"
)

// IsProgram reports whether src begins with a package clause.
func IsProgram(src string) bool {
	chunks := split(src)
	return len(chunks) > 0 && chunks[0].keyword == token.PACKAGE
}

// parseProgram reads a cell that is a Go file.
func parseProgram(fset *token.FileSet, t *Tree) (*Tree, error) {
	t.Program = true
	text := directive(t.Number, t.src, 0) + t.src
	f, err := parser.ParseFile(fset, FileName(t.Number), text, parser.SkipObjectResolution|parser.ParseComments)
	if err != nil {
		return nil, placed(t.src, add(nil, err))
	}
	t.Imports = f.Imports
	t.declare(fset, f, text)
	for _, d := range f.Decls {
		if g, ok := d.(*ast.GenDecl); ok && g.Tok == token.VAR {
			for _, spec := range g.Specs {
				t.Stmts = append(t.Stmts, PackageVariable(spec.(*ast.ValueSpec)))
			}
		}
	}
	t.End = f.FileEnd
	return t, nil
}

// PackageVariable returns the declaration of spec as a statement.
func PackageVariable(spec *ast.ValueSpec) ast.Stmt {
	return &ast.DeclStmt{Decl: &ast.GenDecl{TokPos: spec.Pos(), Tok: token.VAR, Specs: []ast.Spec{spec}}}
}

// MayHaveDirectives reports whether there may be line directives in src.
func MayHaveDirectives(src string) bool {
	return strings.Contains(src, "//line ") || strings.Contains(src, "/*line ")
}

// Directed returns the file and line that the line directives of src give to a line and column of
// file, as runtime.Caller returns them: relative names stay relative, and ?? is for a directive
// without a name.
func Directed(src, file string, line, col int) (string, int) {
	const same = "\x00" // stands for file, and is in no directory
	f := token.NewFileSet().AddFile(same, -1, len(src))
	var s scanner.Scanner
	s.Init(f, []byte(src), func(token.Position, string) {}, 0)
	for tok := token.ILLEGAL; tok != token.EOF; {
		_, tok, _ = s.Scan()
	}
	if line > f.LineCount() {
		return file, line
	}
	p := f.Position(f.LineStart(line) + token.Pos(col-1))
	switch p.Filename {
	case same:
		return file, p.Line
	case "":
		return "??", p.Line
	}
	return p.Filename, p.Line
}

// WithoutLines is src with its line directives blanked out.
func WithoutLines(src string) string {
	if !MayHaveDirectives(src) {
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
