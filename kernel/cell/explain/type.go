// SPDX-License-Identifier: BSD-3-Clause

// Values of the wrong type: which conversion makes them fit, which methods are missing, and from
// which cell a type is that has been declared again.

package explain

import (
	"fmt"
	"go/ast"
	"go/constant"
	"go/token"
	"go/types"
	"strings"

	"polka/kernel/cell/typeview"
)

// cannotUse: a value where another type is expected.
func (x *explainer) cannotUse(m *mistake) string {
	e := m.expr()
	if e == nil {
		return ""
	}
	have, want := x.typeOf(e), typeview.Wanted(x.Info, m.path)
	if have == nil {
		return ""
	}
	if want == nil {
		return x.fallbackUse(m)
	}
	text := x.text(e)
	what := text + " (" + x.typeText(have) + ")"
	if b, ok := have.(*types.Basic); ok && b.Info()&types.IsUntyped != 0 {
		what = text
	}
	msg := fmt.Sprintf("cannot use %s as %s in %s", what, x.typeText(want), m.part[3])
	if s := x.twoTypes(have, want); s != "" {
		return fmt.Sprintf("cannot use %s as %s in %s: %s", text, x.typeText(want), m.part[3], s)
	}
	if i, ok := want.Underlying().(*types.Interface); ok && !typeview.IsTypeParam(want) {
		if s := x.lacks(have, want, i, text); s != "" {
			return msg + ": " + s
		}
		return ""
	}
	if s := x.constantFit(e, want); s != "" {
		return s
	}
	hint, literal := quoted(e)
	if basicInfo(want)&types.IsNumeric == 0 {
		hint, literal = "", false
	}
	if hint == "" && !literal {
		hint = x.conversion(text, have, want)
	}
	if hint == "" {
		hint = x.variableType(m, want)
	}
	if hint == "" {
		hint = x.parameters(m)
	}
	if hint != "" {
		return msg + "\n" + hint
	}
	if m.part[4] != "" {
		return ""
	}
	return msg
}

// fallbackUse is cannotUse where the wanted type cannot be found in the tree.
func (x *explainer) fallbackUse(m *mistake) string {
	if s := x.outOfDate(x.typeOf(m.expr()), ""); s != "" {
		return m.Msg + "\n" + s
	}
	return ""
}

// cannotConvert: T(x) with types of one name.
func (x *explainer) cannotConvert(m *mistake) string {
	call, ok := enclosing[*ast.CallExpr](m)
	if !ok || len(call.Args) != 1 || x.typeOf(call.Fun) == nil || x.typeOf(call.Args[0]) == nil {
		return ""
	}
	if s := x.twoTypes(x.typeOf(call.Args[0]), x.typeOf(call.Fun)); s != "" {
		return fmt.Sprintf("cannot convert %s: %s", x.text(call.Args[0]), s)
	}
	if to, from := basicInfo(x.typeOf(call.Fun)), basicInfo(x.typeOf(call.Args[0])); to&types.IsNumeric != 0 && from&types.IsString != 0 {
		hint, literal := quoted(call.Args[0])
		if !literal {
			hint = x.conversion(x.text(call.Args[0]), x.typeOf(call.Args[0]), x.typeOf(call.Fun))
		}
		if hint != "" {
			return m.Msg + "\n" + hint
		}
	}
	return ""
}

