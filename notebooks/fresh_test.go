// SPDX-License-Identifier: BSD-3-Clause

package notebooks_test

import (
	"context"
	"os"
	"testing"

	"polka/kernel/cell"
	"polka/kernel/engine"
	"polka/kernel/lint"
	"polka/kernel/nb"
	"polka/kernel/session"
	"polka/notebooks"
	"polka/stdlib"
)

// A marked is a session that keeps the marks of stale cells.
type marked struct {
	*session.Session
	cells int
	marks map[string]string
}

func (m *marked) Execute(ctx context.Context, c engine.Cell, out engine.Output) engine.Reply {
	m.cells++
	r := m.Session.Execute(ctx, c, out)
	for _, mark := range r.Marks {
		if m.marks[mark.Cell] = mark.Text; mark.Text == "" {
			delete(m.marks, mark.Cell)
		}
	}
	return r
}

// TestMarksOfCourse runs notebooks, a long test all of them, from the first cell to the last. A
// fresh run shows the same, so each mark is one too many. There is one in fifty cells at most: a
// lesson gives names of their own to values, so that no cell changes what one above it has shown.
func TestMarksOfCourse(t *testing.T) {
	cells, marks := 0, 0
	names := notebooks.Names()
	switch {
	case testing.Short():
		names = names[:3]
	case os.Getenv("POLKA_LONG") == "":
		names = names[:6] // polka nb run --check runs them all
	}
	for _, name := range names {
		t.Run(name, func(t *testing.T) {
			n, err := notebooks.Read(name)
			if err != nil {
				t.Fatal(err)
			}
			m := &marked{Session: newSession(t, nil, nil), marks: map[string]string{}}
			if err := nb.Run(t.Context(), n, m, nb.RunOptions{AllowErrors: true}); err != nil {
				t.Error(err)
			}
			cells, marks = cells+m.cells, marks+len(m.marks)
			t.Logf("%d of %d cells are marked", len(m.marks), m.cells)
			for _, c := range n.Cells {
				if text := m.marks[c.ID]; text != "" {
					t.Logf("\t%.60q: %s", c.Source, text)
				}
			}
		})
	}
	if marks*50 > cells {
		t.Errorf("%d of %d cells are marked; expected at most one in fifty", marks, cells)
	}
	t.Logf("%d of %d cells are marked", marks, cells)
}

// TestLintOfCourse looks for hidden state in the notebooks, whose cells have run from the top.
func TestLintOfCourse(t *testing.T) {
	o := cell.Options{Facts: stdlib.Importer(), Packages: stdlib.Packages(), Prelude: stdlib.Prelude(), Immutable: stdlib.Immutable()}
	o.Generics, _ = o.Facts.(cell.Generics)
	for _, name := range notebooks.Names() {
		n, err := nb.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		for _, f := range lint.Notebook(n, o) {
			t.Errorf("%s: cell %d (%s), line %d: %s", name, f.Cell, f.ID, f.Line, f.Message)
		}
	}
}
