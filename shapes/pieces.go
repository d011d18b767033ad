// SPDX-License-Identifier: BSD-3-Clause

package shapes

import "slices"

// The named pieces of other lattices, each in its canonical orientation.
var (
	// Names as in T. H. O'Beirne's articles in New Scientist (1961) and in common use since.
	hexiamonds = drawn(
		"bar = triangle [(0,0,0), (0,0,1), (1,0,0), (1,0,1), (2,0,0), (2,0,1)]",
		"butterfly = triangle [(1,0,0), (1,0,1), (2,0,0), (0,1,1), (1,1,0), (1,1,1)]",
		"chevron = triangle [(0,0,0), (0,0,1), (1,0,0), (1,0,1), (1,1,0), (1,1,1)]",
		"crook = triangle [(0,0,1), (1,0,0), (1,0,1), (2,0,0), (2,0,1), (0,1,0)]",
		"crown = triangle [(0,0,1), (1,0,0), (1,0,1), (2,0,0), (2,0,1), (1,1,0)]",
		"hexagon = triangle [(0,0,1), (1,0,0), (1,0,1), (0,1,0), (0,1,1), (1,1,0)]",
		"hook = triangle [(0,0,0), (0,0,1), (1,0,0), (1,0,1), (0,1,1), (1,1,0)]",
		"lobster = triangle [(0,0,0), (0,0,1), (1,0,0), (1,0,1), (0,1,0), (0,1,1)]",
		"signpost = triangle [(0,0,1), (1,0,0), (1,0,1), (2,0,0), (1,1,0), (1,1,1)]",
		"snake = triangle [(0,0,1), (1,0,0), (1,0,1), (1,1,0), (1,1,1), (2,1,0)]",
		"sphinx = triangle [(0,0,0), (0,0,1), (1,0,0), (1,0,1), (2,0,0), (0,1,0)]",
		"yacht = triangle [(0,0,0), (0,0,1), (1,0,0), (1,0,1), (0,1,0), (1,1,0)]",
	)
	// Letters as in David Goodger's Polyform Puzzler.
	heptiamonds = drawn(
		"A = triangle [(0,0,1), (1,0,0), (1,0,1), (2,0,0), (0,1,0), (1,1,0), (1,1,1)]",
		"B = triangle [(0,0,1), (1,0,0), (1,0,1), (2,0,0), (0,1,1), (1,1,0), (1,1,1)]",
		"C = triangle [(0,0,1), (1,0,0), (1,0,1), (2,0,0), (2,0,1), (0,1,0), (2,1,0)]",
		"D = triangle [(0,0,0), (0,0,1), (1,0,0), (1,0,1), (0,1,0), (0,1,1), (1,1,0)]",
		"E = triangle [(0,0,0), (0,0,1), (1,0,0), (1,0,1), (2,0,0), (2,0,1), (1,1,0)]",
		"F = triangle [(0,0,1), (1,0,0), (1,0,1), (2,0,0), (2,0,1), (0,1,0), (1,1,0)]",
		"G = triangle [(0,0,0), (0,0,1), (1,0,0), (1,0,1), (2,0,0), (0,1,0), (0,1,1)]",
		"H = triangle [(0,0,0), (0,0,1), (1,0,0), (1,0,1), (2,0,0), (1,1,0), (1,1,1)]",
		"I = triangle [(0,0,0), (0,0,1), (1,0,0), (1,0,1), (2,0,0), (2,0,1), (3,0,0)]",
		"J = triangle [(0,0,1), (1,0,0), (1,0,1), (2,0,0), (2,0,1), (0,1,0), (0,1,1)]",
		"L = triangle [(0,0,0), (0,0,1), (1,0,0), (1,0,1), (2,0,0), (2,0,1), (2,1,0)]",
		"M = triangle [(0,0,0), (0,0,1), (1,0,0), (1,0,1), (2,0,0), (0,1,0), (1,1,0)]",
		"N = triangle [(0,0,0), (0,0,1), (1,0,0), (1,0,1), (1,1,0), (1,1,1), (2,1,0)]",
		"P = triangle [(0,0,0), (0,0,1), (1,0,0), (1,0,1), (2,0,0), (2,0,1), (0,1,0)]",
		"Q = triangle [(0,0,1), (1,0,0), (1,0,1), (1,1,0), (1,1,1), (2,1,0), (1,2,0)]",
		"R = triangle [(0,0,0), (0,0,1), (1,0,0), (1,0,1), (1,1,0), (1,1,1), (1,2,0)]",
		"S = triangle [(0,0,1), (1,0,0), (1,0,1), (2,0,1), (1,1,0), (1,1,1), (2,1,0)]",
		"T = triangle [(0,0,1), (1,0,0), (1,0,1), (2,0,0), (1,1,0), (1,1,1), (1,2,0)]",
		"U = triangle [(0,0,0), (0,0,1), (1,0,0), (1,0,1), (0,1,0), (1,1,0), (1,1,1)]",
		"V = triangle [(0,0,0), (0,0,1), (1,0,0), (1,0,1), (0,1,1), (1,1,0), (0,2,0)]",
		"W = triangle [(1,0,0), (1,0,1), (0,1,1), (1,1,0), (1,1,1), (2,1,0), (0,2,0)]",
		"X = triangle [(1,0,0), (1,0,1), (2,0,0), (0,1,1), (1,1,0), (1,1,1), (0,2,0)]",
		"Y = triangle [(0,0,1), (1,0,0), (1,0,1), (2,0,0), (2,0,1), (0,1,1), (1,1,0)]",
		"Z = triangle [(0,0,1), (1,0,0), (1,0,1), (2,0,0), (1,1,0), (1,1,1), (2,1,0)]",
	)
	// Letters as for pentominoes, by resemblance.
	tetrahexes = drawn(
		"I = hexagon [(0,0), (1,0), (2,0), (3,0)]",
		"J = hexagon [(0,0), (1,0), (2,0), (2,1)]",
		"O = hexagon [(0,0), (1,0), (0,1), (1,1)]",
		"P = hexagon [(0,0), (1,0), (2,0), (0,1)]",
		"S = hexagon [(0,0), (1,0), (1,1), (2,1)]",
		"U = hexagon [(0,0), (1,0), (1,1), (0,2)]",
		"Y = hexagon [(1,0), (1,1), (2,1), (0,2)]",
	)
	// Letters as in David Goodger's Polyform Puzzler.
	pentahexes = drawn(
		"A = hexagon [(1,0), (2,0), (0,1), (1,1), (1,2)]",
		"B = hexagon [(0,0), (1,0), (2,0), (1,1), (2,1)]",
		"C = hexagon [(0,0), (1,0), (1,1), (1,2), (0,3)]",
		"D = hexagon [(0,0), (1,0), (2,0), (0,1), (1,1)]",
		"E = hexagon [(0,0), (1,0), (2,0), (3,0), (1,1)]",
		"F = hexagon [(0,0), (1,0), (2,0), (0,1), (2,1)]",
		"G = hexagon [(0,0), (1,0), (3,0), (1,1), (2,1)]",
		"H = hexagon [(0,0), (1,0), (1,1), (2,1), (0,2)]",
		"I = hexagon [(0,0), (1,0), (2,0), (3,0), (4,0)]",
		"J = hexagon [(0,0), (1,0), (2,0), (3,0), (3,1)]",
		"L = hexagon [(0,0), (1,0), (2,0), (2,1), (2,2)]",
		"N = hexagon [(0,0), (1,0), (2,0), (2,1), (3,1)]",
		"P = hexagon [(0,0), (1,0), (2,0), (3,0), (0,1)]",
		"Q = hexagon [(0,0), (1,0), (1,1), (2,1), (1,2)]",
		"R = hexagon [(0,0), (1,0), (2,0), (2,1), (1,2)]",
		"S = hexagon [(0,0), (1,0), (1,1), (1,2), (2,2)]",
		"T = hexagon [(0,0), (1,0), (2,0), (1,1), (1,2)]",
		"U = hexagon [(1,0), (2,0), (0,1), (2,1), (0,2)]",
		"V = hexagon [(0,0), (1,0), (2,0), (0,1), (0,2)]",
		"W = hexagon [(0,0), (1,0), (1,1), (2,1), (2,2)]",
		"X = hexagon [(1,0), (2,0), (1,1), (0,2), (1,2)]",
		"Y = hexagon [(1,0), (1,1), (2,1), (3,1), (0,2)]",
	)
	// Letters after Brian Barwell, Polysticks, Journal of Recreational Mathematics 22 (1990).
	tetrasticks = drawn(
		"F = stick [(0,0,0), (0,0,1), (1,0,0), (1,0,1)]",
		"H = stick [(0,0,0), (1,0,0), (1,0,1), (0,1,0)]",
		"I = stick [(0,0,0), (1,0,0), (2,0,0), (3,0,0)]",
		"J = stick [(0,0,0), (0,0,1), (1,0,0), (0,1,0)]",
		"L = stick [(0,0,0), (0,0,1), (1,0,0), (2,0,0)]",
		"N = stick [(0,0,0), (1,0,0), (2,0,1), (2,1,0)]",
		"O = stick [(0,0,0), (0,0,1), (1,0,1), (0,1,0)]",
		"P = stick [(0,0,0), (0,0,1), (1,0,1), (1,1,0)]",
		"R = stick [(0,0,0), (1,0,1), (1,1,0), (1,1,1)]",
		"T = stick [(0,0,0), (1,0,0), (1,0,1), (1,1,1)]",
		"U = stick [(0,0,0), (0,0,1), (1,0,0), (2,0,1)]",
		"V = stick [(0,0,0), (0,0,1), (1,0,0), (0,1,1)]",
		"W = stick [(0,0,0), (1,0,1), (1,1,0), (2,1,1)]",
		"X = stick [(1,0,1), (0,1,0), (1,1,0), (1,1,1)]",
		"Y = stick [(0,0,0), (1,0,0), (1,0,1), (2,0,0)]",
		"Z = stick [(0,0,0), (1,0,1), (1,1,1), (1,2,0)]",
	)
	// The letters usual since Piet Hein's puzzle: A and B are mirror images, and P has three arms
	// that meet in a corner.
	somaPieces = drawn(
		"V = cube [(0,0,0), (1,0,0), (0,1,0)]",
		"L = cube [(0,0,0), (1,0,0), (2,0,0), (0,1,0)]",
		"T = cube [(0,0,0), (1,0,0), (2,0,0), (1,1,0)]",
		"Z = cube [(0,0,0), (1,0,0), (1,1,0), (2,1,0)]",
		"A = cube [(0,0,0), (1,0,0), (0,1,0), (1,0,1)]",
		"B = cube [(0,0,0), (1,0,0), (0,1,0), (0,1,1)]",
		"P = cube [(0,0,0), (1,0,0), (0,1,0), (0,0,1)]",
	)
	// The two tetracubes that are not Soma pieces.
	convexTetracubes = drawn(
		"I = cube [(0,0,0), (1,0,0), (2,0,0), (3,0,0)]",
		"O = cube [(0,0,0), (1,0,0), (0,1,0), (1,1,0)]",
	)
	// The three flat pentacubes have the letters of the pentominoes, and the tetracube has that of
	// the Soma piece. The others have no usual names and are numbered.
	bedlamPieces = drawn(
		"B = cube [(0,0,0), (0,0,1), (1,0,0), (1,1,0)]",
		"F = cube [(0,0,0), (0,0,1), (1,0,1), (1,0,2), (2,0,1)]",
		"W = cube [(0,0,0), (0,0,1), (1,0,1), (1,0,2), (2,0,2)]",
		"X = cube [(0,0,1), (1,0,0), (1,0,1), (1,0,2), (2,0,1)]",
		"1 = cube [(0,0,0), (0,0,1), (0,0,2), (1,0,0), (0,1,0)]",
		"2 = cube [(0,0,0), (0,0,1), (1,0,0), (0,1,1), (0,1,2)]",
		"3 = cube [(0,0,0), (0,0,1), (1,0,1), (0,1,1), (0,1,2)]",
		"4 = cube [(0,0,0), (0,0,1), (0,0,2), (1,0,1), (1,1,1)]",
		"5 = cube [(0,0,0), (0,0,1), (0,0,2), (1,0,0), (0,1,1)]",
		"6 = cube [(0,0,0), (0,0,1), (0,1,1), (1,1,1), (1,1,2)]",
		"7 = cube [(0,0,0), (0,0,1), (0,0,2), (1,0,2), (1,1,2)]",
		"8 = cube [(0,0,0), (0,0,1), (0,0,2), (1,0,0), (0,1,2)]",
		"9 = cube [(0,0,0), (0,0,1), (0,0,2), (1,0,1), (0,1,1)]",
	)
	// Those connected by sides have the letters of the tetrominoes. The others have no usual names
	// and are numbered in the order of Compare.
	tetrakings = drawn(
		"I = king [(0,0), (1,0), (2,0), (3,0)]",
		"L = king [(0,0), (1,0), (2,0), (0,1)]",
		"T = king [(0,0), (1,0), (2,0), (1,1)]",
		"K1 = king [(0,0), (1,0), (2,0), (3,1)]",
		"K2 = king [(0,0), (1,0), (3,0), (2,1)]",
		"O = king [(0,0), (1,0), (0,1), (1,1)]",
		"K3 = king [(0,0), (1,0), (0,1), (2,1)]",
		"S = king [(0,0), (1,0), (1,1), (2,1)]",
		"K4 = king [(0,0), (1,0), (1,1), (2,2)]",
		"K5 = king [(0,0), (1,0), (2,1), (3,1)]",
		"K6 = king [(0,0), (1,0), (2,1), (1,2)]",
		"K7 = king [(0,0), (1,0), (2,1), (2,2)]",
		"K8 = king [(0,0), (1,0), (2,1), (3,2)]",
		"K9 = king [(0,0), (2,0), (1,1), (3,1)]",
		"K10 = king [(0,0), (2,0), (1,1), (0,2)]",
		"K11 = king [(0,0), (2,0), (1,1), (1,2)]",
		"K12 = king [(0,0), (3,0), (1,1), (2,1)]",
		"K13 = king [(0,0), (1,1), (2,1), (1,2)]",
		"K14 = king [(0,0), (1,1), (2,1), (3,2)]",
		"K15 = king [(0,0), (1,1), (3,1), (2,2)]",
		"K16 = king [(0,0), (1,1), (2,2), (3,3)]",
		"K17 = king [(1,0), (0,1), (2,1), (1,2)]",
	)
	// All sides have length 1, 2, or one of these times the square root of 2.
	tangram = drawn(
		`"large triangle" = tan [(0,0,0), (0,0,1), (0,0,2), (0,0,3), (1,0,0), (1,0,3), (0,1,0), (0,1,3)]`,
		`"large triangle" = tan [(0,0,0), (0,0,1), (0,0,2), (0,0,3), (1,0,0), (1,0,3), (0,1,0), (0,1,3)]`,
		`"medium triangle" = tan [(0,0,1), (0,0,2), (1,0,2), (1,0,3)]`,
		`"small triangle" = tan [(0,0,0), (0,0,3)]`,
		`"small triangle" = tan [(0,0,0), (0,0,3)]`,
		`square = tan [(0,0,0), (0,0,1), (0,0,2), (0,0,3)]`,
		`parallelogram = tan [(0,0,1), (0,0,2), (1,0,0), (1,0,3)]`,
	)
	// D. Smith, J. S. Myers, C. S. Kaplan, C. Goodman-Strauss, "An aperiodic monotile",
	// Combinatorial Theory 4 (1), 2024, doi.org/10.5070/C64163843.
	hat = drawn("hat = kite [(0,0,0), (0,0,1), (0,0,2), (0,0,3), (1,0,3), (1,0,4), (0,1,0), (0,1,5)]")
)

