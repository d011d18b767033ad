// SPDX-License-Identifier: BSD-3-Clause

package render

import (
	"fmt"
	"math"
	"slices"
	"unicode"
	"unicode/utf8"

	"polka/cover"
	"polka/cover/assembly"
	"polka/dlx"
	"polka/internal/letter"
	"polka/internal/plural"
	"polka/internal/trace"
	"polka/shapes"
)

// A Picture is a drawing of one value or of several side by side. [Draw] makes one. It is an
// immutable value: methods such as [Picture.Columns] return a changed copy, and panic if a number
// is negative. The zero value is the empty picture.
//
// A picture of a list shows its first 60 values, unless [Picture.Limit] sets another number. Only
// these are drawn, so a picture of a million shapes costs no more than one of 60.
type Picture struct {
	count    int                         // values
	panel    func(i int, c scheme) panel // draws one of them
	captions []string
	what     string // what the values are called, for the summary
	total    int    // what the note says there are; 0 means count
	columns  int    // 0: as many as fit
	limit    int    // 0: defaultLimit
	cell     float64
	bare     bool
	scheme   scheme // of the colors of tilings
	paper    sheet

	composed *composition // if not nil, the picture is this; of the other fields only paper matters
}

// A composition is a picture that is not made of panels.
type composition struct {
	scenes func() []scene // at least one; arranged in rows
	words  func() string  // the picture as text
}

const (
	defaultLimit = 60
	pageWidth    = 576.0 // pixels: what a notebook shows on a screen of 1024 pixels
	largestCell  = 30.0  // pixels, unless [Picture.CellSize] is called
	galleryCell  = 22.0
	leastCell    = 4.0
	legendWidth  = 320.0 // pixels of a line of a legend, if the drawing is not wider
)

// Draw draws a value:
//
//   - a shape, lattice, isometry, board or tiling, or a slice of these, side by side;
//   - a placement, or a slice of placements as one tiling;
//   - a design, or a slice of designs, as boards with the given cells;
//   - a puzzle, catalog entry, set of pieces, piece, answer, slice of answers or heat map of
//     package cover;
//   - a tiling by one shape or several, decision, coronas, band or regions of package plane, or a
//     slice of these, side by side;
//   - a sudoku, a board of queens or a row of Langford pairs of package puzzle;
//   - an [assembly.Disassembly], as a drawing after each move;
//   - a [burr.Problem] as its puzzle, a [burr.Solution] as its disassembly, or as its tiling if that
//     is not known, and a slice of solutions as tilings with their levels;
//   - a cover problem, as a matrix of zeros and ones with a row for each option and a column for
//     each item. Of a large problem the first 100 options and items are drawn;
//   - a [Chart], [Recording], [LinkRecording], [Snapshot], [Progress] or
//     Picture.
//
// A value that contains nothing to draw, such as an invalid problem, gives the empty picture. A
// value of another type causes a panic.
//
// The name of a piece is written on it if it is short, and below it otherwise. Of a lattice, one
// cell and its neighbors are drawn; of an isometry, a shape without symmetry and its image.
func Draw(v any) Picture {
	p, ok := pictureOf(v)
	if !ok {
		panic(fmt.Sprintf("render: cannot draw a value of type %T", v))
	}
	return p
}

// Of returns a value that shows v, or nil if v is best shown as text. It is for programs that
// show values of many types, such as a notebook kernel. The result is a [Table] for a
// [shapes.CountTable] and for [cover.Strips], an [Animation] for a [LinkRecording] or an Animation,
// a heat map for a [][]int or [][]float64 that is too large for a table, and the Picture that
// [Draw] returns for any other value that Draw accepts, except cover problems.
func Of(v any) any {
	switch v := v.(type) {
	case shapes.CountTable:
		return countsTable(v)
	case *cover.Strips:
		return stripsTable(v)
	case LinkRecording:
		return v.animation()
	case Picture, Animation:
		return v
	case *trace.Record:
		if len(v.Steps) == 0 {
			return nil
		}
		return playCalls(v)
	case *dlx.Problem:
		return nil
	case [][]int:
		return gridOf(v)
	case [][]float64:
		return gridOf(v)
	}
	if p, ok := pictureOf(v); ok && (p.panel != nil || p.composed != nil) {
		return p
	}
	return nil
}

