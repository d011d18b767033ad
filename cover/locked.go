// SPDX-License-Identifier: BSD-3-Clause

// The problem. A tiling of a rectangle comes with three more, its images under
// the symmetries of the board, and a tiling of a cube with 23 or 47 more. The
// search should not find all of them.
//
// The source. Common practice, as when the X pentomino is kept in one quarter
// of the 6x10 rectangle: J. and C. B. Haselgrove, A computer program for
// pentominoes, Eureka 23 (1960); Knuth, section 7.2.2.1, has it for the same
// problem. It is exact only where symmetric placements are thought of.
//
// The idea. Take an item that every tiling covers exactly once: the lock. It may
// be a piece that is there once, or a cell such as that in the middle. Those
// symmetries that leave the lock where it is form a group H. They take a
// placement with the lock to others, its orbit, and the tilings with it to those
// with any other placement of the orbit, one to one. So it is enough to know the
// number of tilings with one placement of each orbit, its representative, and to
// multiply by the length of the orbit. Representatives with orbits of one length
// are counted in one go.
//
// To visit tilings up to symmetry, visit those with representatives only. Of
// the tilings of a class that are visited, the least one stands for the class:
// so each symmetry is tried that takes the tiling to one with a representative,
// and it is left out if that one is less. For a symmetry in H that is so only if
// it leaves the placement where it is; there are few of these. Others, which
// exchange the lock with its mirror twin or another cell, are tried anyway.
//
// The cost. With h symmetries in H about 1/h of the nodes: for the pentominoes
// in the 6x10 rectangle 0.25, with the X as the lock; for the Soma cube 0.02.

package cover

import (
	"context"
	"fmt"
	"math/big"
	"slices"
	"sync/atomic"

	"polka/dlx"
)

// A lock is an item that every tiling covers exactly once.
type lock struct {
	name     string
	with     []bool  // whether place k covers the item
	orbit    []int32 // how many places the orbit of place k has, if it is a representative; else 0
	half     []int   // the symmetries in H, by their numbers
	outside  []int   // the others
	fraction float64 // how many of the places with the item are representatives
	list     []int32 // the places that cover the item
}

// chooseLock finds the lock with the least fraction of representatives; of those
// that are about as good, the one with the fewest places. It is nil if no lock
// is of any use.
func (p *Puzzle) chooseLock() *lock {
	if len(p.group) == 0 {
		return nil
	}
	var best *lock
	consider := func(name string, places []int32, fixed func(g symmetry) bool) {
		l := p.newLock(name, places, fixed)
		if l == nil {
			return
		}
		const equal = 1.1 // fractions with a smaller quotient are about as good
		if best == nil || l.fraction*equal < best.fraction || l.fraction < best.fraction*equal && len(l.list) < len(best.list) {
			best = l
		}
	}
	ofPiece := make([][]int32, len(p.pieces))
	for k := range p.places {
		i := p.places[k].piece
		ofPiece[i] = append(ofPiece[i], int32(k))
	}
	for i, q := range p.pieces {
		if p.forms[i] == once {
			consider(q.shape.Name(), ofPiece[i], func(g symmetry) bool { return int(g.piece[i]) == i })
		}
	}
	optional := p.optional()
	fixed := func(c int) func(g symmetry) bool { return func(g symmetry) bool { return int(g.cell[c]) == c } }
	some, on := false, make([][]int32, len(p.cells)) // the places on cells that are considered
	for c := range p.cells {
		if !optional[c] && slices.ContainsFunc(p.group, fixed(c)) {
			some, on[c] = true, []int32{}
		}
	}
	for k := range p.places {
		if !some {
			break
		}
		for _, c := range p.places[k].cells {
			if on[c] != nil {
				on[c] = append(on[c], int32(k))
			}
		}
	}
	for c, places := range on {
		if places != nil {
			consider(fmt.Sprintf("the piece on cell %d,%d,%d", p.cells[c].X, p.cells[c].Y, p.cells[c].Z), places, fixed(c))
		}
	}
	if best != nil {
		p.fill(best)
	}
	return best
}

