// SPDX-License-Identifier: BSD-3-Clause

// Units: what is translated to machine code at once.
//
// A unit is the body of a function, or a loop. It begins as closures that count how often they are
// run. When that is often enough the unit is translated, and from then on its closures enter native
// code. A unit that cannot be translated keeps its closures, without the counting.
//
// Native code works on the frame that the closures work on, so a loop changes sides between two
// turns: there is nothing to move.
//
// The code of a unit is freed when nothing refers to the unit. Whatever can run the code refers to
// it: the closures that enter it, Unit.Run while it runs or waits for Go code, and for a function
// that native code calls, the function, which the slot of the frame of the call refers to. So a
// function keeps its code, also when another has replaced it.

package run

import (
	"go/token"
	"slices"
	"sync/atomic"
	"unsafe"
)

// A Unit is a statement that may become machine code.
type Unit struct {
	Fn *Func // whose frame it uses
	// Tree is the statement for the translator, an *ir.Stmt. It refers to what the code refers to.
	Tree any
	// Loop says that the unit is a loop, which ends with a Ctl.
	Loop bool
	// Direct says that only native code enters: the unit is too short for Go code to enter.
	Direct bool
	// Why is the reason why the unit has not been translated.
	Why error

	// Text is the machine code, once there is any, and Marks says what it comes from.
	Text  []byte
	Marks []Mark

	turns          atomic.Int32
	state          atomic.Int32
	plain, counted Stmt    // of a function: its closures, and what counts calls of them
	entry          uintptr // where a function of Go enters
	direct         uintptr // where native code calls the function whose body the unit is
}

// A Mark is a place in the machine code of a unit from which on the code is that of a statement.
type Mark struct {
	Off    int
	Pos    token.Pos // 0 for code of no statement in particular
	Leaves bool      // it runs closures
}

// NewUnit makes a unit of the function, which keeps it if it is to be kept.
func (f *Func) NewUnit(tree any, loop, kept bool) *Unit {
	u := &Unit{Fn: f, Tree: tree, Loop: loop}
	if kept {
		f.Units = append(f.Units, u)
	}
	return u
}

// isPlain reports whether a body is what the unit of the body says.
func (f *Func) isPlain(body Stmt) bool {
	u := f.body
	return u != nil && (isClosure(body, u.counted) || isClosure(body, u.plain))
}

// Inlinable returns the tree of the body for native code that computes what it does without a call,
// nil if the function has no such tree or another body at the moment. Units are translated one by
// one, and while it looks.
//
//go:norace
func (f *Func) Inlinable() any {
	if f.Compile != nil || f.Next != nil || !f.isPlain(f.Body) {
		return nil
	}
	return f.body.Tree
}

// dropUnits forgets the units of a function that has been replaced, but not those with code, which
// may be running.
func (f *Func) dropUnits() {
	f.M.unitsMu.Lock()
	defer f.M.unitsMu.Unlock()
	f.Units = slices.DeleteFunc(f.Units, func(u *Unit) bool { return u.state.Load() != translated })
	f.body = nil
}

const (
	counting = iota
	translated
	declined
)

// Translate makes machine code of a unit; nil where there is no translator. Direct is where native
// code calls the function whose body the unit is; entry is where Go enters.
var Translate func(u *Unit) (entry, direct uintptr, err error)

// Hot counts n turns, and reports whether the unit is machine code by now.
func (u *Unit) Hot(n int) bool {
	threshold := u.Fn.M.Threshold.Load()
	if threshold == 0 {
		return false // it has been switched off
	}
	switch u.state.Load() {
	case translated:
		return true
	case declined:
		return false
	}
	return u.turns.Add(int32(min(n, 1<<20))) >= threshold && u.translate()
}

// isNative is what Hot reports once the unit has been translated. It is short enough to be part of
// what calls it.
func (u *Unit) isNative() bool { return u.state.Load() == translated && u.Fn.M.Threshold.Load() != 0 }

// Declined reports whether the unit will never be machine code.
func (u *Unit) Declined() bool { return u.state.Load() == declined }

// Body counts calls of the function whose body b is, and exchanges it when it has become native
// code or it is known that it will not.
//
//go:noinline
func (u *Unit) Body(b Stmt) Stmt {
	u.plain = b
	u.Fn.body = u
	counted := func(t *Thread, q FP) Ctl {
		if (u.isNative() || u.Hot(1)) && !u.Direct {
			return u.Run(t, q)
		}
		return b(t, q)
	}
	u.counted = counted
	return counted
}

// isClosure reports whether two function values are one.
func isClosure(a, b Stmt) bool {
	return *(*unsafe.Pointer)(unsafe.Pointer(&a)) == *(*unsafe.Pointer)(unsafe.Pointer(&b))
}

// isBody reports whether u is what the function runs, and not a body that has been exchanged for
// another.
//
//go:norace
func (u *Unit) isBody() bool { return u.counted != nil && isClosure(u.Fn.Body, u.counted) }

// settle makes the closures the body of the function again, if Go code does not enter the unit.
//
//go:norace
func (u *Unit) settle() {
	if u.isBody() {
		u.Fn.Body = u.plain
	}
}

// translate makes machine code, once.
func (u *Unit) translate() bool {
	m := u.Fn.M
	m.unitsMu.Lock()
	defer m.unitsMu.Unlock()
	if s := u.state.Load(); s != counting {
		return s == translated
	}
	if Translate == nil || m.Hook.Load() != nil {
		u.turns.Store(0)
		return false
	}
	entry, direct, err := Translate(u)
	if err != nil {
		u.Why = err
		u.Fn.Stays = u.Fn.Stays || !u.Loop
		u.state.Store(declined)
		u.settle()
		return false
	}
	u.entry = entry
	if !u.Loop {
		u.direct = direct
	}
	u.state.Store(translated)
	if u.direct != 0 && u.isBody() {
		atomic.StoreUintptr(&u.Fn.Entry, direct)
	}
	if u.Direct {
		u.settle()
	}
	return true
}

// A ValueCall is how function values of a signature are called.
type ValueCall struct {
	PC     uintptr // of functions of the machine
	Native *Func   // calls those of compiled code
}

// Wide reports whether the functions are called by way of package reflect.
func (v *ValueCall) Wide() bool { return v.PC == widePC }
