// Panics of cells are panics of Go, with a value that knows the calls that were open.

package machine

import (
	"fmt"
	"io"
	"runtime"
	"strings"
	"sync"
	"unsafe"
)

// A Panic is what code of a cell panics with.
type Panic struct {
	m *Machine
	// Value is what the cell gave to panic, or a runtime.Error.
	Value any
	// Trace are the open calls, the innermost first. Of a very deep recursion the middle is
	// missing.
	Trace []Call
	// Elided is how many calls are missing, after Trace[:Elide].
	Elide, Elided int
	earlier       *Panic // that was passing when this one began

	site  int32
	frame fp // of the function that has failed
}

// Locals calls show with the variables that the failing statement sees, if they are known.
func (p *Panic) Locals(show func(name string, v Value)) {
	if p.frame != nil {
		p.m.locals(p.site, p.frame, show)
	}
}

// Error is the text that Go prints after "panic: ".
func (p *Panic) Error() string { return p.m.PanicText(p.Value) }

// Format prints the value, for compiled code that recovers the panic and prints it.
func (p *Panic) Format(s fmt.State, verb rune) {
	if f, ok := p.m.ToNative(p.Value, ForPrint).(fmt.Formatter); ok {
		f.Format(s, verb)
		return
	}
	fmt.Fprintf(s, fmt.FormatString(s, verb), p.m.ToNative(p.Value, ForPrint))
}

// A runtimeError is an error of Go's runtime whose text the machine writes.
type runtimeError string

func (e runtimeError) Error() string { return "runtime error: " + string(e) }

// RuntimeError marks it as runtime.Error does.
func (e runtimeError) RuntimeError() {}

// A plainError is a runtime.Error whose text is all there is.
type plainError string

func (e plainError) Error() string { return string(e) }

// RuntimeError marks it as runtime.Error does.
func (e plainError) RuntimeError() {}

// An assertionError stands for a *runtime.TypeAssertionError, which only Go's runtime can make. Its
// memory begins as that of the original does.
type assertionError struct {
	types [3]unsafe.Pointer // the first is &ownAssertion
	_     string
	text  string
}

var ownAssertion byte

func newAssertionError(text string) any {
	return &assertionError{types: [3]unsafe.Pointer{unsafe.Pointer(&ownAssertion)}, text: text}
}

func (e *assertionError) Error() string { return e.text }

// RuntimeError marks it as runtime.Error does.
func (e *assertionError) RuntimeError() {}

func panicSpecials() {
	specials["(*runtime.TypeAssertionError).Error"] = func(m *Machine, f *Func, q fp) bool {
		e := *at[*assertionError](q, f.params.offsets[0])
		if e == nil || e.types[0] != unsafe.Pointer(&ownAssertion) {
			return false
		}
		*at[string](q, f.results.offsets[0]) = e.text
		return true
	}
}

var (
	errStackOverflow = runtimeError("stack overflow: the recursion has no end")
	errNilMap        = plainError("assignment to entry in nil map")
	errNegativeShift = runtimeError("negative shift amount")
	errDivide        = sync.OnceValue(func() any { return runtimeErrorOf(func() { n := 0; _ = 1 / n }) })
	errNil           = sync.OnceValue(func() any { return runtimeErrorOf(func() { var p *int; _ = *p }) })
)

// runtimeErrorOf is what f panics with: the errors of Go's runtime are made by Go's runtime.
func runtimeErrorOf(f func()) (err any) {
	defer func() { err = recover() }()
	f()
	return nil
}

// failIndex panics with the error of Go's runtime for index i of n elements.
func (t *thread) failIndex(f fp, site int32, i, n int) {
	t.fail(f, site, runtimeErrorOf(func() {
		s := make([]struct{}, n)
		if t.m.siteAt(site).unsigned != 0 {
			_ = s[uint(i)]
		} else {
			_ = s[i]
		}
	}))
}

// A slicing is s[lo:hi] or s[lo:hi:max] of a slice of that length and capacity, or of an array or a
// string.
type slicing struct {
	lo, hi, max      int
	length, capacity int
	three, array     bool
}

// failSlice panics with the error of Go's runtime for x.
func (t *thread) failSlice(f fp, site int32, x slicing) {
	if x.array {
		x.capacity = x.length
	}
	unsigned := t.m.siteAt(site).unsigned
	huge := x.lo < 0 && unsigned&1 != 0 || x.hi < 0 && unsigned&2 != 0 || x.max < 0 && unsigned&4 != 0
	err := runtimeErrorOf(func() {
		var b byte
		str := unsafe.String(&b, x.length) // only the length is looked at
		s := make([]struct{}, x.length, x.capacity)
		switch {
		case x.array && !x.three && huge:
			_ = str[uint(x.lo):uint(x.hi)]
		case x.array && !x.three:
			_ = str[x.lo:x.hi]
		case x.three && huge:
			_ = s[uint(x.lo):uint(x.hi):uint(x.max)]
		case x.three:
			_ = s[x.lo:x.hi:x.max]
		case huge:
			_ = s[uint(x.lo):uint(x.hi)]
		default:
			_ = s[x.lo:x.hi]
		}
	})
	if e, ok := err.(error); ok && x.array {
		err = runtimeError(strings.TrimPrefix(strings.Replace(e.Error(), "capacity", "length", 1), "runtime error: "))
	}
	t.fail(f, site, err)
}