// pictureOf draws everything that Draw accepts.
func pictureOf(v any) (p Picture, ok bool) {
	switch v := v.(type) {
	case Picture:
		return v, true
	case *dlx.Problem:
		return matrixOf(v), true
	case Chart:
		return diagramOf(v.scene, v.String), true
	case Recording:
		return v.Strip(stripFrames), true
	case LinkRecording:
		return v.At(0), true
	case Snapshot:
		return v.picture(), true
	case Progress:
		return v.picture(), true
	case cover.HeatMap:
		return heatMap(v), true
	case *assembly.Disassembly:
		return disassembly(v), true
	}
	if p, ok := figure(v); ok {
		return p, true
	}
	if p, ok := ofPlane(v); ok {
		return p, true
	}
	if p, ok := ofPuzzle(v); ok {
		return p, true
	}
	if p, ok := ofBurr(v); ok {
		return p, true
	}
	return answer(v)
}

// figure draws the values of package shapes, and boards and tilings.
func figure(v any) (p Picture, ok bool) {
	switch v := v.(type) {
	case shapes.Shape:
		return gallery([]shapes.Shape{v}), true
	case []shapes.Shape:
		return gallery(v), true
	case *shapes.Lattice:
		return lattices([]*shapes.Lattice{v}), true
	case []*shapes.Lattice:
		return lattices(v), true
	case shapes.Isometry:
		return isometries([]shapes.Isometry{v}), true
	case []shapes.Isometry:
		return isometries(v), true
	case cover.Board:
		return boards([]cover.Board{v}), true
	case []cover.Board:
		return boards(v), true
	case cover.Placement:
		return gallery([]shapes.Shape{v.Shape}), true
	case []cover.Placement:
		return tilings([]cover.Tiling{{Placements: v}}), true
	case cover.Tiling:
		return tilings([]cover.Tiling{v}), true
	case []cover.Tiling:
		return tilings(v), true
	case cover.Design:
		return designs([]cover.Design{v}), true
	case []cover.Design:
		return designs(v), true
	}
	return Picture{}, false
}

// designs draws the boards of designs.
func designs(list []cover.Design) Picture {
	var drawn []cover.Board
	var captions []string
	for _, d := range list {
		if d.Puzzle == nil { // the zero value
			continue
		}
		drawn = append(drawn, d.Puzzle.Board())
		caption := fmt.Sprintf("%s given, effort %d", plural.Count(d.Given, "cell"), d.Effort)
		if d.Given == 0 { // the pieces, or the board, make the solution unique
			caption = fmt.Sprintf("%v, effort %d", d.Puzzle.Set(), d.Effort)
		}
		captions = append(captions, caption)
	}
	return boards(drawn).Captions(captions...)
}

func gallery(list []shapes.Shape) Picture {
	return Picture{count: len(list), what: "shapes", panel: func(i int, _ scheme) panel { return panelOfShape(list[i]) }}
}

func boards(list []cover.Board) Picture {
	return Picture{count: len(list), what: "boards", panel: func(i int, _ scheme) panel { return panelOfBoard(list[i]) }}
}

func tilings(list []cover.Tiling) Picture {
	return Picture{count: len(list), what: "tilings", panel: func(i int, c scheme) panel { return panelOfTiling(list[i], c) }}
}

// Captions returns the picture with a caption below each drawing. A drawing whose caption is empty
// or missing keeps the one that it has.
func (p Picture) Captions(captions ...string) Picture {
	p.captions = slices.Clone(captions)
	return p
}

// Columns returns the picture with n drawings in a row. With 0, the default, there are as many as
// fit the page, in rows of equal length as far as possible.
func (p Picture) Columns(n int) Picture {
	p.columns = notNegative(n)
	return p
}

