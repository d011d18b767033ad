// SPDX-License-Identifier: BSD-3-Clause

package cell_test

import (
	"errors"
	"go/types"
	"slices"
	"strings"
	"testing"
	"time"

	"polka/kernel/cell"
	"polka/kernel/cell/assist"
	"polka/kernel/cell/explain"
	"polka/kernel/cell/syntax"
	"polka/stdlib"
)

func newCompiler(t testing.TB) *cell.Compiler {
	t.Helper()
	return cell.New(cell.Options{Facts: stdlib.Importer(), Packages: stdlib.Packages()})
}

// define compiles and commits cells that must be right.
func define(t testing.TB, c *cell.Compiler, cells ...string) {
	t.Helper()
	for i, src := range cells {
		p, err := c.Compile(i+1, src)
		if err != nil {
			t.Fatalf("cell %d: %v", i+1, err)
		}
		c.Commit(p, p.Definitions)
	}
}

// TestPackageNotHere uses a package without an import that the tables lack, as in a browser.
func TestPackageNotHere(t *testing.T) {
	c := cell.New(cell.Options{Facts: stdlib.Importer(), Packages: map[string]string{"syscall": "syscall"}})
	_, err := c.Compile(1, "syscall.Getpid()")
	var e *explain.Error
	if want := "undefined: syscall\npackage syscall is not available here"; !errors.As(err, &e) || !strings.HasPrefix(e.List[0].Message, want) {
		t.Errorf("got %+v, want %s", err, want)
	}
}

// TestSourceBesideCompile asks for the text of a cell while others are compiled, as traces and
// errors of goroutines do.
func TestSourceBesideCompile(t *testing.T) {
	c := newCompiler(t)
	define(t, c, "x := 1")
	done := make(chan bool)
	go func() {
		defer close(done)
		for range 2000 {
			if c.Source(1) != "x := 1" {
				t.Error("the text of cell 1 is lost")
				return
			}
		}
	}()
	for i := range 100 {
		if _, err := c.Compile(i+2, "x + 1"); err != nil {
			t.Fatal(err)
		}
	}
	<-done
}

// earlier are the cells that the tests of single cells come after.
var earlier = []string{
	"x := 1\ns := []string{\"a\"}\nvar e error",
	"type P struct{ X, Y int }\nfunc (p *P) Move(d int) { p.X += d }\nfunc (p P) Sum() int { return p.X + p.Y }",
	"func f(n int) (int, error) { return n, nil }\nconst limit = 10",
	"func Map[A, B any](as []A, g func(A) B) []B { var bs []B; for _, a := range as { bs = append(bs, g(a)) }; return bs }",
}

func TestErrors(t *testing.T) {
	c := newCompiler(t)
	define(t, c, earlier...)
	for _, test := range []struct {
		src  string
		kind explain.Kind
		want []explain.Diagnostic // cell, line, column and the beginning of the message
	}{
		{"y := nope", explain.CompileError, []explain.Diagnostic{{Line: 1, Col: 6, Message: "undefined: nope"}}},
		{"y := 1\n\tz := y + \"a\"\nw := q", explain.CompileError, []explain.Diagnostic{
			{Line: 2, Col: 7, Message: "y + \"a\" has operands of different types: int and untyped string\nfmt.Sprint"},
			{Line: 3, Col: 6, Message: "undefined: q"}}},
		{"if x {\n}", explain.CompileError, []explain.Diagnostic{{Line: 1, Col: 4, Message: "the condition of if is x (int), and should be true or false\ncompare it: x != 0"}}},
		{"func g() int {\n\treturn \"a\"\n}\nfunc h() { undefinedInH() }", explain.CompileError, []explain.Diagnostic{
			{Line: 2, Col: 9, Message: "cannot use \"a\""},
			{Line: 4, Col: 12, Message: "undefined: undefinedInH"}}},
		{"x; y := 1", explain.CompileError, []explain.Diagnostic{{Line: 1, Col: 1, Message: "x is calculated and not used"}}},
		{"import \"nosuch\"", explain.CompileError, []explain.Diagnostic{{Line: 1, Col: 8, Message: "there is no package"}}},
		{"import \"stings\"", explain.CompileError, []explain.Diagnostic{{Line: 1, Col: 8, Message: "there is no package \"stings\" here; did you mean \"strings\"?"}}},
		{"P{}.Mvoe(1)", explain.CompileError, []explain.Diagnostic{{Line: 1, Col: 5, Message: "P{}.Mvoe undefined"}}},
		{"x = ", explain.SyntaxError, []explain.Diagnostic{{Line: 1, Col: 5, Message: "expected operand"}}},
		{"for i := 0; i < 3 {", explain.SyntaxError, []explain.Diagnostic{{Line: 1, Col: 19, Message: "expected ';', found '{'"}}},
		{"func f( {", explain.SyntaxError, nil},
		{"}", explain.SyntaxError, nil},
		{"x := 1 }", explain.SyntaxError, nil},
		{"a, b", explain.CompileError, []explain.Diagnostic{{Line: 1, Col: 1, Message: "undefined: a"}, {Line: 1, Col: 4, Message: "undefined: b"}}},
		{"type T struct { T }", explain.CompileError, []explain.Diagnostic{{Line: 1, Col: 6, Message: "invalid recursive type: T refers to itself"}}},
		{"func (p P) Sum() int { return p.Z }", explain.CompileError, []explain.Diagnostic{{Line: 1, Col: 33, Message: "p.Z undefined"}}},
	} {
		_, err := c.Compile(9, test.src)
		var e *explain.Error
		if !errors.As(err, &e) {
			t.Errorf("%q: %v", test.src, err)
			continue
		}
		if e.Kind != test.kind {
			t.Errorf("%q: %s, want %s", test.src, e.Kind, test.kind)
		}
		if test.want != nil && len(e.List) != len(test.want) {
			t.Errorf("%q: %+v", test.src, e.List)
			continue
		}
		for i, want := range test.want {
			got := e.List[i]
			if got.Cell != 9 || got.Line != want.Line || got.Col != want.Col || !strings.HasPrefix(got.Message, want.Message) {
				t.Errorf("%q: %d:%d %s, want %d:%d %s", test.src, got.Line, got.Col, got.Message, want.Line, want.Col, want.Message)
			}
		}
		for _, d := range e.List {
			if d.Line < 1 || d.Line > strings.Count(test.src, "\n")+1 {
				t.Errorf("%q: line %d", test.src, d.Line)
			}
		}
		if len(e.Report()) == 0 {
			t.Errorf("%q: no report", test.src)
		}
	}
}

