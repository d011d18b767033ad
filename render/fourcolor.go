// SPDX-License-Identifier: BSD-3-Clause

// Four colors for a tiling.
//
// Pieces of a tiling that share a side should have different colors. The pieces are the vertices of
// a planar graph, so four colors suffice if each piece is connected (Appel and Haken 1977). The
// proof gives no short program, but these graphs are small and easy: the heuristic of Brélaz (doi
// 10.1145/359094.359101) rarely fails, and backtracking corrects it where it does.
//
// Color next the piece whose neighbors have the most different colors, because it has the fewest
// left; among these, the piece with the most neighbors; among these, the first. Try the remaining
// colors, the least used first, which makes the picture colorful; among equals, the lowest number.
//
// Some pieces may have a color from the start, which they keep (piececolor.go). Then one color more
// than they have is allowed, so that the other pieces look different. With pieces that are not
// connected, four colors may not suffice, or the search may take too long: if colorSteps trials
// fail, one more color is allowed.
//
// Example: a chain a-b-c-d gets the colors b 0, c 1, a 2, d 3. Cost: n*n for n pieces without
// backtracking, 10 microseconds for the twelve pentominoes.

package render

import "polka/shapes"

const colorSteps = 20000

// fourColors assigns each piece a fill from 0 to 3, or a higher one if necessary, so that pieces
// that share a side differ.
func fourColors(pieces []shapes.Shape) []int {
	colors := make([]int, len(pieces))
	for i := range colors {
		colors[i] = -1
	}
	return complete(adjacency(pieces), colors)
}

// complete assigns fills to the pieces whose color is -1. If there is no way to make all neighbors
// differ, or the search takes too long, it takes the fills in turn.
func complete(near [][]int, colors []int) []int {
	g := &coloring{near: near, color: make([]int, len(colors))}
	taken := map[int]bool{}
	for _, c := range colors {
		if c >= 0 {
			taken[c] = true
		}
	}
	for g.limit = min(max(tilingColors, len(taken)+1), len(hues)); g.limit <= len(hues); g.limit++ {
		copy(g.color, colors)
		g.used = [len(hues)]int{}
		done := 0
		for _, c := range colors {
			if c >= 0 {
				g.used[c]++
				done++
			}
		}
		g.steps = colorSteps
		if g.extend(done) {
			return g.color
		}
	}
	for i, c := range colors {
		if g.color[i] = c; c < 0 {
			g.color[i] = i % len(hues)
		}
	}
	return g.color
}

// adjacency lists the pieces that share a side with each piece.
func adjacency(pieces []shapes.Shape) [][]int {
	owner := map[shapes.Cell]int{}
	for i, p := range pieces {
		for _, c := range p.Cells() {
			owner[c] = i
		}
	}
	near := make([][]int, len(pieces))
	for i, p := range pieces {
		touched := make([]bool, len(pieces))
		touched[i] = true
		for _, c := range p.Cells() {
			for _, d := range p.Lattice().Neighbors(c) {
				if j, ok := owner[d]; ok && !touched[j] {
					touched[j] = true
					near[i] = append(near[i], j)
				}
			}
		}
	}
	return near
}

type coloring struct {
	near  [][]int
	color []int // -1: none yet
	used  [len(hues)]int
	limit int // colors allowed
	steps int // trials left
}

// extend colors the other pieces when done pieces have a color. It reports whether it succeeded.
func (g *coloring) extend(done int) bool {
	if done == len(g.near) {
		return true
	}
	i := g.hardest()
	taken, _ := g.around(i)
	var tried [len(hues)]bool
	for {
		best := -1
		for c := range g.limit {
			if !taken[c] && !tried[c] && (best < 0 || g.used[c] < g.used[best]) {
				best = c
			}
		}
		if g.steps--; best < 0 || g.steps < 0 {
			return false
		}
		tried[best] = true
		g.color[i] = best
		g.used[best]++
		if g.extend(done + 1) {
			return true
		}
		g.used[best]--
		g.color[i] = -1
	}
}

// hardest selects the piece to be colored next.
func (g *coloring) hardest() int {
	best, most := -1, -1
	for i := range g.near {
		if g.color[i] >= 0 {
			continue
		}
		_, colors := g.around(i)
		if colors > most || colors == most && len(g.near[i]) > len(g.near[best]) {
			best, most = i, colors
		}
	}
	return best
}

// around returns which colors the neighbors of a piece have, and how many different ones.
func (g *coloring) around(i int) (taken [len(hues)]bool, colors int) {
	for _, j := range g.near[i] {
		if c := g.color[j]; c >= 0 && !taken[c] {
			taken[c] = true
			colors++
		}
	}
	return taken, colors
}
