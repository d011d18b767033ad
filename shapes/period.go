// SPDX-License-Identifier: BSD-3-Clause

// Lattices of one's own.
//
// A lattice is given by two steps and the polygons of one period. Corners, neighbors and symmetries
// are found, in this order:
//
//  1. Steps that are not the shortest ones are replaced by the shortest.
//  2. Corners that differ by a step are one class. A corner of one polygon in the middle of a side
//     of another divides that side, so that afterwards polygons meet side to side, as in a wall of
//     bricks.
//  3. The polygons tile the plane if each directed side occurs once, its reverse occurs once, and
//     the areas add up to that of a period. Proof: by the first two conditions the polygons of one
//     period, glued at their sides, are a closed surface that is mapped onto the torus of the steps
//     without folds; by the third it covers it once. Other polygons leave a gap or overlap, and the
//     error says where.
//  4. Isometries are found as in crystallography: the linear part must map the shortest steps to
//     vectors of the same lengths and angle, which leaves at most twelve; the translation must map
//     a polygon of the rarest sort to one of the same sort. What maps every side to a side is a
//     symmetry.
//  5. If a translation by less than the steps is a symmetry, the steps are replaced by those of the
//     finer lattice, and the polygons by those of its period.
//  6. Coordinates are made exact. A symmetry is a matrix M of integers followed by a translation t,
//     which need not be a step: glide reflections and rotations about several points have no common
//     fixed point. Moving the origin by the mean of all t makes each t a multiple of 1/|G| of the
//     steps, where G is the point group (the class of the extension in the second cohomology has
//     an order that divides |G|); the origin near it with the smallest denominator is chosen. A
//     corner is rounded to a fine grid, then replaced by the mean of its images under the symmetries
//     that fix it, and the other corners of its orbit are its images. So symmetries map corners to
//     corners without rounding.
//
// Example: Cairo pentagons, four in a period. The point group has the eight elements of that of
// squares, but only the quarter turns and half turns have fixed points with the right translation;
// the reflections along the steps are followed by half a step in each direction (the group p4g).
// Cost: proportional to the square of the number of polygons; one millisecond for a dozen.

package shapes

import (
	"errors"
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"
	"sync"
)

// A Period defines a lattice for [NewLattice]: the polygons of one period and the translations that
// repeat them. Positions are x to the right and y down, in any unit.
type Period struct {
	// Name is the name of the lattice: a word of letters, digits, and - _ + ' that starts with a
	// letter. No built-in lattice may have it.
	Name string

	// Steps are the translations X and Y. They must not be parallel.
	Steps [2][2]float64

	// Cells are the polygons of a period, each as its corners in order, clockwise or not. Cell
	// (0,0,k) of the lattice is the polygon with index k. There are at most 64.
	Cells [][][2]float64

	// ByCorners makes cells neighbors if they have a corner in common. If it is false, they must
	// share a part of a side.
	ByCorners bool
}

const (
	mostPolygons = 64
	mostSides    = 64
	mostAdjacent = 32 // as many neighbors as package redelmeier has room for
	mostReach    = 4  // periods between neighbors
)

// own has the lattices that were made by NewLattice and its like, by name.
var own struct {
	sync.Mutex
	lattices map[string]*Lattice
}

// NewLattice returns the lattice of the cells of a period, whose neighbors and symmetries it finds.
// The symmetries include those about other points than the origin, such as glide reflections. The
// polygons must fill the plane without gaps or overlaps; corners that differ by less than about
// 1/100000 of the size of a cell are regarded as equal. Every mistake is an error that says which
// cells and positions are wrong.
//
// Steps that are not the shortest of their lattice, and periods that contain several smaller ones,
// are replaced; [Lattice.NumKinds] and [Lattice.MarshalText] show the result. [LatticeByName] and
// [Parse] find the lattice by its name for the rest of the program. A second lattice with the name
// of an earlier one and the same cells is the same lattice; one with other cells takes the name
// over.
//
// This is a lattice of bricks:
//
//	bricks, err := shapes.NewLattice(shapes.Period{
//		Name:  "brick",
//		Steps: [2][2]float64{{2, 0}, {1, 1}},
//		Cells: [][][2]float64{{{0, 0}, {2, 0}, {2, 1}, {0, 1}}},
//	})
func NewLattice(p Period) (*Lattice, error) {
	name := p.Name
	if err := checkLatticeName(name); err != nil {
		return nil, err
	}
	l, err := deriveLattice(name, p)
	if err != nil {
		return nil, err
	}
	return registered(l), nil
}