// lacks returns what a type lacks to implement an interface.
func (x *explainer) lacks(have, want types.Type, i *types.Interface, text string) string {
	var missing, wrong []string
	pointer := false
	for m := range i.Methods() {
		obj, _, indirect := types.LookupFieldOrMethod(have, false, x.Package, m.Name())
		f, ok := obj.(*types.Func)
		switch {
		case indirect:
			pointer = true
		case !ok:
			missing = append(missing, m.Name()+typeview.Signature(m))
		case !types.Identical(f.Type(), m.Type()):
			wrong = append(wrong, fmt.Sprintf("it has %s, and should have %s", m.Name()+typeview.Signature(f), m.Name()+typeview.Signature(m)))
		}
	}
	h, w := x.typeText(have), x.typeText(want)
	var lines []string
	if missing != nil {
		if b, ok := have.(*types.Basic); ok && b.Info()&types.IsUntyped != 0 {
			h = x.typeText(types.Default(have))
		}
		lines = append(lines, fmt.Sprintf("%s has no method %s, which %s requires", h, strings.Join(missing, ", nor "), w))
	}
	lines = append(lines, wrong...)
	if lines == nil && pointer {
		return fmt.Sprintf("the methods of %s that %s requires have pointer receivers\nwrite &%s", h, w, text)
	}
	if lines == nil {
		return ""
	}
	if p, ok := have.Underlying().(*types.Pointer); ok && types.IsInterface(p.Elem()) {
		return fmt.Sprintf("a pointer to an interface is not an interface\nwrite *%s, or leave the pointer away", text)
	}
	return strings.Join(lines, "\n")
}

func basicInfo(t types.Type) types.BasicInfo {
	if b, ok := typeview.Core[*types.Basic](t); ok {
		return b.Info()
	}
	return 0
}

// constantFit returns why a constant does not fit a type.
func (x *explainer) constantFit(e ast.Expr, want types.Type) string {
	v := x.Info.Types[e].Value
	info := basicInfo(want)
	if v == nil || info&types.IsNumeric == 0 {
		return ""
	}
	w := x.typeText(want)
	switch {
	case v.Kind() == constant.Float && info&types.IsInteger != 0 && constant.ToInt(v).Kind() != constant.Int:
		return fmt.Sprintf("%s is not a valid %s: it has a fraction", x.text(e), w)
	case constant.ToInt(v).Kind() == constant.Int && info&types.IsInteger != 0:
		size := x.Sizes.Sizeof(want) * 8
		if info&types.IsUnsigned != 0 {
			if constant.Sign(v) < 0 {
				return fmt.Sprintf("%s is not a valid %s: it is negative", x.text(e), w)
			}
			return fmt.Sprintf("%s is not a valid %s: the largest is %s", x.text(e), w, constant.BinaryOp(constant.Shift(constant.MakeInt64(1), token.SHL, uint(size)), token.SUB, constant.MakeInt64(1)).ExactString())
		}
		limit := constant.Shift(constant.MakeInt64(1), token.SHL, uint(size-1))
		return fmt.Sprintf("%s is not a valid %s: the range is -%s to %s", x.text(e), w, limit.ExactString(), constant.BinaryOp(limit, token.SUB, constant.MakeInt64(1)).ExactString())
	}
	return ""
}

// truncated: a constant with a fraction beside an integer.
func (x *explainer) truncated(m *mistake) string {
	c, typ := m.part[1], m.part[2]
	msg := fmt.Sprintf("%s is not a valid %s: it has a fraction", c, typ)
	if b, ok := enclosing[*ast.BinaryExpr](m); ok {
		left, right := x.text(b.X), x.text(b.Y)
		if x.text(b.X) == c {
			right = "float64(" + right + ")"
		} else {
			left = "float64(" + left + ")"
		}
		msg += fmt.Sprintf("\nto calculate with fractions, write %s %s %s", left, b.Op, right)
	}
	return msg
}

