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
//   - the pairs of them that must stay different, unless they could not be joined anyway
//     because they and the shortest connection between them are too large together,
//   - the number of districts that are closed, if their number is given,
//   - the sizes of the districts on the frontier.
//
// A district that is no longer on the frontier is closed; its size must be right. One of
// the greatest size is closed at once, and it no longer matters which cells belong to it.
// If no district can be too large, sizes from the least one on are all the same.
//
// Everything but the sizes is the shape of a state. There are hundreds of times as many states
// as shapes, and what follows from a shape is worked out once for all of its states: which
// districts a cell can join, how they are numbered then, which pairs touch, and from which size
// on this does not matter. For each shape a table has the numbers of divisions by the sizes,
// which fit in a word if the board is not large. The shapes are handled one after the other. Only
// a few shapes follow from each, so that the tables that are written to are usually in the cache.
//
// States are dropped if the districts that cannot be joined need more cells than are left. That
// misses some: of the 2.7 million states of the heptominoes on 7 by 7 cells, 1.6 million are part
// of a division.
//
// An example. Dividing 2 by 2 cells into two districts of two cells: after the first row
// the states are "aa" with size 2, and "ab" with sizes 1 and 1, where a and b must stay
// different. The third cell cannot join aa; it joins a of ab, and the fourth joins b. Two
// ways.
//
// The invariants. Keys of states are exact. A number that does not fit makes all numbers
// longer, and the count starts again. Between two states the counter is complete: shapes that are
// left, the place in the first of them, and the shapes that follow. So it can be stopped there,
// continued, and saved (save.go).
//
// The cost. About a hundred nanoseconds for each state and way to join. Dividing n by n cells
// into districts of n takes
//
//	n     states at a cell, at most    states in all
//	6                         9,961          117,587
//	7                       174,841        2,712,225
//	8                     3,747,205       73,513,876
//	9                    87,683,177    2,222,666,107

// Package districts counts the ways to divide a graph into connected parts.
package districts

import (
	"context"
	"encoding/binary"
	"errors"
	"math/big"
	"math/bits"
	"slices"
	"time"

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

// Count counts the divisions. States take at most about the given number of bytes.
func Count(ctx context.Context, g Graph, q Question, bytes int) (*big.Int, error) {
	c, err := New(g, q, bytes)
	if err != nil {
		return nil, err
	}
	return c.Run(ctx, nil)
}

// errCarry means that a number is too large.
var errCarry = errors.New("a number is too large")

// A Counter is a count in progress.
type Counter struct {
	ctx    context.Context
	g      Graph
	q      Question
	report func(float64)
	told   time.Time    // when report was called
	bytes  int          // for states
	check  func() error // called instead of looking at ctx; set by tests

	sum *big.Int // the result; nil if it is not known yet

	// What is done: vertices less than v were added to all divisions, and v to those of the first
	// shapes of now, up to place. If inside is set, also to the division of the next shape where
	// its district is made of a larger set than joined, or of this set if it is one of the first
	// slots, up to at.
	v         int
	frontier  []int // of now
	now, next *layer
	place     int
	inside    bool
	joined    uint64
	at        int

	near [][]int // the neighbors of a vertex
	last []int   // the last neighbor of a vertex, itself if there is none later

	enough   int  // sizes are not distinguished from here on; more than High if they all are
	sizeBits uint // of a size in a key
	per      int  // how many sizes a word of a key has
	key      int  // words of a key

	// For the step: least[i][j] is the least number of later vertices that connect places i and
	// j on the frontier, the first and the last of them neighbors of these; left is the number
	// of later vertices.
	least [][]int
	left  int

	steps, queue []int // see connections

	memory   memory
	words    int // of a number
	units    int // of work since the last check of ctx
	patience int // units between two checks
	states   int // that occurred so far
	widest   int // the greatest number of them at a vertex
}

// patience is the number of units of work, of about 100 ns each, between two checks of the
// context.
const patience = 1 << 12

// work adds units of work, and returns an error if the context has ended.
func (c *Counter) work(units int) error {
	if c.units += units; c.units < c.patience {
		return nil
	}
	c.units = 0
	yield.Check()
	if c.report != nil && time.Since(c.told) >= reportEvery {
		c.report(c.Done())
		c.told = time.Now()
	}
	if c.check != nil {
		return c.check()
	}
	if c.ctx.Err() != nil {
		return context.Cause(c.ctx)
	}
	return nil
}

// reportEvery is the least time between two calls of report.
const reportEvery = 100 * time.Millisecond

// Done returns the fraction of the vertices that were added.
func (c *Counter) Done() float64 {
	if c.sum != nil {
		return 1
	}
	part := float64(c.place) / float64(max(1, len(c.now.shapes)))
	return (float64(c.v) + part) / float64(max(1, len(c.g.Earlier)))
}

// New prepares a count whose states take at most about the given number of bytes. It returns
// ErrWide if the frontier is too wide.
func New(g Graph, q Question, bytes int) (*Counter, error) {
	n := len(g.Earlier)
	c := &Counter{g: g, q: q, bytes: bytes, patience: patience, near: make([][]int, n), last: make([]int, n), steps: make([]int, n)}
	if q.Low == q.High && q.Number > 0 {
		if q.Number*q.Low != n {
			c.sum = new(big.Int)
			return c, nil
		}
		q.Number = 0 // the sizes imply it
		c.q = q
	}
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
		frontier = c.after(v, frontier)
		width = max(width, len(frontier))
	}
	if width > most {
		return nil, ErrWide
	}
	c.enough = q.High + 1
	if q.High >= n-max(q.Number-1, 0)*q.Low {
		c.enough = q.Low
	}
	c.sizeBits = uint(bits.Len(uint(min(c.enough, q.High))))
	c.per = 63 / int(c.sizeBits)
	c.key = max(1, (width+c.per-1)/c.per)
	c.words = 1
	c.start()
	return c, nil
}

