// SPDX-License-Identifier: BSD-3-Clause

// One design for all lattices.
//
// A lattice of cells is periodic: the cells of one period and the translations that repeat them
// determine it. So a lattice is designed here by
//
//   - the corners of each kind of cell in a period, in fractions of the steps X, Y (and Z);
//   - the number of corners that neighbors have in common: 2 where cells of the plane share an
//     edge, 1 where a common corner is enough, 4 for cubes;
//   - matrices that generate its point group, in coordinates of the steps;
//   - the directions of the steps in a drawing.
//
// Everything else is derived when it is first needed, and a wrong design is detected there: the
// point group is the closure of its generators; a matrix maps the corners of a cell to the corners
// of another cell, which shows how it permutes the kinds; neighbors are found by comparing corners.
// No table is entered by hand. The designs are constants, which cost nothing at program start;
// deriving all eight lattices takes 0.3 ms and 220 kB.
//
// Example: the square lattice has one kind of cell with corners (±½, ±½), written as ±1 in halves
// of a step, the generators (x, y) -> (-y, x) and (x, y) -> (-x, y), and contact 2. The closure has
// eight elements, and the cells with two corners in common with (0, 0) are (0, -1), (-1, 0), (1,
// 0), (0, 1).
//
// Invariants: operations[0] is the identity. The translations form a normal subgroup of all
// isometries, so that every isometry of the lattice is, in exactly one way, an operation followed
// by a translation.

package shapes

import (
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"
	"sync"
)

// A Lattice is a periodic arrangement of cells with their neighbors and its symmetries. The
// lattices are the variables of this package, such as [Square], those that [LatticeByName] finds,
// such as "cairo", and those that [NewLattice] makes. They are compared by identity and never
// change.
type Lattice struct {
	design
	deriving  sync.Once
	derived   facts // see the method facts
	combining sync.Once
	combined  group // see the method group
}

// A design is the definition of a lattice.
type design struct {
	name    string
	spatial bool       // Z is a direction, not a kind
	folded  bool       // Z contains a fourth coordinate, and operations have axes instead of a matrix (see tesseract.go)
	packed  int        // in space: the number of kinds if there are several, which X counts as well; otherwise 0
	scale   int        // corners are written in 1/scale of a step
	corners [][]Corner // by kind: the corners of cell (0,0) of this kind, in drawing order
	contact int        // number of corners that neighbors have in common
	pairs   [][]Cell   // the units of cells at the origin of which polyforms consist; nil for single cells
	turn    matrix     // the smallest rotation
	mirror  matrix     // the reflection that exchanges left and right
	also    []matrix   // further generators of the point group
	steps   [3][2]float64
	classes []namedClass // of the symmetries of shapes
	space   [3]vector    // in space: the steps
	surface *surface     // of a patch, which is finite; otherwise nil
	faces   [][][]int    // in space, by kind: the corners of each face of the cell, counterclockwise from outside
}

// facts are derived from a design.
type facts struct {
	near       [][]Cell // by kind: neighbors, as differences of X, Y (and Z) with the kind of the neighbor in Z
	units      [][]Cell // the units of cells at the origin of which polyforms consist: single cells, on Tan pairs
	operations []operation
	rotate     int // index of the smallest rotation
	reflect    int // index of the reflection that exchanges left and right, or of the one next to it; -1 if there are none

	// What follows is for lattices whose symmetries were found (see period.go).
	denominator int      // of the shifts of operations; 0 or 1 if there are none
	centers     []Corner // by kind: a position near the middle of the cell, which operations map to each other; nil for the sums of corners
	centerScale int      // the positions are in 1/centerScale of a step
	margin      int      // periods by which images can be away
}

// A Corner is a corner of a cell. Its unit is a fraction of a step of the lattice, chosen so that
// all corners have integer coordinates. Cells that touch have a corner in common. [Lattice.Project]
// returns its position in a drawing.
type Corner struct{ X, Y, Z int }

// A matrix acts on column vectors of steps from the left.
type matrix [3][3]int

var identity = matrix{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}

