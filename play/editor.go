// SPDX-License-Identifier: BSD-3-Clause

package play

import (
	"fmt"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"polka/cover"
	"polka/internal/plural"
	"polka/kernel/widget"
	"polka/kernel/widget/host"
	"polka/render"
	"polka/shapes"
)

// mostCells is the number of cells that an editor shows.
const mostCells = 4000

// An Editor is a widget with which the user clicks the cells of a board on and off, makes them
// optional, and gives them marks: the letters of pieces, and colors.
type Editor struct {
	*widget.Module
	lattice *shapes.Lattice
	cells   []shapes.Cell // that are shown
}

// NewEditor returns an editor for a board. It shows the bounding box of the board and one more cell
// on each side; for an empty board, 8 by 8 cells. More than 4000 cells are an error.
func NewEditor(b cover.Board) (*Editor, error) {
	region := b.Shape()
	e := &Editor{lattice: region.Lattice()}
	least, most := region.Bounds()
	if region.Empty() {
		most = shapes.Cell{X: 6, Y: 6}
		least = shapes.Cell{X: 1, Y: 1}
	}
	if !e.lattice.Spatial() {
		least.Z, most.Z = 0, e.lattice.NumKinds()-1
	}
	if n := (most.X - least.X + 3) * (most.Y - least.Y + 3) * (most.Z - least.Z + 1); n > mostCells {
		return nil, fmt.Errorf("play: an editor of this board has %d cells; at most %d are shown", n, mostCells)
	}
	for z := least.Z; z <= most.Z; z++ {
		for y := least.Y - 1; y <= most.Y+1; y++ {
			for x := least.X - 1; x <= most.X+1; x++ {
				e.cells = append(e.cells, shapes.Cell{X: x, Y: y, Z: z})
			}
		}
	}
	window := shapes.New(e.lattice, e.cells...)
	e.cells = window.Cells()
	e.Module = module("editor", editorScript, host.Module{
		State: map[string]any{
			"data":  map[string]any{"lattice": geometryOf(window), "window": flat(e.cells)},
			"value": e.value(b),
		},
		Text: e.String, Picture: e.SVG, PNG: png(e.picture),
	})
	return e, nil
}

// value describes a board to the script.
func (e *Editor) value(b cover.Board) []any {
	var list []any
	for _, c := range e.cells {
		s := ""
		if b.Shape().Contains(c) {
			s = "#"
			if b.Optional().Contains(c) {
				s = "?"
			}
			if m := b.Mark(c); m != ' ' && m != 0 {
				s += string(m)
			}
		}
		list = append(list, s)
	}
	return list
}

// Board returns the board as the user has made it.
func (e *Editor) Board() cover.Board {
	values, _ := e.Get("value").([]any)
	var all, optional []shapes.Cell
	marks := map[rune][]shapes.Cell{}
	for i, v := range values {
		s, _ := v.(string)
		if s == "" || i >= len(e.cells) {
			continue
		}
		c := e.cells[i]
		all = append(all, c)
		if s[0] == '?' {
			optional = append(optional, c)
		}
		if m, _ := utf8.DecodeRuneInString(s[1:]); markable(m) {
			marks[m] = append(marks[m], c)
		}
	}
	b := cover.BoardOf(shapes.New(e.lattice, all...))
	if len(optional) > 0 {
		b = b.WithOptional(shapes.New(e.lattice, optional...))
	}
	var runes []rune
	for m := range marks {
		runes = append(runes, m)
	}
	slices.Sort(runes)
	for _, m := range runes {
		b = b.WithMark(m, shapes.New(e.lattice, marks[m]...))
	}
	return b
}

// markable reports whether a cell of a board can have the mark m. The page allows no others.
func markable(m rune) bool {
	return m != ' ' && m != utf8.RuneError && unicode.IsPrint(m) && !strings.ContainsRune("#?.;/[]=", m)
}

// SetBoard changes the board. Cells that the editor does not show are left out.
func (e *Editor) SetBoard(b cover.Board) *Editor {
	e.Set("value", e.value(b))
	return e
}

// OnEdit registers a function that is called when the user changes the board.
func (e *Editor) OnEdit(f func(b cover.Board)) *Editor {
	e.OnChange(func(name string) {
		if name == "value" {
			f(e.Board())
		}
	})
	return e
}

// String describes the board.
func (e *Editor) String() string {
	b := e.Board()
	return fmt.Sprintf("editor of a board of %s: %v", plural.Count(b.Shape().Size(), "cell"), b)
}

// SVG draws the board.
func (e *Editor) SVG() string { return e.picture().SVG() }

func (e *Editor) picture() render.Picture { return render.Draw(e.Board()) }
