// SPDX-License-Identifier: BSD-3-Clause

package core

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"go/types"
	"io"
	"io/fs"
	"reflect"
	"slices"
	"strings"
	"sync"

	"polka/kernel/cell/source"
	"polka/kernel/display"
	"polka/kernel/engine"
	"polka/kernel/machine"
	"polka/kernel/session"
)

// Options control how a Session runs code. With the zero value, what code prints is discarded.
type Options struct {
	// Libraries are the packages of which Imports selects. With nil, a session of package script
	// has all packages of Go's library and of Polka, and one of package core has none. If two
	// libraries have a package, the first counts.
	Libraries []*Library
	// Stdout and Stderr receive what code prints; nil discards it. Several goroutines of the code
	// may print, but Write is called by one at a time. A program that code starts writes to the
	// files of this process where code gives it os.Stdout or os.Stderr.
	Stdout, Stderr io.Writer
	// Stdin is what code reads from os.Stdin; nil is an empty input.
	Stdin io.Reader
	// Show receives what code shows with display.Show and the like. If it is nil, the text goes to
	// Stdout.
	Show func(Event)
	// Imports are the import paths of the packages that code can import. Nil means all packages of
	// Libraries. Packages of Use can always be imported. Without os/exec, code
	// cannot run commands of the shell either, nor import go/build and go/importer, which run the
	// go command.
	Imports []string
	// Sources are the packages that code can import as source code: import "./geometry" stands for
	// the directory geometry. If there is a go.mod file, the import path of its module and the
	// packages in its vendor directory can be used, too. Packages that have changed are loaded
	// again by the next import. Nil means no packages; use os.DirFS or an embed.FS.
	Sources fs.FS
	// Args are os.Args of the code; nil is the name of the program.
	Args []string
	// MaxOutput is how many bytes an Eval or a Call may print; zero is no limit. Code that prints
	// more is stopped.
	MaxOutput int64
}

// A Session runs code, and keeps what the code defines. Its methods may be called by several
// goroutines; Eval, Call and Use wait for each other. A function of the program that code calls may
// call Call.
type Session struct {
	o     Options
	s     *session.Session
	facts *facts
	out   *output

	turn   chan struct{} // holds one value while nothing runs
	number int           // of the last Eval

	mu     sync.Mutex
	closed bool
	cancel context.CancelFunc // of what runs, nil for nothing
}

// New returns a new Session. It takes about two milliseconds.
func New(o Options) (*Session, error) {
	lib := join(o.Libraries)
	s := &Session{o: o, facts: newFacts(lib.facts, o.Imports), turn: make(chan struct{}, 1)}
	s.out = &output{o: &s.o}
	if o.Stdin != nil {
		s.out.lines = bufio.NewReader(o.Stdin)
	}
	var sources *source.Finder
	if o.Sources != nil {
		sources = source.New(source.Options{Files: o.Sources})
	}
	inner, err := session.New(session.Options{
		Sources:  sources,
		Symbols:  lib.symbols,
		Facts:    s.facts,
		Compiled: s.facts.compiled,
		Packages: s.facts.packages(),
		Prelude:  lib.prelude,
		Doc:      lib.facts.Doc,
		Renderer: display.Renderer{Picture: lib.picture},
		Args:     o.Args,
		Redirect: true,
		Commands: o.Imports == nil || slices.Contains(o.Imports, "os/exec"),
	})
	if err != nil {
		return nil, fmt.Errorf("script: %w", err)
	}
	s.s = inner
	s.turn <- struct{}{}
	return s, nil
}

// ErrClosed is the error of a Session that has been closed.
var ErrClosed = errors.New("script: the session is closed")

// Close stops what runs, and the goroutines that code has started. It waits for them for a moment;
// only goroutines that do not return from compiled code remain. A function of the program that code
// has called must not call Close. Afterwards, methods of types that code has declared panic.
func (s *Session) Close() error {
	s.mu.Lock()
	if s.closed {
		s.mu.Unlock()
		return nil
	}
	s.closed = true
	if s.cancel != nil {
		s.cancel()
	}
	s.mu.Unlock()
	<-s.turn
	defer func() { s.turn <- struct{}{} }()
	left := s.s.Halt()
	s.s.Close()
	if left > 0 {
		return fmt.Errorf("script: %d goroutines cannot be stopped", left)
	}
	s.s.Release()
	return nil
}

