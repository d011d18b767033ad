// SPDX-License-Identifier: BSD-3-Clause

package burr

import (
	"cmp"
	"context"
	"errors"
	"slices"

	"polka/cover"
	"polka/cover/assembly"
	"polka/dlx"
	"polka/internal/plural"
	"polka/shapes"
)

// A Problem is a puzzle with what a file says about it.
type Problem struct {
	Name      string // may be empty
	Puzzle    *cover.Puzzle
	Weights   []int      // of the pieces of Puzzle.Set(), or nil if all are 1; see assembly.Options
	Groups    []Group    // of pieces that need not be separated
	Solutions []Solution // that were found before

	source *source // nil if the problem was not read from a file
}

// String returns the name, if there is one, and the puzzle on one line.
func (p Problem) String() string {
	text := "no puzzle"
	if p.Puzzle != nil {
		text = p.Puzzle.String()
	}
	if p.Name != "" {
		text = p.Name + ": " + text
	}
	return text
}

// A Group says that some copies of a piece may stay together with other pieces of the group.
type Group struct {
	Number int // of the group, from 1
	Piece  int // the index in Puzzle.Set()
	Count  int // the number of copies
}

// A Solution is an assembly, perhaps with the way to take it apart.
type Solution struct {
	Tiling cover.Tiling // its placements are in the order of the pieces of Puzzle.Set()

	// Disassembly takes the shapes of the tiling apart, squares as cubes and triangles as prisms.
	// It is nil if that is not known, and for moves of files that package assembly cannot express.
	Disassembly *assembly.Disassembly

	// Level is the level of the assembly, such as 7.3.2, or "" if it is not known. Files may have
	// the level without the moves. WriteTo writes that of Disassembly, or of the file.
	Level string

	levels *levels // of a file
}

// String returns the level and the number of pieces and moves or, of a solution without moves, what
// is known of these, on one line.
func (s Solution) String() string {
	pieces := plural.Count(len(s.Tiling.Placements), "piece")
	switch {
	case s.Disassembly != nil:
		return s.Disassembly.String()
	case s.Level != "":
		return "level " + s.Level + ": " + pieces
	}
	return "assembly of " + pieces
}

// Order returns a tiling of the puzzle with the placements in the order of the pieces of
// Puzzle.Set(), and copies of a piece in their own order. The level of a tiling may depend on it.
func (p *Problem) Order(t cover.Tiling) cover.Tiling { return p.numbers().order(t) }

// Options returns the weights and groups of the pieces of a tiling, in the order of its placements.
func (p *Problem) Options(t cover.Tiling) assembly.Options { return p.options(t, p.numbers()) }

// Numbers have the index of each piece in Puzzle.Set().
type numbers map[shapes.Shape]int

func (p *Problem) numbers() numbers {
	n := numbers{}
	for i, q := range p.Puzzle.Set() {
		n[q.Shape()] = i
	}
	return n
}

func (n numbers) order(t cover.Tiling) cover.Tiling {
	t.Placements = slices.Clone(t.Placements)
	slices.SortStableFunc(t.Placements, func(a, b cover.Placement) int {
		return cmp.Compare(n[a.Piece], n[b.Piece])
	})
	return t
}

func (p *Problem) options(t cover.Tiling, n numbers) (o assembly.Options) {
	switch {
	case p.source != nil:
		o.Motion = p.source.motion
	case p.Puzzle.Board().Shape().Lattice() == shapes.Triangle:
		o.Motion = motions()["1"]
	}
	if p.Weights != nil {
		for _, q := range t.Placements {
			o.Weights = append(o.Weights, p.Weights[n[q.Piece]])
		}
	}
	for _, g := range p.Groups {
		group := assembly.Group{Number: g.Number, Count: g.Count}
		for i, q := range t.Placements {
			if n[q.Piece] == g.Piece {
				group.Pieces = append(group.Pieces, i)
			}
		}
		o.Groups = append(o.Groups, group)
	}
	return o
}

// inSpace returns shapes as package assembly moves them: squares and triangles are plates of one
// layer, with the coordinates of BurrTools.
func inSpace(list []shapes.Shape) []shapes.Shape {
	list = slices.Clone(list)
	for i, s := range list {
		if l := s.Lattice(); l == shapes.Square || l == shapes.Triangle {
			cells := s.Cells()
			for j, c := range cells {
				v := voxelOf(l, c)
				cells[j] = shapes.Cell{X: v.x, Y: v.y}
			}
			list[i] = shapes.New(shapes.Cube, cells...).Named(s.Name())
		}
	}
	return list
}

// Each finds the assemblies of the puzzle, up to symmetry, and takes each of them apart. It calls
// visit with those that come apart, until visit returns false, and returns the number of assemblies
// that were examined. The options are those of the search for assemblies. Pieces of a file may be
// of cubes, prisms, tetrahedra and octahedra, others of cubes. Squares and triangles move as plates
// in space. See [assembly.Disassemble] for errors, and for what it means to come apart.
//
// As in BurrTools, an assembly of a single piece does not come apart.
func (p *Problem) Each(ctx context.Context, visit func(Solution) bool, o dlx.Options) (assemblies int, err error) {
	err = p.each(ctx, func(s Solution) bool {
		assemblies++
		return s.Disassembly == nil || visit(s)
	}, o)
	return assemblies, err
}

// each visits all assemblies.
func (p *Problem) each(ctx context.Context, visit func(Solution) bool, o dlx.Options) error {
	if p.source != nil && p.source.fixed {
		return errors.New("burr: expected pieces of cubes, prisms, tetrahedra or octahedra, got spheres: how they move is not known")
	}
	var a assembly.Analyzer
	var stopped error
	numbers := p.numbers()
	_, err := p.Puzzle.Distinct().Solver(o).Each(ctx, func(t cover.Tiling) bool {
		s := Solution{Tiling: numbers.order(t)}
		if len(t.Placements) < 2 {
			return visit(s)
		}
		d, err := a.Disassemble(ctx, inSpace(s.Tiling.Shapes()), p.options(s.Tiling, numbers))
		if err == nil {
			s.Disassembly, s.Level = d, d.Level()
		} else if !errors.Is(err, dlx.ErrNoSolution) {
			stopped = err
			return false
		}
		return visit(s)
	})
	return cmp.Or(stopped, err)
}
