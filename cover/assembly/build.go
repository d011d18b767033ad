// SPDX-License-Identifier: BSD-3-Clause

package assembly

import (
	"fmt"
	"slices"

	"polka/shapes"
)

// NewSeparation returns a separation of some pieces, given by their indices in ascending order, by
// moves of which only the last takes pieces away. The parts that remain, staying and removed, may
// be nil. New checks it.
func NewSeparation(pieces []int, moves []Move, staying, removed *Separation) *Separation {
	s := &Separation{pieces: slices.Clone(pieces), moves: moves, staying: staying, removed: removed}
	s.moves = s.Moves()
	return s
}

// New returns a disassembly of pieces of cubes that was found elsewhere. It is an error if pieces
// run into one another, or the separations do not fit together.
func New(pieces []shapes.Shape, root *Separation) (*Disassembly, error) {
	if err := check(pieces, Options{}); err != nil {
		return nil, err
	}
	if root == nil {
		return nil, fmt.Errorf("assembly: expected a separation of %d pieces", len(pieces))
	}
	d := &Disassembly{pieces: slices.Clone(pieces)}
	r := &replay{}
	r.onGrid(nil)
	part, at := r.load(pieces)
	var err error
	if d.root, err = r.separation(root, part, at); err != nil {
		return nil, fmt.Errorf("assembly: %w", err)
	}
	return d, nil
}

// A replay performs moves that were found elsewhere.
type replay struct{ Analyzer }

// separation performs the moves of a separation, with each piece of the assembly where it is
// before. It returns the separation with its starts.
func (r *replay) separation(s *Separation, part []int, at []place) (*Separation, error) {
	if !slices.Equal(s.pieces, part) {
		return nil, fmt.Errorf("expected a separation of the pieces %v, got one of %v", part, s.pieces)
	}
	if len(s.moves) == 0 {
		return nil, fmt.Errorf("expected moves that separate the pieces %v", part)
	}
	done := &Separation{pieces: s.pieces, moves: s.moves}
	for _, i := range part {
		done.start = append(done.start, at[i].cell())
	}
	at = slices.Clone(at)
	var staying []int
	for k, m := range s.moves {
		if err := m.check(part, k == len(s.moves)-1); err != nil {
			return nil, fmt.Errorf("move %d of the pieces %v: %w", k+1, part, err)
		}
		staying = staying[:0]
		for _, i := range part {
			if !slices.Contains(m.Pieces, i) {
				staying = append(staying, i)
			}
		}
		if i, j, ok := r.meet(m, staying, at); ok {
			return nil, fmt.Errorf("move %d of the pieces %v: piece %d runs into piece %d", k+1, part, i, j)
		}
		for _, i := range m.Pieces {
			at[i] += place(m.Length) * placeOf(m.Direction)
		}
	}
	var err error
	if s.staying != nil {
		if done.staying, err = r.separation(s.staying, staying, at); err != nil {
			return nil, err
		}
	}
	if s.removed != nil {
		if done.removed, err = r.separation(s.removed, s.moves[len(s.moves)-1].Pieces, at); err != nil {
			return nil, err
		}
	}
	return done, nil
}

// meet finds a moving piece that runs into another one.
func (r *replay) meet(m Move, others []int, at []place) (i, j int, ok bool) {
	axis, forward := axisOf(m.Direction)
	side := 0
	if !forward {
		side = 1
	}
	length := m.Length
	if length == 0 {
		length = away
	}
	for _, i := range m.Pieces {
		for _, j := range others {
			if int(r.gapsOf(r.kinds[i], r.kinds[j], at[j]-at[i])[side][axis]) < length {
				return i, j, true
			}
		}
	}
	return 0, 0, false
}

// check reports what is wrong with the form of a move.
func (m Move) check(part []int, last bool) error {
	c := m.Direction
	switch {
	case c.X*c.X+c.Y*c.Y+c.Z*c.Z != 1:
		return fmt.Errorf("expected a step along an axis, got (%d,%d,%d)", c.X, c.Y, c.Z)
	case last != (m.Length == 0) || m.Length < 0 || m.Length >= away:
		return fmt.Errorf("expected a number of steps, or 0 in the last move, got %d", m.Length)
	case len(m.Pieces) == 0 || len(m.Pieces) >= len(part) || !slices.IsSorted(m.Pieces) || len(slices.Compact(slices.Clone(m.Pieces))) < len(m.Pieces):
		return fmt.Errorf("expected some of the pieces, in ascending order, got %v", m.Pieces)
	}
	for _, i := range m.Pieces {
		if !slices.Contains(part, i) {
			return fmt.Errorf("expected some of the pieces, got %v", m.Pieces)
		}
	}
	return nil
}

// axisOf returns the axis of a step, and whether it leads to greater coordinates.
func axisOf(step shapes.Cell) (axis int, forward bool) {
	switch {
	case step.Y != 0:
		axis = 1
	case step.Z != 0:
		axis = 2
	}
	return axis, step.X+step.Y+step.Z > 0
}

// plus returns c + k·d.
func plus(c, d shapes.Cell, k int) shapes.Cell {
	return shapes.Cell{X: c.X + k*d.X, Y: c.Y + k*d.Y, Z: c.Z + k*d.Z}
}
