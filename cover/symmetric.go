// SPDX-License-Identifier: BSD-3-Clause

// The problem. How many tilings have which symmetry? Which tilings have a given one?
//
// The idea. For every subgroup H of the symmetries of a puzzle, the quotient of the puzzle by H
// counts the tilings that H leaves as they are; their own groups contain H. The tilings whose
// group is exactly H follow by Moebius inversion over the lattice of subgroups: from the largest
// H to the smallest, subtract from the number for H those for the groups that contain it.
// Conjugate subgroups have equally many, so that one of each class is counted.
//
// The source. W. Burnside, Theory of Groups of Finite Order, second edition (1911), chapter XII
// (his table of marks); P. J. Cameron, Combinatorics (1994), section 12.7, for the inversion.
//
// An example. The 4x4 square has 36 tilings by dominoes. 8 of them are unchanged by the half
// turn, 12 by each of two reflections, 6 by both, and 2 by the quarter turns. So 6 have the group
// of both reflections, 2 x (12-6) that of a single one, 2 that of the quarter turns, 8-6-2 = 0
// that of the half turn, and 16 have no symmetry. Divided by the numbers of their images they are
// 3 + 3 + 1 + 2 = 9 up to symmetry.

package cover

import (
	"context"
	"errors"
	"fmt"
	"math/big"
	"slices"
	"strings"

	"polka/dlx"
	"polka/internal/plural"
	"polka/shapes"
)

// A SymmetryCount has the numbers of tilings of one class of conjugate groups of symmetries.
type SymmetryCount struct {
	// Symmetries is one of the groups, the identity first. It is nil if the puzzle has maps of
	// cells instead of isometries, as WithPlacements and FromProblem allow.
	Symmetries []shapes.Isometry

	Order     int // the number of symmetries in a group, as far as they differ on cells and pieces
	NumGroups int // the number of groups in the class

	Unchanged *big.Int // tilings that a given group of the class leaves as they are
	Exactly   *big.Int // tilings whose group of symmetries belongs to the class
	Distinct  *big.Int // these up to symmetry: Exactly divided by the number of images of each
}

// String returns the numbers on one line, such as "4 tilings, 2 up to symmetry, with turn by 180
// degrees".
func (c SymmetryCount) String() string {
	return fmt.Sprintf("%s, %v up to symmetry, with %s", plural.Big(c.Exactly, "tiling"), c.Distinct, c.Group())
}

// Group describes the symmetries, except the identity: "turn by 180 degrees". Equal descriptions
// are counted.
func (c SymmetryCount) Group() string {
	if c.Order == 1 {
		return "no symmetry"
	}
	if c.Symmetries == nil {
		return fmt.Sprintf("%d symmetries", c.Order)
	}
	var words []string
	times := map[string]int{}
	for _, g := range c.Symmetries {
		if g.Identity() {
			continue
		}
		text := g.Description()
		if times[text]++; times[text] == 1 {
			words = append(words, text)
		}
	}
	for i, text := range words {
		if n := times[text]; n > 1 {
			words[i] = fmt.Sprintf("%d x %s", n, text)
		}
	}
	return strings.Join(words, ", ")
}

// CountBySymmetry returns the numbers of tilings for each class of conjugate groups of
// symmetries, small groups first: how many tilings have exactly such a group, and how many those
// are up to symmetry. Tilings are counted by quotients, without a list of them, by the same
// engines as Count; only the count for the trivial group takes as long as Count. Imported
// problems are listed. The sums of Exactly and Distinct are the numbers of Counts. If ctx ends
// first, it returns its error and no numbers.
//
// The symmetries are those of [Puzzle.Counts]: isometries of the board that take placements to
// placements, and mirror twins to each other.
func (p *Puzzle) CountBySymmetry(ctx context.Context) ([]SymmetryCount, error) {
	list, _, err := p.Solver(dlx.Options{}).CountBySymmetry(ctx)
	return list, err
}

// CountBySymmetry is [Puzzle.CountBySymmetry] with the options of the solver, of which it ignores
// the limit. It cannot be saved or resumed.
func (s *Solver) CountBySymmetry(ctx context.Context) ([]SymmetryCount, dlx.Result, error) {
	r := s.begin()
	list, err := r.bySymmetry(ctx)
	return list, r.result(), err
}

