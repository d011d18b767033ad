// SPDX-License-Identifier: BSD-3-Clause

// Package machine runs Go that has been checked: syntax trees with the facts of go/types become
// closures over typed frames.
//
// Package cell checks the code. The machine does not depend on cells or notebooks: it compiles
// declarations and statements, and the objects that they define keep their values and their code
// from one unit to the next. It is no replacement for the Go compiler: only functions and loops
// that run often become machine code (package translate), on some systems, and compiled packages
// are called, not compiled again; they reach the machine as tables of symbols.
//
//	m := machine.New(machine.Options{Symbols: tables, ...})
//	code, err := m.Compile(unit)
//	run := m.Start()
//	err = run.Do(code)
//
// The parts, from the ground up, are packages: descriptor and memory define the layout of values,
// run runs code, and node, number, maps and shim make the closures. This package is the compiler;
// its files are named after what they compile. It also calls compiled code, and face.go exports
// what other packages need of those below.
package machine

import (
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"io"
	"os"
	"reflect"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"unsafe"

	"polka/kernel/machine/internal/ir"
	"polka/kernel/machine/internal/maps"
	"polka/kernel/machine/internal/memory"
	"polka/kernel/machine/internal/run"
	"polka/kernel/machine/internal/shim"
)

// Options control a Machine.
type Options struct {
	// Symbols are the compiled packages, as yaegi extracts them: by import path and package name
	// joined by a slash the values of the exported names. It is called for one package at a time,
	// when code mentions it.
	Symbols func(path string) map[string]reflect.Value
	// Own reports whether the machine runs the source of a package.
	Own func(*types.Package) bool
	// Compiled returns the compiled type of this process for a type name of a compiled package that
	// Symbols lacks; nil for none. It may be nil.
	Compiled func(*types.TypeName) reflect.Type
	// Twin is the type that stands for a generic type of a compiled package, nil for none.
	Twin func(*types.TypeName) *types.TypeName
	// Source finds the declaration of a generic function or method of a compiled package, nil for
	// none.
	Source func(*types.Func) *Decl
	// Sourced reports whether all functions of a compiled package are run from what Source finds,
	// where there is machine code. It may be nil.
	Sourced func(path string) bool
	// Stdin is what the code reads from os.Stdin; nil leaves os.Stdin alone.
	Stdin io.Reader
	// Stdout and Stderr are the standard streams of the code.
	Stdout, Stderr io.Writer
	// Redirect makes os.Stdout and os.Stderr write there too.
	Redirect bool
	// Print is where print and println write; nil is Stderr.
	Print io.Writer
	// Fset has the positions of all units.
	Fset *token.FileSet
	// Place returns the file and the line that runtime.Caller and the like report for a position;
	// nil means those of Fset.
	Place func(pos token.Pos) (file string, line int)
	// Context is the object that stands for the context of the running cell.
	Context types.Object
	// Loggers are those of packages log and log/slog; without them, lines that their functions
	// write have the places of the machine.
	Loggers Loggers
	// Override returns the value that replaces a name of a compiled package, and false if there is
	// none.
	Override func(path, name string) (reflect.Value, bool)
	// Guard makes a call of a function that a test has given to package testing, and returns when
	// that has ended, however it ends. Without it the functions are called directly, and a panic
	// ends the process.
	Guard func(t testing.TB, call func())
	// Interruptible are compiled functions and methods that can be made to return early, by their
	// full names. The replacement gets the arguments, after the receiver, and a channel that is
	// closed when the calling goroutine has to end.
	Interruptible map[string]func(stop <-chan struct{}, args []reflect.Value) []reflect.Value
	// Native is the number of calls, or of turns of a loop, from which code is translated to
	// machine code, where there is a translator. 0 leaves that to the environment variable
	// POLKA_NATIVE.
	Native int
}

