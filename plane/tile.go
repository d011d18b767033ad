// SPDX-License-Identifier: BSD-3-Clause

package plane

import (
	"errors"
	"slices"

	"polka/shapes"
)

// A tile is a shape with the relative positions of two copies of it.
//
// The copy m of the tile is its image under the motion m. A copy m overlaps the tile, touches it
// in at least a corner, or is apart from it. The copies that touch are its neighbors; they are
// numbered, those that are translations of the same orientation in the same order. All orientations
// that a symmetry of the shape maps to each other are one: canonical chooses the motion.
type tile struct {
	*grid
	shape shapes.Shape
	cells []cell   // of the shape, moved so that its middle is near the origin
	moved point    // the translation from the shape to the cells, in steps
	forms [][]cell // by operation: the image of the cells
	same  []motion // by operation: the motion with the first operation that has the same image
	first []int    // operations that are their own representatives
	halo  []cell   // the cells outside that have a corner in common with one inside

	reach     int     // translations of touching or overlapping copies are at most this, in x and y
	width     int     // 2*reach+1
	relation  []int32 // by operation, y and x: apart, overlapping, or the number of the neighbor
	neighbors []motion
	opposite  []int32 // by neighbor: the neighbor as which the tile is seen from there
}

const (
	apart       = -1
	overlapping = -2
)

// maxCells is the largest size of a shape that this package accepts.
const maxCells = 250

// newTile prepares a shape. It must be connected; it may have holes.
func newTile(s shapes.Shape) (*tile, error) {
	g, err := gridOf(s.Lattice())
	switch {
	case err != nil:
		return nil, err
	case s.Empty():
		return nil, errors.New("plane: the shape is empty")
	case !s.Connected():
		return nil, errors.New("plane: the shape is not connected")
	case s.Size() > maxCells:
		return nil, errors.New("plane: the shape is too large, expected at most 250 cells")
	}
	t := &tile{grid: g, shape: s}
	least, most := s.Bounds()
	t.moved = point{-(least.X + most.X) / 2, -(least.Y + most.Y) / 2}
	for _, c := range s.Cells() {
		t.cells = append(t.cells, cell{c.X + t.moved.x, c.Y + t.moved.y, c.Z})
	}
	t.findForms()
	t.findHalo()
	t.relate()
	return t, nil
}

// placed returns the shape of a copy, in the coordinates of the shape.
func (t *tile) placed(m motion) shapes.Shape {
	cells := make([]shapes.Cell, len(t.cells))
	for i, c := range t.cells {
		c = t.apply(m, c)
		cells[i] = shapes.Cell{X: c.x - t.moved.x, Y: c.y - t.moved.y, Z: c.kind}
	}
	return shapes.New(t.lattice, cells...).Named(t.shape.Name())
}

// isometry returns a motion of the tile as an isometry of the shape.
func (t *tile) isometry(m motion) shapes.Isometry {
	to := motion{0, t.moved.x, t.moved.y}
	return t.grid.isometry(t.after(t.back(to), t.after(m, to)))
}

func compareCells(a, b cell) int {
	switch {
	case a.y != b.y:
		return a.y - b.y
	case a.x != b.x:
		return a.x - b.x
	}
	return a.kind - b.kind
}

func (t *tile) findForms() {
	sorted := make([][]cell, len(t.ops))
	for op := range t.ops {
		form := make([]cell, len(t.cells))
		for i, c := range t.cells {
			form[i] = t.apply(motion{op: op}, c)
		}
		t.forms = append(t.forms, form)
		sorted[op] = slices.Clone(form)
		slices.SortFunc(sorted[op], compareCells)
		same := motion{op: op}
		for _, p := range t.first {
			dx, dy := sorted[op][0].x-sorted[p][0].x, sorted[op][0].y-sorted[p][0].y
			if slices.EqualFunc(sorted[op], sorted[p], func(a, b cell) bool {
				return a.x == b.x+dx && a.y == b.y+dy && a.kind == b.kind
			}) {
				same = motion{p, dx, dy}
				break
			}
		}
		if same.op == op {
			t.first = append(t.first, op)
		}
		t.same = append(t.same, same)
	}
}

// canonical returns the motion that represents those with the same image.
func (t *tile) canonical(m motion) motion {
	same := &t.same[m.op]
	return motion{same.op, m.x + same.x, m.y + same.y}
}

func (t *tile) findHalo() {
	inside := make(map[cell]bool, len(t.cells))
	for _, c := range t.cells {
		inside[c] = true
	}
	for _, c := range t.cells {
		for _, d := range t.touch[c.kind] {
			d.x += c.x
			d.y += c.y
			if !inside[d] {
				inside[d] = true
				t.halo = append(t.halo, d)
			}
		}
	}
	slices.SortFunc(t.halo, compareCells)
}

func (t *tile) relate() {
	extent := 0
	for _, form := range t.forms {
		for _, c := range form {
			extent = max(extent, c.x, -c.x, c.y, -c.y)
		}
	}
	t.reach = 2*extent + 2
	t.width = 2*t.reach + 1
	t.relation = make([]int32, len(t.ops)*t.width*t.width)
	for i := range t.relation {
		t.relation[i] = apart
	}
	const touching = -3
	for op, form := range t.forms {
		for _, c := range form {
			for _, h := range t.halo {
				if h.kind == c.kind {
					t.relation[t.place(motion{op, h.x - c.x, h.y - c.y})] = touching
				}
			}
		}
		for _, c := range form {
			for _, d := range t.cells {
				if d.kind == c.kind {
					t.relation[t.place(motion{op, d.x - c.x, d.y - c.y})] = overlapping
				}
			}
		}
	}
	for _, op := range t.first {
		for y := -t.reach; y <= t.reach; y++ {
			for x := -t.reach; x <= t.reach; x++ {
				m := motion{op, x, y}
				if i := t.place(m); t.relation[i] == touching {
					t.relation[i] = int32(len(t.neighbors))
					t.neighbors = append(t.neighbors, m)
				}
			}
		}
	}
	for i, r := range t.relation {
		if r == touching {
			m := motion{i / (t.width * t.width), i%t.width - t.reach, i/t.width%t.width - t.reach}
			t.relation[i] = t.relation[t.place(t.canonical(m))]
		}
	}
	for _, m := range t.neighbors {
		t.opposite = append(t.opposite, t.relation[t.place(t.back(m))])
	}
}

// place returns the index of a motion in the table of relations. Its translation must be within
// reach.
func (t *tile) place(m motion) int {
	return (m.op*t.width+m.y+t.reach)*t.width + m.x + t.reach
}

// relationOf returns how the copy m lies to the tile: apart, overlapping, or the number of the
// neighbor.
func (t *tile) relationOf(m motion) int32 {
	if m.x < -t.reach || m.x > t.reach || m.y < -t.reach || m.y > t.reach {
		return apart
	}
	return t.relation[t.place(m)]
}

// relationBetween returns how the copy n lies as seen from the copy m.
func (t *tile) relationBetween(m, n motion) int32 { return t.relationOf(t.between(m, n)) }
