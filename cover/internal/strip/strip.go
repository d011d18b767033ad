// SPDX-License-Identifier: BSD-3-Clause

// The problem. In how many ways can the boards of k rows and n columns be tiled by copies of
// some pieces, for all n at once? The numbers a(0), a(1), ... satisfy a linear recurrence,
// because only finitely many states are possible at the end of a column.
//
// The source. Transfer matrices: R. P. Stanley, Enumerative Combinatorics, volume 1, 2nd
// edition (2011), section 4.7. The shortest recurrence of a sequence modulo a prime: J. L.
// Massey, Shift-register synthesis and BCH decoding, IEEE Transactions on Information Theory
// 15 (1969), DOI 10.1109/TIT.1969.1054260. That the shortest recurrence of integers has
// integer coefficients: P. Fatou, Acta Mathematica 30 (1906).
//
// The idea. A state is the set of cells that are filled in a window of columns, as wide as the
// widest piece. The first empty cell, down the columns, is the first cell of the next piece; so
// each tiling is made in one way, and each step leads to a state whose first empty cell is
// later. A full column leaves the window. The number of ways to each state is computed column
// by column, modulo a prime of 62 bits; the number of ways to the empty window is a(n) modulo
// the prime. Massey's algorithm finds the shortest recurrence of these, q, and the product of
// q and the series is a polynomial, p: the sum of a(n) x^n is p/q. The integer coefficients of
// p and q follow from those modulo several primes, by the Chinese remainder theorem.
//
// An example. Dominoes on two rows: the states at the start of a column are the empty window
// and the one whose first column is filled, and a(n) = a(n-1) + a(n-2). Three rows have 8
// states, and recurrences in a(n-2) and a(n-4).
//
// The invariants. If there are s states at the start of a column, the terms satisfy a
// recurrence of order s. If a recurrence q of order r holds for s terms in a row after the
// first r, the difference, which satisfies the recurrence of order s, is zero for all n. This
// is checked modulo each prime.
//
// The cost. An addition for each step between two states, column and prime, for 2r or r+s
// columns, and r+s times r multiplications. The 5 by n boards of pentominoes, with recurrences of
// order 324, take a tenth of a second.

// Package strip finds the generating functions of the numbers of tilings of strips.
package strip

import (
	"context"
	"errors"
	"math/big"
	"math/bits"
	"slices"

	"polka/internal/yield"
)

// A Cell is a cell of a piece.
type Cell struct{ Row, Column int }

// A Result is the rational function P/Q: coefficients of x^0, x^1, ..., where Q[0] = 1.
type Result struct {
	P, Q   []*big.Int
	States int // how many states there are at the start of a column
}

// ErrWide is the error of strips with too many states, or with pieces too long for them.
var ErrWide = errors.New("the strip has too many states")

// Find finds the generating function for pieces on strips with the given number of rows. Graphs
// take up to about the given number of bytes. report is called at intervals with what is done; it
// may be nil.
func Find(ctx context.Context, rows int, pieces [][]Cell, bytes int, report func(text string)) (*Result, error) {
	g, err := newGraph(ctx, rows, pieces, bytes)
	if err != nil {
		return nil, err
	}
	m := &modular{ctx: ctx, g: g, report: report}
	prime := newPrimes()
	var r Result
	r.States = g.starts
	modulus := big.NewInt(1)
	var p, q []*big.Int
	order := 0
	for same := 0; same < 2; {
		m.modulus = prime()
		m.begin()
		terms := max(2*order, 64)
		c, err := m.recurrence(terms, order == 0)
		for err == nil {
			if err = m.check(c, len(c)-1+g.starts); err != errShort {
				break
			}
			terms = 2 * len(m.terms)
			c, err = m.recurrence(terms, false)
		}
		if err != nil {
			return nil, err
		}
		if len(c)-1 < order {
			continue // the prime divides a determinant
		}
		if len(c)-1 > order { // so did the primes before, or this is the first one
			order = len(c) - 1
			modulus.SetInt64(1)
			p, q = zeros(order), zeros(order+1)
			same = 0
		}
		known := combine(q, c, modulus, m.modulus)
		known = combine(p, m.numerator(c), modulus, m.modulus) && known
		modulus.Mul(modulus, new(big.Int).SetUint64(m.modulus))
		if same++; !known {
			same = 0
		}
	}
	r.P, r.Q = trim(p), trim(q)
	return &r, nil
}

// zeros returns n zeros.
func zeros(n int) []*big.Int {
	list := make([]*big.Int, n)
	for i := range list {
		list[i] = new(big.Int)
	}
	return list
}

// trim removes zeros from the end of a polynomial.
func trim(p []*big.Int) []*big.Int {
	for len(p) > 0 && p[len(p)-1].Sign() == 0 {
		p = p[:len(p)-1]
	}
	return p
}

// errShort means that a recurrence was found from too few terms.
var errShort = errors.New("too few terms")

