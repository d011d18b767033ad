// SPDX-License-Identifier: BSD-3-Clause

package stdlib

import (
	"bytes"
	"errors"
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"os"
	"path/filepath"
	"testing"

	"polka/stdlib/extract"
)

func goroot(t *testing.T) string {
	t.Helper()
	root, err := extract.GoEnv("GOROOT")
	if err != nil {
		t.Fatal(err)
	}
	return root
}

// TestPrograms type-checks the programs that Go's own tests run, with our types. They are right, so
// an error is a false one, unless a program imports what cells cannot have.
func TestPrograms(t *testing.T) {
	root := filepath.Join(goroot(t), "test")
	if _, err := os.Stat(root); err != nil {
		t.Skip("this Go came without its tests: ", err)
	}
	checked, without := 0, 0
	for _, dir := range []string{"", "chan", "fixedbugs", "interface", "ken", "typeparam"} {
		files, err := filepath.Glob(filepath.Join(root, dir, "*.go"))
		if err != nil {
			t.Fatal(err)
		}
		for _, name := range files {
			source, err := os.ReadFile(name)
			if err != nil {
				t.Fatal(err)
			}
			if !bytes.HasPrefix(source, []byte("// run\n")) {
				continue
			}
			switch err := typeCheck(name, source); {
			case err == nil:
				checked++
			case errors.As(err, new(*ImportError)):
				without++
			default:
				t.Error(err)
			}
		}
	}
	if checked < 900 || without > 50 {
		t.Errorf("checked %d programs, and %d import what cells cannot have", checked, without)
	}
}

// typeCheck gives the first error of a program: that of an import, if there is one.
func typeCheck(name string, source []byte) (first error) {
	fset := token.NewFileSet()
	f, err := parser.ParseFile(fset, name, source, 0)
	if err != nil {
		return err
	}
	im := &recorder{Importer: Importer()}
	config := types.Config{Importer: im, Error: func(err error) {
		if first == nil {
			first = err
		}
	}}
	config.Check("main", fset, []*ast.File{f}, nil)
	if im.err != nil {
		return im.err
	}
	return first
}

// A recorder is an importer that keeps its first error.
type recorder struct {
	types.Importer
	err error
}

func (r *recorder) Import(path string) (*types.Package, error) {
	p, err := r.Importer.Import(path)
	if err != nil && r.err == nil {
		r.err = err
	}
	return p, err
}
