// SPDX-License-Identifier: BSD-3-Clause

// Nets of solids.
//
// The surface of a shape of cubes is unfolded to squares on a grid. A net is grown square by
// square: a square whose neighbor on the surface is placed may be put beside it if the place is
// free. So squares cannot overlap. The order is random, with a fixed seed; of many attempts the one
// with the fewest nets is used, and of these the one with the fewest sides that have no room for a
// tab. What cannot be placed starts another net. Not every surface has a net in one part, and
// deciding that is hard (E. D. Demaine, J. O'Rourke, Geometric Folding Algorithms, chapter 22,
// 2007).
//
// Each side that is cut gets a tab at one of the two squares that it separated, where the place
// beside the square is free. A tab is a trapezoid with angles of 45 degrees, so that tabs in one
// free place do not overlap.

package fabrication

import (
	"fmt"
	"math/rand/v2"

	"polka/shapes"
)

// A vector is a direction or a cell, with x to the right, y away and z up.
type vector [3]int

func (v vector) plus(w vector) vector { return vector{v[0] + w[0], v[1] + w[1], v[2] + w[2]} }
func (v vector) minus() vector        { return vector{-v[0], -v[1], -v[2]} }

// A face is a square of the surface: a cell and the direction to the outside.
type face struct{ cell, normal vector }

// steps are the directions of a net: right, up, left, down.
var steps = [4][2]int{{1, 0}, {0, 1}, {-1, 0}, {0, -1}}

// A square is a face in a net: its place, and the directions in space of right and up.
type square struct {
	face
	at        [2]int
	right, up vector
}

// direction returns a step as a direction in space.
func (s square) direction(step int) vector {
	switch step {
	case 0:
		return s.right
	case 1:
		return s.up
	case 2:
		return s.right.minus()
	}
	return s.up.minus()
}

// A joint is a side of a square.
type joint struct{ square, step int }

// A paperNet is one part of an unfolded surface.
type paperNet struct {
	name    string
	squares []square
	folds   []joint // sides between squares that are folded, once each
	flat    []joint // sides between squares in one plane
	tabs    []tab
	cut     []joint // all sides at which the net is cut
	numbers map[joint]int
}

// A tab is glued below the side with the same number.
type tab struct {
	joint
	number int
}

// surface has the faces of a shape.
type surface struct {
	cells map[vector]bool
	faces []face
	index map[face]int
}

func surfaceOf(s shapes.Shape) *surface {
	u := &surface{cells: make(map[vector]bool), index: make(map[face]int)}
	var order []vector
	for _, c := range s.Cells() {
		v := vector{c.X, -c.Y, c.Z} // y is up in files and down in cells
		u.cells[v] = true
		order = append(order, v)
	}
	for _, v := range order {
		for axis := range 3 {
			for _, sign := range [2]int{1, -1} {
				var n vector
				n[axis] = sign
				if !u.cells[v.plus(n)] {
					u.index[face{v, n}] = len(u.faces)
					u.faces = append(u.faces, face{v, n})
				}
			}
		}
	}
	return u
}

// beside returns the square beside another on the surface, as it lies if the side is not bent.
func (u *surface) beside(s square, step int) square {
	d := s.direction(step)
	next, ahead := square{}, vector{} // ahead is the direction of the step on the next square
	switch {
	case u.cells[s.cell.plus(d)] && u.cells[s.cell.plus(d).plus(s.normal)]:
		next.face, ahead = face{s.cell.plus(d).plus(s.normal), d.minus()}, s.normal
	case u.cells[s.cell.plus(d)]:
		next.face, ahead = face{s.cell.plus(d), s.normal}, d
	default:
		next.face, ahead = face{s.cell, d}, s.normal.minus()
	}
	next.at = [2]int{s.at[0] + steps[step][0], s.at[1] + steps[step][1]}
	next.right, next.up = s.right, s.up
	switch step {
	case 0:
		next.right = ahead
	case 1:
		next.up = ahead
	case 2:
		next.right = ahead.minus()
	case 3:
		next.up = ahead.minus()
	}
	return next
}

// An unfolding has squares in several nets.
type unfolding struct {
	squares []square
	net     []int // of each square
	number  int   // of nets
	place   map[[3]int]int
}

// unfolded grows nets in a random order.
func (u *surface) unfolded(r *rand.Rand) *unfolding {
	f := &unfolding{place: make(map[[3]int]int)}
	done := make([]bool, len(u.faces))
	var open []joint
	put := func(s square) {
		f.place[[3]int{f.number, s.at[0], s.at[1]}] = len(f.squares)
		done[u.index[s.face]] = true
		for step := range 4 {
			open = append(open, joint{len(f.squares), step})
		}
		f.squares = append(f.squares, s)
		f.net = append(f.net, f.number)
	}
	for i, first := range u.faces {
		if done[i] {
			continue
		}
		s := square{face: first}
		axis := 0
		for first.normal[axis] == 0 {
			axis++
		}
		s.right[(axis+1)%3], s.up[(axis+2)%3] = 1, 1
		if first.normal[axis] < 0 {
			s.right, s.up = s.up, s.right
		}
		put(s)
		for len(open) > 0 {
			k := r.IntN(len(open))
			j := open[k]
			open[k] = open[len(open)-1]
			open = open[:len(open)-1]
			next := u.beside(f.squares[j.square], j.step)
			if _, taken := f.place[[3]int{f.number, next.at[0], next.at[1]}]; !taken && !done[u.index[next.face]] {
				put(next)
			}
		}
		f.number++
	}
	return f
}

