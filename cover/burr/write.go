// SPDX-License-Identifier: BSD-3-Clause

package burr

import (
	"encoding/xml"
	"fmt"
	"io"
	"slices"
	"strings"

	"polka/cover"
	"polka/shapes"
)

// WriteTo writes the puzzles of the file, not compressed, in the format that Read reads. The
// comment is not written. Equal pieces are one shape. Problems that were read are written on their
// grid and with their colors, with the weights, groups and solutions that they have now. If the
// format cannot express a puzzle, WriteTo returns an error and writes nothing: lattices other than
// squares, cubes and triangles for puzzles that were not read, puzzles on different grids, pieces
// that may not be rotated or, in the plane, reflected, and cells reserved for a piece.
func (f *File) WriteTo(w io.Writer) (int64, error) {
	problems := f.Problems
	if len(problems) == 0 {
		return 0, fmt.Errorf("burr: there is no puzzle to be written")
	}
	out := &writer{lattice: problems[0].Puzzle.Board().Shape().Lattice(), number: map[string]int{}}
	out.file.Version = "2"
	out.file.Grid = &gridElement{problems[0].kind()}
	if out.grid = grids()[out.file.Grid.Type]; out.grid == nil {
		return 0, fmt.Errorf("burr: XMPuzzle has no %v lattice", out.lattice)
	}
	for _, p := range problems {
		if err := out.add(p); err != nil {
			return 0, err
		}
	}
	for i := len(out.file.Colors); i < out.colors; i++ {
		out.file.Colors = append(out.file.Colors, colorElement{Red: 255 * (i % 2), Green: 128, Blue: 255 * (i / 2 % 2)})
	}
	text, err := xml.MarshalIndent(out.file, "", " ")
	if err != nil {
		return 0, err
	}
	n, err := fmt.Fprintf(w, "<?xml version=\"1.0\"?>\n%s\n", text)
	return int64(n), err
}

// A writer collects the elements.
type writer struct {
	file    puzzleElement
	grid    *grid
	lattice *shapes.Lattice
	number  map[string]int // of shapes, by their elements
	colors  int            // the greatest color
}

// add adds a problem.
func (f *writer) add(p Problem) error {
	puzzle := p.Puzzle
	if err := puzzle.Err(); err != nil {
		return err
	}
	board := puzzle.Board()
	if board.Shape().Lattice() != f.lattice {
		return fmt.Errorf("burr: the puzzles of a file are on one lattice, and not on the %v and the %v lattice", f.lattice, board.Shape().Lattice())
	}
	if kind := p.kind(); kind != f.file.Grid.Type {
		return fmt.Errorf("burr: the puzzles of a file are on one grid, and not on that of %s and that of %s", f.grid.name, grids()[kind].name)
	}
	if s := p.source; s != nil && len(s.shades) > len(f.file.Colors) {
		f.file.Colors = append(f.file.Colors, s.shades[len(f.file.Colors):]...)
	}
	e := problemElement{Name: p.Name}
	d, result, err := f.drawn(&p)
	if err != nil {
		return err
	}
	for i, q := range puzzle.Set() {
		low, high := q.Copies()
		if high < 0 {
			high = max(low, board.Shape().Size()/q.Shape().Size())
		}
		weight := 1
		if p.Weights != nil {
			weight = p.Weights[i]
		}
		piece := pieceElement{ID: f.shape(&d.pieces[i], q.Shape().Name(), weight), Min: &low, Max: &high}
		if low == high {
			piece = pieceElement{ID: piece.ID, Count: &low}
		}
		for _, g := range p.Groups {
			if g.Piece == i {
				piece.Groups = append(piece.Groups, groupElement{g.Number, g.Count})
			}
		}
		if len(piece.Groups) == 1 && piece.Groups[0].Count == high {
			piece.Group, piece.Groups = piece.Groups[0].Number, nil
		}
		d.most = append(d.most, high)
		e.Shapes = append(e.Shapes, piece)
	}
	e.Result = &resultElement{f.shape(&result, board.Shape().Name(), 1)}
	if own := p.own(); own != nil {
		e.Pairs = own.pairs
	} else {
		for c := range f.colors { // counted from 0
			e.Pairs = append(e.Pairs, pairElement{c, c})
		}
	}
	if err := f.solved(&e, &p, d); err != nil {
		return err
	}
	f.file.Problems = append(f.file.Problems, e)
	return nil
}

// own returns how pieces lie that do not lie as on the lattice of the puzzle, or nil.
func (p *Problem) own() *ownArrangement {
	if p.source == nil {
		return nil
	}
	return p.source.own
}

// kind returns the number of the grid on which a problem is written, or "".
func (p *Problem) kind() string {
	if p.own() != nil {
		return p.source.kind
	}
	switch p.Puzzle.Board().Shape().Lattice() {
	case shapes.Triangle:
		return "1"
	case shapes.Square, shapes.Cube:
		return "0"
	}
	return ""
}