// combine changes numbers that are known modulo m, and nearest to zero, to those that also have the
// given remainders modulo a prime. It reports whether none changed.
func combine(numbers []*big.Int, remainders []uint64, m *big.Int, prime uint64) bool {
	same := true
	pr := new(big.Int).SetUint64(prime)
	inverse := new(big.Int).ModInverse(m, pr)
	both := new(big.Int).Mul(m, pr)
	half := new(big.Int).Rsh(both, 1)
	d := new(big.Int)
	for i, n := range numbers {
		d.SetUint64(remainders[i])
		d.Sub(d, n).Mul(d, inverse).Mod(d, pr)
		if d.Sign() == 0 {
			continue
		}
		same = false
		n.Add(n, d.Mul(d, m))
		if n.Cmp(half) > 0 {
			n.Sub(n, both)
		}
	}
	return same
}

// newPrimes returns a function that gives primes below 2^62, in decreasing order.
func newPrimes() func() uint64 {
	n := uint64(1<<62 + 1)
	return func() uint64 {
		for n -= 2; !new(big.Int).SetUint64(n).ProbablyPrime(0); n -= 2 { // exact below 2^64
		}
		return n
	}
}

// A graph has the states in the order in which they are passed within a column.
type graph struct {
	first  []int32 // to[first[v]:first[v+1]] are the states after a piece
	to     []int32
	next   []int32 // the state in the next column, of a state with a full column; -1 for others
	start  int32   // the empty window
	starts int     // how many states occur at the start of a column
}

// newGraph makes the graph of the states that are part of a tiling.
func newGraph(ctx context.Context, rows int, pieces [][]Cell, bytes int) (*graph, error) {
	if rows > 64 {
		return nil, ErrWide
	}
	placed, err := place(rows, pieces)
	if err != nil {
		return nil, err
	}
	number := map[uint64]int32{0: 0}
	masks := []uint64{0}
	full := uint64(1)<<rows - 1
	var from, to []int32 // the steps
	for v := 0; v < len(masks); v++ {
		if v&(1<<12-1) == 0 {
			yield.Check()
			if ctx.Err() != nil {
				return nil, context.Cause(ctx)
			}
		}
		add := func(mask uint64) {
			u, ok := number[mask]
			if !ok {
				u = int32(len(masks))
				number[mask] = u
				masks = append(masks, mask)
			}
			from, to = append(from, int32(v)), append(to, u)
		}
		mask := masks[v]
		if mask&full == full {
			add(mask >> rows)
		} else {
			for _, p := range placed[bits.TrailingZeros64(^mask)] {
				if p&mask == 0 {
					add(mask | p)
				}
			}
		}
		if len(to)*16+len(masks)*64 > bytes {
			return nil, ErrWide
		}
	}
	// Keep the states from which the empty window can be reached.
	back := make([][]int32, len(masks))
	for e, u := range to {
		back[u] = append(back[u], from[e])
	}
	useful := make([]bool, len(masks))
	useful[0] = true
	for stack := []int32{0}; len(stack) > 0; {
		v := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		for _, u := range back[v] {
			if !useful[u] {
				useful[u] = true
				stack = append(stack, u)
			}
		}
	}
	var order []int32
	for v := range masks {
		if useful[v] {
			order = append(order, int32(v))
		}
	}
	slices.SortStableFunc(order, func(a, b int32) int {
		return bits.TrailingZeros64(^masks[a]|1<<rows) - bits.TrailingZeros64(^masks[b]|1<<rows)
	})
	place := make([]int32, len(masks))
	for i, v := range order {
		place[v] = int32(i)
	}
	g := &graph{first: make([]int32, len(order)+1), next: make([]int32, len(order)), start: place[0]}
	begins := make([]bool, len(order))
	begins[g.start] = true
	for i := range g.next {
		g.next[i] = -1
	}
	for e, u := range to {
		if v := from[e]; useful[v] && useful[u] {
			if masks[v]&full == full {
				g.next[place[v]] = place[u]
				begins[place[u]] = true
			} else {
				g.first[place[v]+1]++
			}
		}
	}
	for i := range order {
		g.first[i+1] += g.first[i]
		if begins[i] {
			g.starts++
		}
	}
	g.to = make([]int32, g.first[len(order)])
	at := slices.Clone(g.first)
	for e, u := range to {
		if v := from[e]; useful[v] && useful[u] && masks[v]&full != full {
			g.to[at[place[v]]] = place[u]
			at[place[v]]++
		}
	}
	return g, nil
}