// A Machine holds the functions and variables of one session. Compile is called by one goroutine at
// a time.
type Machine struct {
	o Options
	*run.World

	interruptible atomic.Int32 // calls of Options.Interruptible in progress

	packages map[string]map[string]reflect.Value
	learned  map[*types.TypeName]reflect.Type // unexported types of compiled packages

	globals      map[string]*Global
	new          map[*Global]bool          // while a unit is compiled
	panics       sync.Map                  // of the constants that panics have, by themselves
	funcs        map[string]*run.Func      // by symbol
	methods      map[*types.Func]*run.Func // of types that are not generic
	decls        map[types.Object]*Decl    // of generic functions and methods
	made         map[string]*run.Func      // instances
	instances    map[*types.Func][]madeInstance
	lastDecl     int // the last Decl.id
	natives      map[nativeKey]*run.Func
	nativeValues map[string]*run.Func
	unit         *Unit                       // the last one
	trees        map[unsafe.Pointer]*ir.Stmt // of the statements of the unit that is compiled

	stdin   *stdinReader      // nil to leave os.Stdin alone
	writers []*standardWriter // for os.Stdout and os.Stderr; nil to leave them alone
	callers callers

	tracing *Tracing                // the open trace, nil for none
	traced  map[*ast.FuncLit]string // while it compiles: the literals that are traced, with their names
}

// Specialize has all machines use compiled code for more types of maps and of functions than the
// common ones. A program that does not call it is a megabyte smaller, and its cells take longer for
// such maps and calls of compiled functions. It must be called before New.
func Specialize() { shim.More, maps.More = shim.Rest, maps.Rest }

// New makes a Machine.
func New(o Options) *Machine {
	shim.Make()
	maps.Make()
	makeSpecials()
	m := &Machine{
		o:            o,
		packages:     make(map[string]map[string]reflect.Value),
		learned:      make(map[*types.TypeName]reflect.Type),
		globals:      make(map[string]*Global),
		new:          make(map[*Global]bool),
		funcs:        make(map[string]*run.Func),
		methods:      make(map[*types.Func]*run.Func),
		decls:        make(map[types.Object]*Decl),
		made:         make(map[string]*run.Func),
		instances:    make(map[*types.Func][]madeInstance),
		natives:      make(map[nativeKey]*run.Func),
		nativeValues: make(map[string]*run.Func),
		trees:        make(map[unsafe.Pointer]*ir.Stmt),
	}
	if f, _ := o.Stdin.(*os.File); o.Stdin != nil && f != os.Stdin {
		m.stdin = &stdinReader{o.Stdin, os.Stdin}
	}
	if o.Redirect {
		m.writers = []*standardWriter{{o.Stdout, os.Stdout}, {o.Stderr, os.Stderr}}
	}
	m.World = run.NewWorld(m)
	m.Threshold.Store(threshold(o.Native))
	m.Types = memory.NewTypes(o.Own, o.Twin, m.compiledType, m.MethodValue)
	m.Start()
	return m
}

// Release frees what the types of the machine hold. Compiled code cannot call their methods any
// more: they panic.
func (m *Machine) Release() { m.Types.Release() }

// A Global is a variable of the top level.
type Global struct {
	Type *memory.Type
	p    unsafe.Pointer
}

// An Error is the reason why a unit cannot be compiled.
type Error struct {
	Pos token.Pos
	Msg string
	// Declined is set if the unit is valid Go with a construct that the machine does not support.
	Declined bool
}

func (e *Error) Error() string { return e.Msg }

// symbolsOf returns the symbols of a compiled package.
func (m *Machine) symbolsOf(path string) map[string]reflect.Value {
	if t, ok := m.packages[path]; ok {
		return t
	}
	t := m.o.Symbols(path)
	m.packages[path] = t
	return t
}

// Changed tells the machine that Options.Symbols returns other symbols for a package from now on.
// Code that has been compiled keeps those that it mentions.
func (m *Machine) Changed(path string) {
	m.Mu.Lock()
	defer m.Mu.Unlock()
	delete(m.packages, path)
	for k := range m.natives {
		if strings.HasPrefix(k.name, path+".") || strings.HasPrefix(k.name, "("+path+".") || strings.HasPrefix(k.name, "(*"+path+".") {
			delete(m.natives, k)
		}
	}
}

// symbol returns a symbol of a compiled package.
func (m *Machine) symbol(path, name string) (reflect.Value, bool) {
	if m.o.Override != nil {
		if v, ok := m.o.Override(path, name); ok {
			return v, true
		}
	}
	v, ok := m.symbolsOf(path)[name]
	return v, ok
}

