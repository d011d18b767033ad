// SPDX-License-Identifier: BSD-3-Clause

package dlx

import (
	"context"
	"errors"
	"fmt"
	"math"
	"math/big"
	"math/rand/v2"
	"slices"
	"testing"

	"polka/dlx/internal/choice"
)

// graphOf is the problem of the perfect matchings of a graph on n vertices.
func graphOf(n int, edges ...[2]int) *Problem {
	p := New()
	for i := range n {
		p = p.AddItems(Item{Name: fmt.Sprint(i)})
	}
	for _, e := range edges {
		p = p.AddOption(fmt.Sprint(e[0]), fmt.Sprint(e[1]))
	}
	return p
}

// triangular lists the edges of a strip of triangles: vertices of rows by columns, each joined to
// the right, down, and down to the right.
func triangular(rows, columns int) (list [][2]int) {
	for y := range rows {
		for x := range columns {
			at := y*columns + x
			if x+1 < columns {
				list = append(list, [2]int{at, at + 1})
			}
			if y+1 < rows {
				list = append(list, [2]int{at, at + columns})
			}
			if x+1 < columns && y+1 < rows {
				list = append(list, [2]int{at, at + columns + 1})
			}
		}
	}
	return list
}

// uniform checks by a chi-square test that samples come from all of a number of solutions alike.
func uniform(t *testing.T, name string, samples []Solution, want int) {
	t.Helper()
	times := map[string]int{}
	for _, s := range samples {
		times[fmt.Sprint(s.Options())]++
	}
	each, chi := float64(len(samples))/float64(want), 0.0
	for _, n := range times {
		chi += (float64(n) - each) * (float64(n) - each) / each
	}
	if freedom := float64(want - 1); len(times) != want || math.Abs(chi-freedom) > 5*math.Sqrt(2*freedom) {
		t.Errorf("%s: %d of %d solutions, chi-square %.1f with %v degrees of freedom", name, len(times), want, chi, freedom)
	}
}

