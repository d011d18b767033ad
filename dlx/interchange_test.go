// SPDX-License-Identifier: BSD-3-Clause

package dlx

import (
	"context"
	"fmt"
	"math/big"
	"math/rand/v2"
	"reflect"
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
	problems := max(tries(300), 60) // fewer may lack a kind
	t.Logf("seeds 37, 0 to %d", problems-1)
	symmetric, restricted, secondary := 0, 0, 0
	for seed := range uint64(problems) {
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
		if p.Err() != nil || p.NumOptions() == 0 {
			continue
		}
		chosen := random.IntN(4) == 0
		primary := slices.ContainsFunc(p.Entries(0), func(e Entry) bool { return !p.Items()[e.Item].Secondary })
		switch {
		case !chosen:
		case primary && random.IntN(2) == 0:
			p = p.Containing(0)
		default:
			p = p.Without(0)
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
		group := groupOf(num, symmetries)
		if group != all {
			t.Errorf("seed %d: a group of %d elements, expected %d\n%s", seed, group, all, p.DLX())
		}
		if all > 1 {
			symmetric++
			if chosen {
				restricted++
			}
			if colored {
				secondary++
			}
		}
	}
	t.Logf("of %d problems, %d have symmetries, %d of these required or forbidden options, %d secondary items", problems, symmetric, restricted, secondary)
	if min(symmetric, restricted, secondary) == 0 {
		t.Error("a kind of problems is missing")
	}
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

// TestFindSymmetriesKinds finds groups whose orders are clear.
func TestFindSymmetriesKinds(t *testing.T) {
	ab := New("a", "b")
	secondary := ab.AddItems(Item{Name: "s", Secondary: true}, Item{Name: "t", Secondary: true})
	many := New().AddItems(Item{Name: "a", Low: 0, High: 2}, Item{Name: "b", Low: 0, High: 2}, Item{Name: "c", Low: 1, High: 2})
	ten := New("a", "b", "c", "d", "e", "f", "g", "h", "i", "j")
	for _, test := range []struct {
		about string
		p     *Problem
		order int
	}{
		{"no items", New(), 1},
		{"no options", ab, 2},
		{"more than 5,000 symmetries", ten, 720},
		{"a cycle", New("a", "b", "c").AddOption("a", "b").AddOption("b", "c").AddOption("c", "a"), 6},
		{"the same option twice", ab.AddOption("a", "b").AddOption("b", "a"), 1},
		{"secondary items", secondary.AddOption("a", "s").AddOption("b", "t"), 2},
		{"primary and secondary items", New("a").AddItems(Item{Name: "s", Secondary: true}).AddOption("a", "s"), 1},
		{"the same color", secondary.AddOption("a", "s:x").AddOption("b", "t:x"), 2},
		{"two colors", secondary.AddOption("a", "s:x").AddOption("b", "t:y"), 1},
		{"a color and none", secondary.AddOption("a", "s:x").AddOption("b", "t"), 1},
		{"two colors of an item", secondary.AddOption("a", "s:x").AddOption("b", "s:y"), 1},
		{"multiplicities", many.AddOption("a").AddOption("b").AddOption("c"), 2},
		{"a required option", ab.AddOption("a").AddOption("b").Containing(0), 1},
		{"a forbidden option", ab.AddOption("a").AddOption("b").Without(1), 1},
		{"options that are required or not", New("a", "b", "c").AddOption("a").AddOption("b").AddOption("c").Containing(0), 2},
	} {
		if err := test.p.Err(); err != nil {
			t.Fatalf("%s: %v", test.about, err)
		}
		found, err := test.p.FindSymmetries(t.Context())
		if err != nil {
			t.Errorf("%s: %v", test.about, err)
			continue
		}
		if order := groupOf(len(test.p.Items()), found); order != test.order {
			t.Errorf("%s: a group of %d elements, expected %d", test.about, order, test.order)
		}
		want, err1 := test.p.Count(t.Context())
		got, err2 := test.p.CountUsing(t.Context(), found...)
		if (err1 == nil) != (test.about != "no items") || (err2 == nil) != (err1 == nil) || err1 == nil && got.Cmp(want) != 0 {
			t.Errorf("%s: %v solutions, %v; expected %v, %v", test.about, got, err2, want, err1)
		}
		if again, err := test.p.FindSymmetries(t.Context()); err != nil || !reflect.DeepEqual(again, found) {
			t.Errorf("%s: first %v, then %v; %v", test.about, found, again, err)
		}
	}
}

// groupOf returns the order of the group that permutations of n numbers generate.
func groupOf(n int, generators [][]int) int {
	group := [][]int{identityOf(n)}
	known := map[string]bool{fmt.Sprint(group[0]): true}
	for i := 0; i < len(group); i++ {
		for _, s := range generators {
			product := make([]int, n)
			for j := range product {
				product[j] = s[group[i][j]]
			}
			if name := fmt.Sprint(product); !known[name] {
				known[name] = true
				group = append(group, product)
			}
		}
	}
	return len(group)
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
