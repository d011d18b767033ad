// SPDX-License-Identifier: BSD-3-Clause

package lint_test

import (
	"slices"
	"testing"

	"polka/kernel/lint"
	"polka/kernel/nb"
)

// TestStamps stamps a notebook, changes it, and lists the cells that have to run.
func TestStamps(t *testing.T) {
	cells := []string{"1: x := 1", "2: y := 2", "3: z := x + 1", "4: x++", "5: func f() int { return y }", "6: f() + z", "7: os.Getenv(\"HOME\")", "8: rand.New(rand.NewPCG(1, 2)).IntN(9)"}
	stamped := func(version string) *nb.Notebook {
		n := notebook(t, cells...)
		s := lint.NewStamps(n, options, version)
		for i := range n.Cells {
			s.Set(i)
		}
		return n
	}
	for _, test := range []struct {
		name   string
		change func(n *nb.Notebook)
		want   []int
	}{
		{"nothing", func(*nb.Notebook) {}, []int{6}},
		{"what three read", func(n *nb.Notebook) { n.Cells[0].Source = "x := 5" }, []int{0, 1, 2, 3, 4, 5, 6}},
		{"what a function reads", func(n *nb.Notebook) { n.Cells[1].Source = "y := 5" }, []int{0, 1, 2, 4, 5, 6}},
		{"what nobody reads", func(n *nb.Notebook) { n.Cells[7].Source += " // more" }, []int{6, 7}},
		{"an output", func(n *nb.Notebook) {
			n.Cells[3].Outputs = []*nb.Output{{Type: nb.StreamOutput, Name: "stdout", Text: "2"}}
		}, []int{0, 3, 6}},
		{"a command", func(n *nb.Notebook) { n.Cells[7].Source = "!ls" }, []int{0, 1, 2, 3, 4, 5, 6, 7}},
		{"a new cell above", func(n *nb.Notebook) {
			n.Cells = slices.Insert(n.Cells, 0, &nb.Cell{Type: nb.Code, ID: "new", Source: "w := 1", Metadata: map[string]any{}})
		}, []int{0, 7}},
	} {
		n := stamped("v1")
		test.change(n)
		var got []int
		for i := range lint.NewStamps(n, options, "v1").Needed() {
			got = append(got, i)
		}
		slices.Sort(got)
		if !slices.Equal(got, test.want) {
			t.Errorf("%s has changed: cells %v have to run, want %v", test.name, got, test.want)
		}
	}
	if need := lint.NewStamps(stamped("v1"), options, "v2").Needed(); len(need) != len(cells) {
		t.Errorf("another version: %d cells have to run", len(need))
	}
}
