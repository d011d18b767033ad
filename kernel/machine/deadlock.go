// Deadlocks.
//
// Go ends a program whose goroutines all wait for each other. Here the process has goroutines of its own, so the
// machine counts: a run is dead if each of its threads waits in an operation on a channel, or for a lock or a WaitGroup,
// and nothing else can wake one of them. That may be a timer, a signal, a connection or compiled code that has kept a
// function; so a run that has called a package of that kind is not looked at, nor one beside which goroutines of earlier
// cells are alive. The look comes a moment after the last thread has begun to wait, and only if none has moved since
// and Go's scheduler has none that it could run.

package machine

import (
	"bytes"
	"runtime"
	"strings"
	"sync"
	"time"
	"unsafe"
)

// ErrDeadlock is the value of the Panic of a run whose goroutines all wait for each other.
var ErrDeadlock error = deadlockError{}

type deadlockError struct{}

func (deadlockError) Error() string { return "all goroutines are asleep - deadlock!" }

// deadlockDelay is how long all threads must have waited.
const deadlockDelay = 20 * time.Millisecond

// wait is called before a thread waits for others.
func (t *thread) wait() {
	r := t.run
	t.waits.Store(true)
	r.last.Store(t)
	if r.waiting.Add(1) == r.alive.Load() && !r.wakeable.Load() {
		r.lookLater()
	}
}

// waited is called when it waits no more.
func (t *thread) waited() {
	t.waits.Store(false)
	t.run.moves.Add(1)
	t.run.waiting.Add(-1)
}

// lookLater looks after a moment whether the run is dead, unless that has been arranged.
func (r *Run) lookLater() {
	if !r.looking.Swap(true) {
		moves := r.moves.Load()
		time.AfterFunc(deadlockDelay, func() { r.lookDead(moves) })
	}
}

// lookDead ends the run if nothing has moved since.
func (r *Run) lookDead(moves int64) {
	r.looking.Store(false) // a thread that waits from now on looks itself
	if r.waiting.Load() != r.alive.Load() || r.wakeable.Load() || r.stopped.Load() > 0 {
		return
	}
	if r.moves.Load() != moves || someRunnable() { // one that is woken is, on a busy machine, not yet counted
		r.lookLater()
		return
	}
	if r.Alone != nil && !r.Alone() {
		return
	}
	if r.Failed != nil {
		t := r.last.Load()
		if t == nil || !t.waits.Load() { // it has ended
			t = r.m.thread(r)
		}
		r.Failed(t.newPanic(t.site, ErrDeadlock))
	}
}

// someRunnable reports whether a goroutine that runs code of cells, other than the caller's, could go on. It stops all
// goroutines for the time that it takes to list them.
func someRunnable() bool {
	buf := make([]byte, 64<<10)
	n := runtime.Stack(buf, true)
	for n == len(buf) && n < 256<<20 {
		buf = make([]byte, 4*n)
		n = runtime.Stack(buf, true)
	}
	_, others, _ := bytes.Cut(buf[:n], []byte("\n\n"))
	for _, g := range bytes.Split(others, []byte("\n\n")) {
		head, stack, _ := bytes.Cut(g, []byte("\n"))
		if (bytes.Contains(head, []byte("[runnable")) || bytes.Contains(head, []byte("[running"))) && bytes.Contains(stack, []byte("kernel/machine.")) {
			return true
		}
	}
	return false
}

// wakes reports whether a compiled function can wake threads later: the run is then never taken for dead.
func wakes(name string) bool {
	name = strings.TrimLeft(name, "(*")
	for _, prefix := range []string{"time.A", "time.N", "time.T", "context.W", "context.A", "os/signal.", "net.", "net/", "os.", "os/exec.", "io.Pipe", "syscall.",
		"runtime.SetFinalizer", "runtime.AddCleanup", "polka/"} {
		if strings.HasPrefix(name, prefix) {
			return true
		}
	}
	return false
}

// waitingCall makes the call of a function that waits for other goroutines, and counts the thread as waiting meanwhile; it is nil
// for all other functions.
func waitingCall(name string) func(t *thread, f *Func, q fp) bool {
	native := func(do func(p unsafe.Pointer)) func(t *thread, f *Func, q fp) bool {
		return func(t *thread, f *Func, q fp) bool {
			p := *at[unsafe.Pointer](q, f.params.offsets[0])
			if p == nil {
				return false
			}
			t.wait()
			defer t.waited()
			do(p)
			return true
		}
	}
	switch name {
	case "(*sync.WaitGroup).Wait":
		return native(func(p unsafe.Pointer) { (*sync.WaitGroup)(p).Wait() })
	case "(*sync.Mutex).Lock":
		return func(t *thread, f *Func, q fp) bool {
			p := (*sync.Mutex)(*at[unsafe.Pointer](q, f.params.offsets[0]))
			if p == nil {
				return false
			}
			if !p.TryLock() {
				t.wait()
				p.Lock()
				t.waited()
			}
			return true
		}
	case "(*sync.RWMutex).Lock":
		return native(func(p unsafe.Pointer) { (*sync.RWMutex)(p).Lock() })
	case "(*sync.RWMutex).RLock":
		return native(func(p unsafe.Pointer) { (*sync.RWMutex)(p).RLock() })
	case "(*sync.Cond).Wait":
		return native(func(p unsafe.Pointer) { (*sync.Cond)(p).Wait() })
	}
	return nil
}
