// SPDX-License-Identifier: BSD-3-Clause

// Wrapping statements in a function. The selected lines of a cell become the body of a function,
// which is called in their place. A function sees the variables of all cells, so it needs no
// parameters; the variables that the lines define and that are used elsewhere are its results. As
// for a renaming, a copy of the page is compiled, in which each identifier must stand for what it
// stood for.

package lsp

import (
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"slices"
	"strings"

	"polka/kernel/cell/syntax"
	"polka/kernel/cell/typeview"
)

// A wrapping is a selection that becomes a function.
type wrapping struct {
	a        *actor
	t        *nameTable
	from, to int // the bytes of the lines
	first    int // their first line, from 1
	last     int
	name     string
	own      map[place]bool // the groups of the variables that are defined in the lines
	results  []occurrence   // those that are used elsewhere
	returned int            // the line that becomes a return of its value, 0 for none
}

// wrap makes a function of the selected statements of cell i.
func (a *actor) wrap(i int) {
	if a.from == a.to || !a.d.page.notebook {
		return
	}
	w := &wrapping{a: a, t: a.d.page.table()}
	a.d.page.update(i+1, nil)
	value, ok := w.choose(i)
	if !ok || !w.variables() {
		return
	}
	w.name = a.d.page.freeName("step")
	text := w.text(value)
	whole := a.d.text[:w.from] + text + a.d.text[w.to:]
	if a.d.page.tryWrap(w, whole) {
		a.add("Make a function of the selection", "refactor.extract", w.from, w.to, text)
	}
}

// choose finds the lines of the selected statements. The value is the expression that they end
// with and whose value the cell shows, with its type.
func (w *wrapping) choose(i int) (value string, ok bool) {
	d := w.a.d
	var chosen, others []ast.Node
	var tree *syntax.Tree
	w.from, w.to = len(d.text), 0
	w.a.walk(func(n ast.Node, from, to int, t *syntax.Tree) {
		s, isStmt := n.(ast.Stmt)
		x, isValue := n.(ast.Expr)
		if isStmt = isStmt && slices.Contains(t.Stmts, s); isStmt {
			x, isExpr := s.(*ast.ExprStmt)
			isStmt = !isExpr || !slices.Contains(t.Values, x.X) // which is visited, too
		}
		if isValue = isValue && slices.Contains(t.Values, x); t.Program || !isStmt && !isValue {
			return
		}
		if to <= w.a.from || w.a.to <= from {
			others = append(others, n)
			return
		}
		if tree != nil && tree != t {
			others = append(others, n)
			return
		}
		tree, chosen = t, append(chosen, n)
		w.from, w.to = min(w.from, from), max(w.to, to)
	})
	if len(chosen) == 0 || slices.ContainsFunc(chosen, leaves) {
		return "", false
	}
	end := d.text[w.to:]
	if last, isExpr := chosen[len(chosen)-1].(ast.Expr); isExpr {
		if len(tree.Values) > 1 || tree.Silent {
			return "", false
		}
		d.page.above(i)
		found, _ := d.page.k.Compiler().Look(tree)
		t := found.Info.TypeOf(last)
		if t == nil || t == types.Typ[types.Invalid] {
			return "", false
		}
		if tuple, isTuple := t.(*types.Tuple); !isTuple || tuple.Len() > 0 {
			at, to := tree.Fset.Position(last.Pos()), tree.Fset.Position(last.End())
			if at.Line != to.Line {
				return "", false
			}
			w.returned = at.Line
			if value = types.TypeString(types.Default(t), typeview.Qualify); isTuple {
				value = "(" + strings.Trim(value, "()") + ")"
			}
		}
	}
	// Whole lines, on which nothing else stands.
	w.from = strings.LastIndexByte(d.text[:w.from], '\n') + 1
	if line, _, _ := strings.Cut(end, "\n"); strings.Trim(line, " \t;\r") == "" || strings.HasPrefix(strings.TrimSpace(line), "//") {
		w.to += len(line)
	} else {
		return "", false
	}
	w.first, _ = syntax.LineCol(d.text, w.from)
	w.last, _ = syntax.LineCol(d.text, w.to)
	for _, n := range others {
		at := tree.Fset.Position(n.Pos())
		if end := tree.Fset.Position(n.End()); at.Line <= w.last && end.Line >= w.first {
			return "", false
		}
	}
	return value, true
}

// leaves reports whether a statement does something at the end of the cell, or jumps.
func leaves(n ast.Node) bool {
	found := false
	ast.Inspect(n, func(n ast.Node) bool {
		switch n.(type) {
		case *ast.FuncLit:
			return false
		case *ast.DeferStmt, *ast.LabeledStmt, *ast.ReturnStmt:
			found = true
		}
		return !found
	})
	return found
}

func (w *wrapping) inside(at place) bool {
	return at.cell == w.a.c.number && w.first <= at.line && at.line <= w.last
}

