// SPDX-License-Identifier: BSD-3-Clause

package session

import (
	"reflect"

	"polka/kernel/cell/library"
	"polka/kernel/cell/library/native"
	"polka/kernel/session/part"
)

// compiledLibrary has the functions that the generic functions of Go's library call, by package.
var compiledLibrary = map[string]map[string]reflect.Value{library.Foreign: part.Foreign, library.Native: nativeSymbols}

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
