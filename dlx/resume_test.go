// SPDX-License-Identifier: BSD-3-Clause

package dlx

import (
	"context"
	"errors"
	"fmt"
	"math/big"
	"slices"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"polka/dlx/internal/engine"
)

// numbersOf are the option numbers of solutions.
func numbersOf(list []Solution) [][]int {
	all := make([][]int, len(list))
	for i, s := range list {
		all[i] = s.Options()
	}
	return all
}

// testResume stops a search again and again, writes the token and reads it,
// resumes the search, and compares the sum with a search that was not stopped.
func testResume(t *rapid.T, multiple bool) {
	p := drawProblem(t, multiple)
	for _, e := range engines {
		if e.counts || !e.takes(p) {
			continue
		}
		fail := func(format string, args ...any) {
			t.Helper()
			t.Fatalf("engine %s: %s\n%s", e.name, fmt.Sprintf(format, args...), keep(p))
		}
		whole := p.recorded(Options{Engine: e.name, Threads: 1})
		want, err := whole.All(context.Background())
		if err != nil || !whole.Token().Done() || whole.Token().Found().Int64() != int64(len(want)) {
			fail("All: %v, %v", err, whole.Token())
		}
		var token *Token
		var got []Solution
		counted := big.NewInt(0)
		var counting *Token
		for tries := 0; token == nil || !token.Done(); tries++ {
			limit := rapid.IntRange(1, 4).Draw(t, "limit")
			threads := rapid.IntRange(1, 3).Draw(t, "threads")
			s := p.recorded(Options{Engine: e.name, Threads: threads, Limit: limit, Resume: token})
			list, err := s.All(context.Background())
			if err != nil || len(list) > limit || tries > len(want)+1 {
				fail("try %d: %d solutions, %v", tries, len(list), err)
			}
			got = append(got, list...)
			left, err := ParseToken(tokenString(s.Token()))
			if err != nil || tokenString(left) != tokenString(s.Token()) || left.Found().Int64() != int64(len(got)) {
				fail("the token %s reads %v, %v", tokenString(s.Token()), left, err)
			}
			token = &left
			st := s.Stats()
			if token.Done() && st.Nodes != whole.Stats().Nodes {
				fail("%d nodes when stopped, %d when not", st.Nodes, whole.Stats().Nodes)
			}

			// The same for a count, which is resumed as often as the listing.
			c := p.recorded(Options{Engine: e.name, Threads: threads, Limit: limit, Resume: counting})
			if counted, err = c.Count(context.Background()); err != nil || counted.Cmp(c.Token().Found()) != 0 {
				fail("Count: %v, %v, %v", counted, c.Token(), err)
			}
			next := c.Token()
			counting = &next
		}
		if !slices.EqualFunc(numbersOf(got), numbersOf(want), slices.Equal) {
			fail("stopped: %v, not stopped: %v", got, want)
		}
		if n := int64(len(want)); counting.Done() && counted.Int64() != n {
			fail("counted %v in parts, want %d", counted, n)
		}
	}
}

func TestResume(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) { testResume(t, false) })
}

func TestResumeMultiplicities(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) { testResume(t, true) })
}

// TestResumeElsewhere counts what one engine has left with another one.
func TestResumeElsewhere(t *testing.T) {
	for _, c := range []struct{ name, first, second, want string }{
		{"langford11", "links", "bits", "35584"},
		{"soma", "bits", "links", "11520"},
		{"xcc_macsub4x3", "links", "bits", "240352"},
		{"mcc_pent5x8", "bits", "links", "582"},
		{"mcc_qdom7_4", "links", "bits", "86"},
	} {
		p := load(t, c.name)
		n := new(big.Int)
		var token *Token
		asks := int64(7)
		engines := []string{c.first, c.second}
		for round := 0; token == nil || !token.Done(); round++ {
			s := p.recorded(Options{Engine: engines[round%2], Resume: token, Threads: 1 + round%2})
			s.check = engine.NewFuse(asks, errBurnt).Look
			asks *= 3
			var err error
			if n, err = s.Count(t.Context()); err != nil && !errors.Is(err, errBurnt) {
				t.Fatalf("%s: %v", c.name, err)
			}
			left := s.Token()
			token = &left
		}
		if n.String() != c.want {
			t.Errorf("%s: %v in turns, want %s", c.name, n, c.want)
		}
	}
}

