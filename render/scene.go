// SPDX-License-Identifier: BSD-3-Clause

package render

import (
	"fmt"
	"math"
	"unicode/utf8"

	"polka/cover/assembly"
	"polka/shapes"
)

// A panel is one drawing of a picture: parts on a board, and a caption. The cells of all parts and
// of the board are of one lattice.
type panel struct {
	board   shapes.Shape // empty if there is none
	parts   []part
	caption string
	summary string   // for readers who cannot see it
	terse   bool     // text consists of the caption only
	apart   bool     // parts may not be connected, so each cell has a letter in text
	legend  []string // the letters of parts whose names are too long to be written on them

	motion *assembly.Motion // which polyhedra the cells are; nil for those of the lattice

	whole *mesh  // of all that it covers; nil until it is drawn
	inner []edge // the lines between its cells
}

// A part is a piece in its place.
type part struct {
	cells shapes.Shape
	title string // shown when the pointer rests on it
	label string // written on it
	color int    // index of a fill

	legend bool // the label is a letter of the legend
	letter rune // in text, on each of its cells if borders are not sufficient; 0 for none

	shift shapes.Cell // of a part whose cells are those of a motion, from where they have their form
}

// A scene is a picture after layout, in pixels from its upper left corner. It is the input of all
// writers.
type scene struct {
	width, height float64
	drawings      []drawing
	notes         []writing
	marks         []mark // of a diagram
	texts         []text
	summary       string
}

// A drawing is a panel after layout. Its coordinates are relative to its own corner.
type drawing struct {
	x, y    float64
	free    []loop    // the cells of the board
	grid    []segment // between the cells of a board that is not covered, behind the areas
	areas   []area
	lines   []segment // between the cells of the areas
	outline []loop    // of the board
	labels  []writing
	cell    float64 // pixels of a side of a cell
}

// An area is a filled part with a border.
type area struct {
	loops []loop
	title string
	color int
	shade int // if not 0, the area only darkens the area below it
}

type point struct{ x, y float64 }

type loop []point // closed

type segment struct{ from, to point }

// A writing is a text with the middle of its base line.
type writing struct {
	at   point
	text string
	size float64
}

// Sizes in pixels.
const (
	captionSize    = 13.0
	captionAdvance = 9.0   // width of a letter, an upper estimate
	captionHeight  = 22.0  // of one line
	captionLeading = 17.0  // between lines
	gap            = 18.0  // between drawings
	margin         = 3.0   // for half of the thickest line
	leastLabel     = 13.0  // smaller cells have no labels
	leastLetters   = 8.0   // smaller letters are not readable
	stripWidth     = 740.0 // of frames side by side, which are scaled to the page
	leastReadable  = 11.0  // smaller letters are not readable on a projector
)

// box is the extent of a panel in units of a side of a cell.
type box struct{ left, top, right, bottom float64 }

func (b box) width() float64  { return b.right - b.left }
func (b box) height() float64 { return b.bottom - b.top }

// nothing is a box around no points.
var nothing = box{math.Inf(1), math.Inf(1), math.Inf(-1), math.Inf(-1)}

// around returns the box around b and a point.
func (b box) around(p point) box {
	return box{min(b.left, p.x), min(b.top, p.y), max(b.right, p.x), max(b.bottom, p.y)}
}

// region is everything that a panel covers.
func (p *panel) region() shapes.Shape {
	if len(p.parts) == 0 {
		return p.board
	}
	if len(p.parts) == 1 && p.board.Empty() {
		return p.parts[0].cells
	}
	cells := p.board.Cells()
	for _, part := range p.parts {
		cells = append(cells, part.cells.Cells()...)
	}
	return shapes.New(p.lattice(), cells...)
}

func (p *panel) lattice() *shapes.Lattice {
	for _, part := range p.parts {
		return part.cells.Lattice()
	}
	return p.board.Lattice()
}

// extent measures what the panel covers, which is the region.
func (p *panel) extent(region shapes.Shape) box {
	if p.motion != nil {
		return viewOf(p.motion, p.parts).extent(p.parts)
	}
	return extent(region)
}

// extent measures a region.
func extent(region shapes.Shape) box {
	l := region.Lattice()
	b := nothing
	for _, c := range region.Cells() {
		for _, corner := range l.Corners(c) {
			x, y := l.Project(corner)
			b = b.around(point{x, y})
		}
	}
	switch {
	case region.Empty():
		return box{}
	case l == shapes.Stick: // half of a bar with its border
		const half = 0.2
		return box{b.left - half, b.top - half, b.right + half, b.bottom + half}
	}
	return b
}

