// SPDX-License-Identifier: BSD-3-Clause

package dlx

import (
	"context"
	"fmt"
	"math/big"
	"math/rand/v2"
	"slices"
	"testing"
)

// TestFindSymmetriesLatin counts latin squares without being told their symmetries.
func TestFindSymmetriesLatin(t *testing.T) {
	for i, want := range []int64{1, 2, 12, 576, 161280, 812851200} {
		if i == 5 && testing.Short() {
			break
		}
		p, _ := latin(i + 1)
		symmetries, err := p.FindSymmetries(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		if i > 1 && len(symmetries) == 0 {
			t.Errorf("order %d: no symmetries", i+1)
		}
		if got, err := p.CountUsing(t.Context(), symmetries...); err != nil || got.Cmp(big.NewInt(want)) != 0 {
			t.Errorf("order %d: %v squares, %v; expected %d", i+1, got, err, want)
		}
	}
}

// TestFindSymmetries compares the groups of random problems with all permutations of their items,
// and the counts with those of Count.
func TestFindSymmetries(t *testing.T) {
	tries := uint64(300)
	if testing.Short() {
		tries = 60
	}
	t.Logf("seeds 37, 0 to %d", tries-1)
	symmetric, required := 0, 0
	for seed := range tries {
		random := rand.New(rand.NewPCG(37, seed))
		num := 3 + random.IntN(4)
		p := New()
		colored := random.IntN(3) == 0
		for i := range num {
			it := Item{Name: fmt.Sprint(i), Secondary: i >= num-2 && colored}
			if random.IntN(4) == 0 && !it.Secondary {
				it.Low, it.High = random.IntN(2), 2
			}
			p = p.AddItems(it)
		}
		known := map[string]bool{}
		for range 2 + random.IntN(9) {
			var names []string
			for i := range num {
				switch {
				case random.IntN(num) >= 2:
				case colored && i >= num-2:
					names = append(names, fmt.Sprintf("%d:%c", i, "ab"[random.IntN(2)]))
				default:
					names = append(names, fmt.Sprint(i))
				}
			}
			if text := fmt.Sprint(names); len(names) > 0 && !known[text] {
				known[text] = true
				p = p.AddOption(names...)
			}
		}
		if p.Err() != nil {
			continue
		}
		if random.IntN(4) == 0 {
			p = p.Without(0)
			required++
		}
		want, err := p.Count(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		symmetries, err := p.FindSymmetries(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		if got, err := p.CountUsing(t.Context(), symmetries...); err != nil || got.Cmp(want) != 0 {
			t.Errorf("seed %d: %v solutions, %v; expected %v\n%s", seed, got, err, want, p.DLX())
		}
		number, err := p.numberByKey()
		if err != nil {
			t.Fatal(err)
		}
		all := 0
		permute(num, func(s []int) {
			if _, err := p.images(s, number); err == nil {
				all++
			}
		})
		// The group of the permutations found, as permutations of the items.
		group := [][]int{identityOf(num)}
		for i := 0; i < len(group); i++ {
			for _, s := range symmetries {
				product := make([]int, num)
				for j := range product {
					product[j] = s[group[i][j]]
				}
				if !slices.ContainsFunc(group, func(g []int) bool { return slices.Equal(g, product) }) {
					group = append(group, product)
				}
			}
		}
		if len(group) != all {
			t.Errorf("seed %d: a group of %d elements, expected %d\n%s", seed, len(group), all, p.DLX())
		}
		if all > 1 {
			symmetric++
		}
	}
	t.Logf("%d of %d problems have symmetries, %d an option that is forbidden", symmetric, tries, required)
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	p, _ := latin(3)
	if _, err := p.FindSymmetries(ctx); err == nil {
		t.Error("no error of a context that has ended")
	}
	equal := New("a").AddOption("a").AddOption("a")
	if s, err := equal.FindSymmetries(t.Context()); err != nil || len(s) > 0 {
		t.Errorf("equal options: %v, %v", s, err)
	}
	if _, err := New("a", "a").FindSymmetries(t.Context()); err == nil {
		t.Error("no error for a wrong problem")
	}
}

func identityOf(n int) []int {
	list := make([]int, n)
	for i := range list {
		list[i] = i
	}
	return list
}

// permute calls visit for all permutations of n numbers.
func permute(n int, visit func([]int)) {
	s := identityOf(n)
	var next func(k int)
	next = func(k int) {
		if k == n {
			visit(s)
			return
		}
		for i := k; i < n; i++ {
			s[k], s[i] = s[i], s[k]
			next(k + 1)
			s[k], s[i] = s[i], s[k]
		}
	}
	next(0)
}
