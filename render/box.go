// SPDX-License-Identifier: BSD-3-Clause

// Pictures in box-drawing characters.
//
// A panel of squares is drawn on a grid of characters. A cell is wide characters wide and high
// lines high, borders included, so that the corners of cells fall on every wide-th character of
// every high-th line. Between two corners there is a border if the cells on its two sides belong to
// different pieces. It is heavy where one of them is outside the board, light elsewhere. A dot
// stands in cells of a board without a piece.
//
// The character at a corner depends on its four arms, each of which is absent, light or heavy.
// Unicode has all 80 combinations (U+2500 to U+254B and U+2574 to U+257F), so every joint exists.
// Example, with cells 4 wide and 2 high:
//
//	┏━━━┯━━━━━━━┓
//	┃   │ L     ┃
//	┃   │   ┌───┨
//	┃ I │   │   ┃
//	┃   ├───┘   ┃
//	┃   │     L ┃
//	┗━━━┷━━━━━━━┛
//
// Where that is too wide for a terminal, cells become 3 wide, and then 2 wide and 1 high: joints
// only, and no letters.
//
// Borders are sufficient if the cells of a piece are connected by their sides. Polykings and the
// layers of a solid piece may not be. There each cell has the letter of its piece, and if cells are
// too small for that, the drawing consists of letters only (textlattice.go).

package render

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"polka/shapes"
)

// textWidth is the number of characters on a line of a terminal.
const textWidth = 80

// String returns the picture as text. Lines have at most 80 characters if the drawings allow it;
// matrices and trees may be wider. The last line does not end with a line feed.
//
// Pieces on squares have borders of box-drawing characters. On other lattices, in polykings and in
// layers of cubes, each cell has a letter that is unique to its piece, or a dot if no piece covers
// it; triangles, hexagons and tans have borders as well, and sticks are lines. A single shape that
// is not made of squares is drawn as by [shapes.Shape.Text].
func (p Picture) String() string { return plain(p.text()) }

// plain replaces control characters, which names from files may contain, by U+FFFD.
func plain(s string) string {
	return strings.Map(func(r rune) rune {
		if r != '\n' && r != '\t' && (unicode.IsControl(r) || unicode.Is(unicode.Bidi_Control, r)) {
			return utf8.RuneError
		}
		return r
	}, s)
}

// text is String before plain.
func (p Picture) text() string {
	if p.composed != nil {
		return p.composed.words()
	}
	panels := p.panels()
	blocks := blocksOf(panels)
	tall := false
	for _, one := range blocks {
		tall = tall || one.tall
	}
	var b strings.Builder
	for row := 0; row < len(blocks); {
		end, width := row, -3
		for end < len(blocks) && (p.columns == 0 || end < row+p.columns) && (end == row || width+3+blocks[end].width <= textWidth) {
			width += 3 + blocks[end].width
			end++
		}
		if row > 0 {
			b.WriteByte('\n')
			if tall {
				b.WriteByte('\n')
			}
		}
		writeRow(&b, blocks[row:end])
		row = end
	}
	if len(panels) == 1 && panels[0].legend != nil {
		b.WriteString("\n\n" + strings.Join(panels[0].legendLines(textWidth), "\n"))
	}
	if note := p.note(); note != "" {
		if len(blocks) > 0 {
			b.WriteString("\n\n")
		}
		b.WriteString(note)
	}
	return b.String()
}

// textSizes are the sizes of a cell in characters and lines, from the best to the smallest.
var textSizes = []struct{ wide, high int }{{4, 2}, {3, 2}, {2, 1}}

// blocksOf draws panels in the first size in which all of them fit in a terminal. More than a dozen
// boards are drawn small.
func blocksOf(panels []panel) []block {
	boards := 0
	for i := range panels {
		if !panels[i].board.Empty() {
			boards++
		}
	}
	var blocks []block
	for i, size := range textSizes {
		smallest := i == len(textSizes)-1
		if boards > 12 && !smallest {
			continue
		}
		blocks = blocks[:0]
		widest := 0
		for i := range panels {
			one := textOf(&panels[i], size.wide, size.high)
			one.tall = size.high > 1
			widest = max(widest, one.drawn)
			blocks = append(blocks, one)
		}
		if widest <= textWidth {
			break
		}
	}
	return blocks
}

// A block is a text of several lines, with a caption.
type block struct {
	lines   []string
	drawn   int // characters of the longest line
	width   int // of that line or the caption
	tall    bool
	caption string
}

// writeRow writes blocks beside each other, their upper sides aligned, captions below all.
func writeRow(b *strings.Builder, blocks []block) {
	height, captions := 0, false
	for _, one := range blocks {
		height = max(height, len(one.lines))
		captions = captions || one.caption != ""
	}
	if captions {
		height++
	}
	for i := range height {
		var line strings.Builder
		for j, one := range blocks {
			text := ""
			switch {
			case captions && i == height-1:
				text = one.caption
			case i < len(one.lines):
				text = one.lines[i]
			}
			line.WriteString(text)
			if j < len(blocks)-1 {
				line.WriteString(strings.Repeat(" ", 3+one.width-utf8.RuneCountInString(text)))
			}
		}
		if i > 0 {
			b.WriteByte('\n')
		}
		b.WriteString(strings.TrimRight(line.String(), " "))
	}
}

