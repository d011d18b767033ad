// SPDX-License-Identifier: BSD-3-Clause

package knuth

import (
	"bytes"
	"os"
	"testing"

	"polka/cover"
	"polka/shapes"
)

// TestPuzzle solves inputs of the programs: pentominoes in 3x10, and the
// pentominoes with the cross in a quarter of 6x10.
func TestPuzzle(t *testing.T) {
	in, err := os.Open("testdata/polyomino-dlx-6.in")
	if err != nil {
		t.Fatal(err)
	}
	defer in.Close()
	b, err := ReadPolyominoDLX(in)
	if err != nil {
		t.Fatal(err)
	}
	p, err := b.Puzzle()
	if err != nil {
		t.Fatal(err)
	}
	tiling, err := p.First(t.Context())
	if err == nil {
		t.Errorf("a tiling with three squares of the cross in a row: %v", tiling)
	}
}

// TestDanceOf writes puzzles and reads them back.
func TestDanceOf(t *testing.T) {
	for _, p := range []*cover.Puzzle{
		cover.New(cover.Rectangle(3, 20), shapes.Pentominoes()...),
		cover.New(cover.Parallelogram(shapes.Triangle, 4, 9), shapes.Hexiamonds()...),
		cover.New(cover.Rectangle(3, 6)).With(cover.Forms(shapes.Fixed, shapes.MustSetByName("trominoes")...)),
	} {
		d, err := DanceOf(p)
		if err != nil {
			t.Errorf("%v: %v", p, err)
			continue
		}
		var source bytes.Buffer
		d.WriteTo(&source)
		read := ReadPolyominoes
		if d.Lattice == shapes.Triangle {
			read = ReadPolyiamonds
		}
		if d, err = read(&source); err != nil {
			t.Errorf("%v: %v", p, err)
			continue
		}
		q, err := d.Puzzle()
		if err != nil {
			t.Errorf("%v: %v", p, err)
			continue
		}
		want, err1 := p.Counts(t.Context())
		got, err2 := q.Counts(t.Context())
		if err1 != nil || err2 != nil || got.Total.Cmp(want.Total) != 0 {
			t.Errorf("%v: %v, %v, want %v, %v", p, got, err2, want, err1)
		}
	}
	domino := shapes.Domino()
	for _, p := range []*cover.Puzzle{
		cover.New(cover.Box(1, 1, 2), shapes.Domino().Solid()),
		cover.New(cover.Rectangle(2, 2), domino, domino),
		cover.New(cover.Rectangle(1, 3).WithOptional(domino), domino),
		cover.New(cover.Rectangle(1, 2).WithMark('1', domino), domino),
		cover.New(cover.Rectangle(1, 2), shapes.Monomino()),
		cover.New(cover.Rectangle(1, 37), shapes.Rectangle(1, 37)),
	} {
		if d, err := DanceOf(p); err == nil {
			t.Errorf("%v is written as %v", p, d)
		}
	}
}
