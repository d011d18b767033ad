// SPDX-License-Identifier: BSD-3-Clause

// Rounded edges of polyhedra.
//
// As for cubes, the piece is the sum of a core and a ball: the core is the solid of polyhedra.go
// with its faces moved inward by half of the gap and the radius, and the rounded surface has the
// points at a distance of the radius from it. The sharp surface has its faces moved by half of the
// gap. Both consist of the same triangles, those in which the tetrahedra of the cells are cut, so
// each of their corners has a place in the core and one on the sharp surface.
//
// These triangles are divided in the same way wherever they are: each side of a triangle is divided
// by what is known of the side alone. Vertices are numbered by what they belong to and never
// compared by position. So the surface is closed, whatever the cells are, and only then is each
// vertex placed: on a ray from a point of the core, where the distance from the core reaches the
// radius. For a triangle between the middle of a face (F), the middle of an edge (E) and a corner
// (W), it is
//
//	F ---------- P       F A U P  flat, as it is the face of the core moved outward
//	|            |\      A U B E  a part of a cylinder, if the edge is convex
//	A -------- U | \     U P W B  at a convex corner, where U is P, a part of a sphere
//	|          |  \ \
//	E -------- B --- W
//
// At a concave edge, A is E and U is B: the faces extend to the line in which they meet when they
// are moved. Where convex edges end at concave ones, the rays to the side from P or B to W meet the
// surface in the line where the cylinders meet. P is the point where the lines AU of both edges of
// the face meet, moved a little toward F if one of the edges is not convex, so that no triangle is
// without area.
//
// A distance changes by at most the length of a step, so steps of the length that is missing never
// go beyond the surface, and approach it (sphere tracing; J. C. Hart, The Visual Computer 12 (1996)
// 527-545, https://doi.org/10.1007/s003710050084). Where the core has faces that leave no room for
// P or B, such as small ones at corners in which moved faces do not meet in a point, P and B are
// moved away from the corner until they are at the right distance.
//
// Example: a rhombic dodecahedron, whose 96 triangles become 25 each if each half of an arc has 4
// parts. The cost is proportional to the number of triangles.

package fabrication

import (
	"math"

	"polka/shapes"
)

// A ballPoint is a point of the rounded surface: the place in the core and the direction from it.
type ballPoint struct{ from, to xyz }

// A roundKey identifies a vertex by what it belongs to.
type roundKey struct {
	sort          byte
	a, b, c, i, j int
}

// Sorts of vertices, with what their keys contain.
const (
	roundFace   = iota // face
	roundFoot          // face, node of an edge, row: from A to E
	roundEdge          // node of an edge
	roundStrip         // face, node of an edge, corner, row: from U to B
	roundEnd           // node of an edge, corner: B
	roundRidge         // node of an edge, node of a corner, column: from B to W
	roundPoint         // face, corner: P
	roundSeam          // face, node of a corner, row: from P to W
	roundCorner        // node of a corner
	roundPatch         // face, node of an edge, corner, row, column
)

// A cutKey identifies a corner of a triangle of polyhedra.go at a corner of the tiling: the run if
// its faces meet in a point, otherwise one of its cells, faces or edges.
type cutKey struct {
	corner, sort, number int
}

// A rounding makes the rounded surface of a piece.
type rounding struct {
	outer, core *polyhedra
	sharp       float64 // how far faces are moved on the sharp surface
	radius      float64
	rows        int // of each half of an arc
	chamfer     bool
	near        nearness // to the surface of the core
	beyond      nearness // to the surface of the cells

	edges     map[[2]int]int // nodes of edges: edge and run
	edgeNodes []edgeNode
	cuts      map[cutKey]int // nodes of corners
	cutNodes  []ballPoint

	points  map[[2]int]flatPoint // face and corner
	endings map[[2]int]xyz       // node of an edge and corner

	vertices map[roundKey]int
	mesh     Mesh
	failed   bool // the core or the radius leave no room
}

// An edgeNode is the point of an edge where two faces of the surface meet.
type edgeNode struct {
	ballPoint
	faces  []int
	convex bool
}

