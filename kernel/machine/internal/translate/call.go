// SPDX-License-Identifier: BSD-3-Clause

//go:build (amd64 || arm64) && (linux || darwin || windows)

// Calls.

package translate

import (
	"unsafe"

	"polka/kernel/machine/descriptor"
	"polka/kernel/machine/internal/code"
	"polka/kernel/machine/internal/ir"
	"polka/kernel/machine/internal/memory"
	"polka/kernel/machine/internal/run"
	"polka/kernel/machine/internal/target"
)

// call makes a call. A result of the given rep is where resultAt says, 0 for none, or copied to
// where the call says.
//
// Arguments for which code may leave come first, with those before them, and wait on the stack.
// Then the frame of the callee is looked up, which stays in R13 while the others are put there.
func (g *gen) call(c *ir.CallExpr, r memory.Rep, k, j int) {
	if c.Methods != nil {
		g.save(k, j)
		g.methodArgs(c)
		g.enterCallee(c, r)
		g.restore(k, j)
		return
	}
	fn := c.Fn
	g.save(k, j)
	if c.Pre != nil {
		g.stmt(c.Pre)
	}
	inOrder := c.InOrder()
	waiting := g.waitingArgs(c, inOrder, 0)
	if fn != nil {
		g.frameFor(c)
	} else {
		g.frameForValue(c)
	}
	for i := len(waiting) - 1; i >= 0; i-- {
		g.pop(target.AX)
		g.Store(ir.Width(waiting[i].X.Rep), target.At(callee, disp(int64(waiting[i].Off))), target.AX)
	}
	if fn == nil {
		g.push(target.DX) // the function is kept alive by its slot
	}
	for i, a := range c.Args {
		if !inOrder[i] {
			g.put(c, at(callee, disp(int64(a.Off))), a.X, a.Type)
			if a.Type.Pointers {
				g.calleeAgain(c)
			}
		}
	}
	g.enterCallee(c, r)
	g.restore(k, j)
}

// inline computes what a call does in place, or makes the call, of which take takes the result;
// then uses it. It makes the call at the end of the unit, where all variables are in memory.
func (g *gen) inline(c *ir.CallExpr, r memory.Rep, k, j int, compute, take, then func()) {
	if g.inPlace == nil {
		on := g.NewLabel()
		slow := g.later(func() {
			vars := g.region
			g.region = nil
			g.call(c, r, k, j)
			take()
			g.region = vars
			g.loadVariables()
			then()
			g.Jmp(on)
		})
		g.inPlace = &slow
		defer func() {
			g.inPlace = nil
			g.Bind(on)
		}()
	}
	g.MovImm(target.AX, int64(uintptr(unsafe.Pointer(c.Flag()))))
	g.OpStoreImm(target.Cmp, 8, target.At(target.AX, 0), 0)
	g.Jcc(target.E, *g.inPlace)
	if c.Guess != nil {
		m, _ := g.address(c.Value.X, k, j)
		g.Load(8, target.AX, m.m(0))
		g.Test(8, target.AX, target.AX)
		g.Jcc(target.E, *g.inPlace)
		g.Load(8, target.CX, target.At(target.AX, int32(descriptor.TypeInTable)))
		g.MovImm(target.AX, int64(uintptr(c.Of)))
		g.Op(target.Cmp, 8, target.CX, target.AX)
		g.Jcc(target.NE, *g.inPlace)
	}
	compute()
}

func nothing() {}

// waitingArgs evaluates the arguments that wait, with the temporaries from k on, pushes them and
// returns them.
func (g *gen) waitingArgs(c *ir.CallExpr, inOrder []bool, k int) (waiting []ir.Arg) {
	for i, a := range c.Args {
		if !inOrder[i] {
			continue
		}
		if ir.IsFloat(a.X.Rep) {
			g.feval(a.X, k, 0)
			g.FBits(8, target.AX, g.x(0))
			g.push(target.AX)
		} else {
			g.eval(a.X, k, 0)
			g.push(g.t(k))
		}
		waiting = append(waiting, a)
	}
	return waiting
}

// enterCallee makes the call, when the arguments are in the frame in R13, and takes the results. A
// function that is not known before is on the stack.
func (g *gen) enterCallee(c *ir.CallExpr, r memory.Rep) {
	fn := c.Fn
	g.Load(8, target.AX, ctx(code.OffSites))
	g.StoreImm(4, target.Index(target.AX, depth, 4, 0), c.Site)
	if fn != nil {
		g.MovImm(target.SI, int64(uintptr(unsafe.Pointer(fn))))
	} else {
		g.Load(8, target.SI, target.At(target.SP, 0))
	}
	g.push(frame)
	g.Mov(8, frame, callee)
	g.Inc(8, depth)
	if fn != nil && fn.Outside {
		g.invoke()
	} else {
		g.CallMem(target.At(target.SI, offEntry))
	}
	g.Dec(8, depth)
	g.Mov(8, callee, frame)
	g.pop(frame)
	g.result(c, r)
	switch {
	case fn != nil && (fn.Compile != nil || fn.Frame == nil): // it is compiled when it is called
		g.MovImm(target.DX, int64(uintptr(unsafe.Pointer(fn))))
		g.clearValue()
	case fn != nil:
		g.clear(fn)
	default:
		g.pop(target.DX)
		g.clearValue()
	}
}

