// SPDX-License-Identifier: BSD-3-Clause

// The debugger.
//
// A debug_request contains a request of the Debug Adapter Protocol, and debug_reply the response.
// The interpreter answers it; events of its debugger are published as debug_event. Requests for the
// debugger come on the control channel, but an evaluation can take as long as a cell, and Stop must
// end it. So they have a goroutine of their own, which answers them in order.

package kernel

import (
	"cmp"
	"context"
	"encoding/json"
	"sync"

	"polka/kernel/engine"
)

// A debugQueue holds the requests for the debugger.
type debugQueue struct {
	running sync.WaitGroup

	mu     sync.Mutex
	filled sync.Cond
	queue  []*request
	cancel context.CancelFunc // of the request that is being answered
	last   *request           // the parent of events
	cell   *request           // the same, while a cell runs
	closed bool
}

// serveDebugger begins to answer requests for the debugger.
func (k *kernel) serveDebugger() {
	q := &k.debugs
	q.filled.L = &q.mu
	d, ok := k.interp.(engine.Debugger)
	if !ok {
		return
	}
	d.DebugEvents(func(event []byte) {
		q.mu.Lock()
		r := cmp.Or(q.cell, q.last)
		q.mu.Unlock()
		k.publish(r, "debug_event", json.RawMessage(event))
	})
	q.running.Go(func() {
		for {
			ctx, r := q.next(k.ctx)
			if r == nil {
				return
			}
			k.answer(ctx, r)
		}
	})
}

// takeControl answers a request of the control channel, or puts it into the debugger's queue.
func (k *kernel) takeControl(r *request) {
	if _, ok := k.interp.(engine.Debugger); ok && r.Header.Type == "debug_request" {
		k.debugs.push(r)
		return
	}
	k.answer(k.ctx, r)
}

// debug answers debug_request.
func (k *kernel) debug(ctx context.Context, r *request) any {
	d, ok := k.interp.(engine.Debugger)
	if !ok {
		return failure(&engine.Error{Name: "DebuggerError", Message: "the interpreter has no debugger"})
	}
	return json.RawMessage(d.Debug(ctx, r.Content))
}

// runs makes events belong to the cell of r until end is called.
func (q *debugQueue) runs(r *request) (end func()) {
	set := func(r *request) {
		q.mu.Lock()
		defer q.mu.Unlock()
		q.cell = r
	}
	set(r)
	return func() { set(nil) }
}

func (q *debugQueue) push(r *request) {
	q.mu.Lock()
	defer q.mu.Unlock()
	if !q.closed {
		q.queue = append(q.queue, r)
		q.filled.Signal()
	}
}

// next waits for a request; it returns nil after stop.
func (q *debugQueue) next(parent context.Context) (context.Context, *request) {
	q.mu.Lock()
	defer q.mu.Unlock()
	if q.cancel != nil {
		q.cancel()
		q.cancel = nil
	}
	for len(q.queue) == 0 && !q.closed {
		q.filled.Wait()
	}
	if q.closed {
		return nil, nil
	}
	r := q.queue[0]
	q.queue = q.queue[1:]
	ctx, cancel := context.WithCancel(parent)
	q.cancel, q.last = cancel, r
	return ctx, r
}

// interrupt ends the evaluation that is running.
func (q *debugQueue) interrupt() {
	q.mu.Lock()
	defer q.mu.Unlock()
	if q.cancel != nil {
		q.cancel()
	}
}

// stop ends the goroutine of the queue.
func (q *debugQueue) stop() {
	q.mu.Lock()
	defer q.mu.Unlock()
	q.closed = true
	if q.cancel != nil {
		q.cancel()
	}
	if q.filled.L != nil {
		q.filled.Broadcast()
	}
}
