// SPDX-License-Identifier: BSD-3-Clause

// A complete search for isohedral tilings.
//
// A tiling is isohedral if its symmetry group G maps each tile to every other one. The search looks
// for a group that does so simply transitively: exactly one of its elements maps a given tile to
// another. This loses nothing. Let H be the subgroup of G that maps a tile to itself, which is
// cyclic or dihedral of order at most 12. If H has a reflection, then G and its subgroup of
// rotations and translations have the same orbits, so let H be a group of c rotations. Going
// through the wallpaper groups shows that G has a subgroup of index c that meets the conjugates of
// H in the identity only, and such a subgroup is simply transitive:
//
//	c = 2 in p2, p4, p6: p1, p4 on every second tile, p3
//	c = 3 in p3, p6: p1, p2       c = 4 in p4, c = 6 in p6: p1
//	c = 2 in pgg and pmg: pg; in cmm: cm       c = 4 in p4g: cm       c = 3 in p31m: cm
//	where the center is on reflections: the rotations and translations are transitive
//
// (H. Heesch and O. Kienzle found the same by hand: 28 types of tilings by asymmetric tiles are
// enough. See Grünbaum and Shephard, "Tilings and Patterns", 1987, section 6.4.)
//
// With such a group, the copy on the other side of each edge of the boundary is the image of the
// tile under one element g, its neighbor, and the tile is the image of the neighbor under the
// inverse of g. So the neighbors form a set that is closed under inverses and contains exactly one
// copy on the other side of each edge: an exact cover of the edges by pairs {g, 1/g}. The copies of
// all elements of the group are disjoint, which excludes most pairs, and there are at most six
// neighbors. Conversely, such a set gives a tiling if copies close up around each corner of the
// tile: walk around it, from the tile across an edge to the neighbor, from there across the
// corresponding edge of the neighbor, and so on; the walk must return to the tile by the identity
// after one turn. This is Poincaré's theorem on fundamental polygons, here for the plane (H.
// Poincaré, Acta Mathematica 1, 1882; B. Maskit, Advances in Mathematics 7, 1971).
//
// The search is restricted to isometries of the lattice. A tiling by polyominoes, polyiamonds or
// polyhexes that are not aligned can be moved so that they are, but polytans also have tilings in
// which some copies are turned by 45 degrees; those are not considered.
//
// Cost: a fraction of a millisecond for 9 squares. Example: the monomino has eight neighbors across
// its right side, one for each operation of the lattice, and one solution takes the translations
// across both pairs of opposite sides.

package plane

import (
	"context"

	"polka/internal/yield"
)

// An edgeSet is a set of edges of a boundary.
type edgeSet [maxEdges / 64]uint64

const maxEdges = 256

func (s *edgeSet) add(i int)      { s[i/64] |= 1 << (i % 64) }
func (s *edgeSet) has(i int) bool { return s[i/64]>>(i%64)&1 != 0 }

func (s *edgeSet) meets(t *edgeSet) bool {
	for i := range s {
		if s[i]&t[i] != 0 {
			return true
		}
	}
	return false
}

func (s *edgeSet) union(t *edgeSet) (u edgeSet) {
	for i := range s {
		u[i] = s[i] | t[i]
	}
	return u
}

// A gluing searches for sets of neighbors.
type gluing struct {
	*tile
	corners []point
	from    map[point]int    // the edge that starts at a corner
	index   map[[2]point]int // the edge with two ends
	pairs   []pair
	by      [][]int32 // by edge: the pairs that contain it
	edges   int

	chosen  []motion
	covered edgeSet
	visit   func(g *gluing, neighbors []motion) bool
	stopped bool
}

// A pair is a neighbor and its inverse with the edges across which they lie.
type pair struct {
	to, back motion
	edges    edgeSet
}

// mostNeighbors is the largest number of neighbors in an isohedral tiling by disks.
const mostNeighbors = 6

// glue visits the sets of neighbors that generate a group which maps the tile to the tiles of a
// tiling, one element for each tile, until visit returns false. Only operations for which use
// returns true are considered. The boundary must have at most maxEdges edges.
func (t *tile) glue(ctx context.Context, corners []point, use func(op int) bool, visit func(*gluing, []motion) bool) error {
	n := len(corners)
	g := &gluing{tile: t, corners: corners, edges: n, from: make(map[point]int, n), index: make(map[[2]point]int, n), visit: visit}
	for i, p := range corners {
		g.from[p] = i
		g.index[[2]point{p, corners[(i+1)%n]}] = i
	}
	g.findPairs(ctx, use)
	g.search(ctx)
	return ctx.Err()
}

// findPairs lists the pairs of neighbors.
func (g *gluing) findPairs(ctx context.Context, use func(op int) bool) {
	g.by = make([][]int32, g.edges)
	seen := make(map[motion]bool)
	for op := range g.ops {
		if !use(op) {
			continue
		}
		for j := range g.corners {
			if ctx.Err() != nil {
				return
			}
			p := g.applyPoint(motion{op: op}, g.corners[j])
			q := g.applyPoint(motion{op: op}, g.corners[(j+1)%g.edges])
			if g.ops[op].mirror {
				p, q = q, p
			}
			for i := range g.corners {
				a, b := g.corners[i], g.corners[(i+1)%g.edges]
				if b.x-p.x != a.x-q.x || b.y-p.y != a.y-q.y {
					continue
				}
				d, ok := g.translation(difference(b, p))
				if !ok {
					continue
				}
				m := motion{op, d.x, d.y}
				if !seen[m] {
					seen[m] = true
					seen[g.back(m)] = true
					g.addPair(m)
				}
			}
		}
	}
}