// An operation is an element of the point group: it maps the origin to itself, or is followed by a
// translation that is not one by whole steps.
type operation struct {
	matrix matrix
	axes   signedPermutation // in place of the matrix, if the lattice is folded
	mirror bool              // it reverses orientation
	images []Cell            // by kind: the image of cell (0,0) of this kind, with the kind of the image in Z
	shift  [3]int            // the translation after the matrix, in 1/denominator of the steps; it is part of the images
	angle  int               // in degrees: of a rotation, clockwise; of the axis of a reflection, counterclockwise; 0 in space
}

// A group has the structure of the point group, with operations given by their indices.
type group struct {
	product [][]int // product[i][j] is operation i after operation j
	inverse []int
	class   []int    // the least index of a conjugate operation
	excess  [][]Cell // excess[i][j] is the translation that, after operation product[i][j], gives operation i after j; nil if all are 0
}

// Lattices returns the lattices that are variables of this package. [LatticeNames] lists all.
func Lattices() []*Lattice {
	return []*Lattice{Square, Triangle, Hexagon, King, Stick, Tan, Kite, Cube}
}

// LatticeByName returns the lattice with a name, in upper or lower case: one of [LatticeNames], one
// that [NewLattice] or its like has made, a graph that [NewGraph] lists, or a patch (see
// [NewPatch]) with numbers in its name:
//
//	torus-4x5, cylinder-4x5,   4 rows and 5 columns of squares whose borders are glued; the sides at
//	moebius-4x5, klein-4x5,    the left and the right are glued, and the upper and lower ones too
//	projective-4x5             in torus, klein and projective
//	cube-surface-3             the 6 faces of a cube, with 3 rows and 3 columns of squares each
//	penrose-4                  Penrose's rhombs, after 4 divisions of a decagon; at most 6
//	hyperbolic-7-3-2           the tiling of the hyperbolic plane with 3 heptagons at each corner, up
//	                           to 2 steps from the heptagon in the middle
//
// A patch has at most 4096 cells. An error lists the names without numbers.
func LatticeByName(name string) (*Lattice, error) {
	if l := latticeNamed(name, strings.EqualFold); l != nil {
		return l, nil
	}
	return nil, fmt.Errorf("shapes: unknown lattice %q, expected one of %s", name, strings.Join(LatticeNames(), ", "))
}

// LatticeNames returns the names of all lattices: those of [Lattices], the tilings by regular
// polygons and their duals, solids (see [NewSolidLattice]), "tesseract", whose cells are cubes of
// four dimensions (see [Cell4]), and those made by [NewLattice] and its like, in alphabetical
// order.
func LatticeNames() []string {
	names := builtInNames()
	own.Lock()
	defer own.Unlock()
	return append(names, slices.Sorted(maps.Keys(own.lattices))...)
}

// allBuiltIns returns the lattices that are derived when they are first needed.
func allBuiltIns() []*builtIn {
	return append(append(builtIns[:len(builtIns):len(builtIns)], builtInSolids[:]...), &tesseracts)
}

// builtInNames returns the names that NewLattice refuses.
func builtInNames() []string {
	var names []string
	for _, l := range Lattices() {
		names = append(names, l.name)
	}
	for _, b := range allBuiltIns() {
		names = append(names, b.name)
	}
	return names
}

// latticeNamed returns the lattice whose name is equal to the given one, or nil.
func latticeNamed(name string, equal func(a, b string) bool) *Lattice {
	for _, l := range Lattices() {
		if equal(l.name, name) {
			return l
		}
	}
	for _, b := range allBuiltIns() {
		if equal(b.name, name) {
			return b.lattice()
		}
	}
	if l := ownNamed(name, equal); l != nil {
		return l
	}
	if l := familyNamed(name); l != nil {
		return registered(l)
	}
	if g := graphNamed(name); g != nil {
		if l, err := graphOf(*g); err == nil {
			return registered(l)
		}
	}
	return nil
}

// String returns the name of the lattice, such as "square".
func (l *Lattice) String() string { return l.name }

// NumKinds returns the number of cells in one period: 1 for squares, hexagons and cubes, 2 for
// triangles and sticks, 4 on [Tan], 6 on [Kite]. On planar lattices the Z of a cell is less than
// that. In space, the X of a cell counts the cells of a row, of all kinds in turn.
func (l *Lattice) NumKinds() int { return len(l.corners) }

