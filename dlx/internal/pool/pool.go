// SPDX-License-Identifier: BSD-3-Clause

// The problem. Use all processors for a search, report its progress, and make it
// possible to stop and resume it at any time, so that solutions, their order and the
// counters do not depend on the number of processors.
//
// The idea. The work is a list of parts, in the order in which one processor would
// search them. Each worker takes the first part that is free. A worker that has worked
// on a part for a while stops, and the parts that are left of it, some dozens, are
// inserted in the list after it. So the list does not run short while there is work to
// do, and it always shows what is left of the whole search.
//
// The length of "a while" is measured in units of work, not in seconds. So the parts
// and their counters do not depend on which worker searches them and when. If solutions
// are visited, the workers collect them in their tasks, and the goroutine of the
// caller visits them in the order of the list.
//
// The invariants:
//
//   - the tasks in the list, and those that were removed and added up, are the whole
//     search, each node once;
//   - tasks are taken from the front, so the first one in the list is being worked on,
//     or done; waiting for it means waiting for a worker that is busy;
//   - a task is removed from the list when it is done and all its solutions have been
//     visited; only then the parts that are left of it become parts of the search.
//
// The cost. Starting a part takes some microseconds, for the steps to it, and each
// worker makes some dozens of parts about twenty times a second.
//
// An example. The root is cut after 256 units, when the first of three branches, A, and
// half of the second, B, have been searched. The list is now: root, B', C, where B' is
// what is left of B. Two workers take B' and C.

// Package pool searches parts of a problem by several workers at the same time.
package pool

import (
	"context"
	"errors"
	"math/big"
	"sync"
	"sync/atomic"
	"time"

	"polka/dlx/internal/engine"
)

const (
	// cut is the number of checks of the control, each after engine.Patience units
	// of work, after which a worker leaves a part: about a twentieth of a second. The
	// first part is cut earlier, to give work to the others.
	cut, firstCut = 256, 16

	// ahead is the number of tasks that may be taken before the first one has been
	// visited, and stock how many numbers each of them may hold until then.
	ahead, stock = 256, 1 << 16
)

// errHalt stops workers when the caller needs no more solutions.
var errHalt = errors.New("enough")

// Run searches the parts in s.Rest, with the given number of workers, made by
// s.NewWorker, at the same time. It adds to the counters of s. If s.Context, s.Visit or
// s.Limit ends the search early, s.Rest is what is left. These parts must be searched
// again from their beginning, except for the solutions that were visited, whose number
// is Skip. Only these solutions of the parts are counted in s.
func Run(s *engine.Search, threads int) {
	c := &pool{s: s, ordered: s.Visit != nil || s.Limit > 0, reported: time.Now()}
	c.more.L, c.news.L = &c.mu, &c.mu
	for _, part := range s.Rest {
		c.insert(c.last, &task{part: part})
	}
	s.Rest, s.Err = nil, nil
	c.alone(threads > 1)
	if threads > 1 && c.first != nil && !c.halted.Load() {
		c.together(threads)
	}
	s.Err = c.err
	s.Rest = c.open()
	s.Progress = c.progress()
}

// A pool is the state that the workers and the caller share.
type pool struct {
	s       *engine.Search // the whole: what has been done and visited
	ordered bool           // whether solutions are shown one by one

	mu          sync.Mutex
	more        sync.Cond // for workers: there may be a task to take, or room for solutions
	news        sync.Cond // for the caller: there may be something to show, or to report
	first, last *task     // the list
	taken       int       // how many tasks in it are being worked on, or done
	atWork      int       // how many are being worked on

	halted   atomic.Bool // whether everybody is to stop
	err      error       // why, nil if the visitor or the limit wants it
	reported time.Time
}

// A task is a part in the list.
type task struct {
	part       engine.Part
	prev, next *task
	parent     *task // the task of which it was left
	state      int
	search     engine.Search // what it has cost

	skip  uint64  // how many solutions to come have been shown before
	batch []int32 // solutions that only the worker knows, each a length and that many options
	stock []int32 // those to be shown
	shown uint64  // how many were shown
}

// The states of a task.
const (
	waiting = iota
	working
	done // not yet shown to the end
	gone // off the list
)

// insert inserts a task into the list after another, or at the front.
func (c *pool) insert(behind, t *task) {
	t.prev = behind
	if behind == nil {
		t.next, c.first = c.first, t
	} else {
		t.next, behind.next = behind.next, t
	}
	if t.next == nil {
		c.last = t
	} else {
		t.next.prev = t
	}
}

