// The generic functions of slices, maps and cmp.
//
// The interpreter cannot call compiled generic functions: a binary has no instance of them for a type
// that a cell invents. So they are written here once more, in the plain Go that the interpreter runs
// well, and made for each list of type arguments that a session uses: go/types has inferred the
// arguments, and the names of the type parameters in the texts below, which are those of the library,
// are replaced by them. Only sorting is left to compiled code, by way of sort.Slice.
//
// Iterators (iter.Seq[E]) are functions here; see rangefunc.go.

package cell

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"strings"
	"sync"

	"golang.org/x/tools/go/ast/astutil"
)

// libraryText holds the functions, by package, one a line.
var libraryText = map[string]string{
	"cmp": `
func Compare(x, y T) int { if x != x { if y != y { return 0 }; return -1 }; if y != y { return 1 }; if x < y { return -1 }; if x > y { return 1 }; return 0 }
func Less(x, y T) bool { return x != x && y == y || x < y }
func Or(vals ...T) T { var zero T; for _, v := range vals { if v != zero { return v } }; return zero }
`,
	"slices": `
func All(s Slice) func(yield func(int, E) bool) { return func(yield func(int, E) bool) { for i, v := range s { if !yield(i, v) { return } } } }
func Values(s Slice) func(yield func(E) bool) { return func(yield func(E) bool) { for _, v := range s { if !yield(v) { return } } } }
func Backward(s Slice) func(yield func(int, E) bool) { return func(yield func(int, E) bool) { for i := len(s) - 1; i >= 0; i-- { if !yield(i, s[i]) { return } } } }
func AppendSeq(s Slice, seq func(yield func(E) bool)) Slice { seq(func(v E) bool { s = append(s, v); return true }); return s }
func Collect(seq func(yield func(E) bool)) []E { var s []E; seq(func(v E) bool { s = append(s, v); return true }); return s }
func Sorted(seq func(yield func(E) bool)) []E { var s []E; seq(func(v E) bool { s = append(s, v); return true }); sort.Slice(s, func(i, j int) bool { return s[i] < s[j] }); return s }
func SortedFunc(seq func(yield func(E) bool), cmp func(E, E) int) []E { var s []E; seq(func(v E) bool { s = append(s, v); return true }); sort.Slice(s, func(i, j int) bool { return cmp(s[i], s[j]) < 0 }); return s }
func SortedStableFunc(seq func(yield func(E) bool), cmp func(E, E) int) []E { var s []E; seq(func(v E) bool { s = append(s, v); return true }); sort.SliceStable(s, func(i, j int) bool { return cmp(s[i], s[j]) < 0 }); return s }
func Sort(x S) { sort.Slice(x, func(i, j int) bool { return x[i] < x[j] || x[i] != x[i] && x[j] == x[j] }) }
func SortFunc(x S, cmp func(a, b E) int) { sort.Slice(x, func(i, j int) bool { return cmp(x[i], x[j]) < 0 }) }
func SortStableFunc(x S, cmp func(a, b E) int) { sort.SliceStable(x, func(i, j int) bool { return cmp(x[i], x[j]) < 0 }) }
func IsSorted(x S) bool { for i := len(x) - 1; i > 0; i-- { if x[i] < x[i-1] || x[i] != x[i] && x[i-1] == x[i-1] { return false } }; return true }
func IsSortedFunc(x S, cmp func(a, b E) int) bool { for i := len(x) - 1; i > 0; i-- { if cmp(x[i], x[i-1]) < 0 { return false } }; return true }
func Min(x S) E { if len(x) == 0 { panic("slices.Min: empty list") }; m := x[0]; for _, v := range x { if v != v { return v }; if v < m { m = v } }; return m }
func Max(x S) E { if len(x) == 0 { panic("slices.Max: empty list") }; m := x[0]; for _, v := range x { if v != v { return v }; if v > m { m = v } }; return m }
func MinFunc(x S, cmp func(a, b E) int) E { if len(x) == 0 { panic("slices.MinFunc: empty list") }; m := x[0]; for _, v := range x { if cmp(v, m) < 0 { m = v } }; return m }
func MaxFunc(x S, cmp func(a, b E) int) E { if len(x) == 0 { panic("slices.MaxFunc: empty list") }; m := x[0]; for _, v := range x { if cmp(v, m) > 0 { m = v } }; return m }
func BinarySearch(x S, target E) (int, bool) { i, j := 0, len(x); for i < j { h := (i + j) / 2; if x[h] < target { i = h + 1 } else { j = h } }; return i, i < len(x) && x[i] == target }
func BinarySearchFunc(x S, target T, cmp func(E, T) int) (int, bool) { i, j := 0, len(x); for i < j { h := (i + j) / 2; if cmp(x[h], target) < 0 { i = h + 1 } else { j = h } }; return i, i < len(x) && cmp(x[i], target) == 0 }
func Equal(s1, s2 S) bool { if len(s1) != len(s2) { return false }; for i := 0; i < len(s1); i++ { if s1[i] != s2[i] { return false } }; return true }
func EqualFunc(s1 S1, s2 S2, eq func(E1, E2) bool) bool { if len(s1) != len(s2) { return false }; for i := 0; i < len(s1); i++ { if !eq(s1[i], s2[i]) { return false } }; return true }
func Compare(s1, s2 S) int { for i := 0; i < len(s1); i++ { if i >= len(s2) { return 1 }; if s1[i] < s2[i] { return -1 }; if s1[i] > s2[i] { return 1 } }; if len(s1) < len(s2) { return -1 }; return 0 }
func Index(s S, v E) int { for i := 0; i < len(s); i++ { if s[i] == v { return i } }; return -1 }
func IndexFunc(s S, f func(E) bool) int { for i := 0; i < len(s); i++ { if f(s[i]) { return i } }; return -1 }
func Contains(s S, v E) bool { for i := 0; i < len(s); i++ { if s[i] == v { return true } }; return false }
func ContainsFunc(s S, f func(E) bool) bool { for i := 0; i < len(s); i++ { if f(s[i]) { return true } }; return false }
func Insert(s S, i int, v ...E) S { tail := append(S(nil), s[i:]...); return append(append(s[:i:i], v...), tail...) }
func Delete(s S, i, j int) S { _ = s[i:j:len(s)]; var zero E; n := len(s); s = append(s[:i], s[j:]...); for k := len(s); k < n; k++ { s[:n][k] = zero }; return s }
func DeleteFunc(s S, del func(E) bool) S { var zero E; k := 0; for i := 0; i < len(s); i++ { v := s[i]; if !del(v) { s[k] = v; k++ } }; for i := k; i < len(s); i++ { s[i] = zero }; return s[:k] }
func Replace(s S, i, j int, v ...E) S { _ = s[i:j]; tail := append(S(nil), s[j:]...); return append(append(s[:i:i], v...), tail...) }
func Clone(s S) S { if s == nil { return nil }; return append(S{}, s...) }
func Compact(s S) S { var zero E; if len(s) < 2 { return s }; k := 1; for i := 1; i < len(s); i++ { if s[i] != s[i-1] { s[k] = s[i]; k++ } }; for i := k; i < len(s); i++ { s[i] = zero }; return s[:k] }
func CompactFunc(s S, eq func(E, E) bool) S { var zero E; if len(s) < 2 { return s }; k := 1; for i := 1; i < len(s); i++ { if !eq(s[k-1], s[i]) { s[k] = s[i]; k++ } }; for i := k; i < len(s); i++ { s[i] = zero }; return s[:k] }
func Grow(s S, n int) S { if n < 0 { panic("cannot be negative") }; if n -= cap(s) - len(s); n > 0 { s = append(s[:cap(s)], make([]E, n)...)[:len(s)] }; return s }
func Clip(s S) S { return s[:len(s):len(s)] }
func Reverse(s S) { for i, j := 0, len(s)-1; i < j; i, j = i+1, j-1 { v := s[i]; s[i] = s[j]; s[j] = v } }
func Concat(ss ...S) S { var out S; for _, s := range ss { out = append(out, s...) }; return out }
func Repeat(x S, count int) S { if count < 0 { panic("cannot be negative") }; out := make(S, 0, len(x)*count); for i := 0; i < count; i++ { out = append(out, x...) }; return out }
func Chunk(s Slice, n int) func(yield func(Slice) bool) { if n < 1 { panic("cannot be less than 1") }; return func(yield func(Slice) bool) { for i := 0; i < len(s); i += n { end := len(s); if i+n < end { end = i + n }; if !yield(s[i:end:end]) { return } } } }
`,
	"maps": `
func All(m Map) func(yield func(K, V) bool) { return func(yield func(K, V) bool) { for k, v := range m { if !yield(k, v) { return } } } }
func Keys(m Map) func(yield func(K) bool) { return func(yield func(K) bool) { for k := range m { if !yield(k) { return } } } }
func Values(m Map) func(yield func(V) bool) { return func(yield func(V) bool) { for _, v := range m { if !yield(v) { return } } } }
func Insert(m Map, seq func(yield func(K, V) bool)) { seq(func(k K, v V) bool { m[k] = v; return true }) }
func Collect(seq func(yield func(K, V) bool)) map[K]V { m := make(map[K]V); seq(func(k K, v V) bool { m[k] = v; return true }); return m }
func Clone(m M) M { if m == nil { return nil }; c := make(M, len(m)); for k, v := range m { c[k] = v }; return c }
func Copy(dst M1, src M2) { for k, v := range src { dst[k] = v } }
func DeleteFunc(m M, del func(K, V) bool) { for k, v := range m { if del(k, v) { delete(m, k) } } }
func Equal(m1 M1, m2 M2) bool { if len(m1) != len(m2) { return false }; for k, v := range m1 { w, ok := m2[k]; if !ok || v != w { return false } }; return true }
func EqualFunc(m1 M1, m2 M2, eq func(V1, V2) bool) bool { if len(m1) != len(m2) { return false }; for k, v := range m1 { w, ok := m2[k]; if !ok || !eq(v, w) { return false } }; return true }
`,
}