// TestDeadline ends searches by the clock, and resumes them.
func TestDeadline(t *testing.T) {
	p := load(t, "langford12")
	s := p.recorded(Options{Engine: "links"})
	ctx, cancel := context.WithTimeout(t.Context(), 20*time.Millisecond)
	defer cancel()
	n, err := s.Count(ctx)
	if !errors.Is(err, context.DeadlineExceeded) || s.Token().Done() || s.Token().fraction() >= 1 {
		t.Fatalf("Count = %v, %v, left %v", n, err, s.Token())
	}
	token := s.Token()
	n, err = p.recorded(Options{Resume: &token}).Count(t.Context())
	if err != nil || n.String() != "216288" {
		t.Errorf("Count = %v, %v, want 216288 in sum (2 x A014552)", n, err)
	}
}

// TestSave saves tokens while a search runs, and resumes it from one in the middle;
// an error of Save ends the search.
func TestSave(t *testing.T) {
	if testing.Short() {
		t.Skip("takes seconds")
	}
	p := load(t, "langford12")
	for _, listing := range []bool{false, true} {
		var saved []Token
		shown := 0
		var at []int
		progress := 0.0
		o := Options{Engine: "links", SaveEvery: time.Nanosecond,
			Save: func(t Token) error {
				saved, at = append(saved, t), append(at, shown)
				return nil
			},
			Progress: func(p Progress) {
				if p.Fraction < progress || p.Nodes == 0 && p.Fraction > 0 || p.Solutions == nil {
					t.Errorf("%v after %v", p, progress)
				}
				progress = p.Fraction
			}}
		s := p.recorded(o)
		ask := func(s *recorder) (int64, error) {
			if !listing {
				n, err := s.Count(t.Context())
				return n.Int64(), err
			}
			n := int64(0)
			err := s.Each(t.Context(), func(Solution) bool { n++; shown++; return true })
			return n, err
		}
		n, err := ask(s)
		if err != nil || n != 216288 || len(saved) == 0 {
			t.Fatalf("listing %v: %d solutions, %v, %d tokens", listing, n, err, len(saved))
		}
		middle := len(saved) / 2
		before := saved[middle].Found().Int64()
		if listing && before != int64(at[middle]) {
			t.Errorf("a token has %d solutions, when %d were shown", before, at[middle])
		}
		n, err = ask(p.recorded(Options{Resume: &saved[middle]}))
		if listing {
			n += before
		}
		if err != nil || n != 216288 {
			t.Errorf("listing %v, from the token %v: %d solutions, %v", listing, saved[middle], n, err)
		}
		progress = 0
		full := errors.New("the disk is full")
		o.Save = func(Token) error { return full }
		if _, err := ask(p.recorded(o)); !errors.Is(err, full) {
			t.Errorf("listing %v: error %v, want that of Save", listing, err)
		}
	}
}

// TestListingThreads lists with any number of threads: the same solutions in
// the same order, and the same counters.
func TestListingThreads(t *testing.T) {
	for _, c := range []struct{ name, engine string }{
		{"langford11", "links"}, {"soma", "bits"}, {"queens12", "bits"}, {"mcc_conway5", "bits"}, {"xcc_macsub4x3", "bits"}, {"mcc_qdom7_4", "links"},
	} {
		if c.name == "mcc_conway5" && !long() || c.engine == "links" && testing.Short() {
			continue
		}
		p := load(t, c.name)
		var want [][]int
		var cost Stats
		for _, threads := range []int{1, 2, 5} {
			s := p.recorded(Options{Engine: c.engine, Threads: threads})
			all, err := s.All(t.Context())
			if err != nil {
				t.Fatal(err)
			}
			got, st := numbersOf(all), s.Stats()
			if threads == 1 {
				want, cost = got, st
			}
			if !slices.EqualFunc(got, want, slices.Equal) {
				t.Errorf("%s with %d threads: %d solutions, want %d, or in another order", c.name, threads, len(got), len(want))
			}
			if st.Nodes != cost.Nodes || st.Updates != cost.Updates || !slices.Equal(st.Profile, cost.Profile) {
				t.Errorf("%s with %d threads: %v\nwith one: %v", c.name, threads, st, cost)
			}
		}
	}
}

