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
// Where g exchanges pieces with their mirror twins, a cycle of placements uses
// each piece of a cycle of pieces equally often. A piece that is there once
// cannot be in two places: only those cycles of placements count that are as
// long as the cycle of pieces, and the first piece of it has the item. Pieces
// without a fixed number need no item. Several copies of one piece among others
// would have to be counted by cycles of different lengths; then the tilings are
// visited instead.
//
// Conjugate symmetries, h then g then the inverse of h, leave equally many tilings as they are: h
// maps the ones to the others. So one problem is solved for each class of them, 9 instead of 47 for
// a cube.
//
// An example. Of the 36 tilings of the 4x4 square by dominoes the identity
// leaves 36 unchanged, each quarter turn 2, the half turn 8, each reflection
// along the sides 12, and those along the diagonals none:
// (36 + 2 + 2 + 8 + 12 + 12 + 0 + 0) / 8 = 9.

package cover

import (
	"context"
	"math/big"
	"slices"

	"polka/dlx"
	"polka/shapes"
)

// countsByCycles reports whether the pieces are such that cycles of placements
// can be counted.
func (p *Puzzle) countsByCycles() bool {
	return !p.imported && !slices.Contains(p.forms, several)
}

// orbits counts the tilings, all of them and up to symmetry.
func (r *run) orbits(ctx context.Context) (total, distinct *big.Int, err error) {
	r.puzzle.symmetric()
	classes := r.puzzle.conjugates()
	r.parts += len(classes)
	total, err = r.count(ctx)
	sum := new(big.Int).Set(total)
	r.times = 0 // what is found from here on are no further tilings
	for _, class := range classes {
		if err != nil {
			break // what is known so far is a lower bound
		}
		fixed := r.puzzle.fixed(r.puzzle.group[class.member])
		if fixed == nil {
			continue
		}
		var n *big.Int
		n, err = r.countPart(ctx, fixed, 0)
		sum.Add(sum, n.Mul(n, big.NewInt(class.size)))
	}
	return total, sum.Quo(sum, big.NewInt(int64(len(r.puzzle.group)+1))), err
}

// A class consists of the symmetries that are conjugate to one of them.
type class struct {
	member int // of Puzzle.group
	size   int64
}

// conjugates lists the classes of symmetries, without that of the identity, in the order of their
// first members.
func (p *Puzzle) conjugates() []class {
	number := make(map[string]int, len(p.group)) // of each symmetry; cells and pieces determine it
	for i, g := range p.group {
		number[g.key()] = i
	}
	var list []class
	done := make([]bool, len(p.group))
	for i, g := range p.group {
		if done[i] {
			continue
		}
		done[i] = true
		c := class{member: i, size: 1}
		for _, h := range p.group {
			k := h.conjugate(g).key()
			if j, ok := number[k]; ok && !done[j] {
				done[j] = true
				c.size++
			}
		}
		list = append(list, c)
	}
	return list
}

// key is a text that is different for different symmetries.
func (s symmetry) key() string { return key(0, append(slices.Clip(s.cell), s.piece...), "") }

// conjugate returns the symmetry that maps the image of a cell or piece under h to that of its
// image under g, without the images of places.
func (h symmetry) conjugate(g symmetry) symmetry {
	along := func(h, g []int32) []int32 {
		list := make([]int32, len(g))
		for i, j := range h {
			list[j] = h[g[i]]
		}
		return list
	}
	return symmetry{piece: along(h.piece, g.piece), cell: along(h.cell, g.cell)}
}

// fixed returns the problem whose solutions are the tilings that a symmetry leaves as they are. Its
// items are those that come first in their cycles. It is nil if there are none.
func (p *Puzzle) fixed(g symmetry) *dlx.Problem {
	f := fixture{p: p, firstCell: firsts(g.cell), firstPiece: firsts(g.piece)}
	f.itemizer = p.itemize(
		func(i int32) bool { return f.firstPiece[i] == i },
		func(c int32) bool { return f.firstCell[c] == c })
	problem := f.problem()
	done := make([]bool, len(p.places))
	for k := range p.places {
		if done[k] {
			continue
		}
		var cycle []int
		for j := k; !done[j]; j = int(g.image[j]) {
			done[j] = true
			cycle = append(cycle, j)
		}
		if option := f.cycle(cycle); option != nil {
			problem = problem.AddEntries(option...)
		}
	}
	for _, k := range p.skips {
		if first := f.first(k); first == k {
			problem = problem.AddEntries(f.skip(k))
		}
	}
	if problem.NumPrimary() == 0 {
		return nil
	}
	return problem
}

// firsts gives for each number the least one in its cycle of a permutation.
func firsts(to []int32) []int32 {
	first := make([]int32, len(to))
	for i := range first {
		first[i] = -1
	}
	for i := range to {
		for j := int32(i); first[j] < 0; j = to[j] {
			first[j] = int32(i)
		}
	}
	return first
}

// A fixture is what fixed needs to know.
type fixture struct {
	p                     *Puzzle
	firstCell, firstPiece []int32
	*itemizer
}

// first returns the skip of the piece or cell that comes first in its cycle.
func (f *fixture) first(k skip) skip {
	if k.piece {
		return skip{true, f.firstPiece[k.n]}
	}
	return skip{false, f.firstCell[k.n]}
}

// cycle returns the option of a cycle of places, nil if it overlaps itself or uses a piece too
// often.
func (f *fixture) cycle(places []int) []dlx.Entry {
	piece := f.p.places[places[0]].piece
	if f.p.forms[piece] != uncounted {
		pieces := 0
		for _, first := range f.firstPiece {
			if first == f.firstPiece[piece] {
				pieces++
			}
		}
		if len(places) != pieces {
			return nil
		}
	}
	var cells []int32
	var points []shapes.Cell
	taken := map[int32]bool{}
	passed := map[shapes.Cell]bool{}
	for _, k := range places {
		for _, c := range f.p.places[k].cells {
			if taken[c] {
				return nil
			}
			taken[c] = true
			cells = append(cells, c)
		}
		for _, x := range f.p.places[k].points {
			if passed[x] {
				return nil
			}
			passed[x] = true
			points = append(points, x)
		}
	}
	return f.option(f.firstPiece[piece], cells, points)
}
