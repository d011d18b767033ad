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
// The invariants. set[base[i]+at[e]-base[i]] is e for each entry e of item i,
// where at[e] is its place; an option that is live is in the first size[i]
// places of all its items that are active.
//
// The cost. Removing an option costs as much as with linked lists, restoring it
// next to nothing. The order of options in a set depends on what was done
// before, so that searches differ from those of other engines, and are often
// much shorter or longer.

// Package cells solves exact cover problems with sparse sets. It supports all
// features except parts. Its updates are removals of an option from the set of
// an item, as Knuth counts them.
package cells

import (
	"math"

	"polka/dlx/internal/engine"
)

// A dance is the state of a search.
type dance struct {
	*engine.Search
	p      *engine.Problem
	option []int32 // option[e] is the option of entry e

	base []int32 // the set of item i begins at base[i]
	set  []int32 // entries
	at   []int32 // at[e] is the place of entry e in set
	size []int32 // size[i] is how many options of item i are live

	items  []int32 // items[:active] are active
	place  []int32 // place[i] is where item i is in items
	active int

	bound, slack []int32 // of primary items: Knuth's BOUND and SLACK
	forced       []int32 // items that need all the options they have
	saved        []save
	tries        []int32 // entries to try, on all levels
	chosen       []int32
}

// A save is the saved state of an item.
type save struct{ item, size, bound int32 }

// Solve searches for all solutions of p.
func Solve(p *engine.Problem, s *engine.Search) {
	d := newDance(p, s)
	for i := range p.Primary {
		if d.size[i] < d.bound[i]-d.slack[i] {
			s.Node(0)
			return
		}
	}
	for i := p.Items - 1; i >= 0; i-- {
		if d.size[i] == 0 {
			d.deactivate(int32(i))
		}
	}
	d.node()
}

func newDance(p *engine.Problem, s *engine.Search) *dance {
	d := &dance{
		Search: s,
		p:      p,
		option: make([]int32, len(p.Entries)),
		base:   make([]int32, p.Items+1),
		set:    make([]int32, len(p.Entries)),
		at:     make([]int32, len(p.Entries)),
		size:   make([]int32, p.Items),
		items:  make([]int32, p.Items),
		place:  make([]int32, p.Items),
		active: p.Items,
		bound:  make([]int32, p.Primary),
		slack:  make([]int32, p.Primary),
	}
	for _, e := range p.Entries {
		d.base[e.Item+1]++
	}
	for i := range p.Items {
		d.base[i+1] += d.base[i]
		d.items[i], d.place[i] = int32(i), int32(i)
	}
	for k := range int32(p.Options()) {
		for x := p.First[k]; x < p.First[k+1]; x++ {
			i := p.Entries[x].Item
			d.option[x] = k
			d.at[x] = d.base[i] + d.size[i]
			d.set[d.at[x]] = x
			d.size[i]++
		}
	}
	for i := range p.Primary {
		d.bound[i] = 1
		if p.High != nil {
			d.bound[i], d.slack[i] = p.High[i], p.High[i]-p.Low[i]
		}
	}
	return d
}

// node searches the subtree of a node. It reports whether the search should
// continue.
func (d *dance) node() bool {
	for {
		d.Node(len(d.chosen))
		if !d.Tick(int64(d.active) + 8) {
			return false
		}
		item, isForced := d.choose()
		switch {
		case item < 0:
			return d.Found(d.chosen)
		case isForced:
			return d.with(d.set[d.base[item]])
		case d.p.High == nil:
			return d.each(item)
		}
		from := d.save()
		x := d.set[d.base[item]]
		if !d.with(x) {
			return false
		}
		d.restore(from)
		d.saved = d.saved[:from]
		if !d.remove(d.option[x]) {
			return true
		}
	}
}

