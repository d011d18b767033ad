// SPDX-License-Identifier: BSD-3-Clause

package campaign

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"runtime"
	"slices"
	"strings"
	"sync"
	"time"
)

// A Worker works on the parts of a campaign. The zero value is a good choice.
type Worker struct {
	// Name names the worker in records and in the status; "" means one made from
	// the time. Two workers must not have the same name at the same time.
	Name string

	// Threads is the number of parts that are worked on at the same time; 0 means
	// one for each processor.
	Threads int

	// Linger keeps the worker waiting when the campaign is done, until its context ends. By
	// default Work returns when every part has a record.
	Linger bool

	// Idle is the time to wait for parts before the ledger is audited; 0 means
	// five seconds.
	Idle time.Duration

	// Progress, if not nil, is called after each record, by one goroutine at a time.
	Progress func(Record)

	// solve replaces Search.Solve in tests.
	solve func(ctx context.Context, part Part) (Result, error)
}

// errBudget ends the count of a part that takes too long.
var errBudget = errors.New("campaign: the part takes longer than the budget")

// ErrStopped is the error of Work for a campaign that was stopped.
var ErrStopped = errors.New("campaign: the campaign was stopped")

// Work works on parts until every part has a record, the campaign is stopped or ctx ends. For the
// goal First one solution is enough. A part that takes longer than the budget is split. Any number
// of programs may work on a campaign, and each may be killed at any time.
func (c *Campaign) Work(ctx context.Context, w Worker) error {
	if err := w.fill(c.Search); err != nil {
		return err
	}
	if err := c.store.Begin(ctx, c.Name); err != nil {
		return err
	}
	j := &job{Campaign: c, Worker: w}
	defer j.report(ctx)()
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	var threads, group sync.WaitGroup
	for range w.Threads {
		threads.Go(func() {
			if err := j.loop(ctx); !errors.Is(err, ErrStopped) { // then the others end after their parts
				cancel(err)
			}
		})
	}
	if c.Search.Goal() == First && !w.Linger {
		group.Go(func() { j.watch(ctx, cancel) })
	}
	threads.Wait()
	cancel(ErrStopped) // unless there is another cause
	group.Wait()
	err := context.Cause(ctx)
	if errors.Is(err, errDone) {
		return nil
	}
	return err
}

// fill sets the fields that are zero to their defaults. It returns an error if one is negative.
func (w *Worker) fill(search Search) error {
	switch {
	case w.Threads < 0:
		return fmt.Errorf("campaign: expected a positive number of threads, or 0 for all processors, got %d", w.Threads)
	case w.Threads == 0:
		w.Threads = runtime.GOMAXPROCS(0)
	}
	switch {
	case w.Idle < 0:
		return fmt.Errorf("campaign: expected a positive time without parts, or 0 for five seconds, got %v", w.Idle)
	case w.Idle == 0:
		w.Idle = 5 * time.Second
	}
	if w.Name == "" {
		w.Name = fmt.Sprintf("worker-%x", time.Now().UnixNano())
	}
	if w.solve == nil {
		w.solve = search.Solve
	}
	return nil
}

// errDone ends the threads of a worker when the campaign is done.
var errDone = errors.New("campaign: done")

// A job is a call of Work.
type job struct {
	*Campaign
	Worker

	auditing sync.Mutex // held by the thread that audits

	mutex   sync.Mutex
	seen    WorkerStatus
	before  int       // the number of parts in the last report
	asked   time.Time // when the store was last asked whether the campaign is stopped
	stopped bool      // whether it was then
}

