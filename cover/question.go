package cover

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"polka/dlx"
	"polka/shapes"
)

// An Attempt is a board that pieces were to cover, and what came of it.
type Attempt struct {
	Board  Board
	Found  bool
	Tiling Tiling // if one was found
	Reason string // if not: why there is none
}

// String writes the attempt on one line, such as "4x5: none, for piece I does
// not fit on the board".
func (a Attempt) String() string {
	name := a.Board.region.Name()
	if name == "" {
		name = a.Board.String()
	}
	if a.Found {
		return fmt.Sprintf("%s: %v", name, a.Tiling)
	}
	return fmt.Sprintf("%s: none, for %s", name, a.Reason)
}

// try looks for a tiling of a puzzle.
func try(ctx context.Context, p *Puzzle) (Attempt, error) {
	a := Attempt{Board: p.Board()}
	if p.Err() != nil {
		a.Reason = strings.TrimPrefix(p.Err().Error(), "cover: ")
		return a, nil
	}
	t, r, err := p.Solver(dlx.Options{}).First(ctx)
	switch {
	case err == nil:
		a.Found, a.Tiling = true, t
	case errors.Is(err, dlx.ErrNoSolution) && p.Impossible() != "":
		a.Reason = p.Impossible()
	case errors.Is(err, dlx.ErrNoSolution):
		a.Reason = fmt.Sprintf("a search of %s has found none", count(int(r.Nodes), "node"))
	default:
		return a, err
	}
	return a, nil
}

// RepTiles lists the free polyominoes of n cells that tile their own enlargement
// by k, each with a tiling of the enlargement, in the order of shapes.Free. For
// k = 2, 3 and 4 there are
//
//	n = 3: 2, 2, 2    n = 4: 3, 3, 4    n = 5: 2, 2, 3
//	n = 6: 3, 3, 3    n = 7: 1, 1, 2    n = 8: 2, 2, 10
//
// The last of these takes some seconds, the others less. It panics unless n and
// k are positive. If ctx ends first, it returns those found so far with the error.
func RepTiles(ctx context.Context, n, k int) ([]Tiling, error) {
	if n < 1 || k < 1 {
		panic("cover: numbers of cells and enlargements are positive")
	}
	all, err := shapes.Enumerate(ctx, shapes.Square, n, shapes.Free)
	if err != nil {
		return nil, err
	}
	var list []Tiling
	for _, s := range all {
		a, err := try(ctx, Replica(s, k))
		if err != nil {
			return list, err
		}
		if a.Found {
			list = append(list, a.Tiling)
		}
	}
	return list, nil
}

// Replica is the puzzle to cover a shape, enlarged k times, by copies of itself.
func Replica(s shapes.Shape, k int) *Puzzle {
	return New(BoardOf(s.Scale(k).Normal().Named(""))).With(Pieces(s).Any())
}

// Rectangles tries all rectangles, the squarest first, whose area is that of a
// set of squares with fixed numbers of copies. It returns one attempt for each.
// If ctx ends first, it returns those that are decided with the error; long
// narrow rectangles are the hardest, and 5x63 by all fixed pentominoes takes more
// than minutes. It gives an error if the numbers of copies are not fixed.
func Rectangles(ctx context.Context, set Set) ([]Attempt, error) {
	area, most := set.area()
	if area != most || area == 0 {
		return nil, fmt.Errorf("cover: the pieces (%v) have no fixed area, so that there is no list of rectangles", set)
	}
	set = hardestFirst(set)
	root := 1
	for (root+1)*(root+1) <= area {
		root++
	}
	var list []Attempt
	for rows := root; rows >= 1; rows-- {
		if area%rows != 0 {
			continue
		}
		a, err := try(ctx, New(Rectangle(rows, area/rows)).With(set))
		if err != nil {
			return list, err
		}
		list = append(list, a)
	}
	return list, nil
}

// hardestFirst sorts pieces by how hard it is to fit others to them: by the
// number of their notches, cells outside that touch them on several sides. Where
// the solver is free to choose it tries options in their order, and it is well
// to have the easy pieces left at the end.
func hardestFirst(set Set) Set {
	notches := make(map[Piece]int, len(set))
	for _, p := range set {
		for _, c := range p.shape.Neighbors().Cells() {
			n := -1
			for _, d := range p.shape.Lattice().Neighbors(c) {
				if p.shape.Contains(d) {
					n++
				}
			}
			notches[p] += n
		}
	}
	set = slices.Clone(set)
	slices.SortStableFunc(set, func(p, q Piece) int {
		return cmp.Or(cmp.Compare(notches[q], notches[p]), cmp.Compare(q.shape.Perimeter(), p.shape.Perimeter()))
	})
	return set
}

