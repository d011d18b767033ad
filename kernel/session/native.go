package session

import (
	"reflect"

	"github.com/traefik/yaegi/interp"

	"polka/kernel/cell/library"
	"polka/kernel/cell/library/native"
)

// compiledLibrary are the functions that the generic functions of Go's library call.
var compiledLibrary = interp.Exports{
	library.Native + "/native": {
		"Canonical":   reflect.ValueOf(native.Canonical),
		"Cleanup":     reflect.ValueOf(native.Cleanup),
		"DriverValue": reflect.ValueOf(native.DriverValue),
		"Expand":      reflect.ValueOf(native.Expand),
		"Extract":     reflect.ValueOf(native.Extract),
		"Hash":        reflect.ValueOf(native.Hash),
		"Index":       reflect.ValueOf(native.Index),
		"IsSorted":    reflect.ValueOf(native.IsSorted),
		"Key":         reflect.ValueOf(native.Key),
		"MakeWeak":    reflect.ValueOf(native.MakeWeak),
		"Max":         reflect.ValueOf(native.Max),
		"Min":         reflect.ValueOf(native.Min),
		"PasswordKey": reflect.ValueOf(native.PasswordKey),
		"Reverse":     reflect.ValueOf(native.Reverse),
		"Scan":        reflect.ValueOf(native.Scan),
		"Sort":        reflect.ValueOf(native.Sort),
		"Weak":        reflect.ValueOf((*native.Weak)(nil)),
		"WriteHash":   reflect.ValueOf(native.WriteHash),
	},
}