// free returns the first task that has not been taken, nil if there is none. Few tasks
// precede it.
func (c *pool) free() *task {
	t := c.first
	for t != nil && t.state != waiting {
		t = t.next
	}
	return t
}

// grab takes the first task that has not been taken.
func (c *pool) grab() *task {
	t := c.free()
	t.state, t.skip = working, t.part.Skip
	c.taken++
	c.atWork++
	return t
}

// leave ends the work on a task, with what is left of it. If the worker does not know
// that, the task is repeated.
func (c *pool) leave(t *task, left []engine.Part, ok bool) {
	c.atWork--
	if !ok {
		t.search, t.batch, t.stock = engine.Search{}, nil, nil
		t.state = waiting // later: the pool is about to stop
		return
	}
	t.state = done
	behind := t
	for _, part := range left {
		child := &task{part: part, parent: t}
		c.insert(behind, child)
		behind = child
	}
	if !c.ordered {
		c.settle(t)
	}
}

// settle removes a task from the list and adds its counters. Its solutions were counted
// when they were visited.
func (c *pool) settle(t *task) {
	if c.ordered {
		t.search.Count = 0
	}
	t.search.Err = nil
	c.s.Add(&t.search)
	t.state = gone
	c.taken--
	if t.prev == nil {
		c.first = t.next
	} else {
		t.prev.next = t.next
	}
	if t.next == nil {
		c.last = t.prev
	} else {
		t.next.prev = t.prev
	}
}

// hidden reports whether a task is left of one that is still in the list, and so does not
// count yet.
func (t *task) hidden() bool {
	for t.parent != nil && t.parent.state == gone {
		t.parent = t.parent.parent // not to come by again, nor to keep
	}
	return t.parent != nil
}

// open lists the parts that are left.
func (c *pool) open() (parts []engine.Part) {
	for t := c.first; t != nil; t = t.next {
		if !t.hidden() {
			part := t.part
			part.Skip += t.shown
			parts = append(parts, part)
		}
	}
	return parts
}

// progress returns the share of the whole search tree that is done.
func (c *pool) progress() float64 {
	sum := 1.0
	if c.first == nil {
		return sum
	}
	for t := c.first; t != nil; t = t.next {
		if !t.hidden() {
			sum -= t.part.Weight
		}
	}
	return max(sum, 0)
}

// report calls s.Report, if it is time to.
func (c *pool) report() {
	if c.s.Report == nil || time.Since(c.reported) < engine.Often {
		return
	}
	c.s.Progress = c.progress()
	if !c.s.Report(c.s, c.open) {
		c.stop(nil)
	}
	c.reported = time.Now()
}

// show passes a solution to the visitor, and reports whether to continue.
func (c *pool) show(t *task, options []int32) bool {
	t.shown++
	return c.s.Found(options)
}

// control returns the control of a worker for a task. It also ends the work after a while, and
// delivers solutions.
func (c *pool) control(t *task, looks int, look func()) engine.Control {
	return engine.Control{
		Context: c.s.Context,
		Pace:    c.s.Pace,
		Check: func() error {
			if c.halted.Load() {
				return errHalt
			}
			if c.s.Check != nil {
				return c.s.Check()
			}
			return nil
		},
		Look: func() bool {
			look()
			return true
		},
		Cut: func() bool {
			looks--
			return looks <= 0 && t.skip == 0
		},
	}
}

// solve has a worker search a task until it is cut.
func (c *pool) solve(worker engine.Worker, t *task, looks int, look func(), found func([]int32) bool) (left []engine.Part, ok bool) {
	t.search.Control = c.control(t, looks, look)
	if c.ordered || t.skip > 0 {
		t.search.Visit = func(options []int32) bool {
			if t.skip > 0 {
				t.skip--
				return true
			}
			return !c.ordered || found(options)
		}
	}
	left, ok = worker.Solve(t.part, &t.search)
	t.search.Control, t.search.Question = engine.Control{}, engine.Question{}
	if len(left) > 0 && t.skip > 0 {
		return nil, false // it is unknown in which of the remaining parts the rest must be skipped
	}
	if !c.ordered {
		t.part.Multiply(&t.search)
		// The solutions that are skipped have been counted again, if not visited.
		t.search.Bulk.Sub(&t.search.Bulk, new(big.Int).SetUint64(t.part.Skip))
	}
	return left, ok
}

