package cover

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"polka/dlx"
	"polka/internal/digit"
	"polka/shapes"
)

// ReadDLX reads a puzzle in Knuth's DLX format, such as POLYOMINO-DLX makes or
// Puzzle.Problem writes. See FromProblem for what the items should look like.
func ReadDLX(r io.Reader) (*Puzzle, error) {
	problem, err := dlx.Read(r)
	if err != nil {
		return nil, err
	}
	return FromProblem(problem)
}

// FromProblem makes a puzzle of an exact cover problem whose items are cells and
// pieces, so that its solutions become tilings.
//
// Cells are written as this package writes them, 3,4 or, on lattices that need
// it, 3,4,1; or as Knuth's programs do, two digits of base 62 such as 3b, with
// an asterisk for triangles of the second kind. Other items are pieces; with
// Knuth's cells a piece is the first item of its options. An option without a
// piece is a piece without a name. Secondary items that are Knuth's cells with a
// suffix, or points of polysticks, are constraints that are not drawn.
//
// The lattice is that of triangles if there are asterisks or third coordinates
// and these are all 0 or 1, that of cubes if there are others, and else that of
// squares; FromProblemOn takes another one.
func FromProblem(problem *dlx.Problem) (*Puzzle, error) { return FromProblemOn(nil, problem) }

// FromProblemOn is FromProblem for a known lattice.
func FromProblemOn(l *shapes.Lattice, problem *dlx.Problem) (*Puzzle, error) {
	if err := problem.Err(); err != nil {
		return nil, err
	}
	in := &importer{problem: problem, lattice: l, cell: map[string]shapes.Cell{}, piece: map[string]int32{}}
	in.readOptions()
	if err := in.readItems(); err != nil {
		return nil, err
	}
	return in.puzzle()
}

// An importer makes a puzzle of a problem.
type importer struct {
	problem *dlx.Problem
	lattice *shapes.Lattice
	items   []item // primary ones first
	options [][]string
	cell    map[string]shapes.Cell // by the name of the item
	piece   map[string]int32
	pieces  []Piece
	forms   []form
	rigid   bool // there are constraints
}

// An item is an item of a problem, with its bounds.
type item struct {
	name      string
	secondary bool
	low, high int
}

// readOptions splits the options into items, without colors and costs.
func (in *importer) readOptions() {
	in.options = make([][]string, in.problem.NumOptions())
	for k := range in.options {
		for _, w := range strings.Fields(in.problem.OptionText(k)) {
			name, _, colored := strings.Cut(w, ":")
			in.rigid = in.rigid || colored
			if w[0] != '|' {
				in.options[k] = append(in.options[k], name)
			}
		}
	}
}

// readItems finds out what the items are.
func (in *importer) readItems() error {
	commas := false
	primary := in.problem.NumPrimary()
	for i, name := range in.problem.Items() {
		it := item{name: name, secondary: i >= primary}
		it.low, it.high = in.problem.Bounds(name)
		in.items = append(in.items, it)
		_, ok := commaCell(name)
		commas = commas || ok
	}
	inside := map[string]bool{} // items that are not always the first one
	for _, o := range in.options {
		for _, name := range o[min(1, len(o)):] {
			inside[name] = true
		}
	}
	first := map[string]bool{}
	for _, o := range in.options {
		first[o[0]] = true
	}
	for _, it := range in.items {
		c, isCell := commaCell(it.name)
		if !commas {
			c, isCell = digitCell(it.name)
			isCell = isCell && (inside[it.name] || !first[it.name])
		}
		switch {
		case isCell && (it.low > 1 || it.high != 1):
			return fmt.Errorf("cover: item %s is a cell, and should be covered once", it.name)
		case isCell:
			in.cell[it.name] = c
		case it.secondary && constrains(it.name):
			in.rigid = true
		case !commas && inside[it.name]:
			return fmt.Errorf("cover: item %s is neither a cell, such as 3b, nor a piece, which would be the first item of its options", it.name)
		default:
			in.addPiece(it)
		}
	}
	if len(in.cell) == 0 {
		return fmt.Errorf("cover: no item of the problem is a cell, such as 3,4 or 3b")
	}
	return nil
}

func (in *importer) addPiece(it item) {
	in.piece[it.name] = int32(len(in.pieces))
	in.pieces = append(in.pieces, Piece{shape: shapes.Shape{}.Named(it.name), low: it.low, high: it.high})
	f := several
	switch {
	case it.secondary:
		f = perhaps
	case it.low == 1 && it.high == 1:
		f = once
	}
	in.forms = append(in.forms, f)
}

