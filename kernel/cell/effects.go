// SPDX-License-Identifier: BSD-3-Clause

package cell

import (
	"go/types"
	"slices"

	"polka/kernel/cell/effect"
	"polka/kernel/fresh"
)

// Effects returns what p reads, writes and declares, of its variables those that the first reached
// definitions define. The analyzer has seen the programs that were committed before, and remembers
// p. It is called once for a program, before the next is compiled.
func (c *Compiler) Effects(a *effect.Analyzer, p *Program, reached int) fresh.Effects {
	objects := make(map[*Entity][]types.Object)
	for obj, e := range p.entities {
		objects[e] = append(objects[e], obj)
	}
	in := effect.Cell{Unit: p.Unit, Kept: p.kept}
	done := make(map[*Entity]bool)
	for _, d := range slices.Concat(p.decls, p.defs) {
		if done[d.e] || d.after > reached {
			continue
		}
		done[d.e] = true
		n := effect.Name{Name: d.e.Name, Obj: d.e.Obj}
		if d.e.Decl != nil {
			n.Text, n.Again = d.e.Decl.Text, d.e.Decl.Again
		}
		in.Names = append(in.Names, n)
		for _, obj := range objects[d.e] {
			if obj != n.Obj {
				other := n
				other.Obj = obj
				in.Names = append(in.Names, other)
			}
		}
	}
	return a.Cell(in)
}
