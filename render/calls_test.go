// SPDX-License-Identifier: BSD-3-Clause

package render

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"polka/internal/trace"
)

func word(s string) *trace.Value { return &trace.Value{Text: s} }

// boardOf is a matrix whose characters are its elements.
func boardOf(rows ...string) *trace.Value {
	v := &trace.Value{Form: trace.List}
	for _, r := range rows {
		row := &trace.Value{Form: trace.List}
		for _, c := range r {
			x := &trace.Value{Form: trace.False}
			if c == '1' {
				x = &trace.Value{Form: trace.True}
			}
			row.Items = append(row.Items, x)
		}
		v.Items = append(v.Items, row)
	}
	return v
}

// queensTrace is a record of four calls.
func queensTrace() *trace.Record {
	empty, one := boardOf("000", "000"), boardOf("010", "000")
	vars := func(row string, b *trace.Value) []trace.Var {
		return []trace.Var{{Name: "row", Value: word(row)}, {Name: "board", Value: b}}
	}
	return &trace.Record{
		Funcs: []trace.Func{{Name: "put", Where: "cell 1", First: 3, Lines: []string{"func put(row int) bool {", "\treturn false", "}"}}},
		Calls: []trace.Call{
			{Parent: -1, Args: "0", Result: "true", From: 0, To: 7, State: trace.Returned},
			{Parent: 0, Depth: 1, Args: "1", Result: "false", Line: 4, From: 1, To: 2, State: trace.Returned, Failed: true},
			{Parent: 0, Depth: 1, Args: "2", Result: "false", Line: 4, From: 3, To: 4, State: trace.Returned, Failed: true},
			{Parent: 0, Depth: 1, Args: "3 < 4", Result: "true", Line: 4, From: 5, To: 6, State: trace.Returned},
		},
		Steps: []trace.Step{
			{Call: 0, Line: 3, Vars: vars("0", empty)},
			{Call: 1, Line: 3, Vars: vars("1", one)}, {Call: 1, Kind: trace.Leave, Line: 4, Vars: vars("1", one)},
			{Call: 2, Line: 3, Vars: vars("2", one)}, {Call: 2, Kind: trace.Leave, Line: 4, Vars: vars("2", one)},
			{Call: 3, Line: 3, Vars: vars("3", empty)}, {Call: 3, Kind: trace.Leave, Line: 4, Vars: vars("3", one)},
			{Call: 0, Kind: trace.Leave, Line: 4, Vars: vars("0", one)},
		},
		Limit: "the first 4 calls", Missed: 9, Others: 1, Ended: "stopped",
	}
}

func TestCallsText(t *testing.T) {
	want := `4 calls of put in 8 steps
put(0) → true
  put(1) … put(2) → false  (2 calls) ✗
  put(3 < 4) → true
(recorded: the first 4 calls; 9 later calls were not recorded)
(1 call in other goroutines was not recorded)
(the run ended early: stopped)`
	if d := cmp.Diff(want, playCalls(queensTrace()).String()); d != "" {
		t.Error(d)
	}
}

// TestCallsHTML checks that each distinct value is drawn once and that text is escaped.
func TestCallsHTML(t *testing.T) {
	html := playCalls(queensTrace()).HTML()
	if n := strings.Count(html, "<div data-value="); n != 2 {
		t.Errorf("%d pictures, want 2", n)
	}
	for _, want := range []string{"put(3 &lt; 4)", "9 later calls were not recorded", `<img alt="`, `role="tree"`} {
		if !strings.Contains(html, want) && !strings.Contains(html, strings.ReplaceAll(want, "&lt;", `\u003c`)) {
			t.Errorf("no %s in the page", want)
		}
	}
	if svg := playCalls(queensTrace()).SVG(); !strings.HasPrefix(svg, "<svg") || !strings.Contains(svg, "put(0) → true") {
		t.Errorf("the static picture:\n%.400s", svg)
	}
}