// lay draws a panel with cells of the given size, its extent b in the corner at (margin, margin).
func (p *panel) lay(region shapes.Shape, b box, cell float64) drawing {
	l := p.lattice()
	place := func(c shapes.Corner) point {
		x, y := l.Project(c)
		return point{margin + (x-b.left)*cell, margin + (y-b.top)*cell}
	}
	loops := func(m mesh) []loop {
		var all []loop
		for _, corners := range m.outline() {
			var one loop
			for _, c := range corners {
				one = append(one, place(c))
			}
			all = append(all, one)
		}
		return all
	}
	d := drawing{cell: cell}
	switch {
	case p.motion != nil:
		p.layMotion(&d, b, cell)
		return d
	case l.Spatial() && l != shapes.Cube:
		p.layPolyhedra(&d, region, place)
		return d
	case l.Spatial():
		p.layCubes(&d, region, place)
		return d
	case l == shapes.Stick:
		p.layBars(&d, place)
		return d
	}
	if p.whole == nil {
		m := meshOf(region)
		p.whole, p.inner = &m, m.innerLines()
	}
	whole := *p.whole
	if !p.board.Empty() {
		board := whole
		if !p.board.Equal(region) {
			board = meshOf(p.board)
		}
		d.outline = loops(board)
		covered := 0
		for _, part := range p.parts {
			covered += part.cells.Size()
		}
		if covered < region.Size() {
			d.free = d.outline
		}
	}
	for _, part := range p.parts {
		d.areas = append(d.areas, area{loops: loops(meshOf(part.cells)), title: part.title, color: part.color})
		if part.label != "" && cell >= leastLabel {
			size := readableSize(part.label, cell)
			at := center(l, middleCell(part.cells))
			at = point{margin + (at.x-b.left)*cell, margin + (at.y-b.top)*cell + 0.36*size}
			d.labels = append(d.labels, writing{at, part.label, size})
		}
	}
	segments := func(list []edge) (all []segment) {
		for _, e := range list {
			all = append(all, segment{place(e.from), place(e.to)})
		}
		return all
	}
	if len(d.free) == 0 {
		d.lines = segments(p.inner)
		return d
	}
	d.grid = segments(p.inner)
	var covered []shapes.Cell
	for _, part := range p.parts {
		covered = append(covered, part.cells.Cells()...)
	}
	if len(covered) > 0 {
		d.lines = segments(meshOf(shapes.New(l, covered...)).innerLines())
	}
	return d
}

// labelSize returns the size of the letters of a label on a cell.
func labelSize(label string, cell float64) float64 {
	return math.Round(cell * 0.6 / (0.55 + 0.45*float64(utf8.RuneCountInString(label))))
}

// readableSize is like labelSize, but not less than leastReadable where the label still fits
// the cell.
func readableSize(label string, cell float64) float64 {
	fits := math.Floor(1.2 * cell / float64(utf8.RuneCountInString(label)))
	return max(labelSize(label, cell), min(leastReadable, fits))
}

// middleCell returns the cell of a shape whose center is nearest to the centroid of the shape, the
// first one in reading order if there are several.
func middleCell(s shapes.Shape) shapes.Cell {
	cells := s.Cells()
	centers := make([]point, len(cells))
	var sum point
	for i, c := range cells {
		centers[i] = center(s.Lattice(), c)
		sum.x, sum.y = sum.x+centers[i].x, sum.y+centers[i].y
	}
	n := float64(len(cells))
	best, least := shapes.Cell{}, math.Inf(1)
	for i, p := range centers {
		// The tolerance keeps rounding errors from breaking ties.
		if d := math.Hypot(p.x-sum.x/n, p.y-sum.y/n); d < least-1e-6 {
			best, least = cells[i], d
		}
	}
	return best
}

func center(l *shapes.Lattice, c shapes.Cell) point {
	var p point
	corners := l.Corners(c)
	for _, corner := range corners {
		x, y := l.Project(corner)
		p.x, p.y = p.x+x/float64(len(corners)), p.y+y/float64(len(corners))
	}
	return p
}

// stackedScenes arranges scenes in rows that fit the page, in columns of equal width. Many wide
// scenes are arranged in pairs or wider rows, since a single column would be made as small as a
// page is high.
func stackedScenes(list []scene) scene {
	if len(list) == 1 {
		return list[0]
	}
	var all scene
	wide := 0.0
	for _, s := range list {
		wide = max(wide, s.width)
	}
	limit := pageWidth
	if len(list) > 3 {
		limit = max(stripWidth, 2*wide+gap)
	}
	x, y, high := 0.0, 0.0, 0.0
	for _, s := range list {
		if x > 0 && x+wide > limit {
			x, y, high = 0, y+high+gap, 0
		}
		d := diagram{marks: s.marks, texts: s.texts}
		d.move(x, y)
		all.marks, all.texts = append(all.marks, d.marks...), append(all.texts, d.texts...)
		for _, d := range s.drawings {
			d.x, d.y = round(d.x+x), round(d.y+y)
			all.drawings = append(all.drawings, d)
		}
		for _, n := range s.notes {
			n.at = point{round(n.at.x + x), round(n.at.y + y)}
			all.notes = append(all.notes, n)
		}
		all.width, all.height = max(all.width, x+s.width), max(all.height, y+s.height)
		x += wide + gap
		high = max(high, s.height)
	}
	all.summary = fmt.Sprintf("%d frames: %s", len(list), list[0].summary)
	return all
}
