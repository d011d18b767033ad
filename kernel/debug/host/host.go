// SPDX-License-Identifier: BSD-3-Clause

// Package host is the side of package debug that sessions use: what a debugger needs of a session,
// and what a session needs of a debugger. A program that does not link package debug has none.
package host

import (
	"context"
	"go/token"

	"polka/kernel/display"
	"polka/kernel/engine"
	"polka/kernel/machine"
)

// A Debugger is the debugger of one session; see package debug.
type Debugger interface {
	// Answer answers a request. Requests other than evaluations are answered at once.
	Answer(ctx context.Context, request []byte) []byte
	// Begin is called when a cell begins. The path and the text of the cell are known from then on.
	Begin(path string)
	// End is called when a cell has ended.
	End()
	// Forget is called when the machine has been replaced. It returns the hook for the new machine,
	// nil if the debugger is not attached.
	Forget() (attached *machine.Hook)
}

// New returns a debugger that sends events with emit. Package debug sets it when it is initialized.
var New = func(h Host, emit func(event []byte)) Debugger { return nobody{} }

// nobody is a Debugger that answers nothing.
type nobody struct{}

func (nobody) Answer(context.Context, []byte) []byte { return nil }
func (nobody) Begin(string)                          {}
func (nobody) End()                                  {}
func (nobody) Forget() *machine.Hook                 { return nil }

// A Host is what a Debugger needs of a session. Its methods are called by any goroutine.
type Host interface {
	// Attach makes the code of cells call h, until Detach.
	Attach(h *machine.Hook)
	Detach()
	// Place returns where a position is: the path of its source, the line and the column. It
	// reports false for code that is not the user's.
	Place(pos token.Pos) (path string, line, col int, ok bool)
	// Source returns the text of a source, and the name by which people know it.
	Source(path string) (name, text string, ok bool)
	// Path returns the path of the source that code is, or will be when it runs.
	Path(code string) string
	// Evaluate runs code, which sees the variables and what the cells have defined.
	Evaluate(ctx context.Context, vars []machine.Variable, code string, how How) (Value, *engine.Error)
	// Compile compiles an expression for the variables of a place. The function evaluates it for
	// other values of the same variables.
	Compile(vars []machine.Variable, code string, how How) (func(context.Context, []machine.Variable) (Value, *engine.Error), *engine.Error)
	// Globals returns the variables that cells have defined, in the order of their names.
	Globals() []Named
	// Children returns the parts of a value.
	Children(v machine.Value) machine.Children
	// Prefix returns what the paths of cells begin with.
	Prefix() string
	// Files returns the files of packages from source.
	Files() []File
	// Hold keeps cells from running until release is called. It reports false if one is running.
	Hold() (release func(), ok bool)
}

// How says what Evaluate does besides evaluating.
type How int

const (
	Draw How = 1 << iota // make the bundle
	Keep                 // what the code defines stays defined
)

// A Value is the outcome of an evaluation: the values of the last expression, which may be none,
// and how they are shown.
type Value struct {
	List   []machine.Value
	Bundle *display.Bundle
}

// A Named is a variable of the top level.
type Named struct {
	Name  string
	Value machine.Value
}

// A File is a file of a package from source: its name with the import path, and where it is.
type File struct{ Name, Path string }
