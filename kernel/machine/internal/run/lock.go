// SPDX-License-Identifier: BSD-3-Clause

// Waiting for locks and for other goroutines, so that a stop ends the wait.

package run

import (
	"runtime"
	"sync"
	"sync/atomic"
)

// Await makes a call that waits for other goroutines, and counts the thread as waiting meanwhile.
// The call runs on a goroutine of its own, so that a stop ends the wait; undo is called if it
// returns after that.
func (t *Thread) Await(call, undo func()) {
	var over atomic.Bool // the call has returned, or the thread has left
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
	t.Wait()
	var e any
	select {
	case e = <-back:
		t.Waited()
	case <-t.Stops():
		t.Waited()
		if over.CompareAndSwap(false, true) {
			t.End()
		}
		e = <-back
	}
	if e != nil {
		panic(e)
	}
}

// Lock makes a call that locks, where try does not do that at once. A thread that has been stopped
// meanwhile does not keep the lock: often it is free only since the stop has ended its owner.
func (t *Thread) Lock(try func() bool, lock, unlock func()) {
	for range lockTries {
		if try() {
			return
		}
		runtime.Gosched()
	}
	t.Await(lock, unlock)
	if t.Run.Stopped.Load() > t.grace {
		unlock()
		t.End()
	}
}

const lockTries = 4

// CondWait is (*sync.Cond).Wait. A thread that is stopped has the lock again when its deferred
// calls run.
func (t *Thread) CondWait(c *sync.Cond) {
	defer func() {
		if e := recover(); e != nil {
			if _, ok := e.(stopped); ok {
				c.L.Lock()
			}
			panic(e)
		}
	}()
	t.Await(c.Wait, func() {
		c.L.Unlock()
		c.Signal() // the signal was for another
	})
}
