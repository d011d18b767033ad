// Package session runs cells: one Go interpreter with everything that its cells have defined.
//
// A Session implements engine.Interpreter in this process. It connects kernel/cell, which compiles
// cells, kernel/machine, which runs them, and kernel/display, which makes their values visible. It
// also runs the commands of cells: magics such as %load and %%writefile, which read and write
// files, and the programs that cells start. It uses no sockets and keeps no global state, and any
// number of sessions can exist. It does not protect its process from a cell that overflows the
// stack or exits through compiled code: for that, kernel/worker runs a session in its own process.
//
//	s, err := session.New(session.Options{Symbols: []session.Symbols{stdlib.Symbols()}, Facts: stdlib.Importer()})
//	if err != nil { ... }
//	defer s.Close()
//	r := s.Execute(ctx, engine.Cell{Number: 1, Code: "6 * 7"}, out)
//	fmt.Println(r.Value.Plain()) // 42
package session

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"go/ast"
	"go/types"
	"html"
	"io"
	"io/fs"
	"maps"
	"os"
	"reflect"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"polka/internal/progress"
	"polka/kernel/cell"
	"polka/kernel/cell/assist"
	"polka/kernel/cell/explain"
	"polka/kernel/cell/source"
	"polka/kernel/cell/syntax"
	"polka/kernel/cell/warn"
	comm "polka/kernel/comm/host"
	"polka/kernel/display"
	"polka/kernel/engine"
	"polka/kernel/machine"
	"polka/kernel/widget/host"
)

// Symbols are compiled packages as yaegi extracts them: by import path and package name joined by a
// slash, as in "math/rand/rand", the values of the exported names.
type Symbols = map[string]map[string]reflect.Value

// Options control a Session and what its cells can use.
type Options struct {
	// Symbols are the packages that cells can import. Later tables win.
	Symbols []Symbols
	// Facts has the types of the same packages.
	Facts types.Importer
	// Compiled returns the compiled type of this process for a type that Facts mentions and Symbols
	// lacks, nil for none. It may be nil.
	Compiled func(*types.TypeName) reflect.Type
	// Packages are the packages that cells can mention without an import: name to import path.
	Packages map[string]string
	// Immutable are the import paths of packages whose values do not change. Cells are warned where
	// they drop what the methods of such values return.
	Immutable []string
	// Prelude are the names of Packages that are imported without a note. For the others there is
	// one note.
	Prelude []string
	// Sources finds packages that cells import as source code, such as directories beside the
	// notebook. Nil finds none.
	Sources *source.Finder
	// Download puts a module and the modules that it needs into the module cache, where Sources
	// finds them. It is named as in %require, by PATH or PATH@VERSION, and PATH may be that of a
	// package. Nil downloads nothing.
	Download func(ctx context.Context, module string) (Downloaded, error)
	// Renderer draws values. The zero Renderer knows the optional methods of package display.
	Renderer display.Renderer
	// Doc returns the declaration and the documentation of a package's name, of "Type.Method" or
	// "Type.Field", of the package itself for the empty name, and of Go's own names in package
	// "builtin". It may be nil.
	Doc func(path, name string) (decl, comment string, ok bool)
	// Stdin is the standard input of the cells, if it is the process's own. With nil the user is
	// asked for each line.
	Stdin *os.File
	// Redirect sends what cells write to os.Stdout and os.Stderr to their output. Otherwise it goes
	// to the streams of the process.
	Redirect bool
	// Args are os.Args of the cells; the first is the program's name.
	Args []string
	// Env is the environment that cells see, as in os.Environ. With nil they see that of the
	// process and can change it.
	Env []string
	// Grace is how long Execute waits, after it has stopped a cell, for the cell's goroutines to
	// end. Zero is one second.
	Grace time.Duration
	// Backend is what runs the cells: Machine, the default, or Yaegi.
	Backend string
	// Commands allows cells to run programs: with !, %sh and package os/exec.
	Commands bool
	// Program is set if the session executes a program, and the process ends with it. The process
	// must end when Execute returns: what is still running is not stopped.
	Program bool
	// Starting is called before a cell starts a program. It may be nil.
	Starting func()
	// OnSignals is called when a cell handles interrupts itself, with package os/signal. It may be
	// nil.
	OnSignals func()
	// Requires is set if the caller of Execute handles Reply.Require, so that cells can require
	// modules.
	Requires bool
	// Exercises are those that %check and %hint find besides the files in the current directory, as
	// package exercise reads them. It may be nil.
	Exercises fs.FS
	// CheckTime is how long %check runs an answer. Zero is 20 seconds.
	CheckTime time.Duration
	// Log receives messages that are not for the user, one line each. It may be nil.
	Log func(format string, args ...any)
}

