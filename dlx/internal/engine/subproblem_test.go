// SPDX-License-Identifier: BSD-3-Clause

package engine

import (
	"reflect"
	"slices"
	"testing"
)

// TestSubproblem selects twice, and maps options and paths both ways.
func TestSubproblem(t *testing.T) {
	// Items 0, 1, 2 and secondary 3: the options "0 1", "1 2 3", "0 3:1", "2".
	p := &Problem{
		Primary: 3, Items: 4,
		First:   []int32{0, 2, 5, 7, 8},
		Entries: []Entry{{0, 0}, {1, 0}, {1, 0}, {2, 0}, {3, 0}, {0, 0}, {3, 1}, {2, 0}},
	}
	outer := p.Selector()([]int32{2, 0, 3}, 2, []int32{3, 2, 1})
	want := &Problem{
		Primary: 2, Items: 3,
		First:   []int32{0, 1, 3, 5},
		Entries: []Entry{{0, 0}, {1, 0}, {2, 1}, {0, 0}, {2, 0}},
	}
	if !reflect.DeepEqual(outer.Problem, want) {
		t.Errorf("the subproblem is %+v, want %+v", outer.Problem, want)
	}
	inner := outer.Problem.Selector()([]int32{1}, 1, []int32{1}).Of(outer)
	if !slices.Equal(inner.Option, []int32{2}) || !slices.Equal(inner.Item, []int32{0}) || !slices.Equal(inner.Outer([]int32{0}), []int32{2}) {
		t.Errorf("the inner one has options %d and items %d", inner.Option, inner.Item)
	}
	path := []Step{{0, 2}, {1, Null}}
	outer.OuterPath(path)
	if !slices.Equal(path, []Step{{2, 1}, {0, Null}}) {
		t.Errorf("the path is %v in the whole", path)
	}
	if !outer.InnerPath()(path) || !slices.Equal(path, []Step{{0, 2}, {1, Null}}) {
		t.Errorf("the path comes back as %v", path)
	}
	for _, path := range [][]Step{{{1, 1}}, {{2, 0}}, {{3, 1}}} {
		if outer.InnerPath()(slices.Clone(path)) {
			t.Errorf("the subproblem has the path %v", path)
		}
	}
	inner.Bound(func(item int32) (low, high int32) { return item, 2 })
	if !slices.Equal(inner.Problem.Low, []int32{0}) || !slices.Equal(inner.Problem.High, []int32{2}) {
		t.Errorf("the bounds are %d and %d", inner.Problem.Low, inner.Problem.High)
	}
	inner.Bound(func(int32) (low, high int32) { return 1, 1 })
	if inner.Problem.High != nil {
		t.Errorf("the bounds are %d and %d, want none", inner.Problem.Low, inner.Problem.High)
	}
}
