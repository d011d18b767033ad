// SPDX-License-Identifier: BSD-3-Clause

// The names of a page, and what they stand for.
//
// Each identifier in a cell is an occurrence of an object. An object is known by the place where it
// is defined, because the compiler makes some objects more than once: when a cell redefines x, the
// functions of earlier cells that mention x are compiled again, with a new object each. In the text
// of such a function, x stands for both the old and the new variable. So occurrences at one place
// join the objects that they stand for into a group, and the occurrences of a group are the places
// that a renaming changes.

package lsp

import (
	"go/ast"
	"go/token"
	"go/types"
	"strings"

	"polka/kernel/cell/explain"
	"polka/kernel/cell/syntax"
)

// A place is a position in a cell. The file is empty for what lies in no cell; then the name says
// what it is.
type place struct {
	cell, line, column int
	name               string // "strings.Cut" of a package; "" in cells
}

// An occurrence is an identifier in a cell.
type occurrence struct {
	place
	length  int
	object  types.Object // nil if only the place is known
	of      place        // where the object is defined
	defines bool
	writes  bool
}

// placeOf returns the place of a position. Its cell is 0 if it is in none.
func placeOf(seen explain.Cell, p token.Pos) place {
	pos := seen.Fset.Position(p)
	return place{cell: syntax.CellOf(pos.Filename), line: pos.Line, column: pos.Column}
}

// tracedNames lists the names behind %%trace, of functions and of variables to watch. The step with
// the code below has been checked.
func tracedNames(seen explain.Cell, m *syntax.Magic, cell int) (list []occurrence) {
	line, _ := m.Lines()
	for at := 0; at < len(line); {
		length := strings.IndexAny(line[at:], " \t\r\n,=")
		if length < 0 {
			length = len(line) - at
		}
		name := line[at : at+length]
		obj := seen.Objects[name]
		if obj == nil && token.IsIdentifier(name) {
			obj = seen.Lookup(name)
		}
		if obj != nil && obj.Pos().IsValid() && placeOf(seen, obj.Pos()).cell > 0 {
			list = append(list, occurrence{place: place{cell: cell, line: m.Line, column: at + 1}, length: length, object: obj, of: placeOf(seen, obj.Pos())})
		}
		at += length + 1
	}
	return list
}

// occurrences lists the identifiers of a step that has been checked.
func occurrences(seen explain.Cell) (list []occurrence) {
	add := func(id *ast.Ident, obj types.Object, defines, writes bool) {
		at := placeOf(seen, id.Pos())
		if at.cell == 0 || strings.Contains(id.Name, "ꓸ") {
			return
		}
		o := occurrence{place: at, length: len(id.Name), object: obj, defines: defines, writes: writes}
		switch {
		case obj == nil:
			o.of = at
		case obj.Pos().IsValid() && placeOf(seen, obj.Pos()).cell > 0:
			o.of = placeOf(seen, obj.Pos())
		default:
			o.of = place{name: globalName(obj)}
		}
		list = append(list, o)
	}
	// The name of a method of a type of another cell has no facts of its own.
	for _, d := range seen.Tree.Decls {
		if fn, ok := d.Node.(*ast.FuncDecl); ok && d.Recv != "" && seen.Info.Defs[fn.Name] == nil {
			add(fn.Name, methodOf(seen, d.Recv, fn.Name.Name), true, true)
		}
	}
	written := make(map[*ast.Ident]bool)
	seen.Tree.Walk(func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.AssignStmt:
			for _, x := range n.Lhs {
				if id, ok := x.(*ast.Ident); ok {
					written[id] = true
				}
			}
		case *ast.IncDecStmt:
			if id, ok := n.X.(*ast.Ident); ok {
				written[id] = true
			}
		case *ast.TypeSwitchStmt:
			if a, ok := n.Assign.(*ast.AssignStmt); ok && len(a.Lhs) == 1 {
				if id, ok := a.Lhs[0].(*ast.Ident); ok {
					add(id, nil, true, true)
				}
			}
		case *ast.Ident:
			if n.Name == "_" {
				break
			}
			if obj := seen.Info.Defs[n]; obj != nil {
				add(n, obj, true, true)
			}
			if obj := seen.Info.Uses[n]; obj != nil {
				add(n, origin(obj), false, written[n])
			}
		}
		return true
	})
	return list
}