// drawn returns the shapes of a problem: those of its file if the pieces lie as there.
func (f *writer) drawn(p *Problem) (*drawing, body, error) {
	puzzle := p.Puzzle
	if own := p.own(); own != nil {
		if puzzle != own.puzzle && (fmt.Sprint(puzzle) != fmt.Sprint(own.puzzle) || !slices.Equal(ways(puzzle), ways(own.puzzle))) {
			return nil, body{}, fmt.Errorf("burr: a puzzle on the grid of %s can be written as it was read, and not with another board or other pieces", f.grid.name)
		}
		for _, b := range append(slices.Clone(own.pieces), own.result) {
			f.colors = max(f.colors, slices.Max(append(b.colors(), 0)))
		}
		d := &drawing{pieces: slices.Clone(own.pieces)}
		for i := range d.pieces {
			d.pieces[i].hot = f.hotSpot(&d.pieces[i])
		}
		return d, own.result, nil
	}
	d := &drawing{}
	board := puzzle.Board()
	result, origin, err := f.body(board.Shape(), board.Optional(), board.Mark)
	if err != nil {
		return nil, result, err
	}
	d.origin = origin
	for _, q := range puzzle.Set() {
		want := shapes.Free
		if f.lattice.Spatial() {
			want = shapes.OneSided
		}
		if q.Class() != want && len(cover.Set{q}.As(shapes.Free)[0].Orientations()) != len(q.Orientations()) {
			return nil, result, fmt.Errorf("burr: in XMPuzzle every piece may be turned, and in one layer turned over, unlike %v", q)
		}
		b, _, err := f.body(q.Shape(), shapes.Shape{}, q.Color)
		if err != nil {
			return nil, result, err
		}
		d.pieces = append(d.pieces, b)
	}
	if !slices.Equal(ways(puzzle), ways(cover.New(board).With(puzzle.Set()))) {
		return nil, result, fmt.Errorf("burr: in XMPuzzle a piece may lie wherever it fits, and in this puzzle only in the ways that were given")
	}
	return d, result, nil
}

// hotSpot returns the hot spot with which a body is written. BurrTools cannot turn spheres about
// places that are not among theirs; then it is the sphere nearest to the origin, as in BurrTools.
func (f *writer) hotSpot(b *body) voxel {
	at := func(v voxel) bool { return v.x == b.hot.x && v.y == b.hot.y && v.z == b.hot.z }
	if len(f.grid.twins) == 0 || slices.ContainsFunc(b.cells, at) {
		return b.hot
	}
	v := slices.MinFunc(b.cells, func(v, w voxel) int { return v.x*v.x + v.y*v.y + v.z*v.z - w.x*w.x - w.y*w.y - w.z*w.z })
	return voxel{x: v.x, y: v.y, z: v.z}
}

// ways lists the ways in which the pieces of a puzzle lie.
func ways(p *cover.Puzzle) []string {
	var list []string
	for _, q := range p.AllPlacements() {
		list = append(list, q.String())
	}
	slices.Sort(list)
	return slices.Compact(list)
}

// around returns the box around a shape, in the coordinates of BurrTools, and its corner. Triangles
// keep the parity of their place.
func around(s shapes.Shape, l *shapes.Lattice) (size, least voxel) {
	var voxels []voxel
	for _, c := range s.Cells() {
		voxels = append(voxels, voxelOf(l, c))
	}
	least, size = boxOf(voxels)
	if l == shapes.Triangle && (least.x+least.y)%2 != 0 {
		least.x--
		size.x++
	}
	return size, least
}

// body returns a shape with its variable cells and its colors, and the corner of its box.
func (f *writer) body(s, variable shapes.Shape, color func(shapes.Cell) rune) (b body, least voxel, err error) {
	b.size, least = around(s, f.lattice)
	for z := range b.size.z {
		for y := range b.size.y {
			for x := range b.size.x {
				c := cell(f.lattice, voxel{x: x + least.x, y: y + least.y, z: z + least.z})
				if !s.Contains(c) {
					continue
				}
				v := voxel{x: x, y: y, z: z, variable: variable.Contains(c)}
				if v.color, err = f.color(color(c)); err != nil {
					return b, least, err
				}
				b.cells = append(b.cells, v)
			}
		}
	}
	return b, least, nil
}

// color returns the number of a color, 0 for none.
func (f *writer) color(mark rune) (int, error) {
	n := strings.IndexRune(palette, mark)
	if n < 0 {
		return 0, fmt.Errorf("burr: XMPuzzle has no mark %q; colors are 1 to 9 and a to z", mark)
	}
	f.colors = max(f.colors, n)
	return n, nil
}

// shape returns the number of a voxel space, which may be new.
func (f *writer) shape(b *body, name string, weight int) int {
	v := voxelElement{X: b.size.x, Y: b.size.y, Z: b.size.z, HotX: b.hot.x, HotY: b.hot.y, HotZ: b.hot.z, Name: name, Text: b.text()}
	key := fmt.Sprintf("%+v %d", v, weight)
	if i, ok := f.number[key]; ok {
		return i
	}
	i := len(f.file.Shapes)
	f.number[key] = i
	if weight != 1 {
		v.Weight = &weight
	}
	f.file.Shapes = append(f.file.Shapes, v)
	return i
}
