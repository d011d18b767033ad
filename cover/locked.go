// The problem. A tiling of a rectangle comes with three more, its images under
// the symmetries of the board, and a tiling of a cube with 23 or 47 more. The
// search should not find all of them.
//
// The source. Common practice, as when the X pentomino is kept in one quarter
// of the 6x10 rectangle: J. and C. B. Haselgrove, A computer program for
// pentominoes, Eureka 23 (1960); Knuth, section 7.2.2.1, has it for the same
// problem. It is exact only where symmetric placements are thought of.
//
// The idea. Take a piece that is there once: the lock. The symmetries of the
// board take a placement p of the lock to others, its orbit. They take the
// tilings with p to those with any other placement of the orbit, one to one.
// So it is enough to know the number of tilings with one placement of each
// orbit, its representative, and to multiply by the length of the orbit.
// Representatives with orbits of one length are counted in one go.
//
// To visit tilings up to symmetry, visit those with representatives only. Two
// of them are the same up to symmetry only if a symmetry that takes one to the
// other leaves the lock where it is, so that only those few, the stabilizer of
// the placement, need to be tried.
//
// The cost. With g symmetries about 1/g of the nodes: for the pentominoes in
// the 6x10 rectangle 0.25, with the X as the lock.

package cover

import (
	"context"
	"math/big"
	"slices"

	"polka/dlx"
	"polka/shapes"
)

// A symmetry of the board takes the placement k to the placement image[k].
type symmetry struct {
	isometry shapes.Isometry
	image    []int
}

// symmetries lists the symmetries of the board but the identity.
func (p *Puzzle) symmetries() []symmetry {
	number := make(map[Placement]int, len(p.places))
	for k, place := range p.places {
		number[place] = k
	}
	var group []symmetry
	for _, g := range p.board.Symmetries() {
		if g.Identity() {
			continue
		}
		image := make([]int, len(p.places))
		for k, place := range p.places {
			// Since every orientation of a piece is allowed, the image of a
			// placement is a placement as well.
			image[k] = number[Placement{place.Piece, g.Apply(place.Shape)}]
		}
		group = append(group, symmetry{g, image})
	}
	return group
}

// chooseLock returns the piece with the fewest placements of those that are
// there once, or -1 if it is of no use to lock one.
func (p *Puzzle) chooseLock() int {
	if len(p.group) == 0 || len(p.pieces) == 1 {
		return -1
	}
	lock, least := -1, 0
	for i, q := range p.pieces {
		n := 0
		for _, place := range p.places {
			if place.Piece == q.shape {
				n++
			}
		}
		if q.copies == 1 && (lock < 0 || n < least) {
			lock, least = i, n
		}
	}
	return lock
}

// orbit lists the distinct placements to which the symmetries take placement
// k, in increasing order.
func (p *Puzzle) orbit(k int) []int {
	list := []int{k}
	for _, g := range p.group {
		list = append(list, g.image[k])
	}
	slices.Sort(list)
	return slices.Compact(list)
}

// A part of a puzzle is the problem of its tilings with some placements of the
// lock.
type part struct {
	problem *dlx.Problem
	number  []int // number[k] is the placement of option k
	times   int64 // how many tilings each solution stands for
}

// whole is the puzzle as a part of itself.
func (p *Puzzle) whole() part {
	number := make([]int, len(p.places))
	for k := range number {
		number[k] = k
	}
	return part{p.problem, number, 1}
}

// restrict makes the part with those placements of the lock that are
// representatives of orbits of the given length, or of all orbits if it is 0.
func (p *Puzzle) restrict(length int) part {
	r := part{problem: dlx.New(p.items...), times: int64(max(length, 1))}
	for k, place := range p.places {
		if place.Piece == p.pieces[p.lock].shape {
			if orbit := p.orbit(k); orbit[0] != k || length != 0 && len(orbit) != length {
				continue
			}
		}
		r.problem = r.problem.Option(p.problem.OptionText(k))
		r.number = append(r.number, k)
	}
	return r
}