// newLock prepares a lock that the places, in increasing order, cover. It is nil if it would be of
// no use.
func (p *Puzzle) newLock(name string, places []int32, fixed func(g symmetry) bool) *lock {
	l := &lock{name: name, list: places}
	for j, g := range p.group {
		if fixed(g) {
			l.half = append(l.half, j)
		} else {
			l.outside = append(l.outside, j)
		}
	}
	if len(l.half) == 0 {
		return nil
	}
	representatives := 0
next:
	for _, k := range places {
		for _, j := range l.half {
			if p.group[j].image.of(k) < k {
				continue next
			}
		}
		representatives++
	}
	if representatives == len(places) { // also if both are 0
		return nil
	}
	l.fraction = float64(representatives) / float64(len(places))
	return l
}

// fill finds the orbits of a lock.
func (p *Puzzle) fill(l *lock) {
	l.with, l.orbit = make([]bool, len(p.places)), make([]int32, len(p.places))
	for _, k := range l.list {
		l.with[k] = true
		least, fixing := true, 1
		for _, j := range l.half {
			switch to := p.group[j].image.of(k); {
			case to < k:
				least = false
			case to == k:
				fixing++
			}
		}
		if least {
			l.orbit[k] = int32((len(l.half) + 1) / fixing) // H is a group
		}
	}
}

// A part of a puzzle is the problem of its tilings with some places of the lock.
type part struct {
	problem *dlx.Problem
	times   int64 // how many tilings each solution stands for
}

// keep returns which places a part keeps: of those of the lock, the representatives of orbits of
// the given length, or of all orbits if it is 0.
func (p *Puzzle) keep(length int32) []bool {
	kept := make([]bool, len(p.places))
	for k, with := range p.lock.with {
		orbit := p.lock.orbit[k]
		kept[k] = !with || orbit != 0 && (length == 0 || orbit == length)
	}
	return kept
}

// restrict makes the part with the places that it keeps, by leaving out the options of the others.
func (p *Puzzle) restrict(length int32) part {
	var others []int
	for k, kept := range p.keep(length) {
		if !kept {
			others = append(others, k)
		}
	}
	return part{p.exactCover().Without(others...), int64(max(length, 1))}
}

// counted reports whether a piece has an item. If none has, a count does not
// visit the tilings anyway, and is best done in one piece.
func (p *Puzzle) counted() bool {
	return slices.ContainsFunc(p.forms, func(f form) bool { return f != uncounted })
}

// parts cuts the puzzle by the lengths of the orbits of the lock's placements,
// the longest first.
func (p *Puzzle) parts() []part {
	if p.lock == nil || !p.counted() {
		return []part{{p.exactCover(), 1}}
	}
	lengths := slices.Clone(p.lock.orbit)
	slices.Sort(lengths)
	lengths = slices.Compact(lengths)
	slices.Reverse(lengths)
	var parts []part
	for _, n := range lengths {
		if n > 0 {
			parts = append(parts, p.partOf(n))
		}
	}
	return parts
}

// partOf is restrict for a count, to which the numbers of options do not matter. If most places
// cannot be in a tiling, the problem is made without them: to make it of all takes longer than to
// solve it.
func (p *Puzzle) partOf(length int32) part {
	kept := p.keep(length)
	if p.imported || p.leaveOut(kept) > len(kept)/2 {
		return p.restrict(length)
	}
	return part{p.problemOf(kept), int64(length)}
}

// leaveOut leaves out, of the places that are kept, those that overlap a piece that is in every
// tiling and has one place only, such as the box of a burr. It returns how many places are left: of
// the Pelikan burr 122 of 3026. Every tiling has such a place, so that none is lost.
func (p *Puzzle) leaveOut(kept []bool) (left int) {
	number := make([]int, len(p.pieces)) // of places
	for k := range p.places {
		if kept[k] {
			number[p.places[k].piece]++
		}
	}
	sole := func(k int) bool {
		i := p.places[k].piece
		return number[i] == 1 && p.forms[i] == once
	}
	taken := make([]bool, len(p.cells))
	for k := range p.places {
		if kept[k] && sole(k) {
			for _, c := range p.places[k].cells {
				taken[c] = true
			}
		}
	}
	overlaps := func(c int32) bool { return taken[c] }
	for k := range p.places {
		kept[k] = kept[k] && (sole(k) || !slices.ContainsFunc(p.places[k].cells, overlaps))
		if kept[k] {
			left++
		}
	}
	return left
}

