// SPDX-License-Identifier: BSD-3-Clause

package cover

import (
	"context"
	"strings"
	"testing"

	"polka/shapes"
)

// Tilings of a cube of four dimensions by dominoes are the perfect matchings of its 16 corners, of
// which there are 272 (A005271), 8 of them up to symmetry.
func TestTesseractTilings(t *testing.T) {
	ctx := context.Background()
	board, err := ParseBoard("2x2x2x2")
	if err != nil || board.Shape().Size() != 16 || board.String() != "2x2x2x2" || len(board.Symmetries()) != 384 {
		t.Fatalf("%v, %v: %d cells, %d symmetries", board, err, board.Shape().Size(), len(board.Symmetries()))
	}
	p := New(board).With(Pieces(shapes.MustParse("tesseract ##")).Any())
	all, err := p.All(ctx)
	if err != nil || len(all) != 272 {
		t.Errorf("%d tilings, %v; want 272", len(all), err)
	}
	if distinct, err := p.Distinct().All(ctx); err != nil || len(distinct) != 8 {
		t.Errorf("%d tilings up to symmetry, %v; want 8", len(distinct), err)
	}
	problem, err := p.Problem()
	if err != nil || problem.Items()[15].Name != "1,1,1,1" {
		t.Errorf("the last item is %q, %v", problem.Items()[15].Name, err)
	}
	// The shape of a corner and two of its neighbors takes two cells of a color.
	if got := New(board.Without(shapes.MustParse("tesseract [(0,0,0,0), (0,0,1,1)]"))).With(Pieces(shapes.MustParse("tesseract ##")).Any()).Impossible(); !strings.Contains(got, "x+y+z+w modulo 2") {
		t.Errorf("no proof by colors: %q", got)
	}
	for _, text := range []string{"2x2x2x0", "129x1x1x1", "2x2x2x2x2", "40x40x40x40"} {
		if b, err := ParseBoard(text); err == nil {
			t.Errorf("ParseBoard(%q) has %d cells, want an error", text, b.Shape().Size())
		}
	}
}

// The pieces of four 4-cubes, some twice, fill a box: checked cell by cell.
func TestTetratesseracts(t *testing.T) {
	l, err := shapes.LatticeByName("tesseract")
	if err != nil {
		t.Fatal(err)
	}
	pieces, err := shapes.Enumerate(context.Background(), l, 4, shapes.Free)
	if err != nil {
		t.Fatal(err)
	}
	board, err := ParseBoard("2x2x2x4")
	if err != nil {
		t.Fatal(err)
	}
	tiling, err := New(board).With(Pieces(pieces...).Between(1, 2)).First(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	seen := map[shapes.Cell]bool{}
	for _, q := range tiling.Placements {
		if q.Shape.Canonical(shapes.Free) != q.Piece.Canonical(shapes.Free) {
			t.Errorf("%v is no image of %v", q.Shape, q.Piece)
		}
		for _, c := range q.Shape.Cells() {
			x, y, z, w := c.Four()
			if seen[c] || min(x, y, z, w) < 0 || x > 3 || max(y, z, w) > 1 {
				t.Errorf("the cell (%d,%d,%d,%d) is covered twice or outside", x, y, z, w)
			}
			seen[c] = true
		}
	}
	if len(seen) != 32 {
		t.Errorf("%d cells covered, want 32", len(seen))
	}
}
