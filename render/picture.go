package render

import (
	"fmt"
	"math"
	"unicode/utf8"

	"polka/cover"
	"polka/shapes"
)

// A Picture is a drawing of one value or of many, side by side. It is an immutable value: methods
// such as [Picture.Columns] give a changed picture, and leave the first as it was. The zero value
// is the empty picture.
//
// A picture of many values shows a page of them at a time, 60 unless [Picture.PerPage] says
// otherwise. Only the values on the page are drawn, so a picture of a million shapes costs nothing.
type Picture struct {
	count    int             // values
	panel    func(int) panel // draws one of them
	captions []string
	what     string // what the values are called, for the summary
	total    int    // what the note says there are; 0 means count
	columns  int    // 0: as many as fit
	perPage  int    // 0: perPage
	page     int    // from 0
	cell     float64
	bare     bool
	paper    sheet

	diagram func() diagram // if not nil, the picture is this, and has one drawing
	words   func() string  // and this in a terminal
}

const (
	perPage     = 60
	pageWidth   = 740.0 // pixels; what a column of a notebook holds
	largestCell = 30.0  // pixels, unless [Picture.Scale] says otherwise
	galleryCell = 22.0
	leastCell   = 4.0
)

// Shape draws one shape.
func Shape(s shapes.Shape) Picture {
	return Picture{count: 1, what: "shapes", panel: func(int) panel { return panelOfShape(s) }}
}

// Gallery draws shapes side by side. A caption, if there is one, stands below the shape with the
// same index; otherwise a long name does. Short names are written on the shapes, if those of all
// can be read there.
func Gallery(list []shapes.Shape, captions ...string) Picture {
	return Picture{count: len(list), what: "shapes", captions: captions, panel: func(i int) panel { return panelOfShape(list[i]) }}
}

// Board draws a board without pieces.
func Board(b cover.Board) Picture {
	return Picture{count: 1, what: "boards", panel: func(int) panel {
		p := panel{board: b.Shape(), summary: fmt.Sprintf("board of %d cells", b.Size())}
		if b.Lattice().Spatial() {
			return layersOf(p)
		}
		return p
	}}
}

// Tiling draws a tiling: each piece with its letter, in one of four colors, which differs from
// those of the pieces that it touches.
func Tiling(t cover.Tiling) Picture {
	return Picture{count: 1, what: "tilings", panel: func(int) panel { return panelOfTiling(t) }}
}

// Tilings draws tilings side by side, with the caption that has the same index below. See
// [Picture.Total] for the case that the list is only the beginning.
func Tilings(list []cover.Tiling, captions ...string) Picture {
	return Picture{count: len(list), what: "tilings", captions: captions, panel: func(i int) panel { return panelOfTiling(list[i]) }}
}

// Of returns a value that draws v, or nil if it cannot draw v. It is a [Picture] for a picture, a
// shape, a lattice, an isometry, a board, a placement, a tiling or a slice of these, and for the
// puzzles, sets of pieces and answers of package cover; it is a [Table] for a [shapes.Table].
// Programs that show values of many packages, such as the notebook kernel, need no other function.
func Of(v any) any {
	if t, ok := v.(shapes.Table); ok {
		return Counts(t)
	}
	if p, ok := figure(v); ok {
		return p
	}
	if p, ok := answer(v); ok {
		return p
	}
	return nil
}

// figure draws the values of package shapes, and boards and tilings.
func figure(v any) (p Picture, ok bool) {
	switch v := v.(type) {
	case Picture:
		return v, true
	case shapes.Shape:
		return Shape(v), true
	case []shapes.Shape:
		return Gallery(v), true
	case *shapes.Lattice:
		return Lattice(v), true
	case []*shapes.Lattice:
		return Lattices(v), true
	case shapes.Isometry:
		return Isometry(v), true
	case []shapes.Isometry:
		return Isometries(v), true
	case cover.Board:
		return Board(v), true
	case []cover.Board:
		return Picture{count: len(v), what: "boards", panel: func(i int) panel { return Board(v[i]).panel(0) }}, true
	case cover.Placement:
		return Shape(v.Shape), true
	case []cover.Placement:
		return placements(v), true
	case cover.Tiling:
		return Tiling(v), true
	case []cover.Tiling:
		return Tilings(v), true
	}
	return Picture{}, false
}

// placements draws pieces as they lie, without a board.
func placements(list []cover.Placement) Picture {
	return Tiling(cover.Tiling{Placements: list})
}

// Columns is the picture with n drawings beside each other. With 0, as many as fit on a page are,
// in rows of equal length as far as possible.
func (p Picture) Columns(n int) Picture {
	p.columns = max(n, 0)
	return p
}

// Scale is the picture with cells whose sides are that many pixels long. With 0 the drawings are as
// large as fits. Letters are left out where the cells are too small for them.
func (p Picture) Scale(pixels float64) Picture {
	p.cell = 0
	if pixels > 0 {
		p.cell = max(pixels, 1)
	}
	return p
}

// PerPage is the picture with at most n drawings on a page. With 0 there are 60.
func (p Picture) PerPage(n int) Picture {
	p.perPage = max(n, 0)
	return p
}

