// SPDX-License-Identifier: BSD-3-Clause

// Which regions of the plane does a polyomino tile?
//
// Golomb ordered polyominoes by the regions that they tile: copies of a rectangle fill a half
// strip, and copies of a half strip fill a strip and a quadrant; strips and quadrants fill a half
// plane, and half planes the plane.
//
// Tilings are found among the states of strips (band.go), which decide for each number of rows.
// That there is none, however many rows there are, is proved at the border of a region. Consider
// only the first k rows at a straight side, and let copies stick out beyond them, where they may
// even overlap. Then there are again finitely many states, and
//
//   - if no infinite path exists, then the half plane has no tiling, and so no strip has one;
//   - if no infinite path starts in the empty state, then the quadrant has no tiling;
//   - if no path leads from the empty state back to it, then no half strip has a tiling, because
//     its short side would give such a path, from one corner to the other; so no rectangle has one.
//
// Each of these is tried for k = 1, 2, ... It is a proof, but it does not always exist: whether
// there is a polyomino that tiles a half strip and no rectangle is an open question.
//
// Measured: of the polyominoes of 3 to 8 cells that tile the plane, all but a few either tile a
// rectangle or are excluded by k <= 9.

package plane

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"polka/internal/plural"
	"polka/shapes"
)

// Regions describes which regions of the plane a polyomino tiles. It is the result of [Classify].
// Package render draws it.
type Regions struct {
	Shape shapes.Shape

	// These are the answers for regions of each kind. Plane is that of Decide.
	Plane, HalfPlane, Quadrant, Strip, HalfStrip, Rectangle Verdict

	// Best is a tiling of a rectangle, of a half strip or of a strip: of the first of these that is
	// known to have one.
	Best Band
	// Order is the least number of copies that tile a rectangle, if it is known, and otherwise 0.
	Order int

	// Border is the number of rows at the border of a region from which it follows that the shape
	// does not tile regions of that kind. It is 0 if nothing was excluded in this way, as for a
	// shape that does not tile the plane.
	Border int
	// Rows and StripRows are how many rows were searched for tilings: of rectangles and half
	// strips, and of strips. They are less than asked for if there are too many states, and if
	// nothing was left to be decided.
	Rows, StripRows int
}

// String describes the result on one line, such as "rectifiable: rectangle 5x10, 10 copies, order
// 10".
func (r Regions) String() string {
	var parts []string
	switch {
	case r.Plane == DoesNotTile:
		return "does not tile the plane"
	case r.Rectangle == Tiles && r.Order > 0:
		return fmt.Sprintf("rectifiable: %v, order %d", r.Best, r.Order)
	case r.Rectangle == Tiles:
		return fmt.Sprintf("rectifiable: %v", r.Best)
	}
	if r.Best.Rows > 0 {
		parts = append(parts, r.Best.String())
	}
	kind := "rectangle"
	switch {
	case r.HalfPlane == DoesNotTile:
		kind = "half plane"
	case r.Quadrant == DoesNotTile:
		kind = "quadrant"
	}
	if r.Border > 0 {
		parts = append(parts, fmt.Sprintf("no %s, proved by %s at the border", kind, plural.Count(r.Border, "row")))
	} else {
		parts = append(parts, fmt.Sprintf("no rectangle with at most %s", plural.Count(r.Rows, "row")))
	}
	return strings.Join(parts, "; ")
}

// Limits of Classify: rows at the border and their states, and states of strips.
const (
	mostBorder       = 12
	mostBorderStates = 1 << 16
	mostStripStates  = 1 << 18
)

