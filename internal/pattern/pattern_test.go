// SPDX-License-Identifier: BSD-3-Clause

package pattern

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"sync"
	"testing"
)

func TestPattern(t *testing.T) {
	p := New(`(\w+)=(\w+)`)
	if p.re != nil {
		t.Error("a new pattern is compiled already")
	}
	var all sync.WaitGroup
	for range 4 {
		all.Go(func() {
			if !p.MatchString("a=b") || p.MatchString("a b") {
				t.Error("MatchString is wrong")
			}
		})
	}
	all.Wait()
	if m := p.FindStringSubmatch("x, a=b"); len(m) != 3 || m[1] != "a" || m[2] != "b" {
		t.Errorf("FindStringSubmatch gives %q", m)
	}
	if m := p.FindAllStringSubmatch("a=b c=d e=f", 2); len(m) != 2 || m[1][1] != "c" {
		t.Errorf("FindAllStringSubmatch gives %q", m)
	}
	if s := p.ReplaceAllString("a=b c=d", "$2=$1"); s != "b=a d=c" {
		t.Errorf("ReplaceAllString gives %q", s)
	}
	if p.String() != `(\w+)=(\w+)` {
		t.Errorf("String gives %q", p)
	}
	defer func() {
		if recover() == nil {
			t.Error("a wrong pattern does not panic")
		}
	}()
	New(`(`).MatchString("")
}

// TestAll compiles the pattern of every pattern.New(`...`) in the module, and reports package
// variables that hold a compiled one.
func TestAll(t *testing.T) {
	found := 0
	root := filepath.Join("..", "..")
	err := filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case d.IsDir() && path != root && (strings.HasPrefix(d.Name(), ".") || d.Name() == "testdata" || d.Name() == "build"):
			return fs.SkipDir
		case d.IsDir() || filepath.Ext(path) != ".go" || strings.HasSuffix(path, "_test.go"):
			return nil
		}
		fset := token.NewFileSet()
		file, err := parser.ParseFile(fset, path, nil, parser.SkipObjectResolution)
		if err != nil {
			return err
		}
		for _, decl := range file.Decls {
			if g, ok := decl.(*ast.GenDecl); ok && g.Tok == token.VAR {
				for _, call := range calls(g, "regexp", "MustCompile") {
					t.Errorf("%s: regexp.MustCompile runs whenever the program starts; write pattern.New", fset.Position(call.Pos()))
				}
			}
		}
		for _, call := range calls(file, "pattern", "New") {
			text, err := literal(call)
			if err != nil {
				t.Errorf("%s: expected a literal: %v", fset.Position(call.Pos()), err)
				continue
			}
			if _, err := regexp.Compile(text); err != nil {
				t.Errorf("%s: %v", fset.Position(call.Pos()), err)
			}
			found++
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if found == 0 {
		t.Error("no patterns found")
	}
}

// calls lists the calls of pkg.name below a node, except those in functions, which do not run at
// start-up.
func calls(in ast.Node, pkg, name string) (list []*ast.CallExpr) {
	_, everywhere := in.(*ast.File)
	ast.Inspect(in, func(n ast.Node) bool {
		if _, ok := n.(*ast.FuncLit); ok && !everywhere {
			return false
		}
		if call, ok := n.(*ast.CallExpr); ok {
			if f, ok := call.Fun.(*ast.SelectorExpr); ok && f.Sel.Name == name {
				if x, ok := f.X.(*ast.Ident); ok && x.Name == pkg {
					list = append(list, call)
				}
			}
		}
		return true
	})
	return list
}

func literal(call *ast.CallExpr) (string, error) {
	if len(call.Args) == 1 {
		if lit, ok := call.Args[0].(*ast.BasicLit); ok {
			return strconv.Unquote(lit.Value)
		}
	}
	return "", strconv.ErrSyntax
}
