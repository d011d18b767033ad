// The problem. How many tilings are there up to the symmetry of the board?
// Looking at all tilings and keeping the least of each class takes as long as
// visiting them, and there may be far too many for that.
//
// The source. The orbit-counting lemma, known as Burnside's: a group G that
// acts on a finite set has
//
//	(1/|G|) * sum over g in G of the number of elements that g leaves as they are
//
// orbits. W. Burnside, Theory of Groups of Finite Order, second edition (1911),
// section 145, where it is ascribed to Frobenius.
//
// The idea. The tilings that a symmetry g leaves as they are consist of whole
// cycles of placements: with a placement p, also g(p), g(g(p)) and so on. So
// they are the exact covers of a smaller problem, whose items are the cycles of
// cells and whose options are those cycles of placements that do not overlap
// themselves. These problems are small, so that the whole takes hardly longer
// than the one count that belongs to the identity, by whatever engine.
//
// A piece that is there once cannot be in two places: of its placements only
// those count that g leaves as they are. Several copies of one piece among
// others would have to be counted by cycles of different lengths; then the
// tilings are visited instead.
//
// An example. Of the 36 tilings of the 4x4 square by dominoes the identity
// leaves 36 as they are, each quarter turn 2, the half turn 8, each reflection
// along the sides 12, and those along the diagonals none:
// (36 + 2 + 2 + 8 + 12 + 12 + 0 + 0) / 8 = 9.

package cover

import (
	"context"
	"math/big"

	"polka/dlx"
	"polka/shapes"
)

// countsByCycles reports whether the pieces are such that cycles of placements
// can be counted.
func (p *Puzzle) countsByCycles() bool {
	for _, q := range p.pieces {
		if q.copies > 1 && len(p.pieces) > 1 {
			return false
		}
	}
	return true
}

// orbits counts the tilings up to the symmetry of the board.
func (s *Solver) orbits(ctx context.Context) (*big.Int, error) {
	sum, err := s.count(ctx)
	for _, g := range s.puzzle.group {
		if err != nil {
			break // what is known so far is a lower bound
		}
		var n *big.Int
		n, err = s.run(s.puzzle.fixed(g), 0).Count(ctx)
		sum.Add(sum, n)
	}
	return sum.Quo(sum, big.NewInt(int64(len(s.puzzle.group)+1))), err
}

// fixed is the problem whose solutions are the tilings that a symmetry leaves
// as they are. Its items are the pieces, if there are several, and the cells
// that come first in their cycle.
func (p *Puzzle) fixed(g symmetry) *dlx.Problem {
	name := cellNames(p.board)
	first := map[shapes.Cell]shapes.Cell{} // of the cycle of each cell
	problem := dlx.New()
	for _, c := range p.board.Cells() {
		if _, ok := first[c]; ok {
			continue
		}
		problem = problem.Primary(name[c])
		first[c] = c
		for d := g.isometry.Cell(c); d != c; d = g.isometry.Cell(d) {
			first[d] = c
		}
	}
	pieceName := map[shapes.Shape]string{}
	if len(p.pieces) > 1 {
		for i, n := range p.pieceNames(name) {
			pieceName[p.pieces[i].shape] = n
			problem = problem.Primary(n)
		}
	}
	done := make([]bool, len(p.places))
	for k := range p.places {
		if done[k] {
			continue
		}
		var cells []shapes.Cell
		length := 0
		for j := k; !done[j]; j = g.image[j] {
			done[j] = true
			cells = append(cells, p.places[j].Shape.Cells()...)
			length++
		}
		union := shapes.New(p.board.Lattice(), cells...)
		if union.Size() < len(cells) || length > 1 && len(p.pieces) > 1 {
			continue // the cycle overlaps itself, or is longer than there are copies
		}
		var option []string
		for _, c := range union.Cells() {
			if first[c] == c {
				option = append(option, name[c])
			}
		}
		if len(p.pieces) > 1 {
			option = append(option, pieceName[p.places[k].Piece])
		}
		problem = problem.Option(option...)
	}
	return problem
}
