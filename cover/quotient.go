// SPDX-License-Identifier: BSD-3-Clause

// The problem. Which tilings does a group of symmetries leave as they are?
//
// The idea. Such a tiling consists of whole orbits of placements: with a placement, also all its
// images. So the tilings are the exact covers of a smaller problem, the quotient, whose items are
// the orbits of cells and whose options are the orbits of placements that do not overlap
// themselves. Items are named after the first cell or piece of their orbit.
//
// Where symmetries exchange pieces with their mirror twins, an orbit of placements uses each
// piece of an orbit of pieces equally often, since the symmetries take any of them to any other.
// A piece that is there once cannot be in two places: only those orbits of placements count that
// are as large as the orbit of pieces, and the first piece of it has the item. Pieces without a
// fixed number need no item.
//
// Of a piece with several copies an orbit may use one, two or more. No item of an exact cover
// problem has such weights, so there is an item for each number of copies, with a multiplicity,
// and one problem for each way to divide the copies among them. Ten copies on a board with
// quarter turns, for example, are ten placements, of which 4a lie in orbits of four, 2b in orbits
// of two and c in orbits of one: there is one problem for each a and b, and c follows.
//
// An example. Of the 36 tilings of the 4x4 square by dominoes 8 are unchanged by the half turn.
// The quotient has 8 items, for pairs of cells, and 12 options.

package cover

import (
	"fmt"
	"slices"

	"polka/dlx"
	"polka/shapes"
)

// A quotient is a problem whose solutions are tilings that a group leaves as they are.
type quotient struct {
	problem *dlx.Problem
	orbits  [][]int // for each option, its places
}

// laid returns the numbers of the places of a solution.
func (q *quotient) laid(s dlx.Solution) []int {
	var list []int
	for _, k := range s.Options() {
		list = append(list, q.orbits[k]...)
	}
	slices.Sort(list)
	return list
}

// An orbit is an option of a quotient.
type orbit struct {
	places []int // nil for a skip
	piece  int32 // the first one of the orbit, if it has several copies; otherwise -1
	uses   int   // of each of its pieces
	option []dlx.Entry
}

// A folder makes quotients.
type folder struct {
	p                     *Puzzle
	firstCell, firstPiece []int32
	pieces                []int         // by first piece: the number of pieces in its orbit
	uses                  map[int32]set // by first piece: how many copies orbits use
	stamp                 []int         // of each cell: the number of the last search that had it
	search                int
	*itemizer
}

// A set is a set of small numbers.
type set map[int]bool

// quotients returns problems whose solutions together are the tilings that the elements of a group
// leave as they are, each once. The elements are listed without the identity.
func (p *Puzzle) quotients(group []symmetry) []quotient {
	cells, pieces := make([][]int32, len(group)), make([][]int32, len(group))
	for i, g := range group {
		cells[i], pieces[i] = g.cell, g.piece
	}
	f := &folder{
		p: p, firstCell: firsts(len(p.cells), cells), firstPiece: firsts(len(p.pieces), pieces),
		pieces: make([]int, len(p.pieces)), uses: map[int32]set{}, stamp: make([]int, len(p.cells)),
	}
	for _, first := range f.firstPiece {
		f.pieces[first]++
	}
	f.itemizer = p.itemize(
		func(i int32) bool { return f.firstPiece[i] == i && p.forms[i] != several },
		func(c int32) bool { return f.firstCell[c] == c })
	orbits := f.fold(group)
	var list []quotient
	for _, d := range f.divisions() {
		list = append(list, f.quotient(orbits, d))
	}
	return list
}

// firsts gives for each of n numbers the least one of its orbit under a group of permutations.
func firsts(n int, group [][]int32) []int32 {
	first := make([]int32, n)
	for i := range first {
		first[i] = int32(i)
		for _, to := range group {
			first[i] = min(first[i], to[i])
		}
	}
	return first
}

// fold lists the orbits of places that can be in a tiling, and those of skips.
func (f *folder) fold(group []symmetry) []orbit {
	var list []orbit
	done := make([]bool, len(f.p.places))
	for k := range f.p.places {
		if done[k] {
			continue
		}
		done[k] = true
		places := []int{k}
		for _, g := range group {
			if j := int(g.image.of(int32(k))); !done[j] {
				done[j] = true
				places = append(places, j)
			}
		}
		if o, ok := f.orbit(places); ok {
			list = append(list, o)
		}
	}
	for _, k := range f.p.skips {
		first := k
		if k.piece {
			first.n = f.firstPiece[k.n]
		} else {
			first.n = f.firstCell[k.n]
		}
		if first == k {
			list = append(list, orbit{piece: -1, option: []dlx.Entry{f.skip(k)}})
		}
	}
	return list
}

