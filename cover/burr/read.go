// SPDX-License-Identifier: BSD-3-Clause

package burr

import (
	"bytes"
	"compress/gzip"
	"encoding/binary"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"strings"
	"unicode/utf8"

	"polka/cover"
	"polka/cover/assembly"
	"polka/internal/limit"
	"polka/shapes"
)

// A File is the content of an XMPuzzle file.
type File struct {
	Comment  string
	Problems []Problem
}

// maxCells is the greatest number of cells of a shape, and of all shapes.
const maxCells = 1 << 20

// Of puzzles on grids that package shapes does not have: the greatest number of cells of the
// board, and a bound for the number of ways in which pieces lie.
const (
	maxGiven = 1 << 14
	maxWays  = 1 << 20
)

// The elements of a file.
type (
	puzzleElement struct {
		XMLName  xml.Name         `xml:"puzzle"`
		Version  string           `xml:"version,attr"`
		Grid     *gridElement     `xml:"gridType"`
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
		X      int    `xml:"x,attr"`
		Y      int    `xml:"y,attr"`
		Z      int    `xml:"z,attr"`
		HotX   int    `xml:"hx,attr,omitempty"` // the hot spot, whose place is that of the shape
		HotY   int    `xml:"hy,attr,omitempty"`
		HotZ   int    `xml:"hz,attr,omitempty"`
		Weight *int   `xml:"weight,attr,omitempty"`
		Name   string `xml:"name,attr,omitempty"`
		Type   int    `xml:"type,attr"`
		Text   string `xml:",chardata"`
		at     position
	}
	problemElement struct {
		Name       string            `xml:"name,attr"`
		State      int               `xml:"state,attr"`
		Assemblies *int              `xml:"assemblies,attr,omitempty"`
		Solutions  *int              `xml:"solutions,attr,omitempty"`
		MaxHoles   *int              `xml:"maxHoles,attr,omitempty"`
		Shapes     []pieceElement    `xml:"shapes>shape"`
		Result     *resultElement    `xml:"result"`
		Pairs      []pairElement     `xml:"bitmap>pair"`
		Solved     *solutionsElement `xml:"solutions"`
		at         position
	}
	pieceElement struct {
		ID     int            `xml:"id,attr"`
		Count  *int           `xml:"count,attr,omitempty"`
		Min    *int           `xml:"min,attr,omitempty"`
		Max    *int           `xml:"max,attr,omitempty"`
		Group  int            `xml:"group,attr,omitempty"` // of all copies
		Groups []groupElement `xml:"group"`
	}
	groupElement struct {
		Number int `xml:"group,attr"`
		Count  int `xml:"count,attr"`
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

// Read reads a file, which may be compressed by gzip. Errors in the text are of type
// *cover.SyntaxError, also for parts that a puzzle cannot express. Errors of r, of the compression,
// and of a text longer than 16 MiB are wrapped.
func Read(r io.Reader) (*File, error) {
	var f *File
	err := read(r, false, func(p *puzzleElement, end position) (err error) {
		f, err = p.file(end)
		return err
	})
	return f, err
}

// A NumberError is the error of [ReadProblem] if the file has no problem with the number.
type NumberError struct {
	Number      int
	NumProblems int // in the file
}

// Error returns the message.
func (e *NumberError) Error() string {
	return fmt.Sprintf("burr: expected a problem from 1 to %d, got %d", e.NumProblems, e.Number)
}

// ReadProblem reads problem n of a file, counted from 1, without the assemblies that the file has.
// It takes less time than [Read] and returns the same errors, except those of other problems and of
// assemblies, and a [*NumberError] if there is no problem n.
func ReadProblem(r io.Reader, n int) (Problem, error) {
	var q Problem
	err := read(r, true, func(p *puzzleElement, end position) (err error) {
		in, err := p.reader(end)
		if err != nil {
			return err
		}
		if n < 1 || n > len(p.Problems) {
			return &NumberError{n, len(p.Problems)}
		}
		q, _, err = in.problem(&p.Problems[n-1])
		return err
	})
	if err != nil {
		return Problem{}, err
	}
	return q, nil
}

// read reads the elements of a file, perhaps without solutions, and gives them to a function, with
// the position of the end.
func read(r io.Reader, unsolved bool, use func(p *puzzleElement, end position) error) error {
	text, err := readText(r)
	if err != nil {
		return err
	}
	if unsolved {
		if p, end, ok := plainElements(text); ok {
			return use(p, end)
		}
	}
	p, end, err := elements(text)
	if err != nil {
		return err
	}
	return use(p, end)
}

// elements returns the elements of a text, and the position of its end.
func elements(text []byte) (*puzzleElement, position, error) {
	d := xml.NewDecoder(bytes.NewReader(text))
	d.CharsetReader = func(_ string, r io.Reader) (io.Reader, error) { return r, nil } // readText has seen to it
	var p puzzleElement
	if err := d.Decode(&p); err != nil {
		return nil, position{}, syntaxError(d, err)
	}
	line, column := d.InputPos()
	return &p, position{line, column}, nil
}

// readText returns the text of a file in UTF-8, decompressed. Bytes that are not UTF-8 are read as
// characters of Latin-1, in which BurrTools saves what was typed so.
func readText(r io.Reader) ([]byte, error) {
	text, err := limit.ReadAll(r, limit.Puzzle)
	prefix := "burr: "
	if bytes.HasPrefix(text, []byte("\x1f\x8b")) {
		prefix = "burr: the compressed file: "
		if err == nil {
			text, err = decompressed(text)
		}
	}
	if err != nil {
		return nil, fmt.Errorf("%s%w", prefix, err)
	}
	if utf8.Valid(text) {
		return text, nil
	}
	var list []byte
	for len(text) > 0 {
		r, size := utf8.DecodeRune(text)
		if r == utf8.RuneError && size == 1 {
			r = rune(text[0])
		}
		list, text = utf8.AppendRune(list, r), text[size:]
	}
	return list, nil
}

// decompressed returns the text of a file that is compressed by gzip.
func decompressed(file []byte) ([]byte, error) {
	z, err := gzip.NewReader(bytes.NewReader(file))
	if err != nil {
		return nil, err
	}
	const most = 1 << 18 // of what the file may say about the size of its text
	size := binary.LittleEndian.Uint32(file[len(file)-4:])
	text := bytes.NewBuffer(make([]byte, 0, min(size, most)+bytes.MinRead))
	_, err = text.ReadFrom(limit.Reader(z, limit.Puzzle))
	return text.Bytes(), err
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
func (p *puzzleElement) file(end position) (*File, error) {
	r, err := p.reader(end)
	if err != nil {
		return nil, err
	}
	f := &File{Comment: strings.TrimSpace(p.Comment)}
	for _, q := range p.Problems {
		problem, parts, err := r.problem(&q)
		if err == nil && problem.Puzzle.Err() == nil {
			err = r.solutions(&q, &problem, parts)
		}
		if err != nil {
			return nil, err
		}
		f.Problems = append(f.Problems, problem)
	}
	return f, nil
}

// reader reads the shapes of the elements.
func (p *puzzleElement) reader(end position) (*reader, error) {
	if p.Grid == nil {
		p.Grid = &gridElement{"0"}
	}
	g, ok := grids()[p.Grid.Type]
	if !ok {
		return nil, end.errorf("expected a grid type from 0 to 4, found %q", p.Grid.Type)
	}
	if len(p.Problems) == 0 {
		return nil, end.errorf("expected a problem before the end")
	}
	motion, moves := motions()[p.Grid.Type]
	r := &reader{kind: p.Grid.Type, grid: g, motion: motion, fixed: !moves, plain: p.Grid.Type == "0", shades: p.Colors, colored: len(p.Colors) > 0}
	flat, cells, taken := true, 0, map[string]bool{}
	for i, v := range p.Shapes {
		b, err := r.body(v)
		if err != nil {
			return nil, err
		}
		if cells += len(b.cells); cells > maxCells {
			return nil, v.at.errorf("expected at most %d cells in all shapes", maxCells)
		}
		if b.label = b.name; b.label == "" {
			b.label = fmt.Sprintf("S%d", i+1)
		}
		for taken[b.label] {
			b.label += "'" // or pieces that BurrTools distinguishes would be copies of one
		}
		taken[b.label] = true
		r.bodies = append(r.bodies, b)
		flat = flat && v.Z == 1
	}
	r.images = make([][][]voxel, len(r.bodies))
	r.lattice = shapes.Cube
	switch {
	case flat && p.Grid.Type == "0":
		r.lattice = shapes.Square
	case flat && p.Grid.Type == "1":
		r.lattice, r.plain = shapes.Triangle, true
	}
	return r, nil
}

// A source is what is kept of the file from which a problem was read.
type source struct {
	kind   string // of the grid
	motion *assembly.Motion
	fixed  bool            // there is no motion
	shades []colorElement  // of the colors, from 1
	own    *ownArrangement // nil if the pieces lie as on the lattice of the puzzle
}

// An ownArrangement is what a puzzle cannot express, with which it is written again.
type ownArrangement struct {
	puzzle *cover.Puzzle
	result body
	pieces []body // of Puzzle.Set()
	pairs  []pairElement
}

// A reader makes puzzles of problems.
type reader struct {
	kind    string // of the grid
	grid    *grid
	lattice *shapes.Lattice // on which the cells of the puzzles are
	motion  *assembly.Motion
	fixed   bool // there is no motion
	plain   bool // the lattice has the symmetries of the grid
	shades  []colorElement
	colored bool // colors have a meaning
	bodies  []body
	images  [][][]voxel // of each body: the ways to turn it, once they are needed
}

// problem makes a problem of its element, without solutions. It returns the bodies of its pieces.
func (r *reader) problem(q *problemElement) (p Problem, parts []body, err error) {
	p.Name = q.Name
	p.source = &source{kind: r.kind, motion: r.motion, fixed: r.fixed, shades: r.shades}
	if p.Puzzle, err = r.puzzle(q, p.source); err != nil || p.Puzzle.Err() != nil {
		return p, nil, err
	}
	number := map[string]int{}
	set := p.Puzzle.Set()
	for i, piece := range set {
		number[piece.Shape().Name()] = i
	}
	if p.source.own != nil {
		p.source.own.puzzle, p.source.own.pieces = p.Puzzle, make([]body, len(set))
	}
	weights, plain := make([]int, len(set)), true
	parts = make([]body, len(q.Shapes))
	for i, e := range q.Shapes {
		parts[i] = r.bodies[e.ID]
		k, ok := number[parts[i].label]
		if !ok { // no copies
			continue
		}
		weights[k] = parts[i].weight
		if p.source.own != nil {
			p.source.own.pieces[k] = parts[i]
		}
		plain = plain && weights[k] == 1
		groups := e.Groups
		if e.Group > 0 {
			_, high, _ := e.bounds(q.at)
			groups = []groupElement{{e.Group, high}}
		}
		for _, g := range groups {
			if g.Number < 0 || g.Count < 0 {
				return p, nil, q.at.errorf("expected numbers of groups and of pieces that are not negative, found %d and %d", g.Number, g.Count)
			}
			if g.Number > 0 {
				p.Groups = append(p.Groups, Group{Number: g.Number, Piece: k, Count: g.Count})
			}
		}
	}
	if !plain {
		p.Weights = weights
	}
	return p, parts, nil
}

// puzzle makes a puzzle of a problem. It stores in s what the puzzle cannot express.
func (r *reader) puzzle(q *problemElement, s *source) (*cover.Puzzle, error) {
	if q.Result == nil || q.Result.ID < 0 || q.Result.ID >= len(r.bodies) {
		return nil, q.at.errorf("expected a result that is one of the %d shapes", len(r.bodies))
	}
	result := r.bodies[q.Result.ID]
	if len(result.cells) == 0 {
		return nil, q.at.errorf("expected a result with cells")
	}
	var pieces []body
	var set cover.Set
	ranges := false
	for _, e := range q.Shapes {
		if e.ID < 0 || e.ID >= len(r.bodies) {
			return nil, q.at.errorf("expected one of the %d shapes, found shape %d", len(r.bodies), e.ID)
		}
		b := r.bodies[e.ID]
		if err := b.checkPiece(q.at); err != nil {
			return nil, err
		}
		low, high, err := e.bounds(q.at)
		if err != nil {
			return nil, err
		}
		ranges = ranges || low < high
		pieces = append(pieces, b)
		set = append(set, b.piece(r.lattice).Between(low, high)...)
	}
	if ranges && q.MaxHoles != nil && *q.MaxHoles < result.variables() {
		return nil, q.at.errorf("expected no limit for the variable cells that stay free, found maxHoles %d, which Polka has no rule for", *q.MaxHoles)
	}
	fits := q.colorRule()
	if r.plain && equalColors(result, pieces, fits) {
		return cover.New(board(r.lattice, result, true)).With(set), nil
	}
	if len(result.cells) > maxGiven {
		return nil, q.at.errorf("expected a result of at most %d cells on the grid of %s", maxGiven, r.grid.name)
	}
	s.own = &ownArrangement{result: result, pairs: q.Pairs}
	return r.placed(cover.New(board(r.lattice, result, false)).With(set), q, pieces, result, fits)
}

// placed gives a puzzle the ways in which its pieces lie on the grid.
func (r *reader) placed(p *cover.Puzzle, q *problemElement, pieces []body, result body, fits func(piece, board int) bool) (*cover.Puzzle, error) {
	var images [][][]voxel // of each piece of the puzzle
	seen := make([]bool, len(r.bodies))
	most := 0
	for i, b := range pieces {
		id := q.Shapes[i].ID
		if seen[id] {
			continue // more copies of a piece
		}
		seen[id] = true
		if r.images[id] == nil {
			r.images[id] = r.grid.images(b)
		}
		images = append(images, r.images[id])
		most += len(r.images[id]) * len(result.cells)
	}
	cells := inOrder(r.lattice, result.cells)
	at := r.grid.newRoom(cells)
	if total := 0; most >= maxWays { // there may be too many
		for _, list := range images {
			r.grid.placements(list, cells, at, fits, func([]int32, string) bool {
				total++
				return total < maxWays
			})
		}
		if total >= maxWays {
			return nil, q.at.errorf("expected a puzzle whose pieces lie in less than %d ways on the grid of %s", maxWays, r.grid.name)
		}
	}
	g := r.grid
	lay := func(i int, visit func([]int32, string)) {
		g.placements(images[i], cells, at, fits, func(cells []int32, colors string) bool {
			visit(cells, colors)
			return true
		})
	}
	return p.WithNumbered(lay, func() [][]int32 { return g.symmetries(cells, at) }), nil
}

// colorRule reports whether a cell of a color may lie on one of the board.
func (q *problemElement) colorRule() func(piece, board int) bool {
	allowed := map[pairElement]bool{}
	for _, p := range q.Pairs {
		allowed[p] = true
	}
	return func(piece, board int) bool {
		return piece == 0 || board == 0 || allowed[pairElement{piece - 1, board - 1}]
	}
}

// equalColors reports whether the colors are such as a puzzle can show, and fit exactly on
// themselves.
func equalColors(result body, pieces []body, fits func(piece, board int) bool) bool {
	onBoard := result.colors()
	for _, b := range pieces {
		for _, piece := range b.colors() {
			for _, board := range onBoard {
				if max(piece, board) >= len(palette) || fits(piece, board) != (piece == board) {
					return false
				}
			}
		}
	}
	return true
}

// bounds returns the numbers of copies: one if nothing is said.
func (e pieceElement) bounds(at position) (low, high int, err error) {
	low, high = 1, 1
	switch {
	case e.Count != nil:
		low, high = *e.Count, *e.Count
	case e.Min != nil && e.Max != nil:
		low, high = *e.Min, *e.Max
	}
	if low < 0 || high < low || high > maxCells {
		return 0, 0, at.errorf("expected 0 or more copies of shape %d, the minimum first, found %d to %d", e.ID, low, high)
	}
	return low, high, nil
}
