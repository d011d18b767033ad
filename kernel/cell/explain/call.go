// SPDX-License-Identifier: BSD-3-Clause

// Calls, assignments and returns with the wrong number of values.

package explain

import (
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"strings"

	"polka/internal/plural"
	"polka/kernel/cell/syntax"
	"polka/kernel/cell/typeview"
)

// argumentCount: f(1) where f wants two arguments.
func (x *explainer) argumentCount(m *mistake) string {
	call := x.callOf(m, m.part[2])
	if call == nil {
		return ""
	}
	sig, ok := x.signature(call.Fun)
	if !ok {
		return ""
	}
	args := call.Args
	if len(args) > 0 && isContext(args[0]) { // the cell has added it
		args = args[1:]
		var params []*types.Var
		for i := 1; i < sig.Params().Len(); i++ {
			params = append(params, sig.Params().At(i))
		}
		sig = types.NewSignatureType(nil, nil, nil, types.NewTuple(params...), sig.Results(), sig.Variadic())
	}
	want := plural.CountOrNo(sig.Params().Len(), "argument")
	if sig.Variadic() {
		want = "at least " + plural.CountOrNo(sig.Params().Len()-1, "argument")
	}
	got, more := len(args), ""
	if got == 1 {
		if tuple, ok := x.typeOf(args[0]).(*types.Tuple); ok {
			got = tuple.Len()
			more = fmt.Sprintf("\n%s returns %s, %s", x.text(args[0]), plural.CountOrNo(got, "value"), x.typeText(tuple))
		}
	}
	f := x.text(call.Fun)
	return fmt.Sprintf("%s arguments for %s: it takes %s, not %d%s\n%s", m.part[1], f, want, got, more, "func "+f+typeview.Parameters(sig))
}

// isContext reports whether an argument is the context that a cell passes by itself.
func isContext(arg ast.Expr) bool {
	id, ok := arg.(*ast.Ident)
	return ok && id.Name == syntax.ContextName
}

// callOf returns the call of a function around the error; the error may be about a call among its
// arguments.
func (x *explainer) callOf(m *mistake, function string) *ast.CallExpr {
	for i := range m.path {
		if call, ok := m.up(i).(*ast.CallExpr); ok && types.ExprString(call.Fun) == function {
			return call
		}
	}
	call, _ := enclosing[*ast.CallExpr](m)
	return call
}

// parameters returns the signature of the function with the argument that the error is about, ""
// if it is no argument.
func (x *explainer) parameters(m *mistake) string {
	call, ok := m.up(1).(*ast.CallExpr)
	if !ok || call.Fun == m.expr() {
		return ""
	}
	sig, ok := x.signature(call.Fun)
	if !ok {
		return ""
	}
	return "func " + x.text(call.Fun) + typeview.Parameters(sig)
}

// signature returns the type of a function that is called.
func (x *explainer) signature(f ast.Expr) (*types.Signature, bool) {
	t := x.typeOf(f)
	if t == nil {
		return nil, false
	}
	sig, ok := t.Underlying().(*types.Signature)
	return sig, ok
}

// enclosingFunction returns the name and type of the function around the error; the name is "" for
// a literal, and sig nil for the cell itself.
func (x *explainer) enclosingFunction(m *mistake) (name string, sig *types.Signature) {
	for i := range m.path {
		switch f := m.up(i).(type) {
		case *ast.FuncDecl:
			if t, ok := x.typeOf(f.Name).(*types.Signature); ok {
				return f.Name.Name, t
			}
			return f.Name.Name, nil
		case *ast.FuncLit:
			t, _ := x.typeOf(f).(*types.Signature)
			return "", t
		}
	}
	return "", nil
}

// missingReturn: the end of a function with results can be reached.
func (x *explainer) missingReturn(m *mistake) string {
	name, sig := x.enclosingFunction(m)
	if sig == nil {
		return ""
	}
	if name == "" {
		name = "the function"
	}
	msg := fmt.Sprintf("missing return: %s can reach its end without returning %s", name, resultText(sig))
	return msg + "\n" + x.returnHint(m, sig)
}

// returnHint says how to end a function that can reach its end.
func (x *explainer) returnHint(m *mistake, sig *types.Signature) string {
	var value ast.Expr
	body := enclosingBody(m)
	if body != nil && len(body.List) > 0 && sig.Results().Len() == 1 {
		switch s := body.List[len(body.List)-1].(type) {
		case *ast.ExprStmt:
			value = s.X
			if call, ok := s.X.(*ast.CallExpr); ok && len(call.Args) == 1 && prints(x.text(call.Fun)) {
				value = call.Args[0]
			}
		case *ast.AssignStmt:
			if len(s.Lhs) == 1 {
				value = s.Lhs[0]
			}
		case *ast.IfStmt, *ast.ForStmt, *ast.RangeStmt, *ast.SwitchStmt:
			return fmt.Sprintf("add a return of %s after the %s, for the case that it returns nothing", resultText(sig), statementWord(s))
		}
	}
	if value != nil && x.typeOf(value) != nil && types.AssignableTo(x.typeOf(value), sig.Results().At(0).Type()) {
		return "to return it, write return " + x.text(value)
	}
	return fmt.Sprintf("end it with return and %s", plural.Word(sig.Results().Len(), "a value of type "+resultText(sig), "values of types "+resultText(sig)))
}

