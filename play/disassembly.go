// SPDX-License-Identifier: BSD-3-Clause

package play

import (
	"fmt"

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
	half := [3]float64{scale[0] / 2, scale[1] / 2, scale[2] / 2}
	for _, c := range piece.Cells() {
		var faces Polyhedron // as seen from the cell
		for _, corners := range m.Faces(c) {
			var face []float64
			for _, p := range corners {
				face = append(face, scaled([3]int{p[0] - 2*c.X, p[1] - 2*c.Y, p[2] - 2*c.Z}, half)...)
			}
			faces = append(faces, face)
		}
		key := fmt.Sprint(faces)
		kind, ok := kinds[key]
		if !ok {
			kind = len(s.Kinds)
			kinds[key] = kind
			s.Kinds = append(s.Kinds, faces)
		}
		list = append(append(list, float64(kind)), scaled([3]int{c.X, c.Y, c.Z}, scale)...)
	}
	return list
}