// without is an importer for which a package is left out.
type without struct {
	types.Importer
	path string
}

func (w without) Import(path string) (*types.Package, error) {
	if path == w.path {
		return nil, &stdlib.ImportError{Path: path, Reason: "it is left out"}
	}
	return w.Importer.Import(path)
}

// A package that a cell mentions, and that exists but cannot be imported, is not suggested.
func TestLeftOut(t *testing.T) {
	c := cell.New(cell.Options{Facts: without{stdlib.Importer(), "net/http"}, Packages: stdlib.Packages()})
	_, err := c.Compile(1, "http.Get(\"x\")")
	const want = "undefined: http\npackage net/http is not available here: it is left out"
	if e, ok := errors.AsType[*explain.Error](err); !ok || len(e.List) != 1 || e.List[0].Message != want {
		t.Errorf("error %v, want %q", err, want)
	}
}

// TestRight holds cells that are right, although a Go compiler would refuse some of them.
func TestRight(t *testing.T) {
	for _, src := range []string{
		"", ";", "// nothing", "/* nothing */", "x", "x, s", "x := 1; x := 2; x := \"a\"", "unused := 1",
		"import \"fmt\"", "import \"fmt\"; fmt.Println(x)", "import f \"fmt\"\nf.Println()", "import . \"fmt\"\nPrintln()",
		"strings.ToUpper(\"a\")", "x := x + 1", "x, y := 2, 3", "x, _ := f(3)", "_, err := f(1)\nerr", "var y, z = x, s", "var a [limit]int",
		"P{1, 2}.Sum()", "p := &P{1, 2}; p.Move(1)\np", "f(1)", "go f(1)", "defer f(1)", "Map(s, func(a string) int { return len(a) })",
		"Map[string](s, func(a string) int { return len(a) })",
		"for range 3 {}", "for i := range x { _ = i }", "L: for { break L }", "switch y := x; { case y > 1: }", "if y := x; y > 1 { }",
		"func (p P) New() int { return x }\nP{}.New()", "func (P) Sum() int { return 3 }", "type P struct{ X, Y int }", "type P int",
		"type Q struct{ P }\nQ{}.Sum()", "func init() { x = 5 }", "func (p *P) Set(int, ...string) {}\nnew(P).Set(1, \"a\")", "func (*P) Get(n int) {}", "func g() int { return later }\nlater := 4\ng()",
		"package main\nfunc main() { println(x) }", "1 << 100", "'a'", "nil", "func() {}()", "func() int { return 1 }", "e", "error(nil)",
		"var r = struct{ a int }{1}\nr.a", "c := make(chan int, 1); c <- 1; v, ok := <-c\nv, ok", "m := map[string]P{\"a\": {1, 2}}; v, ok := m[\"a\"]\nv, ok",
		"dlx.Parse(\"a\\na\\n\")", "x++", "x += 2;", "type A int;\ntype B int; func h() {}; const c = 1;\nvar v B;\nA(1)", "type A P\nA{1, 2}.X", "type G[T any] struct{ v T }\ntype S struct{ g G[S2] }\ntype S2 int",
		"func h() {\n//line other.go:99\n\tprintln()\n}", "type L[T any] []T\nMap(L[P]{}, func(p P) P { return p })", "type (\n\tA int\n\tB = string\n)\nA(1), B(\"\")", "type A interface{ A() }\ntype B interface{ B() }\nvar v any\nswitch w := v.(type) {\ncase A:\n\tw.A()\ncase B:\n\tw.B()\n}", "const (\n\tc0 = iota\n\tc1\n)\nc1",
	} {
		c := newCompiler(t)
		define(t, c, earlier...)
		p, err := c.Compile(9, src)
		if err != nil {
			t.Errorf("%q: %v", src, err)
			continue
		}
		c.Commit(p, p.Definitions)
		if _, err := c.Compile(10, src); err != nil { // every cell can be run again
			t.Errorf("%q again: %v", src, err)
		}
	}
}

