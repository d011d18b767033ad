// SPDX-License-Identifier: BSD-3-Clause

// Panics of cells are panics of Go, whose value has the calls that were open.

package run

import (
	"fmt"
	"go/token"
	"strings"
	"sync"
	"unsafe"

	"polka/kernel/machine/internal/memory"
)

// A Panic is what code of a cell panics with.
type Panic struct {
	M *World
	// Value is what the cell gave to panic, or a runtime.Error.
	Value any
	// Elided is how many calls of a very deep recursion are missing in Trace.
	Elided    int
	earlier   *Panic // that was passing when this one began
	deep      *Run   // whose recursion is too deep, nil for other panics
	recovered bool   // when a later one began; it had not ended yet
	open      uint8  // how many sites are in near
	site      int32
	frame     FP               // of the function that has failed
	near      [nearSites]int32 // the sites of the open calls, the innermost first
	far       []int32          // those that follow; after the first maxTrace, Elided are missing
}

// Locals calls show with the variables that the failing statement sees, if they are known.
func (p *Panic) Locals(show func(name string, v memory.Value)) {
	if p.frame != nil {
		p.M.locals(p.site, p.frame, show)
	}
}

// Error returns the text that Go prints after "panic: ".
func (p *Panic) Error() string { return p.M.endingText(p.Value) }

// Format prints the value, for compiled code that recovers the panic and prints it.
func (p *Panic) Format(s fmt.State, verb rune) {
	if f, ok := p.Value.(fmt.Formatter); ok {
		f.Format(s, verb)
		return
	}
	fmt.Fprintf(s, fmt.FormatString(s, verb), p.Value)
}

// Unwrap returns the value if it is an error.
func (p *Panic) Unwrap() error {
	err, _ := p.Value.(error)
	return err
}

var (
	errStackOverflow = overflowError(maxDepth)
	ErrNilMap        = sync.OnceValue(func() any { return runtimeErrorOf(func() { set := func(m map[int]int) { m[0] = 0 }; set(nil) }) })
	ErrNegativeShift = sync.OnceValue(func() any { return runtimeErrorOf(func() { n := -1; _ = 1 << n }) })
	ErrDivide        = sync.OnceValue(func() any { return runtimeErrorOf(func() { n := 0; _ = 1 / n }) })
	errNil           = sync.OnceValue(func() any { return runtimeErrorOf(func() { var p *int; _ = *p }) })
)

// overflowError returns the error of a recursion of which more than limit calls are open. Where the
// limit is low, as in a browser, the recursion may have an end.
func overflowError(limit int) memory.RuntimeError {
	if limit < 1<<20 {
		return memory.RuntimeError(fmt.Sprintf("stack overflow: more than %d calls are open, the limit here; does the recursion have an end?", limit))
	}
	return "stack overflow: the recursion has no end"
}

// runtimeErrorOf returns what f panics with: the errors of Go's runtime are made by Go's runtime.
func runtimeErrorOf(f func()) (err any) {
	defer func() { err = recover() }()
	f()
	return nil
}

// FailIndex panics with the error of Go's runtime for index i of n elements.
func (t *Thread) FailIndex(f FP, site int32, i, n int) {
	t.Fail(f, site, runtimeErrorOf(func() {
		s := make([]struct{}, n)
		if t.M.SiteAt(site).Unsigned != 0 {
			_ = s[uint(i)]
		} else {
			_ = s[i]
		}
	}))
}

// A Slicing is s[lo:hi] or s[lo:hi:max] of a slice of that length and capacity, or of an array or a
// string.
type Slicing struct {
	Lo, Hi, Max      int
	Length, Capacity int
	Three, Array     bool
}

// FailSlice panics with the error of Go's runtime for x.
func (t *Thread) FailSlice(f FP, site int32, x Slicing) {
	if x.Array {
		x.Capacity = x.Length
	}
	unsigned := t.M.SiteAt(site).Unsigned
	huge := x.Lo < 0 && unsigned&1 != 0 || x.Hi < 0 && unsigned&2 != 0 || x.Max < 0 && unsigned&4 != 0
	err := runtimeErrorOf(func() {
		var b byte
		str := unsafe.String(&b, x.Length) // only the length is looked at
		s := make([]struct{}, x.Length, x.Capacity)
		switch {
		case x.Array && !x.Three && huge:
			_ = str[uint(x.Lo):uint(x.Hi)]
		case x.Array && !x.Three:
			_ = str[x.Lo:x.Hi]
		case x.Three && huge:
			_ = s[uint(x.Lo):uint(x.Hi):uint(x.Max)]
		case x.Three:
			_ = s[x.Lo:x.Hi:x.Max]
		case huge:
			_ = s[uint(x.Lo):uint(x.Hi)]
		default:
			_ = s[x.Lo:x.Hi]
		}
	})
	if e, ok := err.(error); ok && x.Array {
		err = memory.RuntimeError(strings.TrimPrefix(strings.Replace(e.Error(), "capacity", "length", 1), "runtime error: "))
	}
	t.Fail(f, site, err)
}