// methodOf returns the method of a type that the cell or an earlier one declares, nil if there is
// none.
func methodOf(seen explain.Cell, typ, name string) types.Object {
	obj := seen.Objects[typ]
	if obj == nil {
		obj = seen.Lookup(typ)
	}
	t, ok := obj.(*types.TypeName)
	if !ok {
		return nil
	}
	named, ok := types.Unalias(t.Type()).(*types.Named)
	if !ok {
		return nil
	}
	for m := range named.Methods() {
		if m.Name() == name {
			return m
		}
	}
	return nil
}

// origin returns the declared field or method of one that belongs to an instance of a generic type.
func origin(obj types.Object) types.Object {
	switch o := obj.(type) {
	case *types.Var:
		return o.Origin()
	case *types.Func:
		return o.Origin()
	}
	return obj
}

// globalName names an object outside of the cells.
func globalName(obj types.Object) string {
	if p, ok := obj.(*types.PkgName); ok {
		return "package " + p.Imported().Path()
	}
	if obj.Pkg() == nil {
		return "builtin." + obj.Name()
	}
	name := obj.Pkg().Path() + "." + obj.Name()
	if f, ok := obj.(*types.Func); ok && f.Signature().Recv() != nil {
		name = obj.Pkg().Path() + "." + types.TypeString(f.Signature().Recv().Type(), types.RelativeTo(obj.Pkg())) + "." + obj.Name()
	}
	return name
}

// A nameTable groups the occurrences of a page.
type nameTable struct {
	groups map[place]place // towards the representative of each group
	at     map[place][]occurrence
	list   []occurrence // in the order of the cells
}

// table returns the names of the whole page.
func (p *page) table() *nameTable {
	p.update(len(p.cells), nil)
	t := &nameTable{groups: make(map[place]place), at: make(map[place][]occurrence)}
	for _, c := range p.cells {
		for _, o := range c.names {
			if before := t.at[o.place]; len(before) > 0 {
				t.join(before[0].of, o.of)
			}
			t.at[o.place] = append(t.at[o.place], o)
			t.list = append(t.list, o)
		}
	}
	return t
}

// find returns the representative of a group.
func (t *nameTable) find(of place) place {
	for {
		next, ok := t.groups[of]
		if !ok || next == of {
			return of
		}
		if after, ok := t.groups[next]; ok {
			t.groups[of] = after
		}
		of = next
	}
}

func (t *nameTable) join(a, b place) {
	if a, b = t.find(a), t.find(b); a != b {
		t.groups[a] = b
	}
}

// under returns the occurrence that a byte offset of a cell touches.
func (t *nameTable) under(c *cellState, offset int) (occurrence, bool) {
	from, to := syntax.NameAt(c.doc.text, offset)
	if from == to {
		return occurrence{}, false
	}
	line, column := syntax.LineCol(c.doc.text, from)
	found := t.at[place{cell: c.number, line: line, column: column}]
	if len(found) == 0 {
		return occurrence{}, false
	}
	return found[0], true
}

// all returns the occurrences of what o stands for, each place once, the definitions among them.
func (t *nameTable) all(o occurrence) (list []occurrence) {
	group, seen := t.find(o.of), make(map[place]int)
	for _, other := range t.list {
		if t.find(other.of) != group {
			continue
		}
		if i, ok := seen[other.place]; ok {
			list[i].defines = list[i].defines || other.defines
			list[i].writes = list[i].writes || other.writes
			continue
		}
		seen[other.place] = len(list)
		list = append(list, other)
	}
	return list
}
