// SPDX-License-Identifier: BSD-3-Clause

// Lattices of several polyhedra.
//
// A period may consist of several convex polyhedra, each given by its corners. Faces, neighbors and
// symmetries are found as in the plane (see period.go):
//
//  1. The faces of a polyhedron are the polygons of its corners in planes that have no corner
//     outside. Corners that differ by steps are one class.
//  2. The polyhedra fill space if each face occurs twice, with the polyhedra on opposite sides, and
//     the volumes add up to that of a period. Proof: as in the plane, the polyhedra of one period,
//     glued at their faces, are mapped onto the torus of the steps without folds, and cover it once.
//  3. A symmetry is a matrix that keeps the lengths of the steps and the angles between them,
//     followed by a translation that maps one of the rarest polyhedra to one of the same sort. It
//     must map polyhedra to polyhedra.
//  4. The origin is moved to a point from which all translations are fractions with a small
//     denominator: to the center or a corner of a cell, or to the mean of the translations, which
//     always does (see period.go).
//
// Cells of several kinds are numbered by X: cell (x,y,z) is of kind x mod k, in period x div k of
// its row, where k is the number of kinds. So Y and Z count rows and layers, as of cubes.
//
// Example: two triangular prisms in a period. They have the 24 symmetries of a hexagonal prism.
// Cost: a millisecond for a few polyhedra.

package shapes

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"polka/internal/gcd"
)

// A solidCorner is a corner of a polyhedron: a class of corners that differ by steps, and the steps
// from the first of the class.
type solidCorner struct {
	class int
	at    combination
}

// A solidPlace is where a polyhedron or a face lies: its kind, and the steps from that of its key.
type solidPlace struct {
	kind, face int
	at         combination
}

// A honeycomb is a period of polyhedra.
type honeycomb struct {
	steps     [3]vector
	tolerance float64
	points    []vector        // the first corner of each class
	cells     [][]solidCorner // the corners of each polyhedron
	faces     [][][]int       // the corners of each face, as indices
	centers   []vector
	volumes   []float64
	sides     map[string][]solidPlace
	whole     map[string]solidPlace
}

func (c combination) plus(d combination) combination {
	return combination{c[0] + d[0], c[1] + d[1], c[2] + d[2]}
}
func (c combination) minus(d combination) combination {
	return combination{c[0] - d[0], c[1] - d[1], c[2] - d[2]}
}
func (v vector) minus(w vector) vector { return v.plus(w.times(-1)) }

// image returns the image of a translation in steps.
func (m *matrix) image(c combination) combination {
	return combination(m.times(Cell{c[0], c[1], c[2]}).numbers())
}

func (c Cell) numbers() [3]int { return [3]int{c.X, c.Y, c.Z} }

// fractionsOf returns a vector in steps.
func fractionsOf(steps *[3]vector, p vector) vector {
	volume := steps[0].dot(steps[1].cross(steps[2]))
	return vector{p.dot(steps[1].cross(steps[2])) / volume, p.dot(steps[2].cross(steps[0])) / volume, p.dot(steps[0].cross(steps[1])) / volume}
}

// solidCells makes a lattice of polyhedra without registering it. The steps are the shortest ones.
func solidCells(name string, given [3][3]float64, cells [][][3]float64) (*Lattice, error) {
	steps, err := checkedSteps(given)
	if err != nil {
		return nil, err
	}
	if len(cells) > mostPolygons {
		return nil, fmt.Errorf("shapes: %d cells: expected 1 to %d polyhedra in a period", len(cells), mostPolygons)
	}
	volume := math.Abs(steps[0].dot(steps[1].cross(steps[2])))
	h := &honeycomb{steps: steps, tolerance: 1e-5 * math.Cbrt(volume/float64(len(cells)))}
	for k, c := range cells {
		if err := h.add(k, c); err != nil {
			return nil, err
		}
	}
	if err := h.join(volume); err != nil {
		return nil, err
	}
	if kind, shift, ok := h.finer(); ok {
		return nil, fmt.Errorf("shapes: a translation by %.6g %.6g %.6g maps every cell to one, and cell 0 to cell %d; expected it among the steps", shift[0], shift[1], shift[2], kind)
	}
	return h.lattice(name)
}

