// SPDX-License-Identifier: BSD-3-Clause

package burr

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"polka/cover"
	"polka/cover/assembly"
	"polka/shapes"
)

// The elements of solutions.
type (
	solutionsElement struct {
		List []solutionElement `xml:"solution"`
	}
	solutionElement struct {
		Assembly   string             `xml:"assembly"`
		Separation *separationElement `xml:"separation"`
		Info       string             `xml:"separationInfo,omitempty"`
	}
	separationElement struct {
		Type   string               `xml:"type,attr,omitempty"` // left or removed
		Pieces piecesElement        `xml:"pieces"`
		States []stateElement       `xml:"state"`
		Parts  []*separationElement `xml:"separation"`
	}
	piecesElement struct {
		Count int    `xml:"count,attr"`
		List  string `xml:",chardata"`
	}
	stateElement struct {
		X string `xml:"dx"`
		Y string `xml:"dy"`
		Z string `xml:"dz"`
	}
)

// far is added to a coordinate in the direction in which a piece is taken away. BurrTools takes it
// for such if it is beyond beyond.
const (
	far    = 20000
	beyond = 10000
)

// solutions reads the solutions of a problem. The bodies are those of its parts.
func (r *reader) solutions(q *problemElement, p *Problem, parts []body) error {
	if q.Solved == nil {
		return nil
	}
	pieces := map[string]cover.Piece{}
	for _, piece := range p.Puzzle.Set() {
		pieces[piece.Shape().Name()] = piece
	}
	turns := r.grid.turns()
	for n, e := range q.Solved.List {
		s := &solutionReader{reader: r, board: p.Puzzle.Board()}
		var t cover.Tiling
		t.Board = s.board
		fields := strings.Fields(e.Assembly)
		for i, b := range parts {
			_, high, _ := q.Shapes[i].bounds(q.at)
			for range high {
				if len(fields) > 0 && fields[0] == "x" {
					fields = fields[1:]
					s.placed = append(s.placed, -1)
					continue
				}
				numbers, err := integers(fields[:min(4, len(fields))])
				if err != nil || len(numbers) < 4 || numbers[3] < 0 || numbers[3] >= len(turns) {
					return q.at.errorf("expected x, or x, y, z and a rotation from 0 to %d, for each piece of solution %d", len(turns)-1, n+1)
				}
				fields = fields[4:]
				at := voxel{x: numbers[0], y: numbers[1], z: numbers[2]}
				placement, ok := s.place(&b, pieces[b.label].Shape(), at, &turns[numbers[3]])
				if !ok {
					return q.at.errorf("expected the pieces of solution %d on the board", n+1)
				}
				s.placed = append(s.placed, len(t.Placements))
				t.Placements = append(t.Placements, placement)
			}
		}
		if len(fields) > 0 {
			return q.at.errorf("expected nothing after the pieces of solution %d, found %q", n+1, fields[0])
		}
		found := Solution{Tiling: t}
		switch {
		case e.Separation != nil:
			found.levels = e.Separation.tree()
			found.Level = found.levels.level()
			if root, err := s.separation(e.Separation); err == nil {
				if d, err := assembly.New(inSpace(t.Shapes()), root, r.motion); err == nil {
					found.Disassembly = d
				}
			}
		case e.Info != "":
			numbers, err := integers(strings.Fields(e.Info))
			tree, rest := treeOf(numbers, 0)
			if err != nil || tree == nil || len(rest) > 0 {
				return q.at.errorf("expected a tree of numbers in the separationInfo of solution %d", n+1)
			}
			found.levels, found.Level = tree, tree.level()
		}
		p.Solutions = append(p.Solutions, found)
	}
	return nil
}

func integers(fields []string) ([]int, error) {
	list := make([]int, len(fields))
	for i, f := range fields {
		n, err := strconv.Atoi(f)
		if err != nil || n > 1<<20 || n < -1<<20 {
			return nil, fmt.Errorf("expected a number, found %q", f)
		}
		list[i] = n
	}
	return list, nil
}

// A solutionReader reads one solution.
type solutionReader struct {
	*reader
	board  cover.Board
	placed []int // the index of each piece among those that are placed, -1 if it is not
}

// place puts a piece on the board: its hot spot comes to a place.
func (s *solutionReader) place(b *body, piece shapes.Shape, at voxel, m *matrix) (p cover.Placement, ok bool) {
	p.Piece = piece
	image, ok := s.grid.turned(m, b)
	colors := map[shapes.Cell]rune{}
	var cells []shapes.Cell
	for _, v := range image {
		v.x, v.y, v.z = v.x+at.x, v.y+at.y, v.z+at.z
		c := cell(s.lattice, v)
		if v.z != 0 && s.lattice != shapes.Cube || !s.board.Shape().Contains(c) {
			return p, false
		}
		cells = append(cells, c)
		colors[c] = mark(v.color)
	}
	p.Shape = shapes.New(s.lattice, cells...).Named(piece.Name())
	var text strings.Builder
	for _, c := range p.Shape.Cells() {
		text.WriteRune(colors[c])
	}
	if strings.TrimSpace(text.String()) != "" {
		p.Colors = text.String()
	}
	return p, ok
}

