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

// New returns a disassembly that was found elsewhere, of pieces of cubes or, with a motion, of its
// cells. It is an error if pieces run into one another, or the separations do not fit together.
func New(pieces []shapes.Shape, root *Separation, m *Motion) (*Disassembly, error) {
	if err := check(pieces, Options{Motion: m}); err != nil {
		return nil, err
	}
	if root == nil {
		return nil, fmt.Errorf("assembly: expected a separation of %d pieces", len(pieces))
	}
	d := &Disassembly{pieces: slices.Clone(pieces), motion: m}
	r := &replay{}
	r.onGrid(m)
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
		if err := r.check(m, part, k == len(s.moves)-1); err != nil {
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
	way, _ := r.wayOf(m.Direction)
	length := m.Length
	if length == 0 {
		length = away
	}
	for _, i := range m.Pieces {
		for _, j := range others {
			if r.free(i, j, at[j]-at[i], way) < length {
				return i, j, true
			}
		}
	}
	return 0, 0, false
}

// free returns how many steps piece i can move before it runs into piece j, which is at d as seen
// from it.
func (r *replay) free(i, j int, d place, way int) int {
	axis, side := way>>1, way&1
	if w := r.work; w != nil {
		return int(w.gapsOf(r.kinds[i], r.kinds[j], d)[side*len(w.grid.Axes)+axis])
	}
	return int(r.gapsOf(r.kinds[i], r.kinds[j], d)[side][axis])
}

// check reports what is wrong with the form of a move.
func (r *replay) check(m Move, part []int, last bool) error {
	_, ok := r.wayOf(m.Direction)
	switch {
	case !ok:
		return fmt.Errorf("expected a step along an axis, got (%d,%d,%d)", m.Direction.X, m.Direction.Y, m.Direction.Z)
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

// wayOf returns twice the number of the axis of a step, and 1 more for a step backward.
func (r *replay) wayOf(step shapes.Cell) (way int, ok bool) {
	for axis, unit := range r.unit {
		switch placeOf(step) {
		case unit:
			return 2 * axis, true
		case -unit:
			return 2*axis + 1, true
		}
	}
	return 0, false
}

// plus returns c + k·d.
func plus(c, d shapes.Cell, k int) shapes.Cell {
	return shapes.Cell{X: c.X + k*d.X, Y: c.Y + k*d.Y, Z: c.Z + k*d.Z}
}