// count returns the number of all tilings, or of those found before the error.
func (r *run) count(ctx context.Context) (*big.Int, error) {
	p, sum := r.puzzle, new(big.Int)
	p.symmetric()
	parts := p.parts()
	r.locked = p.lock != nil && p.counted()
	r.parts += len(parts) - 1
	for _, part := range parts {
		r.times = part.times
		n, err := r.countPart(ctx, part.problem, 0)
		r.found = sum.Add(sum, n.Mul(n, big.NewInt(part.times)))
		if err != nil {
			return sum, err
		}
	}
	return sum, nil
}

// distinct visits one tiling of each class, given by the numbers of its places.
func (r *run) distinct(ctx context.Context, visit func([]int) bool) error {
	p := r.puzzle
	p.symmetric()
	problem := p.exactCover()
	if p.lock != nil {
		problem = p.restrict(0).problem
		r.locked = true
	}
	return r.eachPart(ctx, problem, 0, func(found dlx.Solution) bool {
		numbers := p.laid(found)
		return !p.leads(numbers) || visit(p.least(numbers))
	})
}

// all returns all tilings, in the order of the numbers of their places. It searches for those
// with representatives of the lock, and moves them.
func (r *run) all(ctx context.Context) ([]Tiling, error) {
	p := r.puzzle
	r.locked = true
	var tilings []Tiling
	var list [][]int
	add := func(numbers []int) {
		list = append(list, numbers)
		tilings = append(tilings, p.tiling(numbers)) // here and not later, when ctx may have ended
	}
	err := r.eachPart(ctx, p.restrict(0).problem, 0, func(found dlx.Solution) bool {
		numbers := p.laid(found)
		locked := p.locked(numbers)
		add(numbers)
		reached := []int32{int32(locked)}
		for _, j := range p.lock.half {
			g := p.group[j]
			if to := g.image.of(int32(locked)); !slices.Contains(reached, to) {
				reached = append(reached, to)
				add(g.apply(numbers))
			}
		}
		return true
	})
	if err != nil {
		return tilings, err
	}
	var ended atomic.Bool
	defer context.AfterFunc(ctx, func() { ended.Store(true) })()
	order := make([]int, len(list))
	for i := range order {
		order[i] = i
	}
	slices.SortFunc(order, func(i, j int) int {
		if ended.Load() {
			err = ctx.Err()
			return 0 // then the sort is soon done
		}
		return slices.Compare(list[i], list[j])
	})
	sorted := make([]Tiling, len(order))
	for i, k := range order {
		sorted[i] = tilings[k]
	}
	return sorted, err
}

// locked returns the place in a tiling that covers the lock.
func (p *Puzzle) locked(numbers []int) int {
	for _, k := range numbers {
		if p.lock.with[k] {
			return k
		}
	}
	return -1
}

// leads reports whether a tiling with a representative of the lock is to stand
// for its class: no symmetry takes it to another one with a representative that
// is less.
func (p *Puzzle) leads(numbers []int) bool {
	if p.lock == nil {
		return !slices.ContainsFunc(p.group, func(g symmetry) bool { return slices.Compare(g.apply(numbers), numbers) < 0 })
	}
	locked := p.locked(numbers)
	for _, j := range p.lock.half {
		if g := p.group[j]; int(g.image.of(int32(locked))) == locked && slices.Compare(g.apply(numbers), numbers) < 0 {
			return false
		}
	}
	for _, j := range p.lock.outside {
		moved := p.group[j].apply(numbers)
		if p.lock.orbit[p.locked(moved)] > 0 && slices.Compare(moved, numbers) < 0 {
			return false
		}
	}
	return true
}

// least returns the least of the images of a tiling.
func (p *Puzzle) least(numbers []int) []int {
	least := numbers
	for _, g := range p.group {
		if moved := g.apply(numbers); slices.Compare(moved, least) < 0 {
			least = moved
		}
	}
	return least
}
