// SPDX-License-Identifier: BSD-3-Clause

// Package inside holds what the generic code of compiled packages mentions and other packages
// cannot name: unexported functions, variables, types and methods, and names of internal packages.
//
// A program made by polka build compiles such a package together with one more file, which has been
// written by package extract and calls Add when the program starts. The package imports nothing but
// reflect, so that every package of a module can import it.
package inside

import "reflect"

// Names are names of a package. A method has the name "T.M" and is a function with the receiver in
// front.
type Names struct {
	Values map[string]any // functions and methods
	Vars   map[string]any // pointers to variables
	Types  map[string]any // nil pointers to types
}

var added = make(map[string][]Names)

// Add adds names of the package with an import path. It is for init functions.
func Add(path string, n Names) { added[path] = append(added[path], n) }

// Symbols returns the names of a package in the form of stdlib.Table: functions as they are,
// variables addressable, types as nil pointers. It is nil if there are none.
func Symbols(path string) map[string]reflect.Value {
	var m map[string]reflect.Value
	for _, names := range added[path] {
		if m == nil {
			m = make(map[string]reflect.Value)
		}
		for name, v := range names.Values {
			m[name] = reflect.ValueOf(v)
		}
		for name, v := range names.Vars {
			m[name] = reflect.ValueOf(v).Elem()
		}
		for name, v := range names.Types {
			m[name] = reflect.ValueOf(v)
		}
	}
	return m
}
