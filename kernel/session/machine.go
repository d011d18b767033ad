// SPDX-License-Identifier: BSD-3-Clause

// Cells that run on the machine.
//
// Each run of a cell is a machine.Run, and so are the goroutines that it starts. stop.go describes
// how a run is stopped.

package session

import (
	"context"
	"fmt"
	"go/ast"
	"go/token"
	"image"
	"io"
	"maps"
	"reflect"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"polka/kernel/cell"
	"polka/kernel/cell/explain"
	"polka/kernel/cell/library"
	"polka/kernel/cell/source"
	"polka/kernel/cell/syntax"
	"polka/kernel/display"
	"polka/kernel/engine"
	"polka/kernel/machine"
	"polka/kernel/session/part"
)

// newMachine makes the machine of a session.
func (s *Session) newMachine() *machine.Machine {
	override, loggers := s.overrides()
	return machine.New(machine.Options{
		Fset:  s.c.Fset(),
		Place: s.place,
		Own:   s.c.Own,
		Twin:  s.c.TwinType,

		Compiled: s.o.Compiled,
		Redirect: s.o.Redirect,

		Source:        s.c.LibrarySource,
		Sourced:       library.Sourced,
		Symbols:       s.symbols,
		Override:      override,
		Loggers:       loggers,
		Interruptible: part.Interruptible,
		Guard:         s.guardTest,
		Context:       s.c.ContextObject(),
		Stdin:         s.standardInput(),
		Stdout:        streamWriter{s, engine.Stdout},
		Stderr:        streamWriter{s, engine.Stderr},
		Print:         printWriter{s},
	})
}

// symbols returns the symbols of a compiled package, nil if there are none.
func (s *Session) symbols(path string) map[string]reflect.Value {
	var tables []map[string]reflect.Value
	for _, names := range s.known[path] {
		tables = append(tables, names())
	}
	tables = append(tables, compiledLibrary(path))
	if g := s.generics(); g != nil {
		tables = append(tables, g.Unexported(path))
	}
	tables = slices.DeleteFunc(tables, func(t map[string]reflect.Value) bool { return len(t) == 0 })
	switch len(tables) {
	case 0:
		return nil
	case 1:
		return tables[0] // the machine only reads it
	}
	m := make(map[string]reflect.Value)
	for _, t := range tables {
		maps.Copy(m, t)
	}
	return m
}

// An origin describes a cell for runtime.Caller.
type origin struct {
	file string
	text string // "" if there are no line directives in it
}

// setOrigin stores the origin of a cell, if it has a file or line directives.
func (s *Session) setOrigin(c engine.Cell) {
	src := origin{file: c.File}
	if syntax.MayHaveDirectives(c.Code) {
		src.text = c.Code
	}
	if src != (origin{}) {
		s.origins.Store(c.Number, src)
	}
}

// place returns a position as the program sees it: in the file of a script, in a cell, or according
// to a line directive.
func (s *Session) place(pos token.Pos) (file string, line int) {
	n, line, col := s.c.Place(pos)
	if n == 0 {
		if file, line, _, _ := s.c.File(pos); file != "" {
			return file, line
		}
	}
	v, _ := s.origins.Load(n)
	src, _ := v.(origin)
	if src.file == "" {
		src.file = fmt.Sprintf("cell %d", n)
	}
	if src.text == "" {
		return src.file, line
	}
	return syntax.Directed(src.text, src.file, line, col)
}

// compileStep checks code, which is a step of the cell whole.
func (s *Session) compileStep(number int, whole, code string, script bool) (*cell.Program, *engine.Error) {
	s.compiling.Lock()
	defer s.compiling.Unlock()
	p, err := s.c.CompileStep(number, whole, code, script)
	if err != nil {
		return nil, compileError(err)
	}
	return p, nil
}

// compileProgram checks a program and the packages from source that it imports.
func (s *Session) compileProgram(p *source.Package) ([]*cell.Package, *engine.Error) {
	s.compiling.Lock()
	defer s.compiling.Unlock()
	list, err := s.c.CompileProgram(p)
	if err != nil {
		return nil, compileError(err)
	}
	return list, nil
}

// compileUnit compiles checked code for the machine.
func (s *Session) compileUnit(number int, u *machine.Unit) (*machine.Code, *engine.Error) {
	s.compiling.Lock()
	defer s.compiling.Unlock()
	return s.compile(number, u)
}

