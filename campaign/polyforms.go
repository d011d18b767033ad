// SPDX-License-Identifier: BSD-3-Clause

// Parts of enumerations of polyforms.
//
// A fixed polyform is at the place where its first cell in reading order has the coordinates X and
// Y 0. A part is given by cells that its polyforms contain and cells that they do not contain. It
// is written as cells: the first one, such as "0,0,0", and then steps as in Redelmeier's
// algorithm: "1,2,0" says that this is the first of the undecided neighbors, in reading order, that
// the polyform contains. The neighbors before it are then excluded. Undecided are the neighbors of
// the cells so far that are after the first cell and not excluded.
//
// A part is split by these neighbors, one part for each of them. A polyform of n cells that
// contains fewer cells so far has at least one further neighbor of them, since it is connected,
// and so it has a first one: it is in exactly one of the parts.
//
// A free polyform is counted in the part of the fixed polyform that represents it, and likewise a
// one-sided one; see shapes.Shape.Representative.
//
// Example: the whole of the square lattice consists of "0,0,0", that of "0,0,0 1,0,0" and
// "0,0,0 0,1,0", and in the second of these no polyform contains the cell 1,0,0.

package campaign

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"math"
	"math/big"
	"slices"
	"strconv"
	"strings"

	"polka/shapes"
)

const polyformsKind = "polyforms"

// A polyforms is the search for the polyforms of a number of cells.
type polyforms struct {
	goal    Goal
	lattice *shapes.Lattice
	cells   int
	class   shapes.Class
}

// Polyforms returns the search of the polyforms of n cells of a lattice, which must not be
// shapes.Tan, for a goal, Count or All. A polyform is written as by
// shapes.Shape.String, one on each line; those of a part are in order.
func Polyforms(l *shapes.Lattice, n int, class shapes.Class, goal Goal) (Search, error) {
	if err := checkGoal(goal, Count, All); err != nil {
		return nil, err
	}
	switch {
	case l == shapes.Tan:
		return nil, errors.New("campaign: an enumeration of polytans cannot be split")
	case n < 1 || n > mostCells:
		return nil, fmt.Errorf("campaign: expected polyforms of 1 to %d cells, got %d", mostCells, n)
	case class != shapes.Free && class != shapes.OneSided && class != shapes.Fixed:
		return nil, fmt.Errorf("campaign: expected the class free, one-sided or fixed, got %v", class)
	}
	return &polyforms{goal, l, n, class}, nil
}

// mostCells is the maximum number of cells. The count of a part must fit in 64 bits.
const mostCells = 40

// parsePolyforms is the inverse of Source.
func parsePolyforms(goal Goal, text string) (Search, error) {
	words := strings.Fields(text)
	if len(words) == 3 {
		l, err := shapes.LatticeByName(words[0])
		if err != nil {
			return nil, err
		}
		n, err := strconv.Atoi(words[1])
		for _, class := range []shapes.Class{shapes.Free, shapes.OneSided, shapes.Fixed} {
			if err == nil && class.String() == words[2] {
				return Polyforms(l, n, class, goal)
			}
		}
	}
	return nil, fmt.Errorf("campaign: expected a lattice, a number of cells and a class, such as square 12 free, got %q", text)
}

func (p *polyforms) Kind() string   { return polyformsKind }
func (p *polyforms) Goal() Goal     { return p.goal }
func (p *polyforms) Source() string { return fmt.Sprintf("%v %d %v", p.lattice, p.cells, p.class) }

// String returns a line about the search.
func (p *polyforms) String() string {
	return fmt.Sprintf("the %v polyforms of %d cells of the lattice %v", p.class, p.cells, p.lattice)
}

// A region is a part as its definition has it.
type region struct{ with, without []shapes.Cell }

// word writes a cell.
func word(c shapes.Cell) string { return fmt.Sprintf("%d,%d,%d", c.X, c.Y, c.Z) }

// parseCell is the inverse of word.
func parseCell(text string) (c shapes.Cell, err error) {
	numbers := strings.Split(text, ",")
	if len(numbers) == 3 {
		for i, to := range []*int{&c.X, &c.Y, &c.Z} {
			if *to, err = strconv.Atoi(numbers[i]); err != nil {
				break
			}
		}
		if err == nil && word(c) == text {
			return c, nil
		}
	}
	return c, fmt.Errorf("campaign: expected a cell such as 1,2,0, found %q", text)
}

