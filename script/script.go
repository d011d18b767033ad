// SPDX-License-Identifier: BSD-3-Clause

package script

import (
	"sync"

	"polka/render"
	"polka/script/core"
	"polka/stdlib"
)

type (
	// Options control how a Session runs code. With the zero value, code can import everything, and
	// what it prints is discarded.
	Options = core.Options
	// A Library is a set of packages that code can import.
	Library = core.Library
	// A Session runs code, and keeps what the code defines. Its methods may be called by several
	// goroutines; Eval, Call and Use wait for each other. A function of the program that code
	// calls may call Call.
	Session = core.Session
	// A Value is what code has computed: one value, several for an expression such as a, b, or
	// none.
	Value = core.Value
	// A Bundle is a value as a notebook shows it, in several media types. There is always a
	// text/plain part.
	Bundle = core.Bundle
	// An Event shows a value, or replaces one that was shown.
	Event = core.Event
	// An Error is the reason why code has failed.
	Error = core.Error
	// A Place is a mistake in code that does not compile, or an open call of code that has
	// panicked, the innermost first.
	Place = core.Place
)

// The kinds of errors.
const (
	SyntaxError  = core.SyntaxError  // the code does not parse
	CompileError = core.CompileError // the code does not type-check
	Panic        = core.Panic        // the code panicked
	Exit         = core.Exit         // the code called os.Exit, log.Fatal or their like
	Interrupted  = core.Interrupted  // the code was stopped
)

var (
	// ErrClosed is the error of a Session that has been closed.
	ErrClosed = core.ErrClosed
	// ErrOutput is what an Error wraps if the code printed more than Options.MaxOutput.
	ErrOutput = core.ErrOutput
)

// everything has all packages of Go's library and of Polka.
var everything = sync.OnceValue(func() []*Library {
	return []*Library{{Symbols: stdlib.Symbols, Facts: stdlib.Archives(), Prelude: stdlib.Prelude(), Picture: render.Of}}
})

// New returns a new Session. It takes about two milliseconds.
func New(o Options) (*Session, error) {
	if o.Libraries == nil {
		o.Libraries = everything()
	}
	return core.New(o)
}
