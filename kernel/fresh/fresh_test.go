// SPDX-License-Identifier: BSD-3-Clause

package fresh_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"polka/kernel/fresh"
)

// run parses "c3: x y / z= w: v~", in which z is declared, w assigned and v modified.
func run(number int, text string) fresh.Run {
	id, rest, _ := strings.Cut(text, ": ")
	reads, writes, _ := strings.Cut(rest, "/")
	r := fresh.Run{ID: id, Number: number, Code: rest, Effects: fresh.Effects{Reads: strings.Fields(reads)}}
	for _, w := range strings.Fields(writes) {
		key, text, _ := strings.Cut(w, "=")
		k := fresh.Declare
		switch {
		case strings.HasSuffix(w, ":"):
			key, k = strings.TrimSuffix(w, ":"), fresh.Assign
		case strings.HasSuffix(w, "~"):
			key, k = strings.TrimSuffix(w, "~"), fresh.Modify
		}
		r.Effects.Writes = append(r.Effects.Writes, fresh.Write{Key: key, Kind: k, Text: text})
	}
	return r
}

// TestMoved moves a control that was made at time 1 and read at times 3 and 7.
func TestMoved(t *testing.T) {
	var g fresh.Graph
	for i, text := range []string{"a: / n=", "b: n / y=", "c: y / z=", "d: n /"} {
		r := run(i+1, text)
		r.Began, r.Ended = int64(2*i+1), int64(2*i+1)
		g.Ran(r)
	}
	var got []string
	for _, c := range g.Moved("n", 1, []int64{1, 3, 6}) {
		got = append(got, c.ID+": "+c.Reason.String())
	}
	if want := []string{"b: n was moved", "c: y is stale, cell 2"}; !slices.Equal(got, want) {
		t.Errorf("stale: %q, want %q", got, want)
	}
	r := run(2, "b: n / y=")
	r.Began, r.Ended, r.Rerun = 9, 9, true
	g.Ran(r)
	if plan := g.Plan(nil); len(plan) != 1 || plan[0].ID != "c" {
		t.Errorf("the plan is %v", plan)
	}
}

