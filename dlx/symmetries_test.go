// SPDX-License-Identifier: BSD-3-Clause

package dlx

import (
	"context"
	"errors"
	"fmt"
	"math/big"
	"math/rand/v2"
	"slices"
	"testing"
)

// latin is the problem of latin squares, with the symmetries that exchange two neighboring symbols,
// and two neighboring rows.
func latin(n int) (*Problem, [][]int) {
	p := New()
	number := map[[3]int]int{} // of the items: kind and two of row, column, symbol
	for kind := range 3 {
		for a := range n {
			for b := range n {
				number[[3]int{kind, a, b}] = len(number)
				p = p.AddItems(Item{Name: fmt.Sprintf("%c%d,%d", "crk"[kind], a, b)})
			}
		}
	}
	for r := range n {
		for c := range n {
			for s := range n {
				p = p.AddOption(fmt.Sprintf("c%d,%d", r, c), fmt.Sprintf("r%d,%d", r, s), fmt.Sprintf("k%d,%d", c, s))
			}
		}
	}
	var list [][]int
	for x := range n - 1 {
		swap := func(a int) int {
			switch a {
			case x:
				return x + 1
			case x + 1:
				return x
			}
			return a
		}
		symbols, rows := make([]int, len(number)), make([]int, len(number))
		for key, i := range number {
			kind, a, b := key[0], key[1], key[2]
			other := [3]int{kind, a, swap(b)}
			if kind == 0 {
				other = key
			}
			symbols[i] = number[other]
			if other = [3]int{kind, swap(a), b}; kind == 2 {
				other = key
			}
			rows[i] = number[other]
		}
		list = append(list, symbols)
		if n < 6 {
			list = append(list, rows)
		}
	}
	return p, list
}

// TestCountUsingLatin counts latin squares, A002860.
func TestCountUsingLatin(t *testing.T) {
	for i, want := range []int64{1, 2, 12, 576, 161280, 812851200} {
		if i == 5 && testing.Short() {
			break
		}
		p, symmetries := latin(i + 1)
		if got, err := p.CountUsing(t.Context(), symmetries...); err != nil || got.Cmp(big.NewInt(want)) != 0 {
			t.Errorf("order %d: %v squares, %v; expected %d", i+1, got, err, want)
		}
	}
}

