// SPDX-License-Identifier: BSD-3-Clause

// Boards that are graphs.
//
// A graph is a finite lattice without polygons: its nodes are the cells, and its edges say which
// are neighbors. A piece is a graph too: the cells of a shape on any planar lattice, or of a graph,
// with an edge between neighbors. It lies where its edges lie on edges of the board, which may have
// more edges between its nodes; so a path of five nodes lies on any five nodes in a row.
//
// Embeddings are found by backtracking: the cells of a piece are ordered so that each, but the
// first of each component, has an earlier neighbor, and is laid on the free neighbors of its image.
// The symmetries of a graph are the embeddings of the graph in itself, since as many edges as there
// are lie on edges.
//
// Example: dominoes lie on the edges of Petersen's graph, which has six perfect matchings and 120
// symmetries. Cost: proportional to the number of partial embeddings.

package shapes

import (
	"errors"
	"fmt"
	"maps"
	"math"
	"slices"
	"strconv"
	"strings"
)

// A Graph defines a lattice of nodes and edges for [NewGraph].
type Graph struct {
	// Name is the name of the lattice, as in [Period].
	Name string

	// Edges are pairs of names of different nodes. The nodes are those of Nodes and of the edges,
	// in the order of their first occurrence: node number k is the cell (0,0,k). There are at most
	// 4096 nodes, with at most 32 neighbors each.
	Edges [][2]string

	// Nodes are names of nodes, also of those without edges. It may be empty.
	Nodes []string

	// Positions say where nodes are drawn, with x to the right and y down. The others are drawn on
	// a circle, in their order.
	Positions map[string][2]float64
}

// A network has what a surface of polygons does not: nodes and edges.
type network struct {
	names []string
	edges [][]int // by node: its neighbors
}

func (n *network) equal(m *network) bool {
	if n == nil || m == nil {
		return n == m
	}
	return slices.Equal(n.names, m.names) && slices.EqualFunc(n.edges, m.edges, func(a, b []int) bool { return slices.Equal(a, b) })
}

// NewGraph returns the lattice of the nodes of a graph, which is finite (see [Lattice.Finite]).
// [Lattice.Nodes] returns shapes of it by names. [Lattice.Embeddings] finds where pieces lie: with
// every edge between cells of the piece on an edge of the graph. Edges with equal ends are errors;
// an edge that is given twice is one. Names are registered as by [NewLattice].
//
// Package cover tiles it: cover.BoardOf(l.Whole()) is the board of all nodes. Two placements of a
// piece on the same nodes are one, whatever the edges between them. These graphs have names that
// [LatticeByName] and boards know:
//
//	path-5, cycle-6      the nodes 1, 2, ... in a row, and in a ring
//	complete-6           all pairs are edges; at most 33 nodes
//	hypercube-4          the corners of a cube of 4 dimensions, such as 0101; at most 10 dimensions
//	petersen             Petersen's graph: the nodes are the pairs of 5 things, such as 14, and disjoint
//	                     ones are neighbors
func NewGraph(g Graph) (*Lattice, error) {
	if err := checkLatticeName(g.Name); err != nil {
		return nil, err
	}
	l, err := graphOf(g)
	if err != nil {
		return nil, err
	}
	return registered(l), nil
}

