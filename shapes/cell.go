// SPDX-License-Identifier: BSD-3-Clause

package shapes

import "cmp"

// A Cell is a cell of a lattice. X counts columns to the right, and Y counts rows down.
//
// In space Z counts layers; if there are several cells in a period, X counts those of all kinds
// (see [NewSolidLattice]). On a planar lattice Z distinguishes the kinds of cells in one period,
// such as the two triangles of the triangular lattice. The square lattice has one kind, and Z is 0.
type Cell struct{ X, Y, Z int }

// Compare returns -1, 0 or 1 according to the reading order of cells: by rows from the top, within
// a row from the left, then by Z.
func (c Cell) Compare(d Cell) int {
	if c.Y != d.Y {
		return cmp.Compare(c.Y, d.Y)
	}
	if c.X != d.X {
		return cmp.Compare(c.X, d.X)
	}
	return cmp.Compare(c.Z, d.Z)
}

func (c Cell) plus(d Cell) Cell  { return Cell{c.X + d.X, c.Y + d.Y, c.Z + d.Z} }
func (c Cell) minus(d Cell) Cell { return Cell{c.X - d.X, c.Y - d.Y, c.Z - d.Z} }

func leastOfEach(c, d Cell) Cell { return Cell{min(c.X, d.X), min(c.Y, d.Y), min(c.Z, d.Z)} }
func mostOfEach(c, d Cell) Cell  { return Cell{max(c.X, d.X), max(c.Y, d.Y), max(c.Z, d.Z)} }