// Eval runs code, and returns the value of its last expression; code without one has the zero
// Value. If that value is a non-nil error, it is Eval's error. All other errors are of type *Error,
// except ErrClosed. When ctx ends, the code is stopped, and the error wraps that of ctx.
func (s *Session) Eval(ctx context.Context, code string) (Value, error) {
	if s.s.Inside() {
		return Value{}, &Error{Kind: CompileError, Message: "Eval was called by a function that code of the session called; use Call"}
	}
	ctx, end, err := s.begin(ctx)
	if err != nil {
		return Value{}, err
	}
	defer end()
	s.number++
	values, reply := s.s.Evaluate(ctx, engine.Cell{Number: s.number, Code: code, Script: true, AllowInput: true}, s.out)
	if reply.Err != nil {
		return Value{}, s.failed(ctx, reply.Err)
	}
	rest, err := s.split(values)
	if err != nil {
		return Value{}, err
	}
	return Value{s, rest}, nil
}

// Call calls a function that code has declared. The arguments are values of the program; where the
// function has a parameter of a type that code has declared, a struct, slice, map or number of the
// program is copied into one. If the last result of the function is an error, it is Call's error
// and not among the results; the results are not nil then. Otherwise errors are those of Eval.
func (s *Session) Call(ctx context.Context, name string, args ...any) ([]Value, error) {
	args = slices.Clone(args)
	for i, a := range args {
		if v, ok := a.(Value); ok {
			args[i] = v.Interface()
		}
	}
	if list, err, ok := s.s.Nested(name, args); ok {
		if e, ok := err.(*engine.Error); ok {
			return nil, s.failed(ctx, e)
		}
		return s.results(list)
	}
	ctx, end, err := s.begin(ctx)
	if err != nil {
		return nil, err
	}
	defer end()
	list, e := s.s.Call(ctx, name, args, s.out)
	if e != nil {
		return nil, s.failed(ctx, e)
	}
	return s.results(list)
}

// begin waits for what runs before, and gives the context for what runs next.
func (s *Session) begin(ctx context.Context) (context.Context, func(), error) {
	select {
	case <-s.turn:
	case <-ctx.Done():
		return nil, nil, interrupted(ctx)
	}
	ctx, cancel := context.WithCancel(ctx)
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.closed {
		cancel()
		s.turn <- struct{}{}
		return nil, nil, ErrClosed
	}
	s.cancel = cancel
	s.out.begin(cancel)
	return ctx, func() {
		cancel()
		s.mu.Lock()
		s.cancel = nil
		s.mu.Unlock()
		s.turn <- struct{}{}
	}, nil
}

// failed returns the error of code that has failed.
func (s *Session) failed(ctx context.Context, e *engine.Error) error {
	if e.Name == engine.Interrupted {
		s.s.Fresh()
		s.mu.Lock()
		closed := s.closed
		s.mu.Unlock()
		if closed {
			return ErrClosed
		}
		if s.out.full() {
			return &Error{Kind: Interrupted, Message: fmt.Sprintf("the code printed more than %d bytes", s.o.MaxOutput), err: ErrOutput}
		}
		err := interrupted(ctx).(*Error)
		err.Message = e.Message
		return err
	}
	return newError(s, e)
}

// results returns the results of a function, without a trailing error.
func (s *Session) results(list []machine.Value) ([]Value, error) {
	rest, err := s.split(list)
	out := make([]Value, len(rest))
	for i := range rest {
		out[i] = Value{s, rest[i : i+1]}
	}
	return out, err
}