// notNegative returns a setting of a picture, and panics if it is not valid.
func notNegative[T int | float64](n T) T {
	if !(n >= 0) {
		panic("render: expected a number that is not negative")
	}
	return n
}

// CellSize returns the picture with cells whose sides are that many pixels long. With 0, the
// default, cells are as large as fits. Letters are omitted on cells that are too small.
func (p Picture) CellSize(pixels float64) Picture {
	if notNegative(pixels) > 0 {
		pixels = max(pixels, 1)
	}
	p.cell = pixels
	return p
}

// Limit returns the picture with at most n drawings, and a note such as "18 of 22" if there are
// more values. The default, also selected by 0, is 60.
func (p Picture) Limit(n int) Picture {
	p.limit = notNegative(n)
	return p
}

// Total returns the picture with a note such as "60 of 2339": there are n values, and the picture
// shows the first of them.
func (p Picture) Total(n int) Picture {
	p.total = notNegative(n)
	return p
}

// Unlabeled returns the picture without letters on the pieces.
func (p Picture) Unlabeled() Picture {
	p.bare = true
	return p
}

// shown returns the number of values that are drawn.
func (p Picture) shown() int {
	if p.limit > 0 {
		return min(p.limit, p.count)
	}
	return min(defaultLimit, p.count)
}

// panels draws the first values.
func (p Picture) panels() []panel {
	var list []panel
	for i := range p.shown() {
		one := p.panel(i, p.scheme)
		if i < len(p.captions) && p.captions[i] != "" {
			one.caption = p.captions[i]
		}
		if p.bare {
			for j := range one.parts {
				one.parts[j].label, one.parts[j].letter = "", 0
			}
		}
		list = append(list, one)
	}
	for i := range list {
		if len(list) != 1 || p.bare {
			list[i].withoutLegend()
		}
	}
	return list
}

// note says how many values are drawn, if not all are.
func (p Picture) note() string {
	shown, total := p.shown(), max(p.total, p.count)
	switch {
	case shown == total:
		return ""
	case shown == 0:
		return fmt.Sprintf("none of %d", total)
	}
	return fmt.Sprintf("%d of %d", shown, total)
}

// panelOfBoard draws a board. Cells that may stay free have a fill; those that are reserved for
// pieces have the letters of these; and those of one color have another fill, and its mark.
func panelOfBoard(b cover.Board) panel {
	l := b.Shape().Lattice()
	p := panel{board: b.Shape(), summary: fmt.Sprintf("board of %d cells", b.Shape().Size())}
	var marks []rune // of colors
	colored := map[rune][]shapes.Cell{}
	var free []shapes.Cell
	for _, c := range b.Shape().Cells() {
		switch mark := b.Mark(c); {
		case unicode.IsUpper(mark):
			p.parts = append(p.parts, part{cells: shapes.New(l, c), title: string(mark), label: string(mark), color: otherFill})
		case mark != ' ':
			if colored[mark] == nil {
				marks = append(marks, mark)
			}
			colored[mark] = append(colored[mark], c)
		case b.Optional().Contains(c):
			free = append(free, c)
		}
	}
	for i, mark := range marks {
		p.parts = append(p.parts, part{cells: shapes.New(l, colored[mark]...), title: string(mark), label: string(mark), color: (otherFill + 1 + i) % len(hues)})
	}
	if free != nil {
		p.parts = append(p.parts, part{cells: shapes.New(l, free...), color: plainFill})
	}
	if b.Shape().Lattice().Spatial() {
		return layersOf(p)
	}
	return p
}

// panelOfShape writes the name on the shape if it is short, and below it otherwise.
func panelOfShape(s shapes.Shape) panel {
	name := s.Name()
	title := fmt.Sprintf("%d cells", s.Size())
	if s.Size() == 1 {
		title = "1 cell"
	}
	if name != "" {
		title = name + ", " + title
	}
	p := panel{summary: title}
	if !s.Empty() {
		p.parts = []part{{cells: s, title: title, label: label(name), color: colorOf(pieceKey(s))}}
	}
	if l := s.Lattice(); name != "" && (label(name) == "" || l.Spatial() || l == shapes.Stick) {
		p.caption = name // a letter does not fit
	}
	return p
}

