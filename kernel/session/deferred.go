// Deferred calls and recover of rewritten cells; package cell, deferred.go, says why the
// interpreter's own are not used.
//
// A function with deferred calls runs its list at its end, through Run, with the value that the
// interpreter's recover gave. While the list runs, Recover finds the panic by the goroutine it is called
// on: a stack of running lists for each goroutine. A panic that nobody recovered goes on after the list.

package session

import (
	"bytes"
	"reflect"
	"runtime"
	"strconv"
)

// A deferList is the deferred calls of one call of a function.
type deferList struct{ calls []deferred }

// A deferred is a deferred call.
type deferred struct {
	f       func()
	catches bool // the function may call recover
}

// A passing is a panic that passes a function whose deferred calls are running.
type passing struct {
	value  any
	active bool
	open   bool // the deferred function that is about to begin may recover it
}

func (s *Session) defers() any { return new(deferList) }

func (s *Session) deferCall(list any, f func()) {
	d := list.(*deferList)
	d.calls = append(d.calls, deferred{f: f})
}

func (s *Session) deferCatch(list any, f func()) {
	d := list.(*deferList)
	d.calls = append(d.calls, deferred{f, true})
}

// runDeferred runs the list, last call first.
func (s *Session) runDeferred(list any, p any) {
	d := list.(*deferList)
	if _, ok := plainValue(p).(interface{ ExitCode() int }); ok {
		panic(p) // os.Exit runs no deferred calls
	}
	if p != nil {
		s.mu.Lock()
		s.notePlace() // before deferred calls move it
		s.mu.Unlock()
	}
	st := &passing{value: p, active: p != nil}
	if len(d.calls) > 0 {
		id := goroutineID()
		s.mu.Lock()
		s.passing[id] = append(s.passing[id], st)
		s.mu.Unlock()
		for n := len(d.calls); n > 0; n = len(d.calls) {
			c := d.calls[n-1]
			d.calls = d.calls[:n-1]
			s.mu.Lock()
			st.open = c.catches
			s.mu.Unlock()
			callDeferred(c.f, st)
		}
		s.mu.Lock()
		if stack := s.passing[id]; len(stack) > 1 {
			s.passing[id] = stack[:len(stack)-1]
		} else {
			delete(s.passing, id)
		}
		s.mu.Unlock()
	}
	if st.active {
		panic(st.value)
	}
}

// callDeferred calls f. If it panics, that panic takes the place of the one that passes.
func callDeferred(f func(), st *passing) {
	defer func() {
		if r := recover(); r != nil {
			st.value, st.active = r, true
		}
	}()
	f()
}

// entered gives the panic that a function may recover that has just been called: the one that passes, if
// the call is a deferred one, nil otherwise.
func (s *Session) entered() any {
	id := goroutineID()
	s.mu.Lock()
	defer s.mu.Unlock()
	stack := s.passing[id]
	if len(stack) == 0 {
		return nil
	}
	st := stack[len(stack)-1]
	if !st.open {
		return nil
	}
	st.open = false
	return st
}

// recoverPanic is the builtin recover; p is what entered gave.
func (s *Session) recoverPanic(p any) any {
	st, ok := p.(*passing)
	if !ok {
		return nil
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if !st.active {
		return nil
	}
	st.active = false
	s.trace = traceLines{}
	v := plainValue(st.value)
	if err := goError(v); err != nil {
		return err
	}
	return v
}

// plainValue unwraps what the interpreter panics with.
func plainValue(v any) any {
	for {
		rv, ok := v.(reflect.Value)
		if !ok || !rv.IsValid() || !rv.CanInterface() {
			return v
		}
		v = rv.Interface()
	}
}

// goroutineID is the number of the calling goroutine, which only its stack trace tells. It takes about a
// microsecond.
func goroutineID() uint64 {
	var buf [64]byte
	b := bytes.TrimPrefix(buf[:runtime.Stack(buf[:], false)], []byte("goroutine "))
	if i := bytes.IndexByte(b, ' '); i > 0 {
		b = b[:i]
	}
	id, _ := strconv.ParseUint(string(b), 10, 64)
	return id
}
