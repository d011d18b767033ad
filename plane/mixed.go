// SPDX-License-Identifier: BSD-3-Clause

package plane

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"polka/shapes"
)

// A Mixed is a periodic tiling of the plane by copies of several shapes: those of one period, and
// two translations that repeat them. It is an immutable value. The zero value has no copies.
type Mixed struct {
	period period
	tiles  []shapes.Shape
	copies []shapes.Shape
	ofTile []int // by copy
}

// Tiles returns the shapes whose copies tile the plane.
func (m Mixed) Tiles() []shapes.Shape { return slices.Clone(m.tiles) }

// Copies returns the copies of one period. Every copy in the plane is a translation of exactly one
// of them.
func (m Mixed) Copies() []shapes.Shape { return slices.Clone(m.copies) }

// TileOf returns the number in Tiles, counted from 0, of the shape that copy i of Copies is one of.
func (m Mixed) TileOf(i int) int { return m.ofTile[i] }

// Period returns two translations that generate those by which the copies are repeated. The cells
// stand for vectors; their Z is 0.
func (m Mixed) Period() (u, v shapes.Cell) {
	return shapes.Cell{X: m.period.a}, shapes.Cell{X: m.period.b, Y: m.period.c}
}

// Patch returns the first of Copies and the copies of the first k coronas around it. The first
// corona consists of the copies that touch it in at least a corner, and each further one of those
// that touch the corona before it. It panics if k is negative.
func (m Mixed) Patch(k int) []shapes.Shape {
	mustBeCoronas(k)
	if len(m.copies) == 0 {
		return nil
	}
	g, err := gridOf(m.tiles[0].Lattice())
	if err != nil {
		panic("plane: a tiling on a lattice that has none")
	}
	type moved struct{ i, x, y int } // a copy and its translation
	owner := make(map[cell]moved)    // of each cell modulo the period: a copy, and the cell's place in it
	for i, s := range m.copies {
		for _, c := range s.Cells() {
			x, y := m.period.reduce(c.X, c.Y)
			owner[cell{x, y, c.Z}] = moved{i, c.X, c.Y}
		}
	}
	placed := func(q moved) shapes.Shape { return m.copies[q.i].Translate(q.x, q.y, 0) }
	var list []shapes.Shape
	for _, q := range coronas(moved{}, k, func(q moved, add func(moved)) {
		for _, c := range placed(q).Cells() {
			for _, d := range g.touch[c.Z] {
				x, y := m.period.reduce(c.X+d.x, c.Y+d.y)
				r := owner[cell{x, y, d.kind}]
				add(moved{r.i, c.X + d.x - r.x, c.Y + d.y - r.y})
			}
		}
	}) {
		list = append(list, placed(q))
	}
	return list
}

// String describes the tiling on one line, such as "3 copies of 2 shapes, translations (5,0) and
// (2,2)".
func (m Mixed) String() string {
	if len(m.copies) == 0 {
		return "no tiling"
	}
	u, v := m.Period()
	return fmt.Sprintf("%d copies of %d shapes, translations (%d,%d) and (%d,%d)", len(m.copies), len(m.tiles), u.X, u.Y, v.X, v.Y)
}

// FindMixed returns a tiling of the plane by copies of all of several shapes, which may be rotated
// and reflected, with the least number of copies in a period, at most the given number. Each of the
// shapes occurs in it. The bool result is false if there is none; the search is complete. It takes
// exponential time in the number of copies: some milliseconds for four copies of pentominoes.
//
// It is an error if there are no shapes, two have different lattices, one is empty, not connected
// or has more than 250 cells, the cells of the lattice do not fill the plane side by side, or the
// number of copies is not positive.
func FindMixed(ctx context.Context, tiles []shapes.Shape, copies int) (Mixed, bool, error) {
	var found Mixed
	err := EachMixed(ctx, tiles, copies, func(m Mixed) bool {
		found = m
		return false
	})
	return found, len(found.copies) > 0, err
}

