package cell_test

import (
	"bytes"
	"go/ast"
	"go/printer"
	"go/token"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"polka/kernel/cell"
)

// text is what the interpreter gets of a cell.
func text(t testing.TB, p *cell.Program) string {
	t.Helper()
	var b bytes.Buffer
	for _, u := range p.Units {
		if err := printer.Fprint(&b, token.NewFileSet(), u); err != nil {
			t.Fatal(err)
		}
	}
	return b.String()
}

// TestInstances looks at the rewritten text: what it has and what it lacks.
func TestInstances(t *testing.T) {
	for _, test := range []struct {
		name       string
		cells      []string // the last one is looked at
		have, lack []string
	}{
		{"a function for each list of type arguments, once", []string{
			"func Id[T any](x T) T { return x }\na, b, c := Id(1), Id(2), Id(\"a\")"},
			[]string{"func Idᐸᐧᐧᐧᐳ(x int) int", "func Idᐸᐧᐧᐧᐳꓸ2(x string) string"}, []string{"func Id(", "Idᐸᐧᐧᐧᐳꓸ3"}},
		{"instances of earlier cells are there", []string{
			"func Id[T any](x T) T { return x }", "Id(1)", "Id(2)"},
			[]string{"Idᐸᐧᐧᐧᐳ(2)"}, []string{"func Id"}},
		{"a redefined function has instances of its own", []string{
			"func Id[T any](x T) T { return x }\nId(1)", "func Id[T any](x T) T { return *&x }\nId(1)"},
			[]string{"func Idᐸᐧᐧᐧᐳꓸ2(x int) int", "return *&x"}, nil},
		{"callers of a redefined function follow", []string{
			"func Id[T any](x T) T { return x }", "func f() int { return Id(1) }", "func Id[T any](x T) T { return *&x }"},
			[]string{"func fꓸ2() int", "Idᐸᐧᐧᐧᐳ"}, nil},
		{"a type and its methods, with what they mention", []string{
			"type Set[T comparable] map[T]bool\nfunc (s Set[T]) Has(x T) bool { return s[x] }\nfunc (s Set[T]) All() List[T] { return nil }\ntype List[E any] []E\nSet[string]{}.Has(\"a\")"},
			[]string{"type Setᐸstringᐳ map[string]bool", "type Listᐸstringᐳ []string", "func SetᐸstringᐳꓸHas(s Setᐸstringᐳ, x string) bool", "func (rꓸ Setᐸstringᐳ) Has(aꓸ0 string) bool"},
			[]string{"[T", "comparable"}},
		{"a method declared again is made again for all instances", []string{
			"type Box[T any] struct{ v T }\nfunc (b Box[T]) Get() T { return b.v }\na, b := Box[int]{}, Box[string]{}", "func (b Box[A]) Get() A { return *&b.v }"},
			[]string{"func BoxᐸintᐳꓸGetꓸ2(b Boxᐸintᐳ) int", "func BoxᐸstringᐳꓸGetꓸ2(b Boxᐸstringᐳ) string", "BoxᐸintᐳꓸGetꓸd = BoxᐸintᐳꓸGetꓸ2"},
			[]string{"type Box"}},
		{"a cell that is run again keeps its types", []string{
			"type Box[T any] struct{ v T }\nfunc (b Box[T]) Get() T { return b.v }\na := Box[int]{}", "type Box[T any] struct{ v T }\nfunc (b Box[T]) Get() T { return b.v }\na := Box[int]{}"},
			[]string{"a = Boxᐸintᐳ{}", "func BoxᐸintᐳꓸGetꓸ2"}, []string{"type Box", "var a"}},
		{"a variable that has the name of a type parameter", []string{
			"func Max[T any](T2 T, f func(T) int) int { { T := f(T2); return T } }\nMax(1, func(n int) int { return n })"},
			[]string{"T := f(T2)"}, []string{"T2 T"}},
		{"the same in a method", []string{
			"type Box[T any] struct{ T T }\nfunc (b Box[T]) Get() T { type r struct{ T int }; _ = r{T: 1}; var x T; { T := b.T; x = T }; return x }\nBox[int]{}.Get()"},
			[]string{"T := b.T", "r{T: 1}"}, []string{"var x T"}},
		{"a local type is a type argument", []string{
			"func Id[T any](x T) T { return x }\nfunc f() int { type p struct{ n int }; return Id(p{3}).n }\nf()"},
			[]string{"type p struct", "func Idᐸᐧᐧᐧᐳ(x p) p"}, []string{"{\n\ttype p"}},
		{"a function of the library", []string{"slices.Max([]int{1})"},
			[]string{"func Maxᐸᐧᐧᐧᐳ(x []int) int", ".Max(x)"}, []string{"slicesꓸ", "lineꓸ = 0"}},
		{"an iterator's type is a function's", []string{"var s iter.Seq2[int, string]\ns = maps.All(map[int]string{})"},
			[]string{"var s func(func(int, string) bool)"}, []string{"iter"}},
		{"a constant of a type argument does not overflow", []string{"func Top[T ~uint8]() T { return T(1)<<7 + T(255) + T(1) }\nTop[uint8]()"},
			[]string{"*new("}, nil},
	} {
		t.Run(test.name, func(t *testing.T) {
			c := newCompiler(t)
			last := len(test.cells) - 1
			define(t, c, test.cells[:last]...)
			p, err := c.Compile(last+1, test.cells[last])
			if err != nil {
				t.Fatal(err)
			}
			got := text(t, p)
			for _, s := range test.have {
				if !strings.Contains(got, s) {
					t.Errorf("%q is missing in\n%s", s, got)
				}
			}
			for _, s := range test.lack {
				if strings.Contains(got, s) {
					t.Errorf("%q is in\n%s", s, got)
				}
			}
		})
	}
}

