// SPDX-License-Identifier: BSD-3-Clause

// Functions: the facts that a call needs, and the replacement of one function by another.

package run

import (
	"cmp"
	"go/token"
	"go/types"
	"slices"
	"strconv"
	"strings"
	"sync/atomic"
	"unsafe"

	"polka/kernel/machine/internal/memory"
)

// WayOffset is where a Func has its way.
const WayOffset = unsafe.Offsetof(Func{}.way)

// A Func is a function of a cell. Another can replace it when a cell declares it again.
type Func struct {
	M    *World
	Id   int
	Name string // as a trace shows it: f, T.M, or func
	Path string // of the package, empty for main
	Pos  token.Pos

	Sig     *types.Signature
	Results memory.Layout
	Params  memory.Layout // with the receiver first
	Caught  memory.Layout // the variables of a closure, behind the parameters
	Frame   *memory.FrameType
	Ptrs    []uintptr // the pointers of the frame, which are cleared after a call
	Body    Stmt
	Compile func() // makes frame and body, if that has not been done
	Next    *Func  // that has replaced this one
	EndPos  token.Pos

	// Tree is what the compiler makes a declared function of a cell from, for a debugger or a
	// trace; nil if it is not to be compiled again.
	Tree any
	// Tracing is the trace that records the calls, nil for none
	Tracing atomic.Pointer[Tracer]
	Label   string // of a literal that is traced: the name of the variable
	Hooked  bool   // it has been compiled with the hooks of a trace

	Outer    *Func // the function that a literal is in, nil for none
	Literals int   // of the function
	Number   int   // of a literal among those of outer, from 1
	Pointer  bool  // a method of a pointer
	Compiled bool  // it stands for a function of Go's runtime
	Outside  bool  // it calls a compiled function: its body is always a closure
	Hidden   bool  // not shown in traces
	Recovers bool  // it calls recover
	// NativeAt is where the frame has the function value, of the Func that calls those of compiled
	// code, or the frame of the caller, of the Func that fails for a nil interface value.
	NativeAt uintptr
	Locals   []Local
	closed   unsafe.Pointer // the value of a function that catches nothing
	late     *lateMethod    // what is called instead, nil for most functions
	wide     bool           // compiled code calls it by way of package reflect, whatever its signature

	Trees bool    // it is compiled with trees for machine code
	Units []*Unit // the body and the loops that may become machine code
	Stays bool    // its body is not machine code, and will not be
	body  *Unit   // of Units, nil if there is none

	Other Stmt // the body with hooks if hooks is not set, and the body without them if it is
	Hooks bool // body calls hooks

	// Entry is where native code calls the function: its own code, or a routine that leaves to run
	// the body. It is 0 until native code calls the function, or the function has code.
	Entry uintptr
	// Inline is not 0 while native code may compute what the body does without a call; it is 0 once
	// the function has been declared again or its calls are traced.
	Inline uintptr
	way    atomic.Int64 // see Way; 0 if there is none yet
	// CaughtWords is how many words a call copies from the block of a closure to CaughtAt in the
	// frame.
	CaughtWords, CaughtAt int
}

func (m *World) NewFunc(name string, pos token.Pos) *Func {
	m.count++
	return &Func{M: m, Id: m.count, Name: name, Pos: pos, Trees: m.Threshold.Load() > 0}
}

// Shape lays out results and parameters, which callers must know.
func (f *Func) Shape(sig *types.Signature) {
	f.Sig = unscoped(sig)
	f.Results, f.Params = f.M.Shapes(sig)
}

// unscoped returns a signature without the scopes of its function, which know all variables of the
// body.
func unscoped(sig *types.Signature) *types.Signature {
	vars := func(t *types.Tuple) *types.Tuple {
		list := make([]*types.Var, 0, t.Len())
		for v := range t.Variables() {
			list = append(list, types.NewParam(v.Pos(), v.Pkg(), v.Name(), v.Type()))
		}
		return types.NewTuple(list...)
	}
	return types.NewSignatureType(nil, nil, nil, vars(sig.Params()), vars(sig.Results()), sig.Variadic())
}

// Shapes lays out the beginning of the frames of functions of a signature.
func (m *World) Shapes(sig *types.Signature) (results, params memory.Layout) {
	for v := range sig.Results().Variables() {
		results.Add(m.TypeFor(v.Type()))
	}
	params.End = results.End
	for v := range sig.Params().Variables() {
		params.Add(m.TypeFor(v.Type()))
	}
	return results, params
}

// PlainFrame gives f a frame of its results and parameters.
func (m *World) PlainFrame(f *Func) {
	var l FrameLayout
	l.End = f.Params.End
	add := func(y memory.Layout) {
		for i, t := range y.Types {
			for _, p := range memory.PointerWords(t.Reflect, 0, nil) {
				l.Ptrs = append(l.Ptrs, y.Offsets[i]+p)
			}
		}
	}
	add(f.Results)
	add(f.Params)
	f.Ptrs = l.Ptrs
	f.Frame = memory.FrameTypeFor(l.End, l.Ptrs)
}

