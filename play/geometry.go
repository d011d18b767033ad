// SPDX-License-Identifier: BSD-3-Clause

package play

import (
	"math"

	"polka/shapes"
)

// A geometry describes to the scripts where cells are drawn, in units of the side of a cell. The
// cell (x,y,z) of a planar lattice is Kinds[z], a polygon, moved by x*EX + y*EY. Cubes are drawn by
// layers beside each other: as squares moved by z*EZ as well.
type geometry struct {
	Name   string         `json:"name"`
	Kinds  [][][2]float64 `json:"kinds"`
	EX     [2]float64     `json:"ex"`
	EY     [2]float64     `json:"ey"`
	EZ     [2]float64     `json:"ez"`
	Layers int            `json:"layers"` // of cubes, 0 in the plane
}

// geometryOf returns the geometry for shapes within a region.
func geometryOf(region shapes.Shape) geometry {
	l := region.Lattice()
	g := geometry{Name: l.String()}
	if l.Spatial() {
		g.Kinds = [][][2]float64{{{0, 0}, {1, 0}, {1, 1}, {0, 1}}}
		g.EX, g.EY, g.EZ = [2]float64{1, 0}, [2]float64{0, 1}, [2]float64{float64(region.Width()) + 1, 0}
		g.Layers = region.Depth()
		return g
	}
	project := func(c shapes.Cell) [][2]float64 {
		var list [][2]float64
		for _, corner := range l.Corners(c) {
			x, y := l.Project(corner)
			list = append(list, [2]float64{x, y})
		}
		return list
	}
	step := func(c shapes.Cell) [2]float64 {
		a, b := project(shapes.Cell{})[0], project(c)[0]
		return [2]float64{precise(b[0] - a[0]), precise(b[1] - a[1])}
	}
	g.EX, g.EY = step(shapes.Cell{X: 1}), step(shapes.Cell{Y: 1})
	for z := range l.NumKinds() {
		polygon := project(shapes.Cell{Z: z})
		if len(polygon) == 2 {
			polygon = bar(polygon[0], polygon[1])
		}
		for i, p := range polygon {
			polygon[i] = [2]float64{precise(p[0]), precise(p[1])}
		}
		g.Kinds = append(g.Kinds, polygon)
	}
	return g
}

// bar returns a stick with some width.
func bar(a, b [2]float64) [][2]float64 {
	const half, short = 0.14, 0.06
	dx, dy := b[0]-a[0], b[1]-a[1]
	n := math.Hypot(dx, dy)
	dx, dy = dx/n, dy/n
	at := func(p [2]float64, along, across float64) [2]float64 {
		return [2]float64{p[0] + along*dx - across*dy, p[1] + along*dy + across*dx}
	}
	return [][2]float64{at(a, short, -half), at(b, -short, -half), at(b, -short, half), at(a, short, half)}
}

// precise rounds a coordinate, so that equal corners are equal in the scripts.
func precise(x float64) float64 { return math.Round(x*1e6) / 1e6 }

// flat lists coordinates of cells.
func flat(cells []shapes.Cell) []int {
	list := make([]int, 0, 3*len(cells))
	for _, c := range cells {
		list = append(list, c.X, c.Y, c.Z)
	}
	return list
}