// Hat returns the hat, a shape of eight kites. Together with its mirror image it tiles the plane,
// but only in tilings that are not periodic.
func Hat() Shape { return hat()[0] }

// Hexominoes returns the 35 free hexominoes, with the names of the set "hexominoes" of SetByName.
func Hexominoes() []Shape { return slices.Clone(hexominoes()) }

// Hexiamonds returns the twelve free hexiamonds: bar, butterfly, chevron, crook, crown, hexagon,
// hook, lobster, signpost, snake, sphinx and yacht.
func Hexiamonds() []Shape { return slices.Clone(hexiamonds()) }

// Tetrahexes returns the seven free tetrahexes I, J, O, P, S, U and Y.
func Tetrahexes() []Shape { return slices.Clone(tetrahexes()) }

// Soma returns the seven pieces of Piet Hein's Soma cube: V, L, T, Z, A, B and P. A and B are
// mirror images of each other.
func Soma() []Shape { return slices.Clone(somaPieces()) }

// tetracubes lists the one-sided ones: two pieces of wood that are mirror images of each other
// cannot be rotated into each other, so A and B are both here.
func tetracubes() []Shape { return append(slices.Clone(convexTetracubes()), somaPieces()[1:]...) }

func solidPentominoes() []Shape {
	solids := Pentominoes()
	for i, s := range solids {
		solids[i] = s.Solid()
	}
	return solids
}

// Solid returns the polycube of depth 1 with a cube for each square of the polyomino.
// It panics if the lattice is not [Square].
func (s Shape) Solid() Shape {
	if s.lattice != nil {
		panic("shapes: Solid expects a polyomino")
	}
	s.lattice = Cube
	return s
}

// WithMirrorImages returns the set of one-sided polyforms for a set of free ones: each chiral shape
// is followed by its mirror image, whose name ends in a prime. The 12 pentominoes become 18. On a
// lattice without reflections there are no mirror images.
func WithMirrorImages(list []Shape) []Shape {
	var all []Shape
	for _, s := range list {
		all = append(all, s)
		if s.Chiral() && s.Lattice().facts().reflect >= 0 {
			twin := s.Reflect().Normal()
			if s.name != "" {
				twin.name += "'"
			}
			all = append(all, twin)
		}
	}
	return all
}