// loop returns a thread of a worker. It returns why it ends, errDone when the campaign is done.
//
// Short parts are taken several at a time. Where one of them takes long after all, the others go
// back to the queue.
func (j *job) loop(ctx context.Context) error {
	first := min(max(firstIdle, auditTime*time.Duration(j.Info.Plan.Parts)), j.Idle)
	most, wait := 1, first
	for {
		if err := j.ask(ctx); err != nil {
			return err
		}
		claims, err := j.store.Pull(ctx, j.Campaign.Name, most, wait)
		if err != nil {
			return err
		}
		if wait = min(2*wait, j.Idle); len(claims) > 0 {
			wait = first
		}
		if len(claims) == 0 {
			if err := j.refill(ctx); err != nil {
				return err
			}
			continue
		}
		start := time.Now()
		b := &batch{claims: claims}
		for claim := b.next(); claim != nil; claim = b.next() {
			if err := j.serve(ctx, claim, b); err != nil {
				b.release()
				return err
			}
		}
		switch took := time.Since(start); {
		case took < batchTime/2 && len(claims) == most:
			most = min(2*most, mostClaims)
		case took > batchTime:
			most = max(most/2, 1)
		}
	}
}

const (
	batchTime  = time.Second // for which a thread takes parts, by its experience
	mostClaims = 64          // at a time
)

// A batch is what remains of the claims that a thread has taken.
type batch struct {
	mutex  sync.Mutex
	claims []Claim
}

// next takes a claim, nil if there is none.
func (b *batch) next() Claim {
	b.mutex.Lock()
	defer b.mutex.Unlock()
	if len(b.claims) == 0 {
		return nil
	}
	claim := b.claims[0]
	b.claims = b.claims[1:]
	return claim
}

// release returns the claims to the queue.
func (b *batch) release() {
	for claim := b.next(); claim != nil; claim = b.next() {
		_ = claim.Release() // if it fails, the claim expires
	}
}

const (
	// firstIdle is the time for which a thread waits for parts at first; it doubles up to
	// Worker.Idle. So a small campaign ends soon after its last part.
	firstIdle = 50 * time.Millisecond

	// auditTime is about the time for each part in an audit. A large campaign waits for that
	// long at first.
	auditTime = 20 * time.Microsecond
)

// askEvery is the time between two questions whether the campaign is stopped.
const askEvery = time.Second

// ask returns ErrStopped if the campaign is stopped.
func (j *job) ask(ctx context.Context) error {
	j.mutex.Lock()
	defer j.mutex.Unlock()
	if !j.stopped && time.Since(j.asked) >= askEvery {
		stopped, err := j.Campaign.Stopped(ctx)
		if err != nil {
			return err
		}
		j.stopped, j.asked = stopped, time.Now()
	}
	if j.stopped {
		return ErrStopped
	}
	return nil
}

// refill audits the ledger and puts the parts that are missing into the queue. Those that
// another worker has claimed are in it already. One thread does this for all.
func (j *job) refill(ctx context.Context) error {
	if !j.auditing.TryLock() {
		return nil
	}
	defer j.auditing.Unlock()
	t, err := j.Audit(ctx)
	if err != nil {
		return cmp.Or(j.exists(ctx), err)
	}
	if len(t.Missing) == 0 && !j.Linger {
		return errDone
	}
	return j.push(ctx, t.Missing)
}

// push puts parts into the queue.
func (c *Campaign) push(ctx context.Context, parts []Part) error {
	for some := range slices.Chunk(parts, 1000) {
		jobs := make([]Job, len(some))
		for i, p := range some {
			jobs[i] = Job{c.key(p), p}
		}
		if err := c.store.Push(ctx, c.Name, jobs); err != nil {
			return err
		}
	}
	return nil
}

// serve works on a job that was claimed, and renews the claim meanwhile. It gives up the rest of
// the batch if that takes long.
func (j *job) serve(ctx context.Context, claim Claim, rest *batch) error {
	renewing, stop := context.WithCancel(ctx)
	var group sync.WaitGroup
	group.Go(func() {
		ticker := time.NewTicker(ClaimTime / 4)
		defer ticker.Stop()
		for {
			select {
			case <-renewing.Done():
				return
			case <-ticker.C:
				rest.release()
				_ = claim.Renew() // if it fails, another worker may get the part too
			}
		}
	})
	err := j.part(ctx, claim.Job())
	stop()
	group.Wait()
	if err != nil {
		_ = claim.Release() // if it fails, the claim expires
		return err
	}
	_ = claim.Complete() // if it fails, the part is handed out again, and its record is found
	return nil
}

