// SPDX-License-Identifier: BSD-3-Clause

package lsp

import (
	"encoding/json"
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"slices"
	"strings"

	"polka/internal/pattern"
	"polka/kernel/cell/explain"
	"polka/kernel/cell/syntax"
	"polka/kernel/cell/typeview"
)

type diagnosis = explain.Diagnostic

func itoa(n int) string { return fmt.Sprint(n) }

// The suggestions in the messages of package explain that an edit can carry out.
var (
	meantHint  = pattern.New(`did you mean ([\pL_][\pL\pN_.]*)\?`)
	defineHint = pattern.New(`to define a variable, write [^\n]*:=`)
)

// quickfix is the kind of actions that correct something.
const quickfix = "quickfix"

func (s *Server) codeActions(params json.RawMessage) (any, error) {
	var p codeActionParams
	if err := json.Unmarshal(params, &p); err != nil {
		return nil, err
	}
	list := []codeAction{}
	d, c, i, err := s.find(p.TextDocument.URI)
	if err != nil || c == nil {
		return list, err
	}
	d.page.update(i+1, nil)
	a := &actor{d: d, c: c, from: d.offset(p.Range.Start), to: d.offset(p.Range.End)}
	for _, x := range c.diagnostics() {
		if d.offset(x.Range.End) < a.from || d.offset(x.Range.Start) > a.to {
			continue
		}
		a.define(x)
		a.meant(x)
		a.handle(x)
	}
	a.imports()
	a.fill(i)
	a.wrap(i)
	for _, x := range a.list {
		if len(p.Context.Only) == 0 || slices.ContainsFunc(p.Context.Only, func(kind string) bool {
			return x.Kind == kind || strings.HasPrefix(x.Kind, kind+".")
		}) {
			list = append(list, x)
		}
	}
	return list, nil
}

// An actor makes the actions for a range of a cell.
type actor struct {
	d        *document
	c        *cellState
	from, to int
	list     []codeAction
}

// add adds an action with one edit.
func (a *actor) add(title, kind string, from, to int, text string, of ...diagnostic) {
	edit := workspaceEdit{map[string][]textEdit{a.d.uri: {{textRange{a.d.position(from), a.d.position(to)}, text}}}}
	a.list = append(a.list, codeAction{Title: title, Kind: kind, Diagnostics: of, IsPreferred: kind == quickfix, Edit: &edit})
}

// assignment matches what follows the first name of an assignment, up to its operator.
var assignment = pattern.New(`^(?:\s*,\s*[\pL_][\pL\pN_]*)*\s*=(?:[^=]|$)`)

// define replaces = by := where the variable is not defined.
func (a *actor) define(x diagnostic) {
	if !defineHint.MatchString(x.Message) {
		return
	}
	end := a.d.offset(x.Range.End)
	m := assignment.Regexp().FindString(a.d.text[end:])
	if i := strings.IndexByte(m, '='); i >= 0 {
		a.add("Define the variable with :=", quickfix, end+i, end+i+1, ":=", x)
	}
}

// meant replaces a name by the one that was probably meant.
func (a *actor) meant(x diagnostic) {
	if m := meantHint.FindStringSubmatch(x.Message); m != nil {
		from, to := a.d.offset(x.Range.Start), a.d.offset(x.Range.End)
		if strings.Contains(a.d.text[from:to], ".") || token.IsIdentifier(a.d.text[from:to]) {
			a.add("Write "+m[1], quickfix, from, to, m[1], x)
		}
	}
}

// handle adds a check of an error that is not checked.
func (a *actor) handle(x diagnostic) {
	name, ok := strings.CutSuffix(x.Message, " is set and not checked")
	if !ok {
		return
	}
	at := a.d.offset(x.Range.Start)
	end := -1
	a.walk(func(n ast.Node, from, to int, _ *syntax.Tree) {
		if _, ok := n.(ast.Stmt); ok && from <= at && at < to {
			switch n.(type) {
			case *ast.AssignStmt, *ast.DeclStmt:
				end = to
			}
		}
	})
	if end < 0 {
		return
	}
	begin := strings.LastIndexByte(a.d.text[:at], '\n') + 1
	line := a.d.text[begin:]
	indent := line[:len(line)-len(strings.TrimLeft(line, " \t"))]
	a.add("Check "+name, quickfix, end, end, fmt.Sprintf("\n%sif %s != nil {\n%[1]s\tpanic(%[2]s)\n%[1]s}", indent, name), x)
}

