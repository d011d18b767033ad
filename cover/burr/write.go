// SPDX-License-Identifier: BSD-3-Clause

package burr

import (
	"encoding/xml"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"polka/cover"
	"polka/shapes"
)

// WriteTo writes the puzzles of the file, not compressed, in the format that Read reads. The
// comment is not written. Equal pieces are one shape. If the format cannot express a puzzle,
// WriteTo returns an error and writes nothing: lattices other than squares, cubes and triangles,
// puzzles on different lattices, pieces that may not be rotated or, in the plane, reflected, and
// cells reserved for a piece.
func (f *File) WriteTo(w io.Writer) (int64, error) {
	problems := f.Problems
	if len(problems) == 0 {
		return 0, fmt.Errorf("burr: there is no puzzle to be written")
	}
	out := &writer{lattice: problems[0].Puzzle.Board().Shape().Lattice(), number: map[string]int{}}
	out.file.Version = "2"
	out.file.Grid = &gridElement{"0"}
	switch out.lattice {
	case shapes.Triangle:
		out.file.Grid.Type = "1"
	case shapes.Square, shapes.Cube:
	default:
		return 0, fmt.Errorf("burr: XMPuzzle has no %v lattice", out.lattice)
	}
	for _, p := range problems {
		if err := out.add(p); err != nil {
			return 0, err
		}
	}
	for range out.colors {
		out.file.Colors = append(out.file.Colors, colorElement{Red: 255 * (len(out.file.Colors) % 2), Green: 128, Blue: 255 * (len(out.file.Colors) / 2 % 2)})
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
	result, err := f.voxels(board.Shape(), board.Optional(), board.Mark)
	if err != nil {
		return err
	}
	e := problemElement{Name: p.Name}
	var most []int
	for i, q := range puzzle.Set() {
		want := shapes.Free
		if f.lattice.Spatial() {
			want = shapes.OneSided
		}
		if q.Class() != want && len(cover.Set{q}.As(shapes.Free)[0].Orientations()) != len(q.Orientations()) {
			return fmt.Errorf("burr: in XMPuzzle every piece may be turned, and in one layer turned over, unlike %v", q)
		}
		v, err := f.voxels(q.Shape(), shapes.Shape{}, q.Color)
		if err != nil {
			return err
		}
		low, high := q.Copies()
		if high < 0 {
			high = max(low, board.Shape().Size()/q.Shape().Size())
		}
		weight := 1
		if p.Weights != nil {
			weight = p.Weights[i]
		}
		piece := pieceElement{ID: f.shape(v, q.Shape().Name(), weight), Min: &low, Max: &high}
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
		most = append(most, high)
		e.Shapes = append(e.Shapes, piece)
	}
	if !usual(puzzle) {
		return fmt.Errorf("burr: in XMPuzzle a piece may lie wherever it fits, and in this puzzle only in the ways that were given")
	}
	e.Result = &resultElement{f.shape(result, board.Shape().Name(), 1)}
	for c := range f.colors { // counted from 0
		e.Pairs = append(e.Pairs, pairElement{c, c})
	}
	if err := f.solved(&e, &p, most); err != nil {
		return err
	}
	f.file.Problems = append(f.file.Problems, e)
	return nil
}

// usual reports whether the pieces lie as those of a puzzle that is made of board and pieces
// alone.
func usual(p *cover.Puzzle) bool {
	places := func(p *cover.Puzzle) []string {
		var list []string
		for _, q := range p.AllPlacements() {
			list = append(list, q.String())
		}
		slices.Sort(list)
		return slices.Compact(list)
	}
	return slices.Equal(places(p), places(cover.New(p.Board()).With(p.Set())))
}

// A space is a voxel space while it is filled.
type space struct {
	x, y, z int
	text    string
}

// around returns the box around a shape, in the coordinates of BurrTools. Triangles keep the parity
// of their place.
func around(s shapes.Shape, l *shapes.Lattice) (box space, least voxel) {
	var most voxel
	for i, c := range s.Cells() {
		v := voxel{x: c.X, y: c.Y}
		if l.Spatial() {
			v.z = c.Z
		}
		if l == shapes.Triangle {
			v.x = 2*c.X + c.Z + c.Y
		}
		if i == 0 {
			least, most = v, v
		}
		least = voxel{x: min(least.x, v.x), y: min(least.y, v.y), z: min(least.z, v.z)}
		most = voxel{x: max(most.x, v.x), y: max(most.y, v.y), z: max(most.z, v.z)}
	}
	if l == shapes.Triangle && (least.x+least.y)%2 != 0 {
		least.x--
	}
	return space{x: most.x - least.x + 1, y: most.y - least.y + 1, z: most.z - least.z + 1}, least
}

// voxels writes a shape with its variable cells and its colors.
func (f *writer) voxels(s, variable shapes.Shape, color func(shapes.Cell) rune) (space, error) {
	var text strings.Builder
	box, least := around(s, f.lattice)
	for z := range box.z {
		for y := range box.y {
			for x := range box.x {
				c := cell(f.lattice, voxel{x: x + least.x, y: y + least.y, z: z + least.z})
				if !s.Contains(c) {
					text.WriteByte('_')
					continue
				}
				mark, err := f.color(color(c))
				if err != nil {
					return box, err
				}
				sign := "#"
				if variable.Contains(c) {
					sign = "+"
				}
				text.WriteString(sign + mark)
			}
		}
	}
	box.text = text.String()
	return box, nil
}

// color writes the number of a color, nothing for none.
func (f *writer) color(mark rune) (string, error) {
	if mark == ' ' {
		return "", nil
	}
	n := strings.IndexRune(palette, mark)
	if n < 0 {
		return "", fmt.Errorf("burr: XMPuzzle has no mark %q; colors are 1 to 9 and a to z", mark)
	}
	f.colors = max(f.colors, n)
	return strconv.Itoa(n), nil
}

// shape returns the number of a voxel space, which may be new.
func (f *writer) shape(s space, name string, weight int) int {
	key := fmt.Sprint(s.x, s.y, s.z, s.text, name, weight)
	if i, ok := f.number[key]; ok {
		return i
	}
	i := len(f.file.Shapes)
	f.number[key] = i
	v := voxelElement{X: s.x, Y: s.y, Z: s.z, Name: name, Text: s.text}
	if weight != 1 {
		v.Weight = &weight
	}
	f.file.Shapes = append(f.file.Shapes, v)
	return i
}
