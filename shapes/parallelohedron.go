// SPDX-License-Identifier: BSD-3-Clause

// Lattices of solids.
//
// A lattice of points in space, the sums of multiples of three steps, divides space into cells: the
// cell of a point contains what is nearer to it than to any other point. All cells are translations
// of one polyhedron. There are five sorts of such polyhedra, as Fedorov found in 1885:
// parallelepipeds such as cubes, hexagonal prisms, rhombic dodecahedra, elongated dodecahedra and
// truncated octahedra.
//
//  1. Two points are neighbors, so that their cells share a face, if the difference v of the points
//     and -v are the only shortest vectors among v plus twice the vectors of the lattice (Voronoi,
//     1908). The seven classes of vectors modulo 2 other than that of 0 give at most 14 neighbors.
//  2. The corners of a cell are the points where three planes halfway to neighbors meet and that no
//     other such plane cuts off.
//  3. The symmetries that fix a point are the integer matrices that keep the lengths of the steps
//     and the angles between them. All symmetries are these and translations, since there is one
//     point in a period.
//
// Source: J. H. Conway and N. J. A. Sloane, Low-dimensional lattices VI: Voronoi reduction of
// three-dimensional forms, Proc. R. Soc. Lond. A 436 (1992) 55-68, doi:10.1098/rspa.1992.0004.
//
// Example: the centers and corners of cubes are the points of the body-centered cubic lattice. Its
// cells are truncated octahedra with 14 neighbors, 8 across hexagons and 6 across squares, and the
// 48 symmetries of the cube. Cost: a few milliseconds.

package shapes

import (
	"cmp"
	"errors"
	"math"
	"slices"
)

// A vector is a position in space.
type vector [3]float64

func (v vector) plus(w vector) vector   { return vector{v[0] + w[0], v[1] + w[1], v[2] + w[2]} }
func (v vector) times(f float64) vector { return vector{f * v[0], f * v[1], f * v[2]} }
func (v vector) dot(w vector) float64   { return v[0]*w[0] + v[1]*w[1] + v[2]*w[2] }
func (v vector) cross(w vector) vector {
	return vector{v[1]*w[2] - v[2]*w[1], v[2]*w[0] - v[0]*w[2], v[0]*w[1] - v[1]*w[0]}
}

// A SolidPeriod defines a lattice of space for [NewSolidLattice].
type SolidPeriod struct {
	// Name is the name of the lattice, as in [Period].
	Name string

	// Steps are the translations X, Y and Z, in any unit. Their first two coordinates lie in a
	// layer, and the third goes up.
	Steps [3][3]float64

	// Cells are the convex polyhedra of a period, each as its corners in any order. There are at
	// most 64, of up to 64 corners. They must meet face to face. If there are none, the cell is
	// that of the points nearest to the origin.
	Cells [][][3]float64
}

// NewSolidLattice returns the lattice of space with the given cells, or, if there are none, with a
// cell around each sum of multiples of three steps: the points that are nearer to it than to any
// other sum. Cells are neighbors if they share a face. The symmetries are found.
//
// If there are several cells in a period, k of them, cell (x,y,z) is number x mod k of the period
// that is x div k steps X, y steps Y and z steps Z away (see [Lattice.KindOf]).
//
// Steps that are not the shortest of their lattice are replaced by shorter ones. Steps that lie
// nearly in a plane, or that give corners too near each other, are errors, and so are cells that
// overlap or leave gaps, and periods that contain several smaller ones. Names are as those of
// [NewLattice]. "rhombic-dodecahedron", "truncated-octahedron", "hexagonal-prism" and
// "elongated-dodecahedron" are built in, and, of several cells, "triangular-prism",
// "tetrahedral-octahedral", "quarter-cubic" (tetrahedra and truncated tetrahedra) and
// "gyrobifastigium".
func NewSolidLattice(p SolidPeriod) (*Lattice, error) {
	if err := checkLatticeName(p.Name); err != nil {
		return nil, err
	}
	l, err := solidLattice(p.Name, p.Steps, p.Cells)
	if err != nil {
		return nil, err
	}
	return registered(l), nil
}