// region returns the cells that a part is given by.
func (p *polyforms) region(part Part) (region, error) {
	var r region
	for text := range strings.FieldsSeq(string(part)) {
		c, err := parseCell(text)
		if err != nil {
			return r, err
		}
		choice := p.choice(r)
		at := slices.Index(choice, c)
		if at < 0 || len(r.with) == p.cells {
			return r, fmt.Errorf("campaign: part %q cannot contain the cell %s", part, text)
		}
		r.with = append(r.with, c)
		if len(r.with) > 1 {
			r.without = append(r.without, choice[:at]...)
		}
	}
	return r, nil
}

// choice returns the undecided neighbors of a region, in reading order, and at the beginning the
// possible first cells.
func (p *polyforms) choice(r region) []shapes.Cell {
	found := map[shapes.Cell]bool{}
	if len(r.with) == 0 {
		for kind := range p.lattice.NumKinds() {
			found[p.lattice.CellOfKind(kind)] = true
		}
	}
	for _, c := range r.with {
		for _, d := range p.lattice.Neighbors(c) {
			if r.with[0].Compare(d) < 0 {
				found[d] = true
			}
		}
	}
	for _, c := range slices.Concat(r.with, r.without) {
		delete(found, c)
	}
	return slices.SortedFunc(maps.Keys(found), shapes.Cell.Compare)
}

// Split splits a part by the undecided neighbors of its cells.
func (p *polyforms) Split(part Part) ([]Part, error) {
	r, err := p.region(part)
	if err != nil {
		return nil, err
	}
	if len(r.with) == p.cells {
		return nil, ErrWhole
	}
	parts := []Part{}
	for _, c := range p.choice(r) {
		parts = append(parts, part.and(word(c)))
	}
	return parts, nil
}

// Check checks that every cell that can be the first of the undecided neighbors in a polyform has
// a part of its own. The parts then have all polyforms, since they are connected, and share none.
func (p *polyforms) Check(whole Part, parts []Part) error {
	r, err := p.region(whole)
	if err != nil {
		return err
	}
	if len(r.with) == p.cells {
		return fmt.Errorf("campaign: part %q was split, but it is a single polyform", whole)
	}
	missing := map[shapes.Cell]bool{}
	if len(r.with) == 0 {
		for kind := range p.lattice.NumKinds() {
			missing[p.lattice.CellOfKind(kind)] = true
		}
	}
	for _, c := range r.with {
		for _, d := range p.lattice.Neighbors(c) {
			if r.with[0].Compare(d) < 0 && !slices.Contains(r.with, d) && !slices.Contains(r.without, d) {
				missing[d] = true
			}
		}
	}
	for _, part := range parts {
		text, ok := strings.CutPrefix(string(part), string(whole))
		text = strings.TrimPrefix(text, " ")
		if !ok || whole.and(text) != part {
			return fmt.Errorf("campaign: part %q is not a part of %q", part, whole)
		}
		c, err := parseCell(text)
		if err != nil {
			return err
		}
		if !missing[c] {
			return fmt.Errorf("campaign: part %q occurs twice in %q, or its last cell is not an undecided neighbor", part, whole)
		}
		delete(missing, c)
	}
	for c := range missing {
		return fmt.Errorf("campaign: the parts of %q leave out the cell %s", whole, word(c))
	}
	return nil
}

// probeCells is the number of cells that are added to a part to estimate its size.
const probeCells = 3

// Estimate extrapolates from the number of fixed polyforms with a few more cells.
func (p *polyforms) Estimate(ctx context.Context, part Part) (float64, error) {
	r, err := p.region(part)
	if err != nil {
		return 0, err
	}
	if len(r.with) == 0 {
		return math.Inf(1), nil
	}
	n := min(p.cells, len(r.with)+probeCells)
	count, err := shapes.CountContaining(ctx, p.lattice, n, shapes.Fixed, r.with, r.without)
	if err != nil {
		return 0, err
	}
	size, _ := new(big.Float).SetInt(count).Float64()
	// With each cell the number of polyforms of a lattice grows by about its number of neighbors.
	growth := float64(len(p.lattice.Neighbors(r.with[0])))
	return size * math.Pow(growth, float64(p.cells-n)), nil
}

// Solve counts or lists the polyforms of a part.
func (p *polyforms) Solve(ctx context.Context, part Part) (Result, error) {
	r, err := p.region(part)
	if err != nil {
		return Result{}, err
	}
	if len(r.with) > 0 {
		return p.solve(ctx, r)
	}
	// The whole, which has no first cell yet.
	var all []Result
	for _, c := range p.choice(r) {
		one, err := p.solve(ctx, region{with: []shapes.Cell{c}})
		if err != nil {
			return Result{}, err
		}
		all = append(all, one)
	}
	return p.join(all)
}

