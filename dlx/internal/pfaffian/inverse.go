// SPDX-License-Identifier: BSD-3-Clause

// The problem. In how many perfect matchings of a planar graph is each edge? And, for graphs that
// are not bipartite, choose a perfect matching at random, each with the same probability.
//
// The source. R. Kenyon, Local statistics of lattice dimers, Annales de l'Institut Henri Poincare
// (B) 33 (1997), DOI 10.1016/S0246-0203(97)80106-9: the probability of an edge is an entry of the
// inverse of Kasteleyn's matrix. Only the entries of edges are computed: K. Takahashi, J. Fagan
// and M. Chen, Formation of a sparse bus impedance matrix and its application to short circuit
// study, 8th PICA Conference (1973).
//
// The idea. Let Z be the inverse of the matrix A of pfaffian.go. Without the ends u and v of an
// edge, the Pfaffian is that of A times Z[v,u], except for its sign. The arrows remain good for a
// part of the graph. So the number of matchings with the edge is the number of all times Z[v,u],
// if the arrow points from u to v. It is an integer, so that it follows from its remainders modulo
// primes, and no rounding is involved.
//
// An elimination of u and v with the pivot a = A[u,v] divides the matrix into these two rows and
// the rest, whose inverse is a part of Z. Let N be the columns of the two rows. Then, for n in N,
//
//	Z[u,n] = sum A[v,j]*Z[j,n]/a    Z[v,n] = -sum A[u,j]*Z[j,n]/a    Z[u,v] = -(1 + sum A[u,n]*Z[u,n])/a
//
// where j runs over N. The steps of the elimination are taken in reverse order. The entries between
// members of N are known then, since the elimination has made every two of them neighbors.
//
// To choose a matching, draw a number below the number of matchings. Take a vertex with few edges;
// its edges divide the matchings into classes, and the number selects one of them. Remove the ends
// of its edge, and continue with the rest, and with the number less those of the classes before.
//
// The invariants. Entries that have become 0 by chance remain in the rows, so that N is complete.
// A prime that divides the number of matchings may make a pivot impossible; then the next one is
// used.
//
// The cost. That of some counts for the numbers of all edges; to choose a matching, that for each
// pair of vertices, as the graph becomes smaller.
//
// An example. The ring a b c d of pfaffian.go has two matchings, and Z[b,a] is 1/2 modulo each
// prime: each edge is in one of them.

package pfaffian

import (
	"math/big"
	"math/rand/v2"

	"polka/dlx/internal/engine"
)

// Marginals answer questions about the edges in the perfect matchings of a planar graph. Only one
// search may use them at a time.
type Marginals struct {
	plan    *Plan
	options [][]int32 // of each edge
	number  int       // of options
	all     *big.Int  // the number of matchings, once it is known
}

// NewMarginals prepares a problem. It reports false as NewPlan does.
func NewMarginals(p *engine.Problem, s *engine.Search) (*Marginals, bool) {
	plan, ok := NewPlan(p, s)
	if !ok {
		return nil, false
	}
	at := map[[2]int32]int{}
	for x, e := range plan.edges {
		at[[2]int32{min(e.u, e.v), max(e.u, e.v)}] = x
	}
	m := &Marginals{plan: plan, options: make([][]int32, len(plan.edges)), number: p.Options()}
	for k := range int32(p.Options()) {
		o := p.Option(k)
		if x, ok := at[[2]int32{min(o[0].Item, o[1].Item), max(o[0].Item, o[1].Item)}]; ok {
			m.options[x] = append(m.options[x], k)
		}
	}
	return m, true
}

// total returns the number of matchings, or nil if the search was stopped.
func (m *Marginals) total(s *engine.Search) *big.Int {
	if m.all == nil {
		m.plan.Count(s)
		if s.Rest != nil || s.Err != nil {
			return nil
		}
		m.all = new(big.Int).Set(&s.Bulk)
		s.Bulk.SetInt64(0)
	}
	return m.all
}

// Frequencies returns the number of matchings, and for each option the number of those that contain
// it. It returns nil if the search was stopped.
func (m *Marginals) Frequencies(s *engine.Search) (total *big.Int, of []*big.Int) {
	if total = m.total(s); total == nil {
		return nil, nil
	}
	of = make([]*big.Int, m.number)
	for k := range of {
		of[k] = new(big.Int)
	}
	edges := make([]int32, len(m.plan.edges))
	for x := range edges {
		edges[x] = int32(x)
	}
	counts := m.plan.with(edges, total, s)
	if counts == nil {
		return nil, nil
	}
	for x, list := range m.options {
		for _, k := range list {
			of[k].Set(counts[x])
		}
	}
	return total, of
}

