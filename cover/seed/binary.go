// SPDX-License-Identifier: BSD-3-Clause

// The binary string of the seeder.
//
// The first two bytes are the sides of the box, the shorter one first, or 0 and the number, from
// 0, of the piece that is tripled. The rest is nybbles, the high one of a byte first. A piece is
// a list of cells, in reading order; then comes 15, and then the number of its copies, from 0 to
// 15. A cell is 5*y + x, with y < 3 and x < 5. A nybble of 0 fills up the last byte.
//
// Names, boards that are pictures, more than 15 copies and larger pieces have no room in the
// string.
//
// An example. The P pentomino has its cells at 0, 1, 5, 6 and 10. So "4x5" with two copies of it
// is
//
//	04 05 01 56 af 20

package seed

import (
	"fmt"

	"polka/shapes"
)

const (
	rowLength = 5
	rowCount  = 3
	endMark   = 15 // after the last cell of a piece
	maxCopies = 15
)

// MarshalBinary returns the binary string of the problem. It does not contain names. A piece is
// written where it lies, or in the corner, or rotated, so that it fits into three rows of five.
// MarshalBinary returns an error if the problem is not valid, its board is a picture, a piece does
// not fit, or a piece has more than 15 copies.
func (p Problem) MarshalBinary() ([]byte, error) {
	if err := p.Check(); err != nil {
		return nil, err
	}
	if !p.Board.Empty() {
		return nil, fmt.Errorf("seed: a board that is a picture has no room in a binary string")
	}
	head := []byte{byte(min(p.Width, p.Height)), byte(max(p.Width, p.Height))}
	if p.Triple > 0 {
		if p.Triple > 256 {
			return nil, fmt.Errorf("seed: piece %d cannot be tripled in a binary string, which has room for 256", p.Triple)
		}
		head = []byte{0, byte(p.Triple - 1)}
	}
	var list []byte
	for i, q := range p.Pieces {
		s, ok := fitting(q.Shape)
		if !ok {
			return nil, fmt.Errorf("seed: piece %d does not fit into %d rows of %d", i+1, rowCount, rowLength)
		}
		if q.Count > maxCopies {
			return nil, fmt.Errorf("seed: there are %d copies of piece %d, and a binary string has room for %d", q.Count, i+1, maxCopies)
		}
		for _, c := range s.Cells() {
			list = append(list, byte(rowLength*c.Y+c.X))
		}
		list = append(list, endMark, byte(q.Count))
	}
	if len(list)%2 == 1 {
		list = append(list, 0)
	}
	for i := 0; i < len(list); i += 2 {
		head = append(head, list[i]<<4|list[i+1])
	}
	return head, nil
}

// fitting is s, moved or turned if it must be, in three rows of five.
func fitting(s shapes.Shape) (shapes.Shape, bool) {
	for _, t := range []shapes.Shape{s, s.Normal(), s.Rotate(1).Reflect().Normal()} {
		fits := true
		for _, c := range t.Cells() {
			fits = fits && c.X >= 0 && c.X < rowLength && c.Y >= 0 && c.Y < rowCount
		}
		if fits {
			return t, true
		}
	}
	return s, false
}

// ParseBinary reads a binary string. An error names the byte, counted from 1, and what was
// expected.
func ParseBinary(binary []byte) (Problem, error) {
	var p Problem
	if len(binary) < 2 {
		return p, fmt.Errorf("byte %d: expected the box, two bytes, found the end", len(binary)+1)
	}
	switch {
	case binary[0] == 0:
		p.Triple = int(binary[1]) + 1
	case binary[1] == 0:
		return p, fmt.Errorf("byte 2: expected the second side of the box, from 1 to 255, found 0")
	default:
		p.Width, p.Height = int(binary[0]), int(binary[1])
	}
	d := &decoder{binary: binary, at: 4}
	for !d.done() {
		q, err := d.piece()
		if err != nil {
			return p, err
		}
		p.Pieces = append(p.Pieces, q)
	}
	if len(p.Pieces) == 0 {
		return p, fmt.Errorf("byte %d: expected a piece, found the end", len(binary)+1)
	}
	if p.Triple > len(p.Pieces) {
		return p, fmt.Errorf("byte 2: expected the number of one of %d pieces, from 0, found %d", len(p.Pieces), p.Triple-1)
	}
	return p, nil
}

// A decoder walks through nybbles.
type decoder struct {
	binary []byte
	at     int // in nybbles
}

// done reports whether nothing but the filling is left.
func (d *decoder) done() bool {
	left := 2*len(d.binary) - d.at
	return left == 0 || left == 1 && d.binary[len(d.binary)-1]&15 == 0
}

// next reads a nybble.
func (d *decoder) next(what string) (int, error) {
	if d.at >= 2*len(d.binary) {
		return 0, fmt.Errorf("byte %d: expected %s, found the end", len(d.binary)+1, what)
	}
	n := int(d.binary[d.at/2] >> (4 - 4*(d.at%2)) & 15)
	d.at++
	return n, nil
}

// piece reads a piece and its number of copies.
func (d *decoder) piece() (Piece, error) {
	var cells []shapes.Cell
	for last := -1; ; {
		n, err := d.next("a cell, or 15 after the last one")
		if err != nil {
			return Piece{}, err
		}
		if n == endMark && cells != nil {
			break
		}
		if n == endMark || n <= last {
			return Piece{}, fmt.Errorf("byte %d: expected a cell from %d to 14, found %d", (d.at-1)/2+1, last+1, n)
		}
		last = n
		cells = append(cells, shapes.Cell{X: n % rowLength, Y: n / rowLength})
	}
	n, err := d.next("the number of copies")
	return Piece{Shape: shapes.New(shapes.Square, cells...), Count: n}, err
}
