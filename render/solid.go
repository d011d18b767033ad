// SPDX-License-Identifier: BSD-3-Clause

// Cubes and sticks.
//
// Cubes are seen from a corner, as Lattice.Project places them: X to the lower right, Y to the
// lower left, Z up. Each shows three faces at most, those where X, Y and Z are greatest; a face
// with a cube on it is not drawn. What remains is drawn from the back to the front, in the order of
// X+Y+Z, so that nearer cubes cover farther ones (the painter's algorithm, which is exact for cubes
// of a lattice). The faces to the right and to the left are darker than the upper one.
//
// In this view most of a tiled box would be hidden. A tiling of cubes is therefore cut into layers,
// from Z = 0 up, which are drawn side by side as tilings of squares, in several rows if they are
// many.
//
// Sticks are drawn as bars. The bars of a part and the joints between them are squares of another
// lattice, with columns and rows that are narrow and wide in turn, a narrow one for each joint. So
// one path around those squares is the outline of all bars, as for polyominoes.

package render

import (
	"cmp"
	"math"
	"slices"

	"polka/shapes"
)

// Shades of faces.
const (
	unshaded   = iota
	halfShaded // to the right
	shaded     // to the left
)

// layCubes draws the parts of a panel of cubes.
func (p *panel) layCubes(d *drawing, region shapes.Shape, place func(shapes.Corner) point) {
	type cube struct {
		cell shapes.Cell
		part *part
	}
	var cubes []cube
	for i := range p.parts {
		for _, c := range p.parts[i].cells.Cells() {
			cubes = append(cubes, cube{c, &p.parts[i]})
		}
	}
	depth := func(c shapes.Cell) int { return c.X + c.Y + c.Z }
	slices.SortStableFunc(cubes, func(a, b cube) int { return cmp.Compare(depth(a.cell), depth(b.cell)) })
	for _, c := range cubes {
		// Corners of a cube are one half step away from its center, which is where Corners has its
		// origin.
		corner := func(x, y, z int) point {
			return place(shapes.Corner{X: 2*c.cell.X + x, Y: 2*c.cell.Y + y, Z: 2*c.cell.Z + z})
		}
		var faces []loop
		var shades []area
		for _, face := range []struct {
			next  shapes.Cell
			loop  loop
			shade int
		}{
			{shapes.Cell{Z: 1}, loop{corner(-1, -1, 1), corner(1, -1, 1), corner(1, 1, 1), corner(-1, 1, 1)}, unshaded},
			{shapes.Cell{X: 1}, loop{corner(1, -1, 1), corner(1, -1, -1), corner(1, 1, -1), corner(1, 1, 1)}, halfShaded},
			{shapes.Cell{Y: 1}, loop{corner(1, 1, 1), corner(1, 1, -1), corner(-1, 1, -1), corner(-1, 1, 1)}, shaded},
		} {
			next := shapes.Cell{X: c.cell.X + face.next.X, Y: c.cell.Y + face.next.Y, Z: c.cell.Z + face.next.Z}
			if region.Contains(next) {
				continue
			}
			faces = append(faces, face.loop)
			if face.shade != unshaded {
				shades = append(shades, area{loops: []loop{face.loop}, shade: face.shade})
			}
		}
		if len(faces) > 0 {
			d.areas = append(d.areas, area{loops: faces, title: c.part.title, color: c.part.color})
			d.areas = append(d.areas, shades...)
		}
	}
}

// layersWidth is the greatest width in cells of layers side by side, gaps included, that fits a
// terminal.
const layersWidth = 27

// cutIntoSlices replaces cubes of four dimensions by cubes, in slices side by side.
func (p *panel) cutIntoSlices() {
	if p.lattice().Dimension() < 4 {
		return
	}
	whole := p.region()
	p.board = p.board.Slices(whole)
	for i := range p.parts {
		p.parts[i].cells = p.parts[i].cells.Slices(whole)
	}
}

