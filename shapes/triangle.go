// SPDX-License-Identifier: BSD-3-Clause

package shapes

// Triangle is the lattice of equilateral triangles, whose shapes are polyiamonds. Cells are
// neighbors if they share a side. A step in X goes to the right; a step in Y goes down and half a
// step to the right:
//
//	____ ____ ____
//	\0,0/\1,0/\2,0/       Z is 0 for triangles that point down
//	 \ /  \ /  \ /        and 1 for those that point up:
//	  V____V____V         (0,0,0), (0,0,1), (1,0,0), (1,0,1) ...
//	   \0,1/\1,1/         are consecutive from left to right
//
// So (x,y,0) has the neighbors (x,y,1), (x-1,y,1) and (x,y-1,1). These are the coordinates of
// Knuth's program POLYIAMONDS, which writes a triangle with Z = 1 with an asterisk. His Y goes up,
// so his drawings are upside down.
var Triangle = &triangleLattice

var triangleLattice = Lattice{design: design{
	name:    "triangle",
	scale:   1,
	corners: [][]Corner{{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}}, {{1, 0, 0}, {1, 1, 0}, {0, 1, 0}}},
	contact: 2,
	turn:    sixthTurn,
	mirror:  leftRight,
	steps:   [3][2]float64{{1, 0}, {0.5, root3 / 2}},
	classes: hexagonalClasses,
}}

// The steps of the triangular and the hexagonal lattice have the same directions.
// root3 is the square root of 3; math.Sqrt(3) is not a constant.
const root3 = 1.73205080756887729352744634150587236694280525381038

var (
	sixthTurn = matrix{{0, -1, 0}, {1, 1, 0}, {0, 0, 1}}
	leftRight = matrix{{-1, -1, 0}, {0, 1, 0}, {0, 0, 1}}
)

// hexagonalClasses are the ten classes of subgroups of a point group of twelve elements. An axis is
// upright or level if a sixth turn can bring it there.
var hexagonalClasses = []namedClass{
	{symmetryClass{}, "none"},
	{symmetryClass{upright: 1}, "upright axis"},
	{symmetryClass{slanted: 1}, "level axis"},
	{symmetryClass{turns: 1}, "half turn"},
	{symmetryClass{turns: 1, upright: 1, slanted: 1}, "two axes"},
	{symmetryClass{turns: 2}, "third turn"},
	{symmetryClass{turns: 2, upright: 3}, "three upright axes"},
	{symmetryClass{turns: 2, slanted: 3}, "three level axes"},
	{symmetryClass{turns: 5}, "sixth turn"},
	{symmetryClass{turns: 5, upright: 3, slanted: 3}, "full"},
}
