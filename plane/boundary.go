// SPDX-License-Identifier: BSD-3-Clause

// Two tests on the boundary of a shape.
//
// The boundary of a shape without holes is a closed path of edges of the lattice. Write it as a
// cyclic word of the directions of the edges. For a path A let A' be the same path walked
// backwards, so that its word is reversed and each direction turned around.
//
// A shape tiles by translations exactly if its boundary is A B C A' B' C', where one of the
// paths may be empty (D. Beauquier, M. Nivat, "On translating one polyomino to tile the plane",
// Discrete & Computational Geometry 6, 1991, doi.org/10.1007/BF02574705). The copies on the other
// sides of A, B and C generate the translations of the tiling.
//
// A shape satisfies Conway's criterion if its boundary is A B C A' D E, where B, C, D and E are
// mapped to themselves by half turns, that is, their words are palindromes; any of the paths may be
// empty. Then it tiles with translations and half turns only (D. Schattschneider, "Will it tile?
// Try the Conway criterion!", Mathematics Magazine 53, 1980, doi.org/10.2307/2689617).
//
// Both tests try all factorizations, the first with a table of the paths A, the second with tables
// of the palindromes. For a boundary of m edges the first takes O(m³) steps and the second at most
// O(m⁴); m is small, and the first steps of the loops exclude most.
//
// Example: the boundary of the square, clockwise from its upper left corner, is right, down, left,
// up. With A = right, B = down and an empty C it is A B A' B'. As A B C A' D E with an empty A, the
// four sides are palindromes.

package plane

// boundary returns the corners of the boundary in clockwise order, each the start of an edge to the
// next one. It returns nil if the shape is not a disk.
func (t *tile) boundary() []point {
	next := make(map[point]point)
	type edge struct{ from, to point }
	edges := make(map[edge]bool)
	for _, c := range t.cells {
		corners := t.corners[c.kind]
		for i, p := range corners {
			q := corners[(i+1)%len(corners)]
			e := edge{point{p.x + t.scale*c.x, p.y + t.scale*c.y}, point{q.x + t.scale*c.x, q.y + t.scale*c.y}}
			if reverse := (edge{e.to, e.from}); edges[reverse] {
				delete(edges, reverse)
			} else {
				edges[e] = true
			}
		}
	}
	for e := range edges {
		if _, twice := next[e.from]; twice {
			return nil
		}
		next[e.from] = e.to
	}
	// Start at the least corner, so that the result does not depend on the order of the map.
	var start point
	first := true
	for p := range next {
		if first || p.y < start.y || p.y == start.y && p.x < start.x {
			start, first = p, false
		}
	}
	path := []point{start}
	for p := next[start]; p != start; p = next[p] {
		path = append(path, p)
	}
	if len(path) != len(next) {
		return nil
	}
	return path
}

// A word is the boundary as a cyclic sequence of directions.
type word struct {
	corners []point
	steps   []point // steps[i] leads from corners[i] to corners[i+1]
}

func wordOf(corners []point) *word {
	w := &word{corners: corners}
	for i, p := range corners {
		q := corners[(i+1)%len(corners)]
		w.steps = append(w.steps, point{q.x - p.x, q.y - p.y})
	}
	return w
}

func (w *word) len() int          { return len(w.steps) }
func (w *word) step(i int) point  { return w.steps[i%len(w.steps)] }
func (w *word) at(i int) point    { return w.corners[i%len(w.corners)] }
func opposite(p, q point) bool    { return p.x == -q.x && p.y == -q.y }
func difference(p, q point) point { return point{p.x - q.x, p.y - q.y} }

// translation returns the translation of the lattice by d, which is in units of corners.
func (g *grid) translation(d point) (motion, bool) {
	if d.x%g.scale != 0 || d.y%g.scale != 0 {
		return motion{}, false
	}
	return motion{0, d.x / g.scale, d.y / g.scale}, true
}

// halfTurn returns the half turn that exchanges two corners, if it maps the lattice to itself.
func (g *grid) halfTurn(p, q point) (motion, bool) {
	m, ok := g.translation(point{p.x + q.x, p.y + q.y})
	for op := range g.ops {
		if g.isHalfTurn(op) {
			m.op = op
			return m, ok
		}
	}
	return motion{}, false
}

