// SPDX-License-Identifier: BSD-3-Clause

package typedata

import (
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"strings"
	"testing"
)

// inner and outer are the sources of packages with all that declarations can be made of. The second
// mentions declarations of the first that have no exported names.
const (
	inner = `package inner
type hidden struct { name string; Next *hidden "tag" }
func (h *hidden) Name() string { return h.name }
type fields struct { a, B int; hidden }
type Fields fields
func New() *hidden { return nil }
type Number interface { ~int | ~float64 }
type Named interface { Number; String() string; secret(int) }
type List[T any] struct { Head T; Tail *List[T] }
func (l *List[T]) Push(v T) *List[T] { return l }
func (List[E]) Len() int { return 0 }
type Ordered[T Ordered[T]] interface { Less(T) bool }
type Pair[A, B any] = struct { First A; Second B }
type Tree = map[string]*Node
type Node struct { Sub Tree; Err error }
type Mistake error
type Func func(in <-chan byte, out chan<- rune, rest ...any) (n int, err error)
type Small uint8
`
	outer = `package outer
import "inner"
import "unsafe"
const ( A = 1 << 100; B = 1.0 / 3; C = 'x'; D = "text"; E = true; F int8 = -3; G = 2i + 1.5; H = 1e5000; J inner.Small = 7 )
var V = inner.New()
var W inner.Pair[int, []inner.List[string]]
type Mine inner.Fields
type Both struct { inner.Fields; *inner.Node; P unsafe.Pointer; Q [3]complex128 }
type Self[T inner.Ordered[T]] struct { list inner.List[T] }
func (s *Self[U]) Get(i int) (v U, ok bool) { return }
func Map[S ~[]E, E comparable, R inner.Number](s S, f func(E) R) (m map[E]R) { return }
func Two[M1, M2 ~map[K]V, K comparable, V any](M1, M2) {}
type I interface { error; inner.Named; comparable }
type Alias[T any] = inner.List[Alias2[T]]
type Alias2[T any] = *T
type Rec = []interface{ M(Rec2) }
type Rec2 struct { R Rec }
`
)

// TestAsWritten checks packages, writes and reads them, and compares all declarations, once with
// the declarations of the other package among the own ones and once without.
func TestAsWritten(t *testing.T) {
	fset := token.NewFileSet()
	known := map[string]*types.Package{"unsafe": types.Unsafe}
	known["inner"] = check(t, fset, "inner", inner, known)
	known["outer"] = check(t, fset, "outer", outer, known)
	for _, elsewhere := range []func(string) bool{
		func(string) bool { return false },
		func(path string) bool { return path == "inner" },
	} {
		asked := 0
		r := NewReader(func(path string) string {
			asked++
			if known[path] == nil {
				t.Errorf("the reader needs package %s", path)
				return ""
			}
			return string(Write(known[path], elsewhere))
		})
		got, err := r.Read("outer")
		if err != nil {
			t.Fatal(err)
		}
		compare(t, got, known["outer"])
		if elsewhere("inner") != (asked == 2) {
			t.Errorf("the reader has read %d packages", asked)
		}
		if got, err = r.Read("inner"); err != nil {
			t.Fatal(err)
		}
		compare(t, got, known["inner"])
	}
	if got := Mentioned(string(Write(known["outer"], func(string) bool { return true }))); len(got) != 1 || got[0] != "inner" {
		t.Errorf("package outer mentions %q", got)
	}
}

func check(t *testing.T, fset *token.FileSet, path, text string, known map[string]*types.Package) *types.Package {
	t.Helper()
	f, err := parser.ParseFile(fset, path+".go", text, 0)
	if err != nil {
		t.Fatal(err)
	}
	conf := types.Config{Importer: imported(known)}
	p, err := conf.Check(path, fset, []*ast.File{f}, nil)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

type imported map[string]*types.Package

func (m imported) Import(path string) (*types.Package, error) { return m[path], nil }

// compare compares the exported declarations of two packages.
func compare(t *testing.T, got, want *types.Package) {
	t.Helper()
	n := 0
	for _, name := range want.Scope().Names() {
		if !token.IsExported(name) {
			continue
		}
		n++
		a, b := got.Scope().Lookup(name), want.Scope().Lookup(name)
		if a == nil {
			t.Errorf("%s.%s is missing", want.Path(), name)
			continue
		}
		if x, y := describe(a), describe(b); x != y {
			t.Errorf("%s.%s is\n%s\nexpected\n%s", want.Path(), name, x, y)
		}
	}
	if n < 5 {
		t.Errorf("%d declarations were compared", n)
	}
}

// describe writes a declaration with the methods, also promoted ones, and the package of each
// field.
func describe(obj types.Object) string {
	var b strings.Builder
	b.WriteString(types.ObjectString(obj, nil))
	if c, ok := obj.(*types.Const); ok {
		b.WriteString(" " + c.Val().Kind().String() + " " + c.Val().ExactString())
	}
	if _, ok := obj.(*types.TypeName); !ok {
		return b.String()
	}
	for _, t := range []types.Type{obj.Type(), types.NewPointer(obj.Type())} {
		set := types.NewMethodSet(t)
		for i := range set.Len() {
			b.WriteString("\n" + set.At(i).String())
		}
	}
	if s, ok := obj.Type().Underlying().(*types.Struct); ok {
		for f := range s.Fields() {
			b.WriteString("\n" + f.Pkg().Path() + " " + f.Name())
		}
	}
	return b.String()
}
