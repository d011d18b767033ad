// Stopping.
//
// A run that is stopped has its limit of depth set to zero, so that each of its threads notices at
// its next call, and its loops look when they go round. What waits for a channel, for time, a lock
// or another goroutine also waits for the stop. A stopped thread unwinds by a panic that no cell
// can recover, and runs its deferred calls. These are limited too: they have a grace period of
// as many stops as there have been, and the next one ends them.
//
// Two kinds of goroutines need more. One is inside compiled code, which does not look: the run is
// left behind. When the code comes back, or calls a function of a cell, the goroutine meets the
// stop, although by then another run may be the current one; so each goroutine carries the label of
// its run, as package runtime/pprof defines labels, which the goroutines that it starts inherit.
// The other has been started by compiled code, as a handler of a server is. (Those of WaitGroup.Go
// and of timers are made goroutines of the run.) A panic there would end the process. It ends by
// runtime.Goexit, which runs the deferred calls of compiled code too.
//
// A stopped goroutine has to be scheduled to notice, and so has the one that waits for its end. Go
// gives every goroutine that computes 10 ms, so with four for each processor a stop would take 40
// ms or more. While a stop is under way, the limits of all other runs of the process are zero too,
// and their threads give the processor up at each call and turn of a loop.
//
// A sync.Mutex must not be unlocked twice: Go ends the process for that. A stop can come where a
// deferred Unlock does not expect it, between an Unlock and a Lock of the function. So an Unlock in
// a stopped run looks first.

package machine

import (
	"bytes"
	"context"
	"iter"
	"runtime"
	"runtime/pprof"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"time"
	"unsafe"
)

// stopped is the panic that ends the threads of a run that has been stopped.
type stopped struct{ r *Run }

// end ends the thread, whose run has been stopped.
func (t *thread) end() {
	if t.borrowed {
		if own, _ := ownGoroutine(); !own {
			t.grace = t.run.stopped.Load() // for the deferred calls, which run on top of the call of Goexit
			runtime.Goexit()
		}
	}
	panic(stopped{t.run})
}

// stops is closed when the thread has to end.
func (t *thread) stops() <-chan struct{} {
	if t.grace == 0 {
		return t.run.done
	}
	return t.run.doneAfter(t.grace)
}

// Stop makes all threads of the run end at their next call or turn of a loop; their deferred calls
// run. A second Stop ends deferred calls too.
func (r *Run) Stop() {
	r.mu.Lock()
	defer r.mu.Unlock()
	n := r.stopped.Add(1)
	if n == 1 {
		r.limit.Store(0)
		close(r.done)
	}
	for g, c := range r.later {
		if n > g {
			close(c)
			delete(r.later, g)
		}
	}
}

// running are the runs of the process that have threads. In a stop, all of them yield.
var running = struct {
	sync.Mutex
	runs map[*Run]bool
}{runs: make(map[*Run]bool)}

// stopping is how many stops are under way.
var stopping atomic.Int32

// enlist enters r, whose first thread has begun, or removes it after the last has ended.
func enlist(r *Run) {
	running.Lock()
	defer running.Unlock()
	if r.alive.Load() > 0 {
		running.runs[r] = true
	} else {
		delete(running.runs, r)
	}
}

// Yield makes the threads of all runs of the process give the processor up again and again until
// end is called, so that those which are being stopped, and their waiters, are scheduled soon.
func Yield() (end func()) {
	stopping.Add(1)
	running.Lock()
	defer running.Unlock()
	for r := range running.runs {
		r.limit.Store(0)
	}
	return func() { stopping.Add(-1) }
}

// yield is called where the limit of depth is zero and the thread does not end.
func (t *thread) yield() {
	r := t.run
	if stopping.Load() > 0 {
		runtime.Gosched()
		return
	}
	if r.stopped.Load() == 0 {
		r.limit.CompareAndSwap(0, r.most.Load())
		if r.stopped.Load() > 0 || stopping.Load() > 0 { // by now
			r.limit.Store(0)
		}
	}
}

