// SPDX-License-Identifier: BSD-3-Clause

// The one writer of iopub.
//
// Everything that a kernel shows is sent on iopub: what cells print and draw, and the status
// messages around each request. The messages come from several goroutines (the shell's, the control
// channel's, the timers of streams). A subscriber must see them in the order in which they were
// made, and a slow subscriber must not block the senders. So messages are put into a queue, and one
// goroutine sends them.
//
// Outputs of cells wait while the queue is longer than backlogLimit: this is how a slow frontend
// slows down a cell that floods it. Status messages never wait, so that the control channel answers
// at once whatever iopub does; they are small, and there are two for each request. Nor do the
// immediate replies of widgets.
//
// When a slider moves, the new picture leaves before the status messages and the echo of the
// slider's message. Jupyter's server leaves Nagle's algorithm on: the first message after a pause
// goes to the browser at once, but those that follow wait until the browser has acknowledged it,
// which may take 40 ms. So if a function of a cell is called because of a message of a comm, what
// the kernel itself answers is held until a message of another comm has overtaken it, but not
// longer than holdTime. Nothing depends on the order of these messages: the picture's parent is the
// request of its cell.
//
// If the function takes longer, or only prints, nothing is gained and the messages are late: the
// page sends the next position of a slider when it has received the status of the last one. So
// messages are held only if the previous ones were overtaken, or would have been if they had been
// held.
//
// Invariants: messages leave in the order in which they were put, except that overtake passes those
// that are held; size is the sum of the lengths of all messages that were put, are not held, and
// were not yet sent; a barrier's channel is closed after all messages before it were sent. A
// message costs one switch between goroutines, a few microseconds.

package kernel

import (
	"context"
	"log/slog"
	"slices"
	"sync"
	"time"
)

// backlogLimit is how many bytes may wait in the queue before outputs of cells wait too.
const backlogLimit = 4 << 20

// holdTime is how long messages are held: as long as Linux delays an acknowledgment. Holding them
// longer gains nothing.
const holdTime = 40 * time.Millisecond

// An outbox sends messages on iopub. Its goroutine is run.
type outbox struct {
	send func(context.Context, [][]byte) error
	log  *slog.Logger

	mu      sync.Mutex
	filled  sync.Cond // the queue is not empty, or closed
	drained sync.Cond // size has become less, or closed
	queue   []parcel
	held    []parcel    // they enter the queue before the next message or, if it overtakes them, after it
	expiry  *time.Timer // releases them
	since   time.Time   // when the first of them came, or of others that were not held
	vain    bool        // nothing has overtaken the last ones in time
	size    int
	closed  bool
}

// A parcel is a message or, if it has no frames, a barrier.
type parcel struct {
	frames [][]byte
	comm   string // the id of the comm that a held message belongs to, "" for none
	passed chan struct{}
}

func newOutbox(send func(context.Context, [][]byte) error, log *slog.Logger) *outbox {
	o := &outbox{send: send, log: log}
	o.filled.L, o.drained.L = &o.mu, &o.mu
	return o
}

// put adds a message. After close, it is dropped.
func (o *outbox) put(frames [][]byte) {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.releaseHeld()
	o.add(frames)
}

// putWhenRoom is put for outputs of cells: it waits while there is no room, but not longer than
// until ctx is done.
func (o *outbox) putWhenRoom(ctx context.Context, frames [][]byte) {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.awaitRoom(ctx)
	o.vain = o.vain || len(o.held) > 0
	o.releaseHeld()
	o.add(frames)
}

// overtake is putWhenRoom for a message of a comm, which leaves before those that are held, unless
// one of them belongs to the same comm.
func (o *outbox) overtake(ctx context.Context, comm string, frames [][]byte) {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.awaitRoom(ctx)
	same := slices.ContainsFunc(o.held, func(p parcel) bool { return p.comm == comm })
	if same {
		o.releaseHeld()
	}
	if time.Since(o.since) < holdTime {
		o.vain = same
	}
	o.add(frames)
	o.releaseHeld()
}

// hold adds a message that another may overtake. It is put after holdTime, if it was not put
// before, or at once if holding the last one was in vain.
func (o *outbox) hold(frames [][]byte) {
	o.mu.Lock()
	defer o.mu.Unlock()
	if len(o.held) == 0 {
		o.since = time.Now()
		if o.vain {
			o.add(frames)
			return
		}
		o.expiry = time.AfterFunc(holdTime, o.expire)
	}
	o.held = append(o.held, parcel{frames: frames})
}

// follow holds a message if the one before it is still held, and otherwise puts it. It may belong
// to a comm.
func (o *outbox) follow(comm string, frames [][]byte) {
	o.mu.Lock()
	defer o.mu.Unlock()
	if len(o.held) > 0 {
		o.held = append(o.held, parcel{frames: frames, comm: comm})
	} else {
		o.add(frames)
	}
}

// expire puts the messages that are held when their time is over.
func (o *outbox) expire() {
	o.mu.Lock()
	defer o.mu.Unlock()
	if len(o.held) > 0 && time.Since(o.since) >= holdTime { // they are not new ones
		o.vain = true
		o.releaseHeld()
	}
}

// releaseHeld puts the messages that are held; o.mu is held.
func (o *outbox) releaseHeld() {
	if len(o.held) == 0 {
		return
	}
	o.expiry.Stop()
	for _, p := range o.held {
		o.add(p.frames)
	}
	o.held = nil
}

// awaitRoom waits while there is no room; o.mu is held.
func (o *outbox) awaitRoom(ctx context.Context) {
	if o.size >= backlogLimit {
		stop := context.AfterFunc(ctx, func() {
			o.mu.Lock()
			defer o.mu.Unlock()
			o.drained.Broadcast()
		})
		defer stop()
		for o.size >= backlogLimit && !o.closed && ctx.Err() == nil {
			o.drained.Wait()
		}
	}
}

// add adds a message; o.mu is held.
func (o *outbox) add(frames [][]byte) {
	if o.closed {
		return
	}
	o.queue = append(o.queue, parcel{frames: frames})
	o.size += length(frames)
	o.filled.Signal()
}

// flush waits until all messages put so far were sent, or ctx is done.
func (o *outbox) flush(ctx context.Context) {
	o.mu.Lock()
	if o.closed {
		o.mu.Unlock()
		return
	}
	passed := make(chan struct{})
	o.releaseHeld()
	o.queue = append(o.queue, parcel{passed: passed})
	o.filled.Signal()
	o.mu.Unlock()
	select {
	case <-passed:
	case <-ctx.Done():
	}
}

// close lets run return once it has sent what is in the queue.
func (o *outbox) close() {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.releaseHeld()
	o.closed = true
	o.filled.Signal()
	o.drained.Broadcast()
}

// run sends messages until close. When ctx is done, send fails, and the rest is dropped.
func (o *outbox) run(ctx context.Context) {
	for {
		o.mu.Lock()
		for len(o.queue) == 0 && !o.closed {
			o.filled.Wait()
		}
		batch := o.queue
		o.queue = nil
		o.mu.Unlock()
		if len(batch) == 0 {
			return
		}
		for _, p := range batch {
			if p.passed != nil {
				close(p.passed)
				continue
			}
			if err := o.send(ctx, p.frames); err != nil {
				o.log.Debug("iopub message dropped", "err", err)
			}
			o.mu.Lock()
			o.size -= length(p.frames)
			o.drained.Broadcast()
			o.mu.Unlock()
		}
	}
}

func length(frames [][]byte) (n int) {
	for _, f := range frames {
		n += len(f)
	}
	return n
}
