// SPDX-License-Identifier: BSD-3-Clause

package puzzle

import (
	"fmt"
	"strings"

	"polka/dlx"
)

// A Graph has vertices with names, and edges between them. It is an immutable value.
// It prints as the list of its edges, which ParseGraph reads.
type Graph struct {
	vertices []string
	edges    [][2]int
}

// ParseGraph parses a list of edges such as "a-b b-c c-a". A name by itself is a
// vertex without edges. Names must not contain spaces, colons, bars or hyphens. It is
// an error if an edge occurs twice or joins a vertex to itself, and if there are no
// vertices.
func ParseGraph(text string) (Graph, error) {
	var g Graph
	number := map[string]int{}
	vertex := func(name string) int {
		if _, ok := number[name]; !ok {
			number[name] = len(g.vertices)
			g.vertices = append(g.vertices, name)
		}
		return number[name]
	}
	seen := map[[2]int]bool{}
	for i, word := range strings.Fields(text) {
		a, b, edge := strings.Cut(word, "-")
		if a == "" || edge && b == "" || strings.ContainsAny(word, ":|") || strings.Contains(b, "-") {
			return Graph{}, fmt.Errorf("puzzle: word %d of the graph: expected an edge such as a-b, found %q", i+1, word)
		}
		x := vertex(a)
		if !edge {
			continue
		}
		y := vertex(b)
		if x == y || seen[[2]int{min(x, y), max(x, y)}] {
			return Graph{}, fmt.Errorf("puzzle: word %d of the graph: expected an edge between two vertices, and each once, found %q", i+1, word)
		}
		seen[[2]int{min(x, y), max(x, y)}] = true
		g.edges = append(g.edges, [2]int{x, y})
	}
	if len(g.vertices) == 0 {
		return Graph{}, fmt.Errorf("puzzle: expected the edges of a graph, such as a-b, found nothing")
	}
	return g, nil
}

// Complete returns the complete graph with the vertices 1, 2, ..., n. It panics if n
// is not positive.
func Complete(n int) Graph {
	g := numbered(n)
	for i := range n {
		for j := i + 1; j < n; j++ {
			g.edges = append(g.edges, [2]int{i, j})
		}
	}
	return g
}

// Cycle returns the cycle of the vertices 1, 2, ..., n. It panics if n is less than
// 3.
func Cycle(n int) Graph {
	if n < 3 {
		panic("puzzle: a cycle has fewer than three vertices")
	}
	g := numbered(n)
	for i := range n {
		g.edges = append(g.edges, [2]int{i, (i + 1) % n})
	}
	return g
}

// GridGraph returns the graph of the cells of a rectangle, in which neighbors are
// adjacent. The cell in row 1 and column 2 is named 1,2. The perfect matchings of the
// graph are the domino tilings of the rectangle. GridGraph panics if there are no rows
// or no columns.
func GridGraph(rows, columns int) Graph {
	if rows < 1 || columns < 1 {
		panic("puzzle: a grid has no vertices")
	}
	var g Graph
	for i := range rows {
		for j := range columns {
			g.vertices = append(g.vertices, fmt.Sprintf("%d,%d", i+1, j+1))
			at := i*columns + j
			if j+1 < columns {
				g.edges = append(g.edges, [2]int{at, at + 1})
			}
			if i+1 < rows {
				g.edges = append(g.edges, [2]int{at, at + columns})
			}
		}
	}
	return g
}

// Petersen returns the graph of J. Petersen (1898), which has ten vertices: an outer
// and an inner cycle of five.
func Petersen() Graph {
	g := numbered(10)
	for i := range 5 {
		g.edges = append(g.edges, [2]int{i, (i + 1) % 5}, [2]int{i, i + 5}, [2]int{i + 5, (i+2)%5 + 5})
	}
	return g
}

// numbered returns the graph with the vertices 1, 2, ..., n and no edges.
func numbered(n int) Graph {
	if n < 1 {
		panic("puzzle: a graph has no vertices")
	}
	var g Graph
	for i := range n {
		g.vertices = append(g.vertices, fmt.Sprint(i+1))
	}
	return g
}

// Vertices returns the names of the vertices.
func (g Graph) Vertices() []string { return append([]string(nil), g.vertices...) }

