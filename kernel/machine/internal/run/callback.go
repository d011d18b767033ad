// SPDX-License-Identifier: BSD-3-Clause

// Calls of functions of cells by compiled code, on threads that are kept for them.

package run

// acquire returns a thread for compiled code that calls a function of a cell.
func (m *World) acquire() *Thread {
	r := m.ofGoroutine()
	n := r.nested.Add(1)
	t := m.spare.Swap(nil)
	if t == nil {
		t = m.thread(r)
		t.borrowed = true
	}
	t.Run, t.limit = r, &r.limit
	t.Depth, t.grace, t.home = 0, 0, 0
	if g := r.Stopped.Load(); g > 0 {
		if _, deferred := ownGoroutine(); deferred {
			t.grace = g
		}
	}
	if n > maxCallbacks {
		r.nested.Add(-1)
		t.failDeep(nil, 0)
	}
	return t
}

// guard makes a call of a function of a cell by compiled code, which may recover a panic of the
// call. Then the thread is not released, but the call is over.
func (t *Thread) guard(call func()) {
	returned := false
	defer func() {
		if !returned {
			t.Run.nested.Add(-1)
		}
	}()
	call()
	returned = true
}

// Callback makes a call by compiled code on a thread that is acquired for it.
func (m *World) Callback(call func(t *Thread)) {
	t := m.acquire()
	t.guard(func() { call(t) })
	m.release(t)
}

// release returns the thread for reuse. A thread that a panic has left is lost.
func (m *World) release(t *Thread) {
	t.Run.nested.Add(-1)
	m.spare.Store(t)
}
