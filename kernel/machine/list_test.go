// SPDX-License-Identifier: BSD-3-Clause

//go:build !js

package machine

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
)

// TestForgetful asks the Go compiler whether the functions that are given lists in frames keep
// them: it says of each parameter whether its memory, or only what that refers to, may be kept.
func TestForgetful(t *testing.T) {
	if testing.Short() {
		t.Skip("compiles package fmt")
	}
	said, err := exec.Command("go", "build", "-gcflags=-m", "fmt").CombinedOutput()
	if err != nil {
		t.Fatalf("go build: %v\n%s", err, said)
	}
	files, err := exec.Command("go", "list", "-f", "{{range .GoFiles}}{{$.Dir}}/{{.}}\n{{end}}", "fmt").Output()
	if err != nil {
		t.Fatalf("go list: %v", err)
	}
	variadic := make(map[string]token.Position)
	fset := token.NewFileSet()
	for name := range strings.FieldsSeq(string(files)) {
		f, err := parser.ParseFile(fset, name, nil, 0)
		if err != nil {
			t.Fatal(err)
		}
		for _, d := range f.Decls {
			if d, ok := d.(*ast.FuncDecl); ok && d.Recv == nil && d.Type.Params.NumFields() > 0 {
				last := d.Type.Params.List[len(d.Type.Params.List)-1]
				if _, ok := last.Type.(*ast.Ellipsis); ok {
					variadic["fmt."+d.Name.Name] = fset.Position(last.Names[0].Pos())
				}
			}
		}
	}
	if len(nonRetaining()) == 0 {
		t.Error("no function forgets its list")
	}
	for pc := range nonRetaining() {
		name := runtime.FuncForPC(pc).Name()
		pos, ok := variadic[name]
		if !ok {
			t.Errorf("%s has no variadic parameter", name)
			continue
		}
		want := fmt.Sprintf("%s:%d:%d: leaking param content: ", filepath.Base(pos.Filename), pos.Line, pos.Column)
		if !strings.Contains(string(said), want) {
			t.Errorf("the compiler does not say %q of %s", want, name)
		}
	}
}