// A Quest is a search for a smallest board, and what was excluded on the way.
type Quest struct {
	Found    bool
	Tiling   Tiling    // if one was found
	Excluded []Attempt // the smaller boards, each with its reason
	Most     int       // the area up to which was searched
}

// Order is the number of pieces in the tiling, 0 if none was found. For a single
// shape and rectangles it is called the order of the shape.
func (q Quest) Order() int { return len(q.Tiling.Placements) }

// String writes the result on one line.
func (q Quest) String() string {
	if !q.Found {
		return q.Summary()
	}
	return q.Summary() + ": " + q.Tiling.String()
}

// Summary writes the result without the placements of the tiling.
func (q Quest) Summary() string {
	if !q.Found {
		return fmt.Sprintf("none up to %s; %s excluded", count(q.Most, "cell"), count(len(q.Excluded), "board"))
	}
	return fmt.Sprintf("%v by %s, after %s were excluded", q.Tiling.Board, count(q.Order(), "piece"), count(len(q.Excluded), "board"))
}

// SmallestRectangle looks for the rectangle of the least area, up to most cells,
// that the pieces of a set can cover. Of rectangles of one area the longest comes
// first. What is smaller is excluded, each with its reason. If ctx ends first,
// it returns what is excluded so far with the error. Every rectangle needs a
// search, unless there is a proof; their number grows like most times its
// logarithm.
func SmallestRectangle(ctx context.Context, set Set, most int) (Quest, error) {
	q := Quest{Most: most}
	reached := set.areas(max(most, 0))
	for area := 1; area <= most; area++ {
		if !reached[area] {
			continue
		}
		for rows := 1; rows*rows <= area; rows++ {
			if area%rows != 0 {
				continue
			}
			a, err := try(ctx, New(Rectangle(rows, area/rows)).With(set))
			if err != nil {
				return q, err
			}
			if a.Found {
				q.Found, q.Tiling = true, a.Tiling
				return q, nil
			}
			q.Excluded = append(q.Excluded, a)
		}
	}
	return q, nil
}

// Order looks for the least number of copies of a polyomino, up to most, that
// tile a rectangle. If there is one, the polyomino is called rectifiable and
// the number, Quest.Order, its order: 2 for the L tromino, 10 for the Y
// pentomino. If ctx ends first, it returns what is excluded so far with the
// error.
func Order(ctx context.Context, s shapes.Shape, most int) (Quest, error) {
	return SmallestRectangle(ctx, Pieces(s).Between(1, unlimited), most*s.Size())
}

// A Dissection says whether a board can be cut into polyforms of one size.
type Dissection struct {
	Size int     // of the polyforms
	Any  Attempt // any free ones
	Once Attempt // free ones that all differ
}

// String writes the dissection on one line.
func (d Dissection) String() string {
	say := func(a Attempt) string {
		if a.Found {
			return a.Tiling.String()
		}
		return "none, for " + a.Reason
	}
	return fmt.Sprintf("size %d: any %s; all different %s", d.Size, say(d.Any), say(d.Once))
}

// Dissect decides for each size that divides the area of a board, from 1 to
// most, whether free polyforms of that size cover it. It takes the longer the
// greater most is; there are 369 octominoes. If ctx ends first, it returns what
// is decided so far with the error.
func Dissect(ctx context.Context, b Board, most int) ([]Dissection, error) {
	var list []Dissection
	for n := 1; n <= min(most, b.region.Size()); n++ {
		if b.region.Size()%n != 0 {
			continue
		}
		free, err := shapes.Enumerate(ctx, b.region.Lattice(), n, shapes.Free)
		if err != nil {
			return list, err
		}
		d := Dissection{Size: n}
		if d.Any, err = try(ctx, New(b).With(Pieces(free...).Any())); err != nil {
			return list, err
		}
		d.Once = Attempt{Board: b, Reason: "not even copies of any do"}
		if d.Any.Found {
			if d.Once, err = try(ctx, New(b).With(Pieces(free...).AtMost(1))); err != nil {
				return list, err
			}
		}
		list = append(list, d)
	}
	return list, nil
}
