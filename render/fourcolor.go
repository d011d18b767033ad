// Four colors for a tiling.
//
// Pieces of a tiling that share a side should have different colors. The pieces are the vertices of
// a planar graph, so four colors suffice (Appel and Haken 1977), provided that each piece is
// connected. The proof gives no short program, but these graphs are small and easy: the rule of
// Brélaz (doi 10.1145/359094.359101) rarely goes wrong, and where it does, going back mends it.
//
// The rule: next color the piece whose neighbors already have the most different colors, because it
// has the fewest left; of those, the one with the most neighbors; of those, the first. Try the
// colors that are left, the least used first, which makes the picture colorful, then the lowest
// number.
//
// Pieces in several parts can need more colors than four. So can a search need more time than a
// picture is worth: after colorSteps trials one more color is allowed, until at last each piece
// takes the color that disturbs least.
//
// Example: a chain a-b-c-d gets the colors b 0, c 1, a 2, d 3. Cost: n*n for n pieces when no trial
// is taken back, 10 microseconds for the twelve pentominoes.

package render

import "polka/shapes"

const colorSteps = 20000

// fourColors gives each piece a number from 0 to 3, different for pieces that share a side, or
// higher numbers below the number of fills if it has to.
func fourColors(pieces []shapes.Shape) []int {
	g := &coloring{near: adjacency(pieces), color: make([]int, len(pieces))}
	for g.limit = tilingColors; g.limit <= len(hues); g.limit++ {
		for i := range g.color {
			g.color[i] = -1
		}
		g.used = [len(hues)]int{}
		g.steps = colorSteps
		if g.extend(0) {
			return g.color
		}
	}
	for i := range g.color {
		g.color[i] = i % len(hues)
	}
	return g.color
}

// adjacency lists for each piece those that share a side with it, in order.
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

// extend colors what has no color yet, where done pieces have one. It reports whether that was
// possible.
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

// hardest picks the piece to be colored next.
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

// around tells which colors the neighbors of a piece have, and how many different ones.
func (g *coloring) around(i int) (taken [len(hues)]bool, colors int) {
	for _, j := range g.near[i] {
		if c := g.color[j]; c >= 0 && !taken[c] {
			taken[c] = true
			colors++
		}
	}
	return taken, colors
}
