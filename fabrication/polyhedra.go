// SPDX-License-Identifier: BSD-3-Clause

// Solids of polyhedra.
//
// The cells of a lattice of space, such as rhombic dodecahedra, are convex polyhedra that meet in
// whole faces. A piece is the union of some of them, with each face of its surface moved inward by
// a distance. Where more than three faces meet at a corner, the moved faces need not meet in a
// point, so moving the corners is not enough.
//
// Cut each cell into tetrahedra with corners at the middle of the cell, of a face, of an edge, and
// at an end of the edge. Call a middle inside if all cells of the tiling that it belongs to are
// cells of the piece. A tetrahedron has from one to four inside corners, that of the cell among
// them, and the surface cuts it between these and the others in a triangle or a quadrangle. So the
// surface is closed, and at each of its points it is a disc, whatever the cells: this is the method
// of marching tetrahedra (A. Doi and A. Koide, IEICE Transactions E74 (1991) 214-224). It remains
// to choose the point of each cut.
//
//   - Between a cell and a face: the middle of the moved face.
//   - At an edge: two faces of the surface meet there, on both sides of a run of cells around the
//     edge. All cuts of the run are in one point of the line in which the moved faces meet.
//   - At a corner, where some cells that are connected around it belong to the piece: if their moved
//     faces meet in a point, all cuts are there. If not, each cell has a point on its own moved
//     faces, and cuts of faces and edges are between those of their cells.
//
// Cuts in one point leave triangles without area, which are left out. So the surface consists of
// the moved faces, and of small triangles at corners of the last sort.
//
// Example: one rhombic dodecahedron, with 12 rhombi of 8 triangles each. The cost is proportional
// to the number of cells.

package fabrication

import (
	"math"
	"slices"

	"polka/shapes"
)

// An xyz is a position or a direction in space.
type xyz [3]float64

func (a xyz) plus(b xyz) xyz      { return xyz{a[0] + b[0], a[1] + b[1], a[2] + b[2]} }
func (a xyz) minus(b xyz) xyz     { return xyz{a[0] - b[0], a[1] - b[1], a[2] - b[2]} }
func (a xyz) times(f float64) xyz { return xyz{f * a[0], f * a[1], f * a[2]} }
func (a xyz) dot(b xyz) float64   { return a[0]*b[0] + a[1]*b[1] + a[2]*b[2] }
func (a xyz) length() float64     { return math.Sqrt(a.dot(a)) }
func (a xyz) unit() xyz           { return a.times(1 / a.length()) }
func (a xyz) cross(b xyz) xyz {
	return xyz{a[1]*b[2] - a[2]*b[1], a[2]*b[0] - a[0]*b[2], a[0]*b[1] - a[1]*b[0]}
}

// middle returns the mean of some spots.
func middle(list []xyz) xyz {
	var sum xyz
	for _, a := range list {
		sum = sum.plus(a)
	}
	return sum.times(1 / float64(len(list)))
}

// A polyFace is a face of the tiling that belongs to cells of the piece: to two of them if it is
// inside, the first one if it is on the surface.
type polyFace struct {
	corners []int
	edges   []int // edge k is that from corner k to the next
	cells   []int
	normal  xyz // away from the first cell
	middle  xyz
}

func (f *polyFace) inside() bool { return len(f.cells) == 2 }

// polyhedra are the cells of a piece and what they consist of.
type polyhedra struct {
	corners []xyz
	edges   [][2]int // the ends, the lesser number first
	faces   []polyFace
	middles []xyz   // of cells
	least   float64 // distance of a face from the middle of its cell

	edgeFaces, cornerFaces [][]int // the faces at each
	cellFaces              [][]int
	edgeRuns, cornerRuns   [][]run

	// clear measures the distance from the surface that is not moved, to keep cuts away from it; it
	// is nil if they may be nearer.
	clear *nearness
}

// A run is a set of cells at an edge or a corner that are connected by faces there.
type run struct {
	cells []int
	faces []int // on the surface
	meet  bool  // whether their moved faces meet in a point
	at    xyz
}

