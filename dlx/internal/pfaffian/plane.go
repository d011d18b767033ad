// SPDX-License-Identifier: BSD-3-Clause

// The problem. Embed a graph in the plane without crossings, or find that this
// is impossible.
//
// The source. G. Demoucron, Y. Malgrange and R. Pertuiset, Graphes planaires:
// reconnaissance et construction de representations planaires topologiques,
// Revue Francaise de Recherche Operationnelle 8 (1964). Blocks: J. Hopcroft and
// R. Tarjan, Algorithm 447, Communications of the ACM 16 (1973), DOI
// 10.1145/362248.362272.
//
// The idea. Draw a cycle; it has two faces. The rest of the graph consists of
// fragments, connected parts each of which touches the drawing in some
// vertices. A fragment must lie in a face that has all these vertices. If some
// fragment has no such face, the graph is not planar; if some fragment has only
// one, choose that fragment; otherwise choose any. Draw a path of the fragment
// from one touching vertex to another through the face, which is divided in
// two.
//
// A face is the list of its vertices in the order of a walk around it with the
// face to the left. So every edge is walked once in each direction.
//
// An example. The square a b c d with the diagonal "a c": the faces of the
// square are abcd and dcba; the diagonal fits either; in the first it leaves abc
// and acd.
//
// The cost. Every path takes time proportional to the size of the block: fine
// for a few thousand vertices.

package pfaffian

import "polka/dlx/internal/engine"

// A graph is a set of edges, listed at both ends.
type graph struct {
	edges []edge
	at    [][]int32 // at[u] lists the edges of vertex u
}

func newGraph(vertices int, edges []edge) *graph {
	g := &graph{edges, make([][]int32, vertices)}
	for x, e := range edges {
		g.at[e.u] = append(g.at[e.u], int32(x))
		g.at[e.v] = append(g.at[e.v], int32(x))
	}
	return g
}

// other returns the vertex at the other end of edge x.
func (g *graph) other(x, u int32) int32 { return g.edges[x].u ^ g.edges[x].v ^ u }

// edge finds the edge between two vertices.
func (g *graph) edge(u, v int32) int32 {
	for _, x := range g.at[u] {
		if g.other(x, u) == v {
			return x
		}
	}
	return -1
}

// blocks lists the edges of the blocks: the largest parts of the graph that
// remain connected without any single vertex. It also lists edges that are in
// no perfect matching: if all paths from a vertex to some others go through
// vertex u, and the number of these is even, then they are matched among
// themselves, and not with u.
func (g *graph) blocks() (blocks [][]int32, useless []int32) {
	type visit struct {
		u, by int32 // the edge to u in the tree of visits
		next  int
	}
	number := make([]int, len(g.at)) // the order of the visits, from 1
	low := make([]int, len(g.at))
	size := make([]int, len(g.at)) // of the subtree of visits at a vertex, itself included
	cut := make([]int, len(g.at))  // how many of these only the vertex connects to the rest
	visited := 0
	var stack []visit
	var edges []int32 // not yet in a block
	for start := range g.at {
		if number[start] != 0 {
			continue
		}
		visited++
		number[start], low[start] = visited, visited
		stack = append(stack, visit{int32(start), -1, 0})
		for len(stack) > 0 {
			top := &stack[len(stack)-1]
			u := top.u
			if top.next < len(g.at[u]) {
				x := g.at[u][top.next]
				top.next++
				v := g.other(x, u)
				switch {
				case x == top.by:
				case number[v] == 0:
					visited++
					number[v], low[v] = visited, visited
					edges = append(edges, x)
					stack = append(stack, visit{v, x, 0})
				case number[v] < number[u]:
					edges = append(edges, x)
					low[u] = min(low[u], number[v])
				}
				continue
			}
			by := top.by
			stack = stack[:len(stack)-1]
			if by < 0 {
				continue
			}
			parent := g.other(by, u)
			size[u]++
			size[parent] += size[u]
			low[parent] = min(low[parent], low[u])
			if low[u] < number[parent] {
				continue
			}
			cut[parent] += size[u]
			from := len(edges) - 1
			for edges[from] != by {
				from--
			}
			block := append([]int32(nil), edges[from:]...)
			edges = edges[:from]
			blocks = append(blocks, block)
			for _, x := range block {
				for _, w := range []int32{g.edges[x].u, g.edges[x].v} {
					if w == parent && size[u]%2 == 0 || w != parent && cut[w]%2 != 0 {
						useless = append(useless, x)
						break
					}
				}
			}
		}
	}
	return blocks, useless
}

