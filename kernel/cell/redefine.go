// SPDX-License-Identifier: BSD-3-Clause

// Redefinition: a later cell can declare a name again, even as a different kind of object.
//
// The names in a function are resolved when the function is compiled. So when a cell redefines f,
// the functions of earlier cells that mention f, and those that mention them, are compiled again as
// part of this cell, from their own text and with their own positions: callers of a redefined
// function call the new one. A function that no longer compiles, because a signature has changed,
// keeps calling the old f, and a note says so.
//
// The same applies to types. A type whose text and meaning are unchanged is kept, so that running a
// cell again keeps its values usable and its methods can be changed; a changed type is a new type,
// and the types, methods and functions that mention it are made again for it. Values made before
// keep their old type.
//
// A declaration makes a new variable, and the functions that mention the name are compiled again
// for it. Whatever refers to the old one still does: pointers, function values, and above all the
// goroutines of an earlier run of the cell, which may still wait for the old WaitGroup or hold the
// old Mutex. If the cell fails before it comes to the declaration, the name keeps the old variable,
// and the functions return to it (Rebind). While the cell has not come to the declaration,
// functions see a copy of the old value if the type is the same.
//
// A function value that mentions a function calls the new one after a redefinition with the same
// signature, unless the new one mentions a variable that was declared with it: goroutines of an
// earlier run would otherwise meet the new variable.
//
// Variables are never computed again.

package cell

import (
	"fmt"
	"go/ast"
	"go/printer"
	"go/token"
	"go/types"
	"slices"
	"sort"
	"strings"

	"polka/kernel/cell/syntax"
)

// keepTypes removes from t the type declarations that say what is known already.
func (c *Compiler) keepTypes(t *syntax.Tree, p *Program, anew map[string]bool) {
	same := make(map[string]*syntax.Declaration)
	for _, d := range t.Decls {
		if len(d.Names) != 1 || !d.IsType() || anew[d.Names[0]] {
			continue
		}
		if e := c.names[d.Names[0]]; e != nil && e.Decl != nil && e.Decl.IsType() && c.sameText(d, e.Decl) {
			same[d.Names[0]] = d
		}
	}
	// A type is kept only if what it mentions is kept.
	for changed := true; changed; {
		changed = false
		for name := range same {
			for u, obj := range c.names[name].uses {
				now := p.imports[u]
				if now == nil {
					now = c.names[u]
				}
				if now == nil || now.Obj != obj || t.Declares(u) && same[u] == nil {
					delete(same, name)
					changed = true
					break
				}
			}
		}
	}
	p.kept = nil
	t.Decls = slices.DeleteFunc(t.Decls, func(d *syntax.Declaration) bool {
		if len(d.Names) != 1 || same[d.Names[0]] != d {
			return false
		}
		p.kept = append(p.kept, d.Names[0])
		return true
	})
}

// sameText compares declarations without comments and layout.
func (c *Compiler) sameText(a, b *syntax.Declaration) bool {
	return a.Text == b.Text || c.canonical(a) == c.canonical(b)
}

func (c *Compiler) canonical(d *syntax.Declaration) string {
	p, err := d.Parse(token.NewFileSet())
	if err != nil {
		return d.Text
	}
	ast.Inspect(p.Node, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.TypeSpec:
			n.Doc, n.Comment = nil, nil
		case *ast.Field:
			n.Doc, n.Comment = nil, nil
		case *ast.GenDecl:
			n.Doc = nil
		}
		return true
	})
	var b strings.Builder
	if err := printer.Fprint(&b, token.NewFileSet(), p.Node); err != nil {
		return d.Text
	}
	return b.String()
}

