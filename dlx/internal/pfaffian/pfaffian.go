// SPDX-License-Identifier: BSD-3-Clause

// The problem. How many perfect matchings are there, if every option has
// exactly two items? The dominoes on a board of 32 x 32 squares have about
// 10^129 tilings, and a count by layers has hundreds of millions of states.
//
// The source. P. W. Kasteleyn, The statistics of dimers on a lattice, Physica
// 27 (1961), DOI 10.1016/0031-8914(61)90063-5; H. N. V. Temperley and M. E.
// Fisher, Dimer problem in statistical mechanics, Philosophical Magazine 6
// (1961), DOI 10.1080/14786436108243366; for all planar graphs Kasteleyn, Graph
// theory and crystal physics (1967).
//
// The idea. Items are vertices and options edges. Let A be the matrix with the
// number of options {i, j} in row i and column j, negative where an arrow on
// the edge points from j to i. Its Pfaffian is the sum over all perfect
// matchings of the products of the entries, each with a sign. If the graph is
// planar, there are arrows for which all signs are equal: every face but one
// must have an odd number of arrows that point around it in the sense in which
// it is walked. Then the count is the absolute value of the Pfaffian; and a
// Pfaffian, like a determinant, is computed by elimination.
//
// The embedding is found in plane.go. Where a single vertex connects parts of
// the graph, it can be matched with only one of them, which must have an odd
// number of vertices; so the graph splits into blocks, which are embedded one
// by one. The arrows follow from the embedding: those of a spanning tree are
// arbitrary; the other edges form a spanning tree of the faces, and each face
// in turn, leaves first, determines the arrow of the edge to its parent.
//
// The elimination is that of a sparse skew-symmetric matrix, modulo primes of
// 62 bits, as many as a bound on the count requires. A pivot is a pair of
// vertices, u and v: u has the fewest neighbors, and v the fewest among the
// neighbors of u:
//
//	A[i,j] += (A[i,u]*A[v,j] - A[i,v]*A[u,j]) / A[u,v]
//
// An example. Four items in a ring, and the options "a b", "b c", "c d", "d a".
// The ring has two faces, its inside and its outside. With the arrows ab, bc,
// cd and ad, three point around the inside. The Pfaffian is A[a,b]*A[c,d] -
// A[a,c]*A[b,d] + A[a,d]*A[b,c] = 1*1 - 0 + 1*1 = 2.
//
// The invariants. Rows are sorted by column; A[i,j] = -A[j,i]; the Pfaffian of
// the whole is the product of the pivots so far times that of what is left.
//
// The cost. The number of vertices to the power of about 1.5 for a board, for
// every prime: dominoes on 8 x 8 take half a millisecond, on 32 x 32 a fraction
// of a second.

// Package pfaffian counts perfect matchings of planar graphs: the solutions of
// problems in which every option has two items, without multiplicities. Its
// nodes are pivots, and its updates are entries of the matrix.
package pfaffian

import (
	"math"
	"math/big"
	"math/bits"
	"slices"

	"polka/dlx/internal/engine"
)

// A Plan is a planar problem with its arrows.
type Plan struct {
	vertices int
	edges    []edge
}

// An edge stands for count options {u, v}; its arrow points from u to v.
type edge struct {
	u, v   int32
	number uint64
}

// NewPlan prepares a problem. It reports false if the search was stopped
// meanwhile, if an option does not consist of exactly two primary items, or if
// the graph is not planar.
func NewPlan(p *engine.Problem, s *engine.Search) (*Plan, bool) {
	if p.High != nil {
		return nil, false
	}
	plan := &Plan{vertices: p.Primary}
	at := map[[2]int32]int{}
	for k := range int32(p.Options()) {
		o := p.Option(k)
		if len(o) != 2 || int(max(o[0].Item, o[1].Item)) >= p.Primary {
			return nil, false
		}
		ends := [2]int32{min(o[0].Item, o[1].Item), max(o[0].Item, o[1].Item)}
		x, ok := at[ends]
		if !ok {
			x = len(plan.edges)
			at[ends] = x
			plan.edges = append(plan.edges, edge{u: ends[0], v: ends[1]})
		}
		plan.edges[x].number++
	}
	// Euler: a planar graph has at most 3n-6 edges.
	if p.Primary > 2 && len(plan.edges) > 3*p.Primary-6 {
		return nil, false
	}
	return plan, plan.orient(s)
}

