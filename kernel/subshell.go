// SPDX-License-Identifier: BSD-3-Clause

// Subshells.
//
// A frontend can create subshells (JEP 91). A request on the shell channel whose header names one
// is answered by the goroutine of that subshell, which has a queue of its own: within a subshell,
// requests are answered one at a time and in order, and cells that follow an error are aborted, by
// the rules of shell.go. Requests of different subshells are answered at the same time.
//
// Cells share the interpreter and its variables, and code of two cells never runs at the same time:
// a cell of a subshell waits for its turn, which the running cell holds until its reply is made.
// Completion, inspection, history and messages of comms do not wait. Stop is for the whole kernel:
// it stops the running cell, and the cells that wait in any queue are aborted.

package kernel

import (
	"context"
	"crypto/rand"
	"slices"
	"strconv"
	"sync"

	"polka/kernel/engine"
)

// maxSubshells is the maximum number of subshells of a kernel: a frontend that creates more has a
// bug.
const maxSubshells = 1000

// subshells are the queues of a kernel beside the main one.
type subshells struct {
	mu      sync.Mutex
	ids     []string // in the order of creation
	queues  map[string]*shell
	running sync.WaitGroup
	closed  bool

	stopping sync.Mutex // held while Stop, or the shutdown of the kernel, visits the queues
}

// route puts a request into the queue that it is for.
func (k *kernel) route(r *request) {
	k.readMark(r)
	if k.forEditor(r) {
		k.answer(k.ctx, r)
		return
	}
	id := r.Header.Subshell
	if id == "" {
		k.shell.push(r)
		return
	}
	k.subs.mu.Lock()
	s := k.subs.queues[id]
	k.subs.mu.Unlock()
	if s == nil {
		s = &shell{unknown: id}
		r.shell = s
		k.answer(k.ctx, r)
		return
	}
	if !s.push(r) {
		k.log.Debug("request of a subshell that was deleted dropped", "message", r.Message)
	}
}

// createSubshell answers create_subshell_request.
func (k *kernel) createSubshell(context.Context, *request) any {
	k.subs.mu.Lock()
	defer k.subs.mu.Unlock()
	if k.subs.closed || len(k.subs.ids) >= maxSubshells {
		return failure(&engine.Error{Name: "SubshellError", Message: "no more subshells can be created"})
	}
	id := rand.Text()
	s := newShell(k.ctx, &k.pages)
	if k.subs.queues == nil {
		k.subs.queues = make(map[string]*shell)
	}
	k.subs.queues[id] = s
	k.subs.ids = append(k.subs.ids, id)
	k.subs.running.Go(func() { k.serveShell(s) })
	return reply{"status": "ok", "subshell_id": id}
}

// deleteSubshell answers delete_subshell_request. A cell of the subshell that is running is
// stopped; those that wait are aborted.
func (k *kernel) deleteSubshell(_ context.Context, r *request) any {
	var q struct {
		ID string `json:"subshell_id"`
	}
	if err := r.Bind(&q); err != nil {
		return badRequest(err)
	}
	k.subs.mu.Lock()
	s := k.subs.queues[q.ID]
	delete(k.subs.queues, q.ID)
	k.subs.ids = slices.DeleteFunc(k.subs.ids, func(id string) bool { return id == q.ID })
	k.subs.mu.Unlock()
	if s == nil {
		return failure(unknownSubshell(q.ID))
	}
	s.close()
	return reply{"status": "ok"}
}

func unknownSubshell(id string) *engine.Error {
	return &engine.Error{Name: "UnknownSubshell", Message: "there is no subshell " + strconv.Quote(id)}
}

// listSubshells answers list_subshell_request.
func (k *kernel) listSubshells(context.Context, *request) any {
	k.subs.mu.Lock()
	defer k.subs.mu.Unlock()
	return reply{"status": "ok", "subshell_id": append([]string{}, k.subs.ids...)}
}

// shells returns all queues, the main one first.
func (k *kernel) shells() []*shell {
	k.subs.mu.Lock()
	defer k.subs.mu.Unlock()
	list := []*shell{k.shell}
	for _, id := range k.subs.ids {
		list = append(list, k.subs.queues[id])
	}
	return list
}

// interruptShells is Stop, for whatever runs or waits.
func (k *kernel) interruptShells() {
	k.subs.stopping.Lock()
	for _, s := range k.shells() {
		if first, mark := s.interrupt(); mark != "" {
			k.sendMark(first, mark)
		}
	}
	k.subs.stopping.Unlock()
	k.debugs.interrupt()
	if interp, ok := k.interp.(engine.Comms); ok {
		interp.StopCalls()
	}
}

// closeShells closes all queues. No subshell is created after that.
func (k *kernel) closeShells() {
	k.subs.mu.Lock()
	k.subs.closed = true
	k.subs.mu.Unlock()
	k.subs.stopping.Lock()
	defer k.subs.stopping.Unlock()
	for _, s := range k.shells() {
		s.close()
	}
}

// end waits until the requests of all subshells have been answered.
func (s *subshells) end() { s.running.Wait() }

// takeTurn waits until no cell runs. It reports false if ctx ends first.
func (k *kernel) takeTurn(ctx context.Context) bool {
	select {
	case k.turn <- struct{}{}:
	case <-ctx.Done():
		return false
	}
	// A Stop that has ended the previous cell may not have reached this one yet.
	k.subs.stopping.Lock()
	stopped := ctx.Err() != nil
	k.subs.stopping.Unlock()
	if stopped {
		k.passTurn()
	}
	return !stopped
}

func (k *kernel) passTurn() { <-k.turn }
