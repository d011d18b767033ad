// SPDX-License-Identifier: BSD-3-Clause

// The transitions of a state: the ways to give the next cell to a district, and the state that each
// leads to.

package districts

import (
	"math/bits"
	"slices"
)

// A way is one of the ways to add a vertex to the divisions of a shape.
type way struct {
	joined []int8     // the districts that it joins
	ends   [2]outcome // if the new district grows, and if it is as large as possible
}

// An outcome is a shape that follows, except for the pairs that need not stay different since they
// are too large to be joined.
type outcome struct {
	possible bool
	at       []int8
	count    int      // of the districts on the frontier
	closed   int      // of the others
	from     []int8   // from[b] is the number that district b had; the new one is the last
	gone     []int8   // the districts that leave the frontier
	differ   []uint64 // the pairs that must stay different whatever their sizes are
	pairs    []pair   // those that must if they could be joined
	limit    []int    // limit[most*b+d] is the greatest total size of b and d that can be joined
	small    [1 << 6]*shape
	large    map[[most / 2]uint32]*shape
}

// A pair of districts must stay different if together they have at most some size.
type pair struct {
	a, b  int8
	limit int
}

// never is a limit that no size is below.
const never = -1

// begin prepares the way in which a vertex joins some of the districts that it touches. It reports
// false if that is not allowed.
func (c *Counter) begin(w *way, s *shape, joined, touching uint64, keep []int) bool {
	count := len(s.differ)
	w.joined = w.joined[:0]
	differ := touching &^ joined // of the new district
	for rest := joined; rest != 0; rest &= rest - 1 {
		a := bits.TrailingZeros64(rest)
		if s.differ[a]&joined != 0 {
			return false
		}
		differ |= s.differ[a]
		w.joined = append(w.joined, int8(a))
	}
	for full := range w.ends {
		c.outcome(&w.ends[full], s, joined, differ, count, keep, full == 1)
	}
	return true
}

// outcome prepares an outcome.
func (c *Counter) outcome(o *outcome, s *shape, joined, differ uint64, count int, keep []int, full bool) {
	o.at, o.from, o.gone, o.pairs, o.differ = o.at[:0], o.from[:0], o.gone[:0], o.pairs[:0], o.differ[:0]
	clear(o.small[:])
	o.large = nil
	o.closed = s.closed
	// Number the districts, from 1. Those that are no longer on the frontier are closed.
	var number [most + 1]int8
	var places [most]uint32
	if full {
		number[count] = -1
		o.closed++
	}
	for i, from := range keep {
		a := count
		if from >= 0 {
			if a = int(s.at[from]); a < 0 {
				o.at = append(o.at, -1)
				continue
			}
			if joined>>a&1 != 0 {
				a = count
			}
		}
		if number[a] == 0 {
			o.from = append(o.from, int8(a))
			number[a] = int8(len(o.from))
		}
		b := max(number[a], 0) - 1
		o.at = append(o.at, b)
		if b >= 0 {
			places[b] |= 1 << i
		}
	}
	o.count = len(o.from)
	for a := range count + 1 {
		if (a == count || joined>>a&1 == 0) && number[a] == 0 {
			o.gone = append(o.gone, int8(a))
			o.closed++
		}
	}
	if c.q.Number == 0 {
		o.closed = 0
	}
	o.possible = c.q.Number == 0 || o.closed <= c.q.Number && o.closed+o.count+c.left/c.q.Low >= c.q.Number
	if !o.possible {
		return
	}
	o.limit = slices.Grow(o.limit[:0], o.count*most)[:o.count*most]
	o.differ = append(o.differ, make([]uint64, o.count)...)
	for b := range o.count {
		old := differ
		if a := int(o.from[b]); a < count {
			old = s.differ[a]
			if differ>>a&1 != 0 || old&joined != 0 {
				old |= 1 << count
			}
		}
		for d := b + 1; d < o.count; d++ {
			least := c.apart(places[b], places[d])
			limit := c.q.High - least
			if c.enough <= c.q.High && least < unreachable {
				limit = 2 * c.q.High
			}
			if limit < 2 {
				limit = never
			}
			if old>>o.from[d]&1 != 0 && limit != never {
				o.pairs = append(o.pairs, pair{int8(b), int8(d), limit})
				limit = never
			}
			o.limit[most*b+d] = limit
		}
	}
}