// find returns the corner at a point; it is added if it is new.
func (h *honeycomb) find(p vector, known bool) (solidCorner, bool) {
	for c, q := range h.points {
		d := fractionsOf(&h.steps, p.minus(q))
		n := combination{int(math.Round(d[0])), int(math.Round(d[1])), int(math.Round(d[2]))}
		if e := p.minus(q).minus(n.of(&h.steps)); math.Sqrt(e.dot(e)) <= h.tolerance {
			return solidCorner{c, n}, true
		}
	}
	if known {
		return solidCorner{}, false
	}
	h.points = append(h.points, p)
	return solidCorner{class: len(h.points) - 1}, true
}

// add finds the faces, the volume and the center of polyhedron k.
func (h *honeycomb) add(k int, given [][3]float64) error {
	if len(given) < 4 || len(given) > mostSides {
		return fmt.Errorf("shapes: cell %d has %d corners, expected 4 to %d", k, len(given), mostSides)
	}
	var corners []vector
	var cell []solidCorner
	for _, p := range given {
		for _, x := range p {
			if !(math.Abs(x) < 1e10*h.tolerance) {
				return fmt.Errorf("shapes: cell %d has the corner (%g,%g,%g), expected one near the origin", k, p[0], p[1], p[2])
			}
		}
		c, _ := h.find(p, false)
		if slices.Contains(cell, c) {
			return fmt.Errorf("shapes: cell %d has two corners in the same place, (%.6g,%.6g,%.6g)", k, p[0], p[1], p[2])
		}
		corners, cell = append(corners, p), append(cell, c)
	}
	faces := hull(corners, h.tolerance)
	met := make([]int, len(corners))
	for _, f := range faces {
		for _, i := range f {
			met[i]++
		}
	}
	for i, n := range met {
		if p := corners[i]; n < 3 {
			return fmt.Errorf("shapes: (%.6g,%.6g,%.6g) is no corner of a convex polyhedron, cell %d", p[0], p[1], p[2], k)
		}
	}
	// Cones from a corner.
	volume, center := 0.0, vector{}
	for _, f := range faces {
		for i := 2; i < len(f); i++ {
			a, b, c := corners[f[0]].minus(corners[0]), corners[f[i-1]].minus(corners[0]), corners[f[i]].minus(corners[0])
			v := a.dot(b.cross(c)) / 6
			volume += v
			center = center.plus(a.plus(b).plus(c).times(v / 4))
		}
	}
	h.cells, h.faces, h.volumes = append(h.cells, cell), append(h.faces, faces), append(h.volumes, volume)
	h.centers = append(h.centers, corners[0].plus(center.times(1/volume)))
	return nil
}

// hull returns the faces of the convex hull of points, each counterclockwise as seen from outside.
func hull(points []vector, tolerance float64) [][]int {
	var faces [][]int
	seen := map[[3]int]bool{}
	for i := range points {
		for j := range i {
			for k := range j {
				if seen[[3]int{k, j, i}] {
					continue
				}
				n := points[j].minus(points[k]).cross(points[i].minus(points[k]))
				length := math.Sqrt(n.dot(n))
				if length <= tolerance*tolerance {
					continue
				}
				n = n.times(1 / length)
				var face []int
				above, below := false, false
				for m, p := range points {
					switch level := p.minus(points[k]).dot(n); {
					case level > tolerance:
						above = true
					case level < -tolerance:
						below = true
					default:
						face = append(face, m)
					}
				}
				for a, p := range face {
					for b, q := range face[:a] {
						for _, r := range face[:b] {
							seen[[3]int{r, q, p}] = true
						}
					}
				}
				if above == below {
					continue
				}
				if above {
					n = n.times(-1)
				}
				middle := vector{}
				for _, i := range face {
					middle = middle.plus(points[i].times(1 / float64(len(face))))
				}
				faces = append(faces, aroundFace(points, face, middle, n))
			}
		}
	}
	return faces
}

// aroundFace sorts the corners of a face counterclockwise about a point of it, as seen from where
// the normal points.
func aroundFace(points []vector, face []int, middle, normal vector) []int {
	u := points[face[0]].minus(middle)
	v := normal.cross(u)
	length := math.Sqrt(normal.dot(normal))
	angle := func(i int) float64 {
		p := points[i].minus(middle)
		return math.Atan2(p.dot(v)/length, p.dot(u))
	}
	slices.SortFunc(face, func(a, b int) int { return cmp.Compare(angle(a), angle(b)) })
	return face
}

