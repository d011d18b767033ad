// SPDX-License-Identifier: BSD-3-Clause

// The tracer: what the hooks of the machine record. The essay is in trace.go.

package session

import (
	"fmt"
	"go/scanner"
	"go/token"
	"maps"
	"slices"
	"strings"
	"sync"

	"polka/internal/trace"
	"polka/kernel/cell/explain"
	"polka/kernel/display"
	"polka/kernel/engine"
	"polka/kernel/machine"
)

// A tracer records calls.
type tracer struct {
	s   *Session
	o   traceOptions
	vm  *machine.Tracing
	cut *machine.Snapper

	mu      sync.Mutex
	closed  bool
	busy    bool           // copying values, which may call functions of cells
	frame   *machine.Frame // where they are copied
	rec     *trace.Record
	funcs   map[*machine.Func]int
	open    []openCall
	globals map[string]string // symbols of watched variables
	find    func(name string) (symbol string, ok bool)
	symbols map[string]string // of variables that functions mention
	// mentions are the variables of the cells that a function mentions, in this order
	mentions map[*machine.Func][]string
	known    map[string]*trace.Value
	bytes    int
	changes  int
	looks    int
	last     map[place]string // keys of the watched variables at the last step
}

// A place is where a watched variable is: in the open call of that index, or among those of the
// cells, -1.
type place struct {
	name string
	call int
}

// An openCall is a call that has not ended. The call is -1 if it is not recorded.
type openCall struct {
	call  int
	frame *machine.Frame
	line  int // of the last statement
}

// newTracer opens a trace. It returns nil if one is open.
func (s *Session) newTracer(o traceOptions) *tracer {
	t := &tracer{s: s, o: o, cut: s.vm.NewSnapper(), rec: &trace.Record{}, funcs: make(map[*machine.Func]int),
		globals: make(map[string]string), symbols: make(map[string]string), mentions: make(map[*machine.Func][]string), known: make(map[string]*trace.Value), last: make(map[place]string)}
	t.cut.Draw = s.traceDrawing
	t.cut.Alone = func() bool { return t.frame.Alone() }
	if t.vm = s.vm.Trace(o.names, &machine.Hook{Call: t.call, Return: t.returned, Statement: t.statement}); t.vm == nil {
		return nil
	}
	return t
}

// begin finds the functions and variables, in the unit that is to be run or in the cells before. It
// returns an error for the user if there are none. The hooks do not lock the compiler: what they
// need to know of it is copied.
func (t *tracer) begin(u *machine.Unit) (missing string, err error) {
	t.s.compiling.Lock()
	defer t.s.compiling.Unlock()
	symbols, known := make(map[string]string), t.s.c.Symbols()
	t.find = func(name string) (string, bool) {
		if u != nil {
			for id, obj := range u.Info.Defs {
				if obj != nil && id.Name == name {
					if sym, ok := u.Symbol(obj); ok {
						return sym, true
					}
				}
			}
		}
		sym, ok := known[name]
		return sym, ok
	}
	for _, n := range t.o.names {
		if sym, ok := t.find(n); ok {
			symbols[n] = sym
		}
	}
	if err := t.vm.Declared(symbols); err != nil {
		return "", err
	}
	for _, n := range t.o.watch {
		if sym, ok := t.find(n); ok {
			t.globals[n] = sym
		}
	}
	if list := t.vm.Missing(); len(list) > 0 {
		missing = "cells define no function " + list[0]
		if near := explain.Nearest(list[0], t.s.c.Names()); near != "" {
			missing += "; did you mean " + near + "?"
		}
	}
	return missing, nil
}

// end ends the recording. It may be called more than once.
func (t *tracer) end() {
	t.mu.Lock()
	closed := t.closed
	t.closed = true
	t.mu.Unlock()
	if !closed {
		t.vm.End()
	}
}

// finish returns the record, nil if the cell has not been run.
func (t *tracer) finish(failed *engine.Error) *trace.Record {
	t.end()
	t.mu.Lock()
	defer t.mu.Unlock()
	switch {
	case failed == nil:
	case failed.Name == engine.CompileError:
		return nil
	case failed.Name == engine.Interrupted:
		t.rec.Ended = "stopped"
	default:
		t.rec.Ended = "panic: " + failed.Message
	}
	if failed == nil && t.rec.Missed == 0 {
		t.rec.Limit = ""
	}
	return t.rec
}

// recording reports whether a hook should record its call, and marks the tracer as busy if so.
func (t *tracer) recording(f *machine.Frame, counts bool) bool {
	main := f.Main()
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.closed {
		return false
	}
	if !main {
		if counts {
			t.rec.Others++
		}
		return false
	}
	if t.busy {
		return false
	}
	t.busy, t.frame = true, f
	return true
}

func (t *tracer) done() {
	t.mu.Lock()
	t.busy = false
	t.mu.Unlock()
}