// fail panics with v at a site of the function whose frame is f, nil if that is not known.
func (t *thread) fail(f fp, site int32, v any) {
	p := t.newPanic(site, v)
	p.site, p.frame = site, f
	t.panicHook(f, site, p)
	panic(p)
}

func (t *thread) failNil(f fp, site int32) { t.fail(f, site, errNil()) }

// maxTrace is how many calls a Panic keeps at either end.
const maxTrace = 32

func (t *thread) newPanic(site int32, v any) *Panic {
	p := &Panic{m: t.m, Value: v}
	add := func(n int32) {
		s := t.m.siteAt(n)
		if s.f != nil && !s.f.hidden {
			p.Trace = append(p.Trace, Call{s.f, s.pos, n})
		}
	}
	add(site)
	d := min(int(t.depth), len(t.sites))
	for i := d - 1; i >= 0; i-- {
		if d > 2*maxTrace && d-1-i == maxTrace {
			p.Elide, p.Elided = len(p.Trace), d-2*maxTrace
			i = maxTrace - 1
		}
		add(t.sites[i])
	}
	return p
}

// A Call is an open call in a trace.
type Call struct {
	Func *Func
	Pos  tokenPos // of the statement that was running
	site int32
}

// caught turns what recover has given into a Panic.
func (t *thread) caught(e any) *Panic {
	switch e := e.(type) {
	case *Panic:
		return e
	case runtime.Error:
		return t.hookedPanic(t.m.ownWords(e))
	}
	return t.hookedPanic(t.m.FromNative(e))
}

// hookedPanic is newPanic for a panic of compiled code.
func (t *thread) hookedPanic(v any) *Panic {
	p := t.newPanic(t.site, v)
	t.panicHook(nil, t.site, p)
	return p
}

// ownWords is an error of Go's runtime with the names of the cell's types.
func (m *Machine) ownWords(e runtime.Error) any {
	text := e.Error()
	if !strings.Contains(text, markKey) {
		return e
	}
	for _, prefix := range []string{"runtime error: hash of unhashable type ", "runtime error: comparing uncomparable type "} {
		if name, ok := strings.CutPrefix(text, prefix); ok {
			return runtimeError(strings.TrimPrefix(prefix, "runtime error: ") + m.nameOfText(name))
		}
	}
	// What a map says when nothing is stored in it.
	const lookup = "hash of unhashable type: "
	if name, ok := strings.CutPrefix(text, lookup); ok {
		return plainError(lookup + m.nameOfText(name))
	}
	return e
}

// nameOfText is the name of the type that reflect spells so.
func (m *Machine) nameOfText(text string) string {
	name := text
	m.byWord.Range(func(_, v any) bool {
		if t := v.(*Type); t.rt.String() == text {
			name = t.String()
			return false
		}
		return true
	})
	return name
}

// PanicText is what Go prints after "panic: " for the value of a panic.
func (m *Machine) PanicText(v any) string {
	switch v := v.(type) {
	case nil:
		return "nil"
	case runtimeError, plainError, *assertionError:
		return v.(error).Error()
	}
	n := m.ToNative(v, ForPrint)
	switch x := n.(type) {
	case error:
		return x.Error()
	case fmt.Stringer:
		return x.String()
	case bool, int, int8, int16, int32, int64, uint, uint8, uint16, uint32, uint64, uintptr, float32, float64, complex64, complex128:
		var b strings.Builder
		fmt.Fprintf(&b, "%s(", m.TypeOf(v))
		printBuiltin(&b, n)
		return b.String() + ")"
	case string:
		return x
	}
	if t := m.typeOfValue(v); t != nil && t.rep != repMem {
		switch t.rep {
		case repString:
			return fmt.Sprintf("%s(%q)", t, *(*string)(t.unbox(v)))
		case repBool, repInt, repInt8, repInt16, repInt32, repInt64, repUint, repUint8, repUint16, repUint32, repUint64, repUintptr, repFloat32, repFloat64:
			var b strings.Builder
			fmt.Fprintf(&b, "%s(", t)
			printBuiltin(&b, m.plainValue(t, t.unbox(v)))
			return b.String() + ")"
		}
	}
	e := *(*eface)(unsafe.Pointer(&v))
	return fmt.Sprintf("(%s) %p", m.TypeOf(v), e.data)
}

var _ io.Writer = (*strings.Builder)(nil)
