// SPDX-License-Identifier: BSD-3-Clause

package stdlib

import (
	"strings"
	"testing"

	"polka/cover"
	"polka/kernel/display"
	"polka/render"
	"polka/shapes"
)

func TestPicture(t *testing.T) {
	r := display.Renderer{Picture: render.Of}
	board := cover.Rectangle(2, 3)
	piece, err := shapes.PieceByName("pentominoes", "F")
	if err != nil {
		t.Fatal(err)
	}
	puzzle := cover.New(cover.Rectangle(2, 3), shapes.MustSetByName("trominoes")[1], shapes.MustSetByName("trominoes")[1])
	order, err := cover.FindSmallestRectangle(t.Context(), cover.Pieces(shapes.MustSetByName("trominoes")[1]).Between(1, -1), 12)
	if err != nil {
		t.Fatal(err)
	}
	rectangles, err := cover.FindRectangles(t.Context(), cover.Pieces(shapes.Tetrominoes()...))
	if err != nil {
		t.Fatal(err)
	}
	some, distinct, err := cover.Dissect(t.Context(), board, 3)
	if err != nil {
		t.Fatal(err)
	}
	tiling := cover.Tiling{Board: board, Placements: []cover.Placement{{Piece: piece, Shape: piece}}}
	for _, v := range []any{
		piece, []shapes.Shape{piece, piece}, shapes.Pentominoes(),
		shapes.Tan, shapes.Lattices(), shapes.Cube.Isometries(), shapes.Square.Isometries()[3],
		board, []cover.Board{board}, tiling, []cover.Tiling{tiling, tiling},
		tiling.Placements[0], tiling.Placements, render.Draw(piece),
		puzzle, puzzle.Set(), puzzle.Set()[0], cover.Catalog()[0], order, rectangles, rectangles[0], some, distinct,
	} {
		b := r.Render(v)
		if !strings.Contains(string(b.Data[display.SVGType]), "<svg") || !strings.Contains(string(b.Data[display.HTMLType]), "<svg") || b.Plain() == "" {
			t.Errorf("%T has no picture: %v, text %q", v, b.Types(), b.Plain())
		}
	}
	if table := r.Render(shapes.CountTable{Lattice: shapes.Square}); !strings.Contains(string(table.Data[display.HTMLType]), "<table") {
		t.Errorf("a table is %v", table.Data)
	}
	for _, v := range []any{nil, 7, "text", []int{1}, []any{piece}} {
		if p := render.Of(v); p != nil {
			t.Errorf("Of(%v) = %v", v, p)
		}
	}
}