// split takes a trailing error off a list of values.
func (s *Session) split(list []machine.Value) ([]machine.Value, error) {
	n := len(list) - 1
	if n < 0 || !session.IsError(list[n]) {
		return list, nil
	}
	if list[n].Any == nil {
		return list[:n], nil
	}
	err, _ := s.s.Native(list[n]).(error)
	return list[:n], err
}

// Use adds a package to those that code can import, or adds names to one that was added before. The
// last element of the path is the package's name. Each symbol is one of
//
//	a function         code calls it
//	(*T)(nil)          the type T; under another name than its own, an alias of it
//	a reflect.Value    of a variable that can be set: that variable
//	a constant.Value   an untyped constant
//	any other value    a variable with that value
//
// A reflect.Value that cannot be set stands for what it holds, so the tables that yaegi extract and
// polka build make can be used too. Types keep their methods. Generic functions and types cannot be
// given, but their instances can: "IntStack": (*Stack[int])(nil). Types of the code implement
// interface types of the program as in any Go program.
//
// A name that was given before can be given again with a value of the same type.
func (s *Session) Use(path string, symbols map[string]any) error {
	if s.s.Inside() {
		return errors.New("script: Use was called by a function that code of the session called")
	}
	<-s.turn
	defer func() { s.turn <- struct{}{} }()
	name, tables, err := s.facts.use(path, symbols)
	if err != nil {
		return fmt.Errorf("script: %s: %w", path, err)
	}
	s.s.Use(path, name, tables)
	return nil
}

// A Value is what code has computed: one value, several for an expression such as a, b, or none.
type Value struct {
	s    *Session
	list []machine.Value
}

// Interface returns the value as a Go value of the program: nil for none, and a []any for several.
// A value of a type that the code has declared has that type, with its methods, so that it can be
// printed, encoded, or converted to an interface type; To makes a value of a type of the program of
// it. Its methods cannot be called after Close.
func (v Value) Interface() any {
	switch len(v.list) {
	case 0:
		return nil
	case 1:
		return v.s.s.Native(v.list[0])
	}
	var list []any
	for _, x := range v.list {
		list = append(list, v.s.s.Native(x))
	}
	return list
}

// To stores the value in the variable that dst points to. A value of a type that code has declared
// is copied: structs by the names of their fields, slices, arrays and maps element by element,
// numbers if nothing is lost.
func (v Value) To(dst any) error {
	p := reflect.ValueOf(dst)
	if p.Kind() != reflect.Pointer || p.IsNil() {
		panic("script: To needs a pointer to a variable")
	}
	if len(v.list) != 1 {
		return fmt.Errorf("script: %d values cannot be stored in one variable", len(v.list))
	}
	if err := v.s.s.Assign(p.Elem(), v.list[0]); err != nil {
		return fmt.Errorf("script: %w", err)
	}
	return nil
}

// Type returns the type of the value as Go writes it, "" for none; of several, separated by commas.
func (v Value) Type() string {
	var list []string
	for _, x := range v.list {
		list = append(list, v.s.s.TypeOf(x))
	}
	return strings.Join(list, ", ")
}

// Bundle returns the value as a notebook shows it: as text, and as a picture if it has one.
func (v Value) Bundle() Bundle {
	if len(v.list) == 0 {
		return Bundle(display.Text(""))
	}
	return Bundle(v.s.s.Draw(v.list))
}

// String returns the text of the value, "" for none.
func (v Value) String() string { return v.Bundle().Plain() }

// The kinds of errors.
const (
	SyntaxError  = engine.SyntaxError  // the code does not parse
	CompileError = engine.CompileError // the code does not type-check
	Panic        = engine.Panic        // the code panicked
	Exit         = engine.Exit         // the code called os.Exit, log.Fatal or their like
	Interrupted  = engine.Interrupted  // the code was stopped
)

// ErrOutput is what an Error wraps if the code printed more than Options.MaxOutput.
var ErrOutput = errors.New("too much output")

