// The problem. Exact cover with secondary items and colors, when the search is
// long enough to be worth some preparation.
//
// The source. Our own; the idea of keeping, for each variable, the set of its
// live values in machine words is that of bit-parallel forward checking: R. M.
// Haralick and G. L. Elliott, Increasing tree search efficiency for constraint
// satisfaction problems, Artificial Intelligence 14 (1980), DOI
// 10.1016/0004-3702(80)90051-X. The tree is that of Knuth's Algorithm C.
//
// The idea. Whether a set of options can be chosen together is decided by
// looking at pairs (engine.Problem.Compatible says why). So each primary item
// has a row of bits, one for each of its options, which tell whether the option
// is live; and each option k has a row of the same layout, conflict[k], of the
// bits of all options that cannot be chosen together with it. Choosing k means
//
//	live = live AND NOT conflict[k]
//
// for the words of the items that are still open, one after the other. While
// we are at it we count what is left, give up at the first item that has
// nothing left, and find the item with the fewest live options, on which to
// branch next. The result goes to the next level's row, so that nothing needs
// to be undone.
//
// An example. Items a, b, c and the options 0: "a b", 1: "b c", 2: "c",
// 3: "a". The words of a, b, c have bits for the options (0 3), (0 1), (1 2);
// conflict[0] is (1 1), (1 1), (1 0), written from the lowest bit, since option
// 0 excludes itself, 3 and 1. Choosing 0 leaves of item c the bits (0 1):
// option 2 is live, and nothing else.
//
// The invariants, on every level:
//
//   - open lists the items that no chosen option contains;
//   - the words of an open item have exactly the bits of the options that
//     contain it and are compatible with all chosen ones;
//   - the words of other items mean nothing.
//
// Rows of conflicts are built when an option is chosen for the first time,
// and kept as long as they fit the memory allowed: that is what makes big
// problems with small trees bearable.
//
// The cost. A node costs a few nanoseconds for each word of the open items,
// one word for up to 64 options of an item; see docs/benchmarks.md. Searches
// of a few hundred nodes do not repay the rows, and items with only three or
// four options leave most of their word empty.

// Package bits solves exact cover problems, with secondary items, colors and
// multiplicities, by bitsets of live options.
//
// It makes the same choices as package links, so that it visits the same nodes
// and finds the same solutions in the same order, many times as fast where the
// search is long. Its updates are the words of bits that it has looked at.
package bits

import (
	"math"
	"math/bits"

	"polka/dlx/internal/engine"
)

// MaxRows is how much memory rows of conflicts may take, in bytes. Beyond it
// rows are built anew each time.
const MaxRows = 256 << 20

// A span is where the words of an item lie in a row: [first, end).
type span struct{ first, end int32 }

// A layout is what is known of a problem before the search. Solvers share it.
type layout struct {
	p      *engine.Problem
	spans  []span  // of the primary items
	words  int     // in a row
	option []int32 // option[64*w+b] belongs to bit b of word w

	covers []uint64 // covers[k*chunk:(k+1)*chunk] has the bits of option k's primary items
	chunk  int

	using [][]use // using[i] lists the options with item i
	once  []bool  // once[i] is false if primary item i may be chosen several times
	place []int32 // place[start[k]:start[k+1]] are the bits, in a row, of option k
	start []int32
}

// A solver is the state of one search.
type solver struct {
	*engine.Search
	*layout

	conflict [][]uint64 // rows of conflicts, nil if not built
	spare    []uint64   // a row of conflicts that is not kept
	room     int        // how many more rows may be kept
	marked   []int32    // marked[q] == stamp if option q is in the row being built
	stamp    int32

	levels  []*level
	chosen  []int32 // chosen[l] is the option chosen on level l
	stopped int     // the level on which the search has stopped
}

// A use is an option that contains an item, and the color that it gives it.
type use struct{ option, color int32 }

