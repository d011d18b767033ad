// Tilings of rectangles, half strips and strips.
//
// The problem. Do copies of a polyomino tile a rectangle with a given number of rows, a half strip,
// which has infinitely many columns to the right, or a strip, which has infinitely many on both
// sides? A polyomino that tiles a rectangle is rectifiable, and the least number of its copies that
// do is its order.
//
// The source. S. W. Golomb, "Tiling with polyominoes", Journal of Combinatorial Theory 1 (1966),
// doi.org/10.1016/S0021-9800(66)80033-9, and Polyominoes, 2nd edition (1994), chapter 8. Searches
// through the states of a strip have found most of the known rectangles.
//
// The states. Copies are placed one by one from the left, such that each covers an empty cell of
// the first column that is not full. So all cells to the left of this column are covered, and those
// to the right of it are within the length of the shape. A state is the set of covered cells from
// this column on. There are finitely many, and what can follow depends on the state only.
// Therefore the empty cell to be covered next can be any function of the state; here it is one
// with the fewest copies. A state and its mirror image, with the rows in reverse order, are one.
//
// The answers are complete for each number of rows:
//
//   - There is a rectangle exactly if a path leads from the empty state back to it. The first path
//     of a search in breadth has the fewest copies. It leaves out states that the rows at one of
//     the borders exclude (verge.go).
//   - There is a half strip exactly if there is an infinite path from the empty state, that is, if
//     a path leads into a cycle. A search in depth finds one, or visits each state once.
//   - There is a strip exactly if a cycle can be reached from any state of a strip. These are found
//     by covering one column in all ways by copies that may stick out on both sides.
//
// A path through a cycle returns to the same state or to its mirror image; in the second case the
// period is two times the cycle.
//
// The cost. A few microseconds for each state, of which there are exponentially many in the number
// of rows; the base depends on the shape. The smallest rectangle of the hexomino of order 92 has 23
// rows and 24 columns; the search for it visits 12 million states.
//
// An example: the L tromino in two rows. From the empty state it leads to the states {(0,0), (1,0),
// (0,1)}, which the next copy completes to a rectangle of two rows and three columns.

package plane

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math/bits"
	"slices"

	"polka/internal/plural"
	"polka/internal/yield"
	"polka/shapes"
)

// A Band is a tiling of a rectangle, of a half strip or of a strip by copies of a polyomino, with
// rows 0 to Rows-1. It is found by [FindRectangle], [FindSmallestRectangle], [FindHalfStrip] or
// [FindStrip]. Package render draws it.
type Band struct {
	Shape shapes.Shape
	Rows  int

	// Columns is the number of columns of a rectangle, and otherwise that of a period.
	Columns int
	// Start has the copies before the first period; all copies of a rectangle; none of a strip.
	Start []shapes.Shape
	// Period has the copies that are repeated to the right: with each copy, the tiling contains its
	// translations by Columns, 2*Columns, ... A rectangle has none.
	Period []shapes.Shape
	// Both says that the translations to the left are copies as well: the tiling of a strip.
	Both bool
}

// String describes the tiling on one line, such as "rectangle 2x3, 2 copies".
func (b Band) String() string {
	rows := plural.Count(b.Rows, "row")
	switch {
	case b.Rows == 0:
		return "no tiling"
	case len(b.Period) == 0:
		return fmt.Sprintf("rectangle %dx%d, %s", b.Rows, b.Columns, plural.Count(len(b.Start), "copy"))
	case b.Both:
		return fmt.Sprintf("strip of %s, period of %s with %s", rows, plural.Count(b.Columns, "column"), plural.Count(len(b.Period), "copy"))
	}
	return fmt.Sprintf("half strip of %s, %s, then periods of %s with %s", rows, plural.Count(len(b.Start), "copy"), plural.Count(b.Columns, "column"), plural.Count(len(b.Period), "copy"))
}

// FindSmallestRectangle returns a rectangle with the fewest copies of a polyomino, if there is one
// with at most the given number of them. The search is complete. It has the limits of
// [FindRectangle]; the bound on the copies makes it faster, so that 100 copies are possible for
// most polyominoes. With an error, it returns the best rectangle of those found so far, if there is
// one.
func FindSmallestRectangle(ctx context.Context, s shapes.Shape, copies int) (Band, bool, error) {
	var best Band
	for rows := 1; rows*rows <= copies*s.Size(); rows++ {
		if rows > maxRows {
			return best, len(best.Start) > 0, ErrStates
		}
		if err := ctx.Err(); err != nil {
			return best, len(best.Start) > 0, err
		}
		b, found, err := rectangle(ctx, s, rows, copies+1)
		if err != nil {
			return best, len(best.Start) > 0, err
		}
		if found {
			best, copies = b, len(b.Start)-1
		}
	}
	return best, len(best.Start) > 0, nil
}

