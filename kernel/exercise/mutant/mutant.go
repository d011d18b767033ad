// SPDX-License-Identifier: BSD-3-Clause

// Package mutant changes programs in small ways, to test checks of exercises: a check that accepts
// a changed solution is too weak, or the change makes no difference. It does not run anything.
//
//	list, err := mutant.Of("func double(n int) int {\n\treturn 2 * n\n}")
//	// line 2: 2 * n -> 2 + n
//	// line 2: 2 -> 3
//	// ...
//
// The idea is that of R. A. DeMillo, R. J. Lipton and F. G. Sayward, "Hints on test data selection:
// help for the practicing programmer", Computer 11 (1978), no. 4, 34-41. The changes are the
// mistakes that students make: another comparison, one more or less, a statement or a base case
// left out, arguments exchanged, a map in place of a slice.
//
// Changes that are known to make no difference, or that no check can find, are left out: exchanged
// operands of Add, Mul, Equal, min and max, what is done with an error, and a map in place of a
// slice where the loop only adds up.
//
// A mutant is made from the text of a cell by replacing one node of its syntax tree. Types are not
// known, so some of the mutants do not compile; those are not mutants, and the caller drops them.
package mutant

import (
	"fmt"
	"go/ast"
	"go/token"
	"slices"
	"strconv"
	"strings"

	"polka/kernel/cell/syntax"
)

// A Mutant is a changed program.
type Mutant struct {
	Code string // the whole program
	Name string // the line and the change, as in "line 2: a < b -> a <= b"; unique in a program
	Line int    // from 1
	Map  bool   // goes over a map in place of a slice
}

// mapOf begins an expression for a map that has the elements of a slice.
const mapOf = "maps.Collect(slices.All("

// nameWidth is the maximum width of each side of a change in a name.
const nameWidth = 60

// Of returns the mutants of code, which is a cell, in the order of the text. The error is that of
// code which cannot be parsed.
func Of(code string) ([]Mutant, error) {
	fset := token.NewFileSet()
	t, err := syntax.Parse(fset, 1, code)
	if err != nil {
		return nil, err
	}
	w := &writer{code: code, fset: fset, seen: map[string]bool{code: true}, names: make(map[string]int)}
	t.Walk(func(n ast.Node) bool {
		if i, ok := n.(*ast.IfStmt); ok && onError(i) {
			return false
		}
		w.node(n)
		return true
	})
	slices.SortStableFunc(w.list, func(a, b Mutant) int { return a.Line - b.Line })
	return w.list, nil
}

// A writer collects the mutants of a program.
type writer struct {
	code  string
	fset  *token.FileSet
	list  []Mutant
	seen  map[string]bool
	names map[string]int
}

// offset returns the place of p in the code, from its line and column: the tree has other offsets.
func (w *writer) offset(p token.Pos) int {
	at, from := w.fset.Position(p), 0
	for range at.Line - 1 {
		next := strings.IndexByte(w.code[from:], '\n')
		if next < 0 {
			return len(w.code)
		}
		from += next + 1
	}
	return min(from+at.Column-1, len(w.code))
}

// text returns the text of n, "" if it is not a part of the code.
func (w *writer) text(n ast.Node) string {
	from, to := w.offset(n.Pos()), w.offset(n.End())
	if from < 0 || to > len(w.code) || from > to {
		return ""
	}
	return w.code[from:to]
}

// replace adds the mutant that has other text in place of n.
func (w *writer) replace(n ast.Node, other string) {
	was := w.text(n)
	if was == "" || was == other {
		return
	}
	w.add(w.offset(n.Pos()), was, other)
}

// add adds the mutant that has other text in place of was, which is at an offset.
func (w *writer) add(from int, was, other string) {
	code := w.code[:from] + other + w.code[from+len(was):]
	if w.seen[code] {
		return
	}
	w.seen[code] = true
	line := 1 + strings.Count(w.code[:from], "\n")
	name := fmt.Sprintf("line %d: %s -> %s", line, short(was), short(other))
	w.names[name]++
	if k := w.names[name]; k > 1 {
		name += fmt.Sprintf(" (%d)", k)
	}
	w.list = append(w.list, Mutant{Code: code, Name: name, Line: line, Map: strings.HasPrefix(other, mapOf)})
}

