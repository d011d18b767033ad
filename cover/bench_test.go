// SPDX-License-Identifier: BSD-3-Clause

package cover

import (
	"errors"
	"testing"

	"polka/dlx"
	"polka/shapes"
)

// BenchmarkPuzzles makes the problem of a puzzle, finds a tiling, counts the tilings, and lists up
// to 1000 of them up to symmetry, each time from the board and the pieces, with one thread.
func BenchmarkPuzzles(b *testing.B) {
	type puzzle struct {
		name  string
		make  func() *Puzzle
		total int64
	}
	puzzles := []puzzle{{"dominoes-torus-6x6", dominoesOnTorus, 90176}} // OEIS A335586
	for _, name := range []string{
		"pentominoes-6x10",       // one copy of each piece; the X is kept in a quarter of the board
		"any-pentominoes-5x6",    // any number of copies
		"slothouber-graatsma",    // multiplicities
		"soma-cube",              // space
		"hexiamonds-6x6",         // triangles
		"tetrahexes-4x7",         // hexagons
		"pentominoes-8x8-square", // the largest problem of these
	} {
		entry, err := CatalogByName(name)
		if err != nil {
			b.Fatal(err)
		}
		puzzles = append(puzzles, puzzle{name, entry.Puzzle, entry.Total})
	}
	for _, p := range puzzles {
		b.Run(p.name+"/problem", func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				if _, err := p.make().Problem(); err != nil {
					b.Fatal(err)
				}
			}
		})
		b.Run(p.name+"/first", func(b *testing.B) {
			for b.Loop() {
				if _, err := p.make().First(b.Context()); err != nil {
					b.Fatal(err)
				}
			}
		})
		b.Run(p.name+"/count", func(b *testing.B) {
			for b.Loop() {
				r, err := p.make().Solver(dlx.Options{Threads: 1}).Count(b.Context())
				if err != nil || r.Solutions.Int64() != p.total {
					b.Fatalf("%v tilings, %v, want %d", r.Solutions, err, p.total)
				}
			}
		})
		b.Run(p.name+"/list", func(b *testing.B) {
			for b.Loop() {
				if _, _, err := p.make().Distinct().Solver(dlx.Options{Threads: 1, Limit: 1000}).All(b.Context()); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

// dominoesOnTorus is the puzzle of dominoes on a torus of 6x6 squares.
func dominoesOnTorus() *Puzzle {
	board := Rectangle(6, 6)
	var list []Placement
	for _, c := range board.Shape().Cells() {
		right, down := shapes.Cell{X: (c.X + 1) % 6, Y: c.Y}, shapes.Cell{X: c.X, Y: (c.Y + 1) % 6}
		list = append(list, Placement{Shape: shapes.New(shapes.Square, c, right)}, Placement{Shape: shapes.New(shapes.Square, c, down)})
	}
	return New(board).With(Pieces(shapes.Domino()).Any()).WithPlacements([][]Placement{list})
}

// BenchmarkCommonFigures finds published figures of least area. For the last pair there is none.
func BenchmarkCommonFigures(b *testing.B) {
	piece := func(set, name string) shapes.Shape {
		s, err := shapes.PieceByName(set, name)
		if err != nil {
			b.Fatal(err)
		}
		return s
	}
	ell := piece("tetrominoes", "L")
	for _, c := range []struct {
		name string
		list []shapes.Shape
		most int
		area int // 0 if there is no figure
	}{
		{"P5-I5-L4", []shapes.Shape{piece("pentominoes", "P"), piece("pentominoes", "I"), ell}, 20, 20},
		{"U5-Z5-L4", []shapes.Shape{piece("pentominoes", "U"), piece("pentominoes", "Z"), ell}, 40, 40},
		{"F5-I5", []shapes.Shape{piece("pentominoes", "F"), piece("pentominoes", "I")}, 40, 0},
	} {
		b.Run(c.name, func(b *testing.B) {
			for b.Loop() {
				area := 0
				list, err := FindCommonFigures(b.Context(), c.most, c.list...)
				if err == nil {
					area = list[0].Board.region.Size()
				}
				if area != c.area || err != nil && !errors.Is(err, dlx.ErrNoSolution) {
					b.Fatalf("a figure of %d cells, %v; expected %d", area, err, c.area)
				}
			}
		})
	}
}