// KindOf returns the kind of a cell: its number in its period, from 0 to NumKinds - 1.
func (l *Lattice) KindOf(c Cell) int {
	_, kind := l.split(c)
	return kind
}

// PeriodOf returns the cell of kind 0 in the period of c. The difference of two results is a
// translation of the lattice, and every cell is the sum of its PeriodOf and the
// [Lattice.CellOfKind] of its kind.
func (l *Lattice) PeriodOf(c Cell) Cell {
	at, _ := l.split(c)
	return at
}

// CellOfKind returns the cell of a kind in the period at the origin. It panics if there is no such
// kind.
func (l *Lattice) CellOfKind(kind int) Cell {
	if kind < 0 || kind >= len(l.corners) {
		panic("shapes: the lattice has no cells of such a kind")
	}
	if l.spatial {
		return Cell{X: kind}
	}
	return Cell{Z: kind}
}

// Spatial reports whether the lattice fills space, so that Z is a direction like X and Y.
func (l *Lattice) Spatial() bool { return l.spatial }

// Contains reports whether c is a cell of the lattice. On a planar lattice its Z must be one of the
// kinds.
func (l *Lattice) Contains(c Cell) bool {
	return l.spatial || 0 <= c.Z && c.Z < len(l.corners) && (l.surface == nil || c.X == 0 && c.Y == 0)
}

// Neighbors returns the cells that share a side with c, in reading order. On [King] a common corner
// is enough, on [Stick] a common end, and on [Cube] a common face is needed.
func (l *Lattice) Neighbors(c Cell) []Cell {
	at, kind := l.split(c)
	ds := l.facts().near[kind]
	cells := make([]Cell, len(ds))
	for i, d := range ds {
		cells[i] = at.plus(d)
	}
	return cells
}

// unitsWith returns the units of which polyforms consist that contain c.
func (l *Lattice) unitsWith(c Cell) [][]Cell {
	at, kind := l.split(c)
	var list [][]Cell
	for _, unit := range l.facts().units {
		if !slices.Contains(unit, l.CellOfKind(kind)) {
			continue
		}
		moved := slices.Clone(unit)
		for i := range moved {
			moved[i] = moved[i].plus(at)
		}
		list = append(list, moved)
	}
	return list
}

// Corners returns the corners of c: on a planar lattice clockwise, as they are drawn, on [Stick]
// the two ends, and on [Cube] the four with the lesser Z first.
func (l *Lattice) Corners(c Cell) []Corner { return l.appendCorners(nil, c) }

// appendCorners appends the corners of c to a list.
func (l *Lattice) appendCorners(list []Corner, c Cell) []Corner {
	at, kind := l.split(c)
	at = l.periods(at)
	list = slices.Grow(list, len(l.corners[kind]))
	for _, p := range l.corners[kind] {
		list = append(list, Corner{p.X + l.scale*at.X, p.Y + l.scale*at.Y, p.Z + l.scale*at.Z})
	}
	return list
}

// Project returns the position of a corner in a drawing, with x to the right and y down, in units
// of the side of a cell, the short one on [Kite]. On the other lattices the unit is that of the
// [Period]; the tilings by regular polygons have sides of length 1.
func (l *Lattice) Project(p Corner) (x, y float64) {
	for i, n := range [3]int{p.X, p.Y, p.Z} {
		x += float64(n) * l.steps[i][0] / float64(l.scale)
		y += float64(n) * l.steps[i][1] / float64(l.scale)
	}
	return x, y
}

// Isometries returns the point group of the lattice: its rotations and reflections about the
// origin, or, on lattices whose symmetries were found (see [NewLattice]), one of the isometries for
// each rotation and reflection of directions, such as a glide reflection. The identity is the
// first, then come the other rotations, then the reflections. Every isometry of the lattice is one
// of these followed by a translation by whole steps.
func (l *Lattice) Isometries() []Isometry {
	all := make([]Isometry, len(l.facts().operations))
	for i := range all {
		all[i] = Isometry{lattice: l.stored(), operation: i}
	}
	return all
}

