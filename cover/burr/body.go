// SPDX-License-Identifier: BSD-3-Clause

package burr

import (
	"cmp"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"polka/cover"
	"polka/shapes"
)

// A body is what a voxel space holds.
type body struct {
	name   string
	label  string // as a piece: the name, or the one that BurrTools shows
	cells  []voxel
	size   voxel // of the box that is written, from the origin
	hot    voxel // the hot spot
	weight int
	at     position
}

// A voxel is a cell that is not empty.
type voxel struct {
	x, y, z  int
	variable bool
	color    int
}

// reading compares by y, then x, then z, without colors.
func (v voxel) reading(w voxel) int {
	return cmp.Or(v.y-w.y, v.x-w.x, v.z-w.z)
}

// body reads the text: for each voxel a character and perhaps the number of a color, x first.
func (r *reader) body(v voxelElement) (body, error) {
	b := body{name: v.Name, size: voxel{x: v.X, y: v.Y, z: v.Z}, hot: voxel{x: v.HotX, y: v.HotY, z: v.HotZ}, weight: 1, at: v.at}
	if v.Weight != nil {
		b.weight = *v.Weight
	}
	if v.X < 1 || v.Y < 1 || v.Z < 1 || v.X > maxCells/v.Y || v.X*v.Y > maxCells/v.Z {
		return b, v.at.errorf("expected a shape of 1 to %d cells, found %d by %d by %d", maxCells, v.X, v.Y, v.Z)
	}
	size, n := v.X*v.Y*v.Z, -1
	if full := strings.Count(v.Text, "#") + strings.Count(v.Text, "+"); full <= size {
		b.cells = make([]voxel, 0, full)
	}
	rest := strings.TrimSpace(v.Text)
	for rest != "" {
		if free := len(rest) - len(strings.TrimLeft(rest, "_")); free > 0 {
			n, rest = n+free, rest[free:]
			continue
		}
		s, long := utf8.DecodeRuneInString(rest)
		rest = rest[long:]
		switch {
		case s == '#' || s == '+':
			n++
			b.cells = append(b.cells, voxel{x: n % v.X, y: n / v.X % v.Y, z: n / v.X / v.Y, variable: s == '+'})
		case '0' <= s && s <= '9' && len(b.cells) > 0 && b.cells[len(b.cells)-1].index(b.size) == n:
			c := &b.cells[len(b.cells)-1]
			if c.color = 10*c.color + int(s-'0'); c.color > maxColor {
				return b, v.at.errorf("expected a color of at most %d, found %d", maxColor, c.color)
			}
		default:
			return b, v.at.errorf("expected _, # or +, and the number of a color, for each of %d cells, found %q", size, s)
		}
	}
	if n+1 != size {
		return b, v.at.errorf("expected %d by %d by %d cells, found %d", v.X, v.Y, v.Z, n+1)
	}
	for i, c := range b.cells {
		if _, ok := r.grid.cell(r.grid.center(c)); !ok {
			return b, v.at.errorf("expected a place where the grid of %s has a cell, found x=%d y=%d z=%d", r.grid.name, c.x, c.y, c.z)
		}
		if !r.colored {
			b.cells[i].color = 0
		}
	}
	return b, nil
}

// index returns the place of a voxel in the text.
func (c voxel) index(size voxel) int { return (c.z*size.y+c.y)*size.x + c.x }

// palette has the mark of each color that a puzzle can show: in shapes BurrTools counts from 1, and
// 0 means no color. The two colors of a pair are counted from 0.
const palette = " 123456789abcdefghijklmnopqrstuvwxyz"

// maxColor is the greatest color of BurrTools.
const maxColor = 63

// mark returns the mark of a color, beyond the palette a letter with an accent.
func mark(color int) rune {
	if color < len(palette) {
		return rune(palette[color])
	}
	return rune('À' + color - len(palette))
}

// cell returns the cell of a voxel. Rows of triangles are straight in BurrTools, and slanted in
// package shapes.
func cell(l *shapes.Lattice, c voxel) shapes.Cell {
	switch l {
	case shapes.Triangle:
		u := c.x - c.y
		z := u & 1
		return shapes.Cell{X: (u - z) / 2, Y: c.y, Z: z}
	case shapes.Square:
		return shapes.Cell{X: c.x, Y: c.y}
	}
	return shapes.Cell{X: c.x, Y: c.y, Z: c.z}
}

// voxelOf returns the voxel of a cell, the opposite of cell.
func voxelOf(l *shapes.Lattice, c shapes.Cell) voxel {
	switch l {
	case shapes.Triangle:
		return voxel{x: 2*c.X + c.Z + c.Y, y: c.Y}
	case shapes.Square:
		return voxel{x: c.X, y: c.Y}
	}
	return voxel{x: c.X, y: c.Y, z: c.Z}
}

// text writes the voxels as a file has them.
func (b *body) text() string {
	var text strings.Builder
	n := 0
	for _, c := range b.cells {
		for ; n < c.index(b.size); n++ {
			text.WriteByte('_')
		}
		n++
		sign := byte('#')
		if c.variable {
			sign = '+'
		}
		text.WriteByte(sign)
		if c.color > 0 {
			text.WriteString(strconv.Itoa(c.color))
		}
	}
	text.WriteString(strings.Repeat("_", b.size.x*b.size.y*b.size.z-n))
	return text.String()
}

// checkPiece refuses what a piece cannot be.
func (b body) checkPiece(at position) error {
	if len(b.cells) == 0 {
		return at.errorf("expected pieces with cells")
	}
	if b.variables() > 0 {
		return at.errorf("expected pieces without variable cells")
	}
	return nil
}

// variables returns the number of variable cells.
func (b body) variables() int {
	n := 0
	for _, c := range b.cells {
		if c.variable {
			n++
		}
	}
	return n
}

// colors lists the colors of the cells, each once, without 0.
func (b body) colors() []int {
	var list []int
	for _, c := range b.cells {
		if c.color > 0 && !slices.Contains(list, c.color) {
			list = append(list, c.color)
		}
	}
	return list
}

// board returns the board of a result, with its colors as marks or without.
func board(l *shapes.Lattice, b body, colored bool) cover.Board {
	voxels := slices.Clone(b.cells)
	new(readingSorter).sort(voxels)
	all := make([]shapes.Cell, 0, len(voxels))
	var optional []shapes.Cell
	for _, c := range voxels {
		all = append(all, cell(l, c))
		if c.variable {
			optional = append(optional, cell(l, c))
		}
	}
	board := cover.BoardOf(shapes.New(l, all...).Named(b.name))
	if optional != nil {
		board = board.WithOptional(shapes.New(l, optional...))
	}
	if !colored {
		return board
	}
	for _, color := range slices.Sorted(slices.Values(b.colors())) {
		if color >= len(palette) {
			break
		}
		var marked []shapes.Cell
		for _, c := range voxels {
			if c.color == color {
				marked = append(marked, cell(l, c))
			}
		}
		if marked != nil {
			board = board.WithMark(rune(palette[color]), shapes.New(l, marked...))
		}
	}
	return board
}

// piece returns the piece of a shape.
func (b body) piece(l *shapes.Lattice) cover.Set {
	voxels := slices.Clone(b.cells)
	new(readingSorter).sort(voxels) // the order of the cells of a shape
	cells := make([]shapes.Cell, len(voxels))
	var text strings.Builder
	for i, c := range voxels {
		cells[i] = cell(l, c)
		text.WriteRune(mark(c.color))
	}
	return cover.Pieces(shapes.New(l, cells...).Named(b.label)).Colored(text.String())
}