// short writes code on one line of limited width.
func short(code string) string {
	code = strings.Join(strings.Fields(code), " ")
	if code == "" {
		return "nothing"
	}
	if r := []rune(code); len(r) > nameWidth {
		code = string(r[:nameWidth-3]) + "..."
	}
	return code
}

// operators returns those that replace an operator.
func operators(op token.Token) []token.Token {
	switch op {
	case token.LSS:
		return []token.Token{token.LEQ, token.GTR}
	case token.LEQ:
		return []token.Token{token.LSS, token.GEQ}
	case token.GTR:
		return []token.Token{token.GEQ, token.LSS}
	case token.GEQ:
		return []token.Token{token.GTR, token.LEQ}
	case token.EQL:
		return []token.Token{token.NEQ}
	case token.NEQ:
		return []token.Token{token.EQL}
	case token.SUB, token.MUL:
		return []token.Token{token.ADD}
	case token.ADD:
		return []token.Token{token.SUB}
	case token.QUO:
		return []token.Token{token.MUL}
	case token.REM:
		return []token.Token{token.QUO}
	case token.LAND:
		return []token.Token{token.LOR}
	case token.LOR:
		return []token.Token{token.LAND}
	case token.AND, token.XOR:
		return []token.Token{token.OR}
	case token.OR, token.AND_NOT:
		return []token.Token{token.AND}
	case token.SHL:
		return []token.Token{token.SHR}
	case token.SHR:
		return []token.Token{token.SHL}
	}
	return nil
}

// assignment returns the assignment with an operator that replaces another, ILLEGAL for none.
func assignment(op token.Token) token.Token {
	switch op {
	case token.SUB_ASSIGN, token.MUL_ASSIGN:
		return token.ADD_ASSIGN
	case token.ADD_ASSIGN:
		return token.SUB_ASSIGN
	case token.OR_ASSIGN:
		return token.AND_ASSIGN
	case token.AND_ASSIGN:
		return token.OR_ASSIGN
	case token.SHL_ASSIGN:
		return token.SHR_ASSIGN
	case token.SHR_ASSIGN:
		return token.SHL_ASSIGN
	}
	return token.ILLEGAL
}

// node adds the mutants in which n is changed.
func (w *writer) node(n ast.Node) {
	switch n := n.(type) {
	case *ast.BinaryExpr:
		for _, op := range operators(n.Op) {
			w.replace(n, w.text(n.X)+" "+op.String()+" "+w.text(n.Y))
		}
	case *ast.UnaryExpr:
		if n.Op == token.NOT || n.Op == token.SUB {
			w.replace(n, w.text(n.X))
		}
	case *ast.BasicLit:
		w.literal(n)
	case *ast.Ident:
		if other := map[string]string{"true": "false", "false": "true", "min": "max", "max": "min"}[n.Name]; other != "" {
			w.replace(n, other)
		}
	case *ast.CallExpr:
		for i := 1; i < len(n.Args) && !commutes(n.Fun); i++ {
			a, b := n.Args[i-1], n.Args[i]
			from, to := w.offset(a.Pos()), w.offset(b.End())
			if between := w.offset(b.Pos()); to <= len(w.code) && n.Ellipsis == token.NoPos {
				w.add(from, w.code[from:to], w.text(b)+w.code[w.offset(a.End()):between]+w.text(a))
			}
		}
	case *ast.ReturnStmt:
		if len(n.Results) == 1 {
			w.replace(n.Results[0], "("+w.text(n.Results[0])+") + 1")
		}
	case *ast.BlockStmt:
		w.statements(n.List)
	case *ast.CaseClause:
		w.statements(n.Body)
	case *ast.IfStmt:
		w.replace(n.Cond, "true || "+guarded(w.text(n.Cond)))
		w.replace(n.Cond, "false && "+guarded(w.text(n.Cond)))
	case *ast.ForStmt:
		w.once(n.Body)
	case *ast.RangeStmt:
		w.once(n.Body)
		x := w.text(n.X)
		if _, number := n.X.(*ast.BasicLit); !number {
			w.replace(n.X, guarded(x)+" + 1")
			w.replace(n.X, guarded(x)+" - 1")
		}
		w.replace(n.X, guarded(x)+"[1:]")
		if !addsUp(n.Body) {
			w.replace(n.X, mapOf+x+"))")
		}
	case *ast.IncDecStmt:
		w.replace(n, w.text(n.X)+map[token.Token]string{token.INC: "--", token.DEC: "++"}[n.Tok])
	case *ast.AssignStmt:
		if op := assignment(n.Tok); op != token.ILLEGAL && len(n.Lhs) == 1 {
			w.replace(n, w.text(n.Lhs[0])+" "+op.String()+" "+w.text(n.Rhs[0]))
		}
	}
}