// call is called when a traced function begins.
func (t *tracer) call(f *machine.Frame) {
	if !t.recording(f, true) {
		return
	}
	if len(t.open) >= traceNested {
		t.done()
		panic(fmt.Errorf("endless recursion: %d traced calls are nested", traceNested))
	}
	defer t.done()
	if len(t.rec.Calls) >= t.o.limit || t.bytes > traceBytes {
		if t.rec.Limit == "" {
			t.rec.Limit = fmt.Sprintf("the first %d calls", len(t.rec.Calls))
			if t.bytes > traceBytes {
				t.rec.Limit = fmt.Sprintf("the first %d MB of values", traceBytes>>20)
			}
		}
		if t.rec.Missed++; t.rec.Missed >= traceCounted {
			t.rec.Most = true
			t.vm.Quiet()
		}
		t.open = append(t.open, openCall{call: -1, frame: f})
		return
	}
	c := trace.Call{Func: t.function(f.Func()), Parent: -1, Depth: 0, From: len(t.rec.Steps), To: -1}
	if n := len(t.open); n > 0 {
		c.Parent = t.open[n-1].call
		c.Depth = t.rec.Calls[c.Parent].Depth + 1
	}
	_, c.Line, _ = t.s.c.Place(f.CallPos())
	var vars []trace.Var
	var args []string
	f.Arguments(func(name string, v machine.Value) {
		x := t.copy(v)
		args = append(args, x.Short(argWidth))
		if name != "_" {
			vars = append(vars, trace.Var{Name: name, Value: x})
		}
	})
	c.Args = strings.Join(args, ", ")
	_, line, _ := t.s.c.Place(f.Func().Pos)
	t.open = append(t.open, openCall{call: len(t.rec.Calls), frame: f, line: line})
	t.rec.Calls = append(t.rec.Calls, c)
	t.step(trace.Step{Call: len(t.rec.Calls) - 1, Kind: trace.Enter, Line: line, Vars: vars}, f)
}

// returned is called when a traced function ends.
func (t *tracer) returned(f *machine.Frame) {
	if !t.recording(f, false) {
		return
	}
	defer t.done()
	n := len(t.open) - 1
	for n >= 0 && t.open[n].frame != f {
		n--
	}
	if n < 0 {
		return
	}
	o := t.open[n]
	t.open = t.open[:n+1]
	defer func() {
		t.open = t.open[:n]
		maps.DeleteFunc(t.last, func(p place, _ string) bool { return p.call >= n })
	}()
	if o.call < 0 {
		return
	}
	c := &t.rec.Calls[o.call]
	var vars []trace.Var
	f.Parameters(func(name string, v machine.Value) { vars = append(vars, trace.Var{Name: name, Value: t.copy(v)}) })
	c.State = trace.Returned
	if f.Panics() && f.RunStopped() {
		c.State = trace.Stopped
	} else if f.Panics() {
		c.State = trace.Panicked
	} else {
		var results []*trace.Value
		f.Results(func(name string, v machine.Value) {
			x := t.copy(v)
			if name == "_" {
				name = "result"
			}
			results = append(results, x)
			vars = append(vars, trace.Var{Name: "→ " + name, Value: x})
		})
		var texts []string
		for _, x := range results {
			texts = append(texts, x.Short(argWidth))
		}
		c.Result = strings.Join(texts, ", ")
		c.Failed = fails(results, o.call == len(t.rec.Calls)-1)
	}
	c.To = len(t.rec.Steps)
	t.step(trace.Step{Call: o.call, Kind: trace.Leave, Line: o.line, Vars: vars}, f)
}

// fails reports whether a call has returned false, nil or 0, or nothing if it has made no calls.
func fails(results []*trace.Value, leaf bool) bool {
	if len(results) == 0 {
		return leaf
	}
	if x := results[len(results)-1]; x.Form == trace.False || x.Form == trace.True {
		return x.Form == trace.False
	}
	for _, x := range results {
		switch {
		case x.Form == trace.Nil:
		case x.Form == trace.List && len(x.Items) == 0 && x.More == 0:
		case x.Form == trace.Word && (x.Text == "0" || x.Text == `""`):
		default:
			return false
		}
	}
	return true
}

// statement is called before a statement of a traced function.
func (t *tracer) statement(f *machine.Frame) {
	if !t.recording(f, false) {
		return
	}
	defer t.done()
	n := len(t.open) - 1
	if n < 0 || t.open[n].call < 0 || !t.open[n].frame.Move(f) {
		return
	}
	o := &t.open[n]
	before := o.line
	_, o.line, _ = t.s.c.Place(f.Pos())
	if len(t.o.watch) == 0 || t.changes >= traceChanges || t.looks >= traceLooks || t.bytes > traceBytes {
		return
	}
	t.looks++
	vars, changed := t.watched()
	if !changed {
		return
	}
	t.changes++
	t.rec.Steps = append(t.rec.Steps, trace.Step{Call: o.call, Kind: trace.Change, Line: before, Vars: vars})
}

