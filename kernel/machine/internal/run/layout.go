// SPDX-License-Identifier: BSD-3-Clause

// The layout of a frame while its function is compiled.

package run

import "polka/kernel/machine/internal/memory"

// A FrameLayout grows as variables and temporaries are found.
type FrameLayout struct {
	End  uintptr
	Ptrs []uintptr
}

// AddShape makes room for a value.
func (l *FrameLayout) AddShape(t *memory.Type) uintptr {
	a := uintptr(t.Reflect.Align())
	off := (l.End + a - 1) &^ (a - 1)
	l.End = off + t.Size
	for _, p := range t.Ptrs {
		l.Ptrs = append(l.Ptrs, off+p)
	}
	return off
}

// Pointer makes room for a pointer.
func (l *FrameLayout) Pointer() uintptr {
	off := (l.End + memory.Word - 1) &^ (memory.Word - 1)
	l.End = off + memory.Word
	l.Ptrs = append(l.Ptrs, off)
	return off
}
