// SPDX-License-Identifier: BSD-3-Clause

package cover

import (
	"context"
	"errors"
	"slices"
	"sync"
	"testing"
	"time"

	"polka/dlx"
	"polka/shapes"
)

// TestSolverShared uses one solver on several goroutines.
func TestSolverShared(t *testing.T) {
	s := New(Rectangle(5, 6), shapes.Pentominoes()[:6]...).Solver(dlx.Options{})
	p := New(Rectangle(5, 6)).With(Pieces(shapes.Pentominoes()...).AtMost(1)).Distinct().Solver(dlx.Options{Threads: 1})
	var group sync.WaitGroup
	for range 4 {
		group.Go(func() {
			c, r, err := p.Counts(t.Context())
			if err != nil || c.Total.Int64() != 2164 || c.Distinct.Int64() != 541 || r.Solutions.Int64() != 2164 || r.Nodes == 0 {
				t.Errorf("Counts = %v, %v, %v, want 541 and 2164", c, r, err)
			}
			if r, err := p.Count(t.Context()); err != nil || r.Solutions.Int64() != 541 {
				t.Errorf("Count = %v, %v, want 541", r, err)
			}
			if _, _, err := s.First(t.Context()); err != nil && !errors.Is(err, dlx.ErrNoSolution) {
				t.Error(err)
			}
		})
	}
	group.Wait()
}

// TestSolverResume stops a count and a listing, and resumes each from its token.
func TestSolverResume(t *testing.T) {
	puzzle := New(Rectangle(4, 15), shapes.Pentominoes()...)
	save := func(dlx.Token) error { return nil }
	r, err := puzzle.Solver(dlx.Options{Limit: 500, Threads: 1, Save: save}).Count(t.Context())
	if err != nil || r.Token.Done() {
		t.Fatalf("a count with a limit leaves %v, %v", r.Token, err)
	}
	if r, err = puzzle.Solver(dlx.Options{Resume: &r.Token}).Count(t.Context()); err != nil || r.Solutions.Int64() != 1472 {
		t.Errorf("the resumed count is %v, %v, want 1472", r, err)
	}

	for _, p := range []*Puzzle{New(Rectangle(3, 20), shapes.Pentominoes()...), puzzle.Distinct()} {
		whole, _, err := p.Solver(dlx.Options{Save: save}).All(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		first, r, err := p.Solver(dlx.Options{Limit: len(whole) / 2}).All(t.Context())
		if err != nil || r.Token.Done() {
			t.Fatal(r, err)
		}
		rest, _, err := p.Solver(dlx.Options{Resume: &r.Token}).All(t.Context())
		if all := append(first, rest...); err != nil || !slices.EqualFunc(all, whole, func(a, b Tiling) bool { return a.compare(b) == 0 }) {
			t.Errorf("%v: %d and %d tilings, %v, want the %d of one listing", p, len(first), len(rest), err, len(whole))
		}
	}
	if _, err := puzzle.Distinct().Solver(dlx.Options{Resume: &r.Token}).Count(t.Context()); err == nil {
		t.Error("a count up to symmetry is resumed")
	}
}

// TestSolverOptions checks a deadline, progress over several searches, and mistakes.
func TestSolverOptions(t *testing.T) {
	puzzle := New(Rectangle(6, 10), shapes.Pentominoes()...)
	late, cancel := context.WithTimeout(t.Context(), time.Nanosecond)
	defer cancel()
	if _, err := puzzle.Solver(dlx.Options{}).Count(late); !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("time limit: error %v", err)
	}
	last, found := 0.0, int64(0)
	c, _, err := puzzle.Solver(dlx.Options{Progress: func(p dlx.Progress) {
		if p.Fraction < last || p.Fraction > 1 || p.Solutions.Int64() < found {
			t.Errorf("progress went from %v to %v, and from %d to %v tilings", last, p.Fraction, found, p.Solutions)
		}
		last, found = p.Fraction, p.Solutions.Int64()
	}}).Counts(t.Context())
	if err != nil || found > c.Total.Int64() {
		t.Errorf("%v, %v; %d tilings were reported", c, err, found)
	}
	for _, o := range []dlx.Options{{Memory: -1}, {Threads: -1}, {Limit: -1}} {
		if _, err := New(Rectangle(4, 5), shapes.Tetrominoes()...).Solver(o).Count(t.Context()); err == nil {
			t.Errorf("no error for %+v", o)
		}
	}
}

// TestProofDuringSearch solves puzzles without a tiling whose searches begin before a proof is
// looked for. The proof is the answer, whether it comes during the search or after it, and also
// where a named engine could not answer. Most of the searches would take very long.
func TestProofDuringSearch(t *testing.T) {
	for _, c := range []struct{ board, pieces string }{
		{"4x5", "tetrominoes"}, // the search ends at once
		{"10x10", "any*####"},
		{"14x14", "any*####"},
	} {
		board, err := ParseBoard(c.board)
		if err != nil {
			t.Fatal(err)
		}
		set, err := ParseSet(c.pieces)
		if err != nil {
			t.Fatal(err)
		}
		for _, p := range []*Puzzle{New(board).With(set), New(board).With(set).Distinct()} {
			want := p.Impossible()
			if n := len(p.AllPlacements()); want == "" || n > mostPostponed {
				t.Fatalf("%s: %d placements, a proof %q", c.board, n, want)
			}
			for _, engine := range append(dlx.Engines(), "") {
				for _, threads := range []int{1, 4} {
					ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
					s := p.Solver(dlx.Options{Engine: engine, Threads: threads})
					counts, r, err := s.Counts(ctx)
					if err != nil || counts.Total.Sign() != 0 || counts.Distinct.Sign() != 0 || r.Engine != "none" || r.Why != want || r.Nodes != 0 {
						t.Errorf("%s, engine %q, %d threads: Counts = %v, %+v, %v, want the proof %s", c.board, engine, threads, counts, r, err, want)
					}
					r, err = s.Each(ctx, func(tiling Tiling) bool {
						t.Errorf("%s, engine %q: tiling %v", c.board, engine, tiling)
						return true
					})
					if err != nil || r.Solutions.Sign() != 0 || r.Engine != "none" || r.Why != want || r.Nodes != 0 {
						t.Errorf("%s, engine %q, %d threads: Each = %+v, %v, want the proof %s", c.board, engine, threads, r, err, want)
					}
					cancel()
				}
			}
		}
	}
}
