// SPDX-License-Identifier: BSD-3-Clause

package burr

import (
	"fmt"
	"slices"
	"strings"

	"polka/cover"
	"polka/cover/assembly"
	"polka/shapes"
)

// solved adds the solutions of a problem. Most has the greatest number of copies of each piece.
func (f *writer) solved(e *problemElement, p *Problem, most []int) error {
	if p.Solutions == nil {
		return nil
	}
	if f.lattice == shapes.Triangle {
		return fmt.Errorf("burr: solutions on the %v lattice are not written", f.lattice)
	}
	e.State = 2 // solved
	assemblies, solutions := len(p.Solutions), 0
	e.Solved = &solutionsElement{}
	origin, _ := p.Puzzle.Board().Shape().Bounds()
	for n, s := range p.Solutions {
		t := p.Order(s.Tiling)
		if s.Disassembly != nil {
			solutions++
			if !slices.Equal(s.Disassembly.Pieces(), s.Tiling.Shapes()) {
				return fmt.Errorf("burr: solution %d: the disassembly is not one of the tiling", n+1)
			}
			t = s.Tiling // in whose order the moves count
		}
		w := &solutionWriter{number: make([]int, len(t.Placements)), at: make([]shapes.Cell, len(t.Placements))}
		if err := w.assembly(p, t, most, origin); err != nil {
			return fmt.Errorf("burr: solution %d: %w", n+1, err)
		}
		element := solutionElement{Assembly: strings.Join(w.text, " ")}
		if s.Disassembly != nil {
			element.Separation = w.separation(s.Disassembly, s.Disassembly.Root(), "")
		}
		e.Solved.List = append(e.Solved.List, element)
	}
	e.Assemblies, e.Solutions = &assemblies, &solutions
	return nil
}

// A solutionWriter writes one solution.
type solutionWriter struct {
	text   []string
	number []int         // of each placement, among all copies of all pieces
	at     []shapes.Cell // the place of each placement
}

// assembly writes the places of the pieces, and an x for each copy that is not used.
func (w *solutionWriter) assembly(p *Problem, t cover.Tiling, most []int, origin shapes.Cell) error {
	count := 0
	set := p.Puzzle.Set()
	done := make([]bool, len(t.Placements))
	for k, piece := range set {
		copies := 0
		for i, q := range t.Placements {
			if q.Piece != piece.Shape() {
				continue
			}
			m, at, ok := orientation(piece, q)
			if !ok {
				return fmt.Errorf("%v is no rotation of piece %v", q, piece)
			}
			if copies++; copies > most[k] {
				return fmt.Errorf("there are more than %d copies of piece %v", most[k], piece)
			}
			w.at[i] = shapes.Cell{X: at.X - origin.X, Y: at.Y - origin.Y, Z: at.Z - origin.Z}
			w.number[i], done[i] = count+copies-1, true
			w.text = append(w.text, fmt.Sprint(w.at[i].X, w.at[i].Y, w.at[i].Z, m))
		}
		for range most[k] - copies {
			w.text = append(w.text, "x")
		}
		count += most[k]
	}
	if i := slices.Index(done, false); i >= 0 {
		return fmt.Errorf("%v is not a piece of the puzzle", t.Placements[i].Piece)
	}
	return nil
}

// orientation finds the first rotation that takes a piece to a placement, and where the corner of
// the box around the piece comes to.
func orientation(piece cover.Piece, q cover.Placement) (number int, at shapes.Cell, ok bool) {
	corner, _ := piece.Shape().Bounds()
	want, _ := q.Shape.Bounds()
	flat := !q.Shape.Lattice().Spatial()
	if flat {
		corner.Z, want.Z = 0, 0
	}
	colors := []rune(q.Colors)
next:
	for n, m := range turns()[:maxRotation] {
		var least shapes.Cell
		image := map[shapes.Cell]rune{}
		for i, c := range piece.Shape().Cells() {
			color := piece.Color(c)
			c = m.apply(shapes.Cell{X: c.X - corner.X, Y: c.Y - corner.Y, Z: c.Z - corner.Z})
			image[c] = color
			if i == 0 {
				least = c
			}
			least = shapes.Cell{X: min(least.X, c.X), Y: min(least.Y, c.Y), Z: min(least.Z, c.Z)}
		}
		at = shapes.Cell{X: want.X - least.X, Y: want.Y - least.Y, Z: want.Z - least.Z}
		for i, c := range q.Shape.Cells() {
			color, ok := image[shapes.Cell{X: c.X - at.X, Y: c.Y - at.Y, Z: c.Z - at.Z}]
			if !ok || color != ' ' && (i >= len(colors) || colors[i] != color) {
				continue next
			}
		}
		return n, at, len(image) == q.Shape.Size()
	}
	return 0, at, false
}

// separation writes a separation: its states, then those of the parts.
func (w *solutionWriter) separation(d *assembly.Disassembly, s *assembly.Separation, kind string) *separationElement {
	if s == nil {
		return nil
	}
	pieces, starts := s.Pieces(), s.Starts()
	e := &separationElement{Type: kind, Pieces: piecesElement{Count: len(pieces)}}
	all := d.Pieces()
	var numbers []string
	at := map[int]shapes.Cell{}
	for i, p := range pieces {
		numbers = append(numbers, fmt.Sprint(w.number[p]))
		least, _ := all[p].Bounds()
		at[p] = shapes.Cell{X: w.at[p].X + starts[i].X - least.X, Y: w.at[p].Y + starts[i].Y - least.Y, Z: w.at[p].Z + starts[i].Z - least.Z}
	}
	e.Pieces.List = strings.Join(numbers, " ")
	state := func() {
		var x, y, z []string
		for _, p := range pieces {
			x, y, z = append(x, fmt.Sprint(at[p].X)), append(y, fmt.Sprint(at[p].Y)), append(z, fmt.Sprint(at[p].Z))
		}
		e.States = append(e.States, stateElement{strings.Join(x, " "), strings.Join(y, " "), strings.Join(z, " ")})
	}
	state()
	for _, m := range s.Moves() {
		length := m.Length
		if length == 0 {
			length = far
		}
		for _, p := range m.Pieces {
			at[p] = shapes.Cell{X: at[p].X + length*m.Direction.X, Y: at[p].Y + length*m.Direction.Y, Z: at[p].Z + length*m.Direction.Z}
		}
		state()
	}
	for _, part := range []*separationElement{w.separation(d, s.Removed(), "removed"), w.separation(d, s.Staying(), "left")} {
		if part != nil {
			e.Parts = append(e.Parts, part)
		}
	}
	return e
}
