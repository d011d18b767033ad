// SPDX-License-Identifier: BSD-3-Clause

// The problem. Choose a perfect matching of a planar bipartite graph at random, each with the same
// probability: dominoes on a large board, or lozenges. To weigh the choices one by one takes a
// count for each of them.
//
// The source. J. G. Propp and D. B. Wilson, Exact sampling with coupled Markov chains and
// applications to statistical mechanics, Random Structures and Algorithms 9 (1996), DOI
// 10.1002/(SICI)1098-2418(199608/09)9:1/2<223::AID-RSA14>3.0.CO;2-O. That the matchings are a
// lattice: J. Propp, Lattice structure for orientations of graphs (1993), arXiv:math/0209005, and
// P. C. B. Lam and H. Zhang, A distributive lattice on the set of perfect matchings of a plane
// bipartite graph, Order 20 (2003), DOI 10.1023/B:ORDE.0000009243.79750.23.
//
// The idea. Around a face whose edges are alternately matched and not, they can be exchanged: two
// dominoes side by side are turned. In one direction the face is raised, in the other lowered. If
// edges that are in no matching are removed, every matching becomes any other by such moves at
// inner faces, and the matchings have a greatest and a least one.
//
// A step chooses a direction for a face by a coin, and moves the face so if that is possible.
// Such steps do not change the uniform distribution, and they keep the order of two matchings
// that use the same coins. So let the greatest and the least matching start at a time in the
// past, and apply the same coins to both. If they are equal at time 0, so is every matching that
// started then, and the result is one that a process without a beginning has at time 0: its
// distribution is exactly uniform. If they differ, start twice as early, with the same coins for
// the later steps.
//
// The invariants. An edge has a bit for the upper matching and a bit for the lower one. The walk
// around a face has the face to its left; its edges from the first color to the second are
// matched before it is raised, the others afterwards. The coins of a block of sweeps follow from
// its seed.
//
// The cost. A number of sweeps over the faces, about the square of the diameter.
// Memory is proportional to the number of edges.
//
// An example. The ring a b c d has two matchings, the greatest and the least. The first coin makes
// them equal.

package pfaffian

import (
	"context"
	"math/rand/v2"

	"polka/dlx/internal/engine"
)

// A Sampler chooses perfect matchings of a planar bipartite graph, each with the same
// probability. It is not changed by that.
type Sampler struct {
	edges   []edge
	option  []int32    // of each edge
	fixed   []int32    // options in all matchings
	extreme []uint8    // for each edge, upper if it is in the greatest matching, lower if in the least
	walk    []int32    // the edges around the faces: those of one direction, then those of the other
	first   []int32    // where each face begins in walk; the last is the end
	four    [][4]int32 // the faces with four edges
	six     [][6]int32 // those with six
	rest    []int      // the others
	partner []int32    // of each vertex in some matching; -1 for none
	color   []uint8    // of each vertex, 0 or 1
	graph   *graph     // with all edges
	match   []bool     // edges in that matching
}

const upper, lower = 1, 2

// NewSampler prepares a problem. It reports false if the options are not pairs of primary items,
// all different, that are the edges of a planar bipartite graph, or if the search was stopped. A
// Sampler is nil if there is no perfect matching.
func NewSampler(p *engine.Problem, s *engine.Search) (*Sampler, bool) {
	if p.High != nil || p.Options() > 3*p.Primary {
		return nil, false
	}
	m := &Sampler{}
	known := map[[2]int32]bool{}
	for k := range int32(p.Options()) {
		o := p.Option(k)
		if len(o) != 2 || int(max(o[0].Item, o[1].Item)) >= p.Primary {
			return nil, false
		}
		ends := [2]int32{min(o[0].Item, o[1].Item), max(o[0].Item, o[1].Item)}
		if known[ends] {
			return nil, false
		}
		known[ends] = true
		m.edges = append(m.edges, edge{u: ends[0], v: ends[1], number: 1})
		m.option = append(m.option, k)
	}
	m.graph = newGraph(p.Primary, m.edges)
	if !m.paint() {
		return nil, false
	}
	if !m.pair() {
		return nil, true
	}
	m.reduce()
	if !m.embed(s) {
		return nil, false
	}
	m.climb()
	return m, true
}

