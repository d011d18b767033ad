// Panics of cells are panics of Go, with a value that knows the calls that were open.

package machine

import (
	"fmt"
	"strings"
	"sync"
	"unsafe"

	"polka/kernel/machine/internal/memory"
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
	deep          *Run   // whose recursion is too deep, nil for other panics
	recovered     bool   // when a later one began; it was not yet at its end

	site  int32
	frame fp // of the function that has failed
}

// Locals calls show with the variables that the failing statement sees, if they are known.
func (p *Panic) Locals(show func(name string, v memory.Value)) {
	if p.frame != nil {
		p.m.locals(p.site, p.frame, show)
	}
}

// Error is the text that Go prints after "panic: ".
func (p *Panic) Error() string { return p.m.endingText(p.Value) }

// Format prints the value, for compiled code that recovers the panic and prints it.
func (p *Panic) Format(s fmt.State, verb rune) {
	if f, ok := p.Value.(fmt.Formatter); ok {
		f.Format(s, verb)
		return
	}
	fmt.Fprintf(s, fmt.FormatString(s, verb), p.Value)
}

// Unwrap is the value if it is an error.
func (p *Panic) Unwrap() error {
	err, _ := p.Value.(error)
	return err
}

var (
	errStackOverflow = overflowError(maxDepth)
	errNilMap        = sync.OnceValue(func() any { return runtimeErrorOf(func() { set := func(m map[int]int) { m[0] = 0 }; set(nil) }) })
	errNegativeShift = sync.OnceValue(func() any { return runtimeErrorOf(func() { n := -1; _ = 1 << n }) })
	errDivide        = sync.OnceValue(func() any { return runtimeErrorOf(func() { n := 0; _ = 1 / n }) })
	errNil           = sync.OnceValue(func() any { return runtimeErrorOf(func() { var p *int; _ = *p }) })
)

// overflowError is the error of a recursion of which more than limit calls are open. Where the
// limit is low, as in a browser, the recursion may have an end.
func overflowError(limit int) memory.RuntimeError {
	if limit < 1<<20 {
		return memory.RuntimeError(fmt.Sprintf("stack overflow: more than %d calls are open, the limit here; does the recursion have an end?", limit))
	}
	return "stack overflow: the recursion has no end"
}

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
		err = memory.RuntimeError(strings.TrimPrefix(strings.Replace(e.Error(), "capacity", "length", 1), "runtime error: "))
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

// failDeep panics because the recursion is too deep. If compiled code recovers the panic, as
// package fmt does in methods, the run panics again when this code returns.
func (t *thread) failDeep(site int32) {
	p := t.newPanic(site, errStackOverflow)
	p.site, p.deep = site, t.run
	t.run.tooDeep.Store(p)
	t.panicHook(nil, site, p)
	panic(p)
}

func (t *thread) failNil(f fp, site int32) { t.fail(f, site, errNil()) }

// maxTrace is how many calls a Panic keeps at either end.
const maxTrace = 32

// newPanic makes a panic at a site of the innermost open call.
func (t *thread) newPanic(site int32, v any) *Panic { return t.panicUnder(int(t.depth), site, v) }

// newPanicOfCall makes a panic in compiled code that the call at t.site runs. If that call is open,
// its site is already among those of the open calls.
func (t *thread) newPanicOfCall(v any) *Panic {
	d := int(t.depth)
	if d > 0 && t.lastSite() == t.site {
		d--
	}
	return t.panicUnder(d, t.site, v)
}

// panicUnder makes a panic at a site under the d outermost open calls.
func (t *thread) panicUnder(d int, site int32, v any) *Panic {
	p := &Panic{m: t.m, Value: v}
	add := func(n int32) {
		s := t.m.siteAt(n)
		if s.f != nil && !s.f.hidden {
			p.Trace = append(p.Trace, Call{s.f, s.pos, n})
		}
	}
	add(site)
	d = min(d, len(t.sites))
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
	}
	return t.hookedPanic(e)
}

// hookedPanic is newPanicOfCall with the hook for panics.
func (t *thread) hookedPanic(v any) *Panic {
	p := t.newPanicOfCall(v)
	t.panicHook(nil, t.site, p)
	return p
}
