// SPDX-License-Identifier: BSD-3-Clause

// The problem. Count the solutions where each item has few options, as in satisfiability: a
// clause of three literals is an item with seven options, a variable one with two. A row of
// package bits, with a word for each item, is nearly all zeros, and the rows of all options do
// not fit the cache.
//
// The source. The rows are those of package bits; to work on the bytes of a word at once is an old
// art: D. E. Knuth, The Art of Computer Programming, section 7.1.3. That items with one option are
// chosen together is unit propagation, of M. Davis and H. Putnam, A computing procedure for
// quantification theory, Journal of the ACM 7 (1960), DOI 10.1145/321033.321034.
//
// The idea. The live options of an item are the bits of a byte, and eight items are a word. Each
// option has a row of the same layout with the options that can be chosen together with it,
// itself included; to choose it is
//
//	live = live AND row
//
// An item without options is a byte that is 0, one with a single option a byte with one bit; both
// are found for eight items at once. All single options are chosen before the search branches,
// on the first item with two options, or else with the fewest. Most of the single options exclude
// nothing: those whose colors were all given before, and which contain no other primary item.
//
// If one item is left with several options, each of them is a solution; if two are left, what each
// option of one leaves of the other is counted in its row.
//
// An example. The items a, b, c with the options "a x:0", "a x:1", "b x:0", "b x:1", "c x:1".
// The bytes are 11, 11, 1; c is single, and its row is 10, 10, 1: every item is single. Once "c
// x:1" is chosen, x has its color, and the other two exclude nothing: one solution.
//
// The invariants, on every level: no byte is 0; done has the high bit of the bytes of items whose
// only option has been chosen; given has the secondary items with the color of a chosen option.
//
// The cost. A nanosecond for each eight items, and option chosen. In sat50 of docs/benchmarks.md,
// package bits visits 399 thousand nodes in 50 ms.

package cells

import (
	"math/bits"

	"polka/dlx/internal/engine"
)

const (
	perItem   = 8       // the greatest number of options of an item
	maxOctets = 1 << 20 // the greatest number of words of all rows

	lowBits  = 0x0101010101010101
	highBits = 0x8080808080808080
)

// FitsOctets reports whether the solutions of a problem are counted with items that are bytes.
func FitsOctets(p *engine.Problem) bool {
	if p.High != nil || p.Primary == 0 || (p.Primary+7)/8*p.Options() > maxOctets {
		return false
	}
	n := make([]uint8, p.Primary)
	for _, e := range p.Entries {
		if int(e.Item) >= p.Primary {
			continue
		}
		if n[e.Item]++; n[e.Item] > perItem {
			return false
		}
	}
	return true
}

// octets is what the counts of a problem share.
type octets struct {
	p      *engine.Problem
	words  int      // of a row
	root   []uint64 // all options
	pad    []uint64 // the high bits of bytes that belong to no item, which have one bit
	bit    []int32  // where the entries of primary items have their bits in a row
	option []int32  // option[b] is the option of bit b
	using  [][]use  // using[i] are the options with item i
	shade  []int32  // of the entries with a color: numbers of their items with their colors

	shades int      // how many there are
	colors int      // words of a set of secondary items
	gives  []uint64 // gives[k*colors:(k+1)*colors] are those to which option k gives a color
	lone   []bool   // whether option k has one primary item, and gives each other one a color
}

// A use is an option that contains an item, and the color that it gives it.
type use struct{ option, color int32 }

// An octetCount is the state of a count.
type octetCount struct {
	*engine.Search
	*octets
	rows   []uint64   // of all options,
	made   []bool     // those that have been needed
	tints  [][]uint64 // by shade: a row without the options that give the item another color, or none
	levels []*octetLevel
	quiet  bool // whether choices are not counted, on the way to a part
	stop   int  // the level on which the search has stopped, before an option
}

// An octetLevel is the state when the search has branched a number of times.
type octetLevel struct {
	live, done, given []uint64
	chosen            int    // the number of options
	item, option      int32  // on which the search branches, and the option that is tried,
	rest              uint64 // the bits of it and of those that follow
	degree            int32
}

