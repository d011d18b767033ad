// SPDX-License-Identifier: BSD-3-Clause

package cover

import (
	"cmp"
	"slices"
	"strings"

	"polka/shapes"
)

// WithPlacements returns the puzzle in which the pieces lie only as given: list[i] contains the
// placements of piece i of Set; their field Piece is ignored. This allows rules that no lattice
// has, and cells that are arranged as in no lattice; the coordinates are only names then.
// Placements with cells outside the board are left out.
//
// Two tilings are the same up to symmetry if one of the given maps of cells takes one to the
// other. A map counts only if it takes the board to itself, and the placements of each piece to
// its own or to those of another piece with the same numbers of copies. The maps must form a
// group; the identity may be omitted.
func (p *Puzzle) WithPlacements(list [][]Placement, maps ...func(shapes.Cell) shapes.Cell) *Puzzle {
	q := p.again()
	q.crossings, q.imported, q.rigid, q.developed = true, false, false, false
	q.given, q.maps = append([][]Placement{}, list...), slices.Clone(maps)
	return q
}

// layGiven lists the given placements in the order of lay.
func (p *Puzzle) layGiven(number *numbering) []place {
	var list []place
	for i := range min(len(p.given), len(p.pieces)) {
		if p.pieces[i].high == 0 {
			continue
		}
		first := len(list)
		for _, q := range p.given[i] {
			if k, ok := q.place(int32(i), number); ok {
				list = append(list, k)
			}
		}
		own := list[first:]
		slices.SortFunc(own, func(a, b place) int {
			return cmp.Or(slices.Compare(a.cells, b.cells), strings.Compare(a.colors, b.colors))
		})
		own = slices.CompactFunc(own, func(a, b place) bool { return slices.Equal(a.cells, b.cells) && a.colors == b.colors })
		list = list[:first+len(own)]
	}
	return list
}

// place returns the placement in numbers. It reports whether all its cells are on the board.
func (p Placement) place(piece int32, number *numbering) (place, bool) {
	k := place{piece: piece}
	for _, c := range p.Shape.Cells() {
		n := number.of(c)
		if n < 0 {
			return k, false
		}
		k.cells = append(k.cells, n)
	}
	if strings.Trim(p.Colors, string(unmarked)) != "" {
		k.colors = p.Colors
	}
	return k, len(k.cells) > 0
}

// mapped lists what the given maps do to the cells, of those that take the
// board to itself.
func (p *Puzzle) mapped() []symmetry {
	number := newNumbering(p.cells)
	var list []symmetry
next:
	for _, f := range p.maps {
		s := symmetry{cell: make([]int32, len(p.cells))}
		taken := make([]bool, len(p.cells))
		identity := true
		for i, c := range p.cells {
			j := number.of(f(c))
			if j < 0 || taken[j] || p.board.Mark(c) != p.board.Mark(p.cells[j]) ||
				p.board.optional.Contains(c) != p.board.optional.Contains(p.cells[j]) {
				continue next
			}
			taken[j] = true
			s.cell[i] = j
			identity = identity && int(j) == i
		}
		same := func(t symmetry) bool { return slices.Equal(s.cell, t.cell) }
		if !identity && !slices.ContainsFunc(list, same) {
			list = append(list, s)
		}
	}
	return list
}

// exchangeGiven is exchange for given placements: it compares the places themselves.
func (p *Puzzle) exchangeGiven(s symmetry) ([]int32, bool) {
	own, image := make([][]string, len(p.pieces)), make([][]string, len(p.pieces))
	for _, q := range p.places {
		own[q.piece] = append(own[q.piece], key(0, q.cells, q.colors))
		cells, colors := s.moved(q)
		image[q.piece] = append(image[q.piece], key(0, cells, colors))
	}
	text := func(q Piece, keys []string) string {
		slices.Sort(keys)
		return key(int32(q.low), []int32{int32(q.high)}, strings.Join(keys, "\x00"))
	}
	from, to := make([]string, len(p.pieces)), make([]string, len(p.pieces))
	for i, q := range p.pieces {
		from[i], to[i] = text(q, own[i]), text(q, image[i])
	}
	return p.match(from, to, func(int) bool { return true })
}