// solidLattice makes a lattice without registering it.
func solidLattice(name string, steps [3][3]float64, cells [][][3]float64) (*Lattice, error) {
	if cells == nil {
		return parallelohedra(name, shortest(steps))
	}
	return solidCells(name, shortest(steps), cells)
}

// shortest returns a basis of the same lattice in which no step becomes shorter if the others, or
// their negatives, are added to it. Steps that are so already are kept.
func shortest(given [3][3]float64) [3][3]float64 {
	steps := [3]vector{given[0], given[1], given[2]}
	for range 1000 {
		better := false
		for _, c := range combinations(1) {
			for i, n := range c {
				if n != 1 {
					continue
				}
				if v := c.of(&steps); v.dot(v) < (1-1e-9)*steps[i].dot(steps[i]) {
					steps[i], better = v, true
				}
			}
		}
		if !better {
			break
		}
	}
	return [3][3]float64{steps[0], steps[1], steps[2]}
}

// builtInSolids are the solid lattices that LatticeByName finds besides Cube. Layers of the first
// two are made of squares: Z is half a square away.
var builtInSolids = [...]*builtIn{
	{name: "rhombic-dodecahedron", solid: [3][3]float64{{1, 1, 0}, {-1, 1, 0}, {0, 1, 1}}},
	{name: "truncated-octahedron", solid: [3][3]float64{{2, 0, 0}, {0, 2, 0}, {1, 1, 1}}},
	{name: "hexagonal-prism", solid: [3][3]float64{{root3, 0, 0}, {root3 / 2, 1.5, 0}, {0, 0, 1}}},
	{name: "elongated-dodecahedron", solid: [3][3]float64{{2, 0, 0}, {0, 2, 0}, {1, 1, 2}}},
	{name: "triangular-prism", solid: [3][3]float64{{1, 0, 0}, {0.5, root3 / 2, 0}, {0, 0, 1}}, parts: 1, cells: [][][3]int{
		{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}, {1, 0, 1}, {0, 1, 1}},
		{{1, 0, 0}, {1, 1, 0}, {0, 1, 0}, {1, 0, 1}, {1, 1, 1}, {0, 1, 1}},
	}},
	{name: "tetrahedral-octahedral", solid: closePacked, parts: 1, cells: [][][3]int{
		{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}},
		{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}, {1, 1, 0}, {1, 0, 1}, {0, 1, 1}},
		{{1, 1, 0}, {1, 0, 1}, {0, 1, 1}, {1, 1, 1}},
	}},
	{name: "quarter-cubic", solid: closePacked, parts: 2, cells: [][][3]int{
		{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}},
		{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}, {2, 0, 0}, {0, 2, 0}, {0, 0, 2},
			{2, 1, 0}, {2, 0, 1}, {1, 2, 0}, {0, 2, 1}, {1, 0, 2}, {0, 1, 2}},
		{{1, 2, 2}, {2, 1, 2}, {2, 2, 1}, {0, 2, 2}, {2, 0, 2}, {2, 2, 0},
			{0, 1, 2}, {0, 2, 1}, {1, 0, 2}, {2, 0, 1}, {1, 2, 0}, {2, 1, 0}},
		{{2, 2, 2}, {1, 2, 2}, {2, 1, 2}, {2, 2, 1}},
	}},
	{name: "gyrobifastigium", solid: [3][3]float64{{1, 0, 0}, {0, 1, 0}, {0.5, 0.5, root3}}, parts: 4, cells: [][][3]int{
		{{0, 0, 0}, {4, 0, 0}, {4, 4, 0}, {0, 4, 0}, {1, 3, -2}, {5, 3, -2}, {1, -1, 2}, {1, 3, 2}},
		{{1, -1, 2}, {5, -1, 2}, {5, 3, 2}, {1, 3, 2}, {4, 0, 0}, {4, 4, 0}, {0, 0, 4}, {4, 0, 4}},
	}},
}