// paint colors the vertices so that the ends of each edge differ, if that is possible, and makes
// u the end of color 0.
func (m *Sampler) paint() bool {
	const unknown = 2
	m.color = make([]uint8, len(m.graph.at))
	for u := range m.color {
		m.color[u] = unknown
	}
	for start := range m.color {
		if m.color[start] != unknown {
			continue
		}
		m.color[start] = 0
		queue := []int32{int32(start)}
		for at := 0; at < len(queue); at++ {
			u := queue[at]
			for _, x := range m.graph.at[u] {
				switch v := m.graph.other(x, u); m.color[v] {
				case unknown:
					m.color[v] = 1 - m.color[u]
					queue = append(queue, v)
				case m.color[u]:
					return false
				}
			}
		}
	}
	for x := range m.edges {
		if e := &m.edges[x]; m.color[e.u] == 1 {
			e.u, e.v = e.v, e.u
		}
	}
	return true
}

// pair finds a perfect matching, if there is one, by shortest augmenting paths: J. E. Hopcroft
// and R. M. Karp, SIAM Journal on Computing 2 (1973), DOI 10.1137/0202019.
func (m *Sampler) pair() bool {
	m.partner = make([]int32, len(m.color))
	for u := range m.partner {
		m.partner[u] = -1
	}
	level := make([]int32, len(m.color))
	next := make([]int, len(m.color)) // of the edges at a vertex, the next one to try
	var augment func(u int32) bool
	augment = func(u int32) bool {
		for ; next[u] < len(m.graph.at[u]); next[u]++ {
			v := m.graph.other(m.graph.at[u][next[u]], u)
			w := m.partner[v]
			if w < 0 || level[w] == level[u]+1 && augment(w) {
				m.partner[u], m.partner[v] = v, u
				return true
			}
		}
		return false
	}
	for {
		var queue []int32
		for u, c := range m.color {
			level[u], next[u] = -1, 0
			if c == 0 && m.partner[u] < 0 {
				level[u] = 0
				queue = append(queue, int32(u))
			}
		}
		free := len(queue)
		for at := 0; at < len(queue); at++ {
			u := queue[at]
			for _, x := range m.graph.at[u] {
				if w := m.partner[m.graph.other(x, u)]; w >= 0 && level[w] < 0 {
					level[w] = level[u] + 1
					queue = append(queue, w)
				}
			}
		}
		if free == 0 {
			break
		}
		found := false
		for _, u := range queue[:free] {
			found = augment(u) || found
		}
		if !found {
			return false
		}
	}
	for _, v := range m.partner {
		if v < 0 {
			return false
		}
	}
	return true
}

// reduce removes the edges that are in no perfect matching or in all of them. An unmatched edge
// is in one if it is on a cycle that alternates with the matching: if its ends, each taken with
// its partner, are in the same strongly connected part. Parts are found as in R. Tarjan, SIAM
// Journal on Computing 1 (1972), DOI 10.1137/0201010.
func (m *Sampler) reduce() {
	number, low, part := make([]int32, len(m.color)), make([]int32, len(m.color)), make([]int32, len(m.color))
	var stack []int32
	visited, parts := int32(0), int32(0)
	var size []int
	var visit func(u int32)
	visit = func(u int32) {
		visited++
		number[u], low[u] = visited, visited
		stack = append(stack, u)
		for _, x := range m.graph.at[u] {
			w := m.partner[m.graph.other(x, u)]
			if number[w] == 0 {
				visit(w)
				low[u] = min(low[u], low[w])
			} else if part[w] == 0 {
				low[u] = min(low[u], number[w])
			}
		}
		if low[u] < number[u] {
			return
		}
		parts++
		size = append(size, 0)
		for w := int32(-1); w != u; {
			w = stack[len(stack)-1]
			stack = stack[:len(stack)-1]
			part[w] = parts
			size[parts-1]++
		}
	}
	for u, c := range m.color {
		if c == 0 && number[u] == 0 {
			visit(int32(u))
		}
	}
	var edges []edge
	var option []int32
	for x, e := range m.edges {
		matched := m.partner[e.u] == e.v
		switch {
		case matched && size[part[e.u]-1] == 1:
			m.fixed = append(m.fixed, m.option[x])
		case matched || part[e.u] == part[m.partner[e.v]]:
			edges, option = append(edges, e), append(option, m.option[x])
			m.match = append(m.match, matched)
		}
	}
	m.edges, m.option = edges, option
	m.graph = newGraph(len(m.color), edges)
}

