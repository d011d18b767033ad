// SPDX-License-Identifier: BSD-3-Clause

package shapes

// Hexagon is the lattice of regular hexagons, whose shapes are polyhexes. Cells are neighbors if
// they share a side. The hexagons have a corner at the top. A step in X goes to the right; a step
// in Y goes down and half a cell to the right, so that (0,0) has the neighbors (0,-1) and (1,-1)
// above it, (-1,0) and (1,0) beside it, and (-1,1) and (0,1) below it.
var Hexagon = &hexagonLattice

var hexagonLattice = Lattice{design: design{
	name:    "hexagon",
	scale:   3,
	corners: [][]Corner{{{1, -2, 0}, {2, -1, 0}, {1, 1, 0}, {-1, 2, 0}, {-2, 1, 0}, {-1, -1, 0}}},
	contact: 2,
	turn:    sixthTurn,
	mirror:  leftRight,
	steps:   [3][2]float64{{root3, 0}, {root3 / 2, 1.5}},
	classes: hexagonalClasses,
}}
