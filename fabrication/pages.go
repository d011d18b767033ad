// SPDX-License-Identifier: BSD-3-Clause

// Pages of paper.
//
// Outlines of pieces are nested on pages as on sheets. A shape of cubes is drawn as its nets, which
// are nested too. Boards come after them, each on a page of its own; one that is too large is
// divided among pages, which are cut along a dashed frame and joined. Every page has a line of
// 100 mm, since programs may scale pages when they print.

package fabrication

import (
	"errors"
	"fmt"
	"io"
	"math"
	"strconv"

	"polka/internal/counted"
	"polka/internal/plural"
	"polka/shapes"
)

// PageOptions are the measures of pages.
type PageOptions struct {
	// Unit is the unit of [shapes.Lattice.Project] in millimeters, the side of a cell on most
	// lattices; 0 is 20.
	Unit float64

	// Paper is "A4", the default, or "Letter".
	Paper string

	// Boards are drawn after the pieces, with their cells.
	Boards []shapes.Shape

	// Unlabeled leaves out the names of the pieces.
	Unlabeled bool
}

// A Document has pages to print.
type Document struct {
	width, height float64
	pages         []*page
	pieces, nets  int
}

const (
	pageMargin = 10.0 // mm
	footer     = 12.0 // room for the line of 100 mm
)

// Pages returns pages with pieces at true scale: planar pieces with the lines between their cells
// and their names, and solids as nets to fold, with tabs to glue below the side with the same
// number. Nets of other polyhedra than cubes are as large as the paper at most. Sticks are drawn as
// bars that are a third of a stick wide. There is an error if a piece does not fit on a page.
func Pages(pieces []shapes.Shape, o PageOptions) (*Document, error) {
	o.Unit = orElse(o.Unit, 20)
	if err := (measure{"unit", o.Unit, 0.5}).check(); err != nil {
		return nil, err
	}
	d := &Document{}
	switch o.Paper {
	case "", "A4":
		d.width, d.height = 210, 297
	case "Letter":
		d.width, d.height = 8.5*25.4, 11*25.4
	default:
		return nil, fmt.Errorf("fabrication: paper %q: expected A4 or Letter", o.Paper)
	}
	if len(pieces) == 0 && len(o.Boards) == 0 {
		return nil, errors.New("fabrication: expected at least one piece or board")
	}
	var figures []figure
	for _, s := range pieces {
		if s.Empty() {
			return nil, errors.New("fabrication: expected shapes with cells")
		}
		d.pieces++
		if s.Lattice() == shapes.Cube {
			for _, n := range nets(s) {
				figures = append(figures, n.figure(o))
				d.nets++
			}
			continue
		}
		if s.Lattice().Dimension() == 3 {
			if err := checkPolyhedra(s, SolidOptions{}); err != nil {
				return nil, err
			}
			for _, n := range polyNets(s, o.Unit, d.width-2*pageMargin, d.height-2*pageMargin-footer) {
				figures = append(figures, n.figure(o))
				d.nets++
			}
			continue
		}
		f, err := figureOf(s, o)
		if err != nil {
			return nil, err
		}
		figures = append(figures, f)
	}
	outlines := make([][]loop, len(figures))
	for i, f := range figures {
		outlines[i] = f.outline
	}
	wide, high := d.width-2*pageMargin, d.height-2*pageMargin-footer
	spots, number, err := nested(outlines, wide, high, 4, func(i int) string { return nameOr(figures[i].name, "a piece") })
	if err != nil {
		return nil, err
	}
	for range number {
		d.addPage()
	}
	corner := point{pageMargin, pageMargin + footer}
	for i, f := range figures {
		spot := spots[i]
		f.draw(d.pages[spot.sheet], func(p point) point { return spot.moved(p).plus(corner) }, nil)
	}
	for _, b := range o.Boards {
		f, err := figureOf(b, PageOptions{Unit: o.Unit, Unlabeled: true})
		if err != nil {
			return nil, err
		}
		d.addBoard(f, wide, high, corner)
	}
	return d, nil
}

