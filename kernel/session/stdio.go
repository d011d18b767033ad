// SPDX-License-Identifier: BSD-3-Clause

// Standard input, output and error of cells.

package session

import (
	"errors"
	"io"
	"os"
	"sync"

	"polka/kernel/display"
	"polka/kernel/engine"
)

// output returns the current Output: that of the running cell, or of the last one, whose goroutines
// may still use it, until the next cell begins.
func (s *Session) output() engine.Output {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.out
}

// write sends text of a cell to its output.
func (s *Session) write(stream engine.Stream, text []byte) {
	if stream == engine.Stdout && s.toStdout.Load() {
		os.Stdout.Write(text)
		return
	}
	s.output().Write(stream, text)
}

type streamWriter struct {
	s      *Session
	stream engine.Stream
}

func (w streamWriter) Write(p []byte) (int, error) {
	w.s.write(w.stream, p)
	return len(p), nil
}

// printWriter receives what print and println write. In a script it goes to standard error, as in
// every Go program. In a notebook, where standard error is red and means errors, it goes to
// standard output.
type printWriter struct{ s *Session }

func (w printWriter) Write(p []byte) (int, error) {
	w.s.mu.Lock()
	out, stream := w.s.out, engine.Stdout
	if w.s.script {
		stream = engine.Stderr
	}
	w.s.mu.Unlock()
	out.Write(stream, p)
	return len(p), nil
}

// An inputReader is the standard input of cells: each line is asked for. If no user can be asked,
// reading panics as display.Input does, since few programs check the error.
type inputReader struct {
	s    *Session
	mu   sync.Mutex
	run  *run // the run that asked for rest
	rest []byte
}

func (r *inputReader) Read(p []byte) (int, error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.s.mu.Lock()
	now := r.s.run
	r.s.mu.Unlock()
	if r.run != now {
		r.run, r.rest = now, nil
	}
	if len(p) == 0 {
		return 0, nil
	}
	if len(r.rest) == 0 {
		line, err := r.s.input("", false)
		if errors.Is(err, engine.ErrNoInput) {
			panic(display.InputError{Err: err})
		}
		if err != nil {
			return 0, err
		}
		r.rest = append([]byte(line), '\n')
	}
	n := copy(p, r.rest)
	r.rest = r.rest[n:]
	return n, nil
}

// standardInput returns the standard input of cells.
func (s *Session) standardInput() io.Reader {
	if s.o.Stdin != nil {
		return s.o.Stdin
	}
	return s.stdin
}

// input asks the user for a line, on behalf of the running cell.
func (s *Session) input(prompt string, secret bool) (string, error) {
	s.mu.Lock()
	r := s.run
	s.mu.Unlock()
	if r == nil {
		return "", io.EOF
	}
	if !r.cell.AllowInput {
		return "", engine.ErrNoInput
	}
	return r.out.Input(r.own, prompt, secret)
}