// prints reports whether a function, as it is called, prints its arguments.
func prints(f string) bool {
	return f == "fmt.Println" || f == "fmt.Print" || f == "print" || f == "println" || f == "display.Show"
}

// statementWord returns the keyword with which s begins.
func statementWord(s ast.Stmt) string {
	switch s.(type) {
	case *ast.IfStmt:
		return "if"
	case *ast.SwitchStmt:
		return "switch"
	}
	return "for"
}

// resultText returns what a function returns.
func resultText(sig *types.Signature) string {
	if sig.Results().Len() == 1 {
		return types.TypeString(sig.Results().At(0).Type(), typeview.Qualify)
	}
	return types.TypeString(sig.Results(), typeview.Qualify)
}

// returnCount: return with too few or too many values.
func (x *explainer) returnCount(m *mistake) string {
	name, sig := x.enclosingFunction(m)
	if name == "" && sig == nil {
		if f := x.bodiless(m.Pos); f != nil {
			return "function " + f.Name.Name + " has no body\nthe { goes on the same line"
		}
		return "a cell cannot return a value\nto show a value, write it alone in the last line"
	}
	if sig == nil {
		return ""
	}
	if name == "" {
		name = "the function"
	}
	if sig.Results().Len() == 0 {
		return fmt.Sprintf("too many return values: %s returns nothing", name)
	}
	return fmt.Sprintf("%s return values: %s returns %s", m.part[1], name, resultText(sig))
}

// bodiless returns the last function before pos that has no body, or nil. It compares lines, since
// the declarations of a cell are parsed apart from its statements.
func (x *explainer) bodiless(pos token.Pos) (last *ast.FuncDecl) {
	at := x.Tree.Fset.Position(pos)
	line := 0
	for _, d := range x.Tree.Decls {
		f, ok := d.Node.(*ast.FuncDecl)
		if !ok || f.Body != nil {
			continue
		}
		if end := x.Tree.Fset.Position(f.End()); end.Filename == at.Filename && end.Line > line && end.Line < at.Line {
			last, line = f, end.Line
		}
	}
	return last
}

// assignCount: x := f() where f has two results.
func (x *explainer) assignCount(m *mistake) string {
	var lhs []ast.Expr
	var op token.Token
	var call *ast.CallExpr
	for i := range m.path {
		switch s := m.up(i).(type) {
		case *ast.AssignStmt:
			lhs, op = s.Lhs, s.Tok
			call, _ = s.Rhs[0].(*ast.CallExpr)
		case *ast.ValueSpec:
			for _, n := range s.Names {
				lhs = append(lhs, n)
			}
			op = token.ASSIGN
			if len(s.Values) > 0 {
				call, _ = s.Values[0].(*ast.CallExpr)
			}
		}
		if lhs != nil {
			break
		}
	}
	if call == nil {
		return ""
	}
	tuple, ok := x.typeOf(call).(*types.Tuple)
	if !ok || tuple.Len() < 2 {
		return ""
	}
	f := x.text(call.Fun)
	msg := fmt.Sprintf("%s returns %s, but there %s to take them", f, plural.CountOrNo(tuple.Len(), "value"), plural.Word(len(lhs), "is 1 variable", fmt.Sprintf("are %d variables", len(lhs))))
	var names []string
	for i := range tuple.Len() {
		switch {
		case i < len(lhs):
			names = append(names, x.text(lhs[i]))
		case i == tuple.Len()-1 && typeview.IsError(tuple.At(i).Type()):
			names = append(names, "err")
		default:
			names = append(names, "_")
		}
	}
	return fmt.Sprintf("%s\nit returns %s: write %s %s %s(...)", msg, x.typeText(tuple), strings.Join(names, ", "), op, f)
}

// noValue: the value of a function without results.
func (x *explainer) noValue(m *mistake) string { return m.part[1] + " gives no value" }

// severalValues: a call with several results as an operand.
func (x *explainer) severalValues(m *mistake) string {
	call, ok := ast.Unparen(m.expr()).(*ast.CallExpr)
	if !ok {
		return ""
	}
	tuple, ok := x.typeOf(call).(*types.Tuple)
	if !ok {
		return ""
	}
	f := x.text(call.Fun)
	names := "v, w"
	if tuple.Len() == 2 && typeview.IsError(tuple.At(1).Type()) {
		names = "v, err"
	}
	msg := fmt.Sprintf("%s returns %s, %s, but one is expected", f, plural.CountOrNo(tuple.Len(), "value"), x.typeText(tuple))
	if tuple.Len() == 2 {
		msg += fmt.Sprintf("\ntake them first: %s := %s(...)", names, f)
	}
	return msg
}

// notUsed: an expression as a statement.
func (x *explainer) notUsed(m *mistake) string {
	what, _, _ := strings.Cut(m.Msg, " (")
	if e := m.expr(); e != nil && x.meantReturn(m, e) {
		return what + " is calculated and not used\nto return it, write return " + x.text(e)
	}
	if name, sig := x.enclosingFunction(m); name != "" || sig != nil {
		return what + " is calculated and not used"
	}
	return what + " is calculated and not used\nonly the last value of a cell is shown; display.Show(" + what + ") shows one in between"
}

// cannotInfer: a type parameter that no argument determines.
func (x *explainer) cannotInfer(m *mistake) string {
	return fmt.Sprintf("the arguments of %s do not say what %s is\nname the type: %s[int](...), for example", m.part[1], m.part[2], m.part[1])
}
