// SPDX-License-Identifier: BSD-3-Clause

//go:build !(amd64 || arm64) || !(linux || darwin || windows)

// There is no native code on this system.

package run

func invokingEntry() uintptr { return 0 }

type nativeState struct{}

type nativeMark struct{}

func (t *Thread) nativeMark() nativeMark { return nativeMark{} }
func (t *Thread) nativeReset(nativeMark) {}
func (u *Unit) Run(t *Thread, q FP) Ctl  { panic("machine: no native code") }

// Call calls a function whose arguments are in the frame q.
func (t *Thread) Call(fn *Func, q FP) {
	t.Enter(nil, 0)
	fn.Body(t, q)
	t.Depth--
}
