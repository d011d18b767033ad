// SPDX-License-Identifier: BSD-3-Clause

package cover

import (
	"errors"
	"fmt"
	"math/big"
	"testing"

	"polka/dlx"
	"polka/shapes"
)

// TestPuzzleSample samples tilings, and compares their frequencies with those of the family.
func TestPuzzleSample(t *testing.T) {
	t.Log("seed 37")
	domino := Pieces(shapes.Domino()).Any()
	p := New(Rectangle(4, 4)).With(domino)
	list, err := p.Sample(t.Context(), 720, 37)
	if err != nil || len(list) != 720 {
		t.Fatalf("%d tilings, %v", len(list), err)
	}
	times := map[string]int{}
	for _, one := range list {
		checkTiling(t, one)
		times[fmt.Sprint(one)]++
	}
	if len(times) != 36 {
		t.Errorf("%d tilings, expected 36", len(times))
	}
	for _, p := range []*Puzzle{p, New(Rectangle(4, 5)).With(Pieces(shapes.Tetrominoes()...).Any()), CatalogPuzzle(t, "soma-cube")} {
		f, err := p.Family(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		got, err := p.Frequencies(t.Context())
		if err != nil || fmt.Sprint(got) != fmt.Sprint(f.Frequencies()) {
			t.Errorf("%v: other frequencies than those of the family: %v", p, err)
		}
	}
	if _, err := p.Sample(t.Context(), -1, 1); err == nil {
		t.Error("-1 tilings: no error")
	}
	if list, err := New(Rectangle(3, 3)).With(Pieces(shapes.Domino()).AtMost(5)).Sample(t.Context(), 2, 1); err == nil && len(list) > 0 {
		t.Errorf("tilings of an odd board: %v", list)
	}
}

// CatalogPuzzle is the puzzle of a name.
func CatalogPuzzle(t *testing.T, name string) *Puzzle {
	c, err := CatalogByName(name)
	if err != nil {
		t.Fatal(err)
	}
	return c.Puzzle()
}

// TestFrequenciesHexagon compares the frequencies of lozenges on a large board with its symmetry.
func TestFrequenciesHexagon(t *testing.T) {
	p := New(Hexagon(shapes.Triangle, 8, 8, 8)).With(Pieces(shapes.MustParse("triangle v^")).Any())
	list, err := p.Frequencies(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	sum, shares := new(big.Int), 0.0
	for _, f := range list {
		sum.Add(sum, f.Count)
		shares += f.Share
	}
	count, err := p.Count(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	// Each tiling has 3*8*8 lozenges.
	if sum.Cmp(new(big.Int).Mul(count, big.NewInt(192))) != 0 || shares < 191.999 || shares > 192.001 {
		t.Errorf("%v lozenges in %v tilings, %v in each", sum, count, shares)
	}
}

// TestResample chooses the inside of a region again.
func TestResample(t *testing.T) {
	if testing.Short() {
		t.Skip("takes seconds")
	}
	t.Log("seeds 0 to 19")
	p := New(Aztec(16)).With(Pieces(shapes.Domino()).Any())
	whole, err := p.Random(t.Context(), 1)
	if err != nil {
		t.Fatal(err)
	}
	var region []shapes.Cell
	for _, c := range p.Board().Shape().Cells() {
		if c.X >= 12 && c.X < 20 && c.Y >= 12 && c.Y < 20 {
			region = append(region, c)
		}
	}
	within := shapes.New(shapes.Square, region...)
	outside := func(t Tiling) (list []string) {
		for _, q := range t.Placements {
			for _, c := range q.Shape.Cells() {
				if !within.Contains(c) {
					list = append(list, q.Shape.String())
					break
				}
			}
		}
		return list
	}
	seen := map[string]bool{}
	for seed := range uint64(20) {
		one, err := p.Resample(t.Context(), whole, within, seed)
		if err != nil {
			t.Fatal(err)
		}
		checkTiling(t, one)
		if fmt.Sprint(outside(one)) != fmt.Sprint(outside(whole)) {
			t.Fatalf("seed %d: the outside has changed", seed)
		}
		seen[one.String()] = true
	}
	if len(seen) < 19 {
		t.Errorf("%d different tilings in 20", len(seen))
	}
	// Nothing to choose, and everything.
	nothing := shapes.New(shapes.Square)
	if one, err := p.Resample(t.Context(), whole, nothing, 1); err != nil || one.String() != whole.String() {
		t.Errorf("another tiling without a region: %v", err)
	}
	if one, err := p.Resample(t.Context(), whole, p.Board().Shape(), 2); err != nil || one.String() == whole.String() {
		t.Errorf("the same tiling: %v", err)
	}
	// Pieces that are used once remain used.
	pentominoes := CatalogPuzzle(t, "pentominoes-6x10")
	first, err := pentominoes.First(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	half := shapes.Rectangle(6, 6)
	one, err := pentominoes.Resample(t.Context(), first, half, 1)
	if err != nil {
		t.Fatal(err)
	}
	checkTiling(t, one)
	wrong := Tiling{Board: Aztec(3), Placements: []Placement{{Shape: shapes.MustParse("###")}}}
	if _, err := p.Resample(t.Context(), wrong, nothing, 1); err == nil || errors.Is(err, dlx.ErrNoSolution) {
		t.Errorf("a tiling of another puzzle: %v", err)
	}
}

// TestCountBySet compares the numbers of tilings for each set of pieces with lists. Six different
// pentominoes cover 5 by 6 cells in 2164 ways, with 172 sets, 68 of which do so in one way up to
// symmetry.
func TestCountBySet(t *testing.T) {
	holed, err := ParseBoard("###?/####/####")
	if err != nil {
		t.Fatal(err)
	}
	for name, p := range map[string]*Puzzle{
		"pentominoes": New(Rectangle(5, 6)).With(Pieces(shapes.Pentominoes()...).AtMost(1)),
		"any":         New(Rectangle(4, 6)).With(Pieces(shapes.Tetrominoes()...).Any()),
		"some":        New(Rectangle(4, 5)).With(Pieces(shapes.Domino()).Between(1, 4), Pieces(shapes.MustParse("##/#.")).Any()),
		"a hole":      New(holed).With(Pieces(shapes.Domino()).Any(), Pieces(shapes.MustParse("##/#.")).Any()),
	} {
		f, err := p.Family(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		list, err := f.CountBySet(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		want := map[string]int64{}
		for one := range f.Each {
			copies := make([]int, len(p.Set()))
			for _, q := range one.Placements {
				for i, piece := range p.Set() {
					if piece.Shape().Name() == q.Piece.Name() {
						copies[i]++
					}
				}
			}
			want[fmt.Sprint(copies)]++
		}
		if len(list) != len(want) {
			t.Errorf("%s: %d sets, expected %d", name, len(list), len(want))
		}
		once := 0
		for _, c := range list {
			if c.Count.Int64() != want[fmt.Sprint(c.Copies)] {
				t.Errorf("%s: %v, expected %d", name, c, want[fmt.Sprint(c.Copies)])
			}
			if c.Count.Int64() == 4 {
				once++
			}
		}
		if name == "pentominoes" && (len(list) != 172 || once != 68 || list[0].String() != "16 F I L N P T") {
			t.Errorf("%d sets, %d with one way; %v", len(list), once, list[0])
		}
	}
	set := Pieces(shapes.Domino(), shapes.Tetrominoes()[0], shapes.MustParse("##/#."))
	if s := (SetCount{Set: set, Copies: []int{5, 2, 1}, Count: big.NewInt(7)}).String(); s != "7 5*domino I I #3" {
		t.Errorf("got %s", s)
	}
}