// A drawing is the part of a block that has been drawn.
type drawing struct {
	g      *graph
	block  []int32
	in     []bool // edges of the block
	drawn  []bool // edges
	todo   int    // the number of edges that are not drawn
	faces  [][]int32
	around [][]int32 // around[u] lists the faces at vertex u, nil if it is not drawn
	marked []int32   // marked[u] == stamp if vertex u was visited in this round,
	came   []int32   // and then came[u] is its predecessor
	stamp  int32
	stack  []int32
}

// draw returns the faces of a block of at least three edges, or nil if it is
// not planar, or the search was stopped.
func (g *graph) draw(block []int32, s *engine.Search) [][]int32 {
	d := &drawing{
		g:      g,
		block:  block,
		in:     make([]bool, len(g.edges)),
		drawn:  make([]bool, len(g.edges)),
		todo:   len(block),
		around: make([][]int32, len(g.at)),
		marked: make([]int32, len(g.at)),
		came:   make([]int32, len(g.at)),
	}
	for _, x := range block {
		d.in[x] = true
	}
	cycle := d.cycle()
	d.faces = [][]int32{cycle, reversed(cycle)}
	for i, u := range cycle {
		d.ink(u, cycle[(i+1)%len(cycle)])
		d.around[u] = []int32{0, 1}
	}
	for d.todo > 0 {
		if !s.Tick(int64(4*len(block))) || !d.path() {
			return nil
		}
	}
	return d.faces
}

// ink marks the edge between two vertices as drawn.
func (d *drawing) ink(u, v int32) {
	d.drawn[d.g.edge(u, v)] = true
	d.todo--
}

// cycle returns a cycle: an edge, and a path back without it.
func (d *drawing) cycle() []int32 {
	e := d.g.edges[d.block[0]]
	return d.search(e.u, func(x, _ int32) bool { return x != d.block[0] }, func(u int32) bool { return u == e.v })
}

// search returns the vertices of a shortest path from a vertex to one that is
// wanted, by edges and vertices that may be used.
func (d *drawing) search(start int32, may func(x, to int32) bool, wanted func(u int32) bool) []int32 {
	d.stamp++
	d.marked[start], d.came[start] = d.stamp, -1
	queue := append(d.stack[:0], start)
	for at := 0; at < len(queue); at++ {
		u := queue[at]
		if u != start && wanted(u) {
			var path []int32
			for ; u >= 0; u = d.came[u] {
				path = append(path, u)
			}
			return reversed(path)
		}
		for _, x := range d.g.at[u] {
			if v := d.g.other(x, u); d.marked[v] != d.stamp && d.in[x] && may(x, v) {
				d.marked[v], d.came[v] = d.stamp, u
				queue = append(queue, v)
			}
		}
	}
	return nil
}

// A fragment is a connected part of what is not drawn.
type fragment struct {
	edge  int32   // one of its edges,
	start int32   // and its end that is drawn
	touch []int32 // the vertices that are drawn
}

// fragments lists the fragments.
func (d *drawing) fragments() []fragment {
	var list []fragment
	d.stamp++
	round := d.stamp // for vertices that are not drawn; for drawn ones each fragment has its own stamp
	for _, x := range d.block {
		if d.drawn[x] {
			continue
		}
		e := d.g.edges[x]
		u, v := e.u, e.v
		if d.around[u] == nil {
			u, v = v, u
		}
		switch {
		case d.around[u] == nil: // inside a fragment
		case d.around[v] != nil:
			list = append(list, fragment{x, u, []int32{u, v}})
		case d.marked[v] < round:
			list = append(list, fragment{x, u, d.touched(v)})
		}
	}
	return list
}