// conversion returns how a value of one type is converted to another, "" if that is not obvious.
func (x *explainer) conversion(text string, have, want types.Type) string {
	h, w := basicInfo(have), basicInfo(want)
	wt := x.typeText(want)
	if strings.ContainsAny(wt, "*[ ") {
		wt = "(" + wt + ")"
	}
	number := types.IsInteger | types.IsFloat | types.IsComplex
	switch {
	case h&number != 0 && w&number != 0 && (h&types.IsComplex == 0) == (w&types.IsComplex == 0):
		if h&types.IsFloat != 0 && w&types.IsInteger != 0 {
			return fmt.Sprintf("convert it, which drops the fraction: %s(%s)", wt, text)
		}
		return fmt.Sprintf("convert it: %s(%s)", wt, text)
	case h&types.IsInteger != 0 && w&types.IsString != 0:
		if types.Identical(types.Default(have), types.Typ[types.Rune]) {
			return fmt.Sprintf("convert it: %s(%s)", wt, text)
		}
		return fmt.Sprintf("fmt.Sprint(%s) writes a number in digits", text)
	case h&number != 0 && w&types.IsString != 0:
		return fmt.Sprintf("fmt.Sprint(%s) writes a number in digits", text)
	case h&types.IsString != 0 && w&types.IsInteger != 0:
		return fmt.Sprintf("strconv.Atoi(%s) reads a number from text", text)
	case h&types.IsString != 0 && w&types.IsFloat != 0:
		return fmt.Sprintf("strconv.ParseFloat(%s, 64) reads a number from text", text)
	}
	if sig, ok := typeview.Core[*types.Signature](have); ok && sig.Params().Len() == 0 && sig.Results().Len() == 1 && types.Identical(sig.Results().At(0).Type(), want) {
		return fmt.Sprintf("it is a function; %s() calls it", text)
	}
	if p, ok := typeview.Core[*types.Pointer](want); ok && types.Identical(p.Elem(), have) {
		return "take its address: &" + text
	}
	if p, ok := typeview.Core[*types.Pointer](have); ok && types.Identical(p.Elem(), want) {
		return "take what it points to: *" + text
	}
	if s, ok := typeview.Core[*types.Slice](have); ok && types.Identical(s.Elem(), want) {
		return fmt.Sprintf("it is a slice of them: %s... passes all of them to a function with ..., and %s[0] is the first", text, text)
	}
	if types.ConvertibleTo(have, want) && !types.IsInterface(have) {
		return fmt.Sprintf("convert it: %s(%s)", wt, text)
	}
	if types.IsInterface(have) && types.AssertableTo(have.Underlying().(*types.Interface), want) {
		return fmt.Sprintf("if it holds one, take it out: v, ok := %s.(%s)", text, x.typeText(want))
	}
	return ""
}

// mismatched: operands of different types.
func (x *explainer) mismatched(m *mistake) string {
	b, ok := enclosing[*ast.BinaryExpr](m)
	var left, right ast.Expr
	op := ""
	if ok {
		left, right, op = b.X, b.Y, b.Op.String()
	} else if a, isAssign := enclosing[*ast.AssignStmt](m); isAssign && len(a.Lhs) == 1 && len(a.Rhs) == 1 {
		left, right, op = a.Lhs[0], a.Rhs[0], a.Tok.String()
	} else {
		return ""
	}
	l, r := x.typeOf(left), x.typeOf(right)
	if l == nil || r == nil {
		return ""
	}
	lt, rt := x.text(left), x.text(right)
	msg := fmt.Sprintf("%s %s %s has operands of different types: %s and %s", lt, op, rt, m.part[2], m.part[3])
	if s := x.twoTypes(l, r); s != "" {
		return fmt.Sprintf("%s %s %s: %s", lt, op, rt, s)
	}
	if types.IsInterface(l) != types.IsInterface(r) && op != "==" && op != "!=" {
		return msg + "\n" + takeOut(lt, rt, op, x.typeText(types.Default(l)), x.typeText(types.Default(r)), types.IsInterface(l))
	}
	h, w := basicInfo(l), basicInfo(r)
	number := types.IsInteger | types.IsFloat
	switch {
	case h&number != 0 && w&number != 0:
		if ok && convertsFirst(l, r) {
			return fmt.Sprintf("%s\nconvert one of them: %s(%s) %s %s", msg, x.typeText(r), lt, op, rt)
		}
		return fmt.Sprintf("%s\nconvert one of them: %s %s %s(%s)", msg, lt, op, x.typeText(l), rt)
	case op == "+" && h&types.IsString != 0 && w != 0 && w&types.IsString == 0:
		if lit, isLit := right.(*ast.BasicLit); isLit && lit.Kind == token.CHAR {
			return fmt.Sprintf("%s\ntext goes in double quotes: %q", msg, strings.Trim(lit.Value, "'"))
		}
		return fmt.Sprintf("%s\nfmt.Sprint writes a value as text: %s + fmt.Sprint(%s)", msg, lt, rt)
	case op == "+" && w&types.IsString != 0 && h != 0 && h&types.IsString == 0:
		return fmt.Sprintf("%s\nfmt.Sprint writes a value as text: fmt.Sprint(%s) + %s", msg, lt, rt)
	}
	return msg
}

