// SPDX-License-Identifier: BSD-3-Clause

package cell_test

import (
	"bytes"
	"errors"
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"polka/kernel/cell"
	"polka/kernel/cell/explain"
	"polka/stdlib"
)

// goroot is the root of the Go distribution, whose programs are good and right Go. Only a machine
// that builds has one: without it the test is skipped, but not where CI runs it.
func goroot(t *testing.T) string {
	t.Helper()
	out, err := exec.Command("go", "env", "GOROOT").Output()
	root := strings.TrimSpace(string(out))
	if err == nil {
		_, err = os.Stat(filepath.Join(root, "src", "fmt"))
	}
	if err != nil {
		if os.Getenv("CI") != "" {
			t.Fatalf("no Go distribution: %v", err)
		}
		t.Skipf("no Go distribution to take programs from: %v", err)
	}
	return root
}

// TestVetted compiles the examples of Go's library, which go vet accepts, as cells: there must be
// neither errors nor warnings. What the examples need and cells do not have is known by name.
func TestVetted(t *testing.T) {
	root := filepath.Join(goroot(t), "src")
	facts := stdlib.Importer()
	compiled, left := 0, 0
	err := filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case d.IsDir() && (d.Name() == "cmd" || d.Name() == "testdata" || d.Name() == "vendor" || d.Name() == "internal"):
			return fs.SkipDir
		case !strings.HasPrefix(d.Name(), "example") || !strings.HasSuffix(d.Name(), "_test.go"):
			return nil
		}
		text, f := asCell(t, path)
		if usesOthers(f) {
			left++
			return nil
		}
		c := cell.New(cell.Options{Facts: facts, Packages: stdlib.Packages(), Immutable: stdlib.Immutable()})
		p, err := c.Compile(1, text)
		if err != nil {
			if notInCells.MatchString(err.Error()) {
				left++
				return nil
			}
			e, _ := errors.AsType[*explain.Error](err)
			t.Errorf("%s: %s", strings.TrimPrefix(path, root), strings.Join(e.Report(), "\n"))
			return nil
		}
		compiled++
		for _, w := range p.Warnings {
			t.Errorf("%s:%d: warning: %s\n%s", strings.TrimPrefix(path, root), w.Line, w.Message, w.Source)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	t.Logf("%d files, and %d that need what cells do not have", compiled, left)
	if compiled < 120 {
		t.Errorf("only %d files were compiled", compiled)
	}
}

// TestRunPrograms compiles the programs of Go's own test suite that are to be run. A type error in
// one of them is false. Whether they run right is another test's business.
func TestRunPrograms(t *testing.T) {
	root := filepath.Join(goroot(t), "test")
	facts := stdlib.Importer()
	compiled, left := 0, 0
	for _, dir := range []string{".", "fixedbugs", "typeparam", "ken", "chan", "interface"} {
		files, err := filepath.Glob(filepath.Join(root, dir, "*.go"))
		if err != nil {
			t.Fatal(err)
		}
		for _, path := range files {
			data, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			if !runHeader.Match(data) || bytes.HasPrefix(data, []byte("// run cmplxdivide1.go")) { // of two files
				continue
			}
			text, _ := asCell(t, path)
			c := cell.New(cell.Options{Facts: facts, Packages: stdlib.Packages()})
			if _, err := c.Compile(1, text); err != nil {
				if notInCells.MatchString(err.Error()) || strings.Contains(err.Error(), "unsafe") {
					left++
					continue
				}
				e, _ := errors.AsType[*explain.Error](err)
				t.Errorf("%s: %s", strings.TrimPrefix(path, root), strings.Join(e.Report(), "\n"))
			}
			compiled++
		}
	}
	if compiled < 900 {
		t.Errorf("only %d programs were compiled", compiled)
	}
	t.Logf("%d programs, and %d that need what cells do not have", compiled, left)
}

var runHeader = regexp.MustCompile(`(?m)\A(?:// [^\n]*\n)*// run\b[^a-z]`)

// notInCells are the errors of programs that use what cells cannot have.
var notInCells = regexp.MustCompile(`^line \d+: (package \S+ is not available here|there is no package "(internal|golang\.org|cmd|vendor|encoding/json/|syscall/js)|cgo is not possible)`)

// asCell reads a Go file as a cell.
func asCell(t *testing.T, path string) (text string, f *ast.File) {
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	fset := token.NewFileSet()
	f, err = parser.ParseFile(fset, path, data, 0)
	if err != nil {
		t.Fatal(err)
	}
	if f.Name.Name != "main" {
		for i := fset.Position(f.Package).Offset; i < fset.Position(f.Name.End()).Offset; i++ {
			data[i] = ' '
		}
	}
	return string(data), f
}

// usesOthers reports whether f mentions names that neither it nor Go declares.
func usesOthers(f *ast.File) bool {
	known := make(map[string]bool)
	for _, s := range f.Imports {
		if s.Name != nil && s.Name.Name == "." {
			return true
		}
		p := strings.Trim(s.Path.Value, `"`)
		name := strings.TrimSuffix(p, "/v2")
		known[name[strings.LastIndex(name, "/")+1:]] = true
		if s.Name != nil {
			known[s.Name.Name] = true
		}
	}
	for _, id := range f.Unresolved {
		if !known[id.Name] && types.Universe.Lookup(id.Name) == nil {
			return true
		}
	}
	return false
}
