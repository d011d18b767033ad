// SPDX-License-Identifier: BSD-3-Clause

package burr

import (
	"sync"

	"polka/shapes"
)

// A turn is one of the 48 isometries of the cube, as BurrTools numbers them.
type turn [3][3]int

func (m turn) times(n turn) (p turn) {
	for i := range p {
		for j := range p {
			for k := range p {
				p[i][j] += m[i][k] * n[k][j]
			}
		}
	}
	return p
}

func (m turn) apply(c shapes.Cell) shapes.Cell {
	row := func(r [3]int) int { return r[0]*c.X + r[1]*c.Y + r[2]*c.Z }
	return shapes.Cell{X: row(m[0]), Y: row(m[1]), Z: row(m[2])}
}

// turns are the isometries by number. The last two bits of a number from 0 to 23 are the quarter
// turns about the x axis, which come first; the rest says what comes then: up to three quarter
// turns about the y axis, or one or three about the z axis. The numbers from 24 to 47 are the same
// after a reflection of x.
var turns = sync.OnceValue(func() (list []turn) {
	one := turn{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}
	x, y, z := turn{{1, 0, 0}, {0, 0, -1}, {0, 1, 0}}, turn{{0, 0, -1}, {0, 1, 0}, {1, 0, 0}}, turn{{0, -1, 0}, {1, 0, 0}, {0, 0, 1}}
	for _, then := range []turn{one, y, y.times(y), y.times(y).times(y), z, z.times(z).times(z)} {
		for range 4 {
			list = append(list, then)
			then = then.times(x)
		}
	}
	for _, m := range list {
		list = append(list, m.times(turn{{-1, 0, 0}, {0, 1, 0}, {0, 0, 1}}))
	}
	return list
})

// maxRotation is the number of turns that are rotations.
const maxRotation = 24
