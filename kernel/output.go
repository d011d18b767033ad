// SPDX-License-Identifier: BSD-3-Clause

package kernel

import (
	"context"
	"sync"
	"sync/atomic"
	"time"

	"polka/kernel/display"
	"polka/kernel/engine"
	"polka/kernel/wire"
)

// An output receives what one cell shows and asks for input. It outlives its cell: what a goroutine
// of the cell prints later is still sent as output of that cell.
type output struct {
	k      *kernel
	r      *request
	asking bool // input is allowed

	shown atomic.Bool // there was text or a display

	mu    sync.Mutex
	ctx   context.Context // while it is not done, outputs wait for slow frontends
	over  bool            // the cell has ended
	batch batch
	timer *time.Timer // calls tick; set if armed
	armed bool
	sent  time.Time // when the last batch was sent
	pause time.Duration
	wrote int  // bytes of text since the last tick, also those that are cut
	held  bool // the batch waits for the end of a flood
}

func newOutput(ctx context.Context, k *kernel, r *request, asking bool) *output {
	return &output{k: k, r: r, asking: asking, ctx: ctx, batch: batch{limit: k.outputLimit}, pause: shortPause}
}

// Write implements [engine.Output].
func (o *output) Write(s engine.Stream, text []byte) {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.wrote += len(text)
	o.shown.Store(true)
	if o.batch.write(s, text) {
		o.schedule(o.pause)
	}
}

// Display implements [engine.Output].
func (o *output) Display(e display.Event) {
	o.shown.Store(true)
	typ := "display_data"
	if e.Update {
		typ = "update_display_data"
		if e.ID == "" {
			o.k.log.Debug("update of a display without an id dropped")
			return
		}
	}
	m, err := o.message(typ, e)
	if err != nil {
		o.k.log.Debug("display dropped", "err", err)
		return
	}
	o.mu.Lock()
	defer o.mu.Unlock()
	o.batch.display(m, e.ID, e.Update)
	o.schedule(o.pause - time.Since(o.sent))
}

// message makes the message of a display. It does not retain memory of e.
func (o *output) message(typ string, e display.Event) (*wire.Message, error) {
	data, metadata := e.Bundle.Wire()
	transient := map[string]string{}
	if e.ID != "" {
		transient["display_id"] = e.ID
	}
	content := map[string]any{"data": data, "metadata": metadata, "transient": transient}
	m, err := o.k.codec.Publish(o.r.Message, typ, content)
	if err != nil { // only metadata can contain what JSON cannot express
		content["metadata"] = struct{}{}
		m, err = o.k.codec.Publish(o.r.Message, typ, content)
	}
	return m, err
}

// Clear implements [engine.Output].
func (o *output) Clear(wait bool) {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.batch.clear(wait)
	o.schedule(o.pause)
}

// schedule ensures that the batch is sent within d. o.mu is held.
func (o *output) schedule(d time.Duration) {
	switch {
	case d <= 0 && !o.held || o.batch.full():
		o.send()
	case o.armed:
	case o.timer == nil:
		o.armed = true
		o.timer = time.AfterFunc(d, o.tick)
	default:
		o.armed = true
		o.timer.Reset(d)
	}
}

// tick sends the batch, unless the cell is flooding the page.
func (o *output) tick() {
	o.mu.Lock()
	defer o.mu.Unlock()
	flood := o.wrote > floodRate
	o.wrote = 0
	if o.held = flood && o.batch.shown > holdSize && !o.over; o.held {
		o.timer.Reset(max(o.pause, longPause))
		o.armed = true
		return
	}
	o.send()
}

// flush sends the batch.
func (o *output) flush() {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.send()
}

// send sends the batch; o.mu is held, so that batches keep their order.
func (o *output) send() {
	if o.armed {
		o.timer.Stop()
		o.armed = false
	}
	o.held = false
	o.sent = time.Now()
	o.pause = shortPause
	if o.batch.size >= floodSize {
		o.pause = longPause
	}
	o.pause += longPause * time.Duration(o.batch.shown) / pauseSize
	for _, ev := range o.batch.take() {
		m := ev.show
		switch {
		case ev.clear:
			m = o.k.publication(o.r, "clear_output", map[string]bool{"wait": ev.wait})
		case m == nil && len(ev.text) > 0:
			m = o.k.publication(o.r, "stream", map[string]string{"name": string(ev.stream), "text": string(ev.text)})
		}
		if m != nil {
			o.k.iopub.putWhenRoom(o.ctx, o.k.codec.Encode(m))
		}
	}
}

// end sends everything, including incomplete characters, but only the end of a flood that the user
// has stopped. The cell has ended; later output comes from goroutines that it left running, and
// only the shutdown of the kernel waits for it.
func (o *output) end(stopped bool) {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.batch.finish()
	if stopped && o.batch.shown > holdSize {
		o.batch.leaveOut()
	}
	o.send()
	o.over = true
	o.ctx = o.k.ctx
}

// Input implements [engine.Output].
func (o *output) Input(ctx context.Context, prompt string, secret bool) (string, error) {
	o.mu.Lock()
	running, over := o.ctx, o.over
	o.mu.Unlock()
	if over || !o.asking {
		return "", engine.ErrNoInput
	}
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	defer context.AfterFunc(running, cancel)()
	o.flush()
	o.k.iopub.flush(ctx)
	return o.k.stdin.ask(ctx, o.r, prompt, secret)
}
