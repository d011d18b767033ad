// The problem. In how many ways can a board be divided into connected districts of given
// sizes? The 706152947468301 ways to divide 9 by 9 cells into nonominoes are far too many
// to visit, and the 9910 fixed nonominoes make an exact cover problem whose frontier is
// too wide.
//
// The source. Counting by a frontier of connected components, as for connected subgraphs
// since the 1980s; for partitions of a graph: J. Kawahara, T. Horiyama, K. Hotta and S.
// Minato, Generating all patterns of graph partitions within a disparity bound, WALCOM
// (2017), DOI 10.1007/978-3-319-53925-6_10. They decide edge by edge; we decide cell by
// cell, and forget a constraint when sizes imply it.
//
// The idea. Add the cells in an order, and keep for each state the number of divisions of
// the cells so far. A cell joins some of the districts of its earlier neighbors, which
// become one, and does not join the others. Two districts that touch and are not joined
// must stay different, since otherwise one division would be counted several times. So a
// state consists of
//
//   - the districts of the cells that have later neighbors, the frontier, numbered in the
//     order in which they occur there,
//   - the sizes of these districts,
//   - the pairs of them that must stay different, unless they could not be joined anyway
//     because they and the shortest connection between them are too large together,
//   - the number of districts that are closed, if their number is given.
//
// A district that is no longer on the frontier is closed; its size must be right. One of
// the greatest size is closed at once, and it no longer matters which cells belong to it.
//
// An example. Dividing 2 by 2 cells into two districts of two cells: after the first row
// the states are "aa" with size 2, and "ab" with sizes 1 and 1, where a and b must stay
// different. The third cell cannot join aa; it joins a of ab, and the fourth joins b. Two
// ways.
//
// The invariants. Keys of states are exact, and as long as necessary. A number that does
// not fit makes all numbers longer, and the count starts again.
//
// The cost. Some hundred nanoseconds for each state and way to join. Dividing 7 by 7 cells
// into heptominoes takes up to 175 thousand states at a cell, and 2.7 million in all.

// Package districts counts the ways to divide a graph into connected parts.
package districts

import (
	"context"
	"errors"
	"math/big"
	"math/bits"
	"slices"

	"polka/internal/bigint"
	"polka/internal/yield"
)

// A Graph has vertices in the order in which they are added: Earlier[v] lists the
// neighbors of v that are less than v.
type Graph struct{ Earlier [][]int }

// A Question asks for divisions into districts of Low to High vertices. If Number is not
// 0, there must be that many districts.
type Question struct{ Low, High, Number int }

// ErrWide is the error of a count whose states do not fit in memory, or have too many
// districts.
var ErrWide = errors.New("the frontier is too wide")

// most is the greatest number of vertices on a frontier.
const most = 32

// Count counts the divisions. States take at most about the given number of bytes. report
// is called at intervals with the fraction of the vertices that were added.
func Count(ctx context.Context, g Graph, q Question, bytes int, report func(done float64)) (*big.Int, error) {
	c := newCounter(ctx, g, q, bytes, report)
	if c == nil {
		return nil, ErrWide
	}
	for c.words = 1; ; c.words *= 2 {
		if n, err := c.count(); err != errCarry {
			return n, err
		}
	}
}

// errCarry means that a number is too large.
var errCarry = errors.New("a number is too large")

// A counter is a count in progress.
type counter struct {
	ctx    context.Context
	g      Graph
	q      Question
	report func(float64)
	memory int // of a table, in words

	near       [][]int // the neighbors of a vertex
	last       []int   // the last neighbor of a vertex, itself if there is none later
	idBits     uint    // of the number of a district
	sizeBits   uint    // of a size
	numberBits uint    // of the number of closed districts
	key        int     // words of a key

	// For the step: within[k][i] has a bit for each place on the frontier that k other
	// vertices, the first and the last of them later ones, can connect to place i; left is
	// the number of later vertices.
	within [][]uint64
	left   int

	steps, queue []int // see connections

	words int // of a number
	units int // of work since the last check of ctx
}