// orient determines the arrows of all edges. It reports false if the graph is
// not planar, or the search was stopped.
func (plan *Plan) orient(s *engine.Search) bool {
	g := newGraph(plan.vertices, plan.edges)
	blocks, useless := g.blocks()
	for len(useless) > 0 {
		for _, x := range useless {
			plan.edges[x].number = 0
		}
		plan.edges = slices.DeleteFunc(plan.edges, func(e edge) bool { return e.number == 0 })
		g = newGraph(plan.vertices, plan.edges)
		blocks, useless = g.blocks()
	}
	for _, block := range blocks {
		if len(block) < 3 {
			continue // a bridge
		}
		faces := g.draw(block, s)
		if faces == nil {
			return false
		}
		plan.point(g, block, faces)
	}
	return true
}

// point determines the arrows of a block from its faces.
func (plan *Plan) point(g *graph, block []int32, faces [][]int32) {
	// A spanning tree, of edges that keep their arrows.
	parent := make(map[int32]int32, len(block)) // of vertices, to find the tree they are in
	var root func(i int32) int32
	root = func(i int32) int32 {
		if p, ok := parent[i]; ok && p != i {
			parent[i] = root(p)
			return parent[i]
		}
		return i
	}
	open := map[int32][]int{} // faces on both sides of edges that are not in the tree
	loose := make([]int, len(faces))
	for _, x := range block {
		e := plan.edges[x]
		if u, v := root(e.u), root(e.v); u != v {
			parent[u] = v
		} else {
			open[x] = nil
		}
	}
	sides := make([][]int32, len(faces))
	for f, face := range faces {
		for i, u := range face {
			x := g.edge(u, face[(i+1)%len(face)])
			sides[f] = append(sides[f], x)
			if _, ok := open[x]; ok {
				open[x] = append(open[x], f)
				loose[f]++
			}
		}
	}
	// A face with a single undetermined edge determines it, except the last face.
	var leaves []int
	for f := range faces {
		if loose[f] == 1 {
			leaves = append(leaves, f)
		}
	}
	for len(leaves) > 0 {
		f := leaves[len(leaves)-1]
		leaves = leaves[:len(leaves)-1]
		if loose[f] == 0 {
			continue // the last one
		}
		around, last := 0, int32(-1)
		var sense bool
		for i, x := range sides[f] {
			along := plan.edges[x].u == faces[f][i]
			if _, ok := open[x]; ok {
				last, sense = x, along
			} else if along {
				around++
			}
		}
		if (around%2 == 1) == sense { // the arrow must be reversed
			e := &plan.edges[last]
			e.u, e.v = e.v, e.u
		}
		for _, side := range open[last] {
			if loose[side]--; loose[side] == 1 {
				leaves = append(leaves, side)
			}
		}
		delete(open, last)
	}
}

// Count adds the number of solutions to s.Bulk. If it is stopped, it leaves a
// state in s.Rest, with the results for the primes that are done. If there is a
// state in s.Rest, it continues from there, or ends with s.Err =
// engine.ErrState.
func (plan *Plan) Count(s *engine.Search) {
	if plan.vertices%2 != 0 {
		s.Node(0)
		s.Rest = nil
		return
	}
	r := newRemainders(plan)
	if len(s.Rest) > 0 {
		if state := s.Rest[0].Kept(); state != nil && !r.load(state) {
			s.Err = engine.ErrState
			return
		}
	}
	s.Name, s.Rest = "pfaffian", nil
	s.Watch(r.progress, r.open)
	var order []pivot
	for r.product.BitLen() < r.bits {
		r.next()
		m := newMatrix(plan, r.prime.Uint64())
		value, ok := m.eliminate(s, &order, &r.part)
		if !ok {
			s.Rest = r.open()
			s.Progress = r.progress()
			return
		}
		r.add(value)
	}
	s.Progress = 1
	s.Bulk.Add(&s.Bulk, r.value())
}

