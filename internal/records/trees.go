// SPDX-License-Identifier: BSD-3-Clause

package main

import "slices"

// Symmetric polysticks without cycles, by a second program. A tree that a symmetry leaves as it is,
// and that consists of more than one orbit of sticks, has a parent: the tree without the greatest
// of its orbits of leaves, in an order of orbits that translations keep. It is visited from its
// parent, and so once. The trees that consist of one orbit are where the search begins, those that
// touch an axis in its first period. This is the reverse search of D. Avis and K. Fukuda, Discrete
// Applied Mathematics 65 (1996).

// A growth is a tree that grows.
type growth struct {
	n      int
	turn   turn
	degree [span * span]int8     // of the points
	points int                   // that have a degree
	orbits []([][2]int)          // its orbits of sticks, each sorted
	all    [span * span][][2]int // the orbit of each stick, when it is first needed
	size   int
	count  int64
}

// span is the width of the region that trees of up to maxSticks sticks stay in.
const span = 8*maxSticks + 8

// place is the index of a stick, or a point.
func place(p [2]int) int { return (p[1]+span/2)*span + p[0] + span/2 }

// symmetricTrees returns the number of sets of n sticks without cycles that a symmetry leaves as
// they are.
func symmetricTrees(n int, s invariant) int64 {
	g := &growth{n: n, turn: s.turn}
	for y := -3; y <= 6; y++ {
		for x := -3; x <= 6; x++ {
			p := [2]int{x, y}
			if (x+y)%2 == 0 {
				continue
			}
			orbit := g.orbit(p)
			if orbit[0] != p || len(orbit) > n {
				continue
			}
			if s.along != nil {
				i := slices.IndexFunc(orbit, s.start)
				if i < 0 {
					continue
				}
				if place, period := s.along(orbit[i]); place < 0 || place >= period {
					continue
				}
			}
			g.add(orbit)
			if g.points == len(orbit)+1 && (len(orbit) < 3 || g.star()) {
				g.visit()
			}
			g.drop()
		}
	}
	return g.count
}

// star reports whether all sticks have an end in common.
func (g *growth) star() bool {
	for _, e := range endsOf(g.orbits[0][0]) {
		if int(g.degree[place(e)]) == g.size {
			return true
		}
	}
	return false
}

// orbit returns the sorted orbit of a stick.
func (g *growth) orbit(p [2]int) [][2]int {
	known := &g.all[place(p)]
	if *known == nil {
		list := [][2]int{p}
		for q := g.turn(p); q != p; q = g.turn(q) {
			list = append(list, q)
		}
		slices.SortFunc(list, order)
		*known = list
	}
	return *known
}

// order compares two sticks.
func order(p, q [2]int) int {
	if p[0] != q[0] {
		return p[0] - q[0]
	}
	return p[1] - q[1]
}

// endsOf returns the ends of a stick.
func endsOf(p [2]int) [2][2]int {
	if p[0]&1 != 0 {
		return [2][2]int{{p[0] - 1, p[1]}, {p[0] + 1, p[1]}}
	}
	return [2][2]int{{p[0], p[1] - 1}, {p[0], p[1] + 1}}
}

func (g *growth) add(orbit [][2]int) {
	g.orbits = append(g.orbits, orbit)
	g.size += len(orbit)
	for _, p := range orbit {
		for _, e := range endsOf(p) {
			degree := &g.degree[place(e)]
			if *degree == 0 {
				g.points++
			}
			*degree++
		}
	}
}

// drop undoes add.
func (g *growth) drop() {
	orbit := g.orbits[len(g.orbits)-1]
	g.orbits = g.orbits[:len(g.orbits)-1]
	g.size -= len(orbit)
	for _, p := range orbit {
		for _, e := range endsOf(p) {
			degree := &g.degree[place(e)]
			if *degree--; *degree == 0 {
				g.points--
			}
		}
	}
}

// leaf reports whether a stick is a leaf.
func (g *growth) leaf(p [2]int) bool {
	ends := endsOf(p)
	return g.degree[place(ends[0])] == 1 || g.degree[place(ends[1])] == 1
}

// visit counts the tree, or goes on to those of which it is the parent.
func (g *growth) visit() {
	if g.size == g.n {
		g.count++
		return
	}
	var firsts [64][2]int // of the orbits that were tried
	tried := firsts[:0]
	for i := len(g.orbits) - 1; i >= 0; i-- {
		for _, p := range g.orbits[i] {
			for _, q := range touching(p) {
				ends := endsOf(q)
				if (g.degree[place(ends[0])] > 0) == (g.degree[place(ends[1])] > 0) {
					continue // it is there, would close a cycle, or is not connected
				}
				next := g.orbit(q)
				if next[0] != q || g.size+len(next) > g.n || slices.Contains(tried, q) {
					continue
				}
				tried = append(tried, q)
				points := g.points
				g.add(next)
				if g.points == points+len(next) && g.greatest(next) {
					g.visit()
				}
				g.drop()
			}
		}
	}
}

// greatest reports whether an orbit of leaves is the greatest one.
func (g *growth) greatest(orbit [][2]int) bool {
	for _, other := range g.orbits {
		if order(other[0], orbit[0]) > 0 && g.leaf(other[0]) {
			return false
		}
	}
	return true
}
