package campaign

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math/big"
	"runtime"
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

	// Linger keeps the worker waiting when a campaign is done, for another one, or until
	// its context ends. By default Work returns when every part has a record.
	Linger bool

	// Idle is the time to wait for parts before the ledger is audited; 0 means
	// five seconds.
	Idle time.Duration

	// Progress, if not nil, is called after each record, by one goroutine at a time.
	Progress func(Record)

	// count replaces Search.Count in tests.
	count func(ctx context.Context, part Part) (*big.Int, error)
}

// errBudget ends the count of a part that takes too long.
var errBudget = errors.New("campaign: the part takes longer than the budget")

// ErrStopped is the error of Work for a campaign that was stopped.
var ErrStopped = errors.New("campaign: the campaign was stopped")

// Work works on parts until every part has a record, the campaign is stopped or ctx ends. A
// part that takes longer than the budget is split. Any number of programs may work on a
// campaign, and each may be killed at any time.
func (c *Campaign) Work(ctx context.Context, w Worker) error {
	if w.Threads <= 0 {
		w.Threads = runtime.GOMAXPROCS(0)
	}
	if w.Idle <= 0 {
		w.Idle = 5 * time.Second
	}
	if w.Name == "" {
		w.Name = fmt.Sprintf("worker-%x", time.Now().UnixNano())
	}
	if w.count == nil {
		w.count = c.Search.Count
	}
	if err := c.store.Begin(ctx, c.Name); err != nil {
		return err
	}
	j := &job{Campaign: c, Worker: w}
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	var group sync.WaitGroup
	for range w.Threads {
		group.Go(func() {
			if err := j.loop(ctx); err != nil {
				cancel(err)
			}
		})
	}
	group.Wait()
	err := context.Cause(ctx)
	if errors.Is(err, errDone) {
		return nil
	}
	return err
}

// errDone ends the threads of a worker when the campaign is done.
var errDone = errors.New("campaign: done")

// A job is a call of Work.
type job struct {
	*Campaign
	Worker

	auditing sync.Mutex // held by the thread that audits

	mutex sync.Mutex
	seen  workerState
	asked time.Time // when the store was last asked whether the campaign is stopped
}

// loop is a thread of a worker. It returns errDone when the campaign is done.
func (j *job) loop(ctx context.Context) error {
	for {
		if err := j.ask(ctx); err != nil {
			return err
		}
		claims, err := j.store.Pull(ctx, j.Campaign.Name, 1, j.Idle)
		if err != nil {
			return err
		}
		if len(claims) == 0 {
			if err := j.refill(ctx); err != nil {
				return err
			}
		}
		for _, claim := range claims {
			if err := j.serve(ctx, claim); err != nil {
				return err
			}
		}
	}
}

// askEvery is the time between two questions whether the campaign is stopped.
const askEvery = time.Second

// ask returns ErrStopped if the campaign is stopped.
func (j *job) ask(ctx context.Context) error {
	j.mutex.Lock()
	defer j.mutex.Unlock()
	if time.Since(j.asked) < askEvery {
		return nil
	}
	stopped, err := j.Campaign.Stopped(ctx)
	if err != nil {
		return err
	}
	if stopped {
		return ErrStopped
	}
	j.asked = time.Now()
	return nil
}

// refill audits the ledger and puts the parts that are missing into the queue. Those that
// another worker has claimed stay as they are. One thread does this for all.
func (j *job) refill(ctx context.Context) error {
	if !j.auditing.TryLock() {
		return nil
	}
	defer j.auditing.Unlock()
	t, err := j.Audit(ctx)
	if err != nil {
		return err
	}
	if len(t.Missing) == 0 && !j.Linger {
		return errDone
	}
	return j.push(ctx, t.Missing)
}

// push puts parts into the queue.
func (j *job) push(ctx context.Context, parts []Part) error {
	jobs := make([]Job, len(parts))
	for i, p := range parts {
		jobs[i] = Job{j.key(p), p}
	}
	return j.store.Push(ctx, j.Campaign.Name, jobs)
}

// serve works on a job that was claimed, and renews the claim meanwhile.
func (j *job) serve(ctx context.Context, claim Claim) error {
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
	_ = claim.Done() // if it fails, the part is handed out again, and its record is found
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
		r, err := j.solve(ctx, next.Part)
		if err != nil {
			return err
		}
		if before, err = j.enter(ctx, r); err != nil {
			return err
		}
		if before == nil {
			before = &r
			j.tell(ctx, r)
		}
	}
	// Even if another worker has split the part: it may have been killed just then.
	return j.push(ctx, before.parts())
}

// solve counts the solutions of a part, or splits it if that takes longer than the budget.
func (j *job) solve(ctx context.Context, part Part) (Record, error) {
	start := time.Now()
	within, cancel := context.WithTimeoutCause(ctx, j.Info.Plan.Budget, errBudget)
	defer cancel()
	n, err := j.count(within, part)
	if err == nil {
		return Record{Part: part, Count: n.String(), By: j.Worker.Name, Time: time.Since(start).Seconds()}, nil
	}
	if ctx.Err() != nil || !errors.Is(context.Cause(within), errBudget) {
		return Record{}, err
	}
	parts, err := j.Search.Split(part)
	if !errors.Is(err, ErrWhole) {
		if err != nil {
			return Record{}, err
		}
		return splitRecord(part, parts, j.Worker.Name), nil
	}
	if n, err = j.count(ctx, part); err != nil { // it cannot be split
		return Record{}, err
	}
	return Record{Part: part, Count: n.String(), By: j.Worker.Name, Time: time.Since(start).Seconds()}, nil
}

// A workerState is what the store knows of a worker.
type workerState struct {
	Parts   int       `json:"parts"`
	Seconds float64   `json:"seconds"`
	At      time.Time `json:"at"`
}

// tellEvery is the time between two messages of a worker about itself.
const tellEvery = 5 * time.Second

// tell reports a record.
func (j *job) tell(ctx context.Context, r Record) {
	j.mutex.Lock()
	defer j.mutex.Unlock()
	j.seen.Parts++
	j.seen.Seconds += r.Time
	if now := time.Now().UTC(); now.Sub(j.seen.At) > tellEvery {
		j.seen.At = now
		if text, err := json.Marshal(j.seen); err == nil {
			_ = j.store.Put(ctx, j.Campaign.Name+workerKind+keyName(j.Worker.Name), text) // only for the status
		}
	}
	if j.Progress != nil {
		j.Progress(r)
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
