// SPDX-License-Identifier: BSD-3-Clause

package dlx

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"polka/dlx/internal/choice"
	"polka/dlx/internal/engine"
	"polka/dlx/internal/pfaffian"
)

// tries returns how many random problems a test compares with brute force: n, a tenth of them with
// -short, and 10,000 with POLKA_LONG=1.
func tries(n int) int {
	switch {
	case long():
		return 10_000
	case testing.Short():
		return n / 10
	}
	return n
}

// restricted sometimes requires or forbids an option.
func restricted(random *rand.Rand, p *Problem) *Problem {
	if p.NumOptions() == 0 {
		return p
	}
	if random.IntN(4) == 0 {
		p = p.Without(random.IntN(p.NumOptions()))
	}
	if k := random.IntN(p.NumOptions()); random.IntN(4) == 0 && !p.ignores(k) {
		p = p.Containing(k)
	}
	return p
}

// TestCheapestByBruteForce compares the cheapest solutions of random problems, of the problem and
// of its family, with a look at all sets of options.
func TestCheapestByBruteForce(t *testing.T) {
	const seed = 371
	random := rand.New(rand.NewPCG(seed, 1))
	n, solved := tries(1000), 0
	for round := range n {
		p := restricted(random, randomSets(random, round%2 == 1))
		cost := make([]int64, p.NumOptions())
		for k := range cost {
			cost[k] = random.Int64N(10)
		}
		p = p.WithCosts(func(k int) int64 { return cost[k] })
		priced := func(options []int) (sum int64) {
			for _, k := range options {
				sum += cost[k]
			}
			return sum
		}
		var all []int64
		for _, s := range subsets(p) {
			all = append(all, priced(s))
		}
		slices.Sort(all)
		k := 1 + random.IntN(6)
		check := func(what string, list []Solution) {
			t.Helper()
			var got []int64
			seen := map[string]bool{}
			for _, s := range list {
				if err := p.Check(s.Options()...); err != nil || s.Cost() != priced(s.Options()) || seen[fmt.Sprint(s.Options())] {
					t.Fatalf("seed %d, problem %d: %s: %v of cost %d, %v\n%s", seed, round, what, s, s.Cost(), err, p.DLX())
				}
				seen[fmt.Sprint(s.Options())] = true
				got = append(got, s.Cost())
			}
			if want := all[:min(k, len(all))]; !slices.Equal(got, want) {
				t.Fatalf("seed %d, problem %d: %s: the %d cheapest cost %v, want %v\n%s", seed, round, what, k, got, want, p.DLX())
			}
		}
		list, known, err := p.Solver(Options{}).Cheapest(t.Context(), k)
		if err != nil || !known.Done || known.Found != len(list) || len(all) > 0 && (known.Best != all[0] || known.Bound > known.Best) {
			t.Fatalf("seed %d, problem %d: %v, %v\n%s", seed, round, known, err, p.DLX())
		}
		check("Cheapest", list)
		if len(all) > 0 {
			solved++
		}
		f, err := p.Family(t.Context())
		if err != nil {
			t.Fatalf("seed %d, problem %d: %v\n%s", seed, round, err, p.DLX())
		}
		if list, err = f.Cheapest(t.Context(), k); err != nil {
			t.Fatal(err)
		}
		check("Family.Cheapest", list)
	}
	t.Logf("seed %d: %d problems, %d with solutions", seed, n, solved)
}

// A spread adds up chi-square statistics.
type spread struct {
	sum, freedom, worst float64
	tests               int
}

