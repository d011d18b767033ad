// SPDX-License-Identifier: BSD-3-Clause

package render

import (
	"strings"
	"testing"

	"polka/cover"
	"polka/shapes"
)

func TestHeatMap(t *testing.T) {
	p := cover.New(cover.Rectangle(2, 3)).With(cover.Pieces(shapes.Domino(), shapes.New(shapes.Square, shapes.Cell{}, shapes.Cell{X: 1}, shapes.Cell{Y: 1}).Named("L")).Any())
	f, err := p.Family(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	picture := Draw(f.HeatMap("L"))
	// Three tilings by dominoes, two by two trominoes.
	want := "percent of the tilings: how often L covers each cell of 2x3 in 5 tilings\n  40  40  40\n  40  40  40\n"
	if got := picture.String(); got != want {
		t.Errorf("%q, want %q", got, want)
	}
	if svg := picture.SVG(); !strings.Contains(svg, "2 of 5, 40 %") {
		t.Errorf("no title in\n%s", svg)
	}
	for _, l := range []*shapes.Lattice{shapes.Triangle, shapes.Hexagon, shapes.Cube, shapes.Stick} {
		cell := shapes.New(l, shapes.Cell{}).Named("c")
		p := cover.New(cover.BoardOf(shapes.New(l, shapes.Cell{}, shapes.Cell{X: 1}))).With(cover.Pieces(cell).Any())
		f, err := p.Family(t.Context())
		if err != nil {
			t.Fatal(l, err)
		}
		picture := Draw(f.HeatMap("c"))
		if l.Spatial() && !strings.Contains(picture.SVG(), "1,0,0: 1 of 1, 100 %") {
			t.Errorf("%v: no title with three coordinates in\n%s", l, picture.SVG())
		}
		if len(picture.SVG()) < 100 || !strings.Contains(picture.String(), "100") {
			t.Errorf("%v: %s", l, picture)
		}
	}
}

// TestHeatMapWidth checks that a long caption does not make the picture wider than the board.
func TestHeatMapWidth(t *testing.T) {
	p := cover.New(cover.Rectangle(6, 6)).With(cover.Pieces(shapes.Domino()).Any())
	f, err := p.Family(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if width, _ := Draw(f.HeatMap("")).Size(); width != 6*40+2+2*frameWidth {
		t.Errorf("the picture of a board of 240 pixels is %d pixels wide", width)
	}
}

// TestHeatMapContrast checks that the numbers can be read on each fill, light and dark.
func TestHeatMapContrast(t *testing.T) {
	l, err := shapes.PieceByName("trominoes", "L")
	if err != nil {
		t.Fatal(err)
	}
	f, err := cover.New(cover.Rectangle(4, 5)).With(cover.Pieces(shapes.Domino(), l).Any()).Family(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	h := f.HeatMap("L")
	d := heatDiagram(h)
	for name, theme := range map[string]theme{"light": light, "dark": dark} {
		board := theme.role(d.marks[0].fill)
		fills := map[color]bool{board: true}
		for _, m := range d.marks[1:] {
			if m.fill != none {
				strength := 100
				if m.percent > 0 {
					strength = m.percent
				}
				fills[theme.role(m.fill).mix(board, strength)] = true
			}
		}
		if len(fills) < 2 {
			t.Errorf("%s: one fill", name)
		}
		for fill := range fills {
			for _, words := range d.texts[:len(h.Cells)] { // the others are captions
				if got := contrast(theme.role(words.role), fill); got < 4.5 {
					t.Errorf("%s: contrast of %s on %v is %.2f, below 4.5", name, words.words, fill, got)
				}
			}
			if got := contrast(fill, board); fill != board && got < 1.5 {
				t.Errorf("%s: contrast of %v on the board is %.2f, below 1.5", name, fill, got)
			}
		}
	}
}

// TestHeatMapOfCells checks that the caption does not list the cells of the board.
func TestHeatMapOfCells(t *testing.T) {
	board := cover.Parallelogram(shapes.Hexagon, 2, 3)
	f, err := cover.New(board).With(cover.Pieces(shapes.New(shapes.Hexagon, shapes.Cell{}, shapes.Cell{X: 1}).Named("d")).Any()).Family(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	want := "how often d covers each cell of a board of 6 cells in "
	if got := f.HeatMap("d").String(); !strings.HasPrefix(got, want) {
		t.Errorf("%q, want %q and a number", got, want)
	}
}
