// SPDX-License-Identifier: BSD-3-Clause

package shapes

import (
	"context"
	"errors"
	"fmt"
	"math/big"
	"slices"

	"polka/internal/yield"
	"polka/shapes/internal/job"
)

// CountContaining returns the number of the polyforms that [EachContaining] visits.
//
// Fixed polyforms are counted at a rate of some hundred million to a billion per second, the others
// as fast as EachContaining visits them, both in one thread.
func CountContaining(ctx context.Context, l *Lattice, n int, class Class, with, without []Cell) (*big.Int, error) {
	total := uint64(0)
	if class != Fixed {
		err := EachContaining(ctx, l, n, class, with, without, func(Shape) bool {
			total++
			return true
		})
		return new(big.Int).SetUint64(total), err
	}
	w, set, err := windowContaining(l, n, with, without)
	if err != nil || ctx.Err() != nil {
		return nil, errors.Join(err, ctx.Err())
	}
	err = watched(ctx, "these", func(j *job.Job) { total, _ = w.graph.CountContaining(set, n, j) })
	return new(big.Int).SetUint64(total), err
}

// EachContaining calls visit for a part of the polyforms that [Each] visits, until visit returns
// false: those that, moved so that with[0] is their first cell in reading order, contain all cells
// of with and no cell of without. The cell with[0] must have the coordinates X and Y 0 (and Z 0 on
// [Cube]), and the cells of with must be different and connected; otherwise it is an error. Whether
// a free or one-sided polyform contains these cells is decided for its image that is a
// [Shape.Representative]. The shape passed to visit is the canonical one, as in Each, which can be
// another image on lattices other than [Square] and [King].
//
// To divide an enumeration into parts, start with a part for each first cell: one of each kind. A
// part in which with has fewer than n cells is divided by the neighbors of these cells that come
// after the first cell and are not excluded: each of them gives a part that contains it and
// excludes the neighbors listed before it. Polytans cannot be divided in this way, which is an
// error.
func EachContaining(ctx context.Context, l *Lattice, n int, class Class, with, without []Cell, visit func(Shape) bool) error {
	if err := class.check(); err != nil {
		return err
	}
	w, set, err := windowContaining(l, n, with, without)
	if err != nil || ctx.Err() != nil {
		return errors.Join(err, ctx.Err())
	}
	s := newSieve(w, n, class)
	w.graph.WalkContaining(set, n, func(set, last []int32) bool {
		yield.Point()
		return ctx.Err() == nil && s.sift(set, last, func(cells string) bool {
			return visit(Shape{lattice: known(l).stored(), cells: cells})
		})
	})
	return ctx.Err()
}

// windowContaining returns a window in which the cells without are blocked, and the numbers of the
// cells with.
func windowContaining(l *Lattice, n int, with, without []Cell) (*window, []int, error) {
	l = known(l)
	if err := l.checkFolded(n); err != nil {
		return nil, nil, err
	}
	switch {
	case l == Tan:
		return nil, nil, errors.New("shapes: an enumeration of polytans cannot be divided")
	case len(with) == 0 || len(with) > n:
		return nil, nil, fmt.Errorf("shapes: expected 1 to %d cells to be contained, got %d", n, len(with))
	case !l.Contains(with[0]) || l.PeriodOf(with[0]) != Cell{}:
		return nil, nil, fmt.Errorf("shapes: expected a first cell at the origin, got %v", with[0])
	}
	w := newWindow(l, n)
	if first, ok := w.number(with[0]); ok {
		for v := w.roots[0]; v < first; v++ {
			w.graph.Block(v)
		}
	}
	var set []int
	for _, c := range with {
		v, ok := w.number(c)
		if !ok || c.Compare(with[0]) < 0 {
			return nil, nil, fmt.Errorf("shapes: no polyform of %d cells contains the cells %v and %v in this order", n, with[0], c)
		}
		set = append(set, v)
	}
	if s := New(l, with...); s.Size() != len(with) || !s.Connected() {
		return nil, nil, errors.New("shapes: expected cells that are different and connected")
	}
	for _, c := range without {
		if v, ok := w.number(c); ok {
			w.graph.Block(v)
		}
	}
	return w, set, nil
}

// Representative reports whether s is the one of its images in a class that EachContaining visits,
// so that s determines the part to which its polyform belongs. It is computed from the definition:
// on [Square] and [King] this is the least image in the order of Compare, for up to 31 cells;
// otherwise it is the one with the greatest third moment, and the least of these.
func (s Shape) Representative(class Class) bool {
	s = s.Normal()
	l := s.Lattice()
	byMoment := !byRows(l, s.Size())
	var own [4]int
	if byMoment {
		own = s.thirdMoment()
	}
	for _, t := range s.images(class) {
		order := 0
		if byMoment {
			moment := t.thirdMoment()
			order = slices.Compare(own[:], moment[:])
		}
		if order < 0 || order == 0 && t.Compare(s) < 0 {
			return false
		}
	}
	return true
}

// thirdMoment returns the third moment by the definition in moment.go, times a constant.
func (s Shape) thirdMoment() (moment [4]int) {
	l := s.Lattice()
	if l.folded {
		var places []place4
		for _, c := range s.Cells() {
			places = append(places, unfolded(c))
		}
		return moment4(places)
	}
	var places [][3]int
	var sum [3]int
	for _, c := range s.Cells() {
		var at Cell
		for _, corner := range l.Corners(c) {
			at = at.plus(Cell(corner))
		}
		places = append(places, [3]int{at.X, at.Y, at.Z})
		for i, x := range places[len(places)-1] {
			sum[i] += x
		}
	}
	for _, p := range places {
		for i := range p {
			p[i] = len(places)*p[i] - sum[i]
		}
		q := 0
		for i := range l.facts().operations {
			for _, row := range l.facts().operations[i].matrix {
				x := row[0]*p[0] + row[1]*p[1] + row[2]*p[2]
				q += x * x
			}
		}
		for i := range p {
			moment[i] += q * p[i]
		}
	}
	return moment
}
