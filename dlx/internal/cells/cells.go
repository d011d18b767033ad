// SPDX-License-Identifier: BSD-3-Clause

// The problem. The caller needs only the first solution, or there are many
// options and the search is short, so that rows of bits or linked lists cost
// more to set up than the search saves.
//
// The source. D. E. Knuth, Dancing Cells (the programs SSXCC and SSMCC, and
// section 7.2.2.3); sparse sets are of P. Briggs and L. Torczon, An efficient
// representation for sparse sets, ACM Letters on Programming Languages and
// Systems 2 (1993), DOI 10.1145/176454.176484.
//
// The idea. The options of an item are a set in an array: the live ones come
// first, size[i] of them, in no order. To remove an option, swap it with the
// last live one and decrement the size; to undo all removals since some moment,
// restore the sizes of that moment. The items are such a set too, the active
// ones first.
//
//	set of item b:  2 5 | 3 7        3 and 7 were removed; size[b] = 2
//
// To include an option, lower the bounds of its items; where this exhausts an
// item or fixes a color, remove the conflicting options from the sets of all
// items. As soon as an item has fewer options than it needs, this is a dead
// end. An item that needs all its options is forced, and goes first; otherwise
// the search branches on an item with the fewest choices.
//
// With multiplicities the branching is binary: an option is included, or it is
// removed, after which another item may be the best one. Without them all
// options of an item are tried in turn, which is equivalent and cheaper.
//
// When an item is covered, or gets its color, and there are no multiplicities, the
// options that this excludes are not removed from its own set: nothing looks there
// until its size is restored.
//
// The invariants. set[e.at] is x for each entry e = entries[x]; an option that is
// live is in the first size places of all its items that are active.
//
// The cost. Removing an option costs as much as with linked lists, restoring it
// next to nothing. The fields that a removal reads and writes are in two records,
// of the entry and of the item, so that it misses the cache less often. The order
// of options in a set depends on what was done before, so that searches differ from
// those of other engines, and are often much shorter or longer.

// Package cells solves exact cover problems with sparse sets. It supports all
// features except parts. Its updates are removals of an option from the set of
// an item, as Knuth counts them.
//
// Where the sets are small and the solutions are only counted, Count keeps them in
// machine words: see word.go and octets.go. Then its updates are the constraints or
// words that it has looked at.
package cells

import (
	"math"

	"polka/dlx/internal/engine"
)

// A dance is the state of a search.
type dance struct {
	*engine.Search
	p *engine.Problem

	entries []entry // of all options
	first   []int32 // the entries of option k are first[k] to first[k+1]-1
	items   []item
	set     []int32 // the sets of all items, one after the other

	list   []int32 // list[:active] are the active items
	active int

	forced []int32 // items that need all the options they have
	saved  []save
	tries  []int32 // entries to try, on all levels
	chosen []int32
	ticked int64  // updates at the last node
	guide  *guide // orders the options of a restarted search, or nil
}

// An entry is an item of an option.
type entry struct {
	item, color int32
	at          int32 // its place in set
	option      int32
}

// An item has a set of entries, the live ones first.
type item struct {
	base, size   int32 // where the set begins, and how many entries are live
	place        int32 // where the item is in the list
	bound, slack int32 // of a primary item: Knuth's BOUND and SLACK
}

// A save is the saved state of an item.
type save struct{ item, size, bound int32 }

// Count is Solve with sets in words, if all solutions are to be counted and the sets are small.
func Count(p *engine.Problem, s *engine.Search) {
	switch {
	case !s.Counts():
		Solve(p, s)
	case FitsWord(p):
		countWord(p, s)
	case FitsOctets(p):
		Octets(p)().Solve(engine.Root(), s)
	default:
		Solve(p, s)
	}
}

// Solve searches for all solutions of p.
func Solve(p *engine.Problem, s *engine.Search) {
	d := newDance(p, s)
	if !d.begin() {
		s.Node(0)
		return
	}
	d.node()
}

// begin prepares the root. It reports false if an item has too few options.
func (d *dance) begin() bool {
	for _, it := range d.items[:d.p.Primary] {
		if it.size < it.bound-it.slack {
			return false
		}
	}
	for i := d.p.Items - 1; i >= 0; i-- {
		if d.items[i].size == 0 {
			d.deactivate(int32(i))
		}
	}
	return true
}

