// SPDX-License-Identifier: BSD-3-Clause

//go:build !((amd64 || arm64) && (linux || darwin || windows))

// Systems and processors without native code.

package code

import (
	"errors"
	"runtime"
	"unsafe"
)

var errSystem = errors.New("no native code on " + runtime.GOOS + "/" + runtime.GOARCH)

// A Block is machine code in executable memory. There is none.
type Block struct{}

// Map returns an error.
func Map([]byte) (*Block, error) { return nil, errSystem }

// Mapped returns 0.
func Mapped() int64 { return 0 }

// Addr is never called.
func (*Block) Addr() uintptr { return 0 }

// Bytes is never called.
func (*Block) Bytes() []byte { return nil }

// Size is never called.
func (*Block) Size() int { return 0 }

// Contains is never called.
func (*Block) Contains(uintptr) bool { return false }

// Free is never called.
func (*Block) Free() error { return nil }

// NewContext is never called.
func NewContext() *Context { return &Context{} }

// Enter panics.
func Enter(*Context) (p, q unsafe.Pointer) { panic("code: " + errSystem.Error()) }

// Barrier is never called.
func Barrier() unsafe.Pointer { return nil }

func check() error { return errSystem }

// Live returns an error.
func Live() error { return errSystem }

// StackUsed returns 0: the size of the stack is not known.
func StackUsed() int { return 0 }