// ErrStates is the error of searches for bands whose states would take more than about 1 GiB, or
// that would need more than 64 rows.
var ErrStates = errors.New("plane: the strip has too many states")

var errPolyomino = errors.New("plane: expected a polyomino")

// maxBytes limits the memory of a search, where each state takes stateBytes and 8 for each column,
// and maxRows the rows.
const (
	maxBytes   = 1 << 30
	stateBytes = 28
	maxRows    = 64
)

// FindRectangle returns a tiling of a rectangle with the given number of rows by copies of a
// polyomino, one with the fewest columns. The bool result is false if there is none, however long;
// the search is complete. The number of states grows exponentially with the rows; if it gets too
// large, the error is [ErrStates]. It is also an error if the number of rows is not from 1 to 64,
// and if the shape is not a polyomino of at most 250 cells.
func FindRectangle(ctx context.Context, s shapes.Shape, rows int) (Band, bool, error) {
	return rectangle(ctx, s, rows, 0)
}

// rectangle looks for a rectangle of fewer copies than the given number, if it is not 0.
func rectangle(ctx context.Context, s shapes.Shape, rows, fewer int) (Band, bool, error) {
	g, err := newBands(ctx, s, rows, false)
	if err != nil {
		return Band{}, false, err
	}
	g.verge = newVerge(g, s)
	path := g.shortest(g.empty(), fewer)
	if path == nil {
		return Band{}, false, g.err
	}
	list, f := g.walk(frame{}, path)
	return Band{Shape: s, Rows: rows, Columns: f.column, Start: list}, true, nil
}

// FindHalfStrip returns a tiling of the half strip with the given number of rows. The bool result
// is false if there is none; the search is complete. The limits are those of [FindRectangle].
func FindHalfStrip(ctx context.Context, s shapes.Shape, rows int) (Band, bool, error) {
	g, err := newBands(ctx, s, rows, false)
	if err != nil {
		return Band{}, false, err
	}
	start, cycle := g.cycle(g.empty())
	if cycle == nil {
		return Band{}, false, g.err
	}
	b := Band{Shape: s, Rows: rows}
	var f frame
	b.Start, f = g.walk(f, start)
	b.Period, b.Columns = g.period(f, cycle)
	return b, true, nil
}

// FindStrip returns a tiling of the strip with the given number of rows. The bool result is false
// if there is none; the search is complete. The limits are those of [FindRectangle].
func FindStrip(ctx context.Context, s shapes.Shape, rows int) (Band, bool, error) {
	return strip(ctx, s, rows, 0)
}

// strip is Strip with a limit of states if it is not 0.
func strip(ctx context.Context, s shapes.Shape, rows, states int) (Band, bool, error) {
	g, err := newBands(ctx, s, rows, false)
	if err != nil {
		return Band{}, false, err
	}
	if states > 0 {
		g.most = states
	}
	cycle := g.anyCycle()
	if cycle == nil {
		return Band{}, false, g.err
	}
	b := Band{Shape: s, Rows: rows, Both: true}
	b.Period, b.Columns = g.period(frame{}, cycle)
	return b, true, nil
}

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

// shortest returns a shortest path from a state back to it, of fewer steps than the given number if
// it is not 0, or nil.
func (g *bands) shortest(from int32, fewer int) []step {
	type arrival struct {
		from int32
		step step
	}
	via := make([]arrival, len(g.states)/g.length)
	for i := range via {
		via[i].from = -1
	}
	queue := []int32{from}
	for depth := 1; len(queue) > 0 && (fewer == 0 || depth < fewer); depth++ {
		var later []int32
		for _, id := range queue {
			if g.interrupted() {
				return nil
			}
			row := g.best(id)
			if row < 0 {
				continue
			}
			for i := range g.cover[row] {
				next, ok := g.place(id, row, i)
				if !ok {
					continue
				}
				if next.to == from {
					path := []step{next}
					for ; id != from; id = via[id].from {
						path = append(path, via[id].step)
					}
					slices.Reverse(path)
					return path
				}
				for len(via) < len(g.states)/g.length {
					via = append(via, arrival{from: -1})
				}
				if via[next.to].from < 0 && (fewer == 0 || g.columns(next.to, depth)*g.rows <= (fewer-1)*g.size) {
					via[next.to] = arrival{id, next}
					later = append(later, next.to)
				}
			}
		}
		queue = later
	}
	return nil
}

