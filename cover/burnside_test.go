// SPDX-License-Identifier: BSD-3-Clause

package cover

import (
	"context"
	"slices"
	"testing"

	"polka/shapes"
)

// The group of a cube has ten classes, with 1, 1, 3, 3, 6, 6, 6, 6, 8 and 8 elements, and the
// rotations five, with 1, 3, 6, 6 and 8 (any table of point groups, under Oh and O).
func TestConjugates(t *testing.T) {
	cube := BoardOf(shapes.MustParse("cube ##/## | ##/##"))
	pair := shapes.MustParse("cube ##")
	bent := shapes.MustParse("cube ##/#.")
	chiral := shapes.MustParse("cube ##/.# | ../.#")
	for _, test := range []struct {
		puzzle *Puzzle
		want   []int64
	}{
		{New(cube).With(Pieces(pair).Any()), []int64{1, 3, 3, 6, 6, 6, 6, 8, 8}},
		{New(cube).With(Pieces(bent, pair).Any()), []int64{1, 3, 3, 6, 6, 6, 6, 8, 8}},
		{New(cube).With(Pieces(chiral).Any().As(shapes.OneSided)), []int64{3, 6, 6, 8}},
		{New(BoardOf(shapes.Rectangle(4, 4))).With(Pieces(shapes.Domino()).Any()), []int64{1, 2, 2, 2}},
	} {
		test.puzzle.symmetric()
		var got []int64
		for _, c := range test.puzzle.conjugates() {
			got = append(got, c.size)
		}
		slices.Sort(got)
		if !slices.Equal(got, test.want) {
			t.Errorf("%v: classes with %v symmetries, expected %v", test.puzzle, got, test.want)
		}
		counts, err := test.puzzle.Counts(context.Background())
		if err != nil {
			t.Fatal(err)
		}
		listed, err := test.puzzle.Distinct().All(context.Background())
		if err != nil {
			t.Fatal(err)
		}
		if int(counts.Distinct.Int64()) != len(listed) {
			t.Errorf("%v: %v tilings up to symmetry counted, %d listed", test.puzzle, counts.Distinct, len(listed))
		}
	}
}