// patience is the number of units of work, of about 100 ns each, between two checks of the
// context.
const patience = 1 << 12

// work adds units of work, and returns an error if the context has ended.
func (c *counter) work(units int) error {
	if c.units += units; c.units < patience {
		return nil
	}
	c.units = 0
	yield.Point()
	if c.ctx.Err() != nil {
		return context.Cause(c.ctx)
	}
	return nil
}

// newCounter prepares a count. It returns nil if the frontier is too wide.
func newCounter(ctx context.Context, g Graph, q Question, bytes int, report func(float64)) *counter {
	n := len(g.Earlier)
	c := &counter{ctx: ctx, g: g, q: q, report: report, memory: bytes / 8 / 2, near: make([][]int, n), last: make([]int, n), steps: make([]int, n)}
	for v := range c.last {
		c.last[v] = v
		for _, u := range g.Earlier[v] {
			c.near[u] = append(c.near[u], v)
			c.near[v] = append(c.near[v], u)
			c.last[u] = v
		}
	}
	width := 0
	var frontier []int
	for v := range n {
		frontier = c.frontier(v, frontier)
		width = max(width, len(frontier))
	}
	if width > most {
		return nil
	}
	c.idBits = uint(bits.Len(uint(width)))
	c.sizeBits = uint(bits.Len(uint(q.High)))
	if q.Number > 0 {
		c.numberBits = uint(bits.Len(uint(q.Number)))
	}
	total := 1 + int(c.numberBits) + width*int(c.idBits+c.sizeBits) + width*(width-1)/2
	c.key = (total + 63) / 64
	return c
}

// frontier lists the vertices up to v that have later neighbors, given the list for v-1.
func (c *counter) frontier(v int, before []int) []int {
	var list []int
	for _, u := range before {
		if c.last[u] > v {
			list = append(list, u)
		}
	}
	if c.last[v] > v {
		list = append(list, v)
	}
	return list
}

// A state is what matters of a division.
type state struct {
	at     []int       // the districts of the vertices on the frontier, -1 for a closed one
	size   [most]int   // the sizes of the districts
	differ [most]int64 // differ[a] has bit b if a and b must stay different
	count  int         // of the districts
	closed int         // how many other districts there are
}

// count counts.
func (c *counter) count() (*big.Int, error) {
	n := len(c.g.Earlier)
	if n == 0 {
		return big.NewInt(1), nil
	}
	now := newTable(c.key, c.words, 4, c.work)
	one := make([]uint64, c.words)
	one[0] = 1
	key := make([]uint64, c.key)
	c.encode(key, &state{})
	if err := now.add(key, one, c.memory); err != nil {
		return nil, err
	}
	var before []int // the frontier
	for v := range n {
		after := c.frontier(v, before)
		next := newTable(c.key, c.words, max(4, now.logarithm()), c.work)
		if err := c.step(v, before, after, now, next); err != nil {
			return nil, err
		}
		now, before = next, after
		if c.report != nil {
			c.report(float64(v+1) / float64(n))
		}
	}
	sum := new(big.Int)
	var s state
	now.each(func(key, number []uint64) error {
		if c.decode(key, 0, &s); c.q.Number == 0 || s.closed == c.q.Number {
			sum.Add(sum, bigint.OfWords(number...))
		}
		return nil
	})
	return sum, nil
}

