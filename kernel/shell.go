// The queue of the shell channel.
//
// Requests on the shell channel are answered one at a time and in order. One goroutine reads them
// into the queue, another takes them out and answers them; between the two lies the knowledge of
// what the user has asked for and not yet got, which two rules need:
//
//   - When a cell fails, the cells that were sent after it (Run All) are not to be run: they were
//     written to follow a success. They are answered with status "aborted". Other requests are
//     answered as ever. Some of these cells may still be on their way: a frontend sends them one by
//     one, and a server stands between. So abort marks the execute_requests in the queue, and those
//     that arrive until none has arrived for a while (abortQuiet), and the error is published only
//     after that. A cell that was sent after the error was published is run, since its sender could
//     know of the error. (ipykernel aborts everything that arrives in a span of time after the error
//     was published, and so loses cells that users send on purpose.) A cell that arrives late is
//     judged by the date in its header: a page writes all the headers of Run All within some
//     milliseconds. The clock of the frontend may differ from ours, so the time of the error is
//     computed from the date of the cell that failed and the time since it arrived, which is never
//     later than the true time.
//   - Stop is meant for whatever is going on. If a cell is running, its context is canceled, it
//     fails, and the rule above holds. If Stop comes between two cells, the cells in the queue are
//     aborted. If nothing is going on, Stop does nothing, and no later cell feels it.
//
// Invariants: cancel is set exactly while a request is being answered; running implies that it is
// set; while aborting, no reply to the cell that has failed, and no error, was sent.

package kernel

import (
	"context"
	"errors"
	"slices"
	"sync"
	"time"
)

// queueLimit is how many requests may wait; what is sent then waits in the socket.
const queueLimit = 10_000

// How long abort waits: until no cell has arrived for abortQuiet, or for abortSeries times as long
// if there are cells behind the one that failed, but not longer than abortMost. The gaps between
// the cells of Run All, as they come from JupyterLab, are shorter than the first, but on a busy
// machine only most of them are. A person does not notice it.
const (
	abortQuiet  = 40 * time.Millisecond
	abortSeries = 4
	abortMost   = time.Second
)

// errStopped is the cause of the end of a context that Stop has canceled.
var errStopped = errors.New("stopped by the user")

// A shell is the queue. Its contexts descend from the one it was made with.
type shell struct {
	ctx   context.Context
	quiet time.Duration // abortQuiet

	mu       sync.Mutex
	changed  sync.Cond
	waiting  []*request
	aborting bool                    // cells that arrive are not to be run
	aborts   int                     // how often that was so
	failure  failed                  // the last
	arrived  time.Time               // when the last cell arrived while aborting
	cancel   context.CancelCauseFunc // of the request that is being answered
	running  bool                    // a cell is inside the interpreter
	stopped  bool                    // Stop came while it was
	closed   bool

	unknown string // the id of a subshell that does not exist, whose requests are here
}

// failed says when a cell failed.
type failed struct {
	session        string
	sent, reported time.Time // by the clock of the frontend
	at             time.Time // by ours
}

// lateLimit is how long after an error cells may arrive that were sent before it. Should a frontend
// set its clock back, they are not refused for longer.
const lateLimit = 30 * time.Second

// precedes reports whether r was sent before the sender could know of the failure. Of a header with
// the date of the cell that failed, or without a valid date, nothing is known.
func (f *failed) precedes(r *request) bool {
	if f.session == "" || r.Header.Session != f.session || time.Since(f.at) > lateLimit {
		return false
	}
	sent, err := time.Parse(time.RFC3339Nano, r.Header.Date)
	return err == nil && sent.After(f.sent) && sent.Before(f.reported)
}

func newShell(ctx context.Context) *shell {
	s := &shell{ctx: ctx, quiet: abortQuiet}
	s.changed.L = &s.mu
	return s
}

// push adds a request, once there is room. It reports false after close.
func (s *shell) push(r *request) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	aborts := s.aborts
	for len(s.waiting) >= queueLimit && !s.closed {
		s.changed.Wait()
	}
	if s.closed {
		return false
	}
	r.arrived, r.shell = time.Now(), s
	if r.Header.Type == "execute_request" && (s.aborting || s.aborts != aborts || s.failure.precedes(r)) {
		r.aborted = true
		s.arrived = r.arrived
	}
	s.waiting = append(s.waiting, r)
	s.changed.Broadcast()
	return true
}

// next waits for a request and gives it out, with the context under which it is to be answered;
// done is to be called when it was. After close it gives out what was waiting, and then nil.
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

// done says that the request given out last was answered.
func (s *shell) done() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.cancel(nil)
	s.cancel = nil
}

// begin says that the request is now inside the interpreter, as a cell.
func (s *shell) begin() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.running, s.stopped = true, false
}

// end says that it is no longer, and reports whether Stop came meanwhile.
func (s *shell) end() (stopped bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.running = false
	return s.stopped
}

// abort marks the cells that are waiting now, waits for those that are on their way behind the cell
// that failed, and marks them too.
func (s *shell) abort(cell *request) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.mark()
	s.aborting = true
	s.aborts++
	s.arrived = time.Now()
	first, most := s.arrived, s.arrived.Add(abortMost)
	several := slices.ContainsFunc(s.waiting, func(r *request) bool { return r.aborted })
	for !s.closed {
		quiet := s.quiet
		if several || s.arrived.After(first) {
			quiet *= abortSeries
		}
		end := s.arrived.Add(quiet)
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
	s.aborting = false
	s.failure = failed{}
	if sent, err := time.Parse(time.RFC3339Nano, cell.Header.Date); err == nil {
		now := time.Now()
		s.failure = failed{cell.Header.Session, sent, sent.Add(now.Sub(cell.arrived)), now}
	}
}

func (s *shell) mark() {
	for _, r := range s.waiting {
		if r.Header.Type == "execute_request" {
			r.aborted = true
		}
	}
}

// interrupt is Stop.
func (s *shell) interrupt() {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.cancel != nil {
		s.cancel(errStopped)
	}
	if s.running {
		s.stopped = true
	} else {
		s.mark()
	}
}

// close stops what is running, aborts what is waiting, and lets nothing new in.
func (s *shell) close() {
	s.interrupt()
	s.mu.Lock()
	defer s.mu.Unlock()
	s.closed = true
	s.mark()
	s.changed.Broadcast()
}
