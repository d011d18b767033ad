// SPDX-License-Identifier: BSD-3-Clause

package cover

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math/big"
	"slices"
	"sync"

	"polka/dlx"
	"polka/internal/plural"
	"polka/shapes"
)

// A Puzzle is a board and the pieces that have to cover it. It is an immutable value.
type Puzzle struct {
	board     Board
	set       Set                   // the pieces in the order in which they were added
	pieces    []Piece               // the different ones
	apart     bool                  // mirror twins are not exchanged
	crossings bool                  // sticks of different pieces may cross
	distinct  bool                  // tilings that are the same up to symmetry count as one
	imported  bool                  // the places were given
	given     *arrangement          // nil if the pieces lie as the lattice lets them
	developed bool                  // the given placements are those on a finite lattice
	costs     func(Placement) int64 // nil if all are 0
	rigid     bool                  // and there are items that symmetries might not preserve
	*compiled
}

// compiled is what follows from the fields of a puzzle, each part made when it is first needed.
// Puzzles that differ only in distinct share one.
type compiled struct {
	err error

	once     sync.Once
	cells    []shapes.Cell // of the board, in reading order
	forms    []form
	places   []place         // places[k] is what option k of the problem stands for
	passages [][]shapes.Cell // see place
	skips    []skip          // what the options after these stand for
	poses    [][]pose        // of each piece, unless the placements are given
	fits     [][]bool        // the poses that have a place

	onceCover sync.Once
	cover     *dlx.Problem // see exactCover

	onceNames  sync.Once
	cellNames  []string // see names
	pieceNames []string

	onceOptional sync.Once
	optionals    []bool // see optional

	onceNumbers sync.Once
	numberOf    map[Placement]int // the places by placement

	onceGroup sync.Once
	group     []symmetry // without the identity
	lock      *lock      // see locked.go; nil if there is none

	onceProof sync.Once
	proof     string
}

// A form says how a piece appears in the problem.
type form int

const (
	uncounted form = iota // no item: any number
	once                  // a primary item
	perhaps               // a secondary item
	several               // an item with a multiplicity
)

// New returns the puzzle in which each piece is used exactly once. In the plane, pieces may be
// rotated and reflected, in space only rotated. A piece that is given several times with the same
// name has several copies; exchanging them does not make a new tiling.
//
// Sets, added by [Puzzle.With], allow other numbers of copies and restrict how pieces may lie:
//
//	cover.New(board).With(cover.Pieces(shapes.Domino()).Any())
//
// On a finite lattice, such as that of the surface of a cube, pieces of its own cells or of another
// planar lattice lie as [shapes.Lattice.Embeddings] says.
//
// If the puzzle cannot have a solution because the pieces have more or fewer cells than the
// board, or lie on another lattice, Err and all methods that solve it return an error.
// Polysticks of different pieces may touch, but not cross each other; Crossings allows that.
func New(board Board, pieces ...shapes.Shape) *Puzzle {
	p := &Puzzle{board: board, compiled: &compiled{}}
	return p.With(Pieces(pieces...))
}

// With returns the puzzle with more pieces. Pieces with the same name that may lie in the same
// ways are one piece, whose numbers of copies are added.
func (p *Puzzle) With(sets ...Set) *Puzzle {
	q := p.again()
	if q.imported {
		q.err = errors.New("cover: a puzzle made of an exact cover problem takes no further pieces")
		return q
	}
	for _, set := range sets {
		q.set = append(slices.Clip(q.set), set...)
	}
	q.pieces, q.err = merge(q.board, q.set)
	if q.err == nil {
		q.err = q.checkArea()
	}
	if q.board.region.Lattice().Finite() && (q.given == nil || q.developed) {
		q.develop()
	}
	return q
}