// TestNoGenerics compiles the corpus of package session and checks that nothing generic is left in what
// the interpreter gets.
func TestNoGenerics(t *testing.T) {
	files, err := filepath.Glob("../session/testdata/generic*.txtar")
	if err != nil || len(files) < 5 {
		t.Fatalf("found %d files, %v", len(files), err)
	}
	for _, name := range files {
		data, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		c := newCompiler(t)
		for i, part := range strings.Split(string(data), "-- in --\n")[1:] {
			src, _, _ := strings.Cut(part, "-- out --\n")
			p, err := c.Compile(i+1, src)
			if err != nil {
				continue // some cells are wrong on purpose
			}
			for _, u := range p.Units {
				ast.Inspect(u, func(n ast.Node) bool {
					switch n := n.(type) {
					case *ast.FuncType:
						if n.TypeParams != nil {
							t.Errorf("%s: cell %d has a generic function:\n%s", filepath.Base(name), i+1, text(t, p))
						}
					case *ast.TypeSpec:
						if n.TypeParams != nil {
							t.Errorf("%s: cell %d has the generic type %s", filepath.Base(name), i+1, n.Name.Name)
						}
					case *ast.IndexListExpr:
						t.Errorf("%s: cell %d has type arguments", filepath.Base(name), i+1)
					}
					return true
				})
			}
			c.Commit(p, p.Definitions)
		}
	}
}

func TestPlainInstances(t *testing.T) {
	for _, test := range []struct{ symbol, want string }{
		{"Pairᐸintꓹstringᐳ", "Pair[int,string]"},
		{"Pairᐸintꓹstringᐳꓸ2", "Pair[int,string]"},
		{"Mapᐸᐧᐧᐧᐳꓸ12", "Map[...]"},
		{"main.StackᐸꞏtimeᐧTimeᐳꓸPushꓸd", "main.Stack[*time.Time].Push"},
	} {
		if got := cell.Plain(test.symbol); got != test.want {
			t.Errorf("%s is %s, want %s", test.symbol, got, test.want)
		}
	}
}

func TestTypeNames(t *testing.T) {
	c := newCompiler(t)
	define(t, c, "type Pair[K comparable, V any] struct { K K; V V }")
	for _, test := range []struct{ typ, want string }{
		{"Pair[int, []string]{}", "main.Pair[int,[]string]"},
		{"map[[2]int]Pair[Pair[int, bool], func(int, bool) (int, error)]{}", "map[[2]int]main.Pair[main.Pair[int,bool],func(int, bool) (int, error)]"},
		{"[]time.Time{}", "[]time.Time"},
	} {
		p, err := c.Compile(2, "fmt.Printf(\"%T\", "+test.typ+")")
		if err != nil {
			t.Fatal(err)
		}
		if got := text(t, p); !strings.Contains(got, strconv.Quote(test.want)) {
			t.Errorf("%s: %q is not in\n%s", test.typ, test.want, got)
		}
	}
}

// TestEndless checks that instances that need each other without end are an error of the cell.
func TestEndless(t *testing.T) {
	for _, src := range []string{
		"func F[T any](n int) { if n > 0 { F[[]T](n - 1) } }\nF[int](3)",
		"type L[T any] struct{ v T }\nfunc (l L[T]) Deep() { L[L[T]]{}.Deep() }\nL[int]{}.Deep()",
		"func F[T any]() { G[*T]() }\nfunc G[T any]() { F[map[string]T]() }\nG[int]()",
	} {
		_, err := newCompiler(t).Compile(1, src)
		if err == nil || !strings.Contains(err.Error(), "without end") && !strings.Contains(err.Error(), "instantiation cycle") {
			t.Errorf("%q: %v", src, err)
		}
	}
}
