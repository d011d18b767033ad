package render

import (
	"fmt"
	"strings"

	"polka/cover"
	"polka/shapes"
)

// A stage is what the options of a story mean: places on a board.
type stage struct {
	board  shapes.Shape
	places []place // of the options, by number
	given  []place // what lies there from the beginning
	tiling bool    // whether places are pieces rather than marks in cells
	cell   float64 // pixels of a side of a cell
}

// A place is what an option puts on the board.
type place struct {
	cells shapes.Shape
	label string
	color int
}

// stageOf is the board of a tiling puzzle, on which its options are pieces. It is nil for solids, whose inside cannot be
// seen.
func stageOf(p *cover.Puzzle) *stage {
	if p.Board().Lattice().Spatial() {
		return nil
	}
	s := &stage{board: p.Board().Shape(), tiling: true}
	for _, q := range p.Placements() {
		name := q.Piece.Name()
		s.places = append(s.places, place{cells: q.Shape, label: label(name), color: colorOf(name)})
	}
	return s
}

// panel is the board with the chosen options on it.
func (g *stage) panel(chosen []int) panel {
	p := panel{board: g.board, summary: fmt.Sprintf("board of %d cells with %d places taken", g.board.Size(), len(chosen))}
	add := func(q place) {
		p.parts = append(p.parts, part{cells: q.cells, label: q.label, color: q.color, title: q.label})
	}
	for _, q := range g.given {
		add(q)
	}
	for _, k := range chosen {
		if k < len(g.places) && !g.places[k].cells.Empty() {
			add(g.places[k])
		}
	}
	return p
}

// draw turns the panel into a diagram, so that it can stand beside a matrix.
func (g *stage) draw(s *Story, f frame) diagram {
	p := g.panel(f.chosen)
	box := extent(g.board)
	cell := g.side(box)
	b := p.lay(p.region(), box, cell)
	d := diagram{width: box.width()*cell + 2*margin, height: box.height()*cell + 2*margin, summary: p.summary}
	if len(b.outline) > 0 {
		d.marks = append(d.marks, mark{lines: b.outline, closed: true, fill: free})
	}
	for _, a := range b.areas {
		d.marks = append(d.marks, mark{lines: a.loops, closed: true, fill: hue(a.color), stroke: print, width: b.borderWidth(), title: a.title})
	}
	lines := mark{stroke: faint, width: b.lineWidth()}
	for _, l := range b.lines {
		lines.lines = append(lines.lines, loop{l.from, l.to})
	}
	d.marks = append(d.marks, lines, mark{lines: b.outline, closed: true, stroke: ink, width: b.outlineWidth()})
	for _, l := range b.labels {
		d.texts = append(d.texts, text{at: l.at, words: l.text, size: l.size, role: print, bold: true})
	}
	return d
}

// text draws the board in box-drawing characters.
func (g *stage) text(s *Story, f frame) string {
	p := g.panel(f.chosen)
	return strings.Join(textOf(&p, 4, 2).lines, "\n")
}

// side is the length of a side of a cell in pixels.
func (g *stage) side(b box) float64 {
	if g.cell > 0 {
		return g.cell
	}
	return min(largestCell, defaultCell(1, b.width()))
}
