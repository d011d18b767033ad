// SPDX-License-Identifier: BSD-3-Clause

package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"go/ast"
	gobuild "go/build"
	"go/parser"
	"go/token"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"
	"unicode"
	"unicode/utf8"
)

// copies are the packages of Go's library that TestCopies copies. Neither they nor their tests
// import internal packages, and the tests do not mix the types of the copy with those of the
// library.
var copies = []struct {
	path    string
	slow    bool     // only for long tests
	without []string // tests that cannot pass here: they count allocations or need go:linkname
	why     string   // why the package does not pass, if it does not
}{
	{path: "cmp"},
	{path: "container/heap"},
	{path: "container/list"},
	{path: "container/ring"},
	{path: "database/sql/driver"},
	{path: "encoding/ascii85"},
	{path: "encoding/base32"},
	{path: "encoding/csv"},
	{path: "encoding/hex"},
	{path: "encoding/pem"},
	{path: "encoding/xml"},
	{path: "go/build/constraint"},
	{path: "go/constant"},
	{path: "go/token"},
	{path: "html"},
	{path: "image/color"},
	{path: "image/png", slow: true},
	{path: "index/suffixarray", slow: true},
	{path: "math/bits", without: []string{
		"TestDivPanicOverflow", "TestDiv32PanicOverflow", "TestDiv64PanicOverflow", "TestDivPanicZero", "TestDiv64PanicZero",
	}},
	{path: "math/cmplx"},
	{path: "mime/quotedprintable"},
	{path: "net/mail"},
	{path: "net/rpc"},
	{path: "net/rpc/jsonrpc"},
	{path: "net/textproto", without: []string{"TestCommonHeaders"}},
	{path: "regexp/syntax", slow: true},
	{path: "testing/iotest"},
	{path: "testing/quick"},
	{path: "text/scanner"},
	{path: "text/tabwriter"},
	{path: "text/template/parse"},
	{path: "unicode/utf8", without: []string{"TestRuneCountNonASCIIAllocation"}},
}

// TestCopies copies packages of Go's library with their tests into a directory beside a script,
// which imports them as local packages and runs the tests. With -programs it runs those whose names
// match, and shows what they print.
func TestCopies(t *testing.T) {
	if testing.Short() {
		t.Skip("runs the tests of many packages")
	}
	for _, c := range copies {
		if *only != "" && !regexp.MustCompile(*only).MatchString(c.path) || c.slow && !long() && *only == "" {
			continue
		}
		t.Run(c.path, func(t *testing.T) {
			t.Parallel()
			dir := t.TempDir()
			n, err := writeCopy(dir, filepath.Join(goEnv(t, "GOROOT"), "src"), c.path, c.without)
			if err != nil {
				t.Fatal(err)
			}
			if long() && *only == "" {
				if out, err := runCopy(t.Context(), dir, n, "go", "run", "."); err != nil {
					t.Fatalf("compiled: %v\n%s", err, out)
				}
			}
			out, err := runCopy(t.Context(), dir, n, "polka", "run", "main.go")
			switch {
			case err == nil && c.why != "":
				t.Errorf("%s passes: remove the reason why it does not", c.path)
			case err != nil && c.why == "":
				t.Errorf("%v\n%s", err, out)
			}
			if *only != "" {
				t.Logf("%s", out)
			}
		})
	}
}

// runCopy runs a program that writeCopy has written. It returns an error unless the program says
// that all n tests have passed.
func runCopy(ctx context.Context, dir string, n int, name string, args ...string) ([]byte, error) {
	ctx, cancel := context.WithTimeout(ctx, dialectWall)
	defer cancel()
	cmd := exec.CommandContext(ctx, name, args...)
	cmd.Dir = dir
	cmd.WaitDelay = time.Second
	out, err := cmd.CombinedOutput()
	switch {
	case ctx.Err() != nil:
		return out, errors.New("it does not end")
	case err != nil:
		return out, err
	case !bytes.Contains(out, fmt.Appendf(nil, "%d tests passed\nPASS\n", n)):
		return out, fmt.Errorf("expected %d tests to pass", n)
	}
	return out, nil
}

// copiedHelpers are packages that are copied with those whose tests import them.
var copiedHelpers = []string{"testing/iotest"}