// attempts is the number of unfoldings among which the best is chosen.
const attempts = 300

// nets unfolds a shape of cubes.
func nets(s shapes.Shape) []paperNet {
	u := surfaceOf(s)
	r := rand.New(rand.NewPCG(1, uint64(len(u.faces))))
	var best []paperNet
	worst := -1
	for range attempts {
		list, missing := u.cutNets(u.unfolded(r))
		if score := 1000*len(list) + missing; worst < 0 || score < worst {
			best, worst = list, score
		}
		if worst == 1000 {
			break
		}
	}
	for i := range best {
		best[i].name = s.Name()
		if len(best) > 1 {
			best[i].name = fmt.Sprintf("%s %d/%d", s.Name(), i+1, len(best))
		}
	}
	return best
}

// cutNets finds the folds and tabs of an unfolding. It returns the number of sides without a tab.
func (u *surface) cutNets(f *unfolding) (list []paperNet, missing int) {
	list = make([]paperNet, f.number)
	first := make([]int, f.number)
	of := make([]int, len(u.faces)) // the square of a face
	for i, s := range f.squares {
		n := f.net[i]
		if len(list[n].squares) == 0 {
			first[n] = i
			list[n].numbers = make(map[joint]int)
		}
		list[n].squares = append(list[n].squares, s)
		of[u.index[s.face]] = i
	}
	free := func(i, step int) bool {
		at := f.squares[i].at
		_, taken := f.place[[3]int{f.net[i], at[0] + steps[step][0], at[1] + steps[step][1]}]
		return !taken
	}
	number := 0
	for i, s := range f.squares {
		for step := range 4 {
			next := u.beside(s, step)
			k := of[u.index[next.face]]
			other := f.squares[k]
			n, local := f.net[i], joint{i - first[f.net[i]], step}
			if f.net[k] == n && other.at == next.at && other.right == next.right && other.up == next.up {
				if i < k && other.normal == s.normal {
					list[n].flat = append(list[n].flat, local)
				} else if i < k {
					list[n].folds = append(list[n].folds, local)
				}
				continue
			}
			list[n].cut = append(list[n].cut, local)
			back := u.stepBack(s, step, other)
			if i > k || i == k && step > back {
				continue
			}
			number++
			m, mate := f.net[k], joint{k - first[f.net[k]], back}
			list[n].numbers[local], list[m].numbers[mate] = number, number
			switch {
			case free(i, step):
				list[n].tabs = append(list[n].tabs, tab{local, number})
			case free(k, back):
				list[m].tabs = append(list[m].tabs, tab{mate, number})
			default:
				missing++
			}
		}
	}
	return list, missing
}

// stepBack returns the step from a square to its neighbor on the surface.
func (u *surface) stepBack(s square, step int, other square) int {
	for back := range 4 {
		if u.beside(other, back).face == s.face && u.edge(other, back) == u.edge(s, step) {
			return back
		}
	}
	panic("fabrication: a side of the surface with one square")
}

// edge returns twice the middle of a side in space.
func (u *surface) edge(s square, step int) vector {
	d := s.direction(step)
	return s.cell.plus(s.cell).plus(s.normal).plus(d)
}

// loops returns the outlines of the squares and tabs, with sides of a unit.
func (n *paperNet) loops(unit float64) []loop {
	var cells []shapes.Cell
	for _, s := range n.squares {
		cells = append(cells, shapes.Cell{X: s.at[0], Y: -s.at[1]})
	}
	// The middle of a cell of this lattice is a whole position, as that of a square here.
	loops := outlineOf(shapes.New(shapes.Square, cells...), unit, false).loops
	for _, t := range n.tabs {
		loops = append(loops, n.tabLine(t.joint, unit))
	}
	return loops
}

// side returns the ends of a side, counterclockwise around the square.
func (n *paperNet) side(j joint, unit float64) (from, to point) {
	s := n.squares[j.square]
	center := point{float64(s.at[0]), float64(s.at[1])}
	out := point{float64(steps[j.step][0]), float64(steps[j.step][1])}
	along := point{-out.y, out.x}
	middle := center.plus(out.times(0.5))
	return middle.minus(along.times(0.5)).times(unit), middle.plus(along.times(0.5)).times(unit)
}

// tabHeight is the height of a tab, as a part of the side.
const tabHeight = 0.25

// tabLine returns the corners of a tab, from one end of the side to the other.
func (n *paperNet) tabLine(j joint, unit float64) loop {
	from, to := n.side(j, unit)
	along := to.minus(from).unit()
	out, h := along.right(), tabHeight*unit
	return loop{to, from, from.plus(along.plus(out).times(h)), to.plus(out.minus(along).times(h))}
}
