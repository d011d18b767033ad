// SPDX-License-Identifier: BSD-3-Clause

package shapes

// Square is the lattice of unit squares, whose shapes are polyominoes. Cells are neighbors if they
// share a side. The zero value of [Shape] lies on it.
var Square = &squareLattice

var squareLattice = Lattice{design: design{
	name:    "square",
	scale:   2,
	corners: [][]Corner{{{-1, -1, 0}, {1, -1, 0}, {1, 1, 0}, {-1, 1, 0}}},
	contact: 2,
	turn:    matrix{{0, -1, 0}, {1, 0, 0}, {0, 0, 1}},
	mirror:  matrix{{-1, 0, 0}, {0, 1, 0}, {0, 0, 1}},
	steps:   [3][2]float64{{1, 0}, {0, 1}},
	classes: squareClasses,
}}

// The eight classes carry the names that the tables of A006749, A006746, A006748, A006747, A056877,
// A056878, A144553 and A142886 use, in this order.
var squareClasses = []namedClass{
	{symmetryClass{}, "none"},
	{symmetryClass{upright: 1}, "axis"},
	{symmetryClass{slanted: 1}, "diagonal"},
	{symmetryClass{turns: 1}, "half turn"},
	{symmetryClass{turns: 1, upright: 2}, "two axes"},
	{symmetryClass{turns: 1, slanted: 2}, "two diagonals"},
	{symmetryClass{turns: 3}, "quarter turn"},
	{symmetryClass{turns: 3, upright: 2, slanted: 2}, "full"},
}