// orbit returns the option of an orbit of places. It reports false if it overlaps itself or uses a
// piece too often.
func (f *folder) orbit(places []int) (o orbit, ok bool) {
	piece := f.firstPiece[f.p.places[places[0]].piece]
	o = orbit{places: places, piece: -1, uses: len(places) / f.pieces[piece]}
	form := f.p.forms[piece]
	if (form == once || form == perhaps) && o.uses > 1 {
		return o, false
	}
	var cells []int32
	var points []shapes.Cell
	for _, k := range places {
		cells = append(cells, f.p.places[k].cells...)
		points = append(points, f.p.through(f.p.places[k])...)
	}
	if f.search++; f.overlap(cells) || repeats(points) {
		return o, false
	}
	if form == several {
		o.piece = piece
		if f.uses[piece] == nil {
			f.uses[piece] = set{}
		}
		f.uses[piece][o.uses] = true
	}
	o.option = f.option(make([]dlx.Entry, 0, 1+len(cells)+len(points)), piece, cells, points)
	return o, true
}

// overlap reports whether a list has a cell twice.
func (f *folder) overlap(cells []int32) bool {
	for _, c := range cells {
		if f.stamp[c] == f.search {
			return true
		}
		f.stamp[c] = f.search
	}
	return false
}

// repeats reports whether a list has an element twice.
func repeats[T comparable](list []T) bool {
	seen := make(map[T]bool, len(list))
	for _, x := range list {
		if seen[x] {
			return true
		}
		seen[x] = true
	}
	return false
}

// A portion is the number of orbits that use the same number of copies of a piece.
type portion struct {
	piece     int32
	uses      int
	low, high int // of orbits
}

// divisions lists the ways to divide the copies of pieces among orbits that use one, two or more
// of them. It is empty if there is none, and has one empty division if no piece has several
// copies.
func (f *folder) divisions() [][]portion {
	list := [][]portion{nil}
	for i, q := range f.p.pieces {
		if f.p.forms[i] != several || f.firstPiece[i] != int32(i) {
			continue
		}
		high := q.high
		if fit := f.p.board.region.Size() / q.shape.Size(); high == unlimited || high > max(fit, q.low) {
			high = max(fit, q.low)
		}
		var uses []int
		for n := range f.uses[int32(i)] {
			uses = append(uses, n)
		}
		slices.Sort(uses)
		var longer [][]portion
		for _, d := range list {
			for _, more := range divide(int32(i), uses, q.low, high) {
				longer = append(longer, slices.Concat(d, more))
			}
		}
		list = longer
	}
	return list
}

// divide lists the ways to use low to high copies of a piece in orbits that use the given numbers
// of them, which increase. The numbers of larger orbits are fixed; that of the smallest is a
// range.
func divide(piece int32, uses []int, low, high int) [][]portion {
	if len(uses) == 0 {
		if low > 0 {
			return nil
		}
		return [][]portion{nil}
	}
	last := len(uses) - 1
	n := uses[last]
	if last == 0 {
		least, most := max(0, (low+n-1)/n), high/n
		if least > most {
			return nil
		}
		return [][]portion{{{piece, n, least, most}}}
	}
	var list [][]portion
	for k := 0; k*n <= high; k++ {
		for _, rest := range divide(piece, uses[:last], max(0, low-k*n), high-k*n) {
			list = append(list, append(rest, portion{piece, n, k, k}))
		}
	}
	return list
}

// quotient returns the problem of a division. Its items are those of the portions, and then the
// others.
func (f *folder) quotient(orbits []orbit, portions []portion) quotient {
	_, pieces := f.p.names()
	var items []dlx.Item
	number := map[[2]int]int{}
	for _, s := range portions {
		if s.high == 0 {
			continue // its orbits are left out
		}
		number[[2]int{int(s.piece), s.uses}] = len(items)
		name := pieces[s.piece]
		if s.uses > 1 {
			name = fmt.Sprintf("%s^%d", name, s.uses)
		}
		items = append(items, dlx.Item{Name: name, Low: s.low, High: s.high})
	}
	q := quotient{problem: dlx.New().AddItems(slices.Concat(items, f.list)...)}
	var option []dlx.Entry
	q.problem = q.problem.AddOptions(func(yield func([]dlx.Entry) bool) {
		for _, o := range orbits {
			option = option[:0]
			if o.piece >= 0 {
				n, ok := number[[2]int{int(o.piece), o.uses}]
				if !ok {
					continue
				}
				option = append(option, dlx.Entry{Item: n})
			}
			for _, e := range o.option {
				option = append(option, dlx.Entry{Item: e.Item + len(items), Color: e.Color})
			}
			q.orbits = append(q.orbits, o.places)
			if !yield(option) {
				return
			}
		}
	})
	return q
}