// TestFilters compares problems with options required and forbidden with all
// subsets.
func TestFilters(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := drawProblem(t, rapid.Bool().Draw(t, "multiplicities"))
		if p.NumOptions() == 0 {
			return
		}
		var with, without []int
		for k := range p.NumOptions() {
			switch {
			case rapid.IntRange(0, 5).Draw(t, "filter") == 0 && !p.ignores(k):
				with = append(with, k)
			case rapid.IntRange(0, 5).Draw(t, "filter") == 0:
				without = append(without, k)
			}
		}
		q := p.Containing(with...).Without(without...)
		want := 0
		for _, options := range subsets(p) {
			has := func(k int) bool { return slices.Contains(options, k) }
			if !slices.ContainsFunc(with, func(k int) bool { return !has(k) }) && !slices.ContainsFunc(without, has) {
				want++
			}
		}
		for _, e := range engines {
			if !e.takes(q) {
				continue
			}
			n, err := q.recorded(Options{Engine: e.name}).Count(context.Background())
			if err != nil || n.Int64() != int64(want) {
				t.Fatalf("engine %s, with %v, without %v: %v, %v, want %d\n%s", e.name, with, without, n, err, want, keep(p))
			}
			if e.counts {
				continue
			}
			all, err := q.recorded(Options{Engine: e.name}).All(context.Background())
			if err != nil || len(all) != want {
				t.Fatalf("engine %s: %d solutions, %v, want %d\n%s", e.name, len(all), err, want, keep(p))
			}
			for _, s := range all {
				if err := q.Check(s.Options()...); err != nil {
					t.Fatalf("engine %s: %v\n%s", e.name, err, keep(p))
				}
			}
		}
	})
	p := New("a b", "x").AddOption("a x").AddOption("b").AddOption("x")
	for _, c := range []struct {
		p    *Problem
		want string
	}{
		{p.Containing(3), "dlx: there is no option 3"},
		{p.Without(-1), "dlx: there is no option -1"},
		{New("a", "| x").AddOption("x").Containing(0), "dlx: option 0 (x) is required but ignored"},
	} {
		if err := c.p.Err(); err == nil || !strings.HasPrefix(err.Error(), c.want) {
			t.Errorf("got %v, want %s", err, c.want)
		}
	}
	if _, err := p.Containing(0).Without(0).First(t.Context()); !errors.Is(err, ErrNoSolution) {
		t.Errorf("an option was both required and forbidden: %v", err)
	}
}

// FuzzToken reads anything as a token, and resumes the search: the result is an error, or a
// search that ends.
func FuzzToken(f *testing.F) {
	p := New("a b 0:2|c", "| x").AddOption("a x:1").AddOption("b c x:1").AddOption("a b").AddOption("c x:2").AddOption("c")
	s := p.recorded(Options{Engine: "links", Limit: 1})
	s.Count(context.Background())
	f.Add(tokenString(s.Token()))
	f.Add(strings.Replace(tokenString(s.Token()), "0:2", "2:4 2:-", 1))
	f.Add(strings.Replace(tokenString(s.Token()), `"links"`, `"bits"`, 1))
	fingerprint := p.fingerprint()
	f.Fuzz(func(t *testing.T, text string) {
		token, err := ParseToken(signed(text))
		if err != nil {
			return
		}
		if again, err := ParseToken(tokenString(token)); err != nil || tokenString(again) != tokenString(token) {
			t.Errorf("%q was written, and came back as %q, %v", tokenString(token), tokenString(again), err)
		}
		token.problem, token.of = fingerprint, nil
		if len(token.open) < 100 {
			p.recorded(Options{Resume: &token, Limit: 10}).Count(t.Context())
		}
	})
}