// newOctets lays out a problem that fits.
func newOctets(p *engine.Problem) *octets {
	words, colors := (p.Primary+7)/8, (p.Items-p.Primary+63)/64
	o := &octets{
		p:      p,
		words:  words,
		root:   make([]uint64, words),
		pad:    make([]uint64, words),
		bit:    make([]int32, len(p.Entries)),
		option: make([]int32, 64*words),
		using:  make([][]use, p.Items),
		shade:  make([]int32, len(p.Entries)),
		colors: colors,
		gives:  make([]uint64, colors*p.Options()),
		lone:   make([]bool, p.Options()),
	}
	for i := p.Primary; i < 8*words; i++ {
		o.root[i/8] |= 1 << (i % 8 * 8)
		o.pad[i/8] |= 0x80 << (i % 8 * 8)
	}
	n := make([]int32, p.Items)
	for _, e := range p.Entries {
		n[e.Item]++
	}
	all := make([]use, len(p.Entries))
	for i := range o.using {
		o.using[i], all = all[:0:n[i]], all[n[i]:]
	}
	shades := map[engine.Entry]int32{}
	for k := range int32(p.Options()) {
		primary, plain := 0, false
		for x := p.First[k]; x < p.First[k+1]; x++ {
			e := p.Entries[x]
			if i := int(e.Item) - p.Primary; i < 0 {
				b := 8*e.Item + int32(len(o.using[e.Item]))
				o.bit[x], o.option[b] = b, k
				o.root[b/64] |= 1 << (b % 64)
				primary++
			} else if e.Color == 0 {
				plain = true
			} else {
				o.gives[int(k)*colors+i/64] |= 1 << (i % 64)
				n, ok := shades[e]
				if !ok {
					n = int32(len(shades))
					shades[e] = n
				}
				o.shade[x] = n
			}
			o.using[e.Item] = append(o.using[e.Item], use{k, e.Color})
		}
		o.lone[k] = primary == 1 && !plain
	}
	o.shades = len(shades)
	return o
}

// Octets returns a function that makes workers that count the solutions of a problem that fits.
func Octets(p *engine.Problem) func() engine.Worker {
	o := newOctets(p)
	return func() engine.Worker {
		return &octetCount{octets: o, rows: make([]uint64, o.words*p.Options()), made: make([]bool, p.Options()), tints: make([][]uint64, o.shades)}
	}
}

// row returns the row of an option.
func (c *octetCount) row(k int32) []uint64 {
	row := c.rows[int(k)*c.words : (int(k)+1)*c.words]
	if c.made[k] {
		return row
	}
	c.made[k] = true
	fill(row)
	for x := c.p.First[k]; x < c.p.First[k+1]; x++ {
		e := c.p.Entries[x]
		if e.Color == 0 {
			for _, u := range c.using[e.Item] {
				if u.option != k {
					c.exclude(row, u.option)
				}
			}
			continue
		}
		for w, tint := range c.tint(e, c.shade[x]) {
			row[w] &= tint
		}
	}
	return row
}

// tint returns the row of a shade.
func (c *octetCount) tint(e engine.Entry, shade int32) []uint64 {
	if c.tints[shade] == nil {
		row := make([]uint64, c.words)
		fill(row)
		for _, u := range c.using[e.Item] {
			if u.color != e.Color {
				c.exclude(row, u.option)
			}
		}
		c.tints[shade] = row
	}
	return c.tints[shade]
}

// fill sets all bits.
func fill(row []uint64) {
	for w := range row {
		row[w] = ^uint64(0)
	}
}

// exclude removes an option from a row.
func (c *octetCount) exclude(row []uint64, k int32) {
	for x := c.p.First[k]; x < c.p.First[k+1]; x++ {
		if int(c.p.Entries[x].Item) < c.p.Primary {
			b := c.bit[x]
			row[b/64] &^= 1 << (b % 64)
		}
	}
}