// layersOf returns a panel that shows the layers of a panel of cubes side by side, one column
// apart, and in rows of equal length as far as possible, one row apart. Cubes of four dimensions
// have a row for each W, with a column for each Z.
func layersOf(p panel) panel {
	if p.lattice().Dimension() == 4 {
		return layersOfSlices(p)
	}
	least, most := p.region().Bounds()
	wide, high, count := most.X-least.X+2, most.Y-least.Y+2, most.Z-least.Z+1
	columns := max(1, layersWidth/wide)
	rows := (count + columns - 1) / columns
	columns = (count + rows - 1) / rows
	plan := planOf(p.lattice())
	layer := func(s shapes.Shape, k int) shapes.Shape {
		var cells []shapes.Cell
		for _, c := range s.Cells() {
			if c.Z == least.Z+k {
				cells = append(cells, shapes.Cell{X: c.X - least.X + wide*(k%columns), Y: c.Y - least.Y + high*(k/columns)})
			}
		}
		return shapes.New(plan, cells...)
	}
	flat := panel{caption: p.caption, summary: p.summary, apart: true}
	var board []shapes.Cell
	for k := range count {
		board = append(board, layer(p.board, k).Cells()...)
		for _, one := range p.parts {
			if one.cells = layer(one.cells, k); !one.cells.Empty() {
				flat.parts = append(flat.parts, one)
			}
		}
	}
	flat.board = shapes.New(plan, board...)
	return flat
}

// layersOfSlices is layersOf for cubes of four dimensions.
func layersOfSlices(p panel) panel {
	plan := shapes.Square
	var least, most [4]int
	for i, c := range p.region().Cells() {
		x, y, z, w := c.Four()
		for j, n := range [4]int{x, y, z, w} {
			if i == 0 {
				least[j], most[j] = n, n
			}
			least[j], most[j] = min(least[j], n), max(most[j], n)
		}
	}
	wide, high := most[0]-least[0]+2, most[1]-least[1]+2
	flatten := func(s shapes.Shape, layer, slice int) shapes.Shape {
		var cells []shapes.Cell
		for _, c := range s.Cells() {
			if x, y, z, w := c.Four(); z == layer && w == slice {
				cells = append(cells, shapes.Cell{X: x - least[0] + wide*(z-least[2]), Y: y - least[1] + high*(w-least[3])})
			}
		}
		return shapes.New(plan, cells...)
	}
	flat := panel{caption: p.caption, summary: p.summary, apart: true}
	var board []shapes.Cell
	for w := least[3]; w <= most[3]; w++ {
		for z := least[2]; z <= most[2]; z++ {
			board = append(board, flatten(p.board, z, w).Cells()...)
			for _, one := range p.parts {
				if one.cells = flatten(one.cells, z, w); !one.cells.Empty() {
					flat.parts = append(flat.parts, one)
				}
			}
		}
	}
	flat.board = shapes.New(plan, board...)
	return flat
}

// planOf returns the lattice on which the layers of a lattice of solids are drawn.
func planOf(l *shapes.Lattice) *shapes.Lattice {
	x, y := positionOf(l, shapes.Corner{X: 1}), positionOf(l, shapes.Corner{Y: 1})
	if math.Abs(x[0]*y[0]+x[1]*y[1]+x[2]*y[2]) > 0.4*(x[0]*x[0]+x[1]*x[1]+x[2]*x[2]) {
		return shapes.Hexagon
	}
	return shapes.Square
}

// layBars draws the parts of a panel of sticks.
func (p *panel) layBars(d *drawing, place func(shapes.Corner) point) {
	// side is where a narrow column or row begins or ends, before or after the joint.
	thickness := 0.13 * d.cell
	side := func(i int) (joint int, offset float64) {
		if i&1 == 0 {
			return i >> 1, -thickness
		}
		return i >> 1, thickness
	}
	for _, one := range p.parts {
		bars := area{title: one.title, color: one.color}
		for _, corners := range meshOf(barsAndJoints(one.cells)).outline() {
			var outline loop
			for _, c := range corners { // half a square away from the middles of squares
				x, dx := side((c.X + 1) / 2)
				y, dy := side((c.Y + 1) / 2)
				at := place(shapes.Corner{X: x, Y: y})
				outline = append(outline, point{at.x + dx, at.y + dy})
			}
			bars.loops = append(bars.loops, outline)
		}
		d.areas = append(d.areas, bars)
	}
}

// barsAndJoints returns a square for each stick and for each end of sticks: joints are in columns
// and rows with even numbers, sticks between them.
func barsAndJoints(s shapes.Shape) shapes.Shape {
	var squares []shapes.Cell
	for _, c := range s.Cells() {
		for i := range 3 {
			square := shapes.Cell{X: 2 * c.X, Y: 2 * c.Y}
			if c.Z == 0 {
				square.X += i
			} else {
				square.Y += i
			}
			squares = append(squares, square)
		}
	}
	return shapes.New(shapes.Square, squares...)
}