// A level is what is known when its number of options has been chosen.
type level struct {
	live []uint64 // a row
	open []int32  // items, the tightest first
	rest []int32  // for the making of open

	item, degree int32 // on which item to branch, and how many choices there are
	size         int32 // with multiplicities: how many live options the item has
	bit          int32 // the bit, in a row, of the option chosen, or to be chosen next
}

// Solve searches for all solutions of p.
func Solve(p *engine.Problem, s *engine.Search) {
	if p.High != nil {
		solveMultiple(p, s)
	} else {
		begin(p, s)
	}
}

// newLayout lays out the rows.
func newLayout(p *engine.Problem) *layout {
	options := int32(p.Options())
	y := &layout{
		p:      p,
		spans:  make([]span, p.Primary),
		chunk:  (p.Primary + 63) / 64,
		using:  make([][]use, p.Items),
		once:   make([]bool, p.Items),
		start:  make([]int32, 1, options+1),
		covers: make([]uint64, int(options)*((p.Primary+63)/64)),
	}
	for k := range options {
		for _, e := range p.Option(k) {
			i := int(e.Item)
			if i < p.Primary {
				y.place = append(y.place, int32(len(y.using[i]))) // within the item, for now
				y.covers[int(k)*y.chunk+i/64] |= 1 << (i % 64)
			}
			y.using[i] = append(y.using[i], use{k, e.Color})
		}
		y.start = append(y.start, int32(len(y.place)))
	}
	for i := range y.once {
		y.once[i] = p.High == nil || i >= p.Primary || p.High[i] == 1
	}
	for i := range y.spans {
		first := int32(y.words)
		y.words += (len(y.using[i]) + 63) / 64
		y.spans[i] = span{first, int32(y.words)}
	}
	y.option = make([]int32, 64*y.words)
	for k := range options {
		bits := y.place[y.start[k]:]
		for _, e := range p.Option(k) {
			if int(e.Item) < p.Primary {
				bits[0] += 64 * y.spans[e.Item].first
				y.option[bits[0]] = k
				bits = bits[1:]
			}
		}
	}
	return y
}

// newSolver starts a search at the root, with so many bytes for the rows of
// conflicts.
func newSolver(y *layout, s *engine.Search, bytes int) *solver {
	v := &solver{
		Search:   s,
		layout:   y,
		conflict: make([][]uint64, y.p.Options()),
		room:     bytes / 8 / max(y.words, 1),
		marked:   make([]int32, y.p.Options()),
	}
	root := v.level(0)
	least := math.MaxInt
	for i, s := range y.spans {
		root.open[i] = int32(i)
		n := len(y.using[i])
		for b := range n {
			root.live[int(s.first)+b/64] |= 1 << (b % 64)
		}
		if n < least {
			least = n
			root.item, root.degree = int32(i), int32(n)
		}
	}
	return v
}

// level returns level l, which may be new.
func (v *solver) level(l int) *level {
	for l >= len(v.levels) {
		v.levels = append(v.levels, &level{
			live: make([]uint64, v.words),
			open: make([]int32, v.p.Primary),
			rest: make([]int32, v.p.Primary),
		})
		v.chosen = append(v.chosen, 0)
	}
	return v.levels[l]
}

// row returns the conflicts of option k.
func (v *solver) row(k int32) []uint64 {
	if row := v.conflict[k]; row != nil {
		return row
	}
	var row []uint64
	if v.room > 0 {
		v.room--
		row = make([]uint64, v.words)
		v.conflict[k] = row
	} else {
		if v.spare == nil {
			v.spare = make([]uint64, v.words)
		}
		row = v.spare
		clear(row)
	}
	v.stamp++
	v.marked[k] = v.stamp
	v.mark(row, k)
	for _, e := range v.p.Option(k) {
		if !v.once[e.Item] {
			continue
		}
		for _, u := range v.using[e.Item] {
			if v.marked[u.option] == v.stamp || e.Color != 0 && e.Color == u.color {
				continue
			}
			v.marked[u.option] = v.stamp
			v.mark(row, u.option)
		}
	}
	return row
}