// The backends.
const (
	Machine = "machine"
	Yaegi   = "yaegi"
)

// A Session is an interpreter and what its cells have defined.
type Session struct {
	o  Options
	vm *machine.Machine
	y  *yaegi // what runs the cells instead, nil for the machine
	c  *cell.Compiler
	a  *assist.Assistant

	known map[string]map[string]bool // the names of the symbol tables, by import path
	stdin *inputReader
	id    string
	runs  int

	origins sync.Map // of origin, by the number of the cell

	past     []past // cells that have run, without the oldest if they are too long
	pastSize int    // of their texts, in bytes

	// shared: the program has values of the cells, or the cells have some of the program, and may
	// wait for each other
	shared atomic.Bool

	// compiling is held while c and a are used, and while the debugger evaluates, but not while a
	// cell runs. A function that locks it unlocks it; one that expects it to be held says so.
	compiling sync.Mutex

	turn chan struct{} // holds a token while code of cells runs

	mu      sync.Mutex
	run     *run             // the running cell; nil between cells
	out     engine.Output    // of the running cell, or of the one before
	script  bool             // that cell is a script
	tasks   map[uint64]*task // the goroutines of go statements, by number
	serial  uint64           // the last of these numbers
	alive   int              // how many there are
	closed  bool
	closing chan struct{} // closed by Close

	hub  *comm.Hub
	host host.Host
	live bool // the frontend has comms
	jobs jobs

	hints map[string]int // how many hints were shown, by the name of the exercise

	debug debugging
}

var (
	_ engine.Interpreter = (*Session)(nil)
	_ engine.Debugger    = (*Session)(nil)
)

// A run is one Execute.
type run struct {
	ctx      context.Context // of the request
	own      context.Context // of the cell: it ends after the cell has been told to stop
	cancel   context.CancelFunc
	out      engine.Output
	cell     engine.Cell
	program  *source.Package // what runs instead of the cell's code, if it is not nil
	values   []display.Bundle
	keep     bool            // the values themselves are kept, and not drawn
	kept     []machine.Value // of the last step
	draw     bool            // draw the values that are kept, too
	plain    bool            // no methods of cells are called to draw values
	call     bool            // not a cell, but a call of a function of one, or a check
	aside    bool            // not a cell, but internal code that is run while a cell is stopped
	depth    int32           // the maximum number of open calls, 0 for the machine's own limit
	payloads []engine.Payload
	reached  int
	failed   chan *engine.Error                // a goroutine of the cell panicked
	compiled func(*cell.Program) *engine.Error // called before a step runs, if it is not nil
	left     int                               // how many goroutines of its go statements have not ended
	machine  *machine.Run                      // the last one
	took     time.Duration                     // by the last step, after it was compiled
	set      func(*ast.Ident, machine.Value)   // is called with the values of watched variables, nil in most runs
	unread   []warn.Unread                     // what earlier steps have set and not read
	errors   map[*ast.Ident]string             // texts of the first errors to which these were set
	meter    *meter                            // nil if the cell shows no bars
	require  *engine.Require                   // what the cell requires before the rest of it can be run
}

