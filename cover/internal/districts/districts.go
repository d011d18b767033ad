// SPDX-License-Identifier: BSD-3-Clause

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
