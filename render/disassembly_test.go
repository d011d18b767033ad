// SPDX-License-Identifier: BSD-3-Clause

package render_test

import (
	"context"
	"strings"
	"testing"

	"polka/cover/assembly"
	"polka/render"
	"polka/shapes"
)

// A disassembly has a drawing before and after each move, whose captions name the moves.
func TestDisassembly(t *testing.T) {
	a := shapes.MustParse("A = cube [(0,0,2), (1,0,2), (0,1,2), (2,1,0), (0,2,0), (0,2,1), (0,2,2), (1,2,0), (2,2,0), (2,2,1), (2,2,2)]")
	b := shapes.MustParse("B = cube [(1,0,1), (2,0,1), (1,1,1), (1,1,2), (1,2,2)]")
	d, err := assembly.Disassemble(context.Background(), []shapes.Shape{a, b}, assembly.Options{})
	if err != nil {
		t.Fatal(err)
	}
	p, ok := render.Of(d).(render.Picture)
	if !ok {
		t.Fatalf("a disassembly is shown as %T", render.Of(d))
	}
	want := "A, B   1. B moves 1 along +y   2. B leaves along +z"
	if got := strings.TrimSpace(p.String()); got != want {
		t.Errorf("as text: %s; expected %s", got, want)
	}
	svg := p.SVG()
	for _, words := range []string{"1. B moves 1 along +y", "2. B leaves along +z", "<title>A</title>"} {
		if !strings.Contains(svg, words) {
			t.Errorf("the picture lacks %q", words)
		}
	}
}

// Pieces that are shown together have different fills, as long as there are any.
func TestPieceColors(t *testing.T) {
	var pieces []shapes.Shape
	for n := range 14 {
		pieces = append(pieces, shapes.Rectangle(1, 1+n%3).Solid())
	}
	seen := map[int]int{}
	for i, c := range render.PieceColors(pieces) {
		if c < 0 || c > 11 {
			t.Errorf("piece %d has the fill %d", i, c)
		}
		if seen[c]++; i < 12 && seen[c] > 1 {
			t.Errorf("piece %d has the fill %d of another one", i, c)
		}
	}
	if c := render.PieceColors(pieces[:1])[0]; c != render.PieceColor(pieces[0]) {
		t.Errorf("a single piece has the fill %d", c)
	}
}
