// SPDX-License-Identifier: BSD-3-Clause

// The commands %stale, %rerun and %reactive.

package session

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"polka/internal/plural"
	"polka/internal/table"
	"polka/kernel/cell"
	"polka/kernel/cell/syntax"
	"polka/kernel/display"
	"polka/kernel/engine"
	"polka/kernel/fresh"
)

// magicStale shows which cells are stale, or switches the marks on or off.
func (s *Session) magicStale(r *run, m *syntax.Magic) (engine.Declared, *engine.Error) {
	f := &s.fresh
	switch m.Arg {
	case "":
		s.showStale()
	case "off":
		f.clearMarks()
		f.quiet = true
		s.show(display.Text("stale cells are not marked"))
	case "on":
		f.quiet = false
		f.showMarks()
		s.show(display.Text("stale cells are marked"))
	default:
		return engine.Declared{}, s.magicError(r, m, "expected %stale, %stale on or %stale off")
	}
	return engine.Declared{}, nil
}

// showStale shows the table and the picture of the cells that are not up to date.
func (s *Session) showStale() {
	g := s.fresh.graph
	t := table.Table{Head: []string{"cell", "state", "because", "code"}}
	for _, c := range g.Cells() {
		state := g.State(c)
		if state == "" || c.Code == "" {
			continue
		}
		why := ""
		switch state {
		case "stale":
			why = c.Reason.String()
		case "lost":
			why = "the cell was deleted"
		case "failed":
			why = "its last run has failed"
		case "shadowed":
			names, by := g.Shadowed(c)
			why = fmt.Sprintf("cell %d defines %s", by, strings.Join(names, ", "))
		}
		code, _, _ := strings.Cut(strings.TrimSpace(c.Code), "\n")
		t.Rows = append(t.Rows, []string{fmt.Sprint(c.Number), state, why, code})
	}
	text, page := "all cells are up to date", "<div>all cells are up to date</div>"
	if len(t.Rows) > 0 {
		text, page = t.Text(), t.HTML()
	}
	b := display.Text(text)
	b.Data[display.HTMLType] = []byte(page + g.SVG())
	s.show(b)
}

// magicRerun has the stale cells run.
func (s *Session) magicRerun(*run, *syntax.Magic) (engine.Declared, *engine.Error) {
	n := len(s.fresh.graph.Plan(nil))
	if n == 0 {
		s.show(display.Text("all cells are up to date"))
		return engine.Declared{}, nil
	}
	s.fresh.want = true
	s.show(display.Text("running " + plural.Count(n, "cell") + " again"))
	return engine.Declared{}, nil
}

// reactiveTime is how long stale cells run by themselves after a cell, unless the user says
// otherwise.
const reactiveTime = 10 * time.Second

// magicReactive has stale cells run by themselves, or no longer so.
func (s *Session) magicReactive(r *run, m *syntax.Magic) (engine.Declared, *engine.Error) {
	f := &s.fresh
	word, limit, _ := strings.Cut(m.Arg, " ")
	switch {
	case word == "on":
		d := reactiveTime
		if limit = strings.TrimSpace(limit); limit != "" {
			var err error
			if d, err = time.ParseDuration(limit); err != nil || d <= 0 {
				return engine.Declared{}, s.magicError(r, m, "expected a time limit such as 10s")
			}
		}
		f.reactive = d
	case word == "off" && limit == "":
		f.reactive = 0
	case word != "":
		return engine.Declared{}, s.magicError(r, m, "expected %reactive on, %reactive on 10s or %reactive off")
	}
	text := s.words().Text("stale cells wait for %rerun")
	if f.reactive > 0 {
		text = s.words().Sprintf("stale cells run by themselves, for at most %v after each change; Stop ends it", f.reactive)
	}
	s.show(display.Text(text))
	return engine.Declared{}, nil
}

