// SPDX-License-Identifier: BSD-3-Clause

// Errors: constructs that the machine does not compile, and errors of Go's runtime whose text the
// machine writes.

package memory

import "go/token"

// A Decline is a construct that the machine does not compile.
type Decline struct {
	Pos token.Pos
	Msg string
}

// A RuntimeError is an error of Go's runtime whose text the machine writes.
type RuntimeError string

func (e RuntimeError) Error() string { return "runtime error: " + string(e) }

// RuntimeError marks it as runtime.Error does.
func (e RuntimeError) RuntimeError() {}

// A PlainError is a runtime.Error that consists only of a text.
type PlainError string

func (e PlainError) Error() string { return string(e) }

// RuntimeError marks it as runtime.Error does.
func (e PlainError) RuntimeError() {}
