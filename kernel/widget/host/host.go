// SPDX-License-Identifier: BSD-3-Clause

// Package host is the side of package widget that sessions and the packages of Polka with widgets
// of their own use. Cells cannot import it, so that package widget contains only what is for them.
//
//	h := host.New(hub, env)
//	defer h.Close()
//	bundle, ok := h.Bundle(value)
package host

import (
	"context"
	_ "embed"
	"sync/atomic"

	"polka/internal/said"
	comm "polka/kernel/comm/host"
	"polka/kernel/display"
)

//go:embed elements.js
var elements string

// Elements returns the source of functions for the scripts of widgets: element and drawn create
// elements of HTML and SVG; those of package said translate texts.
func Elements() string { return elements + said.Script }

// AsModule and OnPage are the ends of a script that begins with that of Elements and defines
// widgets, an object with a function (root, port) for each kind of widget. AsModule makes an
// anywidget module of it, and OnPage starts the widgets of a page without a kernel: its elements of
// class plk-play with the attributes data-kind and data-play, the values as JSON.
//
//	port.get(name), port.set(name, value)     the values that the page and Go share
//	port.changed(name, f)                     has f called when Go has changed a value
//	port.send(message), port.received(f)      messages
//	port.live()                               whether there is a kernel at the other end
//	port.ended(f)                             has f called when there is no longer one
//
// The element root has a function said, which translates a text for the reader.
var (
	//go:embed module.js
	AsModule string
	//go:embed page.js
	OnPage string
)

// New returns a Host whose widgets use the comms of hub. NewModule returns a *widget.Module.
// Package widget sets both variables when it is initialized; without it there are no widgets.
var (
	New       = func(hub *comm.Hub, env Env) Host { return nobody{} }
	NewModule func(about Module) any
)

// nobody is a Host without widgets.
type nobody struct{}

func (nobody) Bundle(any) (b display.Bundle, ok bool) { return b, false }
func (nobody) View(any) (b display.Bundle, ok bool)   { return b, false }
func (nobody) Commands() any                          { return struct{}{} }
func (nobody) Flush()                                 {}
func (nobody) Stop()                                  {}
func (nobody) Close()                                 {}

// A Host shows the widgets of one session.
type Host interface {
	// Bundle returns the display of a widget: a reference for frontends that support widgets, and a
	// line of text. It reports false if v is not a widget. If the cell displays the widget, a still
	// picture is displayed first.
	Bundle(v any) (b display.Bundle, ok bool)
	// View is like Bundle without a still picture, for what an Output shows.
	View(v any) (b display.Bundle, ok bool)
	// Commands returns a struct with the functions of package widget for cells that need a
	// frontend.
	Commands() any
	// Flush sends the updates that were delayed because others had just been sent, so that they
	// belong to the cell that is about to end.
	Flush()
	// Stop ends what modules compute: the user has pressed Stop. The session has dropped the calls
	// of functions of cells that were waiting.
	Stop()
	// Close ends what modules compute when the session ends.
	Close()
}

// An Env is what a Host needs from the session.
type Env interface {
	Live() bool // whether the frontend supports comms
	// Render draws a value, for an Output if it is live.
	Render(v any, live bool) display.Bundle
	// Said returns the texts of a kind of widget in the language of the session, nil for English.
	Said(kind string) any
	Nested() bool              // whether the running code displays in an Output or for the debugger
	Display(e display.Event)   // shows something below the running cell, or updates it
	Parameters(f any) []string // the names of the parameters of a cell's function, nil if unknown
	Evaluate(e Evaluation)     // as soon as the cell has ended, and stops it if it is running
	Moved(m Move)              // a value has changed that cells have read; returns soon
}

// A Move is a change of the value of a widget, by the user or by a function of a cell.
type Move struct {
	Widget any     // has the methods of a widget
	Label  string  // its label, or its kind
	Born   int64   // when it was made, as Now
	Read   []int64 // when cells have read its values since the last Move, in order
	User   bool
}

var clock atomic.Int64

// Now returns the number of times that Tick was called in this process. A session calls Tick when a
// cell begins and when it ends, so that the time of a reading says which cell has read.
func Now() int64 { return clock.Load() }

// Tick advances the clock, and returns the new time.
func Tick() int64 { return clock.Add(1) }

// An Evaluation is a function of a cell that the session calls again when a value changes.
type Evaluation interface {
	// Call calls the function with the current values of the controls. It panics if the function
	// panics.
	Call() (results []any)
	// Called reports whether the function has returned.
	Called() bool
	// Output returns where the output of the call goes; nil means the output of the cell.
	Output() Output
	// Finish shows the results of the call, or the error with which it ended.
	Finish(results []any, failure *Failure)
}

// An Output takes the output of a call.
type Output interface {
	Write(stream, text string)
	Display(e display.Event)
	Remove() // everything
}

// A Failure is the error with which a function of a cell ended.
type Failure struct {
	Name, Value string
	Trace       []string
}

// A Module describes a widget whose frontend is a JavaScript module as anywidget loads them.
type Module struct {
	Name   string         // what it is, such as "puzzle"
	Source string         // the text of the module
	Style  string         // its style sheet
	State  map[string]any // the values that it shares with the frontend

	// Text, Page, Picture and PNG show the widget where there is no kernel: as a line of text,
	// as an HTML fragment, which may have scripts, as an SVG document, and as a PNG file. Any
	// goroutine may call them. All but Text may be nil.
	Text    func() string
	Page    func() string
	Picture func() string
	PNG     func() []byte

	// Receive is called at once with each message of the frontend. It must return soon and must not
	// call functions of cells. The context ends when the user presses Stop and when the session
	// ends.
	Receive func(ctx context.Context, content []byte)

	// Stopped is called when the user has pressed Stop. It may be nil.
	Stopped func()
}