// after lists the vertices up to v that have later neighbors, given the list for v-1.
func (c *Counter) after(v int, before []int) []int {
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

// A shape is what matters of a division except the sizes of its districts.
type shape struct {
	at     []int8   // the districts of the vertices on the frontier, -1 for a closed one
	differ []uint64 // differ[a] has bit b if a and b must stay different
	closed int      // how many other districts there are
	sizes  table    // the numbers of divisions by the sizes of the districts
}

// A layer has the divisions of the first vertices.
type layer struct {
	shapes []*shape
	number map[string]int32 // the places of shapes
	text   []byte
}

// add finds a shape, or adds it.
func (c *Counter) add(l *layer, at []int8, differ []uint64, closed int) *shape {
	text := binary.AppendUvarint(l.text[:0], uint64(closed))
	for _, a := range at {
		text = append(text, byte(a))
	}
	for _, set := range differ {
		text = binary.AppendUvarint(text, set)
	}
	l.text = text
	if i, ok := l.number[string(text)]; ok {
		return l.shapes[i]
	}
	s := &shape{at: slices.Clone(at), differ: slices.Clone(differ), closed: closed, sizes: newTable(c.key, c.words, &c.memory)}
	l.number[string(text)] = int32(len(l.shapes))
	l.shapes = append(l.shapes, s)
	c.memory.room -= 32
	return s
}

// newLayer makes a layer without divisions.
func newLayer() *layer { return &layer{number: map[string]int32{}} }

// start makes a counter that has added no vertices.
func (c *Counter) start() {
	c.memory = memory{room: c.bytes / 8}
	c.states, c.widest = 0, 0
	c.v, c.frontier, c.now, c.next = 0, nil, newLayer(), newLayer()
	c.place, c.inside = 0, false
	one := make([]uint64, c.words)
	one[0] = 1
	first := make([]uint64, c.key)
	first[0] = mark
	c.add(c.now, nil, nil, 0).sizes.add(first, one)
}

// Run counts. If ctx ends or the memory is used up, another call continues the count. report, if it
// is not nil, is called about ten times a second with the fraction of the vertices that were added.
func (c *Counter) Run(ctx context.Context, report func(done float64)) (*big.Int, error) {
	c.ctx, c.report, c.told = ctx, report, time.Now()
	for c.sum == nil {
		if err := c.work(c.patience); err != nil {
			return nil, err
		}
		switch err := c.count(); {
		case err == errCarry:
			c.words *= 2
			c.start()
		case err != nil:
			return nil, err
		}
	}
	return new(big.Int).Set(c.sum), nil
}

// count adds the vertices that are left.
func (c *Counter) count() error {
	for c.v < len(c.g.Earlier) {
		after := c.after(c.v, c.frontier)
		if err := c.step(after); err != nil {
			return err
		}
		c.now, c.next, c.frontier = c.next, newLayer(), after
		c.v++
		c.place = 0
		used := 0
		for _, s := range c.now.shapes {
			used += s.sizes.used
		}
		c.states += used
		c.widest = max(c.widest, used)
	}
	sum := new(big.Int)
	for _, s := range c.now.shapes {
		if c.q.Number == 0 || s.closed == c.q.Number {
			s.sizes.each(func(_, number []uint64) { sum.Add(sum, bigint.OfWords(number...)) })
		}
	}
	c.sum, c.now, c.next = sum, nil, nil
	return nil
}

// mark is set in the first word of a key.
const mark = 1 << 63

// step adds vertex v to all divisions of a layer, and empties it.
func (c *Counter) step(after []int) error {
	touched := make([]bool, len(c.frontier)) // the places of the earlier neighbors on the frontier
	for i, u := range c.frontier {
		touched[i] = slices.Contains(c.g.Earlier[c.v], u)
	}
	keep := make([]int, len(after)) // the places on the old frontier, -1 for v
	for i, u := range after {
		keep[i] = slices.Index(c.frontier, u)
	}
	if err := c.connections(c.v, after); err != nil {
		return err
	}
	c.left = len(c.g.Earlier) - c.v - 1
	var way way
	for ; c.place < len(c.now.shapes); c.place++ {
		s := c.now.shapes[c.place]
		touching := uint64(0) // the districts of the neighbors
		for i, a := range s.at {
			if touched[i] && a >= 0 {
				touching |= 1 << a
			}
		}
		if !c.inside {
			c.joined, c.at, c.inside = touching, 0, true
		}
		// All subsets of them.
		for {
			if err := c.work(4); err != nil {
				return err
			}
			if c.memory.room < 0 {
				return ErrWide
			}
			if c.begin(&way, s, c.joined, touching, keep) {
				if err := c.extend(&way, s, c.next); err != nil {
					return err
				}
			}
			if c.joined == 0 {
				break
			}
			c.joined, c.at = (c.joined-1)&touching, 0
		}
		c.inside = false
		s.sizes.free()
		c.memory.room += 32
		c.now.shapes[c.place] = nil
	}
	return nil
}

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

// unreachable is a number of vertices that are not enough.
const unreachable = 1 << 30

// connections computes least. A connection of two districts leaves one of them and enters
// the other through vertices after v, since others that touch them must stay different;
// between, it can pass through other districts.
func (c *Counter) connections(v int, after []int) error {
	if err := c.work(1 + len(after)*len(after)/16); err != nil {
		return err
	}
	c.least = make([][]int, len(after))
	for i, u := range after {
		c.least[i] = make([]int, len(after))
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
			c.least[i][j] = unreachable
			for _, w := range c.near[u] {
				if w > v && c.steps[w] > 0 {
					c.least[i][j] = min(c.least[i][j], c.steps[w])
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
	return nil
}

// apart returns the least number of vertices that connect one of the places of a set to one of
// another.
func (c *Counter) apart(a, b uint32) int {
	least := unreachable
	for ; a != 0; a &= a - 1 {
		row := c.least[bits.TrailingZeros32(a)]
		for rest := b; rest != 0; rest &= rest - 1 {
			least = min(least, row[bits.TrailingZeros32(rest)])
		}
	}
	return least
}
