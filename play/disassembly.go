// SPDX-License-Identifier: BSD-3-Clause

package play

import (
	"polka/cover/assembly"
	"polka/render"
)

// disassembly shows the moves that take an assembly apart as steps. Pieces of other parts than the
// one that is being taken apart are not shown.
func (s *Solid) disassembly(d *assembly.Disassembly) {
	s.Title = d.String()
	names := d.Names()
	pieces := d.Pieces()
	colors := render.PieceColors(pieces)
	for i, p := range pieces {
		s.Pieces = append(s.Pieces, SolidPiece{Name: names[i], Color: colors[i], Cells: cellsOf(p)})
	}
	for k, f := range d.Scenes() {
		step := SolidStep{Text: f.Text, At: make([][]float64, len(s.Pieces)), Fit: k == 0}
		for i, p := range f.Pieces {
			from, _ := pieces[p].Bounds()
			to, _ := f.Shapes[i].Bounds()
			step.At[p] = []float64{float64(to.X - from.X), float64(to.Y - from.Y), float64(to.Z - from.Z)}
		}
		s.Steps = append(s.Steps, step)
	}
}
