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
	// Letters as usual since Piet Hein's puzzle: A and B are mirror images, P is the corner of
	// three edges.
	somaPieces = drawn(
		"V = cube [(0,0,0), (1,0,0), (0,1,0)]",
		"L = cube [(0,0,0), (1,0,0), (2,0,0), (0,1,0)]",
		"T = cube [(0,0,0), (1,0,0), (2,0,0), (1,1,0)]",
		"Z = cube [(0,0,0), (1,0,0), (1,1,0), (2,1,0)]",
		"A = cube [(0,0,0), (1,0,0), (0,1,0), (1,0,1)]",
		"B = cube [(0,0,0), (1,0,0), (0,1,0), (0,1,1)]",
		"P = cube [(0,0,0), (1,0,0), (0,1,0), (0,0,1)]",
	)
	// The two that are no Soma pieces.
	convexTetracubes = drawn(
		"I = cube [(0,0,0), (1,0,0), (2,0,0), (3,0,0)]",
		"O = cube [(0,0,0), (1,0,0), (0,1,0), (1,1,0)]",
	)
	// Three pentacubes are flat and have the letters of the pentominoes, the tetracube has that of
	// the Soma piece. For the others no names are in use, and they are numbered.
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
	// Those that hang together by their sides have the letters of the tetrominoes. For the others
	// no names are in use, and they are numbered in the order of Compare.
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
	// The seven boards of wisdom. All sides are 1, 2, or their products with the square root of 2.
	tangram = drawn(
		`"large triangle" = tan [(0,0,0), (0,0,1), (0,0,2), (0,0,3), (1,0,0), (1,0,3), (0,1,0), (0,1,3)]`,
		`"large triangle" = tan [(0,0,0), (0,0,1), (0,0,2), (0,0,3), (1,0,0), (1,0,3), (0,1,0), (0,1,3)]`,
		`"medium triangle" = tan [(0,0,1), (0,0,2), (1,0,2), (1,0,3)]`,
		`"small triangle" = tan [(0,0,0), (0,0,3)]`,
		`"small triangle" = tan [(0,0,0), (0,0,3)]`,
		`square = tan [(0,0,0), (0,0,1), (0,0,2), (0,0,3)]`,
		`parallelogram = tan [(0,0,1), (0,0,2), (1,0,0), (1,0,3)]`,
	)
)

// Hexiamonds lists the twelve free hexiamonds: bar, butterfly, chevron, crook, crown, hexagon,
// hook, lobster, signpost, snake, sphinx and yacht.
func Hexiamonds() []Shape { return slices.Clone(hexiamonds()) }

// Hexiamond gives the hexiamond of a name that [Hexiamonds] lists. Case does not matter.
func Hexiamond(name string) (Shape, error) { return byName("hexiamond", hexiamonds(), name) }

// Heptiamonds lists the 24 free heptiamonds by the letters of Polyform Puzzler: A to J, L to N and
// P to Z.
func Heptiamonds() []Shape { return slices.Clone(heptiamonds()) }

// Heptiamond gives the heptiamond of one of the letters that [Heptiamonds] lists. Lower-case
// letters will do.
func Heptiamond(letter string) (Shape, error) { return byName("heptiamond", heptiamonds(), letter) }

// Tetrahexes lists the seven free tetrahexes I, J, O, P, S, U and Y.
func Tetrahexes() []Shape { return slices.Clone(tetrahexes()) }

// Tetrahex gives the tetrahex I, J, O, P, S, U or Y. Lower-case letters will do.
func Tetrahex(letter string) (Shape, error) { return byName("tetrahex", tetrahexes(), letter) }

// Pentahexes lists the 22 free pentahexes by the letters of Polyform Puzzler: A to J, L, N and P to
// Y.
func Pentahexes() []Shape { return slices.Clone(pentahexes()) }

// Pentahex gives the pentahex of one of the letters that [Pentahexes] lists. Lower-case letters
// will do.
func Pentahex(letter string) (Shape, error) { return byName("pentahex", pentahexes(), letter) }

// Tetrasticks lists the sixteen free tetrasticks F, H, I, J, L, N, O, P, R, T, U, V, W, X, Y and Z.
func Tetrasticks() []Shape { return slices.Clone(tetrasticks()) }

// Tetrastick gives the tetrastick of one of the letters that [Tetrasticks] lists. Lower-case
// letters will do.
func Tetrastick(letter string) (Shape, error) { return byName("tetrastick", tetrasticks(), letter) }

// Soma lists the seven pieces of Piet Hein's Soma cube: V, L, T, Z, A, B and P. A and B are mirror
// images of each other.
func Soma() []Shape { return slices.Clone(somaPieces()) }

// Tetracubes lists the eight one-sided tetracubes: I, O, and the pieces L, T, Z, A, B and P of
// [Soma]. Of two pieces of wood that are mirror images of each other none can be turned into the
// other, so A and B are both there.
func Tetracubes() []Shape { return append(slices.Clone(convexTetracubes()), somaPieces()[1:]...) }

// Tetracube gives the tetracube of one of the letters that [Tetracubes] lists. Lower-case letters
// will do.
func Tetracube(letter string) (Shape, error) { return byName("tetracube", Tetracubes(), letter) }

// Bedlam lists the thirteen pieces of Bruce Bedlam's cube: the tetracube B, the flat pentacubes F,
// W and X, and nine more pentacubes, 1 to 9. They fill a cube of side 4 in 19186 ways, not counting
// turns of the whole.
func Bedlam() []Shape { return slices.Clone(bedlamPieces()) }

// Tetrakings lists the 22 free tetrakings: I, L, O, S and T as tetrominoes, and K1 to K17.
func Tetrakings() []Shape { return slices.Clone(tetrakings()) }

// Tetraking gives the tetraking of one of the names that [Tetrakings] lists. Case does not matter.
func Tetraking(name string) (Shape, error) { return byName("tetraking", tetrakings(), name) }

// Tangram lists the seven pieces of the tangram, a large and a small triangle twice among them: 16
// half squares, which make up a square that stands on a corner in one way, not counting its turns
// and reflections.
func Tangram() []Shape { return slices.Clone(tangram()) }

// Solid gives the polycube of height 1 that has a cube for each square of a polyomino. It panics if
// the shape is not made of squares.
func (s Shape) Solid() Shape {
	if s.lattice != nil {
		panic("shapes: only polyominoes can be made solid")
	}
	s.lattice = Cube
	return s
}

// SolidPentominoes lists the twelve pentominoes made of cubes.
func SolidPentominoes() []Shape {
	solids := Pentominoes()
	for i, s := range solids {
		solids[i] = s.Solid()
	}
	return solids
}

// WithMirrorImages makes a one-sided set out of a free one: after each shape that differs from its
// mirror image comes the mirror image, its name marked with a prime. The twelve pentominoes become
// eighteen.
func WithMirrorImages(list []Shape) []Shape {
	var all []Shape
	for _, s := range list {
		all = append(all, s)
		if s.Chiral() {
			twin := s.Reflect().Normal()
			if s.name != "" {
				twin.name += "'"
			}
			all = append(all, twin)
		}
	}
	return all
}
