// SPDX-License-Identifier: BSD-3-Clause

package cover

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"polka/shapes"
)

// A place is a way for a piece to lie on the board, in numbers.
type place struct {
	piece  int32
	points int32   // the index in Puzzle.passages of the points that the piece goes straight through, on a board of sticks
	cells  []int32 // their numbers in the reading order of the board, increasing
	colors string  // of the cells, as of a piece
}

// lay lists the ways for all pieces to lie on the board: piece by piece, pose by
// pose, and by the first cell.
func (p *Puzzle) lay() []place {
	number := newNumbering(p.cells)
	if p.given != nil {
		return p.layGiven(number)
	}
	var list []place
	p.fits, p.poses = make([][]bool, len(p.pieces)), make([][]pose, len(p.pieces))
	marks := []rune(p.board.marks)
	p.passages = [][]shapes.Cell{nil} // of all places without
	straight := p.board.region.Lattice() == shapes.Stick && !p.crossings
	var at, room []int32
	var own []shapes.Cell // of a pose
	var steps []int       // from own[0] to the other cells, in the box of the numbering
	l := p.board.region.Lattice()
	for i, q := range p.pieces {
		p.poses[i] = q.poses()
		p.fits[i] = make([]bool, len(p.poses[i]))
		if q.high == 0 {
			continue
		}
		for k, pose := range p.poses[i] {
			least, most := pose.shape.Bounds()
			if most.X-least.X >= number.size.X || most.Y-least.Y >= number.size.Y || most.Z-least.Z >= number.size.Z {
				continue
			}
			own = pose.shape.AppendCells(own[:0])
			kind := l.KindOf(own[0])
			colors := []rune(pose.colors)
			first := len(list)
			steps = steps[:0]
			for _, e := range own {
				steps = append(steps, number.index(e.X-own[0].X, e.Y-own[0].Y, e.Z-own[0].Z))
			}
			put := func(c shapes.Cell) { // the image of own[0], with all others in the box of the numbering
				if l.KindOf(c) != kind {
					return
				}
				d := shapes.Cell{X: c.X - own[0].X, Y: c.Y - own[0].Y, Z: c.Z - own[0].Z}
				first := number.index(c.X-number.least.X, c.Y-number.least.Y, c.Z-number.least.Z)
				at = at[:0]
				for j, e := range own {
					var n int32
					if number.box != nil {
						n = number.box[first+steps[j]]
					} else {
						n = number.of(shapes.Cell{X: e.X + d.X, Y: e.Y + d.Y, Z: e.Z + d.Z})
					}
					if n < 0 || len(marks) > 0 && !suits(marks[n], q, colors, j) {
						return
					}
					at = append(at, n)
				}
				k := place{piece: int32(i), colors: pose.colors}
				k.cells, room = kept(at, room)
				if straight {
					k.points = int32(len(p.passages))
					p.passages = append(p.passages, passages(pose.shape.Translate(d.X, d.Y, 0)))
				}
				list = append(roomier(list), k)
			}
			number.offsets(least, most, own[0], p.cells, put)
			p.fits[i][k] = len(list) > first
		}
	}
	return list
}

// sheet is how many cells of places are allocated at a time.
const sheet = 1 << 10

// mostDoubled is the number of places up to which their list grows by its own length, or by more if
// it is short.
const mostDoubled = 1 << 16

// roomier returns a list with room for one more place. Append alone would copy short lists more
// often.
func roomier(list []place) []place {
	if n := len(list); n == cap(list) && n < mostDoubled {
		if n < mostDoubled/16 {
			n *= 3
		}
		return slices.Grow(list, max(n, 64))
	}
	return list
}

// kept returns a copy of the cells of a place. It is made in room, which is replaced when it is
// full.
func kept(cells, room []int32) (own, rest []int32) {
	if len(cells) > cap(room)-len(room) {
		room = make([]int32, 0, max(sheet, len(cells)))
	}
	room = append(room, cells...)
	return slices.Clip(room[len(room)-len(cells):]), room
}

// suits reports whether cell j of a piece may lie on a cell with a mark.
func suits(mark rune, q Piece, colors []rune, j int) bool {
	switch {
	case mark == unmarked:
		return true
	case unicode.IsUpper(mark):
		return q.shape.Name() == string(mark)
	}
	return len(colors) == 0 || colors[j] == unmarked || colors[j] == mark
}

