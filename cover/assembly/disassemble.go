// SPDX-License-Identifier: BSD-3-Clause

// Taking apart.
//
// The problem. Pieces interlock. A move shifts some of them by a whole number of steps along an
// axis, while the others stay. What is the least number of moves after which some pieces can be
// taken away from the others, and can both parts be taken apart in the same way?
//
// The idea is that of Bill Cutler's analysis of all burrs of six pieces (A Computer Analysis of All
// 6-Piece Burrs, 1994), which BurrTools by Andreas Röver uses too. For each pair of pieces, one
// knows how far the first can move in a direction before it meets the second. A piece that is to
// move by s steps takes with it every piece that is nearer than s, which takes others with it, and
// so on. So each piece has a least group with which it moves, and every group that moves at all is
// a union of such groups. If a group can move, the others can move in the opposite direction with
// the same effect, so groups of more than half of the pieces are made of smaller ones of the
// opposite direction.
//
// A state has the positions of the pieces relative to the first one. The search is breadth-first,
// so the first state from which something can be taken away needs the least number of moves. Moves
// can be undone. Therefore one more move leads to states of the current level, of the one before,
// or to new ones, and older levels can be forgotten. After a separation, both parts are searched in
// the same way, from the positions before it. If one of them is stuck, then so are the pieces as a
// whole: a way to take all of them apart would take that part apart.
//
// The least number of moves of the first separation does not depend on the order of the search, but
// what is separated by it does, and with it the rest of the level. So we search in the order of
// BurrTools: single pieces before groups, directions in the order +x, -x, +y, -y, +z, -z, and
// pieces in their order.
//
// What is different. Gaps are not closed under addition first, as by Cutler's method, because a
// piece that is taken along takes others along anyway. Groups are sets of bits. Gaps are
// remembered for pairs of shapes and shared by all assemblies of a puzzle.
//
// The cost. A state takes time in proportion to the square of the number of pieces, and 8 bytes for
// each of them while it is on one of three levels, and 32 bytes until the separation.
//
// An example. Two L-shaped pieces that hook into each other need a move to the side before one of
// them leaves: level 2.

package assembly

import (
	"context"
	"fmt"
	"math"
	"math/bits"
	"slices"

	"polka/dlx"
	"polka/shapes"
)

// mostPieces is the greatest number of pieces, and mostSide that of the sides of the box around
// them.
const (
	mostPieces = 64
	mostSide   = 1 << 12
)

// Options describe the pieces beyond their shapes. In the zero value all pieces have the same
// weight, and there are no groups.
type Options struct {
	// Weights has the weight of each piece, or is nil. If the heaviest moving piece is heavier than
	// the heaviest of the others, the others move in the opposite direction instead. The weights
	// change which pieces a move names, and which are removed, but not whether the pieces come
	// apart.
	Weights []int

	// Groups lists the pieces that need not be separated from others of the same group.
	Groups []Group

	// Motion says what the cells are; nil means cubes, which move along the three axes.
	Motion *Motion
}

// A Group says that some pieces may stay together with others of the group. A group of several
// kinds of pieces has several values with the same number. A part that cannot be taken apart is
// finished if its pieces can be assigned to one group, and no group is given more pieces than it
// has. A part in which each piece can only belong to the same group is not taken apart.
type Group struct {
	Number int   // of the group, from 1
	Pieces []int // their indices; copies of one piece, since these are exchanged
	Count  int   // how many of them belong to the group
}

// Disassemble returns the shortest way to take an assembly apart by moving pieces, alone or in
// groups, along the three axes. Pieces are not rotated. Each shape is a piece where it lies in the
// assembly. There are from 2 to 64 pieces, on the lattice of cubes, which do not overlap. Cells are
// cubes unless a motion in the options says otherwise; then pieces move along its axes.
//
// The first separation is one of those with the fewest moves; this is not always the way with the
// fewest moves altogether. If the pieces cannot be taken apart, the error wraps dlx.ErrNoSolution.
func Disassemble(ctx context.Context, pieces []shapes.Shape, o Options) (*Disassembly, error) {
	return new(Analyzer).Disassemble(ctx, pieces, o)
}

