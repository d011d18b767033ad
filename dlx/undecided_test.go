// SPDX-License-Identifier: BSD-3-Clause

package dlx

import (
	"errors"
	"strings"
	"testing"
	"time"

	"polka/dlx/internal/engine"
)

// TestResumeUndecidedLimited resumes counts that were stopped while their engine was being chosen,
// or by engine memo, which cannot stop at a limit, up to a limit.
func TestResumeUndecidedLimited(t *testing.T) {
	p := load(t, "langford11")
	for _, name := range []string{"auto", "memo"} {
		s := p.Solver(Options{Engine: name, Threads: 1})
		s.check = engine.NewFuse(4, errBurnt).Look
		r, err := s.Count(t.Context())
		if !errors.Is(err, errBurnt) || r.Engine != name || r.Solutions.Sign() == 0 {
			t.Fatalf("%s, stopped: %v, %v", name, r.Stats, err)
		}
		before, token := r.Solutions.Int64(), r.Token
		if r, err = p.Solver(Options{Resume: &token, Engine: "memo", Limit: 100}).Count(t.Context()); err == nil || !strings.Contains(err.Error(), "engine memo counts all solutions") {
			t.Errorf("%s, 100 more by memo: %v, %v", name, r.Stats, err)
		}
		if r, err = p.Solver(Options{Resume: &token, Limit: 100}).Count(t.Context()); err != nil || r.Solutions.Int64() != before+100 {
			t.Fatalf("%s, 100 more than %d: %v, %v", name, before, r.Stats, err)
		}
		if r, err = p.Solver(Options{Resume: &r.Token}).Count(t.Context()); err != nil || r.Solutions.Int64() != 35584 {
			t.Errorf("%s, all: %v, %v, expected 35584", name, r.Stats, err)
		}
	}
}

// TestTrialKept stops a count at any moment, also while the estimate of the search is improved
// beside it: what has been counted by layers is kept.
func TestTrialKept(t *testing.T) {
	p, begun := load(t, "K16_4"), false
	for looks := range int64(60) {
		s := p.Solver(Options{Threads: 1})
		s.check = engine.NewFuse(looks, errBurnt).Look
		r, err := s.Count(t.Context())
		if !errors.Is(err, errBurnt) {
			t.Fatalf("%d questions: %v, %v", looks, r.Stats, err)
		}
		kept := r.Token.open[0].Kept() != nil
		if begun = begun || kept; begun && !kept {
			t.Errorf("%d questions: engine %s, no state is left", looks, r.Engine)
		}
	}
	if !begun {
		t.Error("no state was left")
	}
}

// TestSaveAfterWide saves tokens while a search replaces a count by layers that takes too much
// memory: nothing is counted twice from them.
func TestSaveAfterWide(t *testing.T) {
	if testing.Short() {
		t.Skip("takes seconds")
	}
	for _, c := range []struct {
		p      *Problem
		memory int64
		want   string
	}{{dominating(5), 1 << 10, "10982565"}, {load(t, "tet6x6mult"), 1 << 16, "178939"}} {
		s := c.p.Solver(Options{Engine: "frontier"})
		s.check = engine.NewFuse(0, errBurnt).Look
		r, err := s.Count(t.Context())
		if !errors.Is(err, errBurnt) {
			t.Fatalf("%v", err)
		}
		saved := []Token{}
		o := Options{Memory: c.memory, Threads: 1, Resume: &r.Token, SaveEvery: time.Nanosecond, Save: func(t Token) error {
			saved = append(saved, t)
			return nil
		}}
		s = c.p.Solver(o)
		asks := 0
		s.check = func() error {
			if asks++; asks < 60 {
				time.Sleep(10 * time.Millisecond)
			}
			return nil
		}
		if r, err = s.Count(t.Context()); err != nil || r.Solutions.String() != c.want {
			t.Fatalf("%v, %v", r.Stats, err)
		}
		for _, token := range saved {
			again, err := c.p.Solver(Options{Resume: &token}).Count(t.Context())
			if err != nil || again.Solutions.String() != c.want {
				t.Errorf("from %v: %v, %v, want %s", token, again.Stats, err, c.want)
			}
		}
		if len(saved) == 0 {
			t.Errorf("%d tokens", len(saved))
		}
	}
}