var sessions atomic.Int64 // numbers sessions, for the labels of their goroutines

// New returns a Session. It fails if the interpreter cannot use the symbol tables.
func New(o Options) (s *Session, err error) {
	defer func() {
		if e := recover(); e != nil {
			s, err = nil, fmt.Errorf("session: %v", e)
		}
	}()
	if o.Grace == 0 {
		o.Grace = time.Second
	}
	if o.Starting == nil {
		o.Starting = func() {}
	}
	if o.Log == nil {
		o.Log = func(string, ...any) {}
	}
	s = &Session{o: o, id: fmt.Sprint(sessions.Add(1)), out: engine.Discard, closing: make(chan struct{}), turn: make(chan struct{}, 1), tasks: make(map[uint64]*task)}
	s.stdin = &inputReader{s: s}
	s.reset()
	if o.Backend == Yaegi {
		if s.y, err = s.newYaegi(); err != nil {
			return nil, err
		}
	}
	return s, nil
}

// reset removes all definitions of cells. s.compiling is held, except by New.
func (s *Session) reset() {
	o := s.o
	known := make(map[string]map[string]bool)
	s.known = known
	s.o.Packages = maps.Clone(o.Packages)
	if s.o.Packages == nil {
		s.o.Packages = make(map[string]string)
	}
	for _, table := range o.Symbols {
		for key, names := range table {
			path := key[:max(strings.LastIndexByte(key, '/'), 0)]
			if known[path] == nil {
				known[path] = make(map[string]bool)
			}
			for n := range names {
				known[path][n] = true
			}
		}
	}
	var paths []string
	for path := range known {
		if path != "" {
			paths = append(paths, path)
		}
	}
	s.c = cell.New(cell.Options{
		Paths:    paths,
		Facts:    s.facts(),
		Generics: s.generics(),
		Packages: s.packages(),
		Prelude:  o.Prelude,
		Sources:  o.Sources,

		Immutable: o.Immutable,
		Forget:    func(obj types.Object, symbol string) { s.vm.Forget(obj, symbol) },
	})
	s.a = assist.New(s.c, assist.Options{
		Prelude: o.Prelude,
		Doc:     s.doc,
		Has: func(path, name string) bool {
			return path == "unsafe" || known[path][name] || s.c.FromSource(path)
		},
	})
	if s.hub != nil {
		s.hub.CloseAll()
		s.host.Close()
	}
	s.newHub()
	s.vm = s.newMachine()
	s.y = nil
	s.debug.mu.Lock()
	d := s.debug.debugger
	s.debug.mu.Unlock()
	if d != nil {
		if hook := d.Forget(); hook != nil {
			s.vm.SetHook(hook)
		}
	}
}

// doc returns the documentation of a name of a package.
func (s *Session) doc(path, name string) (decl, comment string, ok bool) {
	if s.c.FromSource(path) {
		return s.c.PackageDoc(path, name)
	}
	if s.o.Doc == nil {
		return "", "", false
	}
	return s.o.Doc(path, name)
}

func newRun(ctx context.Context, c engine.Cell, out engine.Output) *run {
	r := &run{ctx: ctx, out: out, cell: c, failed: make(chan *engine.Error, 1)}
	r.own, r.cancel = context.WithCancel(context.WithoutCancel(ctx))
	return r
}

// Execute runs a cell as engine.Interpreter describes.
func (s *Session) Execute(ctx context.Context, c engine.Cell, out engine.Output) (reply engine.Reply) {
	return s.runCell(newRun(ctx, c, out))
}

// ExecuteProgram is Execute for a program that is a package, which replaces the code of the cell.
func (s *Session) ExecuteProgram(ctx context.Context, c engine.Cell, p *source.Package, out engine.Output) engine.Reply {
	r := newRun(ctx, c, out)
	r.program = p
	return s.runCell(r)
}