// String returns the edges, and the vertices without edges.
func (g Graph) String() string {
	used := make([]bool, len(g.vertices))
	var words []string
	for _, e := range g.edges {
		words = append(words, g.edge(e))
		used[e[0]], used[e[1]] = true, true
	}
	for i, v := range g.vertices {
		if !used[i] {
			words = append(words, v)
		}
	}
	return strings.Join(words, " ")
}

// edge returns an edge as text.
func (g Graph) edge(e [2]int) string { return g.vertices[e[0]] + "-" + g.vertices[e[1]] }

// problem returns a problem whose items are the vertices, without options.
func (g Graph) problem() *dlx.Problem {
	p := dlx.New()
	for _, v := range g.vertices {
		p = p.AddItems(dlx.Item{Name: v})
	}
	return p
}

// Matchings is the puzzle of finding the perfect matchings of a graph: sets of edges
// that contain each vertex once. The vertices are items and the edges are options.
type Matchings struct{ g Graph }

// NewMatchings returns the puzzle for a graph.
func NewMatchings(g Graph) Matchings { return Matchings{g} }

// Problem returns the puzzle as an exact cover problem.
func (m Matchings) Problem() *dlx.Problem {
	p := m.g.problem()
	for _, e := range m.g.edges {
		p = p.AddEntries(entries(e[:]...)...)
	}
	return p
}

// Decode returns the graph whose edges are the matching.
func (m Matchings) Decode(s dlx.Solution) Graph {
	g := Graph{vertices: m.g.vertices}
	for _, k := range s.Options() {
		g.edges = append(g.edges, m.g.edges[k])
	}
	return g
}

// Text returns a solution as text.
func (m Matchings) Text(s dlx.Solution) string { return m.Decode(s).String() }

// String returns a description of the puzzle.
func (m Matchings) String() string {
	return fmt.Sprintf("perfect matchings of a graph with %d vertices and %d edges", len(m.g.vertices), len(m.g.edges))
}

// Coloring is the puzzle of coloring the vertices of a graph with k colors so that
// adjacent vertices have different colors. The vertices are primary items, and there
// is a secondary item for each edge and color. The option of a vertex and a color
// contains the secondary items of its edges with that color: Knuth, section 7.2.2.1,
// exercise 115. Colorings that differ by a permutation of the colors are different
// solutions, so their number is the value of the chromatic polynomial at k.
type Coloring struct {
	g Graph
	k int
}

// NewColoring returns the puzzle for a graph and k colors. It panics if k is not
// positive.
func NewColoring(g Graph, k int) Coloring {
	if k < 1 {
		panic("puzzle: the number of colors is not positive")
	}
	return Coloring{g, k}
}

// Problem returns the puzzle as an exact cover problem. Option k*i+c
// gives vertex i the color c, both counted from 0.
func (c Coloring) Problem() *dlx.Problem {
	p := c.g.problem()
	at := make([][]int, len(c.g.vertices)) // the edges of each vertex
	for i, e := range c.g.edges {
		at[e[0]], at[e[1]] = append(at[e[0]], i), append(at[e[1]], i)
		for color := range c.k {
			p = p.AddItems(dlx.Item{Name: fmt.Sprintf("%s/%d", c.g.edge(e), color+1), Secondary: true})
		}
	}
	for i := range c.g.vertices {
		for color := range c.k {
			items := []int{i}
			for _, e := range at[i] {
				items = append(items, len(c.g.vertices)+e*c.k+color)
			}
			p = p.AddEntries(entries(items...)...)
		}
	}
	return p
}

// Decode returns the color of each vertex, from 1 to k, in the order of
// Graph.Vertices.
func (c Coloring) Decode(s dlx.Solution) []int {
	row := make([]int, len(c.g.vertices))
	for _, k := range s.Options() {
		row[k/c.k] = k%c.k + 1
	}
	return row
}

// Text returns a solution as a list of vertices with their colors.
func (c Coloring) Text(s dlx.Solution) string {
	row := c.Decode(s)
	words := make([]string, len(row))
	for i, v := range c.g.vertices {
		words[i] = fmt.Sprintf("%s:%d", v, row[i])
	}
	return strings.Join(words, " ")
}

// String returns a description of the puzzle.
func (c Coloring) String() string {
	return fmt.Sprintf("colorings of a graph with %d vertices and %d edges by %d colors", len(c.g.vertices), len(c.g.edges), c.k)
}