// Sample chooses a matching, as a list of options; each has the same probability. It returns nil if
// there is none or if the search was stopped.
func (m *Marginals) Sample(s *engine.Search, random *rand.Rand, below func(*rand.Rand, *big.Int) *big.Int) []int32 {
	total := m.total(s)
	if total == nil || total.Sign() == 0 {
		return nil
	}
	ticket := below(random, total)
	g := newGraph(m.plan.vertices, m.plan.edges)
	gone := make([]bool, m.plan.vertices)
	var list []int32
	for range m.plan.vertices / 2 {
		u, degree := g.poorest(gone)
		sub, edges := m.plan.without(gone)
		var at []int32 // the edges of u, as numbers in sub
		for y, x := range edges {
			if e := m.plan.edges[x]; e.u == u || e.v == u {
				at = append(at, int32(y))
			}
		}
		counts := []*big.Int{total}
		if degree > 1 || len(m.options[edges[at[0]]]) > 1 {
			if counts = sub.with(at, total, s); counts == nil {
				return nil
			}
		}
	choice:
		for i, y := range at {
			x := edges[y]
			for _, k := range m.options[x] {
				if ticket.Cmp(counts[i]) >= 0 {
					ticket.Sub(ticket, counts[i])
					continue
				}
				list = append(list, k)
				total = counts[i]
				gone[m.plan.edges[x].u], gone[m.plan.edges[x].v] = true, true
				break choice
			}
		}
	}
	return list
}

// poorest returns a vertex with the fewest edges to others that are not gone, and their number.
func (g *graph) poorest(gone []bool) (best int32, fewest int) {
	best = -1
	for u, list := range g.at {
		if gone[u] {
			continue
		}
		n := 0
		for _, x := range list {
			if !gone[g.other(x, int32(u))] {
				n++
			}
		}
		if best < 0 || n < fewest {
			best, fewest = int32(u), n
		}
	}
	return best, fewest
}

// without returns the plan of a part of the graph, and the numbers of its edges.
func (plan *Plan) without(gone []bool) (*Plan, []int32) {
	number := make([]int32, len(gone))
	sub := &Plan{}
	for u := range gone {
		if !gone[u] {
			number[u] = int32(sub.vertices)
			sub.vertices++
		}
	}
	var edges []int32
	for x, e := range plan.edges {
		if !gone[e.u] && !gone[e.v] {
			sub.edges = append(sub.edges, edge{number[e.u], number[e.v], e.number})
			edges = append(edges, int32(x))
		}
	}
	return sub, edges
}

// with returns the numbers of matchings with one option of each of some edges, where total is that
// of all matchings. It returns nil if the search was stopped.
func (plan *Plan) with(edges []int32, total *big.Int, s *engine.Search) []*big.Int {
	counts := make([]*big.Int, len(edges))
	for i := range counts {
		counts[i] = new(big.Int)
	}
	if total.Sign() == 0 {
		return counts
	}
	r := remainders{prime: new(big.Int).SetUint64(1 << 62)}
	product := big.NewInt(1)
	var order []pivot
	step := new(big.Int)
	for product.Cmp(total) <= 0 {
		r.next()
		m := newMatrix(plan, r.prime.Uint64())
		m.complete = true
		inverse, ok := m.invert(s, &order)
		if !ok {
			return nil
		}
		if inverse == nil {
			continue // the prime divides the number of matchings
		}
		all := m.enter(step.Mod(total, r.prime).Uint64())
		// Chinese remaindering: a number below product becomes one below product*prime.
		back := m.inverse(m.enter(step.Mod(product, r.prime).Uint64()))
		for i, x := range edges {
			e := plan.edges[x]
			value := m.mul(all, inverse.at(m, e.v, e.u))
			have := m.enter(step.Mod(counts[i], r.prime).Uint64())
			more := m.leave(m.mul(m.sub(value, have), back))
			counts[i].Add(counts[i], step.Mul(step.SetUint64(more), product))
		}
		product.Mul(product, r.prime)
	}
	return counts
}

// An inverse is the part of the inverse of a matrix that the elimination needs.
type inverse struct {
	steps []elimination
	step  []int32 // in which each vertex was eliminated
}

