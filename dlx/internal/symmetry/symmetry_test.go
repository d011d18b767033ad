// SPDX-License-Identifier: BSD-3-Clause

package symmetry

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"polka/dlx/internal/engine"
)

// TestFind compares the orbits of the options of random problems with those of all permutations of
// their items and colors that take options to options.
func TestFind(t *testing.T) {
	const problems = 2000
	symmetric, colored := 0, 0
	for seed := range uint64(problems) {
		random := rand.New(rand.NewPCG(3, seed))
		p := draw(random)
		want := orbits(p.Options(), slices.Collect(all(p, 1<<(p.Items-p.Primary))))
		got := orbits(p.Options(), Find(p, &engine.Search{}, 1<<40))
		if !slices.Equal(got, want) {
			t.Fatalf("seed %d: orbits %v, want %v: %v", seed, got, want, p)
		}
		if len(slices.Compact(slices.Sorted(slices.Values(want)))) < p.Options() {
			symmetric++
		}
		if !slices.Equal(want, orbits(p.Options(), slices.Collect(all(p, 1)))) {
			colored++
		}
	}
	t.Logf("%d of %d problems have symmetries, %d only with exchanged colors", symmetric, problems, colored)
	if symmetric < problems/10 || colored < problems/100 {
		t.Error("too few")
	}
}

// draw returns a random problem with at most four items and two colors, in which no options are
// equal.
func draw(random *rand.Rand) *engine.Problem {
	p := &engine.Problem{Primary: 1 + random.IntN(3), First: []int32{0}}
	p.Items = p.Primary + random.IntN(3)
	known := map[string]bool{}
	for range 1 + random.IntN(7) {
		var option []engine.Entry
		for i := range int32(p.Items) {
			if random.IntN(2) == 0 {
				e := engine.Entry{Item: i}
				if int(i) >= p.Primary {
					e.Color = int32(random.IntN(3))
				}
				option = append(option, e)
			}
		}
		if len(option) == 0 || int(option[0].Item) >= p.Primary || known[fmt.Sprint(option)] {
			continue
		}
		known[fmt.Sprint(option)] = true
		p.Entries = append(p.Entries, option...)
		p.First = append(p.First, int32(len(p.Entries)))
	}
	return p
}

// all yields where each symmetry takes the options. Bit i of the numbers below a limit says whether
// the colors of secondary item i are exchanged. Color 0 is none, and stays.
func all(p *engine.Problem, exchanges int) func(yield func([]int32) bool) {
	number := map[string]int32{}
	for k := range int32(p.Options()) {
		number[text(p.Option(k))] = k
	}
	items, colors := permutations(p.Items), permutations(2)
	return func(yield func([]int32) bool) {
		for _, item := range items {
			if slices.ContainsFunc(item[:p.Primary], func(i int) bool { return i >= p.Primary }) {
				continue
			}
			for n := range exchanges {
				to := make([]int32, p.Options())
				ok := true
				for k := range int32(p.Options()) {
					image := slices.Clone(p.Option(k))
					for i, e := range image {
						if e.Color > 0 {
							e.Color = 1 + int32(colors[n>>(int(e.Item)-p.Primary)&1][e.Color-1])
						}
						e.Item = int32(item[e.Item])
						image[i] = e
					}
					j, known := number[text(image)]
					to[k], ok = j, ok && known
				}
				if ok && !yield(to) {
					return
				}
			}
		}
	}
}

func text(option []engine.Entry) string {
	option = slices.Clone(option)
	slices.SortFunc(option, func(a, b engine.Entry) int { return int(a.Item - b.Item) })
	return fmt.Sprint(option)
}

// permutations returns all permutations of n numbers.
func permutations(n int) (list [][]int) {
	if n == 0 {
		return [][]int{{}}
	}
	for _, rest := range permutations(n - 1) {
		for at := range n {
			list = append(list, slices.Insert(slices.Clone(rest), at, n-1))
		}
	}
	return list
}

// TestParts divides the sets of pairs of six items: one of the five options of an item is searched,
// which stands for all.
func TestParts(t *testing.T) {
	p := &engine.Problem{Primary: 6, Items: 6, First: []int32{0}}
	for i := range int32(6) {
		for j := range i {
			p.Entries = append(p.Entries, engine.Entry{Item: j}, engine.Entry{Item: i})
			p.First = append(p.First, int32(len(p.Entries)))
		}
	}
	parts := Parts(p, Find(p, &engine.Search{}, 1<<40))
	if len(parts) != 1 || parts[0].Times != 5 || parts[0].Weight != 1 {
		t.Errorf("%+v", parts)
	}
	if found := Find(p, &engine.Search{}, 50); len(found) > 0 {
		t.Errorf("%d symmetries without work", len(found))
	}
}
