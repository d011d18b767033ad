// SPDX-License-Identifier: BSD-3-Clause

// Package debug is the debugger of cells: breakpoints, steps, open calls and variables, on the
// hooks of package machine, for clients that speak the Debug Adapter Protocol
// (https://microsoft.github.io/debug-adapter-protocol) with the requests that Jupyter adds.
//
// A Debugger answers requests and reports events; both are JSON. It depends neither on sockets nor
// on sessions: a Host compiles expressions and has the texts of cells.
//
//	d := debug.New(host, func(event []byte) { ... })
//	response := d.Answer(ctx, []byte(`{"type": "request", "seq": 1, "command": "initialize"}`))
//
// When a goroutine of a cell reaches a breakpoint, it waits in the hook, and all other goroutines
// wait at their next statement: so what is shown does not change. Code that computes or waits in a
// compiled package continues. Each goroutine that waits is a thread of the protocol; the goroutine
// of the cell itself is thread 1.
//
// The stack of a goroutine is kept by the hooks, since the machine's own stack has no frames of
// callers: an entry for each open call, with the statement that runs in it. An entry is dropped
// when a statement or a call at its depth or below it is seen, so that calls that end by a panic
// need no hook.
package debug

import (
	"sync"

	"polka/kernel/debug/host"
	"polka/kernel/machine"
)

type (
	// A Host is what a Debugger needs of a session.
	Host = host.Host
	// A Value is the outcome of an evaluation.
	Value = host.Value
)

func init() { host.New = func(h Host, emit func(event []byte)) host.Debugger { return New(h, emit) } }

// A Debugger is the debugger of one session.
type Debugger struct {
	host Host
	emit func(event []byte)

	mu       sync.Mutex
	seq      int  // of events
	attached bool // hooks are called
	started  bool // initialize has been answered, and disconnect has not

	breakpoints map[string][]*breakpoint // by path
	paths       []string                 // of breakpoints, in the order in which they were first set
	lastID      int                      // of breakpoints
	texts       map[string]string        // of dumpCell, by path
	spots       map[int]spot             // by site
	lines       map[string]map[int]int   // by path: the column of the first statement of each line
	onRaise     bool                     // stop when a panic begins
	onUncaught  bool                     // stop when a panic ends a goroutine

	goroutines map[any]*goroutine
	taken      map[int]bool  // the numbers of goroutines of earlier cells
	lastThread int           // the last number that was given to a goroutine of this cell
	pausing    bool          // stop at the next statement
	entering   bool          // the same, at the beginning of a program
	resume     chan struct{} // closed to continue; nil if nothing is stopped
	step       *step
	reason     stopReason
	handles    handles
}

// New makes a Debugger that sends events with emit.
func New(host Host, emit func(event []byte)) *Debugger {
	return &Debugger{
		host: host, emit: emit,
		breakpoints: make(map[string][]*breakpoint), texts: make(map[string]string), spots: make(map[int]spot),
		lines: make(map[string]map[int]int), goroutines: make(map[any]*goroutine),
	}
}

// A goroutine is one that has run a statement since the debugger was attached.
type goroutine struct {
	id     int
	stack  []call // the innermost last
	halted bool
	panics map[*machine.Panic][]call // the stacks of panics that have not been caught
	panic  *machine.Panic            // why it has stopped, nil for another reason
	shown  []call                    // instead of stack, while panic is shown
}

// A call is an open call, at the statement that runs.
type call struct {
	frame *machine.Frame
	depth int
	id    int // of the frame for the client, 0 until it asks
}

// hook returns what the machine calls.
func (d *Debugger) hook() *machine.Hook {
	return &machine.Hook{Statement: d.statement, Call: d.call, Panic: d.panics, Uncaught: d.uncaught, Ended: d.ended}
}

// goroutine returns the goroutine of a frame. d.mu is held.
func (d *Debugger) goroutine(f *machine.Frame) *goroutine {
	g := d.goroutines[f.Goroutine()]
	if g == nil {
		d.lastThread++
		for d.taken[d.lastThread] {
			d.lastThread++
		}
		g = &goroutine{id: d.lastThread}
		d.goroutines[f.Goroutine()] = g
	}
	return g
}

// drop removes the goroutines that are not stopped. They are added again at their next statement.
// d.mu is held.
func (d *Debugger) drop() {
	d.taken, d.lastThread = make(map[int]bool), 0
	for key, g := range d.goroutines {
		if g.halted {
			d.taken[g.id] = true
		} else {
			delete(d.goroutines, key)
		}
	}
}

// ended is called when a goroutine has ended.
func (d *Debugger) ended(f *machine.Frame) {
	d.mu.Lock()
	defer d.mu.Unlock()
	delete(d.goroutines, f.Goroutine())
}

// call is called when a function begins.
func (d *Debugger) call(f *machine.Frame) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.goroutine(f).enter(call{frame: f, depth: f.Depth()})
}

// enter replaces what is not below c by c.
func (g *goroutine) enter(c call) {
	n := len(g.stack)
	for n > 0 && g.stack[n-1].depth >= c.depth {
		n--
	}
	clear(g.stack[n:])
	g.stack = append(g.stack[:n], c)
}

// at records the running statement.
func (g *goroutine) at(f *machine.Frame) {
	c := call{frame: f, depth: f.Depth()}
	n := len(g.stack)
	for n > 0 && g.stack[n-1].depth > c.depth {
		n--
	}
	clear(g.stack[n:])
	g.stack = g.stack[:n]
	if n > 0 && g.stack[n-1].depth == c.depth && g.stack[n-1].frame.Same(f) {
		g.stack[n-1] = c
		return
	}
	g.enter(c)
}

// Begin is called when a cell begins. The path and the text of the cell are known from then on.
func (d *Debugger) Begin(path string) {
	d.mu.Lock()
	defer d.mu.Unlock()
	delete(d.lines, path)
	d.resolve(path)
}

// End is called when a cell has ended.
func (d *Debugger) End() {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.step, d.pausing = nil, false
	d.drop()
}

// Forget is called when the machine has been replaced. It returns the hook for the new machine, nil
// if the debugger is not attached.
func (d *Debugger) Forget() (attached *machine.Hook) {
	d.mu.Lock()
	defer d.mu.Unlock()
	clear(d.spots)
	clear(d.goroutines)
	d.taken, d.lastThread = nil, 0
	if !d.attached {
		return nil
	}
	return d.hook()
}
