package burr

import (
	"bufio"
	"compress/gzip"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"strings"

	"polka/cover"
	"polka/internal/limit"
	"polka/shapes"
)

// A File is what an XMPuzzle file says.
type File struct {
	Comment  string
	Problems []Problem
}

// A Problem is a puzzle with its name, "" if it has none.
type Problem struct {
	Name   string
	Puzzle *cover.Puzzle
}

// maxCells is the greatest number of cells of a shape, and of all shapes.
const maxCells = 1 << 20

// The elements of a file.
type (
	puzzleElement struct {
		XMLName  xml.Name         `xml:"puzzle"`
		Version  string           `xml:"version,attr"`
		Grid     gridElement      `xml:"gridType"`
		Colors   []colorElement   `xml:"colors>color"`
		Shapes   []voxelElement   `xml:"shapes>voxel"`
		Problems []problemElement `xml:"problems>problem"`
		Comment  string           `xml:"comment"`
	}
	gridElement struct {
		Type string `xml:"type,attr"`
	}
	colorElement struct {
		Red   int `xml:"red,attr"`
		Green int `xml:"green,attr"`
		Blue  int `xml:"blue,attr"`
	}
	voxelElement struct {
		X    int    `xml:"x,attr"`
		Y    int    `xml:"y,attr"`
		Z    int    `xml:"z,attr"`
		Name string `xml:"name,attr,omitempty"`
		Type int    `xml:"type,attr"`
		Text string `xml:",chardata"`
		at   position
	}
	problemElement struct {
		Name   string         `xml:"name,attr"`
		State  int            `xml:"state,attr"`
		Shapes []pieceElement `xml:"shapes>shape"`
		Result *resultElement `xml:"result"`
		Pairs  []pairElement  `xml:"bitmap>pair"`
		at     position
	}
	pieceElement struct {
		ID    int  `xml:"id,attr"`
		Count *int `xml:"count,attr,omitempty"`
		Min   *int `xml:"min,attr,omitempty"`
		Max   *int `xml:"max,attr,omitempty"`
	}
	resultElement struct {
		ID int `xml:"id,attr"`
	}
	pairElement struct {
		Piece  int `xml:"piece,attr"`
		Result int `xml:"result,attr"`
	}
)

// A position is where an element begins: the end of its tag.
type position struct{ line, column int }

func (p position) errorf(format string, args ...any) error {
	return &cover.SyntaxError{Line: p.line, Column: p.column, Message: fmt.Sprintf(format, args...)}
}

// UnmarshalXML reads the element and remembers its position.
func (v *voxelElement) UnmarshalXML(d *xml.Decoder, start xml.StartElement) error {
	v.at.line, v.at.column = d.InputPos()
	type plain voxelElement
	return d.DecodeElement((*plain)(v), &start)
}

// UnmarshalXML reads the element and remembers its position.
func (p *problemElement) UnmarshalXML(d *xml.Decoder, start xml.StartElement) error {
	p.at.line, p.at.column = d.InputPos()
	type plain problemElement
	return d.DecodeElement((*plain)(p), &start)
}

// A stream remembers the error with which reading from it failed.
type stream struct {
	io.Reader
	err error // nil at the end too
}

func (s *stream) Read(into []byte) (int, error) {
	if s.err != nil {
		return 0, s.err
	}
	n, err := s.Reader.Read(into)
	if err != io.EOF {
		s.err = err
	}
	return n, err
}

// Read reads a file, compressed by gzip or not. Mistakes give a *cover.SyntaxError; what a puzzle cannot express, such as
// spheres, is a mistake too. An error of r, or of the compression, is no mistake in the text, and is wrapped; so is that of a
// text longer than 16 MiB.
func Read(r io.Reader) (*File, error) {
	text, prefix := &stream{Reader: limit.Reader(r, limit.Puzzle)}, "burr: "
	in := bufio.NewReader(text)
	if magic, _ := in.Peek(2); string(magic) == "\x1f\x8b" {
		prefix = "burr: the compressed file: "
		z, err := gzip.NewReader(in)
		if err != nil {
			return nil, fmt.Errorf("%s%w", prefix, err)
		}
		text = &stream{Reader: limit.Reader(z, limit.Puzzle)}
		in = bufio.NewReader(text)
	}
	d := xml.NewDecoder(in)
	var p puzzleElement
	switch err := d.Decode(&p); {
	case err == nil:
		return p.file(d)
	case text.err != nil:
		return nil, fmt.Errorf("%s%w", prefix, text.err)
	default:
		return nil, syntaxError(d, err)
	}
}