// keyOfCorners identifies a set of corners up to steps, and returns the steps from its key.
func keyOfCorners(corners []solidCorner) (string, combination) {
	list := slices.Clone(corners)
	slices.SortFunc(list, func(a, b solidCorner) int {
		if a.class != b.class {
			return a.class - b.class
		}
		return slices.Compare(a.at[:], b.at[:])
	})
	first := list[0].at
	var key []byte
	for _, c := range list {
		key = fmt.Appendf(key, "%d%v", c.class, c.at.minus(first))
	}
	return string(key), first
}

// corners returns the corners of a face.
func (h *honeycomb) corners(kind, face int) []solidCorner {
	var list []solidCorner
	for _, i := range h.faces[kind][face] {
		list = append(list, h.cells[kind][i])
	}
	return list
}

// join finds what lies across each face, and checks that the polyhedra fill space.
func (h *honeycomb) join(volume float64) error {
	h.sides, h.whole = map[string][]solidPlace{}, map[string]solidPlace{}
	for k, c := range h.cells {
		key, at := keyOfCorners(c)
		if other, ok := h.whole[key]; ok {
			return fmt.Errorf("shapes: cells %d and %d overlap", other.kind, k)
		}
		h.whole[key] = solidPlace{kind: k, at: at}
		for f := range h.faces[k] {
			key, at := keyOfCorners(h.corners(k, f))
			h.sides[key] = append(h.sides[key], solidPlace{k, f, at})
		}
	}
	for k := range h.cells {
		for f := range h.faces[k] {
			key, _ := keyOfCorners(h.corners(k, f))
			list := h.sides[key]
			middle := vector{}
			for _, c := range h.corners(k, f) {
				middle = middle.plus(h.points[c.class]).plus(c.at.of(&h.steps))
			}
			middle = middle.times(1 / float64(len(h.faces[k][f])))
			place := fmt.Sprintf("(%.6g,%.6g,%.6g)", middle[0], middle[1], middle[2])
			switch {
			case len(list) == 1:
				return fmt.Errorf("shapes: cell %d has a face around %s that is no face of another cell", k, place)
			case len(list) > 2 || h.outward(list[0]).dot(h.outward(list[1])) > 0:
				return fmt.Errorf("shapes: cells %d and %d overlap beside %s", list[0].kind, list[len(list)-1].kind, place)
			}
		}
	}
	sum := 0.0
	for _, v := range h.volumes {
		sum += v
	}
	if times := sum / volume; math.Abs(times-1) > 1e-4 {
		return fmt.Errorf("shapes: the cells have %.6g times the volume of a period, expected the same volume", times)
	}
	for k := range h.cells {
		if near := h.neighbors(k); len(near) > mostAdjacent {
			return fmt.Errorf("shapes: cell %d has %d neighbors, expected at most %d", k, len(near), mostAdjacent)
		} else if slices.ContainsFunc(near, func(c solidPlace) bool {
			return max(magnitude(c.at[0]), magnitude(c.at[1]), magnitude(c.at[2])) > mostReach
		}) {
			return fmt.Errorf("shapes: cell %d is far away from a neighbor, expected polyhedra that are near each other", k)
		}
	}
	return nil
}

// outward returns the direction of a face.
func (h *honeycomb) outward(c solidPlace) vector {
	var p [3]vector
	for i := range p {
		corner := h.cells[c.kind][h.faces[c.kind][c.face][i]]
		p[i] = h.points[corner.class].plus(corner.at.of(&h.steps))
	}
	return p[1].minus(p[0]).cross(p[2].minus(p[0]))
}

// neighbors returns the cells beside cell (0,0,0) of a kind.
func (h *honeycomb) neighbors(kind int) []solidPlace {
	var list []solidPlace
	for f := range h.faces[kind] {
		key, at := keyOfCorners(h.corners(kind, f))
		other := h.sides[key][0]
		if other.kind == kind && other.face == f {
			other = h.sides[key][1]
		}
		list = append(list, solidPlace{kind: other.kind, at: at.minus(other.at)})
	}
	return list
}

// A spaceMotion is a symmetry of a honeycomb: a matrix of steps followed by a translation in steps.
type spaceMotion struct {
	matrix matrix
	shift  vector
	images []solidPlace // by kind
}

// linear returns the image of a vector in steps.
func (m *matrix) linear(p vector) (q vector) {
	for i := range q {
		for j := range p {
			q[i] += float64(m[i][j]) * p[j]
		}
	}
	return q
}

