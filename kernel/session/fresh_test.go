// SPDX-License-Identifier: BSD-3-Clause

package session_test

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"

	"polka/kernel/engine"
	"polka/kernel/session"
)

// A notebookPage is a page in front of a session: its cells, and the marks under them.
type notebookPage struct {
	t      *testing.T
	s      *session.Session
	number int
	marks  map[string]string
	out    map[string]string // the output of the last run of each cell
	ran    []string          // the IDs of the cells that were run, in order
}

func newNotebookPage(t *testing.T) *notebookPage {
	return &notebookPage{t: t, s: newSession(t), marks: map[string]string{}, out: map[string]string{}}
}

// run runs a cell and those that its reply asks for, and returns the first error.
func (p *notebookPage) run(c engine.Cell) *engine.Error {
	p.t.Helper()
	p.number++
	c.Number = p.number
	r := p.execute(c)
	if r.Err != nil {
		return r.Err
	}
	_, err := engine.Follow(p.t.Context(), r, p.execute)
	return err
}

func (p *notebookPage) execute(c engine.Cell) engine.Reply {
	out := new(recorder)
	delete(p.marks, c.ID)
	r := p.s.Execute(p.t.Context(), c, out)
	for _, m := range r.Marks {
		if p.marks[m.Cell] = m.Text; m.Text == "" {
			delete(p.marks, m.Cell)
		}
	}
	p.out[c.ID] = out.String()
	if r.Value != nil {
		p.out[c.ID] += "= " + r.Value.Plain() + "\n"
	}
	if r.Err != nil {
		p.out[c.ID] += r.Err.Message
	}
	p.ran = append(p.ran, c.ID)
	return r
}

// marked returns the marks as lines.
func (p *notebookPage) marked() string {
	var list []string
	for id, text := range p.marks {
		list = append(list, id+": "+text+"\n")
	}
	slices.Sort(list)
	return strings.Join(list, "")
}

// TestMarks runs cells, given as "id: code", and compares the marks at the end and the cells that
// %rerun runs.
func TestMarks(t *testing.T) {
	for _, test := range []struct {
		cells []string
		marks string
		rerun string
	}{
		{[]string{"a: x := 1", "b: y := x + 1", "c: x = 10"}, "b: stale: x has changed, cell 3\n", "b"},
		{[]string{"a: x := 1", "b: y := x + 1", "c: y * 2", "a: x := 10"}, "b: stale: x has changed, cell 4\nc: stale: y is stale, cell 2\n", "b c"},
		{[]string{"a: x := 1", "b: y := x + 1", "c: x = 10", "b: y := x + 1"}, "", ""},
		{[]string{"a: x := 1", "b: x++", "b: x++"}, "b: stale: x depends on an earlier run of this cell\n", "a b"},
		{[]string{"a: func f() int { return 1 }", "b: func g() int { return f() }", "c: y := g()", "a: func f() int { return 2 }"}, "c: stale: f has changed, cell 4\n", "c"},
		{[]string{"a: func f() int { return 1 }", "c: y := f()", "a: func f() int { return 1 }"}, "", ""},
		{[]string{"a: type T struct{ n int }", "b: func (t T) Get() int { return t.n }", "c: t := T{3}", "d: t.Get()", "b: func (t T) Get() int { return -t.n }"}, "d: stale: T.Get has changed, cell 5\n", "d"},
		{[]string{"a: s := []int{1}", "b: t := s", "c: len(s)", "d: t[0] = 5"}, "c: stale: s has changed, cell 4\n", "c"},
		{[]string{"a: s := []int{1}", "b: s = append(s, 2)", "c: s = append(s, 3)", "d: len(s)"}, "", ""},
		{[]string{"a: x := 1", "b: y := x", "c: x := \"text\"", "d: len(x)"}, "", ""},
		{[]string{"a: x := 1", "b: y := x", "a: syntax error here"}, "", ""},
		{[]string{"a: x := 1", "b: panic(x)", "a: x := 2"}, "b: stale: x has changed, cell 3\n", "b"},
		{[]string{"a: n := 3", "b: total := 0\nfor i := range n { total += i }", "c: total", "a: n := 4"}, "b: stale: n has changed, cell 4\nc: stale: total is stale, cell 2\n", "b c"},
		{[]string{"a: x := 1\n%time x++", "b: x", "a: x := 1\n%time x++"}, "b: stale: x has changed, cell 3\n", "b"},
		{[]string{"a: x := 1", "b: func f() int { return x }\ntype T struct{ n int }\nfunc (t T) Get() int { return t.n }\ny := T{f()}", "c: y.Get()", "b: func f() int { return x }\ntype T struct{ n int }\nfunc (t T) Get() int { return t.n }\ny := T{f()}"},
			"c: stale: y has changed, cell 4\n", "c"},
		{[]string{"a: x := 1", "b: func f() int { return x }\nf()", "b: func f() int { return x }\nf()"}, "", ""},
	} {
		p := newNotebookPage(t)
		for _, cell := range test.cells {
			id, code, _ := strings.Cut(cell, ": ")
			p.run(engine.Cell{ID: id, Code: code})
		}
		if got := p.marked(); got != test.marks {
			t.Errorf("%q: marks:\n%swant:\n%s", test.cells, got, test.marks)
		}
		p.ran = nil
		p.run(engine.Cell{ID: "last", Code: "%rerun"})
		if got := strings.Join(p.ran[1:], " "); got != test.rerun {
			t.Errorf("%q: %%rerun ran %q, want %q", test.cells, got, test.rerun)
		}
		if got := p.marked(); got != "" && !strings.Contains(test.cells[1], "panic") {
			t.Errorf("%q: marks after %%rerun:\n%s", test.cells, got)
		}
	}
}

