// SPDX-License-Identifier: BSD-3-Clause

package play

import (
	"fmt"
	"slices"

	"polka/cover/assembly"
	"polka/render"
	"polka/shapes"
)

// disassembly shows the moves that take an assembly apart as steps. Pieces of other parts than the
// one that is being taken apart are not shown.
func (s *Solid) disassembly(d *assembly.Disassembly) {
	s.Title = d.String()
	names := d.Names()
	pieces := d.Pieces()
	colors := render.PieceColors(pieces)
	scale, cells := [3]float64{1, 1, 1}, cellsOf
	if m := d.Motion(); m != nil {
		for i, x := range m.Scale {
			if x != 0 {
				scale[i] = x
			}
		}
		s.Kinds = nil
		kinds := make(map[string]int)
		cells = func(p shapes.Shape) []float64 { return s.cellsOfMotion(m, p, scale, kinds) }
	}
	for i, p := range pieces {
		s.Pieces = append(s.Pieces, SolidPiece{Name: names[i], Color: colors[i], Cells: cells(p)})
	}
	for k, f := range d.Scenes() {
		step := SolidStep{Text: f.Text, At: make([][]float64, len(s.Pieces)), Fit: k == 0}
		for i, p := range f.Pieces {
			from, _ := pieces[p].Bounds()
			to, _ := f.Shapes[i].Bounds()
			step.At[p] = scaled([3]int{to.X - from.X, to.Y - from.Y, to.Z - from.Z}, scale)
		}
		s.Steps = append(s.Steps, step)
	}
}

// scaled returns a position in the view.
func scaled(p [3]int, scale [3]float64) []float64 {
	return []float64{precise(float64(p[0]) * scale[0]), precise(float64(p[1]) * scale[1]), precise(float64(p[2]) * scale[2])}
}

// cellsOfMotion is cellsOf for cells that are the polyhedra of a motion. Those that are not yet
// among the kinds are added.
func (s *Solid) cellsOfMotion(m *assembly.Motion, piece shapes.Shape, scale [3]float64, kinds map[string]int) []float64 {
	var list []float64
	for _, c := range piece.Cells() {
		corners := slices.Clone(m.Corners(c)) // which may belong to the motion
		for i := range corners {
			for k, n := range [3]int{c.X, c.Y, c.Z} {
				corners[i][k] -= 2 * n
			}
		}
		key := fmt.Sprint(corners)
		kind, ok := kinds[key]
		if !ok {
			kind = len(s.Kinds)
			kinds[key] = kind
			s.Kinds = append(s.Kinds, hull(corners, [3]float64{scale[0] / 2, scale[1] / 2, scale[2] / 2}))
		}
		list = append(append(list, float64(kind)), scaled([3]int{c.X, c.Y, c.Z}, scale)...)
	}
	return list
}

// hull returns the faces of the convex polyhedron with the given corners, scaled: for each plane
// through three corners with none beyond it, the corners in it, in their order around the face.
func hull(corners [][3]int, scale [3]float64) Polyhedron {
	minus := func(a, b [3]int) [3]int { return [3]int{a[0] - b[0], a[1] - b[1], a[2] - b[2]} }
	cross := func(a, b [3]int) [3]int {
		return [3]int{a[1]*b[2] - a[2]*b[1], a[2]*b[0] - a[0]*b[2], a[0]*b[1] - a[1]*b[0]}
	}
	dot := func(a, b [3]int) int { return a[0]*b[0] + a[1]*b[1] + a[2]*b[2] }
	var faces Polyhedron
	done := make(map[string]bool)
	for i := range corners {
		for j := range corners {
			for k := range corners {
				n := cross(minus(corners[j], corners[i]), minus(corners[k], corners[i]))
				if n == [3]int{} || slices.ContainsFunc(corners, func(c [3]int) bool { return dot(n, minus(c, corners[i])) > 0 }) {
					continue
				}
				var in [][3]int
				for _, c := range corners {
					if dot(n, minus(c, corners[i])) == 0 {
						in = append(in, c)
					}
				}
				key := fmt.Sprint(in)
				if done[key] {
					continue
				}
				done[key] = true
				// After each corner comes the one with no other corner to its right.
				var face []float64
				for at := in[0]; len(face) < 3*len(in); {
					face = append(face, scaled(at, scale)...)
					next := at
					for _, c := range in {
						if next == at || dot(n, cross(minus(next, at), minus(c, at))) < 0 {
							next = c
						}
					}
					at = next
				}
				faces = append(faces, face)
			}
		}
	}
	return faces
}