// split returns the translation that maps a cell of the first period to c, as a difference of
// coordinates, and the kind of that cell.
func (l *Lattice) split(c Cell) (at Cell, kind int) {
	switch {
	case !l.spatial:
		return Cell{X: c.X, Y: c.Y}, c.Z
	case l.packed > 0:
		kind = (c.X%l.packed + l.packed) % l.packed
		c.X -= kind
	}
	return c, kind
}

// periods returns a translation in steps.
func (l *Lattice) periods(at Cell) Cell {
	if l.packed > 0 {
		at.X /= l.packed
	}
	return at
}

// turned returns the image of a translation, as a difference of coordinates, under an operation.
func (l *Lattice) turned(op *operation, at Cell) Cell {
	switch {
	case l.folded:
		return op.axes.times(unfolded(at)).folded()
	case l.packed == 0:
		return op.matrix.times(at)
	}
	at = op.matrix.times(l.periods(at))
	at.X *= l.packed
	return at
}

// stored returns the lattice as values store it: nil stands for Square, so that zero values are
// useful and == works.
func (l *Lattice) stored() *Lattice {
	if l == Square {
		return nil
	}
	return l
}

// known is the inverse of stored.
func known(l *Lattice) *Lattice {
	if l == nil {
		return Square
	}
	return l
}

// apply returns the image of a cell.
func (op *operation) apply(l *Lattice, c Cell) Cell {
	at, kind := l.split(c)
	return l.turned(op, at).plus(op.images[kind])
}

func (m *matrix) times(c Cell) Cell {
	return Cell{
		m[0][0]*c.X + m[0][1]*c.Y + m[0][2]*c.Z,
		m[1][0]*c.X + m[1][1]*c.Y + m[1][2]*c.Z,
		m[2][0]*c.X + m[2][1]*c.Y + m[2][2]*c.Z,
	}
}

func (m *matrix) after(n *matrix) (p matrix) {
	for i := range p {
		for j := range p {
			p[i][j] = m[i][0]*n[0][j] + m[i][1]*n[1][j] + m[i][2]*n[2][j]
		}
	}
	return p
}

func (m *matrix) determinant() int {
	return m[0][0]*(m[1][1]*m[2][2]-m[1][2]*m[2][1]) -
		m[0][1]*(m[1][0]*m[2][2]-m[1][2]*m[2][0]) +
		m[0][2]*(m[1][0]*m[2][1]-m[1][1]*m[2][0])
}

// facts returns what follows from the design. The first call derives it, and panics if the design
// contradicts itself.
func (l *Lattice) facts() *facts {
	l.deriving.Do(l.derive)
	return &l.derived
}

func (l *Lattice) derive() {
	matrices := closure(append([]matrix{l.turn, l.mirror}, l.also...))
	f := facts{
		near:       make([][]Cell, len(l.corners)),
		units:      l.pairs,
		operations: make([]operation, len(matrices)),
		rotate:     slices.Index(matrices, l.turn),
		reflect:    slices.Index(matrices, l.mirror),
	}
	for i, m := range matrices {
		f.operations[i] = l.operationOf(m)
	}
	for kind := range l.corners {
		f.near[kind] = l.neighborsOf(kind, l.contact)
		if l.pairs == nil {
			f.units = append(f.units, []Cell{{Z: kind}})
		}
	}
	l.derived = f
}

// operationOf returns the operation of a matrix.
func (l *Lattice) operationOf(m matrix) operation {
	op := operation{matrix: m, mirror: m.determinant() < 0, images: make([]Cell, len(l.corners))}
	for kind := range l.corners {
		op.images[kind] = l.imageOf(kind, &m)
	}
	if !l.spatial {
		op.angle = l.angleOf(&m)
	}
	return op
}

// group returns the structure of the point group, which the first call derives.
func (l *Lattice) group() *group {
	l.combining.Do(l.combine)
	return &l.combined
}

func (l *Lattice) combine() {
	ops := l.facts().operations
	if l.folded {
		l.combined = groupOfAxes(ops)
		return
	}
	l.combined = groupOf(ops)
	if l.facts().denominator <= 1 {
		return
	}
	for i := range ops {
		row := make([]Cell, len(ops))
		for j := range ops {
			image := ops[i].apply(l, ops[j].images[0])
			row[j] = image.minus(ops[l.combined.product[i][j]].images[0])
		}
		l.combined.excess = append(l.combined.excess, row)
	}
}

