// SPDX-License-Identifier: BSD-3-Clause

// Finalizers. Arguments for which Go's runtime would end the process are a panic here.

package machine

import (
	"reflect"
	"runtime"

	"polka/kernel/machine/internal/memory"
	"polka/kernel/machine/internal/run"
)

func finalizerSpecials() {
	specials["runtime.SetFinalizer"] = func(m *Machine, f *run.Func, q run.FP) bool {
		setFinalizer(*run.At[any](q, f.Params.Offsets[0]), *run.At[any](q, f.Params.Offsets[1]))
		return true
	}
}

func setFinalizer(obj, finalizer any) {
	fail := func(text string) { panic(memory.RuntimeError("runtime.SetFinalizer: " + text)) }
	if obj == nil {
		fail("first argument is nil")
	}
	p := reflect.ValueOf(obj)
	if p.Kind() != reflect.Pointer {
		fail("first argument is " + p.Type().String() + ", not pointer")
	}
	if p.IsNil() {
		fail("first argument is a nil pointer")
	}
	runtime.SetFinalizer(obj, nil) // one that was set before would end the process
	if finalizer == nil {
		return
	}
	f := reflect.ValueOf(finalizer)
	if f.Kind() != reflect.Func {
		fail("second argument is " + f.Type().String() + ", not a function")
	}
	if f.IsNil() {
		fail("second argument is a nil function")
	}
	if t := f.Type(); t.IsVariadic() || t.NumIn() != 1 || !p.Type().AssignableTo(t.In(0)) {
		fail("cannot pass " + p.Type().String() + " to finalizer " + t.String())
	}
	runtime.SetFinalizer(obj, finalizer)
}