// columns returns how many columns a state touches after so many copies.
func (g *bands) columns(id int32, copies int) int {
	area, last := copies*g.size, 0
	for i, c := range g.state(id) {
		area -= bits.OnesCount64(c)
		if c != 0 {
			last = i + 1
		}
	}
	return area/g.rows + last
}

// The marks of states in a search in depth.
const (
	unseen = iota
	onPath
	finished
)

// cycle looks for a path from a state into a cycle, among states that it has not visited before. It
// returns both, or nil.
func (g *bands) cycle(from int32) (start, cycle []step) {
	type visit struct {
		id         int32
		row, index int
		step       step // that leads to it
	}
	enter := func(id int32, by step) visit {
		for len(g.marks) < len(g.states)/g.length {
			g.marks = append(g.marks, unseen)
		}
		g.marks[id] = onPath
		return visit{id: id, row: g.best(id), step: by}
	}
	mark := func(id int32) int8 {
		if int(id) < len(g.marks) {
			return g.marks[id]
		}
		return unseen
	}
	if mark(from) != unseen {
		return nil, nil
	}
	path := []visit{enter(from, step{})}
	for len(path) > 0 {
		top := &path[len(path)-1]
		if top.row < 0 || top.index == len(g.cover[top.row]) {
			g.marks[top.id] = finished
			path = path[:len(path)-1]
			continue
		}
		if g.interrupted() {
			return nil, nil
		}
		next, ok := g.place(top.id, top.row, top.index)
		top.index++
		switch {
		case !ok:
		case mark(next.to) == unseen:
			path = append(path, enter(next.to, next))
		case mark(next.to) == onPath:
			at := slices.IndexFunc(path, func(v visit) bool { return v.id == next.to })
			for _, v := range path[1 : at+1] {
				start = append(start, v.step)
			}
			for _, v := range path[at+1:] {
				cycle = append(cycle, v.step)
			}
			return start, append(cycle, next)
		}
	}
	return nil, nil
}

// A frame says where the cells of a state are in the strip: its first column, and whether its rows
// are in reverse order.
type frame struct {
	column int
	mirror bool
}

// walk returns the copies of a path that starts in a frame, and the frame in which it ends.
func (g *bands) walk(f frame, path []step) ([]shapes.Shape, frame) {
	var list []shapes.Shape
	for _, st := range path {
		c := g.cover[st.row][st.index]
		var cells []shapes.Cell
		for x, column := range c {
			for ; column != 0; column &= column - 1 {
				y := bits.TrailingZeros64(column)
				if f.mirror {
					y = g.rows - 1 - y
				}
				cells = append(cells, shapes.Cell{X: f.column + x, Y: y})
			}
		}
		list = append(list, shapes.New(shapes.Square, cells...).Named(g.name))
		f = frame{f.column + int(st.columns), f.mirror != st.mirror}
	}
	return list, f
}

// period returns the copies of a period of a cycle that starts in a frame, and its columns.
func (g *bands) period(f frame, cycle []step) ([]shapes.Shape, int) {
	list, end := g.walk(f, cycle)
	if end.mirror != f.mirror {
		var more []shapes.Shape
		more, end = g.walk(end, cycle)
		list = append(list, more...)
	}
	return list, end.column - f.column
}

// anyCycle returns a cycle of states of the strip, or nil.
func (g *bands) anyCycle() (cycle []step) {
	g.eachStart(func(id int32) bool {
		_, cycle = g.cycle(id)
		return cycle == nil && g.err == nil
	})
	return cycle
}

// eachStart calls visit with states that include all states of tilings of the strip: those that can
// remain when the column to the left was covered by copies that may overlap left of it. It stops
// when visit returns false.
func (g *bands) eachStart(visit func(id int32) bool) {
	h := *g
	h.cover, h.states, h.table = g.covering(true), nil, make([]int32, 1<<10)
	h.next, h.turned = make([]uint64, g.length), make([]uint64, g.length)
	h.empty()
	for id := int32(0); int(id) < len(h.states)/h.length; id++ {
		row := h.best(id)
		if row < 0 {
			continue
		}
		for i := range h.cover[row] {
			switch covered := h.put(id, row, i); {
			case !covered:
			case h.next[0] != h.full:
				h.add()
			default:
				copy(g.next, h.next)
				g.shift()
				if start, _, _ := g.add(); !visit(start) {
					return
				}
			}
		}
		if h.interrupted() || g.err != nil {
			g.err = cmp.Or(g.err, h.err)
			return
		}
	}
}
