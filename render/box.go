// Pictures in box-drawing characters.
//
// A panel of squares is drawn on a grid of characters. A cell is wide characters wide and high lines high, borders
// included, so that the corners of cells fall on every wide-th character of every high-th line. Between two corners
// there is a border if the cells on its two sides belong to different pieces. It is heavy where one of them is outside
// the board, light elsewhere. A dot stands in cells of a board without a piece.
//
// Which character stands at a corner follows from its four arms, each of which is absent, light or heavy. Unicode has
// all 80 combinations (U+2500 to U+254B and U+2574 to U+257F), so every joint is right. Example, with cells 4 wide and 2
// high:
//
//	┏━━━┯━━━━━━━┓
//	┃   │ L     ┃
//	┃   │   ┌───┨
//	┃ I │   │   ┃
//	┃   ├───┘   ┃
//	┃   │     L ┃
//	┗━━━┷━━━━━━━┛
//
// Where that is too wide for a terminal, cells become 3 wide, and then 2 wide and 1 high: joints only, and no letters.

package render

import (
	"strings"
	"unicode/utf8"

	"polka/shapes"
)

// textWidth is the number of characters on a line of a terminal.
const textWidth = 80

// String draws the picture in box-drawing characters, for terminals and wherever nothing better can be shown. Lines are
// at most 80 characters long if the drawings allow it; matrices and trees may be wider. There is no line feed at the end of the last line.
//
// Shapes that are not made of squares are written as text.
func (p Picture) String() string {
	if p.words != nil {
		return p.words()
	}
	panels := p.panels()
	widest, boards := 0, 0
	for i := range panels {
		widest = max(widest, panels[i].region().Width())
		if !panels[i].board.Empty() {
			boards++
		}
	}
	wide, high := 4, 2
	if 4*widest+1 > textWidth {
		wide = 3
	}
	if 3*widest+1 > textWidth || boards > 12 {
		wide, high = 2, 1
	}
	var blocks []block
	for i := range panels {
		blocks = append(blocks, textOf(&panels[i], wide, high))
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
			if high > 1 {
				b.WriteByte('\n')
			}
		}
		writeRow(&b, blocks[row:end])
		row = end
	}
	if note := p.note(); note != "" {
		if len(blocks) > 0 {
			b.WriteString("\n\n")
		}
		b.WriteString(note)
	}
	return b.String()
}

// A block is a text of several lines, with a caption.
type block struct {
	lines   []string
	width   int // of the longest line or the caption, in characters
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

// textOf draws a panel, or writes it if it is not made of squares.
func textOf(p *panel, wide, high int) block {
	one := block{caption: p.caption}
	switch {
	case p.terse:
	case p.lattice() == shapes.Square || p.lattice() == shapes.King:
		one.lines = boxes(p, wide, high)
	case p.lattice() == shapes.Stick:
		one.lines = bars(p, wide, high)
	case len(p.parts) == 1 && p.board.Empty():
		one.lines = strings.Split(p.parts[0].cells.Text(), "\n")
	default:
		for _, part := range p.parts {
			one.lines = append(one.lines, part.cells.String())
		}
	}
	one.width = utf8.RuneCountInString(one.caption)
	for _, line := range one.lines {
		one.width = max(one.width, utf8.RuneCountInString(line))
	}
	return one
}

// Owners of cells that belong to no piece.
const (
	outside = -2
	nobody  = -1
)

// weight is what an arm of a joint can be.
type weight = uint8

const (
	absent weight = iota
	thin
	heavy
)

// boxes draws a panel of squares.
func boxes(p *panel, wide, high int) []string {
	owner := map[shapes.Cell]int{}
	for _, c := range p.board.Cells() {
		owner[c] = nobody
	}
	for i, part := range p.parts {
		for _, c := range part.cells.Cells() {
			owner[c] = i
		}
	}
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

// bars draws a panel of sticks: heavy lines for the first part, light ones for the others. Ends of parts that touch are
// joined.
func bars(p *panel, wide, high int) []string {
	owner := map[shapes.Cell]weight{}
	for i, part := range p.parts {
		for _, c := range part.cells.Cells() {
			owner[c] = thin
			if i == 0 {
				owner[c] = heavy
			}
		}
	}
	region := p.region()
	if region.Empty() {
		return nil
	}
	least, most := region.Bounds()
	var lines []string
	for y := least.Y; y <= most.Y+1; y++ {
		var corners, between strings.Builder
		for x := least.X; x <= most.X+1; x++ {
			right, down := owner[shapes.Cell{X: x, Y: y}], owner[shapes.Cell{X: x, Y: y, Z: 1}]
			left, up := owner[shapes.Cell{X: x - 1, Y: y}], owner[shapes.Cell{X: x, Y: y - 1, Z: 1}]
			corners.WriteRune(joint(up, right, down, left))
			between.WriteRune(joint(down, absent, down, absent))
			for range wide - 1 {
				corners.WriteRune(joint(absent, right, absent, right))
				between.WriteByte(' ')
			}
		}
		lines = append(lines, strings.TrimRight(corners.String(), " "))
		for range high - 1 {
			lines = append(lines, strings.TrimRight(between.String(), " "))
		}
	}
	for len(lines) > 0 && lines[len(lines)-1] == "" {
		lines = lines[:len(lines)-1]
	}
	return lines
}

// joint is the character with the given arms.
func joint(up, right, down, left weight) rune {
	return joints[((up*3+right)*3+down)*3+left]
}

// joints lists the characters for all arms, the one to the left changing fastest: absent, thin, heavy.
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
