// SPDX-License-Identifier: BSD-3-Clause

// What somebody means who comes from another language: xs.append(4), len as a method, "5" as a
// number, a function that calls itself while it is being defined, a value in place of a return.

package explain

import (
	"fmt"
	"go/ast"
	"go/scanner"
	"go/token"
	"go/types"
	"slices"
	"strconv"
	"strings"
	"sync"

	"polka/kernel/cell/syntax"
)

// lengths are the names of other languages for what len gives.
var lengths = map[string]bool{"len": true, "length": true, "size": true, "Len": true, "Length": true, "Size": true, "count": true}

// appends are their names for what append does.
var appends = map[string]bool{"append": true, "push": true, "add": true, "Append": true, "Add": true, "push_back": true}

// asFunction says how Go writes sel, a member that the type t of an operand does not have, "" if it
// has nothing of the kind.
func (x *explainer) asFunction(m *mistake, sel *ast.SelectorExpr, t types.Type) string {
	operand, name := x.text(sel.X), sel.Sel.Name
	call, _ := enclosing[*ast.CallExpr](m)
	if call != nil && ast.Unparen(call.Fun) != ast.Expr(sel) {
		call = nil
	}
	switch u := t.Underlying().(type) {
	case *types.Map:
		if b, ok := u.Key().Underlying().(*types.Basic); ok && b.Info()&types.IsString != 0 && call == nil {
			return fmt.Sprintf("to look up a key in a map, write %s[%q]", operand, name)
		}
	case *types.Slice:
		if obj, _, _ := types.LookupFieldOrMethod(u.Elem(), true, x.Package, name); obj != nil {
			return fmt.Sprintf("its elements have it: %s[0].%s is that of the first", operand, name)
		}
		if appends[name] && call != nil {
			values := "..."
			if len(call.Args) > 0 {
				values = x.text(call.Args[0])
			}
			return fmt.Sprintf("append is a function: %s = append(%s, %s)", operand, operand, values)
		}
	case *types.Array, *types.Chan:
	case *types.Basic:
		if u.Info()&types.IsString == 0 {
			return ""
		}
	default:
		return ""
	}
	if lengths[name] {
		return fmt.Sprintf("len is a function: len(%s)", operand)
	}
	return ""
}

// foreignReceiver: a method of a type that no cell declares.
func (x *explainer) foreignReceiver(m *mistake) string {
	if obj := types.Universe.Lookup(m.part[1]); obj != nil && types.IsInterface(obj.Type()) {
		return ""
	}
	return m.Msg + "\ndeclare a type of your own for it, as in type T " + m.part[1]
}

// ownDefinition says that a name does not exist yet in the value with which it is defined.
func (x *explainer) ownDefinition(name string, m *mistake) string {
	lit, ok := enclosing[*ast.FuncLit](m)
	if !ok {
		return ""
	}
	for _, n := range m.path {
		var names, values []ast.Expr
		switch n := n.(type) {
		case *ast.AssignStmt:
			if n.Tok == token.DEFINE {
				names, values = n.Lhs, n.Rhs
			}
		case *ast.ValueSpec:
			for _, id := range n.Names {
				names = append(names, id)
			}
			values = n.Values
		}
		if len(names) != len(values) {
			continue
		}
		for i, e := range names {
			if id, ok := e.(*ast.Ident); !ok || id.Name != name || values[i].Pos() > m.Pos || m.Pos >= values[i].End() {
				continue
			}
			if values[i] != ast.Expr(lit) {
				return fmt.Sprintf("%s does not exist yet inside its own definition\ndeclare it first: var %s func(...), and then %s = ...", name, name, name)
			}
			return fmt.Sprintf("%s does not exist yet inside its own definition\ndeclare it first: var %s %s, and then %s = func...", name, name, types.ExprString(lit.Type), name)
		}
	}
	return ""
}

// quoted says how a number is meant that is written as text. Ok says that the text is a literal:
// then reading a number from it is not what is meant.
func quoted(e ast.Expr) (hint string, ok bool) {
	lit, ok := ast.Unparen(e).(*ast.BasicLit)
	if !ok || lit.Kind != token.STRING {
		return "", false
	}
	s, err := strconv.Unquote(lit.Value)
	if err != nil {
		return "", true
	}
	s = strings.TrimSpace(s)
	if _, err := strconv.ParseFloat(s, 64); err == nil {
		return fmt.Sprintf("numbers are written without quotes: %s", s), true
	}
	return "", true
}