// doneAfter is closed when the run has been stopped more than n times.
func (r *Run) doneAfter(n int32) <-chan struct{} {
	r.mu.Lock()
	defer r.mu.Unlock()
	c := r.later[n]
	if c == nil {
		c = make(chan struct{})
		if r.stopped.Load() > n {
			close(c)
			return c
		}
		if r.later == nil {
			r.later = make(map[int32]chan struct{})
		}
		r.later[n] = c
	}
	return c
}

// StopOthers stops the earlier runs of the machine of which goroutines are alive or functions are
// being called, but r.
func (m *Machine) StopOthers(r *Run) {
	m.runsMu.Lock()
	list := append([]*Run(nil), m.earlier...)
	m.runsMu.Unlock()
	if c := m.current.Load(); c != nil {
		list = append(list, c)
	}
	for _, o := range list {
		if o != r && o.active() {
			o.Stop()
		}
	}
}

// Interrupting reports whether goroutines are in functions of Options.Interruptible. After a stop
// these return soon.
func (m *Machine) Interrupting() bool { return m.interruptible.Load() > 0 }

// active reports whether code of the run is running, or waits.
func (r *Run) active() bool { return r.alive.Load() > 0 || r.nested.Load() > 0 }

// remember keeps the run that was current, if it goes on.
func (m *Machine) remember(old *Run) {
	m.runsMu.Lock()
	defer m.runsMu.Unlock()
	kept := m.earlier[:0]
	for _, r := range m.earlier {
		if r.active() && (r.alive.Load() > 0 || r.stopped.Load() == 0) {
			kept = append(kept, r)
		}
	}
	clear(m.earlier[len(kept):])
	m.earlier = kept
	if old != nil && old.active() {
		m.earlier = append(m.earlier, old)
	}
}

// getLabels and setLabels are the labels of the calling goroutine.
//
//go:linkname getLabels runtime/pprof.runtime_getProfLabel
func getLabels() unsafe.Pointer

//go:linkname setLabels runtime/pprof.runtime_setProfLabel
func setLabels(unsafe.Pointer)

// label marks the calling goroutine, and those that it will start, as the run's. The result takes
// the mark off the caller.
func (r *Run) label() (restore func()) {
	old := getLabels()
	pprof.SetGoroutineLabels(pprof.WithLabels(context.Background(), pprof.Labels("run", strconv.Itoa(int(runs.Add(1))))))
	p := getLabels()
	key, m := uintptr(p), r.m
	m.labelled.Store(key, r)
	r.labels.Store(key)
	// The mark is forgotten when no goroutine has it any more.
	runtime.AddCleanup((*[3]uintptr)(p), func(r *Run) { m.labelled.CompareAndDelete(key, r) }, r)
	return func() { setLabels(old) }
}

var runs atomic.Int64

// ofGoroutine is the run that a function of a cell belongs to which compiled code calls: the
// current one, unless the goroutine is one of the machine's whose run has been stopped.
func (m *Machine) ofGoroutine() *Run {
	r := m.current.Load()
	if p := uintptr(getLabels()); p != 0 && p != r.labels.Load() {
		if o, ok := m.labelled.Load(p); ok && o.(*Run).stopped.Load() > 0 {
			if own, _ := ownGoroutine(); own {
				return o.(*Run)
			}
		}
	}
	return r
}

// ownGoroutine reports whether the calling goroutine is one that the machine has started, and
// whether it runs a deferred call. It takes a time proportional to the depth of the stack.
func ownGoroutine() (own, deferred bool) {
	pcs := make([]uintptr, 256)
	n := runtime.Callers(2, pcs)
	for n == len(pcs) && n < 1<<24 {
		pcs = make([]uintptr, 4*n)
		n = runtime.Callers(2, pcs)
	}
	frames := runtime.CallersFrames(pcs[:n])
	for {
		f, more := frames.Next()
		if name, ok := strings.CutPrefix(f.Function, "polka/kernel/machine."); ok {
			deferred = deferred || name == "(*thread).runDeferred"
			own = own || strings.HasPrefix(name, "(*Run).Do") || name == "(*Run).goroutine"
		} else if f.Function == "runtime.runFinalizers" || f.Function == "runtime.runCleanups" {
			own = true // Goexit would end the goroutine on which they all run
		}
		if !more {
			return own, deferred
		}
	}
}

