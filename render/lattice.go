// SPDX-License-Identifier: BSD-3-Clause

package render

import (
	"fmt"

	"polka/shapes"
)

// Two fills that differ.
const (
	plainFill = 0 // neighbors, and shapes before an isometry
	otherFill = 1 // the cell in the middle, and shapes after it
)

// lattices draws a cell of each lattice and its neighbors; in space, only the neighbors that do not
// hide it. Coordinates are shown as tool tips. In text, a lattice is its name.
func lattices(list []*shapes.Lattice) Picture {
	return Picture{count: len(list), what: "lattices", panel: func(i int, _ scheme) panel { return panelOfLattice(list[i]) }}
}

func panelOfLattice(l *shapes.Lattice) panel {
	one := func(c shapes.Cell, title string, color int) part {
		return part{cells: shapes.New(l, c), title: fmt.Sprintf(title, c.X, c.Y, c.Z), color: color}
	}
	middle := shapes.Cell{}
	near := l.Neighbors(middle)
	p := panel{terse: true, caption: l.String(), summary: fmt.Sprintf("a cell of lattice %v and its %d neighbors", l, len(near))}
	p.parts = append(p.parts, one(middle, "cell (%d,%d,%d)", otherFill))
	for _, c := range near {
		if l.Spatial() && hides(l, c, middle) {
			continue // it would hide the cell in the middle
		}
		p.parts = append(p.parts, one(c, "neighbor (%d,%d,%d)", plainFill))
	}
	return p
}

// hides reports whether a neighbor of a cell in space is nearer to the viewer.
func hides(l *shapes.Lattice, near, middle shapes.Cell) bool {
	if l.Dimension() == 4 {
		_, _, _, w := near.Four()
		_, _, _, v := middle.Four()
		if v != w { // it is in another slice
			return false
		}
	}
	toViewer := sight(l)
	depth := func(c shapes.Cell) float64 {
		sum := 0.0
		corners := l.Corners(c)
		for _, corner := range corners {
			p := positionOf(l, corner)
			sum += p[0]*toViewer[0] + p[1]*toViewer[1] + p[2]*toViewer[2]
		}
		return sum / float64(len(corners))
	}
	return depth(near)-depth(middle) > 1e-6
}

// isometries draws a shape without symmetry and its image under each isometry. In text, an isometry
// is the result of its String method.
func isometries(list []shapes.Isometry) Picture {
	return Picture{count: len(list), what: "isometries", panel: func(i int, _ scheme) panel { return panelOfIsometry(list[i]) }}
}

func panelOfIsometry(g shapes.Isometry) panel {
	l := g.Lattice()
	before := lopsided(l)
	after := g.Apply(before)
	words := g.Description()
	p := panel{terse: true, caption: g.String(), summary: fmt.Sprintf("%s: %v", words, g)}
	if !after.Equal(before) {
		p.parts = append(p.parts, part{cells: before.Difference(after), title: "before", color: plainFill})
	}
	p.parts = append(p.parts, part{cells: after, title: words, color: otherFill})
	return p
}

// lopsided returns a shape without symmetry on one side of every axis through the origin, so that
// its images under the point group are disjoint.
func lopsided(l *shapes.Lattice) shapes.Shape {
	cells := []shapes.Cell{{X: 2, Y: 1}, {X: 3, Y: 1}, {X: 4, Y: 1}, {X: 4, Y: 2}}
	if l.Spatial() {
		cells = []shapes.Cell{{X: 3, Y: 2, Z: 1}, {X: 4, Y: 2, Z: 1}, {X: 5, Y: 2, Z: 1}, {X: 5, Y: 3, Z: 1}, {X: 5, Y: 3, Z: 2}}
	}
	width := 1 // of a period
	if l.Spatial() {
		width = l.NumKinds()
	}
	var all []shapes.Cell
	for _, c := range cells {
		for kind := range l.NumKinds() {
			at := l.CellOfKind(kind)
			all = append(all, shapes.Cell{X: width*c.X + at.X, Y: c.Y, Z: c.Z + at.Z})
		}
	}
	return shapes.New(l, all...)
}
