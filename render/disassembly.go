// SPDX-License-Identifier: BSD-3-Clause

package render

import (
	"polka/cover/assembly"
	"polka/internal/plural"
	"polka/shapes"
)

// movesOfPieces is what the drawings of a disassembly show.
const movesOfPieces = "moves"

// disassembly draws the moves that take an assembly apart: a drawing before the first move and one
// after each, in which the pieces are seen as they lie in space.
func disassembly(d *assembly.Disassembly) Picture {
	frames := d.Scenes()
	pieces, names := d.Pieces(), d.Names()
	colors := PieceColors(pieces)
	return Picture{count: len(frames), what: movesOfPieces, panel: func(i int, _ scheme) panel {
		f := frames[i]
		p := panel{caption: f.Text, summary: f.Text + "; " + plural.Count(len(f.Pieces), "piece"), terse: true, motion: d.Motion()}
		for k, piece := range f.Pieces {
			one := part{cells: f.Shapes[k], title: names[piece], color: colors[piece]}
			if p.motion != nil {
				from, _ := pieces[piece].Bounds()
				to, _ := f.Shapes[k].Bounds()
				one.cells, one.shift = pieces[piece], shapes.Cell{X: to.X - from.X, Y: to.Y - from.Y, Z: to.Z - from.Z}
			}
			p.parts = append(p.parts, one)
		}
		return p
	}}
}

// PieceColors returns fills from 0 to 11 for pieces that are shown together: for each piece that of
// PieceColor or, if an earlier piece has it, the next one that is free, while there is one.
func PieceColors(pieces []shapes.Shape) []int {
	colors := make([]int, len(pieces))
	taken := make([]bool, len(hues))
	for i, p := range pieces {
		color := PieceColor(p)
		for k := range hues {
			if next := (color + k) % len(hues); !taken[next] {
				color = next
				break
			}
		}
		colors[i], taken[color] = color, true
	}
	return colors
}
