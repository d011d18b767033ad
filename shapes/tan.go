// SPDX-License-Identifier: BSD-3-Clause

package shapes

// Tan is the lattice of half squares, whose shapes are polytans, also called polyaboloes: isosceles
// right triangles joined side to side. A tan is half a square, cut along either diagonal. A full
// square must not depend on the diagonal along which it was cut. So the cells of this lattice are
// quarters of squares, cut along both diagonals, and a tan consists of two of them:
//
//	 ______
//	|\ 0  /|      Z is 0 for the quarter at the top, 1 for the one to the right,
//	| \  / |      2 for the one at the bottom, 3 for the one to the left;
//	|3 >< 1|      (x,y,0) and (x,y,3) form the tan in the upper left corner of the square (x,y),
//	| /  \ |      and all four form the square, which is two tans.
//	|/_2__\|
//
// [Shape.Size] counts quarters, and [Shape.Area] counts tans. [Enumerate], [Each], [Count], [Save]
// and [Grow] consider only polytans: shapes in which each square is empty, full, or cut along a
// diagonal. Their n is the number of tans.
var Tan = &tanLattice

var tanLattice = Lattice{design: design{
	name:  "tan",
	scale: 2,
	corners: [][]Corner{
		{{-1, -1, 0}, {1, -1, 0}, {0, 0, 0}},
		{{1, -1, 0}, {1, 1, 0}, {0, 0, 0}},
		{{1, 1, 0}, {-1, 1, 0}, {0, 0, 0}},
		{{-1, 1, 0}, {-1, -1, 0}, {0, 0, 0}},
	},
	contact: 2,
	pairs:   [][]Cell{{{Z: 0}, {Z: 3}}, {{Z: 0}, {Z: 1}}, {{Z: 1}, {Z: 2}}, {{Z: 2}, {Z: 3}}},
	turn:    matrix{{0, -1, 0}, {1, 0, 0}, {0, 0, 1}},
	mirror:  matrix{{-1, 0, 0}, {0, 1, 0}, {0, 0, 1}},
	steps:   [3][2]float64{{1, 0}, {0, 1}},
	classes: squareClasses,
}}

// largerQuarter returns the quarter of the square of k times k squares with a corner at (0,0) in
// which a quarter of the square (x,y) lies.
func largerQuarter(x, y, kind, k int) int {
	// Three times the vector from the center of the larger square to the center of the quarter, in
	// half steps. The diagonals of the larger square run along diagonals of the small ones, so no
	// quarter has its center on them.
	x, y = 3*(2*x-k+1), 3*(2*y-k+1)
	for _, corner := range Tan.corners[kind] {
		x, y = x+corner.X, y+corner.Y
	}
	switch {
	case -y > max(x, -x):
		return 0
	case x > max(y, -y):
		return 1
	case y > max(x, -x):
		return 2
	}
	return 3
}
