// SPDX-License-Identifier: BSD-3-Clause

// The problem. After some choices the rest of a problem may fall apart: two rooms of a
// board, once the passage between them is covered. The number of solutions below such a
// node is a product, but the search visits all pairs.
//
// The source. R. J. Bayardo and J. D. Pehoushek, Counting models using connected
// components, AAAI (2000); with a table of counts, T. Sang, F. Bacchus, P. Beame, H. Kautz
// and T. Pitassi, Combining component caching and clause learning for effective model
// counting, SAT (2004).
//
// The idea. Before the search with a table (memo.go) counts below a node, it marks the
// items that are connected to the one to branch on: two open items are connected if a
// live option has both, or if each is in a live option with the same secondary item that
// is not used yet. If some open item is not marked, the marked ones are counted alone, with
// the others closed in the row and covered in the key; then the rest in the same way.
//
// An example. Dominoes on two boards of four cells that share a cell, after a choice that
// covers the shared cell: two and one cells for one piece each, or none.
//
// The invariants. The key of a part is that of the node at which the other items are
// covered. Live options of the part have no other items, so that both nodes have the same
// number of solutions. A search that stops in a part resumes above the node that fell
// apart.
//
// The cost. Marking ends as soon as all open items are marked. It takes about as long as
// visiting some ten nodes, and is done less and less often on a level where it is of no
// use, down to one node in 1024, unless as many nodes follow. Splitting reduces 45,779 nodes
// for dominoes in eight rooms to 5,281 (split_test.go). Where marking takes as long as a hundred
// nodes, on hundreds of levels, that is still too often, as in sat50 of docs/benchmarks.md; so
// marking may take half of the time that the nodes take, and of the time that it has saved.

package bits

import (
	"math/bits"

	"polka/dlx/internal/engine"
)

// A splitter finds the parts into which the items below a node fall.
type splitter struct {
	place, size []int // the bits of a secondary item in a key, see memo.encode

	epoch   int32   // items and options are marked if they have this number
	items   []int32 // marks of secondary items
	options []int32 // marks of options, by their numbers in the problem
	queue   []int32 // the slots that are marked, and whose options may not be

	levels []splitLevel
	credit int64 // how much marking may cost, in entries and options to look at
	nodes  int64 // visited so far, for which there was credit
}

// A splitLevel belongs to a level.
type splitLevel struct {
	wait, skip int      // how many nodes are not looked at, and how many of them are left
	part       []uint64 // the slots that are marked, or of the part that is counted
	open       []uint64 // those of the node
	rest       []uint64 // those not counted yet
	key        []uint64 // the key of the node
}

const (
	rare   = 1023 // the greatest number of nodes that are skipped between two looks
	useful = 32   // a look is of use if it saves at least this number of nodes

	credit     = 1 << 16 // at the beginning
	mostCredit = 1 << 24 // at any time
)

// falls reports whether the open items of the node on level l fall apart, and puts those
// connected to the item to branch on into the part.
func (m *memo) falls(l int) bool {
	for l >= len(m.split.levels) {
		m.split.levels = append(m.split.levels, splitLevel{})
	}
	s, now := &m.split.levels[l], m.levels[l]
	if s.skip > 0 && now.typical < rare {
		s.skip--
		return false
	}
	if now.frame == now.within || m.opens(now) < 3 {
		return false // if the row is narrowed again, it cannot be restored
	}
	if !m.split.affords(m.Nodes, m.effort) {
		return false
	}
	if m.mark(l) {
		s.looked(0)
		return false
	}
	return true
}

// reset forgets what was learned about the use of looks. nodes were visited before.
func (v *splitter) reset(nodes int64) {
	for i := range v.levels {
		v.levels[i].wait, v.levels[i].skip = 0, 0
	}
	v.credit, v.nodes = credit, nodes
}

// affords reports whether there is credit for marking. nodes were visited in this part.
func (v *splitter) affords(nodes, effort int64) bool {
	v.earn(nodes-v.nodes, effort)
	v.nodes = nodes
	return v.credit > 0
}