// step adds vertex v to all states of a table.
func (c *counter) step(v int, before, after []int, now, next *table) error {
	var near []int // the places of the earlier neighbors on the frontier
	for i, u := range before {
		if slices.Contains(c.g.Earlier[v], u) {
			near = append(near, i)
		}
	}
	keep := make([]int, len(after)) // the places on the old frontier, -1 for v
	for i, u := range after {
		keep[i] = slices.Index(before, u)
	}
	var s, t state
	t.at = make([]int, len(after))
	if err := c.connections(v, after); err != nil {
		return err
	}
	c.left = len(c.g.Earlier) - v - 1
	key := make([]uint64, c.key)
	return now.each(func(from, number []uint64) error {
		c.decode(from, len(before), &s)
		touching := int64(0) // the districts of the neighbors
		for _, i := range near {
			if s.at[i] >= 0 {
				touching |= 1 << s.at[i]
			}
		}
		// All subsets of them.
		for joined := touching; ; joined = (joined - 1) & touching {
			if err := c.work(1); err != nil {
				return err
			}
			if c.join(&s, joined, touching, keep, &t) {
				c.encode(key, &t)
				if err := next.add(key, number, c.memory); err != nil {
					return err
				}
			}
			if joined == 0 {
				return nil
			}
		}
	})
}

// join sets t to the state in which a vertex joins some of the districts that it touches. It
// reports false if that is not allowed.
func (c *counter) join(s *state, joined, touching int64, keep []int, t *state) bool {
	// The new district has number s.count until the districts are renumbered.
	size, differ := 1, touching&^joined
	for rest := joined; rest != 0; rest &= rest - 1 {
		a := bits.TrailingZeros64(uint64(rest))
		if s.differ[a]&joined != 0 {
			return false
		}
		size += s.size[a]
		differ |= s.differ[a]
	}
	if size > c.q.High {
		return false
	}
	// Number the districts, from 1. Those that are no longer on the frontier are closed.
	var number [most + 1]int8
	var back [most]int8
	var places [most]uint64
	t.count, t.closed = 0, s.closed
	if size == c.q.High {
		number[s.count] = -1
		t.closed++
	}
	for i, from := range keep {
		a := s.count
		if from >= 0 {
			switch a = s.at[from]; {
			case a < 0:
				t.at[i] = -1
				continue
			case joined>>a&1 != 0:
				a = s.count
			}
		}
		switch number[a] {
		case -1:
			t.at[i] = -1
			continue
		case 0:
			back[t.count] = int8(a)
			t.count++
			number[a] = int8(t.count)
		}
		t.at[i] = int(number[a]) - 1
		places[t.at[i]] |= 1 << i
	}
	for a := range s.count + 1 {
		if a < s.count && joined>>a&1 != 0 || number[a] != 0 {
			continue
		}
		n := size
		if a < s.count {
			n = s.size[a]
		}
		if n < c.q.Low {
			return false
		}
		t.closed++
	}
	if c.q.Number == 0 {
		t.closed = 0
	} else if t.closed > c.q.Number {
		return false
	}
	for b := range t.count {
		a := int(back[b])
		t.differ[b] = 0
		if a == s.count {
			t.size[b] = size
		} else {
			t.size[b] = s.size[a]
		}
	}
	var apart [most]int64 // those that cannot be joined, for whatever reason
	for b := range t.count {
		a := int(back[b])
		old := differ
		if a < s.count {
			old = s.differ[a]
			if differ>>a&1 != 0 || old&joined != 0 {
				old |= 1 << s.count
			}
		}
		for d := b + 1; d < t.count; d++ {
			switch {
			case !c.connects(places[b], places[d], c.q.High-t.size[b]-t.size[d]):
			case old>>back[d]&1 != 0:
				t.differ[b] |= 1 << d
				t.differ[d] |= 1 << b
			default:
				continue
			}
			apart[b] |= 1 << d
			apart[d] |= 1 << b
		}
	}
	return c.room(t, apart[:t.count])
}