// round returns the mesh with rounded edges, or false if faces or edges are too small.
func (p *polyhedra) round(o SolidOptions) (*Mesh, bool) {
	outer, core := *p, *p
	g := &rounding{outer: &outer, core: &core, sharp: o.Gap / 2, radius: o.Edge, rows: o.Segments / 2,
		edges: make(map[[2]int]int), cuts: make(map[cutKey]int), vertices: make(map[roundKey]int),
		points: make(map[[2]int]flatPoint), endings: make(map[[2]int]xyz)}
	if g.chamfer = o.Chamfer; g.chamfer {
		g.rows = 1
	}
	outer.place(g.sharp)
	whole := *p
	g.beyond = newNearness(whole.rawTriangles(0), g.sharp+g.radius)
	core.clear = &g.beyond
	g.near = newNearness(core.rawTriangles(g.sharp+g.radius), g.radius)
	for k := range p.faces {
		for _, cell := range p.faces[k].cells {
			g.addFlags(k, cell)
			if g.failed {
				return nil, false
			}
		}
	}
	g.separate()
	return &g.mesh, true
}

// rawTriangles places the surface with faces moved inward, and returns it.
func (p *polyhedra) rawTriangles(distance float64) [][3]xyz {
	m := p.mesh(distance)
	var list [][3]xyz
	for _, t := range m.triangles {
		var corners [3]xyz
		for i, v := range t {
			corners[i] = xyz(m.vertices[v])
			corners[i][1] = -corners[i][1]
		}
		list = append(list, corners)
	}
	return list
}

// edge returns the node of the run of a cell at an edge.
func (g *rounding) edge(e, cell int) int {
	index := runIndex(g.outer.edgeRuns[e], cell)
	key := [2]int{e, index}
	if n, ok := g.edges[key]; ok {
		return n
	}
	r := &g.outer.edgeRuns[e][index]
	f, h := &g.outer.faces[r.faces[0]], &g.outer.faces[r.faces[1]]
	n := len(g.edgeNodes)
	g.edges[key] = n
	g.edgeNodes = append(g.edgeNodes, edgeNode{
		ballPoint: ballPoint{g.core.edgeRuns[e][index].at, r.at},
		faces:     r.faces,
		convex:    h.normal.dot(f.middle.minus(g.outer.middleOf(e))) < -1e-6*f.middle.minus(g.outer.middleOf(e)).length(),
	})
	return n
}

// cut returns the node at a corner of cells, those of a cell, a face or an edge. The number is that
// of the cell, face or edge; sort tells these apart.
func (g *rounding) cut(cells []int, middleOf xyz, corner, sort, number int) int {
	index := runIndex(g.outer.cornerRuns[corner], cells[0])
	key := cutKey{corner, sort, number}
	if g.outer.cornerRuns[corner][index].meet {
		key = cutKey{corner, 0, index}
	}
	if n, ok := g.cuts[key]; ok {
		return n
	}
	n := len(g.cutNodes)
	g.cuts[key] = n
	w := ballPoint{g.core.cut(cells, middleOf, corner, g.sharp+g.radius), g.outer.cut(cells, middleOf, corner, g.sharp)}
	if inward, ok := g.convexCorner(&g.outer.cornerRuns[corner][index], corner); ok {
		w.to = w.from.plus(inward)
	}
	g.cutNodes = append(g.cutNodes, w)
	return n
}

// convexCorner returns the mean of the normals at a convex corner whose faces meet in a point. It
// is between them; the direction of the sharp corner need not be, as on truncated tetrahedra.
func (g *rounding) convexCorner(r *run, corner int) (xyz, bool) {
	var sum xyz
	for _, k := range r.faces {
		f := &g.outer.faces[k]
		sum = sum.plus(f.normal)
		for _, j := range r.faces {
			if f.normal.dot(g.outer.faces[j].middle.minus(g.outer.corners[corner])) > tolerance {
				return sum, false
			}
		}
	}
	return sum, r.meet && sum.length() > 0.1
}

// Sorts of cuts that have nodes of their own; 0 is for a run whose faces meet.
const (
	cutOfCell = 1 + iota
	cutOfFace
	cutOfEdge
)

// addFlags adds the surface in the tetrahedra of a cell at a face.
func (g *rounding) addFlags(face, cell int) {
	p := g.outer
	f := &p.faces[face]
	own := []int{cell}
	p.flags(face, cell, func(i, v int, flipped bool) {
		switch e := f.edges[i]; {
		case !f.inside():
			g.addFlag(face, i, v, cell, flipped)
		case p.edgeRuns[e] != nil:
			g.addWedge(g.edge(e, cell), e, v, g.cut(own, p.middles[cell], v, cutOfCell, cell), g.cut(f.cells, f.middle, v, cutOfFace, face), flipped)
		case p.cornerRuns[v] != nil:
			n := [3]int{
				g.cut(own, p.middles[cell], v, cutOfCell, cell),
				g.cut(p.cellsOf(e), p.middleOf(e), v, cutOfEdge, e),
				g.cut(f.cells, f.middle, v, cutOfFace, face),
			}
			g.add(flipped, g.corner(n[0]), g.corner(n[1]), g.corner(n[2]))
		}
	})
}

