// SPDX-License-Identifier: BSD-3-Clause

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
	"fmt"
	"go/types"
	"io/fs"
	"iter"
	"maps"
	"os"
	"reflect"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"polka/kernel/cell"
	"polka/kernel/cell/assist"
	comm "polka/kernel/comm/host"
	"polka/kernel/display"
	"polka/kernel/engine"
	"polka/kernel/exercise"
	"polka/kernel/machine"
	"polka/kernel/widget/host"
)

// A Session is an interpreter and what its cells have defined.
type Session struct {
	o  Options
	vm *machine.Machine
	y  *yaegi // what runs the cells instead, nil for the machine
	c  *cell.Compiler
	a  *assist.Assistant

	known map[string][]func() map[string]reflect.Value // the symbol tables, by import path; later ones win
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

	displays *display.Registry // what cells have registered

	hub  *comm.Hub
	host host.Host
	live bool // the frontend has comms
	jobs jobs

	tests    *testRun    // what %test runs, nil for nothing
	toStdout atomic.Bool // what cells print goes to os.Stdout, where package testing expects it

	speech speech // the language of exercises

	hints map[string]int // how many hints were shown, by the name of the exercise
	drawn []any          // what the last check wants to show beside its message
	tried scores         // what %check has found
	class class          // where votes and lines are sent

	predicted map[string]exercise.Answer // predictions for the code below %%exercise, by the name of the exercise

	debug debugging
	fresh freshness
}

var (
	_ engine.Interpreter = (*Session)(nil)
	_ engine.Debugger    = (*Session)(nil)
)

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
	s.known = make(map[string][]func() map[string]reflect.Value)
	s.displays = new(display.Registry)
	s.o.Packages = maps.Clone(o.Packages)
	if s.o.Packages == nil {
		s.o.Packages = make(map[string]string)
	}
	for path, names := range o.tables() {
		s.known[path] = append(s.known[path], names)
	}
	var paths []string
	for path := range s.known {
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
			return path == "unsafe" || s.knows(path, name) || s.c.FromSource(path)
		},
		ReadDir: func(dir string) ([]fs.DirEntry, error) { return os.ReadDir(cmp.Or(dir, ".")) },
	})
	if s.hub != nil {
		s.hub.CloseAll()
		s.host.Close()
	}
	s.newHub()
	s.vm = s.newMachine()
	s.resetFresh()
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

// Release frees what the types of the session hold, after Close. Their methods cannot be called any
// more: they panic.
func (s *Session) Release() { s.vm.Release() }

// pathOf returns the import path of a package from its key in a Symbols.
func pathOf(key string) string { return key[:max(strings.LastIndexByte(key, '/'), 0)] }

// tables lists Tables and Symbols by import path; later ones win.
func (o *Options) tables() iter.Seq2[string, func() map[string]reflect.Value] {
	return func(yield func(string, func() map[string]reflect.Value) bool) {
		for key, names := range o.Tables {
			if !yield(pathOf(key), names) {
				return
			}
		}
		for _, table := range o.Symbols {
			for key, names := range table {
				if !yield(pathOf(key), always(names)) {
					return
				}
			}
		}
	}
}

// always returns a function that returns names.
func always(names map[string]reflect.Value) func() map[string]reflect.Value {
	return func() map[string]reflect.Value { return names }
}

// knows reports whether a symbol table has a name of a package.
func (s *Session) knows(path, name string) bool {
	return slices.ContainsFunc(s.known[path], func(names func() map[string]reflect.Value) bool { return names()[name].IsValid() })
}

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
