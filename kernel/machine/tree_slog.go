package machine

import (
	"fmt"
	"log/slog"
	"reflect"
	"runtime"
	"sync"
	"unsafe"
)

// Package log/slog looks for the methods LogValue, MarshalText, MarshalJSON and Error of the values
// of attributes. So values of cells go there in wrappers that have those of these methods that the
// values have.

func slogSpecials() {
	wrap := func(m *Machine, f *Func, q fp) bool {
		m.logArguments(f, q)
		return false
	}
	for _, name := range []string{"Debug", "Info", "Warn", "Error", "DebugContext", "InfoContext", "WarnContext", "ErrorContext", "Log", "With"} {
		specials["log/slog."+name] = wrap
		specials["(*log/slog.Logger)."+name] = wrap
	}
	for _, name := range []string{"log/slog.Any", "log/slog.AnyValue", "log/slog.Group", "(*log/slog.Record).Add"} {
		specials[name] = wrap
	}
}

// logArguments wraps the arguments of a call.
func (m *Machine) logArguments(f *Func, q fp) {
	for i, t := range f.params.types {
		switch t.rep {
		case repEface:
			x := treeArg[any](f, q, i)
			*x = m.logged(*x)
		case repSlice:
			if t.rt.Elem() != anyType {
				continue
			}
			list := treeArg[[]any](f, q, i)
			own := append([]any(nil), *list...)
			for j, x := range own {
				own[j] = m.logged(x)
			}
			*list = own
		}
	}
}

// logged is a value as package slog gets it.
func (m *Machine) logged(x any) any {
	v, t := m.cellValue(x)
	if t == nil {
		return x
	}
	m.mu.Lock()
	if m.isOpaque(t) {
		m.mu.Unlock()
		return x
	}
	value, _, isValuer := m.ownMethod(t, "LogValue", "()(log/slog.Value)")
	text, _, isText := m.ownMethod(t, "MarshalText", "()([]byte, error)")
	_, _, isJSON := m.ownMethod(t, "MarshalJSON", "()([]byte, error)")
	m.mu.Unlock()
	p := printed{m, t, v}
	switch {
	case isValuer:
		return logValuer{p, hook{m: m, v: v, f: value}}
	case m.isError(t) && isJSON:
		e, _ := m.errorValue(t, v).(error)
		return logError{p, e}
	case m.isError(t) && isText:
		e, _ := m.errorValue(t, v).(error)
		return logErrorText{e, p, hook{m: m, v: v, f: text}}
	case m.isError(t):
		return m.errorValue(t, v)
	case isText:
		return logText{p, hook{m: m, v: v, f: text}}
	}
	if rt := memoryType(t.rt); rt.Kind() == reflect.Slice && rt.Elem().Kind() == reflect.Uint8 {
		return newLogBytes(p)
	}
	return p
}

// A logValuer is a value with a method LogValue.
type logValuer struct {
	printed
	h hook
}

// LogValue is slog.LogValuer.
func (l logValuer) LogValue() (v slog.Value) {
	l.h.m.callHook(l.h.v, l.h.f, nil, func(part func(int) unsafe.Pointer) { v = *(*slog.Value)(part(0)) })
	return v
}

// A logText is a value with a method MarshalText.
type logText struct {
	printed
	h hook
}

// MarshalText is encoding.TextMarshaler.
func (l logText) MarshalText() ([]byte, error) { return l.h.bytes() }

// A logBytes is a slice of bytes, of which a TextHandler writes the text. It looks for the kind of
// the value, so that this is a slice too: which one it stands for is in logSlices.
type logBytes []byte

// logSlices are the slices that values of type logBytes stand for, by the address of their memory.
var logSlices sync.Map // of uintptr to *printed

func newLogBytes(p printed) logBytes {
	src := *(*[]byte)(p.t.unbox(p.v))
	b := make(logBytes, len(src)+1)
	copy(b, src)
	at := uintptr(unsafe.Pointer(&b[0]))
	logSlices.Store(at, &p)
	// When this is called, the memory may have been given to another slice.
	runtime.AddCleanup(&b[0], func(p *printed) { logSlices.CompareAndDelete(at, p) }, &p)
	return b[:len(src)]
}

func (b logBytes) printed() *printed {
	p, _ := logSlices.Load(uintptr(unsafe.Pointer(unsafe.SliceData(b))))
	return p.(*printed)
}

func (b logBytes) machineValue() any             { return b.printed().v }
func (b logBytes) Format(s fmt.State, verb rune) { b.printed().Format(s, verb) }
func (b logBytes) MarshalJSON() ([]byte, error)  { return b.printed().MarshalJSON() }

// A logError is an error with a method MarshalJSON.
type logError struct {
	printed
	err error
}

func (l logError) Error() string { return l.err.Error() }
func (l logError) Unwrap() error { return l.err }

// A logErrorText is an error with a method MarshalText, and without a method MarshalJSON.
type logErrorText struct {
	error
	p printed
	h hook
}

func (l logErrorText) machineValue() any { return l.p.v }

// MarshalText is encoding.TextMarshaler.
func (l logErrorText) MarshalText() ([]byte, error) { return l.h.bytes() }
