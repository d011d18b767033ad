// SPDX-License-Identifier: BSD-3-Clause

package cover

import (
	"bytes"
	"context"
	"fmt"
	"math"
	"math/big"
	"slices"
	"testing"

	"polka/shapes"
)

// priced lists puzzles with costs: with optional cells, with copies, and one that is imported.
func priced(t *testing.T) map[string]*Puzzle {
	price := func(q Placement) int64 {
		least, _ := q.Shape.Bounds()
		return int64(q.Piece.Size()*least.X + least.Y*least.Y)
	}
	text := New(Rectangle(3, 4)).With(Pieces(shapes.Domino(), shapes.Monomino()).Any())
	problem, err := text.Problem()
	if err != nil {
		t.Fatal(err)
	}
	imported, err := FromProblem(problem, shapes.Square)
	if err != nil {
		t.Fatal(err)
	}
	return map[string]*Puzzle{
		"optional": New(Rectangle(3, 4).WithOptional(shapes.Rectangle(2, 2))).With(Pieces(shapes.Domino()).Any()).WithCosts(price),
		"once":     New(Rectangle(4, 4).WithOptional(shapes.Rectangle(4, 3))).With(Pieces(shapes.Tetrominoes()...).AtMost(1)).WithCosts(price),
		"copies":   text.WithCosts(price),
		"imported": imported.WithCosts(price),
	}
}

// costsOf returns the costs of tilings.
func costsOf(t *testing.T, p *Puzzle, list []Tiling) (costs []int64) {
	t.Helper()
	for _, tiling := range list {
		want := int64(0)
		for _, q := range tiling.Placements {
			want += p.costs(q)
		}
		if c, err := p.Cost(tiling); err != nil || c != want {
			t.Fatalf("Cost = %d, %v, want %d", c, err, want)
		}
		costs = append(costs, want)
	}
	return costs
}

