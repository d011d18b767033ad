// SPDX-License-Identifier: BSD-3-Clause

// The states of strips: which cells of the next columns are covered when the first column is full.

package plane

import (
	"context"
	"errors"
	"fmt"
	"math/bits"
	"slices"

	"polka/internal/yield"
	"polka/shapes"
)

// A laid copy is one that covers a cell of the first column of a state: its rows, by column.
type laid []uint64

// bands are the states of strips with one number of rows, as far as they were visited.
type bands struct {
	ctx    context.Context
	err    error
	name   string         // of the shape
	forms  []shapes.Shape // the orientations, with least coordinates 0
	size   int            // of a form
	rows   int
	open   bool     // copies may stick out above the last row
	most   int      // states
	length int      // of states, in columns
	full   uint64   // a column
	cover  [][]laid // by row: the copies that cover the cell of the first column and nothing left of it

	states []uint64 // length words for each state
	table  []int32  // hash table of the numbers of states plus 1
	next   []uint64 // a state that is being made
	turned []uint64 // its mirror image
	marks  []int8   // by state, of searches in depth
	verge  *verge   // if not nil, it excludes states
	steps  int
}

// A step leads from a state to another: a copy, by the index in cover.
type step struct {
	to      int32
	row     int16
	index   int16
	columns int16 // that are full after it
	mirror  bool  // the state that is reached is the mirror image of to
}

// newBands prepares a search. If it is open, copies may stick out above the last row, where they
// may overlap.
func newBands(ctx context.Context, s shapes.Shape, rows int, open bool) (*bands, error) {
	switch {
	case s.Lattice() != shapes.Square:
		return nil, errPolyomino
	case s.Empty() || !s.Connected():
		return nil, errors.New("plane: expected a connected shape")
	case s.Size() > maxCells:
		return nil, errors.New("plane: the shape is too large, expected at most 250 cells")
	case rows < 1 || rows > maxRows:
		return nil, fmt.Errorf("plane: %d rows: expected a number from 1 to %d", rows, maxRows)
	}
	g := &bands{ctx: ctx, size: s.Size(), rows: rows, open: open, full: 1<<rows - 1, table: make([]int32, 1<<10), name: s.Name(), forms: formsOf(s)}
	for _, f := range g.forms {
		_, most := f.Bounds()
		g.length = max(g.length, most.X+1)
	}
	g.most = maxBytes / (8*g.length + stateBytes)
	g.cover = g.covering(false)
	g.next, g.turned = make([]uint64, g.length), make([]uint64, g.length)
	return g, nil
}

// covering returns, by row, the copies that cover the cell of the first column and, in these rows,
// no cell left of it. If they are loose, they may cover such cells, which do not count.
func (g *bands) covering(loose bool) [][]laid {
	cover := make([][]laid, g.rows)
	for _, f := range g.forms {
		_, most := f.Bounds()
		for dx := -most.X; dx <= 0; dx++ {
			for dy := 0; dy < g.rows && (g.open || dy+most.Y < g.rows); dy++ {
				if !loose && slices.ContainsFunc(f.Cells(), func(c shapes.Cell) bool { return c.X+dx < 0 && c.Y+dy < g.rows }) {
					continue
				}
				c := g.columnsOf(f, dx, dy)
				for row := range g.rows {
					if c[0]>>row&1 != 0 && !slices.ContainsFunc(cover[row], func(d laid) bool { return slices.Equal(c, d) }) {
						cover[row] = append(cover[row], c)
					}
				}
			}
		}
	}
	return cover
}

// formsOf returns the rotations and reflections of a polyomino, with least coordinates 0.
func formsOf(s shapes.Shape) []shapes.Shape {
	var list []shapes.Shape
	for _, m := range s.Lattice().Isometries() {
		if f := m.Apply(s).Normal(); !slices.ContainsFunc(list, f.Equal) {
			list = append(list, f)
		}
	}
	return list
}