// remainders is the state of a count: the Pfaffian is sum modulo product, the
// product of the primes that are done.
type remainders struct {
	plan         *Plan
	prime        *big.Int // the last one
	product, sum *big.Int
	values       []uint64 // the Pfaffian modulo each of them
	bits         int      // the number of bits that the product must have
	part         float64  // the part of the elimination modulo the next prime that is done
}

func newRemainders(plan *Plan) *remainders {
	return &remainders{plan: plan, prime: new(big.Int).SetUint64(1 << 62), product: big.NewInt(1), sum: new(big.Int), bits: plan.bits() + 2}
}

// firstPrime is the largest prime below 2^62. Small counts need no other, and end before it could
// be found.
const firstPrime = 1<<62 - 57

// next selects the next prime, which is smaller.
func (r *remainders) next() {
	n := r.prime.Uint64() - 1
	for n > firstPrime || n < firstPrime && !isPrime(n) {
		n--
	}
	r.prime.SetUint64(n)
}

// add adds the result modulo the prime, by Chinese remaindering.
func (r *remainders) add(value uint64) {
	r.values = append(r.values, value)
	d := new(big.Int).SetUint64(value)
	d.Sub(d, r.sum)
	d.Mul(d, new(big.Int).ModInverse(r.product, r.prime))
	d.Mod(d, r.prime)
	r.sum.Add(r.sum, d.Mul(d, r.product))
	r.product.Mul(r.product, r.prime)
	r.part = 0
}

// value returns the absolute value of the Pfaffian, which is small compared to the product.
func (r *remainders) value() *big.Int {
	if other := new(big.Int).Sub(r.product, r.sum); other.Cmp(r.sum) < 0 {
		return other
	}
	return r.sum
}

// progress returns the fraction of the primes that are done.
func (r *remainders) progress() float64 {
	return min(1, (float64(r.product.BitLen()-1)+62*r.part)/float64(r.bits))
}

// open returns the rest of the count.
func (r *remainders) open() []engine.Part {
	part := r.part
	r.part = 0 // the work modulo the next prime is lost
	left := engine.Part{Weight: 1 - r.progress(), State: r.save()}
	r.part = part
	return []engine.Part{left}
}

// save encodes the results.
func (r *remainders) save() []byte {
	st := engine.NewState(r.plan.name())
	st.Put(uint64(len(r.values)))
	st.Put(r.values...)
	return st.Close()
}

// load decodes the results of save. It reports false if they do not belong to
// the plan.
func (r *remainders) load(state []byte) bool {
	st := engine.OpenState(state, r.plan.name())
	for range st.Number(0, len(state)/8) {
		r.next()
		value := st.Get()
		if !st.OK() || value >= r.prime.Uint64() || r.product.BitLen() >= r.bits {
			return false
		}
		r.add(value)
	}
	return st.OK()
}

// name returns a fingerprint of the plan, for its states.
func (plan *Plan) name() uint64 {
	h := uint64(plan.vertices)
	for _, e := range plan.edges {
		h = engine.Fingerprint(h, uint64(e.u)<<32|uint64(e.v), e.number)
	}
	return h
}

// bits returns an upper bound on the number of bits of the count, by Hadamard's inequality: its
// square is at most the product of the lengths of the rows.
func (plan *Plan) bits() int {
	squares := make([]float64, plan.vertices)
	for _, e := range plan.edges {
		square := float64(e.number) * float64(e.number)
		squares[e.u] += square
		squares[e.v] += square
	}
	sum := 0.0
	for _, q := range squares {
		sum += math.Log2(max(q, 1)) / 4
	}
	return int(sum) + 2
}