// variableType says where the variable was defined to which m assigns, and with which type.
func (x *explainer) variableType(m *mistake, want types.Type) string {
	a, ok := m.up(1).(*ast.AssignStmt)
	if !ok || len(a.Lhs) != len(a.Rhs) {
		return ""
	}
	for i, e := range a.Rhs {
		id, ok := a.Lhs[i].(*ast.Ident)
		if !ok || e != m.expr() {
			continue
		}
		if v, ok := x.Info.Uses[id].(*types.Var); ok && v.Pos().IsValid() {
			return fmt.Sprintf("%s is a variable of type %s, defined in %s", id.Name, x.typeText(want), x.Place(v.Pos()))
		}
	}
	return ""
}

// meantReturn reports whether e is the last statement of a function with results that it fits.
func (x *explainer) meantReturn(m *mistake, e ast.Expr) bool {
	_, sig := x.enclosingFunction(m)
	t := x.typeOf(e)
	if sig == nil || sig.Results().Len() != 1 || t == nil || !types.AssignableTo(t, sig.Results().At(0).Type()) {
		return false
	}
	body := enclosingBody(m)
	if body == nil || len(body.List) == 0 {
		return false
	}
	s, ok := body.List[len(body.List)-1].(*ast.ExprStmt)
	return ok && s.X == e
}

// enclosingBody returns the body of the function around the error, nil for the cell itself.
func enclosingBody(m *mistake) *ast.BlockStmt {
	for i := range m.path {
		switch f := m.up(i).(type) {
		case *ast.FuncDecl:
			return f.Body
		case *ast.FuncLit:
			return f.Body
		}
	}
	return nil
}

// negativeIndex: xs[-1].
func (x *explainer) negativeIndex(m *mistake) string {
	i, ok := enclosing[*ast.IndexExpr](m)
	if !ok || m.part[1] != "-1" {
		return m.Msg + "\nindexes begin at 0"
	}
	xs := x.text(i.X)
	return fmt.Sprintf("%s\nindexes begin at 0; the last element is %s[len(%s)-1]", m.Msg, xs, xs)
}

// power: 2 ** 3, which is 2 times what the pointer 3 points to.
func (x *explainer) power(m *mistake) string {
	if b, ok := enclosing[*ast.BinaryExpr](m); ok && b.Op == token.MUL {
		if _, ok := b.Y.(*ast.StarExpr); ok {
			return m.Msg + "\nGo has no operator **: use math.Pow for float64 values, or multiply"
		}
	}
	return ""
}

// textFunctions are methods of strings in other languages, and how Go writes them for a string.
var textFunctions = sync.OnceValue(func() map[string]string {
	return map[string]string{
		"upper": "write strings.ToUpper(%s)", "toUpperCase": "write strings.ToUpper(%s)",
		"lower": "write strings.ToLower(%s)", "toLowerCase": "write strings.ToLower(%s)",
		"split": "write strings.Split(%s, separator), or strings.Fields for words", "strip": "write strings.TrimSpace(%s)",
		"trim": "write strings.TrimSpace(%s)", "replace": "write strings.ReplaceAll(%s, old, new)",
		"startswith": "write strings.HasPrefix(%s, prefix)", "startsWith": "write strings.HasPrefix(%s, prefix)",
		"endswith": "write strings.HasSuffix(%s, suffix)", "endsWith": "write strings.HasSuffix(%s, suffix)",
		"find": "write strings.Index(%s, part)", "indexOf": "write strings.Index(%s, part)",
		"contains": "write strings.Contains(%s, part)", "includes": "write strings.Contains(%s, part)",
		"join": "write strings.Join(list, %s)", "format": "write fmt.Sprintf(%s, values...)",
	}
})

// around lists the names that the cell defines and that are visible at p.
func (x *explainer) around(p token.Pos) (list []string) {
	for id, obj := range x.Info.Defs {
		if obj != nil && id.Name != "_" && obj.Parent() != nil && id.Pos() < p && obj.Parent().Contains(p) {
			list = append(list, id.Name)
		}
	}
	for name := range x.Objects {
		list = append(list, name)
	}
	return list
}