// level returns level l.
func (c *octetCount) level(l int) *octetLevel {
	for l >= len(c.levels) {
		all := make([]uint64, 2*c.words+c.colors)
		c.levels = append(c.levels, &octetLevel{live: all[:c.words], done: all[c.words : 2*c.words], given: all[2*c.words:]})
	}
	return c.levels[l]
}

// Solve counts the solutions of a part: see engine.Worker.
func (c *octetCount) Solve(part engine.Part, s *engine.Search) (left []engine.Part, ok bool) {
	c.Search = s
	path := part.Path.Steps()
	now := c.level(0)
	copy(now.live, c.root)
	copy(now.done, c.pad)
	clear(now.given)
	now.chosen = 0
	alive := true
	for _, x := range now.live {
		alive = alive && (x-lowBits)&^x&highBits == 0
	}
	for l, step := range path {
		if s.Halted(int64(c.words)) {
			return []engine.Part{part}, true
		}
		updates := s.Updates
		c.quiet = true
		if alive {
			_, _, alive = c.settle(now)
		}
		s.Updates = updates
		alive = alive && c.choose(now, now, step.Option)
		if c.quiet = false; l < len(path)-1 {
			s.Updates = updates
		}
	}
	s.Node(now.chosen)
	if alive && !c.branch(0) {
		left = c.left(part)
	}
	return left, true
}

// branch searches below level l. It reports whether the search should continue.
func (c *octetCount) branch(l int) bool {
	now := c.level(l)
	item, several, ok := c.settle(now)
	switch {
	case !ok:
		return true
	case several == 0:
		return c.Found(nil)
	case several <= 2:
		c.leaves(now, item, several)
		return true
	}
	options := now.of(item)
	now.item, now.degree = item, int32(bits.OnesCount64(options))
	next := c.level(l + 1)
	for now.rest = options; now.rest != 0; now.rest &= now.rest - 1 {
		if !c.Tick(int64(2*c.words) + 8) {
			c.stop = l
			return false
		}
		now.option = c.option[int(item/8*64)+bits.TrailingZeros64(now.rest)]
		if c.choose(now, next, now.option) && !c.branch(l+1) {
			return false
		}
	}
	return true
}

// leaves counts the solutions where one or two items have several options, the given one among
// them.
func (c *octetCount) leaves(now *octetLevel, item int32, several int) {
	options := now.of(item)
	n := int64(bits.OnesCount64(options))
	c.AddNodes(now.chosen+1, n)
	if several == 1 {
		c.Count += uint64(n)
		return
	}
	w, other := now.otherThan(item)
	sum := int64(0)
	for ; options != 0; options &= options - 1 {
		k := c.option[int(item/8*64)+bits.TrailingZeros64(options)]
		sum += int64(bits.OnesCount64(now.live[w] & c.row(k)[w] & other))
		c.Updates++
	}
	c.Count += uint64(sum)
	c.AddNodes(now.chosen+2, sum)
}

// of returns the bits of an item.
func (now *octetLevel) of(item int32) uint64 { return now.live[item/8] & (0xff << (item % 8 * 8)) }

// otherThan returns the word and the bits of the first item that has several options and is not
// the given one.
func (now *octetLevel) otherThan(item int32) (word int, all uint64) {
	for w, x := range now.live {
		more := highBits &^ single(x)
		if w == int(item/8) {
			more &^= 0x80 << (item % 8 * 8)
		}
		if more != 0 {
			return w, 0xff << (bits.TrailingZeros64(more) - 7)
		}
	}
	return 0, 0
}

// choose chooses an option, and fills the next level, which may be the same. It reports false if
// an item has no option any more.
func (c *octetCount) choose(now, next *octetLevel, k int32) bool {
	next.chosen = now.chosen + 1
	if !c.quiet {
		c.Node(next.chosen)
	}
	c.Updates += int64(c.words)
	row := c.row(k)
	live, after := now.live[:len(row)], next.live[:len(row)]
	for w, r := range row {
		x := live[w] & r
		if (x-lowBits)&^x&highBits != 0 {
			return false
		}
		after[w] = x
	}
	if next != now {
		copy(next.done, now.done)
		copy(next.given, now.given)
	}
	next.note(c, k)
	return true
}