func newDance(p *engine.Problem, s *engine.Search) *dance {
	d := &dance{
		Search:  s,
		ticked:  s.Updates,
		p:       p,
		entries: make([]entry, len(p.Entries)),
		first:   p.First,
		items:   make([]item, p.Items),
		set:     make([]int32, len(p.Entries)),
		list:    make([]int32, p.Items),
		active:  p.Items,
	}
	for _, e := range p.Entries {
		d.items[e.Item].base++
	}
	end := int32(0)
	for i := range d.items {
		it := &d.items[i]
		it.base, end = end, end+it.base
		it.place, d.list[i] = int32(i), int32(i)
		if i < p.Primary {
			low, high := p.Bounds(int32(i))
			it.bound, it.slack = high, high-low
		}
	}
	for k := range int32(p.Options()) {
		for x := p.First[k]; x < p.First[k+1]; x++ {
			e := p.Entries[x]
			it := &d.items[e.Item]
			d.entries[x] = entry{e.Item, e.Color, it.base + it.size, k}
			d.set[it.base+it.size] = x
			it.size++
		}
	}
	return d
}

// node searches the subtree of a node. It reports whether the search should
// continue.
func (d *dance) node() bool {
	for {
		d.Node(len(d.chosen))
		work := int64(d.active) + 8 + 4*(d.Updates-d.ticked)
		if d.ticked = d.Updates; !d.Tick(work) {
			return false
		}
		item, isForced := d.choose()
		switch {
		case item < 0:
			return d.Found(d.chosen)
		case isForced:
			return d.with(d.set[d.items[item].base])
		case d.p.High == nil:
			return d.each(item)
		}
		from := d.save()
		x := d.set[d.items[item].base]
		if d.guide != nil {
			x = d.favorite(item)
		}
		if !d.with(x) {
			return false
		}
		d.restore(from)
		d.saved = d.saved[:from]
		if !d.remove(d.entries[x].option) {
			return true
		}
	}
}

// each tries all options of an item.
func (d *dance) each(item int32) bool {
	from, first := d.save(), len(d.tries)
	b := d.items[item].base
	d.tries = append(d.tries, d.set[b:b+d.items[item].size]...)
	last := len(d.tries)
	if d.guide != nil {
		d.sort(item, d.tries[first:])
	}
	for t := first; t < last; t++ {
		if !d.with(d.tries[t]) {
			return false
		}
		d.restore(from)
	}
	d.saved, d.tries = d.saved[:from], d.tries[:first]
	return true
}

// with searches for the solutions that have the option of an entry.
func (d *dance) with(x int32) bool {
	k := d.entries[x].option
	d.chosen = append(d.chosen, k)
	more := true
	if d.include(k) {
		more = d.node()
	} else {
		d.forced = d.forced[:0]
	}
	d.chosen = d.chosen[:len(d.chosen)-1]
	return more
}

// choose returns the item to branch on, or one that is forced, or none if all
// are covered.
func (d *dance) choose() (item int32, isForced bool) {
	if item := d.pop(); item >= 0 {
		return item, true
	}
	if d.p.High == nil {
		item = d.smallest()
	} else {
		item = d.tightest()
	}
	if item := d.pop(); item >= 0 {
		return item, true
	}
	return item, false
}

// smallest returns the first active item with the fewest options, if there are no
// multiplicities, and lists those that are forced.
func (d *dance) smallest() int32 {
	best, least, ties := int32(-1), int32(math.MaxInt32), 0
	items, primary := d.items, int32(d.p.Primary)
	for _, i := range d.list[:d.active] {
		if i >= primary {
			continue
		}
		switch n := items[i].size; {
		case n == 1:
			d.forced = append(d.forced, i)
		case n < least:
			best, least, ties = i, n, 1
		case n == least && d.guide != nil:
			if ties++; d.tied(ties) {
				best = i
			}
		case n == least && i < best:
			best = i
		}
	}
	return best
}

// tightest is smallest with multiplicities.
func (d *dance) tightest() int32 {
	best, least, slack, size := int32(-1), int32(math.MaxInt32), int32(0), int32(0)
	for _, i := range d.list[:d.active] {
		if int(i) >= d.p.Primary {
			continue
		}
		it := &d.items[i]
		b, n := it.bound, it.size
		s := min(it.slack, b)
		switch t := n + s - b + 1; {
		case t == 1:
			for range b - it.slack {
				d.forced = append(d.forced, i)
			}
		case t < least || t == least && (s < slack || s == slack && (n > size || n == size && i < best)):
			best, least, slack, size = i, t, s, n
		}
	}
	return best
}