// TestFailedCellLeavesNothing compiles cells that fail and looks for what they would have defined.
func TestFailedCellLeavesNothing(t *testing.T) {
	c := newCompiler(t)
	define(t, c, earlier...)
	before := strings.Join(c.Names(), " ")
	for _, src := range []string{
		"a := 1\nb := nope", "type T int\nvar t T = \"a\"", "func g() {}\nnope()", "import \"math/big\"\nnope",
		"func (p P) Extra() int { return 1 }\nnope",
	} {
		if _, err := c.Compile(9, src); err == nil {
			t.Fatalf("%q is right", src)
		}
	}
	if after := strings.Join(c.Names(), " "); after != before {
		t.Errorf("names: %s, before %s", after, before)
	}
	if _, err := c.Compile(10, "P{}.Extra()"); err == nil {
		t.Error("a method of a failed cell is known")
	}
	define(t, c, "func (p P) Extra() int { return 1 }", "P{}.Extra()")
}

func TestDeclared(t *testing.T) {
	c := newCompiler(t)
	const src = "import \"fmt\"\n// T is a type.\ntype T struct{ a int }\nfunc (t T) M() {}\nx := 1\nconst k = 2\nfunc f() {}\nfmt.Println(x)\ny, z := 1, 2"
	p, err := c.Compile(1, src)
	if err != nil {
		t.Fatal(err)
	}
	list, variables := c.Declared(p, 1)
	text := list.Source()
	if strings.Join(variables, " ") != "x" {
		t.Errorf("variables %v", variables)
	}
	d := newCompiler(t)
	q, err := d.Compile(1, text)
	if err != nil {
		t.Fatalf("%v in\n%s", err, text)
	}
	if again, vars := d.Declared(q, 9); again.Source() != text || len(vars) > 0 {
		t.Errorf("%s\nbecomes\n%s %v", text, again.Source(), vars)
	}
	d.Commit(q, 0)
	define(t, d, "fmt.Println(T{k}); T{}.M(); f()")
}

// FuzzCompile looks for cells on which the compiler panics (which it reports as beyond it) or
// hangs.
func FuzzCompile(f *testing.F) {
	for _, s := range earlier {
		f.Add(s)
	}
	for _, s := range []string{"x := x + 1", "f(1)", "a, b", "?x", "type P struct{ P }", "func (p P) Sum() string { return \"\" }",
		"for i := range 3 { defer f(i) }", "L: goto L", "import . \"fmt\"", "package main\nfunc main() {}", "switch x := e.(type) { case nil: }",
		"var _ = x", "const c = iota", "select {}", "func g[T any](t T) T { return t }\ng(1)", "`\r`", "P.Sum", "(*P).Move", "x.(int)", "min(x, 2)"} {
		f.Add(s)
	}
	c := newCompiler(f)
	define(f, c, earlier...)
	a := assist.New(c, assist.Options{Doc: stdlib.Doc})
	f.Fuzz(func(t *testing.T, src string) {
		begin := time.Now()
		_, err := c.Compile(9, src)
		if err != nil && strings.Contains(err.Error(), "internal compiler error") {
			t.Errorf("%q: %v", src, err)
		}
		a.Complete(src, len(src)/2)
		a.Inspect(src, len(src)/2)
		syntax.IsComplete(src)
		if d := time.Since(begin); d > 10*time.Second {
			t.Errorf("%q took %v", src, d)
		}
	})
}

// TestCheckerPanics has correct types for which the type checker of Go 1.26 panics
// (golang.org/issue/80150), and the same ones in another order.
func TestCheckerPanics(t *testing.T) {
	types := []string{"type A [1]B", "type B = *C", "type C D[int]", "type D[T any] struct{ e E }", "type E map[*A]D[B]"}
	c := newCompiler(t)
	if _, err := c.Compile(1, strings.Join(types, "\n")); err != nil && !strings.Contains(err.Error(), "declare them in another order") {
		t.Error(err)
	}
	slices.Reverse(types)
	if _, err := c.Compile(1, strings.Join(types, "\n")); err != nil {
		t.Error(err)
	}
}

// TestDeclaredImports makes imports with a dot and with a name of their own again.
func TestDeclaredImports(t *testing.T) {
	c := newCompiler(t)
	p, err := c.Compile(1, "import . \"fmt\"\nimport m \"math\"\nfunc f() string { return Sprint(m.Pi) }")
	if err != nil {
		t.Fatal(err)
	}
	list, _ := c.Declared(p, 0)
	text := list.Source()
	if _, err := newCompiler(t).Compile(1, text); err != nil || strings.Count(text, "import") != 2 {
		t.Errorf("%v in\n%s", err, text)
	}
}
