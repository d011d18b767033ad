// SPDX-License-Identifier: BSD-3-Clause

package debug

import (
	"slices"

	"polka/kernel/machine"
)

// A stopReason is the reason why goroutines have stopped, as the protocol names it.
type stopReason struct {
	reason      string
	description string
	text        string
	hit         []int // breakpoints
}

// A step makes a goroutine stop after its next statement.
type step struct {
	g     *goroutine
	kind  string // next, stepIn or stepOut
	depth int
	from  spot
}

// reached reports whether g has reached the end of the step: another line, or the same line again.
func (s *step) reached(g *goroutine, depth int, at spot) bool {
	if s == nil || s.g != g {
		return false
	}
	moved := at.path != s.from.path || at.line != s.from.line || at.col <= s.from.col
	switch s.kind {
	case "stepIn":
		return depth != s.depth || moved
	case "next":
		return depth < s.depth || depth == s.depth && moved
	}
	return depth < s.depth
}

// statement is called before each statement.
func (d *Debugger) statement(f *machine.Frame) {
	d.mu.Lock()
	g := d.goroutine(f)
	g.at(f)
	if d.resume != nil {
		d.wait(g, f)
		return
	}
	s := d.spot(f)
	if !s.ok {
		d.mu.Unlock()
		return
	}
	var r stopReason
	switch {
	case d.entering:
		r.reason = "entry"
	case d.pausing:
		r.reason = "pause"
	case d.step.reached(g, f.Depth(), s):
		r.reason = "step"
	}
	list := d.breakpointsAt(s)
	d.mu.Unlock()
	for _, b := range list {
		if d.hit(b, g, f) {
			r.reason, r.hit = "breakpoint", append(r.hit, b.id)
		}
	}
	if r.reason != "" {
		d.halt(g, f, r, nil, nil)
	}
}

// panics is called when a goroutine begins to panic.
func (d *Debugger) panics(f *machine.Frame, p *machine.Panic) {
	d.mu.Lock()
	g := d.goroutine(f)
	if n := len(g.stack); n > 0 && g.stack[n-1].frame.Same(f) {
		g.stack[n-1].frame = f // the failing expression may be in a later line of the statement
	}
	if d.onUncaught {
		g.panics = map[*machine.Panic][]call{p: slices.Clone(g.stack)}
	}
	raise := d.onRaise
	d.mu.Unlock()
	if raise {
		d.halt(g, f, stopReason{reason: "exception", description: "panic", text: p.Error()}, p, nil)
	}
}

// uncaught is called when a panic has ended a goroutine. It shows the calls that were open when the
// panic began.
func (d *Debugger) uncaught(f *machine.Frame, p *machine.Panic) {
	d.mu.Lock()
	g := d.goroutine(f)
	stack, stop := g.panics[p], d.onUncaught && !d.onRaise
	g.panics = nil
	d.mu.Unlock()
	if stop && len(stack) > 0 {
		d.halt(g, f, stopReason{reason: "exception", description: "panic", text: p.Error()}, p, stack)
	}
}

// halt stops all goroutines, because g has come to a place where it stops, and waits there.
func (d *Debugger) halt(g *goroutine, f *machine.Frame, r stopReason, p *machine.Panic, shown []call) {
	d.mu.Lock()
	if d.resume == nil {
		d.resume = make(chan struct{})
		d.reason, d.step, d.pausing, d.entering = r, nil, false, false
		d.handles = handles{last: d.handles.last}
		g.panic, g.shown = p, shown
		d.event("stopped", stoppedBody{Reason: r.reason, Description: r.description, Text: r.text, ThreadID: g.id,
			AllThreadsStopped: true, HitBreakpointIDs: r.hit})
	}
	d.wait(g, f)
}

// wait waits until all continue, or the goroutine has to end. d.mu is held, and free afterwards.
func (d *Debugger) wait(g *goroutine, f *machine.Frame) {
	g.halted = true
	resume := d.resume
	d.mu.Unlock()
	select {
	case <-resume:
	case <-f.Stopped():
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	g.halted, g.panic, g.shown = false, nil, nil
	if d.resume != resume {
		return
	}
	for _, o := range d.goroutines {
		if o.halted {
			return
		}
	}
	d.goOn(g.id) // the cell has been stopped
}

// goOn lets all goroutines continue. d.mu is held.
func (d *Debugger) goOn(thread int) {
	if d.resume == nil {
		return
	}
	close(d.resume)
	d.resume = nil
	d.handles = handles{last: d.handles.last}
	d.event("continued", continuedBody{ThreadID: thread, AllThreadsContinued: true})
}

// thread returns the goroutine that has stopped of that number, nil if there is none. d.mu is held.
func (d *Debugger) thread(id int) *goroutine {
	for _, g := range d.goroutines {
		if g.id == id && g.halted {
			return g
		}
	}
	return nil
}

// move lets all goroutines continue until one of them has made a step.
func (d *Debugger) move(kind string, thread int) error {
	d.mu.Lock()
	defer d.mu.Unlock()
	g := d.thread(thread)
	if g == nil {
		return errNotStopped
	}
	if n := len(g.stack); n > 0 && g.shown == nil {
		top := g.stack[n-1]
		d.step = &step{g, kind, top.depth, d.spot(top.frame)}
	}
	d.goOn(thread)
	return nil
}