// place lists for each row the pieces whose first cell is there, in the first column.
func place(rows int, pieces [][]Cell) ([][]uint64, error) {
	placed := make([][]uint64, rows)
	for _, cells := range pieces {
		first := slices.MinFunc(cells, func(a, b Cell) int {
			if a.Column != b.Column {
				return a.Column - b.Column
			}
			return a.Row - b.Row
		})
	rows:
		for row := range rows {
			mask := uint64(0)
			for _, c := range cells {
				r, column := c.Row-first.Row+row, c.Column-first.Column
				if r < 0 || r >= rows {
					continue rows
				}
				if column*rows+r > 63 {
					return nil, ErrWide
				}
				mask |= 1 << (column*rows + r)
			}
			if !slices.Contains(placed[row], mask) {
				placed[row] = append(placed[row], mask)
			}
		}
	}
	return placed, nil
}

// A modular computes terms modulo a prime.
type modular struct {
	ctx       context.Context
	g         *graph
	report    func(string)
	modulus   uint64
	now, next []uint64
	terms     []uint64
}

// begin starts with a new prime.
func (m *modular) begin() {
	n := len(m.g.next)
	m.now, m.next = make([]uint64, n), make([]uint64, n)
	m.now[m.g.start] = 1
	m.terms = m.terms[:0]
}

// extend computes terms until there are n.
func (m *modular) extend(n int) error {
	g := m.g
	for len(m.terms) < n {
		yield.Point()
		if m.ctx.Err() != nil {
			return context.Cause(m.ctx)
		}
		m.terms = append(m.terms, m.now[g.start])
		for v, ways := range m.now {
			if ways == 0 {
				continue
			}
			if u := g.next[v]; u >= 0 {
				m.next[u] = m.sum(m.next[u], ways)
			}
			for _, u := range g.to[g.first[v]:g.first[v+1]] {
				m.now[u] = m.sum(m.now[u], ways)
			}
		}
		m.now, m.next = m.next, m.now
		clear(m.next)
	}
	return nil
}

// sum returns the sum modulo the prime.
func (m *modular) sum(a, b uint64) uint64 {
	if a += b; a >= m.modulus {
		a -= m.modulus
	}
	return a
}

// product returns the product modulo the prime.
func (m *modular) product(a, b uint64) uint64 {
	hi, lo := bits.Mul64(a, b)
	_, r := bits.Div64(hi, lo, m.modulus)
	return r
}

// power returns a power modulo the prime.
func (m *modular) power(a, n uint64) uint64 {
	r := uint64(1)
	for ; n > 0; n >>= 1 {
		if n&1 != 0 {
			r = m.product(r, a)
		}
		a = m.product(a, a)
	}
	return r
}

// recurrence returns the coefficients 1, c1, ..., cr such that a(n) + c1 a(n-1) + ... + cr a(n-r) =
// 0 for r <= n < terms. With grow, it takes more terms until there are many more than 2r.
func (m *modular) recurrence(terms int, grow bool) ([]uint64, error) {
	for {
		if err := m.extend(terms); err != nil {
			return nil, err
		}
		c, err := m.massey()
		if r := len(c) - 1; err != nil || !grow || 2*r+32 <= terms || terms > 2*m.g.starts+32 {
			return c, err
		}
		terms *= 2
		if m.report != nil {
			m.report("at least " + big.NewInt(int64(terms/4)).String() + " coefficients")
		}
	}
}

// massey returns the shortest recurrence of the terms.
func (m *modular) massey() ([]uint64, error) {
	c, b := []uint64{1}, []uint64{1}
	length, shift, last := 0, 1, uint64(1)
	for n := range m.terms {
		if n&255 == 0 {
			yield.Check()
			if m.ctx.Err() != nil {
				return nil, context.Cause(m.ctx)
			}
		}
		d := m.residual(c, n)
		if d == 0 {
			shift++
			continue
		}
		factor := m.product(d, m.power(last, m.modulus-2))
		old := c
		c = make([]uint64, max(len(old), len(b)+shift))
		copy(c, old)
		for i, x := range b {
			c[i+shift] = m.sum(c[i+shift], m.modulus-m.product(factor, x))
		}
		if 2*length <= n {
			length, b, last, shift = n+1-length, old, d, 1
		} else {
			shift++
		}
	}
	full := make([]uint64, length+1)
	copy(full, c)
	return full, nil
}

// residual returns the sum of c[i] times term n-i.
func (m *modular) residual(c []uint64, n int) uint64 {
	d := uint64(0)
	for i, x := range c[:min(len(c), n+1)] {
		if x != 0 {
			d = m.sum(d, m.product(x, m.terms[n-i]))
		}
	}
	return d
}

// check checks that a recurrence holds for the given number of terms. If not, it returns errShort.
func (m *modular) check(c []uint64, terms int) error {
	for n := len(c) - 1; n < terms; n++ {
		if n >= len(m.terms) {
			if err := m.extend(min(n+64, terms)); err != nil {
				return err
			}
		}
		if m.residual(c, n) != 0 {
			return errShort
		}
	}
	return nil
}

// numerator returns the product of the recurrence and the terms.
func (m *modular) numerator(c []uint64) []uint64 {
	p := make([]uint64, len(c)-1)
	for n := range p {
		p[n] = m.residual(c, n)
	}
	return p
}