// compile is compileUnit. s.compiling is held.
func (s *Session) compile(number int, u *machine.Unit) (code *machine.Code, e *engine.Error) {
	defer func() {
		if x := recover(); x != nil {
			buf := make([]byte, 8<<10)
			buf = buf[:runtime.Stack(buf, false)]
			s.o.Log("cell %d: the machine's compiler panicked: %v\n%s", number, x, buf)
			e = refused(fmt.Sprint(x))
		}
	}()
	code, err := s.vm.Compile(u)
	if err != nil {
		if me, ok := err.(*machine.Error); ok {
			if !me.Declined {
				return nil, s.placed(&engine.Error{Name: engine.CompileError, Message: me.Msg, Trace: []string{me.Msg}}, me.Pos)
			}
			return nil, s.placed(refused(me.Msg), me.Pos)
		}
		return nil, refused(err.Error())
	}
	return code, nil
}

// placed adds the position to an error.
func (s *Session) placed(e *engine.Error, pos token.Pos) *engine.Error {
	n, line, col := s.c.Place(pos)
	if file, line, col, src := s.c.File(pos); file != "" {
		e.Trace = append([]string{fmt.Sprintf("%s%s%s in %s:%d:%d: %s%s%s", red, e.Name, reset, file, line, col, bold, e.Message, reset)},
			explain.Excerpt(line, col, src)...)
		e.Message = fmt.Sprintf("%s:%d:%d: %s", file, line, col, e.Message)
		return e
	}
	if n == 0 {
		return e
	}
	e.Trace = []string{fmt.Sprintf("%s%s%s in cell %d, line %d: %s%s%s", red, e.Name, reset, n, line, bold, e.Message, reset)}
	if src := sourceLine(s.c.Source(n), line); src != "" {
		e.Trace = append(e.Trace, explain.Excerpt(line, col, src)...)
	}
	e.Places = []engine.Place{{Cell: n, Line: line, Column: col, Message: e.Message}}
	e.Message = fmt.Sprintf("line %d: %s", line, e.Message)
	return e
}

// performCode runs code until it ends or r's context is done.
func (s *Session) performCode(r *run, code *machine.Code) *engine.Error {
	return s.perform(r, func(m *machine.Run) any { return m.Do(code) })
}

// perform is like performCode, for any use of the machine by do.
func (s *Session) perform(r *run, do func(*machine.Run) any) *engine.Error {
	performing.Add(1)
	defer performing.Add(-1)
	m := s.machineRun(r)
	var result any = machine.ErrExited
	ran := make(chan struct{})
	go func() {
		defer close(ran)
		defer func() {
			if e := recover(); e != nil { // a failure of the machine's own
				result = e
			}
		}()
		result = do(m)
	}()
	var failed *engine.Error
	select {
	case <-ran:
		if _, panicked := result.(*machine.Panic); !panicked || !s.o.Program {
			s.settle(r)
		}
		if result == machine.ErrExited && s.o.Program {
			failed = s.waitForOthers(r)
			break
		}
		select {
		case failed = <-r.failed:
			return failed
		default:
		}
		if result == nil || result == machine.ErrExited {
			return nil
		}
		if r.ctx.Err() == nil {
			return s.machineError(result, "", r.cell.Script)
		}
	case failed = <-r.failed:
	case <-r.ctx.Done():
	case <-s.closing:
	}
	if failed != nil && s.o.Program {
		s.mu.Lock()
		s.out = engine.Discard // the program has ended, although its goroutines may still run
		s.mu.Unlock()
		return failed
	}
	left := s.stop(r, ran)
	if failed != nil {
		return failed
	}
	return interrupted(left)
}

// waitForOthers waits for the goroutines of a program whose function main has called
// runtime.Goexit. It returns nil if the program is stopped first.
func (s *Session) waitForOthers(r *run) *engine.Error {
	const enough = 20 // looks that find nothing, since a timer may fire a moment late
	tick := time.NewTicker(time.Millisecond)
	defer tick.Stop()
	for quiet := 0; ; {
		select {
		case failed := <-r.failed:
			return failed
		case <-r.ctx.Done():
			return nil
		case <-s.closing:
			return nil
		case <-tick.C:
			if s.leftOf(r) > 0 || !r.machine.Quiet() {
				quiet = 0
			} else if quiet++; quiet == enough {
				const msg = "no goroutines (main called runtime.Goexit) - deadlock!"
				return &engine.Error{Name: engine.Panic, Message: msg, Trace: []string{"fatal error: " + msg}}
			}
		}
	}
}

