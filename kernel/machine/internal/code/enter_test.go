// SPDX-License-Identifier: BSD-3-Clause

//go:build (amd64 || arm64) && (linux || darwin || windows)

package code

import (
	"runtime"
	"testing"
	"unsafe"
)

// checkEnter enters code that doubles the depth, keeps it on the stack and leaves, and then pops it
// into A and leaves with the pointer at the frame and the frame.
func checkEnter(t *testing.T, b *Block) {
	t.Helper()
	c := NewContext()
	stack := make([]uintptr, 64)
	top := uintptr(unsafe.Pointer(&stack[62])) &^ 15
	var x [2]*[2]int
	x[0] = new([2]int)
	c.Stack = top
	c.PC, c.Depth, c.Frame = b.Addr(), 21, uintptr(unsafe.Pointer(&x))
	if p, q := Enter(c); p != nil || q != nil || c.Depth != 42 {
		t.Fatalf("first exit: %p, %p, depth %d", p, q, c.Depth)
	}
	runtime.GC()
	c.Depth = 0
	p, q := Enter(c)
	if p != unsafe.Pointer(x[0]) || q != unsafe.Pointer(&x) || c.A != 42 {
		t.Fatalf("second exit: %p, %p, A = %d", p, q, c.A)
	}
	if c.Stack != top {
		t.Error("the stack pointer has changed")
	}
	runtime.KeepAlive(stack)
}

func BenchmarkMap(b *testing.B) {
	code := make([]byte, 1000)
	for b.Loop() {
		m, err := Map(code)
		if err != nil {
			b.Fatal(err)
		}
		if err := m.Free(); err != nil {
			b.Fatal(err)
		}
	}
}
