// Package redelmeier visits and counts the connected sets of vertices of a graph that contain a root, each once.
//
// It knows nothing of shapes: package shapes hands it a piece of a lattice, with the cells numbered in such a way that
// each fixed polyform occurs once as a set that contains the root and avoids the blocked cells. The smallest useful
// program counts the connected sets of three cells in a row of five that contain the first:
//
//	g := redelmeier.NewGraph(5, 2, func(c int) []int { return []int{c - 1, c + 1} }) // neighbours outside are dropped
//	n, _ := g.Count(3, 0, 1, nil)                                                   // 1
package redelmeier

// A Graph is an undirected graph, stored as if it were regular: for neighbours that are missing stands one more vertex,
// which is blocked.
type Graph struct {
	size    int     // without the additional vertex
	degree  int     // the greatest number of neighbours
	near    []int32 // near[v*degree+i] is the i-th neighbour of v
	blocked []bool  // vertices that belong to no set
}

// NewGraph gives the graph with vertices from 0 to size-1 in which near lists the neighbours of each, at most degree.
// Those that are no vertices are dropped.
func NewGraph(size, degree int, near func(v int) []int) *Graph {
	g := &Graph{size: size, degree: degree, near: make([]int32, size*degree), blocked: make([]bool, size+1)}
	g.blocked[size] = true
	for v := range size {
		list := g.near[v*degree : (v+1)*degree]
		for i := range list {
			list[i] = int32(size)
		}
		i := 0
		for _, w := range near(v) {
			if 0 <= w && w < size {
				list[i] = int32(w)
				i++
			}
		}
	}
	return g
}

// Block excludes a vertex from all sets.
func (g *Graph) Block(v int) { g.blocked[v] = true }

// Size is the number of vertices.
func (g *Graph) Size() int { return g.size }

// States of a vertex during a walk.
const (
	free    = iota // not seen
	untried        // on the list of vertices that can be added next
	done           // in the set, or excluded from it
)

// states gives the states of all vertices before the first step.
func (g *Graph) states() []uint8 {
	states := make([]uint8, len(g.blocked))
	for v, blocked := range g.blocked {
		if blocked {
			states[v] = done
		}
	}
	return states
}
