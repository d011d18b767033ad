// SPDX-License-Identifier: BSD-3-Clause

package fabrication

import (
	"cmp"
	"math"
	"slices"
)

// separate moves vertices that are in one place, although nothing connects them: readers of files
// would take them for one. They are moved by a small part of the radius, toward their neighbors.
// Two places are one if they differ by less than the ten thousandth of the radius, or by no more
// than files can tell: their numbers have five decimals.
func (g *rounding) separate() {
	near := max(1e-4*g.radius, 2e-5)
	m := &g.mesh
	order := make([]int, len(m.vertices))
	for i := range order {
		order[i] = i
	}
	slices.SortFunc(order, func(i, j int) int { return cmp.Compare(m.vertices[i][0], m.vertices[j][0]) })
	twins := map[int]bool{}
	for i, a := range order {
		for _, b := range order[i+1:] {
			v, w := m.vertices[a], m.vertices[b]
			if w[0]-v[0] > near {
				break
			}
			if math.Abs(w[1]-v[1]) < near && math.Abs(w[2]-v[2]) < near {
				twins[a], twins[b] = true, true
			}
		}
	}
	if len(twins) == 0 {
		return
	}
	by := map[int]xyz{} // the sum of the ways to the neighbors
	for _, t := range m.triangles {
		for i, a := range t {
			if twins[a] {
				for _, b := range [2]int{t[(i+1)%3], t[(i+2)%3]} {
					by[a] = by[a].plus(xyz(m.vertices[b]).minus(m.vertices[a]))
				}
			}
		}
	}
	for a, way := range by {
		if way.length() > near {
			m.vertices[a] = xyz(m.vertices[a]).plus(way.unit().times(nudge / 4 * g.radius))
		}
	}
}