// each tries all options of an item.
func (d *dance) each(item int32) bool {
	from, first := d.save(), len(d.tries)
	b := d.base[item]
	d.tries = append(d.tries, d.set[b:b+d.size[item]]...)
	last := len(d.tries)
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
	k := d.option[x]
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
	best, least, slack, size := int32(-1), int32(math.MaxInt32), int32(0), int32(0)
	for _, i := range d.items[:d.active] {
		if int(i) >= d.p.Primary {
			continue
		}
		b, n := d.bound[i], d.size[i]
		s := min(d.slack[i], b)
		switch t := n + s - b + 1; {
		case t == 1:
			for range b - d.slack[i] {
				d.forced = append(d.forced, i)
			}
		case t < least || t == least && (s < slack || s == slack && (n > size || n == size && i < best)):
			best, least, slack, size = i, t, s, n
		}
	}
	if item := d.pop(); item >= 0 {
		return item, true
	}
	return best, false
}

// pop removes a forced item that is still active from the list, and returns it.
func (d *dance) pop() int32 {
	for n := len(d.forced); n > 0; n = len(d.forced) {
		i := d.forced[n-1]
		d.forced = d.forced[:n-1]
		if int(d.place[i]) < d.active {
			return i
		}
	}
	return -1
}

// include lowers the bounds of the items of an option and removes the
// conflicting options. It reports false if some item then has too few options.
func (d *dance) include(k int32) bool {
	for x := d.p.First[k]; x < d.p.First[k+1]; x++ {
		i, color := d.p.Entries[x].Item, d.p.Entries[x].Color
		secondary := int(i) >= d.p.Primary
		if secondary && int(d.place[i]) >= d.active {
			continue // its color is fixed
		}
		if !secondary {
			d.bound[i]--
		}
		if !secondary && d.bound[i] > 0 {
			if !d.take(x, i) {
				return false
			}
			continue
		}
		at := d.at[x]
		for s := d.base[i] + d.size[i] - 1; s >= d.base[i]; s-- {
			if s == at {
				continue
			}
			y := d.set[s]
			if color != 0 && d.p.Entries[y].Color == color {
				continue
			}
			if !d.remove(d.option[y]) {
				return false
			}
		}
		d.deactivate(i)
	}
	return true
}

// remove removes an option from the sets of all its active items. It reports
// false if some item then has too few.
func (d *dance) remove(k int32) bool {
	for x := d.p.First[k]; x < d.p.First[k+1]; x++ {
		if !d.take(x, d.p.Entries[x].Item) {
			return false
		}
	}
	return true
}

// take removes an entry from the set of its item. It reports false if the item
// then has too few.
func (d *dance) take(x, i int32) bool {
	left := d.size[i] - 1
	if int(i) >= d.p.Primary {
		if int(d.place[i]) >= d.active {
			return true // its color is fixed
		}
	} else {
		if left < d.bound[i]-d.slack[i] {
			return false
		}
		if left == 0 {
			d.deactivate(i)
		}
	}
	if left > 0 {
		last := d.set[d.base[i]+left]
		at := d.at[x]
		d.size[i] = left
		d.set[d.base[i]+left], d.set[at] = x, last
		d.at[x], d.at[last] = d.base[i]+left, at
		d.Updates++
	}
	return true
}

// deactivate removes an item from the active ones.
func (d *dance) deactivate(i int32) {
	d.active--
	last, at := d.items[d.active], d.place[i]
	d.items[d.active], d.items[at] = i, last
	d.place[i], d.place[last] = int32(d.active), at
}

// save saves the state of the active items, and returns its position.
func (d *dance) save() (from int) {
	from = len(d.saved)
	for _, i := range d.items[:d.active] {
		bound := int32(0)
		if int(i) < d.p.Primary {
			bound = d.bound[i]
		}
		d.saved = append(d.saved, save{i, d.size[i], bound})
	}
	return from
}

// restore restores what save saved. Deeper levels have restored theirs already.
func (d *dance) restore(from int) {
	list := d.saved[from:]
	d.active = len(list)
	for _, s := range list {
		d.size[s.item] = s.size
		if int(s.item) < d.p.Primary {
			d.bound[s.item] = s.bound
		}
	}
}