// Classify finds out which regions of the plane a polyomino tiles. It looks for rectangles, half
// strips and strips of up to the given number of rows, and for proofs that none have a tiling. So
// its answers are proved, and what it does not find is Undecided. The time grows exponentially with
// the rows, of which there may be at most 64; 12 take less than a second for nearly all polyominoes
// of up to 8 cells.
//
// An error says that the shape cannot be examined, that the number of rows is out of range, or that
// ctx ended. In the last case the result has what was found.
func Classify(ctx context.Context, s shapes.Shape, rows int) (Regions, error) {
	r := Regions{Shape: s}
	if rows < 1 || rows > maxRows {
		return r, fmt.Errorf("plane: %d rows: expected a number from 1 to %d", rows, maxRows)
	}
	if s.Lattice() != shapes.Square {
		return r, errPolyomino
	}
	a, err := Decide(ctx, s)
	if err != nil {
		return r, err
	}
	r.Plane = a.Verdict
	if r.Plane == DoesNotTile {
		r.HalfPlane, r.Quadrant, r.Strip, r.HalfStrip, r.Rectangle = DoesNotTile, DoesNotTile, DoesNotTile, DoesNotTile, DoesNotTile
		return r, nil
	}
	border, search, strips := true, true, true
	for k := 1; k <= rows; k++ {
		for _, try := range []struct {
			wanted *bool
			run    func(context.Context, int) error
		}{{&border, r.exclude}, {&search, r.searchRectangle}, {&strips, r.searchStrip}} {
			if !*try.wanted {
				continue
			}
			err := try.run(ctx, k)
			if err != nil && !errors.Is(err, ErrStates) {
				return r, err
			}
			*try.wanted = err == nil
		}
		border = border && k < mostBorder
	}
	return r, nil
}

// exclude looks for proofs in k rows at a border.
func (r *Regions) exclude(ctx context.Context, k int) error {
	g, err := newBands(ctx, r.Shape, k, true)
	if err != nil {
		return err
	}
	g.most = mostBorderStates
	if r.Rectangle == Undecided && r.HalfStrip == Undecided {
		if g.shortest(g.empty(), 0) != nil || g.err != nil {
			return g.err
		}
		r.Rectangle, r.HalfStrip, r.Border = DoesNotTile, DoesNotTile, k
	}
	if r.Rectangle == DoesNotTile && r.Quadrant == Undecided {
		if _, cycle := g.cycle(g.empty()); cycle != nil || g.err != nil {
			return g.err
		}
		r.Quadrant, r.Border = DoesNotTile, k
	}
	if r.Quadrant == DoesNotTile && r.HalfPlane == Undecided {
		if g.anyCycle() != nil || g.err != nil {
			return g.err
		}
		r.HalfPlane, r.Strip, r.Border = DoesNotTile, DoesNotTile, k
	}
	return nil
}

// searchRectangle looks for a rectangle and a half strip.
func (r *Regions) searchRectangle(ctx context.Context, rows int) error {
	if r.Rectangle != Undecided {
		return nil
	}
	b, found, err := FindRectangle(ctx, r.Shape, rows)
	if err != nil {
		return err
	}
	if found {
		r.Rectangle = Tiles
	} else if r.HalfStrip == Undecided {
		if b, found, err = FindHalfStrip(ctx, r.Shape, rows); err != nil {
			return err
		}
	}
	r.Rows = rows
	if !found {
		return nil
	}
	r.Plane, r.HalfPlane, r.Quadrant, r.Strip, r.HalfStrip, r.Best = Tiles, Tiles, Tiles, Tiles, Tiles, b
	if r.Rectangle == Tiles {
		return r.findOrder(ctx)
	}
	return nil
}

// findOrder looks for a smaller rectangle.
func (r *Regions) findOrder(ctx context.Context) error {
	least := len(r.Best.Start)
	for rows := r.Best.Rows + 1; rows*rows < least*r.Shape.Size(); rows++ {
		if rows > maxRows {
			return ErrStates
		}
		b, found, err := rectangle(ctx, r.Shape, rows, least)
		if err != nil {
			return err
		}
		if found {
			r.Best, least = b, len(b.Start)
		}
	}
	r.Order = least
	return nil
}

// searchStrip looks for a strip.
func (r *Regions) searchStrip(ctx context.Context, rows int) error {
	if r.Strip != Undecided {
		return nil
	}
	b, found, err := strip(ctx, r.Shape, rows, mostStripStates)
	if err != nil {
		return err
	}
	r.StripRows = rows
	if found {
		r.Plane, r.HalfPlane, r.Strip, r.Best = Tiles, Tiles, Tiles, b
	}
	return nil
}
