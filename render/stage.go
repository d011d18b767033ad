// SPDX-License-Identifier: BSD-3-Clause

package render

import (
	"fmt"
	"math"
	"strings"

	"polka/cover"
	"polka/internal/letter"
	"polka/shapes"
)

// A stage is a board on which the options of a recording are placed.
type stage struct {
	board   shapes.Shape
	regions []shapes.Shape // drawn with a thick outline
	places  []place        // of the options, by number
	fixed   []part         // what is on the board from the start
	tiling  bool           // whether the labels identify options
	largest float64        // side of a cell in pixels if the page is wide enough; 0 for largestCell
}

// A place is what an option adds to the board.
type place struct {
	cells shapes.Shape
	label string
	color int
}

// stageOf returns the board of a puzzle, whose options are pieces. It is nil for a solid puzzle,
// whose interior cannot be seen.
func stageOf(p *cover.Puzzle) *stage {
	if p.Board().Shape().Lattice().Spatial() {
		return nil
	}
	s := &stage{board: p.Board().Shape(), tiling: true}
	keys, copies := map[string]string{}, map[string]int{} // by text, and by key
	for _, q := range p.Set() {
		key := pieceKey(q.Shape())
		keys[q.Shape().String()] = key
		_, most := q.Copies()
		if most < 0 {
			most = mostCopies + 1
		}
		copies[key] += most
	}
	for _, q := range p.AllPlacements() {
		name, key := q.Piece.Name(), keys[q.Piece.String()]
		color := colorOf(key)
		if copies[key] > mostCopies {
			color = patch(q.Shape)
		}
		s.places = append(s.places, place{cells: q.Shape, label: label(name), color: color})
	}
	return s
}

// patch returns a color for one of several equal pieces, chosen by position so that neighbors
// usually differ.
func patch(s shapes.Shape) int {
	least, most := s.Bounds()
	n := least.X + 2*least.Y
	if most.X-least.X > most.Y-least.Y {
		n++
	}
	return (n%tilingColors + tilingColors) % tilingColors
}

// On returns the recording with a board. When an option is chosen, the cells that place returns for
// its number are filled and labeled. Options for which place returns the empty shape are not shown.
// Regions, such as the boxes of a sudoku, have a thick outline. For example, four queens on a
// chessboard:
//
//	recording.On(shapes.Rectangle(4, 4), func(k int) (shapes.Shape, string) {
//		return shapes.New(shapes.Square, shapes.Cell{X: k % 4, Y: k / 4}), "♛"
//	})
func (s Recording) On(board shapes.Shape, place func(option int) (cells shapes.Shape, label string), regions ...shapes.Shape) Recording {
	g := &stage{board: board, regions: regions}
	labels := map[string]int{}
	for k := range s.options {
		g.places = append(g.places, g.at(place, k, labels))
	}
	s.stage = g
	return s
}

// at places an option. Each label has its own color as long as there are enough colors.
func (g *stage) at(ask func(int) (shapes.Shape, string), option int, labels map[string]int) place {
	cells, words := ask(option)
	color, ok := labels[words]
	if !ok {
		color = len(labels) % len(hues)
		labels[words] = color
	}
	return place{cells: cells, label: words, color: color}
}

// lay draws one place, where it is on the board.
func (g *stage) lay(q place, b box, cell float64) drawing {
	p := panel{parts: []part{{cells: q.cells, label: q.label, color: q.color}}}
	return p.lay(q.cells, b, cell)
}

// outline traces a shape on the board.
func (g *stage) outline(s shapes.Shape, b box, cell float64) []loop {
	var list []loop
	for _, a := range g.lay(place{cells: s}, b, cell).areas {
		list = append(list, a.loops...)
	}
	return list
}

// panel returns the board with the chosen options on it.
func (g *stage) panel(chosen []int) panel {
	p := panel{board: g.board, summary: fmt.Sprintf("board of %d cells with %d places taken", g.board.Size(), len(chosen))}
	var labels []string
	for _, q := range g.fixed {
		p.parts = append(p.parts, q)
		labels = append(labels, q.label)
	}
	for _, k := range chosen {
		if k < len(g.places) && !g.places[k].cells.Empty() {
			q := g.places[k]
			p.parts = append(p.parts, part{cells: q.cells, label: q.label, color: q.color, title: q.label})
			labels = append(labels, q.label)
		}
	}
	letters := letter.Choose(labels)
	for i, words := range labels {
		p.parts[i].letter = letters[i]
		if r := []rune(words); len(r) == 1 && !g.tiling {
			p.parts[i].letter = r[0] // the label has a meaning, so it is not replaced by another letter
		}
	}
	return p
}

// draw converts the panel to a diagram, which can be combined with a matrix. The lines between
// cells are drawn over the fills of the pieces and under their borders.
func (g *stage) draw(chosen []int) diagram {
	p := g.panel(chosen)
	box := extent(g.board)
	cell := g.side(box)
	b := p.lay(p.region(), box, cell)
	d := diagram{width: box.width()*cell + 2*margin, height: box.height()*cell + 2*margin, summary: p.summary}
	if len(b.outline) > 0 {
		d.marks = append(d.marks, mark{lines: b.outline, closed: true, fill: free})
	}
	pieces := b.areas[len(g.fixed):]
	for _, a := range pieces {
		d.marks = append(d.marks, mark{lines: a.loops, closed: true, fill: hue(a.color), title: a.title})
	}
	lines := mark{stroke: muted, width: b.lineWidth(), part: "cells"}
	if !g.tiling { // the cells matter as much as what is in them
		lines.width = 1
	}
	inner := b.lines
	if len(b.grid) > 0 {
		inner = b.grid
	}
	for _, l := range inner {
		lines.lines = append(lines.lines, loop{l.from, l.to})
	}
	d.marks = append(d.marks, lines)
	for _, a := range pieces {
		d.marks = append(d.marks, mark{lines: a.loops, closed: true, stroke: print, width: b.borderWidth()})
	}
	for _, r := range g.regions {
		d.marks = append(d.marks, mark{lines: g.outline(r, box, cell), closed: true, stroke: ink, width: b.borderWidth()})
	}
	d.marks = append(d.marks, mark{lines: b.outline, closed: true, stroke: ink, width: b.outlineWidth()})
	for i, l := range b.labels {
		role := print
		if i < len(g.fixed) {
			role = ink
		}
		d.texts = append(d.texts, text{at: l.at, words: l.text, size: l.size, role: role, bold: true})
	}
	return d
}

// text draws the board as text.
func (g *stage) text(chosen []int) string {
	return strings.Join(blocksOf([]panel{g.panel(chosen)})[0].lines, "\n")
}

// side returns the length of a side of a cell in pixels.
func (g *stage) side(b box) float64 {
	if g.largest > 0 {
		return puzzleSide(int(math.Ceil(b.width())))
	}
	return min(largestCell, defaultCell(1, b.width()))
}
