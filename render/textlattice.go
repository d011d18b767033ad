// SPDX-License-Identifier: BSD-3-Clause

// Pictures of triangles, hexagons and tans in characters.
//
// A planar lattice can be drawn in characters if the steps of X and Y are whole numbers of columns
// and lines, and if every side of a cell is horizontal, vertical, or goes down as many lines as
// columns: such sides are drawn with ─, │, ╱ and ╲, which reach from corner to corner of their
// character cells. A stencil is that choice of steps; everything else follows from the corners of
// the cells (shapes.Lattice.Corners):
//
//   - the letter of a cell stands in the middle of its corners;
//   - a side is drawn if the cells on its two sides belong to different pieces, in all places
//     strictly between its ends;
//   - where its ends are places themselves, they are joints, whose characters follow from the lines
//     that meet there.
//
// Triangles have horizontal sides four characters long, and two lines to a row. Hexagons have the
// same steps; their corners are between the character cells, so that they have no joints, and each
// side is the single character in its middle. Tans are drawn by quarters of squares, four
// characters wide and four lines high. An example of each: three lozenges, three hexagons two of
// which are one piece, and a square that is cut along a diagonal, beside half a square:
//
//	  ╶───────╴        ╱ ╲ ╱ ╲      ┌───┬───╴
//	 ╱a a╱b b╱c╲      │ a   a │     │╲a │ c╱
//	╶───────╴   >      ╲ ╱ ╲ ╱      │b╲a│c╱
//	         ╲c╱        │ b │       │ b╲│╱
//	          ∨          ╲ ╱        └───┘
//
// No two places coincide, so both the letter and the borders of a cell identify its piece.
//
// Joints with a horizontal or vertical line are box-drawing characters, which ignore slanted lines:
// these end at the corner of the character cell. Others are ╲ ╱ ╳ and, where two slanted lines meet
// at an angle, ∨ ∧ < >. No joint has a single line, since the owners of cells around a corner
// cannot change just once.
//
// Where a drawing would be too wide for a terminal, triangles and hexagons are drawn at half the
// size, which leaves room only for the letters: rows of letters, indented like the cells, as in
// pictures of shapes (shapes/picture.go). Kings and layers of cubes have a stencil only for that
// case. Kites always have only letters, at the places of the marks in pictures of shapes; so have
// the cells of lattices whose corners were found (shapes.NewLattice): a row has a letter for each
// kind of cell of each of its periods.

package render

import (
	"math"
	"strings"

	"polka/internal/letter"
	"polka/shapes"
)

// A stencil maps a planar lattice to character cells.
type stencil struct {
	x, y spot // the steps
}

// A spot is a character cell, or the offset from one to another.
type spot struct{ column, line int }

// stencils has the lattices whose cells are not all squares.
var stencils = map[*shapes.Lattice]stencil{
	shapes.Triangle: {spot{4, 0}, spot{2, 2}},
	shapes.Hexagon:  {spot{4, 0}, spot{2, 2}},
	shapes.Tan:      {spot{4, 0}, spot{0, 4}},
}

// stencilOfSquares has room for letters only if it is halved.
var stencilOfSquares = stencil{spot{2, 0}, spot{0, 2}}

// freeCell is the mark of cells without a piece.
const freeCell = '·'

// draw draws a panel. Without borders it draws letters, in half the width and height.
func (s stencil) draw(p *panel, borders bool) []string {
	l := p.lattice()
	canvas := canvas{}
	owner := p.owners()
	for c, i := range owner {
		at := s.middle(l, l.Corners(c)...)
		if !borders {
			at = spot{at.column >> 1, at.line >> 1}
		}
		switch {
		case i == nobody:
			canvas[at] = freeCell
		case p.parts[i].letter != 0:
			canvas[at] = p.parts[i].letter
		case !borders:
			canvas[at] = '#'
		}
	}
	if borders {
		s.drawBorders(l, owner, canvas)
	}
	return canvas.lines()
}

// kitePlaces has the place of each kite of a hexagon, as in pictures of shapes.
var kitePlaces = [...]spot{{1, 0}, {2, 1}, {2, 2}, {1, 3}, {0, 2}, {0, 1}}

// kites draws a panel of kites.
func kites(p *panel) []string {
	return letters(p, func(c shapes.Cell) spot {
		at := kitePlaces[c.Z]
		return spot{4*c.X + 2*c.Y + at.column, 3*c.Y + at.line}
	})
}

// kinds draws a panel of cells that have no stencil.
func kinds(p *panel) []string {
	number := p.lattice().NumKinds()
	return letters(p, func(c shapes.Cell) spot { return spot{number*c.X + c.Z, c.Y} })
}

// letters draws a panel with a letter for each cell at its place.
func letters(p *panel, place func(c shapes.Cell) spot) []string {
	canvas := canvas{}
	letters := letter.Choose(make([]string, len(p.parts))) // for parts without a letter
	for c, i := range p.owners() {
		at := place(c)
		switch {
		case i == nobody:
			canvas[at] = freeCell
		case p.parts[i].letter != 0:
			canvas[at] = p.parts[i].letter
		default:
			canvas[at] = letters[i]
		}
	}
	return canvas.lines()
}