// addPair adds a neighbor and its inverse, unless some of its powers overlap.
func (g *gluing) addPair(m motion) {
	power := m
	for range g.ops[m.op].order {
		if power == identity {
			break
		}
		if g.relationOf(power) == overlapping {
			return
		}
		power = g.after(power, m)
	}
	back := g.back(m)
	p := pair{to: m, back: back, edges: g.shared(m)}
	if back != m {
		other := g.shared(back)
		if p.edges.meets(&other) {
			return
		}
		p.edges = p.edges.union(&other)
	}
	for i := range g.edges {
		if p.edges.has(i) {
			g.by[i] = append(g.by[i], int32(len(g.pairs)))
		}
	}
	g.pairs = append(g.pairs, p)
}

// shared returns the edges across which a copy lies.
func (g *gluing) shared(m motion) (s edgeSet) {
	for j := range g.corners {
		p := g.applyPoint(m, g.corners[j])
		q := g.applyPoint(m, g.corners[(j+1)%g.edges])
		if g.ops[m.op].mirror {
			p, q = q, p
		}
		if i, ok := g.index[[2]point{q, p}]; ok {
			s.add(i)
		}
	}
	return s
}

// fits reports whether a pair can be added to the chosen neighbors: no two copies overlap.
func (g *gluing) fits(p *pair) bool {
	if p.edges.meets(&g.covered) {
		return false
	}
	for _, m := range g.chosen {
		if g.relationBetween(m, p.to) == overlapping || g.relationBetween(m, p.back) == overlapping {
			return false
		}
	}
	return true
}

// search covers the edge that the fewest pairs can cover.
func (g *gluing) search(ctx context.Context) {
	yield.Point()
	if g.stopped || ctx.Err() != nil {
		return
	}
	var best []int32
	found := false
	for i := range g.edges {
		if g.covered.has(i) {
			continue
		}
		var list []int32
		for _, k := range g.by[i] {
			if g.fits(&g.pairs[k]) {
				list = append(list, k)
				if found && len(list) >= len(best) {
					break
				}
			}
		}
		if !found || len(list) < len(best) {
			best, found = list, true
		}
		if len(best) == 0 {
			break
		}
	}
	if !found {
		if g.closes() && !g.visit(g, g.chosen) {
			g.stopped = true
		}
		return
	}
	for _, k := range best {
		p := &g.pairs[k]
		chosen, covered := len(g.chosen), g.covered
		g.chosen = append(g.chosen, p.to)
		if p.back != p.to {
			g.chosen = append(g.chosen, p.back)
		}
		if len(g.chosen) <= mostNeighbors {
			g.covered = g.covered.union(&p.edges)
			g.search(ctx)
		}
		g.chosen, g.covered = g.chosen[:chosen], covered
	}
}

// closes reports whether the copies close up around every corner of the tile.
func (g *gluing) closes() bool {
	across := g.across(g.chosen)
	for i := range g.corners {
		if !g.closesAt(i, across) {
			return false
		}
	}
	return true
}

// across returns the neighbor on the other side of each edge.
func (g *gluing) across(neighbors []motion) []motion {
	across := make([]motion, g.edges)
	for _, m := range neighbors {
		s := g.shared(m)
		for i := range g.edges {
			if s.has(i) {
				across[i] = m
			}
		}
	}
	return across
}

// closesAt walks around the corner at which edge i starts.
func (g *gluing) closesAt(i int, across []motion) bool {
	center := g.corners[i]
	around := g.cellsAt(center)
	at := identity
	left := around
	for {
		// The copy at has the corner in common with the tile. Leave it across the edge that starts
		// there, as seen with the tile's sense of rotation.
		seen := g.applyPoint(g.back(at), center)
		left -= g.cellsInside(seen)
		if left < 0 {
			return false
		}
		j, ok := g.from[seen]
		if !ok {
			return false
		}
		if g.ops[at.op].mirror {
			j = (j + g.edges - 1) % g.edges // reflected copies are walked the other way around
		}
		at = g.after(at, across[j])
		if left == 0 {
			return at == identity
		}
	}
}

// cellsAt returns the number of cells of the lattice that meet in a corner.
func (g *gluing) cellsAt(p point) int {
	n := 0
	for _, corners := range g.tile.corners {
		for _, q := range corners {
			if _, ok := g.translation(difference(p, q)); ok {
				n++
			}
		}
	}
	return n
}

// cellsInside returns the number of cells of the tile that meet in a corner.
func (g *gluing) cellsInside(p point) int {
	n := 0
	for _, c := range g.cells {
		for _, q := range g.tile.corners[c.kind] {
			if q.x+g.scale*c.x == p.x && q.y+g.scale*c.y == p.y {
				n++
			}
		}
	}
	return n
}
