// SPDX-License-Identifier: BSD-3-Clause

// Additions to engine.Interpreter for programs that embed a session: values instead of pictures,
// calls of functions, and packages of the program.

package session

import (
	"context"
	"fmt"
	"go/types"
	"reflect"

	"polka/kernel/display"
	"polka/kernel/engine"
	"polka/kernel/machine"
)

// Evaluate is like Execute, but returns the values of the last expression instead of their picture.
func (s *Session) Evaluate(ctx context.Context, c engine.Cell, out engine.Output) ([]machine.Value, engine.Reply) {
	r := newRun(ctx, c, out)
	r.keep = true
	reply := s.runCell(r)
	if reply.Err != nil {
		return nil, reply
	}
	return r.kept, reply
}

// Call calls a function that cells have declared with values of the program. Like Execute it is for
// one goroutine at a time, and ends when ctx does.
func (s *Session) Call(ctx context.Context, name string, args []any, out engine.Output) (results []machine.Value, e *engine.Error) {
	f, err := s.function(name)
	if err != nil {
		return nil, callError(err)
	}
	if len(args) > 0 {
		s.shared.Store(true)
	}
	r := newRun(ctx, engine.Cell{Script: true}, out)
	defer r.cancel()
	s.mu.Lock()
	if s.closed {
		s.mu.Unlock()
		return nil, callError(fmt.Errorf("the session is closed"))
	}
	before, outBefore := s.run, s.out
	s.run, s.out, s.script = r, out, true
	s.runs++
	s.mu.Unlock()
	defer func() {
		s.mu.Lock()
		s.run = before
		if before != nil {
			s.out = outBefore
		}
		s.mu.Unlock()
	}()
	if ctx.Err() != nil {
		return nil, interrupted(0)
	}
	var bad error
	e = s.perform(r, func(m *machine.Run) any {
		list, err := m.Call(f, args)
		if b, ok := err.(machine.BadCall); ok {
			bad = b
			return nil
		}
		results = list
		return err
	})
	if bad != nil {
		e = callError(bad)
	}
	if e != nil {
		return nil, e
	}
	return results, nil
}

// function finds a function of the cells.
func (s *Session) function(name string) (*machine.Func, error) {
	sym, ok := s.c.SymbolOf(name)
	if !ok {
		return nil, fmt.Errorf("undefined: %s", name)
	}
	if f := s.vm.Function(sym); f != nil {
		return f, nil
	}
	return nil, fmt.Errorf("%s is not a function that can be called by its name", name)
}

// callError returns the error of a call that was not made.
func callError(err error) *engine.Error {
	return &engine.Error{Name: engine.CompileError, Message: err.Error(), Trace: []string{err.Error()}, Places: []engine.Place{{Message: err.Error()}}}
}

// Nested calls a function of the cells from a function of the program that a cell has called: it is
// a part of the running cell. It panics as the function does. False says that the calling goroutine
// does not run code of a cell.
func (s *Session) Nested(name string, args []any) (results []machine.Value, err error, ok bool) {
	if s.vm.Inside() == nil {
		return nil, nil, false
	}
	f, err := s.function(name)
	if err != nil {
		return nil, callError(err), true
	}
	results, err = s.vm.Nested(f, args)
	if b, ok := err.(machine.BadCall); ok {
		return nil, callError(b), true
	}
	return results, err, true
}

// Inside reports whether the calling goroutine runs code of a cell of this session.
func (s *Session) Inside() bool { return s.vm.Inside() != nil }

// Use adds the package path, or names to one that was added before. The importer of the session's
// options must know the types of all that is in tables, which may have entries of other packages
// too.
func (s *Session) Use(path, name string, tables Symbols) {
	s.shared.Store(true)
	s.o.Symbols = append(s.o.Symbols, tables)
	if s.known[path] == nil {
		s.c.AddPath(path)
	}
	s.known[path] = append(s.known[path], always(tables[path+"/"+name]))
	s.o.Packages[name] = path
	for key := range tables {
		s.vm.Changed(pathOf(key))
	}
}

// Native returns a value as it is passed to the program.
func (s *Session) Native(v machine.Value) any {
	if v.Any != nil && wakes(reflect.TypeOf(v.Any), 0) {
		s.shared.Store(true)
	}
	return v.Any
}

// wakes reports whether a value of type t may be a way to wake code that waits: a channel or a
// function, or something that may hold one.
func wakes(t reflect.Type, depth int) bool {
	switch t.Kind() {
	case reflect.Slice, reflect.Array:
		return wakes(t.Elem(), depth+1)
	case reflect.Struct:
		for i := range t.NumField() {
			if depth > 8 || wakes(t.Field(i).Type, depth+1) {
				return true
			}
		}
		return false
	case reflect.Map:
		return wakes(t.Key(), depth+1) || wakes(t.Elem(), depth+1)
	case reflect.Pointer:
		return !t.Implements(reflect.TypeFor[error]())
	case reflect.Chan, reflect.Func, reflect.Interface, reflect.UnsafePointer:
		return true
	}
	return false
}

// Assign stores a value in *dst, a variable of the program, as machine.Machine.Assign does.
func (s *Session) Assign(dst reflect.Value, v machine.Value) error {
	if v.Any != nil && wakes(reflect.TypeOf(v.Any), 0) {
		s.shared.Store(true)
	}
	return s.vm.Assign(dst, v.Any)
}

// Draw makes a value visible.
func (s *Session) Draw(values []machine.Value) display.Bundle {
	r := &run{}
	var list []display.Bundle
	for _, v := range values {
		list = append(list, s.drawMachine(r, v))
	}
	if b := join(list); b != nil {
		return *b
	}
	return display.Text("")
}

// IsError reports whether the type of a value is Go's type error.
func IsError(v machine.Value) bool {
	return v.Type != nil && v.Type.Go != nil && types.Identical(v.Type.Go, types.Universe.Lookup("error").Type())
}

// Halt ends the goroutines that cells have left running, and returns how many cannot be ended.
func (s *Session) Halt() (left int) {
	_, left = s.stopTasks()
	return left
}

// Fresh lets the program call functions of cells that it has kept, after a cell was stopped.
// Before, such a call would end the goroutine.
func (s *Session) Fresh() {
	r := newRun(context.Background(), engine.Cell{Script: true}, s.output())
	s.machineRun(r)
}

// TypeOf returns the type of a value in Go syntax.
func (s *Session) TypeOf(v machine.Value) string {
	if v.Any == nil && v.Type != nil {
		return v.Type.String()
	}
	return s.vm.TypeOf(v.Any)
}