// part makes sure that a part has a record, and that its parts are in the queue.
func (j *job) part(ctx context.Context, next Job) error {
	if next.Key != j.key(next.Part) {
		return nil // a job of another search or version; the audit finds what is missing
	}
	before, err := j.look(ctx, next.Key)
	if err != nil {
		return err
	}
	if before == nil {
		start := time.Now()
		r, data, err := j.Worker.result(ctx, j.Search, j.Info.Plan.Budget, next.Part)
		if err != nil {
			return err
		}
		if err := j.saveData(ctx, &r, data); err != nil {
			return err
		}
		if time.Since(start) > askEvery { // the part may belong to no campaign any more
			if err := j.exists(ctx); err != nil {
				return err
			}
		}
		if before, err = j.enter(ctx, r); err != nil {
			return err
		}
		if before == nil {
			before = &r
			j.tell(r)
		}
	}
	// Even if another worker has found the solution: it may have been killed just then.
	if ends(j.Search, *before) {
		if err := j.noteFound(ctx, next.Part); err != nil {
			return err
		}
		return errDone
	}
	// Even if another worker has split the part: it may have been killed just then.
	return j.push(ctx, before.parts())
}

// result solves a part, or splits it if that takes longer than the budget or its solutions are too
// many. It returns the record of the part and its data, which the caller stores.
func (w *Worker) result(ctx context.Context, search Search, budget time.Duration, part Part) (Record, []byte, error) {
	start := time.Now()
	within, cancel := context.WithTimeoutCause(ctx, budget, errBudget)
	defer cancel()
	result, err := w.solve(within, part)
	if err != nil && (errors.Is(err, ErrLarge) || ctx.Err() == nil && errors.Is(context.Cause(within), errBudget)) {
		parts, whole := search.Split(part)
		if whole == nil {
			return splitRecord(part, parts, w.Name), nil, nil
		}
		if !errors.Is(whole, ErrWhole) {
			return Record{}, nil, whole
		}
		if !errors.Is(err, ErrLarge) {
			result, err = w.solve(ctx, part) // it cannot be split
		}
	}
	if err != nil {
		return Record{}, nil, err
	}
	r := recordOf(part, result)
	r.By, r.Elapsed = w.Name, time.Since(start)
	return r, result.Data, nil
}

// tell reports a record.
func (j *job) tell(r Record) {
	j.mutex.Lock()
	defer j.mutex.Unlock()
	j.seen.NumParts++
	j.seen.Seconds += r.Elapsed.Seconds()
	if j.Progress != nil {
		j.Progress(r)
	}
}

// ends reports whether a record ends the search for a first solution.
func ends(s Search, r Record) bool { return s.Goal() == First && r.Count != "" && r.Count != "0" }

// noteFound ends the work of all workers, since a part has a first solution.
func (c *Campaign) noteFound(ctx context.Context, part Part) error {
	return c.store.Put(ctx, c.Name+foundKind, []byte(part))
}

// watch ends the work when another worker has found a first solution.
func (j *job) watch(ctx context.Context, cancel context.CancelCauseFunc) {
	ticker := time.NewTicker(askEvery)
	defer ticker.Stop()
	for {
		if part, err := j.store.Get(ctx, j.Campaign.Name+foundKind); err == nil {
			if r, err := j.look(ctx, j.key(Part(part))); err == nil && r != nil && ends(j.Search, *r) {
				cancel(errDone)
				return
			}
		}
		select {
		case <-ctx.Done():
			return
		case <-ticker.C:
		}
	}
}

// keyName replaces what cannot be in a key by hyphens.
func keyName(name string) string {
	return strings.Map(func(r rune) rune {
		if r < 128 && (r == '-' || r == '_' || '0' <= r && r <= '9' || 'a' <= r && r <= 'z' || 'A' <= r && r <= 'Z') {
			return r
		}
		return '-'
	}, name)
}
