// SPDX-License-Identifier: BSD-3-Clause

// Solids other than cubes.
//
// The cells of these lattices consist of the points that are nearest to their centers. So of two
// cells, the one whose center is nearer to the viewer is never covered by the other, and drawing
// the cells in the order of their centers along the line of sight is exact (the painter's
// algorithm). The line of sight is the direction that the projection maps to a point. A face is
// seen if its corners are clockwise in the drawing, as those of polygons are, and no cell lies on
// it. Faces that look up are light, those to the left dark.

package render

import (
	"cmp"
	"math"
	"slices"

	"polka/shapes"
)

// A space is a position or a direction in space.
type space [3]float64

func positionOf(l *shapes.Lattice, c shapes.Corner) space {
	x, y, z := l.Position(c)
	return space{x, y, z}
}

// sight returns the direction in space from a drawing to its viewer, who looks from above.
func sight(l *shapes.Lattice) space {
	var across, down space // in steps
	for i, c := range []shapes.Corner{{X: 1}, {Y: 1}, {Z: 1}} {
		across[i], down[i] = l.Project(c)
	}
	steps := space{across[1]*down[2] - across[2]*down[1], across[2]*down[0] - across[0]*down[2], across[0]*down[1] - across[1]*down[0]}
	var direction space
	for i, c := range []shapes.Corner{{X: 1}, {Y: 1}, {Z: 1}} {
		p := positionOf(l, c)
		for j := range direction {
			direction[j] += steps[i] * p[j]
		}
	}
	if direction[2] < 0 {
		for j := range direction {
			direction[j] = -direction[j]
		}
	}
	return direction
}

// layPolyhedra draws the parts of a panel of cells in space.
func (p *panel) layPolyhedra(d *drawing, region shapes.Shape, place func(shapes.Corner) point) {
	type cell struct {
		shapes.Cell
		part  *part
		depth float64
	}
	l := region.Lattice()
	toViewer := sight(l)
	var cells []cell
	for i := range p.parts {
		for _, c := range p.parts[i].cells.Cells() {
			depth := 0.0
			for _, corner := range l.Corners(c) {
				for j, x := range positionOf(l, corner) {
					depth += x * toViewer[j]
				}
			}
			cells = append(cells, cell{c, &p.parts[i], math.Round(depth * 1e6)})
		}
	}
	slices.SortStableFunc(cells, func(a, b cell) int { return cmp.Compare(a.depth, b.depth) })
	for _, c := range cells {
		var faces []loop
		var shades []area
		for _, face := range l.Faces(c.Cell) {
			var outline loop
			for _, corner := range face {
				outline = append(outline, place(corner))
			}
			if turning(outline) < 1e-6 || region.Contains(across(l, c.Cell, face)) {
				continue
			}
			faces = append(faces, outline)
			if shade := faceShade(l, face); shade != unshaded {
				shades = append(shades, area{loops: []loop{outline}, shade: shade})
			}
		}
		if len(faces) > 0 {
			d.areas = append(d.areas, area{loops: faces, title: c.part.title, color: c.part.color})
			d.areas = append(d.areas, shades...)
		}
	}
}

// turning returns twice the area of an outline, positive if it is clockwise in a drawing.
func turning(outline loop) float64 {
	sum := 0.0
	for i, p := range outline {
		q := outline[(i+1)%len(outline)]
		sum += p.x*q.y - p.y*q.x
	}
	return sum
}

// across returns the neighbor of a cell across a face.
func across(l *shapes.Lattice, c shapes.Cell, face []shapes.Corner) shapes.Cell {
	for _, n := range l.Neighbors(c) {
		corners := l.Corners(n)
		if !slices.ContainsFunc(face, func(p shapes.Corner) bool { return !slices.Contains(corners, p) }) {
			return n
		}
	}
	panic("render: a face of a lattice of solids belongs to no neighbor")
}

// faceShade returns the shade of a face that is seen, by the direction in which it looks.
func faceShade(l *shapes.Lattice, face []shapes.Corner) int {
	a, b, c := positionOf(l, face[0]), positionOf(l, face[1]), positionOf(l, face[2])
	u, v := space{b[0] - a[0], b[1] - a[1], b[2] - a[2]}, space{c[0] - b[0], c[1] - b[1], c[2] - b[2]}
	normal := space{u[1]*v[2] - u[2]*v[1], u[2]*v[0] - u[0]*v[2], u[0]*v[1] - u[1]*v[0]}
	length := math.Sqrt(normal[0]*normal[0] + normal[1]*normal[1] + normal[2]*normal[2])
	switch toViewer := sight(l); {
	case normal[2] > 0.5*length:
		return unshaded
	case normal[0]*toViewer[1]-normal[1]*toViewer[0] > 0: // to the right of the viewer
		return halfShaded
	}
	return shaded
}