// Fail panics with v at a site of the function whose frame is f, nil if that is not known.
func (t *Thread) Fail(f FP, site int32, v any) {
	p := t.newPanic(site, v)
	p.site, p.frame = site, f
	t.panicHook(f, site, p)
	panic(p)
}

// Raise is Fail in a function whose code WithDefers runs: the code returns, and WithDefers finds
// the panic. Nothing of Go's has to be unwound, which takes most of the time of a panic.
func (t *Thread) Raise(f FP, site int32, v any) Ctl {
	if t.M.Hook.Load() != nil {
		t.Fail(f, site, v)
	}
	p := t.spare
	if p == nil {
		p = new(Panic)
	}
	t.spare = nil
	t.begins(p, int(t.Depth), site, v)
	p.site, p.frame = site, f
	t.raised = p
	return Returned
}

// failDeep panics because the call that begins at a site of the function whose frame is f makes the
// recursion too deep. If compiled code recovers the panic, as package fmt does in methods, the run
// panics again when this code returns.
func (t *Thread) failDeep(f FP, site int32) {
	p := t.panicUnder(max(int(t.Depth)-1, 0), site, errStackOverflow)
	p.site, p.frame, p.deep = site, f, t.Run
	t.Run.tooDeep.Store(p)
	t.Depth = max(t.Depth-64, 0) // room for deferred calls
	t.panicHook(nil, site, p)
	panic(p)
}

func (t *Thread) FailNil(f FP, site int32) { t.Fail(f, site, errNil()) }

// maxTrace is how many calls a Panic keeps at either end.
const maxTrace = 32

// newPanic makes a panic at a site of the innermost open call.
func (t *Thread) newPanic(site int32, v any) *Panic { return t.panicUnder(int(t.Depth), site, v) }

// newPanicOfCall makes a panic in compiled code that the call at t.Site runs. If that call is open,
// its site is already among those of the open calls.
func (t *Thread) newPanicOfCall(v any) *Panic {
	d := int(t.Depth)
	if d > 0 && t.LastSite() == t.Site {
		d--
	}
	return t.panicUnder(d, t.Site, v)
}

// panicUnder makes a panic at a site under the d outermost open calls.
func (t *Thread) panicUnder(d int, site int32, v any) *Panic {
	p := new(Panic)
	t.begins(p, d, site, v)
	return p
}

// begins sets what an empty Panic says of a panic at a site under the d outermost open calls.
func (t *Thread) begins(p *Panic, d int, site int32, v any) {
	d = min(d, len(t.Sites))
	p.M, p.Value = t.M, v
	p.near[0] = site
	p.open = 1
	i := d - 1
	for ; i >= 0 && int(p.open) < nearSites; i-- {
		p.near[p.open] = t.Sites[i]
		p.open++
	}
	if i < 0 {
		return
	}
	p.far = make([]int32, 0, min(i+1, 2*maxTrace))
	p.Elided = max(0, d-2*maxTrace)
	for ; i >= 0; i-- {
		if p.Elided > 0 && d-1-i == maxTrace {
			i = maxTrace - 1
		}
		p.far = append(p.far, t.Sites[i])
	}
}

// nearSites is how many sites a Panic has without another allocation.
const nearSites = 6

// Trace returns the open calls, the innermost first. Elide is behind how many of them the calls are
// missing that Elided counts; they are in the middle of a very deep recursion.
func (p *Panic) Trace() (calls []Call, elide int) {
	p.M.SitesMu.Lock()
	defer p.M.SitesMu.Unlock()
	for i, n := range append(p.near[:p.open:p.open], p.far...) {
		if p.Elided > 0 && i == 1+maxTrace {
			elide = len(calls)
		}
		if s := p.M.site(n); s != nil && s.F != nil && !s.F.Hidden {
			calls = append(calls, Call{s.F, s.Pos, n})
		}
	}
	return calls, elide
}

// A Call is an open call in a trace.
type Call struct {
	Func *Func
	Pos  token.Pos // of the statement that was running
	Site int32
}

// caught converts the result of recover to a Panic.
func (t *Thread) caught(e any) *Panic {
	switch e := e.(type) {
	case *Panic:
		return e
	}
	return t.hookedPanic(e)
}

// hookedPanic is newPanicOfCall with the hook for panics.
func (t *Thread) hookedPanic(v any) *Panic {
	p := t.newPanicOfCall(v)
	t.panicHook(nil, t.Site, p)
	return p
}
