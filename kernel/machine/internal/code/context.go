// SPDX-License-Identifier: BSD-3-Clause

// Package code runs machine code that the program has made: executable memory, how Go enters the
// code and how it comes back, and a test of what this assumes of Go's runtime.
//
// # Entering and leaving
//
// Native code runs on a stack of its own. It comes back to Go by leaving: it jumps to a routine
// that returns from Enter, and the address at which the code continues is kept. So Go code never
// runs on top of native code, and Go's stack has nothing on it that Go does not know, whenever the
// collector, the scheduler or a traceback looks at it.
//
// While native code runs, the signal handler of Go's runtime finds a program counter that is not in
// a Go function, and does not preempt the goroutine. So the code has to look, at the start of
// functions and where loops go round, whether the runtime wants the goroutine to yield, and leave
// if so: then the word at GuardOffset of g is negative (see Guard). A collection waits for that.
//
// The stack of native code holds return addresses and scratch integers, never pointers: the
// collector does not see it. Pointers that the code needs when it leaves are in frames or reachable
// from them, or are the results of Enter.
//
// The registers are described in enter_amd64.s and enter_arm64.s.
package code

import "unsafe"

// A Context is the state of a goroutine that runs native code, which finds it in a register. The
// fields are at fixed offsets. A Context must not be copied.
type Context struct {
	gosp  uintptr // of the Go function that has entered
	Stack uintptr // the stack pointer with which native code continues
	PC    uintptr // where native code continues
	// Frame is the register of the frame. The collector does not see it, so something else refers
	// to the frame, too.
	Frame   uintptr
	Code    uint64 // why the code has left
	A, B, C uint64 // arguments of what it has left for
	Depth   int64  // the register of the depth
	Room    int64  // the depth up to which Sites, Frames and the stack have room
	Limit   unsafe.Pointer
	Sites   unsafe.Pointer
	Frames  unsafe.Pointer
	Barrier unsafe.Pointer // the runtime's flag; see Barrier
	// Results of a closure for which the code has left.
	Int   uint64
	Ptr   unsafe.Pointer
	Str   string
	Slice struct {
		P        unsafe.Pointer
		Len, Cap int
	}
	Iface            [2]unsafe.Pointer
	leave, leaveWith uintptr // where native code goes to leave
	golr             uintptr // the return address, where it is in a register
}

// Offsets of the fields of a Context.
const (
	OffStack     = 8
	OffPC        = 16
	OffFrame     = 24
	OffCode      = 32
	OffA         = 40
	OffB         = 48
	OffC         = 56
	OffDepth     = 64
	OffRoom      = 72
	OffLimit     = 80
	OffSites     = 88
	OffFrames    = 96
	OffBarrier   = 104
	OffInt       = 112
	OffPtr       = 120
	OffStr       = 128
	OffSlice     = 144
	OffIface     = 168
	OffLeave     = 184 // leaves without pointers
	OffLeaveWith = 192 // leaves with two pointers, the results of Enter
)
