// SPDX-License-Identifier: BSD-3-Clause

package shapes

// Kite is the lattice of the kites that result from cutting each regular hexagon from its center to
// the middles of its sides, the tiling [3.4.6.4] of Laves. Its shapes are polykites. Cells are
// neighbors if they share a side. X and Y are those of the hexagon on [Hexagon], and Z is the
// position of the kite in it, clockwise from the top:
//
//	   / \
//	 / \0/ \       (x,y,0) has the neighbors (x,y,5) and (x,y,1) beside it, with which it shares
//	|5  .  1|      its long sides, and (x,y-1,2) and (x+1,y-1,4) above it, across its short sides
//	|---|---|
//	|4 / \ 2|
//	 \/ 3 \/
//	   \ /
//
// A short side has length 1 and a long one the square root of 3.
var Kite = &kiteLattice

var kiteLattice = Lattice{design: design{
	name:  "kite",
	scale: 6,
	corners: [][]Corner{ // the center, a middle of a side, the corner of the hexagon, the next middle
		{{0, 0, 0}, {0, -3, 0}, {2, -4, 0}, {3, -3, 0}},
		{{0, 0, 0}, {3, -3, 0}, {4, -2, 0}, {3, 0, 0}},
		{{0, 0, 0}, {3, 0, 0}, {2, 2, 0}, {0, 3, 0}},
		{{0, 0, 0}, {0, 3, 0}, {-2, 4, 0}, {-3, 3, 0}},
		{{0, 0, 0}, {-3, 3, 0}, {-4, 2, 0}, {-3, 0, 0}},
		{{0, 0, 0}, {-3, 0, 0}, {-2, -2, 0}, {0, -3, 0}},
	},
	contact: 2,
	turn:    sixthTurn,
	mirror:  leftRight,
	steps:   [3][2]float64{{2 * root3, 0}, {root3, 3}},
	classes: hexagonalClasses,
}}

// kiteGlyphs has the position of each kite in the picture of a hexagon (see picture.go).
var kiteGlyphs = [6]struct{ column, row int }{{1, 0}, {2, 1}, {2, 2}, {1, 3}, {0, 2}, {0, 1}}

// kiteTracks has the lines through a row of hexagons and the row above it that meet each kite. Line
// 0 passes closer to the middles of the hexagons and also meets the lowest kites of the hexagons
// above. Line 1 passes closer to their tops and also meets the three lower kites of the hexagons
// above. Other horizontal lines meet some of the kites that one of these meets.
var kiteTracks = [6][]track{
	{{0, 2, 0}, {1, 3, 0}}, {{0, 3, 0}}, {{1, 2, 1}}, {{0, 0, 1}, {1, 1, 1}}, {{1, 0, 1}}, {{0, 1, 0}},
}
