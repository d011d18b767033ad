// SPDX-License-Identifier: BSD-3-Clause

package cover

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"polka/dlx"
	"polka/shapes"
)

// TestCountBySymmetry compares the numbers for random puzzles with a list of all tilings, each of
// which is tested with every symmetry.
func TestCountBySymmetry(t *testing.T) {
	tries, want := 500, 180
	if testing.Short() {
		tries, want = 100, 30
	}
	if long() {
		tries, want = 12000, 10000
	}
	t.Logf("seeds 0 to %d", tries-1)
	compared, symmetric, divided := 0, 0, 0
	for seed := range uint64(tries) {
		p := randomPuzzle(rand.New(rand.NewPCG(seed, 37)))
		if p.Err() != nil {
			continue
		}
		problem, err := p.Problem()
		if err != nil {
			t.Fatalf("seed %d: %v", seed, err)
		}
		if problem.NumPrimary() == 0 {
			continue
		}
		const most = 3000
		if r, err := problem.Solver(dlx.Options{Limit: most}).Count(t.Context()); err != nil || r.Solutions.Int64() == most {
			continue
		}
		compared++
		p.symmetric()
		var tilings [][]int
		_, err = problem.Solver(dlx.Options{}).Each(t.Context(), func(s dlx.Solution) bool {
			tilings = append(tilings, p.laid(s))
			return true
		})
		if err != nil {
			t.Fatalf("seed %d: %v", seed, err)
		}
		list, err := p.CountBySymmetry(t.Context())
		if err != nil {
			t.Fatalf("seed %d: %v: %v", seed, p, err)
		}
		f, group := newFinite(p.group, len(p.cells), len(p.pieces))
		classes, _ := f.conjugacies()
		for i, c := range classes {
			unchanged, exactly := 0, 0
			for _, tiling := range tilings {
				var own subgroup = f.generated()
				for k := 1; k < len(group); k++ {
					if p.keeps(group[k:k+1], tiling) {
						own.put(k)
					}
				}
				if c[0].within(own) {
					unchanged++
				}
				if slices.ContainsFunc(c, func(s subgroup) bool { return slices.Equal(s, own) }) {
					exactly++
				}
			}
			got := list[i]
			distinct := exactly * got.Order / len(group)
			if got.Unchanged.Int64() != int64(unchanged) || got.Exactly.Int64() != int64(exactly) || got.Distinct.Int64() != int64(distinct) {
				t.Errorf("seed %d: %v\n%v, %v unchanged; a list has %d and %d up to symmetry, %d unchanged",
					seed, p, got, got.Unchanged, exactly, distinct, unchanged)
			}
			if i > 0 && exactly > 0 {
				symmetric++
			}
			if i > 0 && len(p.quotients(c[0].of(group))) > 1 {
				divided++
			}
			if i > 0 && list[i].Symmetries != nil {
				listed := 0
				err := p.EachSymmetric(t.Context(), list[i].Symmetries, func(Tiling) bool { listed++; return true })
				if err != nil || listed != unchanged {
					t.Errorf("seed %d: %v: %d tilings with %v listed, %v; want %d", seed, p, listed, list[i].Group(), err, unchanged)
				}
			}
		}
	}
	if compared < want || symmetric < want/4 || divided < want/20 {
		t.Errorf("%d puzzles compared, %d classes with tilings, %d divided", compared, symmetric, divided)
	}
	t.Logf("%d puzzles compared, %d classes with tilings, %d divided", compared, symmetric, divided)
}

// Numbers of tilings by symmetry: the sources are those of the
// catalog.
func TestSymmetryPublished(t *testing.T) {
	for _, name := range []string{"pentominoes-6x10", "pentominoes-8x8-square", "dominoes-8x8", "soma-cube"} {
		if testing.Short() && name == "pentominoes-6x10" {
			continue
		}
		c, err := CatalogByName(name)
		if err != nil {
			t.Fatal(err)
		}
		list, err := c.Puzzle().CountBySymmetry(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		sum, total := int64(0), int64(0)
		for _, s := range list {
			sum += s.Distinct.Int64()
			total += s.Exactly.Int64()
		}
		if sum != c.Distinct || total != c.Total {
			t.Errorf("%s: %d tilings, %d up to symmetry; want %d and %d", name, total, sum, c.Total, c.Distinct)
		}
	}
}

// The groups of the square, the hexagon and the cube have 10, 16 and 98 subgroups in 8, 10 and 33
// classes; the rotations of the cube 30 in 11.
func TestConjugacies(t *testing.T) {
	single := func(text string) *Puzzle {
		s := shapes.MustParse(text)
		return New(BoardOf(s)).With(Pieces(shapes.New(s.Lattice(), s.Cells()[0])).Any())
	}
	for _, test := range []struct {
		puzzle             *Puzzle
		subgroups, classes int
	}{
		{single("###/###/###"), 10, 8},
		{single("cube ##/## | ##/##"), 98, 33},
		{New(Hexagon(shapes.Triangle, 2, 2, 2)).With(Pieces(shapes.New(shapes.Triangle, shapes.Cell{})).Any()), 16, 10},
	} {
		p := test.puzzle
		p.symmetric()
		f, _ := newFinite(p.group, len(p.cells), len(p.pieces))
		classes, err := f.conjugacies()
		n := 0
		for _, c := range classes {
			n += len(c)
		}
		if err != nil || n != test.subgroups || len(classes) != test.classes {
			t.Errorf("%v: %d subgroups in %d classes, %v", p, n, len(classes), err)
		}
	}
}

// Tilings of a board for each kind of symmetry with fewer than four symmetries.
func ExamplePuzzle_CountBySymmetry() {
	domino := Pieces(shapes.Domino()).Any()
	list, err := New(Rectangle(4, 4)).With(domino).CountBySymmetry(context.Background())
	if err != nil {
		fmt.Println(err)
	}
	for _, c := range list {
		if c.Exactly.Sign() > 0 && c.Order < 4 {
			fmt.Println(c)
		}
	}
	// Output:
	// 16 tilings, 2 up to symmetry, with no symmetry
	// 12 tilings, 3 up to symmetry, with reflection in the axis at 90 degrees
}