// separation makes a separation of an element: moves are the differences of its states.
func (s *solutionReader) separation(e *separationElement) (*assembly.Separation, error) {
	all, err := integers(strings.Fields(e.Pieces.List))
	if err != nil || len(all) == 0 || len(e.States) < 2 {
		return nil, fmt.Errorf("expected pieces and states")
	}
	for i, p := range all {
		if p < 0 || p >= len(s.placed) || s.placed[p] < 0 {
			return nil, fmt.Errorf("expected pieces of the assembly")
		}
		all[i] = s.placed[p]
	}
	var moves []assembly.Move
	before, err := e.States[0].places(len(all))
	if err != nil {
		return nil, err
	}
	for _, state := range e.States[1:] {
		after, err := state.places(len(all))
		if err != nil {
			return nil, err
		}
		m, err := s.difference(all, before, after)
		if err != nil {
			return nil, err
		}
		moves = append(moves, m)
		before = after
	}
	var sub [2]*assembly.Separation
	for _, part := range e.Parts {
		k := 0
		if part.Type == "removed" {
			k = 1
		}
		if sub[k], err = s.separation(part); err != nil {
			return nil, err
		}
	}
	slices.Sort(all)
	return assembly.NewSeparation(all, moves, sub[0], sub[1]), nil
}

// places reads the positions of n pieces.
func (e *stateElement) places(n int) ([]shapes.Cell, error) {
	list := make([]shapes.Cell, n)
	for axis, text := range []string{e.X, e.Y, e.Z} {
		numbers, err := integers(strings.Fields(text))
		if err != nil || len(numbers) != n {
			return nil, fmt.Errorf("expected %d coordinates", n)
		}
		for i, k := range numbers {
			*[]*int{&list[i].X, &list[i].Y, &list[i].Z}[axis] = k
		}
	}
	return list, nil
}

// difference returns the move between two states.
func (s *solutionReader) difference(pieces []int, before, after []shapes.Cell) (m assembly.Move, err error) {
	for i, p := range pieces {
		d := shapes.Cell{X: after[i].X - before[i].X, Y: after[i].Y - before[i].Y, Z: after[i].Z - before[i].Z}
		if d == (shapes.Cell{}) {
			continue
		}
		step, length, ok := s.step(d)
		if !ok || m.Pieces != nil && (m.Direction != step || m.Length != length) {
			return m, fmt.Errorf("pieces move in different ways")
		}
		m.Direction, m.Length = step, length
		m.Pieces = append(m.Pieces, p)
	}
	slices.Sort(m.Pieces)
	return m, nil
}

// cubicSteps are the steps of cubes along their axes.
var cubicSteps = []shapes.Cell{{X: 1}, {Y: 1}, {Z: 1}}

// step returns the step and the number of steps of a difference, 0 if the piece is away. It reports
// whether there is such a step.
func (s *solutionReader) step(d shapes.Cell) (step shapes.Cell, length int, ok bool) {
	axes := cubicSteps
	if s.motion != nil {
		axes = s.motion.Axes
	}
	far := reach(d) > beyond
	for _, axis := range axes {
		for _, sign := range [2]int{1, -1} {
			step = shapes.Cell{X: sign * axis.X, Y: sign * axis.Y, Z: sign * axis.Z}
			if far {
				if aside(d.X) == side(step.X) && aside(d.Y) == side(step.Y) && aside(d.Z) == side(step.Z) {
					return step, 0, true
				}
				continue
			}
			length = reach(d) / reach(axis)
			if d == (shapes.Cell{X: length * step.X, Y: length * step.Y, Z: length * step.Z}) {
				return step, length, true
			}
		}
	}
	return step, 0, false
}

// reach returns the greatest coordinate of a cell, without its sign.
func reach(c shapes.Cell) int { return max(c.X, -c.X, c.Y, -c.Y, c.Z, -c.Z) }

// side returns the sign of a number.
func side(n int) int { return cmp.Compare(n, 0) }

// aside returns the sign of a coordinate of a piece that is taken away, 0 if it is not in this
// direction: old files have other coordinates too.
func aside(n int) int {
	if max(n, -n) <= beyond {
		return 0
	}
	return side(n)
}

// A levels is a tree of numbers of moves.
type levels struct {
	moves            int
	staying, removed *levels
}

func (e *separationElement) tree() *levels {
	l := &levels{moves: max(0, len(e.States)-1)}
	for _, part := range e.Parts {
		if part.Type == "removed" {
			l.removed = part.tree()
		} else {
			l.staying = part.tree()
		}
	}
	return l
}

// treeOf reads a tree in preorder: the number of states, and what stays before what is removed; 0
// for none.
func treeOf(numbers []int, depth int) (l *levels, rest []int) {
	if len(numbers) == 0 || numbers[0] <= 0 || depth > 1000 {
		return nil, numbers[min(1, len(numbers)):]
	}
	l = &levels{moves: numbers[0] - 1}
	l.staying, rest = treeOf(numbers[1:], depth+1)
	l.removed, rest = treeOf(rest, depth+1)
	return l, rest
}

// info writes a tree as treeOf reads it.
func (l *levels) info() string {
	if l == nil {
		return "0"
	}
	return fmt.Sprint(l.moves+1) + " " + l.staying.info() + " " + l.removed.info()
}

func (l *levels) level() string {
	text := strconv.Itoa(l.moves)
	for _, sub := range []*levels{l.staying, l.removed} {
		if sub.hard() {
			text += "." + sub.level()
		}
	}
	return text
}

func (l *levels) hard() bool {
	return l != nil && (l.moves > 1 || l.staying.hard() || l.removed.hard())
}
