// SPDX-License-Identifier: BSD-3-Clause

package shapes

// Stick is the lattice of the edges of the square lattice, whose shapes are polysticks. Sticks are
// neighbors if they share an end. The stick (x,y,0) extends from the point (x,y) to the right, and
// (x,y,1) extends from it down.
var Stick = &stickLattice

var stickLattice = Lattice{design: design{
	name:    "stick",
	scale:   1,
	corners: [][]Corner{{{0, 0, 0}, {1, 0, 0}}, {{0, 0, 0}, {0, 1, 0}}},
	contact: 1,
	turn:    matrix{{0, -1, 0}, {1, 0, 0}, {0, 0, 1}},
	mirror:  matrix{{-1, 0, 0}, {0, 1, 0}, {0, 0, 1}},
	steps:   [3][2]float64{{1, 0}, {0, 1}},
	classes: squareClasses,
}}