func (s *Session) runCell(r *run) (reply engine.Reply) {
	ctx, c, out := r.ctx, r.cell, r.out
	defer r.cancel()
	if !s.takeTurn(ctx) {
		reply.Err = interrupted(0)
		return reply
	}
	defer s.passTurn()
	s.mu.Lock()
	if s.closed {
		s.mu.Unlock()
		reply.Err = &engine.Error{Name: engine.Exit, Message: "the session is closed", Status: 1, Trace: []string{"the session is closed"}}
		return reply
	}
	s.run, s.out, s.script = r, out, c.Script
	s.live = c.Comms
	s.runs++
	if c.Bars {
		m := &meter{out: out, id: fmt.Sprintf("bar-%s-%d", s.id, s.runs), began: time.Now()}
		r.own, r.meter = progress.With(r.own, m.report), m
	}
	s.mu.Unlock()
	defer func() {
		if e := recover(); e != nil {
			reply.Value = nil
			reply.Err = s.internal(e)
		}
		if r.meter != nil {
			r.meter.report(progress.Report{Done: 1}) // of a loop that ended early
		}
		s.host.Flush()
		s.mu.Lock()
		s.run = nil
		reply.Payloads = r.payloads
		s.mu.Unlock()
	}()
	if ctx.Err() != nil {
		reply.Err = interrupted(0)
		return reply
	}

	s.remember(c)
	defer s.debugBegin(c)()
	reply.Declared, reply.Err = s.runSteps(r)
	if reply.Err == nil || ctx.Err() != nil {
		s.cellJobs(r)
	}
	if reply.Err == nil && ctx.Err() != nil {
		reply.Err = interrupted(0)
	}
	if reply.Require = r.require; r.require != nil {
		return reply
	}
	if reply.Err == nil || reply.Err.Name != engine.Interrupted {
		s.remain(r)
	}
	if reply.Err != nil {
		return reply
	}
	if !c.Script && !c.Silent {
		s.remarkErrors(r)
	}
	if !c.Silent {
		reply.Value = join(r.values)
	}
	if len(c.Expressions) > 0 {
		reply.Expressions = make(map[string]engine.Expression, len(c.Expressions))
		for name, code := range c.Expressions {
			r.values = nil
			var x engine.Expression
			if _, x.Err = s.runCode(r, 0, code, code); x.Err == nil { // 0: its lines are not those of the cell
				if v := join(r.values); v != nil {
					x.Value = *v
				} else {
					x.Value = display.Text("")
				}
			}
			reply.Expressions[name] = x
		}
	}
	return reply
}

// runSteps runs the cell of r, step by step. The values of the last step remain in r.
func (s *Session) runSteps(r *run) (d engine.Declared, err *engine.Error) {
	if r.program != nil {
		list, failed := s.compileProgram(r.program)
		if failed == nil {
			failed = s.runPackages(r, list)
		}
		return d, failed
	}
	s.setOrigin(r.cell)
	if line, ok := strings.CutPrefix(r.cell.Code, "#!"); ok {
		r.cell.Code = "//" + line // a script that a frontend sends
	}
	steps := []syntax.Step{{Go: r.cell.Code}}
	if !r.cell.Script || !syntax.IsProgram(r.cell.Code) {
		steps = syntax.Steps(r.cell.Code)
	}
	for _, step := range timeBelow(steps) {
		r.values, r.kept = nil, nil
		switch {
		case step.Query != nil:
			if err := s.answer(r, *step.Query); err != nil {
				return d, err
			}
			r.unread = slices.DeleteFunc(r.unread, func(u warn.Unread) bool { return !u.Inside && u.Name == step.Query.Name })
		case step.Magic != nil:
			more, err := s.magic(r, step.Magic)
			d = d.Join(more)
			if err != nil || r.require != nil {
				return d, err
			}
		case step.Shell != nil:
			more, err := s.shellStep(r, step.Shell)
			d = d.Join(more)
			if err != nil {
				return d, err
			}
		default:
			more, err := s.runGo(r, step.Go)
			d = d.Join(more)
			if err != nil {
				return d, err
			}
		}
	}
	return d, nil
}