// machineRun makes the run of the machine in which code of r runs.
func (s *Session) machineRun(r *run) *machine.Run {
	m := s.vm.Start()
	r.machine = m
	if r.depth > 0 {
		m.MaxDepth(r.depth)
	}
	if s.shared.Load() {
		m.Wakeable()
	}
	m.Context = func() context.Context { return r.own }
	m.Show = func(v machine.Value) {
		if r.keep {
			s.mu.Lock()
			r.kept = append(r.kept, v)
			s.mu.Unlock()
			if r.draw {
				s.add(s.drawMachine(r, v))
			}
			return
		}
		s.add(s.drawMachine(r, v))
	}
	m.Digits = s.showBig
	m.Alone = func() bool {
		s.mu.Lock()
		defer s.mu.Unlock()
		return s.alive-s.vm.Stuck(m) <= r.left
	}
	m.Reached = s.reachedDefinition
	m.Set = r.set
	if !r.cell.Script && !r.cell.Silent { // these have no remarks, and the Error method may do anything
		m.Set = func(id *ast.Ident, v machine.Value) {
			if r.errors[id] == "" {
				if r.errors == nil {
					r.errors = make(map[*ast.Ident]string)
				}
				text := s.drawMachine(r, v).Plain()
				r.errors[id] = strings.Join(strings.Fields(shortened(text)), " ")
			}
		}
	}
	m.Unhooked, m.Program = r.aside, s.o.Program
	m.Failed = func(p any) {
		x, ok := p.(*machine.Panic)
		deadlock := ok && x.Value == machine.ErrDeadlock
		remark := " (in a goroutine)"
		if deadlock {
			remark = ""
		}
		e := s.machineError(p, remark, r.cell.Script)
		s.mu.Lock()
		running := s.run == r
		s.mu.Unlock()
		if running {
			select {
			case r.failed <- e:
				return
			default:
			}
		}
		if deadlock {
			return // the run was stopped while the deadlock was being reported
		}
		for _, l := range e.Trace {
			s.write(engine.Stderr, fmt.Appendln(nil, l))
		}
	}
	m.Spawned = func(pos token.Pos) func() {
		n, line, _ := s.c.Place(pos)
		return s.addTask(r, n, line)
	}
	return m
}

// machineError converts the failure of a run to the cell's error.
func (s *Session) machineError(v any, remark string, script bool) *engine.Error {
	p, ok := v.(*machine.Panic)
	if !ok {
		return s.internal(v)
	}
	e := &engine.Error{Name: engine.Panic}
	value := p.Value
	if p.IsFatal() {
		value = nil
	}
	switch x := value.(type) {
	case interface{ ExitCode() int }:
		e.Name, e.Message, e.Status = engine.Exit, oneLine(fmt.Sprint(x)), x.ExitCode()
		script, remark = false, ""
	case display.InputError:
		e.Name, e.Message = engine.InputError, x.Error()
	default:
		e.Message = oneLine(strings.TrimPrefix(fmt.Sprint(p), "runtime error: "))
	}
	e.Value = p.Value
	e.Message += remark
	e.Trace = []string{fmt.Sprintf("%s%s%s: %s%s%s", red, e.Name, reset, bold, e.Message, reset)}
	if script {
		e.Trace = append(strings.Split(p.Ending(), "\n"), "") // as a Go program ends
	}
	hint := s.panicHint(p, e.Message)
	var calls []frame
	elide := 0
	open, missing := p.Trace()
	for i, c := range open {
		if i == missing {
			elide = len(calls)
		}
		n, line, col := s.c.Place(c.Pos)
		file := ""
		where, src := fmt.Sprintf("cell %d, line %d", n, line), sourceLine(s.c.Source(n), line)
		if n == 0 {
			if file, line, col, src = s.c.File(c.Pos); file == "" {
				continue
			}
			where = fmt.Sprintf("%s:%d", file, line)
		}
		e.Places = append(e.Places, engine.Place{Cell: n, File: file, Line: line, Column: col, Message: c.Func.Name})
		if c.Func.Name != "" {
			where += ", in " + strings.Replace(c.Func.Name, "func", "a function literal", 1)
		}
		call := frame{key: where, lines: []string{"  " + where}}
		if src != "" {
			if i > 0 {
				col = 0
			}
			call.lines = append(call.lines, explain.Excerpt(line, col, src)...)
		}
		if i == 0 {
			call.lines = append(call.lines, localLines(p)...)
			if hint != "" && !script {
				call.lines = append(call.lines, "    "+hint)
			}
		}
		calls = append(calls, call)
	}
	e.Trace = append(e.Trace, shownCalls(calls, elide, p.Elided)...)
	return e
}

const (
	maxLocals  = 16 // variables that a trace shows
	localWidth = 48 // characters of the value of one
	lineWidth  = 88
)

