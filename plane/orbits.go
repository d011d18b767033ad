// SPDX-License-Identifier: BSD-3-Clause

package plane

import (
	"context"
	"encoding/binary"
	"fmt"
	"slices"

	"polka/shapes"
)

// EachPeriodic calls visit for every tiling of the plane by the shape with exactly so many copies
// in its smallest period, once for all that an isometry of the lattice maps to each other, until
// visit returns false. The search is complete. The number of tilings can grow exponentially with
// the number of copies, and takes some hundred bytes for each. It is an error if the number is not
// positive, or the shape is one for which [FindTranslations] panics.
func EachPeriodic(ctx context.Context, s shapes.Shape, copies int, visit func(Tiling) bool) error {
	if err := checkCopies(copies); err != nil {
		return err
	}
	t, _, err := disk(s)
	if err != nil {
		return err
	}
	a := newAnalysis(t)
	a.eachTiling(ctx, copies, visit)
	return a.err
}

// eachTiling visits the tilings with so many copies in their smallest period, one of each class.
func (a *analysis) eachTiling(ctx context.Context, copies int, visit func(Tiling) bool) {
	seen := map[string]bool{}
	depth := 1
	if copies <= 2 {
		depth = 0 // as in FindPeriodic
	}
	a.eachPeriodic(ctx, copies, depth, func(t *torus) bool {
		tiling := a.tiling(t.period, slices.Clone(t.copies))
		if len(tiling.copies) < copies {
			return true
		}
		name := tiling.class()
		if seen[name] {
			return true
		}
		seen[name] = true
		return visit(tiling)
	})
}

// class returns a name that two tilings by the same shape have in common exactly if an isometry
// maps one to the other. The isometry maps the shape itself to a copy, so that the name is the
// least of those with each copy in place of the shape, in each way if it is symmetric.
func (t Tiling) class() string {
	var least []byte
	for _, base := range t.copies {
		for _, s := range t.tile.symmetries() {
			back := t.tile.back(t.tile.after(base, s))
			p := t.tile.mapped(t.period, back.op)
			moved := make([]motion, len(t.copies))
			for i, m := range t.copies {
				moved[i] = t.tile.reduced(t.tile.after(back, m), p)
			}
			slices.SortFunc(moved, compareMotions)
			var name []byte
			for _, x := range []int{p.a, p.b, p.c} {
				name = binary.AppendVarint(name, int64(x))
			}
			for _, m := range moved {
				for _, x := range []int{m.op, m.x, m.y} {
					name = binary.AppendVarint(name, int64(x))
				}
			}
			if least == nil || slices.Compare(name, least) < 0 {
				least = name
			}
		}
	}
	return string(least)
}

func compareMotions(a, b motion) int {
	switch {
	case a.op != b.op:
		return a.op - b.op
	case a.y != b.y:
		return a.y - b.y
	}
	return a.x - b.x
}

// Fewest is the answer to the question how few orbits a tiling by a shape has.
type Fewest struct {
	Tiling   Tiling // one with the fewest orbits of those found; without copies if none was found
	AtLeast  int    // no tiling has fewer orbits
	Examined int    // all tilings with at most so many copies in a period were examined
}

// Number returns the isohedral number of the shape: the least number of orbits of copies of all its
// tilings. The bool result is false if it is not known, because the tiling that was found may not
// be the best, or none was found.
func (f Fewest) Number() (int, bool) {
	return f.Tiling.orbits, f.Tiling.orbits > 0 && f.Tiling.orbits <= f.AtLeast
}

// String describes the answer on one line, such as "isohedral number 2".
func (f Fewest) String() string {
	number, known := f.Number()
	switch {
	case known:
		return fmt.Sprintf("isohedral number %d", number)
	case number > 0:
		return fmt.Sprintf("isohedral number from %d to %d", f.AtLeast, number)
	}
	return fmt.Sprintf("no tiling with at most %d copies in a period, isohedral number at least %d", f.Examined, f.AtLeast)
}

// FindFewestOrbits looks for a tiling by the shape with the fewest orbits: an isohedral one, and if
// there is none, the best of all tilings with at most the given number of copies in a period. It
// ends with the first that is proved to be the best. The two copies of a period that a translation
// does not map to each other may be in the same orbit because of a rotation or a reflection, of
// which there are at most 8 or 12 in the point group of the lattice. So a tiling with more than c
// copies in a period has at least c/8 or c/12 orbits, rounded down, plus one. A shape that is not
// isohedral and has a tiling with two orbits has the number 2; to prove 3, tilings with up to 16
// copies are examined on the square lattice, which can take hours.
//
// It is an error if the number is not positive, or the shape is one for which [FindTranslations]
// panics. If ctx ends, the answer says what was known by then.
func FindFewestOrbits(ctx context.Context, s shapes.Shape, copies int) (Fewest, error) {
	if err := checkCopies(copies); err != nil {
		return Fewest{}, err
	}
	t, corners, err := disk(s)
	if err != nil {
		return Fewest{}, err
	}
	tiling, found, err := t.isohedral(ctx, corners)
	if found || err != nil {
		return Fewest{Tiling: tiling, AtLeast: 1, Examined: 1}, err
	}
	a, f := newAnalysis(t), Fewest{AtLeast: 2, Examined: 1}
	for k := 2; k <= copies; k++ {
		a.eachTiling(ctx, k, func(tiling Tiling) bool {
			if f.Tiling.orbits == 0 || tiling.orbits < f.Tiling.orbits {
				f.Tiling = tiling
			}
			return tiling.orbits > f.AtLeast
		})
		if a.err != nil {
			return f, a.err
		}
		if _, known := f.Number(); known {
			break
		}
		f.Examined, f.AtLeast = k, max(2, k/len(t.ops)+1)
		if _, known := f.Number(); known {
			break
		}
	}
	return f, nil
}