// textOf draws a panel with cells that are wide characters wide and high lines high, on lattices
// that have a choice.
func textOf(p *panel, wide, high int) block {
	one := block{caption: p.caption}
	l := p.lattice()
	stencil, slanted := stencils[l]
	alone := len(p.parts) == 1 && p.board.Empty()
	switch {
	case p.terse:
	case l == shapes.Stick:
		one.lines = sticks(p, wide, high)
	case l.Spatial() || alone && (slanted || l == shapes.Kite):
		for i, part := range p.parts {
			if i > 0 {
				one.lines = append(one.lines, "")
			}
			one.lines = append(one.lines, strings.Split(part.cells.Text(), "\n")...)
		}
	case slanted:
		one.lines = stencil.draw(p, high > 1 || l == shapes.Tan)
	case l == shapes.Kite:
		one.lines = kites(p)
	case !slices.Contains(shapes.Lattices(), l):
		one.lines = kinds(p)
	case p.lettered() && high == 1:
		one.lines = stencilOfSquares.draw(p, false)
	default:
		one.lines = boxes(p, wide, high)
	}
	for _, line := range one.lines {
		one.drawn = max(one.drawn, utf8.RuneCountInString(line))
	}
	one.width = max(one.drawn, utf8.RuneCountInString(one.caption))
	return one
}

// lettered reports whether squares need letters since borders do not show what hangs together.
func (p *panel) lettered() bool {
	return p.apart || p.lattice() == shapes.King && (len(p.parts) > 1 || !p.board.Empty())
}

// Owners of cells that belong to no piece.
const (
	outside = -2
	nobody  = -1
)

// owners maps each cell of a panel to its part.
func (p *panel) owners() map[shapes.Cell]int {
	owner := map[shapes.Cell]int{}
	for _, c := range p.board.Cells() {
		owner[c] = nobody
	}
	for i, part := range p.parts {
		for _, c := range part.cells.Cells() {
			owner[c] = i
		}
	}
	return owner
}

// weight is what an arm of a joint can be.
type weight = uint8

const (
	absent weight = iota
	thin
	heavy
)

// boxes draws a panel of squares.
func boxes(p *panel, wide, high int) []string {
	owner := p.owners()
	of := func(x, y int) int {
		if i, ok := owner[shapes.Cell{X: x, Y: y}]; ok {
			return i
		}
		return outside
	}
	border := func(a, b int) weight {
		switch {
		case a == b:
			return absent
		case !p.board.Empty() && (a == outside || b == outside):
			return heavy
		}
		return thin
	}
	region := p.region()
	least, most := region.Bounds()
	if region.Empty() {
		return nil
	}
	w, h := region.Width(), region.Height()
	canvas := make([][]rune, h*high+1)
	for i := range canvas {
		canvas[i] = []rune(strings.Repeat(" ", w*wide+1))
	}
	// The arms of the corner at the upper left of cell (x, y).
	for y := least.Y; y <= most.Y+1; y++ {
		for x := least.X; x <= most.X+1; x++ {
			up := border(of(x-1, y-1), of(x, y-1))
			right := border(of(x, y-1), of(x, y))
			down := border(of(x-1, y), of(x, y))
			left := border(of(x-1, y-1), of(x-1, y))
			i, j := (y-least.Y)*high, (x-least.X)*wide
			canvas[i][j] = joint(up, right, down, left)
			for k := 1; k < wide && x <= most.X; k++ {
				canvas[i][j+k] = joint(absent, right, absent, right)
			}
			for k := 1; k < high && y <= most.Y; k++ {
				canvas[i+k][j] = joint(down, absent, down, absent)
			}
		}
	}
	if high > 1 {
		for c, i := range owner {
			if i == nobody {
				canvas[(c.Y-least.Y)*high+high/2][(c.X-least.X)*wide+wide/2] = '·'
			}
		}
		for _, part := range p.parts {
			if p.lettered() {
				for _, c := range part.cells.Cells() {
					if part.letter != 0 {
						canvas[(c.Y-least.Y)*high+high/2][(c.X-least.X)*wide+wide/2] = part.letter
					}
				}
				continue
			}
			c := middleCell(part.cells)
			letters := []rune(part.label)
			if len(letters) > wide-1 {
				continue
			}
			at := (c.X-least.X)*wide + 1 + (wide-1-len(letters))/2
			copy(canvas[(c.Y-least.Y)*high+high/2][at:], letters)
		}
	}
	lines := make([]string, len(canvas))
	for i, row := range canvas {
		lines[i] = strings.TrimRight(string(row), " ")
	}
	return lines
}

// joint returns the character with the given arms.
func joint(up, right, down, left weight) rune {
	return joints[((up*3+right)*3+down)*3+left]
}

// joints lists the characters for all arms, the one to the left changing fastest: absent, thin,
// heavy.
var joints = []rune("" +
	" ╴╸" + "╷┐┑" + "╻┒┓" + // none up, none to the right; down absent, thin, heavy
	"╶─╾" + "┌┬┭" + "┎┰┱" + // thin to the right
	"╺╼━" + "┍┮┯" + "┏┲┳" + // heavy to the right
	"╵┘┙" + "│┤┥" + "╽┧┪" + // thin up
	"└┴┵" + "├┼┽" + "┟╁╅" +
	"┕┶┷" + "┝┾┿" + "┢╆╈" +
	"╹┚┛" + "╿┦┩" + "┃┨┫" + // heavy up
	"┖┸┹" + "┞╀╃" + "┠╂╉" +
	"┗┺┻" + "┡╄╇" + "┣╊╋")
