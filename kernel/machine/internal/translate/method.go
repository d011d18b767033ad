// SPDX-License-Identifier: BSD-3-Clause

//go:build (amd64 || arm64) && (linux || darwin || windows)

// Calls of methods of interface values.
//
// A call keeps the methods of the first tables that it meets (run.Dispatcher), so that the code
// finds them by a few comparisons, and sets the receiver. For other tables, an empty interface
// value, or if there is no frame, it leaves. Where the arguments are in the frame depends on the
// size of the receiver, so the code looks that up.

package translate

import (
	"unsafe"

	"polka/kernel/machine/descriptor"
	"polka/kernel/machine/internal/ir"
	"polka/kernel/machine/internal/memory"
	"polka/kernel/machine/internal/run"
	"polka/kernel/machine/internal/target"
)

// Offsets in a Method, and of the offsets of the parameters in a Func.
const (
	offTab      = int32(unsafe.Offsetof(run.Method{}.Tab))
	offMethod   = int32(unsafe.Offsetof(run.Method{}.Fn))
	offDirect   = int32(unsafe.Offsetof(run.Method{}.Direct))
	offPointers = int32(unsafe.Offsetof(run.Method{}.Pointers))
	offReceiver = int32(unsafe.Offsetof(run.Method{}.At))
	offWhole    = int32(unsafe.Offsetof(run.Method{}.Words))
	offRest     = int32(unsafe.Offsetof(run.Method{}.Rest))
	offSize     = int32(unsafe.Offsetof(run.Method{}.Size))
	offParams   = int32(unsafe.Offsetof(run.Func{}.Params) + unsafe.Offsetof(memory.Layout{}.Offsets))
)

// methodArgs evaluates the interface value and the arguments of a call of its method. Then the
// function is on the stack, and its frame in R13.
func (g *gen) methodArgs(c *ir.CallExpr) {
	inOrder := c.InOrder()
	leaves := false
	for i, a := range c.Args {
		leaves = leaves || inOrder[i] && a.X.Leaves()
	}
	var waiting []ir.Arg
	if leaves { // the value is a variable that does not change meanwhile
		waiting = g.waitingArgs(c, inOrder, 0)
		g.interfaceValue(c.Value)
	} else {
		g.interfaceValue(c.Value)
		waiting = g.waitingArgs(c, inOrder, 2)
	}
	g.frameForMethod(c)
	n := len(waiting)
	for i := len(c.Args) - 1; i >= 0; i-- {
		if inOrder[i] {
			n--
			g.pop(target.AX)
			g.paramOffset(target.DX, i)
			g.Store(ir.Width(waiting[n].X.Rep), target.Index(callee, target.CX, 1, 0), target.AX)
		}
	}
	g.push(target.DX) // the function is kept alive by its slot
	for i, a := range c.Args {
		if !inOrder[i] {
			g.Load(8, target.AX, target.At(target.SP, 0))
			g.paramOffset(target.AX, i)
			g.Op(target.Add, 8, callee, target.CX)
			g.put(c, at(callee, 0), a.X, a.Type)
			g.calleeAgain(c)
		}
	}
}

// paramOffset loads the offset of argument i of the function in a register into CX.
func (g *gen) paramOffset(fn target.Reg, i int) {
	g.Load(8, target.CX, target.At(fn, offParams))
	g.Load(8, target.CX, target.At(target.CX, int32(8*(i+1)))) // behind that of the receiver
}

// interfaceValue loads the table and the data of an interface value into SI and DI.
func (g *gen) interfaceValue(v *ir.Expr) {
	m, _ := g.address(v.X, 0, 0)
	g.Load(8, target.AX, m.m(8))
	g.Load(8, target.SI, m.m(0))
	g.Mov(8, target.DI, target.AX)
}

