package cover

import (
	"context"
	"fmt"
	"math/big"
	"slices"
	"strings"
	"sync"

	"polka/dlx"
	"polka/shapes"
)

// A Puzzle is a board and the pieces that are to cover it, each exactly once,
// turned and reflected as one likes. It is an immutable value.
//
// A piece that is given several times, with the same name, is there in several
// copies, which are not told apart: exchanging them does not make a new
// tiling.
type Puzzle struct {
	board  Board
	pieces []piece
	err    error

	once    sync.Once
	items   []string // of the problem, in Knuth's format
	problem *dlx.Problem
	places  []Placement // places[k] is what option k of the problem stands for
	group   []symmetry  // of the board, without the identity
	lock    int         // the piece that is locked (see locked.go), or -1
}

// A piece is a shape, how often it is to be used, and how it may lie.
type piece struct {
	shape        shapes.Shape
	copies       int
	orientations []shapes.Shape // normal shapes
}

// New makes a puzzle. If it cannot have a solution because the pieces have
// more or fewer cells than the board, or lie on another lattice, Err and every
// attempt to solve it say so.
func New(board Board, pieces ...shapes.Shape) *Puzzle {
	p := &Puzzle{board: board}
	cells := 0
	for i, s := range pieces {
		switch {
		case s.Empty():
			p.err = fmt.Errorf("cover: piece %d has no cells", i+1)
			return p
		case s.Lattice() != board.Lattice():
			p.err = fmt.Errorf("cover: piece %d (%v) lies on the %v lattice and the board on the %v lattice", i+1, s, s.Lattice(), board.Lattice())
			return p
		}
		cells += s.Size()
		p.add(s)
	}
	if cells != board.Size() {
		p.err = fmt.Errorf("cover: %s of %s cannot cover a board of %s", count(len(pieces), "piece"), count(cells, "cell"), count(board.Size(), "cell"))
	}
	return p
}

// add puts a piece into the puzzle, or one more copy of a piece that is there.
func (p *Puzzle) add(s shapes.Shape) {
	orientations := s.Orientations()
	for i, q := range p.pieces {
		if q.shape.Name() == s.Name() && slices.EqualFunc(q.orientations, orientations, shapes.Shape.Equal) {
			p.pieces[i].copies++
			return
		}
	}
	p.pieces = append(p.pieces, piece{s, 1, orientations})
}

// count writes a number with a noun.
func count(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return fmt.Sprintf("%d %ss", n, noun)
}

// Err says why the puzzle cannot have a solution, or is nil.
func (p *Puzzle) Err() error { return p.err }

// Board is the board to be covered.
func (p *Puzzle) Board() Board { return p.board }

// Pieces lists the pieces, a piece with several copies so many times. The
// slice is the caller's own.
func (p *Puzzle) Pieces() []shapes.Shape {
	var list []shapes.Shape
	for _, q := range p.pieces {
		for range q.copies {
			list = append(list, q.shape)
		}
	}
	return list
}

// String describes the puzzle on one line.
func (p *Puzzle) String() string {
	if p.err != nil {
		return "not a puzzle: " + p.err.Error()
	}
	n := 0
	var names []string
	for _, q := range p.pieces {
		n += q.copies
		name := q.shape.Name()
		if name == "" {
			name = "?"
		}
		if q.copies > 1 {
			name = fmt.Sprintf("%d %s", q.copies, name)
		}
		names = append(names, name)
	}
	return fmt.Sprintf("%s (%s) on the board %v", count(n, "piece"), strings.Join(names, ", "), p.board)
}

// Placements lists all ways in which a piece can lie on the board: piece by
// piece, by orientation, and by the first cell that is covered. They belong to
// the options of the Problem, number by number. The slice is the caller's own.
func (p *Puzzle) Placements() []Placement {
	p.compile()
	return slices.Clone(p.places)
}

// Problem is the puzzle as an exact cover problem. Its items are the pieces
// and then the cells of the board, its options are the Placements. A piece that
// is the only one has no item, since the board tells how many copies it takes.
func (p *Puzzle) Problem() (*dlx.Problem, error) {
	p.compile()
	return p.problem, p.err
}

// Tiling is what a solution of the Problem stands for.
func (p *Puzzle) Tiling(s dlx.Solution) Tiling {
	p.compile()
	return p.tiling(s.Options())
}

// tiling is the tiling of the placements with the given numbers.
func (p *Puzzle) tiling(numbers []int) Tiling {
	t := Tiling{Board: p.board, Placements: make([]Placement, len(numbers))}
	for i, k := range numbers {
		t.Placements[i] = p.places[k]
	}
	t.sort()
	return t
}