// TestSample samples by each of the methods.
func TestSample(t *testing.T) {
	t.Log("seed 37")
	// By visiting all solutions, A004003 and A013991.
	samples, err := dominoes(4, 4).Sample(t.Context(), 3600, 37)
	if err != nil {
		t.Fatal(err)
	}
	uniform(t, "dominoes on 4x4", samples, 36)
	// By counting, in a tree whose nodes are counted once.
	board := dominoes(4, 5)
	part, err := board.compile()
	if err != nil {
		t.Fatal(err)
	}
	lists, err := choice.Share(t.Context(), part.Problem, 1900, rand.New(rand.NewPCG(37, 1)))
	if err != nil {
		t.Fatal(err)
	}
	samples = nil
	for _, one := range lists {
		samples = append(samples, board.solution(part, one))
	}
	uniform(t, "dominoes on 4x5", samples, 95)
	for _, p := range []*Problem{board, dominoes(16, 16), graphOf(160, triangular(8, 20)...), load(t, "soma"), load(t, "ltrom9x10")} {
		list, err := p.Sample(t.Context(), 3, 5)
		if err != nil || len(list) != 3 {
			t.Errorf("%v: %d samples, %v", p, len(list), err)
			continue
		}
		for _, s := range list {
			if err := p.Check(s.Options()...); err != nil {
				t.Error(err)
			}
		}
		if again, err := p.Sample(t.Context(), 3, 5); err != nil || fmt.Sprint(again) != fmt.Sprint(list) {
			t.Errorf("%v: other samples with the same seed: %v", p, err)
		}
	}
	if list, err := load(t, "mutil8").Sample(t.Context(), 3, 1); err != nil || len(list) > 0 {
		t.Errorf("samples of the mutilated board: %v, %v", list, err)
	}
	if list, err := board.Sample(t.Context(), 0, 1); err != nil || len(list) > 0 {
		t.Errorf("no samples: %v, %v", list, err)
	}
	if _, err := board.Sample(t.Context(), -1, 1); err == nil {
		t.Error("-1 samples: no error")
	}
	if _, err := load(t, "bedlam").Sample(t.Context(), 1, 1); !errors.Is(err, ErrNotUniform) {
		t.Errorf("too many to count: %v", err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	for _, p := range []*Problem{dominoes(16, 16), graphOf(160, triangular(8, 20)...), load(t, "soma")} {
		if _, err := p.Sample(ctx, 1, 1); !errors.Is(err, context.Canceled) {
			t.Errorf("%v: a canceled context: %v", p, err)
		}
	}
}

// TestSampleTriangles samples the matchings of a graph that is planar and not bipartite, and large
// enough for conditional probabilities. Most of its edges are in all matchings.
func TestSampleTriangles(t *testing.T) {
	t.Log("seed 37")
	// Blocks a b c d with all edges but cd have two matchings each.
	var edges [][2]int
	const blocks = 5
	for b := range blocks {
		v := 4 * b
		edges = append(edges, [2]int{v, v + 1}, [2]int{v, v + 2}, [2]int{v + 1, v + 2}, [2]int{v, v + 3}, [2]int{v + 1, v + 3})
	}
	n := 4 * blocks
	for n < 160 { // edges that are in all matchings
		edges = append(edges, [2]int{n, n + 1}, [2]int{n + 1, 0})
		n += 2
	}
	p := graphOf(n, edges...)
	list, err := p.All(t.Context())
	if err != nil || len(list) != 1<<blocks {
		t.Fatalf("%d matchings, %v", len(list), err)
	}
	samples, err := p.Sample(t.Context(), 640, 37)
	if err != nil {
		t.Fatal(err)
	}
	uniform(t, "triangles", samples, 1<<blocks)
}

// TestFrequencies compares frequencies with those of families, also where options are required and
// forbidden.
func TestFrequencies(t *testing.T) {
	problems := tries(100)
	t.Logf("seeds 37, 0 to %d", problems-1)
	for seed := range uint64(problems) {
		random := rand.New(rand.NewPCG(37, seed))
		rows, columns := 2+random.IntN(4), 2+random.IntN(4)
		p := dominoes(rows, columns)
		if seed%2 == 0 {
			p = graphOf(rows*columns, triangular(rows, columns)...)
		}
		for range random.IntN(3) {
			p = p.Containing(random.IntN(p.NumOptions()))
		}
		for range random.IntN(3) {
			p = p.Without(random.IntN(p.NumOptions()))
		}
		f, err := p.Family(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		of, total, err := p.Frequencies(t.Context())
		if err != nil || total.Cmp(f.Count()) != 0 || fmt.Sprint(of) != fmt.Sprint(f.Frequencies()) {
			t.Fatalf("seed %d: %v of %v, %v; expected %v of %v", seed, of, total, err, f.Frequencies(), f.Count())
		}
		list, err := p.Sample(t.Context(), 4, seed)
		if err != nil || (len(list) > 0) != (f.Count().Sign() > 0) {
			t.Fatalf("seed %d: %d samples of %v, %v", seed, len(list), f.Count(), err)
		}
		one, err := p.Random(t.Context(), seed)
		if (err == nil) != (len(list) > 0) {
			t.Fatalf("seed %d: %v", seed, err)
		}
		if err == nil {
			list = append(list, one)
		}
		for _, s := range list {
			if !f.Contains(s.Options()...) {
				t.Fatalf("seed %d: %v is no solution", seed, s)
			}
		}
	}
	soma := load(t, "soma")
	of, total, err := soma.Frequencies(t.Context())
	if err != nil || total.Cmp(big.NewInt(11520)) != 0 || len(of) != soma.NumOptions() {
		t.Errorf("soma: %v solutions, %v", total, err)
	}
}

// TestSampleRegion chooses dominoes on 4 by 4 cells of a large board, where the others are given.
func TestSampleRegion(t *testing.T) {
	t.Log("seed 37")
	const n = 24
	p := dominoes(n, n)
	var outside []int
	inside := func(item int) bool { x, y := item%n, item/n; return x < 4 && y >= 4 && y < 8 }
	whole := []int{} // a tiling by horizontal dominoes
	for k := range p.NumOptions() {
		e := p.Entries(k)
		a, b := e[0].Item, e[1].Item
		if b == a+1 && a%2 == 0 {
			whole = append(whole, k)
			if !inside(a) {
				outside = append(outside, k)
			}
		}
	}
	if err := p.Check(whole...); err != nil {
		t.Fatal(err)
	}
	samples, err := p.Containing(outside...).Sample(t.Context(), 3600, 37)
	if err != nil {
		t.Fatal(err)
	}
	uniform(t, "a region of 4x4", samples, 36)
	one, err := p.Containing(whole...).Sample(t.Context(), 2, 37)
	if err != nil || len(one) != 2 || !slices.Equal(one[1].Options(), whole) {
		t.Errorf("all options are required: %v, %v", one, err)
	}
}

// TestCountByClass compares the numbers of members by classes with lists.
func TestCountByClass(t *testing.T) {
	problems := tries(100)
	t.Logf("seeds 37, 0 to %d", problems-1)
	for seed := range uint64(problems) {
		random := rand.New(rand.NewPCG(37, seed))
		rows, columns := 2+random.IntN(3), 2+random.IntN(4)
		p := graphOf(rows*columns, triangular(rows, columns)...)
		classes := 1 + random.IntN(4)
		class := make([]int, p.NumOptions())
		for k := range class {
			class[k] = random.IntN(classes+1) - 1
		}
		f, err := p.Family(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		want := map[string]int64{}
		for s := range f.Each {
			has := make([]int, classes)
			for _, k := range s.Options() {
				if class[k] >= 0 {
					has[class[k]]++
				}
			}
			want[fmt.Sprint(has)]++
		}
		got, err := f.CountByClass(t.Context(), classes, func(k int) int { return class[k] })
		if err != nil || len(got) != len(want) {
			t.Fatalf("seed %d: %d parts, expected %d; %v", seed, len(got), len(want), err)
		}
		for i, part := range got {
			if part.Count.Int64() != want[fmt.Sprint(part.Has)] {
				t.Errorf("seed %d: %v members have %v, expected %d", seed, part.Count, part.Has, want[fmt.Sprint(part.Has)])
			}
			if i > 0 && slices.Compare(got[i-1].Has, part.Has) <= 0 {
				t.Errorf("seed %d: %v behind %v", seed, part.Has, got[i-1].Has)
			}
		}
	}
	f, err := dominoes(2, 2).Family(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if _, err := f.CountByClass(t.Context(), 0, nil); err == nil {
		t.Error("no classes: no error")
	}
	if _, err := f.CountByClass(t.Context(), 2, func(int) int { return 2 }); err == nil {
		t.Error("a class that does not exist: no error")
	}
}

// TestFrequenciesApart changes one of the frequencies, which leaves the others as they are.
func TestFrequenciesApart(t *testing.T) {
	p := graphOf(4, [2]int{0, 1}, [2]int{0, 1}, [2]int{2, 3}, [2]int{1, 2}).Containing(2)
	of, total, err := p.Frequencies(t.Context())
	if err != nil || fmt.Sprint(of, total) != "[1 1 2 0] 2" {
		t.Fatalf("%v of %v, %v; expected [1 1 2 0] of 2", of, total, err)
	}
	for k, n := range of {
		n.SetInt64(int64(10 + k))
	}
	if fmt.Sprint(of, total) != "[10 11 12 13] 2" {
		t.Errorf("frequencies share memory: %v of %v", of, total)
	}
}
