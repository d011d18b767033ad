// SPDX-License-Identifier: BSD-3-Clause

package plane

// hasHole reports whether copies enclose cells that belong to none of them: whether the cells
// outside are not connected by their sides.
func (t *tile) hasHole(patch []motion) bool { return t.holeWithin(patch, false) }

// holeWithin reports whether copies enclose a hole. If stuck is true, it must be one that copies
// cannot fill because its area is not a multiple of that of the tile.
func (t *tile) holeWithin(patch []motion, stuck bool) bool {
	first := true
	var least, most point
	t.eachCell(patch, func(c cell) {
		if first {
			least, most, first = point{c.x, c.y}, point{c.x, c.y}, false
		}
		least = point{min(least.x, c.x), min(least.y, c.y)}
		most = point{max(most.x, c.x), max(most.y, c.y)}
	})
	// In a frame one step wide the outside is connected.
	least.x, least.y, most.x, most.y = least.x-1, least.y-1, most.x+1, most.y+1
	width, kinds := most.x-least.x+1, len(t.grid.corners)
	index := func(c cell) int { return ((c.y-least.y)*width+c.x-least.x)*kinds + c.kind }
	seen := make([]bool, width*(most.y-least.y+1)*kinds)
	left := len(seen)
	t.eachCell(patch, func(c cell) {
		seen[index(c)] = true
		left--
	})
	flood := func(i int, c cell) int {
		area := 0
		seen[i] = true
		queue := append(make([]cell, 0, 64), c)
		for len(queue) > 0 {
			c := queue[len(queue)-1]
			queue = queue[:len(queue)-1]
			area++
			for _, d := range t.near[c.kind] {
				d.x += c.x
				d.y += c.y
				if d.x < least.x || d.x > most.x || d.y < least.y || d.y > most.y {
					continue
				}
				if i := index(d); !seen[i] {
					seen[i] = true
					queue = append(queue, d)
				}
			}
		}
		return area
	}
	left -= flood(0, cell{least.x, least.y, 0})
	if left == 0 || !stuck {
		return left > 0
	}
	for i := range seen {
		if seen[i] {
			continue
		}
		at := i / kinds
		if flood(i, cell{least.x + at%width, least.y + at/width, i % kinds})%len(t.cells) != 0 {
			return true
		}
	}
	return false
}

func (t *tile) eachCell(patch []motion, visit func(cell)) {
	for _, m := range patch {
		for _, c := range t.forms[m.op] {
			visit(cell{c.x + m.x, c.y + m.y, c.kind})
		}
	}
}
