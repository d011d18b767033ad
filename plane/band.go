// SPDX-License-Identifier: BSD-3-Clause

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
	"context"
	"errors"
	"fmt"

	"polka/internal/plural"
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
	// Repeated has the copies that are repeated to the right: with each copy, the tiling contains
	// its translations by Columns, 2*Columns, ... A rectangle has none.
	Repeated []shapes.Shape
	// Both is set if the translations to the left are copies as well: the tiling of a strip.
	Both bool
}

// String describes the tiling on one line, such as "rectangle 2x3, 2 copies".
func (b Band) String() string {
	rows := plural.Count(b.Rows, "row")
	switch {
	case b.Rows == 0:
		return "no tiling"
	case len(b.Repeated) == 0:
		return fmt.Sprintf("rectangle %dx%d, %s", b.Rows, b.Columns, plural.Count(len(b.Start), "copy"))
	case b.Both:
		return fmt.Sprintf("strip of %s, period of %s with %s", rows, plural.Count(b.Columns, "column"), plural.Count(len(b.Repeated), "copy"))
	}
	return fmt.Sprintf("half strip of %s, %s, then periods of %s with %s", rows, plural.Count(len(b.Start), "copy"), plural.Count(b.Columns, "column"), plural.Count(len(b.Repeated), "copy"))
}

// FindSmallestRectangle returns a tiling of a rectangle with the fewest copies of a polyomino, at
// most the given number, which must be positive. The bool result is false if there is none; the
// search is complete. It has the limits of [FindRectangle]; the bound on the copies makes it
// faster, so that 100 copies are possible for most polyominoes. With an error, it returns the best
// rectangle of those found so far, if there is one.
func FindSmallestRectangle(ctx context.Context, s shapes.Shape, copies int) (Band, bool, error) {
	var best Band
	if err := checkCopies(copies); err != nil {
		return best, false, err
	}
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

// checkCopies returns an error unless a number of copies is positive.
func checkCopies(copies int) error {
	if copies < 1 {
		return fmt.Errorf("plane: %d copies: expected a positive number", copies)
	}
	return nil
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
	b.Repeated, b.Columns = g.period(f, cycle)
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
	b.Repeated, b.Columns = g.period(frame{}, cycle)
	return b, true, nil
}

// The marks of states in a search in depth.
const (
	unseen = iota
	onPath
	finished
)