// A matrix is the rest of A modulo a prime, in Montgomery form: the entry x
// stands for x / 2^64.
type matrix struct {
	field
	rows     [][]entry
	gone     []bool
	next     []entry // for building a row
	complete bool    // keeps entries that have become 0
}

// An entry of a row, which is not 0 unless the matrix is complete.
type entry struct {
	column int32
	value  uint64
}

// A pivot is a pair of vertices to eliminate.
type pivot struct{ u, v int32 }

func newMatrix(plan *Plan, p uint64) *matrix {
	m := &matrix{field: newField(p), rows: make([][]entry, plan.vertices), gone: make([]bool, plan.vertices)}
	for _, e := range plan.edges {
		x := m.enter(e.number)
		m.rows[e.u] = append(m.rows[e.u], entry{e.v, x})
		m.rows[e.v] = append(m.rows[e.v], entry{e.u, m.sub(0, x)})
	}
	for _, row := range m.rows {
		sortRow(row)
	}
	return m
}

// sortRow sorts a row by column. Rows are short.
func sortRow(row []entry) {
	for x := 1; x < len(row); x++ {
		for y := x; y > 0 && row[y-1].column > row[y].column; y-- {
			row[y-1], row[y] = row[y], row[y-1]
		}
	}
}

// pivotOf is the pivot of a step: that of the order if it is not 0, or else another, which goes
// there.
func (m *matrix) pivotOf(order *[]pivot, step int) pivot {
	if step < len(*order) && m.value((*order)[step].u, (*order)[step].v) != 0 {
		return (*order)[step]
	}
	at := m.choose()
	*order = append((*order)[:step], at)
	return at
}

// eliminate returns the Pfaffian. The first call determines the order of the
// pivots; later calls follow it as long as the pivots are not 0. It reports
// false if the search must stop. part is the fraction that is done.
func (m *matrix) eliminate(s *engine.Search, order *[]pivot, part *float64) (uint64, bool) {
	product := m.enter(1)
	for step := range len(m.rows) / 2 {
		at := m.pivotOf(order, step)
		if at.v < 0 {
			return 0, true // a row is empty
		}
		s.Node(0)
		*part = float64(step) / float64(len(m.rows)/2)
		updates := s.Updates
		product = m.mul(product, m.pivot(at, s))
		if !s.Tick(s.Updates - updates + int64(len(m.rows))/16) {
			return 0, false
		}
	}
	return m.leave(product), true
}

// choose finds the next pivot. It has no second vertex if the Pfaffian is 0.
func (m *matrix) choose() pivot {
	u := int32(-1)
	for i, row := range m.rows {
		if !m.gone[i] && (u < 0 || len(row) < len(m.rows[u])) {
			u = int32(i)
		}
	}
	v := int32(-1)
	for _, e := range m.rows[u] {
		if e.value != 0 && (v < 0 || len(m.rows[e.column]) < len(m.rows[v])) {
			v = e.column
		}
	}
	return pivot{u, v}
}

// value returns an entry, 0 if there is none.
func (m *matrix) value(i, j int32) uint64 {
	if m.gone[i] || m.gone[j] {
		return 0
	}
	for _, e := range m.rows[i] {
		if e.column == j {
			return e.value
		}
	}
	return 0
}