// TilingColors returns the fills of the placements of a tiling in pictures, from 0 to 11: pieces
// that touch differ, as far as that is possible.
func TilingColors(t cover.Tiling) []int {
	pieces, lying := shapesOf(t)
	return scheme{}.colors(t.Placements, pieces, lying)
}

// shapesOf returns the pieces of a tiling, and their shapes on the board.
func shapesOf(t cover.Tiling) (pieces, lying []shapes.Shape) {
	pieces, lying = make([]shapes.Shape, len(t.Placements)), make([]shapes.Shape, len(t.Placements))
	for i, placement := range t.Placements {
		pieces[i], lying[i] = placement.Piece, placement.Shape
	}
	return pieces, lying
}

// panelOfTiling draws a tiling. The tool tips of pieces without a name are numbers.
func panelOfTiling(t cover.Tiling, c scheme) panel {
	pieces, lying := shapesOf(t)
	colors := c.colors(t.Placements, pieces, lying)
	names := make([]string, len(lying))
	for i, placement := range t.Placements {
		names[i] = placement.Piece.Name()
	}
	letters := letter.Choose(names)
	p := panel{board: t.Board.Shape(), parts: make([]part, len(lying))}
	for i, name := range names {
		title := name
		if name == "" {
			title = fmt.Sprintf("piece %d", i+1)
		}
		p.parts[i] = part{cells: lying[i], title: title, label: label(name), color: colors[i], letter: letters[i]}
	}
	p.addLegend(names)
	count := "1 piece"
	if len(lying) != 1 {
		count = fmt.Sprintf("%d pieces", len(lying))
	}
	p.summary = "tiling by " + count
	if n := t.Board.Shape().Size(); n > 0 {
		p.summary = fmt.Sprintf("tiling of %d cells by %s", n, count)
	}
	if p.lattice().Spatial() {
		return layersOf(p)
	}
	return p
}

// label returns the name if it is short enough to be written on a cell.
func label(name string) string {
	if utf8.RuneCountInString(name) <= 2 {
		return name
	}
	return ""
}

// namesBelow moves the names from the shapes to below the shapes if one of them does not fit its
// shape or would be too small to read.
func namesBelow(panels []panel, cell float64) {
	below := false
	for _, one := range panels {
		below = below || one.caption != "" || len(one.parts) > 0 && labelSize(one.parts[0].label, cell) < leastLetters
	}
	for i := range panels {
		if one := &panels[i]; below && one.caption == "" && len(one.parts) > 0 {
			one.caption, one.parts[0].label = one.parts[0].label, ""
		}
	}
}