// solve is Solve for a part with a first cell.
func (p *polyforms) solve(ctx context.Context, r region) (Result, error) {
	if p.goal == Count {
		n, err := shapes.CountContaining(ctx, p.lattice, p.cells, p.class, r.with, r.without)
		return Result{Count: n}, err
	}
	l := &listing{}
	err := shapes.EachContaining(ctx, p.lattice, p.cells, p.class, r.with, r.without, l.add)
	return l.result(err)
}

// join adds up results.
func (p *polyforms) join(all []Result) (Result, error) {
	sum := Result{Count: new(big.Int)}
	var lines []string
	for _, r := range all {
		sum.Count.Add(sum.Count, r.Count)
		lines = slices.AppendSeq(lines, strings.Lines(string(r.Data)))
	}
	slices.Sort(lines)
	if p.goal == All {
		sum.Data = []byte(strings.Join(lines, ""))
		if len(sum.Data) > maxData {
			return Result{}, ErrLarge
		}
	}
	return sum, nil
}

// A listing collects the lines of polyforms.
type listing struct {
	lines []string
	size  int
}

func (l *listing) add(s shapes.Shape) bool {
	line := s.String() + "\n"
	l.lines = append(l.lines, line)
	l.size += len(line)
	return l.size <= maxData
}

// result sorts the lines.
func (l *listing) result(err error) (Result, error) {
	if l.size > maxData {
		return Result{}, ErrLarge
	}
	if err != nil {
		return Result{}, err
	}
	slices.Sort(l.lines)
	return Result{big.NewInt(int64(len(l.lines))), []byte(strings.Join(l.lines, ""))}, nil
}

// SolveAgain visits the polyforms of a part by its definition, one cell after the other, and
// compares each one with all of its images.
func (p *polyforms) SolveAgain(ctx context.Context, part Part) (Result, error) {
	r, err := p.region(part)
	if err != nil {
		return Result{}, err
	}
	total := new(big.Int)
	one := big.NewInt(1)
	l := &listing{}
	var extend func(r region) bool
	extend = func(r region) bool {
		if ctx.Err() != nil {
			return false
		}
		if len(r.with) == p.cells {
			s := shapes.New(p.lattice, r.with...).Normal()
			if !s.Representative(p.class) {
				return true
			}
			total.Add(total, one)
			return p.goal == Count || l.add(s.Canonical(p.class))
		}
		choice := p.choice(r)
		for i, c := range choice {
			next := region{with: append(slices.Clone(r.with), c), without: r.without}
			if len(r.with) > 0 {
				next.without = append(slices.Clone(r.without), choice[:i]...)
			}
			if !extend(next) {
				return false
			}
		}
		return true
	}
	extend(r)
	if p.goal == All {
		return l.result(ctx.Err())
	}
	return Result{Count: total}, ctx.Err()
}

// inside reports whether a polyform at this orientation is in a region.
func (p *polyforms) inside(s shapes.Shape, g region) bool {
	cells := s.Cells()
	first := slices.MinFunc(cells, shapes.Cell.Compare)
	shift := p.lattice.PeriodOf(first)
	has := func(c shapes.Cell) bool {
		return slices.Contains(cells, shapes.Cell{X: c.X + shift.X, Y: c.Y + shift.Y, Z: c.Z + shift.Z})
	}
	// The first cells, which may be of several kinds, must be the same.
	if len(g.with) > 0 && p.lattice.KindOf(first) != p.lattice.KindOf(g.with[0]) {
		return false
	}
	for _, c := range g.with {
		if !has(c) {
			return false
		}
	}
	return !slices.ContainsFunc(g.without, has)
}

// Confirm checks polyforms by the definition.
func (p *polyforms) Confirm(part Part, r Result) error {
	if p.goal == Count {
		return nil
	}
	g, err := p.region(part)
	if err != nil {
		return err
	}
	lines, before := int64(0), ""
	for line := range strings.Lines(string(r.Data)) {
		s, err := shapes.Parse(strings.TrimSuffix(line, "\n"))
		if err != nil {
			return err
		}
		if lines++; line <= before && lines > 1 {
			return fmt.Errorf("campaign: the polyforms of part %q are not different and in order", part)
		}
		before = line
		inside := s.Lattice() == p.lattice && s.Size() == p.cells && s.Connected() && s.Canonical(p.class).Equal(s)
		if !inside || !slices.ContainsFunc(s.Orientations(p.class), func(t shapes.Shape) bool {
			return t.Representative(p.class) && p.inside(t, g)
		}) {
			return fmt.Errorf("campaign: %v is not a polyform of part %q", s, part)
		}
	}
	if !r.Count.IsInt64() || r.Count.Int64() != lines {
		return fmt.Errorf("campaign: part %q has %d polyforms in the store, expected %v", part, lines, r.Count)
	}
	return nil
}