// commaCell reads a cell such as 3,4 or 3,4,1.
func commaCell(name string) (c shapes.Cell, ok bool) {
	n, err := integers(strings.Split(name, ","))
	if err != nil || len(n) < 2 || len(n) > 3 || strings.Contains(name, "+") {
		return c, false
	}
	for _, k := range n {
		if k < -maxCells || k > maxCells {
			return c, false
		}
	}
	c = shapes.Cell{X: n[0], Y: n[1]}
	if len(n) == 3 {
		c.Z = n[2]
	}
	return c, true
}

// digitCell reads a cell such as 3b or 3b*.
func digitCell(name string) (c shapes.Cell, ok bool) {
	if len(name) != 2 && (len(name) != 3 || name[2] != '*') {
		return c, false
	}
	c.X, c.Y = digit.Value(name[0]), digit.Value(name[1])
	if len(name) == 3 {
		c.Z = 1
	}
	return c, c.X >= 0 && c.Y >= 0
}

// constrains reports whether a name is that of a point or of a cell with a
// suffix.
func constrains(name string) bool {
	if rest, ok := strings.CutPrefix(name, "+"); ok {
		_, ok := commaCell(rest)
		return ok
	}
	if len(name) < 3 {
		return false
	}
	_, ok := digitCell(name[:2])
	return ok
}

// puzzle puts the puzzle together.
func (in *importer) puzzle() (*Puzzle, error) {
	if err := in.findLattice(); err != nil {
		return nil, err
	}
	var all, optional []shapes.Cell
	taken := map[shapes.Cell]string{}
	for _, it := range in.items {
		c, ok := in.cell[it.name]
		if !ok {
			continue
		}
		if other, ok := taken[c]; ok {
			return nil, fmt.Errorf("cover: items %s and %s are the same cell", other, it.name)
		}
		taken[c] = it.name
		all = append(all, c)
		if it.secondary {
			optional = append(optional, c)
		}
	}
	p := &Puzzle{board: BoardOf(shapes.New(in.lattice, all...)), imported: true, rigid: in.rigid}
	if optional != nil {
		p.board = p.board.WithOptional(shapes.New(in.lattice, optional...))
	}
	p.cells = p.board.Cells()
	p.cover = in.problem
	for _, it := range in.items {
		switch {
		case it.secondary:
			p.secondary = append(p.secondary, it.name)
		case it.low != 1 || it.high != 1:
			p.primary = append(p.primary, fmt.Sprintf("%d:%d|%s", it.low, it.high, it.name))
		default:
			p.primary = append(p.primary, it.name)
		}
	}
	for k, option := range in.options {
		q, err := in.place(p, option)
		if err != nil {
			return nil, fmt.Errorf("cover: option %d (%s): %w", k, in.problem.OptionText(k), err)
		}
		p.places = append(p.places, q)
	}
	p.pieces, p.forms = in.pieces, in.forms
	return p, nil
}

// findLattice chooses the lattice if none was given, and checks the cells.
func (in *importer) findLattice() error {
	third, solid := false, false
	for name, c := range in.cell {
		third = third || strings.Count(name, ",") == 2 || c.Z != 0
		solid = solid || c.Z < 0 || c.Z > 1
	}
	switch {
	case in.lattice != nil:
	case solid:
		in.lattice = shapes.Cube
	case third:
		in.lattice = shapes.Triangle
	default:
		in.lattice = shapes.Square
	}
	for _, it := range in.items {
		if c, ok := in.cell[it.name]; ok && !in.lattice.Has(c) {
			return fmt.Errorf("cover: item %s is no cell of the %v lattice", it.name, in.lattice)
		}
	}
	return nil
}

// place reads an option.
func (in *importer) place(p *Puzzle, option []string) (place, error) {
	q := place{piece: -1}
	var cells []shapes.Cell
	for _, name := range option {
		if c, ok := in.cell[name]; ok {
			cells = append(cells, c)
			n, _ := slices.BinarySearchFunc(p.cells, c, shapes.Cell.Compare)
			q.cells = append(q.cells, int32(n))
		} else if i, ok := in.piece[name]; ok {
			if q.piece >= 0 {
				return q, fmt.Errorf("it has two pieces, %s and %s", in.pieces[q.piece].shape.Name(), name)
			}
			q.piece = i
		}
	}
	slices.Sort(q.cells)
	if q.piece < 0 {
		q.piece = in.nameless()
	}
	if in.pieces[q.piece].shape.Empty() && cells != nil {
		name := in.pieces[q.piece].shape.Name()
		in.pieces[q.piece].shape = shapes.New(in.lattice, cells...).Normal().Named(name)
	}
	return q, nil
}

// nameless is the piece of options that have none.
func (in *importer) nameless() int32 {
	if _, ok := in.piece[""]; !ok {
		in.piece[""] = int32(len(in.pieces))
		in.pieces = append(in.pieces, Piece{low: 0, high: unlimited})
		in.forms = append(in.forms, uncounted)
	}
	return in.piece[""]
}
