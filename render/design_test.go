// SPDX-License-Identifier: BSD-3-Clause

package render

import (
	"context"
	"strings"
	"testing"

	"polka/cover"
	"polka/shapes"
)

// TestDesign draws designs as their boards, with given cells and captions.
func TestDesign(t *testing.T) {
	o := cover.DesignOptions{Tries: 1, Seed: 3}
	d, err := cover.New(cover.Rectangle(5, 12), shapes.Pentominoes()...).Design(context.Background(), o)
	if err != nil {
		t.Fatal(err)
	}
	text := Draw(d).SVG()
	if !strings.Contains(text, "effort") || d.Given == 0 {
		t.Errorf("%v is drawn as %s", d, text)
	}
	for _, q := range d.Puzzle.Board().Shape().Cells() {
		if m := string(d.Puzzle.Board().Mark(q)); m != " " && !strings.Contains(text, ">"+m+"<") {
			t.Errorf("the picture of %v lacks the letter %s", d, m)
		}
	}
	if two := Draw([]cover.Design{d, {}, d}).SVG(); strings.Count(two, "effort") < 2 {
		t.Errorf("two designs are drawn as %s", two)
	}
}

// TestTilingColors checks that neighbors differ in tilings of solids by copies of one piece.
func TestTilingColors(t *testing.T) {
	brick := shapes.New(shapes.Cube, shapes.Cell{}, shapes.Cell{X: 1})
	err := cover.New(cover.Box(2, 3, 4)).With(cover.Pieces(brick).Any()).Each(context.Background(), func(f cover.Tiling) bool {
		colors := TilingColors(f)
		owner := map[shapes.Cell]int{}
		for i, q := range f.Placements {
			for _, c := range q.Shape.Cells() {
				owner[c] = i
			}
		}
		for c, i := range owner {
			for _, d := range []shapes.Cell{{X: 1}, {Y: 1}, {Z: 1}} {
				j, ok := owner[shapes.Cell{X: c.X + d.X, Y: c.Y + d.Y, Z: c.Z + d.Z}]
				if ok && i != j && colors[i] == colors[j] {
					t.Errorf("%v: pieces %d and %d both have the color %d", f, i, j, colors[i])
					return false
				}
			}
		}
		return true
	})
	if err != nil {
		t.Fatal(err)
	}
}
