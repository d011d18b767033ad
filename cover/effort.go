// SPDX-License-Identifier: BSD-3-Clause

// How hard a puzzle is for a person.
//
// The careful solver is a model of a person who never overlooks anything. It looks for the cell or
// the piece with the fewest placements that are left, and tries them one after the other. It tries
// no placement that leaves a part of the board whose number of cells is not the sum of the sizes of
// some of the remaining pieces, since a person sees such holes. The effort is the number of
// placements tried until all of the tree is searched, so that luck does not matter: a puzzle that
// can be solved without a mistake has as many as it has pieces. Cells come before pieces, in
// reading order, which breaks ties.
//
// The choice by the fewest placements is the rule of Knuth's Algorithm X (Dancing Links, 2000,
// section on the S heuristic). Cost: about the number of placements for each node, which is slower
// than package dlx; the solver is for puzzles of the size that people solve.

package cover

import (
	"context"
	"errors"

	"polka/shapes"
)

// Effort returns the number of placements that a careful person tries to find all tilings: at each
// step those of the cell or piece with the fewest, but none that leaves a part of the board that
// the sizes of the remaining pieces cannot fill. If nothing is tried in vain and there is one
// tiling, it is the number of pieces. Every piece must be used exactly once, and no cell may be
// optional; otherwise there is an error. The time grows with the result: it is at most some
// hundreds of thousands per second.
func (p *Puzzle) Effort(ctx context.Context) (int64, error) {
	if err := p.Err(); err != nil {
		return 0, err
	}
	s, err := newCareful(ctx, p)
	if err != nil {
		return 0, err
	}
	s.search()
	return s.tried, s.err
}

// A careful solver has the state of the search.
type careful struct {
	ctx       context.Context
	err       error
	items     [][]int // of each placement: its cells, then its piece
	options   [][]int // of each item
	blocked   []int   // of each placement: the number of its items that are covered
	covered   []bool  // of each item
	cells     int     // items below are cells
	neighbors [][]int // of cells
	sizes     []int   // of pieces
	tried     int64
}

func newCareful(ctx context.Context, p *Puzzle) (*careful, error) {
	board := p.board.Shape()
	if !p.board.Optional().Empty() {
		return nil, errors.New("cover: Effort expects a board without optional cells")
	}
	s := &careful{ctx: ctx, cells: board.Size()}
	index := make(map[shapes.Cell]int)
	for i, c := range board.Cells() {
		index[c] = i
	}
	for _, c := range board.Cells() {
		var near []int
		for _, d := range board.Lattice().Neighbors(c) {
			if k, ok := index[d]; ok {
				near = append(near, k)
			}
		}
		s.neighbors = append(s.neighbors, near)
	}
	for _, piece := range p.pieces {
		if least, most := piece.Copies(); least != 1 || most != 1 {
			return nil, errors.New("cover: Effort expects every piece to be used exactly once")
		}
		s.sizes = append(s.sizes, piece.Shape().Size())
	}
	s.covered = make([]bool, s.cells+len(s.sizes))
	s.options = make([][]int, len(s.covered))
	p.compile()
	if err := p.Err(); err != nil {
		return nil, err
	}
	for k, place := range p.places {
		var items []int
		for _, c := range p.placement(k).Shape.Cells() {
			items = append(items, index[c])
		}
		items = append(items, s.cells+int(place.piece))
		for _, i := range items {
			s.options[i] = append(s.options[i], k)
		}
		s.items = append(s.items, items)
	}
	s.blocked = make([]int, len(s.items))
	return s, nil
}

// search tries the placements of the item with the fewest.
func (s *careful) search() {
	if s.tried%1024 == 0 && s.err == nil {
		s.err = s.ctx.Err()
	}
	if s.err != nil {
		return
	}
	best, least := -1, 0
	for i, covered := range s.covered {
		if covered {
			continue
		}
		n := 0
		for _, k := range s.options[i] {
			if s.blocked[k] == 0 {
				n++
			}
		}
		if best < 0 || n < least {
			best, least = i, n
		}
	}
	if best < 0 {
		return
	}
	for _, k := range s.options[best] {
		if s.blocked[k] != 0 {
			continue
		}
		s.cover(k, 1)
		if s.fillable() {
			s.tried++
			s.search()
		}
		s.cover(k, -1)
	}
}

// cover covers the items of a placement, or uncovers them if by is -1.
func (s *careful) cover(k, by int) {
	for _, i := range s.items[k] {
		s.covered[i] = by > 0
		for _, o := range s.options[i] {
			s.blocked[o] += by
		}
	}
}

// fillable reports whether the number of cells of each part of the rest of the board is the sum of
// the sizes of some remaining pieces.
func (s *careful) fillable() bool {
	sums := make([]bool, s.cells+1)
	sums[0] = true
	for i, size := range s.sizes {
		if !s.covered[s.cells+i] {
			for n := s.cells; n >= size; n-- {
				sums[n] = sums[n] || sums[n-size]
			}
		}
	}
	seen := make([]bool, s.cells)
	for i := range s.cells {
		if s.covered[i] || seen[i] {
			continue
		}
		part := []int{i}
		seen[i] = true
		for k := 0; k < len(part); k++ {
			for _, n := range s.neighbors[part[k]] {
				if !s.covered[n] && !seen[n] {
					seen[n] = true
					part = append(part, n)
				}
			}
		}
		if !sums[len(part)] {
			return false
		}
	}
	return true
}
