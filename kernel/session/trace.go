// SPDX-License-Identifier: BSD-3-Clause

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
	"strconv"
	"strings"

	"polka/kernel/cell"
	"polka/kernel/cell/syntax"
	"polka/kernel/display"
	"polka/kernel/engine"
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