func (r *run) bySymmetry(ctx context.Context) ([]SymmetryCount, error) {
	p := r.puzzle
	if p.err != nil {
		return nil, p.err
	}
	if r.resumable() {
		return nil, errors.New("cover: a count by symmetry cannot be saved or resumed")
	}
	p.symmetric()
	f, group := newFinite(p.group, len(p.cells), len(p.pieces))
	classes, err := f.conjugacies()
	if err != nil {
		return nil, err
	}
	list := make([]SymmetryCount, len(classes))
	for i, c := range classes {
		list[i] = SymmetryCount{Order: c[0].order(), NumGroups: len(c), Unchanged: new(big.Int)}
		list[i].Symmetries = p.isometriesOf(group, c[0])
	}
	if !r.hopeless() {
		if err := r.unchanged(ctx, list, classes, group); err != nil {
			return nil, err
		}
	}
	for i := len(classes) - 1; i >= 0; i-- {
		exactly := new(big.Int).Set(list[i].Unchanged)
		for j := i + 1; j < len(classes); j++ {
			for _, larger := range classes[j] {
				if classes[i][0].within(larger) {
					exactly.Sub(exactly, list[j].Exactly)
				}
			}
		}
		list[i].Exactly = exactly // for one group
	}
	for i := range list {
		c := &list[i]
		c.Exactly = new(big.Int).Mul(c.Exactly, big.NewInt(int64(c.NumGroups)))
		c.Distinct = new(big.Int).Mul(c.Exactly, big.NewInt(int64(c.Order)))
		c.Distinct.Quo(c.Distinct, big.NewInt(int64(len(group))))
	}
	return list, nil
}

// unchanged counts the tilings that the first group of each class leaves as they are.
func (r *run) unchanged(ctx context.Context, list []SymmetryCount, classes []conjugacy, group []symmetry) (err error) {
	p := r.puzzle
	if p.imported {
		return r.eachPart(ctx, p.exactCover(), 0, func(found dlx.Solution) bool {
			numbers := p.laid(found)
			for i, c := range classes {
				if p.keeps(c[0].of(group), numbers) {
					list[i].Unchanged.Add(list[i].Unchanged, big.NewInt(1))
				}
			}
			return true
		})
	}
	r.parts += len(classes) - 1
	if list[0].Unchanged, err = r.count(ctx); err != nil {
		return err
	}
	r.found = new(big.Int).Set(list[0].Unchanged)
	r.times = 0 // what is found from here on are no further tilings
	for i := 1; i < len(classes) && err == nil; i++ {
		list[i].Unchanged, err = r.countFixed(ctx, classes[i][0].of(group))
	}
	return err
}

// of lists the elements but the identity.
func (s subgroup) of(group []symmetry) []symmetry {
	var list []symmetry
	for _, k := range s.elements()[1:] {
		list = append(list, group[k])
	}
	return list
}

// keeps reports whether symmetries leave a tiling as it is.
func (p *Puzzle) keeps(group []symmetry, numbers []int) bool {
	for _, g := range group {
		if !slices.Equal(g.apply(numbers), numbers) {
			return false
		}
	}
	return true
}

// isometriesOf lists the isometries that are elements of a subgroup.
func (p *Puzzle) isometriesOf(group []symmetry, s subgroup) []shapes.Isometry {
	if p.given != nil || p.imported {
		return nil
	}
	member := map[string]bool{}
	for _, k := range s.elements() {
		member[key(0, group[k].cell, "")] = true
	}
	var list []shapes.Isometry
	for _, g := range p.board.Symmetries() {
		if member[key(0, p.permute(g), "")] {
			list = append(list, g)
		}
	}
	return list
}

// EachSymmetric calls visit with every tiling that all of the given isometries leave as it is,
// until visit returns false. They must be symmetries of the board, as [Board.Symmetries] returns
// them, and take placements to placements; otherwise there is an error. It searches for tilings
// of the quotient, which takes much less time than a search for all tilings.
func (p *Puzzle) EachSymmetric(ctx context.Context, symmetries []shapes.Isometry, visit func(Tiling) bool) error {
	p.symmetric()
	if p.err != nil {
		return p.err
	}
	f, group := newFinite(p.group, len(p.cells), len(p.pieces))
	own := p.board.Symmetries()
	var generators []int
	for _, g := range symmetries {
		if g.Lattice() != p.board.region.Lattice() || p.given != nil || p.imported {
			return fmt.Errorf("cover: %v is not a symmetry of the puzzle", g)
		}
		i := -1
		if slices.Contains(own, g) {
			cells := p.permute(g)
			i = slices.IndexFunc(group, func(s symmetry) bool { return slices.Equal(s.cell, cells) })
		}
		if i < 0 {
			return fmt.Errorf("cover: %v is not a symmetry of the puzzle", g)
		}
		generators = append(generators, i)
	}
	s := f.generated(generators...)
	if s.order() == 1 {
		_, err := p.exactCover().Solver(dlx.Options{}).Each(ctx, func(found dlx.Solution) bool { return visit(p.Decode(found)) })
		return err
	}
	if p.Impossible() != "" {
		return nil
	}
	going := true
	for _, q := range p.quotients(s.of(group)) {
		if q.problem.NumPrimary() == 0 { // no piece is used, no cell need be covered
			if going = visit(p.tiling(nil)); !going {
				return nil
			}
			continue
		}
		_, err := q.problem.Solver(dlx.Options{}).Each(ctx, func(found dlx.Solution) bool {
			going = visit(p.tiling(q.laid(found)))
			return going
		})
		if err != nil || !going {
			return err
		}
	}
	return nil
}
