// SPDX-License-Identifier: BSD-3-Clause

// Pictures as text.
//
// A picture is a grid of characters, of which dots and spaces are empty. Each lattice places its
// cells in the grid in its own way, in columns from left to right and rows from top to bottom, both
// counted from 0:
//
//	square, king   #     at column x of row y; any other mark is accepted
//	hexagon        #     the same at column 2x+y of row y, so that rows are shifted
//	triangle       v ^   at column 2x+y+z of row y: triangles that point down and up
//	stick          - |   at column 2x+1 of row 2y, and at column 2x of row 2y+1; + at their ends
//	tan            ◤◥◢◣  at column x of row y, and # for a full square
//	kite           #     six for a hexagon, at column 4x+2y and row 3y and the next three rows
//	cube           #     at column x of row y; a layer for each z, with a blank row between layers
//	other solids   #     as cubes
//	tesseract      #     as cubes for each w, with a row of two bars between them
//	all others     #     at column kx+z of row y, where k is the number of kinds of cells
//
// Pictures on one line have slashes between rows; between layers of cubes they have a bar, with or
// without spaces around it, or two slashes; where the w of cubes of four dimensions changes, they
// have two bars. The position of a character determines what it can mean.
//
// Example: the sphinx among the hexiamonds, the Z tetrastick and the parallelogram of the tangram
// are
//
//	v^v^v.     +-+..     ◢◤
//	 v.....    ..|..
//	           ..+..
//	           ..|..
//	           ..+-+

package shapes