// add compares samples with the solutions that there are: each sample is one, and each solution is
// as likely as the others. No single statistic may be beyond a probability of about 1e-9.
func (c *spread) add(t *testing.T, about string, all [][]int, samples [][]int) {
	t.Helper()
	if len(all) == 0 {
		if len(samples) > 0 {
			t.Fatalf("%s: samples %v, and there is no solution", about, samples)
		}
		return
	}
	times := map[string]int{}
	for _, s := range all {
		times[fmt.Sprint(s)] = 0
	}
	for _, s := range samples {
		slices.Sort(s)
		name := fmt.Sprint(s)
		if _, ok := times[name]; !ok {
			t.Fatalf("%s: the sample %v is no solution", about, s)
		}
		times[name]++
	}
	each, chi := float64(len(samples))/float64(len(all)), 0.0
	for _, n := range times {
		chi += (float64(n) - each) * (float64(n) - each) / each
	}
	freedom := float64(len(all) - 1)
	if freedom == 0 {
		return
	}
	// The approximation of E. B. Wilson and M. M. Hilferty (1931): the cube root is normal.
	z := (math.Cbrt(chi/freedom) - 1 + 2/(9*freedom)) / math.Sqrt(2/(9*freedom))
	c.worst = max(c.worst, z)
	if z > 6 {
		t.Fatalf("%s: chi-square %.1f with %v degrees of freedom", about, chi, freedom)
	}
	c.sum, c.freedom, c.tests = c.sum+chi, c.freedom+freedom, c.tests+1
}

// done looks at the sum, which finds what is wrong by little in many problems.
func (c *spread) done(t *testing.T, what string) {
	t.Helper()
	off := (c.sum - c.freedom) / math.Sqrt(2*c.freedom)
	t.Logf("%s: chi-square %.0f with %.0f degrees of freedom in %d tests, %.2f standard deviations off, worst %.2f", what, c.sum, c.freedom, c.tests, off, c.worst)
	if math.Abs(off) > 5 || c.tests == 0 {
		t.Errorf("%s is not uniform", what)
	}
}