// writeCopy copies a package with its tests and writes main.go, which runs them, and returns the
// number of tests. The tests of package p become files of p, and those of p_test a package of their
// own in the directory p_test, with other names, so that they are not tests. Tests that depend on
// testing.Short run as in a short test, and those whose names are given do not run.
func writeCopy(dir, root, pkg string, without []string) (int, error) {
	w := &copyWriter{dir: dir, root: root, copied: []string{pkg}}
	p, err := gobuild.Default.ImportDir(filepath.Join(root, pkg), 0)
	if err != nil {
		return 0, err
	}
	for _, h := range copiedHelpers {
		if h != pkg && (slices.Contains(p.TestImports, h) || slices.Contains(p.XTestImports, h)) {
			w.copied = append(w.copied, h)
		}
	}
	for _, c := range w.copied[1:] {
		q, err := gobuild.Default.ImportDir(filepath.Join(root, c), 0)
		if err != nil {
			return 0, err
		}
		if err := w.files(c, c, q.GoFiles, nil); err != nil {
			return 0, err
		}
	}
	var own, external []string
	if err := w.files(pkg, pkg, append(p.GoFiles, p.TestGoFiles...), &own); err != nil {
		return 0, err
	}
	if err := w.files(pkg, pkg+"_test", p.XTestGoFiles, &external); err != nil {
		return 0, err
	}
	drop := func(name string) bool { return slices.Contains(without, name) }
	own, external = slices.DeleteFunc(own, drop), slices.DeleteFunc(external, drop)
	if data := filepath.Join(root, pkg, "testdata"); isDir(data) {
		if err := os.CopyFS(filepath.Join(dir, pkg, "testdata"), os.DirFS(data)); err != nil {
			return 0, err
		}
	}
	if err := os.WriteFile(filepath.Join(dir, "go.mod"), []byte("module local\n\ngo 1.26\n"), 0o644); err != nil {
		return 0, err
	}
	return len(own) + len(external), os.WriteFile(filepath.Join(dir, "main.go"), copyMain(pkg, own, external), 0o644)
}

func isDir(name string) bool {
	info, err := os.Stat(name)
	return err == nil && info.IsDir()
}

type copyWriter struct {
	dir, root string
	copied    []string // the packages whose copies are imported instead
}

// files copies files of the package from into the directory to, and adds the names of their tests
// to the list.
func (w *copyWriter) files(from, to string, names []string, tests *[]string) error {
	if len(names) == 0 {
		return nil
	}
	if err := os.MkdirAll(filepath.Join(w.dir, to), 0o755); err != nil {
		return err
	}
	for _, name := range names {
		source, err := os.ReadFile(filepath.Join(w.root, from, name))
		if err != nil {
			return err
		}
		fset := token.NewFileSet()
		f, err := parser.ParseFile(fset, name, source, 0)
		if err != nil {
			return err
		}
		for _, spec := range slices.Backward(f.Imports) {
			path, err := strconv.Unquote(spec.Path.Value)
			if err != nil {
				return err
			}
			if slices.Contains(w.copied, path) {
				start, end := fset.Position(spec.Path.Pos()).Offset, fset.Position(spec.Path.End()).Offset
				source = slices.Concat(source[:start], []byte(strconv.Quote("local/"+path)), source[end:])
			}
		}
		source = bytes.ReplaceAll(source, []byte("testing.Short()"), []byte("true"))
		if base, ok := strings.CutSuffix(name, "_test.go"); ok {
			name = base + "_tests.go"
			for _, d := range f.Decls {
				if fn, ok := d.(*ast.FuncDecl); ok && isTest(fn) {
					*tests = append(*tests, fn.Name.Name)
				}
			}
		}
		if err := os.WriteFile(filepath.Join(w.dir, to, name), source, 0o644); err != nil {
			return err
		}
	}
	return nil
}

// isTest reports whether go test would run a function.
func isTest(fn *ast.FuncDecl) bool {
	name, ok := strings.CutPrefix(fn.Name.Name, "Test")
	if !ok || fn.Recv != nil || fn.Type.Params.NumFields() != 1 || fn.Name.Name == "TestMain" {
		return false
	}
	r, _ := utf8.DecodeRuneInString(name)
	return name == "" || !unicode.IsLower(r)
}

// copyMain returns the script. Its last test reports how many have passed.
func copyMain(pkg string, own, external []string) []byte {
	var b bytes.Buffer
	b.WriteString("package main\n\nimport (\n\t\"fmt\"\n\t\"os\"\n\t\"testing\"\n\n")
	if len(own) > 0 {
		fmt.Fprintf(&b, "\town %q\n", "local/"+pkg)
	}
	if len(external) > 0 {
		fmt.Fprintf(&b, "\texternal %q\n", "local/"+pkg+"_test")
	}
	b.WriteString(`)

var passed int

func count(name string, test func(*testing.T)) testing.InternalTest {
	return testing.InternalTest{Name: name, F: func(t *testing.T) {
		defer func() {
			if !t.Failed() {
				passed++
			}
		}()
		test(t)
	}}
}

func main() {
`)
	fmt.Fprintf(&b, "\tif err := os.Chdir(%q); err != nil {\n\t\tpanic(err)\n\t}\n", path.Clean(pkg))
	b.WriteString("\ttests := []testing.InternalTest{\n")
	for _, name := range own {
		fmt.Fprintf(&b, "\t\tcount(%q, own.%s),\n", name, name)
	}
	for _, name := range external {
		fmt.Fprintf(&b, "\t\tcount(%q, external.%s),\n", name, name)
	}
	b.WriteString(`	}
	tests = append(tests, testing.InternalTest{Name: "TestEnd", F: func(*testing.T) { fmt.Println(passed, "tests passed") }})
	testing.Main(func(pattern, name string) (bool, error) { return true, nil }, tests, nil, nil)
}
`)
	return b.Bytes()
}