// compiledType returns the type of a compiled package, nil if it is not known.
func (m *Machine) compiledType(n *types.TypeName) reflect.Type {
	if n.Pkg().Path() == "unsafe" {
		return memory.PointerType
	}
	if v, ok := m.symbolsOf(n.Pkg().Path())[n.Name()]; ok && v.Kind() == reflect.Pointer && v.IsNil() {
		return v.Type().Elem()
	}
	if m.o.Compiled != nil {
		if t := m.o.Compiled(n); t != nil {
			return t
		}
	}
	return m.learned[n]
}

// learn records what rt says about the unexported types of compiled packages in t.
func (m *Machine) learn(t types.Type, rt reflect.Type) {
	switch t := types.Unalias(t).(type) {
	case *types.Named:
		if m.IsOwn(t) || t.Obj().Pkg() == nil || m.compiledType(t.Obj()) != nil {
			return
		}
		m.learned[t.Obj()] = rt
	case interface{ Elem() types.Type }:
		switch rt.Kind() {
		case reflect.Map:
			if k, ok := t.(*types.Map); ok {
				m.learn(k.Key(), rt.Key())
			}
			m.learn(t.Elem(), rt.Elem())
		case reflect.Pointer, reflect.Slice, reflect.Array, reflect.Chan:
			m.learn(t.Elem(), rt.Elem())
		}
	case *types.Signature:
		if rt.Kind() != reflect.Func || rt.NumIn() != t.Params().Len() || rt.NumOut() != t.Results().Len() {
			return
		}
		for i := range rt.NumIn() {
			m.learn(t.Params().At(i).Type(), rt.In(i))
		}
		for i := range rt.NumOut() {
			m.learn(t.Results().At(i).Type(), rt.Out(i))
		}
	}
}

// Compile compiles a unit. Functions with bodies replace those of the same symbol at once;
// statements are run by Run.Do.
func (m *Machine) Compile(u *Unit) (code *run.Code, err error) {
	m.Mu.Lock()
	defer m.Mu.Unlock()
	defer func() {
		m.endUnit()
		if e := recover(); e != nil {
			if d, ok := e.(endless); ok {
				code, err = nil, &Error{Pos: d.pos, Msg: d.msg}
				return
			}
			d, ok := e.(memory.Decline)
			if !ok {
				panic(e)
			}
			code, err = nil, &Error{Pos: d.Pos, Msg: "the machine cannot run " + d.Msg, Declined: true}
		}
	}()
	return m.compileUnit(u), nil
}

// EndUnit drops what is only needed while a unit is compiled.
func (m *Machine) endUnit() {
	m.Types.EndUnit()
	clear(m.new)
	clear(m.trees)
}

// Forget drops the function or variable obj, which the code of later units does not mention. Code
// that has been compiled keeps what it needs, and so do values with methods.
func (m *Machine) Forget(obj types.Object, symbol string) {
	m.Mu.Lock()
	defer m.Mu.Unlock()
	if f := m.funcs[symbol]; f != nil {
		f.Release()
		delete(m.funcs, symbol)
	}
	delete(m.globals, symbol)
	f, ok := obj.(*types.Func)
	if !ok {
		return
	}
	if f.Signature().Recv() != nil {
		return // values of the type may be left, whose methods are compiled when they are called
	}
	if m.decls[f] != nil {
		for _, i := range m.instances[f] {
			i.f.Release()
			delete(m.made, i.key)
		}
		delete(m.instances, f)
		delete(m.decls, f)
	}
}

func itoa(n int) string { return strconv.Itoa(n) }

// instanceKey returns a text that differs for the instances of a generic declaration.
func (m *Machine) instanceKey(d *Decl, args []types.Type) string {
	if d.id == 0 {
		m.lastDecl++
		d.id = m.lastDecl
	}
	var b strings.Builder
	fmt.Fprint(&b, d.id)
	for _, a := range args {
		b.WriteByte('|')
		writeKey(&b, a)
	}
	return b.String()
}