// merge lists the different pieces of a set for a board.
func merge(board Board, set Set) (pieces Set, err error) {
	number := map[pieceKey]int{}
	named := map[pieceKey]int{} // how many pieces have the name
	for _, q := range set {
		named[pieceKey{name: q.shape.Name(), class: q.class}]++
	}
	for _, q := range set {
		switch {
		case q.shape.Empty():
			return pieces, fmt.Errorf("cover: piece %d has no cells", len(pieces)+1)
		case q.shape.Lattice() != board.region.Lattice() && !(board.region.Lattice().Finite() && !q.shape.Lattice().Spatial()):
			return pieces, fmt.Errorf("cover: piece %d (%v) lies on the %v lattice and the board on the %v lattice", len(pieces)+1, q.shape, q.shape.Lattice(), board.region.Lattice())
		}
		key := pieceKey{name: q.shape.Name(), class: q.class}
		if named[key] > 1 {
			key.least = q.poses()[0]
		}
		if i, ok := number[key]; ok {
			if pieces[i].cost != q.cost {
				return pieces, fmt.Errorf("cover: the copies of piece %d (%v) have different costs, %d and %d; give them different names", i+1, q.shape, pieces[i].cost, q.cost)
			}
			pieces[i].more(q)
			continue
		}
		number[key] = len(pieces)
		pieces = append(pieces, q)
	}
	return pieces, nil
}

// A pieceKey is equal for pieces that are copies of each other: they have the
// same name and, since the least pose is the same, may lie in the same ways.
type pieceKey struct {
	name  string
	class shapes.Class
	least pose
}

// more adds the copies of another piece.
func (p *Piece) more(q Piece) {
	p.low += q.low
	if p.high == unlimited || q.high == unlimited {
		p.high = unlimited
	} else {
		p.high += q.high
	}
}

// checkArea compares the areas of the pieces and of the board.
func (p *Puzzle) checkArea() error {
	least, most := Set(p.pieces).area()
	size := p.board.region.Size()
	needed := size - p.board.optional.Size()
	if least == most && (least < needed || least > size) {
		n := 0
		for _, q := range p.pieces {
			n += q.low
		}
		board := plural.Count(size, "cell")
		if needed < size {
			board = fmt.Sprintf("%d to %s", needed, board)
		}
		return fmt.Errorf("cover: %s with %s in all cannot cover a board of %s", plural.Count(n, "piece"), plural.Count(least, "cell"), board)
	}
	reached := Set(p.pieces).areas(size)
	if !slices.Contains(reached[needed:], true) {
		return fmt.Errorf("cover: no combination of the pieces (%v) has exactly %s, as the board", Set(p.pieces), plural.Count(size, "cell"))
	}
	return nil
}

// areas reports for each area up to most whether pieces of the set can have it together.
func (s Set) areas(most int) []bool {
	reached := make([]bool, most+1)
	reached[0] = true
	for _, q := range s {
		size, high := q.shape.Size(), q.high
		if high == unlimited {
			high = most / size
		}
		next := make([]bool, most+1)
		for a, ok := range reached {
			for n := q.low; ok && n <= high && a+n*size <= most; n++ {
				next[a+n*size] = true
			}
		}
		reached = next
	}
	return reached
}

// TwinsApart returns the puzzle in which mirror twins are not exchanged. If two pieces that may
// not be reflected are mirror images of each other, a reflection of the board maps one to the
// other. Tilings that differ in this way are the same up to symmetry, but not in this puzzle.
func (p *Puzzle) TwinsApart() *Puzzle {
	q := p.again()
	q.apart = true
	return q
}

// Crossings returns the puzzle in which sticks of different pieces may cross each other at right
// angles.
func (p *Puzzle) Crossings() *Puzzle {
	q := p.again()
	q.crossings = true
	return q
}

// Distinct returns the puzzle whose tilings are counted and listed up to the symmetry of the
// board: of those that a symmetry maps to each other, only the one with the least placements, in
// the order of AllPlacements, is a tiling of it.
func (p *Puzzle) Distinct() *Puzzle {
	q := *p
	q.distinct = true
	return &q
}

// again returns the puzzle before it is compiled.
func (p *Puzzle) again() *Puzzle {
	q := *p
	q.compiled = &compiled{err: p.err}
	if p.imported {
		q.cells, q.forms, q.cover, q.places = p.cells, p.forms, p.cover, p.places
	}
	return &q
}

// Err returns the reason why the puzzle cannot have a solution, or nil.
func (p *Puzzle) Err() error { return p.err }

// Board returns the board to be covered.
func (p *Puzzle) Board() Board { return p.board }

// Set returns the different pieces with the numbers of their copies. The slice is a copy.
func (p *Puzzle) Set() Set { return slices.Clone(p.pieces) }