// runGo runs code, which is a step of the cell of r.
func (s *Session) runGo(r *run, code string) (d engine.Declared, err *engine.Error) {
	p, err := s.runCode(r, r.cell.Number, cmp.Or(r.cell.Text, r.cell.Code), code)
	if p != nil {
		s.compiling.Lock()
		defer s.compiling.Unlock()
		d = declared(s.c.Declared(p, r.reached))
	}
	return d, err
}

// runCode compiles and runs code, which is a step of the cell whole, in the run r.
func (s *Session) runCode(r *run, number int, whole, code string) (*cell.Program, *engine.Error) {
	if s.y != nil {
		began := time.Now()
		err := s.y.runCode(r, code)
		r.took = time.Since(began)
		return nil, err
	}
	p, failed := s.compileStep(number, whole, code, r.cell.Script)
	if failed != nil {
		return nil, failed
	}
	for _, n := range p.Notes {
		s.remark(r, "note: "+n)
	}
	for _, w := range p.Warnings {
		s.remark(r, fmt.Sprintf("warning: line %d: %s", w.Line, w.Message))
	}
	s.mu.Lock()
	r.reached = 0
	s.mu.Unlock()
	if failed := s.runPackages(r, p.Packages); failed != nil {
		return nil, failed
	}
	compiled, failed := s.compileUnit(number, p.Unit)
	if failed != nil {
		return nil, failed
	}
	if r.compiled != nil {
		failed = r.compiled(p)
	}
	before := s.debug.run(p)
	began := time.Now()
	if failed == nil {
		failed = s.performCode(r, compiled)
	}
	r.took = time.Since(began)
	s.debug.run(before)
	s.commit(r, p)
	r.unread = slices.DeleteFunc(r.unread, func(u warn.Unread) bool { return !u.Inside && p.Mentioned[u.Name] })
	r.unread = append(r.unread, p.Unread...)
	return p, failed
}

// runPackages runs packages from source.
func (s *Session) runPackages(r *run, list []*cell.Package) *engine.Error {
	for _, pkg := range list {
		code, failed := s.compileUnit(r.cell.Number, pkg.Unit)
		if failed == nil {
			failed = s.performCode(r, code)
		}
		if failed != nil {
			return failed
		}
		s.compiling.Lock()
		pkg.Ready = true
		s.compiling.Unlock()
	}
	return nil
}

// remarkErrors reports errors that the cell has not checked.
func (s *Session) remarkErrors(r *run) {
	for _, u := range r.unread {
		if text := r.errors[u.ID]; text != "" {
			s.remark(r, fmt.Sprintf("warning: line %d: %s is set and not checked: %s", u.Line, u.Name, text))
		}
	}
}

// remark shows a remark below the cell of r. It is a display and not text on standard error, where
// graders and readers look for errors.
func (s *Session) remark(r *run, text string) {
	if r.cell.Script || r.cell.Silent {
		return
	}
	s.show(display.Bundle{Data: map[string][]byte{
		display.TextType: []byte(text),
		display.HTMLType: []byte(`<div style="opacity:.8;font-size:90%">` + html.EscapeString(text) + "</div>"),
	}})
}

// commit makes known what the code of p has defined.
func (s *Session) commit(r *run, p *cell.Program) {
	s.compiling.Lock()
	defer s.compiling.Unlock()
	s.mu.Lock()
	reached := r.reached
	s.mu.Unlock()
	s.c.Commit(p, reached)
	if reached < p.Definitions {
		s.rebind(r, p, reached)
	}
}

