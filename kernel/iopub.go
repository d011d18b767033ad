// The one writer of iopub.
//
// Everything that a kernel shows goes out on iopub: what cells print and draw, and the status
// messages round every request. It comes from several goroutines (the shell's, the control
// channel's, the timers of streams), a subscriber must see it in the order in which it was made,
// and none of the makers may hang on a subscriber that is slow to read. So the makers put finished
// messages into a queue, and one goroutine sends them.
//
// Outputs of cells wait while the queue is longer than backlogLimit: this is how a slow frontend
// slows down a cell that floods it. Status messages never wait, so that the control channel answers
// at once whatever iopub does; they are small, and there are two for each request.
//
// Invariants: messages leave in the order of put; size is the sum of the lengths of all messages
// that were put and not yet sent; a barrier's channel is closed after all messages before it were
// sent. A message costs one hand-over between goroutines, a few microseconds.

package kernel

import (
	"context"
	"log/slog"
	"sync"
)

// backlogLimit is how many bytes may wait in the queue before outputs of cells wait too.
const backlogLimit = 4 << 20

// An outbox sends messages on iopub. Its goroutine is run.
type outbox struct {
	send func(context.Context, [][]byte) error
	log  *slog.Logger

	mu      sync.Mutex
	filled  sync.Cond // the queue is not empty, or closed
	drained sync.Cond // size has become less, or closed
	queue   []parcel
	size    int
	closed  bool
}

// A parcel is a message or, if it has no frames, a barrier.
type parcel struct {
	frames [][]byte
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
	o.add(frames)
}

// putWhenRoom is put for outputs of cells: it waits while there is no room, but not longer than
// until ctx is done.
func (o *outbox) putWhenRoom(ctx context.Context, frames [][]byte) {
	o.mu.Lock()
	defer o.mu.Unlock()
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
	o.add(frames)
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