// through returns the points that the piece of a place goes straight through.
func (p *Puzzle) through(q place) []shapes.Cell {
	if q.points == 0 {
		return nil
	}
	return p.passages[q.points]
}

// passages lists the points that a polystick goes straight through, each once,
// in reading order.
func passages(s shapes.Shape) []shapes.Cell {
	var list []shapes.Cell
	for _, c := range s.Cells() {
		before := shapes.Cell{X: c.X - 1, Y: c.Y}
		if c.Z == 1 {
			before = shapes.Cell{X: c.X, Y: c.Y - 1, Z: 1}
		}
		if s.Contains(before) {
			list = append(list, shapes.Cell{X: c.X, Y: c.Y})
		}
	}
	return slices.Compact(list) // the two passages of a cross follow each other
}

// pointName returns the name of the item of a point.
func pointName(c shapes.Cell) string { return fmt.Sprintf("+%d,%d", c.X, c.Y) }

// optional reports for each cell, by its number, whether it may stay free.
func (p *Puzzle) optional() []bool {
	p.onceOptional.Do(func() { p.optionals = p.board.optionalOf(p.cells) })
	return p.optionals
}

// placement returns the place with number k.
func (p *Puzzle) placement(k int) Placement {
	q := p.places[k]
	cells := make([]shapes.Cell, len(q.cells))
	for i, n := range q.cells {
		cells[i] = p.cells[n]
	}
	piece := p.pieces[q.piece].shape
	return Placement{Piece: piece, Shape: shapes.New(p.board.region.Lattice(), cells...).Named(piece.Name()), Colors: q.colors}
}

// alongBoard lists the cells of the board along its longest side. If several items
// are equally hard to cover, the solver takes the first one. In this order it works
// from one end of the board to the other, with a short frontier.
func (p *Puzzle) alongBoard() []int32 {
	cells := p.cells
	order := make([]int32, len(cells))
	for i := range order {
		order[i] = int32(i)
	}
	s := p.board.region
	if s.Width() > s.Height() {
		slices.SortStableFunc(order, func(a, b int32) int { return cells[a].X - cells[b].X })
	}
	if p.board.region.Lattice().Spatial() && s.Depth() > max(s.Width(), s.Height()) {
		slices.SortStableFunc(order, func(a, b int32) int { return cells[a].Z - cells[b].Z })
	}
	return order
}

// names gives each cell and each piece a name that can be an item's. A cell has
// its coordinates, the third one only where it matters. A piece has its own
// name, or its number, without the characters that Knuth's format needs, and
// with primes where it is taken.
func (p *Puzzle) names() (cells, pieces []string) {
	p.onceNames.Do(func() { p.cellNames, p.pieceNames = p.makeNames() })
	return p.cellNames, p.pieceNames
}

func (p *Puzzle) makeNames() (cells, pieces []string) {
	l := p.board.region.Lattice()
	cells = make([]string, 0, len(p.cells))
	var text []byte
	for _, c := range p.cells {
		text = strconv.AppendInt(text[:0], int64(c.X), 10)
		text = strconv.AppendInt(append(text, ','), int64(c.Y), 10)
		switch {
		case l.Dimension() == 4:
			_, _, z, w := c.Four()
			text = strconv.AppendInt(append(text, ','), int64(z), 10)
			text = strconv.AppendInt(append(text, ','), int64(w), 10)
		case !flat(l):
			text = strconv.AppendInt(append(text, ','), int64(c.Z), 10)
		}
		cells = append(cells, string(text))
	}
	taken := map[string]bool{}
	for _, q := range p.pieces {
		if strings.Contains(q.shape.Name(), ",") { // it could be the name of a cell
			for _, name := range cells {
				taken[name] = true
			}
			break
		}
	}
	for i, q := range p.pieces {
		name := strings.Join(strings.FieldsFunc(q.shape.Name(), func(r rune) bool {
			return r == '|' || r == ':' || r <= ' ' || unicode.IsSpace(r)
		}), "_")
		if name == "" {
			name = fmt.Sprintf("#%d", i+1)
		}
		for taken[name] || strings.HasPrefix(name, "+") {
			name += "'"
			name = strings.TrimPrefix(name, "+")
		}
		taken[name] = true
		pieces = append(pieces, name)
	}
	return cells, pieces
}
