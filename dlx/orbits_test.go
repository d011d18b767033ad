// SPDX-License-Identifier: BSD-3-Clause

package dlx

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"sync/atomic"
	"testing"

	"polka/dlx/internal/engine"
)

// drawSymmetric returns a random problem that has symmetries: random options, and those to which
// random permutations of items and colors take them.
func drawSymmetric(random *rand.Rand, most int) *Problem {
	primary, secondary, colors := 3+random.IntN(6), random.IntN(4), 1+random.IntN(3)
	items := primary + secondary
	type entry struct{ item, color int } // color 0 is none
	var symmetries [][2][]int            // of the items, and of the colors from 1
	for range 1 + random.IntN(2) {
		to := identityOf(items)
		if random.IntN(2) == 0 {
			a, b := random.IntN(primary), random.IntN(primary)
			to[a], to[b] = to[b], to[a]
		} else {
			copy(to, random.Perm(primary))
		}
		if random.IntN(2) == 0 {
			for i, j := range random.Perm(secondary) {
				to[primary+i] = primary + j
			}
		}
		symmetries = append(symmetries, [2][]int{to, random.Perm(colors)})
	}
	known := map[string]bool{}
	var options [][]entry
	add := func(option []entry) {
		slices.SortFunc(option, func(a, b entry) int { return a.item - b.item })
		if text := fmt.Sprint(option); !known[text] && len(options) < most {
			known[text] = true
			options = append(options, option)
		}
	}
	done := 0
	for range 2 + random.IntN(5) {
		var option []entry
		for i := range items {
			if random.IntN(primary) < 2 && len(option) < 4 {
				color := 0
				if i >= primary && random.IntN(4) > 0 {
					color = 1 + random.IntN(colors)
				}
				option = append(option, entry{i, color})
			}
		}
		if len(option) == 0 || option[0].item >= primary {
			continue
		}
		for add(option); done < len(options); done++ {
			for _, s := range symmetries {
				var image []entry
				for _, e := range options[done] {
					if e.color > 0 {
						e.color = 1 + s[1][e.color-1]
					}
					image = append(image, entry{s[0][e.item], e.color})
				}
				add(image)
			}
		}
	}
	p := New()
	for i := range items {
		p = p.AddItems(Item{Name: fmt.Sprint("i", i), Secondary: i >= primary})
	}
	random.Shuffle(len(options), func(i, j int) { options[i], options[j] = options[j], options[i] })
	for _, option := range options {
		var text []string
		for _, e := range option {
			name := fmt.Sprint("i", e.item)
			if e.color > 0 {
				name += fmt.Sprintf(":%c", 'A'+e.color-1)
			}
			text = append(text, name)
		}
		p = p.AddOption(text...)
	}
	return p
}

// TestOrbitsByBruteForce counts random problems with symmetries wherever there are any, at once, and
// stopped again and again and resumed by any engine, with limits and without.
func TestOrbitsByBruteForce(t *testing.T) {
	problems := max(tries(1000), 300)
	t.Logf("seeds 370, 0 to %d", problems-1)
	divided, stops, kept, limited := 0, 0, 0, 0
	for seed := range uint64(problems) {
		random := rand.New(rand.NewPCG(370, seed))
		p := drawSymmetric(random, 40)
		want := naive(p)
		var checks atomic.Int64
		s := p.Solver(Options{Threads: 1 + random.IntN(2)})
		s.eager = true
		s.check = func() error {
			checks.Add(1)
			return nil
		}
		r, err := s.Count(t.Context())
		if err != nil || r.Solutions.Int64() != want {
			t.Fatalf("seed %d: %v, %v, want %d\n%s", seed, r.Stats, err, want, p.DLX())
		}
		if strings.Contains(r.Why, "by symmetry") {
			divided++
		}
		var token *Token
		asks := int64(2 + random.IntN(10))
		for token == nil || !token.Done() {
			o := Options{Threads: 1 + random.IntN(2), Resume: token}
			if token != nil {
				o.Engine = []string{"", "", "links", "cells", "bits", "memo"}[random.IntN(6)]
				if o.Engine != "memo" && random.IntN(4) == 0 {
					o.Limit = 1 + random.IntN(3)
				}
				if symmetricOf(*token) {
					kept++
				}
				if o.Limit > 0 && symmetricOf(*token) {
					limited++
				}
			}
			s := p.Solver(o)
			s.eager = true
			looks := 1 + random.Int64N(asks)
			if token == nil {
				looks = 1 + checks.Load() - random.Int64N(1+checks.Load()*3/4)
			}
			s.check = engine.NewFuse(looks, errBurnt).Look
			asks += random.Int64N(2)
			var before int64
			if token != nil {
				before = token.Found().Int64()
			}
			r, err := s.Count(t.Context())
			if err != nil && strings.Contains(err.Error(), "only be resumed without limit") {
				continue
			}
			if err != nil && !errors.Is(err, errBurnt) {
				t.Fatalf("seed %d: %v, %v\n%s", seed, r.Stats, err, p.DLX())
			}
			n := r.Solutions.Int64()
			if o.Limit > 0 && (n > before+int64(o.Limit) || err == nil && n != min(want, before+int64(o.Limit))) || n < before || n > want {
				t.Fatalf("seed %d: %d after %d, limit %d, of %d, %v, %v\n%s", seed, n, before, o.Limit, want, r.Stats, err, p.DLX())
			}
			left, err := ParseToken(tokenString(r.Token))
			if err != nil {
				t.Fatal(err)
			}
			token = &left
			stops++
		}
		if n := token.Found().Int64(); n != want {
			t.Fatalf("seed %d: %d in sessions, want %d\n%s", seed, n, want, p.DLX())
		}
	}
	t.Logf("%d of %d problems were divided, %d sessions, %d from parts that stand for several, %d of them with a limit", divided, problems, stops, kept, limited)
	if divided < problems/5 || limited < problems/100 {
		t.Errorf("%d of %d problems were divided, %d resumed with a limit", divided, problems, limited)
	}
}

// naive counts the solutions: of the options that cover the first item that is not covered, it tries
// each that agrees with those chosen.
func naive(p *Problem) int64 {
	items := p.Items()
	options := make([][]Entry, p.NumOptions())
	for k := range options {
		options[k] = p.Entries(k)
	}
	color := make([]string, len(items)) // of the items that are covered, "-" if none
	var count func() int64
	count = func() (n int64) {
		i := slices.IndexFunc(items, func(it Item) bool { return !it.Secondary && color[slices.Index(items, it)] == "" })
		if i < 0 {
			return 1
		}
		for _, option := range options {
			has, fits := false, true
			for _, e := range option {
				has = has || e.Item == i
				fits = fits && (color[e.Item] == "" || e.Color != "" && color[e.Item] == e.Color)
			}
			if !has || !fits {
				continue
			}
			before := slices.Clone(color)
			for _, e := range option {
				if color[e.Item] = e.Color; e.Color == "" {
					color[e.Item] = "-"
				}
			}
			n += count()
			color = before
		}
		return n
	}
	return count()
}

// symmetricOf reports whether a token has parts that stand for several.
func symmetricOf(token Token) bool {
	return slices.ContainsFunc(token.open, func(part engine.Part) bool { return part.Times > 1 })
}
