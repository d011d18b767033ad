// SPDX-License-Identifier: BSD-3-Clause

package shapes

// King is the lattice of squares whose cells are neighbors if a chess king can move from one to the
// other: if they share a side or a corner. Its connected shapes are polykings, also called
// pseudo-polyominoes or polyplets.
var King = &kingLattice

var kingLattice = Lattice{design: design{
	name:    "king",
	scale:   2,
	corners: [][]Corner{{{-1, -1, 0}, {1, -1, 0}, {1, 1, 0}, {-1, 1, 0}}},
	contact: 1,
	turn:    matrix{{0, -1, 0}, {1, 0, 0}, {0, 0, 1}},
	mirror:  matrix{{-1, 0, 0}, {0, 1, 0}, {0, 0, 1}},
	steps:   [3][2]float64{{1, 0}, {0, 1}},
	classes: squareClasses,
}}
