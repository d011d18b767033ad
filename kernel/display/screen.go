package display

import (
	"bufio"
	"crypto/rand"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"
	"sync"
	"time"
)

// An Event puts a value on the screen, or changes one that is there.
type Event struct {
	Bundle Bundle
	ID     string // names the display, so that it can be changed; may be empty if Update is not set
	Update bool   // change every display of this ID in place, and make no new one
}

// A Screen is where the values of one running cell, or of one program, appear. Its methods may be
// called from several goroutines.
type Screen interface {
	Display(e Event)
	Clear(wait bool)
	Input(prompt string, secret bool) (string, error)
	Page(b Bundle)
	SetNextInput(text string, replace bool)
	// Progress shows how much of some work is done, from 0 to 1. At 1 the bar disappears.
	Progress(done float64, text string)
}

// Commands are the package's functions for cells, bound to one Screen. The fields have the names
// and the meaning of the functions.
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
}

// For binds the functions for cells to a screen and a renderer.
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
	return Commands{
		Show: func(values ...any) {
			for _, v := range values {
				show("", v, false)
			}
		},
		ShowAs:   func(id string, v any) { show(id, v, false) },
		UpdateAs: func(id string, v any) { show(id, v, true) },
		Live: func(v any) *Handle {
			h := &Handle{id: rand.Text()}
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
	}
}

// A Handle is a value on the screen that can be changed in place.
type Handle struct {
	id     string
	update func(v any)
}

// ID names the display.
func (h *Handle) ID() string { return h.id }

// Update replaces the value shown before by v, which may have another size. It costs as much as
// rendering v; a notebook redraws at most some tens of times a second.
func (h *Handle) Update(v any) { h.update(v) }

// String names the handle; the picture that it controls is shown elsewhere.
func (h *Handle) String() string { return "display " + h.id }

// An InputError is the panic value of Input and Password if there is no line to read: the frontend
// allows no input, the input has ended (io.EOF), or the cell was stopped.
type InputError struct{ Err error }

func (e InputError) Error() string { return "no input: " + e.Err.Error() }

// Unwrap gives the cause.
func (e InputError) Unwrap() error { return e.Err }

// Show puts each value on the screen, drawn as richly as the screen allows, one below the other. In
// a cell it works at any point, also in loops and functions, as often as wanted.
func Show(values ...any) { terminal().Show(values...) }

// ShowAs is Show for one value, on a display that UpdateAs can change later, from other cells too.
func ShowAs(id string, v any) { terminal().ShowAs(id, v) }

// UpdateAs changes every display of that id in place, and does nothing if there is none.
func UpdateAs(id string, v any) { terminal().UpdateAs(id, v) }

// Live is Show for one value that will change: the handle's Update changes it in place.
func Live(v any) *Handle { return terminal().Live(v) }

// Clear removes what the cell has shown so far.
func Clear() { terminal().Clear() }

// ClearLater is Clear, put off until the cell shows something new, so that an animation does not
// flicker.
func ClearLater() { terminal().ClearLater() }

// Input asks the user for a line of text, and returns it without the line's end. It panics with an
// InputError if there is no line to read.
func Input(prompt string) string { return terminal().Input(prompt) }

// Password is Input for a line that is not shown while it is typed.
func Password(prompt string) string { return terminal().Password(prompt) }

// Page shows a long value apart from the cell's output, in the frontend's pager.
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

// terminal is what the package-level functions use outside a session: standard output and input.
var terminal = sync.OnceValue(func() Commands {
	return For(&console{out: os.Stdout, in: bufio.NewReader(os.Stdin)}, Renderer{})
})

// console is a Screen for plain programs: text alone.
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
