// SPDX-License-Identifier: BSD-3-Clause

// Nets of polyhedra.
//
// The surface of a piece consists of convex polygons. Across each side, the surface continues in
// one other face: that of the same cells around the edge. A net is grown face by face, as those of
// cubes are (see net.go): a face is laid beside one that is placed, at their common side, if it
// overlaps no other. Polygons are compared by separating lines. A net also ends where it would
// become larger than the paper; what is left starts another net.
//
// Each side that is cut gets a tab at one of its two faces, where the tab covers neither a face nor
// another tab.
//
// Example: a truncated octahedron has 14 faces in one net, 13 folds and 23 sides that are cut.

package fabrication

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"

	"polka/shapes"
)

// A polySurface has the faces of a piece, each counterclockwise from outside.
type polySurface struct {
	faces [][]xyz
	mates [][]polyJoint // of each side: the other face there, and its side
	least float64       // the length of the shortest side
}

// A polyJoint is a side of a face.
type polyJoint struct{ face, side int }

func polySurfaceOf(s shapes.Shape, unit float64) *polySurface {
	p := polyhedraOf(s, unit)
	p.place(0)
	u := &polySurface{least: math.Inf(1)}
	number := make([]int, len(p.faces)) // among those on the surface
	var ring [][]int                    // the corners of each, counterclockwise
	for k, f := range p.faces {
		if f.inside() {
			continue
		}
		number[k] = len(u.faces)
		corners := slices.Clone(f.corners)
		slices.Reverse(corners) // since y is up in files and down in cells
		var list []xyz
		for _, c := range corners {
			at := p.corners[c]
			list = append(list, xyz{at[0], -at[1], at[2]})
		}
		u.faces, ring = append(u.faces, list), append(ring, corners)
		u.mates = append(u.mates, make([]polyJoint, len(list)))
	}
	sideOf := func(face int, ends [2]int) int {
		for i, a := range ring[face] {
			b := ring[face][(i+1)%len(ring[face])]
			if min(a, b) == ends[0] && max(a, b) == ends[1] {
				return i
			}
		}
		panic("fabrication: a face without one of its edges")
	}
	for e, runs := range p.edgeRuns {
		for _, r := range runs {
			a, b := number[r.faces[0]], number[r.faces[1]]
			i, j := sideOf(a, p.edges[e]), sideOf(b, p.edges[e])
			u.mates[a][i], u.mates[b][j] = polyJoint{b, j}, polyJoint{a, i}
			u.least = min(u.least, p.corners[p.edges[e][0]].minus(p.corners[p.edges[e][1]]).length())
		}
	}
	return u
}

// normal returns the direction to the outside of a face.
func (u *polySurface) normal(face int) xyz {
	f := u.faces[face]
	return f[1].minus(f[0]).cross(f[2].minus(f[1])).unit()
}

// laid returns a face in the plane with a side from one point toward another.
func (u *polySurface) laid(j polyJoint, from, toward point) loop {
	f := u.faces[j.face]
	a, b := f[j.side], f[(j.side+1)%len(f)]
	along := b.minus(a).unit()
	inward := u.normal(j.face).cross(along)
	right := toward.minus(from).unit()
	up := point{-right.y, right.x}
	list := make(loop, len(f))
	for i, p := range f {
		d := p.minus(a)
		list[i] = from.plus(right.times(d.dot(along))).plus(up.times(d.dot(inward)))
	}
	return list
}

// overlap reports whether two convex polygons have an area in common, beyond a tolerance.
func overlap(a, b loop, tolerance float64) bool {
	for range 2 {
		for i, p := range a {
			out := a[(i+1)%len(a)].minus(p).unit().right()
			apart := math.Inf(1)
			for _, q := range b {
				apart = min(apart, q.minus(p).dot(out))
			}
			if apart > -tolerance {
				return false
			}
		}
		a, b = b, a
	}
	return true
}

// A polyNet is one part of an unfolded surface.
type polyNet struct {
	name    string
	unit    float64 // the length of the shortest side
	faces   []int
	at      []loop      // where each face is
	index   map[int]int // of a face in both
	folds   []polyJoint
	flat    []polyJoint // between faces in one plane
	cut     []polyJoint
	tabs    map[polyJoint]loop
	numbers map[polyJoint]int
}

// polygon returns where a face is.
func (n *polyNet) polygon(face int) loop { return n.at[n.index[face]] }

// side returns the ends of a side.
func (n *polyNet) side(j polyJoint) (from, to point) {
	p := n.polygon(j.face)
	return p[j.side], p[(j.side+1)%len(p)]
}

// fits reports whether loops fit on paper, in one of two orientations.
func fits(loops []loop, wide, high float64) bool {
	least, most := bounds(loops)
	w, h := most.x-least.x, most.y-least.y
	return max(w, h) <= max(wide, high) && min(w, h) <= min(wide, high)
}

// polyAttempts is the number of unfoldings among which the best is chosen.
const polyAttempts = 20

// polyNets unfolds a piece on a lattice of space into nets for paper of some size.
func polyNets(s shapes.Shape, unit, wide, high float64) []*polyNet {
	u := polySurfaceOf(s, unit)
	r := rand.New(rand.NewPCG(2, uint64(len(u.faces))))
	var best []*polyNet
	worst := -1
	margin := 2 * tabHeight * u.least
	for range polyAttempts {
		list := u.unfolded(r, wide-margin, high-margin)
		missing := u.cutNets(list)
		if score := 1000*len(list) + missing; worst < 0 || score < worst {
			best, worst = list, score
		}
		if worst == 1000 {
			break
		}
	}
	for i, n := range best {
		if n.name = s.Name(); len(best) > 1 {
			n.name = fmt.Sprintf("%s %d/%d", s.Name(), i+1, len(best))
		}
	}
	return best
}

