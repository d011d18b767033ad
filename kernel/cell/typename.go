// The verb %T of package fmt tells a value's type. Reflection does not know the names of a cell's types,
// but go/types does. So where the format is a constant, the verb is replaced by one for text, and the
// argument by the name of its type:
//
//	fmt.Printf("%T\n", p)    becomes    fmt.Printf("%s\n", "main.Point")
//
// Of an argument that is an interface the runtime tells the type, as far as reflection does (field.go).

package cell

import (
	"go/ast"
	"go/constant"
	"go/types"
	"strconv"
	"strings"

	"golang.org/x/tools/go/ast/astutil"

	"polka/internal/pattern"
)

func typeNameRule(e *emitter, cur *astutil.Cursor) {
	n, ok := cur.Node().(*ast.CallExpr)
	if !ok || n.Ellipsis.IsValid() {
		return
	}
	f := e.r.selected(n.Fun)
	if f == nil || !strings.HasSuffix(f.Name(), "f") || pathOf(f) != "fmt" && pathOf(f) != "log" {
		return
	}
	at := f.Signature().Params().Len() - 2 // the format comes before the operands
	if at < 0 || at >= len(n.Args) {
		return
	}
	v := e.r.info.Types[n.Args[at]].Value
	if v == nil || v.Kind() != constant.String {
		return
	}
	format, places := withoutTypeVerbs(constant.StringVal(v))
	if len(places) == 0 {
		return
	}
	for _, i := range places {
		if at+1+i >= len(n.Args) {
			return
		}
	}
	n.Args[at] = e.typed(text(n.Args[at].Pos(), strconv.Quote(format)), types.Typ[types.String])
	for _, i := range places {
		x := n.Args[at+1+i]
		if e.displayed[n] != nil {
			e.displayed[n][at+1+i] = nil // it is text now
		}
		t := e.typeOf(x)
		if t == nil || isInterface(t) || e.r.info.Types[x].IsNil() {
			n.Args[at+1+i] = e.typed(e.runtime(x.Pos(), "TypeName", x), types.Typ[types.String])
			continue
		}
		name := goTypeString(types.Default(t), func(p *types.Package) string { return p.Name() })
		n.Args[at+1+i] = e.typed(text(x.Pos(), strconv.Quote(anyName.ReplaceAllString(name, "interface {}"))), types.Typ[types.String])
	}
}

// anyName matches the type that reflection calls interface {}.
var anyName = pattern.New(`\bany\b|interface\{\}`)

// withoutTypeVerbs is the format with %s for each %T, and the operands of those verbs. It gives no operands
// if the format counts its operands by itself.
func withoutTypeVerbs(format string) (string, []int) {
	var places []int
	b := []byte(format)
	operand := 0
	for i := 0; i < len(b); i++ {
		if b[i] != '%' {
			continue
		}
		for i++; i < len(b) && strings.IndexByte("+-# 0123456789.", b[i]) >= 0; i++ {
		}
		switch {
		case i == len(b) || b[i] == '[' || b[i] == '*':
			return format, nil
		case b[i] == '%':
			continue
		case b[i] == 'T':
			places = append(places, operand)
			b[i] = 's'
		}
		operand++
	}
	return string(b), places
}