// TestResumeAuto stops counts at random moments where the package chooses the
// engine, whatever it is doing then, and resumes it.
func TestResumeAuto(t *testing.T) {
	if testing.Short() {
		t.Skip("stops searches hundreds of times")
	}
	twice := load(t, "soma").DLX() // two independent problems
	for line := range strings.Lines(load(t, "langford8").DLX()) {
		words := strings.Fields(line)
		for i := range words {
			words[i] = "other" + words[i]
		}
		if first, rest, _ := strings.Cut(twice, "\n"); !strings.Contains(first, "other") {
			twice = first + " " + strings.Join(words, " ") + "\n" + rest
		} else {
			twice += strings.Join(words, " ") + "\n"
		}
	}
	for _, c := range []struct{ name, text, want string }{
		{"soma", load(t, "soma").DLX(), "11520"},
		{"langford11", load(t, "langford11").DLX(), "35584"},
		{"latin5", load(t, "latin5").DLX(), "161280"},
		{"domino8x8", load(t, "domino8x8").DLX(), "12988816"},
		{"tet6x6mult", load(t, "tet6x6mult").DLX(), "178939"},
		{"xcc_macsub4x3", load(t, "xcc_macsub4x3").DLX(), "240352"},
		{"mcc_pent5x8", load(t, "mcc_pent5x8").DLX(), "582"},
		{"soma and langford8", twice, "3456000"}, // 11520 * 300
	} {
		p, err := Parse(c.text)
		if err != nil {
			t.Fatal(err)
		}
		moments := []int64{3}
		if long() {
			moments = []int64{0, 1, 3, 10, 30, 100}
		}
		for _, first := range moments {
			n, stops := new(big.Int), 0
			var token *Token
			for asks := first; token == nil || !token.Done(); asks = 4*asks + 50 {
				s := p.recorded(Options{Resume: token, Threads: 1 + stops%2})
				s.check = engine.NewFuse(asks, errBurnt).Look
				if n, err = s.Count(t.Context()); err != nil && !errors.Is(err, errBurnt) {
					t.Fatalf("%s: %v", c.name, err)
				}
				left, err := ParseToken(tokenString(s.Token()))
				if err != nil {
					t.Fatalf("%s: %v", c.name, err)
				}
				token = &left
				stops++
			}
			if n.String() != c.want {
				t.Errorf("%s: %v after %d stops, want %s", c.name, n, stops, c.want)
			}
		}
	}
}

// TestResumeWhole stops the engines that do not divide a problem, and the one
// that remembers, at moments all over a count, and resumes it from the tokens, as
// they are written: nothing of the frontier, of the remainders or of the sum is
// lost. The frontier is not counted twice.
func TestResumeWhole(t *testing.T) {
	for _, c := range []struct {
		name, engine, want string
		again              float64 // how many nodes there may be, for each without a stop; 0 if what was learned is lost
	}{
		{"tet8x8mult", "frontier", "19077209438", 1},
		{"trom_IL9x9", "frontier", "928789262080", 1},
		{"xcc_col5x5_3", "frontier", "580986", 1},
		{"K16_4", "frontier", "2627625", 1},
		{"latin5", "memo", "161280", 0},
		{"tet6x6mult", "memo", "178939", 0},
		{"ttet12x12", "memo", "78696", 0},
		{"domino16x16", "pfaffian", "2444888770250892795802079170816", 2},
	} {
		p := load(t, c.name)
		whole := p.recorded(Options{Engine: c.engine})
		if n, err := whole.Count(t.Context()); err != nil || n.String() != c.want {
			t.Fatalf("%s by %s: %v, %v", c.name, c.engine, n, err)
		}
		n, stops, fraction := new(big.Int), 0, 0.0
		var token *Token
		for token == nil || !token.Done() {
			s := p.recorded(Options{Resume: token, Engine: c.engine})
			s.check = engine.NewFuse(int64(stops), errBurnt).Look
			var err error
			if n, err = s.Count(t.Context()); err != nil && !errors.Is(err, errBurnt) {
				t.Fatalf("%s: %v", c.name, err)
			}
			left, err := ParseToken(tokenString(s.Token()))
			if err != nil || left.fraction() < fraction-1e-9 {
				t.Fatalf("%s: %v, %v after %v", c.name, err, left.fraction(), fraction)
			}
			token, fraction = &left, left.fraction()
			stops++
		}
		if n.String() != c.want {
			t.Errorf("%s by %s: %v after %d stops, want %s", c.name, c.engine, n, stops, c.want)
		}
		if most := c.again * float64(whole.Stats().Nodes); most > 0 && float64(token.nodes) > most {
			t.Errorf("%s by %s: %d nodes in %d pieces, want at most %v", c.name, c.engine, token.nodes, stops, most)
		}
	}
}

