// SPDX-License-Identifier: BSD-3-Clause

package session

import (
	"fmt"
	"go/ast"
	"maps"
	"reflect"
	"slices"
	"strings"

	"polka/kernel/engine"
	"polka/kernel/session/part"
)

// A yaegi runs cells on the unmodified yaegi interpreter, which has its own rules of redefinition,
// its own speed and its own bugs. It is meant for comparison, and for code that depends on it.
type yaegi struct {
	s *Session
	i part.Evaluator
}

// newYaegi returns an interpreter with the symbols of the session. Names that cells have defined on
// the machine are in a package that is imported with a dot.
func (s *Session) newYaegi() (y *yaegi, err error) {
	defer func() {
		if e := recover(); e != nil {
			y, err = nil, fmt.Errorf("session: %v", e)
		}
	}()
	setup := part.Setup{
		Stdin: s.standardInput(), Stdout: streamWriter{s, engine.Stdout}, Stderr: streamWriter{s, engine.Stderr},
		Args: s.o.Args, Env: s.o.Env, Notebook: s.notebook(),
	}
	tables := make(Symbols)
	for key, names := range s.o.Tables {
		tables[key] = names()
	}
	for _, table := range append([]Symbols{tables}, s.o.Symbols...) {
		setup.Tables = append(setup.Tables, s.usable(table))
	}
	i, err := part.Yaegi(setup)
	if err != nil {
		return nil, fmt.Errorf("session: %w", err)
	}
	return &yaegi{s, i}, nil
}

// notebook returns the exported functions and variables of the cells.
func (s *Session) notebook() map[string]reflect.Value {
	s.compiling.Lock()
	defer s.compiling.Unlock()
	m := make(map[string]reflect.Value)
	for _, name := range s.c.Names() {
		if sym, ok := s.c.SymbolOf(name); ok && ast.IsExported(name) {
			if v, ok := s.vm.Exported(sym); ok {
				m[name] = v
			}
		}
	}
	return m
}

// runCode runs code. A stop does not end the interpreter's goroutine; it is left behind.
func (y *yaegi) runCode(r *run, code string) *engine.Error {
	type outcome struct {
		v   reflect.Value
		err error
	}
	done := make(chan outcome, 1)
	go func() {
		var o outcome
		defer func() {
			if e := recover(); e != nil {
				o.err = fmt.Errorf("%v", e)
			}
			done <- o
		}()
		o.v, o.err = y.i.Eval(r.own, code)
	}()
	var o outcome
	select {
	case o = <-done:
	case <-r.ctx.Done():
		r.cancel()
		return interrupted(0)
	}
	if r.ctx.Err() != nil {
		return interrupted(0)
	}
	if o.err != nil {
		if p, ok := o.err.(interface{ Panicked() any }); ok {
			if x, ok := p.Panicked().(interface{ ExitCode() int }); ok {
				msg := oneLine(fmt.Sprint(x))
				return &engine.Error{Name: engine.Exit, Message: msg, Status: x.ExitCode(), Trace: []string{red + engine.Exit + reset + ": " + msg}}
			}
		}
		msg := oneLine(o.err.Error())
		return &engine.Error{Name: engine.Panic, Message: msg, Trace: []string{red + "yaegi" + reset + ": " + strings.TrimSpace(o.err.Error())}}
	}
	if last, ok := y.s.c.EndsWithValue(r.cell.Number, code); ok && last && o.v.IsValid() && o.v.CanInterface() {
		draw := y.s.o.Renderer
		draw.Registry = y.s.displays
		y.s.add(draw.Render(o.v.Interface()))
	}
	return nil
}

// usable copies a table, since the interpreter changes the tables that it uses. The copy lacks what
// runs programs if cells must not.
func (s *Session) usable(t Symbols) Symbols {
	c := make(Symbols, len(t))
	for k, v := range t {
		if !s.o.Commands && slices.Contains(running, pathOf(k)) {
			continue
		}
		c[k] = maps.Clone(v)
		if k == "os/os" && !s.o.Commands {
			c[k]["StartProcess"] = reflect.ValueOf(startNone)
		}
	}
	return c
}
