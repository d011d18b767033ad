// SPDX-License-Identifier: BSD-3-Clause

package stdlib

import (
	"fmt"
	"go/constant"
	"go/token"
	"os"
	"reflect"
)

// realOS are the functions that cells must not reach.
var realOS = map[string]any{"Exit": os.Exit, "FindProcess": os.FindProcess}

// valueString prints a constant symbol, typed or not.
func valueString(v reflect.Value) string { return fmt.Sprint(v.Interface()) }

// equalConstants compares an interpreter's constant, whose fractions have 512 bits, with the type
// checker's.
func equalConstants(got any, want constant.Value) bool {
	c, ok := got.(constant.Value)
	return ok && (constant.Compare(c, token.EQL, want) || precise(c) == precise(want))
}
