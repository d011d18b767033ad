// SPDX-License-Identifier: BSD-3-Clause

package shapes

import (
	"slices"

	"polka/shapes/internal/invariant"
)

// crystal describes a lattice to package invariant. On [Tan] the vertices are the tiles of the
// squares.
func (l *Lattice) crystal() *invariant.Crystal {
	c := &invariant.Crystal{Dimensions: 2, Margin: l.facts().margin}
	switch {
	case l == Tan:
		c.Exclusive = true
		for _, tile := range tanTiles {
			c.Weights = append(c.Weights, tile.weight)
			c.Near = append(c.Near, tile.neighbors())
		}
		return c
	case l.spatial:
		c.Dimensions = 3
	}
	for _, near := range l.facts().near {
		list := make([]invariant.Vertex, len(near))
		for i, d := range near {
			list[i] = l.vertex(d)
		}
		c.Near = append(c.Near, list)
	}
	return c
}

// vertex returns the vertex of a cell in the crystal of its lattice.
func (l *Lattice) vertex(c Cell) invariant.Vertex {
	at, kind := l.split(c)
	at = l.periods(at)
	return invariant.Vertex{At: [3]int{at.X, at.Y, at.Z}, Kind: kind}
}

// neighbors returns the tiles of other squares that share a side with the tile in the square (0,0).
func (t *tanTile) neighbors() []invariant.Vertex {
	var list []invariant.Vertex
	for _, kind := range t.quarters {
		for _, d := range Tan.facts().near[kind] {
			if d.X == 0 && d.Y == 0 {
				continue
			}
			for i, other := range tanTiles {
				if slices.Contains(other.quarters, d.Z) {
					list = append(list, invariant.Vertex{At: [3]int{d.X, d.Y, 0}, Kind: i})
				}
			}
		}
	}
	return list
}

// isometry describes an operation to package invariant.
func (op *operation) isometry(l *Lattice) invariant.Isometry {
	g := invariant.Isometry{Matrix: op.matrix, Shift: op.shift, Denominator: l.facts().denominator}
	if l != Tan {
		for _, image := range op.images {
			g.Images = append(g.Images, l.vertex(image))
		}
		return g
	}
	for _, tile := range tanTiles {
		var quarters []int
		for _, kind := range tile.quarters {
			quarters = append(quarters, op.images[kind].Z) // in the same square, whose center is the origin
		}
		slices.Sort(quarters)
		image := slices.IndexFunc(tanTiles, func(t tanTile) bool { return slices.Equal(t.quarters, quarters) })
		g.Images = append(g.Images, invariant.Vertex{Kind: image})
	}
	return g
}

// subgroup describes operations, given by their indices, to package invariant.
func (l *Lattice) subgroup(indices []int) invariant.Group {
	group := make(invariant.Group, len(indices))
	for i, index := range indices {
		group[i] = l.facts().operations[index].isometry(l)
	}
	return group
}
