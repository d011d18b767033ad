// SPDX-License-Identifier: BSD-3-Clause

// Package proof makes certificates of counts: reasons to believe a number of solutions that a short
// program can check.
//
// The problem. A count by a long search cannot be checked by hand, and a list of all solutions
// shows neither that they are all nor fits into memory.
//
// The source. Our own. The diagram is close to the zero-suppressed decision diagrams of M. Nishino,
// N. Yasuda, S. Minato, M. Nagata, Dancing with decision diagrams, AAAI 2017, and the idea of a
// count that is checked node by node to the certificates of knowledge compilers: R. Bryant, W.
// Nawrocki, J. Avigad, M. Heule, Certified knowledge compilation with application to formally
// verified model counting, Journal of Artificial Intelligence Research 82 (2025).
//
// The idea. A state of a search consists of the items that are not covered yet, and the options
// that can still be chosen. A node stands for a state. It names an uncovered item, and has a child
// for each option with that item that can be chosen. Exactly one of them is in each solution, so
// that the number of solutions of a node is the sum of those of its children. Searches that come
// to the same state share a node. docs/certificates.md specifies the file.
//
// Three rules for the item take turns with growing limits: the one with the fewest options, as in
// Algorithm X, and the first one in two orders of the items, as in package frontier, where few
// states differ if the options are local.
//
// The invariants. Children of a node come before it, so that the root is last. Two states with the
// same digest of 128 bits are taken as equal; if they were not, the checker would see it.
//
// An example. Items a and b with options "a b", "a" and "b": the root names a, with the child
// "solved" for the first option, and a node that names b for the second. The count is 2.
//
// The cost. A node takes a microsecond or more: all items are looked at, with rows of one bit for
// each option. The dominoes on 12 x 12 cells take 0.2 s and 46,000 nodes.
package proof

import (
	"bufio"
	"fmt"
	"io"
	"math/big"
	"math/bits"
	"strconv"

	"polka/dlx/internal/engine"
	"polka/dlx/internal/frontier"
)

// The codes of children that are not nodes. Smaller numbers stand for a dead item: see dead.
const solved = -1

// dead returns the code for a child in which an item has no option left.
func dead(item int32) int32 { return -2 - item }

// A Certificate is a diagram of all solutions. Each node is an item, followed by its children.
type Certificate struct {
	*tables
	first  []int // where nodes begin in list
	list   []int32
	counts []*big.Int // of solutions
}

// Count returns the number of solutions.
func (c *Certificate) Count() *big.Int { return c.counts[len(c.counts)-1] }

// Nodes returns the number of nodes.
func (c *Certificate) Nodes() int { return len(c.first) }

// The limits of nodes of the first turn, by how much they grow, and of the last.
const (
	firstTurn = 4_000
	growth    = 4
)

// node returns the item and the children of a node.
func (c *Certificate) node(n int) (item int32, children []int32) {
	to := len(c.list)
	if n+1 < len(c.first) {
		to = c.first[n+1]
	}
	return c.list[c.first[n]], c.list[c.first[n]+1 : to]
}

// Make returns a certificate, or nil if it would take more memory than the search allows, or if the
// search has ended. There must be no multiplicities.
func Make(p *engine.Problem, s *engine.Search) *Certificate {
	orders := [][]int32{nil, frontier.Given(p)}
	if narrow := frontier.Narrow(p, s); narrow != nil {
		orders = append(orders, narrow)
	}
	perNode := 200 + 4*p.Options()/max(1, p.Primary)
	most := s.Room() / perNode
	for limit := min(firstTurn, most); s.Err == nil; limit = min(growth*limit, most) {
		for _, order := range orders {
			m := newMaker(p, s, order, limit)
			if m.make(0) != full {
				return m.Certificate
			}
			if s.Err != nil {
				return nil
			}
		}
		if limit == most {
			return nil
		}
	}
	return nil
}

// full is what make returns if there are too many nodes or the search has ended.
const full = -1 << 31

// A maker makes a certificate with one rule.
type maker struct {
	*Certificate
	s     *engine.Search
	limit int
	order []int32 // of the items, or nil for the fewest options
	path
	known map[[2]uint64]int32
}

// The tables of a problem say what its options exclude and cover.
type tables struct {
	p        *engine.Problem
	rows     [][]uint64 // of each primary item: its options
	from, to []int      // where these rows have bits
	clash    [][]uint64 // of each option: the options that it excludes, with itself
	covers   [][]uint64 // of each option: its primary items
}

// A state has the options that can be chosen and the items that are not covered.
type state struct {
	live, open []uint64
	children   []int32
}

func newMaker(p *engine.Problem, s *engine.Search, order []int32, limit int) *maker {
	n := p.Options()
	t := &tables{p: p}
	m := &maker{Certificate: &Certificate{tables: t}, s: s, limit: limit, order: order, path: path{of: t}, known: map[[2]uint64]int32{}}
	using := make([][]uint64, p.Items)
	for i := range using {
		using[i] = make([]uint64, (n+63)/64)
	}
	for k := range int32(n) {
		for _, e := range p.Option(k) {
			using[e.Item][k/64] |= 1 << (k % 64)
		}
	}
	m.rows = using[:p.Primary]
	m.from, m.to = make([]int, p.Primary), make([]int, p.Primary)
	for i, row := range m.rows {
		for w, x := range row {
			if x != 0 {
				m.to[i] = w + 1
			}
		}
		for m.from[i] < m.to[i] && row[m.from[i]] == 0 {
			m.from[i]++
		}
	}
	for k := range int32(n) {
		clash, covers := make([]uint64, (n+63)/64), make([]uint64, (p.Primary+63)/64)
		for _, e := range p.Option(k) {
			if int(e.Item) < p.Primary {
				covers[e.Item/64] |= 1 << (e.Item % 64)
			}
			for w, x := range using[e.Item] {
				if e.Color == 0 {
					clash[w] |= x
					continue
				}
				for ; x != 0; x &= x - 1 {
					if j := int32(64*w + bits.TrailingZeros64(x)); !p.Compatible(k, j) {
						clash[w] |= x & -x
					}
				}
			}
		}
		clash[k/64] |= 1 << (k % 64)
		m.clash, m.covers = append(m.clash, clash), append(m.covers, covers)
		if !s.Tick(int64(len(clash))) {
			break
		}
	}
	m.root(m.level(0))
	return m
}

