// SPDX-License-Identifier: BSD-3-Clause

package run

import (
	"sync"
	"testing"
)

// TestTwoLooks checks that one look at waiting threads is not enough: a timer that is due may not
// have fired yet.
func TestTwoLooks(t *testing.T) {
	r := &Run{m: NewWorld(nil)}
	failed := make(chan any, 1)
	r.Failed = func(v any) { failed <- v }
	r.alive.Store(1)
	r.waiting.Store(1)
	r.lookDead(0)
	select {
	case <-failed:
		t.Fatal("the first look ended the run")
	default:
	}
	if v := <-failed; v.(*Panic).Value != ErrDeadlock {
		t.Errorf("got %v, want %v", v, ErrDeadlock)
	}
}

// TestLockOfStopped gets a lock for a thread after its run has been stopped: the thread ends, and
// does not keep the lock.
func TestLockOfStopped(t *testing.T) {
	for range 100 {
		r := NewWorld(nil).Start()
		th := r.m.thread(r)
		var mu sync.Mutex
		func() {
			defer func() {
				if _, ok := recover().(stopped); !ok {
					t.Error("the thread continues")
				}
			}()
			th.Lock(func() bool { return false }, func() { r.Stop(); mu.Lock() }, mu.Unlock)
		}()
		mu.Lock() // the call may still be under way
	}
}
