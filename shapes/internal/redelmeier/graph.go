// SPDX-License-Identifier: BSD-3-Clause

// Package redelmeier visits and counts the connected sets of vertices of a graph that contain a
// root, each once.
//
// It is independent of shapes: package shapes passes it a part of a lattice, with the cells
// numbered such that each fixed polyform occurs once as a set that contains the root and avoids the
// blocked cells. This program counts the connected sets of three cells in a row of five that
// contain the first:
//
//	g := redelmeier.NewGraph(5, 2, func(c int) []int { return []int{c - 1, c + 1} }) // neighbors outside are dropped
//	n, _ := g.Count(3, 0, 1, nil)                                                   // 1
package redelmeier

import "slices"

// A Graph is an undirected graph, stored as if it were regular: one additional blocked vertex takes
// the place of missing neighbors.
type Graph struct {
	size    int     // without the additional vertex
	degree  int     // the maximum number of neighbors
	near    []int32 // near[v*degree+i] is the i-th neighbor of v
	blocked []bool  // vertices that belong to no set

	triangles []uint32 // triangles[v*degree+i] has bit j set if the i-th and the j-th neighbor of v are neighbors; nil if none are
	searched  bool     // for triangles
}

// mostNeighbors is the maximum degree that the marks of a count have room for.
const mostNeighbors = 32

// NewGraph returns the graph with vertices from 0 to size-1 in which near returns the neighbors of
// each, at most degree. Neighbors that are not vertices are dropped. NewGraph panics if degree is
// greater than 32.
func NewGraph(size, degree int, near func(v int) []int) *Graph {
	if degree > mostNeighbors {
		panic("redelmeier: too many neighbors")
	}
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

func (g *Graph) neighbors(v int) []int32 { return g.near[v*g.degree : (v+1)*g.degree] }

// findTriangles computes triangles.
func (g *Graph) findTriangles() {
	if g.searched {
		return
	}
	g.searched = true
	triangles := make([]uint32, len(g.near))
	found := false
	for v := range g.size {
		for i, u := range g.neighbors(v) {
			for j, w := range g.neighbors(v) {
				if int(u) < g.size && int(w) < g.size && slices.Contains(g.neighbors(int(u)), w) {
					triangles[v*g.degree+i] |= 1 << j
					found = true
				}
			}
		}
	}
	if found {
		g.triangles = triangles
	}
}

// Block excludes a vertex from all sets.
func (g *Graph) Block(v int) { g.blocked[v] = true }

// Size returns the number of vertices.
func (g *Graph) Size() int { return g.size }