// library gives the texts by package and name.
var library = sync.OnceValue(func() map[string]map[string]string {
	all := make(map[string]map[string]string)
	for path, text := range libraryText {
		all[path] = make(map[string]string)
		for l := range strings.Lines(text) {
			if rest, ok := strings.CutPrefix(l, "func "); ok {
				name, _, _ := strings.Cut(rest, "(")
				all[path][name] = l
			}
		}
	}
	return all
})

// handles reports whether the compiler itself provides a name of a package that the interpreter lacks.
func (c *Compiler) handles(path, name string) bool { return library()[path][name] != "" }

// libraryRule replaces pkg.Name by a function made for its type arguments.
func libraryRule(e *emitter, cur *astutil.Cursor) {
	switch n := cur.Node().(type) {
	case *ast.SelectorExpr:
		if e.isConstraint(n) {
			// The checker has seen to it; the interpreter need not.
			cur.Replace(&ast.InterfaceType{Interface: n.Pos(), Methods: fields(n.Pos())})
			return
		}
		f, ok := e.r.info.Uses[n.Sel].(*types.Func)
		if !ok || f.Pkg() == nil {
			return
		}
		text := library()[f.Pkg().Path()][f.Name()]
		inst, ok := e.r.info.Instances[n.Sel]
		if text == "" || !ok {
			return
		}
		name, ok := e.libraryFunction(f, text, inst.TypeArgs, n.Pos())
		if !ok {
			e.fail(n.Pos(), fmt.Sprintf("%s.%s cannot be used with these types in a cell", f.Pkg().Name(), f.Name()))
			return
		}
		x := ident(name, n.Pos())
		e.instances[x] = true
		cur.Replace(x)
	case *ast.IndexExpr:
		if id, ok := n.X.(*ast.Ident); ok && e.instances[id] {
			cur.Replace(id)
			return
		}
		e.iterator(cur, n)
	case *ast.IndexListExpr:
		if id, ok := n.X.(*ast.Ident); ok && e.instances[id] {
			cur.Replace(id)
			return
		}
		e.iterator(cur, n)
	}
}