// touched lists the drawn vertices of the fragment with vertex v. Vertices that
// are not drawn are marked by this round's stamp or a later one.
func (d *drawing) touched(v int32) []int32 {
	var touch []int32
	d.stamp++
	d.marked[v] = d.stamp
	stack := append(d.stack[:0], v)
	for len(stack) > 0 {
		u := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		for _, x := range d.g.at[u] {
			w := d.g.other(x, u)
			if !d.in[x] || d.marked[w] == d.stamp {
				continue
			}
			d.marked[w] = d.stamp
			if d.around[w] != nil {
				touch = append(touch, w)
			} else {
				stack = append(stack, w)
			}
		}
	}
	d.stack = stack
	return touch
}

// path draws a path. It reports false if there is a fragment for which there is
// no face.
func (d *drawing) path() bool {
	var best fragment
	into, choices := int32(-1), 0
	for _, f := range d.fragments() {
		face, n := d.fits(f)
		if n == 0 {
			return false
		}
		if choices == 0 || n < choices {
			best, into, choices = f, face, n
		}
		if n == 1 {
			break
		}
	}
	d.split(into, d.through(best))
	return true
}

// fits returns the first face that has all vertices in which a fragment
// touches the drawing, and how many there are.
func (d *drawing) fits(f fragment) (face int32, n int) {
next:
	for _, a := range d.around[f.touch[0]] {
		for _, u := range f.touch[1:] {
			if !contains(d.around[u], a) {
				continue next
			}
		}
		if n++; n == 1 {
			face = a
		}
	}
	return face, n
}

func contains(list []int32, x int32) bool {
	for _, y := range list {
		if y == x {
			return true
		}
	}
	return false
}

// through finds a path through a fragment, from one vertex that is drawn to
// another.
func (d *drawing) through(f fragment) []int32 {
	other := d.g.other(f.edge, f.start)
	if d.around[other] != nil {
		return []int32{f.start, other}
	}
	inside := d.search(other,
		func(x, to int32) bool { return !d.drawn[x] && to != f.start },
		func(u int32) bool { return d.around[u] != nil })
	// The search may visit drawn vertices only at its end, where it stops.
	return append([]int32{f.start}, inside...)
}

// split draws a path in a face.
func (d *drawing) split(into int32, path []int32) {
	for i, u := range path[1:] {
		d.ink(path[i], u)
	}
	a, b := path[0], path[len(path)-1]
	face := d.faces[into]
	i, j := index(face, a), index(face, b)
	// One side goes from a to b along the face and back by the path, the other
	// from b to a along the face.
	var one, two []int32
	for k := i; k != j; k = (k + 1) % len(face) {
		one = append(one, face[k])
	}
	for k := len(path) - 1; k > 0; k-- {
		one = append(one, path[k])
	}
	for k := j; k != i; k = (k + 1) % len(face) {
		two = append(two, face[k])
	}
	two = append(two, path[:len(path)-1]...)
	second := int32(len(d.faces))
	d.faces[into] = one
	d.faces = append(d.faces, two)
	for k := (j + 1) % len(face); k != i; k = (k + 1) % len(face) {
		list := d.around[face[k]]
		list[index(list, into)] = second
	}
	d.around[a] = append(d.around[a], second)
	d.around[b] = append(d.around[b], second)
	for _, u := range path[1 : len(path)-1] {
		d.around[u] = []int32{into, second}
	}
}

func index(list []int32, x int32) int {
	for i, y := range list {
		if y == x {
			return i
		}
	}
	return -1
}

func reversed(list []int32) []int32 {
	back := make([]int32, len(list))
	for i, x := range list {
		back[len(list)-1-i] = x
	}
	return back
}