// onError reports whether s handles an error: its condition compares err with nil.
func onError(s *ast.IfStmt) bool {
	b, ok := s.Cond.(*ast.BinaryExpr)
	if !ok || b.Op != token.NEQ {
		return false
	}
	x, ok := b.X.(*ast.Ident)
	return ok && x.Name == "err"
}

// commutes reports whether the order of the arguments of f makes no difference.
func commutes(f ast.Expr) bool {
	switch f := f.(type) {
	case *ast.Ident:
		return f.Name == "min" || f.Name == "max"
	case *ast.SelectorExpr:
		return f.Sel.Name == "Add" || f.Sel.Name == "Mul" || f.Sel.Name == "Equal"
	}
	return false
}

// addsUp reports whether the statements of a loop have the same effect in every order: they count
// and add, store elements of maps and slices, and neither leave the loop nor set variables.
func addsUp(body *ast.BlockStmt) bool {
	same := true
	ast.Inspect(body, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.ReturnStmt:
			same = false
		case *ast.BranchStmt:
			same = same && n.Tok == token.CONTINUE
		case *ast.ExprStmt:
			call, ok := ast.Unparen(n.X).(*ast.CallExpr)
			same = same && ok && commutes(call.Fun)
		case *ast.AssignStmt:
			for _, l := range n.Lhs {
				_, element := l.(*ast.IndexExpr)
				same = same && (element || n.Tok != token.ASSIGN)
			}
		case *ast.CallExpr:
			if f, ok := n.Fun.(*ast.Ident); ok && f.Name == "append" {
				same = false
			}
		}
		return same
	})
	return same
}

// guarded puts an expression with operators into parentheses.
func guarded(text string) string {
	if strings.ContainsAny(text, " ") {
		return "(" + text + ")"
	}
	return text
}

// literal changes a number by one, and empties a text.
func (w *writer) literal(n *ast.BasicLit) {
	switch n.Kind {
	case token.INT:
		if v, err := strconv.ParseInt(n.Value, 0, 64); err == nil {
			w.replace(n, strconv.FormatInt(v+1, 10))
			if v > 0 {
				w.replace(n, strconv.FormatInt(v-1, 10))
			}
		}
	case token.FLOAT:
		w.replace(n, "("+n.Value+" + 1)")
	case token.STRING:
		w.replace(n, `""`)
	}
}

// statements leaves out each of the statements that others can do without.
func (w *writer) statements(list []ast.Stmt) {
	for _, s := range list {
		switch s := s.(type) {
		case *ast.AssignStmt:
			if s.Tok == token.DEFINE {
				continue
			}
		case *ast.IfStmt:
			if onError(s) {
				continue
			}
		case *ast.ExprStmt, *ast.IncDecStmt, *ast.ForStmt, *ast.RangeStmt, *ast.BranchStmt, *ast.SendStmt, *ast.DeferStmt, *ast.ReturnStmt:
		default:
			continue
		}
		w.replace(s, "")
	}
}

// once ends a loop after the first turn.
func (w *writer) once(body *ast.BlockStmt) {
	if at := w.offset(body.Rbrace); len(body.List) > 0 && at < len(w.code) {
		w.add(at, "", "break\n")
	}
}
