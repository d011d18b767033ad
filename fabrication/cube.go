// SPDX-License-Identifier: BSD-3-Clause

// Solids of cubes.
//
// The piece is the Minkowski sum of a core and a ball (an octahedron for chamfers). The core is the
// set of points whose distance from the outside of the shape, along the axes, is at least half of
// the gap plus the radius. It consists of blocks: a smaller cube in each cell, a plate between
// cells that share a face, a bar in the middle of four cells around an edge, and a small cube in
// the middle of eight cells around a corner. Along each axis, blocks are numbered so that even
// numbers are in cells and odd ones between them.
//
// Where blocks meet, those present among the eight around a corner are closed downward: a bar is
// present only if its plates are, and a plate only if both of its cells are. So the surface of the
// core is a manifold even where cells of the shape touch along an edge only, and there are few
// kinds of corners. The sum has
//
//   - a polygon for each face of a block on the surface, moved outward by the radius;
//   - a part of a cylinder for each convex edge;
//   - an eighth of a sphere for each convex corner.
//
// At a concave edge the polygons of two faces meet in a line, so each ends at the radius from the
// core. Cylinders end there too, on a miter or on the floor below them (see ending). All end points
// are calculated in the same way from both sides, so that the mesh is closed.
//
// Example: for a cube of side u the core is a cube of side u-2r, and there are 6 squares, 12
// quarters of cylinders and 8 eighths of spheres.

package fabrication

import (
	"math"

	"polka/shapes"
)

// blocks are the blocks of the core, by their numbers along the axes.
type blocks struct {
	cells   shapes.Shape
	unit    float64
	inset   float64      // of the core: half of the gap and the radius
	radius  float64      // of edges
	profile [][2]float64 // from (1,0) to (0,1): an arc or a chord
	builder meshBuilder
}

type block [3]int

// direction is a unit vector: an axis and a sign.
type direction struct{ axis, sign int }

func (b block) to(d direction) block {
	b[d.axis] += d.sign
	return b
}

// solidOfCubes returns the mesh of a shape of cubes.
func solidOfCubes(s shapes.Shape, o SolidOptions) *Mesh {
	g := blocks{cells: s, unit: o.Unit, inset: o.Gap/2 + o.Edge, radius: o.Edge, profile: o.profile()}
	if g.inset == 0 {
		if m := g.mesh(); m.closed() {
			return m
		}
		g = blocks{cells: s, unit: o.Unit, inset: parting, profile: o.profile()}
	}
	return g.mesh()
}

func (g *blocks) mesh() *Mesh {
	least, most := g.cells.Bounds()
	for _, c := range g.cells.Cells() {
		for x := 2*c.X - 1; x <= 2*c.X+1; x++ {
			for y := 2*c.Y - 1; y <= 2*c.Y+1; y++ {
				for z := 2*c.Z - 1; z <= 2*c.Z+1; z++ {
					b := block{x, y, z}
					if owner(b) == c && g.has(b) {
						g.add(b)
					}
				}
			}
		}
	}
	g.builder.mesh.name = g.cells.Name()
	return g.builder.mesh.translated([3]float64{-g.unit * float64(least.X), g.unit * float64(most.Y+1), -g.unit * float64(least.Z)})
}

// owner returns the first cell of a block.
func owner(b block) shapes.Cell { return shapes.Cell{X: b[0] >> 1, Y: b[1] >> 1, Z: b[2] >> 1} }

// has reports whether the core has a block: whether all cells that it touches belong to the shape.
func (g *blocks) has(b block) bool {
	for x := b[0] >> 1; x <= (b[0]+1)>>1; x++ {
		for y := b[1] >> 1; y <= (b[1]+1)>>1; y++ {
			for z := b[2] >> 1; z <= (b[2]+1)>>1; z++ {
				if !g.cells.Contains(shapes.Cell{X: x, Y: y, Z: z}) {
					return false
				}
			}
		}
	}
	return true
}

// end returns the coordinate of a side of a block.
func (g *blocks) end(b block, d direction) float64 {
	n := b[d.axis]
	switch {
	case n&1 == 0 && d.sign < 0:
		return g.unit*float64(n>>1) + g.inset
	case n&1 == 0:
		return g.unit*float64(n>>1+1) - g.inset
	case d.sign < 0:
		return g.unit*float64(n>>1+1) - g.inset
	}
	return g.unit*float64(n>>1+1) + g.inset
}

// add adds what belongs to the surface of a block.
func (g *blocks) add(b block) {
	var free []direction
	for axis := range 3 {
		for _, sign := range [2]int{-1, 1} {
			if d := (direction{axis, sign}); !g.has(b.to(d)) {
				free = append(free, d)
				g.addFace(b, d)
			}
		}
	}
	if g.radius == 0 {
		return
	}
	for i, d := range free {
		for j, e := range free[:i] {
			if e.axis == d.axis {
				continue
			}
			g.addEdge(b, e, d)
			for _, f := range free[:j] {
				if f.axis != e.axis {
					g.addCorner(b, f, e, d)
				}
			}
		}
	}
}

