// Deadlocks.
//
// Go ends a program whose goroutines all wait for each other. Here the process has goroutines of
// its own, so the machine counts: a run is dead if each of its threads waits in an operation on a
// channel, or for a lock or a WaitGroup, and nothing else can wake one of them. That may be a
// signal, a connection or compiled code that has kept a function; so a run that has called a
// package of that kind is not looked at, nor one beside which goroutines of earlier cells are
// alive. It may also be a timer; so a run is not looked at before its timers have fired, or not at
// all if that takes long. The look comes a moment after the last thread has begun to wait, and only
// if none has moved since and Go's scheduler has none that it could run.

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

// lookLater looks whether the run is dead, a moment after its timers have fired, unless that has
// been arranged.
func (r *Run) lookLater() {
	if !r.looking.Swap(true) {
		moves := r.moves.Load()
		time.AfterFunc(deadlockDelay+max(0, r.untilTimers()), func() { r.lookDead(moves) })
	}
}

// untilTimers is how long it takes until the timers of the run have fired, not positive if they
// have.
func (r *Run) untilTimers() time.Duration {
	if at := r.timers.Load(); at > 0 {
		return time.Until(time.Unix(0, at))
	}
	return 0
}

// Quiet reports whether no timer of the run will fire, and the functions of those that have fired
// have begun.
func (r *Run) Quiet() bool { return r.untilTimers() <= 0 && !someRunnable() }

// maxTimer is the longest duration of a timer after which a run is looked at.
const maxTimer = time.Minute

// timer notes that compiled code may wake a thread for so long.
func (r *Run) timer(d time.Duration) {
	if d > maxTimer {
		r.wakeable.Store(true)
		return
	}
	at := time.Now().Add(d).UnixNano()
	for {
		old := r.timers.Load()
		if old >= at || r.timers.CompareAndSwap(old, at) {
			return
		}
	}
}

// lookDead ends the run if nothing has moved since.
func (r *Run) lookDead(moves int64) {
	r.looking.Store(false) // a thread that waits from now on looks itself
	if r.waiting.Load() != r.alive.Load() || r.wakeable.Load() || r.stopped.Load() > 0 {
		return
	}
	// A goroutine that has been woken is, on a busy machine, not yet counted. And a timer whose
	// time has come may not have fired when this one has: so a run is dead if two looks say so.
	if r.moves.Load() != moves || r.untilTimers() > 0 || someRunnable() || r.suspect.Swap(moves+1) != moves+1 {
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
		r.Failed(t.newPanicOfCall(ErrDeadlock))
	}
}

// someRunnable reports whether a goroutine that runs code of cells or the function of a timer,
// other than the caller's, could go on. It stops all goroutines for the time that it takes to
// list them.
func someRunnable() bool {
	for head, stack := range goroutines() {
		if runnable(head) && (bytes.Contains(stack, []byte("kernel/machine.")) || bytes.Contains(stack, []byte("created by time.goFunc"))) {
			return true
		}
	}
	return false
}

// wakes says for how long after its call a compiled function can wake threads: the result is nil
// for those that cannot.
func wakes(name string) func(f *Func, q fp) time.Duration {
	duration := func(i int) func(*Func, fp) time.Duration {
		return func(f *Func, q fp) time.Duration { return *at[time.Duration](q, f.params.Offsets[i]) }
	}
	always := func(*Func, fp) time.Duration { return maxTimer + 1 }
	switch name {
	case "time.After", "time.NewTimer":
		return duration(0)
	case "(*time.Timer).Reset", "context.WithTimeout", "context.WithTimeoutCause":
		return duration(1)
	case "context.WithDeadline", "context.WithDeadlineCause":
		return func(f *Func, q fp) time.Duration { return time.Until(*at[time.Time](q, f.params.Offsets[1])) }
	case "time.NewTicker", "time.Tick", "(*time.Ticker).Reset", "context.AfterFunc":
		return always
	}
	name = strings.TrimLeft(name, "(*")
	for _, prefix := range []string{"os/signal.", "net.", "net/", "os.", "os/exec.", "io.Pipe", "syscall.",
		"runtime.SetFinalizer", "runtime.AddCleanup", "polka/"} {
		if strings.HasPrefix(name, prefix) {
			return always
		}
	}
	return nil
}