// earn adds half of the time of nodes to the credit. A look at an entry takes about 3 ns, a node
// 75, and half a nanosecond for each word of a row.
func (v *splitter) earn(nodes, effort int64) {
	v.credit = min(v.credit+min(nodes, mostCredit)*(12+effort/12), mostCredit)
}

// looked notes how many nodes a look has saved.
func (s *splitLevel) looked(nodes int64) {
	if nodes < useful {
		s.wait = min(2*s.wait+1, rare)
	} else {
		s.wait /= 4
	}
	s.skip = s.wait
}

// mark marks the open items of the node on level l that are connected to the item to
// branch on. It reports whether these are all.
func (m *memo) mark(l int) bool {
	v, now := &m.split, m.levels[l]
	f, s := now.frame, &v.levels[l]
	s.part = resize(s.part, f.heads)
	clear(s.part)
	left := m.opens(now) - 1
	v.epoch++
	start := f.slot[now.item]
	s.part[start/64] |= 1 << (start % 64)
	v.queue = append(v.queue[:0], start)
	secondary := false // some secondary item has been marked
	for left > 0 {
		for len(v.queue) > 0 {
			slot := v.queue[len(v.queue)-1]
			v.queue = v.queue[:len(v.queue)-1]
			for w := f.first[slot]; w < f.end[slot]; w += lanes {
				for live := now.live[w]; live != 0; live &= live - 1 {
					k := f.global[*f.option(64*w + int32(bits.TrailingZeros64(live)))]
					if v.options[k] == v.epoch {
						continue
					}
					v.options[k] = v.epoch
					v.credit -= int64(len(m.p.Option(k)))
					for _, e := range m.p.Option(k) {
						if int(e.Item) >= m.p.Primary {
							if v.items[e.Item] != v.epoch && !m.fixed(l, int(e.Item)) {
								v.items[e.Item] = v.epoch
								secondary = true
							}
							continue
						}
						to := f.slot[e.Item]
						if s.part[to/64]>>(to%64)&1 == 0 {
							s.part[to/64] |= 1 << (to % 64)
							if left--; left == 0 {
								return true
							}
							v.queue = append(v.queue, to)
						}
					}
				}
			}
		}
		if secondary {
			m.markSecondary(now, s)
			left -= len(v.queue)
		}
		if len(v.queue) == 0 {
			break
		}
	}
	return left == 0
}

// opens returns the number of open items.
func (m *memo) opens(now *level) int {
	n := 0
	for _, open := range now.live[:now.frame.heads] {
		n += bits.OnesCount64(open)
	}
	return n
}

// markSecondary marks the open items with live options that have marked secondary items.
func (m *memo) markSecondary(now *level, s *splitLevel) {
	v, f := &m.split, now.frame
	for h, open := range now.live[:f.heads] {
		for open &^= s.part[h]; open != 0; open &= open - 1 {
			slot := int32(64*h + bits.TrailingZeros64(open))
			if m.shares(now, slot) {
				s.part[slot/64] |= 1 << (slot % 64)
				v.queue = append(v.queue, slot)
			}
		}
	}
}

// shares reports whether a live option of an item has a marked secondary item.
func (m *memo) shares(now *level, slot int32) bool {
	f := now.frame
	for w := f.first[slot]; w < f.end[slot]; w += lanes {
		for live := now.live[w]; live != 0; live &= live - 1 {
			m.split.credit--
			for _, e := range m.p.Option(f.global[*f.option(64*w + int32(bits.TrailingZeros64(live)))]) {
				if int(e.Item) >= m.p.Primary && m.split.items[e.Item] == m.split.epoch {
					return true
				}
			}
		}
	}
	return false
}

// fixed reports whether a secondary item has been used at the node on level l. Its color is
// that of all live options that have it.
func (m *memo) fixed(l, item int) bool {
	at := m.split.place[item]
	return m.keys[l][at/64]>>(at%64)&(1<<m.split.size[item]-1) != 0
}

