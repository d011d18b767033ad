// SPDX-License-Identifier: BSD-3-Clause

package plane

// A scratch has tables for setting up a search. They are cleared in constant time.
type scratch struct {
	kinds          int
	bound          int // of coordinates, in both tables
	cells, motions stamped
}

// inPatch marks the cells of the patch in the table of cells; other values are items.
const inPatch = -1

// A stamped table is a partial function from integers.
type stamped struct {
	values []int32
	stamps []uint32
	stamp  uint32
}

func (t *stamped) clear(size int) {
	t.stamp++
	if len(t.values) < size || t.stamp == 0 {
		t.values, t.stamps, t.stamp = make([]int32, size), make([]uint32, size), 1
	}
}

func (t *stamped) put(i int, v int32) { t.values[i], t.stamps[i] = v, t.stamp }

func (t *stamped) get(i int) (int32, bool) { return t.values[i], t.stamps[i] == t.stamp }

// scratchFor returns empty tables for the coronas of a patch.
func (s *surrounding) scratchFor(patch []motion) *scratch {
	a := s.analysis
	for len(a.pads) <= s.depth {
		a.pads = append(a.pads, &scratch{kinds: len(a.grid.corners)})
	}
	pad := a.pads[s.depth]
	bound := 0
	for _, m := range patch {
		bound = max(bound, m.x, -m.x, m.y, -m.y)
	}
	pad.bound = max(pad.bound, bound+3*a.reach+3)
	width := 2*pad.bound + 1
	pad.cells.clear(width * width * pad.kinds)
	pad.motions.clear(width * width * len(a.ops))
	return pad
}

func (p *scratch) cell(c cell) int {
	width := 2*p.bound + 1
	return ((c.y+p.bound)*width+c.x+p.bound)*p.kinds + c.kind
}

func (p *scratch) motion(m motion) int {
	width := 2*p.bound + 1
	return (m.op*width+m.y+p.bound)*width + m.x + p.bound
}