// TestMarksOff switches the marks off and on.
func TestMarksOff(t *testing.T) {
	p := newNotebookPage(t)
	for _, code := range []string{"x := 1", "x + 1", "x = 2"} {
		p.run(engine.Cell{ID: code, Code: code})
	}
	const mark = "x + 1: stale: x has changed, cell 3\n"
	if got := p.marked(); got != mark {
		t.Fatalf("marks %q", got)
	}
	p.run(engine.Cell{ID: "off", Code: "%stale off"})
	if got := p.marked(); got != "" {
		t.Errorf("marks after %%stale off: %q", got)
	}
	p.run(engine.Cell{ID: "again", Code: "x = 3"})
	if got := p.marked(); got != "" {
		t.Errorf("marks while they are off: %q", got)
	}
	p.run(engine.Cell{ID: "on", Code: "%stale on"})
	if got := p.marked(); got != "x + 1: stale: x has changed, cell 5\n" {
		t.Errorf("marks after %%stale on: %q", got)
	}
	p.run(engine.Cell{ID: "table", Code: "%stale"})
	for _, want := range []string{"cell", "2", "stale", "x has changed, cell 5", "x + 1"} {
		if !strings.Contains(p.out["table"], want) {
			t.Errorf("%%stale shows %q, without %q", p.out["table"], want)
		}
	}
	p.run(engine.Cell{ID: "reset", Code: "%reset"})
	if got := p.marked(); got != "" {
		t.Errorf("marks after %%reset: %q", got)
	}
}

// TestReactive changes what a manual cell and others depend on.
func TestReactive(t *testing.T) {
	p := newNotebookPage(t)
	cells := []engine.Cell{{ID: "a", Code: "x := 1"}, {ID: "b", Code: "y := x + 1"}, {ID: "c", Code: "z := x * 100", Manual: true}, {ID: "d", Code: "y, z"}, {ID: "e", Code: "y"}}
	for _, c := range cells {
		p.run(c)
	}
	p.run(engine.Cell{ID: "on", Code: "%reactive on"})
	p.ran = nil
	p.run(engine.Cell{ID: "a", Code: "x := 5"})
	if got := strings.Join(p.ran, " "); got != "a b e" {
		t.Errorf("ran %s", got)
	}
	if p.out["e"] != "= 6\n" {
		t.Errorf("cell e shows %q", p.out["e"])
	}
	if got := p.marked(); got != "c: stale: x has changed, cell 7\nd: stale: y has changed, cell 2\n" {
		t.Errorf("marks:\n%s", got)
	}
	p.run(engine.Cell{ID: "off", Code: "%reactive off"})
	p.ran = nil
	p.run(engine.Cell{ID: "a", Code: "x := 6"})
	if got := strings.Join(p.ran, " "); got != "a" {
		t.Errorf("ran %s with %%reactive off", got)
	}
}

// TestReactiveLimit has a stale cell that does not end.
func TestReactiveLimit(t *testing.T) {
	p := newNotebookPage(t)
	p.run(engine.Cell{ID: "a", Code: "x := 0"})
	p.run(engine.Cell{ID: "b", Code: "for x > 0 {}"})
	p.run(engine.Cell{ID: "on", Code: "%reactive on 50ms"})
	if err := p.run(engine.Cell{ID: "a", Code: "x := 1"}); err == nil || err.Name != engine.Interrupted {
		t.Errorf("the error is %v", err)
	}
}

