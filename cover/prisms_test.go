// SPDX-License-Identifier: BSD-3-Clause

package cover

import (
	"context"
	"testing"

	"polka/shapes"
)

// TestPrisms covers rings of triangular prisms, two high, with pairs. Their graph is the ladder
// bent to a ring of 6, which has L(6)+2 perfect matchings, where L(6) = 18 is a Lucas number
// (A068397).
func TestPrisms(t *testing.T) {
	l, err := shapes.LatticeByName("triangular-prism")
	if err != nil {
		t.Fatal(err)
	}
	// The six prisms around a corner of the lower layer, in two layers.
	var ring []shapes.Cell
	for _, c := range l.Corners(shapes.Cell{}) {
		ring = nil
		for x := -6; x <= 6; x++ {
			for y := -3; y <= 3; y++ {
				for _, d := range l.Corners(shapes.Cell{X: x, Y: y}) {
					if d == c {
						ring = append(ring, shapes.Cell{X: x, Y: y}, shapes.Cell{X: x, Y: y, Z: 1})
					}
				}
			}
		}
		if len(ring) == 12 {
			break
		}
	}
	board := BoardOf(shapes.New(l, ring...))
	pairs, err := shapes.Enumerate(context.Background(), l, 2, shapes.Free)
	if err != nil || len(pairs) != 2 || board.Shape().Size() != 12 {
		t.Fatalf("%d pairs, error %v, board %v", len(pairs), err, board)
	}
	if n := len(board.Symmetries()); n != 24 {
		t.Errorf("%v has %d symmetries, expected 24", board, n)
	}
	puzzle := New(board).With(Pieces(pairs...).Any())
	counts, err := puzzle.Counts(context.Background())
	if err != nil || counts.Total.Int64() != 20 {
		t.Errorf("%v tilings, error %v; expected 20", counts.Total, err)
	}
	all, err := puzzle.Distinct().All(context.Background())
	if err != nil || counts.Distinct.Int64() != int64(len(all)) {
		t.Errorf("%d different tilings, error %v; counted %v", len(all), err, counts.Distinct)
	}
	again, err := ParseBoard(board.String())
	if err != nil || again.Shape() != board.Shape() {
		t.Errorf("%v is read as %v, error %v", board, again, err)
	}
	picture, err := ParseBoard("triangular-prism ####/#### | ####/####")
	if err != nil || picture.Shape().Size() != 16 {
		t.Errorf("read %v, error %v; expected 16 prisms", picture, err)
	}
}