// A path has the states of the levels of a search.
type path struct {
	of     *tables
	levels []*state
}

// level returns the state of a level.
func (p *path) level(l int) *state {
	for l >= len(p.levels) {
		p.levels = append(p.levels, p.of.state())
	}
	return p.levels[l]
}

// state returns memory for a state.
func (t *tables) state() *state {
	return &state{live: make([]uint64, (t.p.Options()+63)/64), open: make([]uint64, (t.p.Primary+63)/64)}
}

// root sets a state to that of the root.
func (t *tables) root(s *state) {
	for k := range t.p.Options() {
		s.live[k/64] |= 1 << (k % 64)
	}
	for i := range t.p.Primary {
		s.open[i/64] |= 1 << (i % 64)
	}
}

// after sets next to the state after option k was chosen.
func (t *tables) after(now *state, k int32, next *state) {
	for j, y := range t.clash[k] {
		next.live[j] = now.live[j] &^ y
	}
	for j, y := range t.covers[k] {
		next.open[j] = now.open[j] &^ y
	}
}

// make returns the node for the state of a level, or the code of a child that is none.
func (m *maker) make(l int) int32 {
	now := m.level(l)
	item, fewest := m.choose(now)
	switch {
	case item < 0:
		return solved
	case fewest == 0 && l > 0:
		return dead(item)
	}
	key := now.digest()
	if n, ok := m.known[key]; ok {
		return n
	}
	if len(m.first) >= m.limit || !m.s.Tick(int64(4*len(now.live)+m.p.Primary)) {
		return full
	}
	next := m.level(l + 1)
	now.children = now.children[:0]
	row := m.rows[item]
	for w := m.from[item]; w < m.to[item]; w++ {
		for x := row[w] & now.live[w]; x != 0; x &= x - 1 {
			k := 64*w + bits.TrailingZeros64(x)
			m.after(now, int32(k), next)
			child := m.make(l + 1)
			if child == full {
				return full
			}
			now.children = append(now.children, child)
		}
	}
	n := int32(len(m.first))
	m.first = append(m.first, len(m.list))
	m.list = append(append(m.list, item), now.children...)
	m.known[key] = n
	sum := new(big.Int)
	for _, c := range now.children {
		switch {
		case c == solved:
			sum.Add(sum, one)
		case c >= 0:
			sum.Add(sum, m.counts[c])
		}
	}
	m.counts = append(m.counts, sum)
	return n
}

var one = big.NewInt(1)

// choose returns an open item and the number of its options, or -1 if there is none.
func (m *maker) choose(now *state) (item int32, fewest int) {
	item = -1
	if m.order != nil {
		for _, i := range m.order {
			if now.open[i/64]>>(i%64)&1 != 0 {
				return i, m.options(now, i, 1)
			}
		}
		return item, 0
	}
	for w, x := range now.open {
		for ; x != 0; x &= x - 1 {
			i := int32(64*w + bits.TrailingZeros64(x))
			if n := m.options(now, i, fewest); item < 0 || n < fewest {
				item, fewest = i, n
			}
			if fewest == 0 {
				return item, 0
			}
		}
	}
	return item, fewest
}

// options counts the options of an item, up to some more than a limit if that is not 0.
func (m *maker) options(now *state, i int32, most int) (n int) {
	row := m.rows[i]
	for w := m.from[i]; w < m.to[i] && (n < most || most == 0); w++ {
		n += bits.OnesCount64(row[w] & now.live[w])
	}
	return n
}

// digest returns a number that depends on the state.
func (now *state) digest() [2]uint64 {
	a, b := uint64(0x9e3779b97f4a7c15), uint64(0xc2b2ae3d27d4eb4f)
	for _, list := range [][]uint64{now.live, now.open} {
		for _, x := range list {
			hi, lo := bits.Mul64(a^x, 0xd6e8feb86659fd93)
			a = hi ^ lo + b
			hi, lo = bits.Mul64(b+x, 0xa0761d6478bd642f)
			b = bits.RotateLeft64(hi^lo, 23) ^ x
		}
	}
	return [2]uint64{a, b}
}

// Write writes the nodes and the count.
func (c *Certificate) Write(w io.Writer) error {
	out := bufio.NewWriter(w)
	fmt.Fprintf(out, "polka certificate 1\nitems %d\nnodes %d\n", c.p.Primary, len(c.first))
	var line []byte
	for n := range c.first {
		item, children := c.node(n)
		line = strconv.AppendInt(line[:0], int64(item), 10)
		for _, child := range children {
			switch {
			case child == solved:
				line = append(line, " s"...)
			case child < 0:
				line = strconv.AppendInt(append(line, " x"...), int64(-2-child), 10)
			default:
				line = strconv.AppendInt(append(line, ' '), int64(child), 10)
			}
		}
		if _, err := out.Write(append(line, '\n')); err != nil {
			return err
		}
	}
	fmt.Fprintf(out, "count %v\n", c.Count())
	return out.Flush()
}