import (
	"fmt"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// tanMarks has the marks of half squares, in the order of tanTiles, and of full squares.
var tanMarks = []rune("◤◥◢◣#")

// glyph returns the position and the mark of a cell whose coordinates are not negative. Tans have
// other marks.
func (l *Lattice) glyph(c Cell) (column, row int, mark rune) {
	switch l {
	case Hexagon:
		return 2*c.X + c.Y, c.Y, '#'
	case Triangle:
		return 2*c.X + c.Y + c.Z, c.Y, rune("v^"[c.Z])
	case Stick:
		return 2*c.X + 1 - c.Z, 2*c.Y + c.Z, rune("-|"[c.Z])
	case Kite:
		at := kiteGlyphs[c.Z]
		return 4*c.X + 2*c.Y + at.column, 3*c.Y + at.row, '#'
	}
	if l == Tan { // quarters share the place of their square
		return c.X, c.Y, '#'
	}
	if l.spatial {
		return c.X, c.Y, '#'
	}
	return len(l.corners)*c.X + c.Z, c.Y, '#'
}

// Text draws the bounding box of the shape as text, a line for each row, with dots for empty cells
// and no line feed at the end. Squares, hexagons, kites and cubes are drawn as #, triangles as v
// and ^, sticks as - and | with + at their ends, and tans as ◤, ◥, ◢ and ◣ with # for a full
// square. Rows of hexagons and triangles are indented. Layers of cubes are ordered by Z, with a
// blank line between them; those of cubes of four dimensions are ordered by W first, with a line of
// two bars where it changes. On other lattices, a row has a # or a dot for each kind of cell of
// each of its periods, in order. If a shape on [Tan] does not consist of whole tans, Text returns
// its String.
//
// [Parse] reads pictures back and moves them into the corner. Those of lattices other than [Square]
// must follow the name of the lattice.
func (s Shape) Text() string {
	l := s.Lattice()
	least, most := s.Bounds()
	if s.Empty() {
		return ""
	}
	least = l.PeriodOf(least)
	if l.folded {
		return s.textOfSlices()
	}
	if !l.spatial {
		most.Z = 0
	} else if l.packed > 0 {
		most.X = l.PeriodOf(most).X + l.packed - 1
	}
	layers := make([][]Cell, most.Z-least.Z+1)
	for _, c := range s.Cells() {
		if c = c.minus(least); l.spatial {
			layers[c.Z] = append(layers[c.Z], c)
		} else {
			layers[0] = append(layers[0], c)
		}
	}
	texts := make([]string, len(layers))
	for z, cells := range layers {
		g := l.grid(most.X-least.X+1, most.Y-least.Y+1)
		if l == Tan {
			if !g.putTans(cells) {
				return s.String()
			}
		} else {
			for _, c := range cells {
				g.put(l.glyph(c))
			}
		}
		texts[z] = g.text(l)
	}
	return strings.Join(texts, "\n\n")
}

// A grid is the picture of a layer, row by row.
type grid [][]rune

// grid returns the picture of a box without cells.
func (l *Lattice) grid(width, height int) *grid {
	g := new(grid)
	for y := range height {
		for x := range width {
			kinds := l.NumKinds()
			if l.spatial {
				kinds = 1
			}
			for kind := range kinds {
				column, row, _ := l.glyph(Cell{x, y, kind})
				g.put(column, row, '.')
			}
		}
	}
	return g
}

// put writes a mark. If the grid must grow, it is filled with spaces.
func (g *grid) put(column, row int, mark rune) {
	for len(*g) <= row {
		*g = append(*g, nil)
	}
	line := &(*g)[row]
	for len(*line) <= column {
		*line = append(*line, ' ')
	}
	(*line)[column] = mark
}

// putTans draws squares, and reports whether all of them are halves or full.
func (g *grid) putTans(cells []Cell) bool {
	for len(cells) > 0 {
		at := cells[0]
		n := 1
		for n < len(cells) && cells[n].X == at.X && cells[n].Y == at.Y {
			n++
		}
		tile := slices.IndexFunc(tanTiles, func(t tanTile) bool {
			return slices.EqualFunc(t.quarters, cells[:n], func(kind int, c Cell) bool { return kind == c.Z })
		})
		if tile < 0 {
			return false
		}
		g.put(at.X, at.Y, tanMarks[tile])
		cells = cells[n:]
	}
	return true
}

// text joins the rows. For sticks it adds their ends, and dots elsewhere.
func (g *grid) text(l *Lattice) string {
	switch l {
	case Stick:
		g.putEnds()
	case Kite:
		g.crop()
	}
	lines := make([]string, len(*g))
	for i, row := range *g {
		lines[i] = string(row)
	}
	return strings.Join(lines, "\n")
}

// crop removes what is below and to the right of all cells, and puts dots between them.
func (g *grid) crop() {
	right, bottom := 0, 0
	for row, line := range *g {
		for column, mark := range line {
			if mark == '#' {
				right, bottom = max(right, column), row
			}
		}
	}
	*g = (*g)[:bottom+1]
	for row := range *g {
		g.put(right+1, row, '.')
		line := (*g)[row][:right+1]
		for i, mark := range line {
			if mark != '#' {
				line[i] = '.'
			}
		}
		(*g)[row] = line
	}
}

// putEnds draws the ends of sticks and shrinks the grid to a box without spaces: the box of the
// cells has room for sticks to the right of and below the last ends.
func (g *grid) putEnds() {
	var ends []struct{ column, row int }
	for row, line := range *g {
		for column, mark := range line {
			switch mark {
			case '-':
				ends = append(ends, struct{ column, row int }{column - 1, row}, struct{ column, row int }{column + 1, row})
			case '|':
				ends = append(ends, struct{ column, row int }{column, row - 1}, struct{ column, row int }{column, row + 1})
			}
		}
	}
	right, bottom := 0, 0
	for _, end := range ends {
		g.put(end.column, end.row, '+')
		right, bottom = max(right, end.column), max(bottom, end.row)
	}
	*g = (*g)[:bottom+1]
	for i := range *g {
		g.put(right+1, i, '.')
		(*g)[i] = (*g)[i][:right+1]
		for column, mark := range (*g)[i] {
			if mark == ' ' {
				(*g)[i][column] = '.'
			}
		}
	}
}

// A pictureRow is a row of a picture with its position in the text.
type pictureRow struct {
	text         string
	line, column int
	slice        bool // what follows has the next W
}

// rows divides the text into rows at line ends and slashes, and into layers of cubes at bars, for
// each of which it returns a blank row. It removes the common indentation of all lines and leading
// blank rows.
func (p *parser) rows(l *Lattice) []pictureRow {
	lines := strings.Split(p.text, "\n")
	for i, line := range lines {
		lines[i] = strings.TrimRight(line, " \t\r")
	}
	indent := indentation(lines)
	var rows []pictureRow
	line, column := p.line, p.column
	for _, text := range lines {
		if text != "" {
			text, column = text[len(indent):], column+len(indent)
		}
		if l.folded && text == "||" {
			rows = append(rows, pictureRow{line: line, column: column, slice: true})
			line, column = line+1, 1
			continue
		}
		ends := "/"
		if l.spatial {
			ends = "/|"
		}
		for more := true; more; {
			row, bar := text, false
			if i := strings.IndexAny(text, ends); i >= 0 {
				row, bar, text = text[:i], text[i] == '|', text[i+1:]
			} else {
				more = false
			}
			next := column + utf8.RuneCountInString(row) + 1
			slice := bar && l.folded && strings.HasPrefix(text, "|")
			if slice {
				next, text = next+1, text[1:]
			}
			if bar {
				if row = strings.TrimRight(row, " "); row == "" {
					row = "." // a layer without cells
				}
			}
			if row != "" || more || rows != nil {
				rows = append(rows, pictureRow{text: row, line: line, column: column})
			}
			if bar {
				rows = append(rows, pictureRow{line: line, column: next - 1, slice: slice})
				trimmed := strings.TrimLeft(text, " ")
				next, text = next+len(text)-len(trimmed), trimmed
			}
			column = next
		}
		line, column = line+1, 1
	}
	if len(lines) > 1 {
		p.line, p.column = line-1, 1
	}
	p.column += utf8.RuneCountInString(lines[len(lines)-1])
	return rows
}

// picture reads rows, on lines or between slashes, up to the end of the text.
func (p *parser) picture(l *Lattice) (Shape, error) {
	r := pictureReader{lattice: l, mark: end}
	s, err := p.readPicture(&r)
	if err == nil && unicode.IsUpper(r.mark) {
		s = s.Named(string(r.mark))
	}
	return s, err
}

// readPicture is picture with a reader. The shape has no name.
func (p *parser) readPicture(r *pictureReader) (Shape, error) {
	l := r.lattice
	rows := p.rows(l)
	if r.marked && l == Triangle {
		r.findShift(rows)
	}
	for _, row := range rows {
		if l.spatial && row.text == "" {
			switch {
			case row.slice:
				r.y, r.z, r.w = 0, 0, r.w+1
			case r.y > 0:
				r.y, r.z = 0, r.z+1
			}
			continue
		}
		for _, mark := range row.text {
			if message := r.take(mark); message != "" {
				return Shape{}, &SyntaxError{Line: row.line, Column: row.column + r.x, Message: message}
			}
			r.x++
		}
		r.x, r.y = 0, r.y+1
	}
	if r.cells == nil {
		return Shape{}, p.errorf("expected a picture with a cell, or a list such as [(0,0), (0,1)]")
	}
	return New(l, r.cells...), nil
}

// A pictureReader converts marks to cells.
type pictureReader struct {
	lattice *Lattice
	x, y, z int  // column, row and layer
	w       int  // of cubes of four dimensions
	mark    rune // of all cells, or of the first triangle; end before the first
	shift   int  // columns, 0 or 1, by which rows of hexagons and triangles are shifted as a whole
	cells   []Cell
	marked  bool   // cells may have marks (see ParseMarked)
	marks   []rune // of the cells, if they may have any
}

// isMark reports whether a character is the mark of a cell; dots and spaces are not. If the
// character cannot occur in a picture, the message says what can.
func isMark(r rune) (cell bool, message string) {
	switch {
	case r == '.' || r == ' ':
		return false, ""
	case unicode.IsSpace(r) || !unicode.IsPrint(r):
		return false, fmt.Sprintf("expected a cell, a dot or a space, found %q", r)
	}
	return true, ""
}

// take reads the mark at a position. If it cannot occur there, the message says what can.
func (r *pictureReader) take(mark rune) (message string) {
	if cell, message := isMark(mark); !cell {
		return message
	}
	if r.marked {
		return r.takeMarked(mark)
	}
	return r.takeCell(mark)
}

// takeCell is take for the mark of a cell.
func (r *pictureReader) takeCell(mark rune) (message string) {
	switch r.lattice {
	case Triangle:
		return r.takeTriangle(mark)
	case Stick:
		return r.takeStick(mark)
	case Tan:
		return r.takeTan(mark)
	case Kite:
		return r.takeKite(mark)
	}
	if r.mark != end && mark != r.mark {
		return fmt.Sprintf("expected %q for a cell or a dot, found %q", r.mark, mark)
	}
	if r.lattice == Hexagon {
		if r.mark == end {
			r.shift = (r.x + r.y) % 2
		}
		column := r.x - r.y - r.shift
		if column%2 != 0 {
			return fmt.Sprintf("expected a space between hexagons (each row is shifted by one column), found %q", mark)
		}
		r.mark = mark
		r.cells = append(r.cells, Cell{X: column / 2, Y: r.y})
		return ""
	}
	r.mark = mark
	if kinds := r.lattice.NumKinds(); kinds > 1 && !r.lattice.spatial {
		r.cells = append(r.cells, Cell{r.x / kinds, r.y, r.x % kinds})
		return ""
	}
	if r.lattice.folded && max(r.z, r.w) >= foldedLayers/2 {
		return fmt.Sprintf("expected at most %d layers and slices", foldedLayers/2)
	}
	r.cells = append(r.cells, place4{r.x, r.y, r.z, r.w}.folded())
	return ""
}

func (r *pictureReader) takeTriangle(mark rune) (message string) {
	if r.mark == end {
		r.mark = mark
		r.shift = (r.x + r.y) % 2
		if mark == '^' {
			r.shift = 1 - r.shift
		}
	}
	column := r.x - r.y - r.shift
	kind := column & 1
	if want := rune("v^"[kind]); mark != want {
		return fmt.Sprintf("expected %q for a triangle in this column and row or a dot, found %q", want, mark)
	}
	r.cells = append(r.cells, Cell{(column - kind) / 2, r.y, kind})
	return ""
}

func (r *pictureReader) takeStick(mark rune) (message string) {
	var want rune // in this column and row; 0 for the centers of squares
	switch {
	case r.x%2 == 0 && r.y%2 == 0:
		want = '+'
	case r.y%2 == 0:
		want = '-'
	case r.x%2 == 0:
		want = '|'
	}
	switch {
	case want == 0:
		return fmt.Sprintf("expected a dot between sticks, found %q", mark)
	case mark != want:
		return fmt.Sprintf("expected %q or a dot in this column and row, found %q", want, mark)
	case mark == '-':
		r.cells = append(r.cells, Cell{r.x / 2, r.y / 2, 0})
	case mark == '|':
		r.cells = append(r.cells, Cell{r.x / 2, r.y / 2, 1})
	}
	return ""
}

// takeKite reads a kite: of the hexagon whose upper part is in this row, or of the one above it.
func (r *pictureReader) takeKite(mark rune) (message string) {
	if r.mark != end && mark != r.mark {
		return fmt.Sprintf("expected %q for a cell or a dot, found %q", r.mark, mark)
	}
	for y := r.y / 3; y >= r.y/3-1; y-- {
		for kind, at := range kiteGlyphs {
			if x := r.x - 2*y - at.column; r.y == 3*y+at.row && x%4 == 0 {
				r.mark = mark
				r.cells = append(r.cells, Cell{x / 4, y, kind})
				return ""
			}
		}
	}
	return fmt.Sprintf("expected a dot between kites, found %q", mark)
}

func (r *pictureReader) takeTan(mark rune) (message string) {
	if mark == '■' || mark == '█' {
		mark = '#'
	}
	tile := slices.Index(tanMarks, mark)
	if tile < 0 {
		return fmt.Sprintf("expected one of %s or a dot, found %q", string(tanMarks), mark)
	}
	for _, kind := range tanTiles[tile].quarters {
		r.cells = append(r.cells, Cell{r.x, r.y, kind})
	}
	return ""
}
