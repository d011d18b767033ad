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

// A drawing is a problem as it is written: what its solutions refer to.
type drawing struct {
	pieces []body // of Puzzle.Set()
	most   []int  // copies of each
	origin voxel  // the corner of the board's box in the coordinates of the board
}

// solved adds the solutions of a problem.
func (f *writer) solved(e *problemElement, p *Problem, d *drawing) error {
	if p.Solutions == nil {
		return nil
	}
	e.State = 2 // solved
	assemblies, solutions := len(p.Solutions), 0
	e.Solved = &solutionsElement{}
	for n, s := range p.Solutions {
		t := p.Order(s.Tiling)
		if s.Disassembly != nil {
			solutions++
			if !slices.Equal(s.Disassembly.Pieces(), inSpace(s.Tiling.Shapes())) {
				return fmt.Errorf("burr: solution %d: the disassembly is not one of the tiling", n+1)
			}
			t = s.Tiling // in whose order the moves count
		}
		w := &solutionWriter{writer: f, drawing: d, number: make([]int, len(t.Placements)), at: make([]shapes.Cell, len(t.Placements))}
		if err := w.assembly(p, t); err != nil {
			return fmt.Errorf("burr: solution %d: %w", n+1, err)
		}
		element := solutionElement{Assembly: strings.Join(w.text, " ")}
		switch {
		case s.Disassembly != nil:
			element.Separation = w.separation(s.Disassembly, s.Disassembly.Root(), "")
		case s.levels != nil:
			solutions++
			element.Info = s.levels.info()
		}
		e.Solved.List = append(e.Solved.List, element)
	}
	e.Assemblies, e.Solutions = &assemblies, &solutions
	return nil
}

// A solutionWriter writes one solution.
type solutionWriter struct {
	*writer
	*drawing
	text   []string
	number []int         // of each placement, among all copies of all pieces
	at     []shapes.Cell // the place of the hot spot of each placement
}

// assembly writes the places of the pieces, and an x for each copy that is not used.
func (w *solutionWriter) assembly(p *Problem, t cover.Tiling) error {
	count := 0
	set := p.Puzzle.Set()
	done := make([]bool, len(t.Placements))
	for k, piece := range set {
		copies := 0
		for i, q := range t.Placements {
			if q.Piece != piece.Shape() {
				continue
			}
			m, at, ok := w.orientation(&w.pieces[k], q)
			if !ok {
				return fmt.Errorf("%v is no rotation of piece %v", q, piece)
			}
			if copies++; copies > w.most[k] {
				return fmt.Errorf("there are more than %d copies of piece %v", w.most[k], piece)
			}
			w.at[i] = shapes.Cell{X: at.x, Y: at.y, Z: at.z}
			w.number[i], done[i] = count+copies-1, true
			w.text = append(w.text, fmt.Sprint(at.x, at.y, at.z, m))
		}
		for range w.most[k] - copies {
			w.text = append(w.text, "x")
		}
		count += w.most[k]
	}
	if i := slices.Index(done, false); i >= 0 {
		return fmt.Errorf("%v is not a piece of the puzzle", t.Placements[i].Piece)
	}
	return nil
}

// orientation finds the first rotation that takes a piece to a placement, and where its hot spot
// comes to.
func (w *solutionWriter) orientation(b *body, q cover.Placement) (number int, at voxel, ok bool) {
	colors := []rune(q.Colors)
	var want []voxel
	color := map[voxel]rune{}
	for i, c := range q.Shape.Cells() {
		v := voxelOf(w.lattice, c)
		v = voxel{x: v.x - w.origin.x, y: v.y - w.origin.y, z: v.z - w.origin.z}
		want = append(want, v)
		if i < len(colors) {
			color[v] = colors[i]
		}
	}
	if len(want) != len(b.cells) {
		return 0, at, false
	}
	slices.SortFunc(want, voxel.reading)
next:
	for n, m := range w.grid.rotations() {
		image, ok := w.grid.turned(&m, b)
		if !ok {
			continue
		}
		slices.SortFunc(image, voxel.reading)
		at = voxel{x: want[0].x - image[0].x, y: want[0].y - image[0].y, z: want[0].z - image[0].z}
		for i, v := range image {
			if (voxel{x: v.x + at.x, y: v.y + at.y, z: v.z + at.z}) != want[i] || v.color > 0 && color[want[i]] != mark(v.color) {
				continue next
			}
		}
		return n, at, true
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
