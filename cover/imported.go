// SPDX-License-Identifier: BSD-3-Clause

package cover

import (
	"fmt"
	"slices"
	"strings"

	"polka/dlx"
	"polka/internal/digit"
	"polka/shapes"
)

// FromProblem returns the puzzle of an exact cover problem whose items are cells and pieces, so
// that its solutions become tilings.
//
// Cells are named as this package names them, 3,4 or, on lattices that need it, 3,4,1; or as in
// Knuth's programs, with two digits of base 62 such as 3b and an asterisk for triangles of the
// second kind. Other items are pieces. With Knuth's cells, a piece is the first item of its
// options. An option without a piece belongs to a piece without a name. Secondary items that are
// Knuth's cells with a suffix, or points of polysticks, are constraints that are not drawn.
//
// If the lattice l is nil, it is chosen by the cells: the lattice of triangles if there are
// asterisks, or third coordinates that are all 0 or 1; that of cubes if there are other third
// coordinates; and otherwise that of squares.
func FromProblem(problem *dlx.Problem, l *shapes.Lattice) (*Puzzle, error) {
	if err := problem.Err(); err != nil {
		return nil, err
	}
	in := &importer{problem: problem, lattice: l, items: problem.Items(), none: -1}
	if err := in.readItems(); err != nil {
		return nil, err
	}
	return in.puzzle()
}

// An importer makes a puzzle of a problem.
type importer struct {
	problem *dlx.Problem
	lattice *shapes.Lattice
	items   []dlx.Item
	cell    []*shapes.Cell // of each item, nil if it is none
	piece   []int32        // of each item, -1 if it is none
	none    int32          // the piece of options that have none, -1 if there is none
	pieces  []Piece
	forms   []form
	rigid   bool // there are constraints
}

// readItems finds out what the items are.
func (in *importer) readItems() error {
	commas := slices.ContainsFunc(in.items, func(it dlx.Item) bool {
		_, ok := commaCell(it.Name)
		return ok
	})
	first, inside := make([]bool, len(in.items)), make([]bool, len(in.items)) // of an option, or not the first of one
	for k := range in.problem.NumOptions() {
		for j, e := range in.problem.Entries(k) {
			in.rigid = in.rigid || e.Color != ""
			if j == 0 {
				first[e.Item] = true
			} else {
				inside[e.Item] = true
			}
		}
	}
	in.cell, in.piece = make([]*shapes.Cell, len(in.items)), make([]int32, len(in.items))
	cells := 0
	for i, it := range in.items {
		in.piece[i] = -1
		c, isCell := commaCell(it.Name)
		if !commas {
			c, isCell = digitCell(it.Name)
			isCell = isCell && (inside[i] || !first[i])
		}
		switch {
		case isCell && (it.Low > 1 || it.High != 1):
			return fmt.Errorf("cover: item %s is a cell, and should be covered once", it.Name)
		case isCell:
			in.cell[i] = &c
			cells++
		case it.Secondary && constrains(it.Name):
			in.rigid = true
		case !commas && inside[i]:
			return fmt.Errorf("cover: item %s is neither a cell, such as 3b, nor a piece, which would be the first item of its options", it.Name)
		default:
			in.piece[i] = in.addPiece(it)
		}
	}
	if cells == 0 {
		return fmt.Errorf("cover: no item of the problem is a cell, such as 3,4 or 3b")
	}
	return nil
}

// addPiece adds the piece of an item.
func (in *importer) addPiece(it dlx.Item) int32 {
	in.pieces = append(in.pieces, Piece{shape: shapes.Shape{}.Named(it.Name), low: it.Low, high: it.High})
	f := several
	switch {
	case it.Secondary:
		f = perhaps
	case it.Low == 1 && it.High == 1:
		f = once
	}
	in.forms = append(in.forms, f)
	return int32(len(in.pieces) - 1)
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
	for i, it := range in.items {
		if in.cell[i] == nil {
			continue
		}
		c := *in.cell[i]
		if other, ok := taken[c]; ok {
			return nil, fmt.Errorf("cover: items %s and %s are the same cell", other, it.Name)
		}
		taken[c] = it.Name
		all = append(all, c)
		if it.Secondary {
			optional = append(optional, c)
		}
	}
	p := &Puzzle{board: BoardOf(shapes.New(in.lattice, all...)), imported: true, rigid: in.rigid, compiled: &compiled{}}
	if optional != nil {
		p.board = p.board.WithOptional(shapes.New(in.lattice, optional...))
	}
	p.cells = p.board.region.Cells()
	p.cover = in.problem
	for k := range in.problem.NumOptions() {
		q, err := in.place(p, in.problem.Entries(k))
		if err != nil {
			return nil, fmt.Errorf("cover: option %d (%s): %w", k, in.problem.OptionText(k), err)
		}
		p.places = append(p.places, q)
	}
	for i := range in.pieces {
		in.pieces[i].class = usual(in.lattice)
	}
	p.pieces, p.forms = in.pieces, in.forms
	return p, nil
}

// findLattice chooses the lattice if none was given, and checks the cells.
func (in *importer) findLattice() error {
	third, solid := false, false
	for i, c := range in.cell {
		if c != nil {
			third = third || strings.Count(in.items[i].Name, ",") == 2 || c.Z != 0
			solid = solid || c.Z < 0 || c.Z > 1
		}
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
	for i, c := range in.cell {
		if c != nil && !in.lattice.Contains(*c) {
			return fmt.Errorf("cover: item %s is not a cell of the %v lattice", in.items[i].Name, in.lattice)
		}
	}
	return nil
}

// place reads an option.
func (in *importer) place(p *Puzzle, option []dlx.Entry) (place, error) {
	q := place{piece: -1}
	var cells []shapes.Cell
	for _, e := range option {
		if c := in.cell[e.Item]; c != nil {
			cells = append(cells, *c)
			n, _ := slices.BinarySearchFunc(p.cells, *c, shapes.Cell.Compare)
			q.cells = append(q.cells, int32(n))
		} else if i := in.piece[e.Item]; i >= 0 {
			if q.piece >= 0 {
				return q, fmt.Errorf("it has two pieces, %s and %s", in.pieces[q.piece].shape.Name(), in.items[e.Item].Name)
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

// nameless returns the piece of options that have none.
func (in *importer) nameless() int32 {
	if in.none < 0 {
		in.none = int32(len(in.pieces))
		in.pieces = append(in.pieces, Piece{low: 0, high: unlimited})
		in.forms = append(in.forms, uncounted)
	}
	return in.none
}
