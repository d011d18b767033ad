// SPDX-License-Identifier: BSD-3-Clause

package play

import (
	"encoding/base64"
	"fmt"
	"html"
	"math"
	"slices"

	"polka/cover"
	"polka/cover/assembly"
	"polka/cover/burr"
	"polka/internal/plural"
	"polka/render"
	"polka/shapes"
)

// Limits of a view that values show by themselves.
const (
	mostSolidCells  = 3000 // in all steps
	mostSolidShapes = 400
)

// A Solid is a view of pieces in space that the reader turns, zooms, moves apart and hides, by
// mouse, finger and keys. It needs no kernel. Where scripts do not run, and in print, it is Still.
// The value of a cell is drawn in this way if [SolidOf] knows it. The JSON form is what the script
// reads; docs/play.md describes it.
type Solid struct {
	Title  string       `json:"title"` // one line
	Kinds  []Polyhedron `json:"kinds"` // of cells
	Pieces []SolidPiece `json:"pieces"`
	Steps  []SolidStep  `json:"steps"`  // the timeline, at least one
	Start  int          `json:"start"`  // the step that is shown first
	Closed bool         `json:"closed"` // show Still and a button that opens the view

	Still render.Picture `json:"-"`
}

// A Polyhedron is a convex cell: for each face the coordinates x, y and z of its corners, in the
// order around it. The sense of rotation does not matter.
type Polyhedron [][]float64

// A SolidPiece is a set of cells that move together. Cells has four numbers for each cell: the
// index of its kind, and x, y and z of its position, which is added to the corners of the kind.
type SolidPiece struct {
	Name  string    `json:"name"`
	Color int       `json:"color"` // a fill, from 0 to 11; see render.PieceColor
	Cells []float64 `json:"cells"`
}

// A SolidStep is a point of the timeline. Between two steps, pieces that are in both glide from one
// place to the other.
type SolidStep struct {
	Text string      `json:"text"`          // what is shown
	At   [][]float64 `json:"at"`            // the offset x, y, z of each piece, nil for one not shown
	Fit  bool        `json:"fit,omitempty"` // choose the center and size of the view for this step
}

// Cubes returns the unit cube whose center is the origin, as the only kind of cell of a [Solid].
func Cubes() []Polyhedron {
	const h = 0.5
	return []Polyhedron{{
		{-h, -h, h, h, -h, h, h, h, h, -h, h, h}, {-h, -h, -h, h, -h, -h, h, h, -h, -h, h, -h},
		{h, -h, -h, h, h, -h, h, h, h, h, -h, h}, {-h, -h, -h, -h, h, -h, -h, h, h, -h, -h, h},
		{-h, h, -h, h, h, -h, h, h, h, -h, h, h}, {-h, -h, -h, h, -h, -h, h, -h, h, -h, -h, h},
	}}
}

// KindsOf returns the polyhedra of the cells in the period of a lattice of space at the origin, as
// the kinds of cells of a [Solid]. It panics if the lattice is planar.
func KindsOf(l *shapes.Lattice) []Polyhedron {
	if !l.Spatial() {
		panic("play: only lattices of space consist of polyhedra")
	}
	if l == shapes.Cube {
		return Cubes()
	}
	kinds := make([]Polyhedron, l.NumKinds())
	for k := range kinds {
		for _, face := range l.Faces(l.CellOfKind(k)) {
			var list []float64
			for _, corner := range face {
				x, y, z := l.Position(corner)
				list = append(list, precise(x), precise(y), precise(z))
			}
			kinds[k] = append(kinds[k], list)
		}
	}
	return kinds
}