// wakingValue reports whether the compiled function value at fv, which is called without its name,
// may wake threads later. All of packages time and context are taken for such functions, except for
// those that end contexts.
func wakingValue(fv unsafe.Pointer) bool {
	pc := **(**uintptr)(unsafe.Pointer(&fv))
	if yes, ok := wakingValues.Load(pc); ok {
		return yes.(bool)
	}
	name := ""
	if f := runtime.FuncForPC(pc); f != nil {
		name = f.Name()
	}
	yes := name == "" || wakes(name) != nil || strings.HasPrefix(name, "reflect.") ||
		strings.HasPrefix(name, "time.") && name != "time.Now" && name != "time.Since" ||
		strings.HasPrefix(name, "context.") && !strings.Contains(name, ".func")
	wakingValues.Store(pc, yes)
	return yes
}

// wakingValues are the answers of wakingValue by the addresses of functions.
var wakingValues sync.Map

// waitingCall makes the call of a function that waits for other goroutines, and counts the thread
// as waiting meanwhile; it is nil for all other functions.
func waitingCall(name string) func(t *thread, f *Func, q fp) bool {
	switch name {
	case "(*sync.WaitGroup).Wait":
		return waiting(func(t *thread, p *sync.WaitGroup) bool { t.await(p.Wait, nil); return true })
	case "(*sync.Cond).Wait":
		return waiting(func(t *thread, p *sync.Cond) bool { t.condWait(p); return true })
	case "(*sync.Mutex).Lock":
		return waiting(func(t *thread, p *sync.Mutex) bool {
			if !p.TryLock() {
				t.lock(p.TryLock, p.Lock, p.Unlock)
			}
			return true
		})
	case "(*sync.RWMutex).Lock":
		return waiting(func(t *thread, p *sync.RWMutex) bool {
			if !p.TryLock() {
				t.lock(p.TryLock, p.Lock, p.Unlock)
			}
			return true
		})
	case "(*sync.RWMutex).RLock":
		return waiting(func(t *thread, p *sync.RWMutex) bool {
			if !p.TryRLock() {
				t.lock(p.TryRLock, p.RLock, p.RUnlock)
			}
			return true
		})
	case "(*sync.Mutex).Unlock":
		return waiting(func(t *thread, p *sync.Mutex) bool { return t.run.stopped.Load() > 0 && unlocked(p) })
	case "(*sync.RWMutex).Unlock":
		return waiting(func(t *thread, p *sync.RWMutex) bool {
			return t.run.stopped.Load() > 0 && (unlocked(p) || unlocked(tryReader{p}))
		})
	case "(*sync.RWMutex).RUnlock":
		return waiting(func(t *thread, p *sync.RWMutex) bool { return t.run.stopped.Load() > 0 && unlocked(p) })
	}
	return nil
}

// waiting calls do with the receiver of a method. Do reports whether it has made the call.
func waiting[T any](do func(t *thread, p *T) bool) func(t *thread, f *Func, q fp) bool {
	return func(t *thread, f *Func, q fp) bool {
		p := *at[*T](q, f.params.Offsets[0])
		return p != nil && do(t, p)
	}
}

// A tryReader is the lock of readers.
type tryReader struct{ m *sync.RWMutex }

func (r tryReader) TryLock() bool { return r.m.TryRLock() }
func (r tryReader) Unlock()       { r.m.RUnlock() }

// unlocked reports whether a lock can be acquired without waiting.
func unlocked(l interface {
	TryLock() bool
	Unlock()
}) bool {
	if !l.TryLock() {
		return false
	}
	l.Unlock()
	return true
}
