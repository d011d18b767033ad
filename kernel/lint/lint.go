// SPDX-License-Identifier: BSD-3-Clause

// Package lint finds out, without running anything, whether the cells of a notebook give what is on
// the page when they run from the first to the last.
//
//	for _, f := range lint.Notebook(n, cell.Options{Facts: facts, Packages: packages}) {
//		fmt.Printf("cell %d, line %d: %s\n", f.Cell, f.Line, f.Message)
//	}
//
// The execution counts in the file say in which order the cells have run. The cells are compiled
// twice, in this order and in that of the page, each time from a fresh start. From package effect
// it is known what each cell reads, and from package fresh, which cell has made it. If that is
// another cell in one order than in the other, the outputs on the page are not those of a run from
// the first cell to the last.
//
// A file has only the last run of each cell. So what is not found is a cell that has run several
// times with a different result each time, such as x++.
//
// Package lint also computes stamps (see [NewStamps]), by which a later run knows which outputs
// still hold.
package lint

import (
	"fmt"
	"go/scanner"
	"go/token"
	"maps"
	"slices"
	"strings"

	"polka/kernel/cell"
	"polka/kernel/cell/effect"
	"polka/kernel/cell/explain"
	"polka/kernel/fresh"
	"polka/kernel/nb"
	"polka/kernel/vet"
)

// A Kind is a kind of Finding. The values are the names that users see.
type Kind string

// The kinds.
const (
	Order    Kind = "order"    // the cell has run before a cell above it
	NotRun   Kind = "not-run"  // the cell has not run, and others have
	Later    Kind = "later"    // the cell needs a name that only a cell below declares
	Compiles Kind = "compile"  // the cell does not compile
	Source   Kind = "source"   // what the cell has read came from another cell than in a run from the top
	Language Kind = "language" // the notebook is not in Go
)

// A Finding is a place in a notebook.
type Finding struct {
	Index   int    // of the cell in Notebook.Cells
	Cell    int    // the number that the cell has in a run from the top, from 1
	ID      string // of the cell
	Line    int    // from 1
	Column  int    // in bytes, from 1
	Kind    Kind
	Message string
}

// A step is a cell that runs.
type step struct {
	index  int
	number int // in a run from the top
	*nb.Cell
}

// steps returns the cells that a run from the top runs.
func steps(n *nb.Notebook) (list []*step) {
	for i, c := range n.Cells {
		if c.Runs() {
			list = append(list, &step{index: i, number: len(list) + 1, Cell: c})
		}
	}
	return list
}

// Notebook returns the findings in a notebook, in the order of the page.
func Notebook(n *nb.Notebook, o cell.Options) (list []Finding) {
	if l := n.Language(); l != "" && l != "go" {
		return []Finding{{Cell: 1, Line: 1, Column: 1, Kind: Language, Message: "the notebook is written in " + l + "; expected go"}}
	}
	page := steps(n)
	ran := slices.DeleteFunc(slices.Clone(page), func(s *step) bool { return s.Count == 0 })
	slices.SortStableFunc(ran, func(a, b *step) int { return a.Count - b.Count })
	inOrder, asRun := newReplay(o), newReplay(o)
	for _, s := range ran {
		_ = asRun.run(s) // an error is one of another order
	}
	add := func(s *step, line, column int, kind Kind, format string, args ...any) {
		list = append(list, Finding{s.index, s.number, s.ID, line, column, kind, fmt.Sprintf(format, args...)})
	}
	var last *step
	for _, s := range page {
		switch {
		case s.Count == 0 && len(ran) > 0:
			add(s, 1, 1, NotRun, "the cell has not run, and others have")
		case s.Count > 0 && last != nil && s.Count < last.Count:
			add(s, 1, 1, Order, "the cell has run as number %d, before cell %d above it, which has run as number %d", s.Count, last.number, last.Count)
		}
		if s.Count > 0 && (last == nil || s.Count > last.Count) {
			last = s
		}
		for _, d := range inOrder.run(s) {
			if s.Tagged("raises-exception") || vet.Missing(d) {
				continue
			}
			message, _, _ := strings.Cut(d.Message, "\n")
			kind := Compiles
			if name, ok := vet.Undefined(d); ok {
				if by := asRun.declarer(name, page, s); by != nil {
					kind, message = Later, fmt.Sprintf("%s is declared only in cell %d, below", name, by.number)
				}
			}
			add(s, max(d.Line, 1), max(d.Col, 1), kind, "%s", message)
		}
		if s.Count > 0 {
			compare(inOrder, asRun, s, page, func(name, text string) {
				line, column := place(s.Cell.Source, name)
				add(s, line, column, Source, "%s", text)
			})
		}
	}
	slices.SortStableFunc(list, func(a, b Finding) int { return a.Index - b.Index })
	return list
}