// PointerFrame gives f a frame of its results and parameters with a pointer behind them, at
// NativeAt.
func (m *World) PointerFrame(f *Func) {
	m.PlainFrame(f)
	f.NativeAt = (f.Params.End + memory.Word - 1) &^ (memory.Word - 1)
	f.Ptrs = append(f.Ptrs, f.NativeAt)
	f.Frame = memory.FrameTypeFor(f.NativeAt+memory.Word, f.Ptrs)
}

// Release frees the trees of a function that is not compiled again, since no later cell can name
// it. What has been compiled still refers to the function.
func (f *Func) Release() { f.Tree, f.Other = nil, nil }

// Replace makes calls of f calls of g. A call of f that is running, or whose arguments are being
// evaluated, has a frame for the code of f, so f keeps its frame and passes the arguments on. If
// the parameters have changed, nothing that is compiled from now on calls f, and what does keeps
// its code.
func (f *Func) Replace(g *Func) {
	f.Release()
	if !types.Identical(f.Sig, g.Sig) {
		return
	}
	if f.Frame == nil {
		f.M.PlainFrame(f)
	}
	f.Compile, f.Next, f.Recovers = nil, g, true
	f.exchange(func(t *Thread, q FP) Ctl {
		g := f.Next
		for g.Next != nil {
			g = g.Next
		}
		p := t.Get(g)
		for i, off := range f.Params.Offsets {
			f.Params.Types[i].Copy(unsafe.Add(p, off), unsafe.Add(q, off))
		}
		if !g.Recovers {
			t.Passing = nil
		}
		g.Body(t, p)
		for i, off := range f.Results.Offsets {
			f.Results.Types[i].Copy(unsafe.Add(q, off), unsafe.Add(p, off))
		}
		t.Put(g, p)
		return Returned
	})
	f.dropUnits()
}

// Ready compiles the body of a function.
func (f *Func) Ready() {
	if compile := f.Compile; compile != nil {
		f.Compile = nil
		compile()
	}
}

// Exchange replaces the body. Goroutines that call f meanwhile run the old body or the new one: a
// function value is one word, and both bodies stay in use.
func (f *Func) Exchange(body Stmt) {
	f.M.exchanged.Add(1) // the closures of the new body are complete for those who see it
	f.exchange(body)
}

// exchange sets the body, and lets native code call it: its machine code if it has some.
//
//go:norace
func (f *Func) exchange(body Stmt) {
	f.M.unitsMu.Lock()
	defer f.M.unitsMu.Unlock()
	f.Body = body
	f.Inline = 0
	if f.isPlain(body) {
		f.Inline = 1
	}
	entry := invokingEntry()
	for _, u := range f.Units {
		if u.direct != 0 && (isClosure(body, u.counted) || isClosure(body, u.plain)) {
			entry = u.direct
		}
	}
	if entry != 0 {
		atomic.StoreUintptr(&f.Entry, entry)
	}
}

// Signature returns the type of f as Go writes it.
func (f *Func) Signature() string { return memory.TypeString(f.Sig) }

// TraceName returns the name of the function in a trace: that of the variable for a literal that
// has been assigned to one.
func (f *Func) TraceName() string {
	if f.Label != "" {
		return f.Label
	}
	return f.Name
}

// End returns the end of the function's text.
func (f *Func) End() token.Pos { return f.EndPos }

// Declares reports whether the function has a variable with a name.
func (f *Func) Declares(name string) bool {
	return slices.ContainsFunc(f.Locals, func(l Local) bool { return l.Name == name && l.Pos >= f.Pos })
}

// FullName returns the name that Go gives the function, with the name of the package.
func (f *Func) FullName() string {
	switch {
	case f.Compiled:
		return f.Name
	case f.Outer != nil && f.Outer.Outer == nil:
		return f.Outer.FullName() + ".func" + strconv.Itoa(f.Number)
	case f.Outer != nil:
		return f.Outer.FullName() + "." + strconv.Itoa(f.Number)
	case f.Name == "" && f.Path == "":
		return "main.main" // the statements of a cell
	case f.Name == "":
		return f.Path + ".init" // variables of a package
	}
	path := cmp.Or(f.Path, "main")
	if f.Name == "init" {
		return path + ".init.0"
	}
	typ, method, isMethod := strings.Cut(f.Name, ".")
	switch {
	case !isMethod || strings.HasPrefix(f.Name, "("):
		return path + "." + f.Name
	case f.Pointer:
		return path + ".(*" + typ + ")." + method
	}
	return path + "." + typ + "." + method
}

// A Local is a variable as a trace or a debugger shows it.
type Local struct {
	Name           string
	Pos, From, End token.Pos // of the variable, and of its scope
	V              Place
}

// A Place is where a variable lives.
type Place struct {
	T     *memory.Type
	Off   uintptr // in the frame
	Boxed bool    // the frame has a pointer to it
	Fixed unsafe.Pointer
}

// Code is a compiled unit.
type Code struct {
	Steps []Stmt
	Func  *Func
}
