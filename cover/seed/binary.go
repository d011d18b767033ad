// The binary string of the seeder.
//
// The format. The first two bytes are the width and the height of the box, or 0 and the number of the piece that is
// tripled. The rest is nybbles, the high one of a byte first. A piece is a list of steps from cell to cell, as one reads a
// raster with rows of five; then comes 15, and then the number of its copies. A step is the distance to the next cell, the
// first one that from the corner. A last nybble of 15 fills up the last byte.
//
// In connected pieces that are at most five wide, steps are at most 9. For others, 14 says that 14 is to be added to the
// next nybble; and for numbers of copies, 15 says that 15 is to be added. A piece that is wider than five, but not taller,
// is written transposed.
//
// Names, and boards that are pictures, have no room in the string.
//
// An example. The P pentomino has its cells at 0, 1, 5, 6 and 10 of the raster. So "4x5" with two copies of it is
//
//	04 05 01 41 4f 2f

package seed

import (
	"fmt"

	"polka/shapes"
)

const (
	rowLength = 5
	carry     = 14 // in a step: 14 and more
	endMark   = 15 // after the last cell of a piece
	moreTimes = 15 // in a number of copies: 15 and more
)

// Encode writes the binary string of the problem. Names are left out. It gives an error if the problem is wrong, has a
// board that is a picture, or a piece that is wider and taller than five.
func (p Problem) Encode() ([]byte, error) {
	if err := p.Check(); err != nil {
		return nil, err
	}
	if !p.Board.Empty() {
		return nil, fmt.Errorf("seed: a board that is a picture has no room in a binary string")
	}
	head := []byte{byte(p.Width), byte(p.Height)}
	if p.Triple > 0 {
		if p.Triple > 255 {
			return nil, fmt.Errorf("seed: piece %d cannot be tripled in a binary string, which has room for 255", p.Triple)
		}
		head = []byte{0, byte(p.Triple)}
	}
	var list []byte
	for i, q := range p.Pieces {
		s := q.Shape.Normal()
		if s.Width() > rowLength {
			s = s.ReflectAt(-45) // rows become columns
		}
		if s.Width() > rowLength {
			return nil, fmt.Errorf("seed: piece %d is wider and taller than %d", i+1, rowLength)
		}
		list = append(list, steps(s)...)
		list = append(list, endMark)
		n := q.Count
		for ; n >= moreTimes; n -= moreTimes {
			list = append(list, moreTimes)
		}
		list = append(list, byte(n))
	}
	return append(head, pack(list)...), nil
}

// steps are the nybbles of a normal shape.
func steps(s shapes.Shape) []byte {
	var list []byte
	at := 0
	for _, c := range s.Cells() {
		n := rowLength*c.Y + c.X
		step := n - at
		for ; step >= carry; step -= carry {
			list = append(list, carry)
		}
		list = append(list, byte(step))
		at = n
	}
	return list
}

// pack puts two nybbles into a byte.
func pack(list []byte) []byte {
	if len(list)%2 == 1 {
		list = append(list, endMark)
	}
	bytes := make([]byte, len(list)/2)
	for i := range bytes {
		bytes[i] = list[2*i]<<4 | list[2*i+1]
	}
	return bytes
}

// Decode reads a binary string. Errors name the byte, counted from 1, and what was expected.
func Decode(binary []byte) (Problem, error) {
	var p Problem
	if len(binary) < 2 {
		return p, fmt.Errorf("byte %d: expected the box, two bytes, found the end", len(binary)+1)
	}
	if binary[0] == 0 {
		p.Triple = int(binary[1])
	} else {
		p.Width, p.Height = int(binary[0]), int(binary[1])
	}
	if binary[1] == 0 {
		return p, fmt.Errorf("byte 2: expected the height of the box or the number of a piece, from 1 to 255, found 0")
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
		return p, fmt.Errorf("byte 2: expected the number of one of %d pieces, found %d", len(p.Pieces), p.Triple)
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
	return left == 0 || left == 1 && d.binary[len(d.binary)-1]&15 == endMark
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
	at, start := 0, d.at
	for {
		step, n := 0, carry
		for n == carry {
			var err error
			if n, err = d.next("the step to a cell, or 15 after the last one"); err != nil {
				return Piece{}, err
			}
			if n != endMark {
				step += n
			}
		}
		if n == endMark && step == 0 && cells != nil {
			break
		}
		if n == endMark || step == 0 && cells != nil {
			return Piece{}, fmt.Errorf("byte %d: expected the step to a cell, found %d", (d.at-1)/2+1, n)
		}
		at += step
		cells = append(cells, shapes.Cell{X: at % rowLength, Y: at / rowLength})
	}
	s := shapes.New(shapes.Square, cells...)
	if !s.Equal(s.Normal()) {
		return Piece{}, fmt.Errorf("byte %d: expected a piece in the corner, with a cell in the first row and one in the first column", start/2+1)
	}
	q := Piece{Shape: s}
	for n := moreTimes; n == moreTimes; q.Count += n {
		var err error
		if n, err = d.next("the number of copies"); err != nil {
			return q, err
		}
	}
	return q, nil
}
