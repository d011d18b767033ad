// SPDX-License-Identifier: BSD-3-Clause

package session

import (
	"reflect"
	"sync"

	"polka/kernel/cell/library"
	"polka/kernel/cell/library/native"
	"polka/kernel/session/part"
)

// compiledLibrary returns the functions of a package that the generic functions of Go's library
// call, nil for all other packages.
func compiledLibrary(path string) map[string]reflect.Value {
	switch path {
	case library.Foreign:
		return part.Foreign
	case library.Native:
		return nativeSymbols()
	}
	return nil
}

var nativeSymbols = sync.OnceValue(func() map[string]reflect.Value {
	return map[string]reflect.Value{
		"Canonical": reflect.ValueOf(native.Canonical),
		"Index":     reflect.ValueOf(native.Index),
		"IsSorted":  reflect.ValueOf(native.IsSorted),
		"MakeWeak":  reflect.ValueOf(native.MakeWeak),
		"Max":       reflect.ValueOf(native.Max),
		"Min":       reflect.ValueOf(native.Min),
		"Reverse":   reflect.ValueOf(native.Reverse),
		"Sort":      reflect.ValueOf(native.Sort),
		"Weak":      reflect.ValueOf((*native.Weak)(nil)),
	}
})
