// SPDX-License-Identifier: BSD-3-Clause

package cell

import (
	"fmt"
	"go/types"
	"maps"
	"slices"

	"polka/kernel/cell/syntax"
	"polka/kernel/engine"
)

// Declared returns the imports, types, functions and constants of p, as text that declares them
// again, and the names of the variables that p defines, as far as its first reached definitions go.
func (c *Compiler) Declared(p *Program, reached int) (list engine.Declarations, variables []string) {
	for _, name := range slices.Sorted(maps.Keys(p.imports)) {
		e := p.imports[name]
		d := engine.Declaration{Text: fmt.Sprintf("import %s %q", name, e.Path), Names: []string{name}}
		if _, ok := e.Obj.(*types.PkgName); !ok {
			d.Text = fmt.Sprintf("import . %q", e.Path)
			d.Names[0] = d.Text
		}
		if !slices.ContainsFunc(list, func(other engine.Declaration) bool { return other.Text == d.Text }) {
			list = append(list, d)
		}
	}
	at := make(map[*syntax.Declaration]int)
	for _, p := range p.decls {
		decl := p.e.Decl
		if decl == nil {
			continue
		}
		i, ok := at[decl]
		if !ok {
			i = len(list)
			at[decl] = i
			list = append(list, engine.Declaration{Text: decl.Text})
		}
		d := &list[i]
		d.Names = append(d.Names, p.e.Name)
		d.Mentions = append(d.Mentions, p.e.pkgs...)
		for _, name := range slices.Sorted(maps.Keys(p.e.uses)) {
			switch p.e.uses[name].(type) {
			case *types.Var:
				d.Reads = append(d.Reads, name)
			case *types.PkgName: // among pkgs
			default:
				d.Mentions = append(d.Mentions, name)
			}
		}
		if decl.Recv != "" {
			d.Mentions = append(d.Mentions, decl.Recv)
		}
	}
	seen := make(map[string]bool)
	for _, d := range p.defs {
		if d.after <= reached && !seen[d.e.Name] {
			seen[d.e.Name] = true
			variables = append(variables, d.e.Name)
		}
	}
	return list, variables
}
