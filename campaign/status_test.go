// SPDX-License-Identifier: BSD-3-Clause

package campaign

import (
	"context"
	"encoding/json"
	"math"
	"testing"
	"time"
)

// TestMap draws what is done by digits.
func TestMap(t *testing.T) {
	yes, no := true, false
	for _, c := range []struct {
		leaves []bool
		n      int
		want   string
	}{
		{nil, 5, ""},
		{[]bool{yes, no, yes}, 10, "909"},
		{[]bool{yes, yes, no, no}, 2, "90"},
		{[]bool{yes, no, yes, no}, 2, "44"},
		{[]bool{yes, no, yes, no, yes}, 2, "46"},
		{[]bool{yes, yes, yes}, 1, "9"},
	} {
		s := Status{Tally: &Tally{leaves: c.leaves}}
		if got := s.Map(c.n); got != c.want {
			t.Errorf("%v, %d groups: %q, want %q", c.leaves, c.n, got, c.want)
		}
	}
}

// TestRate reports a worker with a steady rate, and one that becomes slower.
func TestRate(t *testing.T) {
	start := time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)
	w := WorkerStatus{Began: start, At: start}
	for i := range 300 {
		before := w.NumParts
		if i < 100 {
			w.NumParts += 6
		} else {
			w.NumParts += 2
		}
		w.advance(w.At.Add(2*time.Second), before)
		switch {
		case i < 100 && math.Abs(w.Rate-3) > 1e-9:
			t.Fatalf("report %d: %v a second, want 3", i, w.Rate)
		case i == 130 && (w.Rate < 1.5 || w.Rate > 2):
			t.Errorf("a minute later: %v a second, expected between 1.5 and 2", w.Rate)
		case i == 299 && math.Abs(w.Rate-1) > 0.02:
			t.Errorf("at the end: %v a second, want 1", w.Rate)
		}
	}
	w.advance(w.At.Add(-time.Hour), 0)
	if w.Rate < 0 || w.Rate > 2 {
		t.Errorf("after the clock was set back: %v a second", w.Rate)
	}
}

// TestStatus looks at a campaign before, during and after the work.
func TestStatus(t *testing.T) {
	text, want := queens(6)
	store := NewMemory()
	c := newCampaign(t, store, text, Plan{Parts: 10})
	look := func(state string) *Status {
		t.Helper()
		s, err := c.Status(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		if s.State() != state {
			t.Errorf("state %s, want %s", s.State(), state)
		}
		return s
	}
	s := look("waiting")
	if s.NumParts() < 10 || s.Left != 0 || len(s.Map(10)) != 10 {
		t.Errorf("%+v", s)
	}
	put := func(w WorkerStatus) {
		t.Helper()
		report, err := json.Marshal(w)
		if err == nil {
			err = store.Put(context.Background(), "test"+workerKind+w.Name, report)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	now := time.Now()
	put(WorkerStatus{Name: "b", Threads: 2, Rate: 3, At: now})
	put(WorkerStatus{Name: "a", Threads: 2, Rate: 2, At: now})
	put(WorkerStatus{Name: "silent", Rate: 100, At: now.Add(-2 * silence)})
	put(WorkerStatus{Name: "ended", Rate: 100, At: now, Ended: true})
	s = look("working")
	if len(s.Workers) != 2 || s.Workers[0].Name != "a" || s.Rate != 5 || s.Left != time.Duration(len(s.Missing))*time.Second/5 {
		t.Errorf("workers %+v, %v a second, %v left", s.Workers, s.Rate, s.Left)
	}
	if err := c.Stop(t.Context()); err != nil {
		t.Fatal(err)
	}
	look("stopped")
	if err := c.Continue(t.Context()); err != nil {
		t.Fatal(err)
	}
	w := quick(2)
	w.Name = "a"
	if err := c.Work(t.Context(), w); err != nil {
		t.Fatal(err)
	}
	s = look("done")
	if s.Total.Int64() != want || s.Slowest.By != "a" || len(s.Workers) != 1 {
		t.Errorf("%+v", s)
	}
	var report WorkerStatus
	text2, err := store.Get(t.Context(), "test"+workerKind+"a")
	if err == nil {
		err = json.Unmarshal(text2, &report)
	}
	if err != nil || !report.Ended || report.Threads != 2 || report.NumParts < s.NumResults {
		t.Errorf("last report %+v, error %v", report, err)
	}
}