// graphOf makes a lattice without registering it.
func graphOf(g Graph) (*Lattice, error) {
	n := &network{}
	number := map[string]int{}
	node := func(name string) int {
		k, ok := number[name]
		if !ok {
			k = len(n.names)
			number[name] = k
			n.names, n.edges = append(n.names, name), append(n.edges, nil)
		}
		return k
	}
	for _, name := range g.Nodes {
		node(name)
	}
	for i, e := range g.Edges {
		a, b := node(e[0]), node(e[1])
		if a == b {
			return nil, fmt.Errorf("shapes: edge %d joins node %q to itself", i, e[0])
		}
		if !slices.Contains(n.edges[a], b) {
			n.edges[a], n.edges[b] = append(n.edges[a], b), append(n.edges[b], a)
		}
	}
	if len(n.names) == 0 || len(n.names) > mostPatch {
		return nil, fmt.Errorf("shapes: %d nodes: expected 1 to %d", len(n.names), mostPatch)
	}
	for _, name := range slices.Sorted(maps.Keys(g.Positions)) {
		if _, ok := number[name]; !ok || !finite(g.Positions[name]) {
			return nil, fmt.Errorf("shapes: the position of %q: expected finite numbers for a node", name)
		}
	}
	l := &Lattice{design: design{name: g.Name, scale: fineGrid, contact: 2, surface: &surface{network: n}}}
	l.steps = [3][2]float64{{1, 0}, {0, 1}, {}}
	positions := n.positions(g.Positions)
	f := &l.derived
	*f = facts{reflect: -1, margin: 1}
	identical := operation{matrix: identity}
	for k, list := range n.edges {
		if len(list) > mostAdjacent {
			return nil, fmt.Errorf("shapes: node %q has %d neighbors, expected at most %d", n.names[k], len(list), mostAdjacent)
		}
		slices.Sort(list)
		var near []Cell
		for _, j := range list {
			near = append(near, Cell{Z: j})
		}
		own := Cell{Z: k}
		f.near, f.units = append(f.near, near), append(f.units, []Cell{own})
		identical.images = append(identical.images, own)
		l.surface.across = append(l.surface.across, nil)
		var corners []Corner
		for i := range 8 { // a small octagon
			p := add(positions[k], towards(float64(45*i)+22.5, 0.3))
			corners = append(corners, Corner{X: int(math.Round(p[0] * fineGrid)), Y: int(math.Round(p[1] * fineGrid))})
		}
		l.corners = append(l.corners, corners)
	}
	f.operations = []operation{identical}
	l.classes = l.namedClasses()
	l.deriving.Do(func() {})
	return l, nil
}

// positions returns where nodes are drawn, at a distance of at least 1.
func (n *network) positions(given map[string][2]float64) [][2]float64 {
	radius := max(0.5, 0.5/math.Sin(math.Pi/float64(max(2, len(n.names)))))
	var list [][2]float64
	for k, name := range n.names {
		p, ok := given[name]
		if !ok {
			p = towards(360*float64(k)/float64(len(n.names))-90, radius)
		}
		list = append(list, p)
	}
	least := math.Inf(1)
	for i, p := range list {
		for _, q := range list[:i] {
			if d := less2(p, q); d != [2]float64{} {
				least = min(least, math.Hypot(d[0], d[1]))
			}
		}
	}
	if math.IsInf(least, 1) {
		return list
	}
	for i, p := range list {
		list[i] = [2]float64{p[0] / least, p[1] / least}
	}
	return list
}

// Nodes returns the shape of the nodes of a graph with the given names, or of all if there are no
// names. A name that no node has is an error, and so are names on a lattice that is no graph (see
// [NewGraph]).
func (l *Lattice) Nodes(names ...string) (Shape, error) {
	if l.surface == nil || l.surface.network == nil {
		return Shape{}, errors.New("shapes: only the nodes of a graph have names")
	}
	if len(names) == 0 {
		return l.Whole(), nil
	}
	var cells []Cell
	for _, name := range names {
		k := slices.Index(l.surface.network.names, name)
		if k < 0 {
			return Shape{}, fmt.Errorf("shapes: graph %s has no node %q", l.name, name)
		}
		cells = append(cells, Cell{Z: k})
	}
	return New(l, cells...), nil
}

// NodeName returns the name of a node of a graph, or "" on other lattices.
func (l *Lattice) NodeName(c Cell) string {
	if l.surface == nil || l.surface.network == nil || !l.Contains(c) {
		return ""
	}
	return l.surface.network.names[c.Z]
}