// product counts the solutions below a node on level l whose items fall apart. If it
// reports false the search must stop, before the option chosen on the level above.
func (m *memo) product(l int) (n number, ok bool) {
	now := m.levels[l]
	s := &m.split.levels[l]
	f, live, item, degree := now.frame, now.live, now.item, now.degree
	heads := live[:f.heads]
	s.open = append(s.open[:0], heads...)
	s.key = append(s.key[:0], m.keys[l]...)
	s.rest = append(s.rest[:0], heads...)
	rest := s.rest
	n, ok = number{1}, true
	gain := int64(0)
	for ok {
		for h, open := range s.open {
			heads[h] = s.part[h]
			rest[h] &^= s.part[h]
			for others := open &^ s.part[h]; others != 0; others &= others - 1 {
				i := f.key[64*h+bits.TrailingZeros64(others)]
				m.keys[l][i/64] |= 1 << (i % 64)
			}
		}
		m.choose(now)
		before, saved := m.Nodes, m.saved
		var k number
		k, ok = m.known(l)
		s = &m.split.levels[l] // the list may have grown
		now.frame, now.live = f, live
		copy(m.keys[l], s.key)
		gain = min(gain+multiple(&n, m.Nodes-before+m.saved-saved), plenty)
		switch {
		case !ok:
			if m.Err != ErrHuge {
				m.stopped, m.untried = l-1, true
			}
		case !n.multiply(&k):
			m.Err, ok = ErrHuge, false
		}
		left := uint64(0)
		for _, open := range rest {
			left |= open
		}
		if left == 0 || n == (number{}) {
			break
		}
		copy(heads, rest)
		m.choose(now)
		m.mark(l)
	}
	m.save(gain)
	s.looked(gain)
	m.split.earn(gain, m.effort)
	copy(heads, s.open)
	now.item, now.degree = item, degree
	m.list(now)
	return n, ok
}

// choose chooses the item to branch on: an open one with the fewest live options.
func (m *memo) choose(now *level) {
	f := now.frame
	best := uint64(nothing)
	for h, open := range now.live[:f.heads] {
		for ; open != 0; open &= open - 1 {
			slot := 64*h + bits.TrailingZeros64(open)
			n := 0
			for w := f.first[slot]; w < f.end[slot]; w += lanes {
				n += bits.OnesCount64(now.live[w])
			}
			best = min(best, uint64(n)<<32|f.key[slot])
		}
	}
	now.item, now.degree = int32(best), int32(best>>32)
	m.list(now)
}

// multiple estimates how many nodes a search visits in a part that it searches again
// for each of n solutions, except the first time.
func multiple(n *number, nodes int64) int64 {
	if n[1]|n[2]|n[3] != 0 || n[0] > 1<<40 {
		return plenty
	}
	if n[0] == 0 {
		return 0
	}
	high, low := bits.Mul64(n[0]-1, uint64(nodes))
	if high != 0 || low > plenty {
		return plenty
	}
	return int64(low)
}

// plenty is more nodes than a search visits.
const plenty = 1 << 60

// save counts nodes that were not visited.
func (m *memo) save(nodes int64) { m.saved = min(m.saved+nodes, plenty) }

// multiply multiplies by n. It reports false if the product is too large.
func (s *number) multiply(n *number) bool {
	var product number
	for i, a := range s {
		carry := uint64(0)
		for j, b := range n {
			if a == 0 || b == 0 && carry == 0 {
				continue
			}
			high, low := bits.Mul64(a, b)
			var c uint64
			low, c = bits.Add64(low, carry, 0)
			high += c
			if i+j >= len(product) {
				if low|high != 0 {
					return false
				}
				continue
			}
			product[i+j], c = bits.Add64(product[i+j], low, 0)
			carry = high + c
		}
		if carry != 0 {
			return false
		}
	}
	*s = product
	return true
}

// newSplitter prepares a splitter.
func newSplitter(p *engine.Problem) splitter {
	return splitter{
		place: make([]int, p.Items), size: make([]int, p.Items),
		items: make([]int32, p.Items), options: make([]int32, p.Options()),
	}
}
