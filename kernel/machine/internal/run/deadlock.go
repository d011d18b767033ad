// SPDX-License-Identifier: BSD-3-Clause

// Deadlocks.
//
// Go ends a program whose goroutines all wait for each other. Here the process has other goroutines
// too, so the machine counts: a run is dead if each of its threads waits in an operation on a
// channel, or for a lock or a WaitGroup, and nothing else can wake one of them. A signal, a
// connection or compiled code that has kept a function could do so; therefore a run that has called
// a package of that kind is not checked, nor one while goroutines of earlier cells are alive. A
// timer could do so too; therefore a run is not checked before its timers have fired, or not at all
// if that takes long. The check is made a moment after the last thread has begun to wait, and only
// if none has moved since and Go's scheduler has none that it could run.

package run

import (
	"time"
)

// ErrDeadlock is the value of the Panic of a run whose goroutines all wait for each other.
var ErrDeadlock error = deadlockError{}

type deadlockError struct{}

func (deadlockError) Error() string { return "all goroutines are asleep - deadlock!" }

// deadlockDelay is how long all threads must have waited.
const deadlockDelay = 20 * time.Millisecond

// Wait is called before a thread waits for others.
func (t *Thread) Wait() {
	r := t.Run
	t.waits.Store(true)
	r.last.Store(t)
	if r.waiting.Add(1) == r.alive.Load() && !r.wakeable.Load() {
		r.lookLater()
	}
}

// Waited is called when it no longer waits.
func (t *Thread) Waited() {
	t.waits.Store(false)
	t.Run.moves.Add(1)
	t.Run.waiting.Add(-1)
}

// lookLater looks whether the run is dead, a moment after its timers have fired, unless that has
// been arranged.
func (r *Run) lookLater() {
	if !r.looking.Swap(true) {
		moves := r.moves.Load()
		time.AfterFunc(deadlockDelay+max(0, r.untilTimers()), func() { r.lookDead(moves) })
	}
}

// untilTimers returns how long it takes until the timers of the run have fired, not positive if
// they have.
func (r *Run) untilTimers() time.Duration {
	if at := r.timers.Load(); at > 0 {
		return time.Until(time.Unix(0, at))
	}
	return 0
}

// Quiet reports whether no timer of the run will fire, and the functions of those that have fired
// have begun.
func (r *Run) Quiet() bool { return r.untilTimers() <= 0 && !someRunnable() }

// MaxTimer is the longest duration of a timer after which a run is looked at.
const MaxTimer = time.Minute

// Timer records that compiled code may wake a thread within that time.
func (r *Run) Timer(d time.Duration) {
	if d > MaxTimer {
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
	if r.waiting.Load() != r.alive.Load() || r.wakeable.Load() || r.Stopped.Load() > 0 {
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
		if p := r.panicOfLast(); p != nil {
			r.Failed(p)
		}
	}
}

// panicOfLast makes the panic of a dead run, at the place where its last thread waits, or returns
// nil if the run has been stopped: a stop wakes that thread.
func (r *Run) panicOfLast() *Panic {
	r.mu.Lock() // as Stop does
	defer r.mu.Unlock()
	if r.Stopped.Load() > 0 {
		return nil
	}
	t := r.last.Load()
	if t == nil || !t.waits.Load() { // it has ended
		t = r.m.thread(r)
	}
	return t.newPanicOfCall(ErrDeadlock)
}
