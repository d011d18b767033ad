// SPDX-License-Identifier: BSD-3-Clause

package session

import (
	"reflect"

	"polka/kernel/cell/library"
	"polka/kernel/cell/library/native"
	"polka/kernel/session/part"
)

// compiledLibrary returns the functions that the generic functions of Go's library call.
func compiledLibrary() Symbols {
	return Symbols{library.Foreign + "/foreign": part.Foreign, library.Native + "/native": nativeSymbols}
}

var nativeSymbols = map[string]reflect.Value{
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