// addFace adds the polygon of a face, whose sides end where others begin.
func (g *blocks) addFace(b block, up direction) {
	p, q := (up.axis+1)%3, (up.axis+2)%3
	concave := func(d direction) float64 {
		if g.has(b.to(d)) && g.has(b.to(d).to(up)) {
			return g.radius
		}
		return 0
	}
	flat := func(d direction) bool { return g.has(b.to(d)) && !g.has(b.to(d).to(up)) }
	var ring loop
	for _, signs := range [4][2]int{{-1, -1}, {1, -1}, {1, 1}, {-1, 1}} {
		dp, dq := direction{p, signs[0]}, direction{q, signs[1]}
		corner := point{g.end(b, dp) - float64(dp.sign)*concave(dp), g.end(b, dq) - float64(dq.sign)*concave(dq)}
		if !flat(dp) || !flat(dq) || !g.has(b.to(dp).to(dq).to(up)) {
			ring = append(ring, corner)
			continue
		}
		arc := make(loop, 0, len(g.profile)) // around a block that stands on the floor
		for _, t := range g.profile {
			arc = append(arc, point{corner.x - float64(dp.sign)*g.radius*t[0], corner.y - float64(dq.sign)*g.radius*t[1]})
		}
		if dp.sign*dq.sign > 0 { // the corner is passed from side p to side q, or the other way
			for i := range arc {
				ring = append(ring, arc[len(arc)-1-i])
			}
		} else {
			ring = append(ring, arc...)
		}
	}
	var distinct loop
	for i, t := range ring {
		if t.distance(ring[(i+1)%len(ring)]) > tolerance {
			distinct = append(distinct, t)
		}
	}
	if len(distinct) < 3 {
		return
	}
	height := g.end(b, up) + float64(up.sign)*g.radius
	for _, t := range ears(distinct) {
		var v [3][3]float64
		for i := range 3 {
			v[i][up.axis], v[i][p], v[i][q] = height, t[i].x, t[i].y
		}
		if up.sign < 0 {
			v[1], v[2] = v[2], v[1]
		}
		g.triangle(v)
	}
}

// triangle adds a triangle with y up instead of down.
func (g *blocks) triangle(v [3][3]float64) {
	for i := range v {
		v[i][1] = -v[i][1]
	}
	g.builder.triangle(v[0], v[2], v[1])
}

// outward adds a triangle whose normal is in the direction of a vector.
func (g *blocks) outward(v [3][3]float64, normal [3]float64) {
	var a, b [3]float64
	for i := range 3 {
		a[i], b[i] = v[1][i]-v[0][i], v[2][i]-v[0][i]
	}
	if normal[0]*(a[1]*b[2]-a[2]*b[1])+normal[1]*(a[2]*b[0]-a[0]*b[2])+normal[2]*(a[0]*b[1]-a[1]*b[0]) < 0 {
		v[1], v[2] = v[2], v[1]
	}
	g.triangle(v)
}

// addEdge adds the part of a cylinder at a convex edge.
func (g *blocks) addEdge(b block, d, e direction) {
	axis := 3 - d.axis - e.axis
	normal := [3]float64{}
	normal[d.axis], normal[e.axis] = float64(d.sign), float64(e.sign)
	ends := make([][2][3]float64, len(g.profile))
	for i, t := range g.profile {
		for k, sign := range [2]int{-1, 1} {
			a := direction{axis, sign}
			v := &ends[i][k]
			v[d.axis] = g.end(b, d) + float64(d.sign)*g.radius*t[0]
			v[e.axis] = g.end(b, e) + float64(e.sign)*g.radius*t[1]
			v[axis] = g.end(b, a) - float64(sign)*g.radius*g.ending(b, a, d, e, t)
		}
	}
	for i := range ends[1:] {
		g.outward([3][3]float64{ends[i][0], ends[i][1], ends[i+1][1]}, normal)
		g.outward([3][3]float64{ends[i][0], ends[i+1][1], ends[i+1][0]}, normal)
	}
}

// ending returns how far before the end of a convex edge, in direction a, the cylinder ends at a
// position of the profile, as a multiple of the radius.
func (g *blocks) ending(b block, a, d, e direction, t [2]float64) float64 {
	next := b.to(a)
	switch {
	case !g.has(next): // a convex corner
		return 0
	case g.has(next.to(d).to(e)): // a floor all around
		return 1
	case g.has(next.to(d)) && g.has(next.to(e)): // miters with two other edges
		return max(t[0], t[1])
	case g.has(next.to(d)): // a miter with the edge that leaves in direction d
		return t[0]
	case g.has(next.to(e)):
		return t[1]
	}
	return 0
}

// addCorner adds the eighth of a sphere at a convex corner.
func (g *blocks) addCorner(b block, d, e, f direction) {
	n := len(g.profile) - 1
	var normal [3]float64
	for _, x := range [3]direction{d, e, f} {
		normal[x.axis] = float64(x.sign)
	}
	at := func(row, column int) [3]float64 {
		// Rows go from direction d to the arc between e and f.
		down, along := g.profile[row], [2]float64{1, 0}
		if row > 0 {
			along = g.fraction(column, row)
		}
		w := [3]float64{down[0], down[1] * along[0], down[1] * along[1]}
		var v [3]float64
		for i, x := range [3]direction{d, e, f} {
			v[x.axis] = g.end(b, x) + float64(x.sign)*g.radius*w[i]
		}
		return v
	}
	for row := range n {
		for column := 0; column <= row; column++ {
			g.outward([3][3]float64{at(row, column), at(row+1, column), at(row+1, column+1)}, normal)
			if column < row {
				g.outward([3][3]float64{at(row, column), at(row, column+1), at(row+1, column+1)}, normal)
			}
		}
	}
}

// fraction returns a position on the profile after some of a number of equal parts.
func (g *blocks) fraction(part, parts int) [2]float64 {
	if n := len(g.profile) - 1; parts == n {
		return g.profile[part]
	}
	t := float64(part) / float64(parts)
	if n := len(g.profile); g.profile[n/2][0] == 0.5 { // a chord
		return [2]float64{1 - t, t}
	}
	sin, cos := math.Sincos(t * math.Pi / 2)
	return [2]float64{cos, sin}
}