// pop removes a forced item that is still active from the list, and returns it.
func (d *dance) pop() int32 {
	for n := len(d.forced); n > 0; n = len(d.forced) {
		i := d.forced[n-1]
		d.forced = d.forced[:n-1]
		if int(d.items[i].place) < d.active {
			return i
		}
	}
	return -1
}

// include lowers the bounds of the items of an option and removes the
// conflicting options. It reports false if some item then has too few options.
func (d *dance) include(k int32) bool {
	multiple := d.p.High != nil
	for x := d.first[k]; x < d.first[k+1]; x++ {
		i, color, at := d.entries[x].item, d.entries[x].color, d.entries[x].at
		it := &d.items[i]
		switch {
		case int(i) < d.p.Primary:
			if it.bound--; it.bound > 0 {
				if !d.take(x, it) {
					return false
				}
				continue
			}
		case int(it.place) >= d.active:
			continue // its color is fixed
		}
		if !multiple {
			d.deactivate(i)
		}
		for s := it.base + it.size - 1; s >= it.base; s-- {
			if s == at {
				continue
			}
			y := d.set[s]
			if color != 0 && d.entries[y].color == color {
				continue
			}
			if k := d.entries[y].option; multiple && !d.remove(k) || !multiple && !d.removeFromOthers(k, i) {
				return false
			}
		}
		if multiple {
			d.deactivate(i)
		}
	}
	return true
}

// remove removes an option from the sets of all its active items. It reports
// false if some item then has too few.
func (d *dance) remove(k int32) bool {
	for x := d.first[k]; x < d.first[k+1]; x++ {
		if !d.take(x, &d.items[d.entries[x].item]) {
			return false
		}
	}
	return true
}

// removeFromOthers is remove without multiplicities, except for item i, which is not active.
func (d *dance) removeFromOthers(k, i int32) bool {
	items, set, all := d.items, d.set, d.entries
	entries := all[d.first[k]:d.first[k+1]]
	active, primary := int32(d.active), int32(d.p.Primary)
	for n := range entries {
		e := &entries[n]
		if e.item == i {
			continue
		}
		it := &items[e.item]
		left := it.size - 1
		if e.item < primary {
			if left == 0 {
				d.blame(e.item)
				return false
			}
		} else if it.place >= active {
			continue // its color is fixed
		}
		d.Updates++
		it.size = left
		to, at := it.base+left, e.at
		last := set[to]
		set[to], set[at] = set[at], last
		all[last].at, e.at = at, to
	}
	return true
}

// take removes an entry from the set of its item. It reports false if the item
// then has too few.
func (d *dance) take(x int32, it *item) bool {
	left := it.size - 1
	if i := d.entries[x].item; int(i) < d.p.Primary {
		if left < it.bound-it.slack {
			d.blame(i)
			return false
		}
		if left == 0 {
			d.deactivate(i)
		}
	} else if int(it.place) >= d.active {
		return true // its color is fixed
	}
	if left > 0 {
		to, at := it.base+left, d.entries[x].at
		last := d.set[to]
		it.size = left
		d.set[to], d.set[at] = x, last
		d.entries[last].at, d.entries[x].at = at, to
		d.Updates++
	}
	return true
}

// deactivate removes item i from the active ones.
func (d *dance) deactivate(i int32) {
	d.active--
	last, at := d.list[d.active], d.items[i].place
	d.list[d.active], d.list[at] = i, last
	d.items[i].place, d.items[last].place = int32(d.active), at
}

// save saves the state of the active items, and returns its position.
func (d *dance) save() (from int) {
	from = len(d.saved)
	for _, i := range d.list[:d.active] {
		it := &d.items[i]
		d.saved = append(d.saved, save{i, it.size, it.bound})
	}
	return from
}

// restore restores what save saved. Deeper levels have restored theirs already.
func (d *dance) restore(from int) {
	list := d.saved[from:]
	d.active = len(list)
	for _, s := range list {
		it := &d.items[s.item]
		it.size, it.bound = s.size, s.bound
	}
}