// rebind makes the functions that mention variables whose definitions the cell has not reached use
// the old variables again. s.compiling is held.
func (s *Session) rebind(r *run, p *cell.Program, reached int) {
	q := s.c.Rebind(p, reached)
	if q == nil {
		return
	}
	if _, failed := s.compile(r.cell.Number, q.Unit); failed != nil {
		s.o.Log("cell %d: %s", r.cell.Number, failed.Message)
		return
	}
	s.c.Commit(q, 0)
}

// Release frees what the types of the session hold, after Close. Their methods cannot be called any
// more: they panic.
func (s *Session) Release() { s.vm.Release() }

// Close ends the session. A running Execute returns.
func (s *Session) Close() error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if !s.closed {
		s.closed = true
		close(s.closing)
		s.host.Close()
	}
	return nil
}

// output returns the current Output: that of the running cell, or of the last one, whose goroutines
// may still use it, until the next cell begins.
func (s *Session) output() engine.Output {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.out
}

// write sends text of a cell to its output.
func (s *Session) write(stream engine.Stream, text []byte) {
	s.output().Write(stream, text)
}

type streamWriter struct {
	s      *Session
	stream engine.Stream
}

func (w streamWriter) Write(p []byte) (int, error) {
	w.s.write(w.stream, p)
	return len(p), nil
}

// printWriter receives what print and println write. In a script it goes to standard error, as in
// every Go program. In a notebook, where standard error is red and means errors, it goes to
// standard output.
type printWriter struct{ s *Session }

func (w printWriter) Write(p []byte) (int, error) {
	w.s.mu.Lock()
	out, stream := w.s.out, engine.Stdout
	if w.s.script {
		stream = engine.Stderr
	}
	w.s.mu.Unlock()
	out.Write(stream, p)
	return len(p), nil
}

// An inputReader is the standard input of cells: each line is asked for. If no user can be asked,
// reading panics as display.Input does, since few programs check the error.
type inputReader struct {
	s    *Session
	mu   sync.Mutex
	run  *run // the run that asked for rest
	rest []byte
}

func (r *inputReader) Read(p []byte) (int, error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.s.mu.Lock()
	now := r.s.run
	r.s.mu.Unlock()
	if r.run != now {
		r.run, r.rest = now, nil
	}
	if len(p) == 0 {
		return 0, nil
	}
	if len(r.rest) == 0 {
		line, err := r.s.input("", false)
		if errors.Is(err, engine.ErrNoInput) {
			panic(display.InputError{Err: err})
		}
		if err != nil {
			return 0, err
		}
		r.rest = append([]byte(line), '\n')
	}
	n := copy(p, r.rest)
	r.rest = r.rest[n:]
	return n, nil
}

// standardInput returns the standard input of cells.
func (s *Session) standardInput() io.Reader {
	if s.o.Stdin != nil {
		return s.o.Stdin
	}
	return s.stdin
}

// input asks the user for a line, on behalf of the running cell.
func (s *Session) input(prompt string, secret bool) (string, error) {
	s.mu.Lock()
	r := s.run
	s.mu.Unlock()
	if r == nil {
		return "", io.EOF
	}
	if !r.cell.AllowInput {
		return "", engine.ErrNoInput
	}
	return r.out.Input(r.own, prompt, secret)
}

func compileError(err error) *engine.Error {
	var e *explain.Error
	if errors.As(err, &e) {
		out := &engine.Error{Name: string(e.Kind), Message: e.Error(), Trace: e.Report()}
		for _, d := range e.List {
			out.Places = append(out.Places, engine.Place{Cell: d.Cell, File: d.File, Line: d.Line, Column: d.Col, Message: d.Message})
		}
		return out
	}
	return &engine.Error{Name: engine.CompileError, Message: err.Error(), Trace: []string{err.Error()}}
}

func declared(list engine.Declarations, variables []string) engine.Declared {
	d := engine.Declared{Variables: variables}
	if len(list) > 0 {
		d.Steps = []engine.Declarations{list}
	}
	return d
}