// polyhedraOf finds the parts of a piece, in millimeters.
func polyhedraOf(s shapes.Shape, unit float64) *polyhedra {
	p := &polyhedra{least: math.Inf(1)}
	lattice := s.Lattice()
	cornerNumber, edgeNumber, faceNumber := map[shapes.Corner]int{}, map[[2]int]int{}, map[[3]int]int{}
	for i, c := range s.Cells() {
		var own []xyz
		seen := map[int]bool{}
		for _, loop := range lattice.Faces(c) {
			var f polyFace
			for _, corner := range loop {
				k, ok := cornerNumber[corner]
				if !ok {
					k = len(p.corners)
					cornerNumber[corner] = k
					x, y, z := lattice.Position(corner)
					p.corners = append(p.corners, xyz{unit * x, unit * y, unit * z})
					p.cornerFaces = append(p.cornerFaces, nil)
				}
				f.corners = append(f.corners, k)
				if !seen[k] {
					seen[k] = true
					own = append(own, p.corners[k])
				}
			}
			first := slices.Clone(f.corners)
			slices.Sort(first)
			key := [3]int(first[:3]) // three corners determine a face
			if k, ok := faceNumber[key]; ok {
				p.faces[k].cells = append(p.faces[k].cells, i)
				continue
			}
			faceNumber[key] = len(p.faces)
			f.cells = []int{i}
			p.addFace(f, edgeNumber)
		}
		p.middles = append(p.middles, middle(own))
	}
	p.cellFaces = make([][]int, len(p.middles))
	for k, f := range p.faces {
		for _, c := range f.cells {
			p.cellFaces[c] = append(p.cellFaces[c], k)
		}
		p.least = min(p.least, math.Abs(f.normal.dot(f.middle.minus(p.middles[f.cells[0]]))))
	}
	return p
}

// addFace adds a face, with its edges.
func (p *polyhedra) addFace(f polyFace, edgeNumber map[[2]int]int) {
	n := len(p.faces)
	var list []xyz
	for k, a := range f.corners {
		b := f.corners[(k+1)%len(f.corners)]
		ends := [2]int{min(a, b), max(a, b)}
		e, ok := edgeNumber[ends]
		if !ok {
			e = len(p.edges)
			edgeNumber[ends] = e
			p.edges = append(p.edges, ends)
			p.edgeFaces = append(p.edgeFaces, nil)
		}
		f.edges = append(f.edges, e)
		p.edgeFaces[e] = append(p.edgeFaces[e], n)
		p.cornerFaces[a] = append(p.cornerFaces[a], n)
		list = append(list, p.corners[a])
	}
	f.middle = middle(list)
	for k := range list { // twice the area of the polygon
		f.normal = f.normal.plus(list[k].minus(f.middle).cross(list[(k+1)%len(list)].minus(f.middle)))
	}
	f.normal = f.normal.unit()
	p.faces = append(p.faces, f)
}

// runs returns the sets of cells that are connected by some of the faces, unless all of these are
// inside.
func (p *polyhedra) runs(faces []int) []run {
	if !slices.ContainsFunc(faces, func(k int) bool { return !p.faces[k].inside() }) {
		return nil
	}
	var list []run
	for _, k := range faces {
		f := &p.faces[k]
		joined := run{cells: slices.Clone(f.cells)}
		if !f.inside() {
			joined.faces = []int{k}
		}
		list = slices.DeleteFunc(list, func(r run) bool {
			if !slices.ContainsFunc(r.cells, func(c int) bool { return slices.Contains(f.cells, c) }) {
				return false
			}
			joined.cells, joined.faces = append(joined.cells, r.cells...), append(joined.faces, r.faces...)
			return true
		})
		slices.Sort(joined.cells)
		joined.cells = slices.Compact(joined.cells)
		list = append(list, joined)
	}
	return list
}

// runOf returns the run of a cell.
func runOf(list []run, cell int) *run { return &list[runIndex(list, cell)] }

// runIndex returns the index of the run of a cell.
func runIndex(list []run, cell int) int {
	return slices.IndexFunc(list, func(r run) bool { return slices.Contains(r.cells, cell) })
}

// meeting returns the least vector from a common point of some faces to one where they meet if they
// are moved inward by a distance, and whether there is one.
func (p *polyhedra) meeting(faces []int, distance float64) (by xyz, ok bool) {
	if len(faces) == 0 {
		return by, false
	}
	const flat = 1e-6
	a := p.faces[faces[0]].normal
	var b, c xyz
	best := 0.0
	for _, k := range faces {
		if n := p.faces[k].normal; a.cross(n).length() > best+flat {
			b, best = n, a.cross(n).length()
		}
	}
	switch {
	case best <= flat:
		by = a
	default:
		across := a.cross(b)
		best = 0
		for _, k := range faces {
			if n := p.faces[k].normal; math.Abs(across.dot(n)) > best+flat {
				c, best = n, math.Abs(across.dot(n))
			}
		}
		if best <= flat { // the point of the line nearest to the corner
			c = across.unit()
			by = b.cross(c).plus(c.cross(a)).times(1 / a.dot(b.cross(c)))
		} else {
			by = b.cross(c).plus(c.cross(a)).plus(a.cross(b)).times(1 / a.dot(b.cross(c)))
		}
	}
	for _, k := range faces {
		if math.Abs(by.dot(p.faces[k].normal)-1) > flat {
			return xyz{}, false
		}
	}
	return by.times(-distance), true
}

