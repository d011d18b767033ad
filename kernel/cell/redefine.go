// Redefinition: a name can be declared again in a later cell, as another kind of thing even.
//
// The interpreter binds a function's names when it compiles the function. So when a cell redefines f,
// the functions of earlier cells that mention f, and those that mention them, are compiled once more as
// part of this cell, from their own text and with their own positions: callers of a redefined function
// call the new one. What no longer fits (the signature has changed) is left as it was, still bound to
// the old f, and the program carries a note that says so.
//
// Types go the same way. A type whose text and meaning are unchanged is kept, so that running a cell
// again keeps its values usable and its methods can be changed; a changed type is a new type, and the
// types, methods and functions that mention it are made again for it. Values made before keep their old
// type. A variable that changes its type is a new variable, and the functions that mention it follow;
// with the same type it is the same variable.
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
)

// keepTypes removes from t the type declarations that say what is known already.
func (c *Compiler) keepTypes(t *tree, anew map[string]bool) {
	same := make(map[string]*declaration)
	for _, d := range t.decls {
		if len(d.names) != 1 || !isType(d) || anew[d.names[0]] {
			continue
		}
		if e := c.names[d.names[0]]; e != nil && e.decl != nil && isType(e.decl) && c.sameText(d, e.decl) {
			same[d.names[0]] = d
		}
	}
	// A type is kept only if what it mentions is kept.
	for changed := true; changed; {
		changed = false
		for name := range same {
			for u, obj := range c.names[name].uses {
				if now := c.names[u]; now == nil || now.obj != obj || t.declares(u) && same[u] == nil {
					delete(same, name)
					changed = true
					break
				}
			}
		}
	}
	t.decls = slices.DeleteFunc(t.decls, func(d *declaration) bool {
		return len(d.names) == 1 && same[d.names[0]] == d
	})
}

func isType(d *declaration) bool { return d.tok == token.TYPE }

// declares reports whether t declares name outside of its statements.
func (t *tree) declares(name string) bool {
	for _, d := range t.decls {
		if d.recv == "" {
			for _, n := range d.names {
				if n == name {
					return true
				}
			}
		}
	}
	return false
}

// sameText compares declarations without comments and layout.
func (c *Compiler) sameText(a, b *declaration) bool {
	return a.text == b.text || c.canonical(a) == c.canonical(b)
}

func (c *Compiler) canonical(d *declaration) string {
	p, err := d.parse(token.NewFileSet())
	if err != nil {
		return d.text
	}
	ast.Inspect(p.node, func(n ast.Node) bool {
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
	if err := printer.Fprint(&b, token.NewFileSet(), p.node); err != nil {
		return d.text
	}
	return b.String()
}

// redefined is the set of names that t declares anew.
func (c *Compiler) redefined(t *tree, anew map[string]bool) map[string]bool {
	changed := make(map[string]bool)
	for _, d := range t.decls {
		for _, n := range d.names {
			if d.recv != "" {
				n = d.recv + "." + n
			}
			if c.names[n] != nil {
				changed[n] = true
			}
		}
	}
	for name := range anew {
		if e := c.names[name]; e != nil && e.decl != nil && !t.declares(name) {
			if d, err := e.decl.parse(c.o.Fset); err == nil {
				d.again = false
				t.decls = append(t.decls, d)
				changed[name] = true
			}
		}
	}
	return changed
}

// follow adds to t the declarations of earlier cells that mention what has changed.
func (c *Compiler) follow(t *tree, changed, remade, left map[string]bool) {
	for more := len(changed) > 0; more; {
		more = false
		var names []string
		for name, e := range c.names {
			if e.decl == nil || remade[name] || left[name] || changed[name] || isConst(e.decl) {
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
			d, err := c.names[name].decl.parse(c.o.Fset)
			if err != nil {
				left[name] = true
				continue
			}
			remade[name] = true
			changed[name] = true
			t.decls = append(t.decls, d)
			more = true
		}
	}
}

func isConst(d *declaration) bool { return d.tok == token.CONST }

// leaveBehind removes from t the declarations of earlier cells that have errors, and reports whether
// there were any.
func (c *Compiler) leaveBehind(t *tree, r *checked, remade, left map[string]bool, p *Program) bool {
	found := false
	decls := t.decls[:0]
	for _, d := range t.decls {
		bad := ""
		if d.again {
			for _, err := range r.errs {
				if d.node.Pos() <= err.Pos && err.Pos < d.node.End() {
					bad = err.Msg
					break
				}
			}
		}
		if bad == "" {
			decls = append(decls, d)
			continue
		}
		name := d.names[0]
		if d.recv != "" {
			name = d.recv + "." + name
		}
		found = true
		left[name] = true
		delete(remade, name)
		bad, _, _ = strings.Cut(bad, "\n")
		p.Notes = append(p.Notes, fmt.Sprintf("%s (cell %d) stays as it was: %s", name, d.cell, bad))
	}
	t.decls = decls
	return found
}

// changedReceiver is the name of a type of an earlier cell whose method has another signature in t.
func changedReceiver(t *tree, r *checked, fset *token.FileSet) string {
	for i, err := range r.errs {
		if err.Msg != changedMethod {
			continue
		}
		for _, d := range t.decls {
			if fn, ok := d.node.(*ast.FuncDecl); ok && fn.Name.Pos() == err.Pos {
				r.errs[i].Msg = fmt.Sprintf("method %s has another signature than before", fn.Name.Name)
				return d.recv
			}
		}
	}
	return ""
}

// retyped adds to changed the variables that get another type in this cell, and reports whether there
// were any that functions mention.
func (c *Compiler) retyped(r *checked, changed map[string]bool) bool {
	found := false
	for _, d := range r.defs {
		name := d.obj.Name()
		e := c.names[name]
		if e == nil || changed[name] || e.path != "" {
			continue
		}
		if v, ok := e.obj.(*types.Var); ok && types.Identical(v.Type(), d.obj.Type()) {
			continue
		}
		changed[name] = true
		for _, f := range c.names {
			if f.uses[name] != nil {
				found = true
			}
		}
	}
	return found
}
