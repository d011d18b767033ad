// SPDX-License-Identifier: BSD-3-Clause

//go:build (amd64 || arm64) && (linux || darwin || windows)

// Package translate makes machine code of trees of package ir, for the processor of package target.
//
// # What is where
//
// Four registers belong to the frame of the running function, the code.Context, Go's g, and the
// depth of calls. All variables are in memory: in frames, or where their addresses say; those of
// some loops are in registers, too (see registers.go). Temporaries of an expression are in SI, DI
// and R8 to R11, in the order in which they are needed, and in the first 14 registers for floats;
// AX, CX and DX, and the other two for floats, hold nothing between two operations. R13 is the
// frame of a call while its arguments are evaluated.
//
// # What must hold where code leaves
//
// Go code that runs then sees all variables where they belong, since all assignments go to memory.
// Of the registers only the frame and the depth survive. Temporaries that are needed later are
// pushed before, which only numbers and booleans can be: the collector does not see the stack. The
// trees are made so that no address and no pointer has to wait while code leaves. A pointer that is
// about to be stored is a result of code.Enter if the collector is marking, so Go's stack maps have
// it.
//
// A pointer is in a register only between two points at which code can leave. What it points to
// cannot be freed there: collections wait until the thread leaves, and concurrent marking keeps all
// that was reachable when it began, or was stored since.
//
// # What is translated
//
// Assignments, op=, if, for, range over slices, arrays and integers, switch, break, continue,
// return, and calls of functions, function values and methods; numbers of all types but complex
// ones, booleans, pointers, elements of slices, arrays and strings, and fields. Strings, slices and
// interface values are copied, and strings and the types in interface values are compared. For all
// else the code leaves to closures.
package translate

import (
	"errors"
	"fmt"
	"go/token"
	"runtime"
	"sync"
	"unsafe"

	"polka/kernel/machine/internal/code"
	"polka/kernel/machine/internal/ir"
	"polka/kernel/machine/internal/memory"
	"polka/kernel/machine/internal/run"
	"polka/kernel/machine/internal/target"
)

// Install makes machine code available to package run. Whether this process can have any is found
// out when the first unit is translated, since most cells do not come to that.
var Install = sync.OnceFunc(func() {
	run.Translate = func(u *run.Unit) (entry, direct uintptr, err error) {
		if err := Ready(); err != nil {
			return 0, 0, err
		}
		return unit(u)
	}
})

// Ready returns an error that says why this process cannot have machine code, nil if it can.
var Ready = sync.OnceValue(func() error {
	if !code.Enabled() {
		return errors.New(code.Why())
	}
	g := new(gen)
	// A function that is closures: SI is the Func.
	g.Store(8, ctx(code.OffA), target.SI)
	g.leave(run.ExitInvoke)
	g.Ret()
	text, err := g.Link()
	if err != nil {
		return err
	}
	b, err := code.Map(text)
	if err != nil {
		return err
	}
	run.SetInvoking(b.Addr())
	return nil
})

// A gen generates the code of a unit.
type gen struct {
	target.Asm
	u       *run.Unit
	targets []destination
	out     target.Label // of a unit: it ends with the Ctl in Context.Int
	ret     target.Label // of a unit: it returns from the function
	slow    []func()     // code that is seldom needed, at the end
	pushed  int          // words on the stack
	pos     token.Pos    // of the statement that is translated
	marks   []mark
	maxPush int

	region            *region // the loop that has variables in registers
	plain             bool    // there are to be none
	held              map[variable]target.Reg
	holding           int // how many temporaries hold variables of held
	maxTemp, maxFloat int // how many temporaries and floats have been used

	inPlace  *target.Label // where what is computed in place fails; nil elsewhere
	order    target.Label  // of the routine that compares strings
	hasOrder bool
	finders  map[finder]target.Label // routines that look for entries of maps
	absent   *target.Label           // where an assignment goes for an entry that there is not
}

// A destination is where a Ctl leads.
type destination struct {
	ctl run.Ctl
	at  target.Label
}

