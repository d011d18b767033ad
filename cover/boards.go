// SPDX-License-Identifier: BSD-3-Clause

package cover

import "polka/shapes"

// Rectangle returns the board with the given numbers of rows and columns of squares. It panics if
// one of them is not positive.
func Rectangle(rows, columns int) Board {
	if rows <= 0 || columns <= 0 {
		panic("cover: a rectangle has at least one row and one column")
	}
	return BoardOf(shapes.Rectangle(rows, columns))
}

// Box returns the board with the given numbers of layers, rows and columns of cubes. It panics if
// one of them is not positive.
func Box(layers, rows, columns int) Board {
	if layers <= 0 || rows <= 0 || columns <= 0 {
		panic("cover: a box has at least one layer, one row and one column")
	}
	return boardOf(shapes.Cube, shapes.Cell{X: columns, Y: rows, Z: layers}, everywhere)
}

// Aztec returns the Aztec diamond of order n: the 2n(n+1) squares inside |x|+|y| <= n+1. It
// panics if n is not positive.
func Aztec(n int) Board {
	if n <= 0 {
		panic("cover: the order of an Aztec diamond is positive")
	}
	return boardOf(shapes.Square, shapes.Cell{X: 2 * n, Y: 2 * n}, func(c shapes.Cell) bool {
		x, y := max(c.X+1-n, n-c.X), max(c.Y+1-n, n-c.Y) // the distances of the farther sides from the middle
		return x+y <= n+1
	})
}

// Parallelogram returns the board with the given numbers of rows and columns of a planar lattice:
// one square or hexagon, two triangles, four quarters of a square on [shapes.Tan], or six kites for
// each row and column; on the lattice of sticks, all sides of the squares of a grid. It panics if
// one of the numbers is not positive or the lattice is not planar.
func Parallelogram(l *shapes.Lattice, rows, columns int) Board {
	if rows <= 0 || columns <= 0 || l.Spatial() {
		panic("cover: a parallelogram has at least one row and one column, and lies in the plane")
	}
	if l == shapes.Stick {
		return boardOf(l, shapes.Cell{X: columns + 1, Y: rows + 1}, func(c shapes.Cell) bool {
			return c.Z == 0 && c.X < columns || c.Z == 1 && c.Y < rows
		})
	}
	return boardOf(l, shapes.Cell{X: columns, Y: rows}, everywhere)
}

// Trapezium returns the board of the first rows of the triangle with the given base, of triangles
// or hexagons; the longer side is at the top. With as many rows as the base is long, it is the
// whole triangle. It panics if rows is not positive or greater than base, or the lattice is neither
// [shapes.Triangle] nor [shapes.Hexagon].
func Trapezium(l *shapes.Lattice, rows, base int) Board {
	sixfold(l)
	if rows <= 0 || base < rows {
		panic("cover: a trapezium has at least one row, and no more than its longer side is long")
	}
	return boardOf(l, shapes.Cell{X: base, Y: rows}, func(c shapes.Cell) bool { return c.X+c.Y+c.Z < base })
}

// Hexagon returns the hexagon with sides of lengths a, b, c, a, b and c, of triangles; b is the
// length of the sides at the left and the right that are parallel to the columns. On the lattice
// of hexagons, a length is a number of cells. It panics if a length is not positive or the lattice
// is neither [shapes.Triangle] nor [shapes.Hexagon].
func Hexagon(l *shapes.Lattice, a, b, c int) Board {
	sixfold(l)
	if a <= 0 || b <= 0 || c <= 0 {
		panic("cover: the sides of a hexagon are positive")
	}
	size := shapes.Cell{X: a + c, Y: b + c}
	if l == shapes.Hexagon {
		size = shapes.Cell{X: a + c - 1, Y: b + c - 1}
	}
	return boardOf(l, size, func(d shapes.Cell) bool {
		if l == shapes.Hexagon {
			return d.X+d.Y >= c-1 && d.X+d.Y < a+b+c-2
		}
		return d.X+d.Y+d.Z >= c && d.X+d.Y+d.Z < a+b+c
	})
}

// sixfold panics if the lattice has no turn by a sixth.
func sixfold(l *shapes.Lattice) {
	if l != shapes.Triangle && l != shapes.Hexagon {
		panic("cover: only triangles and hexagons make up such a board")
	}
}

// everywhere makes boardOf a box.
func everywhere(shapes.Cell) bool { return true }

// boardOf collects the cells below the given numbers of columns, rows and, in
// space, layers for which in reports true.
func boardOf(l *shapes.Lattice, size shapes.Cell, in func(shapes.Cell) bool) Board {
	if !l.Spatial() {
		size.Z = l.NumKinds()
	}
	var cells []shapes.Cell
	for y := range size.Y {
		for x := range size.X {
			for z := range size.Z {
				if c := (shapes.Cell{X: x, Y: y, Z: z}); in(c) {
					cells = append(cells, c)
				}
			}
		}
	}
	return BoardOf(shapes.New(l, cells...))
}

// hyperbox returns the board of so many slices, layers, rows and columns of cubes of four
// dimensions.
func hyperbox(slices, layers, rows, columns int) Board {
	l, err := shapes.LatticeByName("tesseract")
	if err != nil {
		panic("cover: no lattice of 4-cubes")
	}
	var cells []shapes.Cell
	for w := range slices {
		for z := range layers {
			for y := range rows {
				for x := range columns {
					cells = append(cells, shapes.Cell4(x, y, z, w))
				}
			}
		}
	}
	return BoardOf(shapes.New(l, cells...))
}
