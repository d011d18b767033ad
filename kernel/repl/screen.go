// SPDX-License-Identifier: BSD-3-Clause

package repl

import (
	"context"
	"fmt"
	"io"
	"os"
	"strings"
	"sync"

	"golang.org/x/term"

	"polka/kernel/display"
	"polka/kernel/engine"
)

// A screen prints what cells show. It implements engine.Output.
type screen struct {
	out, err io.Writer
	images   Images
	plain    bool
	height   int // lines of the terminal; 0 if there is none
	asking   func(question string) (string, error)
	above    func(text string) // prints text above the line that is being edited

	mu     sync.Mutex
	stop   func() // stops the running cell; nil if none runs
	column bool   // the last line that was printed has no end
	// The display that can be changed in place, because nothing has been printed after it: its name
	// and the number of its lines.
	last  string
	lines int
	erase bool // the next display replaces it
}

func newScreen(o Options) *screen {
	s := &screen{out: o.Out, err: o.Err, images: o.Images, plain: o.Plain}
	if f, ok := terminal(o.Out); ok {
		if _, h, err := term.GetSize(int(f.Fd())); err == nil {
			s.height = h
		}
	} else {
		s.images = NoImages
	}
	return s
}

// begin prepares the screen for a cell, which stop stops.
func (s *screen) begin(stop func()) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.stop, s.last, s.erase = stop, "", false
}

// end ends the last line of a cell's text, so that the prompt begins a new one.
func (s *screen) end() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.stop = nil
	s.newline()
}

func (s *screen) newline() {
	if s.column && s.height > 0 {
		fmt.Fprintln(s.out)
	}
	s.column = false
}

// Write prints text of a running cell, or of what it has left running.
func (s *screen) Write(stream engine.Stream, text []byte) {
	if len(text) == 0 {
		return
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.stop == nil && s.above != nil {
		s.above(strings.TrimSuffix(string(text), "\n"))
		return
	}
	w := s.out
	if stream == engine.Stderr {
		w = s.err
	}
	w.Write(text) // a cell does not see a closed pipe, as with fmt.Println
	s.column = text[len(text)-1] != '\n'
	s.last = ""
}

// Display prints a value, or changes the one that was printed last. Others cannot be changed on a
// terminal, and changes to them are not shown.
func (s *screen) Display(e display.Event) {
	s.mu.Lock()
	defer s.mu.Unlock()
	text := e.Bundle.Plain()
	if s.height == 0 {
		if !e.Update && text != "" {
			fmt.Fprintln(s.out, text)
		}
		return
	}
	again := e.Update && e.ID != "" && e.ID == s.last || s.erase && s.last != ""
	switch {
	case again:
		if s.lines > 0 {
			fmt.Fprintf(s.out, "\x1b[%dA\x1b[J", s.lines)
		}
	case e.Update:
		return
	}
	s.newline()
	s.erase = false
	s.last, s.lines = e.ID, 0
	if s.last == "" {
		s.last = unnamed
	}
	if png := e.Bundle.Data[display.PNGType]; len(png) > 0 && s.images != NoImages && e.ID == "" {
		if s.images.write(s.out, png) == nil {
			s.last = ""
			return
		}
	}
	if text == "" {
		return
	}
	// What is taller than the terminal scrolls, and cannot be overwritten.
	if s.lines = strings.Count(text, "\n") + 1; s.lines >= s.height {
		s.last = ""
	}
	fmt.Fprintln(s.out, text)
}

// unnamed stands for the last display if it has no name.
const unnamed = "\x00"

// Clear removes the last display, now or when the next one comes.
func (s *screen) Clear(wait bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	switch {
	case s.last == "" || s.height == 0:
	case wait:
		s.erase = true
	default:
		if s.lines > 0 {
			fmt.Fprintf(s.out, "\x1b[%dA\x1b[J", s.lines)
		}
		s.lines = 0
	}
}

// Input asks the user for a line.
func (s *screen) Input(ctx context.Context, question string, secret bool) (string, error) {
	s.mu.Lock()
	asking, stop := s.asking, s.stop
	s.mu.Unlock()
	switch {
	case asking == nil:
		return "", engine.ErrNoInput
	case secret:
		fmt.Fprint(s.out, question)
		text, err := term.ReadPassword(int(os.Stdin.Fd()))
		fmt.Fprintln(s.out)
		if ctx.Err() != nil {
			err = ctx.Err()
		}
		return string(text), err
	}
	text, err := asking(question)
	if err == context.Canceled {
		stop()
	}
	return text, err
}

// value prints the value of a cell.
func (s *screen) value(b display.Bundle) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.newline()
	if png := b.Data[display.PNGType]; len(png) > 0 && s.images != NoImages && s.images.write(s.out, png) == nil {
		return
	}
	fmt.Fprintln(s.out, b.Plain())
}

// failure prints the error of a cell.
func (s *screen) failure(e *engine.Error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.newline()
	text := strings.Join(e.Lines(), "\n")
	if s.plain {
		text = engine.Plain(text)
	}
	fmt.Fprintln(s.err, strings.TrimRight(text, "\n"))
}
