// SPDX-License-Identifier: BSD-3-Clause

package house

import (
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestSlow checks that each test in slow.txt does less under go test -short: it, or a function of
// its package that it calls, asks testing.Short. The list is that of internal/slow.
func TestSlow(t *testing.T) {
	text, err := os.ReadFile("slow.txt")
	if err != nil {
		t.Fatal(err)
	}
	packages := map[string]map[string]*ast.FuncDecl{}
	for line := range strings.Lines(string(text)) {
		if strings.HasPrefix(line, "#") {
			continue
		}
		f := strings.Fields(line)
		if len(f) != 3 {
			t.Fatalf("slow.txt: %q, expected a package, a test and seconds", line)
		}
		path, name := f[0], f[1]
		if packages[path] == nil {
			packages[path] = testFunctions(t, filepath.Join(root(t), strings.TrimPrefix(path, "polka/")))
		}
		switch functions := packages[path]; {
		case functions[name] == nil:
			t.Errorf("slow.txt: %s has no %s: delete the line", path, name)
		case !asksShort(functions, name, map[string]bool{}):
			t.Errorf("%s: %s takes %s s and does not ask testing.Short: let it do less under go test -short", path, name, f[2])
		}
	}
}

// testFunctions returns the functions, by name, of the tests in the directory.
func testFunctions(t *testing.T, dir string) map[string]*ast.FuncDecl {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(dir, "*_test.go"))
	if err != nil {
		t.Fatal(err)
	}
	functions := map[string]*ast.FuncDecl{}
	for _, name := range files {
		f, err := parser.ParseFile(token.NewFileSet(), name, nil, parser.SkipObjectResolution)
		if err != nil {
			t.Fatal(err)
		}
		for _, d := range f.Decls {
			if d, ok := d.(*ast.FuncDecl); ok && d.Recv == nil {
				functions[d.Name.Name] = d
			}
		}
	}
	return functions
}

// asksShort reports whether the function calls testing.Short, itself or through a function in the
// map.
func asksShort(functions map[string]*ast.FuncDecl, name string, seen map[string]bool) bool {
	d := functions[name]
	if d == nil || d.Body == nil || seen[name] {
		return false
	}
	seen[name] = true
	asks := false
	ast.Inspect(d.Body, func(n ast.Node) bool {
		call, ok := n.(*ast.CallExpr)
		if !ok || asks {
			return !asks
		}
		switch f := call.Fun.(type) {
		case *ast.SelectorExpr:
			x, ok := f.X.(*ast.Ident)
			asks = ok && x.Name == "testing" && f.Sel.Name == "Short"
		case *ast.Ident:
			asks = asksShort(functions, f.Name, seen)
		}
		return !asks
	})
	return asks
}