// mark sets the bits of option k in a row.
func (v *solver) mark(row []uint64, k int32) {
	for _, bit := range v.place[v.start[k]:v.start[k+1]] {
		row[bit/64] |= 1 << (bit % 64)
	}
}

// branch tries the live options of the item to branch on at level l, from a
// bit of its row on. It reports whether the search should go on; if not, the
// levels tell where it stopped.
func (v *solver) branch(l int, from int32) bool {
	now, next := v.level(l), v.level(l+1)
	if len(now.open) == 1 && v.Visit == nil && v.Limit == 0 {
		v.leaves(l)
		return true
	}
	s := v.spans[now.item]
	for w := from / 64; w < s.end; w++ {
		live := now.live[w]
		if w == from/64 {
			live &= math.MaxUint64 << (from % 64)
		}
		for ; live != 0; live &= live - 1 {
			now.bit = 64*w + int32(bits.TrailingZeros64(live))
			if !v.Tick(8) {
				v.stopped = l
				return false
			}
			v.Node(l + 1)
			switch v.try(l, v.option[now.bit]) {
			case open:
				if !v.branch(l+1, 64*v.spans[next.item].first) {
					return false
				}
			case solved:
				if !v.Found(v.chosen[:l+1]) {
					now.bit++ // this one is done
					v.stopped = l
					return false
				}
			}
		}
	}
	return true
}

// leaves counts the solutions when one item is open: each of its live options.
func (v *solver) leaves(l int) {
	now := v.levels[l]
	s := v.spans[now.item]
	n := 0
	for _, word := range now.live[s.first:s.end] {
		n += bits.OnesCount64(word)
	}
	v.Count += uint64(n)
	v.AddNodes(l+1, int64(n))
	v.Updates += int64(s.end - s.first)
	v.Tick(8) // who comes next will see if it is time to stop
}

// What comes of choosing an option.
const (
	dead   = iota // an open item has no live option
	open          // there are open items, all with live options
	solved        // no item is open
)

// tight is a number of live options at which an item is likely to be the first
// that runs out of them, so that it should be looked at first.
const tight = 3

// try chooses option k on level l, and fills the next level with what is left
// and the open item with the fewest live options, the first one if there are
// several. Nothing is right about the next level if the result is dead.
func (v *solver) try(l int, k int32) int {
	now, next := v.levels[l], v.levels[l+1]
	v.chosen[l] = k
	covers := v.covers[int(k)*v.chunk : (int(k)+1)*v.chunk]
	live := now.live
	drop := v.row(k)[:len(live)]
	left := next.live[:len(live)]
	items := now.open
	tights := next.open[:len(items)]
	rest := next.rest[:len(items)]
	opens, rests := 0, 0
	looked := int64(0)
	least := int64(math.MaxInt64) // live options << 32 + item
	for at, i := range items {
		s := v.spans[i]
		covered := int(covers[i>>6] >> (uint(i) & 63) & 1)
		looked -= int64(s.first)
		w, end := int(s.first), int(s.end)&(covered-1) // one word will do if it is covered
		word := live[w] &^ drop[w]
		left[w] = word
		n := bits.OnesCount64(word) + covered<<30
		for w++; w < end; w++ {
			word := live[w] &^ drop[w]
			left[w] = word
			n += bits.OnesCount64(word)
		}
		looked += int64(w)
		if n == 0 {
			copy(items[1:at+1], items[:at]) // look there first the next time
			items[0] = i
			v.Updates += looked
			v.Tick(looked)
			return dead
		}
		least = min(least, int64(n)<<32|int64(i))
		tights[opens] = i
		rest[rests] = i
		isTight := (n - tight - 1) >> 63 & 1
		opens += isTight
		rests += 1 - isTight - covered
	}
	v.Updates += looked
	v.Tick(looked)
	opens += copy(tights[opens:], rest[:rests])
	next.open = next.open[:opens]
	if opens == 0 {
		return solved
	}
	next.item, next.degree = int32(least), int32(least>>32)
	return open
}
