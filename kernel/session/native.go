package session

import (
	"reflect"

	"polka/kernel/cell/library"
	"polka/kernel/cell/library/foreign"
	"polka/kernel/cell/library/native"
)

// compiledLibrary are the functions that the generic functions of Go's library call.
var compiledLibrary = Symbols{
	library.Foreign + "/foreign": {
		"Cleanup":     reflect.ValueOf(foreign.Cleanup),
		"DriverValue": reflect.ValueOf(foreign.DriverValue),
		"Expand":      reflect.ValueOf(foreign.Expand),
		"Extract":     reflect.ValueOf(foreign.Extract),
		"Hash":        reflect.ValueOf(foreign.Hash),
		"Key":         reflect.ValueOf(foreign.Key),
		"PasswordKey": reflect.ValueOf(foreign.PasswordKey),
		"Scan":        reflect.ValueOf(foreign.Scan),
		"WriteHash":   reflect.ValueOf(foreign.WriteHash),
	},
	library.Native + "/native": {
		"Canonical": reflect.ValueOf(native.Canonical),
		"Index":     reflect.ValueOf(native.Index),
		"IsSorted":  reflect.ValueOf(native.IsSorted),
		"MakeWeak":  reflect.ValueOf(native.MakeWeak),
		"Max":       reflect.ValueOf(native.Max),
		"Min":       reflect.ValueOf(native.Min),
		"Reverse":   reflect.ValueOf(native.Reverse),
		"Sort":      reflect.ValueOf(native.Sort),
		"Weak":      reflect.ValueOf((*native.Weak)(nil)),
	},
}