// Page is the picture at page n, counted from 1. A number beyond the last page gives the last.
func (p Picture) Page(n int) Picture {
	p.page = max(n, 1) - 1
	return p
}

// Pages is the number of pages, at least 1.
func (p Picture) Pages() int { return max(1, (p.count+p.size()-1)/p.size()) }

// Total is the picture with a note that says that there are n values in all, of which those in the
// picture are the first: "1 to 60 of 2339".
func (p Picture) Total(n int) Picture {
	p.total = max(n, 0)
	return p
}

// Bare is the picture without letters on the pieces.
func (p Picture) Bare() Picture {
	p.bare = true
	return p
}

func (p Picture) size() int {
	if p.perPage > 0 {
		return p.perPage
	}
	return perPage
}

// bounds gives the indices of the values on the page.
func (p Picture) bounds() (first, last int) {
	first = min(p.page, p.Pages()-1) * p.size()
	return first, min(first+p.size(), p.count)
}

// panels draws the values on the page.
func (p Picture) panels() []panel {
	first, last := p.bounds()
	var list []panel
	for i := first; i < last; i++ {
		one := p.panel(i)
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
	return list
}

// note says which values are on the page, if not all are.
func (p Picture) note() string {
	first, last := p.bounds()
	total := max(p.total, p.count)
	switch {
	case first == 0 && last == total:
		return ""
	case first == 0 && last > 0:
		return fmt.Sprintf("%d of %d", last, total)
	case last == 0:
		return fmt.Sprintf("none of %d", total)
	}
	return fmt.Sprintf("%d to %d of %d", first+1, last, total)
}

// panelOfShape has the shape's name on it if it is short, and below it otherwise.
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
		p.parts = []part{{cells: s, title: title, label: label(name), color: colorOf(name)}}
	}
	if l := s.Lattice(); name != "" && (label(name) == "" || l.Spatial() || l == shapes.Stick) {
		p.caption = name // there is no place for a letter
	}
	return p
}

// panelOfTiling numbers pieces without a name in their tool tips.
func panelOfTiling(t cover.Tiling) panel {
	lying := make([]shapes.Shape, len(t.Placements))
	for i, placement := range t.Placements {
		lying[i] = placement.Shape
	}
	colors := fourColors(lying)
	names := make([]string, len(lying))
	for i, placement := range t.Placements {
		names[i] = placement.Piece.Name()
	}
	letters := cover.Letters(names)
	p := panel{board: t.Board.Shape(), parts: make([]part, len(lying))}
	for i, name := range names {
		title := name
		if name == "" {
			title = fmt.Sprintf("piece %d", i+1)
		}
		p.parts[i] = part{cells: lying[i], title: title, label: label(name), color: colors[i], letter: letters[i]}
	}
	pieces := "pieces"
	if len(lying) == 1 {
		pieces = "piece"
	}
	p.summary = fmt.Sprintf("tiling by %d %s", len(lying), pieces)
	if n := t.Board.Size(); n > 0 {
		p.summary = fmt.Sprintf("tiling of %d cells by %d %s", n, len(lying), pieces)
	}
	if p.lattice().Spatial() {
		return layersOf(p)
	}
	return p
}

// label is the name if it is short enough to stand on a cell.
func label(name string) string {
	if utf8.RuneCountInString(name) <= 2 {
		return name
	}
	return ""
}

// namesBelow moves the names of shapes from the shapes to below them, all of them as soon as there
// is one that has no place on its shape or could not be read there.
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

// layout places the drawings of the page in a grid. Columns are as wide as the widest drawing, rows
// as high as the highest one in them.
func (p Picture) layout() scene {
	if p.diagram != nil {
		d := p.diagram()
		return scene{width: d.width, height: d.height, summary: d.summary, marks: d.marks, texts: d.texts}
	}
	panels := p.panels()
	var widest float64
	regions := make([]shapes.Shape, len(panels))
	boxes := make([]box, len(panels))
	for i := range panels {
		regions[i] = panels[i].region()
		boxes[i] = extent(regions[i])
		widest = max(widest, boxes[i].width())
	}
	cell := p.cell
	if cell == 0 {
		cell = defaultCell(len(panels), widest)
	}
	if p.what == "shapes" && len(p.captions) == 0 && !p.bare && cell >= leastLabel {
		namesBelow(panels, cell)
	}
	captions, captionWidth := false, 0.0
	for _, one := range panels {
		captions = captions || one.caption != ""
		captionWidth = max(captionWidth, captionAdvance*float64(utf8.RuneCountInString(one.caption)))
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
			if panels[i].caption != "" {
				at := point{round(left + column/2), round(s.height + height + captionSize + 3)}
				s.notes = append(s.notes, writing{at, panels[i].caption, captionSize})
			}
		}
		s.height += height
		if captions {
			s.height += captionHeight
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

// defaultCell lets few drawings be large and many be small.
func defaultCell(drawings int, widest float64) float64 {
	target, largest := pageWidth, galleryCell
	switch {
	case drawings <= 1:
		largest = largestCell
	case drawings <= 4:
		target = 350
	case drawings <= 12:
		target = 230
	default:
		target = 120
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
