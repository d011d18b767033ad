// SPDX-License-Identifier: BSD-3-Clause

// The queue of the shell channel.
//
// Requests on the shell channel are answered one at a time and in order. One goroutine reads them
// into the queue, another answers them. The queue knows what was requested and not yet answered,
// which two rules need:
//
//   - When a cell fails, the cells that were sent after it (Run All) must not run: they expect that
//     it succeeded. They are answered with status "aborted". Other requests are answered as usual.
//     Some of these cells may still be on their way: a frontend sends them one by one, and a server
//     stands between. They are recognized by the dates in their headers (see dates.go): a cell is
//     aborted, however late it arrives, if its client made it before the error was published. A
//     cell that was made after that is run, since its sender could know of the error. (ipykernel
//     aborts what has arrived when the cell fails, or what arrives in a span of time after that.)
//   - Stop applies to whatever is running or waiting. If a cell is running, its context is
//     canceled, it fails, and the rule above applies. If Stop arrives between two cells, the cells
//     in the queue and those on their way are aborted. If nothing is running or waiting, Stop does
//     nothing, and later cells are not affected.
//
// A page makes the cells of Run All without reading a message in between, so those that it makes
// while the first of them fails belong to the series too, whatever their dates. The end of the
// series is marked: see marks.go. What is made before the page has read the mark is aborted.
//
// A page that has not answered a mark before, such as one without comms, may not answer. Its cells
// are aborted if they were made within seriesGap after the error, or after a cell that was aborted
// for this reason. In JupyterLab the cells of Run All follow each other in 1 ms, unless the machine
// is so busy that the page pauses between them. Nobody starts a cell so soon after the error was
// shown. Programs see an error at once, so only the first rule holds for them.
//
// For clients without dates, the cells that arrive after an error are aborted until none has
// arrived for abortQuiet. Only then is the error published. All other errors are published at once.
//
// Invariants: cancel is set exactly while a request is being answered; running implies that it is
// set; while aborting, neither the error nor the reply to the failed cell has been sent.

package kernel

import (
	"context"
	"errors"
	"sync"
	"time"
)

// queueLimit is the maximum number of requests that wait here; further ones wait in the socket.
const queueLimit = 10_000

// How long abort waits for the cells of a client without dates: until none has arrived for
// abortQuiet, but not longer than abortMost.
const (
	abortQuiet = 40 * time.Millisecond
	abortMost  = time.Second
)

// seriesGap is the longest time between the dates of two cells of Run All in a page that does not
// answer marks and has not yet seen the error.
const seriesGap = 90 * time.Millisecond

// errStopped is the cause of the end of a context that Stop has canceled.
var errStopped = errors.New("stopped by the user")

// A shell is the queue. Its contexts descend from the one it was made with.
type shell struct {
	ctx   context.Context
	begun time.Time
	pages *pages // shared by all queues of a kernel

	mu       sync.Mutex
	changed  sync.Cond
	waiting  []*request
	clocks   clocks
	aborting bool                    // cells that arrive must not run
	aborts   int                     // how often that was so
	failure  failed                  // the last
	arrived  time.Time               // when the last cell arrived while aborting
	cancel   context.CancelCauseFunc // of the request that is being answered
	running  bool                    // the interpreter is executing a cell
	stopped  bool                    // Stop came while it was
	closed   bool

	unknown string // the id of a subshell that does not exist, whose requests are here
}

// failed says when a cell failed, if its client puts dates in its headers.
type failed struct {
	session string
	page    bool          // the client is a page
	at      time.Duration // when its error was published, by our clock
	date    time.Duration // the same, at the latest, by the clock of the client
	latest  time.Duration // the date of the last cell of its series
	mark    string        // the mark that was sent with the error, until it comes back; may be empty
	certain bool          // the mark will come back
}

// covers reports whether r was made before its client could know of the failure.
func (f *failed) covers(r *request) bool {
	if f.session == "" || r.Header.Session != f.session || !r.stamp.known {
		return false
	}
	last := max(f.date, f.latest)
	switch {
	case f.certain:
		return r.stamp.date < last+markPatience
	case r.stamp.page:
		return r.stamp.date < last+seriesGap
	}
	return r.stamp.date < f.date
}

// extend notes that r belongs to the series.
func (f *failed) extend(r *request) {
	if f.session == r.Header.Session && r.stamp.known {
		f.latest = max(f.latest, r.stamp.date)
	}
}

func newShell(ctx context.Context, p *pages) *shell {
	s := &shell{ctx: ctx, begun: time.Now(), pages: p, clocks: clocks{}}
	s.changed.L = &s.mu
	return s
}