// syntaxError gives an error of package xml its place.
func syntaxError(d *xml.Decoder, err error) error {
	var ours *cover.SyntaxError
	var theirs *xml.SyntaxError
	line, column := d.InputPos()
	at := position{line, column}
	switch {
	case errors.As(err, &ours):
		return ours
	case errors.As(err, &theirs):
		return at.errorf("expected XML: %s", oneLine(theirs.Msg))
	case err == io.EOF:
		return at.errorf("expected an element puzzle, found the end")
	}
	return at.errorf("expected the elements of an XMPuzzle: %s", oneLine(err.Error()))
}

func oneLine(s string) string { return strings.Join(strings.Fields(s), " ") }

// file makes puzzles of the elements.
func (p *puzzleElement) file(d *xml.Decoder) (*File, error) {
	line, column := d.InputPos()
	end := position{line, column}
	if p.Grid.Type != "0" && p.Grid.Type != "1" {
		return nil, end.errorf("expected grid type 0, cubes, or 1, triangular prisms, found %q", p.Grid.Type)
	}
	if len(p.Problems) == 0 {
		return nil, end.errorf("expected a problem before the end")
	}
	bodies := make([]body, len(p.Shapes))
	flat, cells := true, 0
	for i, v := range p.Shapes {
		var err error
		if bodies[i], err = v.body(); err != nil {
			return nil, err
		}
		if cells += len(bodies[i].cells); cells > maxCells {
			return nil, v.at.errorf("expected at most %d cells in all shapes", maxCells)
		}
		flat = flat && v.Z == 1
	}
	lattice := shapes.Cube
	switch {
	case p.Grid.Type == "1" && !flat:
		return nil, p.Shapes[0].at.errorf("expected triangular prisms in one layer")
	case p.Grid.Type == "1":
		lattice = shapes.Triangle
	case flat:
		lattice = shapes.Square
	}
	f := &File{Comment: strings.TrimSpace(p.Comment)}
	for _, q := range p.Problems {
		puzzle, err := q.puzzle(lattice, bodies)
		if err != nil {
			return nil, err
		}
		f.Problems = append(f.Problems, Problem{q.Name, puzzle})
	}
	return f, nil
}

// A body is what a voxel space holds.
type body struct {
	name  string
	cells []voxel
	at    position
}

// A voxel is a cell that is not empty.
type voxel struct {
	x, y, z  int
	variable bool
	color    int
}

// body reads the text: for each voxel a character and perhaps the number of a color, x first.
func (v *voxelElement) body() (body, error) {
	b := body{name: v.Name, at: v.at}
	if v.X < 1 || v.Y < 1 || v.Z < 1 || v.X > maxCells/v.Y || v.X*v.Y > maxCells/v.Z {
		return b, v.at.errorf("expected a shape of 1 to %d cells, found %d by %d by %d", maxCells, v.X, v.Y, v.Z)
	}
	size, n := v.X*v.Y*v.Z, -1
	for _, r := range strings.TrimSpace(v.Text) {
		switch {
		case r == '#' || r == '+':
			n++
			b.cells = append(b.cells, voxel{x: n % v.X, y: n / v.X % v.Y, z: n / v.X / v.Y, variable: r == '+'})
		case r == '_':
			n++
		case '0' <= r && r <= '9' && len(b.cells) > 0 && b.cells[len(b.cells)-1].index(v) == n:
			c := &b.cells[len(b.cells)-1]
			if c.color = 10*c.color + int(r-'0'); c.color >= len(palette) {
				return b, v.at.errorf("expected a color of at most %d, found %d", len(palette)-1, c.color)
			}
		default:
			return b, v.at.errorf("expected _, # or +, and the number of a color, for each of %d cells, found %q", size, r)
		}
	}
	if n+1 != size {
		return b, v.at.errorf("expected %d by %d by %d cells, found %d", v.X, v.Y, v.Z, n+1)
	}
	return b, nil
}

// index is the place of a voxel in the text.
func (c voxel) index(v *voxelElement) int { return (c.z*v.Y+c.y)*v.X + c.x }

// palette has the mark of each color: BurrTools counts from 1, and 0 is no color.
const palette = " 123456789abcdefghijklmnopqrstuvwxyz"