// EachMixed calls visit for all tilings that [FindMixed] looks for, with fewer copies first, until
// visit returns false. Tilings that differ by an isometry, and those with a shorter period whose
// copies were repeated, are visited separately; those that differ by a translation may be too.
func EachMixed(ctx context.Context, tiles []shapes.Shape, copies int, visit func(Mixed) bool) error {
	if err := checkCopies(copies); err != nil {
		return err
	}
	if len(tiles) == 0 {
		return errors.New("plane: expected shapes")
	}
	w := &weave{visit: visit, tiles: slices.Clone(tiles), used: make([]int, len(tiles)), least: tiles[0].Size()}
	for i, s := range tiles {
		t, err := newTile(s)
		if err != nil {
			return err
		}
		if i > 0 && s.Lattice() != tiles[0].Lattice() {
			return fmt.Errorf("plane: shapes of the lattices %v and %v", tiles[0].Lattice(), s.Lattice())
		}
		w.grid, w.least, w.most = t.grid, min(w.least, s.Size()), max(w.most, s.Size())
		for _, op := range t.first {
			w.forms = append(w.forms, form{i, t.placed(motion{op: op}).Cells()})
		}
	}
	w.kinds = len(w.grid.corners)
	for w.limit = len(tiles); w.limit <= copies; w.limit++ {
		for area := w.limit * w.least; area <= w.limit*w.most; area++ {
			if area%w.kinds == 0 && !w.periods(ctx, area/w.kinds) {
				return w.err
			}
		}
	}
	return w.err
}

// A form is an orientation of a shape.
type form struct {
	tile  int
	cells []shapes.Cell
}

// A weave is the search for tilings by several shapes. It fills the cells of a period one by one,
// so that every tiling with this period is found once.
type weave struct {
	grid        *grid
	kinds       int
	tiles       []shapes.Shape
	forms       []form
	least, most int // sizes of shapes
	limit       int // the number of copies
	visit       func(Mixed) bool
	err         error

	period period
	full   []bool
	left   int // cells that are not full
	placed []place
	used   []int // by shape
	nodes  int
}

// A place is a form moved by some steps.
type place struct{ form, x, y int }

// periods searches all periods of some area, in steps. It returns false if the search was ended.
func (w *weave) periods(ctx context.Context, area int) bool {
	if w.err = ctx.Err(); w.err != nil {
		return false
	}
	w.full, w.left = make([]bool, area*w.kinds), area*w.kinds
	for c := 1; c <= area; c++ {
		if area%c != 0 {
			continue
		}
		for b := range area / c {
			w.period = period{area / c, b, c}
			if !w.fill(ctx, 0) {
				return false
			}
		}
	}
	return true
}

// index returns the number of a cell in the period.
func (w *weave) index(c shapes.Cell, x, y int) int {
	x, y = w.period.reduce(c.X+x, c.Y+y)
	return (y*w.period.a+x)*w.kinds + c.Z
}

// fill covers the first empty cell, which is not before a number, in all ways. It returns false if
// the search was ended.
func (w *weave) fill(ctx context.Context, first int) bool {
	if w.nodes++; w.nodes%1024 == 0 {
		if w.err = ctx.Err(); w.err != nil {
			return false
		}
	}
	if w.left == 0 {
		return len(w.placed) < w.limit || slices.Contains(w.used, 0) || w.visit(w.tiling())
	}
	if more := w.limit - len(w.placed); w.left < more*w.least || w.left > more*w.most {
		return true
	}
	for w.full[first] {
		first++
	}
	kind := first % w.kinds
	x, y := first/w.kinds%w.period.a, first/w.kinds/w.period.a
	for i, f := range w.forms {
		for _, c := range f.cells {
			if c.Z != kind {
				continue
			}
			p := place{i, x - c.X, y - c.Y}
			if !w.put(p) {
				continue
			}
			more := w.fill(ctx, first)
			w.remove(p)
			if !more {
				return false
			}
		}
	}
	return true
}

// put adds a copy, unless it overlaps others, or its own translations.
func (w *weave) put(p place) bool {
	f := w.forms[p.form]
	for i, c := range f.cells {
		j := w.index(c, p.x, p.y)
		if w.full[j] {
			for _, c := range f.cells[:i] {
				w.full[w.index(c, p.x, p.y)] = false
			}
			return false
		}
		w.full[j] = true
	}
	w.left -= len(f.cells)
	w.used[f.tile]++
	w.placed = append(w.placed, p)
	return true
}

func (w *weave) remove(p place) {
	f := w.forms[p.form]
	for _, c := range f.cells {
		w.full[w.index(c, p.x, p.y)] = false
	}
	w.left += len(f.cells)
	w.used[f.tile]--
	w.placed = w.placed[:len(w.placed)-1]
}

// tiling returns the tiling that was found.
func (w *weave) tiling() Mixed {
	m := Mixed{period: w.period, tiles: w.tiles}
	for _, p := range w.placed {
		f := w.forms[p.form]
		cells := make([]shapes.Cell, len(f.cells))
		for i, c := range f.cells {
			cells[i] = shapes.Cell{X: c.X + p.x, Y: c.Y + p.y, Z: c.Z}
		}
		m.copies = append(m.copies, shapes.New(w.tiles[0].Lattice(), cells...).Named(w.tiles[f.tile].Name()))
		m.ofTile = append(m.ofTile, f.tile)
	}
	return m
}
