// SPDX-License-Identifier: BSD-3-Clause

package cover

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"polka/internal/letter"
	"polka/shapes"
)

// A Placement is a piece and its place on a board.
type Placement struct {
	Piece  shapes.Shape // the piece as it was given to the puzzle, with its name
	Shape  shapes.Shape // the cells that it covers, with the same name
	Colors string       // a rune for each cell of Shape in reading order, a space for none; "" if there are none
}

// apply returns the image of the placement under an isometry of its lattice.
func (p Placement) apply(g shapes.Isometry) Placement {
	q := Placement{Piece: p.Piece, Shape: g.Apply(p.Shape)}
	if p.Colors != "" {
		q.Colors = recolor(p.Shape, p.Colors, g)
	}
	return q
}

// String returns the line of the covered shape, which begins with the name of the piece.
func (p Placement) String() string { return p.Shape.String() }

// A Tiling is a board with pieces on it. In the tilings made by this package, placements are in
// the reading order of their first cells.
type Tiling struct {
	Board      Board
	Placements []Placement
}

// Shapes returns what the placements cover, with the names of their pieces.
func (t Tiling) Shapes() []shapes.Shape {
	list := make([]shapes.Shape, len(t.Placements))
	for i, p := range t.Placements {
		list[i] = p.Shape
	}
	return list
}

// Distinct returns the tilings that are different up to the symmetry of their boards: of those
// that are the same it keeps the first.
func Distinct(tilings []Tiling) []Tiling {
	var kept []Tiling
	boards := map[Board]*classes{}
	for _, t := range tilings {
		c := boards[t.Board]
		if c == nil {
			c = newClasses(t.Board)
			boards[t.Board] = c
		}
		if c.fresh(t) {
			kept = append(kept, t)
		}
	}
	return kept
}

// classes are the symmetry classes of tilings of one board that have occurred. Placements get
// numbers when they first occur, together with their images.
type classes struct {
	group  []shapes.Isometry // the identity first
	number map[Placement]int
	images [][]int // images[k][j] is the number of the image of placement k under group[j]
	met    map[string]bool
}

func newClasses(b Board) *classes {
	return &classes{group: b.Symmetries(), number: map[Placement]int{}, met: map[string]bool{}}
}

// of returns the number of a placement.
func (c *classes) of(p Placement) int {
	if k, ok := c.number[p]; ok {
		return k
	}
	k := len(c.images)
	c.number[p] = k
	c.images = append(c.images, make([]int, len(c.group)))
	for j, g := range c.group {
		c.images[k][j] = c.of(p.apply(g))
	}
	return k
}

// fresh reports whether no tiling of the same class has occurred before.
func (c *classes) fresh(t Tiling) bool {
	var least []int
	for j := range c.group {
		image := make([]int, len(t.Placements))
		for i, p := range t.Placements {
			image[i] = c.images[c.of(p)][j]
		}
		slices.Sort(image)
		if j == 0 || slices.Compare(image, least) < 0 {
			least = image
		}
	}
	key := fmt.Sprint(least)
	fresh := !c.met[key]
	c.met[key] = true
	return fresh
}

// Text returns the tiling as rows of letters, one for each cell, with dots for cells that do not
// belong to the board and dashes for cells that no piece covers:
//
//	UUXPPPZYYYYWTFNNNVVV
//	UXXXPPZZZYWWTFFFNNLV
//	UUXIIIIIZWWTTTFLLLLV
//
// The letter of a piece is its name if that is a single character and the piece occurs once;
// other pieces get the letters from a on. There is no newline at the end. On lattices that
// cannot be drawn like this, there is a line for each placement instead.
func (t Tiling) Text() string { return strings.Join(t.rows(), "\n") }

// String returns the tiling on one line: the lines of Text, separated by slashes or, if each is a
// placement, by semicolons.
func (t Tiling) String() string {
	separator := "/"
	if !flat(t.Board.region.Lattice()) {
		separator = "; "
	}
	return strings.Join(t.rows(), separator)
}

// rows gives the lines of Text.
func (t Tiling) rows() []string {
	if !flat(t.Board.region.Lattice()) {
		lines := make([]string, len(t.Placements))
		for i, p := range t.Placements {
			lines[i] = p.String()
		}
		return lines
	}
	least, most := t.Board.region.Bounds()
	picture := make([][]rune, t.Board.region.Height())
	for y := range picture {
		picture[y] = []rune(strings.Repeat(".", most.X-least.X+1))
	}
	for _, c := range t.Board.region.Cells() {
		picture[c.Y-least.Y][c.X-least.X] = '-'
	}
	letters := t.letters()
	for i, p := range t.Placements {
		for _, c := range p.Shape.Cells() {
			if t.Board.region.Contains(c) {
				picture[c.Y-least.Y][c.X-least.X] = letters[i]
			}
		}
	}
	lines := make([]string, len(picture))
	for y, row := range picture {
		lines[y] = string(row)
	}
	return lines
}

// flat reports whether each cell of the lattice has a column and a row of its
// own.
func flat(l *shapes.Lattice) bool { return l.NumKinds() == 1 && !l.Spatial() }

// letters chooses a character for each placement.
func (t Tiling) letters() []rune {
	names := make([]string, len(t.Placements))
	for i, p := range t.Placements {
		names[i] = p.Piece.Name()
	}
	return letter.Choose(names)
}

func (t *Tiling) sort() { slices.SortFunc(t.Placements, Placement.compare) }

// compare orders placements by the reading order of their cells, then by the
// name of the piece.
func (p Placement) compare(q Placement) int {
	a, b := p.Shape.Cells(), q.Shape.Cells()
	if c := slices.CompareFunc(a, b, shapes.Cell.Compare); c != 0 {
		return c
	}
	return cmp.Or(cmp.Compare(p.Piece.Name(), q.Piece.Name()), cmp.Compare(p.Colors, q.Colors))
}
