// Struct types and their names.
//
// For reflection, which keeps the interpreter's values, a struct type is what its fields are: of
//
//	type A struct{ X int }
//	type B struct{ X int }
//
// it sees one type, so that x.(B) held for an A in an interface, a type switch took the first of the two
// cases, and two values were equal that are not. But tags count. So the first field of a struct type
// that has a name gets a tag with that name,
//
//	type A struct{ X int `ꓸ:"A"` }
//
// beside the user's own. Conversions disregard tags, as in Go. Where Go needs no conversion between a type
// with a name and one without, convert.go puts one in. Plain (names.go) reads the tag: what would print
// as a struct with all its fields prints as main.A. A type without fields gets one (emptystruct.go).
//
// Blank fields, of which there may be several, get names, since reflection wants them to differ.

package cell

import (
	"fmt"
	"go/ast"
	"go/types"
	"strconv"
	"strings"

	"golang.org/x/tools/go/ast/astutil"
)

// tagKey is the key of the tag that holds a type's name.
const tagKey = "ꓸ"

func fieldRule(e *emitter, cur *astutil.Cursor) {
	switch n := cur.Node().(type) {
	case *ast.StructType:
		i := 0
		for _, f := range n.Fields.List {
			for _, id := range f.Names {
				if id.Name == "_" {
					id.Name = blankField(i)
				}
				i++
			}
			if len(f.Names) == 0 {
				i++
			}
		}
	case *ast.TypeSpec:
		obj, ok := e.r.info.Defs[n.Name].(*types.TypeName)
		if !ok || n.Assign.IsValid() || n.TypeParams != nil {
			return
		}
		sym, ok := e.symbol(obj)
		if !ok {
			return
		}
		n.Type = e.tagged(n.Type, obj.Type().Underlying(), sym)
	}
}

// blankField is the interpreter's name of the blank field with index i.
func blankField(i int) string { return fmt.Sprintf("_ꓸ%d", i) }

// tagged is the type expression x, of the underlying type t, with a tag for the name sym.
func (e *emitter) tagged(x ast.Expr, t types.Type, sym string) ast.Expr {
	s, ok := t.(*types.Struct)
	if !ok {
		return x
	}
	if s.NumFields() == 0 {
		return e.marked(x, sym)
	}
	st, ok := ast.Unparen(x).(*ast.StructType)
	if !ok { // type A B
		y, ok := e.typeExpr(s, x.Pos())
		if !ok {
			return x
		}
		st = y.(*ast.StructType)
	}
	first := st.Fields.List[0]
	if len(first.Names) > 1 { // a, b int
		alone := *first
		alone.Names = first.Names[:1]
		rest := *first
		rest.Names = first.Names[1:]
		st.Fields.List = append([]*ast.Field{&alone, &rest}, st.Fields.List[1:]...)
		first = &alone
	}
	tag := ""
	if first.Tag != nil {
		tag, _ = strconv.Unquote(first.Tag.Value)
	}
	if i := strings.Index(tag, tagKey+":"); i >= 0 {
		tag = strings.TrimSpace(tag[:i]) // of the type that t was made of
	}
	if tag != "" {
		tag += " "
	}
	first.Tag = text(first.Type.Pos(), strconv.Quote(tag+tagKey+":"+strconv.Quote(sym)))
	return st
}

// TypeNames puts the names of a cell's types into s, a text that a program prints, where it has them
// written out with all their fields.
func TypeNames(s string) string {
	if !strings.Contains(s, tagKey+":\\\"") {
		return s
	}
	var b strings.Builder
	for {
		i := strings.Index(s, "struct {")
		if i < 0 {
			b.WriteString(s)
			return b.String()
		}
		b.WriteString(s[:i])
		end, name := structText(s[i:])
		switch {
		case end == 0:
			b.WriteString("struct {")
			s = s[i+len("struct {"):]
		case name != "":
			b.WriteString("main." + instanceSigns.Replace(suffixes.ReplaceAllString(name, "")))
			s = s[i+end:]
		default:
			b.WriteString("struct {" + TypeNames(s[i+len("struct {"):i+end]))
			s = s[i+end:]
		}
	}
}

// structText measures the struct type that s begins with, and finds the name in the tag of its first
// field; 0 if it does not end.
func structText(s string) (end int, name string) {
	depth, first := 0, true
	for i := 0; i < len(s); i++ {
		switch s[i] {
		case '{', '(':
			depth++
		case '}', ')':
			if depth--; depth == 0 {
				return i + 1, name
			}
		case ';':
			if depth == 1 {
				first = false
			}
		case '"':
			quoted, err := strconv.QuotedPrefix(s[i:])
			if err != nil {
				return 0, ""
			}
			if tag, err := strconv.Unquote(quoted); err == nil && depth == 1 && first {
				if _, rest, ok := strings.Cut(tag, tagKey+":"); ok {
					name, _ = strconv.Unquote(rest)
				}
			}
			i += len(quoted) - 1
		}
	}
	return 0, ""
}