// An Analyzer takes assemblies apart, and caches the gaps of pairs of pieces. It is faster than the
// function Disassemble for many assemblies of the same pieces. The zero value is
// ready to use. Only one goroutine may use it at a time.
type Analyzer struct {
	bodies []*body
	number map[shapes.Shape]int // of the body of a normal shape without a name
	gaps   gapTable

	work *gridWork // of cells that are not cubes, or nil
	unit []place   // a step along each axis

	kinds   []int // the body of each piece
	options Options
	stuck   []set // parts that were not taken apart
	levels  [3]level
	steps   []step
	scratch scratch
	states  int64
}

// A set is a set of pieces, or of the pieces of a part by their place in it.
type set uint64

func (s set) has(i int) bool { return s>>i&1 != 0 }
func (s set) size() int      { return bits.OnesCount64(uint64(s)) }

// A level has the states that need the same number of moves.
type level struct {
	states []place // n places for each state
	first  int     // the number of the step that led to the first state
	table  []int32 // an open hash table of states, from 1
	shift  uint    // 64 minus the number of bits of an index of table
}

// A step is a move that led to a state.
type step struct {
	before int32 // the step before, or -1
	length int16 // steps, or away
	way    int8
	moved  set
}

// scratch is memory that is reused for each state.
type scratch struct {
	gaps   []int16 // gaps[(axis*n+i)*n+j] of piece i before j
	groups []set   // of the current direction, n for each length
	found  []step  // of the current direction
	state  []place
}

// Disassemble does what the function does.
func (a *Analyzer) Disassemble(ctx context.Context, pieces []shapes.Shape, o Options) (*Disassembly, error) {
	if err := check(pieces, o); err != nil {
		return nil, err
	}
	a.options, a.stuck, a.states = o, a.stuck[:0], 0
	a.onGrid(o.Motion)
	part, at := a.load(pieces)
	root, err := a.separate(ctx, part, at)
	switch {
	case err != nil:
		return nil, err
	case root == nil:
		return nil, fmt.Errorf("assembly: the pieces cannot be taken apart by moves along the axes: %w", dlx.ErrNoSolution)
	}
	return &Disassembly{pieces: slices.Clone(pieces), root: root, states: a.states, motion: o.Motion}, nil
}

// check returns the reason why something cannot be taken apart.
func check(pieces []shapes.Shape, o Options) error {
	if len(pieces) < 2 || len(pieces) > mostPieces {
		return fmt.Errorf("assembly: expected from 2 to %d pieces, got %d", mostPieces, len(pieces))
	}
	var least, most shapes.Cell
	for i, s := range pieces {
		if s.Lattice() != shapes.Cube || s.Empty() {
			return fmt.Errorf("assembly: expected pieces of cubes, got piece %d: %v", i, s)
		}
		from, to := s.Bounds()
		if i == 0 {
			least, most = from, to
		}
		least = shapes.Cell{X: min(least.X, from.X), Y: min(least.Y, from.Y), Z: min(least.Z, from.Z)}
		most = shapes.Cell{X: max(most.X, to.X), Y: max(most.Y, to.Y), Z: max(most.Z, to.Z)}
	}
	if side := max(most.X-least.X, most.Y-least.Y, most.Z-least.Z) + 1; side > mostSide {
		return fmt.Errorf("assembly: expected pieces in a box whose sides are at most %d, got %d", mostSide, side)
	}
	if err := checkOverlap(pieces, least, most); err != nil {
		return err
	}
	if o.Motion != nil {
		if err := o.Motion.check(); err != nil {
			return err
		}
	}
	if o.Weights != nil && len(o.Weights) != len(pieces) {
		return fmt.Errorf("assembly: expected a weight for each of %d pieces, got %d", len(pieces), len(o.Weights))
	}
	for _, g := range o.Groups {
		if g.Count < 0 {
			return fmt.Errorf("assembly: group %d: expected a number of pieces that is not negative, got %d", g.Number, g.Count)
		}
		for _, i := range g.Pieces {
			if i < 0 || i >= len(pieces) {
				return fmt.Errorf("assembly: group %d: expected pieces from 0 to %d, got %d", g.Number, len(pieces)-1, i)
			}
		}
	}
	return nil
}