// redefined returns the set of names that t redefines.
func (c *Compiler) redefined(t *syntax.Tree, anew map[string]bool) map[string]bool {
	changed := make(map[string]bool)
	for _, d := range t.Decls {
		for _, n := range d.Names {
			if d.Recv != "" {
				n = d.Recv + "." + n
			}
			if c.names[n] != nil {
				changed[n] = true
			}
		}
	}
	for _, id := range t.Defined() {
		if c.names[id.Name] != nil {
			changed[id.Name] = true
		}
	}
	for name := range anew {
		if e := c.names[name]; e != nil && e.Decl != nil && !t.Declares(name) {
			if d, err := e.Decl.Parse(c.o.Fset); err == nil {
				d.Again = false
				t.Decls = append(t.Decls, d)
				changed[name] = true
			}
		}
	}
	return changed
}

// follow adds to t the declarations of earlier cells that mention what has changed.
func (c *Compiler) follow(t *syntax.Tree, changed, remade, left map[string]bool) {
	for more := len(changed) > 0; more; {
		more = false
		var names []string
		for name, e := range c.names {
			if e.Decl == nil || remade[name] || left[name] || changed[name] || e.Decl.IsConst() {
				continue
			}
			for u := range e.uses {
				if changed[u] {
					names = append(names, name)
					break
				}
			}
		}
		sort.Strings(names)
		for _, name := range names {
			d, err := c.names[name].Decl.Parse(c.o.Fset)
			if err != nil {
				left[name] = true
				continue
			}
			remade[name] = true
			changed[name] = true
			t.Decls = append(t.Decls, d)
			more = true
		}
	}
}

// leaveBehind removes from t the declarations of earlier cells that have errors, and reports
// whether there were any.
func (c *Compiler) leaveBehind(t *syntax.Tree, r *checked, remade, left map[string]bool, p *Program) bool {
	found := false
	decls := t.Decls[:0]
	for _, d := range t.Decls {
		bad := ""
		if d.Again {
			for _, err := range r.errs {
				if d.Node.Pos() <= err.Pos && err.Pos < d.Node.End() {
					bad = err.Msg
					break
				}
			}
		}
		if bad == "" {
			decls = append(decls, d)
			continue
		}
		name := d.Names[0]
		if d.Recv != "" {
			name = d.Recv + "." + name
		}
		found = true
		left[name] = true
		delete(remade, name)
		bad, _, _ = strings.Cut(bad, "\n")
		if strings.HasSuffix(bad, " (local variable) is not a type") {
			continue // a variable hides the type, which d still means
		}
		p.Notes = append(p.Notes, fmt.Sprintf("%s (cell %d) stays as it was: %s", name, d.Cell, bad))
	}
	t.Decls = decls
	return found
}

// changedReceiver returns the name of a type of an earlier cell whose method has another signature
// in t.
func changedReceiver(t *syntax.Tree, r *checked, fset *token.FileSet) string {
	for i, err := range r.errs {
		if err.Msg != changedMethod {
			continue
		}
		for _, d := range t.Decls {
			if fn, ok := d.Node.(*ast.FuncDecl); ok && fn.Name.Pos() == err.Pos {
				r.errs[i].Msg = fmt.Sprintf("method %s has another signature than before", fn.Name.Name)
				return d.Recv
			}
		}
	}
	return ""
}

// Rebind returns a program that compiles again the functions which p has made for variables that it
// has not come to define, after p has been committed. Their names mean what they meant before. The
// result is nil if there are no such functions.
func (c *Compiler) Rebind(p *Program, reached int) *Program {
	undefined := make(map[types.Object]bool)
	for _, d := range p.defs {
		if e := c.names[d.e.Name]; d.after > reached && e != nil && e.Obj != d.e.Obj {
			undefined[d.e.Obj] = true
		}
	}
	if len(undefined) == 0 {
		return nil
	}
	changed := make(map[string]bool)
	for _, f := range c.names {
		for name, obj := range f.uses {
			if undefined[obj] {
				changed[name] = true
			}
		}
	}
	if len(changed) == 0 {
		return nil
	}
	q, err := c.compile(p.Number, "", nil, changed, false)
	if err != nil {
		return nil
	}
	return q
}