// localLines shows the variables of the function that has failed.
func localLines(p *machine.Panic) (lines []string) {
	const indent = "        "
	line, n := indent, 0
	p.Locals(func(name string, v machine.Value) {
		if n++; n > maxLocals || name == "_" || name == "" {
			return
		}
		if _, ok := v.Any.(testing.TB); ok {
			return // nothing but internals
		}
		text := name + " = " + v.Brief(localWidth)
		if len(line) > len(indent) {
			if len(line)+len(text) > lineWidth {
				lines = append(lines, line+",")
				line = indent
			} else {
				line += ", "
			}
		}
		line += text
	})
	if len(line) > len(indent) {
		lines = append(lines, line)
	}
	return lines
}

func oneLine(s string) string {
	s, _, _ = strings.Cut(s, "\n")
	return s
}

// asideWidth is about how many characters of a value are shown where no methods are called.
const asideWidth = 400

// drawMachine renders a value of the cell.
func (s *Session) drawMachine(r *run, v machine.Value) display.Bundle {
	if r.plain {
		if v.Any != nil && s.vm.HasMethods(v.Any) {
			return display.Text(v.Brief(asideWidth))
		}
		return s.o.Renderer.Render(v.Any)
	}
	draw := s.renderer()
	if v.Any == nil {
		return draw.Render(nil)
	}
	x := s.drawable(v.Any)
	if d, ok := x.(drawing); ok {
		return draw.RenderMethods(d.v, d.methods...)
	}
	return draw.Render(x)
}

// renderer returns the renderer of the session, which knows the parts of values of the machine.
func (s *Session) renderer() display.Renderer {
	r := s.o.Renderer
	if picture, live := r.Picture, r.Live; live != nil {
		r.Picture = func(v any) any {
			if _, nested := s.output().(captured); nested {
				return live(v)
			}
			if picture == nil {
				return nil
			}
			return picture(v)
		}
	}
	r.Registry = s.displays
	r.Finish = s.spoken
	r.Bundle = s.host.Bundle
	r.Parts = func(v any) (display.Parts, bool) {
		if s.vm == nil {
			return display.Parts{}, false
		}
		return s.vm.Parts(v)
	}
	return r
}

// A drawing is a value whose type has drawing methods declared in a cell.
type drawing struct {
	s       *Session
	v       any
	methods []display.Method
}

// MIMEBundle returns all parts of the value.
func (d drawing) MIMEBundle() map[string]any {
	parts := make(map[string]any)
	for t, data := range d.s.renderer().RenderMethods(d.v, d.methods...).Data {
		parts[t] = data
	}
	return parts
}

// Format prints the value.
func (d drawing) Format(f fmt.State, verb rune) {
	fmt.Fprintf(f, fmt.FormatString(f, verb), d.v)
}

// drawable returns a value of the machine for drawing, with its drawing methods if it has any.
func (s *Session) drawable(v any) any { return s.drawableTo(v, listDepth) }

// listDepth is how deep lists in lists are looked into for something to draw. A list may contain
// itself.
const listDepth = 3

func (s *Session) drawableTo(v any, depth int) any {
	if depth > 0 {
		list, _ := s.vm.Elements(v)
		drawn := false
		for i, x := range list {
			list[i] = s.drawableTo(x, depth-1)
			switch list[i].(type) {
			case drawing, image.Image:
				drawn = true
			}
		}
		if drawn {
			return list
		}
	}
	methods := s.drawingMethods(v)
	if x, ok := s.vm.Image(v); ok {
		methods = append(methods, display.Method{Name: "PNG", Func: func() []byte {
			return display.Renderer{}.Render(x).Data[display.PNGType]
		}})
	}
	if len(methods) > 0 && !isNilPointer(v) {
		return drawing{s, v, methods}
	}
	return v
}

// drawingMethods returns the methods that package display knows, of a value of a cell's type.
func (s *Session) drawingMethods(v any) (list []display.Method) {
	for _, d := range drawingNames {
		f, ok := s.vm.Method(v, d.name, d.result)
		if !ok {
			continue
		}
		m := display.Method{Name: d.name}
		switch d.result {
		case "string":
			m.Func = func() string { x, _ := f()[0].(string); return x }
		case "[]byte":
			m.Func = func() []byte { x, _ := f()[0].([]byte); return x }
		default:
			m.Func = func() map[string]any { x, _ := f()[0].(map[string]any); return x }
		}
		list = append(list, m)
	}
	return list
}

var drawingNames = []struct{ name, result string }{
	{"MIMEBundle", "map[string]any"}, {"HTML", "string"}, {"SVG", "string"}, {"Markdown", "string"}, {"LaTeX", "string"},
	{"PNG", "[]byte"}, {"JSON", "[]byte"}, {"Error", "string"}, {"String", "string"},
}

var _ io.Writer = streamWriter{}