// checkOverlap returns an error if two pieces, in a box from least to most, have the same cell.
func checkOverlap(pieces []shapes.Shape, least, most shapes.Cell) error {
	const mostVolume = 1 << 16 // of a box that is faster than a map
	wide, high := most.X-least.X+1, most.Y-least.Y+1
	var box []int8 // the piece in each cell, from 1
	var sparse map[shapes.Cell]int
	if volume := wide * high * (most.Z - least.Z + 1); volume <= mostVolume {
		box = make([]int8, volume)
	} else {
		sparse = map[shapes.Cell]int{}
	}
	for i, s := range pieces {
		for _, c := range s.Cells() {
			var before int // from 1
			if box != nil {
				held := &box[((c.Z-least.Z)*high+c.Y-least.Y)*wide+c.X-least.X]
				before, *held = int(*held), int8(i+1)
			} else {
				before, sparse[c] = sparse[c], i+1
			}
			if before != 0 {
				return fmt.Errorf("assembly: pieces %d and %d overlap in the cell (%d,%d,%d)", before-1, i, c.X, c.Y, c.Z)
			}
		}
	}
	return nil
}

// load finds the bodies of pieces, and returns the part that consists of all of them, and their
// places.
func (a *Analyzer) load(pieces []shapes.Shape) (part []int, at []place) {
	a.kinds = a.kinds[:0]
	for i, s := range pieces {
		least, _ := s.Bounds()
		part, at = append(part, i), append(at, placeOf(least))
		if a.work != nil {
			a.kinds = append(a.kinds, a.work.body(s))
			continue
		}
		a.kinds = append(a.kinds, a.kindOf(s))
	}
	return part, at
}

// kindOf returns the number of the body of a shape.
func (a *Analyzer) kindOf(s shapes.Shape) int {
	s = s.Normal().Named("")
	k, ok := a.number[s]
	if !ok {
		if a.number == nil {
			a.number = map[shapes.Shape]int{}
		}
		k = len(a.bodies)
		a.number[s] = k
		a.bodies = append(a.bodies, newBody(s))
	}
	return k
}

// separate takes the pieces of a part apart, which are at the given places. It returns nil if that
// is impossible.
func (a *Analyzer) separate(ctx context.Context, part []int, at []place) (*Separation, error) {
	last, err := a.search(ctx, part, at)
	if last < 0 || err != nil {
		return nil, err
	}
	s := &Separation{pieces: part, start: cells(at)}
	var path []step
	for k := last; k >= 0; k = int(a.steps[k].before) {
		path = append(path, a.steps[k])
	}
	slices.Reverse(path)
	at = slices.Clone(at)
	var removed set
	for _, p := range path {
		m := Move{Pieces: nil, Length: int(p.length)}
		if p = a.lighter(p, part); p.length == away {
			m.Length, removed = 0, p.moved
		}
		m.Direction = (place(1-2*int(p.way&1)) * a.unit[p.way>>1]).cell()
		for i := range part {
			if p.moved.has(i) {
				m.Pieces = append(m.Pieces, part[i])
				if p.length != away {
					at[i] += place(int(p.length)*(1-2*int(p.way&1))) * a.unit[p.way>>1]
				}
			}
		}
		s.moves = append(s.moves, m)
	}
	for _, side := range []struct {
		into *(*Separation)
		in   bool
	}{{&s.staying, false}, {&s.removed, true}} {
		var rest []int
		var places []place
		for i := range part {
			if removed.has(i) == side.in {
				rest, places = append(rest, part[i]), append(places, at[i])
			}
		}
		if len(rest) == 1 || a.together(rest) {
			continue
		}
		sub, err := a.separate(ctx, rest, places)
		if err != nil {
			return nil, err
		}
		if sub == nil && !a.mayStick(rest) {
			return nil, nil
		}
		*side.into = sub
	}
	return s, nil
}

// lighter exchanges the moving and the other pieces of a step if the moving ones are heavier.
func (a *Analyzer) lighter(p step, part []int) step {
	if a.options.Weights == nil {
		return p
	}
	heaviest := [2]int{math.MinInt, math.MinInt}
	for i, piece := range part {
		moves := 0
		if p.moved.has(i) {
			moves = 1
		}
		heaviest[moves] = max(heaviest[moves], a.options.Weights[piece])
	}
	// BurrTools takes 0 as the weight of the heaviest piece if all are negative.
	if max(0, heaviest[0]) < max(0, heaviest[1]) {
		p.moved = ^p.moved & (1<<len(part) - 1)
		p.way ^= 1
	}
	return p
}

func cells(at []place) []shapes.Cell {
	list := make([]shapes.Cell, len(at))
	for i, p := range at {
		list[i] = p.cell()
	}
	return list
}