// invoke leaves for the function in SI, which is closures, in its frame. The processor expects that
// code returns to where it was called last, which is where Go has entered unless code has called
// other code since. So this is faster than the routine at Func.Entry, which does the same.
func (g *gen) invoke() {
	vars := g.region
	g.region = nil // the frame is that of the function
	g.Store(8, ctx(code.OffA), target.SI)
	g.leave(run.ExitInvoke)
	g.region = vars
}

// Offsets in a Func.
const (
	offEntry  = int32(unsafe.Offsetof(run.Func{}.Entry))
	offWay    = int32(run.WayOffset)
	offPtrs   = int32(unsafe.Offsetof(run.Func{}.Ptrs))
	offWords  = int32(unsafe.Offsetof(run.Func{}.CaughtWords))
	offCaught = int32(unsafe.Offsetof(run.Func{}.CaughtAt))
	offFn     = int32(unsafe.Offsetof(run.Closure{}.Fn))
)

// room jumps to slow if there is no room for a call, the recursion is too deep, or the run is being
// stopped.
func (g *gen) room(slow target.Label) {
	g.OpLoad(target.Cmp, 8, depth, ctx(code.OffRoom))
	g.Jcc(target.GE, slow)
	g.Load(8, target.AX, ctx(code.OffLimit))
	g.OpLoad(target.Cmp, 4, depth, target.At(target.AX, 0))
	g.Jcc(target.GE, slow)
}

// frameFor loads the frame for a call into R13, and makes sure that there is room for the call,
// that the recursion is not too deep, and that the run has not been stopped.
func (g *gen) frameFor(c *ir.CallExpr) {
	on := g.NewLabel()
	slow := g.later(func() {
		g.argument(code.OffA, unsafe.Pointer(c.Fn))
		g.StoreImm(8, ctx(code.OffB), c.Site)
		g.leave(run.ExitFrame)
		g.slot(c.Fn)
		g.Jmp(on)
	})
	g.room(slow)
	g.slot(c.Fn)
	g.MovImm(target.AX, int64(uintptr(unsafe.Pointer(c.Fn))))
	g.OpLoad(target.Cmp, 8, target.AX, target.At(target.CX, 0))
	g.Jcc(target.NE, slow)
	g.Bind(on)
	g.Load(8, callee, target.At(target.CX, 8))
}

// slot computes the address of the slot of the frame of fn at this depth in CX.
func (g *gen) slot(fn *run.Func) {
	g.row(func(ways int32) {
		if n := int32(fn.Way()) % ways; n > 0 {
			g.OpImm(target.Add, 8, target.CX, slotSize*n)
		}
	})
}

// slotOf is slot for the function in DX.
func (g *gen) slotOf() {
	g.row(func(ways int32) {
		g.Load(8, target.AX, target.At(target.DX, offWay))
		g.OpImm(target.And, 4, target.AX, ways-1)
		g.ShiftImm(target.Shl, 8, target.AX, slotShift)
		g.Op(target.Add, 8, target.CX, target.AX)
	})
}

// The size of a slot, and the logarithms of that, of the slots of a low depth, and of those of the
// others.
const (
	slotSize    = 16
	slotShift   = 4
	wideShift   = 8
	narrowShift = 6
)

// row computes the address of the first slot at this depth in CX; choose adds what leads to another
// of so many.
func (g *gen) row(choose func(ways int32)) {
	on := g.NewLabel()
	g.OpImm(target.Cmp, 8, depth, run.WideDepth)
	g.Jcc(target.GE, g.later(func() {
		g.Mov(8, target.CX, depth)
		g.ShiftImm(target.Shl, 8, target.CX, narrowShift)
		g.OpLoad(target.Add, 8, target.CX, ctx(code.OffFrames))
		g.OpImm(target.Add, 8, target.CX, run.WideDepth*(1<<wideShift-1<<narrowShift))
		choose(run.Ways)
		g.Jmp(on)
	}))
	g.Mov(8, target.CX, depth)
	g.ShiftImm(target.Shl, 8, target.CX, wideShift)
	g.OpLoad(target.Add, 8, target.CX, ctx(code.OffFrames))
	choose(run.WideWays)
	g.Bind(on)
}

