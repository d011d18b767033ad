// SPDX-License-Identifier: BSD-3-Clause

package render

import (
	"polka/cover"
	"polka/shapes"
)

// A scheme chooses the colors of the pieces of tilings. The zero value gives each piece its own
// color where possible.
type scheme struct {
	four      bool
	direction bool
	kind      func(cover.Placement) int
}

// FourColors returns the picture with tilings in four colors, so that pieces that touch differ. By
// default a piece has the same color in all pictures, unless it touches a piece of that color or
// the tiling has more than two copies of it.
func (p Picture) FourColors() Picture {
	p.scheme = scheme{four: true}
	return p
}

// ByDirection returns the picture with tilings in which a color stands for a piece in one
// direction: two pieces have the same color if one can be moved onto the other without turning it.
// It shows the structure of tilings with many copies of a piece, such as dominoes and lozenges.
func (p Picture) ByDirection() Picture {
	p.scheme = scheme{direction: true}
	return p
}

// ColorBy returns the picture with tilings in which each kind of piece has a color. Kind returns
// the number of the kind; there are twelve colors, and the first four are the easiest to tell
// apart.
func (p Picture) ColorBy(kind func(cover.Placement) int) Picture {
	p.scheme = scheme{kind: kind}
	return p
}

// colors returns a fill for each placement of a tiling. Pieces and lying are the pieces and the
// shapes of the placements.
func (c scheme) colors(list []cover.Placement, pieces, lying []shapes.Shape) []int {
	switch {
	case c.four:
		return fourColors(lying)
	case c.direction:
		return byDirection(pieces, lying)
	case c.kind != nil:
		colors := make([]int, len(list))
		for i, p := range list {
			colors[i] = (c.kind(p)%len(hues) + len(hues)) % len(hues)
		}
		return colors
	}
	return pieceColors(pieces, lying)
}

// byDirection numbers the directions of all pieces: those of the first piece in the order of
// [shapes.Shape.Orientations], then those of the next one, and so on. So a direction has the same
// color in all tilings by one piece.
func byDirection(pieces, lying []shapes.Shape) []int {
	number := make(map[shapes.Shape]int)
	colors := make([]int, len(lying))
	for i, s := range lying {
		s = s.Normal().Named("")
		if _, ok := number[s]; !ok {
			first := pieces[i]
			if first.Empty() { // a tiling that names no pieces
				first = s
			}
			for _, o := range first.Orientations(shapes.Free) {
				o = o.Normal().Named("")
				if _, ok := number[o]; !ok {
					number[o] = len(number)
				}
			}
		}
		colors[i] = number[s] % len(hues)
	}
	return colors
}
