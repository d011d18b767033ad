// SPDX-License-Identifier: BSD-3-Clause

// Which cells are stale, and what is to run again.
//
// After each cell the session knows from package effect what it has read and written, and package
// fresh says which cells have become stale. The reply to the cell has the marks that have changed;
// the kernel shows them beneath the outputs of the cells.
//
// Cells run again one by one. The reply to a cell that has caused it (%rerun, or any cell with
// %reactive on) names the first as Next, and the caller of Execute runs it as that cell, with
// output in its own place; the reply to it names the next one. A cell that the user runs in
// between, a failure and Stop drop the rest.
//
// Cells that a frontend runs silently have no place on the page. What they write counts as a change
// by the cell that has made the variable. For what happens between cells, see moved.go.

package session

import (
	"time"

	"polka/kernel/cell"
	"polka/kernel/cell/effect"
	"polka/kernel/engine"
	"polka/kernel/fresh"
	"polka/kernel/widget/host"
)

// freshness is what a session knows about its cells.
type freshness struct {
	quiet    bool // no marks are shown
	effects  *effect.Analyzer
	graph    *fresh.Graph
	now      fresh.Effects     // of the running cell so far
	ran      bool              // the running cell has compiled
	shown    map[string]string // the marks on the page, by the ID of the cell
	marks    []engine.Mark     // that have changed
	want     bool              // the running cell asks for stale cells to run
	before   *fresh.Graph      // the cells before a restart that runs some of them
	chosen   []string          // IDs of the cells that run after a restart, instead of the stale ones
	last     *engine.Cell      // runs after them; nil for none
	replan   func() []string   // makes the plan
	rounds   int               // how often more can be added to it
	plan     []string          // IDs of the cells that have still to run
	reactive time.Duration     // how long cells may run by themselves after each cell; 0 for not at all
	until    time.Time         // when cells stop that run by themselves

	alter func(fresh.Effects) fresh.Effects // for tests: changes what cells have done; may be nil
}

// resetFresh removes all that is known.
func (s *Session) resetFresh() {
	f := &s.fresh
	f.effects = effect.New(effect.Options{Immutable: s.o.Immutable})
	f.graph = &fresh.Graph{}
	f.now, f.ran, f.plan, f.want = fresh.Effects{}, false, nil, false
	f.clearMarks()
}

// noteEffects adds what p, a step of the cell of r, has done.
func (s *Session) noteEffects(r *run, p *cell.Program) {
	if r.cell.Script || r.call || r.aside {
		return
	}
	s.mu.Lock()
	reached := r.reached
	s.mu.Unlock()
	e := s.c.Effects(s.fresh.effects, p, reached)
	if s.fresh.alter != nil {
		e = s.fresh.alter(e)
	}
	s.fresh.now = s.fresh.now.Then(e)
	s.fresh.ran = true
}

// freshEnd records the cell of r, which has ended, and completes its reply.
func (s *Session) freshEnd(r *run, reply *engine.Reply) {
	f := &s.fresh
	c := r.cell
	if c.Script {
		return
	}
	e, ran, want := f.now, f.ran, f.want
	f.now, f.ran, f.want = fresh.Effects{}, false, false
	f.note(f.graph.Delete(c.Deleted...))
	if !c.Silent {
		delete(f.shown, c.ID) // with the outputs of the run before
	}
	switch {
	case c.Silent:
		for _, w := range e.Writes {
			if w.Text == "" {
				f.note(f.graph.Touch(w.Key))
			}
		}
	case ran:
		f.note(f.graph.Ran(fresh.Run{ID: c.ID, Number: c.Number, Code: c.Code, Manual: c.Manual, Rerun: c.Rerun, Failed: reply.Err != nil,
			Effects: e, Began: r.began, Ended: host.Tick() - 1}))
	}
	if cell := f.graph.Cell(c.ID); cell != nil && !c.Silent {
		f.note([]*fresh.Cell{cell}) // its mark has gone with its outputs, whether or not it is stale as before
	}
	s.freshAgain(r, reply)
	s.plan(r, reply, want)
	reply.Marks, f.marks = f.marks, nil
}

