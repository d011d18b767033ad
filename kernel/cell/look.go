// SPDX-License-Identifier: BSD-3-Clause

package cell

import (
	"go/types"
	"maps"
	"slices"
	"strings"

	"polka/kernel/cell/explain"
	"polka/kernel/cell/syntax"
	"polka/kernel/cell/typeview"
)

// Look type-checks text that may be incomplete: it ignores errors, and defines nothing. The imports
// are those of the text and those that it leaves out.
func (c *Compiler) Look(t *syntax.Tree) (found explain.Cell, imports map[string]types.Object) {
	p := &Program{imports: make(map[string]*Entity)}
	if c.importAll(t, p, false) != nil {
		p.imports = make(map[string]*Entity)
	}
	var r *checked
	for range 4 {
		r = c.check(t, p.imports)
		if !c.addImports(t, r, p) && !c.addContexts(t, r) {
			break
		}
	}
	imports = make(map[string]types.Object)
	for name, e := range p.imports {
		imports[name] = e.Obj
	}
	return c.checkedCell(t, r), imports
}

// Defines reports whether cells have defined a name.
func (c *Compiler) Defines(name string) bool {
	e := c.names[name]
	return e != nil && e.Path == ""
}

// Negates reports whether a line that begins with an exclamation mark is Go, because it negates a
// name that is defined. Otherwise it is a command of the shell.
func (c *Compiler) Negates(s *syntax.Shell) bool {
	root, selects := s.Root()
	if root == "" {
		return false
	}
	return c.o.Packages[root] != "" && selects || root == "true" || root == "false" || c.Defines(root)
}

// Entities returns the names that a cell can mention, in alphabetical order, without methods.
func (c *Compiler) Entities() []*Entity {
	var list []*Entity
	for _, name := range slices.Sorted(maps.Keys(c.names)) {
		if !strings.Contains(name, ".") {
			list = append(list, c.names[name])
		}
	}
	return list
}

// EntityOf finds the name under which cells know obj.
func (c *Compiler) EntityOf(obj types.Object) *Entity {
	if obj.Pkg() != nil && typeview.PathOf(obj) != typeview.World {
		return nil
	}
	name := obj.Name()
	if f, ok := obj.(*types.Func); ok {
		if recv := f.Signature().Recv(); recv != nil {
			name = typeview.TypeName(recv.Type()) + "." + name
		}
	}
	if ent := c.names[name]; ent != nil && ent.Obj == obj {
		return ent
	}
	return nil
}

// Session returns what c knows, for those who explain a cell or help to write one.
func (c *Compiler) Session() *explain.Session { return c.session }