// An abandoned is the panic that ends a thread which nothing can wake. As in Go, its deferred calls
// do not run.
type abandoned struct{}

// ExitCode says that no deferred call runs.
func (abandoned) ExitCode() int { return 0 }

// forever waits where nothing can wake the thread: at a nil channel, or in a select without cases.
// It does not return. A goroutine ends with the code of its run.
func (t *thread) forever() {
	r := t.run
	over := r.over
	if t.main || t.borrowed {
		over = nil
	}
	if !t.borrowed {
		r.stuck.Add(1)
		defer r.stuck.Add(-1)
	}
	t.wait()
	defer t.waited()
	select {
	case <-t.stops():
		t.end()
	case <-over:
		panic(abandoned{})
	}
}

// Stuck is how many goroutines of other runs than r wait where nothing can wake them.
func (m *Machine) Stuck(r *Run) (n int) {
	m.runsMu.Lock()
	defer m.runsMu.Unlock()
	for _, o := range m.earlier {
		if o != r {
			n += int(o.stuck.Load())
		}
	}
	return n
}

// await makes a call that waits for other goroutines, and counts the thread as waiting meanwhile.
// The call runs on a goroutine of its own, so that a stop ends the wait; undo is called if it comes
// back after that.
func (t *thread) await(call, undo func()) {
	var over atomic.Bool // the call has come back, or the thread has left
	back := make(chan any, 1)
	go func() {
		defer func() {
			e := recover()
			switch {
			case over.CompareAndSwap(false, true):
				back <- e
			case e == nil && undo != nil:
				undo()
			}
		}()
		call()
	}()
	t.wait()
	var e any
	select {
	case e = <-back:
		t.waited()
	case <-t.stops():
		t.waited()
		if over.CompareAndSwap(false, true) {
			t.end()
		}
		e = <-back
	}
	if e != nil {
		panic(e)
	}
}

// lock makes a call that locks, where try does not do that at once.
func (t *thread) lock(try func() bool, lock, unlock func()) {
	for range lockTries {
		if try() {
			return
		}
		runtime.Gosched()
	}
	t.await(lock, unlock)
}

const lockTries = 4

// condWait is (*sync.Cond).Wait. A thread that is stopped has the lock again when its deferred
// calls run.
func (t *thread) condWait(c *sync.Cond) {
	defer func() {
		if e := recover(); e != nil {
			if _, ok := e.(stopped); ok {
				c.L.Lock()
			}
			panic(e)
		}
	}()
	t.await(c.Wait, func() {
		c.L.Unlock()
		c.Signal() // the signal was for another
	})
}

// startingCall makes the call of a function that starts a goroutine with a function of the cell, as
// a goroutine of the run; it is nil for all other functions.
func startingCall(name string) func(t *thread, f *Func, q fp) bool {
	function := func(t *thread, f *Func, q fp) (fn *Func, frame func() fp) {
		cl := ownClosure(*at[unsafe.Pointer](q, f.params.Offsets[1]), shapes[">"].pc)
		if cl == nil {
			return nil, nil
		}
		fn = cl.fn
		if fn.compile != nil {
			fn.ready()
		}
		return fn, func() fp {
			q := fn.frame.Alloc()
			if len(fn.caught.Offsets) > 0 {
				fn.fill(q, cl)
			}
			return q
		}
	}
	switch name {
	case "(*sync.WaitGroup).Go":
		return func(t *thread, f *Func, q fp) bool {
			wg := *at[*sync.WaitGroup](q, f.params.Offsets[0])
			fn, frame := function(t, f, q)
			if wg == nil || fn == nil {
				return false
			}
			wg.Add(1)
			t.run.spawn(fn, frame(), t.site, wg.Done)
			return true
		}
	case "time.AfterFunc":
		return func(t *thread, f *Func, q fp) bool {
			fn, frame := function(t, f, q)
			if fn == nil {
				return false
			}
			r, site := t.run, t.site
			d := *at[time.Duration](q, f.params.Offsets[0])
			r.timer(d)
			*at[*time.Timer](q, f.results.Offsets[0]) = time.AfterFunc(d, func() {
				if r.stopped.Load() == 0 {
					r.goroutine(fn, frame(), r.spawned(site), nil)
				}
			})
			return true
		}
	}
	return nil
}