// drawBorders draws sides between owners.
func (s stencil) drawBorders(l *shapes.Lattice, owner map[shapes.Cell]int, canvas canvas) {
	sides := map[edge][2]int{} // the owners on both sides
	for c, i := range owner {
		corners := l.Corners(c)
		for k, from := range corners {
			side := edge{from, corners[(k+1)%len(corners)]}
			if compareCorners(side.from, side.to) > 0 {
				side = side.reverse()
			}
			if one, ok := sides[side]; ok {
				sides[side] = [2]int{one[0], i}
			} else {
				sides[side] = [2]int{i, outside}
			}
		}
	}
	joints := map[spot]directions{}
	for side, of := range sides {
		if of[0] == of[1] {
			continue
		}
		s.drawSide(l, side, canvas, joints)
	}
	for at, lines := range joints {
		canvas[at] = lines.joint()
	}
}

// drawSide draws a side, and records its direction at both ends.
func (s stencil) drawSide(l *shapes.Lattice, side edge, canvas canvas, joints map[spot]directions) {
	from, fromWhole := s.place(l, side.from)
	to, toWhole := s.place(l, side.to)
	right, down := sign(to.column-from.column), sign(to.line-from.line)
	mark := '─'
	switch {
	case right == 0:
		mark = '│'
	case down == right:
		mark = '╲'
	case down == -right:
		mark = '╱'
	}
	if !fromWhole || !toWhole {
		canvas[s.middle(l, side.from, side.to)] = mark
		return
	}
	joints[from] |= directionOf(right, down)
	joints[to] |= directionOf(-right, -down)
	for at := (spot{from.column + right, from.line + down}); at != to; at = (spot{at.column + right, at.line + down}) {
		canvas[at] = mark
	}
}

// place returns the position of a corner. If that is between character cells, it is good only for
// directions.
func (s stencil) place(l *shapes.Lattice, c shapes.Corner) (at spot, whole bool) {
	at, scale := s.sum(l, c)
	if at.column%scale != 0 || at.line%scale != 0 {
		return at, false
	}
	return spot{at.column / scale, at.line / scale}, true
}

// middle returns the character cell nearest to the center of some corners.
func (s stencil) middle(l *shapes.Lattice, corners ...shapes.Corner) spot {
	at, scale := s.sum(l, corners...)
	n := float64(scale * len(corners))
	return spot{int(math.Round(float64(at.column) / n)), int(math.Round(float64(at.line) / n))}
}

// sum adds the positions of corners, in units of 1/scale.
func (s stencil) sum(l *shapes.Lattice, corners ...shapes.Corner) (at spot, scale int) {
	for _, c := range corners {
		at.column += c.X*s.x.column + c.Y*s.y.column
		at.line += c.X*s.x.line + c.Y*s.y.line
	}
	return at, l.Corners(shapes.Cell{X: 1})[0].X - l.Corners(shapes.Cell{})[0].X
}

// directions is a set of directions from a joint, a bit for each.
type directions uint8

// The bits of directions.
const (
	upward directions = 1 << iota
	rightward
	downward
	leftward
	upRight
	downRight
	downLeft
	upLeft
)

func directionOf(right, down int) directions {
	return [3][3]directions{{upLeft, upward, upRight}, {leftward, 0, rightward}, {downLeft, downward, downRight}}[down+1][right+1]
}

// joint returns the character of a place where lines meet.
func (d directions) joint() rune {
	if d&(upward|rightward|downward|leftward) != 0 {
		arm := func(one directions) weight {
			if d&one != 0 {
				return thin
			}
			return absent
		}
		return joint(arm(upward), arm(rightward), arm(downward), arm(leftward))
	}
	switch d {
	case upLeft | downRight:
		return '╲'
	case upRight | downLeft:
		return '╱'
	case upLeft | upRight:
		return '∨'
	case downLeft | downRight:
		return '∧'
	case upLeft | downLeft:
		return '>'
	case upRight | downRight:
		return '<'
	}
	return '╳'
}

func sign(n int) int { return min(1, max(-1, n)) }

// A canvas holds the characters of a drawing.
type canvas map[spot]rune

// lines crops the canvas to the rows and columns that have a character.
func (p canvas) lines() []string {
	if len(p) == 0 {
		return nil
	}
	least, most := spot{math.MaxInt, math.MaxInt}, spot{math.MinInt, math.MinInt}
	for at := range p {
		least = spot{min(least.column, at.column), min(least.line, at.line)}
		most = spot{max(most.column, at.column), max(most.line, at.line)}
	}
	rows := make([][]rune, most.line-least.line+1)
	for i := range rows {
		rows[i] = []rune(strings.Repeat(" ", most.column-least.column+1))
	}
	for at, mark := range p {
		rows[at.line-least.line][at.column-least.column] = mark
	}
	lines := make([]string, len(rows))
	for i, row := range rows {
		lines[i] = strings.TrimRight(string(row), " ")
	}
	return lines
}