// pivot eliminates two vertices from the matrix and returns the factor by which
// the Pfaffian has been divided.
func (m *matrix) pivot(at pivot, s *engine.Search) uint64 {
	u, v := at.u, at.v
	a := m.value(u, v)
	inverse := m.inverse(a)
	m.gone[u], m.gone[v] = true, true
	ru, rv := m.rows[u], m.rows[v]
	for x, y := 0, 0; x < len(ru) || y < len(rv); {
		// The next row i with A[i,u] or A[i,v].
		var i int32
		var iu, iv uint64
		switch {
		case y == len(rv) || x < len(ru) && ru[x].column < rv[y].column:
			i, iu = ru[x].column, m.sub(0, ru[x].value)
			x++
		case x == len(ru) || rv[y].column < ru[x].column:
			i, iv = rv[y].column, m.sub(0, rv[y].value)
			y++
		default:
			i, iu, iv = ru[x].column, m.sub(0, ru[x].value), m.sub(0, rv[y].value)
			x, y = x+1, y+1
		}
		if i == u || i == v {
			continue
		}
		m.add(i, m.mul(iu, inverse), rv, m.sub(0, m.mul(iv, inverse)), ru)
		s.Updates += int64(len(m.next))
	}
	// The sign of moving u and v to the front: one transposition for every
	// vertex before each of them, less one if they pass each other.
	steps := 0
	for i := range max(u, v) {
		if !m.gone[i] {
			steps++
			if i < min(u, v) {
				steps++
			}
		}
	}
	if u > v {
		steps++
	}
	if steps%2 != 0 {
		a = m.sub(0, a)
	}
	m.rows[u], m.rows[v] = nil, nil
	return a
}

// add adds a times a row and b times another to row i, without eliminated columns.
func (m *matrix) add(i int32, a uint64, first []entry, b uint64, second []entry) {
	row := m.rows[i]
	next := m.next[:0]
	for x, y, z := 0, 0, 0; x < len(row) || y < len(first) || z < len(second); {
		column := int32(math.MaxInt32)
		if x < len(row) {
			column = row[x].column
		}
		if y < len(first) {
			column = min(column, first[y].column)
		}
		if z < len(second) {
			column = min(column, second[z].column)
		}
		sum := uint64(0)
		if x < len(row) && row[x].column == column {
			sum = row[x].value
			x++
		}
		if y < len(first) && first[y].column == column {
			if a != 0 {
				sum = m.plus(sum, m.mul(a, first[y].value))
			}
			y++
		}
		if z < len(second) && second[z].column == column {
			if b != 0 {
				sum = m.plus(sum, m.mul(b, second[z].value))
			}
			z++
		}
		if (sum != 0 || m.complete) && !m.gone[column] {
			next = append(next, entry{column, sum})
		}
	}
	m.next = next
	m.rows[i] = append(row[:0], next...)
}

// A field does arithmetic modulo a prime of at most 62 bits. Numbers x are kept
// as x * 2^64: P. L. Montgomery, Modular multiplication without trial division,
// Mathematics of Computation 44 (1985), DOI 10.1090/S0025-5718-1985-0777282-X.
type field struct{ p, inverted, square uint64 }

func newField(p uint64) field {
	f := field{p: p, inverted: 1}
	for range 6 { // Newton: each step doubles the number of correct bits of 1/p
		f.inverted *= 2 - p*f.inverted
	}
	_, r := bits.Div64(1, 0, p) // 2^64
	hi, lo := bits.Mul64(r, r)  // 2^128
	_, f.square = bits.Div64(hi, lo, p)
	return f
}

func (f field) mul(x, y uint64) uint64 {
	hi, lo := bits.Mul64(x, y)
	sub, _ := bits.Mul64(lo*f.inverted, f.p)
	z := hi - sub
	if hi < sub {
		z += f.p
	}
	return z
}

func (f field) plus(x, y uint64) uint64 {
	z := x + y
	if z >= f.p {
		z -= f.p
	}
	return z
}

func (f field) sub(x, y uint64) uint64 {
	z := x - y
	if x < y {
		z += f.p
	}
	return z
}

func (f field) enter(x uint64) uint64 { return f.mul(x%f.p, f.square) }
func (f field) leave(x uint64) uint64 { return f.mul(x, 1) }

// inverse returns the power p-2, by Fermat.
func (f field) inverse(x uint64) uint64 {
	y := f.enter(1)
	for e := f.p - 2; e != 0; e >>= 1 {
		if e&1 != 0 {
			y = f.mul(y, x)
		}
		x = f.mul(x, x)
	}
	return y
}
