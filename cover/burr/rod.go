// SPDX-License-Identifier: BSD-3-Clause

package burr

import (
	"fmt"

	"polka/cover"
	"polka/shapes"
)

// Rod returns a piece of the classic burr of six pieces by its number, from 1 to 4096: a rod of
// 2 by 2 by 6 cubes from which some are removed. The number less 1, in binary, says which: the bits
// from the least are the four inner cubes of the front upper edge from left to right, those of the
// rear upper edge, the two in the middle of the front lower edge, and those of the rear lower edge.
// This is the usual numbering, in which 1 is the whole rod and 1024 the key of many burrs. Some
// numbers are of rods in several parts, and many of rotations of another rod. It panics if there is
// no such number.
func Rod(number int) shapes.Shape {
	if number < 1 || number > 4096 {
		panic("burr: expected a number of a rod from 1 to 4096")
	}
	var cells []shapes.Cell
	for x := range 6 {
		for y := range 2 {
			if x < 2 || x > 3 || (number-1)>>(6+2*y+x)&1 == 0 {
				cells = append(cells, shapes.Cell{X: x, Y: y})
			}
			if x < 1 || x > 4 || (number-1)>>(4*y+x-1)&1 == 0 {
				cells = append(cells, shapes.Cell{X: x, Y: y, Z: 1})
			}
		}
	}
	return shapes.New(shapes.Cube, cells...).Named(fmt.Sprint(number))
}

// NotchableRods returns the 25 rods that occur in burrs of six pieces without holes and can be made
// with a saw: their notches have no blind corners (Bill Cutler, The Six-Piece Burr, Journal of
// Recreational Mathematics 10, 1977/78).
func NotchableRods() []shapes.Shape {
	var list []shapes.Shape
	for _, n := range []int{
		1, 18, 35, 52, 86, 103, 120, 154, 188, 256, 359, 615, 792, 824, 856, 871, 888, 911, 928, 943, 960, 975, 992, 1007, 1024,
	} {
		list = append(list, Rod(n))
	}
	return list
}

// SixPieceBoard returns the solid that a burr of six rods fills: two rods along each axis.
func SixPieceBoard() cover.Board {
	var cells []shapes.Cell
	for _, c := range Rod(1).Cells() {
		for _, pair := range [2]int{1, 3} { // the first rod and the second one beside it
			cells = append(cells,
				shapes.Cell{X: c.X, Y: c.Y + 2, Z: c.Z + pair},
				shapes.Cell{X: c.Y + pair, Y: c.X, Z: c.Z + 2},
				shapes.Cell{X: c.Z + 2, Y: c.Y + pair, Z: c.X})
		}
	}
	return cover.BoardOf(shapes.New(shapes.Cube, cells...))
}

// SixPieceBurr returns the puzzle of building a burr from six rods. They fill the board of
// [SixPieceBoard]; in the middle, where rods are notched, cells may stay empty. For solid burrs
// from a choice of rods use that board itself, as in the example of [Problem.Sets].
func SixPieceBurr(rods ...shapes.Shape) *cover.Puzzle {
	middle := cover.Box(4, 4, 4).Shape().Translate(1, 1, 1)
	return cover.New(SixPieceBoard().WithOptional(SixPieceBoard().Shape().Intersection(middle)), rods...)
}