// closePacked are the steps of the centers of spheres that are packed in layers.
var closePacked = [3][3]float64{{1, 0, 0}, {0.5, root3 / 2, 0}, {0.5, root3 / 6, 0.81649658092772603273242802490196}}

// A combination is a vector of a lattice as multiples of its steps.
type combination [3]int

func (c combination) of(steps *[3]vector) vector {
	return steps[0].times(float64(c[0])).plus(steps[1].times(float64(c[1]))).plus(steps[2].times(float64(c[2])))
}

// combinations lists those with numbers from -reach to reach.
func combinations(reach int) (list []combination) {
	for z := -reach; z <= reach; z++ {
		for y := -reach; y <= reach; y++ {
			for x := -reach; x <= reach; x++ {
				list = append(list, combination{x, y, z})
			}
		}
	}
	return list
}

// parallelohedra makes a lattice without registering it.
func parallelohedra(name string, given [3][3]float64) (*Lattice, error) {
	steps, err := checkedSteps(given)
	if err != nil {
		return nil, err
	}
	near := relevant(&steps)
	l := &Lattice{design: design{name: name, spatial: true, space: steps}}
	for i, s := range steps {
		l.steps[i] = seen(s)
	}
	if err := l.findPolyhedron(near); err != nil {
		return nil, err
	}
	f := &l.derived
	*f = facts{reflect: -1, margin: 2, units: [][]Cell{{{}}}}
	var list []Cell
	for _, c := range near {
		list = append(list, Cell{c[0], c[1], c[2]})
	}
	slices.SortFunc(list, Cell.Compare)
	f.near = [][]Cell{list}
	for i, m := range gramMatrices(&steps) {
		f.operations = append(f.operations, operation{matrix: m, mirror: m.determinant() < 0, images: []Cell{{}}})
		if f.reflect < 0 && m.determinant() < 0 {
			f.reflect = i
		}
	}
	f.rotate = l.smallestTurn()
	l.deriving.Do(func() {})
	return l, nil
}

// checkedSteps returns an error if steps are not those of a lattice.
func checkedSteps(given [3][3]float64) (steps [3]vector, err error) {
	longest := 0.0
	for i, s := range given {
		steps[i] = vector(s)
		longest = max(longest, math.Sqrt(steps[i].dot(steps[i])))
	}
	volume := steps[0].dot(steps[1].cross(steps[2]))
	if !(math.Abs(volume) > 1e-3*longest*longest*longest) || math.IsInf(longest, 0) {
		return steps, errors.New("shapes: expected three finite steps that do not lie in a plane and are of similar lengths")
	}
	return steps, nil
}

// relevant returns the vectors from a point to its neighbors.
func relevant(steps *[3]vector) []combination {
	shortest := map[combination][]combination{} // by class modulo 2
	for _, c := range combinations(4) {
		class := combination{c[0] & 1, c[1] & 1, c[2] & 1}
		if class == (combination{}) {
			continue
		}
		v := c.of(steps)
		best := shortest[class]
		const slack = 1e-9
		switch {
		case best == nil || v.dot(v) < (1-slack)*best[0].of(steps).dot(best[0].of(steps)):
			shortest[class] = []combination{c}
		case v.dot(v) <= (1+slack)*best[0].of(steps).dot(best[0].of(steps)):
			shortest[class] = append(best, c)
		}
	}
	var list []combination
	for _, best := range shortest {
		if len(best) == 2 {
			list = append(list, best...)
		}
	}
	slices.SortFunc(list, func(a, b combination) int { return slices.Compare(a[:], b[:]) })
	return list
}