// columnsOf returns the cells of a moved form by columns from dx on.
func (g *bands) columnsOf(f shapes.Shape, dx, dy int) laid {
	columns := make(laid, g.length)
	for _, c := range f.Cells() {
		if x := c.X + dx; x >= 0 {
			columns[x] |= 1 << (c.Y + dy) & g.full
		}
	}
	return columns
}

func (g *bands) state(id int32) []uint64 { return g.states[int(id)*g.length:][:g.length] }

// empty adds the state without covered cells.
func (g *bands) empty() int32 {
	clear(g.next)
	id, _, _ := g.add()
	return id
}

// add adds the state in g.next, of which the first column is not full. It reports whether the state
// is a new one, and whether its number stands for its mirror image.
func (g *bands) add() (id int32, isNew, mirror bool) {
	for i, c := range g.next {
		g.turned[i] = bits.Reverse64(c) >> (64 - g.rows)
	}
	s := g.next
	if !g.open && slices.Compare(g.turned, s) < 0 {
		s, mirror = g.turned, true
	}
	mask := uint64(len(g.table) - 1)
	h := hash(s) & mask
	for ; g.table[h] != 0; h = (h + 1) & mask {
		if id := g.table[h] - 1; slices.Equal(g.state(id), s) {
			return id, false, mirror
		}
	}
	count := len(g.states) / g.length
	g.states = append(g.states, s...)
	g.table[h] = int32(count + 1)
	if count == g.most {
		g.err = ErrStates
	}
	if 2*count > len(g.table) {
		g.grow()
	}
	return int32(count), true, mirror
}

func hash(s []uint64) uint64 {
	h := uint64(0)
	for _, c := range s {
		h = (h ^ c) * 0x9e3779b97f4a7c15
		h ^= h >> 29
	}
	return h
}

func (g *bands) grow() {
	g.table = make([]int32, 2*len(g.table))
	mask := uint64(len(g.table) - 1)
	for id := range int32(len(g.states) / g.length) {
		h := hash(g.state(id)) & mask
		for ; g.table[h] != 0; h = (h + 1) & mask {
		}
		g.table[h] = id + 1
	}
}

func (c laid) fits(s []uint64) bool {
	for i, k := range c {
		if k&s[i] != 0 {
			return false
		}
	}
	return true
}

// best returns the row of a cell of the first column that the fewest copies can cover, or -1 if
// one cannot be covered.
func (g *bands) best(id int32) int {
	s := g.state(id)
	best, least := -1, 0
	for empty := g.full &^ s[0]; empty != 0; empty &= empty - 1 {
		row := bits.TrailingZeros64(empty)
		n := 0
		for i := range g.cover[row] {
			if g.cover[row][i].fits(s) {
				n++
				if best >= 0 && n >= least {
					break
				}
			}
		}
		if n == 0 {
			return -1
		}
		if best < 0 || n < least {
			best, least = row, n
		}
	}
	return best
}

// place covers the cell of the first column in a row with a copy, if it fits and the state that it
// leads to is not excluded.
func (g *bands) place(id int32, row, index int) (next step, ok bool) {
	if !g.put(id, row, index) {
		return step{}, false
	}
	next = step{row: int16(row), index: int16(index), columns: int16(g.shift())}
	if g.verge != nil && g.verge.excludes(g.next, g.rows) {
		return step{}, false
	}
	next.to, _, next.mirror = g.add()
	return next, true
}

// put sets g.next to a state with a copy, if it fits.
func (g *bands) put(id int32, row, index int) bool {
	c, s := g.cover[row][index], g.state(id)
	if !c.fits(s) {
		return false
	}
	for i, k := range c {
		g.next[i] = s[i] | k
	}
	return true
}

// shift removes full columns from the left of g.next.
func (g *bands) shift() int {
	n := 0
	for n < g.length && g.next[n] == g.full {
		n++
	}
	copy(g.next, g.next[n:])
	clear(g.next[g.length-n:])
	return n
}

// interrupted reports whether a search must end.
func (g *bands) interrupted() bool {
	if g.steps++; g.steps%1024 == 0 && g.err == nil {
		yield.Check()
		g.err = g.ctx.Err()
	}
	return g.err != nil
}
