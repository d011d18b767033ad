// SPDX-License-Identifier: BSD-3-Clause

package plane

import (
	"context"
	"errors"
	"fmt"

	"polka/internal/plural"
	"polka/shapes"
)

// Coronas are the result of [Heesch] and [Surround]: how often a shape can be surrounded by copies
// of itself.
type Coronas struct {
	Shape shapes.Shape

	// Number is the Heesch number: the largest number of coronas such that the shape with its first
	// coronas never has a hole. Kaplan calls it Hc.
	Number int
	// WithHoles is the largest number if the last corona may leave holes, Kaplan's Hh: the same or
	// one more.
	WithHoles int
	// AtLeast is set if the numbers are only lower bounds.
	AtLeast bool

	// List has WithHoles coronas, from the inside to the outside, of which only the last may leave
	// holes.
	List [][]shapes.Shape
	// Whole has Number coronas without holes, which can differ from the first ones of List.
	Whole [][]shapes.Shape
}

// String describes the result on one line.
func (c Coronas) String() string {
	text := fmt.Sprintf("Heesch number %d", c.Number)
	if c.AtLeast {
		text = "at least " + plural.Count(c.Number, "corona")
	}
	if c.WithHoles > c.Number {
		text += fmt.Sprintf(", %d if the last corona may have holes", c.WithHoles)
	}
	return text
}

// ErrTiles is the error of [Heesch] for shapes that tile the plane: they have any number of
// coronas.
var ErrTiles = errors.New("plane: the shape tiles the plane")

// ErrUndecided is the error of [Heesch] for shapes of which it cannot prove that they do not tile.
var ErrUndecided = errors.New("plane: undecided")

// ErrHole is the error of [Heesch] and [Surround] for shapes with holes, which have no Heesch
// number here.
var ErrHole = errors.New("plane: the shape has a hole")

// Heesch returns the Heesch number of a shape that does not tile the plane, and that many coronas.
// A corona of a patch consists of disjoint copies of the shape that touch the patch, in at least a
// corner, and surround it. Both numbers are exact: a search excludes more coronas. For other shapes
// the error is [ErrTiles], [ErrHole] or [ErrUndecided].
//
// If ctx ends first, Heesch returns the coronas found so far together with the error.
func Heesch(ctx context.Context, s shapes.Shape) (Coronas, error) {
	t, corners, err := disk(s)
	if err != nil {
		return Coronas{Shape: s}, err
	}
	answer, a, err := t.decide(ctx, corners)
	switch {
	case err != nil:
		return Coronas{Shape: s}, err
	case answer.Holes:
		return Coronas{Shape: s}, ErrHole
	case answer.Verdict == Tiles:
		return Coronas{Shape: s}, ErrTiles
	case answer.Verdict == Undecided:
		return Coronas{Shape: s}, ErrUndecided
	}
	return a.heesch(ctx, answer.NumExcluded)
}

// Surround looks for the given number of coronas, which should be small, of any shape without a
// hole, whether it tiles the plane or not. If there are fewer, the numbers are exact. Otherwise
// they are lower bounds. A negative number is an error. If ctx ends first, Surround returns the
// coronas found so far together with the error.
func Surround(ctx context.Context, s shapes.Shape, coronas int) (Coronas, error) {
	t, corners, err := disk(s)
	switch {
	case err != nil:
		return Coronas{Shape: s}, err
	case corners == nil:
		return Coronas{Shape: s}, ErrHole
	case coronas < 0:
		return Coronas{Shape: s}, fmt.Errorf("plane: %d coronas: expected 0 or a positive number", coronas)
	}
	c, err := newAnalysis(t).heesch(ctx, coronas+1)
	c.AtLeast = c.AtLeast || c.Number >= coronas
	return c, err
}

// heesch finds the numbers, given that so many coronas are impossible.
func (a *analysis) heesch(ctx context.Context, excluded int) (Coronas, error) {
	c := Coronas{Shape: a.shape}
	for k := 1; k < excluded; k++ {
		if k >= 4 {
			a.tighten(ctx, k)
		}
		if a.impossible(ctx, k) {
			break
		}
		holed, ok := a.find(ctx, k, true)
		if !ok {
			break
		}
		c.WithHoles, c.List = k, a.shapesOf(holed)
		whole, ok := a.find(ctx, k, false)
		if !ok {
			break
		}
		c.Number, c.Whole = k, a.shapesOf(whole)
		c.List = c.Whole
	}
	c.AtLeast = a.err != nil
	return c, a.err
}

// mostSteps is how many steps find searches before it tries clauses.
const mostSteps = 1 << 20

// find looks for so many coronas: by a short search, which is faster for nearly all shapes, by
// clauses (levels.go), or by a search without limit. It returns false if there are none or the
// context ended.
func (a *analysis) find(ctx context.Context, coronas int, holes bool) (list [][]motion, found bool) {
	search := func() {
		found = a.extend(ctx, []motion{identity}, coronas, holes, func(coronas [][]motion) { list = coronas })
	}
	if a.within(mostSteps, search) {
		return list, found
	}
	noHoles := coronas
	if holes {
		noHoles--
	}
	if list, found, decided := a.solve(ctx, coronas, noHoles); decided || a.err != nil {
		return list, found
	}
	search()
	return list, found
}

// tighten repeats the exclusion of pairs for k coronas.
func (a *analysis) tighten(ctx context.Context, k int) {
	for d := 2; d < k && a.err == nil; d++ {
		a.strengthen(ctx, d)
	}
}

func (a *analysis) shapesOf(coronas [][]motion) [][]shapes.Shape {
	var list [][]shapes.Shape
	for _, corona := range coronas {
		var row []shapes.Shape
		for _, m := range corona {
			row = append(row, a.placed(m))
		}
		list = append(list, row)
	}
	return list
}

// extend looks for so many further coronas of a patch. It calls found with them, from the inside to
// the outside, and returns true, or returns false if there are none or the context ended.
//
// Without holes, no union of the patch and its first coronas has holes. With holes, only the last
// corona may leave holes.
func (a *analysis) extend(ctx context.Context, patch []motion, coronas int, holes bool, found func([][]motion)) bool {
	success := false
	a.surround(ctx, patch, coronas-1, !(holes && coronas == 1), func(corona []motion) int {
		if coronas == 1 {
			found([][]motion{corona})
			success = true
			return enough
		}
		next := append(patch[:len(patch):len(patch)], corona...)
		a.culprit.valid = false
		success = a.extend(ctx, next, coronas-1, holes, func(outer [][]motion) {
			found(append([][]motion{corona}, outer...))
		})
		if success || a.err != nil {
			return enough
		}
		return a.blame(corona)
	})
	return success
}

// impossible reports whether pairs of copies alone exclude so many coronas.
func (a *analysis) impossible(ctx context.Context, coronas int) bool {
	none := a.surround(ctx, []motion{identity}, coronas-1, false, func([]motion) int { return enough })
	return none && a.err == nil
}