// likely returns the exported name of one of Polka's packages that is name but for case and one
// letter, the longest of several.
func (c Cell) likely(name string) (found string) {
	if len(name) < 6 {
		return ""
	}
	for _, p := range common {
		if !strings.HasPrefix(c.Packages[p], "polka/") {
			continue
		}
		pkg, err := c.Load(c.Packages[p])
		if err != nil {
			continue
		}
		for _, n := range pkg.Scope().Names() {
			near := token.IsExported(n) && distance(strings.ToLower(name), strings.ToLower(n), 1) <= 1
			if n = p + "." + n; near && len(n) > len(found) {
				found = n
			}
		}
	}
	return found
}

// brackets are those of a text that are not closed, as far as they match.
type brackets struct {
	balanced bool   // all are closed
	line     int    // of the innermost that is not, 0 if there is none or one is closed that is not open
	bracket  string // that one
	// A closing bracket that begins its line and is less indented than the line of the one that it
	// closes: the lines of both, 0 if there is none.
	opens, closes int
}

// scanBrackets finds the brackets of src that are not closed.
func scanBrackets(src string) (b brackets) {
	type open struct {
		line int
		tok  token.Token
	}
	var stack []open
	fset := token.NewFileSet()
	file := fset.AddFile("", -1, len(src))
	var s scanner.Scanner
	s.Init(file, []byte(src), nil, 0)
	closes := map[token.Token]token.Token{token.RBRACE: token.LBRACE, token.RPAREN: token.LPAREN, token.RBRACK: token.LBRACK}
	indent := func(line int) int {
		text := syntax.Line(src, line)
		return len(text) - len(strings.TrimLeft(text, " \t"))
	}
	for {
		pos, tok, _ := s.Scan()
		switch tok {
		case token.EOF:
			if len(stack) == 0 {
				b.balanced = true
				return b
			}
			last := stack[len(stack)-1]
			b.line, b.bracket = last.line, last.tok.String()
			return b
		case token.LBRACE, token.LPAREN, token.LBRACK:
			stack = append(stack, open{file.Line(pos), tok})
		case token.RBRACE, token.RPAREN, token.RBRACK:
			if len(stack) == 0 {
				return b // another mistake
			}
			if last := stack[len(stack)-1]; last.tok != closes[tok] {
				b.line, b.bracket = last.line, last.tok.String()
				return b
			}
			from, line := stack[len(stack)-1].line, file.Line(pos)
			if b.opens == 0 && tok == token.RBRACE && strings.HasPrefix(strings.TrimLeft(syntax.Line(src, line), " \t"), "}") && indent(line) < indent(from) {
				b.opens, b.closes = from, line
			}
			stack = stack[:len(stack)-1]
		}
	}
}

// unclosedHint says which bracket a cell that ends too early has not closed.
func unclosedHint(err syntax.Error, src string) string {
	if !strings.Contains(unwrapped(err.Message, err.AtEnd), "found the end of the cell") {
		return ""
	}
	b := scanBrackets(src)
	switch {
	case b.line > 0 && b.opens > 0:
		return fmt.Sprintf("is a } missing for the { of line %d? The } of line %d closes it, and is less indented", b.opens, b.closes)
	case b.line == 0, b.line == err.Line && strings.Count(syntax.Line(src, b.line), b.bracket) == 1:
		return ""
	}
	return fmt.Sprintf("the %s of line %d is not closed", b.bracket, b.line)
}

// unclosedList says which bracket is not closed where a list of elements, arguments or parameters
// seems to lack a comma at the end of a line. It returns "" if all are closed.
func unclosedList(err syntax.Error, src string) string {
	if !strings.HasPrefix(err.Message, "missing ',' before newline in") {
		return ""
	}
	b := scanBrackets(src)
	if b.line == 0 || b.line > err.Line || b.bracket == "{" && !strings.HasSuffix(err.Message, "literal") {
		return ""
	}
	return fmt.Sprintf("the %s of line %d is not closed", b.bracket, b.line)
}

// withoutEnds returns the errors without those at the end of the cell that only follow from earlier
// ones, since all brackets are closed.
func withoutEnds(list []Diagnostic, src string) []Diagnostic {
	if len(list) < 2 || !scanBrackets(src).balanced {
		return list
	}
	return append(list[:1], slices.DeleteFunc(list[1:], func(d Diagnostic) bool {
		return strings.Contains(d.Message, "found the end of the cell")
	})...)
}