// extend adds a vertex to all divisions of a shape, from the slot at c.at on. If there is an error,
// it stores the place of the next one there.
func (c *Counter) extend(w *way, s *shape, next *layer) error {
	count := len(s.differ)
	t := &s.sizes
	var size [most + 1]int
	key := make([]uint64, c.key)
	mask := uint64(1)<<c.sizeBits - 1
	visited := 0
	for at := c.at; at < len(t.slots); at += t.stride {
		if t.slots[at] == 0 {
			continue
		}
		if visited++; visited%64 == 0 {
			err := c.work(64)
			if err == nil && c.memory.room < 0 {
				err = ErrWide
			}
			if err != nil {
				c.at = at
				return err
			}
		}
		if c.key == 1 {
			rest := t.slots[at]
			for a := range count {
				size[a] = int(rest & mask)
				rest >>= c.sizeBits
			}
		} else {
			for a := range count {
				size[a] = int(t.slots[at+a/c.per] >> (uint(a%c.per) * c.sizeBits) & mask)
			}
		}
		sum := 1
		for _, a := range w.joined {
			sum += size[a]
		}
		sum = min(sum, c.enough)
		if sum > c.q.High {
			continue
		}
		size[count] = sum
		o := &w.ends[0]
		if sum == c.q.High && c.enough > c.q.High {
			o = &w.ends[1]
		}
		if !o.possible || !c.allowed(o, &size) {
			continue
		}
		to := c.target(o, &size, next)
		if c.key == 1 {
			packed := uint64(0)
			for b := o.count - 1; b >= 0; b-- {
				packed = packed<<c.sizeBits | uint64(size[o.from[b]])
			}
			if c.words == 1 {
				if !to.sizes.addOne(packed|mark, t.slots[at+1]) {
					return errCarry
				}
				continue
			}
			key[0] = packed
		} else {
			clear(key)
			for b, a := range o.from {
				key[b/c.per] |= uint64(size[a]) << (uint(b%c.per) * c.sizeBits)
			}
		}
		key[0] |= mark
		if !to.sizes.add(key, t.slots[at+c.key:at+t.stride]) {
			return errCarry
		}
	}
	return nil
}

// allowed reports whether districts that leave the frontier are large enough, and whether there are
// enough later vertices for the others. Those of a set of which no two can be joined need as many
// as they lack.
func (c *Counter) allowed(o *outcome, size *[most + 1]int) bool {
	for _, a := range o.gone {
		if size[a] < c.q.Low {
			return false
		}
	}
	if c.q.Number == 0 && c.left >= c.q.Low*o.count {
		return true
	}
	total := 0
	for _, a := range o.from {
		total += size[a]
	}
	if c.q.Number > 0 && c.enough > c.q.High {
		more := c.q.Number - o.closed
		if total+c.left > more*c.q.High || total+c.left < more*c.q.Low {
			return false
		}
	}
	if c.left >= c.q.Low*o.count-total {
		return true
	}
	set := uint32(1)<<o.count - 1
	for b := range o.count {
		if set>>b&1 == 0 {
			continue
		}
		limit := o.limit[most*b : most*b+o.count]
		for d := b + 1; d < o.count; d++ {
			if size[o.from[b]]+size[o.from[d]] <= limit[d] {
				set &^= 1 << d
			}
		}
	}
	return bits.OnesCount32(set)*c.q.Low-total <= c.left
}

// target finds the shape of an outcome.
func (c *Counter) target(o *outcome, size *[most + 1]int, next *layer) *shape {
	if len(o.pairs) <= 6 {
		set := 0
		for i, p := range o.pairs {
			if size[o.from[p.a]]+size[o.from[p.b]] <= p.limit {
				set |= 1 << i
			}
		}
		to := o.small[set]
		if to == nil {
			to = c.add(next, o.at, o.touching(size), o.closed)
			o.small[set] = to
		}
		return to
	}
	var set [most / 2]uint32
	for i, p := range o.pairs {
		if size[o.from[p.a]]+size[o.from[p.b]] <= p.limit {
			set[i/32] |= 1 << (i % 32)
		}
	}
	to := o.large[set]
	if to == nil {
		to = c.add(next, o.at, o.touching(size), o.closed)
		if o.large == nil {
			o.large = map[[most / 2]uint32]*shape{}
		}
		o.large[set] = to
	}
	return to
}

// touching returns the pairs of districts that must stay different.
func (o *outcome) touching(size *[most + 1]int) []uint64 {
	clear(o.differ)
	for _, p := range o.pairs {
		if size[o.from[p.a]]+size[o.from[p.b]] <= p.limit {
			o.differ[p.a] |= 1 << p.b
			o.differ[p.b] |= 1 << p.a
		}
	}
	return o.differ
}