// A mark is a run.Mark of which the offset is not known yet.
type mark struct {
	at target.Label
	run.Mark
}

// mark notes that the code that follows is of the statement at pos, which runs a closure if leaves
// is set. It returns the statement before it, to continue with.
func (g *gen) mark(pos token.Pos, leaves bool) (before token.Pos, _ bool) {
	before, g.pos = g.pos, pos
	g.marks = append(g.marks, mark{g.Here(), run.Mark{Pos: pos, Leaves: leaves}})
	return before, false
}

// A failure is the reason why a unit is not translated.
type failure struct{ err error }

func fail(format string, args ...any) { panic(failure{fmt.Errorf(format, args...)}) }

// unit translates a unit, for package run.
func unit(u *run.Unit) (entry, direct uintptr, err error) {
	defer func() {
		if e := recover(); e != nil {
			if u.Fn.M.Threshold.Load() == 1 { // as in tests
				panic(e)
			}
			err = fmt.Errorf("internal error of the translator: %v", e)
		}
	}()
	tree, ok := u.Tree.(*ir.Stmt)
	if !ok {
		return 0, 0, errors.New("no tree")
	}
	if u.Fn.M.Threshold.Load() > 1 {
		gain := tree.Gain()
		if gain < 0 {
			return 0, 0, errors.New("it would not be faster")
		}
		u.Direct = gain < ir.EnterCost
	}
	calls := tree
	tree = tree.Inlined()
	u.Tree = tree // the code refers to what it refers to
	entry, direct, err = translate(u, tree, false)
	if err != nil { // perhaps for want of registers
		entry, direct, err = translate(u, tree, true)
	}
	if err != nil {
		u.Tree = calls
		entry, direct, err = translate(u, calls, true)
	}
	return entry, direct, err
}

// translate translates a unit; plain says that no variables are to be in registers.
func translate(u *run.Unit, tree *ir.Stmt, plain bool) (entry, direct uintptr, err error) {
	defer func() {
		if e := recover(); e != nil {
			f, ok := e.(failure)
			if !ok {
				panic(e)
			}
			err = f.err
		}
	}()
	g := &gen{u: u, plain: plain}
	g.out, g.ret = g.NewLabel(), g.NewLabel()
	begin := g.NewLabel()
	// Go enters here.
	g.Call(begin)
	g.leave(run.ExitDone)
	g.Trap()
	g.Align(16)
	g.Bind(begin)
	if !u.Loop {
		g.preempt()
	}
	g.stmt(tree)
	g.StoreImm(8, ctx(code.OffInt), int32(run.Next))
	g.Bind(g.out)
	g.Ret()
	g.Bind(g.ret)
	g.StoreImm(8, ctx(code.OffInt), int32(run.Returned))
	g.Ret()
	g.mark(0, false)
	for len(g.slow) > 0 {
		f := g.slow[0]
		g.slow = g.slow[1:]
		f()
	}
	if g.maxPush*target.PushSize > run.MaxPush {
		fail("it needs %d bytes of stack", g.maxPush*target.PushSize)
	}
	text, err := g.Link()
	if err != nil {
		return 0, 0, err
	}
	b, err := code.Map(text)
	if err != nil {
		return 0, 0, err
	}
	runtime.AddCleanup(u, func(b *code.Block) { b.Free() }, b)
	u.Text, u.Marks = b.Bytes()[:len(text)], make([]run.Mark, len(g.marks))
	for i, m := range g.marks {
		m.Off = g.Offset(m.at)
		u.Marks[i] = m.Mark
	}
	return b.Addr(), b.Addr() + uintptr(g.Offset(begin)), nil
}

const frame, context, depth, callee = target.Frame, target.Context, target.Depth, target.R13

// The temporaries.
var temps = [...]target.Reg{target.SI, target.DI, target.R8, target.R9, target.R10, target.R11}

const floats = 14