// registered returns the lattice that has the name and the cells of l, which is l if it is new.
func registered(l *Lattice) *Lattice {
	own.Lock()
	defer own.Unlock()
	if known := own.lattices[l.name]; known != nil && known.sameDesign(l) {
		return known
	}
	if own.lattices == nil {
		own.lattices = make(map[string]*Lattice)
	}
	own.lattices[l.name] = l
	return l
}

// ownNamed is latticeNamed for the lattices that were made by this program.
func ownNamed(name string, equal func(a, b string) bool) *Lattice {
	own.Lock()
	defer own.Unlock()
	if l := own.lattices[name]; l != nil {
		return l
	}
	for _, n := range slices.Sorted(maps.Keys(own.lattices)) {
		if equal(n, name) {
			return own.lattices[n]
		}
	}
	return nil
}

// sameDesign reports whether two lattices have the same cells at the same places.
func (l *Lattice) sameDesign(m *Lattice) bool {
	return l.surface.equal(m.surface) && l.scale == m.scale && l.contact == m.contact && l.steps == m.steps && l.space == m.space &&
		slices.EqualFunc(l.corners, m.corners, func(a, b []Corner) bool { return slices.Equal(a, b) })
}

func checkLatticeName(name string) error {
	if quoteName(name) != name || name == "" {
		return fmt.Errorf("shapes: lattice name %q: expected a word that starts with a letter", name)
	}
	for _, n := range builtInNames() {
		if strings.EqualFold(n, name) {
			return fmt.Errorf("shapes: lattice name %q: expected a name other than those of the built-in lattices", name)
		}
	}
	if memberOf(name) != nil || graphNamed(name) != nil {
		return fmt.Errorf("shapes: lattice name %q: expected a name other than those of the built-in patches", name)
	}
	return nil
}

// deriveLattice makes a lattice without registering it.
func deriveLattice(name string, p Period) (*Lattice, error) {
	t, err := newTessellation(p)
	for err == nil {
		var finer Period
		var found bool
		if finer, found = t.primitive(); !found {
			break
		}
		t, err = newTessellation(finer)
	}
	if err != nil {
		return nil, err
	}
	return t.lattice(name)
}

// check returns an error if the numbers of a period cannot be those of a tiling.
func (p *Period) check() error {
	for i, s := range p.Steps {
		if !finite(s) {
			return fmt.Errorf("shapes: step %c: expected finite numbers", "XY"[i])
		}
	}
	x, y := p.Steps[0], p.Steps[1]
	if area := math.Abs(cross(x, y)); !(area > 1e-6*math.Hypot(x[0], x[1])*math.Hypot(y[0], y[1])) || math.IsInf(area, 0) {
		return errors.New("shapes: expected two steps that are not parallel and not 0")
	}
	if len(p.Cells) == 0 || len(p.Cells) > mostPolygons {
		return fmt.Errorf("shapes: %d cells: expected 1 to %d polygons in a period", len(p.Cells), mostPolygons)
	}
	for k, c := range p.Cells {
		if len(c) < 3 || len(c) > mostSides {
			return fmt.Errorf("shapes: cell %d has %d corners, expected 3 to %d", k, len(c), mostSides)
		}
		for _, q := range c {
			if !finite(q) || math.Hypot(q[0], q[1]) > 1e6*math.Sqrt(math.Abs(cross(x, y))) {
				return fmt.Errorf("shapes: cell %d has the corner (%g,%g), expected one within a million periods", k, q[0], q[1])
			}
		}
	}
	return nil
}

func finite(p [2]float64) bool {
	return !math.IsNaN(p[0]) && !math.IsNaN(p[1]) && !math.IsInf(p[0], 0) && !math.IsInf(p[1], 0)
}

func cross(a, b [2]float64) float64    { return a[0]*b[1] - a[1]*b[0] }
func dot(a, b [2]float64) float64      { return a[0]*b[0] + a[1]*b[1] }
func add(a, b [2]float64) [2]float64   { return [2]float64{a[0] + b[0], a[1] + b[1]} }
func less2(a, b [2]float64) [2]float64 { return [2]float64{a[0] - b[0], a[1] - b[1]} }

// reduced returns the shortest steps of the same lattice; steps that are shortest already are kept.
func reduced(s [2][2]float64) [2][2]float64 {
	const slack = 1 + 1e-9
	for range 1000 {
		a, b := dot(s[0], s[0]), dot(s[1], s[1])
		d := dot(s[0], s[1])
		switch {
		case 2*math.Abs(d) <= min(a, b)*slack:
			return s
		case a <= b:
			n := math.Round(d / a)
			s[1] = [2]float64{s[1][0] - n*s[0][0], s[1][1] - n*s[0][1]}
		default:
			n := math.Round(d / b)
			s[0] = [2]float64{s[0][0] - n*s[1][0], s[0][1] - n*s[1][1]}
		}
	}
	return s
}