// parts cuts the puzzle by the lengths of the orbits of the lock's placements,
// the longest first.
func (p *Puzzle) parts() []part {
	if p.lock < 0 {
		return []part{p.whole()}
	}
	var lengths []int
	for k, place := range p.places {
		if place.Piece == p.pieces[p.lock].shape {
			lengths = append(lengths, len(p.orbit(k)))
		}
	}
	slices.Sort(lengths)
	lengths = slices.Compact(lengths)
	slices.Reverse(lengths)
	parts := make([]part, len(lengths))
	for i, n := range lengths {
		parts[i] = p.restrict(n)
	}
	return parts
}

// count returns the number of all tilings, or of those found before the error.
func (s *Solver) count(ctx context.Context) (*big.Int, error) {
	sum := new(big.Int)
	s.locked = s.puzzle.lock >= 0
	for _, part := range s.puzzle.parts() {
		n, err := s.run(part.problem, 0).Count(ctx)
		sum.Add(sum, n.Mul(n, big.NewInt(part.times)))
		if err != nil {
			return sum, err
		}
	}
	return sum, nil
}

// distinct visits one tiling of each class, given by the numbers of its
// placements.
func (s *Solver) distinct(ctx context.Context, visit func([]int) bool) error {
	p := s.puzzle
	part := p.whole()
	if p.lock >= 0 {
		part = p.restrict(0)
		s.locked = true
	}
	return s.run(part.problem, 0).Each(ctx, func(found dlx.Solution) bool {
		numbers := found.Options()
		for i, k := range numbers {
			numbers[i] = part.number[k]
		}
		return !p.leads(numbers) || visit(p.least(numbers))
	})
}

// all returns all tilings, given by the numbers of their placements, in
// increasing order. It searches for those with representatives of the lock, and
// moves them.
func (s *Solver) all(ctx context.Context) ([][]int, error) {
	p := s.puzzle
	s.locked = true
	part := p.restrict(0)
	var list [][]int
	err := s.run(part.problem, 0).Each(ctx, func(found dlx.Solution) bool {
		numbers := found.Options()
		locked := -1
		for i, k := range numbers {
			numbers[i] = part.number[k]
			if p.places[numbers[i]].Piece == p.pieces[p.lock].shape {
				locked = numbers[i]
			}
		}
		list = append(list, numbers)
		reached := []int{locked}
		for _, g := range p.group {
			if to := g.image[locked]; !slices.Contains(reached, to) {
				reached = append(reached, to)
				list = append(list, g.apply(numbers))
			}
		}
		return true
	})
	slices.SortFunc(list, slices.Compare)
	return list, err
}

// leads reports whether a tiling with a representative of the lock is to stand
// for its class: no symmetry that leaves the lock where it is takes it to a
// tiling before it.
func (p *Puzzle) leads(numbers []int) bool {
	locked := -1
	for _, k := range numbers {
		if p.lock >= 0 && p.places[k].Piece == p.pieces[p.lock].shape {
			locked = k
		}
	}
	for _, g := range p.group {
		if locked >= 0 && g.image[locked] != locked {
			continue
		}
		if slices.Compare(g.apply(numbers), numbers) < 0 {
			return false
		}
	}
	return true
}

// least is the least of the images of a tiling.
func (p *Puzzle) least(numbers []int) []int {
	least := numbers
	for _, g := range p.group {
		if moved := g.apply(numbers); slices.Compare(moved, least) < 0 {
			least = moved
		}
	}
	return least
}

// apply gives the images of placements, in increasing order.
func (g symmetry) apply(numbers []int) []int {
	moved := make([]int, len(numbers))
	for i, k := range numbers {
		moved[i] = g.image[k]
	}
	slices.Sort(moved)
	return moved
}
