// SPDX-License-Identifier: BSD-3-Clause

// The problem. Embed a large graph that is a piece of a lattice: most of its faces have four
// edges, or most have six. Package pfaffian embeds any planar graph (plane.go), but in time
// proportional to the square of its size.
//
// The idea. Take all cycles of four edges, or all of six if there are none of four, as faces, and
// direct them so that no two walk along an edge in the same direction. The directions that are
// left over must be the walks around the outer face and around holes. Whether all this is an
// embedding in the plane is checked: the faces around each vertex form one ring, and Euler's
// formula holds. If anything fails, there is no answer, and plane.go finds one.
//
// An example. A ladder with two rungs: one cycle abcd. Its four edges are left over in the other
// direction, and form the outer face dcba.

package pfaffian

import "slices"

// meshes returns the faces of a block, or nil if it is not such a graph.
func (g *graph) meshes(block []int32) [][]int32 {
	in := make(map[int32]bool, len(block))
	vertices := map[int32]bool{}
	for _, x := range block {
		in[x] = true
		vertices[g.edges[x].u], vertices[g.edges[x].v] = true, true
	}
	for _, n := range []int{4, 6} {
		if cycles := g.cycles(block, in, n); len(cycles) > 0 {
			return g.close(block, vertices, directed(cycles))
		}
	}
	return nil
}

// cycles lists the cycles of n edges of a block, each once.
func (g *graph) cycles(block []int32, in map[int32]bool, n int) (list [][]int32) {
	path := make([]int32, 0, n)
	var extend func()
	extend = func() {
		u := path[len(path)-1]
		for _, x := range g.at[u] {
			v := g.other(x, u)
			if !in[x] || v < path[0] {
				continue
			}
			if v == path[0] && len(path) == n && path[1] < path[n-1] {
				list = append(list, append([]int32(nil), path...))
			}
			if len(path) == n || slices.Contains(path, v) {
				continue
			}
			path = append(path, v)
			extend()
			path = path[:len(path)-1]
		}
	}
	done := map[int32]bool{}
	for _, x := range block {
		for _, u := range [2]int32{g.edges[x].u, g.edges[x].v} {
			if !done[u] {
				done[u] = true
				path = append(path[:0], u)
				extend()
			}
		}
	}
	return list
}

// directed reverses cycles so that neighbors walk along their common edge in opposite directions,
// as far as that is possible.
func directed(cycles [][]int32) [][]int32 {
	type ends [2]int32
	at := map[ends][]int{} // the cycles at each edge
	for i, c := range cycles {
		for j, u := range c {
			v := c[(j+1)%len(c)]
			at[ends{min(u, v), max(u, v)}] = append(at[ends{min(u, v), max(u, v)}], i)
		}
	}
	along := func(c []int32, u, v int32) bool {
		for j := range c {
			if c[j] == u && c[(j+1)%len(c)] == v {
				return true
			}
		}
		return false
	}
	done := make([]bool, len(cycles))
	for start := range cycles {
		if done[start] {
			continue
		}
		done[start] = true
		queue := []int{start}
		for k := 0; k < len(queue); k++ {
			c := cycles[queue[k]]
			for j, u := range c {
				v := c[(j+1)%len(c)]
				for _, i := range at[ends{min(u, v), max(u, v)}] {
					if done[i] {
						continue
					}
					done[i] = true
					if along(cycles[i], u, v) {
						cycles[i] = reversed(cycles[i])
					}
					queue = append(queue, i)
				}
			}
		}
	}
	return cycles
}

// close adds the faces that are left over. It returns nil if the faces are not an embedding.
func (g *graph) close(block []int32, vertices map[int32]bool, faces [][]int32) [][]int32 {
	type arc [2]int32
	next := make(map[arc]int32, 2*len(block)) // the vertex after an edge on its face
	enter := func(face []int32) bool {
		for j, u := range face {
			a := arc{u, face[(j+1)%len(face)]}
			if _, ok := next[a]; ok {
				return false
			}
			next[a] = face[(j+2)%len(face)]
		}
		return true
	}
	for _, face := range faces {
		if !enter(face) {
			return nil
		}
	}
	free := map[int32]int32{} // the arc that is left over at its beginning
	for _, x := range block {
		e := g.edges[x]
		for _, a := range []arc{{e.u, e.v}, {e.v, e.u}} {
			if _, ok := next[a]; ok {
				continue
			}
			if _, ok := free[a[0]]; ok {
				return nil // two walks could be joined in two ways
			}
			free[a[0]] = a[1]
		}
	}
	for _, x := range block {
		for _, u := range []int32{g.edges[x].u, g.edges[x].v} {
			var face []int32
			for v, ok := free[u]; ok; v, ok = free[u] {
				face = append(face, u)
				delete(free, u)
				u = v
			}
			if len(face) == 0 {
				continue
			}
			if len(face) < 3 || face[0] != u || !enter(face) {
				return nil
			}
			faces = append(faces, face)
		}
	}
	if len(next) != 2*len(block) || len(vertices)-len(block)+len(faces) != 2 {
		return nil
	}
	for u := range vertices { // around a vertex: in from v, out to the next one
		degree, ring := 0, 0
		var first int32
		for _, x := range g.at[u] {
			v := g.other(x, u)
			if _, ok := next[arc{v, u}]; ok {
				degree++
				first = v
			}
		}
		for v := first; ; {
			v = next[arc{v, u}]
			if ring++; v == first || ring > degree {
				break
			}
		}
		if ring != degree {
			return nil
		}
	}
	return faces
}