// unlocks reports whether a compiled function ends what a thread must not be stopped in.
func unlocks(name string) bool {
	switch name {
	case "(*sync.Mutex).Unlock", "(*sync.RWMutex).Unlock", "(*sync.RWMutex).RUnlock", "(*sync.WaitGroup).Done":
		return true
	}
	return false
}

// A State says what goroutines that run code of cells are doing.
type State struct {
	// InCell: some are in code of the machine itself, or in the kernel's, for output. They end soon
	// after they have been stopped.
	InCell bool
	// Waiting: the others are in compiled code that a cell has called, and each waits for
	// something.
	Waiting bool
}

// Look lists the goroutines of the process and says what they are doing. It stops them for that
// time.
func Look() (s State) {
	computing := false
	for head, stack := range goroutines() {
		switch doing(stack) {
		case inCell:
			s.InCell = true
		case inCompiled:
			s.Waiting = true
			computing = computing || runnable(head) || bytes.Contains(head, []byte("[syscall")) || bytes.Contains(stack, []byte(yielding))
		}
	}
	s.Waiting = s.Waiting && !s.InCell && !computing
	return s
}

// goroutines lists all goroutines but the caller's, by the lines of which runtime.Stack makes the
// head and the calls of each.
func goroutines() iter.Seq2[[]byte, []byte] {
	buf := make([]byte, 64<<10)
	n := runtime.Stack(buf, true)
	for n == len(buf) && n < 256<<20 {
		buf = make([]byte, 4*n)
		n = runtime.Stack(buf, true)
	}
	return func(yield func(head, stack []byte) bool) {
		_, others, _ := bytes.Cut(buf[:n], []byte("\n\n"))
		for g := range bytes.SplitSeq(others, []byte("\n\n")) {
			if head, stack, _ := bytes.Cut(g, []byte("\n")); !yield(head, stack) {
				return
			}
		}
	}
}

// runnable reports whether a goroutine, by its head, runs or could run.
func runnable(head []byte) bool {
	return bytes.Contains(head, []byte("[runnable")) || bytes.Contains(head, []byte("[running"))
}

// yielding is how the calls begin in which a goroutine that computes gives way.
const yielding = "polka/internal/yield."

const (
	notOurs = iota
	inCell
	inCompiled
)

// doing says where a goroutine is, by its stack from the innermost call.
func doing(stack []byte) int {
	compiled, kernel := false, false
	for len(stack) > 0 {
		var line []byte
		line, stack, _ = bytes.Cut(stack, []byte("\n"))
		_, stack, _ = bytes.Cut(stack, []byte("\n")) // the file
		if bytes.HasPrefix(line, []byte("created by ")) {
			break
		}
		switch {
		case bytes.HasPrefix(line, []byte("polka/kernel/machine.(*thread).await.")):
			return notOurs
		case bytes.HasPrefix(line, []byte("polka/kernel/machine.")):
			if compiled && !kernel {
				return inCompiled
			}
			return inCell
		case bytes.HasPrefix(line, []byte("polka/kernel/")):
			kernel = true // output on its way to the kernel, which takes it
		case bytes.HasPrefix(line, []byte(yielding)): // in a browser
		case bytes.HasPrefix(line, []byte("runtime.")), bytes.HasPrefix(line, []byte("reflect.")), bytes.HasPrefix(line, []byte("internal/")), bytes.HasPrefix(line, []byte("panic(")):
		default:
			compiled = true
		}
	}
	return notOurs
}
