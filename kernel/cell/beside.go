// SPDX-License-Identifier: BSD-3-Clause

package cell

import (
	"go/types"
	"maps"
	"path/filepath"
	"slices"
)

// A Local is a variable of an open call, and the name under which the machine keeps it.
type Local struct {
	Name, Symbol string
	Type         types.Type
}

// Beside makes the variables of an open call known until restore is called, and what the running
// cell p has defined, if the first reached of its definitions have run; the variables hide other
// names. P may be nil. Beside is for code that is compiled and run while a cell is stopped.
func (c *Compiler) Beside(p *Program, reached int, locals []Local) (restore func()) {
	names, symbols := maps.Clone(c.names), maps.Clone(c.symbols)
	versions := maps.Clone(c.versions)
	if p != nil {
		maps.Copy(c.names, p.imports)
		for _, d := range append(p.decls[:len(p.decls):len(p.decls)], p.defs...) {
			if d.after > reached {
				continue
			}
			c.names[d.e.Name] = d.e
			if d.sym != "" {
				c.symbols[d.e.Obj] = d.sym
			}
		}
	}
	for _, l := range locals {
		obj := types.NewVar(0, c.pkg, l.Name, l.Type)
		c.names[l.Name] = &Entity{Name: l.Name, Obj: obj}
		c.symbols[obj] = l.Symbol
	}
	return func() {
		for n, k := range c.versions { // symbols are never used again
			versions[n] = max(versions[n], k)
		}
		c.names, c.symbols, c.versions = names, symbols, versions
	}
}

// SourceFiles returns the files of the packages from source, by the names that positions have, each
// after its import path and a slash.
func (c *Compiler) SourceFiles() (names, files []string) {
	for _, path := range slices.Sorted(maps.Keys(c.packages.byPath)) {
		for _, f := range c.packages.byPath[path].files.Files {
			names, files = append(names, path+"/"+filepath.Base(f.Name)), append(files, f.Name)
		}
	}
	return names, files
}

// A Known is a variable of cells, and the name under which the machine keeps it.
type Known struct{ Name, Symbol string }

// Variables returns the variables that cells have defined, in alphabetical order.
func (c *Compiler) Variables() (list []Known) {
	for _, e := range c.Entities() {
		if _, ok := e.Obj.(*types.Var); ok && e.Path == "" {
			if sym, ok := c.symbols[e.Obj]; ok {
				list = append(list, Known{e.Name, sym})
			}
		}
	}
	return list
}

// Hide makes names that cells have defined invisible to code that is compiled until restore is
// called. Declarations that were compiled before are not affected.
func (c *Compiler) Hide(hidden func(name string) bool) (restore func()) {
	names := maps.Clone(c.names)
	maps.DeleteFunc(c.names, func(name string, e *Entity) bool { return e.Path == "" && hidden(name) })
	return func() { c.names = names }
}
