// SPDX-License-Identifier: BSD-3-Clause

package house

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// writers are methods of the mathematics whose results are text for people and files.
var writers = map[string]bool{"OptionText": true, "Texts": true, "Text": true, "DLX": true, "String": true}

// readers parse text, by the package they belong to; "" stands for methods. Functions that split a
// text into lines are not listed, since they serve layout.
var readers = map[string][]string{
	"strings": {"Fields", "FieldsSeq", "FieldsFunc", "Cut", "CutPrefix", "CutSuffix", "Index", "IndexByte", "LastIndex", "LastIndexByte"},
	"strconv": {"Atoi", "ParseInt", "ParseUint", "ParseFloat"},
	"fmt":     {"Sscan", "Sscanf", "Sscanln"},
	"dlx":     {"New", "Parse", "Read"},
	"shapes":  {"Parse"},
	"cover":   {"ParseBoard", "ParseSet"},
	"":        {"AddOption", "Primary", "Secondary", "FindStringSubmatch"},
}

// formats are the files that read problems in Knuth's format from anywhere.
var formats = []string{"cover/imported.go", "cover/knuth/puzzle.go"}

// TestNumbersNotText checks that no package of the mathematics parses text that another one has
// formatted, in one expression or by way of a variable: they exchange numbers. Problems of package
// dlx are built with AddItems and AddEntries.
func TestNumbersNotText(t *testing.T) {
	found := 0
	for _, dir := range mathematics {
		err := filepath.WalkDir(filepath.Join(root(t), dir), func(path string, d fs.DirEntry, err error) error {
			if err != nil || d.IsDir() || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") {
				return err
			}
			set := token.NewFileSet()
			file, err := parser.ParseFile(set, path, nil, parser.SkipObjectResolution)
			if err != nil {
				return err
			}
			for _, d := range file.Decls {
				f, ok := d.(*ast.FuncDecl)
				if !ok {
					continue
				}
				found += len(written(f))
				name, err := filepath.Rel(root(t), path)
				if err != nil {
					return err
				}
				for _, call := range read(f) {
					if call.texts && !slices.Contains(formats, filepath.ToSlash(name)) {
						t.Errorf("%s: text is given to %s: there are AddItems and AddEntries", set.Position(call.at.Pos()), call.name)
					}
					if call.written {
						t.Errorf("%s: %s takes apart text that was written for people", set.Position(call.at.Pos()), call.name)
					}
				}
			}
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	if found == 0 {
		t.Error("the test has found no text at all: do the methods have other names?")
	}
}

// written lists the names of the variables of a function that hold text of a writer, and "" for
// each such text itself.
func written(f *ast.FuncDecl) map[string]bool {
	names := map[string]bool{}
	ast.Inspect(f, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.CallExpr:
			if writes(n, nil) {
				names[""] = true
			}
		case *ast.AssignStmt:
			for i, left := range n.Lhs {
				if id, ok := left.(*ast.Ident); ok && i < len(n.Rhs) && writes(n.Rhs[i], names) {
					names[id.Name] = true
				}
			}
		}
		return true
	})
	return names
}

// writes reports whether an expression is the text of a writer, or a variable that holds it.
func writes(e ast.Expr, names map[string]bool) bool {
	switch e := e.(type) {
	case *ast.Ident:
		return names[e.Name]
	case *ast.CallExpr:
		s, ok := e.Fun.(*ast.SelectorExpr)
		return ok && len(e.Args) <= 1 && writers[s.Sel.Name] && !isBuilder(s.X)
	}
	return false
}

// isBuilder reports whether an expression looks like a strings.Builder, whose text belongs to the
// function itself, or an error.
func isBuilder(e ast.Expr) bool {
	id, ok := e.(*ast.Ident)
	return ok && (id.Name == "b" || id.Name == "w" || id.Name == "err")
}

// A reading is a call of a reader.
type reading struct {
	at      ast.Node
	name    string
	texts   bool // whether it makes a cover problem of text
	written bool // whether its argument is the text of a writer
}

// read lists the calls of readers in a function.
func read(f *ast.FuncDecl) (list []reading) {
	names := written(f)
	ast.Inspect(f, func(n ast.Node) bool {
		call, ok := n.(*ast.CallExpr)
		if !ok {
			return true
		}
		s, ok := call.Fun.(*ast.SelectorExpr)
		if !ok {
			return true
		}
		of := ""
		if id, ok := s.X.(*ast.Ident); ok && readers[id.Name] != nil {
			of = id.Name
		}
		for _, name := range readers[of] {
			if name != s.Sel.Name {
				continue
			}
			r := reading{at: call, name: name, texts: len(call.Args) > 0 && (of == "dlx" || of == "" && name != "FindStringSubmatch")}
			for _, a := range call.Args {
				r.written = r.written || writes(a, names)
			}
			list = append(list, r)
		}
		return true
	})
	return list
}
