// SPDX-License-Identifier: BSD-3-Clause

package assembly

import (
	"fmt"
	"slices"
	"strings"

	"polka/internal/letter"
	"polka/internal/plural"
	"polka/shapes"
)

// A Disassembly is a way to take an assembly apart. It is an immutable value.
type Disassembly struct {
	pieces []shapes.Shape
	root   *Separation
	states int64
	motion *Motion
}

// A Separation divides a part of an assembly in two: a number of moves, the last of which takes
// pieces away.
type Separation struct {
	pieces           []int
	start            []shapes.Cell // the least corner of the box around each piece
	moves            []Move
	staying, removed *Separation
}

// A Move shifts some pieces along an axis.
type Move struct {
	Pieces    []int       // the indices of the pieces that move, in ascending order
	Direction shapes.Cell // one step
	Length    int         // the number of steps, or 0 if the pieces are taken away
}

// Pieces returns the pieces of the assembly, where they lie in it.
func (d *Disassembly) Pieces() []shapes.Shape { return slices.Clone(d.pieces) }

// Motion returns the motion of the options with which the disassembly was found, or nil for cubes.
func (d *Disassembly) Motion() *Motion { return d.motion }

// Root returns the first separation.
func (d *Disassembly) Root() *Separation { return d.root }

// States returns the number of states that the search has examined.
func (d *Disassembly) States() int64 { return d.states }

// Level returns the level of difficulty: the number of moves until the first pieces are away, and
// after points those of the parts that remain, first of what stays, then of what is removed. Parts
// that fall apart by single moves are left out, as in BurrTools.
func (d *Disassembly) Level() string { return d.root.Level() }

// NumMoves returns the number of moves in all.
func (d *Disassembly) NumMoves() int { return d.root.total() }

// Pieces returns the indices of the pieces of the part, in ascending order.
func (s *Separation) Pieces() []int { return slices.Clone(s.pieces) }

// Moves returns the moves. The last one takes pieces away.
func (s *Separation) Moves() []Move {
	list := slices.Clone(s.moves)
	for i := range list {
		list[i].Pieces = slices.Clone(list[i].Pieces)
	}
	return list
}

// Staying returns the separation of the pieces that are not removed. It is nil for a single piece,
// and for pieces that may stay together.
func (s *Separation) Staying() *Separation { return s.staying }

// Removed returns the separation of the pieces that are removed; see Staying.
func (s *Separation) Removed() *Separation { return s.removed }

// Level returns the level of the part; see [Disassembly.Level].
func (s *Separation) Level() string {
	text := fmt.Sprint(len(s.moves))
	for _, sub := range []*Separation{s.staying, s.removed} {
		if sub.hard() {
			text += "." + sub.Level()
		}
	}
	return text
}

// hard reports whether there is a separation that takes more than one move.
func (s *Separation) hard() bool {
	return s != nil && (len(s.moves) > 1 || s.staying.hard() || s.removed.hard())
}

func (s *Separation) total() int {
	if s == nil {
		return 0
	}
	return len(s.moves) + s.staying.total() + s.removed.total()
}

// Starts returns the place of each piece of the part before the first move: the least corner of
// the box around it.
func (s *Separation) Starts() []shapes.Cell { return slices.Clone(s.start) }

// Equal reports whether both are ways to take the same pieces apart by the same moves.
func (d *Disassembly) Equal(e *Disassembly) bool {
	return slices.Equal(d.pieces, e.pieces) && d.root.equal(e.root)
}

func (s *Separation) equal(t *Separation) bool {
	if s == nil || t == nil {
		return s == t
	}
	return slices.Equal(s.pieces, t.pieces) && slices.Equal(s.start, t.start) && s.staying.equal(t.staying) && s.removed.equal(t.removed) &&
		slices.EqualFunc(s.moves, t.moves, func(m, n Move) bool {
			return m.Direction == n.Direction && m.Length == n.Length && slices.Equal(m.Pieces, n.Pieces)
		})
}

// Names returns a name for each piece: its own, or a letter if it has none or another piece has the
// same.
func (d *Disassembly) Names() []string {
	names := make([]string, len(d.pieces))
	count := map[string]int{}
	for i, s := range d.pieces {
		names[i] = s.Name()
		count[names[i]]++
	}
	letters := letter.Choose(names)
	for i, name := range names {
		if name == "" || count[name] > 1 {
			names[i] = string(letters[i])
		}
	}
	return names
}

// String returns the level, the number of pieces and that of moves on one line.
func (d *Disassembly) String() string {
	return fmt.Sprintf("level %s: %s apart in %s", d.Level(), plural.Count(len(d.pieces), "piece"), plural.Count(d.NumMoves(), "move"))
}

// Text returns a line for each move, after a line for each part:
//
//	level 2: 2 pieces apart in 2 moves
//	A, B
//	  1. B moves 1 along +y
//	  2. B leaves along +z
//
// There is no newline at the end.
func (d *Disassembly) Text() string {
	lines := []string{d.String()}
	names, number := d.Names(), 0
	d.root.each(func(s *Separation) {
		lines = append(lines, listOf(names, s.pieces))
		for _, m := range s.moves {
			number++
			lines = append(lines, fmt.Sprintf("%3d. %s", number, m.text(names)))
		}
	})
	return strings.Join(lines, "\n")
}

// each visits the separations of a part, what stays before what is removed.
func (s *Separation) each(visit func(*Separation)) {
	if s == nil {
		return
	}
	visit(s)
	s.staying.each(visit)
	s.removed.each(visit)
}

func listOf(names []string, pieces []int) string {
	words := make([]string, len(pieces))
	for i, p := range pieces {
		words[i] = names[p]
	}
	return strings.Join(words, ", ")
}

// text returns the move as a sentence.
func (m Move) text(names []string) string {
	one := len(m.Pieces) == 1
	verb := func(s, p string) string {
		if one {
			return s
		}
		return p
	}
	if m.Length == 0 {
		return fmt.Sprintf("%s %s along %s", listOf(names, m.Pieces), verb("leaves", "leave"), axisName(m.Direction))
	}
	return fmt.Sprintf("%s %s %d along %s", listOf(names, m.Pieces), verb("moves", "move"), m.Length, axisName(m.Direction))
}

// axisName returns a direction such as +x, or (1,1,0) if it is not along an axis.
func axisName(c shapes.Cell) string {
	if c.X*c.Y != 0 || c.X*c.Z != 0 || c.Y*c.Z != 0 {
		d := primitive(doubled(c))
		return fmt.Sprintf("(%d,%d,%d)", d[0], d[1], d[2])
	}
	axis, forward := axisOf(c)
	sign := "-"
	if forward {
		sign = "+"
	}
	return sign + "xyz"[axis:axis+1]
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