// walk visits the nodes of the cell with their byte ranges.
func (a *actor) walk(visit func(n ast.Node, from, to int, t *syntax.Tree)) {
	fset := token.NewFileSet()
	offset := func(p token.Pos) int {
		at := fset.Position(p)
		return a.d.at(at.Line, at.Column)
	}
	for _, step := range goSteps(a.c.text) {
		t, err := syntax.Parse(fset, a.c.number, step)
		if err != nil {
			continue
		}
		t.Walk(func(n ast.Node) bool {
			if n != nil {
				visit(n, offset(n.Pos()), offset(n.End()), t)
			}
			return true
		})
	}
}

// imports imports a package that is used without an import.
func (a *actor) imports() {
	for _, o := range a.c.names {
		p, ok := o.object.(*types.PkgName)
		if !ok || o.cell != a.c.number || o.of.name == "" {
			continue
		}
		at := a.d.at(o.line, o.column)
		path := p.Imported().Path()
		if at > a.to || at+o.length < a.from || strings.Contains(a.d.text, fmt.Sprintf("%q", path)) {
			continue
		}
		where := a.importPlace()
		text := fmt.Sprintf("import %q\n", path)
		if where > 0 && a.d.text[where-1] != '\n' {
			text = "\n" + text
		}
		a.add(fmt.Sprintf("Import %q", path), "refactor.rewrite", where, where, text)
		return
	}
}

// importPlace returns where an import can be written: before the first line that is not a comment,
// but behind a package clause.
func (a *actor) importPlace() int {
	at, after := 0, 0
	for line := range strings.Lines(a.d.text) {
		at += len(line)
		trimmed := strings.TrimSpace(line)
		switch {
		case strings.HasPrefix(trimmed, "package "), strings.HasPrefix(line, "#!"):
			after = at
		case strings.HasPrefix(trimmed, "import "), trimmed == "", strings.HasPrefix(trimmed, "//"):
		default:
			return after
		}
	}
	return after
}

// fill writes the fields of an empty literal of a struct.
func (a *actor) fill(i int) {
	p := a.d.page
	var best *ast.CompositeLit
	var tree *syntax.Tree
	end := 0
	a.walk(func(n ast.Node, from, to int, t *syntax.Tree) {
		if lit, ok := n.(*ast.CompositeLit); ok && len(lit.Elts) == 0 && from <= a.from && a.to <= to {
			best, tree, end = lit, t, to-1
		}
	})
	if best == nil || end <= 0 || a.d.text[end] != '}' {
		return
	}
	p.above(i)
	found, _ := p.k.Compiler().Look(tree)
	t := found.Info.TypeOf(best)
	if t == nil {
		return
	}
	x, ok := t.Underlying().(*types.Struct)
	if !ok {
		return
	}
	var fields []string
	for f := range x.Fields() {
		if typeview.Visible(f) {
			fields = append(fields, f.Name()+": "+zero(f.Type()))
		}
	}
	if len(fields) > 0 {
		a.add("Fill "+types.TypeString(t, typeview.Qualify), "refactor.rewrite", end, end, strings.Join(fields, ", "))
	}
}

// zero returns the zero value of a type in Go.
func zero(t types.Type) string {
	switch u := t.Underlying().(type) {
	case *types.Basic:
		switch {
		case u.Info()&types.IsBoolean != 0:
			return "false"
		case u.Info()&types.IsString != 0:
			return `""`
		case u.Kind() == types.UnsafePointer:
			return "nil"
		}
		return "0"
	case *types.Struct, *types.Array:
		return types.TypeString(t, typeview.Qualify) + "{}"
	}
	return "nil"
}
