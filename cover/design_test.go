// SPDX-License-Identifier: BSD-3-Clause

package cover

import (
	"context"
	"errors"
	"math/big"
	"testing"

	"polka/dlx"
	"polka/shapes"
)

// TestDesign checks that designs have one tiling, and several without any of the given cells.
func TestDesign(t *testing.T) {
	puzzle := New(Rectangle(5, 12), shapes.Pentominoes()...)
	for seed := range uint64(3) {
		d, err := puzzle.Design(t.Context(), DesignOptions{Tries: 1, Seed: seed})
		if err != nil {
			t.Fatal(err)
		}
		if n, err := d.Puzzle.Count(t.Context()); err != nil || n.Cmp(big.NewInt(1)) != 0 {
			t.Fatalf("seed %d: %v tilings, error %v", seed, n, err)
		}
		if d.Effort < 12 {
			t.Errorf("seed %d: effort %d, want at least the number of pieces", seed, d.Effort)
		}
		board, given := d.Puzzle.Board(), 0
		for _, c := range board.Shape().Cells() {
			if board.Mark(c) == unmarked {
				continue
			}
			given++
			fewer := New(board.WithMark(' ', shapes.New(shapes.Square, c)), shapes.Pentominoes()...)
			if n, err := fewer.Count(t.Context()); err != nil || n.Cmp(big.NewInt(1)) <= 0 {
				t.Errorf("seed %d: %v tilings without the given cell %v, error %v", seed, n, c, err)
			}
		}
		if given != d.Given || given == 0 {
			t.Errorf("seed %d: %d cells given, want %d", seed, given, d.Given)
		}
		again, err := puzzle.Design(t.Context(), DesignOptions{Tries: 1, Seed: seed})
		if err != nil || again.String() != d.String() {
			t.Errorf("seed %d: %v, then %v, error %v", seed, d, again, err)
		}
	}
}

func TestDesignBoard(t *testing.T) {
	for _, pieces := range [][]shapes.Shape{shapes.Pentominoes()[:5], shapes.Hexiamonds()[:5], shapes.Tetrahexes()[:4], shapes.Soma()[:4]} {
		easy, err := DesignBoard(t.Context(), pieces, DesignOptions{Tries: 5, Easy: true})
		if err != nil {
			t.Fatal(err)
		}
		hard, err := DesignBoard(t.Context(), pieces, DesignOptions{Tries: 5})
		if err != nil {
			t.Fatal(err)
		}
		if easy.Effort > hard.Effort {
			t.Errorf("%v is harder than %v", easy, hard)
		}
		for _, d := range []Design{easy, hard} {
			counts, err := d.Puzzle.Counts(t.Context())
			if err != nil || counts.Distinct.Cmp(big.NewInt(1)) != 0 || !d.Puzzle.Board().Shape().Connected() {
				t.Errorf("%v: %v, error %v", d, counts, err)
			}
		}
	}
}

// TestEffort compares with trees that are searched by hand.
func TestEffort(t *testing.T) {
	for _, c := range []struct {
		board, first, second string
		want                 int64
	}{
		{"####", "###", "#", 4},        // two choices at the left end, each with one continuation
		{"####/.##.", "####", "##", 2}, // the long piece has one place, then the short one has
		{"##.###", "####", "#", 0},     // there is no place for the long piece
		{"##/##", "###", "#", 0},
	} {
		p := New(mustBoard(t, c.board), shapes.MustParse(c.first).Named("A"), shapes.MustParse(c.second).Named("B"))
		if got, err := p.Effort(t.Context()); err != nil || got != c.want {
			t.Errorf("%s: effort %d, want %d, error %v", c.board, got, c.want, err)
		}
	}
	if _, err := New(Rectangle(2, 2)).With(Pieces(shapes.Domino()).Any()).Effort(t.Context()); err == nil {
		t.Error("no error for pieces that may be used any number of times")
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := New(Rectangle(6, 10), shapes.Pentominoes()...).Effort(ctx); !errors.Is(err, context.Canceled) {
		t.Errorf("error %v, want %v", err, context.Canceled)
	}
	if _, err := New(Rectangle(2, 3), shapes.MustParse("##/##").Named("O"), shapes.Domino().Named("D")).Design(t.Context(), DesignOptions{Tries: -1}); err == nil {
		t.Error("no error for -1 tries")
	}
	if _, err := New(Rectangle(3, 20), shapes.Pentominoes()...).Design(t.Context(), DesignOptions{Tries: 1}); errors.Is(err, dlx.ErrNoSolution) {
		t.Error("no design for 3x20")
	}
}

func mustBoard(t *testing.T, text string) Board {
	t.Helper()
	b, err := ParseBoard(text)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// TestNoDesign prints the zero value, which a cell shows after an error.
func TestNoDesign(t *testing.T) {
	var d Design
	if d.String() != "no design" || d.Text() != "" {
		t.Errorf("%v, %q", d, d.Text())
	}
}