// TestNoSaving requests tokens from an engine that could only start again.
func TestNoSaving(t *testing.T) {
	save := func(Token) error { return nil }
	_, err := load(t, "domino6x6").Solver(Options{Engine: "pfaffian", Save: save}).Count(t.Context())
	if want := "dlx: engine pfaffian cannot save what is left of a count; the other engines can"; err == nil || err.Error() != want {
		t.Errorf("error %v, want %s", err, want)
	}
}

// TestResumeDamaged changes the state in a token.
func TestResumeDamaged(t *testing.T) {
	p := load(t, "tet8x8mult")
	s := p.recorded(Options{Engine: "frontier"})
	s.check = engine.NewFuse(5, errBurnt).Look
	if _, err := s.Count(t.Context()); !errors.Is(err, errBurnt) {
		t.Fatal(err)
	}
	good := s.Token()
	for _, c := range []struct {
		change func(state []byte) []byte
		want   string
	}{
		{func(state []byte) []byte { state[len(state)/2] ^= 1; return state }, "is damaged"},
		{func(state []byte) []byte { return state[:len(state)/2] }, "is damaged"},
		{func(state []byte) []byte { return []byte{} }, "is damaged"},
		{func(state []byte) []byte { return nil }, ""}, // starts again
	} {
		bad := good
		bad.open = slices.Clone(good.open)
		bad.open[0].Later, bad.open[0].State = nil, c.change(slices.Clone(good.open[0].Kept()))
		token, err := ParseToken(tokenString(bad))
		if err != nil {
			t.Fatal(err)
		}
		n, err := p.recorded(Options{Resume: &token}).Count(t.Context())
		if c.want == "" {
			if err != nil || n.String() != "19077209438" {
				t.Errorf("without its state the token gives %v, %v", n, err)
			}
		} else if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%v, %v, want an error with %q", n, err, c.want)
		}
	}
	if token, err := ParseToken(strings.Replace(tokenString(good), `"state":"`, `"state":"AAAA`, 1)); err == nil {
		t.Errorf("a state that cannot be expanded is read as %v", token)
	}
	token := good
	ctx, cancel := context.WithTimeout(t.Context(), time.Millisecond)
	defer cancel()
	if n, err := p.recorded(Options{Resume: &token, Engine: "bits"}).Count(ctx); !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("another engine, which starts again: %v, %v", n, err)
	}
}

// TestSaveWhole saves tokens while the engine that counts is at work, and goes
// on with some of them.
func TestSaveWhole(t *testing.T) {
	size := 16
	if long() {
		size = 18
	}
	p := dominoes(size, size)
	var saved []Token
	s := p.recorded(Options{Engine: "frontier", SaveEvery: time.Nanosecond, Save: func(t Token) error {
		if saved = append(saved, t); len(saved) > 4 { // they are large
			saved = append(saved[:2], saved[3:]...)
		}
		return nil
	}})
	n, err := s.Count(t.Context())
	if err != nil || long() && len(saved) < 2 {
		t.Fatalf("%v, %v, and %d tokens", n, err, len(saved))
	}
	if want, err := p.Count(t.Context()); err != nil || n.Cmp(want) != 0 {
		t.Errorf("%v, but by the engine that is chosen %v, %v", n, want, err)
	}
	for _, token := range saved {
		if again, err := p.recorded(Options{Resume: &token}).Count(t.Context()); err != nil || again.Cmp(n) != 0 {
			t.Errorf("from %v: %v, %v, want %v", token, again, err, n)
		}
	}
	if len(saved) > 0 && saved[len(saved)-1].fraction() == 0 {
		t.Errorf("the last token is %v", saved[len(saved)-1])
	}
}

