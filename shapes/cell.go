package shapes

import "cmp"

// A Cell is one cell of a lattice. X counts columns to the right, Y counts rows downwards.
//
// On the cubic lattice Z counts layers. On a planar lattice Z tells the kinds of cells in one
// period apart, such as the two triangles of the triangular lattice; on the square lattice there is
// one kind, and Z is 0.
type Cell struct{ X, Y, Z int }

// Compare orders cells as one reads: by rows from the top, in a row from the left, then by Z. It
// gives -1, 0 or 1.
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