// SolidOf returns a view of a shape on a lattice of space, such as that of cubes, of a board, of a
// tiling, whose pieces appear one after the other, of the moves of a disassembly, whose cells are
// those of its motion, and of lists of shapes and of tilings, which are steps. A [burr.Solution] is
// its disassembly, or its tiling if that is not known, and a list of them is one of tilings. Cubes
// of four dimensions are shown in slices (see [shapes.Shape.Slices]). It reports false for other
// values and for those of more than 3000 cells or 400 steps.
func SolidOf(v any) (s Solid, ok bool) {
	s = Solid{Kinds: Cubes()}
	if v, ok := inSlices(v); ok {
		return SolidOf(v)
	}
	switch v := v.(type) {
	case burr.Solution:
		if v.Disassembly != nil {
			return SolidOf(v.Disassembly)
		}
		return SolidOf(v.Tiling)
	case []burr.Solution:
		var list []cover.Tiling
		for _, one := range v {
			list = append(list, one.Tiling)
		}
		return SolidOf(list)
	case shapes.Shape:
		if !solid(v) {
			return Solid{}, false
		}
		s.Kinds = KindsOf(v.Lattice())
		s.Title = "solid of " + plural.Count(v.Size(), wordOf(v))
		s.one(v, v.Name())
	case cover.Board:
		return SolidOf(v.Shape())
	case cover.Tiling:
		if !solid(v.Board.Shape()) || len(v.Placements) == 0 {
			return Solid{}, false
		}
		s.Kinds = KindsOf(v.Board.Shape().Lattice())
		s.Title = "solid of " + plural.Count(len(v.Placements), "piece")
		s.tiling(v)
		for k := range s.Pieces {
			at := make([][]float64, len(s.Pieces))
			for i := range k + 1 {
				at[i] = []float64{0, 0, 0}
			}
			s.Steps = append(s.Steps, SolidStep{Text: plural.Count(k+1, "piece") + " of " + fmt.Sprint(len(s.Pieces)), At: at})
		}
		s.Start = len(s.Steps) - 1
	case []shapes.Shape:
		if len(v) == 0 || len(v) > mostSolidShapes || slices.ContainsFunc(v, func(t shapes.Shape) bool { return !solid(t) || t.Lattice() != v[0].Lattice() }) {
			return Solid{}, false
		}
		s.Kinds = KindsOf(v[0].Lattice())
		s.Title, s.Closed = plural.Count(len(v), "solid"), true
		for _, t := range v {
			s.one(t, t.Name())
		}
	case []cover.Tiling:
		if len(v) == 0 || len(v) > mostSolidShapes || slices.ContainsFunc(v, func(t cover.Tiling) bool {
			region := t.Board.Shape()
			return !solid(region) || region.Lattice() != v[0].Board.Shape().Lattice() || len(t.Placements) == 0
		}) {
			return Solid{}, false
		}
		s.Kinds = KindsOf(v[0].Board.Shape().Lattice())
		s.Title, s.Closed = plural.Count(len(v), "tiling"), true
		for i, t := range v {
			before := len(s.Pieces)
			s.tiling(t)
			step := SolidStep{Text: fmt.Sprintf("tiling %d", i+1), At: make([][]float64, before), Fit: true}
			for range s.Pieces[before:] {
				step.At = append(step.At, []float64{0, 0, 0})
			}
			s.Steps = append(s.Steps, step)
		}
	case *assembly.Disassembly:
		s.disassembly(v)
	default:
		return Solid{}, false
	}
	for i := range s.Steps {
		for len(s.Steps[i].At) < len(s.Pieces) {
			s.Steps[i].At = append(s.Steps[i].At, nil)
		}
	}
	cells := 0
	for _, p := range s.Pieces {
		cells += len(p.Cells) / 4
	}
	if cells > mostSolidCells {
		return Solid{}, false
	}
	s.Still = render.Draw(v)
	return s, true
}

// inSlices returns shapes and tilings of four dimensions as those of cubes, in slices side by side.
// It reports false for other values.
func inSlices(v any) (any, bool) {
	deep := func(s shapes.Shape) bool { return s.Lattice().Dimension() == 4 && !s.Empty() }
	tiling := func(t cover.Tiling) cover.Tiling {
		whole := t.Board.Shape()
		flat := cover.Tiling{Board: cover.BoardOf(whole.Slices(whole))}
		for _, q := range t.Placements {
			flat.Placements = append(flat.Placements, cover.Placement{Piece: q.Piece.Slices(q.Piece), Shape: q.Shape.Slices(whole)})
		}
		return flat
	}
	switch v := v.(type) {
	case shapes.Shape:
		return v.Slices(v), deep(v)
	case cover.Board:
		return cover.BoardOf(v.Shape().Slices(v.Shape())), deep(v.Shape())
	case cover.Tiling:
		return tiling(v), deep(v.Board.Shape())
	case []shapes.Shape:
		if !slices.ContainsFunc(v, deep) {
			return nil, false
		}
		var list []shapes.Shape
		for _, s := range v {
			list = append(list, s.Slices(s))
		}
		return list, true
	case []cover.Tiling:
		if !slices.ContainsFunc(v, func(t cover.Tiling) bool { return deep(t.Board.Shape()) }) {
			return nil, false
		}
		var list []cover.Tiling
		for _, t := range v {
			list = append(list, tiling(t))
		}
		return list, true
	}
	return nil, false
}

