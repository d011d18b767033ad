// SPDX-License-Identifier: BSD-3-Clause

package assembly

import (
	"slices"

	"polka/shapes"
)

// away is the gap between bodies of which the one never meets the other.
const away = 1 << 14

// A place is a position of a body, or a difference of two: x, y and z in 21 bits each, as the sum
// x + y<<21 + z<<42. Sums and differences of places are those of the positions.
type place int64

const placeBits = 21

// unit has a step along each axis.
var unit = [3]place{1, 1 << placeBits, 1 << (2 * placeBits)}

func placeOf(c shapes.Cell) place {
	return place(c.X)*unit[0] + place(c.Y)*unit[1] + place(c.Z)*unit[2]
}

// cell returns the position.
func (p place) cell() shapes.Cell {
	const half = 1 << (placeBits - 1)
	var c [3]int
	for i := range c {
		low := (int64(p)+half)&(1<<placeBits-1) - half
		c[i] = int(low)
		p = place((int64(p) - low) >> placeBits)
	}
	return shapes.Cell{X: c[0], Y: c[1], Z: c[2]}
}

// A body is a shape whose bounding box begins at the origin. Along each axis, only the ends of its
// rows of cells can meet another body.
type body struct {
	sides [3]int
	rows  [3]rows
}

// rows are the rows of a body along one axis. A row has the coordinates u and v on the other two
// axes, u on the next one in the cyclic order x, y, z.
type rows struct {
	ends   []rowEnd // of runs of cells, the greatest cell of each
	wide   int      // the side of the body along u
	high   int      // and along v
	begins [][]int  // begins[v*wide+u] are the least cells of the runs of a row
}

type rowEnd struct{ u, v, at int }

// along returns the coordinate on an axis and those on the next two.
func along(axis int, c shapes.Cell) (at, u, v int) {
	switch axis {
	case 0:
		return c.X, c.Y, c.Z
	case 1:
		return c.Y, c.Z, c.X
	}
	return c.Z, c.X, c.Y
}

// newBody returns the body of a shape that is Normal.
func newBody(s shapes.Shape) *body {
	b := &body{}
	_, most := s.Bounds()
	for axis := range 3 {
		long, wide, high := along(axis, most)
		b.sides[axis] = long + 1
		r := rows{wide: wide + 1, high: high + 1, begins: make([][]int, (wide+1)*(high+1))}
		line := make([][]int, len(r.begins))
		for _, c := range s.Cells() {
			at, u, v := along(axis, c)
			line[v*r.wide+u] = append(line[v*r.wide+u], at)
		}
		for k, list := range line {
			slices.Sort(list)
			for i, at := range list {
				if i == 0 || list[i-1] != at-1 {
					r.begins[k] = append(r.begins[k], at)
				}
				if i == len(list)-1 || list[i+1] != at+1 {
					r.ends = append(r.ends, rowEnd{k % r.wide, k / r.wide, at})
				}
			}
		}
		b.rows[axis] = r
	}
	return b
}

// gap returns how far b can move toward greater coordinates of an axis before it meets c, whose
// origin is at d as seen from that of b.
func (b *body) gap(c *body, d shapes.Cell, axis int) int {
	at, du, dv := along(axis, d)
	if du >= b.rows[axis].wide || dv >= b.rows[axis].high || at+c.sides[axis] <= 0 {
		return away
	}
	others, least := &c.rows[axis], away
	if -du >= others.wide || -dv >= others.high {
		return away
	}
	for _, e := range b.rows[axis].ends {
		u, v := e.u-du, e.v-dv
		if u < 0 || u >= others.wide || v < 0 || v >= others.high {
			continue
		}
		for _, begin := range others.begins[v*others.wide+u] {
			if free := begin + at - e.at - 1; free >= 0 {
				least = min(least, free)
				break
			}
		}
	}
	return least
}

// A gapTable remembers the gaps of pairs of bodies, by the numbers of the bodies and the difference
// of their places: an open hash table whose slots are empty if the pair is 0.
type gapTable struct {
	slots []gapSlot // a power of two
	used  int
}

type gapSlot struct {
	pair uint64 // of the bodies, from 1
	d    place
	gaps gapPair
}

// A gapPair has the gaps along x, y and z of the first body before the second one, and of the
// second before the first.
type gapPair [2][3]int16

func (t *gapTable) find(pair uint64, d place) *gapSlot {
	if 4*t.used >= 3*len(t.slots) {
		t.grow()
	}
	k := int(mix(uint64(d)*0x9e3779b97f4a7c15^pair*0xc2b2ae3d27d4eb4f)) & (len(t.slots) - 1)
	for t.slots[k].pair != 0 && (t.slots[k].pair != pair || t.slots[k].d != d) {
		k = (k + 1) & (len(t.slots) - 1)
	}
	return &t.slots[k]
}

func (t *gapTable) grow() {
	old := t.slots
	t.slots = make([]gapSlot, max(256, 2*len(old)))
	for _, s := range old {
		if s.pair != 0 {
			*t.find(s.pair, s.d) = s
		}
	}
}

// mix spreads the bits of a number, as the last step of the hash function MurmurHash3 does.
func mix(x uint64) uint64 {
	x ^= x >> 33
	x *= 0xff51afd7ed558ccd
	return x ^ x>>33
}
