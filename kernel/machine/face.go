// SPDX-License-Identifier: BSD-3-Clause

// The types and functions of the packages below that users of the machine need.

package machine

import (
	"polka/kernel/machine/internal/memory"
	"polka/kernel/machine/internal/run"
)

type (
	// A Type is the machine's record of a type.
	Type = memory.Type
	// A Value is a value of the machine with its type.
	Value = memory.Value

	// A Run is one execution: the goroutines that it starts belong to it.
	Run = run.Run
	// Code is a compiled unit.
	Code = run.Code
	// A Func is a function of a cell.
	Func = run.Func
	// A Panic is what code of a cell panics with.
	Panic = run.Panic
	// A Call is an open call in a trace.
	Call = run.Call
	// A BadCall is the error of Run.Call if the arguments do not fit.
	BadCall = run.BadCall
	// A State describes what goroutines that run code of cells are doing.
	State = run.State

	// A Hook is called while code runs.
	Hook = run.Hook
	// A Frame is an open call, as a Hook sees it.
	Frame = run.Frame
	// A Variable is a variable of an open call.
	Variable = run.Variable
)

// The errors with which a run ends, and the value of the Panic of a run whose goroutines all wait
// for each other.
var (
	ErrStopped  = run.ErrStopped
	ErrExited   = run.ErrExited
	ErrDeadlock = run.ErrDeadlock
)

// Look lists the goroutines of the process and says what they are doing. It stops them for that
// time.
func Look() State { return run.Look() }

// Yield makes the threads of all runs of the process give the processor up again and again until
// end is called, so that those which are being stopped, and their waiters, are scheduled soon.
func Yield() (end func()) { return run.Yield() }