// TestCallsFold checks that the tree of a static picture has a limited number of lines.
func TestCallsFold(t *testing.T) {
	r := &trace.Record{Funcs: []trace.Func{{Name: "f"}}}
	var grow func(parent, depth int)
	grow = func(parent, depth int) {
		i := len(r.Calls)
		r.Calls = append(r.Calls, trace.Call{Parent: parent, Depth: depth, Result: "1", State: trace.Returned})
		for range 3 {
			if depth < 5 {
				grow(i, depth+1)
			}
		}
	}
	grow(-1, 0)
	lines := playCalls(r).lines(treeLines)
	if len(lines) != 40 || !strings.HasSuffix(lines[39].words, "… 12 calls") {
		t.Errorf("%d lines, the last %q", len(lines), lines[len(lines)-1].words)
	}
	r = &trace.Record{Funcs: []trace.Func{{Name: "f"}}}
	for range 100 {
		r.Calls = append(r.Calls, trace.Call{Parent: -1, Result: "1", State: trace.Returned})
	}
	if lines := playCalls(r).lines(treeLines); len(lines) != 40 || lines[39].words != "… 61 more lines" {
		t.Errorf("%d lines, the last %q", len(lines), lines[len(lines)-1].words)
	}
}

// structure makes a value that points to the first of some objects. Links are written as in
// "a.R=b".
func structure(fields string, objects string, links ...string) *trace.Value {
	names := strings.Fields(objects)
	v := &trace.Value{Form: trace.Pointer, Ref: 1, Objects: map[int]*trace.Value{}}
	for i, n := range names {
		o := &trace.Value{Form: trace.Struct, Names: []string{"name"}, Items: []*trace.Value{word(`"` + n + `"`)}}
		for _, f := range strings.Fields(fields) {
			o.Names = append(o.Names, f)
			o.Items = append(o.Items, &trace.Value{Form: trace.Nil})
		}
		v.Order = append(v.Order, i+1)
		v.Objects[i+1] = o
	}
	for _, l := range links {
		from, rest, _ := strings.Cut(l, ".")
		field, to, _ := strings.Cut(rest, "=")
		o := v.Objects[slices.Index(names, from)+1]
		o.Items[slices.Index(o.Names, field)] = &trace.Value{Form: trace.Pointer, Ref: slices.Index(names, to) + 1}
	}
	return v
}

// TestHeapPlaces checks how structures are arranged.
func TestHeapPlaces(t *testing.T) {
	for _, test := range []struct {
		name string
		v    *trace.Value
		want string // the places of the objects, by column and row
	}{
		{"list", structure("next", "a b c", "a.next=b", "b.next=c"), "a 0,0 b 1,0 c 2,0"},
		{"reversed", structure("next", "a b c", "c.next=b", "b.next=a"), "a 2,0 b 1,0 c 0,0"},
		{"circle", structure("prev next", "a b c", "a.next=b", "b.next=c", "c.next=a", "b.prev=a", "c.prev=b", "a.prev=c"), "a 0,0 b 1,0 c 2,0"},
		{"tree", structure("left right", "d b f a c", "d.left=b", "d.right=f", "b.left=a", "b.right=c"), "d 1.25,0 b 0.5,1 f 2,1 a 0,2 c 1,2"},
		// A header h with the columns x and y, and one option that contains both.
		{"links", structure("L R U D", "h x y p q",
			"h.R=x", "x.R=y", "y.R=h", "h.L=y", "y.L=x", "x.L=h",
			"x.D=p", "p.D=x", "x.U=p", "p.U=x", "y.D=q", "q.D=y", "y.U=q", "q.U=y",
			"p.R=q", "q.R=p", "p.L=q", "q.L=p"), "h 0,0 x 1,0 y 2,0 p 1,1 q 2,1"},
	} {
		h := placesOf([]*trace.Value{test.v})
		if len(h.all) != 1 {
			t.Errorf("%s: %d arrangements", test.name, len(h.all))
			continue
		}
		var list []string
		for _, n := range test.v.Order {
			at := h.all[0].at[n]
			list = append(list, fmt.Sprintf("%s %v,%v", test.v.Label(n), at.x, at.y))
		}
		if got := strings.Join(list, " "); got != test.want {
			t.Errorf("%s: got %s, want %s", test.name, got, test.want)
		}
		if _, ok := h.draw(test.v); !ok {
			t.Errorf("%s: not drawn", test.name)
		}
	}
}

// TestHeapStable checks that a part of a structure is where it is in the whole.
func TestHeapStable(t *testing.T) {
	whole := structure("next", "a b c", "a.next=b", "b.next=c")
	part := structure("next", "a b c", "a.next=c")
	part.Order = []int{1, 3}
	delete(part.Objects, 2)
	h := placesOf([]*trace.Value{part, whole})
	if len(h.all) != 1 || h.find(part) != h.all[0] || h.all[0].at[3] != (point{2, 0}) {
		t.Errorf("%d arrangements, object 3 at %v", len(h.all), h.all[0].at[3])
	}
}