// TestRerunFails stops at a cell that fails.
func TestRerunFails(t *testing.T) {
	p := newNotebookPage(t)
	for _, c := range []string{"x := 1", "y := 10 / x", "z := y", "x = 0"} {
		p.run(engine.Cell{ID: c, Code: c})
	}
	p.ran = nil
	if err := p.run(engine.Cell{ID: "r", Code: "%rerun"}); err == nil || !strings.Contains(err.Message, "divide by zero") {
		t.Errorf("the error is %v", err)
	}
	if got := strings.Join(p.ran, ", "); got != "r, y := 10 / x" {
		t.Errorf("ran %s", got)
	}
	if p.marks["z := y"] == "" {
		t.Error("the cell behind the failure is not marked")
	}
}

// values prints variables of a session.
func values(ctx context.Context, s *session.Session, names []string) string {
	code := fmt.Sprintf("fmt.Sprintf(%q, %s)", strings.Join(names, " = %+v\n")+" = %+v\n", strings.Join(names, ", "))
	r := s.Execute(ctx, engine.Cell{Number: 999, Silent: true, Expressions: map[string]string{"v": code}}, engine.Discard)
	if r.Err != nil {
		return r.Err.Error()
	}
	if x := r.Expressions["v"]; x.Err != nil {
		return x.Err.Error()
	}
	return strings.ReplaceAll(r.Expressions["v"].Value.Plain(), "\\n", "\n")
}

// TestSlice runs what %slice shows in a session of its own, which has the same value then, and in
// which no other cell was needed.
func TestSlice(t *testing.T) {
	for seed := range uint64(20) {
		p, _ := randomNotebook(t, seed+1000, nil)
		p.run(engine.Cell{ID: "rerun", Code: "%rerun"})
		for _, name := range []string{"a", "c", "s", "m", "v"} {
			p.run(engine.Cell{ID: "slice", Code: "%slice " + name})
			code := strings.TrimPrefix(p.out["slice"], "display: ")
			q := newNotebookPage(t)
			for i, cell := range strings.Split("\n"+code, "\n// cell ")[1:] {
				_, cell, _ = strings.Cut(strings.TrimPrefix(cell, "// cell "), "\n")
				if err := q.run(engine.Cell{ID: fmt.Sprint(i), Code: cell}); err != nil {
					t.Errorf("seed %d: slice of %s: %v\n%s", seed, name, err, code)
				}
			}
			got, want := values(t.Context(), q.s, []string{name}), values(t.Context(), p.s, []string{name})
			if got != want {
				t.Errorf("seed %d: the slice of %s gives %s, want %s\n%s", seed, name, got, want, code)
			}
		}
	}
}

// TestSliceRun restarts and runs the cells that make a value.
func TestSliceRun(t *testing.T) {
	p := newNotebookPage(t)
	for _, c := range []string{"a := 1", "b := 2", "c := a + 1", "c", "a = 5", "d := c + b"} {
		p.run(engine.Cell{ID: c, Code: c})
	}
	p.ran = nil
	if err := p.run(engine.Cell{ID: "run", Code: "%slice --run c"}); err != nil {
		t.Fatal(err)
	}
	if got := strings.Join(p.ran, ", "); got != "run, a := 1, a = 5, c := a + 1" {
		t.Errorf("ran %s", got)
	}
	if got := values(t.Context(), p.s, []string{"a", "c"}); got != "a = 5\nc = 6\n" {
		t.Errorf("the values are %q", got)
	}
	if got := values(t.Context(), p.s, []string{"b"}); !strings.Contains(got, "undefined: b") {
		t.Errorf("b is %q after a restart", got)
	}
	if got := p.marked(); got != "" {
		t.Errorf("marks:\n%s", got)
	}
}

// BenchmarkManyCells is a small cell after few and after many others.
func BenchmarkManyCells(b *testing.B) {
	for _, n := range []int{10, 2000} {
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			s := newSession(b)
			number := 0
			run := func(id, code string) {
				number++
				if r := s.Execute(b.Context(), engine.Cell{ID: id, Number: number, Code: code}, engine.Discard); r.Err != nil {
					b.Fatal(r.Err)
				}
			}
			run("a", "x := 1")
			for i := range n {
				run(fmt.Sprint("c", i), fmt.Sprintf("v%d := x + %d", i, i))
			}
			for b.Loop() {
				run("z", "z := x")
			}
		})
	}
}