// factorTranslations looks for a factorization A B C A' B' C'. It returns the translations across
// A, B and C, those of paths that are not empty.
func (t *tile) factorTranslations(corners []point) []motion {
	w := wordOf(corners)
	m := w.len()
	if m%2 != 0 {
		return nil
	}
	h := m / 2
	// good[k][i]: the path of length k that starts at i is walked backwards h steps later.
	good := make([][]bool, h+1)
	for k := range good {
		good[k] = make([]bool, m)
		for i := range good[k] {
			good[k][i] = k == 0 || opposite(w.step(i), w.step(i+h+k-1)) &&
				(k == 1 || opposite(w.step(i+k-1), w.step(i+h)) && good[k-2][(i+1)%m])
		}
	}
	across := func(i, k int) (motion, bool) { return t.translation(difference(w.at(i+h+k), w.at(i))) }
	for i := range h {
		for a := 1; a <= h; a++ {
			if !good[a][i] {
				continue
			}
			for b := 1; a+b <= h; b++ {
				c := h - a - b
				if !good[b][(i+a)%m] || !good[c][(i+a+b)%m] {
					continue
				}
				var list []motion
				whole := true
				for _, path := range [3][2]int{{i, a}, {i + a, b}, {i + a + b, c}} {
					if path[1] > 0 {
						d, ok := across(path[0], path[1])
						whole = whole && ok
						list = append(list, d)
					}
				}
				if whole {
					return list
				}
			}
		}
	}
	return nil
}

// factorConway looks for a factorization A B C A' D E. It returns the translation across A, if A is
// not empty, and the half turns about the middles of B, C, D and E.
func (t *tile) factorConway(corners []point) []motion {
	w := wordOf(corners)
	m := w.len()
	// even[k][i]: the path of length k that starts at i is a palindrome whose half turn is an
	// isometry of the lattice. split[k][i] is the length of the first of two such paths that make
	// up the path, or -1.
	palindrome := make([][]bool, m+1)
	even := make([][]bool, m+1)
	for k := range palindrome {
		palindrome[k] = make([]bool, m)
		even[k] = make([]bool, m)
		for i := range palindrome[k] {
			palindrome[k][i] = k <= 1 || w.step(i) == w.step(i+k-1) && palindrome[k-2][(i+1)%m]
			_, whole := t.halfTurn(w.at(i), w.at(i+k))
			even[k][i] = palindrome[k][i] && (k == 0 || whole)
		}
	}
	split := make([][]int, m+1)
	for k := range split {
		split[k] = make([]int, m)
		for i := range split[k] {
			split[k][i] = -1
			for b := 0; b <= k; b++ {
				if even[b][i] && even[k-b][(i+b)%m] {
					split[k][i] = b
					break
				}
			}
		}
	}
	turns := func(list []motion, i, k int) []motion {
		b := split[k][i%m]
		for _, path := range [2][2]int{{i, b}, {i + b, k - b}} {
			if path[1] > 0 {
				turn, _ := t.halfTurn(w.at(path[0]), w.at(path[0]+path[1]))
				list = append(list, turn)
			}
		}
		return list
	}
	for i := range m {
		for j := i; j < i+m; j++ {
			// A starts at i, and A' at j.
			for a := 0; a <= j-i && j+a <= i+m; a++ {
				if j > i && w.backwards(i, j, a) && split[j-i-a][(i+a)%m] >= 0 && split[i+m-j-a][(j+a)%m] >= 0 {
					var list []motion
					if a > 0 {
						d, whole := t.translation(difference(w.at(j+a), w.at(i)))
						if !whole {
							continue
						}
						list = append(list, d)
					}
					return turns(turns(list, i+a, j-i-a), j+a, i+m-j-a)
				}
			}
		}
	}
	return nil
}

// backwards reports whether the path of length a that starts at j is the one that starts at i,
// walked backwards.
func (w *word) backwards(i, j, a int) bool {
	for k := range a {
		if !opposite(w.step(i+k), w.step(j+a-1-k)) {
			return false
		}
	}
	return true
}