// add adds a polygon as triangles around its first vertex. Vertices that are the same are left out.
func (g *rounding) add(flipped bool, list ...int) {
	for i := 2; i < len(list); i++ {
		t := [3]int{list[0], list[i-1], list[i]}
		if flipped {
			t[1], t[2] = t[2], t[1]
		}
		if t[0] != t[1] && t[1] != t[2] && t[2] != t[0] {
			g.mesh.triangles = append(g.mesh.triangles, t)
		}
	}
}

// vertex returns the number of a vertex, which is placed when it is first needed.
func (g *rounding) vertex(key roundKey, place func() xyz) int {
	if n, ok := g.vertices[key]; ok {
		return n
	}
	at := place()
	at[1] = -at[1] // files have y up
	n := len(g.mesh.vertices)
	g.vertices[key] = n
	g.mesh.vertices = append(g.mesh.vertices, at)
	return n
}

// reach returns the first point on a ray from the core whose distance from the core is the radius,
// or the one where it is greatest if it remains a little less between two faces. It never comes
// nearer to the surface of the cells than the sharp surface.
func (g *rounding) reach(from, direction xyz) xyz {
	along, before := 0.0, math.Inf(1)
	for range 200 {
		at := from.plus(direction.times(along))
		missing := min(g.radius-g.near.distance(at), g.beyond.distance(at)-g.sharp)
		if missing > 0.95*before && before < 0.02*g.radius {
			along -= before
			break
		}
		along += missing
		if math.Abs(missing) < 1e-10 || along > 4*g.radius {
			break
		}
		before = missing
	}
	end := from.plus(direction.times(along))
	if g.chamfer {
		return g.chamfered(from, end)
	}
	return end
}

func (b ballPoint) direction() xyz { return b.to.minus(b.from).unit() }

// between returns the direction at a part of the arc from one to another.
func between(a, b xyz, part float64) xyz {
	angle := math.Atan2(a.cross(b).length(), a.dot(b))
	if angle < 1e-9 {
		return a
	}
	return a.times(math.Sin((1 - part) * angle)).plus(b.times(math.Sin(part * angle))).unit()
}

func mix(a, b xyz, part float64) xyz { return a.times(1 - part).plus(b.times(part)) }

// corner returns W.
func (g *rounding) corner(node int) int {
	return g.vertex(roundKey{sort: roundCorner, a: node}, func() xyz {
		w := g.cutNodes[node]
		return g.reach(w.from, w.direction())
	})
}

// A flatPoint is the point of the core below P.
type flatPoint struct {
	at    xyz
	clear bool // it is where the lines meet, and both edges are convex
}

// nudge is how far points are moved, as a part of the radius, so that no two are the same.
const nudge = 0.03

// ending returns the point of the core below B: on an edge, before a corner.
func (g *rounding) ending(node, e, v int) xyz {
	if at, ok := g.endings[[2]int{node, v}]; ok {
		return at
	}
	p := g.outer
	n := g.edgeNodes[node]
	along := p.corners[v].minus(p.middleOf(e)).unit()
	length := math.Inf(1)
	clear := n.convex
	for _, face := range n.faces {
		at := g.point(face, v)
		clear = clear && at.clear
		length = min(length, at.at.minus(n.from).dot(along))
	}
	if !clear {
		length -= nudge * g.radius
	}
	if length <= 0 {
		g.failed = true
		return n.from
	}
	at := n.from.plus(along.times(length * g.most(func(part float64) bool {
		from := n.from.plus(along.times(length * part))
		if !n.convex {
			return g.flat(from, n.to.minus(n.from))
		}
		for _, face := range n.faces { // all of the arc, since another ridge may rise beyond the corner
			for i := range 3 {
				if !g.flat(from, between(p.faces[face].normal, n.direction(), float64(i)/2).times(g.radius)) {
					return false
				}
			}
		}
		return true
	})))
	g.endings[[2]int{node, v}] = at
	return at
}

// most returns the greatest part from 0 to 1 for which something holds, which holds for all lesser
// ones. It fails if it does not hold for 0.
func (g *rounding) most(holds func(float64) bool) float64 {
	if holds(1) {
		return 1
	}
	low, high := 0.0, 1.0
	for range 16 {
		if middle := (low + high) / 2; holds(middle) {
			low = middle
		} else {
			high = middle
		}
	}
	if low == 0 {
		g.failed = true
	}
	return low
}

