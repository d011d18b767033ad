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
// their items and colors that take options to options. Half of the problems have multiplicities,
// half have options of two kinds, and half must keep their colors.
func TestFind(t *testing.T) {
	const problems = 10_000
	symmetric, colored, multiple := 0, 0, 0
	for seed := range uint64(problems) {
		random := rand.New(rand.NewPCG(3, seed))
		p := draw(random)
		exchanges := 1 << (p.Items - p.Primary)
		wish := Wish{Unused: random.IntN(2) == 0}
		if random.IntN(2) == 0 {
			wish.Colors, exchanges = true, 1
		}
		if random.IntN(2) == 0 {
			for range p.Options() {
				wish.Kinds = append(wish.Kinds, random.Uint64N(2))
			}
		}
		want := orbits(p.Options(), slices.Collect(all(p, wish.Kinds, exchanges)))
		found := Find(p, &engine.Search{}, wish)
		if got := orbits(p.Options(), found); !slices.Equal(got, want) {
			t.Fatalf("seed %d: orbits %v, want %v: %v, %+v", seed, got, want, p, wish)
		}
		if len(slices.Compact(slices.Sorted(slices.Values(want)))) < p.Options() {
			symmetric++
			if p.High != nil {
				multiple++
			}
		}
		if !slices.Equal(want, orbits(p.Options(), slices.Collect(all(p, wish.Kinds, 1)))) {
			colored++
		}
	}
	t.Logf("%d of %d problems have symmetries, %d with multiplicities, %d only with exchanged colors", symmetric, problems, multiple, colored)
	if symmetric < problems/20 || multiple < problems/100 || colored < problems/200 {
		t.Error("too few")
	}
}

// TestOrder limits the order of the group of all permutations of six items that are alike.
func TestOrder(t *testing.T) {
	p := &engine.Problem{Primary: 6, Items: 6, First: []int32{0}}
	for i := range int32(6) {
		p.Entries = append(p.Entries, engine.Entry{Item: i})
		p.First = append(p.First, i+1)
	}
	for _, test := range []struct{ limit, order int }{{0, 720}, {720, 720}, {719, 120}, {24, 24}, {5, 2}, {1, 1}} {
		group := [][]int32{{0, 1, 2, 3, 4, 5}}
		known := map[string]bool{fmt.Sprint(group[0]): true}
		found := Find(p, &engine.Search{}, Wish{Order: test.limit})
		for at := 0; at < len(group); at++ {
			for _, s := range found {
				product := make([]int32, 6)
				for i, j := range group[at] {
					product[i] = s.Items[j]
				}
				if text := fmt.Sprint(product); !known[text] {
					known[text] = true
					group = append(group, product)
				}
			}
		}
		if len(group) != test.order {
			t.Errorf("limit %d: a group of order %d, want %d", test.limit, len(group), test.order)
		}
	}
}

// draw returns a random problem with at most four items and two colors, in which no options are
// equal.
func draw(random *rand.Rand) *engine.Problem {
	p := &engine.Problem{Primary: 1 + random.IntN(3), First: []int32{0}}
	p.Items = p.Primary + random.IntN(3)
	if random.IntN(2) == 0 {
		for range p.Primary {
			low := int32(random.IntN(2))
			p.Low, p.High = append(p.Low, low), append(p.High, max(low, 1)+int32(random.IntN(2)))
		}
	}
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
func all(p *engine.Problem, kinds []uint64, exchanges int) func(yield func(Symmetry) bool) {
	number := map[string]int32{}
	for k := range int32(p.Options()) {
		number[text(p.Option(k))] = k
	}
	items, colors := permutations(p.Items), [][]int{{0, 1}, {1, 0}}
	alike := func(i, j int) bool {
		if i >= p.Primary || j >= p.Primary || p.High == nil {
			return (i < p.Primary) == (j < p.Primary)
		}
		return p.Low[i] == p.Low[j] && p.High[i] == p.High[j]
	}
	return func(yield func(Symmetry) bool) {
	next:
		for _, item := range items {
			for i, j := range item {
				if !alike(i, j) {
					continue next
				}
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
					to[k], ok = j, ok && known && (kinds == nil || kinds[j] == kinds[k])
				}
				if ok && !yield(Symmetry{Options: to}) {
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
	parts := Parts(p, Find(p, &engine.Search{}, Wish{}))
	if len(parts) != 1 || parts[0].Times != 5 || parts[0].Weight != 1 {
		t.Errorf("%+v", parts)
	}
	if found := Find(p, &engine.Search{}, Wish{Work: 50}); len(found) > 0 {
		t.Errorf("%d symmetries without work", len(found))
	}
}