// connections computes within. A connection of two districts leaves one of them and enters
// the other through vertices after v, since others that touch them must stay different;
// between, it can pass through other districts.
func (c *counter) connections(v int, after []int) error {
	if err := c.work(1 + c.q.High*(1+len(after))/16); err != nil {
		return err
	}
	c.within = make([][]uint64, c.q.High+1)
	for k := range c.within {
		c.within[k] = make([]uint64, len(after))
	}
	for i, u := range after {
		// A search in breadth. c.steps[w] is 0 if w is not reached.
		queue := c.queue[:0]
		for _, w := range c.near[u] {
			if w > v {
				c.steps[w] = 1
				queue = append(queue, w)
			}
		}
		for at := 0; at < len(queue) && c.steps[queue[at]] < c.q.High; at++ {
			for _, w := range c.near[queue[at]] {
				if c.steps[w] == 0 {
					c.steps[w] = c.steps[queue[at]] + 1
					queue = append(queue, w)
				}
			}
		}
		for j, u := range after {
			for _, w := range c.near[u] {
				if w > v && c.steps[w] > 0 {
					c.within[c.steps[w]][i] |= 1 << j
				}
			}
		}
		for _, w := range queue {
			c.steps[w] = 0
		}
		c.queue = queue
		if err := c.work(1 + len(queue)/16); err != nil {
			return err
		}
	}
	for k := 1; k <= c.q.High; k++ {
		for i, places := range c.within[k-1] {
			c.within[k][i] |= places
		}
	}
	return nil
}

// connects reports whether the given number of vertices can connect one of the places of a
// set to one of another.
func (c *counter) connects(a, b uint64, vertices int) bool {
	if vertices <= 0 {
		return false
	}
	for ; a != 0; a &= a - 1 {
		if c.within[vertices][bits.TrailingZeros64(a)]&b != 0 {
			return true
		}
	}
	return false
}

// room reports whether there are enough later vertices for the districts of a state. Those
// of a set of which no two can be joined need as many as they lack.
func (c *counter) room(t *state, apart []int64) bool {
	if c.left >= c.q.Low*t.count {
		return true
	}
	set := int64(1)<<t.count - 1
	for a := range t.count {
		if set>>a&1 != 0 {
			set &= apart[a] | 1<<a
		}
	}
	total := 0
	for a := range t.count {
		total += t.size[a]
	}
	return bits.OnesCount64(uint64(set))*c.q.Low-total <= c.left
}

// A packer writes and reads bits of a key.
type packer struct {
	key []uint64
	at  uint
}

func (p *packer) put(n uint64, width uint) {
	w, o := p.at/64, p.at%64
	p.key[w] |= n << o
	if o+width > 64 {
		p.key[w+1] |= n >> (64 - o)
	}
	p.at += width
}

func (p *packer) get(width uint) uint64 {
	w, o := p.at/64, p.at%64
	n := p.key[w] >> o
	if o+width > 64 {
		n |= p.key[w+1] << (64 - o)
	}
	p.at += width
	return n & (1<<width - 1)
}

// encode writes a state into a key, whose first bit is set.
func (c *counter) encode(key []uint64, s *state) {
	clear(key)
	p := packer{key: key}
	p.put(1, 1)
	p.put(uint64(s.closed), c.numberBits)
	for _, a := range s.at {
		p.put(uint64(a+1), c.idBits)
	}
	for a := range s.count {
		p.put(uint64(s.size[a]), c.sizeBits)
	}
	for a := range s.count {
		if rest := uint(s.count - a - 1); rest > 0 {
			p.put(uint64(s.differ[a])>>(a+1), rest)
		}
	}
}

// decode reads a state with the given number of vertices on the frontier.
func (c *counter) decode(key []uint64, width int, s *state) {
	p := packer{key: key}
	p.get(1)
	s.closed = int(p.get(c.numberBits))
	s.count = 0
	s.at = s.at[:0]
	for range width {
		a := int(p.get(c.idBits)) - 1
		s.at = append(s.at, a)
		s.count = max(s.count, a+1)
	}
	for a := range s.count {
		s.size[a] = int(p.get(c.sizeBits))
		s.differ[a] = 0
	}
	for a := range s.count {
		if rest := uint(s.count - a - 1); rest > 0 {
			later := int64(p.get(rest)) << (a + 1)
			s.differ[a] |= later
			for ; later != 0; later &= later - 1 {
				s.differ[bits.TrailingZeros64(uint64(later))] |= 1 << a
			}
		}
	}
}
