// SPDX-License-Identifier: BSD-3-Clause

package shapes

import (
	"encoding/binary"
	"slices"
	"strings"
)

// A Shape is a finite set of cells of a lattice. It may have a name. The zero value is the empty
// shape on [Square].
//
// A Shape is an immutable value. It can be compared with == and used as a key of a map: two shapes
// are == if they have the same lattice, the same cells and the same name. Methods that move a shape
// keep its name. [Shape.Equal] and [Shape.Compare] ignore it, and s.Named("") removes it.
//
// Coordinates of cells must fit into 32 bits. A function that would make a shape with others
// panics.
type Shape struct {
	lattice *Lattice // nil for Square
	name    string
	cells   string // encoded: packedSize bytes a cell, in the order of Cell.Compare, without duplicates
}

// Cells are packed so that a shape is comparable, takes one allocation, and is ordered as its bytes
// are: Y, X and Z, each as a big-endian number of 32 bits with its sign bit inverted.
const packedSize = 12

const signBit = 1 << 31

func pack(cells []Cell) string {
	var text strings.Builder
	text.Grow(packedSize * len(cells))
	var room [32 * packedSize]byte // written when it is full
	b := room[:0]
	for _, c := range cells {
		if c.Y != int(int32(c.Y)) || c.X != int(int32(c.X)) || c.Z != int(int32(c.Z)) {
			panic("shapes: a coordinate does not fit into 32 bits")
		}
		if len(b) == len(room) {
			text.Write(b)
			b = b[:0]
		}
		b = binary.BigEndian.AppendUint32(b, uint32(c.Y)^signBit)
		b = binary.BigEndian.AppendUint32(b, uint32(c.X)^signBit)
		b = binary.BigEndian.AppendUint32(b, uint32(c.Z)^signBit)
	}
	text.Write(b)
	return text.String()
}

func unpack(s string) Cell {
	s = s[:packedSize]
	number := func(i int) int {
		n := uint32(s[i])<<24 | uint32(s[i+1])<<16 | uint32(s[i+2])<<8 | uint32(s[i+3])
		return int(int32(n ^ signBit))
	}
	return Cell{Y: number(0), X: number(4), Z: number(8)}
}

// New returns the shape that consists of the given cells of a lattice. They may be in any order and
// contain duplicates. New panics if the lattice does not contain a cell (see [Lattice.Contains]).
func New(l *Lattice, cells ...Cell) Shape {
	l = known(l)
	for _, c := range cells {
		if !l.Contains(c) {
			panic("shapes: the lattice has no cell with such a Z")
		}
	}
	if increasing(cells) {
		return Shape{lattice: l.stored(), cells: pack(cells)}
	}
	return Shape{lattice: l.stored()}.with(slices.Clone(cells))
}

// Rectangle returns the shape of the given numbers of rows and columns of squares, with a corner in
// the origin. It is empty if one of them is 0. It panics if one of them is negative.
func Rectangle(rows, columns int) Shape {
	if rows < 0 || columns < 0 {
		panic("shapes: Rectangle expects numbers that are not negative")
	}
	var cells []Cell
	for y := range rows {
		for x := range columns {
			cells = append(cells, Cell{X: x, Y: y})
		}
	}
	return Shape{}.with(cells)
}

// made returns a shape of cells derived from s. It has the name of s only if it is equal to s.
func (s Shape) made(cells []Cell) Shape {
	t := s.with(cells)
	if t.cells != s.cells {
		t.name = ""
	}
	return t
}

// with returns s with other cells, which it sorts in place.
func (s Shape) with(cells []Cell) Shape {
	if !increasing(cells) {
		slices.SortFunc(cells, Cell.Compare)
		cells = slices.Compact(cells)
	}
	s.cells = pack(cells)
	return s
}

// increasing reports whether cells are in reading order and differ.
func increasing(cells []Cell) bool {
	for i := 1; i < len(cells); i++ {
		if cells[i-1].Compare(cells[i]) >= 0 {
			return false
		}
	}
	return true
}

// Lattice returns the lattice of the cells.
func (s Shape) Lattice() *Lattice { return known(s.lattice) }

// Name returns the name of the shape, or "" if it has none.
func (s Shape) Name() string { return s.name }