// frameForValue is frameFor for a call of a function value. It loads the function into DX, and
// copies what the function has caught.
func (g *gen) frameForValue(c *ir.CallExpr) {
	on, loop := g.NewLabel(), g.NewLabel()
	slow := g.later(func() { // the value is in SI
		g.Zero(target.DI)
		g.leaveForFrame(run.ExitValue, unsafe.Pointer(c.How), c.Site)
		g.Jmp(on)
	})
	g.eval(c.Value, 0, 0)
	g.Test(8, target.SI, target.SI)
	g.Jcc(target.E, slow)
	g.MovImm(target.AX, int64(c.How.PC))
	g.OpLoad(target.Cmp, 8, target.AX, target.At(target.SI, 0))
	g.Jcc(target.NE, slow)
	if c.How.Wide() {
		g.Jmp(slow) // the block has another layout
		g.Bind(on)
		g.Bind(loop)
		return
	}
	g.room(slow)
	g.Load(8, target.DX, target.At(target.SI, offFn))
	g.slotOf()
	g.OpLoad(target.Cmp, 8, target.DX, target.At(target.CX, 0))
	g.Jcc(target.NE, slow)
	g.Load(8, callee, target.At(target.CX, 8))
	g.Load(8, target.CX, target.At(target.DX, offWords))
	g.Test(8, target.CX, target.CX)
	g.Jcc(target.E, on)
	g.marking(slow)
	g.Load(8, target.DI, target.At(target.DX, offCaught))
	g.Op(target.Add, 8, target.DI, callee)
	g.Bind(loop)
	g.Load(8, target.AX, target.Index(target.SI, target.CX, 8, int32(run.ClosureSize)-8))
	g.Store(8, target.Index(target.DI, target.CX, 8, -8), target.AX)
	g.Dec(8, target.CX)
	g.Jcc(target.NE, loop)
	g.Bind(on)
}

// leaveForFrame leaves with SI and DI for the function that is to be called at a site, as how says.
// The function is in DX then, and its frame in R13.
func (g *gen) leaveForFrame(why int32, how unsafe.Pointer, site int32) {
	g.argument(code.OffA, how)
	g.StoreImm(8, ctx(code.OffB), site)
	g.leaveBy(why, code.OffLeaveWith)
	g.Load(8, target.DX, ctx(code.OffPtr))
	g.slotOf()
	g.Load(8, callee, target.At(target.CX, 8))
}

// calleeAgain loads the frame of the callee after code may have left.
func (g *gen) calleeAgain(c *ir.CallExpr) {
	if c.Fn != nil {
		g.slot(c.Fn)
	} else {
		g.Load(8, target.DX, target.At(target.SP, 0))
		g.slotOf()
	}
	g.Load(8, callee, target.At(target.CX, 8))
}

// result moves the results of a call out of the frame in R13.
func (g *gen) result(c *ir.CallExpr, r memory.Rep) {
	switch {
	case c.Results != nil:
		for i, t := range c.Results.Types {
			off := disp(int64(c.Results.Offsets[i]))
			g.copyTo(at(frame, disp(c.Base)+off), at(callee, off), t)
			if t.Pointers {
				g.calleeAgain(c)
			}
		}
	case r == 0:
	case ir.IsWord(r): // a word of the width that was stored waits for nothing
		g.Load(ir.Width(r), target.AX, target.At(callee, 0))
		g.Store(8, resultAt(r).m(0), target.AX)
	default:
		to := resultAt(r)
		for i := range words(r) {
			g.Load(8, target.AX, target.At(callee, int32(8*i)))
			g.Store(8, to.m(int32(8*i)), target.AX)
		}
	}
}

// clear clears the pointers in the frame of a call that has ended.
func (g *gen) clear(fn *run.Func) {
	if len(fn.Ptrs) == 0 {
		return
	}
	on := g.NewLabel()
	slow := g.later(func() {
		g.argument(code.OffA, unsafe.Pointer(fn))
		g.leave(run.ExitClear)
		g.Jmp(on)
	})
	g.marking(slow)
	if len(fn.Ptrs) > 12 {
		g.MovImm(target.DX, int64(uintptr(unsafe.Pointer(fn))))
		g.clearLoop()
		g.Bind(on)
		return
	}
	for _, off := range fn.Ptrs {
		g.StoreImm(8, target.At(callee, disp(int64(off))), 0)
	}
	g.Bind(on)
}

// clearLoop clears the pointers in the frame in R13 of the function in DX, which has some.
func (g *gen) clearLoop() {
	loop := g.NewLabel()
	g.Load(8, target.CX, target.At(target.DX, offPtrs+8))
	g.Load(8, target.DX, target.At(target.DX, offPtrs))
	g.Bind(loop)
	g.Load(8, target.AX, target.Index(target.DX, target.CX, 8, -8))
	g.StoreImm(8, target.Index(callee, target.AX, 1, 0), 0)
	g.Dec(8, target.CX)
	g.Jcc(target.NE, loop)
}

// clearValue is clear for the function in DX.
func (g *gen) clearValue() {
	on := g.NewLabel()
	slow := g.later(func() {
		g.Store(8, ctx(code.OffA), target.DX)
		g.leave(run.ExitClear)
		g.Jmp(on)
	})
	g.OpStoreImm(target.Cmp, 8, target.At(target.DX, offPtrs+8), 0)
	g.Jcc(target.E, on)
	g.marking(slow)
	g.clearLoop()
	g.Bind(on)
}
