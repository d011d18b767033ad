// SPDX-License-Identifier: BSD-3-Clause

package lint_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"polka/kernel/cell"
	"polka/kernel/engine"
	"polka/kernel/lint"
	"polka/kernel/nb"
	"polka/kernel/session"
	"polka/stdlib"
)

var options = cell.Options{Facts: stdlib.Importer(), Packages: stdlib.Packages(), Prelude: stdlib.Prelude(), Immutable: stdlib.Immutable()}

// notebook makes a notebook of cells, each with its execution count before a colon.
func notebook(t *testing.T, cells ...string) *nb.Notebook {
	t.Helper()
	n := &nb.Notebook{Metadata: map[string]any{}, Minor: 5}
	for i, text := range cells {
		count, code, _ := strings.Cut(text, ": ")
		c := &nb.Cell{Type: nb.Code, ID: fmt.Sprintf("c%d", i+1), Source: code, Metadata: map[string]any{}}
		if tag, rest, ok := strings.Cut(count, "|"); ok {
			c.Metadata["tags"], count = []any{tag}, rest
		}
		if _, err := fmt.Sscan(count, &c.Count); err != nil {
			t.Fatal(err)
		}
		n.Cells = append(n.Cells, c)
	}
	return n
}

// TestNotebook compares the findings in small notebooks, as "cell:line:column kind message".
func TestNotebook(t *testing.T) {
	for _, test := range []struct {
		cells []string
		want  string
	}{
		{[]string{"1: x := 1", "2: y := x + 1", "3: y"}, ""},
		{[]string{"0: x := 1", "0: x"}, ""},
		{[]string{"4: x := 1", "7: y := x + 1", "9: y"}, ""},
		{[]string{"1: x := 1", "2: y := x + 1", "3: x = 10"}, ""}, // y shows 2, as in a run from the top
		{[]string{"2: y := x + 1", "1: x := 1"},
			"1:1:6 later x is declared only in cell 2, below\n2:1:1 order the cell has run as number 1, before cell 1 above it, which has run as number 2\n"},
		{[]string{"1: x := 1", "3: y := 2 *\n\tx", "2: x = 10"},
			"2:2:2 source x has come from cell 3, and comes from cell 1 in a run from the top\n3:1:1 order the cell has run as number 2, before cell 2 above it, which has run as number 3\n"},
		{[]string{"1: x := 1", "0: y := x"}, "2:1:1 not-run the cell has not run, and others have\n"},
		{[]string{"1: y := gone + 1", "2: y"}, "1:1:6 compile undefined: gone\n"},
		{[]string{"raises-exception|1: y := gone + 1", "2: 1 + 1"}, ""},
		{[]string{"1: %require example.org/m", "2: import \"example.org/m\"\nz := m.F()", "3: z + m.C"}, ""},
		{[]string{"1: x := []int{1}", "2: y := x", "4: x[0]", "3: y[0] = 5"},
			"3:1:1 source x has come from cell 4, and comes from cell 1 in a run from the top\n4:1:1 order the cell has run as number 3, before cell 3 above it, which has run as number 4\n"},
		{[]string{"1: x := 1", "2: %reset", "3: x"}, "3:1:1 compile undefined: x\n"},
	} {
		got := ""
		for _, f := range lint.Notebook(notebook(t, test.cells...), options) {
			got += fmt.Sprintf("%d:%d:%d %s %s\n", f.Cell, f.Line, f.Column, f.Kind, f.Message)
		}
		if got != test.want {
			t.Errorf("%q:\ngot\n%swant\n%s", test.cells, got, test.want)
		}
	}
}

// TestAgainstRuns runs the cells of notebooks in a random order, and then from the top. If an
// output is another one, there is a finding; if the order is that of the page, there is none.
func TestAgainstRuns(t *testing.T) {
	lines := []string{"a := 1", "b := 2", "s := []int{1, 2}", "a = %d", "b += a", "s[0] = b", "t := s", "t[1] = %d", "p := &a", "*p = b + 1", "a, b, s", "func f() int { return a + %d }", "b = f()", "s = append(s, b)", "b", "f() + s[0]"}
	wrong, silent := 0, 0
	for seed := range uint64(150) {
		r := rand.New(rand.NewPCG(seed, 0))
		var cells []string
		for i, line := range lines {
			if i < 3 || i == 6 || i == 8 || i == 11 || r.IntN(3) > 0 {
				if strings.Contains(line, "%d") {
					line = fmt.Sprintf(line, r.IntN(9))
				}
				cells = append(cells, "0: "+line)
			}
		}
		n := notebook(t, cells...)
		order := make([]int, len(n.Cells))
		for i := range order {
			order[i] = i
		}
		for range r.IntN(4) { // exchange neighbors
			i := r.IntN(len(order) - 1)
			order[i], order[i+1] = order[i+1], order[i]
		}
		was := outputs(t, n, order)
		for i, at := range order {
			n.Cells[at].Count = i + 1
		}
		inOrder := true
		for i := range order {
			inOrder = inOrder && order[i] == i
			order[i] = i
		}
		findings := lint.Notebook(n, options)
		switch same := was == outputs(t, n, order); {
		case inOrder && len(findings) > 0:
			t.Errorf("seed %d: a run from the top has findings: %v", seed, findings)
		case !same && len(findings) == 0:
			t.Errorf("seed %d: no findings, but another run from the top", seed)
		case !same:
			wrong++
			other := 0
			for _, f := range findings {
				if f.Kind != lint.Order {
					other++
				}
			}
			if other == 0 {
				t.Errorf("seed %d: only the order is reported: %v\n%s", seed, findings, strings.Join(cells, "\n"))
			}
		case len(findings) == 0:
			silent++
		}
	}
	if wrong < 20 || silent < 20 {
		t.Errorf("%d notebooks with other outputs, %d without findings", wrong, silent)
	}
}

// outputs runs cells in an order, and returns what each shows.
func outputs(t *testing.T, n *nb.Notebook, order []int) string {
	t.Helper()
	s, err := session.New(session.Options{Symbols: []session.Symbols{stdlib.Symbols()}, Facts: stdlib.Importer(), Packages: stdlib.Packages(), Prelude: stdlib.Prelude(), Immutable: stdlib.Immutable()})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	texts := make([]string, len(order))
	for i, at := range order {
		r := s.Execute(t.Context(), engine.Cell{Number: i + 1, Code: n.Cells[at].Source}, engine.Discard)
		switch {
		case r.Err != nil:
			texts[at] = r.Err.Name
		case r.Value != nil:
			texts[at] = r.Value.Plain()
		}
	}
	return strings.Join(texts, "\n")
}