// gramMatrices returns the integer matrices that keep the lengths of the steps and the angles
// between them: first the rotations, the identity before the others, then the reflections.
func gramMatrices(steps *[3]vector) []matrix {
	slack := 1e-6 * max(steps[0].dot(steps[0]), steps[1].dot(steps[1]), steps[2].dot(steps[2]))
	var images [3][]combination // of each step
	for _, c := range combinations(2) {
		for i, s := range steps {
			if v := c.of(steps); math.Abs(v.dot(v)-s.dot(s)) <= slack {
				images[i] = append(images[i], c)
			}
		}
	}
	same := func(a, b combination, i, j int) bool {
		return math.Abs(a.of(steps).dot(b.of(steps))-steps[i].dot(steps[j])) <= slack
	}
	var list []matrix
	for _, a := range images[0] {
		for _, b := range images[1] {
			if !same(a, b, 0, 1) {
				continue
			}
			for _, c := range images[2] {
				if same(a, c, 0, 2) && same(b, c, 1, 2) {
					list = append(list, matrix{{a[0], b[0], c[0]}, {a[1], b[1], c[1]}, {a[2], b[2], c[2]}})
				}
			}
		}
	}
	rank := func(m matrix) int {
		switch {
		case m == identity:
			return 0
		case m.determinant() > 0:
			return 1
		}
		return 2
	}
	slices.SortStableFunc(list, func(a, b matrix) int { return cmp.Compare(rank(a), rank(b)) })
	return list
}

// smallestTurn returns the index of a rotation of the greatest order; among those, of one whose
// axis is parallel to Z in space if there is one, and whose sense is clockwise seen from above.
func (l *Lattice) smallestTurn() int {
	best, bestOrder := 0, 0
	for i := range l.derived.operations {
		m := l.derived.operations[i].matrix
		if m.determinant() < 0 {
			continue
		}
		order := 2 * orderOfTurn(m.trace())
		z := l.space[0].cross(l.space[1]) // perpendicular to the layers
		if image := l.moved(&m, z); image.plus(z.times(-1)).dot(image.plus(z.times(-1))) < 1e-9*z.dot(z) {
			order++
			x := l.space[0]
			if l.moved(&m, x).cross(x).dot(vector{0, 0, 1}) > 1e-9 {
				order-- // the other sense
			}
		}
		if order > bestOrder {
			best, bestOrder = i, order
		}
	}
	return best
}

// moved returns the image of a position under a matrix of steps.
func (l *Lattice) moved(m *matrix, p vector) vector {
	parts := fractionsOf(&l.space, p)
	var image vector
	for i := range 3 {
		n := 0.0
		for j := range 3 {
			n += float64(m[i][j]) * parts[j]
		}
		image = image.plus(l.space[i].times(n))
	}
	return image
}

// The direction from which solids are seen, as angles: from X, in which the viewer is, and from the
// floor. Cubes are seen from a corner instead.
const (
	viewTurn   = 62 * math.Pi / 180
	viewHeight = 28 * math.Pi / 180
)

// seen returns the position in a drawing of a position in space.
func seen(p vector) [2]float64 {
	s, c := math.Sincos(viewTurn)
	t, d := math.Sincos(viewHeight)
	return [2]float64{p[0]*s - p[1]*c, p[0]*c*t + p[1]*s*t - p[2]*d}
}