// layout arranges the drawings in a grid. All columns have the width of the widest drawing, and
// each row has the height of its highest drawing.
func (p Picture) layout() scene {
	if p.composed != nil {
		return stackedScenes(p.composed.scenes())
	}
	panels := p.panels()
	for i := range panels {
		panels[i].cutIntoSlices()
	}
	var widest float64
	regions := make([]shapes.Shape, len(panels))
	boxes := make([]box, len(panels))
	for i := range panels {
		regions[i] = panels[i].region()
		boxes[i] = panels[i].extent(regions[i])
		widest = max(widest, boxes[i].width())
	}
	cell := p.cell
	broad := pageWidth // of captions
	if p.what == movesOfPieces && len(panels) > 4 {
		broad = (pageWidth - 2*gap) / 3 // captions of long lists of pieces leave room for three columns
	}
	if cell == 0 {
		count := len(panels)
		if p.what == movesOfPieces {
			count = min(count, 12) // pieces that have been moved apart are small enough
		}
		cell = defaultCell(count, widest)
	}
	for i := range panels {
		if cell < leastLabel {
			panels[i].withoutLegend()
		}
	}
	if p.what == "shapes" && len(p.captions) == 0 && !p.bare && cell >= leastLabel {
		namesBelow(panels, cell)
	}
	captions := make([][]string, len(panels)) // their lines
	mostLines, captionWidth := 0, 0.0
	for i, one := range panels {
		if one.caption != "" {
			captions[i] = captionLines(one.caption, max(broad, widest*cell))
		}
		if one.legend != nil {
			captions[i] = append(captions[i], one.legendLines(int(max(legendWidth, widest*cell)/captionAdvance))...)
		}
		for _, line := range captions[i] {
			captionWidth = max(captionWidth, captionAdvance*float64(utf8.RuneCountInString(line)))
		}
		mostLines = max(mostLines, len(captions[i]))
	}
	column := math.Ceil(max(widest*cell+2*margin, captionWidth))
	columns := p.columns
	if columns == 0 {
		columns = max(1, int((pageWidth+gap)/(column+gap)))
		rows := max(1, (len(panels)+columns-1)/columns)
		columns = (len(panels) + rows - 1) / rows
	}
	columns = max(1, min(columns, len(panels)))

	var s scene
	for row := 0; row < len(panels); row += columns {
		end := min(row+columns, len(panels))
		height := 0.0
		for _, b := range boxes[row:end] {
			height = max(height, b.height()*cell+2*margin)
		}
		if row > 0 {
			s.height += gap
		}
		for i := row; i < end; i++ {
			if i > 0 && regions[i].Equal(regions[i-1]) { // as in a gallery of tilings of one board
				panels[i].whole, panels[i].inner = panels[i-1].whole, panels[i-1].inner
			}
			d := panels[i].lay(regions[i], boxes[i], cell)
			left := float64(i-row) * (column + gap)
			d.x = round(left + (column-boxes[i].width()*cell)/2 - margin)
			d.y = round(s.height + (height-boxes[i].height()*cell)/2 - margin)
			s.drawings = append(s.drawings, d)
			for k, line := range captions[i] {
				at := point{round(left + column/2), round(s.height + height + captionSize + 3 + captionLeading*float64(k))}
				s.notes = append(s.notes, writing{at, line, captionSize})
			}
		}
		s.height += height
		if mostLines > 0 {
			s.height += captionHeight + captionLeading*float64(mostLines-1)
		}
	}
	s.width = float64(columns)*(column+gap) - gap
	if len(panels) == 0 {
		s.width = 0
	}
	if note := p.note(); note != "" {
		s.width = max(s.width, captionAdvance*float64(len(note)))
		s.height += captionHeight
		s.notes = append(s.notes, writing{point{round(s.width / 2), round(s.height - captionHeight + captionSize + 3)}, note, captionSize})
	}
	s.width, s.height = math.Ceil(s.width), math.Ceil(s.height)
	s.summary = p.summary(panels)
	return s
}

// captionLines breaks a caption into lines if it is wider than the given width.
func captionLines(caption string, width float64) []string {
	letters := int(width / captionAdvance)
	if utf8.RuneCountInString(caption) <= letters {
		return []string{caption}
	}
	return inLines(caption, letters)
}

// defaultCell returns the size of cells: large in a few drawings, small in many. Large drawings are
// two, three or five in a row.
func defaultCell(drawings int, widest float64) float64 {
	target, largest := pageWidth, galleryCell
	switch {
	case drawings <= 1:
		largest = largestCell
	case drawings <= 4:
		target = 279
	case drawings <= 12:
		target = 180
	default:
		target = 100
	}
	return math.Floor(max(leastCell, min(largest, (target-2*margin)/max(widest, 1))))
}

func (p Picture) summary(panels []panel) string {
	if len(panels) == 1 {
		return panels[0].summary
	}
	s := fmt.Sprintf("%d %s", len(panels), p.what)
	if p.what == "" {
		s = "empty picture"
	}
	if total := max(p.total, p.count); total > len(panels) {
		s += fmt.Sprintf(" of %d", total)
	}
	return s
}

func round(x float64) float64 { return math.Round(x*100) / 100 }
