// Package graph draws graphs of gonum as SVG documents.
package graph

import (
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/graph"

	"polka/internal/plural"
	"polka/kernel/display"
)

// mostNodes is the number of nodes of the largest graph that is drawn.
const mostNodes = 150

func init() {
	display.Register(func(g graph.Graph) any {
		d := read(g)
		b := display.Text(d.summary())
		if n := len(d.nodes); n > 0 && n <= mostNodes {
			d.place()
			b.Data[display.SVGType] = []byte(d.svg())
		}
		return b
	})
}

// A drawing is a graph with places for its nodes.
type drawing struct {
	nodes    []node
	edges    []edge
	directed bool
	layered  bool // all edges lead down
}

type node struct {
	label string
	x, y  float64
}

// An edge leads from one node to another, which are indices.
type edge struct {
	from, to int
	label    string // its weight
}

// read lists the nodes of a graph, in the order of their numbers, and its edges.
func read(g graph.Graph) *drawing {
	d := &drawing{}
	_, d.directed = g.(graph.Directed)
	list := graph.NodesOf(g.Nodes())
	slices.SortFunc(list, func(a, b graph.Node) int { return int(min(max(a.ID()-b.ID(), -1), 1)) })
	index := make(map[int64]int)
	for i, n := range list {
		index[n.ID()] = i
		d.nodes = append(d.nodes, node{label: label(n)})
	}
	if len(list) > mostNodes {
		return d
	}
	weights, weighted := g.(graph.Weighted)
	for i, n := range list {
		to := graph.NodesOf(g.From(n.ID()))
		slices.SortFunc(to, func(a, b graph.Node) int { return index[a.ID()] - index[b.ID()] })
		for _, m := range to {
			k := index[m.ID()]
			if !d.directed && k < i {
				continue // seen from the other end
			}
			e := edge{from: i, to: k}
			if weighted {
				if w, ok := weights.Weight(n.ID(), m.ID()); ok {
					e.label = fmt.Sprintf("%.4g", w)
				}
			}
			d.edges = append(d.edges, e)
		}
	}
	return d
}

// label returns the name of a node: its identifier in the language DOT, its text, or its
// number.
func label(n graph.Node) string {
	switch n := n.(type) {
	case interface{ DOTID() string }:
		return n.DOTID()
	case fmt.Stringer:
		return n.String()
	}
	return fmt.Sprint(n.ID())
}

func (d *drawing) summary() string {
	kind := "graph"
	if d.directed {
		kind = "directed graph"
	}
	if n := len(d.nodes); n > mostNodes {
		return fmt.Sprintf("%s with %s, too many to draw", kind, plural.Count(n, "node"))
	}
	return fmt.Sprintf("%s with %s and %s", kind, plural.Count(len(d.nodes), "node"), plural.Count(len(d.edges), "edge"))
}

// place chooses the places of the nodes.
func (d *drawing) place() {
	if d.directed {
		if levels, ok := d.levels(); ok {
			d.layers(levels)
			return
		}
	}
	d.spring()
}

// levels returns for each node the length of the longest path that ends there. It reports false if
// the graph has a cycle.
func (d *drawing) levels() (levels []int, ok bool) {
	levels = make([]int, len(d.nodes))
	for range d.nodes {
		changed := false
		for _, e := range d.edges {
			if levels[e.to] <= levels[e.from] {
				levels[e.to], changed = levels[e.from]+1, true
			}
		}
		if !changed {
			return levels, true
		}
	}
	return nil, len(d.edges) == 0
}

// Distances of nodes, in pixels.
const (
	across = 70.0
	down   = 64.0
	radius = 15.0
	room   = 24.0 // at the edges of the picture
)

// layers puts nodes of one level side by side. The order within a level is that of the mean places
// of their neighbors above, which reduces the crossings.
func (d *drawing) layers(levels []int) {
	d.layered = true
	rows := make([][]int, slices.Max(levels)+1)
	for i, l := range levels {
		rows[l] = append(rows[l], i)
	}
	widest := 0
	for _, row := range rows {
		widest = max(widest, len(row))
	}
	mean := make([]float64, len(d.nodes))
	for l, row := range rows {
		for _, i := range row {
			sum, n := 0.0, 0
			for _, e := range d.edges {
				if e.to == i {
					sum, n = sum+d.nodes[e.from].x, n+1
				}
			}
			mean[i] = sum / max(float64(n), 1)
		}
		slices.SortStableFunc(row, func(a, b int) int {
			return int(math.Copysign(math.Min(1, math.Abs(mean[a]-mean[b])*1e6), mean[a]-mean[b]))
		})
		for k, i := range row {
			d.nodes[i].x = room + across*(float64(k)+float64(widest-len(row))/2)
			d.nodes[i].y = room + down*float64(l)
		}
	}
}

// spring moves nodes as if edges were springs and nodes repelled each other (Fruchterman and
// Reingold, Graph drawing by force-directed placement, 1991, doi 10.1002/spe.4380211102), from a
// circle, in steps that become shorter.
func (d *drawing) spring() {
	n := len(d.nodes)
	side := 60 * math.Sqrt(float64(n)) * 1.3
	k := 60.0
	for i := range d.nodes {
		angle := 2 * math.Pi * float64(i) / float64(n)
		d.nodes[i].x, d.nodes[i].y = side/2*math.Cos(angle), side/2*math.Sin(angle)
	}
	const steps = 300
	for step := range steps {
		force := make([][2]float64, n)
		push := func(i, j int, f, dx, dy float64) {
			force[i][0] += f * dx
			force[i][1] += f * dy
			force[j][0] -= f * dx
			force[j][1] -= f * dy
		}
		for i := range n {
			for j := range i {
				dx, dy := d.nodes[i].x-d.nodes[j].x, d.nodes[i].y-d.nodes[j].y
				push(i, j, k*k/max(dx*dx+dy*dy, 1), dx, dy)
			}
		}
		for _, e := range d.edges {
			dx, dy := d.nodes[e.from].x-d.nodes[e.to].x, d.nodes[e.from].y-d.nodes[e.to].y
			push(e.from, e.to, -math.Hypot(dx, dy)/k, dx, dy)
		}
		most := side / 10 * (1 - float64(step)/steps)
		for i := range d.nodes {
			// A weak pull to the middle keeps separate parts together.
			fx, fy := force[i][0]-d.nodes[i].x/10, force[i][1]-d.nodes[i].y/10
			length := max(math.Hypot(fx, fy), 1e-9)
			d.nodes[i].x += fx / length * min(length, most)
			d.nodes[i].y += fy / length * min(length, most)
		}
	}
	left, top := math.Inf(1), math.Inf(1)
	for _, p := range d.nodes {
		left, top = min(left, p.x), min(top, p.y)
	}
	for i := range d.nodes {
		d.nodes[i].x += room - left
		d.nodes[i].y += room - top
	}
}