// takeOut says how to calculate with the value in an interface.
func takeOut(left, right, op, l, r string, first bool) string {
	if first {
		return fmt.Sprintf("if %s holds a value of type %s, take it out: %[1]s.(%[2]s) %s %s", left, r, op, right)
	}
	return fmt.Sprintf("if %s holds a value of type %s, take it out: %s %s %[1]s.(%[2]s)", right, l, left, op)
}

// convertsFirst reports whether of two numbers of the types l and r the first should be converted:
// what has a plain type to one with a name of its own, as in time.Duration(n) * time.Second, and
// integers to fractions.
func convertsFirst(l, r types.Type) bool {
	_, leftPlain := types.Unalias(l).(*types.Basic)
	_, rightPlain := types.Unalias(r).(*types.Basic)
	if leftPlain != rightPlain {
		return leftPlain
	}
	return basicInfo(l)&types.IsInteger != 0 && basicInfo(r)&types.IsFloat != 0
}

// untypedNil: x := nil.
func (x *explainer) untypedNil(*mistake) string {
	return "nil alone has no type\nname one, as in var p *int, or give a value"
}

// cannotAssign: the left side is not a variable.
func (x *explainer) cannotAssign(m *mistake) string {
	e := m.expr()
	if e == nil {
		return ""
	}
	text := x.text(e)
	if x.Info.Types[e].Value != nil {
		if id, ok := e.(*ast.Ident); ok {
			if k, ok := x.Info.Uses[id].(*types.Const); ok && k.Pos().IsValid() {
				return fmt.Sprintf("cannot assign to %s: it is a constant, declared in %s", text, x.Place(k.Pos()))
			}
		}
		return fmt.Sprintf("cannot assign to %s: it is a constant", text)
	}
	if i, ok := e.(*ast.IndexExpr); ok && basicInfo(x.typeOf(i.X))&types.IsString != 0 {
		return fmt.Sprintf("cannot assign to %s: strings cannot be changed\nconvert it to bytes, change these and convert them back: b := []byte(%s)", text, x.text(i.X))
	}
	if i, ok := e.(*ast.IndexExpr); ok {
		if _, ok := typeview.Core[*types.Basic](x.typeOf(i.X)); ok {
			return ""
		}
	}
	return fmt.Sprintf("cannot assign to %s: it is a value, not a variable", text)
}

// fieldInMap: m[k].f = v.
func (x *explainer) fieldInMap(m *mistake) string {
	entry, field := m.part[1], m.part[2]
	return fmt.Sprintf("cannot assign to %s.%s: a struct in a map changes only as a whole\nwrite v := %s; v.%s = ...; %s = v, or keep pointers in the map", entry, field, entry, field, entry)
}

// condition: if n { }.
func (x *explainer) condition(m *mistake) string {
	e := m.expr()
	if e == nil || x.typeOf(e) == nil {
		return ""
	}
	t := x.typeOf(e)
	msg := fmt.Sprintf("the condition of %s is %s (%s), and should be true or false", m.part[1], x.text(e), x.typeText(t))
	switch info := basicInfo(t); {
	case info&types.IsNumeric != 0:
		return msg + fmt.Sprintf("\ncompare it: %s != 0", x.text(e))
	case info&types.IsString != 0:
		return msg + fmt.Sprintf("\ncompare it: %s != \"\"", x.text(e))
	}
	switch t.Underlying().(type) {
	case *types.Pointer, *types.Interface, *types.Signature, *types.Chan:
		return msg + fmt.Sprintf("\ncompare it: %s != nil", x.text(e))
	case *types.Slice, *types.Map:
		return msg + fmt.Sprintf("\ncompare its length: len(%s) > 0", x.text(e))
	}
	return msg
}

