// Cubes and sticks.
//
// Cubes are seen from a corner, as Lattice.Place puts them on paper: X to the lower right, Y to the lower left, Z up. Each
// shows three faces at most, those where X, Y and Z are greatest; a face with a cube on it is not drawn. What remains is
// drawn from the back to the front, in the order of X+Y+Z, so that nearer cubes cover farther ones (the painter's
// algorithm, which is exact for cubes of a lattice). The faces to the right and to the left are darker than the upper one.
//
// In this view most of a tiled box would be hidden. A tiling of cubes is therefore cut into layers, from Z = 0 up, which
// are drawn side by side as tilings of squares.
//
// Sticks are drawn as bars, with a wider bar in ink below them as their border. Bars in line are joined.

package render

import (
	"cmp"
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
		// Corners of a cube are one half step away from its centre, which is where Corners has its origin.
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

// layersOf gives a panel that shows the layers of a panel of cubes side by side, one column apart.
func layersOf(p panel) panel {
	least, most := p.region().Bounds()
	pitch := most.X - least.X + 2
	layer := func(s shapes.Shape, z int) shapes.Shape {
		var cells []shapes.Cell
		for _, c := range s.Cells() {
			if c.Z == z {
				cells = append(cells, shapes.Cell{X: c.X - least.X + pitch*(z-least.Z), Y: c.Y - least.Y})
			}
		}
		return shapes.New(shapes.Square, cells...)
	}
	flat := panel{caption: p.caption, summary: p.summary}
	var board []shapes.Cell
	for z := least.Z; z <= most.Z; z++ {
		board = append(board, layer(p.board, z).Cells()...)
		for _, one := range p.parts {
			if one.cells = layer(one.cells, z); !one.cells.Empty() {
				flat.parts = append(flat.parts, one)
			}
		}
	}
	flat.board = shapes.New(shapes.Square, board...)
	return flat
}

// layBars draws the parts of a panel of sticks.
func (p *panel) layBars(d *drawing, place func(shapes.Corner) point) {
	thickness := 0.13 * d.cell
	for _, one := range p.parts {
		bars := area{title: one.title, color: one.color}
		l := one.cells.Lattice()
		for _, c := range one.cells.Cells() {
			corners := l.Corners(c)
			from, to := place(corners[0]), place(corners[1])
			left, top := from.x-thickness, from.y-thickness
			right, bottom := to.x+thickness, to.y+thickness
			bars.loops = append(bars.loops, loop{{left, top}, {right, top}, {right, bottom}, {left, bottom}})
			bars.bars = append(bars.bars, segment{from, to})
		}
		d.areas = append(d.areas, bars)
	}
}