// addPage adds a page with the line to measure.
func (d *Document) addPage() *page {
	p := &page{}
	at := point{pageMargin, pageMargin + 3}
	p.lines = append(p.lines,
		pageLine{points: []point{at, {at.x + 100, at.y}}, width: 0.2},
		pageLine{points: []point{{at.x, at.y - 1.5}, {at.x, at.y + 1.5}}, width: 0.2},
		pageLine{points: []point{{at.x + 100, at.y - 1.5}, {at.x + 100, at.y + 1.5}}, width: 0.2})
	p.texts = append(p.texts, pageText{point{at.x + 50, at.y + 3}, 3.5, "100 mm"})
	d.pages = append(d.pages, p)
	return p
}

// addBoard draws a board on a page, or in parts on several.
func (d *Document) addBoard(f figure, wide, high float64, corner point) {
	parts := func(f figure) (columns, rows int) {
		least, most := bounds(f.outline)
		return int(math.Ceil((most.x-least.x)/wide - 1e-6)), int(math.Ceil((most.y-least.y)/high - 1e-6))
	}
	columns, rows := parts(f)
	turned := f.turned()
	if c, r := parts(turned); c*r < columns*rows {
		f, columns, rows = turned, c, r
	}
	least, _ := bounds(f.outline)
	for row := range rows {
		for column := range columns {
			p := d.addPage()
			shift := corner.minus(least).minus(point{float64(column) * wide, float64(rows-1-row) * high})
			clip := &[2]point{{corner.x - 0.5, corner.y - 0.5}, {corner.x + wide + 0.5, corner.y + high + 0.5}}
			if rows*columns > 1 {
				clip = &[2]point{corner, corner.plus(point{wide, high})}
				p.lines = append(p.lines, pageLine{points: []point{corner, {corner.x + wide, corner.y}, clip[1], {corner.x, corner.y + high}},
					closed: true, width: 0.1, gray: 0.5, dashed: true})
				p.texts = append(p.texts, pageText{point{pageMargin + 150, pageMargin + 3}, 3.5, fmt.Sprintf("row %d of %d, column %d of %d", row+1, rows, column+1, columns)})
			}
			f.draw(p, func(q point) point { return q.plus(shift) }, clip)
		}
	}
}

// A figure is something to cut out of paper.
type figure struct {
	name    string
	outline []loop // for the layout
	lines   []pageLine
	texts   []pageText
}

// turned returns a figure without texts, turned by a right angle.
func (f *figure) turned() figure {
	turn := spot{turns: 1}
	var g figure
	for _, l := range f.outline {
		var ring loop
		for _, p := range l {
			ring = append(ring, turn.moved(p))
		}
		g.outline = append(g.outline, ring)
	}
	for _, l := range f.lines {
		var points []point
		for _, p := range l.points {
			points = append(points, turn.moved(p))
		}
		l.points = points
		g.lines = append(g.lines, l)
	}
	return g
}

// draw puts a figure on a page.
func (f *figure) draw(p *page, move func(point) point, clip *[2]point) {
	for _, l := range f.lines {
		moved := l
		moved.points = make([]point, len(l.points))
		for i, q := range l.points {
			moved.points[i] = move(q)
		}
		moved.clip = clip
		p.lines = append(p.lines, moved)
	}
	for _, t := range f.texts {
		t.middle = move(t.middle)
		p.texts = append(p.texts, t)
	}
}

// bars returns sticks as squares, a third of a stick wide.
func bars(s shapes.Shape) shapes.Shape {
	var cells []shapes.Cell
	for _, c := range s.Cells() {
		for k := range 4 {
			cells = append(cells, shapes.Cell{X: 3*c.X + k*(1-c.Z), Y: 3*c.Y + k*c.Z})
		}
	}
	return shapes.New(shapes.Square, cells...).Named(s.Name())
}

