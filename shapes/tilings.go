// SPDX-License-Identifier: BSD-3-Clause

// The tilings of Archimedes and Laves as lattices.
//
// A tiling by regular polygons with sides of length 1 is written as a list: the first polygon has
// its center in the origin and a side across from a direction; each other polygon lies across the
// side of an earlier one in a direction, and its center follows. The dual has a cell for each
// corner of the tiling: the centers of the polygons around it, in the order of their directions.
// All else is found by NewLattice's way (see period.go).
//
// Source: B. Grünbaum and G. C. Shephard, Tilings and Patterns (1987), sections 2.1 and 2.7.
//
// Example: in the snub square tiling, two squares and three triangles meet in each corner. So the
// cells of its dual are pentagons, those of Cairo.

package shapes

import (
	"cmp"
	"math"
	"slices"
	"sync"
)

// A regular is a regular polygon beside an earlier one of a list.
type regular struct {
	beside    int // index of the earlier one; not used for the first
	direction float64
	sides     int
}

// A builtIn is a lattice that is derived when it is first needed.
type builtIn struct {
	name     string
	steps    [2][2]float64
	polygons []regular
	dual     bool
	solid    [3][3]float64 // the steps of a lattice of space, which has no polygons
	parts    int           // corners of its cells are in 1/parts of the steps
	cells    [][][3]int    // the corners of its cells; nil if there is one, which is found
	folded   bool          // it is that of 4-cubes
	once     sync.Once
	derived  *Lattice
}

const root2 = 1.41421356237309504880168872420969807856967187537694

// The polygons of each tiling.
var (
	trihexagonal          = []regular{{0, 30, 6}, {0, 90, 3}, {0, 270, 3}}
	rhombitrihexagonal    = []regular{{0, 0, 6}, {0, 0, 4}, {0, 60, 4}, {0, 120, 4}, {1, 90, 3}, {1, 270, 3}}
	truncatedSquare       = []regular{{0, 0, 8}, {0, 45, 4}}
	snubSquare            = []regular{{0, 0, 4}, {0, 0, 3}, {0, 90, 3}, {0, 180, 3}, {0, 270, 3}, {1, 60, 4}}
	truncatedHexagonal    = []regular{{0, 0, 12}, {0, 30, 3}, {0, 90, 3}}
	truncatedTrihexagonal = []regular{{0, 0, 12}, {0, 0, 4}, {0, 60, 4}, {0, 120, 4}, {0, 30, 6}, {0, 90, 6}}
	snubHexagonal         = []regular{{0, 30, 6}, {0, 30, 3}, {0, 90, 3}, {0, 150, 3}, {0, 210, 3}, {0, 270, 3}, {0, 330, 3}, {1, 90, 3}, {6, 30, 3}}
	elongatedTriangular   = []regular{{0, 0, 4}, {0, 90, 3}, {1, 30, 3}}
)

// The steps of each tiling.
var (
	trihexagonalSteps          = [2][2]float64{{2, 0}, {1, root3}}
	rhombitrihexagonalSteps    = [2][2]float64{{1 + root3, 0}, {(1 + root3) / 2, (3 + root3) / 2}}
	truncatedSquareSteps       = [2][2]float64{{1 + root2, 0}, {0, 1 + root2}}
	snubSquareSteps            = [2][2]float64{{1 + root3/2, -0.5}, {0.5, 1 + root3/2}}
	truncatedHexagonalSteps    = [2][2]float64{{2 + root3, 0}, {1 + root3/2, 1.5 + root3}}
	truncatedTrihexagonalSteps = [2][2]float64{{3 + root3, 0}, {(3 + root3) / 2, (3 + 3*root3) / 2}}
	snubHexagonalSteps         = [2][2]float64{{2.5, root3 / 2}, {0.5, 1.5 * root3}}
	elongatedTriangularSteps   = [2][2]float64{{1, 0}, {0.5, 1 + root3/2}}
)

