// SPDX-License-Identifier: BSD-3-Clause

package plane

import (
	"errors"
	"fmt"

	"polka/shapes"
)

// checkTiling checks a tiling by its definition, from exported data only: every copy is congruent
// to the shape, and each cell is covered exactly once modulo the translations.
func checkTiling(t Tiling) error {
	u, v := t.Period()
	copies := t.Copies()
	l := t.Shape().Lattice()
	if u.Y != 0 || u.X <= 0 || v.Y <= 0 {
		return fmt.Errorf("translations %v and %v", u, v)
	}
	area := u.X * v.Y * l.NumKinds()
	covered := make(map[shapes.Cell]bool)
	for i, c := range copies {
		if !c.Canonical(shapes.Free).Equal(t.Shape().Canonical(shapes.Free)) {
			return fmt.Errorf("copy %v is not congruent to the shape", c)
		}
		if g := t.Isometries()[i]; !g.Apply(t.Shape()).Equal(c) {
			return fmt.Errorf("isometry %v does not give copy %v", g, c)
		}
		for _, c := range c.Cells() {
			for c.Y < 0 {
				c.X, c.Y = c.X+v.X, c.Y+v.Y
			}
			for c.Y >= v.Y {
				c.X, c.Y = c.X-v.X, c.Y-v.Y
			}
			c.X = ((c.X % u.X) + u.X) % u.X
			if covered[c] {
				return fmt.Errorf("cell %v is covered twice", c)
			}
			covered[c] = true
		}
	}
	if len(covered) != area {
		return fmt.Errorf("%d of %d cells are covered", len(covered), area)
	}
	if !copies[0].Equal(t.Shape()) {
		return errors.New("the first copy is not the shape")
	}
	return nil
}

// checkCoronas checks by the definition that copies surround a shape: they are congruent to it and
// disjoint; each copy of a corona touches the patch inside; all cells that touch this patch are
// covered; and no patch has holes, except the last if holes is true.
func checkCoronas(s shapes.Shape, coronas [][]shapes.Shape, holes bool) error {
	l := s.Lattice()
	patch := s
	for k, corona := range coronas {
		around := touching(patch)
		next := patch
		for _, c := range corona {
			switch {
			case !c.Canonical(shapes.Free).Equal(s.Canonical(shapes.Free)):
				return fmt.Errorf("corona %d: %v is not congruent to the shape", k+1, c)
			case !c.Intersection(next).Empty():
				return fmt.Errorf("corona %d: %v overlaps", k+1, c)
			case c.Intersection(around).Empty():
				return fmt.Errorf("corona %d: %v does not touch the patch inside", k+1, c)
			}
			next = next.Union(c)
		}
		if rest := around.Difference(next); !rest.Empty() {
			return fmt.Errorf("corona %d: %v are not covered", k+1, rest)
		}
		if len(next.Holes()) > 0 && !(holes && k == len(coronas)-1) {
			return fmt.Errorf("corona %d of lattice %v leaves holes", k+1, l)
		}
		patch = next
	}
	return nil
}

// touching returns the cells outside a shape that have a corner in common with one of its cells.
func touching(s shapes.Shape) shapes.Shape {
	l := s.Lattice()
	corners := make(map[shapes.Corner]bool)
	for _, c := range s.Cells() {
		for _, p := range l.Corners(c) {
			corners[p] = true
		}
	}
	var cells []shapes.Cell
	least, most := s.Bounds()
	for y := least.Y - 2; y <= most.Y+2; y++ {
		for x := least.X - 2; x <= most.X+2; x++ {
			for z := range l.NumKinds() {
				c := shapes.Cell{X: x, Y: y, Z: z}
				for _, p := range l.Corners(c) {
					if corners[p] && !s.Contains(c) {
						cells = append(cells, c)
						break
					}
				}
			}
		}
	}
	return shapes.New(l, cells...)
}