// String returns a description of the puzzle on one line.
func (p *Puzzle) String() string {
	if p.err != nil {
		return "not a puzzle: " + p.err.Error()
	}
	n, exact := 0, true
	for _, q := range p.pieces {
		n += q.low
		exact = exact && q.low == q.high
	}
	if !exact {
		return fmt.Sprintf("pieces (%v) on the board %v", Set(p.pieces), p.board)
	}
	return fmt.Sprintf("%s (%v) on the board %v", plural.Count(n, "piece"), Set(p.pieces), p.board)
}

// AllPlacements returns all ways in which a piece can lie on the board, ordered by piece,
// orientation and first cell. Placement k belongs to option k of the Problem. The slice is a
// copy.
func (p *Puzzle) AllPlacements() []Placement {
	p.compile()
	list := make([]Placement, len(p.places))
	for k := range list {
		list[k] = p.placement(k)
	}
	return list
}

// Problem returns the puzzle as an exact cover problem. Its items are the pieces and the cells of
// the board, its options are those of AllPlacements. Optional cells, and pieces that are used at
// most once, are secondary items. A piece has no item if it may be used any number of times, or if
// it is the only one, since then the board determines the number of copies. On a board of sticks,
// each point that a piece passes straight through is a secondary item.
//
// Package dlx ignores options without primary items. If there are such placements, optional cells
// or pieces become primary items, and additional options after those of the placements stand for
// leaving them out.
func (p *Puzzle) Problem() (*dlx.Problem, error) {
	p.compile()
	if p.err != nil {
		return p.cover, p.err
	}
	return p.exactCover(), p.exactCover().Err()
}

// Decode returns the tiling that a solution of the Problem stands for.
func (p *Puzzle) Decode(s dlx.Solution) Tiling {
	p.compile()
	return p.tiling(p.laid(s))
}

// Random returns a tiling chosen at random, each with the same probability, or
// dlx.ErrNoSolution. The same seed gives the same tiling. If the tilings take too long to
// count, the error is dlx.ErrNotUniform; dominoes and lozenges on boards of thousands of
// cells need no count. To choose several tilings, use [Puzzle.Family] and [Family.Sample].
func (p *Puzzle) Random(ctx context.Context, seed uint64) (Tiling, error) {
	problem, err := p.Problem()
	if err != nil {
		return Tiling{}, err
	}
	s, err := problem.Random(ctx, seed)
	if err != nil {
		return Tiling{}, err
	}
	return p.Decode(s), nil
}

// laid lists the numbers of the places in a solution of the Problem.
func (p *Puzzle) laid(s dlx.Solution) []int {
	return slices.DeleteFunc(s.Options(), func(k int) bool { return k >= len(p.places) })
}

// tiling returns the tiling of the places with the given numbers.
func (p *Puzzle) tiling(numbers []int) Tiling {
	t := Tiling{Board: p.board, Placements: make([]Placement, len(numbers))}
	numbers = slices.Clone(numbers)
	slices.SortFunc(numbers, func(j, k int) int { // as Placement.compare does
		a, b := &p.places[j], &p.places[k]
		if c := slices.Compare(a.cells, b.cells); c != 0 {
			return c
		}
		return cmp.Or(cmp.Compare(p.pieces[a.piece].shape.Name(), p.pieces[b.piece].shape.Name()), cmp.Compare(a.colors, b.colors))
	})
	for i, k := range numbers {
		t.Placements[i] = p.placement(k)
	}
	return t
}

// compile makes the problem when it is first needed.
func (p *Puzzle) compile() {
	p.once.Do(func() {
		if p.err != nil || p.imported {
			return
		}
		p.cells = p.board.region.Cells()
		p.forms = make([]form, len(p.pieces))
		for i := range p.pieces {
			p.forms[i] = p.formOf(i)
		}
		p.places = p.lay()
		p.skips = p.findSkips()
		if p.weighs() {
			p.err = p.exactCover().Err()
		}
	})
}

// exactCover returns the exact cover problem, and makes it when it is first needed. Counts up to
// symmetry do without it.
func (p *Puzzle) exactCover() *dlx.Problem {
	p.onceCover.Do(func() {
		if p.err != nil || p.imported {
			return
		}
		p.cover = p.problemOf(nil)
		p.cover = p.weighed()
	})
	return p.cover
}