// builtIns are the lattices that LatticeByName finds besides the variables. Kite is the dual of the
// rhombitrihexagonal tiling.
var builtIns = [...]*builtIn{
	{name: "trihexagonal", steps: trihexagonalSteps, polygons: trihexagonal},
	{name: "rhombitrihexagonal", steps: rhombitrihexagonalSteps, polygons: rhombitrihexagonal},
	{name: "truncated-square", steps: truncatedSquareSteps, polygons: truncatedSquare},
	{name: "snub-square", steps: snubSquareSteps, polygons: snubSquare},
	{name: "truncated-hexagonal", steps: truncatedHexagonalSteps, polygons: truncatedHexagonal},
	{name: "truncated-trihexagonal", steps: truncatedTrihexagonalSteps, polygons: truncatedTrihexagonal},
	{name: "snub-hexagonal", steps: snubHexagonalSteps, polygons: snubHexagonal},
	{name: "elongated-triangular", steps: elongatedTriangularSteps, polygons: elongatedTriangular},
	{name: "rhombille", steps: trihexagonalSteps, polygons: trihexagonal, dual: true},
	{name: "deltoidal", steps: rhombitrihexagonalSteps, polygons: rhombitrihexagonal, dual: true},
	{name: "tetrakis", steps: truncatedSquareSteps, polygons: truncatedSquare, dual: true},
	{name: "cairo", steps: snubSquareSteps, polygons: snubSquare, dual: true},
	{name: "triakis", steps: truncatedHexagonalSteps, polygons: truncatedHexagonal, dual: true},
	{name: "kisrhombille", steps: truncatedTrihexagonalSteps, polygons: truncatedTrihexagonal, dual: true},
	{name: "floret", steps: snubHexagonalSteps, polygons: snubHexagonal, dual: true},
	{name: "prismatic", steps: elongatedTriangularSteps, polygons: elongatedTriangular, dual: true},
}

// lattice returns the lattice, which the first call derives.
func (b *builtIn) lattice() *Lattice {
	b.once.Do(func() {
		if b.folded {
			b.derived = foldedLattice(b.name)
			return
		}
		if b.polygons == nil {
			l, err := parallelohedra(b.name, b.solid) // with these steps, be they the shortest or not
			if b.cells != nil {
				l, err = solidLattice(b.name, b.solid, b.hulls())
			}
			if err != nil {
				panic("shapes: the lattice " + b.name + ": " + err.Error())
			}
			b.derived = l
			return
		}
		p := Period{Steps: b.steps}
		centers := centersOf(b.polygons)
		for i, r := range b.polygons {
			p.Cells = append(p.Cells, r.corners(centers[i]))
		}
		if b.dual {
			p.Cells = b.dualOf(p.Cells, centers)
		}
		l, err := deriveLattice(b.name, p)
		if err != nil {
			panic("shapes: the tiling " + b.name + ": " + err.Error())
		}
		b.derived = l
	})
	return b.derived
}

// hulls returns the corners of the cells of a lattice of space, if there are several.
func (b *builtIn) hulls() [][][3]float64 {
	steps := [3]vector{b.solid[0], b.solid[1], b.solid[2]}
	var list [][][3]float64
	for _, cell := range b.cells {
		var corners [][3]float64
		for _, c := range cell {
			corners = append(corners, combination(c).of(&steps).times(1/float64(b.parts)))
		}
		list = append(list, corners)
	}
	return list
}

// apothem returns the distance of a side from the center.
func (r regular) apothem() float64 { return 0.5 / math.Tan(math.Pi/float64(r.sides)) }

// towards returns the point at a distance in a direction, in degrees.
func towards(degrees, distance float64) [2]float64 {
	y, x := math.Sincos(degrees * math.Pi / 180)
	return [2]float64{distance * x, distance * y}
}

// centersOf returns the centers of the polygons of a list.
func centersOf(list []regular) [][2]float64 {
	centers := [][2]float64{{}}
	for _, r := range list[1:] {
		distance := list[r.beside].apothem() + r.apothem()
		centers = append(centers, add(centers[r.beside], towards(r.direction, distance)))
	}
	return centers
}

// corners returns the corners of the polygon with a center. One of its sides faces the earlier one.
func (r regular) corners(center [2]float64) [][2]float64 {
	half := 180 / float64(r.sides)
	radius := 0.5 / math.Sin(half*math.Pi/180)
	var list [][2]float64
	for i := range r.sides {
		list = append(list, add(center, towards(r.direction+180+half*float64(2*i+1), radius)))
	}
	return list
}

// dualOf returns the cells of the dual tiling: for each corner up to steps, the centers of the
// polygons around it.
func (b *builtIn) dualOf(cells [][][2]float64, centers [][2]float64) [][][2]float64 {
	t := &tessellation{period: Period{Steps: b.steps}, tolerance: 1e-6}
	var around [][][2]float64 // by class of corners: the centers, as seen from the corner
	for k, polygon := range cells {
		for _, p := range polygon {
			v, ok := t.find(p)
			if !ok {
				v.class = len(t.points)
				t.points, around = append(t.points, p), append(around, nil)
			}
			around[v.class] = append(around[v.class], less2(centers[k], p))
		}
	}
	for c, list := range around {
		slices.SortFunc(list, func(a, b [2]float64) int {
			return cmp.Compare(math.Atan2(a[1], a[0]), math.Atan2(b[1], b[0]))
		})
		for i := range list {
			list[i] = add(list[i], t.points[c])
		}
	}
	return around
}