// note notes that option k has been chosen.
func (now *octetLevel) note(c *octetCount, k int32) {
	for x := c.p.First[k]; x < c.p.First[k+1]; x++ {
		if i := c.p.Entries[x].Item; int(i) < c.p.Primary {
			now.done[i/8] |= 0x80 << (i % 8 * 8)
		}
	}
	for w, gives := range c.gives[int(k)*c.colors : (int(k)+1)*c.colors] {
		now.given[w] |= gives
	}
}

// excludesNothing reports whether option k, the only one of an item, excludes no other one.
func (now *octetLevel) excludesNothing(c *octetCount, k int32) bool {
	if !c.lone[k] {
		return false
	}
	for w, gives := range c.gives[int(k)*c.colors : (int(k)+1)*c.colors] {
		if gives&^now.given[w] != 0 {
			return false
		}
	}
	return true
}

// single returns the high bits of the bytes that have one bit, if no byte is 0.
func single(x uint64) uint64 {
	x &= x - lowBits
	return ^(x&^highBits + ^uint64(highBits) | x) & highBits
}

// settle chooses the options of the items that have only one. It returns the first item with the
// fewest options, but more than one, and how many items have more than one, or reports false if an
// item has no option then.
func (c *octetCount) settle(now *octetLevel) (item int32, several int, ok bool) {
	done := now.done[:len(now.live)]
	for again := true; again; {
		again, several, item = false, 0, -1
		for w := range now.live {
			if done[w] == highBits {
				continue
			}
			x := now.live[w]
			ones := single(x)
			for fresh := ones &^ done[w]; fresh != 0; fresh = ones &^ done[w] {
				at := bits.TrailingZeros64(fresh) - 7
				k := c.option[64*w+at+bits.TrailingZeros8(uint8(x>>at))]
				if now.excludesNothing(c, k) {
					done[w] |= 0x80 << at
					if now.chosen++; !c.quiet {
						c.Node(now.chosen)
					}
					continue
				}
				if !c.choose(now, now, k) {
					return 0, 0, false
				}
				again = true
				x = now.live[w]
				ones = single(x)
			}
			more := highBits &^ ones // bytes with more than one bit
			if more == 0 {
				continue
			}
			several += bits.OnesCount64(more)
			if item < 0 {
				// Without its lowest bit, a byte with two has one. None may be 0.
				if pair := single(x&(x-lowBits)|ones>>7) & more; pair != 0 {
					item = int32(8*w + bits.TrailingZeros64(pair)/8)
				}
			}
		}
	}
	if item < 0 && several > 0 {
		item = now.fewest()
	}
	return item, several, true
}

// fewest returns the first item with the fewest options, but more than one.
func (now *octetLevel) fewest() (item int32) {
	least := perItem + 1
	for w, x := range now.live {
		for more := highBits &^ single(x); more != 0; more &= more - 1 {
			at := bits.TrailingZeros64(more) - 7
			if n := bits.OnesCount8(uint8(x >> at)); n < least {
				least, item = n, int32(8*w+at/8)
			}
		}
	}
	return item
}

// left lists what is left of a part when its search has stopped.
func (c *octetCount) left(part engine.Part) (parts []engine.Part) {
	nodes := []engine.Part{part}
	for l, now := range c.levels[:c.stop] {
		nodes = append(nodes, nodes[l].Child(engine.Step{Item: now.item, Option: now.option}, now.degree))
	}
	for l := c.stop; l >= 0; l-- {
		now := c.levels[l]
		rest := now.rest
		if l < c.stop {
			rest &= rest - 1 // the parts below are listed already
		}
		for ; rest != 0; rest &= rest - 1 {
			k := c.option[int(now.item/8*64)+bits.TrailingZeros64(rest)]
			parts = append(parts, nodes[l].Child(engine.Step{Item: now.item, Option: k}, now.degree))
		}
	}
	return parts
}