// try returns the symmetry with a matrix that maps the center of one polyhedron to that of another,
// if it is one.
func (h *honeycomb) try(m matrix, from, to int) (*spaceMotion, bool) {
	s := &spaceMotion{matrix: m}
	s.shift = fractionsOf(&h.steps, h.centers[to]).minus(m.linear(fractionsOf(&h.steps, h.centers[from])))
	var classes []solidCorner
	for _, p := range h.points {
		f := m.linear(fractionsOf(&h.steps, p)).plus(s.shift)
		c, ok := h.find(h.steps[0].times(f[0]).plus(h.steps[1].times(f[1])).plus(h.steps[2].times(f[2])), true)
		if !ok {
			return nil, false
		}
		classes = append(classes, c)
	}
	for _, cell := range h.cells {
		var image []solidCorner
		for _, c := range cell {
			d := classes[c.class]
			image = append(image, solidCorner{d.class, d.at.plus(m.image(c.at))})
		}
		key, at := keyOfCorners(image)
		c, ok := h.whole[key]
		if !ok {
			return nil, false
		}
		s.images = append(s.images, solidPlace{kind: c.kind, at: at.minus(c.at)})
	}
	return s, true
}

// rarest returns a kind of which there are the fewest of the same number of corners and volume, and
// those of its sort.
func (h *honeycomb) rarest() (kind int, same []int) {
	for k := range h.cells {
		var list []int
		for j := range h.cells {
			if len(h.cells[j]) == len(h.cells[k]) && len(h.faces[j]) == len(h.faces[k]) && math.Abs(h.volumes[j]-h.volumes[k]) <= 1e-3*h.volumes[k] {
				list = append(list, j)
			}
		}
		if same == nil || len(list) < len(same) {
			kind, same = k, list
		}
	}
	return kind, same
}

// finer reports whether a translation by less than the steps is a symmetry.
func (h *honeycomb) finer() (image int, shift vector, ok bool) {
	kind, same := h.rarest()
	for _, to := range same {
		if s, ok := h.try(identity, kind, to); ok && to != kind {
			return s.images[0].kind, h.centers[to].minus(h.centers[kind]), true
		}
	}
	return 0, vector{}, false
}

// symmetries returns one symmetry for each matrix that has any, the identity first.
func (h *honeycomb) symmetries() []*spaceMotion {
	kind, same := h.rarest()
	var list []*spaceMotion
	for _, m := range gramMatrices(&h.steps) {
		for _, to := range same {
			if s, ok := h.try(m, kind, to); ok && (m != identity || to == kind) {
				list = append(list, s)
				break
			}
		}
	}
	return list
}

// seenFrom returns the shifts of symmetries as seen from a point in steps, in 1/denominator. It
// reports false if a denominator does not divide the number of symmetries.
func seenFrom(list []*spaceMotion, point vector) (shifts []combination, denominator int, ok bool) {
	denominator = 1
	var parts []vector
	for _, s := range list {
		v := s.matrix.linear(point).plus(s.shift).minus(point)
		for _, x := range v {
			own := 1
			for ; own <= len(list); own++ {
				if y := x * float64(own); len(list)%own == 0 && math.Abs(y-math.Round(y)) < 1e-3 {
					break
				}
			}
			if own > len(list) {
				return nil, 0, false
			}
			denominator *= own / gcd.Of(denominator, own)
		}
		parts = append(parts, v)
	}
	for _, v := range parts {
		v = v.times(float64(denominator))
		shifts = append(shifts, combination{int(math.Round(v[0])), int(math.Round(v[1])), int(math.Round(v[2]))})
	}
	return shifts, denominator, true
}