// freshAgain completes the reply to a cell that was stopped because it is to run again.
func (s *Session) freshAgain(r *run, reply *engine.Reply) {
	f := &s.fresh
	s.mu.Lock()
	again := r.superseded
	s.mu.Unlock()
	if !again || reply.Err == nil || reply.Err.Name != engine.Interrupted {
		return
	}
	reply.Err, reply.Again = nil, true
	if c := f.graph.Cell(r.cell.ID); c != nil {
		f.note(f.graph.Stopped(c))
	}
	s.takeMoves()
	f.resume()
}

// maxRounds is how often a plan is made anew when it has been carried out.
const maxRounds = 3

// plan finds the cell that is to run after the cell of r.
func (s *Session) plan(r *run, reply *engine.Reply, want bool) {
	f := &s.fresh
	switch {
	case reply.Err != nil || r.ctx.Err() != nil && !reply.Again:
		f.plan, f.last = nil, nil
	case r.cell.Rerun:
		if r.cell.Resumes() {
			f.resume()
		}
		if len(f.plan) == 0 && f.rounds > 0 {
			// A variable may refer to another one since a cell has run again, so that there is more
			// to do.
			f.rounds--
			f.plan = f.replan()
		}
	case r.cell.Silent:
		return
	case want:
		f.replan = func() []string { return ids(f.graph.Plan(nil)) }
		f.rounds, f.until = maxRounds, time.Time{}
		if f.plan, f.chosen = f.chosen, nil; f.plan == nil {
			f.plan = f.replan()
		}
	case f.reactive > 0:
		f.replan = f.automatic
		f.plan, f.rounds, f.until = f.replan(), maxRounds, time.Now().Add(f.reactive)
	default:
		f.plan = nil
	}
	reply.Next = f.next()
}

// automatic is the plan of %reactive: cells that are only to be run by the user, and those that
// depend on them, are left out.
func (f *freshness) automatic() []string {
	held := make(map[*fresh.Cell]bool)
	for _, c := range f.graph.Cells() {
		held[c] = c.Manual && c.Stale()
	}
	var list []*fresh.Cell
	for _, c := range f.graph.Plan(func(c *fresh.Cell) bool { return !c.Manual && c.Reason.Cause != fresh.Repeated }) {
		held[c] = held[c] || c.Manual
		for source := range f.graph.Sources(c) {
			held[c] = held[c] || held[source]
		}
		if !held[c] {
			list = append(list, c)
		}
	}
	return ids(list)
}

func ids(cells []*fresh.Cell) (list []string) {
	for _, c := range cells {
		list = append(list, c.ID)
	}
	return list
}

// next takes the first cell of the plan.
func (f *freshness) next() *engine.Cell {
	for len(f.plan) > 0 {
		c := f.graph.Cell(f.plan[0])
		if c == nil && f.before != nil {
			c = f.before.Cell(f.plan[0])
		}
		f.plan = f.plan[1:]
		if c == nil || c.Deleted {
			continue
		}
		cell := &engine.Cell{ID: c.ID, Code: c.Code, Number: c.Number, Manual: c.Manual, Rerun: true}
		if !f.until.IsZero() {
			if cell.Limit = time.Until(f.until); cell.Limit <= 0 {
				f.plan = nil
				return nil
			}
		}
		return cell
	}
	f.before = nil
	last := f.last
	f.last = nil
	return last
}

// note finds the marks of cells whose reasons have changed.
func (f *freshness) note(cells []*fresh.Cell) {
	if f.quiet {
		return
	}
	for _, c := range cells {
		switch {
		case c.Anonymous:
		case c.Stale():
			f.mark(c.ID, "stale: "+c.Reason.String())
		default:
			f.mark(c.ID, "")
		}
	}
}

// mark shows a mark, or removes it if the text is empty.
func (f *freshness) mark(id, text string) {
	if f.shown[id] == text {
		return
	}
	if f.shown == nil {
		f.shown = make(map[string]string)
	}
	f.shown[id] = text
	if text == "" {
		delete(f.shown, id)
	}
	for i, m := range f.marks {
		if m.Cell == id {
			f.marks[i].Text = text
			return
		}
	}
	f.marks = append(f.marks, engine.Mark{Cell: id, Text: text})
}

// clearMarks removes all marks.
func (f *freshness) clearMarks() {
	for id := range f.shown {
		f.mark(id, "")
	}
}

// showMarks shows the marks of all stale cells.
func (f *freshness) showMarks() { f.note(f.graph.Cells()) }
