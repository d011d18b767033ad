// Package reflect is the twin of the generic functions of Go's package reflect.
package reflect

import "reflect"

// TypeFor returns the type T.
func TypeFor[T any]() reflect.Type { return reflect.TypeOf((*T)(nil)).Elem() }

// TypeAssert is v.Interface().(T).
func TypeAssert[T any](v reflect.Value) (T, bool) {
	t, ok := v.Interface().(T)
	return t, ok
}