// An elimination is a pivot with its two rows at that time, and those of the inverse.
type elimination struct {
	pivot
	columns []int32     // increasing, without the pivot
	a, z    [2][]uint64 // entries of the rows of u and v
	auv     uint64
	zuv     uint64
}

// at returns an entry between vertices that were neighbors in the elimination.
func (inv *inverse) at(m *matrix, i, j int32) uint64 {
	s, t := inv.step[i], inv.step[j]
	if s > t {
		return m.sub(0, inv.at(m, j, i))
	}
	e := &inv.steps[s]
	if s == t {
		if i == e.u {
			return e.zuv
		}
		return m.sub(0, e.zuv)
	}
	side := 0
	if i == e.v {
		side = 1
	}
	return e.z[side][index(e.columns, j)]
}

// invert computes the inverse. It is nil if a pivot is impossible. It reports false if the search
// must stop.
func (m *matrix) invert(s *engine.Search, order *[]pivot) (*inverse, bool) {
	inv := &inverse{step: make([]int32, len(m.rows))}
	for step := range len(m.rows) / 2 {
		at := m.pivotOf(order, step)
		if at.v < 0 {
			*order = (*order)[:step]
			return nil, true
		}
		inv.step[at.u], inv.step[at.v] = int32(step), int32(step)
		inv.steps = append(inv.steps, m.record(at))
		s.Node(0)
		updates := s.Updates
		m.pivot(at, s)
		if !s.Tick(s.Updates - updates + int64(len(m.rows))/16) {
			return nil, false
		}
	}
	place := make([]int32, len(m.rows)) // 1 + the place among the columns of a step
	for step := len(inv.steps) - 1; step >= 0; step-- {
		inv.fill(m, &inv.steps[step], place)
		if !s.Tick(int64(len(inv.steps[step].columns))) {
			return nil, false
		}
	}
	return inv, true
}

// record returns a pivot with its rows.
func (m *matrix) record(at pivot) elimination {
	e := elimination{pivot: at, auv: m.value(at.u, at.v)}
	ru, rv := m.rows[at.u], m.rows[at.v]
	for x, y := 0, 0; x < len(ru) || y < len(rv); {
		var column int32
		var u, v uint64
		if y == len(rv) || x < len(ru) && ru[x].column <= rv[y].column {
			column = ru[x].column
		} else {
			column = rv[y].column
		}
		if x < len(ru) && ru[x].column == column {
			u = ru[x].value
			x++
		}
		if y < len(rv) && rv[y].column == column {
			v = rv[y].value
			y++
		}
		if column != at.u && column != at.v {
			e.columns = append(e.columns, column)
			e.a[0], e.a[1] = append(e.a[0], u), append(e.a[1], v)
		}
	}
	return e
}

// fill computes the rows of the inverse of a step. Those of later steps are known. All elements of
// place are 0.
func (inv *inverse) fill(m *matrix, e *elimination, place []int32) {
	n := len(e.columns)
	au, av := e.a[0], e.a[1]
	sums := [2][]uint64{make([]uint64, n), make([]uint64, n)} // of A[u,j]*Z[j,n] and A[v,j]*Z[j,n]
	add := func(i, j int, z uint64) {                         // z = Z[i,j]
		sums[0][j] = m.plus(sums[0][j], m.mul(au[i], z))
		sums[1][j] = m.plus(sums[1][j], m.mul(av[i], z))
		sums[0][i] = m.sub(sums[0][i], m.mul(au[j], z))
		sums[1][i] = m.sub(sums[1][i], m.mul(av[j], z))
	}
	for i, c := range e.columns {
		place[c] = int32(i) + 1
	}
	for i, c := range e.columns {
		later := &inv.steps[inv.step[c]]
		side := 0
		if c == later.v {
			side = 1
		} else if j := place[later.v]; j > 0 {
			add(i, int(j-1), later.zuv)
		}
		for k, d := range later.columns {
			if j := place[d]; j > 0 {
				add(i, int(j-1), later.z[side][k])
			}
		}
	}
	for _, c := range e.columns {
		place[c] = 0
	}
	by := m.inverse(e.auv)
	minus := m.sub(0, by)
	e.z = [2][]uint64{make([]uint64, n), make([]uint64, n)}
	sum := m.enter(1)
	for i := range n {
		e.z[0][i], e.z[1][i] = m.mul(by, sums[1][i]), m.mul(minus, sums[0][i])
		sum = m.plus(sum, m.mul(au[i], e.z[0][i]))
	}
	e.zuv = m.mul(minus, sum)
}
