// SPDX-License-Identifier: BSD-3-Clause

//go:build (amd64 || arm64) && (linux || darwin || windows)

// The functions that are written in assembly language.

package code

import "unsafe"

// NewContext returns a context without a stack.
func NewContext() *Context {
	c := &Context{Barrier: Barrier()}
	c.leave, c.leaveWith = routines()
	return c
}

// Enter runs native code from c.PC on until it leaves. The results are the pointers with which it
// has left, or nil. The caller keeps c and the stack alive. Entering and leaving take 8 ns
// together.
//
//go:noescape
func Enter(c *Context) (p, q unsafe.Pointer)

// routines are the addresses where native code goes to leave without and with pointers.
func routines() (leave, leaveWith uintptr)

// StackUsed returns the number of bytes that are in use on the stack of the calling goroutine.
func StackUsed() int {
	g := (*[2]uintptr)(pointer(getg())) // the record begins with the bounds of the stack
	var local byte
	return int(g[1] - uintptr(unsafe.Pointer(&local)))
}

// getg is the address of the runtime's record of the calling goroutine.
func getg() uintptr
