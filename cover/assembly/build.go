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

// New returns a disassembly that was found elsewhere. It is an error if pieces run into one
// another, or the separations do not fit together.
func New(pieces []shapes.Shape, root *Separation) (*Disassembly, error) {
	if err := check(pieces, Options{}); err != nil {
		return nil, err
	}
	if root == nil {
		return nil, fmt.Errorf("assembly: expected a separation of %d pieces", len(pieces))
	}
	d := &Disassembly{pieces: slices.Clone(pieces)}
	part := make([]int, len(pieces))
	for i := range part {
		part[i] = i
	}
	var err error
	d.root, err = d.replay(root, part, make([]shapes.Cell, len(pieces)))
	if err != nil {
		return nil, fmt.Errorf("assembly: %w", err)
	}
	return d, nil
}

// replay performs the moves of a separation, after the pieces have been shifted so far. It returns
// the separation with its starts.
func (d *Disassembly) replay(s *Separation, part []int, shift []shapes.Cell) (*Separation, error) {
	if !slices.Equal(s.pieces, part) {
		return nil, fmt.Errorf("expected a separation of the pieces %v, got one of %v", part, s.pieces)
	}
	if len(s.moves) == 0 {
		return nil, fmt.Errorf("expected moves that separate the pieces %v", part)
	}
	done := &Separation{pieces: s.pieces, moves: s.moves}
	for _, i := range part {
		least, _ := d.pieces[i].Bounds()
		done.start = append(done.start, plus(least, shift[i], 1))
	}
	shift = slices.Clone(shift)
	for k, m := range s.moves {
		if err := m.check(part, k == len(s.moves)-1); err != nil {
			return nil, fmt.Errorf("move %d of the pieces %v: %w", k+1, part, err)
		}
		at := slices.Clone(shift)
		for step := 1; m.Length == 0 && d.meet(m, part, at) || step <= m.Length; step++ {
			for _, i := range m.Pieces {
				at[i] = plus(at[i], m.Direction, 1)
			}
			if i, j, ok := d.overlap(m, part, at); ok {
				return nil, fmt.Errorf("move %d of the pieces %v: piece %d runs into piece %d", k+1, part, i, j)
			}
		}
		if m.Length > 0 {
			shift = at
			continue
		}
		var staying []int
		for _, i := range part {
			if !slices.Contains(m.Pieces, i) {
				staying = append(staying, i)
			}
		}
		var err error
		if s.staying != nil {
			if done.staying, err = d.replay(s.staying, staying, shift); err != nil {
				return nil, err
			}
		}
		if s.removed != nil {
			if done.removed, err = d.replay(s.removed, m.Pieces, shift); err != nil {
				return nil, err
			}
		}
	}
	return done, nil
}

// check reports what is wrong with the form of a move.
func (m Move) check(part []int, last bool) error {
	c := m.Direction
	switch {
	case c.X*c.X+c.Y*c.Y+c.Z*c.Z != 1:
		return fmt.Errorf("expected a step along an axis, got (%d,%d,%d)", c.X, c.Y, c.Z)
	case last != (m.Length == 0) || m.Length < 0 || m.Length > mostSide*mostPieces:
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

// meet reports whether the moving pieces may still run into the others: whether in the direction of
// the move not all of them are beyond the others.
func (d *Disassembly) meet(m Move, part []int, shift []shapes.Cell) bool {
	axis := 0
	switch {
	case m.Direction.Y != 0:
		axis = 1
	case m.Direction.Z != 0:
		axis = 2
	}
	forward := m.Direction.X+m.Direction.Y+m.Direction.Z > 0
	least, most := 1<<40, -1<<40 // of the moving pieces, of the others
	for _, i := range part {
		low, high := d.pieces[i].Bounds()
		a, _, _ := along(axis, plus(low, shift[i], 1))
		b, _, _ := along(axis, plus(high, shift[i], 1))
		if !forward {
			a, b = -b, -a
		}
		if slices.Contains(m.Pieces, i) {
			least = min(least, a)
		} else {
			most = max(most, b)
		}
	}
	return least <= most
}

// overlap finds a moving piece and another one that share a cell.
func (d *Disassembly) overlap(m Move, part []int, shift []shapes.Cell) (i, j int, ok bool) {
	for _, i := range m.Pieces {
		for _, j := range part {
			if slices.Contains(m.Pieces, j) {
				continue
			}
			by := plus(shift[i], shift[j], -1)
			for _, c := range d.pieces[i].Cells() {
				if d.pieces[j].Contains(plus(c, by, 1)) {
					return i, j, true
				}
			}
		}
	}
	return 0, 0, false
}

// plus returns c + k·d.
func plus(c, d shapes.Cell, k int) shapes.Cell {
	return shapes.Cell{X: c.X + k*d.X, Y: c.Y + k*d.Y, Z: c.Z + k*d.Z}
}