// magicSlice shows the cells that make the present value of a name, in the order in which they run.
// With --go it shows a Go program, and with --run it removes all definitions and runs the cells.
//
// %%slice removes all definitions and runs the cells that make what the code below it mentions,
// and then the code. With --cell, as our extension sends it, the line is not one of the cell, so it
// does not count in the lines of errors.
func (s *Session) magicSlice(r *run, m *syntax.Magic) (engine.Declared, *engine.Error) {
	if m.Whole {
		return s.magicSliceCell(r, m)
	}
	option, name := "", m.Arg
	if strings.HasPrefix(name, "--") {
		option, name, _ = strings.Cut(name, " ")
		name = strings.TrimSpace(name)
	}
	if name == "" || option != "" && option != "--go" && option != "--run" {
		return engine.Declared{}, s.magicError(r, m, "expected a name, as in %slice x, %slice --go x or %slice --run x")
	}
	cells := s.fresh.graph.Slice(name)
	if len(cells) == 0 {
		return engine.Declared{}, s.magicError(r, m, "no cell has made "+name)
	}
	switch option {
	case "--run":
		return s.runSlice(cells), nil
	case "--go":
		text, err := s.goFile(cells, name)
		if err != nil {
			return engine.Declared{}, s.magicError(r, m, "the slice cannot be a Go program: "+err.Error())
		}
		s.show(display.Text(text))
	default:
		s.show(display.Text(sliceText(cells)))
	}
	return engine.Declared{}, nil
}

// magicSliceCell is %%slice.
func (s *Session) magicSliceCell(r *run, m *syntax.Magic) (engine.Declared, *engine.Error) {
	option, code := m.Lines()
	switch strings.TrimSpace(option) {
	case "":
	case "--cell":
		_, code, _ = strings.Cut(code, "\n")
	default:
		return engine.Declared{}, s.magicError(r, m, "expected %%slice without an argument")
	}
	if strings.TrimSpace(code) == "" {
		return engine.Declared{}, s.magicError(r, m, "expected code in the lines below %%slice")
	}
	mentioned := syntax.Identifiers(code)
	cells := s.fresh.graph.SliceOf(func(name string) bool {
		_, method, _ := strings.Cut(name, ".")
		return mentioned[name] || mentioned[method]
	})
	cells = slices.DeleteFunc(cells, func(c *fresh.Cell) bool { return c.ID == r.cell.ID })
	d := s.runSlice(cells)
	s.fresh.last = &engine.Cell{ID: r.cell.ID, Code: code, Number: r.cell.Number, Manual: r.cell.Manual, Rerun: true}
	return d, nil
}

// runSlice removes all definitions and has cells run.
func (s *Session) runSlice(cells []*fresh.Cell) engine.Declared {
	s.stopTasks()
	before := s.fresh.graph
	s.compiling.Lock()
	s.reset()
	s.compiling.Unlock()
	s.fresh.before, s.fresh.chosen, s.fresh.want = before, append([]string{}, ids(cells)...), true
	s.show(display.Text("all definitions have been removed; running " + plural.Count(len(cells), "cell")))
	return engine.Declared{Reset: true}
}

// sliceText is the text of cells with their numbers.
func sliceText(cells []*fresh.Cell) string {
	var b strings.Builder
	for i, c := range cells {
		if i > 0 {
			b.WriteByte('\n')
		}
		fmt.Fprintf(&b, "// cell %d\n%s\n", c.Number, strings.TrimRight(c.Code, "\n"))
	}
	return strings.TrimSuffix(b.String(), "\n")
}

// goFile is a program of cells that prints a variable.
func (s *Session) goFile(cells []*fresh.Cell, name string) (string, error) {
	var parts []cell.Part
	for _, c := range cells {
		if c.Failed {
			return "", fmt.Errorf("cell %d has failed", c.Number)
		}
		parts = append(parts, cell.Part{Number: c.Number, Code: c.Code})
	}
	s.compiling.Lock()
	defer s.compiling.Unlock()
	text, err := s.c.GoFile(parts, name)
	return strings.TrimSuffix(string(text), "\n"), err
}