// compare reports the names that a cell has read from another cell than it does in a run from the
// top.
func compare(inOrder, asRun *replay, s *step, page []*step, report func(name, text string)) {
	top, was := inOrder.sources(s), asRun.sources(s)
	if top == nil {
		return // it does not compile
	}
	for _, name := range slices.Sorted(maps.Keys(was)) {
		if slices.Equal(was[name], top[name]) {
			continue
		}
		before, now := other(was[name], top[name]), other(top[name], was[name])
		text := fmt.Sprintf("%s has come from %s, and in a run from the top no cell has made it yet", name, numbered(before, page))
		switch {
		case now != "" && before == "":
			text = fmt.Sprintf("%s comes from %s in a run from the top, and did not", name, numbered(now, page))
		case now != "":
			text = fmt.Sprintf("%s has come from %s, and comes from %s in a run from the top", name, numbered(before, page), numbered(now, page))
		case len(top[name]) > 0:
			text = fmt.Sprintf("%s has come from %s, too, and does not in a run from the top", name, numbered(before, page))
		}
		report(name, text)
	}
	for _, name := range slices.Sorted(maps.Keys(top)) {
		if was[name] == nil {
			report(name, fmt.Sprintf("%s comes from %s in a run from the top, and did not", name, numbered(top[name][0], page)))
		}
	}
}

// other returns the first of a that is not in b, "" if there is none.
func other(a, b []string) string {
	for _, id := range a {
		if !slices.Contains(b, id) {
			return id
		}
	}
	return ""
}

// numbered names a cell.
func numbered(id string, page []*step) string {
	for _, s := range page {
		if s.ID == id {
			return fmt.Sprintf("cell %d", s.number)
		}
	}
	return "a cell that is not there"
}

// place finds the first use of a name in a text.
func place(text, name string) (line, column int) {
	fset := token.NewFileSet()
	file := fset.AddFile("", -1, len(text))
	var s scanner.Scanner
	s.Init(file, []byte(text), func(token.Position, string) {}, 0)
	for {
		p, t, lit := s.Scan()
		switch {
		case t == token.EOF:
			return 1, 1
		case t == token.IDENT && lit == name:
			at := file.Position(p)
			return at.Line, at.Column
		}
	}
}

// A replay compiles cells one after the other, and keeps what they read and write.
type replay struct {
	k       *vet.Checker
	effects *effect.Analyzer
	graph   *fresh.Graph
	of      fresh.Effects              // of the cell that is being compiled
	at      *step                      // that cell
	worldly map[string]bool            // the IDs of cells that may depend on more than other cells
	needed  map[string]map[string]bool // the IDs of the cells that a cell needs, itself among them
}

func newReplay(o cell.Options) *replay {
	r := &replay{k: vet.New(o), worldly: make(map[string]bool), needed: make(map[string]map[string]bool)}
	reset := func() {
		r.effects = effect.New(effect.Options{Immutable: o.Immutable})
		r.graph, r.of = &fresh.Graph{}, fresh.Effects{}
	}
	reset()
	r.k.Watch(r.compiled, reset)
	return r
}

// compiled notes the effects of a step.
func (r *replay) compiled(p *cell.Program) {
	r.of = r.of.Then(r.k.Compiler().Effects(r.effects, p, p.Definitions))
	r.worldly[r.at.ID] = r.worldly[r.at.ID] || len(p.Packages) > 0 || reachesOut(p.Unit)
}

// run compiles a cell, and returns the errors that are not the consequence of others.
func (r *replay) run(s *step) []explain.Diagnostic {
	r.at, r.of = s, fresh.Effects{}
	if found := r.k.Check(vet.Cell{Number: s.number, Text: s.Cell.Source}); found.Failed {
		return found.Errors
	}
	r.graph.Ran(fresh.Run{ID: s.ID, Number: s.number, Code: s.Cell.Source, Effects: r.of})
	need := map[string]bool{s.ID: true}
	for _, c := range r.graph.Direct(r.graph.Cell(s.ID)) {
		maps.Copy(need, r.needed[c.ID])
	}
	r.needed[s.ID] = need
	return nil
}

// sources returns the cells that have made what a cell has read, by name; nil if it did not
// compile.
func (r *replay) sources(s *step) map[string][]string {
	c := r.graph.Cell(s.ID)
	if c == nil {
		return nil
	}
	m := make(map[string][]string)
	for by, names := range r.graph.Sources(c) {
		for _, name := range names {
			m[name] = append(m[name], by.ID)
		}
	}
	for name := range m {
		slices.Sort(m[name])
		m[name] = slices.Compact(m[name])
	}
	return m
}

// declarer returns the first cell below s that declares a name, nil if there is none.
func (r *replay) declarer(name string, page []*step, s *step) *step {
	for _, later := range page {
		c := r.graph.Cell(later.ID)
		if later.index <= s.index || c == nil {
			continue
		}
		if slices.ContainsFunc(c.Effects.Writes, func(w fresh.Write) bool { return w.Kind == fresh.Declare && fresh.Name(w.Key) == name }) {
			return later
		}
	}
	return nil
}
