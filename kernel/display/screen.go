// SPDX-License-Identifier: BSD-3-Clause

package display

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"strings"
	"sync"
	"time"
)

// An Event shows a value, or changes one that is shown.
type Event struct {
	Bundle Bundle
	ID     string // names the display, so that it can be changed; may be empty if Update is not set
	Update bool   // change every display with this ID in place, and add no new one
}

// A Screen shows the values of a running cell or of a program. Its methods may be called by several
// goroutines.
type Screen interface {
	Display(e Event)
	Clear(wait bool)
	Input(prompt string, secret bool) (string, error)
	Page(b Bundle)
	SetNextInput(text string, replace bool)
	// Progress shows the fraction of some work that is done, from 0 to 1. At 1 the bar disappears.
	Progress(fraction float64, text string)
}

// Commands are the package's functions for cells, for one Screen. The fields have the names and
// meanings of these functions.
type Commands struct {
	Show         func(values ...any)
	ShowAs       func(id string, v any)
	UpdateAs     func(id string, v any)
	Live         func(v any) *Handle
	Clear        func()
	ClearLater   func()
	Input        func(prompt string) string
	Password     func(prompt string) string
	Page         func(v any)
	SetNextInput func(text string)
	Track        func(n int) *Tracker
	Trace        func(functions string, f func())
	Register     func(f any)
}

// For returns the functions for cells for a screen and a renderer.
func For(s Screen, r Renderer) Commands {
	show := func(id string, v any, update bool) {
		s.Display(Event{Bundle: r.Render(v), ID: id, Update: update})
	}
	ask := func(prompt string, secret bool) string {
		line, err := s.Input(prompt, secret)
		if err != nil {
			panic(InputError{err})
		}
		return line
	}
	register := Register
	if r.Registry != nil {
		register = r.Registry.Register
	}
	return Commands{
		Show: func(values ...any) {
			for _, v := range values {
				show("", v, false)
			}
		},
		ShowAs:   func(id string, v any) { show(id, v, false) },
		UpdateAs: func(id string, v any) { show(id, v, true) },
		Live: func(v any) *Handle {
			h := &Handle{id: fmt.Sprintf("%016x%016x", rand.Uint64(), rand.Uint64())}
			h.update = func(v any) { show(h.id, v, true) }
			show(h.id, v, false)
			return h
		},
		Clear:        func() { s.Clear(false) },
		ClearLater:   func() { s.Clear(true) },
		Input:        func(prompt string) string { return ask(prompt, false) },
		Password:     func(prompt string) string { return ask(prompt, true) },
		Page:         func(v any) { s.Page(r.Render(v)) },
		SetNextInput: func(text string) { s.SetNextInput(text, false) },
		Track:        func(n int) *Tracker { return &Tracker{n: n, began: time.Now(), report: s.Progress} },
		Trace:        func(_ string, f func()) { f() },
		Register:     register,
	}
}

// A Handle is a value on the screen that can be changed in place.
type Handle struct {
	id     string
	update func(v any)
}

// ID returns the ID of the display.
func (h *Handle) ID() string { return h.id }

// Update replaces the value shown before with v, which may have another size. Its cost is that of
// rendering v; a notebook redraws at most some tens of times a second.
func (h *Handle) Update(v any) { h.update(v) }

// String returns a name for the handle; the value that it controls is shown elsewhere.
func (h *Handle) String() string { return "display " + h.id }

// An InputError is the panic value of Input and Password if no line can be read: the frontend
// allows no input, the input has ended (io.EOF), or the cell was stopped.
type InputError struct{ Err error }

// Error returns the message with its cause.
func (e InputError) Error() string { return "no input: " + e.Err.Error() }

// Unwrap returns the cause.
func (e InputError) Unwrap() error { return e.Err }

// Show shows values, one below the other, each in the richest form that the frontend supports. It
// may be called anywhere in a cell, including loops and functions, any number of times.
func Show(values ...any) { terminal().Show(values...) }

// ShowAs is Show for one value, in a display that UpdateAs can change later, even from other cells.
func ShowAs(id string, v any) { terminal().ShowAs(id, v) }

// UpdateAs changes every display with the given id in place, and does nothing if there is none.
func UpdateAs(id string, v any) { terminal().UpdateAs(id, v) }

// Live is Show for a value that will change: the Update method of the handle replaces it in place.
func Live(v any) *Handle { return terminal().Live(v) }

// Clear removes the output of the cell so far.
func Clear() { terminal().Clear() }

// ClearLater is like Clear, but waits until the cell shows something new, so that an animation does
// not flicker.
func ClearLater() { terminal().ClearLater() }

// Input asks the user for a line of text and returns it without the end of the line. It panics with
// an InputError if no line can be read.
func Input(prompt string) string { return terminal().Input(prompt) }

// Password is like Input, but the line is not shown while it is typed.
func Password(prompt string) string { return terminal().Password(prompt) }

// Page shows a long value in the frontend's pager, apart from the cell's output.
func Page(v any) { terminal().Page(v) }

// SetNextInput puts text into the next cell, for the user to edit and run.
func SetNextInput(text string) { terminal().SetNextInput(text) }

// Track returns a Tracker for a loop of n steps that takes longer than a second. In a notebook it
// shows a progress bar with the time that is left.
//
//	t := display.Track(len(list))
//	for _, x := range list {
//		work(x)
//		t.Step()
//	}
func Track(n int) *Tracker { return terminal().Track(n) }

// Trace calls f, and then shows the calls of some functions of cells that it has made, step by
// step: arguments, results, and the values of parameters and watched variables at each step.
// Functions has what %%trace has in its first line: names of functions, and options, as in "solve
// place --watch board --limit 1000". Where there are no cells, Trace only calls f.
//
//	display.Trace("solve", func() { solve(board, 0) })
func Trace(functions string, f func()) { terminal().Trace(functions, f) }

// terminal is the screen of the package-level functions outside a session: standard output and
// input.
var terminal = sync.OnceValue(func() Commands {
	return For(&console{out: os.Stdout, in: bufio.NewReader(os.Stdin)}, Renderer{})
})

// console is a Screen for plain programs, which shows only text.
type console struct {
	mu  sync.Mutex
	out io.Writer
	in  *bufio.Reader
}

func (c *console) Display(e Event) {
	c.mu.Lock()
	defer c.mu.Unlock()
	fmt.Fprintln(c.out, e.Bundle.Plain())
}

func (c *console) Page(b Bundle)             { c.Display(Event{Bundle: b}) }
func (c *console) Clear(bool)                {}
func (c *console) SetNextInput(string, bool) {}
func (c *console) Progress(float64, string)  {}

func (c *console) Input(prompt string, secret bool) (string, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if secret {
		return "", errors.New("a password cannot be read here without showing it")
	}
	fmt.Fprint(c.out, prompt)
	line, err := c.in.ReadString('\n')
	if err != nil && line == "" {
		return "", err
	}
	return strings.TrimRight(line, "\r\n"), nil
}