// cell is the cell of a voxel. Rows of triangles are straight in BurrTools, and slanted in package shapes.
func cell(l *shapes.Lattice, c voxel) shapes.Cell {
	switch l {
	case shapes.Triangle:
		u := c.x - c.y
		z := u & 1
		return shapes.Cell{X: (u - z) / 2, Y: c.y, Z: z}
	case shapes.Square:
		return shapes.Cell{X: c.x, Y: c.y}
	}
	return shapes.Cell{X: c.x, Y: c.y, Z: c.z}
}

// puzzle makes a puzzle of a problem.
func (q *problemElement) puzzle(l *shapes.Lattice, bodies []body) (*cover.Puzzle, error) {
	if q.Result == nil || q.Result.ID < 0 || q.Result.ID >= len(bodies) {
		return nil, q.at.errorf("expected a result that is one of the %d shapes", len(bodies))
	}
	result := bodies[q.Result.ID]
	if len(result.cells) == 0 {
		return nil, q.at.errorf("expected a result with cells")
	}
	allowed := map[pairElement]bool{}
	for _, p := range q.Pairs {
		if p.Piece != p.Result {
			return nil, q.at.errorf("expected color constraints between equal colors only, found one between %d and %d", p.Piece, p.Result)
		}
		allowed[p] = true
	}
	board := board(l, result)
	var set cover.Set
	for _, e := range q.Shapes {
		if e.ID < 0 || e.ID >= len(bodies) {
			return nil, q.at.errorf("expected one of the %d shapes, found shape %d", len(bodies), e.ID)
		}
		b := bodies[e.ID]
		if err := b.checkPiece(q.at, result, allowed); err != nil {
			return nil, err
		}
		low, high, err := e.bounds(q.at)
		if err != nil {
			return nil, err
		}
		set = append(set, b.piece(l, e.ID).Between(low, high)...)
	}
	return cover.Tile(board, set), nil
}

// bounds are the numbers of copies.
func (e pieceElement) bounds(at position) (low, high int, err error) {
	switch {
	case e.Count != nil:
		low, high = *e.Count, *e.Count
	case e.Min != nil && e.Max != nil:
		low, high = *e.Min, *e.Max
	default:
		return 0, 0, at.errorf("expected a count, or a minimum and a maximum, of shape %d", e.ID)
	}
	if low < 0 || high < low || high > maxCells {
		return 0, 0, at.errorf("expected 0 or more copies of shape %d, the minimum first, found %d to %d", e.ID, low, high)
	}
	return low, high, nil
}

// checkPiece refuses what a piece cannot be.
func (b body) checkPiece(at position, result body, allowed map[pairElement]bool) error {
	if len(b.cells) == 0 {
		return at.errorf("expected pieces with cells")
	}
	used := map[int]bool{}
	for _, c := range result.cells {
		used[c.color] = true
	}
	for _, c := range b.cells {
		switch {
		case c.variable:
			return at.errorf("expected pieces without variable cells")
		case c.color > 0 && used[c.color] && !allowed[pairElement{c.color, c.color}]:
			return at.errorf("expected a constraint that allows color %d on itself", c.color)
		}
	}
	return nil
}

// board is the board of a result.
func board(l *shapes.Lattice, b body) cover.Board {
	var all, optional []shapes.Cell
	for _, c := range b.cells {
		all = append(all, cell(l, c))
		if c.variable {
			optional = append(optional, cell(l, c))
		}
	}
	board := cover.BoardOf(shapes.New(l, all...).Named(b.name))
	if optional != nil {
		board = board.WithOptional(shapes.New(l, optional...))
	}
	for color := 1; color < len(palette); color++ {
		var marked []shapes.Cell
		for _, c := range b.cells {
			if c.color == color {
				marked = append(marked, cell(l, c))
			}
		}
		if marked != nil {
			board = board.WithMark(rune(palette[color]), shapes.New(l, marked...))
		}
	}
	return board
}

// piece is the piece of a shape, by its own name or the one that BurrTools shows.
func (b body) piece(l *shapes.Lattice, id int) cover.Set {
	name := b.name
	if name == "" {
		name = fmt.Sprintf("S%d", id+1)
	}
	var cells []shapes.Cell
	colors := map[shapes.Cell]byte{}
	for _, c := range b.cells {
		cells = append(cells, cell(l, c))
		colors[cell(l, c)] = palette[c.color]
	}
	s := shapes.New(l, cells...).Named(name)
	var text strings.Builder
	for _, c := range s.Cells() {
		text.WriteByte(colors[c])
	}
	return cover.Pieces(s).Colored(text.String())
}