// behind moves a vector from a common point of some faces until it is at least at a distance behind
// each of them.
func (p *polyhedra) behind(by xyz, faces []int, distance float64) xyz {
	for range 100 {
		for _, k := range faces {
			n := p.faces[k].normal
			if short := by.dot(n) + distance; short > 0 {
				by = by.minus(n.times(short))
			}
		}
	}
	return by
}

// place finds the points of the runs for faces that are moved by a distance.
func (p *polyhedra) place(distance float64) {
	p.edgeRuns, p.cornerRuns = make([][]run, len(p.edges)), make([][]run, len(p.corners))
	for e := range p.edges {
		list := p.runs(p.edgeFaces[e])
		for i := range list {
			by, _ := p.meeting(list[i].faces, distance)
			list[i].at = p.middleOf(e).plus(by)
		}
		p.edgeRuns[e] = list
	}
	for v, at := range p.corners {
		list := p.runs(p.cornerFaces[v])
		for i := range list {
			var by xyz
			by, list[i].meet = p.meeting(list[i].faces, distance)
			list[i].at = at.plus(by)
		}
		p.cornerRuns[v] = list
	}
}

// apart is the part of the distance by which cuts at a corner are moved toward the middles of their
// cells, faces and edges, so that no two are in one point.
const apart = 0.002

// cut returns the point between cells, those of a cell, a face or an edge inside, and a corner. The
// middle is that of the cell, face or edge.
func (p *polyhedra) cut(cells []int, middleOf xyz, corner int, distance float64) xyz {
	r := runOf(p.cornerRuns[corner], cells[0])
	if r.meet {
		return r.at
	}
	at := p.corners[corner]
	var list []xyz
	var all []int
	for _, c := range cells {
		var own []int
		for _, k := range r.faces {
			if p.faces[k].cells[0] == c {
				own = append(own, k)
			}
		}
		all = append(all, own...)
		by, ok := p.meeting(own, distance)
		if !ok {
			by = p.behind(p.middles[c].minus(at).unit().times(2*distance), own, distance)
		}
		list = append(list, by)
	}
	by := middle(list)
	if len(cells) > 1 {
		by = p.behind(by, all, distance)
	}
	if len(cells) == 2 {
		by = p.onLines(by, cells, corner, distance)
	}
	if distance > 0 {
		by = by.plus(middleOf.minus(at).unit().times(max(apart*distance, 4*tolerance)))
	}
	if p.clear != nil {
		return p.cleared(at.plus(by), cells, middleOf, corner, distance)
	}
	return at.plus(by)
}

// cleared moves a cut that is too near to the surface, or outside, away from the corner: in the
// moved faces of its cell if possible, or else toward the middle of the cell, the face or the edge.
func (p *polyhedra) cleared(cut xyz, cells []int, middleOf xyz, corner int, distance float64) xyz {
	around := runOf(p.cornerRuns[corner], cells[0]).cells
	ok := func(a xyz) bool { return p.clear.distance(a) >= 0.98*distance && p.within(a, around) }
	if ok(cut) {
		return cut
	}
	at := p.corners[corner]
	along := middleOf.minus(at)
	if len(cells) == 1 {
		var across []xyz // an orthonormal basis of the normals of its faces
		for _, k := range p.cornerFaces[corner] {
			if f := &p.faces[k]; !f.inside() && f.cells[0] == cells[0] {
				n := f.normal
				for _, a := range across {
					n = n.minus(a.times(n.dot(a)))
				}
				if n.length() > 1e-6 {
					across = append(across, n.unit())
				}
			}
		}
		for _, a := range across {
			along = along.minus(a.times(along.dot(a)))
		}
	}
	const steps = 64
	for k := range steps {
		if a := cut.plus(along.times(float64(k+1) / steps)); ok(a) {
			return a
		}
	}
	for k := range steps {
		if a := mix(at, middleOf, float64(k+1)/steps); ok(a) {
			return a
		}
	}
	return cut
}

// within reports whether a point is in one of some cells.
func (p *polyhedra) within(a xyz, cells []int) bool {
	return slices.ContainsFunc(cells, func(c int) bool {
		for _, k := range p.cellFaces[c] {
			f := &p.faces[k]
			side := f.normal.dot(a.minus(f.middle))
			if f.cells[0] != c {
				side = -side
			}
			if side > tolerance {
				return false
			}
		}
		return true
	})
}

