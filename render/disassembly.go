package render

import (
	"polka/cover/assembly"
	"polka/internal/plural"
)

// disassembly draws the moves that take an assembly apart: a drawing before the first move and one
// after each, in which the pieces are seen as they lie in space.
func disassembly(d *assembly.Disassembly) Picture {
	frames := d.Scenes()
	pieces, names := d.Pieces(), d.Names()
	colors := pieceColors(pieces, pieces)
	return Picture{count: len(frames), what: "moves", panel: func(i int, _ bool) panel {
		f := frames[i]
		p := panel{caption: f.Text, summary: f.Text + "; " + plural.Count(len(f.Pieces), "piece"), terse: true}
		for k, piece := range f.Pieces {
			p.parts = append(p.parts, part{cells: f.Shapes[k], title: names[piece], color: colors[piece]})
		}
		return p
	}}
}