// TestCountUsing compares counts of random problems that have symmetries with those of Count.
func TestCountUsing(t *testing.T) {
	problems := max(tries(200), 50)
	t.Logf("seeds 37, 0 to %d", problems-1)
	solved := 0
	for seed := range uint64(problems) {
		random := rand.New(rand.NewPCG(37, seed))
		primary, secondary := 4+random.IntN(5), random.IntN(3)
		p := New()
		for i := range primary + secondary {
			p = p.AddItems(Item{Name: fmt.Sprint(i), Secondary: i >= primary})
		}
		var symmetries [][]int
		for range 1 + random.IntN(2) {
			s := random.Perm(primary)
			if random.IntN(2) == 0 { // exchange two items only
				s = make([]int, primary)
				for i := range s {
					s[i] = i
				}
				a, b := random.IntN(primary), random.IntN(primary)
				s[a], s[b] = s[b], s[a]
			}
			for i := range secondary {
				s = append(s, primary+i)
			}
			symmetries = append(symmetries, s)
		}
		known := map[string]bool{}
		var queue [][]int
		add := func(option []int) {
			slices.Sort(option)
			if text := fmt.Sprint(option); !known[text] {
				known[text] = true
				queue = append(queue, option)
			}
		}
		for range 2 + random.IntN(4) {
			option := []int{}
			for i := range primary + secondary {
				if random.IntN(primary) < 2 {
					option = append(option, i)
				}
			}
			if len(option) > 0 && option[0] < primary {
				add(option)
			}
		}
		for at := 0; at < len(queue); at++ {
			var names []string
			for _, i := range queue[at] {
				names = append(names, fmt.Sprint(i))
			}
			p = p.AddOption(names...)
			for _, s := range symmetries {
				image := []int{}
				for _, i := range queue[at] {
					image = append(image, s[i])
				}
				add(image)
			}
		}
		want, err := p.Count(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		got, err := p.CountUsing(t.Context(), symmetries...)
		if err != nil || got.Cmp(want) != 0 {
			t.Fatalf("seed %d: %v solutions, %v; expected %v of\n%s", seed, got, err, want, p.DLX())
		}
		if want.Sign() > 0 {
			solved++
		}
	}
	if solved < problems/4 {
		t.Errorf("%d problems have solutions", solved)
	}
}

// TestCountUsingErrors refuses what is no symmetry.
func TestCountUsingErrors(t *testing.T) {
	p := New("a b c | d").AddOption("a b").AddOption("b c").AddOption("c d").AddOption("a d")
	for _, s := range [][]int{{0, 1, 2}, {0, 0, 2, 3}, {0, 1, 3, 2}, {1, 0, 2, 3}, {0, 1, 2, 4}} {
		if n, err := p.CountUsing(t.Context(), s); err == nil {
			t.Errorf("%v: %v solutions, expected an error", s, n)
		}
	}
	if n, err := p.CountUsing(t.Context(), []int{2, 1, 0, 3}); err != nil || n.Int64() != 2 {
		t.Errorf("%v solutions, %v; expected 2", n, err)
	}
	if _, err := p.Containing(0).CountUsing(t.Context(), []int{2, 1, 0, 3}); err == nil {
		t.Error("only one of two options is required: no error")
	}
	twice := New("a b").AddOption("a").AddOption("b").AddOption("a")
	if _, err := twice.CountUsing(t.Context(), []int{1, 0}); err == nil {
		t.Error("an option that occurs twice: no error")
	}
}

// TestCountUsingMultiplicities compares counts with those of Count where items have multiplicities
// and colors, primary items come after secondary ones, and options are required and forbidden.
func TestCountUsingMultiplicities(t *testing.T) {
	problems := tries(1000)
	t.Logf("seeds 38, 0 to %d", problems-1)
	solved := 0
	for seed := range uint64(problems) {
		random := rand.New(rand.NewPCG(38, seed))
		const primary, n = 5, 7 // the items are numbered a b c d e x y, and added in another order
		p := New("a b | x y")
		for _, name := range []string{"c", "d", "e"} {
			it := Item{Name: name}
			if random.IntN(2) == 0 {
				it.Low = random.IntN(2)
				it.High = it.Low + 1 + random.IntN(2)
			}
			p = p.AddItems(it)
		}
		symmetries := [][]int{{1, 0, 2, 3, 4, 5, 6}, {0, 1, 2, 3, 4, 6, 5}}
		known := map[string]bool{}
		var queue [][]Entry
		add := func(option []Entry) {
			slices.SortFunc(option, func(a, b Entry) int { return a.Item - b.Item })
			if text := fmt.Sprint(option); !known[text] {
				known[text] = true
				queue = append(queue, option)
			}
		}
		for range 3 + random.IntN(5) {
			option := []Entry{{Item: random.IntN(primary)}}
			for i := range n {
				if i != option[0].Item && random.IntN(n) < 2 {
					option = append(option, Entry{Item: i})
					if i >= primary {
						option[len(option)-1].Color = []string{"", "x", "y"}[random.IntN(3)]
					}
				}
			}
			add(option)
		}
		for at := 0; at < len(queue); at++ {
			p = p.AddEntries(queue[at]...)
			for _, s := range symmetries {
				var image []Entry
				for _, e := range queue[at] {
					image = append(image, Entry{Item: s[e.Item], Color: e.Color})
				}
				add(image)
			}
		}
		for k, option := range queue { // what the symmetries keep
			if !slices.ContainsFunc(option, func(e Entry) bool { return e.Item < 2 || e.Item >= primary }) && random.IntN(4) == 0 {
				if random.IntN(2) == 0 {
					p = p.Containing(k)
				} else {
					p = p.Without(k)
				}
			}
		}
		want, err := p.Count(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		got, err := p.CountUsing(t.Context(), symmetries...)
		if err != nil || got.Cmp(want) != 0 {
			t.Fatalf("seed %d: %v solutions, %v; expected %v, with %v and without %v, of\n%s", seed, got, err, want, p.Required(), p.Forbidden(), p.DLX())
		}
		if want.Sign() > 0 {
			solved++
		}
	}
	if solved < problems/4 {
		t.Errorf("%d problems have solutions", solved)
	}
}

// TestCountUsingLimits refuses groups that are too large, and stops.
func TestCountUsingLimits(t *testing.T) {
	p := New()
	for i := range 9 {
		p = p.AddItems(Item{Name: fmt.Sprint(i)})
	}
	for i := range 9 {
		p = p.AddEntries(Entry{Item: i})
	}
	turn, swap := []int{1, 2, 3, 4, 5, 6, 7, 8, 0}, []int{1, 0, 2, 3, 4, 5, 6, 7, 8}
	if n, err := p.CountUsing(t.Context(), turn, swap); err == nil { // 9! = 362880
		t.Errorf("%v solutions, expected an error", n)
	}
	if n, err := p.CountUsing(t.Context(), turn); err != nil || n.Int64() != 1 {
		t.Errorf("%v solutions, %v; expected 1", n, err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := p.CountUsing(ctx, turn); !errors.Is(err, context.Canceled) {
		t.Errorf("a canceled context: %v", err)
	}
}

// BenchmarkLatin counts latin squares as usual, up to order 5, and with symmetries.
func BenchmarkLatin(b *testing.B) {
	for _, n := range []int{4, 5, 6} {
		p, symmetries := latin(n)
		if n < 6 {
			b.Run(fmt.Sprintf("%d/count", n), func(b *testing.B) {
				for b.Loop() {
					if _, err := p.Count(b.Context()); err != nil {
						b.Fatal(err)
					}
				}
			})
		}
		b.Run(fmt.Sprintf("%d/using", n), func(b *testing.B) {
			for b.Loop() {
				if _, err := p.CountUsing(b.Context(), symmetries...); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
