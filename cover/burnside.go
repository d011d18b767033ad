// SPDX-License-Identifier: BSD-3-Clause

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
// The idea. The tilings that a symmetry g leaves as they are consist of whole cycles of
// placements: with a placement p, also g(p), g(g(p)) and so on. So they are the exact covers of a
// smaller problem, which quotient.go makes. These problems are small, so that the whole takes
// hardly longer than the one count that belongs to the identity, by whatever engine. Where a
// piece has several copies among others, listing the tilings up to symmetry is often faster, and
// they are visited instead.
//
// Conjugate symmetries, h then g then the inverse of h, leave equally many tilings as they are: h
// maps the ones to the others. So one problem is solved for each class of them, 9 instead of 47
// for a cube.
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
)

// countsByCycles reports whether the pieces are such that cycles of placements
// can be counted.
func (p *Puzzle) countsByCycles() bool {
	return !p.imported && !slices.Contains(p.forms, several)
}

// orbits counts the tilings, all of them and up to symmetry.
func (r *run) orbits(ctx context.Context) (total, distinct *big.Int, err error) {
	r.puzzle.symmetric()
	classes := slices.DeleteFunc(r.puzzle.conjugates(), func(c class) bool { return r.puzzle.moved(r.puzzle.group[c.member]) })
	r.parts += len(classes)
	total, err = r.count(ctx)
	sum := new(big.Int).Set(total)
	r.times = 0 // what is found from here on are no further tilings
	for _, class := range classes {
		if err != nil {
			break // what is known so far is a lower bound
		}
		var n *big.Int
		n, err = r.countFixed(ctx, r.puzzle.group[class.member].powers())
		sum.Add(sum, n.Mul(n, big.NewInt(class.size)))
	}
	return total, sum.Quo(sum, big.NewInt(int64(len(r.puzzle.group)+1))), err
}

// moved reports that a symmetry leaves no tiling as it is, because a piece that is used once has no
// place that the symmetry takes to itself. Then neither a quotient nor a search is needed.
func (p *Puzzle) moved(g symmetry) bool {
	stays := make([]bool, len(p.pieces))
	for k := range p.places {
		if g.image.of(int32(k)) == int32(k) {
			stays[p.places[k].piece] = true
		}
	}
	for i, form := range p.forms {
		if form == once && int(g.piece[i]) == i && !stays[i] {
			return true
		}
	}
	return false
}

// A class consists of the symmetries that are conjugate to one of them.
type class struct {
	member int // of Puzzle.group
	size   int64
}

// conjugates lists the classes of symmetries, without that of the identity, in the order of their
// first members.
func (p *Puzzle) conjugates() []class {
	points := p.basePoints()
	number := make(map[string]int, len(p.group)) // of each symmetry, by the images of these points
	var images []int32
	for i, g := range p.group {
		images = images[:0]
		for _, c := range points {
			images = append(images, g.at(c))
		}
		number[key(0, images, "")] = i
	}
	inverse := make([][]int32, len(p.group)) // the points that are taken to these points
	for i, h := range p.group {
		inverse[i] = make([]int32, len(points))
		for from := range int32(len(p.cells) + len(p.pieces)) {
			if k := slices.Index(points, h.at(from)); k >= 0 {
				inverse[i][k] = from
			}
		}
	}
	var list []class
	done := make([]bool, len(p.group))
	for i, g := range p.group {
		if done[i] {
			continue
		}
		done[i] = true
		c := class{member: i, size: 1}
		for at, h := range p.group {
			images = images[:0]
			for _, c := range inverse[at] {
				images = append(images, h.at(g.at(c))) // of a point under the inverse of h, g and h
			}
			if j, ok := number[key(0, images, "")]; ok && !done[j] {
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

// at returns the image of a cell or, with the number of cells added to its own, of a piece.
func (s symmetry) at(point int32) int32 {
	cells := int32(len(s.cell))
	if point < cells {
		return s.cell[point]
	}
	return cells + s.piece[point-cells]
}

// basePoints lists a few cells and pieces whose images determine a symmetry. Pieces are numbered
// after cells.
func (p *Puzzle) basePoints() []int32 {
	var points []int32
	groups := [][]int32{counting(len(p.group))} // symmetries that the points do not distinguish
	for c := int32(0); len(groups) > 0 && int(c) < len(p.cells)+len(p.pieces); c++ {
		var finer [][]int32
		for _, list := range groups {
			byImage := map[int32][]int32{}
			var order []int32
			for _, i := range list {
				to := p.group[i].at(c)
				if byImage[to] == nil {
					order = append(order, to)
				}
				byImage[to] = append(byImage[to], i)
			}
			for _, to := range order {
				finer = append(finer, byImage[to])
			}
		}
		if len(finer) > len(groups) {
			points = append(points, c)
		}
		groups = slices.DeleteFunc(finer, func(list []int32) bool { return len(list) < 2 })
	}
	return points
}

// powers lists the powers of a symmetry but the identity.
func (s symmetry) powers() []symmetry {
	list := []symmetry{s}
	for next := s.then(s); next.key() != s.key(); next = next.then(s) {
		list = append(list, next)
	}
	return list[:max(1, len(list)-1)]
}

// countFixed counts the tilings that a group leaves as they are. The identity is not listed.
func (r *run) countFixed(ctx context.Context, group []symmetry) (*big.Int, error) {
	return r.puzzle.countFixed(group, func(problem *dlx.Problem) (*big.Int, error) { return r.countPart(ctx, problem, 0) })
}

// countFixed is [run.countFixed] with a function that counts the solutions of a problem. If there
// is an error, the result is a lower bound.
func (p *Puzzle) countFixed(group []symmetry, count func(*dlx.Problem) (*big.Int, error)) (*big.Int, error) {
	sum := new(big.Int)
	for _, q := range p.quotients(group) {
		if q.problem.NumPrimary() == 0 { // no piece is used, no cell need be covered
			sum.Add(sum, big.NewInt(1))
			continue
		}
		n, err := count(q.problem)
		if n != nil {
			sum.Add(sum, n)
		}
		if err != nil {
			return sum, err
		}
	}
	return sum, nil
}