// TestStopBeforehand asks with a context that has ended, where the answer would
// take no time: there is an error all the same, and a token keeps what it had.
func TestStopBeforehand(t *testing.T) {
	p := New("a", "b").AddOption("a").AddOption("b")
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	for name, ask := range map[string]func() error{
		"First":       func() error { _, err := p.First(ctx); return err },
		"Unique":      func() error { _, err := p.Unique(ctx); return err },
		"All":         func() error { _, err := p.All(ctx); return err },
		"Cheapest":    func() error { _, err := p.Cheapest(ctx, 1); return err },
		"Random":      func() error { _, err := p.Random(ctx, 1); return err },
		"RandomFirst": func() error { _, err := p.RandomFirst(ctx, 1); return err },
		"Estimate":    func() error { _, err := p.Estimate(ctx, 1, 1); return err },
		"Trace":       func() error { return p.Trace(ctx, Fewest, func(Event) bool { return true }) },
	} {
		if err := ask(); !errors.Is(err, context.Canceled) {
			t.Errorf("%s: %v, want %v", name, err, context.Canceled)
		}
	}
	p = load(t, "langford8")
	for _, name := range []string{"auto", "links", "cells", "bits", "memo"} {
		fresh := p.recorded(Options{Engine: name})
		if n, err := fresh.Count(ctx); !errors.Is(err, context.Canceled) || n.Sign() != 0 || fresh.Token().fraction() != 0 {
			t.Errorf("%s: %v, %v, %v", name, n, err, fresh.Token())
		}
		token := fresh.Token()
		if n, err := p.recorded(Options{Resume: &token}).Count(t.Context()); err != nil || n.Int64() != 300 {
			t.Errorf("%s, begun late: %v, %v, want 300", name, n, err)
		}
	}
	some := p.recorded(Options{Engine: "bits", Limit: 100})
	some.Count(t.Context())
	token := some.Token()
	again := p.recorded(Options{Resume: &token})
	if n, err := again.Count(ctx); !errors.Is(err, context.Canceled) || n.Int64() != 100 || tokenString(again.Token()) != tokenString(token) {
		t.Errorf("%v, %v, and of %v is left %v", n, err, token, again.Token())
	}
}

// TestResumeLimited resumes counts that a limit has ended while several threads were searching: the
// solutions that were counted from parts that are left must not be counted again.
func TestResumeLimited(t *testing.T) {
	p := load(t, "langford11")
	overlaps := 0
	for i, name := range []string{"bits", "auto", "memo", "bits", "cells", "links", "auto", "bits"} {
		limit := 700 + 1700*i
		r, err := p.Solver(Options{Engine: "bits", Threads: 3, Limit: limit}).Count(t.Context())
		if err != nil || r.Solutions.Int64() != int64(limit) {
			t.Fatalf("a count up to %d: %v, %v", limit, r.Solutions, err)
		}
		for _, part := range r.Token.open {
			if part.Skip > 0 {
				overlaps++
			}
		}
		r, err = p.Solver(Options{Engine: name, Threads: 1 + i%3, Resume: &r.Token}).Count(t.Context())
		if err != nil || r.Solutions.Int64() != 35584 {
			t.Errorf("resumed after %d by %s: %v, %v, expected 35584", limit, name, r.Solutions, err)
		}
	}
	if overlaps == 0 {
		t.Error("no limit left a part of which solutions had been counted")
	}
}