// Named returns the same shape with another name; "" means none.
func (s Shape) Named(name string) Shape {
	s.name = name
	return s
}

// Size returns the number of cells.
func (s Shape) Size() int { return len(s.cells) / packedSize }

// Empty reports whether the shape has no cells.
func (s Shape) Empty() bool { return s.cells == "" }

// Cells returns a new slice with the cells in reading order.
func (s Shape) Cells() []Cell { return s.AppendCells(make([]Cell, 0, s.Size())) }

// AppendCells appends the cells in reading order to a list, and returns it. It is [Shape.Cells] for
// loops over many shapes, which then need only one slice.
func (s Shape) AppendCells(list []Cell) []Cell {
	for i := range s.Size() {
		list = append(list, s.cell(i))
	}
	return list
}

func (s Shape) cell(i int) Cell { return unpack(s.cells[i*packedSize:]) }

// Contains reports whether c is a cell of the shape, in time logarithmic in the size.
func (s Shape) Contains(c Cell) bool { return s.index(c) >= 0 }

// index returns the index of a cell in the order of Cells, or -1 if the shape does not contain it.
func (s Shape) index(c Cell) int {
	low, high := 0, s.Size()
	for low < high {
		middle := (low + high) / 2
		switch s.cell(middle).Compare(c) {
		case 0:
			return middle
		case -1:
			low = middle + 1
		default:
			high = middle
		}
	}
	return -1
}

// Equal reports whether two shapes have the same lattice and the same cells. Names are ignored.
func (s Shape) Equal(t Shape) bool { return s.lattice == t.lattice && s.cells == t.cells }

// Compare returns -1, 0 or 1. It orders shapes by lattice, then by size, then by their first
// different cells in reading order. It returns 0 exactly if the shapes are Equal.
func (s Shape) Compare(t Shape) int {
	if s.lattice != t.lattice {
		return strings.Compare(s.Lattice().name, t.Lattice().name)
	}
	if len(s.cells) != len(t.cells) {
		if len(s.cells) < len(t.cells) {
			return -1
		}
		return 1
	}
	return strings.Compare(s.cells, t.cells)
}

// Bounds returns the bounding box: the least and the greatest value of each coordinate. Both are
// the origin if the shape is empty.
func (s Shape) Bounds() (least, most Cell) {
	for i := range s.Size() {
		c := s.cell(i)
		if i == 0 {
			least, most = c, c
		}
		least, most = leastOfEach(least, c), mostOfEach(most, c)
	}
	return least, most
}

// Width returns the number of columns of the bounding box, or 0 if the shape is empty.
func (s Shape) Width() int {
	least, most := s.Bounds()
	return s.extent(least.X, most.X)
}

// Height returns the number of rows of the bounding box, or 0 if the shape is empty.
func (s Shape) Height() int {
	least, most := s.Bounds()
	return s.extent(least.Y, most.Y)
}

// Depth returns the number of layers of the bounding box, or 0 if the shape is empty. It is 1 on
// planar lattices. Cubes of four dimensions with the same Z are in one layer.
func (s Shape) Depth() int {
	least, most := s.Bounds()
	if !s.Lattice().spatial {
		return s.extent(0, 0)
	}
	if s.Lattice().folded {
		return s.depth4()
	}
	return s.extent(least.Z, most.Z)
}

func (s Shape) extent(least, most int) int {
	if s.Empty() {
		return 0
	}
	return most - least + 1
}

// Connected reports whether any two cells are connected by a path of neighbors in the shape. The
// empty shape is connected.
func (s Shape) Connected() bool { return len(s.Components()) <= 1 }

// Components returns the connected components of the shape, ordered by their first cells. They have
// no names unless there is only one.
func (s Shape) Components() []Shape {
	l := s.Lattice()
	seen := make([]bool, s.Size())
	var parts []Shape
	for first := range seen {
		if seen[first] {
			continue
		}
		seen[first] = true
		part := []Cell{s.cell(first)}
		for i := 0; i < len(part); i++ {
			at, kind := l.split(part[i])
			for _, d := range l.facts().near[kind] {
				d = at.plus(d)
				if j := s.index(d); j >= 0 && !seen[j] {
					seen[j] = true
					part = append(part, d)
				}
			}
		}
		parts = append(parts, s.made(part))
	}
	return parts
}