// variables finds the variables that are defined in the lines. It reports whether those of them
// that are used elsewhere can be results: nothing refers to the variable itself, as a closure does.
func (w *wrapping) variables() bool {
	w.own = make(map[place]bool)
	shared := make(map[place]bool)
	w.a.walk(func(n ast.Node, _, _ int, t *syntax.Tree) {
		for _, id := range t.Defined() {
			if n == ast.Node(id) {
				w.mark(t, id, w.own)
			}
		}
		switch n := n.(type) {
		case *ast.FuncLit:
			ast.Inspect(n, func(n ast.Node) bool {
				if id, ok := n.(*ast.Ident); ok {
					w.mark(t, id, shared)
				}
				return true
			})
		case *ast.UnaryExpr:
			if id, ok := n.X.(*ast.Ident); ok && n.Op == token.AND {
				w.mark(t, id, shared)
			}
		}
	})
	seen := make(map[place]bool)
	for _, o := range w.t.list {
		group := w.t.find(o.of)
		if !w.own[group] || w.inside(o.place) || seen[group] {
			continue
		}
		seen[group] = true
		if shared[group] {
			return false
		}
		for _, other := range w.t.all(o) {
			if w.inside(other.place) && other.defines {
				w.results = append(w.results, other)
				break
			}
		}
	}
	slices.SortFunc(w.results, func(a, b occurrence) int { return w.a.d.at(a.line, a.column) - w.a.d.at(b.line, b.column) })
	return true
}

// mark adds the group of an identifier in the lines.
func (w *wrapping) mark(t *syntax.Tree, id *ast.Ident, groups map[place]bool) {
	pos := t.Fset.Position(id.Pos())
	at := place{cell: w.a.c.number, line: pos.Line, column: pos.Column}
	if !w.inside(at) {
		return
	}
	for _, o := range w.t.at[at] {
		groups[w.t.find(o.of)] = true
	}
}

// text returns the function and its call. The value is the type of the expression at the end, "" if
// there is none.
func (w *wrapping) text(value string) string {
	lines := w.a.d.text[w.from:w.to]
	var names, kinds []string
	for _, o := range w.results {
		names = append(names, w.a.d.text[w.a.d.at(o.line, o.column):][:o.length])
		kinds = append(kinds, types.TypeString(o.object.Type(), typeview.Qualify))
	}
	result := value
	if len(names) == 1 {
		result = kinds[0]
	} else if len(names) > 1 {
		result = "(" + strings.Join(kinds, ", ") + ")"
	}
	var b strings.Builder
	fmt.Fprintf(&b, "func %s()", w.name)
	if result != "" {
		b.WriteString(" " + result)
	}
	b.WriteString(" {\n")
	b.WriteString(w.indented(lines))
	if names != nil {
		fmt.Fprintf(&b, "\n\treturn %s", strings.Join(names, ", "))
	}
	b.WriteString("\n}\n")
	if names != nil {
		b.WriteString(strings.Join(names, ", ") + " := ")
	}
	b.WriteString(w.name + "()")
	return b.String()
}

// indented returns the lines as they stand in the function; the last one returns its value.
func (w *wrapping) indented(lines string) string {
	list := strings.Split(lines, "\n")
	if w.returned > 0 {
		list[w.returned-w.first] = "return " + list[w.returned-w.first]
	}
	if strings.Contains(lines, "`") {
		return strings.Join(list, "\n") // a text of several lines would change
	}
	for i, line := range list {
		if line != "" {
			list[i] = "\t" + line
		}
	}
	return strings.Join(list, "\n")
}

// moved returns where a place of the page is when the lines are in the function.
func (w *wrapping) moved(at place, lines string, more int) place {
	switch {
	case at.cell != w.a.c.number || at.line < w.first:
	case at.line > w.last:
		at.line += more
	default:
		at.line++
		if !strings.Contains(lines, "`") {
			at.column++
		}
		if at.line == w.returned+1 {
			at.column += len("return ")
		}
	}
	return at
}

// freeName returns a name that no cell mentions.
func (p *page) freeName(name string) string {
	used := make(map[string]bool)
	for _, c := range p.cells {
		if c.doc != nil {
			for n := range syntax.Identifiers(c.doc.text) {
				used[n] = true
			}
		}
	}
	free := name
	for n := 2; used[free]; n++ {
		free = name + itoa(n)
	}
	return free
}

// tryWrap reports whether the page means the same if the cell of w has another text.
func (p *page) tryWrap(w *wrapping, text string) bool {
	copied := p.copyWith(func(c *cellState) string {
		if c == w.a.c {
			return text
		}
		return c.doc.text
	})
	after := copied.table()
	for i, c := range p.cells {
		if len(c.result.Errors) != len(copied.cells[i].result.Errors) {
			return false
		}
	}
	lines, more := w.a.d.text[w.from:w.to], strings.Count(text, "\n")-strings.Count(w.a.d.text, "\n")
	where := func(at place) place { return w.moved(at, lines, more) }
	groupOf := func(at, of place) group { return group{of, w.own[of] && w.inside(at)} }
	if _, differs := w.t.differs(after, where, groupOf); differs {
		return false
	}
	there := make(map[place]bool)
	for at := range w.t.at {
		there[where(at)] = true
	}
	for at := range after.at {
		added := at.cell == w.a.c.number && (at.line == w.first || w.last+1 < at.line && at.line <= w.last+more)
		if !there[at] && !added {
			return false
		}
	}
	return true
}