func solid(s shapes.Shape) bool { return s.Lattice().Spatial() && !s.Empty() }

// wordOf returns what a cell of a shape is called.
func wordOf(s shapes.Shape) string {
	if s.Lattice() == shapes.Cube {
		return "cube"
	}
	return "cell"
}

// cellsOf lists the cells of a shape as those of a piece.
func cellsOf(s shapes.Shape) []float64 {
	var list []float64
	l := s.Lattice()
	for _, cell := range s.Cells() {
		kind := l.KindOf(cell)
		a, b, c := l.Position(l.Corners(l.CellOfKind(kind))[0])
		x, y, z := l.Position(l.Corners(cell)[0])
		list = append(list, float64(kind), precise(x-a), precise(y-b), precise(z-c))
	}
	return list
}

// one adds a piece with a step of its own.
func (s *Solid) one(t shapes.Shape, name string) {
	text := plural.Count(t.Size(), wordOf(t))
	if name != "" {
		text = name + ", " + text
	}
	step := SolidStep{Text: text, At: make([][]float64, len(s.Pieces)+1), Fit: true}
	step.At[len(s.Pieces)] = []float64{0, 0, 0}
	s.Pieces = append(s.Pieces, SolidPiece{Name: name, Color: render.PieceColor(t), Cells: cellsOf(t)})
	s.Steps = append(s.Steps, step)
}

// tiling adds the pieces of a tiling.
func (s *Solid) tiling(t cover.Tiling) {
	colors := render.TilingColors(t)
	for i, q := range t.Placements {
		s.Pieces = append(s.Pieces, SolidPiece{Name: q.Piece.Name(), Color: colors[i], Cells: cellsOf(q.Shape)})
	}
}

// Err returns an error if a piece, a step or a face does not have the form that the script expects.
func (s Solid) Err() error {
	finite := func(list []float64) bool {
		return !slices.ContainsFunc(list, func(x float64) bool { return math.IsNaN(x) || math.IsInf(x, 0) })
	}
	for i, k := range s.Kinds {
		for j, face := range k {
			if len(face) < 9 || len(face)%3 != 0 || !finite(face) {
				return fmt.Errorf("play: face %d of kind %d has %d coordinates; expected three for each of at least three corners", j, i, len(face))
			}
		}
	}
	for i, p := range s.Pieces {
		if len(p.Cells)%4 != 0 || !finite(p.Cells) {
			return fmt.Errorf("play: piece %d has %d numbers for its cells; expected four for each", i, len(p.Cells))
		}
		if p.Color < 0 || p.Color > 11 {
			return fmt.Errorf("play: piece %d has the color %d; expected 0 to 11", i, p.Color)
		}
		for j := 0; j < len(p.Cells); j += 4 {
			if k := p.Cells[j]; k < 0 || k >= float64(len(s.Kinds)) || k != math.Trunc(k) {
				return fmt.Errorf("play: cell %d of piece %d is of kind %v; there are %d kinds", j/4, i, k, len(s.Kinds))
			}
		}
	}
	if s.Start < 0 || s.Start >= len(s.Steps) {
		return fmt.Errorf("play: the view starts at step %d of %d", s.Start, len(s.Steps))
	}
	for i, t := range s.Steps {
		if len(t.At) != len(s.Pieces) {
			return fmt.Errorf("play: step %d has %d offsets for %d pieces", i, len(t.At), len(s.Pieces))
		}
		for j, at := range t.At {
			if at != nil && (len(at) != 3 || !finite(at)) {
				return fmt.Errorf("play: the offset of piece %d in step %d has %d coordinates; expected 3", j, i, len(at))
			}
		}
	}
	return nil
}

// HTML returns the view as an HTML fragment with a script, or the still picture and the error if
// Err returns one.
func (s Solid) HTML() string {
	still := fmt.Sprintf(`<img alt="%s" src="data:image/svg+xml;base64,%s">`, html.EscapeString(s.Title), base64.StdEncoding.EncodeToString([]byte(s.Still.SVG())))
	if err := s.Err(); err != nil {
		return still + "<p>" + html.EscapeString(err.Error()) + "</p>"
	}
	return fragment("solid", spaceScript+solidScript, map[string]any{"model": s}, still)
}

// SVG returns the still picture.
func (s Solid) SVG() string { return s.Still.SVG() }

// String returns the title, and the number of pieces and of steps.
func (s Solid) String() string {
	return fmt.Sprintf("view in space: %s; %s, %s", s.Title, plural.Count(len(s.Pieces), "piece"), plural.Count(len(s.Steps), "step"))
}