// now returns the time since the beginning of the shell.
func (s *shell) now() time.Duration { return time.Since(s.begun) }

// push adds a request, once there is room. It reports false after close.
func (s *shell) push(r *request) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	r.shell, r.stamp = s, readDate(r.Header.Date, s.begun)
	now := s.now()
	if !r.resumes && s.clocks.note(r.Header.Session, r.stamp, now) && r.Header.Session == s.failure.session {
		s.failure = failed{}
	}
	aborts := s.aborts
	for len(s.waiting) >= queueLimit && !s.closed {
		s.changed.Wait()
	}
	if s.closed {
		return false
	}
	if r.isCell() {
		s.failure.date = max(s.failure.date, s.clocks.date(s.failure.session, s.failure.at))
		if s.aborting || s.aborts != aborts || s.failure.covers(r) {
			r.aborted = true
			s.arrived = time.Now()
			s.failure.extend(r)
		} else {
			s.giveUp(r)
		}
	}
	s.waiting = append(s.waiting, r)
	s.changed.Broadcast()
	return true
}

// next waits for a request and returns it with the context for answering it; call done afterwards.
// After close it returns the requests that were waiting, and then nil.
func (s *shell) next() (ctx context.Context, r *request) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for len(s.waiting) == 0 {
		if s.closed {
			return nil, nil
		}
		s.changed.Wait()
	}
	r = s.waiting[0]
	s.waiting[0] = nil
	s.waiting = s.waiting[1:]
	s.changed.Broadcast()
	ctx, s.cancel = context.WithCancelCause(s.ctx)
	return ctx, r
}

// done marks the request that next returned last as answered.
func (s *shell) done() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.cancel(nil)
	s.cancel = nil
}

// begin records that the interpreter now executes the cell of the request.
func (s *shell) begin() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.running, s.stopped = true, false
}

// end records that the cell has ended, and reports whether it was stopped.
func (s *shell) end() (stopped bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.running = false
	return s.stopped
}

// abort begins to abort the cells after the one that failed, both those that wait and those that
// arrive, until publishing is called. It waits for cells that are on their way, as described above.
func (s *shell) abort(cell *request) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.aborting = true
	s.aborts++
	s.fail(cell)
	s.arrived = time.Now()
	most := s.arrived.Add(abortMost)
	for !s.closed && !cell.stamp.known {
		end := s.arrived.Add(abortQuiet)
		if most.Before(end) {
			end = most
		}
		d := time.Until(end)
		if d <= 0 {
			break
		}
		t := time.AfterFunc(d, func() {
			s.mu.Lock()
			defer s.mu.Unlock()
			s.changed.Broadcast()
		})
		s.changed.Wait()
		t.Stop()
	}
}

// publishing records that the error is published now, if the cell has failed. It returns the mark
// that is to be sent before it, or "".
func (s *shell) publishing() (mark string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if !s.aborting {
		return ""
	}
	s.aborting = false
	s.date()
	return s.newMark()
}

// fail aborts the cells that are waiting behind one that failed or was stopped.
func (s *shell) fail(cell *request) {
	s.failure = failed{}
	if cell.stamp.known {
		s.failure = failed{session: cell.Header.Session, page: cell.stamp.page, latest: cell.stamp.date}
	}
	s.date()
	s.abortWaiting()
}

// date sets the date of the failure to now.
func (s *shell) date() {
	s.failure.at = s.now()
	s.failure.date = s.clocks.date(s.failure.session, s.failure.at)
}

// abortWaiting aborts the cells that are waiting, and returns the first of them.
func (s *shell) abortWaiting() (first *request) {
	for _, r := range s.waiting {
		if r.resumes {
			r.aborted = true
		} else if r.isCell() {
			r.aborted = true
			s.failure.extend(r)
			if first == nil {
				first = r
			}
		}
	}
	return first
}

// interrupt is Stop. If it aborts cells between two cells, it returns the first that it aborts, and
// the mark that is to be sent, or "".
func (s *shell) interrupt() (first *request, mark string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.cancel != nil {
		s.cancel(errStopped)
	}
	if s.running {
		s.stopped = true
	} else if first = s.abortWaiting(); first != nil && !s.aborting {
		s.fail(first)
		mark = s.newMark()
	}
	return first, mark
}

// close stops what is running, aborts what is waiting, and rejects new requests.
func (s *shell) close() {
	s.interrupt()
	s.mu.Lock()
	defer s.mu.Unlock()
	s.closed = true
	s.abortWaiting()
	s.changed.Broadcast()
}