// TestCheapest compares the cheapest tilings, of the puzzle and of its family, with all sorted.
func TestCheapest(t *testing.T) {
	for name, p := range priced(t) {
		all, err := p.All(t.Context())
		if err != nil || len(all) < 4 {
			t.Fatalf("%s: %d tilings, %v", name, len(all), err)
		}
		sorted := costsOf(t, p, all)
		slices.Sort(sorted)
		f, err := p.Family(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		dearest := func(ctx context.Context, k int) ([]Tiling, error) {
			return f.CheapestBy(ctx, k, func(q Placement) int64 { return -p.costs(q) })
		}
		for _, k := range []int{1, 3, len(all) + 1} {
			want := sorted[:min(k, len(all))]
			for way, cheapest := range map[string]func(context.Context, int) ([]Tiling, error){"puzzle": p.Cheapest, "family": f.Cheapest} {
				if list, err := cheapest(t.Context(), k); err != nil || !slices.Equal(costsOf(t, p, list), want) {
					t.Errorf("%s: the %d cheapest of the %s cost %v, %v, want %v", name, k, way, costsOf(t, p, list), err, want)
				}
			}
			list, err := dearest(t.Context(), k)
			got := costsOf(t, p, list)
			slices.Reverse(got)
			if err != nil || !slices.Equal(got, sorted[len(all)-len(want):]) {
				t.Errorf("%s: the %d of greatest cost have %v, %v", name, k, got, err)
			}
		}
	}
	p := priced(t)["copies"]
	if _, err := p.Cheapest(t.Context(), 0); err == nil {
		t.Error("the cheapest 0 are no error")
	}
	if _, err := p.Distinct().Cheapest(t.Context(), 1); err == nil {
		t.Error("the cheapest up to symmetry are no error")
	}
	if _, err := p.WithCosts(func(Placement) int64 { return -1 }).Count(t.Context()); err == nil {
		t.Error("negative costs are no error")
	}
	if _, err := p.Cost(Tiling{Placements: []Placement{{Piece: shapes.Hat(), Shape: shapes.Hat()}}}); err == nil {
		t.Error("the cost of a tiling of another puzzle is no error")
	}
}

// TestFamilyMembers compares the members of families, and families that were written, with lists.
func TestFamilyMembers(t *testing.T) {
	for name, p := range priced(t) {
		f, err := p.Family(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		all := f.All()
		if int64(len(all)) != f.Count().Int64() {
			t.Errorf("%s: %d of %v", name, len(all), f)
		}
		for i, tiling := range all {
			if at := f.At(big.NewInt(int64(i))); at.Text() != tiling.Text() {
				t.Errorf("%s: At(%d) is\n%s\nwant\n%s", name, i, at.Text(), tiling.Text())
			}
			if !f.Contains(tiling.Placements...) {
				t.Errorf("%s: does not contain\n%s", name, tiling.Text())
			}
			if len(tiling.Placements) > 0 && f.Contains(tiling.Placements[1:]...) && !slices.ContainsFunc(all, func(u Tiling) bool { return slices.Equal(u.Placements, tiling.Placements[1:]) }) {
				t.Errorf("%s: contains a part of\n%s", name, tiling.Text())
			}
		}
		var file bytes.Buffer
		if n, err := f.WriteTo(&file); err != nil || n != int64(file.Len()) {
			t.Fatalf("%s: %d bytes, %v", name, n, err)
		}
		g, err := p.ReadFamily(&file)
		if err != nil || !f.Equal(g) {
			t.Errorf("%s: %v was written and read as %v, %v", name, f, g, err)
		}
		less, err := f.Without(t.Context(), all[0].Placements[0])
		if err != nil || f.Equal(less) || less.Contains(all[0].Placements...) {
			t.Errorf("%s: without a placement: %v, %v", name, less, err)
		}
		if _, err := f.Without(t.Context(), Placement{}); err == nil {
			t.Errorf("%s: a family without a placement of another puzzle is no error", name)
		}
	}
}

// TestTilings compares the loop with All, leaves it, and stops it.
func TestTilings(t *testing.T) {
	p := New(Rectangle(4, 5)).With(Pieces(shapes.Tetrominoes()...).Any())
	all, err := p.All(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	n := 0
	for tiling, err := range p.Tilings(t.Context()) {
		if err != nil || tiling.Text() == "" {
			t.Fatal(err)
		}
		n++
	}
	if n != len(all) {
		t.Errorf("%d tilings in the loop, %d in the list", n, len(all))
	}
	for _, err := range p.Tilings(t.Context()) {
		if err != nil {
			t.Error(err)
		}
		break
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	n = 0
	for _, err = range p.Tilings(ctx) {
		n++
	}
	if n != 1 || err != context.Canceled {
		t.Errorf("a loop with a context that has ended: %d rounds, error %v", n, err)
	}
}

// TestCostsOfPieces compares costs of pieces, costs of placements, and their sums.
func TestCostsOfPieces(t *testing.T) {
	price := map[string]int64{"I": 5, "L": 2, "O": 1, "S": 4, "T": 3}
	plain, sets := New(Rectangle(4, 5)), []Set{}
	for _, s := range shapes.Tetrominoes() {
		sets = append(sets, Pieces(s).Any().WithCost(price[s.Name()]))
		plain = plain.With(Pieces(s).Any())
	}
	row := func(q Placement) int64 { return int64(q.Shape.Cells()[0].Y) }
	pieces := New(Rectangle(4, 5)).With(sets...)
	for name, c := range map[string]struct{ got, want *Puzzle }{
		"pieces": {pieces, plain.WithCosts(func(q Placement) int64 { return price[q.Piece.Name()] })},
		"both":   {pieces.WithCosts(row), plain.WithCosts(func(q Placement) int64 { return price[q.Piece.Name()] + row(q) })},
	} {
		got, err := c.got.Cheapest(t.Context(), 30)
		if err != nil {
			t.Fatal(err)
		}
		want, err := c.want.Cheapest(t.Context(), 30)
		if err != nil || len(got) != len(want) || len(got) == 0 {
			t.Fatalf("%s: %d tilings, expected %d, %v", name, len(got), len(want), err)
		}
		for i := range got {
			a, err := c.got.Cost(got[i])
			if b, _ := c.want.Cost(want[i]); err != nil || a != b {
				t.Errorf("%s: tiling %d costs %d, expected %d, %v", name, i, a, b, err)
			}
		}
	}
	two := New(Rectangle(2, 2)).With(Pieces(shapes.Domino()).WithCost(1), Pieces(shapes.Domino()).WithCost(2))
	if _, err := two.Count(t.Context()); err == nil {
		t.Error("copies of a piece with different costs are no error")
	}
	if _, err := pieces.WithCosts(func(Placement) int64 { return math.MaxInt64 }).Count(t.Context()); err == nil {
		t.Error("a sum of costs that is too large is no error")
	}
}

func ExampleSet_WithCost() {
	p := New(Rectangle(2, 4)).With(
		Pieces(shapes.MustParse("####").Named("I")).Any().WithCost(5),
		Pieces(shapes.MustParse("##/##").Named("O")).Any().WithCost(3))
	best, err := p.Cheapest(context.Background(), 1)
	if err != nil {
		fmt.Println(err)
		return
	}
	cost, _ := p.Cost(best[0])
	fmt.Println(cost)
	// Output: 6
}

func ExamplePuzzle_WithCosts() {
	price := map[string]int64{"I": 5, "L": 2, "T": 3}
	p := New(Rectangle(4, 4)).With(Pieces(shapes.Tetrominoes()...).Any()).
		WithCosts(func(q Placement) int64 { return price[q.Piece.Name()] })
	best, err := p.Cheapest(context.Background(), 1)
	if err != nil {
		fmt.Println(err)
		return
	}
	cost, _ := p.Cost(best[0])
	fmt.Println(cost)
	// Output: 0
}

func ExamplePuzzle_Tilings() {
	p := New(Rectangle(2, 3)).With(Pieces(shapes.Domino()).Any())
	for t, err := range p.Tilings(context.Background()) {
		if err != nil {
			fmt.Println(err)
			return
		}
		fmt.Println(len(t.Placements))
	}
	// Output:
	// 3
	// 3
	// 3
}
