package cover

import (
	"fmt"

	"polka/shapes"
)

// FixedForms makes a set of all fixed forms of some shapes, each once: every
// way in which a shape can be turned and reflected is a piece of its own that
// can only be moved. A name gets the number of the form; "L" becomes "L1", "L2"
// and so on.
func FixedForms(list ...shapes.Shape) Set {
	return numbered(list, func(s shapes.Shape) []shapes.Shape { return s.Orientations(shapes.Free) }).Fixed()
}

// OneSidedForms makes a set of all one-sided forms of some shapes, each once: a
// shape and, if it cannot be turned into it, its mirror image are two pieces
// that can be moved and turned. The mirror image of "L" is "L'".
func OneSidedForms(list ...shapes.Shape) Set {
	return Pieces(shapes.WithMirrorImages(list)...).OneSided()
}

// numbered lists forms of shapes with numbered names.
func numbered(list []shapes.Shape, forms func(shapes.Shape) []shapes.Shape) Set {
	var all []shapes.Shape
	for i, s := range list {
		name := s.Name()
		if name == "" {
			name = fmt.Sprintf("%d.", i+1)
		}
		for j, t := range forms(s) {
			all = append(all, t.Named(fmt.Sprintf("%s%d", name, j+1)))
		}
	}
	return Pieces(all...)
}

// Triplication is the puzzle to cover a shape, enlarged three times, by nine
// others of the same size: each of the given ones at most once, without the
// shape itself.
func Triplication(s shapes.Shape, others ...shapes.Shape) *Puzzle {
	return Enlargement(s, 3, others...)
}

// Enlargement is the puzzle to cover a shape, enlarged k times, by others of the
// same size: each of the given ones at most once, without the shape itself.
func Enlargement(s shapes.Shape, k int, others ...shapes.Shape) *Puzzle {
	var rest []shapes.Shape
	for _, t := range others {
		if !t.Canonical(shapes.Free).Equal(s.Canonical(shapes.Free)) {
			rest = append(rest, t)
		}
	}
	board := BoardOf(s.Scale(k).Normal().Named(fmt.Sprintf("%d%s", k, s.Name())))
	return New(board).With(Pieces(rest...).AtMost(1))
}