// findPolyhedron finds the corners and faces of the cell at the origin.
func (l *Lattice) findPolyhedron(near []combination) error {
	normals := make([]vector, len(near))
	shortest := math.Inf(1)
	for i, c := range near {
		normals[i] = c.of(&l.space)
		shortest = min(shortest, normals[i].dot(normals[i]))
	}
	tolerance := 1e-6 * shortest
	level := func(i int, p vector) float64 { return p.dot(normals[i]) - normals[i].dot(normals[i])/2 }
	var points []vector
	for i := range near {
		for j := range i {
			for k := range j {
				u, v, w := normals[i], normals[j], normals[k]
				d := u.dot(v.cross(w))
				if math.Abs(d) < 1e-6*shortest*math.Sqrt(shortest) {
					continue
				}
				p := v.cross(w).times(u.dot(u)).plus(w.cross(u).times(v.dot(v))).plus(u.cross(v).times(w.dot(w))).times(1 / (2 * d))
				outside := false
				for m := range near {
					outside = outside || level(m, p) > tolerance
				}
				known := slices.ContainsFunc(points, func(q vector) bool {
					e := q.plus(p.times(-1))
					return e.dot(e) <= 1e-8*shortest
				})
				if !outside && !known {
					points = append(points, p)
				}
			}
		}
	}
	if err := l.roundCorners(points); err != nil {
		return err
	}
	l.faces = [][][]int{nil}
	for i, n := range normals {
		var face []int
		for j, p := range points {
			if math.Abs(level(i, p)) <= tolerance {
				face = append(face, j)
			}
		}
		l.faces[0] = append(l.faces[0], aroundFace(points, face, n.times(0.5), n))
	}
	return nil
}

// roundCorners finds the corners in 1/scale of the steps. Corners that differ by steps differ by
// them exactly. Fractions with a small denominator are exact.
func (l *Lattice) roundCorners(points []vector) error {
	parts := make([]vector, len(points))
	for i, p := range points {
		parts[i] = fractionsOf(&l.space, p)
	}
	l.scale = commonScale(parts)
	var corners []Corner
	for i, p := range parts {
		c := Corner{int(math.Round(p[0] * float64(l.scale))), int(math.Round(p[1] * float64(l.scale))), int(math.Round(p[2] * float64(l.scale)))}
		for j, q := range parts[:i] {
			d := vector{p[0] - q[0], p[1] - q[1], p[2] - q[2]}
			n := vector{math.Round(d[0]), math.Round(d[1]), math.Round(d[2])}
			if e := d.plus(n.times(-1)); e.dot(e) < 1e-10 {
				c = Corner{corners[j].X + l.scale*int(n[0]), corners[j].Y + l.scale*int(n[1]), corners[j].Z + l.scale*int(n[2])}
				break
			}
		}
		if slices.Contains(corners, c) {
			return errors.New("shapes: two corners of a cell nearly coincide; expected other steps")
		}
		corners = append(corners, c)
	}
	l.corners = [][]Corner{corners}
	return nil
}

// commonScale returns a small common denominator of numbers, or that of a fine grid.
func commonScale(parts []vector) int {
	const most = 48
	for scale := 1; scale <= most; scale++ {
		if !slices.ContainsFunc(parts, func(p vector) bool {
			return slices.ContainsFunc(p[:], func(x float64) bool {
				x *= float64(scale)
				return math.Abs(x-math.Round(x)) > 1e-6
			})
		}) {
			return scale
		}
	}
	return fineGrid
}

// Faces returns the faces of c, each as its corners in order around it. In space there is one for
// each neighbor; its corners are clockwise in a drawing that shows it, and counterclockwise as seen
// from outside if the positions are those of a right-handed system. On a planar lattice there is
// one face, the cell itself.
func (l *Lattice) Faces(c Cell) [][]Corner {
	corners := l.Corners(c)
	if !l.spatial {
		return [][]Corner{corners}
	}
	var list [][]Corner
	for _, face := range l.faces[l.KindOf(c)] {
		var loop []Corner
		for _, i := range face {
			loop = append(loop, corners[i])
		}
		list = append(list, loop)
	}
	return list
}

// Position returns the position of a corner in space, with x and y in the layers and z up, in units
// of the side of a cube, or of the steps of [NewSolidLattice]. On planar lattices z is 0, and x and
// y are as in a drawing.
func (l *Lattice) Position(p Corner) (x, y, z float64) {
	if !l.spatial {
		x, y = l.Project(p)
		return x, y, 0
	}
	v := l.space[0].times(float64(p.X)).plus(l.space[1].times(float64(p.Y))).plus(l.space[2].times(float64(p.Z))).times(1 / float64(l.scale))
	return v[0], v[1], v[2]
}