// lattice returns the lattice of a honeycomb.
func (h *honeycomb) lattice(name string) (*Lattice, error) {
	list := h.symmetries()
	mean := vector{}
	for _, s := range list {
		mean = mean.plus(s.shift.times(1 / float64(len(list))))
	}
	var origin vector
	var shifts []combination
	denominator := 0
	for _, p := range slices.Concat([]vector{{}}, h.centers, h.points, []vector{mean}) {
		if p != mean {
			p = fractionsOf(&h.steps, p)
		}
		if s, d, ok := seenFrom(list, p); ok && (shifts == nil || d < denominator) {
			origin, shifts, denominator = p, s, d
		}
	}
	if shifts == nil {
		return nil, fmt.Errorf("shapes: the corners are too inexact to find the symmetries; expected more digits")
	}
	l := &Lattice{design: design{name: name, spatial: true, space: h.steps, faces: h.faces}}
	if len(h.cells) > 1 {
		l.packed = len(h.cells)
	}
	for i, s := range h.steps {
		l.steps[i] = seen(s)
	}
	h.round(l, origin)
	f := &l.derived
	*f = facts{reflect: -1, denominator: denominator, margin: 2}
	for i, s := range list {
		op := operation{matrix: s.matrix, mirror: s.matrix.determinant() < 0}
		var back combination // the whole steps of the shift
		for j := range shifts[i] {
			back[j] = int(math.Floor(float64(shifts[i][j]) / float64(denominator)))
			op.shift[j] = shifts[i][j] - back[j]*denominator
		}
		for k := range s.images {
			s.images[k].at = s.images[k].at.minus(back)
			at := s.images[k].at
			op.images = append(op.images, l.packedCell(at, s.images[k].kind))
			f.margin = max(f.margin, 2*magnitude(at[0])+2, 2*magnitude(at[1])+2, 2*magnitude(at[2])+2)
		}
		if f.reflect < 0 && op.mirror {
			f.reflect = i
		}
		f.operations = append(f.operations, op)
	}
	f.rotate = l.smallestTurn()
	for kind := range h.cells {
		var near []Cell
		for _, c := range h.neighbors(kind) {
			near = append(near, l.packedCell(c.at, c.kind))
		}
		slices.SortFunc(near, Cell.Compare)
		f.near = append(f.near, slices.Compact(near))
		f.units = append(f.units, []Cell{l.CellOfKind(kind)})
	}
	h.place(f, list, origin)
	l.deriving.Do(func() {})
	return l, nil
}

// packedCell returns the cell of a kind at some steps.
func (l *Lattice) packedCell(at combination, kind int) Cell {
	return Cell{max(1, l.packed)*at[0] + kind, at[1], at[2]}
}

// round finds the corners in 1/scale of the steps from the origin. Corners that differ by steps
// differ by them exactly.
func (h *honeycomb) round(l *Lattice, origin vector) {
	var parts []vector
	for _, p := range h.points {
		parts = append(parts, fractionsOf(&h.steps, p).minus(origin))
	}
	l.scale = commonScale(parts)
	for _, cell := range h.cells {
		var corners []Corner
		for _, c := range cell {
			p := parts[c.class].times(float64(l.scale))
			corners = append(corners, Corner{
				int(math.Round(p[0])) + l.scale*c.at[0], int(math.Round(p[1])) + l.scale*c.at[1], int(math.Round(p[2])) + l.scale*c.at[2],
			})
		}
		l.corners = append(l.corners, corners)
	}
}

// place finds exact positions near the centers of the cells, which symmetries map to each other.
func (h *honeycomb) place(f *facts, list []*spaceMotion, origin vector) {
	scale := len(list) * f.denominator * coarseGrid
	unit := scale / f.denominator
	apply := func(i int, p combination) combination {
		op := &f.operations[i]
		q := op.matrix.image(p)
		return q.plus(combination{unit * op.shift[0], unit * op.shift[1], unit * op.shift[2]})
	}
	times := func(c combination, n int) combination { return combination{n * c[0], n * c[1], n * c[2]} }
	places := make([]combination, len(h.cells))
	done := make([]bool, len(h.cells))
	for k := range h.cells {
		if done[k] {
			continue
		}
		var fixing []int
		for i, s := range list {
			if s.images[k].kind == k {
				fixing = append(fixing, i)
			}
		}
		n := len(fixing)
		p := fractionsOf(&h.steps, h.centers[k]).minus(origin).times(float64(scale) / float64(n))
		first := combination{n * int(math.Round(p[0])), n * int(math.Round(p[1])), n * int(math.Round(p[2]))}
		var sum combination
		for _, i := range fixing {
			sum = sum.plus(apply(i, first)).minus(times(list[i].images[k].at, scale))
		}
		own := combination{sum[0] / n, sum[1] / n, sum[2] / n}
		for i, s := range list {
			to := s.images[k]
			places[to.kind], done[to.kind] = apply(i, own).minus(times(to.at, scale)), true
		}
	}
	for _, p := range places {
		f.centers = append(f.centers, Corner{p[0], p[1], p[2]})
	}
	f.centerScale = scale
	for _, n := range []int{7, 5, 3, 2} {
		for f.divideCenters(n) {
		}
	}
}