// TestGraph runs cells, and compares the reasons of the stale ones and the plan.
func TestGraph(t *testing.T) {
	for _, test := range []struct {
		name   string
		runs   []string
		stale  []string
		plan   string
		delete string
	}{
		{name: "in order", runs: []string{"a: / x=", "b: x / y=", "c: x y / z="}},
		{"changed", []string{"a: / x=", "b: x / y=", "c: / x:"}, []string{"b: x has changed, cell 3"}, "b", ""},
		{"edited", []string{"a: / x=", "b: x / y=", "c: y / z=", "d: / w=", "a: / x="}, []string{"b: x has changed, cell 5", "c: y is stale, cell 2"}, "b c", ""},
		{"run again", []string{"a: / x=", "b: x / y=", "c: y / z=", "a: / x=", "b: x / y="}, []string{"c: y has changed, cell 5"}, "c", ""},
		{name: "all again", runs: []string{"a: / x=", "b: x / y=", "a: / x=", "b: x / y="}},
		{name: "appends", runs: []string{"a: / x=", "b: x / x~", "c: x / x~", "d: x /"}},
		{"base again", []string{"a: / x=", "b: x / x~", "c: x / x~", "a: / x="}, []string{"b: x has changed, cell 4", "c: x has changed, cell 4"}, "b c", ""},
		{"twice", []string{"a: / x=", "b: x / x~", "b: x / x~"}, []string{"b: x depends on an earlier run of this cell"}, "a b", ""},
		{"one of two twice", []string{"a: / x=", "b: x / x~", "c: x / x~", "b: x / x~"}, []string{"b: x depends on an earlier run of this cell", "c: x has changed, cell 4"}, "a b c", ""},
		{name: "replaced after it was modified", runs: []string{"a: / x=", "b: x / x~", "c: / x:"}},
		{"its own input", []string{"k: / k=", "a: / x=", "b: k x / x~", "k: / k="}, []string{"b: k has changed, cell 4"}, "a b", ""},
		{"feedback", []string{"a: / x=", "b: x / y=", "c: y / x:"}, nil, "", ""},
		{"same function", []string{"a: / f=1", "b: f / y=", "a: / f=1"}, nil, "", ""},
		{"other function", []string{"a: / f=1", "b: f / y=", "a: / f=2"}, []string{"b: f has changed, cell 3"}, "b", ""},
		{"other cell", []string{"a: / f=1", "b: f / y=", "c: / f=2"}, []string{"b: f has changed, cell 3"}, "b", ""},
		{"other type", []string{"a: / x=", "b: x / y=", "c: / x'2=", "d: x'2 / z="}, nil, "", ""},
		{"behind another type", []string{"k: / k=", "a: k / x=", "b: x / y=", "c: / x'2=", "d: x'2 / z=", "k: / k="},
			[]string{"a: k has changed, cell 6", "b: x is stale, cell 2"}, "a b c d", ""},
		{"reader behind another type", []string{"k: / k=", "a: / x=", "b: k x / y=", "c: / x'2=", "d: x'2 / z=", "k: / k="},
			[]string{"b: k has changed, cell 6"}, "a b c d", ""},
		{"replaced", []string{"k: / k=", "a: k / x=", "c: / x:", "d: x / z=", "k: / k="}, []string{"a: k has changed, cell 5"}, "a c d", ""},
		{"no longer made", []string{"a: / x=", "b: x / y=", "a: / z="}, []string{"b: x is left from a cell that was deleted or changed"}, "b", ""},
		{"deleted", []string{"a: / x=", "b: x / y=", "c: y /"}, []string{"b: x is left from a cell that was deleted or changed", "c: y is stale, cell 2"}, "b c", "a"},
		{"read stale", []string{"a: / x=", "b: x / y=", "a: / x=", "c: y / z="}, []string{"b: x has changed, cell 3", "c: y is stale, cell 2"}, "b c", ""},
		{"late change", []string{"k: / k=", "a: / x=", "b: x / y=", "c: k / x:", "k: / k="}, []string{"b: x has changed, cell 4", "c: k has changed, cell 5"}, "c b", ""},
	} {
		var g fresh.Graph
		for i, r := range test.runs {
			g.Ran(run(i+1, r))
		}
		if test.delete != "" {
			g.Delete(test.delete)
		}
		var stale, plan []string
		for _, c := range g.Cells() {
			if c.Stale() {
				stale = append(stale, c.ID+": "+c.Reason.String())
			}
		}
		for _, c := range g.Plan(nil) {
			plan = append(plan, c.ID)
		}
		if !slices.Equal(stale, test.stale) {
			t.Errorf("%s: stale: %q, want %q", test.name, stale, test.stale)
		}
		if got := strings.Join(plan, " "); got != test.plan {
			t.Errorf("%s: plan %q, want %q", test.name, got, test.plan)
		}
	}
}

// TestSlice makes the smallest program for a name.
func TestSlice(t *testing.T) {
	var g fresh.Graph
	for i, r := range []string{"a: / x=", "b: / y=", "c: x / z=", "d: x y z / x~", "e: z / w=", "f: / v="} {
		g.Ran(run(i+1, r))
	}
	for name, want := range map[string]string{"w": "a c e", "x": "a b c d", "v": "f", "none": ""} {
		var got []string
		for _, c := range g.Slice(name) {
			got = append(got, c.ID)
		}
		if strings.Join(got, " ") != want {
			t.Errorf("slice of %s: %q, want %q", name, got, want)
		}
	}
}

// BenchmarkRan adds a cell to a notebook of 2,000 cells.
func BenchmarkRan(b *testing.B) {
	var g fresh.Graph
	for i := range 2000 {
		g.Ran(run(i, fmt.Sprintf("c%d: x%d x%d / x%d=", i, max(i-1, 0), i/2, i)))
	}
	r := run(2001, "last: x1999 x1000 / last=")
	b.ReportAllocs()
	for b.Loop() {
		g.Ran(r)
	}
}

// BenchmarkAllStale changes what 2,000 cells depend on.
func BenchmarkAllStale(b *testing.B) {
	for b.Loop() {
		b.StopTimer()
		var g fresh.Graph
		for i := range 2000 {
			g.Ran(run(i, fmt.Sprintf("c%d: x%d / x%d=", i, max(i-1, 0), i)))
		}
		b.StartTimer()
		if n := len(g.Ran(run(2001, "c0: / x0="))); n != 1999 {
			b.Fatal(n)
		}
	}
}