// embed finds the faces. It reports false if the graph is not planar or the search was stopped. Of
// each part, the longest face is the outer one.
func (m *Sampler) embed(s *engine.Search) bool {
	blocks, _ := m.graph.blocks()
	for _, block := range blocks {
		faces := m.graph.meshes(block)
		if faces == nil {
			faces = m.graph.draw(block, s)
		}
		if faces == nil {
			return false
		}
		outer := 0
		for f := range faces {
			if len(faces[f]) > len(faces[outer]) {
				outer = f
			}
		}
		for f, face := range faces {
			if f == outer {
				continue
			}
			m.first = append(m.first, int32(len(m.walk)))
			for c := range uint8(2) {
				for i, u := range face {
					if m.color[u] == c {
						m.walk = append(m.walk, m.graph.edge(u, face[(i+1)%len(face)]))
					}
				}
			}
		}
	}
	m.first = append(m.first, int32(len(m.walk)))
	for f := range m.first[1:] {
		switch walk := m.walk[m.first[f]:m.first[f+1]]; len(walk) {
		case 4:
			m.four = append(m.four, [4]int32(walk))
		case 6:
			m.six = append(m.six, [6]int32(walk))
		default:
			m.rest = append(m.rest, f)
		}
	}
	return true
}

// climb finds the greatest and the least matching.
func (m *Sampler) climb() {
	m.extreme = make([]uint8, len(m.edges))
	for x, matched := range m.match {
		if matched {
			m.extreme[x] = upper | lower
		}
	}
	for moved := true; moved; {
		moved = false
		for f := range m.first[1:] {
			up := m.move(m.extreme, f, true, upper)
			down := m.move(m.extreme, f, false, lower)
			moved = moved || up || down
		}
	}
}

// move raises or lowers a face of the matchings where that is possible. It reports whether it is
// for any.
func (m *Sampler) move(state []uint8, face int, up bool, matchings uint8) bool {
	walk := m.walk[m.first[face]:m.first[face+1]]
	half := walk[:len(walk)/2]
	if !up {
		half = walk[len(walk)/2:]
	}
	for _, x := range half {
		if matchings &= state[x]; matchings == 0 {
			return false
		}
	}
	for _, x := range walk {
		state[x] ^= matchings
	}
	return true
}

// sweeps is the number of sweeps in a block, which has a seed of its own.
const sweeps = 64

// Sample chooses a matching, as a list of options. The error is that of ctx.
func (m *Sampler) Sample(ctx context.Context, random *rand.Rand) ([]int32, error) {
	var seeds [][2]uint64 // of blocks, the last one first
	state := make([]uint8, len(m.edges))
	for blocks := 1; ; blocks *= 2 {
		for len(seeds) < blocks {
			seeds = append(seeds, [2]uint64{random.Uint64(), random.Uint64()})
		}
		copy(state, m.extreme)
		for b := blocks - 1; b >= 0; b-- {
			if err := ctx.Err(); err != nil {
				return nil, err
			}
			m.block(state, rand.NewPCG(seeds[b][0], seeds[b][1]))
		}
		if list, ok := m.equal(state); ok {
			return list, nil
		}
	}
}

// block applies the steps of a block to both matchings. Short faces have code without branches,
// which no coin can mispredict.
func (m *Sampler) block(state []uint8, random *rand.PCG) {
	coins, left := uint64(0), 0
	coin := func() uint8 { // 0 or 255
		if left == 0 {
			coins, left = random.Uint64(), 64
		}
		c := -uint8(coins & 1)
		coins >>= 1
		left--
		return c
	}
	for range sweeps {
		for i := 0; i < len(m.four); i += 64 {
			coins := random.Uint64()
			for _, w := range m.four[i:min(i+64, len(m.four))] {
				c := -uint8(coins & 1)
				coins >>= 1
				p, q, r, s := state[w[0]], state[w[1]], state[w[2]], state[w[3]]
				x := p&q&c | r&s&^c
				state[w[0]], state[w[1]], state[w[2]], state[w[3]] = p^x, q^x, r^x, s^x
			}
		}
		for i := 0; i < len(m.six); i += 64 {
			coins := random.Uint64()
			for _, w := range m.six[i:min(i+64, len(m.six))] {
				c := -uint8(coins & 1)
				coins >>= 1
				o, p, q, r, s, t := state[w[0]], state[w[1]], state[w[2]], state[w[3]], state[w[4]], state[w[5]]
				x := o&p&q&c | r&s&t&^c
				state[w[0]], state[w[1]], state[w[2]] = o^x, p^x, q^x
				state[w[3]], state[w[4]], state[w[5]] = r^x, s^x, t^x
			}
		}
		for _, f := range m.rest {
			m.move(state, f, coin() != 0, upper|lower)
		}
	}
}

// equal lists the options of both matchings if they are the same.
func (m *Sampler) equal(state []uint8) ([]int32, bool) {
	list := append([]int32(nil), m.fixed...)
	for x, both := range state {
		switch both {
		case 0:
		case upper | lower:
			list = append(list, m.option[x])
		default:
			return nil, false
		}
	}
	return list, true
}
