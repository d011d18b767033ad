// SPDX-License-Identifier: BSD-3-Clause

// Coronas by clauses.
//
// Some shapes have so many first coronas that to look for a further corona of each of them takes
// hours, although they all fail for a few reasons. For these the question whether k coronas exist
// is put as clauses, from which a solver learns the reasons (internal/sat). The method is that of
// C. S. Kaplan, "Heesch numbers of unmarked polyforms", Contributions to Discrete Mathematics 17,
// 2022, arXiv 2105.09438.
//
// Let the patch j consist of the shape and its first j coronas. A variable says that a copy belongs
// to the patch j. The clauses are:
//
//   - a copy of the patch j belongs to the patch j+1;
//   - copies of the patch k do not overlap;
//   - each cell around the shape is covered by a copy of the patch 1, and each cell around a copy of
//     the patch j, j < k, by one of the patch j+1;
//   - a pair of copies of the patch j that touch is (k-j)-fold, as far as is known;
//   - where holes matter, a copy of the patch j touches one of the patch j-1.
//
// Every solution has k coronas: the copies that touch the shape, those that touch these, and so on.
// If one of its patches has a hole where none is allowed, a clause is added that says: the copies
// around the hole do not all belong to the patch, or one of those that fit into the hole belongs to
// it too. Then the solver continues.
//
// Example: a shape of eight hexagons with 276 neighbors that may occur in a first corona has 5000
// copies that may occur in the first two, and a million pairs of them overlap.

package plane

import (
	"context"

	"polka/plane/internal/sat"
	"polka/shapes"
)

// A levels is the problem whether a tile has a number of coronas.
type levels struct {
	*analysis
	coronas int
	noHoles int // the patches up to this one have no holes; those after it need not be connected
	solver  *sat.Solver

	copies []motion
	level  []int       // by copy: the first patch to which it may belong
	in     [][]sat.Lit // by copy and patch, from its level on: whether it belongs to the patch
	number map[motion]int
	near   [][]int32 // by copy: those that touch it
}

// mostPlaced is the largest number of copies, and mostConflicts the largest number of conflicts,
// for which the clauses are expected to help.
const (
	mostPlaced    = 40000
	mostConflicts = 400000
)

// solve looks for so many coronas, of which the patches up to noHoles have no holes. A tiling has
// solutions for noHoles = 0; the copies around one of its tiles might enclose a further one. If
// decided is false, the problem is too large, or ctx ended.
func (a *analysis) solve(ctx context.Context, coronas, noHoles int) (list [][]motion, found, decided bool) {
	s := &levels{analysis: a, coronas: coronas, noHoles: noHoles, solver: sat.New(), number: make(map[motion]int)}
	if !s.place(ctx) || !s.constrain(ctx) {
		if a.err == nil {
			a.err = ctx.Err()
		}
		return nil, false, false
	}
	for {
		found, decided = s.solver.Solve(ctx, max(1, mostConflicts-s.solver.Conflicts))
		if !found || !decided {
			if ctx.Err() != nil {
				a.err = ctx.Err()
			}
			return nil, found, decided
		}
		list = s.solution()
		if !s.forbidHole(list) {
			return list, true, true
		}
	}
}

// permitted reports whether copies of the patch j may touch as the tile and its neighbor r.
func (s *levels) permitted(ctx context.Context, j int, r int32) bool {
	return s.allowed(ctx, s.coronas-j, r) && !(j <= s.noHoles && s.enclose(r))
}

// place lists the copies and their variables. A copy that may belong to an earlier patch may also
// belong only to the patch j-1, where more of its neighbors are permitted: these are added for the
// patch j. Copies that touch the shape belong to the patch 1, or to none.
func (s *levels) place(ctx context.Context) bool {
	for j := 1; j <= s.coronas; j++ {
		from := s.copies
		if j == 1 {
			from = []motion{identity}
		}
		var all, later []motion // the neighbors that are permitted, and those that were not before
		for i, n := range s.neighbors {
			if s.permitted(ctx, j, int32(i)) {
				all = append(all, n)
				if j > 1 && !s.permitted(ctx, j-1, int32(i)) {
					later = append(later, n)
				}
			}
		}
		for i, m := range from {
			list := all
			if j > 1 && s.level[i] < j-1 {
				if list = later; s.level[i] == 1 {
					continue
				}
			}
			for _, n := range list {
				q := s.canonical(s.after(m, n))
				if _, ok := s.number[q]; ok || s.relationOf(q) == overlapping || j > 1 && s.relationOf(q) >= 0 {
					continue
				}
				s.number[q] = len(s.copies)
				s.copies, s.level = append(s.copies, q), append(s.level, j)
			}
			if len(s.copies) > mostPlaced || s.interrupted(ctx) {
				return false
			}
		}
	}
	for i := range s.copies {
		var list []sat.Lit
		for j := s.level[i]; j <= s.coronas; j++ {
			l := s.solver.Var()
			if n := len(list); n > 0 {
				s.solver.AddPair(list[n-1].Not(), l)
			}
			list = append(list, l)
		}
		s.in = append(s.in, list)
	}
	return true
}

// belongs returns the literal that says that a copy belongs to the patch j, if it may.
func (s *levels) belongs(i, j int) (sat.Lit, bool) {
	if j < s.level[i] {
		return 0, false
	}
	return s.in[i][j-s.level[i]], true
}