// flat reports whether a point is on the core, and another one at the radius from it, up to the
// distance between the cuts at a corner.
func (g *rounding) flat(from, by xyz) bool {
	return g.near.distance(from) <= 0.01*g.radius && math.Abs(g.near.distance(from.plus(by))-g.radius) <= 0.009*g.radius
}

// point returns the point of the core below P.
func (g *rounding) point(face, v int) flatPoint {
	if at, ok := g.points[[2]int{face, v}]; ok {
		return at
	}
	p := g.outer
	f := &p.faces[face]
	cell := f.cells[0]
	var foot, along [2]xyz
	clear := true
	k := 0
	for i, e := range f.edges {
		if f.corners[i] != v && f.corners[(i+1)%len(f.corners)] != v {
			continue
		}
		n := g.edgeNodes[g.edge(e, cell)]
		foot[k], along[k] = g.foot(face, n), p.corners[v].minus(p.middleOf(e)).unit()
		clear = clear && n.convex
		k++
	}
	// The lines in the plane of the face meet where foot[0]+t*along[0] has no part across along[1].
	across := f.normal.cross(along[1])
	at := mix(foot[0], foot[1], 0.5)
	if turn := along[0].dot(across); math.Abs(turn) > 1e-6 {
		at = foot[0].plus(along[0].times(foot[1].minus(foot[0]).dot(across) / turn))
	}
	middle, up := f.middle.minus(f.normal.times(g.sharp)), f.normal.times(g.radius)
	part := g.most(func(part float64) bool { return g.flat(mix(middle, at, part).minus(up), up) })
	clear = clear && part == 1
	at = mix(middle, at, part)
	if !clear {
		at = at.plus(middle.minus(at).unit().times(nudge * g.radius))
	}
	found := flatPoint{at.minus(up), clear}
	g.points[[2]int{face, v}] = found
	return found
}

// foot returns A.
func (g *rounding) foot(face int, n edgeNode) xyz {
	if n.convex {
		return n.from.plus(g.outer.faces[face].normal.times(g.radius))
	}
	return n.to
}

// addFlag adds the triangle between a face of the surface, its edge k and a corner.
func (g *rounding) addFlag(face, k, v, cell int, flipped bool) {
	p, m := g.outer, g.rows
	f := &p.faces[face]
	e, up := f.edges[k], f.normal
	en := g.edge(e, cell)
	wn := g.cut([]int{cell}, p.middles[cell], v, cutOfCell, cell)
	edge, w := g.edgeNodes[en], g.cutNodes[wn]
	point := g.point(face, v)
	below := point.at
	end := g.ending(en, e, v)
	g.checkRoom(f, g.foot(face, edge), below.plus(up.times(g.radius)), w.from, edge.from, flipped)
	if g.failed {
		return
	}
	bend := edge.direction() // from E to B
	fall := w.direction()

	faceAt := g.vertex(roundKey{sort: roundFace, a: face}, func() xyz { return f.middle.minus(up.times(g.sharp)) })
	edgeAt := g.vertex(roundKey{sort: roundEdge, a: en}, func() xyz { return g.ridgeTop(edge, edge.from) })
	endAt := g.vertex(roundKey{sort: roundEnd, a: en, b: v}, func() xyz { return g.ridgeTop(edge, end) })
	pointAt := g.vertex(roundKey{sort: roundPoint, a: face, b: v, c: wn}, func() xyz { return below.plus(up.times(g.radius)) })
	cornerAt := g.corner(wn)
	seam := func(i int) int { // from P to W
		switch i {
		case 0:
			return pointAt
		case m:
			return cornerAt
		}
		part := float64(i) / float64(m)
		return g.vertex(roundKey{sort: roundSeam, a: face, b: wn, i: i}, func() xyz { return g.reach(mix(below, w.from, part), between(up, fall, part)) })
	}
	ridge := func(j int) int { return g.ridge(en, v, wn, j, end) }
	if !edge.convex {
		g.add(flipped, faceAt, pointAt, endAt, edgeAt)
		for i := range m {
			g.add(flipped, seam(i), seam(i+1), ridge(i+1), ridge(i))
		}
		return
	}

	// The strip, whose row 0 is on the face.
	apex := point.clear && end.minus(below).length() < 1e-4*g.radius
	foot := func(i int) int {
		if i == m {
			return edgeAt
		}
		return g.vertex(roundKey{sort: roundFoot, a: face, b: en, i: i}, func() xyz { return g.arc(edge.from, up, bend, i) })
	}
	strip := func(i int) int {
		switch {
		case i == m:
			return endAt
		case i == 0 && apex:
			return pointAt
		}
		return g.vertex(roundKey{sort: roundStrip, a: face, b: en, c: v, i: i}, func() xyz { return g.arc(end, up, bend, i) })
	}
	for i := range m {
		g.add(flipped, foot(i), strip(i), strip(i+1), foot(i+1))
	}

	// The patch: row i has the columns 0 to columns(i).
	columns := func(i int) int {
		if apex {
			return i
		}
		return m
	}
	patch := func(i, j int) int {
		n := columns(i)
		switch {
		case j == 0:
			return strip(i)
		case j == n:
			return seam(i)
		case i == m:
			return ridge(j)
		}
		row, column := float64(i)/float64(m), float64(j)/float64(n)
		return g.vertex(roundKey{roundPatch, face, en, v, i, j}, func() xyz {
			if i == 0 {
				return mix(end, below, column).plus(up.times(g.radius))
			}
			return g.reach(mix(end, mix(below, w.from, row), column), between(between(up, bend, row), between(up, fall, row), column))
		})
	}
	g.add(flipped, faceAt, strip(0), foot(0))
	for j := range columns(0) {
		g.add(flipped, faceAt, patch(0, j+1), patch(0, j))
	}
	for i := range m {
		for j := range columns(i + 1) {
			if apex {
				g.add(flipped, patch(i, j), patch(i+1, j+1), patch(i+1, j))
				if j < i {
					g.add(flipped, patch(i, j), patch(i, j+1), patch(i+1, j+1))
				}
				continue
			}
			g.add(flipped, patch(i, j), patch(i, j+1), patch(i+1, j+1), patch(i+1, j))
		}
	}
}