// onLines moves a vector from a corner to the cut of a face between two cells to the lines in which
// moved faces of the surface meet at edges of this face, if there are such edges and a point of all
// these lines.
func (p *polyhedra) onLines(by xyz, cells []int, corner int, distance float64) xyz {
	var faces []int
	var along []xyz
	for _, k := range p.cornerFaces[corner] {
		f := &p.faces[k]
		if !f.inside() || !slices.Contains(cells, f.cells[0]) || !slices.Contains(cells, f.cells[1]) {
			continue
		}
		for i, e := range f.edges {
			if (f.corners[i] == corner || f.corners[(i+1)%len(f.corners)] == corner) && p.edgeRuns[e] != nil {
				faces = append(faces, runOf(p.edgeRuns[e], cells[0]).faces...)
				along = append(along, p.corners[corner].minus(p.middleOf(e)).unit())
			}
		}
	}
	to, ok := p.meeting(faces, distance)
	if !ok {
		return by
	}
	if len(along) == 1 {
		to = to.plus(along[0].times(by.dot(along[0])))
	}
	return to
}

// mesh returns the surface with faces moved inward.
func (p *polyhedra) mesh(distance float64) *Mesh {
	p.place(distance)
	var b meshBuilder
	for k := range p.faces {
		for _, cell := range p.faces[k].cells {
			p.addFlags(&b, k, cell, distance)
		}
	}
	return &b.mesh
}

// flags visits the tetrahedra of a cell at a face: each edge of the face, by its place there, with
// each of its corners. Flipped says how they are turned in files. Corners are counterclockwise from
// outside of the first cell; files have y up instead of down, which exchanges the sides.
func (p *polyhedra) flags(face, cell int, visit func(edge, corner int, flipped bool)) {
	f := &p.faces[face]
	first := cell == f.cells[0]
	for i := range f.edges {
		visit(i, f.corners[i], first)
		visit(i, f.corners[(i+1)%len(f.corners)], !first)
	}
}

// addFlags adds the surface in the tetrahedra of a cell at a face.
func (p *polyhedra) addFlags(b *meshBuilder, face, cell int, distance float64) {
	f := &p.faces[face]
	own := []int{cell}
	p.flags(face, cell, func(i, v int, flipped bool) {
		add := func(points ...xyz) {
			for i := range points {
				points[i][1] = -points[i][1]
			}
			if flipped {
				slices.Reverse(points)
			}
			for i := 2; i < len(points); i++ {
				b.triangle(points[0], points[i-1], points[i])
			}
		}
		switch e := f.edges[i]; {
		case !f.inside():
			add(f.middle.minus(f.normal.times(distance)), p.cut(own, p.middles[cell], v, distance), runOf(p.edgeRuns[e], cell).at)
		case p.edgeRuns[e] != nil:
			at := runOf(p.edgeRuns[e], cell).at
			add(p.cut(own, p.middles[cell], v, distance), at, at, p.cut(f.cells, f.middle, v, distance))
		case p.cornerRuns[v] != nil:
			add(p.cut(own, p.middles[cell], v, distance), p.cut(p.cellsOf(e), p.middleOf(e), v, distance), p.cut(f.cells, f.middle, v, distance))
		}
	})
}

// middleOf returns the middle of an edge.
func (p *polyhedra) middleOf(edge int) xyz {
	ends := p.edges[edge]
	return p.corners[ends[0]].plus(p.corners[ends[1]]).times(0.5)
}

// cellsOf returns the cells around an edge.
func (p *polyhedra) cellsOf(edge int) []int {
	var list []int
	for _, k := range p.edgeFaces[edge] {
		list = append(list, p.faces[k].cells...)
	}
	slices.Sort(list)
	return slices.Compact(list)
}

// solidOfPolyhedra returns the mesh of a shape on a lattice of space.
func solidOfPolyhedra(s shapes.Shape, o SolidOptions) (*Mesh, error) {
	if o.Edge > 0 {
		return roundedPolyhedra(s, o)
	}
	p := polyhedraOf(s, o.Unit)
	distance := o.Gap / 2
	if distance > 0.4*p.least {
		return nil, tooLarge(s, o)
	}
	m := p.mesh(distance)
	if distance == 0 && !m.closed() { // cells touch along an edge or at a corner only
		m = p.mesh(parting)
	}
	m.name = s.Name()
	return m, nil
}