// TestSampleByBruteForce compares samples of random problems, drawn in the different ways, with all
// sets of options, by chi-square tests; and the exact frequencies of options.
func TestSampleByBruteForce(t *testing.T) {
	const seed = 372
	random := rand.New(rand.NewPCG(seed, 1))
	var visits, shares, descents, families spread
	n := tries(500)
	for round := range n {
		p := restricted(random, randomSets(random, round%2 == 1))
		all := subsets(p)
		about := func(what string) string {
			return fmt.Sprintf("seed %d, problem %d, %s\n%s", seed, round, what, p.DLX())
		}
		draws := 20 * max(len(all), 1)
		samples, err := p.Sample(t.Context(), draws, uint64(round))
		if err != nil || len(all) > 0 && len(samples) != draws {
			t.Fatalf("%s: %d samples, %v", about("Sample"), len(samples), err)
		}
		lists := optionsOf(samples)
		visits.add(t, about("Sample"), all, lists)
		if one, err := p.Random(t.Context(), uint64(round)); (err == nil) != (len(all) > 0) || err == nil && p.Check(one.Options()...) != nil {
			t.Fatalf("%s: %v, %v", about("Random"), one, err)
		}
		of := make([]int64, p.NumOptions())
		for _, s := range all {
			for _, k := range s {
				of[k]++
			}
		}
		got, total, err := p.Frequencies(t.Context())
		if err != nil || total.Int64() != int64(len(all)) || fmt.Sprint(got) != fmt.Sprint(of) {
			t.Fatalf("%s: %v of %v, %v; want %v of %d", about("Frequencies"), got, total, err, of, len(all))
		}
		f, err := p.Family(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		if len(all) > 0 {
			families.add(t, about("Family.Sample"), all, optionsOf(f.Sample(draws, uint64(round))))
		}
		if p.multiple() {
			continue
		}
		// The ways for larger problems, which need no solution that is given.
		part, fixed, err := p.rest()
		if err != nil {
			t.Fatal(err)
		}
		if part.Problem.Primary == 0 {
			continue
		}
		chosen, err := choice.Share(t.Context(), part.Problem, draws, rand.New(rand.NewPCG(uint64(round), 2)))
		if err != nil {
			t.Fatalf("%s: %v", about("Share"), err)
		}
		lists = nil
		for _, one := range chosen {
			lists = append(lists, p.with(fixed, part, one).Options())
		}
		shares.add(t, about("Share"), all, lists)
		if len(all) > 8 {
			continue // each sample takes a search
		}
		lists = nil
		other := rand.New(rand.NewPCG(uint64(round), 3))
		for range draws {
			one, of, ok, err := choice.Descend(t.Context(), part.Problem, other)
			if err != nil || !ok || of.Int64() != int64(len(all)) {
				t.Fatalf("%s: %v solutions, %v, %v", about("Descend"), of, ok, err)
			}
			if len(all) > 0 {
				lists = append(lists, p.with(fixed, part, one).Options())
			}
		}
		descents.add(t, about("Descend"), all, lists)
	}
	t.Logf("seed %d: %d problems", seed, n)
	visits.done(t, "Sample")
	families.done(t, "Family.Sample")
	shares.done(t, "Share")
	descents.done(t, "Descend")
}

// TestMatchingsByBruteForce compares samples of perfect matchings of random planar graphs with
// lists of all: those of bipartite graphs by coupling from the past, and of others by exact
// conditional probabilities.
func TestMatchingsByBruteForce(t *testing.T) {
	const seed = 373
	random := rand.New(rand.NewPCG(seed, 1))
	var coupled, conditional spread
	n, solved := tries(200), 0
	for round := range n {
		rows, columns := 2+random.IntN(2), 2+random.IntN(3)
		if rows*columns%2 != 0 {
			columns++
		}
		bipartite := round%2 == 0
		var edges [][2]int
		for _, e := range triangular(rows, columns) {
			diagonal := e[1]-e[0] == columns+1
			switch {
			case bipartite && diagonal, random.IntN(8) == 0:
				continue
			case !bipartite && random.IntN(12) == 0:
				edges = append(edges, e) // twice
			}
			edges = append(edges, e)
		}
		p := graphOf(rows*columns, edges...)
		all := subsetsOfPairs(rows*columns, edges)
		if len(all) > 0 {
			solved++
		}
		about := fmt.Sprintf("seed %d, problem %d\n%s", seed, round, p.DLX())
		part, err := p.compile()
		if err != nil {
			t.Fatal(err)
		}
		s := &engine.Search{Control: engine.Control{Context: t.Context()}}
		draw := func() ([]int32, error) { return nil, nil }
		to := &conditional
		if bipartite {
			m, ok := pfaffian.NewSampler(part.Problem, s)
			if !ok || (m != nil) != (len(all) > 0) {
				t.Fatalf("%s: sampler %v, %v; %d matchings", about, m != nil, ok, len(all))
			}
			if to = &coupled; m != nil {
				draw = func() ([]int32, error) { return m.Sample(t.Context(), random) }
			}
		} else {
			m, ok := pfaffian.NewMarginals(part.Problem, s)
			if !ok {
				t.Fatalf("%s: no marginals", about)
			}
			draw = func() ([]int32, error) { return m.Sample(s, random, choice.Below), s.Err }
		}
		var lists [][]int
		for range 20 * max(len(all), 1) {
			one, err := draw()
			if err != nil || one == nil && len(all) > 0 {
				t.Fatalf("%s: %v, %v", about, one, err)
			}
			if one != nil {
				lists = append(lists, p.solution(part, one).Options())
			}
		}
		to.add(t, about, all, lists)
	}
	t.Logf("seed %d: %d graphs, %d with matchings", seed, n, solved)
	coupled.done(t, "coupling from the past")
	conditional.done(t, "conditional probabilities")
}

// subsetsOfPairs lists the perfect matchings of a graph on n vertices.
func subsetsOfPairs(n int, edges [][2]int) (all [][]int) {
	covered := make([]bool, n)
	var match func(chosen []int)
	match = func(chosen []int) {
		v := slices.Index(covered, false)
		if v < 0 {
			all = append(all, slices.Sorted(slices.Values(chosen)))
			return
		}
		for k, e := range edges {
			if (e[0] == v || e[1] == v) && !covered[e[0]] && !covered[e[1]] {
				covered[e[0]], covered[e[1]] = true, true
				match(append(chosen[:len(chosen):len(chosen)], k))
				covered[e[0]], covered[e[1]] = false, false
			}
		}
	}
	match(nil)
	return all
}

// optionsOf lists the options of solutions.
func optionsOf(list []Solution) (all [][]int) {
	for _, s := range list {
		all = append(all, slices.Clone(s.Options()))
	}
	return all
}