// compile makes the problem when it is first needed.
func (p *Puzzle) compile() {
	p.once.Do(func() {
		if p.err != nil {
			return
		}
		cellName := cellNames(p.board)
		pieceName := p.pieceNames(cellName)
		single := len(p.pieces) == 1
		for i, q := range p.pieces {
			switch {
			case single:
			case q.copies > 1:
				p.items = append(p.items, fmt.Sprintf("%d|%s", q.copies, pieceName[i]))
			default:
				p.items = append(p.items, pieceName[i])
			}
		}
		for _, c := range sweep(p.board) {
			p.items = append(p.items, cellName[c])
		}
		problem := dlx.New(p.items...)
		var option []string
		for i, q := range p.pieces {
			for _, place := range places(q, p.board) {
				option = option[:0]
				if !single {
					option = append(option, pieceName[i])
				}
				for _, c := range place.Shape.Cells() {
					option = append(option, cellName[c])
				}
				problem = problem.Option(option...)
				p.places = append(p.places, place)
			}
		}
		p.problem, p.err = problem, problem.Err()
		p.group = p.symmetries()
		p.lock = p.chooseLock()
	})
}

// places lists the ways in which a piece can lie on the board.
func places(q piece, board Board) []Placement {
	var list []Placement
	spatial := board.Lattice().Spatial()
	for _, o := range q.orientations {
		cells := o.Cells()
		for _, c := range board.Cells() { // the image of cells[0]
			dx, dy, dz := c.X-cells[0].X, c.Y-cells[0].Y, c.Z-cells[0].Z
			if dz != 0 && !spatial {
				continue
			}
			fits := true
			for _, d := range cells[1:] {
				if !board.region.Contains(shapes.Cell{X: d.X + dx, Y: d.Y + dy, Z: d.Z + dz}) {
					fits = false
					break
				}
			}
			if fits {
				list = append(list, Placement{q.shape, o.Translate(dx, dy, dz).Named(q.shape.Name())})
			}
		}
	}
	return list
}

// sweep lists the cells of a board along its longest side. Where the solver
// finds several items equally hard to cover it takes the first one, and so
// works its way from one end of the board to the other, along a short front.
func sweep(board Board) []shapes.Cell {
	cells := board.Cells()
	s := board.region
	if s.Width() > s.Height() {
		slices.SortStableFunc(cells, func(a, b shapes.Cell) int { return a.X - b.X })
	}
	if board.Lattice().Spatial() && s.Depth() > max(s.Width(), s.Height()) {
		slices.SortStableFunc(cells, func(a, b shapes.Cell) int { return a.Z - b.Z })
	}
	return cells
}

// cellNames gives each cell a name: its coordinates, the third one only where
// it matters.
func cellNames(board Board) map[shapes.Cell]string {
	names := make(map[shapes.Cell]string, board.Size())
	for _, c := range board.Cells() {
		if flat(board.Lattice()) {
			names[c] = fmt.Sprintf("%d,%d", c.X, c.Y)
		} else {
			names[c] = fmt.Sprintf("%d,%d,%d", c.X, c.Y, c.Z)
		}
	}
	return names
}

// pieceNames gives each piece a name that can be an item's: its own, or its
// number, without the characters that Knuth's format needs, and with primes
// where it is taken.
func (p *Puzzle) pieceNames(cellName map[shapes.Cell]string) []string {
	taken := map[string]bool{}
	for _, name := range cellName {
		taken[name] = true
	}
	names := make([]string, len(p.pieces))
	for i, q := range p.pieces {
		name := strings.Join(strings.FieldsFunc(q.shape.Name(), func(r rune) bool {
			return r == '|' || r == ':' || r <= ' ' || r == '\u0085' || r == '\u00a0'
		}), "_")
		if name == "" {
			name = fmt.Sprintf("#%d", i+1)
		}
		for taken[name] {
			name += "'"
		}
		taken[name] = true
		names[i] = name
	}
	return names
}

// Count returns the number of tilings, as they lie on the board. If ctx ends
// first, it returns the number found so far together with the error.
func (p *Puzzle) Count(ctx context.Context) (*big.Int, error) {
	return p.Solver(Options{}).Count(ctx)
}

// CountDistinct returns the number of tilings up to the symmetry of the board.
// If ctx ends first, it returns the number found so far together with the
// error.
func (p *Puzzle) CountDistinct(ctx context.Context) (*big.Int, error) {
	return p.Solver(Options{Distinct: true}).Count(ctx)
}

// First returns a tiling, always the same one for the same puzzle, or
// dlx.ErrNoSolution.
func (p *Puzzle) First(ctx context.Context) (Tiling, error) {
	return p.Solver(Options{}).First(ctx)
}

// All returns all tilings, always in the same order. If ctx ends first, it
// returns those found so far together with the error. To have fewer, use a
// Solver with a limit.
func (p *Puzzle) All(ctx context.Context) ([]Tiling, error) {
	return p.Solver(Options{}).All(ctx)
}

// Each calls visit with every tiling, as the search comes to it, until visit
// returns false.
func (p *Puzzle) Each(ctx context.Context, visit func(Tiling) bool) error {
	return p.Solver(Options{}).Each(ctx, visit)
}
