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
	// Letters as usual since Piet Hein's puzzle: A and B are mirror images, P is the corner of three edges.
	somaPieces = drawn(
		"V = cube [(0,0,0), (1,0,0), (0,1,0)]",
		"L = cube [(0,0,0), (1,0,0), (2,0,0), (0,1,0)]",
		"T = cube [(0,0,0), (1,0,0), (2,0,0), (1,1,0)]",
		"Z = cube [(0,0,0), (1,0,0), (1,1,0), (2,1,0)]",
		"A = cube [(0,0,0), (1,0,0), (0,1,0), (1,0,1)]",
		"B = cube [(0,0,0), (1,0,0), (0,1,0), (0,1,1)]",
		"P = cube [(0,0,0), (1,0,0), (0,1,0), (0,0,1)]",
	)
)

// Hexiamonds lists the twelve free hexiamonds: bar, butterfly, chevron, crook, crown, hexagon, hook, lobster, signpost,
// snake, sphinx and yacht.
func Hexiamonds() []Shape { return slices.Clone(hexiamonds()) }

// Hexiamond gives the hexiamond of a name that [Hexiamonds] lists. Case does not matter.
func Hexiamond(name string) (Shape, error) { return byLetter("hexiamond", hexiamonds(), name) }

// Tetrahexes lists the seven free tetrahexes I, J, O, P, S, U and Y.
func Tetrahexes() []Shape { return slices.Clone(tetrahexes()) }

// Tetrahex gives the tetrahex I, J, O, P, S, U or Y. Lower-case letters will do.
func Tetrahex(letter string) (Shape, error) { return byLetter("tetrahex", tetrahexes(), letter) }

// Tetrasticks lists the sixteen free tetrasticks F, H, I, J, L, N, O, P, R, T, U, V, W, X, Y and Z.
func Tetrasticks() []Shape { return slices.Clone(tetrasticks()) }

// Tetrastick gives the tetrastick of one of the letters that [Tetrasticks] lists. Lower-case letters will do.
func Tetrastick(letter string) (Shape, error) { return byLetter("tetrastick", tetrasticks(), letter) }

// Soma lists the seven pieces of Piet Hein's Soma cube: V, L, T, Z, A, B and P. A and B are mirror images of each other.
func Soma() []Shape { return slices.Clone(somaPieces()) }

// Solid gives the polycube of height 1 that has a cube for each square of a polyomino. It panics if the shape is not made
// of squares.
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

// WithMirrorImages makes a one-sided set out of a free one: after each shape that differs from its mirror image comes the
// mirror image, its name marked with a prime. The twelve pentominoes become eighteen.
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
