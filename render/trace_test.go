// SPDX-License-Identifier: BSD-3-Clause

package render

import (
	"testing"

	"pgregory.net/rapid"

	"polka/shapes"
)

func squares(t *rapid.T) shapes.Shape {
	coordinate := rapid.IntRange(-3, 3)
	cells := rapid.SliceOfN(rapid.Custom(func(t *rapid.T) shapes.Cell {
		return shapes.Cell{X: coordinate.Draw(t, "x"), Y: coordinate.Draw(t, "y")}
	}), 0, 30).Draw(t, "cells")
	return shapes.New(shapes.Square, cells...)
}

// The loops enclose as much as there are cells, and are as long as there are sides without a
// neighbor.
func TestOutlineEnclosesTheCells(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := squares(t)
		area, length := 0, 0
		for _, loop := range meshOf(s).outline() {
			for i, p := range loop {
				q := loop[(i+1)%len(loop)]
				r := loop[(i+2)%len(loop)]
				area += p.X*q.Y - q.X*p.Y
				length += abs(q.X-p.X) + abs(q.Y-p.Y)
				if p.X == q.X && q.X == r.X || p.Y == q.Y && q.Y == r.Y {
					t.Errorf("%v: the outline %v goes straight on at %v", s, loop, q)
				}
			}
		}
		sides, shared := 0, 0
		for _, c := range s.Cells() {
			for _, d := range shapes.Square.Neighbors(c) {
				if s.Contains(d) {
					shared++
				} else {
					sides++
				}
			}
		}
		// Corners are in half steps: twice the area of a cell is 8, its side 2.
		if area != 8*s.Size() {
			t.Errorf("%v: the outline encloses %d half cells, want %d", s, area/4, 2*s.Size())
		}
		if length != 2*sides {
			t.Errorf("%v: the outline is %d half sides long, want %d", s, length, 2*sides)
		}
		inner := 0
		for _, e := range meshOf(s).innerLines() {
			inner += abs(e.to.X-e.from.X) + abs(e.to.Y-e.from.Y)
		}
		if inner != shared {
			t.Errorf("%v: inner lines are %d half sides long, want %d", s, inner, shared)
		}
	})
}

func abs(n int) int { return max(n, -n) }

func TestOutline(t *testing.T) {
	for _, test := range []struct {
		picture       string
		loops, corner int // number of loops and of corners of all
	}{
		{"#", 1, 4},
		{"##/##", 1, 4},
		{"#./##", 1, 6},
		{"###/#.#/###", 2, 8},
		{"#./.#", 2, 8},        // touching in a corner: two loops
		{"##./#.#/###", 1, 10}, // one loop that touches itself
	} {
		loops := meshOf(shapes.MustParse(test.picture)).outline()
		corners := 0
		for _, loop := range loops {
			corners += len(loop)
		}
		if len(loops) != test.loops || corners != test.corner {
			t.Errorf("%s: %d loops with %d corners, want %d with %d", test.picture, len(loops), corners, test.loops, test.corner)
		}
	}
	if runs := meshOf(shapes.Rectangle(6, 10)).innerLines(); len(runs) != 5+9 {
		t.Errorf("inner lines of a 6 x 10 rectangle come in %d runs, want 14", len(runs))
	}
}
