// SPDX-License-Identifier: BSD-3-Clause

package shapes

import "slices"

// Grow returns the free polyforms that result from adding one cell (on [Tan], one tan) to one in
// the list, each once, in the order of [Shape.Compare]. Starting from the single cell, this is the
// simplest way to enumerate polyforms, but it keeps all shapes of a size in memory:
//
//	list := []shapes.Shape{shapes.Monomino()}
//	list = shapes.Grow(list) // the domino
//	list = shapes.Grow(list) // two trominoes
//
// [Each] needs little memory and is a hundred times faster.
func Grow(list []Shape) []Shape {
	found := map[Shape]bool{}
	for _, s := range list {
		l := s.Lattice()
		for _, c := range s.Cells() {
			for _, d := range l.Neighbors(c) {
				if s.Contains(d) {
					continue
				}
				for _, unit := range l.unitsWith(d) {
					if !slices.ContainsFunc(unit, s.Contains) {
						found[New(l, append(s.Cells(), unit...)...).Canonical(Free)] = true
					}
				}
			}
		}
	}
	grown := make([]Shape, 0, len(found))
	for s := range found {
		grown = append(grown, s)
	}
	return distinct(grown)
}
