// SPDX-License-Identifier: BSD-3-Clause

package dlx

import (
	"context"
	"errors"
	"fmt"
	"math/big"
	"strings"
	"testing"
)

// dominating is the problem of the dominating sets of an n by n grid: each cell is chosen, or one
// of its neighbors.
func dominating(n int) *Problem {
	p := New()
	for i := range n * n {
		p = p.AddItems(Item{Name: fmt.Sprint(i), Low: 1, High: 5})
	}
	for i := range n * n {
		option := []Entry{{Item: i}}
		x, y := i%n, i/n
		for _, d := range [][2]int{{1, 0}, {-1, 0}, {0, 1}, {0, -1}} {
			if u, v := x+d[0], y+d[1]; u >= 0 && u < n && v >= 0 && v < n {
				option = append(option, Entry{Item: v*n + u})
			}
		}
		p = p.AddEntries(option...)
	}
	return p
}

// TestDominatingSets counts dominating sets, A133515. Those of large grids are far too many to
// visit.
func TestDominatingSets(t *testing.T) {
	for i, want := range []string{"1", "11", "291", "28661", "10982565", "16031828359", "89373230342147", "1904212088591018521",
		"155026375803222057878889", "48225130114674924906540348115"} {
		if i >= 8 && testing.Short() {
			break
		}
		for _, engine := range []string{"frontier", "auto"} {
			r, err := dominating(i + 1).Solver(Options{Engine: engine}).Count(t.Context())
			if err != nil || r.Solutions.String() != want || i >= 4 && r.Engine != "frontier" {
				t.Errorf("%d: %v, %v; want %s", i+1, r.Stats, err, want)
			}
		}
	}
}

// star is a problem of n items that are covered once or twice, with an option of all of them and
// two options of each, so that nearly all items are in flux in any order of the options.
func star(n int) *Problem {
	p := New()
	var all []Entry
	for i := range n {
		p = p.AddItems(Item{Name: fmt.Sprint(i), Low: 1, High: 2})
		all = append(all, Entry{Item: i})
	}
	p = p.AddEntries(all...)
	for i := range n {
		p = p.AddEntries(Entry{Item: i}).AddEntries(Entry{Item: i})
	}
	return p
}

// TestRangesWide counts by layers where states have two words, and where these do not suffice. With
// and without the option of all items, there are three ways to cover each item.
func TestRangesWide(t *testing.T) {
	frontier := Options{Engine: "frontier"}
	for _, n := range []int{3, 31, 32, 40, 63} {
		want := new(big.Int).Exp(big.NewInt(3), big.NewInt(int64(n)), nil)
		want.Lsh(want, 1)
		if r, err := star(n).Solver(frontier).Count(t.Context()); err != nil || r.Solutions.Cmp(want) != 0 {
			t.Errorf("%d items: %v, %v; want %v", n, r.Stats, err, want)
		}
	}
	if r, err := star(64).Solver(frontier).Count(t.Context()); err == nil || !strings.Contains(err.Error(), "too far") {
		t.Errorf("64 items: %v, %v; want an error", r.Stats, err)
	}
}

// TestRangesStop stops counts by layers where there are multiplicities, and resumes them.
func TestRangesStop(t *testing.T) {
	p := dominating(9)
	const want = "155026375803222057878889"
	stopped := map[string]int{}
	stops := []int{0, 1, 3, 9, 27, 40}
	if testing.Short() {
		stops = []int{1, 27}
	}
	for _, engine := range []string{"frontier", "auto"} {
		for _, most := range stops {
			ctx := &impatient{Context: t.Context(), most: most}
			r, err := p.Solver(Options{Engine: engine}).Count(ctx)
			if !errors.Is(err, context.DeadlineExceeded) {
				t.Fatalf("%s, %d questions: %v, %v", engine, most, r.Stats, err)
			}
			stopped[r.Engine]++
			again, err := p.Solver(Options{Engine: engine, Resume: &r.Token}).Count(t.Context())
			if err != nil || again.Solutions.String() != want {
				t.Errorf("%s, resumed after %d questions: %v, %v", engine, most, again.Stats, err)
			}
		}
	}
	if stopped["frontier"] < len(stops) || stopped["auto"] < len(stops) {
		t.Errorf("stopped %v", stopped)
	}
	if testing.Short() {
		return
	}
	// Sessions that are all short: of a count by layers, and of one that is given up after some of
	// them, so that a search follows.
	for _, c := range []struct {
		p    *Problem
		want string
	}{{p, want}, {load(t, "dom44"), "349866"}} {
		engines := map[string]int{}
		options, result := Options{}, Result{}
		for sessions := 0; ; sessions++ {
			r, err := c.p.Solver(options).Count(&impatient{Context: t.Context(), most: 8})
			if engines[r.Engine]++; err == nil {
				result = r
				break
			}
			if !errors.Is(err, context.DeadlineExceeded) || sessions == 2000 {
				t.Fatalf("%d sessions: %v, %v", sessions, r.Stats, err)
			}
			text, _ := r.Token.MarshalText()
			token, err := ParseToken(string(text))
			if err != nil {
				t.Fatal(err)
			}
			options.Resume = &token
		}
		t.Log(engines, result.Stats)
		if result.Solutions.String() != c.want || engines["auto"] < 3 {
			t.Errorf("%v, sessions with each engine: %v, want %s", result.Stats, engines, c.want)
		}
	}
	// Too little memory for the states: another engine goes on.
	small := dominating(5)
	r, err := small.Solver(Options{Memory: 1 << 16}).Count(t.Context())
	if err != nil || r.Solutions.String() != "10982565" {
		t.Errorf("with little memory: %v, %v", r.Stats, err)
	}
}
