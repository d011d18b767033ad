// Traces of the user's functions.
//
// %%trace runs a cell and records the calls of some functions: arguments and results, and the
// values of parameters and watched variables when a call begins and ends. Watched variables are
// also compared before each statement of a traced function, and a change is a step of its own. All
// values are copied at the moment of the step, since they change later. The renderer draws the
// record, as it does all values.
//
// Only the calls on the goroutine of the cell are recorded, and those on others are counted. Calls
// after the limit are counted too; after a million of them, the functions run without hooks.

package session

import (
	_ "embed"
	"errors"
	"fmt"
	"go/scanner"
	"go/token"
	"maps"
	"slices"
	"strconv"
	"strings"
	"sync"

	"polka/internal/trace"
	"polka/kernel/cell"
	"polka/kernel/cell/explain"
	"polka/kernel/cell/syntax"
	"polka/kernel/display"
	"polka/kernel/engine"
	"polka/kernel/machine"
)

//go:embed trace.md
var tracePage string

// The limits of a trace.
const (
	traceCalls   = 500 // recorded, unless --limit sets another number
	traceMost    = 20000
	traceChanges = 2000      // steps in which watched variables change
	traceBytes   = 64 << 20  // of copies
	traceCounted = 1_000_000 // calls that are counted after the limit
	traceLooks   = 200_000   // statements before which watched variables are compared
	traceLines   = 400       // of the text of a function
	traceNested  = 10_000    // calls, since more might exhaust the stack, and the trace with it
	argWidth     = 24        // characters of an argument or a result of a call
)

// traceOptions are the arguments of a trace.
type traceOptions struct {
	names, watch []string
	limit        int
}

// readTraceOptions reads the arguments of %%trace and of display.Trace.
func readTraceOptions(line string) (o traceOptions, err error) {
	o.limit = traceCalls
	words := strings.Fields(strings.ReplaceAll(line, ",", " , "))
	// A list with commas is one word again.
	var list []string
	for i := 0; i < len(words); i++ {
		if words[i] == "," && len(list) > 0 && i+1 < len(words) {
			list[len(list)-1] += "," + words[i+1]
			i++
			continue
		}
		list = append(list, words[i])
	}
	for i := 0; i < len(list); i++ {
		name, value, has := strings.Cut(list[i], "=")
		if !strings.HasPrefix(name, "-") {
			o.names = append(o.names, strings.Split(list[i], ",")...)
			continue
		}
		name = strings.TrimLeft(name, "-")
		if name != "watch" && name != "limit" {
			return o, fmt.Errorf("there is no option --%s; expected --watch or --limit", name)
		}
		if !has {
			if i++; i == len(list) {
				return o, fmt.Errorf("--%s expects a value", name)
			}
			value = list[i]
		}
		if name == "watch" {
			o.watch = append(o.watch, strings.Split(value, ",")...)
			continue
		}
		if o.limit, err = strconv.Atoi(value); err != nil || o.limit < 1 || o.limit > traceMost {
			return o, fmt.Errorf("--limit %s: expected a number of calls from 1 to %d", value, traceMost)
		}
	}
	for i, n := range o.names {
		o.names[i] = strings.TrimPrefix(strings.Trim(n, "()*"), "*")
	}
	if len(o.names) == 0 {
		return o, errors.New("expected the names of functions, as in %%trace solve")
	}
	return o, nil
}

// magicTrace runs the rest of a cell and shows the calls of functions.
func (s *Session) magicTrace(r *run, m *syntax.Magic) (d engine.Declared, failed *engine.Error) {
	if !m.Whole {
		return d, s.magicError(r, m, "expected %%trace in the first line of the cell")
	}
	if s.y != nil {
		return d, s.magicError(r, m, "%%trace records functions that run on the machine; see %backend")
	}
	options, code := m.Lines()
	o, err := readTraceOptions(options)
	if err != nil {
		return d, s.magicError(r, m, err.Error())
	}
	if strings.TrimSpace(code) == "" {
		return d, s.magicError(r, m, "expected code in the lines below %%trace")
	}
	t := s.newTracer(o)
	defer t.end()
	r.compiled = func(p *cell.Program) *engine.Error {
		missing, err := t.begin(p.Unit)
		if err != nil {
			return refused(err.Error())
		}
		if missing != "" {
			return s.magicError(r, m, missing)
		}
		return nil
	}
	d, failed = s.runGo(r, code)
	r.compiled = nil
	t.show(failed)
	return d, failed
}

// trace is display.Trace for cells. In a trace, and in what the debugger evaluates, it only calls
// f.
func (s *Session) trace(names string, f func()) {
	o, err := readTraceOptions(names)
	if err != nil {
		panic(fmt.Errorf("display.Trace: %w", err))
	}
	s.mu.Lock()
	aside := s.run != nil && s.run.aside
	s.mu.Unlock()
	var t *tracer
	if !aside { // an evaluation of the debugger holds s.compiling
		t = s.newTracer(o)
	}
	if t == nil {
		f()
		return
	}
	missing, err := t.begin(nil)
	if missing != "" {
		err = errors.New(missing)
	}
	if err != nil {
		t.end()
		panic(fmt.Errorf("display.Trace: %w", err))
	}
	ended := &engine.Error{Name: engine.Panic, Message: "the function did not return"}
	defer func() {
		t.show(ended)
	}()
	f()
	ended = nil
}

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

// show shows the record.
func (t *tracer) show(failed *engine.Error) {
	switch record := t.finish(failed); {
	case record == nil:
	case len(record.Calls) > 0:
		t.s.show(t.s.renderer().Render(record))
	case failed == nil && record.Others > 0:
		t.s.show(display.Text("the functions were called in other goroutines only, whose calls are not recorded"))
	case failed == nil:
		t.s.show(display.Text("the traced functions were not called"))
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