// isConstraint reports whether n is a package's interface for type parameters alone, such as cmp.Ordered.
func (e *emitter) isConstraint(n *ast.SelectorExpr) bool {
	t, ok := e.r.info.Uses[n.Sel].(*types.TypeName)
	if !ok || t.Pkg() == nil || t.Pkg().Path() == world {
		return false
	}
	i, ok := t.Type().Underlying().(*types.Interface)
	return ok && !i.IsMethodSet()
}

// iterPath is the package of the iterators' types.
const iterPath = "iter"

// iterator replaces iter.Seq[E] by the function type that it is.
func (e *emitter) iterator(cur *astutil.Cursor, n ast.Expr) {
	tv := e.r.info.Types[n]
	if !tv.IsType() {
		return
	}
	if t, ok := types.Unalias(tv.Type).(*types.Named); ok && t.Obj().Pkg() != nil && t.Obj().Pkg().Path() == iterPath {
		if x, ok := e.typeExpr(t, n.Pos()); ok {
			cur.Replace(x)
		}
	}
}

// libraryFunction is the name of the function made of text for the type arguments.
func (e *emitter) libraryFunction(f *types.Func, text string, args *types.TypeList, p token.Pos) (string, bool) {
	params := f.Signature().TypeParams()
	if params.Len() != args.Len() {
		return "", false
	}
	key := "ꓸ" + f.Pkg().Name() + "ꓸ" + f.Name()
	for t := range args.Types() {
		x, ok := e.typeExpr(t, p)
		if !ok || hasTypeParam(t) {
			return "", false
		}
		key += "ꓸ" + types.ExprString(x)
	}
	name := e.c.instances[key]
	if name == "" {
		name = e.p.instances[key]
	}
	if name != "" {
		return name, true
	}
	e.c.serial++
	name = fmt.Sprintf("%sꓸ%sꓸt%d", f.Pkg().Name(), f.Name(), e.c.serial)
	pos := e.c.o.Fset.Position(p)
	file, err := parser.ParseFile(e.c.o.Fset, fileName(0), fmt.Sprintf("package main\n/*line %s:%d:%d*/%s", fileName(0), pos.Line, pos.Column, text), parser.SkipObjectResolution)
	if err != nil {
		return "", false
	}
	fn := file.Decls[0].(*ast.FuncDecl)
	fn.Name.Name = name
	byName := make(map[string]types.Type)
	for i := range params.Len() {
		byName[params.At(i).Obj().Name()] = args.At(i)
	}
	astutil.Apply(fn, nil, func(c *astutil.Cursor) bool {
		switch n := c.Node().(type) {
		case *ast.Ident:
			if t := byName[n.Name]; t != nil {
				if x, ok := e.typeExpr(t, n.Pos()); ok {
					c.Replace(x)
				}
			}
		case *ast.SelectorExpr:
			if x, ok := n.X.(*ast.Ident); ok && x.Name == "sort" {
				x.Name = e.alias("sort")
			}
		}
		return true
	})
	e.p.instances[key] = name
	e.funcs = append(e.funcs, fn)
	return name, true
}

// hasTypeParam reports whether t mentions a type parameter.
func hasTypeParam(t types.Type) bool {
	return mentionsParam(t, 0)
}

func mentionsParam(t types.Type, depth int) bool {
	if depth > 10 {
		return false
	}
	switch t := types.Unalias(t).(type) {
	case *types.TypeParam:
		return true
	case *types.Slice:
		return mentionsParam(t.Elem(), depth+1)
	case *types.Array:
		return mentionsParam(t.Elem(), depth+1)
	case *types.Pointer:
		return mentionsParam(t.Elem(), depth+1)
	case *types.Chan:
		return mentionsParam(t.Elem(), depth+1)
	case *types.Map:
		return mentionsParam(t.Key(), depth+1) || mentionsParam(t.Elem(), depth+1)
	case *types.Named:
		for a := range t.TypeArgs().Types() {
			if mentionsParam(a, depth+1) {
				return true
			}
		}
	}
	return false
}
