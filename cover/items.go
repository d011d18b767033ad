// SPDX-License-Identifier: BSD-3-Clause

package cover

import (
	"slices"

	"polka/dlx"
	"polka/shapes"
)

// An itemizer knows the items of a puzzle's problem, and their numbers.
type itemizer struct {
	list        []dlx.Item // primary ones first
	piece, cell []int      // the number of the item of each, -1 for those that have none
	point       map[shapes.Cell]int
}

// itemize lists the items: pieces first, cells along the longest side of the
// board, secondary items at the end. Only pieces and cells that satisfy the
// conditions on their numbers get one.
func (p *Puzzle) itemize(piece, cell func(i int32) bool) *itemizer {
	z := &itemizer{
		list:  make([]dlx.Item, 0, len(p.pieces)+len(p.cells)),
		piece: make([]int, len(p.pieces)), cell: make([]int, len(p.cells)), point: map[shapes.Cell]int{},
	}
	cells, pieces := p.names()
	skippedPiece, skippedCell := p.skipped()
	optional := p.optional()
	put := func(secondary bool) {
		for i, q := range p.pieces {
			form := p.forms[i]
			if !secondary {
				z.piece[i] = -1
			}
			switch {
			case form == uncounted || !piece(int32(i)) || secondary != (form == perhaps && !skippedPiece[i]):
				continue
			case form == several:
				high := q.high
				if high == unlimited {
					high = max(q.low, p.board.region.Size()/q.shape.Size())
				}
				z.piece[i] = z.add(dlx.Item{Name: pieces[i], Low: q.low, High: high})
			default:
				z.piece[i] = z.add(dlx.Item{Name: pieces[i], Secondary: secondary})
			}
		}
		for _, c := range p.alongBoard() {
			if !secondary {
				z.cell[c] = -1
			}
			if cell(c) && secondary == (optional[c] && !skippedCell[c]) {
				z.cell[c] = z.add(dlx.Item{Name: cells[c], Secondary: secondary})
			}
		}
	}
	put(false)
	put(true)
	for _, x := range p.points() {
		z.point[x] = z.add(dlx.Item{Name: pointName(x), Secondary: true})
	}
	return z
}

// add gives an item the next number.
func (z *itemizer) add(i dlx.Item) int {
	z.list = append(z.list, i)
	return len(z.list) - 1
}

// problem returns the problem with these items and no options.
func (z *itemizer) problem() *dlx.Problem { return dlx.New().AddItems(z.list...) }

// option appends the items that an option of a piece has, if it covers such cells
// and points: those that there are.
func (z *itemizer) option(list []dlx.Entry, piece int32, cells []int32, points []shapes.Cell) []dlx.Entry {
	if n := z.piece[piece]; n >= 0 {
		list = append(list, dlx.Entry{Item: n})
	}
	for _, c := range cells {
		if n := z.cell[c]; n >= 0 {
			list = append(list, dlx.Entry{Item: n})
		}
	}
	for _, x := range points {
		list = append(list, dlx.Entry{Item: z.point[x]})
	}
	return list
}

// skip returns the option that leaves out a piece or a cell.
func (z *itemizer) skip(s skip) dlx.Entry {
	if s.piece {
		return dlx.Entry{Item: z.piece[s.n]}
	}
	return dlx.Entry{Item: z.cell[s.n]}
}

// points lists all points that pieces go straight through.
func (p *Puzzle) points() []shapes.Cell {
	var list []shapes.Cell
	for _, q := range p.places {
		list = append(list, p.through(q)...)
	}
	slices.SortFunc(list, shapes.Cell.Compare)
	return slices.Compact(list)
}