// toAny is an interface value with methods as an any: the first word is the type of the table.
func (g *gen) toAny(e *ir.Expr, k, j int) {
	on := g.NewLabel()
	m, _ := g.address(e.X, k, j)
	to := resultAt(e.Rep)
	g.Load(8, target.AX, m.m(8))
	g.Load(8, target.CX, m.m(0))
	g.Store(8, to.m(8), target.AX)
	g.Test(8, target.CX, target.CX)
	g.Jcc(target.E, on)
	g.Load(8, target.CX, target.At(target.CX, int32(descriptor.TypeInTable)))
	g.Bind(on)
	g.Store(8, to.m(0), target.CX)
}

// frameForMethod is frameFor for a call of the method of the interface value in SI and DI. It loads
// the function into DX, and sets the receiver.
func (g *gen) frameForMethod(c *ir.CallExpr) {
	on, found, again := g.NewLabel(), g.NewLabel(), g.NewLabel()
	slow := g.later(func() {
		g.leaveForFrame(run.ExitMethod, unsafe.Pointer(c.Methods), c.Site)
		g.Jmp(on)
	})
	g.Test(8, target.SI, target.SI)
	g.Jcc(target.E, slow)
	g.MovImm(target.R9, int64(uintptr(unsafe.Pointer(&c.Methods.Methods))))
	for i := range c.Methods.Methods {
		g.Load(8, target.R8, target.At(target.R9, int32(8*i)))
		g.OpLoad(target.Cmp, 8, target.SI, target.At(target.R8, offTab))
		g.Jcc(target.E, found)
	}
	g.Jmp(slow)
	g.Bind(found)
	g.room(slow)
	g.Load(8, target.DX, target.At(target.R8, offMethod))
	g.slotOf()
	g.OpLoad(target.Cmp, 8, target.DX, target.At(target.CX, 0))
	g.Jcc(target.NE, slow)
	g.Load(8, callee, target.At(target.CX, 8))
	g.Load(8, target.R9, target.At(target.R8, offReceiver))
	g.Op(target.Add, 8, target.R9, callee)
	pointed := g.NewLabel()
	g.OpStoreImm(target.Cmp, 8, target.At(target.R8, offPointers), 0)
	g.Jcc(target.E, pointed)
	g.marking(slow)
	g.OpStoreImm(target.Cmp, 8, target.At(target.R8, offDirect), 0)
	g.Jcc(target.E, pointed)
	g.Store(8, target.At(target.R9, 0), target.DI)
	g.Jmp(on)
	g.Bind(pointed)
	g.Test(8, target.DI, target.DI)
	g.Jcc(target.E, slow)
	g.OpStoreImm(target.Cmp, 8, target.At(target.R8, offRest), 0)
	g.Jcc(target.NE, g.later(func() { // byte by byte
		byByte := g.NewLabel()
		g.Load(8, target.CX, target.At(target.R8, offSize))
		g.Bind(byByte)
		g.Load(1, target.AX, target.Index(target.DI, target.CX, 1, -1))
		g.Store(1, target.Index(target.R9, target.CX, 1, -1), target.AX)
		g.Dec(8, target.CX)
		g.Jcc(target.NE, byByte)
		g.Jmp(on)
	}))
	g.Load(8, target.CX, target.At(target.R8, offWhole))
	g.Test(8, target.CX, target.CX)
	g.Jcc(target.E, on)       // an empty struct
	for i := range int32(3) { // of more words the loop copies these again
		g.Load(8, target.AX, target.At(target.DI, 8*i))
		g.Store(8, target.At(target.R9, 8*i), target.AX)
		g.OpImm(target.Cmp, 8, target.CX, i+1)
		g.Jcc(target.E, on)
	}
	g.Bind(again)
	g.Load(8, target.AX, target.Index(target.DI, target.CX, 8, -8))
	g.Store(8, target.Index(target.R9, target.CX, 8, -8), target.AX)
	g.Dec(8, target.CX)
	g.Jcc(target.NE, again)
	g.Bind(on)
}