// arc returns the point of a row between a face and the middle of an edge. That of row 0 is exactly
// on the face.
func (g *rounding) arc(from, up, bend xyz, row int) xyz {
	if row == 0 {
		return from.plus(up.times(g.radius))
	}
	return g.reach(from, between(up, bend, float64(row)/float64(g.rows)))
}

// ridgeTop returns the point E or B above a point of the core.
func (g *rounding) ridgeTop(edge edgeNode, from xyz) xyz {
	if edge.convex {
		return g.reach(from, edge.direction())
	}
	return from.plus(edge.to.minus(edge.from))
}

// ridge returns a vertex of the line from B to W.
func (g *rounding) ridge(en, v, wn, j int, end xyz) int {
	edge, w := g.edgeNodes[en], g.cutNodes[wn]
	switch j {
	case 0:
		return g.vertex(roundKey{sort: roundEnd, a: en, b: v}, func() xyz { return g.ridgeTop(edge, end) })
	case g.rows:
		return g.corner(wn)
	}
	part := float64(j) / float64(g.rows)
	return g.vertex(roundKey{sort: roundRidge, a: en, b: wn, i: j}, func() xyz {
		return g.reach(mix(end, w.from, part), between(edge.direction(), w.direction(), part))
	})
}

// addWedge adds the triangle between two nodes of a corner and an edge of the surface.
func (g *rounding) addWedge(en, e, v, from, to int, flipped bool) {
	if from == to {
		return
	}
	end := g.ending(en, e, v)
	for i := range g.rows {
		g.add(flipped, g.ridge(en, v, from, i+1, end), g.ridge(en, v, from, i, end), g.ridge(en, v, to, i, end), g.ridge(en, v, to, i+1, end))
	}
}

// checkRoom fails if the triangles of a face are turned over, in the core or in the flat part.
func (g *rounding) checkRoom(f *polyFace, foot, point, corner, edge xyz, flipped bool) {
	up := f.normal
	if !flipped {
		up = up.times(-1)
	}
	at := f.middle.minus(f.normal.times(g.sharp))
	least := 1e-3 * g.radius * g.radius
	if up.dot(point.minus(at).cross(foot.minus(at))) < least || up.dot(corner.minus(at).cross(edge.minus(at))) < least {
		g.failed = true
	}
}

// roundedPolyhedra returns the mesh of a shape on a lattice of space, with rounded edges.
func roundedPolyhedra(s shapes.Shape, o SolidOptions) (*Mesh, error) {
	p := polyhedraOf(s, o.Unit)
	if o.Gap/2+o.Edge > 0.9*p.least {
		return nil, tooLarge(s, o)
	}
	m, ok := p.round(o)
	if !ok {
		return nil, tooLarge(s, o)
	}
	m.name = s.Name()
	return m, nil
}