// stop stops all workers, with an error or without one.
func (c *pool) stop(err error) {
	if c.err == nil && err != errHalt && err != engine.ErrQuota {
		c.err = err
	}
	c.halted.Store(true)
}

// alone searches without goroutines, but only the first task if other workers will help.
func (c *pool) alone(once bool) {
	worker := c.s.NewWorker(c.s.Room())
	for looks := firstCut; c.free() != nil && !c.halted.Load(); looks = cut {
		t := c.grab()
		enough := false
		left, ok := c.solve(worker, t, looks, c.report, func(options []int32) bool {
			enough = !c.show(t, options)
			return !enough
		})
		err := t.search.Err
		c.leave(t, left, ok)
		if ok && c.ordered {
			c.settle(t)
		}
		if enough || err != nil && err != engine.ErrQuota {
			c.stop(err)
		}
		if once {
			return
		}
	}
}

// together searches with several workers, while the caller visits their solutions.
func (c *pool) together(threads int) {
	ended := make(chan struct{})
	var group sync.WaitGroup
	for range threads {
		group.Go(func() { c.work(c.s.NewWorker(c.s.Room() / threads)) })
	}
	group.Go(func() { c.clock(ended) })
	c.mu.Lock()
	for c.first != nil && !c.halted.Load() {
		c.report()
		if !c.ordered || !c.showFirst() {
			c.news.Wait()
		}
	}
	c.halted.Store(true)
	c.more.Broadcast()
	c.mu.Unlock()
	close(ended)
	group.Wait()
}

// clock wakes the caller at intervals, and everyone when the context is done.
func (c *pool) clock(ended chan struct{}) {
	var done <-chan struct{}
	if c.s.Context != nil {
		done = c.s.Context.Done()
	}
	ticker := time.NewTicker(engine.Often / 4)
	defer ticker.Stop()
	for {
		select {
		case <-ended:
			return
		case <-done:
			c.mu.Lock()
			c.stop(context.Cause(c.s.Context))
			done = nil
		case <-ticker.C:
			c.mu.Lock()
		}
		c.more.Broadcast()
		c.news.Broadcast()
		c.mu.Unlock()
	}
}

// showFirst visits the stock of the first task, and removes the task from the list if
// that was all. It reports false if there was nothing to do.
func (c *pool) showFirst() bool {
	t := c.first
	list := t.stock
	t.stock = nil
	finished := t.state == done
	if len(list) == 0 && !finished {
		return false
	}
	c.more.Broadcast()
	c.mu.Unlock()
	enough := false
	for len(list) > 0 && !enough && !c.halted.Load() {
		n := 1 + list[0]
		enough = !c.show(t, list[1:n])
		list = list[n:]
	}
	c.mu.Lock()
	if enough {
		c.stop(nil)
	}
	if finished && len(list) == 0 {
		c.settle(t)
		c.more.Broadcast()
	}
	return true
}

// work is what a worker does.
func (c *pool) work(worker engine.Worker) {
	for {
		c.mu.Lock()
		for !c.halted.Load() && (c.free() == nil && c.atWork > 0 || c.ordered && c.free() != nil && c.taken >= ahead) {
			c.more.Wait()
		}
		if c.halted.Load() || c.free() == nil {
			c.mu.Unlock()
			return
		}
		t := c.grab()
		c.mu.Unlock()
		left, ok := c.solve(worker, t, cut, func() { c.deliver(t) }, func(options []int32) bool {
			t.batch = append(append(t.batch, int32(len(options))), options...)
			if len(t.batch) > stock/4 {
				c.deliver(t)
			}
			return !c.halted.Load()
		})
		c.deliver(t)
		c.mu.Lock()
		err := t.search.Err
		stopped := c.halted.Load() || err != nil && err != engine.ErrQuota
		if stopped && c.ordered {
			ok = false // its solutions were not all visited
		}
		if err != nil && err != engine.ErrQuota {
			c.stop(err)
		}
		c.leave(t, left, ok)
		c.more.Broadcast()
		c.news.Broadcast()
		c.mu.Unlock()
	}
}

// deliver hands over the solutions of a worker, and waits if there are too many.
func (c *pool) deliver(t *task) {
	if len(t.batch) == 0 {
		return
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	for len(t.stock) > stock && !c.halted.Load() {
		c.more.Wait()
	}
	t.stock = append(t.stock, t.batch...)
	t.batch = t.batch[:0]
	if t == c.first {
		c.news.Broadcast()
	}
}