// step adds a step, with the watched variables.
func (t *tracer) step(s trace.Step, f *machine.Frame) {
	watched, _ := t.watched()
	for _, w := range watched {
		if !slices.ContainsFunc(s.Vars, func(v trace.Var) bool { return v.Name == w.Name }) {
			s.Vars = append(s.Vars, w)
		}
	}
	more := func(name string, v machine.Value) {
		if slices.ContainsFunc(s.Vars, func(v trace.Var) bool { return v.Name == name }) {
			return
		}
		if x := t.copy(v); !x.Simple() {
			s.Vars = append(s.Vars, trace.Var{Name: name, Value: x})
		}
	}
	f.Captured(more)
	for _, name := range t.mentions[f.Func()] {
		if v, ok := t.s.vm.Global(t.symbols[name]); ok {
			more(name, v)
		}
	}
	t.rec.Steps = append(t.rec.Steps, s)
}

// watched copies the watched variables: those of the open calls, the innermost first, and those of
// the cells. It reports whether one has changed since the last time.
func (t *tracer) watched() (vars []trace.Var, changed bool) {
	look := func(name string, call int, v *trace.Value) {
		p, key := place{name, call}, v.Key()
		old, known := t.last[p]
		changed = changed || known && old != key
		t.last[p] = key
	}
	for _, name := range t.o.watch {
		found := false
		for i := len(t.open) - 1; i >= 0 && !found; i-- {
			t.open[i].frame.Locals(func(n string, v machine.Value) {
				if n == name {
					x := trace.Var{Name: name, Value: t.copy(v)}
					if found {
						vars[len(vars)-1] = x // an inner variable
					} else {
						vars = append(vars, x)
					}
					found = true
				}
			})
			if found {
				look(name, i, vars[len(vars)-1].Value)
			}
		}
		if found || t.globals[name] == "" {
			continue
		}
		if v, ok := t.s.vm.Global(t.globals[name]); ok {
			vars = append(vars, trace.Var{Name: name, Value: t.copy(v)})
			look(name, -1, vars[len(vars)-1].Value)
		}
	}
	return vars, changed
}

// copy copies a value. Equal values share their copy.
func (t *tracer) copy(v machine.Value) *trace.Value {
	x := t.cut.Snap(v)
	k := x.Key()
	if old := t.known[k]; old != nil {
		return old
	}
	t.known[k] = x
	t.bytes += x.Size() + len(k)
	return x
}

// function enters a function with its text.
func (t *tracer) function(f *machine.Func) int {
	if i, ok := t.funcs[f]; ok {
		return i
	}
	n, first, _ := t.s.c.Place(f.Pos)
	_, last, _ := t.s.c.Place(f.End() - 1)
	x := trace.Func{Name: f.TraceName(), Where: fmt.Sprintf("cell %d", n), First: first}
	lines := strings.Split(t.s.c.Source(n), "\n")
	if first >= 1 && last >= first && last <= len(lines) {
		x.Lines = lines[first-1 : min(last, first-1+traceLines)]
	}
	t.mentions[f] = t.mentioned(f, strings.Join(x.Lines, "\n"))
	t.funcs[f] = len(t.rec.Funcs)
	t.rec.Funcs = append(t.rec.Funcs, x)
	return t.funcs[f]
}

// mentioned lists the variables of the cells that the text of a function mentions.
func (t *tracer) mentioned(f *machine.Func, text string) (list []string) {
	var sc scanner.Scanner
	file := token.NewFileSet().AddFile("", -1, len(text))
	sc.Init(file, []byte(text), func(token.Position, string) {}, 0)
	last := token.EOF
	for {
		_, tok, name := sc.Scan()
		if tok == token.EOF {
			return list
		}
		field := last == token.PERIOD
		last = tok
		if tok != token.IDENT || field || f.Declares(name) || slices.Contains(list, name) {
			continue
		}
		symbol, ok := t.find(name)
		if !ok {
			continue
		}
		if v, ok := t.s.vm.Global(symbol); ok && !v.Type.IsFunc() {
			t.symbols[name] = symbol
			list = append(list, name)
		}
	}
}

// traceDrawing returns the picture of a value at this moment, nil if it has none, and its text.
func (s *Session) traceDrawing(v any) (picture any, text string) {
	methods := s.drawingMethods(v)
	draws := slices.ContainsFunc(methods, func(m display.Method) bool { return m.Name != "String" && m.Name != "Error" })
	if !draws && (len(methods) > 0 || !s.vm.Compiled(v)) {
		return nil, ""
	}
	var b display.Bundle
	if draws {
		b = s.renderer().RenderMethods(v, methods...)
	} else {
		if s.o.Renderer.Picture != nil {
			switch p := s.o.Renderer.Picture(v).(type) {
			case nil:
			case display.Bundle:
				b = p
			default:
				return p, fmt.Sprint(v)
			}
		}
	}
	for _, media := range []string{display.SVGType, display.PNGType} {
		if data := b.Data[media]; data != nil {
			return trace.Image{Media: media, Data: data}, b.Plain()
		}
	}
	return nil, ""
}