// t is temporary k.
func (g *gen) t(k int) target.Reg {
	if k >= len(temps) || g.isVariable(temps[k]) {
		fail("an expression needs too many registers")
	}
	g.maxTemp = max(g.maxTemp, k+1)
	return temps[k]
}

func (g *gen) x(j int) target.XReg {
	if j >= floats {
		fail("an expression needs too many registers for floats")
	}
	g.maxFloat = max(g.maxFloat, j+1)
	return target.XReg(j)
}

func ctx(off int32) target.Mem { return target.At(context, off) }

// leave goes back to Go for a reason, and continues behind this place.
func (g *gen) leave(why int32) { g.leaveBy(why, code.OffLeave) }

func (g *gen) leaveBy(why, routine int32) {
	g.StoreImm(8, ctx(code.OffCode), why)
	g.Leave(ctx(routine))
	g.loadVariables()
}

// argument sets an argument of leaving to an address that does not change.
func (g *gen) argument(off int32, p unsafe.Pointer) {
	g.MovImm(target.AX, int64(uintptr(p)))
	g.Store(8, ctx(off), target.AX)
}

// later generates code at the end of the unit, and returns its label. There are as many words on
// the stack as here.
func (g *gen) later(f func()) target.Label {
	l := g.NewLabel()
	n, pos, r := g.pushed, g.pos, g.region
	g.slow = append(g.slow, func() {
		g.mark(pos, false)
		g.Bind(l)
		g.pushed, g.region = n, r
		f()
		g.region = nil
	})
	return l
}

// preempt leaves if the scheduler wants the thread to yield.
func (g *gen) preempt() {
	on := g.NewLabel()
	g.OpStoreImm(target.Cmp, 8, target.At(target.Goroutine, code.Guard), 0)
	g.Jcc(target.L, g.later(func() {
		g.leave(run.ExitPoll)
		g.Jmp(on)
	}))
	g.Bind(on)
}

// poll is preempt where a loop goes round; it looks for a stop, too.
func (g *gen) poll() {
	on := g.NewLabel()
	slow := g.later(func() {
		g.leave(run.ExitPoll)
		g.Jmp(on)
	})
	g.OpStoreImm(target.Cmp, 8, target.At(target.Goroutine, code.Guard), 0)
	g.Jcc(target.L, slow)
	if g.region == nil {
		g.Load(8, target.AX, ctx(code.OffLimit))
		g.OpStoreImm(target.Cmp, 4, target.At(target.AX, 0), 0)
		g.Jcc(target.E, slow)
	}
	g.Bind(on)
}

func (g *gen) push(r target.Reg) {
	g.Push(r)
	g.pushed++
	g.maxPush = max(g.maxPush, g.pushed)
}

func (g *gen) pop(r target.Reg) {
	g.Pop(r)
	g.pushed--
}

// save pushes k temporaries and j floats that are needed after code has left; restore takes them
// back.
func (g *gen) save(k, j int) {
	for i := range k {
		g.push(g.t(i))
	}
	for i := range j {
		g.FBits(8, target.AX, g.x(i))
		g.push(target.AX)
	}
}

func (g *gen) restore(k, j int) {
	for i := j - 1; i >= 0; i-- {
		g.pop(target.AX)
		g.FFromBits(8, g.x(i), target.AX)
	}
	for i := k - 1; i >= 0; i-- {
		g.pop(g.t(i))
	}
}

// resultAt is where a closure has left a value.
func resultAt(r memory.Rep) mem {
	off := int32(code.OffInt)
	switch r {
	case memory.RepPtr:
		off = code.OffPtr
	case memory.RepString:
		off = code.OffStr
	case memory.RepSlice:
		off = code.OffSlice
	case memory.RepEface, memory.RepIface:
		off = code.OffIface
	}
	return at(context, off)
}

// words is how many words a value of a rep has in memory.
func words(r memory.Rep) int {
	switch r {
	case memory.RepSlice:
		return 3
	case memory.RepString, memory.RepEface, memory.RepIface:
		return 2
	}
	return 1
}
