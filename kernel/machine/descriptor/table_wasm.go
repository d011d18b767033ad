// SPDX-License-Identifier: BSD-3-Clause

// The table of thunks on WebAssembly, where they are functions of Go.

package descriptor

import (
	"reflect"
	"unsafe"
)

// tableSize is the number of thunks in the table.
const tableSize = 4096

// tableCode returns the code of a thunk.
func tableCode(i int) uintptr {
	t := thunks[i]
	return **(**uintptr)(unsafe.Pointer(&t))
}

// endedMethod returns a function that panics, with the code of package reflect.
func endedMethod() func() {
	return reflect.MakeFunc(reflect.TypeFor[func()](), func([]reflect.Value) []reflect.Value {
		panic("descriptor: a method of a type of a session that has ended")
	}).Interface().(func())
}