// figureOf draws a planar shape.
func figureOf(s shapes.Shape, o PageOptions) (figure, error) {
	unit, grid := o.Unit, true
	if s.Lattice() == shapes.Stick {
		s, unit, grid = bars(s), o.Unit/3, false
	}
	if err := polygonal(s); err != nil {
		return figure{}, err
	}
	f := figure{name: s.Name(), outline: outlineOf(s, unit, false).loops}
	if grid {
		count := make(map[side]int)
		for _, e := range undirectedSides(s) {
			if count[e]++; count[e] == 2 { // between two cells
				f.lines = append(f.lines, pageLine{points: []point{place(s.Lattice(), e.from, unit), place(s.Lattice(), e.to, unit)}, width: 0.1, gray: 0.6})
			}
		}
	}
	for _, l := range f.outline {
		f.lines = append(f.lines, pageLine{points: l, closed: true, width: 0.3})
	}
	if !o.Unlabeled && s.Name() != "" {
		middle, size := labelPlace(s, unit)
		f.texts = append(f.texts, pageText{middle, size / max(1, textWidth(s.Name())), s.Name()})
	}
	return f, nil
}

// figure draws a net: lines to cut, lines to fold dashed, tabs, and the numbers of sides.
func (n *paperNet) figure(o PageOptions) figure {
	f := figure{name: n.name, outline: n.loops(o.Unit)}
	for _, j := range n.flat {
		from, to := n.side(j, o.Unit)
		f.lines = append(f.lines, pageLine{points: []point{from, to}, width: 0.1, gray: 0.6})
	}
	for _, j := range n.folds {
		from, to := n.side(j, o.Unit)
		f.lines = append(f.lines, pageLine{points: []point{from, to}, width: 0.2, dashed: true})
	}
	tabbed := make(map[joint]bool)
	for _, t := range n.tabs {
		tabbed[t.joint] = true
		corners := n.tabLine(t.joint, o.Unit)
		f.lines = append(f.lines, pageLine{points: []point{corners[1], corners[2], corners[3], corners[0]}, width: 0.3},
			pageLine{points: []point{corners[0], corners[1]}, width: 0.2, dashed: true})
	}
	for _, j := range n.cut {
		from, to := n.side(j, o.Unit)
		if !tabbed[j] {
			f.lines = append(f.lines, pageLine{points: []point{from, to}, width: 0.3})
		}
		inward := to.minus(from).unit().right().times(-0.12 * o.Unit)
		if tabbed[j] {
			inward = inward.times(-1)
		}
		f.texts = append(f.texts, pageText{from.plus(to).times(0.5).plus(inward), 0.14 * o.Unit, strconv.Itoa(n.numbers[j])})
	}
	if !o.Unlabeled && n.name != "" {
		s := n.squares[0]
		f.texts = append(f.texts, pageText{point{float64(s.at[0]), float64(s.at[1])}.times(o.Unit), 0.35 * o.Unit / max(1, textWidth(n.name)), n.name})
	}
	return f
}

// NumPages returns the number of pages.
func (d *Document) NumPages() int { return len(d.pages) }

// String returns the numbers of pages and pieces, and the size of the paper.
func (d *Document) String() string {
	text := fmt.Sprintf("%s of %.4g x %.4g mm: %s", plural.Count(len(d.pages), "page"), d.width, d.height, plural.Count(d.pieces, "piece"))
	if d.nets > 0 {
		text += ", " + plural.Count(d.nets, "net")
	}
	return text
}

// WriteTo writes the pages as PDF. It returns the number of bytes written.
func (d *Document) WriteTo(w io.Writer) (int64, error) {
	to := &counted.Writer{W: w}
	err := writePDF(to, d.pages, d.width, d.height)
	return to.N, err
}

// Save writes the pages to a file whose name ends in .pdf. An existing file is replaced.
func (d *Document) Save(path string) error {
	return save(path, []format{{".pdf", func(w io.Writer) error {
		_, err := d.WriteTo(w)
		return err
	}}})
}