// unfolded grows nets in a random order.
func (u *polySurface) unfolded(r *rand.Rand, wide, high float64) []*polyNet {
	var list []*polyNet
	done := make([]bool, len(u.faces))
	tolerance := 1e-6 * u.least
	for first := range u.faces {
		if done[first] {
			continue
		}
		n := &polyNet{unit: u.least, index: map[int]int{}, tabs: map[polyJoint]loop{}, numbers: map[polyJoint]int{}}
		list = append(list, n)
		var open []polyJoint
		put := func(face int, at loop) {
			done[face], n.index[face] = true, len(n.faces)
			n.faces, n.at = append(n.faces, face), append(n.at, at)
			for side := range at {
				open = append(open, polyJoint{face, side})
			}
		}
		put(first, u.laid(polyJoint{first, 0}, point{}, point{1, 0}))
		for len(open) > 0 {
			k := r.IntN(len(open))
			j := open[k]
			open[k] = open[len(open)-1]
			open = open[:len(open)-1]
			mate := u.mates[j.face][j.side]
			if done[mate.face] {
				continue
			}
			from, to := n.side(j)
			at := u.laid(mate, to, from)
			if slices.ContainsFunc(n.at, func(other loop) bool { return overlap(at, other, tolerance) }) || !fits(append(slices.Clone(n.at), at), wide, high) {
				continue
			}
			put(mate.face, at)
		}
	}
	return list
}

// cutNets finds the folds and tabs of nets. It returns the number of sides without a tab.
func (u *polySurface) cutNets(list []*polyNet) (missing int) {
	of := make([]*polyNet, len(u.faces))
	for _, n := range list {
		for _, f := range n.faces {
			of[f] = n
		}
	}
	near := 1e-6 * u.least
	number := 0
	for f := range u.faces {
		for side := range u.faces[f] {
			j := polyJoint{f, side}
			mate := u.mates[f][side]
			n, m := of[f], of[mate.face]
			from, to := n.side(j)
			last := mate.face < f || mate.face == f && mate.side < side // the other one came before
			if other, end := m.side(mate); n == m && other.distance(to) < near && end.distance(from) < near {
				switch {
				case last:
				case u.normal(f).dot(u.normal(mate.face)) > 1-1e-9:
					n.flat = append(n.flat, j)
				default:
					n.folds = append(n.folds, j)
				}
				continue
			}
			n.cut = append(n.cut, j)
			if last {
				continue
			}
			number++
			n.numbers[j], m.numbers[mate] = number, number
			if !n.addTab(j) && !m.addTab(mate) {
				missing++
			}
		}
	}
	return missing
}

// tabShapes are the heights of tabs, and how much shorter they are at each end of their outer side,
// as parts of the shortest side: the first one that has room is used.
var tabShapes = [...][2]float64{{tabHeight, tabHeight}, {tabHeight, 0.42}, {tabHeight / 2, 0.2}, {tabHeight / 2, 0.42}, {tabHeight / 4, 0.4}}

// addTab adds a tab at a side if there is room for it.
func (n *polyNet) addTab(j polyJoint) bool {
	from, to := n.side(j)
	along := to.minus(from).unit()
	out := along.right()
	for _, shape := range tabShapes {
		h, in := out.times(shape[0]*n.unit), along.times(shape[1]*n.unit)
		t := loop{from, from.plus(in).plus(h), to.minus(in).plus(h), to}
		hit := func(other loop) bool { return overlap(t, other, 1e-6*n.unit) }
		if slices.ContainsFunc(n.at, hit) {
			continue
		}
		free := true
		for _, other := range n.tabs {
			free = free && !hit(other)
		}
		if free {
			n.tabs[j] = t
			return true
		}
	}
	return false
}

// figure draws a net as that of cubes is drawn.
func (n *polyNet) figure(o PageOptions) figure {
	f := figure{name: n.name, outline: slices.Clone(n.at)}
	for _, j := range n.flat {
		from, to := n.side(j)
		f.lines = append(f.lines, pageLine{points: []point{from, to}, width: 0.1, gray: 0.6})
	}
	for _, j := range n.folds {
		from, to := n.side(j)
		f.lines = append(f.lines, pageLine{points: []point{from, to}, width: 0.2, dashed: true})
	}
	for _, j := range n.cut {
		from, to := n.side(j)
		inward := to.minus(from).unit().right().times(-0.12 * n.unit)
		if t, ok := n.tabs[j]; ok {
			f.outline = append(f.outline, t)
			f.lines = append(f.lines, pageLine{points: t, width: 0.3}, pageLine{points: []point{from, to}, width: 0.2, dashed: true})
			inward = inward.times(-1)
		} else {
			f.lines = append(f.lines, pageLine{points: []point{from, to}, width: 0.3})
		}
		f.texts = append(f.texts, pageText{from.plus(to).times(0.5).plus(inward), 0.14 * n.unit, fmt.Sprint(n.numbers[j])})
	}
	if !o.Unlabeled && n.name != "" {
		var middle point
		for _, p := range n.at[0] {
			middle = middle.plus(p.times(1 / float64(len(n.at[0]))))
		}
		f.texts = append(f.texts, pageText{middle, 0.35 * n.unit / max(1, textWidth(n.name)), n.name})
	}
	return f
}