// mostEmbeddings limits the symmetries of a graph that are used: more would fill the memory.
const mostEmbeddings = 10000

// embed calls visit for the images of the cells of s, until it returns false.
func (n *network) embed(s Shape, visit func(images []Cell) bool) {
	cells := s.Cells()
	l := s.Lattice()
	earlier := make([][]int, len(cells)) // by place in the order: the places of neighbors
	var order []int
	place := make([]int, len(cells))
	for first := range cells {
		if slices.Contains(order, first) {
			continue
		}
		place[first] = len(order)
		order = append(order, first)
		for i := place[first]; i < len(order); i++ {
			for _, d := range l.Neighbors(cells[order[i]]) {
				j := s.index(d)
				if j < 0 {
					continue
				}
				if !slices.Contains(order, j) {
					place[j] = len(order)
					order = append(order, j)
				}
				if place[j] > i && !slices.Contains(earlier[place[j]], i) {
					earlier[place[j]] = append(earlier[place[j]], i)
				}
			}
		}
	}
	all := make([]int, len(n.names))
	for k := range all {
		all[k] = k
	}
	at := make([]int, len(cells)) // by place
	taken := make([]bool, len(n.names))
	var lay func(i int) bool
	lay = func(i int) bool {
		if i == len(order) {
			images := make([]Cell, len(cells))
			for p, c := range order {
				images[c] = Cell{Z: at[p]}
			}
			return visit(images)
		}
		candidates := all
		if len(earlier[i]) > 0 {
			candidates = n.edges[at[earlier[i][0]]]
		}
	next:
		for _, k := range candidates {
			if taken[k] {
				continue
			}
			for _, p := range earlier[i] {
				if !slices.Contains(n.edges[k], at[p]) {
					continue next
				}
			}
			at[i], taken[k] = k, true
			more := lay(i + 1)
			taken[k] = false
			if !more {
				return false
			}
		}
		return true
	}
	if len(cells) > 0 && len(cells) <= len(n.names) {
		lay(0)
	}
}

// graphNamed returns the graph with a name, or nil if there is none.
func graphNamed(name string) *Graph {
	kind, digits, _ := strings.Cut(name, "-")
	n, err := strconv.Atoi(digits)
	if name != "petersen" && (err != nil || n < 1 || n > mostPatch || strconv.Itoa(n) != digits) {
		return nil
	}
	g := &Graph{Name: name}
	edge := func(a, b string) { g.Edges = append(g.Edges, [2]string{a, b}) }
	switch {
	case kind == "hypercube" && n <= 10:
		for a := range 1 << n {
			g.Nodes = append(g.Nodes, fmt.Sprintf("%0*b", n, a))
			for bit := range n {
				if b := a &^ (1 << bit); b != a {
					edge(g.Nodes[b], g.Nodes[a])
				}
			}
		}
	case name == "petersen":
		for a := 1; a <= 5; a++ {
			for b := a + 1; b <= 5; b++ {
				g.Nodes = append(g.Nodes, strconv.Itoa(10*a+b))
			}
		}
		for i, a := range g.Nodes {
			for _, b := range g.Nodes[:i] {
				if !strings.ContainsAny(a, b) {
					edge(b, a)
				}
			}
		}
	case kind == "path" || kind == "cycle" && n >= 3 || kind == "complete" && n <= mostAdjacent+1:
		for a := 1; a <= n; a++ {
			g.Nodes = append(g.Nodes, strconv.Itoa(a))
			for b := range a - 1 {
				if kind == "complete" || b == a-2 || kind == "cycle" && b == 0 && a == n {
					edge(g.Nodes[b], g.Nodes[a-1])
				}
			}
		}
		if kind == "path" {
			g.Positions = map[string][2]float64{}
			for i, name := range g.Nodes {
				g.Positions[name] = [2]float64{float64(i), 0}
			}
		}
	default:
		return nil
	}
	return g
}
