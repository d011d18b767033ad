// SPDX-License-Identifier: BSD-3-Clause

// The debugger of a session.
//
// Package debug decides where goroutines stop and what a client is shown. This file is its host: it
// compiles what is evaluated, and knows the texts of the cells.
//
// An evaluation is a run of the machine of its own that calls no hooks. It is compiled like a cell,
// which sees the names of earlier cells, those that the running cell has defined so far, and the
// variables of the frame: each is bound to a new name of the top level whose memory is that of the
// variable, so that assignments work. Without a cell that has stopped, evaluations and cells take
// turns.

package session

import (
	"cmp"
	"context"
	"fmt"
	"go/token"
	"go/types"
	"os"
	"path/filepath"
	"sync"

	"polka/kernel/cell"
	debug "polka/kernel/debug/host"
	"polka/kernel/engine"
	"polka/kernel/machine"
)

// debugging is what a session keeps for its debugger.
type debugging struct {
	mu       sync.Mutex
	debugger debug.Debugger // nil until there is a request
	events   func([]byte)
	texts    map[int]string // of the cells, by number
	files    map[int]string // of the cells that are files
	latest   map[string]int // the last cell of a path
	paths    map[int]string
	running  *cell.Program // the step that runs
	bound    int           // names that were made for variables
}

// Debug implements [engine.Debugger].
func (s *Session) Debug(ctx context.Context, request []byte) []byte {
	return s.debugger().Answer(ctx, request)
}

// DebugEvents implements [engine.Debugger].
func (s *Session) DebugEvents(take func(event []byte)) {
	s.debug.mu.Lock()
	defer s.debug.mu.Unlock()
	s.debug.events = take
}

// debugger returns the debugger of the session.
func (s *Session) debugger() debug.Debugger {
	s.debug.mu.Lock()
	defer s.debug.mu.Unlock()
	if s.debug.debugger == nil {
		s.debug.debugger = debug.New(debugHost{s}, func(event []byte) {
			s.debug.mu.Lock()
			take := s.debug.events
			s.debug.mu.Unlock()
			if take != nil {
				take(event)
			}
		})
	}
	return s.debug.debugger
}

// note records the text of a cell that begins.
func (d *debugging) note(c engine.Cell) debug.Debugger {
	d.mu.Lock()
	defer d.mu.Unlock()
	if _, known := d.texts[c.Number]; c.Number > 0 && !(known && c.Silent) {
		if d.texts == nil {
			d.texts, d.files, d.paths, d.latest = make(map[int]string), make(map[int]string), make(map[int]string), make(map[string]int)
		}
		d.texts[c.Number] = cmp.Or(c.Text, c.Code)
		delete(d.paths, c.Number)
		delete(d.files, c.Number)
		if c.File != "" {
			d.files[c.Number] = c.File
		}
	}
	return d.debugger
}

// path returns the path of the source of a cell.
func (d *debugging) path(number int) (string, bool) {
	d.mu.Lock()
	defer d.mu.Unlock()
	text, ok := d.texts[number]
	if !ok {
		return "", false
	}
	path := d.paths[number]
	if path == "" {
		if path = d.files[number]; path == "" {
			path = debug.CellPath(debugPrefix(), text)
		}
		d.paths[number] = path
	}
	d.latest[path] = max(d.latest[path], number)
	return path, true
}

// debugBegin tells the debugger that a cell begins.
func (s *Session) debugBegin(c engine.Cell) (end func()) {
	if d := s.debug.note(c); d != nil {
		if path, ok := s.debug.path(c.Number); ok {
			d.Begin(path)
		}
	}
	return func() {
		s.debug.mu.Lock()
		d := s.debug.debugger // perhaps made while the cell ran
		s.debug.mu.Unlock()
		if d != nil {
			d.End()
		}
	}
}

// run records the running step, and returns the previous one.
func (d *debugging) run(p *cell.Program) (before *cell.Program) {
	d.mu.Lock()
	defer d.mu.Unlock()
	before, d.running = d.running, p
	return before
}

// variable returns a variable that the running step defines, nil if there is none of that name.
func (d *debugging) variable(name string) *types.Var {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.running == nil {
		return nil
	}
	return d.running.Variable(name)
}

// debugPrefix returns what the paths of cells begin with. A worker that replaces another has the
// same parent.
func debugPrefix() string {
	return filepath.Join(os.TempDir(), fmt.Sprintf("polka_%d", os.Getppid())) + string(filepath.Separator)
}

// debugHost is the session as package debug sees it.
type debugHost struct{ s *Session }

func (h debugHost) Attach(hook *machine.Hook) {
	h.s.compiling.Lock()
	defer h.s.compiling.Unlock()
	h.s.vm.Attach(hook)
}

func (h debugHost) Detach() {
	h.s.compiling.Lock()
	defer h.s.compiling.Unlock()
	h.s.vm.Detach()
}

func (h debugHost) Place(pos token.Pos) (path string, line, col int, ok bool) {
	n, line, col := h.s.c.Place(pos)
	if n > 0 {
		path, ok = h.s.debug.path(n)
		return path, line, col, ok
	}
	file, line, col, _ := h.s.c.File(pos)
	if file == "" {
		return "", 0, 0, false
	}
	if abs, err := filepath.Abs(file); err == nil {
		file = abs
	}
	return file, line, col, true
}

