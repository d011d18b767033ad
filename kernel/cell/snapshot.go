// SPDX-License-Identifier: BSD-3-Clause

// Snapshots: what cells have defined at one time, for a compiler that checks the cells of a page
// again and again while they are written. Programs that are still right are committed once more,
// and the others are compiled.

package cell

import (
	"go/types"
	"maps"
	"slices"

	"polka/kernel/cell/explain"
	"polka/kernel/cell/warn"
)

// A Snapshot is what a Compiler knew at one time.
type Snapshot struct {
	names    map[string]*Entity
	symbols  map[types.Object]string
	born     map[types.Object]int
	lost     map[string]int
	dead     map[*types.Func]bool
	replaced []types.Object
	adopted  int
	watch    warn.Watch
}

// Snapshot returns what is known now. It takes some 10 µs for 100 names.
func (c *Compiler) Snapshot() *Snapshot {
	return &Snapshot{
		names: maps.Clone(c.names), symbols: maps.Clone(c.symbols), born: maps.Clone(c.born), lost: maps.Clone(c.lost),
		dead: maps.Clone(c.dead), replaced: slices.Clone(c.replaced), adopted: len(c.adopted), watch: c.watch.Clone(),
	}
}

// Restore returns to what was known when s was made. The methods that later cells have declared for
// types of earlier ones stay with their types, but cells cannot use them until such a cell is
// committed.
func (c *Compiler) Restore(s *Snapshot) {
	c.names, c.symbols, c.born, c.lost = maps.Clone(s.names), maps.Clone(s.symbols), maps.Clone(s.born), maps.Clone(s.lost)
	c.dead, c.replaced, c.watch = maps.Clone(s.dead), slices.Clone(s.replaced), s.watch.Clone()
	for _, m := range c.adopted[s.adopted:] {
		c.dead[m] = true
	}
}

// Observe sets a function that is called with each cell that has been type-checked, with mistakes
// or without. The tree and the facts may be changed when it has returned.
func (c *Compiler) Observe(f func(explain.Cell)) { c.observe = f }