// comparesToNil: slices, maps and functions with ==.
func (x *explainer) comparesToNil(m *mistake) string {
	b, ok := enclosing[*ast.BinaryExpr](m)
	if !ok {
		return ""
	}
	l, r := x.text(b.X), x.text(b.Y)
	not := ""
	if b.Op == token.NEQ {
		not = "!"
	}
	msg := fmt.Sprintf("%s %s %s: %s", l, b.Op, r, m.part[1])
	switch x.typeOf(b.X).Underlying().(type) {
	case *types.Slice:
		return fmt.Sprintf("%s\nslices.Equal compares the elements: %sslices.Equal(%s, %s)", msg, not, l, r)
	case *types.Map:
		return fmt.Sprintf("%s\nmaps.Equal compares the entries: %smaps.Equal(%s, %s)", msg, not, l, r)
	}
	return msg
}

// twoTypes says that two types have one name but come from different cells.
func (x *explainer) twoTypes(a, b types.Type) string {
	if x.typeText(a) != x.typeText(b) {
		return ""
	}
	for _, n := range namedIn(a) {
		for _, o := range namedIn(b) {
			if n.Name() != o.Name() || n == o || typeview.PathOf(n) != typeview.PathOf(o) {
				continue
			}
			if typeview.PathOf(n) != typeview.World {
				return fmt.Sprintf("package %s has been loaded again, and its type %s is a new type\na value keeps the type with which it was made: make it again", n.Pkg().Name(), n.Name())
			}
			p, q := x.bornText(n), x.bornText(o)
			if p == q {
				continue
			}
			return fmt.Sprintf("%s (from %s) is not %s (from %s)\na value keeps the type with which it was made: make it again", n.Name(), p, o.Name(), q)
		}
	}
	return ""
}

// outOfDate says that t mentions a type that has been declared again since, with the given member
// if that is not "".
func (x *explainer) outOfDate(t types.Type, member string) string {
	for _, n := range namedIn(t) {
		if typeview.PathOf(n) != typeview.World {
			continue
		}
		var now types.Object
		if now = x.Objects[n.Name()]; now == nil {
			now = x.Lookup(n.Name())
		}
		if now, ok := now.(*types.TypeName); ok && now != n {
			if obj, _, _ := types.LookupFieldOrMethod(now.Type(), true, x.Package, member); member != "" && obj == nil {
				continue
			}
			return fmt.Sprintf("%s (from %s) is not %s (from %s): a value keeps the type with which it was made", n.Name(), x.bornText(n), n.Name(), x.bornText(now))
		}
	}
	return ""
}

// bornText returns the cell in which a type was declared.
func (x *explainer) bornText(n *types.TypeName) string {
	if cell := x.Born(n); cell != 0 {
		return fmt.Sprintf("cell %d", cell)
	}
	return fmt.Sprintf("cell %d", x.Tree.Number)
}

// namedIn lists the types of cells and packages that t mentions.
func namedIn(t types.Type) []*types.TypeName {
	var list []*types.TypeName
	seen := make(map[types.Type]bool)
	var look func(t types.Type)
	look = func(t types.Type) {
		t = types.Unalias(t)
		if t == nil || seen[t] {
			return
		}
		seen[t] = true
		if t, ok := t.(*types.Named); ok && t.Obj().Pkg() != nil {
			list = append(list, t.Origin().Obj())
		}
		for u := range parts(t) {
			look(u)
		}
	}
	look(t)
	return list
}