// An Error is the reason why code has failed.
type Error struct {
	Kind    string // SyntaxError, CompileError, Panic, Exit or Interrupted
	Message string // one line, without the place
	Cell    int    // the number of the Eval whose code has failed, from 1; 0 if there is no place
	File    string // of Options.Sources, if the place is in a file and not in that code
	Line    int    // in that code or file, from 1
	Column  int    // in bytes, from 1
	Places  []Place
	Value   any    // what the code panicked with
	Status  int    // of an Exit: the exit status that the code asked for
	Trace   string // all mistakes or open calls, with the lines of the code
	err     error
}

// A Place is a mistake in code that does not compile, or an open call of code that has panicked,
// the innermost first.
type Place struct {
	Cell    int    // the number of the Eval, from 1; 0 if it is in a file
	File    string // of Options.Sources, if it is in a file
	Line    int    // from 1
	Column  int    // in bytes, from 1
	Message string // the mistake, or the name of the function
}

// Error returns the message with its place.
func (e *Error) Error() string {
	if e.Line == 0 {
		return e.Kind + ": " + e.Message
	}
	place := e.File
	if place == "" {
		place = fmt.Sprintf("cell %d", e.Cell)
	}
	return fmt.Sprintf("%s:%d:%d: %s: %s", place, e.Line, e.Column, e.Kind, e.Message)
}

// Unwrap returns the error that the code panicked with, the error of the context that stopped it,
// or ErrOutput.
func (e *Error) Unwrap() error { return e.err }

func newError(s *Session, e *engine.Error) *Error {
	x := &Error{Kind: e.Name, Message: e.Message, Status: e.Status, Trace: engine.Plain(strings.Join(e.Trace, "\n"))}
	for _, p := range e.Places {
		x.Places = append(x.Places, Place(p))
	}
	if len(e.Places) > 0 {
		p := e.Places[0]
		x.Cell, x.File, x.Line, x.Column = p.Cell, p.File, p.Line, p.Column
		if e.Name == SyntaxError || e.Name == CompileError {
			x.Message, _, _ = strings.Cut(p.Message, "\n")
		}
	}
	if e.Value != nil {
		x.Value = s.s.Native(machine.Value{Any: e.Value})
		x.err, _ = x.Value.(error)
	}
	return x
}

// interrupted returns the error of code that ctx has stopped.
func interrupted(ctx context.Context) error {
	return &Error{Kind: Interrupted, Message: "the code was stopped", err: context.Cause(ctx)}
}

// An output is where code prints.
type output struct {
	o     *Options
	lines *bufio.Reader

	mu      sync.Mutex
	printed int64
	stop    context.CancelFunc
}

func (o *output) begin(stop context.CancelFunc) {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.printed, o.stop = 0, stop
}

// full reports whether the code has printed more than it may.
func (o *output) full() bool {
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.o.MaxOutput > 0 && o.printed > o.o.MaxOutput
}

func (o *output) Write(s engine.Stream, text []byte) {
	o.mu.Lock()
	defer o.mu.Unlock()
	w := o.o.Stdout
	if s == engine.Stderr {
		w = o.o.Stderr
	}
	if most := o.o.MaxOutput; most > 0 {
		room := max(most-o.printed, 0)
		if o.printed += int64(len(text)); o.printed > most {
			text = text[:min(int64(len(text)), room)]
			o.stop()
		}
	}
	if w != nil && len(text) > 0 {
		w.Write(text) // as fmt.Println, code does not learn that it failed
	}
}

func (o *output) Display(e display.Event) {
	if o.o.Show != nil {
		o.o.Show(Event{Bundle: Bundle(e.Bundle), ID: e.ID, Update: e.Update})
		return
	}
	o.Write(engine.Stdout, []byte(e.Bundle.Plain()+"\n"))
}

func (o *output) Clear(bool) {}

// Input reads a line. A stop does not wait for it.
func (o *output) Input(ctx context.Context, prompt string, _ bool) (string, error) {
	if o.lines == nil {
		return "", io.EOF
	}
	o.Write(engine.Stdout, []byte(prompt))
	return engine.ReadLine(ctx, o.lines)
}

var _ types.Importer = (*facts)(nil)