func (h debugHost) Source(path string) (name, text string, ok bool) {
	d := &h.s.debug
	d.mu.Lock()
	n, known := d.latest[path]
	if !known { // a cell of which no position has been asked for
		for k, t := range d.texts {
			if cmp.Or(d.files[k], debug.CellPath(debugPrefix(), t)) == path {
				n, known = max(n, k), true
			}
		}
	}
	text, file := d.texts[n], d.files[n]
	d.mu.Unlock()
	switch {
	case known && file != "":
		return filepath.Base(file), text, true
	case known:
		return fmt.Sprintf("cell %d", n), text, true
	}
	if b, err := os.ReadFile(path); err == nil {
		return filepath.Base(path), string(b), true
	}
	return "", "", false
}

func (h debugHost) Prefix() string          { return debugPrefix() }
func (h debugHost) Path(code string) string { return debug.CellPath(debugPrefix(), code) }

func (h debugHost) Children(v machine.Value) machine.Children { return h.s.vm.Children(v) }

func (h debugHost) Files() []debug.File {
	h.s.compiling.Lock()
	defer h.s.compiling.Unlock()
	var list []debug.File
	names, files := h.s.c.SourceFiles()
	for i, file := range files {
		if abs, err := filepath.Abs(file); err == nil {
			file = abs
		}
		list = append(list, debug.File{Name: names[i], Path: file})
	}
	return list
}

func (h debugHost) Hold() (release func(), ok bool) {
	select {
	case h.s.turn <- struct{}{}:
		return h.s.passTurn, true
	default:
		return nil, false
	}
}

// beside makes the running cell's names and the variables known to the compiler. s.compiling is
// held.
func (h debugHost) beside(vars []machine.Variable, bind func(symbol string, v machine.Variable)) (restore func()) {
	s := h.s
	s.mu.Lock()
	reached := 0
	if s.run != nil {
		reached = s.run.reached
	}
	s.mu.Unlock()
	s.debug.mu.Lock()
	running := s.debug.running
	first := s.debug.bound
	s.debug.bound += len(vars)
	s.debug.mu.Unlock()
	var locals []cell.Local
	for i, v := range vars {
		sym := fmt.Sprintf("debugꓸ%d", first+i)
		bind(sym, v)
		locals = append(locals, cell.Local{Name: v.Name, Symbol: sym, Type: v.Type.GoType()})
	}
	back := s.c.Beside(running, reached, locals)
	return func() {
		back()
		for _, l := range locals {
			s.vm.Unbind(l.Symbol)
		}
	}
}

// compileBeside compiles code for an evaluation.
func (h debugHost) compileBeside(vars []machine.Variable, bind func(string, machine.Variable), code string) (*cell.Program, *machine.Code, *engine.Error) {
	s := h.s
	defer h.beside(vars, bind)()
	p, err := s.c.CompileStep(0, code, code, true)
	if err != nil {
		return nil, nil, compileError(err)
	}
	if len(p.Packages) > 0 {
		return nil, nil, compileError(fmt.Errorf("an evaluation cannot import a package from source for the first time"))
	}
	compiled, failed := s.compile(0, p.Unit)
	return p, compiled, failed
}

// perform runs compiled code of an evaluation.
func (h debugHost) perform(ctx context.Context, code *machine.Code, draw bool) (r *run, failed *engine.Error) {
	s := h.s
	s.mu.Lock()
	out := s.out
	s.mu.Unlock()
	r = newRun(ctx, engine.Cell{Script: true, Silent: true}, out)
	r.aside, r.call, r.keep, r.draw = true, true, true, draw
	defer r.cancel()
	current := s.vm.Current()
	s.mu.Lock()
	before := s.run
	s.run = r
	s.mu.Unlock()
	defer func() {
		s.mu.Lock()
		s.run = before
		s.mu.Unlock()
		s.vm.Resume(current)
	}()
	failed = s.perform(r, func(m *machine.Run) any { return m.Do(code) })
	return r, failed
}

func (h debugHost) Evaluate(ctx context.Context, vars []machine.Variable, code string, how debug.How) (v debug.Value, failed *engine.Error) {
	s := h.s
	s.compiling.Lock()
	defer s.compiling.Unlock()
	p, compiled, failed := h.compileBeside(vars, s.vm.Bind, code)
	if failed != nil {
		return v, failed
	}
	r, failed := h.perform(ctx, compiled, how&debug.Draw != 0)
	if failed != nil {
		return v, failed
	}
	if how&debug.Keep != 0 {
		s.c.Commit(p, p.Definitions)
	}
	return debug.Value{List: r.kept, Bundle: join(r.values)}, nil
}

func (h debugHost) Compile(vars []machine.Variable, code string, how debug.How) (func(context.Context, []machine.Variable) (debug.Value, *engine.Error), *engine.Error) {
	s := h.s
	s.compiling.Lock()
	defer s.compiling.Unlock()
	var set []func(machine.Variable)
	_, compiled, failed := h.compileBeside(vars, func(symbol string, v machine.Variable) { set = append(set, s.vm.BindCopy(symbol, v)) }, code)
	if failed != nil {
		return nil, failed
	}
	return func(ctx context.Context, vars []machine.Variable) (debug.Value, *engine.Error) {
		s.compiling.Lock()
		defer s.compiling.Unlock()
		for i, v := range vars {
			set[i](v)
		}
		r, failed := h.perform(ctx, compiled, how&debug.Draw != 0)
		if failed != nil {
			return debug.Value{}, failed
		}
		return debug.Value{List: r.kept, Bundle: join(r.values)}, nil
	}, nil
}

func (h debugHost) Globals() (list []debug.Named) {
	s := h.s
	s.compiling.Lock()
	defer s.compiling.Unlock()
	defer h.beside(nil, nil)()
	for _, k := range s.c.Variables() {
		if v, ok := s.vm.Global(k.Symbol); ok {
			list = append(list, debug.Named{Name: k.Name, Value: v})
		}
	}
	return list
}