// angleOf returns the angle of an operation in a drawing, where Y goes down: the clockwise angle by
// which it rotates the direction of X, or half of that, counterclockwise, for the axis of a
// reflection.
func (l *Lattice) angleOf(m *matrix) int {
	paper := func(x, y int) (float64, float64) {
		return float64(x)*l.steps[0][0] + float64(y)*l.steps[1][0], float64(x)*l.steps[0][1] + float64(y)*l.steps[1][1]
	}
	x, y := paper(1, 0)
	u, v := paper(m[0][0], m[1][0])
	turn := math.Atan2(x*v-y*u, x*u+y*v)
	degrees := int(math.Round(turn * 180 / math.Pi))
	if m.determinant() < 0 {
		own := math.Atan2(y, x) * 180 / math.Pi // of the direction of X, which is horizontal in every planar lattice of this package
		return (int(math.Round(-own-float64(degrees)/2)) + 720) % 180
	}
	return (degrees + 360) % 360
}

// closure generates a group: first the rotations in the order of their discovery, then the
// reflections, each the product of a rotation with the first reflection, in the same order.
func closure(generators []matrix) []matrix {
	group := []matrix{identity}
	for i := 0; i < len(group); i++ {
		for _, g := range generators {
			if p := g.after(&group[i]); !slices.Contains(group, p) {
				group = append(group, p)
			}
		}
	}
	var turns, reflections []matrix
	for _, m := range group {
		if m.determinant() > 0 {
			turns = append(turns, m)
		}
	}
	reflect := generators[1]
	for _, m := range turns {
		reflections = append(reflections, m.after(&reflect))
	}
	return append(turns, reflections...)
}

// imageOf returns the cell whose corners are those of cell (0,0,kind) under m.
func (l *Lattice) imageOf(kind int, m *matrix) Cell {
	image := make([]Corner, len(l.corners[kind]))
	for i, p := range l.corners[kind] {
		image[i] = Corner(m.times(Cell(p)))
	}
	for k, corners := range l.corners {
		if at, ok := l.translation(corners, image); ok {
			if !l.spatial {
				at.Z = k
			}
			return at
		}
	}
	panic("shapes: the point group of lattice " + l.name + " does not map cells to cells")
}

// translation returns the translation by whole steps that maps one set of corners to the other.
func (l *Lattice) translation(from, to []Corner) (Cell, bool) {
	if len(from) != len(to) {
		return Cell{}, false
	}
	d := leastCorner(to).minus(leastCorner(from))
	if d.X%l.scale != 0 || d.Y%l.scale != 0 || d.Z%l.scale != 0 {
		return Cell{}, false
	}
	for _, p := range from {
		if !slices.Contains(to, Corner(Cell(p).plus(d))) {
			return Cell{}, false
		}
	}
	return Cell{d.X / l.scale, d.Y / l.scale, d.Z / l.scale}, true
}

// leastCorner returns the first corner in reading order.
func leastCorner(corners []Corner) Cell {
	least := Cell(corners[0])
	for _, p := range corners[1:] {
		if Cell(p).Compare(least) < 0 {
			least = Cell(p)
		}
	}
	return least
}

// neighborsOf returns the cells that have at least contact corners in common with cell (0,0,kind).
// Cells that touch are at most two steps apart in every lattice defined here.
func (l *Lattice) neighborsOf(kind, contact int) []Cell {
	const reach = 2
	origin := Cell{Z: kind}
	layers := [2]int{0, len(l.corners) - 1} // kinds, or layers of cubes
	if l.spatial {
		origin.Z = 0
		layers = [2]int{-reach, reach}
	}
	own := l.Corners(origin)
	var others []Corner
	var cells []Cell
	for y := -reach; y <= reach; y++ {
		for x := -reach; x <= reach; x++ {
			for z := layers[0]; z <= layers[1]; z++ {
				c := Cell{x, y, z}
				common := 0
				others = l.appendCorners(others[:0], c)
				for _, p := range others {
					if slices.Contains(own, p) {
						common++
					}
				}
				if c != origin && common >= contact {
					cells = append(cells, c)
				}
			}
		}
	}
	return cells
}