// problemOf returns the exact cover problem, without costs, of the places that are kept: of all
// places if kept is nil.
func (p *Puzzle) problemOf(kept []bool) *dlx.Problem {
	options, entries := len(p.skips), len(p.skips)
	for i := range p.places {
		if kept == nil || kept[i] {
			options++
			entries += 1 + len(p.places[i].cells)
		}
	}
	all := func(int32) bool { return true }
	items := p.itemize(all, all)
	var option []dlx.Entry
	return items.problem().Grow(options, entries).AddOptions(func(yield func([]dlx.Entry) bool) {
		for i := range p.places {
			if kept != nil && !kept[i] {
				continue
			}
			q := &p.places[i]
			if option = items.option(option[:0], q.piece, q.cells, p.through(*q)); !yield(option) {
				return
			}
		}
		for _, k := range p.skips {
			if option = append(option[:0], items.skip(k)); !yield(option) {
				return
			}
		}
	})
}

// A skip is an optional cell, or a piece that is used at most once, whose item is primary
// nevertheless; an option of its own covers only that item. The reason is that an exact cover
// problem ignores options without primary items.
type skip struct {
	piece bool
	n     int32 // of the piece or the cell
}

// findSkips finds the pieces and cells that need an option of their own, because there are places
// without any other primary item, in the order of the items.
func (p *Puzzle) findSkips() []skip {
	if p.board.optional.Empty() {
		return nil
	}
	optional := p.optional()
	pieces, cells := make([]bool, len(p.pieces)), make([]bool, len(p.cells))
	for _, q := range p.places {
		form := p.forms[q.piece]
		needed := func(c int32) bool { return !optional[c] }
		switch {
		case form == once || form == several || slices.ContainsFunc(q.cells, needed):
		case form == perhaps:
			pieces[q.piece] = true
		default:
			for _, c := range q.cells {
				cells[c] = true
			}
		}
	}
	var list []skip
	for i, ok := range pieces {
		if ok {
			list = append(list, skip{true, int32(i)})
		}
	}
	for c, ok := range cells {
		if ok {
			list = append(list, skip{false, int32(c)})
		}
	}
	return list
}

// skipped reports which pieces and which cells have an option of their own.
func (p *Puzzle) skipped() (pieces, cells []bool) {
	pieces, cells = make([]bool, len(p.pieces)), make([]bool, len(p.cells))
	for _, k := range p.skips {
		if k.piece {
			pieces[k.n] = true
		} else {
			cells[k.n] = true
		}
	}
	return pieces, cells
}

// formOf returns how piece i appears in the problem.
func (p *Puzzle) formOf(i int) form {
	q := p.pieces[i]
	fit := p.board.region.Size() / q.shape.Size() // no more copies than that have room
	switch {
	case len(p.pieces) == 1 && q.low == q.high && p.board.optional.Empty():
		return uncounted
	case q.low == 0 && (q.high == unlimited || q.high >= fit && q.high > 1):
		return uncounted
	case q.low == 1 && q.high == 1:
		return once
	case q.low == 0 && q.high <= 1:
		return perhaps
	}
	return several
}

// Count returns the number of tilings. If ctx ends first, it returns the number found so far, a
// lower bound, together with the error.
func (p *Puzzle) Count(ctx context.Context) (*big.Int, error) {
	r, err := p.Solver(dlx.Options{}).Count(ctx)
	return r.Solutions, err
}

// Counts returns the number of tilings and their number up to the symmetry of the board.
func (p *Puzzle) Counts(ctx context.Context) (Counts, error) {
	counts, _, err := p.Solver(dlx.Options{}).Counts(ctx)
	return counts, err
}

// First returns a tiling, always the same one for the same puzzle. If there is none, the error is
// that of Err, or wraps dlx.ErrNoSolution and gives the reason if there is a short proof.
func (p *Puzzle) First(ctx context.Context) (Tiling, error) {
	first, _, err := p.Solver(dlx.Options{}).First(ctx)
	return first, err
}

// All returns all tilings, always in the same order. If ctx ends first, it returns those found so
// far together with the error. For fewer of them, use a Solver with a limit.
func (p *Puzzle) All(ctx context.Context) ([]Tiling, error) {
	all, _, err := p.Solver(dlx.Options{}).All(ctx)
	return all, err
}

// Each calls visit with every tiling, in the order of the search, until visit returns false.
func (p *Puzzle) Each(ctx context.Context, visit func(Tiling) bool) error {
	_, err := p.Solver(dlx.Options{}).Each(ctx, visit)
	return err
}
