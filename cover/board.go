package cover

import (
	"fmt"
	"strconv"
	"strings"

	"polka/shapes"
)

// A Board is what is to be tiled: a set of cells of a lattice. It is an
// immutable value that can be compared with ==; the zero value is the empty
// board of squares.
type Board struct {
	region shapes.Shape
}

// Rectangle is the board of the given numbers of rows and columns of squares.
// It panics if one of them is not positive.
func Rectangle(rows, columns int) Board {
	if rows <= 0 || columns <= 0 {
		panic("cover: a rectangle has at least one row and one column")
	}
	return Board{shapes.Rectangle(rows, columns)}
}

// BoardOf is the board that consists of the cells of a shape, which may have
// holes and several parts. The name of the shape is the name of the board.
func BoardOf(region shapes.Shape) Board { return Board{region} }

// ParseBoard reads a board: "6x10" for six rows and ten columns, or any text
// of a shape that shapes.Parse reads, such as a picture
//
//	########
//	########
//	###..###
//	###..###
//	########
//
// where dots and spaces do not belong to the board.
func ParseBoard(text string) (Board, error) {
	if r, c, ok := strings.Cut(strings.TrimSpace(text), "x"); ok {
		rows, err1 := strconv.Atoi(r)
		columns, err2 := strconv.Atoi(c)
		if err1 == nil && err2 == nil {
			if rows <= 0 || columns <= 0 {
				return Board{}, fmt.Errorf("cover: the board %q has no cells; both numbers should be positive", text)
			}
			if rows > maxCells/columns {
				return Board{}, fmt.Errorf("cover: the board %q has more than %d cells", text, maxCells)
			}
			return Rectangle(rows, columns), nil
		}
	}
	region, err := shapes.Parse(text)
	if err != nil {
		return Board{}, fmt.Errorf("cover: the board is neither rows x columns nor a shape: %w", err)
	}
	return Board{region}, nil
}

// maxCells keeps a slip of the pen in ParseBoard from filling the memory.
const maxCells = 1 << 20

// Shape is the set of cells of the board, named as the board.
func (b Board) Shape() shapes.Shape { return b.region }

// Lattice is the lattice of the board's cells.
func (b Board) Lattice() *shapes.Lattice { return b.region.Lattice() }

// Cells lists the cells in reading order. The slice is the caller's own.
func (b Board) Cells() []shapes.Cell { return b.region.Cells() }

// Size is the number of cells.
func (b Board) Size() int { return b.region.Size() }

// Name is the name of the board, "" if it has none.
func (b Board) Name() string { return b.region.Name() }

// Named is the same board with another name.
func (b Board) Named(name string) Board { return Board{b.region.Named(name)} }

// Symmetries lists the isometries that map the board onto itself, the identity
// first. Up to these, tilings are the same.
func (b Board) Symmetries() []shapes.Isometry { return b.region.Symmetries() }

// String describes the board on one line that ParseBoard reads back: "6x10"
// for a rectangle in the corner that has no name, else the line of the shape.
func (b Board) String() string {
	if h, w := b.region.Height(), b.region.Width(); h > 0 && b.region == shapes.Rectangle(h, w) {
		return fmt.Sprintf("%dx%d", h, w)
	}
	return b.region.String()
}

// Text draws the board in ASCII as shapes.Shape.Text does.
func (b Board) Text() string { return b.region.Text() }
