// SPDX-License-Identifier: BSD-3-Clause

package reduce

import (
	"slices"
	"testing"

	"polka/dlx/internal/engine"
)

func problem(primary, items int, options ...[]engine.Entry) *engine.Problem {
	p := &engine.Problem{Primary: primary, Items: items, First: []int32{0}}
	for _, o := range options {
		p.Entries = append(p.Entries, o...)
		p.First = append(p.First, int32(len(p.Entries)))
	}
	return p
}

func entries(items ...int32) []engine.Entry {
	var list []engine.Entry
	for _, i := range items {
		list = append(list, engine.Entry{Item: i})
	}
	return list
}

func TestParts(t *testing.T) {
	// The example of the essay: a b c d are 0 1 2 3, x is 4.
	p := problem(4, 5, entries(0, 1), entries(0), entries(1), entries(2), entries(2, 4), entries(3, 4))
	parts := Parts(p)
	want := []*engine.Problem{
		problem(2, 2, entries(0, 1), entries(0), entries(1)),
		problem(2, 3, entries(0), entries(0, 2), entries(1, 2)),
	}
	if len(parts) != len(want) {
		t.Fatalf("%d parts, want %d", len(parts), len(want))
	}
	for c, part := range parts {
		q := part.Problem
		if w := want[c]; q.Primary != w.Primary || q.Items != w.Items || !slices.Equal(q.First, w.First) || !slices.Equal(q.Entries, w.Entries) {
			t.Errorf("part %d is %+v, want %+v", c, q, w)
		}
	}
	for c, want := range [][]int32{{0, 1, 2}, {3, 4, 5}} {
		if !slices.Equal(parts[c].Option, want) {
			t.Errorf("part %d has options %v, want %v", c, parts[c].Option, want)
		}
	}
	red := engine.Entry{Item: 2, Color: 1}
	blue := engine.Entry{Item: 2, Color: 2}
	same := problem(2, 3, append(entries(0), red), append(entries(1), red))
	if parts := Parts(same); len(parts) != 2 || parts[0].Problem.Items != 1 {
		t.Errorf("options that agree on a color make %d parts, want 2 without the item", len(parts))
	}
	if Parts(problem(2, 3, append(entries(0), red), append(entries(1), blue))) != nil {
		t.Error("options that contend for an item were taken apart")
	}
	multiple := problem(2, 2, entries(0), entries(1))
	multiple.Low, multiple.High = []int32{0, 1}, []int32{2, 3}
	if parts := Parts(multiple); len(parts) != 2 || parts[1].Problem.High[0] != 3 || parts[0].Problem.Low[0] != 0 {
		t.Errorf("multiplicities: %+v", parts)
	}
}
