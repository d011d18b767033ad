// SPDX-License-Identifier: BSD-3-Clause

package assembly

import (
	"fmt"
	"math"
	"slices"

	"polka/shapes"
)

// A Scene is a moment while an assembly is taken apart: pieces where they are after a move.
type Scene struct {
	Text   string         // what has happened, such as "1. B moves 1 along +y"
	Pieces []int          // the indices of the pieces of the part, in ascending order
	Shapes []shapes.Shape // where each of them is
	Moved  []int          // the indices of those that moved last
}

// Scenes returns the assembly, the pieces after each move, and each part that remains before it is
// taken apart in turn. Pieces that are taken away are moved until they are beyond the others.
func (d *Disassembly) Scenes() []Scene {
	var list []Scene
	names, number := d.Names(), 0
	d.root.each(func(s *Separation) {
		at := make([]shapes.Cell, len(d.pieces)) // the shift of each piece
		for i, p := range s.pieces {
			least, _ := d.pieces[p].Bounds()
			at[p] = plus(s.start[i], least, -1)
		}
		frame := func(text string, moved []int) {
			f := Scene{Text: text, Pieces: slices.Clone(s.pieces), Moved: slices.Clone(moved)}
			for _, p := range s.pieces {
				f.Shapes = append(f.Shapes, d.pieces[p].Translate(at[p].X, at[p].Y, at[p].Z))
			}
			list = append(list, f)
		}
		frame(listOf(names, s.pieces), nil)
		for _, m := range s.moves {
			number++
			length := m.Length
			if length == 0 {
				for length = 1; d.near(m, s.pieces, shifted(at, m, length-1)); {
					length++
				}
			}
			at = shifted(at, m, length)
			frame(fmt.Sprintf("%d. %s", number, m.text(names)), m.Pieces)
		}
	})
	return list
}

// shifted returns the shifts after a move by some steps.
func shifted(at []shapes.Cell, m Move, steps int) []shapes.Cell {
	at = slices.Clone(at)
	for _, p := range m.Pieces {
		at[p] = plus(at[p], m.Direction, steps)
	}
	return at
}

// near reports whether the moving pieces may still run into the others: whether in the direction of
// the move not all of them are beyond the others.
func (d *Disassembly) near(m Move, part []int, shift []shapes.Cell) bool {
	along := func(low, high shapes.Cell) (n int) { // the least of a box in the direction of the move
		for _, c := range [3][3]int{{m.Direction.X, low.X, high.X}, {m.Direction.Y, low.Y, high.Y}, {m.Direction.Z, low.Z, high.Z}} {
			if c[0] > 0 {
				n += c[0] * c[1]
			} else {
				n += c[0] * c[2]
			}
		}
		return n
	}
	least, most := math.MaxInt, math.MinInt // of the moving pieces, of the others
	for _, i := range part {
		low, high := d.pieces[i].Bounds()
		low, high = plus(low, shift[i], 1), plus(high, shift[i], 1)
		if slices.Contains(m.Pieces, i) {
			least = min(least, along(low, high))
		} else {
			most = max(most, along(high, low))
		}
	}
	return least <= most
}