// constrain adds the clauses.
func (s *levels) constrain(ctx context.Context) bool {
	covering := make(map[cell][]int32)
	for i, m := range s.copies {
		for _, c := range s.forms[m.op] {
			c.x, c.y = c.x+m.x, c.y+m.y
			covering[c] = append(covering[c], int32(i))
		}
	}
	s.near = make([][]int32, len(s.copies))
	seen := make([]int32, len(s.copies))
	for i, m := range s.copies {
		if s.interrupted(ctx) || ctx.Err() != nil {
			return false
		}
		meet := func(c cell) {
			for _, k := range covering[c] {
				if int(k) >= i || seen[k] == int32(i)+1 {
					continue
				}
				seen[k] = int32(i) + 1
				r := s.relationBetween(m, s.copies[k])
				if r == overlapping {
					s.solver.AddPair(s.last(i).Not(), s.last(int(k)).Not())
					continue
				}
				s.near[i], s.near[k] = append(s.near[i], k), append(s.near[k], int32(i))
				for j := s.coronas; j >= max(s.level[i], s.level[k]); j-- {
					if !s.permitted(ctx, j, r) {
						p, _ := s.belongs(i, j)
						q, _ := s.belongs(int(k), j)
						s.solver.AddPair(p.Not(), q.Not())
						break
					}
				}
			}
		}
		for _, c := range s.forms[m.op] {
			meet(cell{c.x + m.x, c.y + m.y, c.kind})
		}
		for _, h := range s.halo {
			meet(s.apply(m, h))
		}
	}
	cover := func(c cell, j int, unless ...sat.Lit) {
		clause := unless
		for _, k := range covering[c] {
			if l, ok := s.belongs(int(k), j); ok {
				clause = append(clause, l)
			}
		}
		s.solver.Add(clause...)
	}
	inside := make(map[cell]bool)
	for _, c := range s.cells {
		inside[c] = true
	}
	for _, h := range s.halo {
		cover(h, 1)
	}
	for i, m := range s.copies {
		for j := s.level[i]; j <= s.coronas; j++ {
			l, _ := s.belongs(i, j)
			if j < s.coronas {
				for _, h := range s.halo {
					if c := s.apply(m, h); !inside[c] {
						cover(c, j+1, l.Not())
					}
				}
			}
			if j > 1 && j <= s.noHoles {
				clause := []sat.Lit{l.Not()}
				for _, k := range s.near[i] {
					if q, ok := s.belongs(int(k), j-1); ok {
						clause = append(clause, q)
					}
				}
				if s.level[i] > 1 { // the others touch the shape
					s.solver.Add(clause...)
				}
			}
		}
	}
	return s.err == nil
}

// last returns the literal that says that a copy belongs to the last patch.
func (s *levels) last(i int) sat.Lit { return s.in[i][len(s.in[i])-1] }

// solution returns the coronas of the solution.
func (s *levels) solution() [][]motion {
	placed := make([]bool, len(s.copies))
	for i := range s.copies {
		placed[i] = s.solver.True(s.last(i))
	}
	var list [][]motion
	var before []int
	for j := range s.coronas {
		var now []int
		add := func(i int) {
			if placed[i] {
				placed[i] = false
				now = append(now, i)
			}
		}
		if j == 0 {
			for i := range s.copies {
				if s.level[i] == 1 {
					add(i)
				}
			}
		}
		for _, i := range before {
			for _, k := range s.near[i] {
				add(int(k))
			}
		}
		var corona []motion
		for _, i := range now {
			corona = append(corona, s.copies[i])
		}
		list = append(list, corona)
		before = now
	}
	return list
}

// forbidHole adds clauses against the holes of the first patch that has a hole and must not, and
// reports whether there is one.
func (s *levels) forbidHole(list [][]motion) bool {
	patch := []motion{identity}
	for j := 1; j <= s.noHoles; j++ {
		patch = append(patch, list[j-1]...)
		holes := s.holesOf(patch)
		for _, hole := range holes {
			var clause []sat.Lit
			around := make(map[cell]bool)
			for c := range hole {
				for _, d := range s.grid.near[c.kind] {
					if d = (cell{c.x + d.x, c.y + d.y, d.kind}); !hole[d] {
						around[d] = true
					}
				}
			}
			for _, m := range patch[1:] {
				for _, c := range s.forms[m.op] {
					if around[cell{c.x + m.x, c.y + m.y, c.kind}] {
						l, _ := s.belongs(s.number[m], j)
						clause = append(clause, l.Not())
						break
					}
				}
			}
		next:
			for i, m := range s.copies {
				l, ok := s.belongs(i, j)
				if !ok {
					continue
				}
				for _, c := range s.forms[m.op] {
					if !hole[cell{c.x + m.x, c.y + m.y, c.kind}] {
						continue next
					}
				}
				clause = append(clause, l)
			}
			s.solver.Add(clause...)
		}
		if len(holes) > 0 {
			return true
		}
	}
	return false
}

// holesOf returns the holes of a patch.
func (s *levels) holesOf(patch []motion) []map[cell]bool {
	var cells []shapes.Cell
	for _, m := range patch {
		for _, c := range s.forms[m.op] {
			cells = append(cells, shapes.Cell{X: c.x + m.x, Y: c.y + m.y, Z: c.kind})
		}
	}
	var list []map[cell]bool
	for _, hole := range shapes.New(s.lattice, cells...).Holes() {
		set := make(map[cell]bool)
		for _, c := range hole.Cells() {
			set[cell{c.X, c.Y, c.Z}] = true
		}
		list = append(list, set)
	}
	return list
}
