// SPDX-License-Identifier: BSD-3-Clause

// Publishing.
//
// zmq4's publisher has an unbounded queue of messages, or, with a bound, silently drops what does
// not fit, even if no subscriber is slow. Output must neither fill the memory nor get lost. So the
// bound is enforced here, before zmq4's Send, and the caller waits:
//
//   - while zmq4's queue holds 256 messages or 4 MB (the probe counts them);
//   - while a subscriber has more unsent data than its share of the memory. If it continues
//     reading, it sets the pace. If it reads nothing for Stall, it is cut off.
//
// A subscriber that reads nothing but is within its share is left alone: a laptop that sleeps keeps
// its connection.
//
// Invariant: what the connections and zmq4's queue hold is at most TotalBytes plus, for each
// subscriber, what is in zmq4's queue: 4 MB, or one message if that is larger.

package guard

import (
	"context"
	"errors"
	"net"
	"sync"
	"time"

	"github.com/go-zeromq/zmq4"
)

// A Publisher is the only sender of an XPUB socket.
type Publisher struct {
	g    *Guard
	s    zmq4.Socket
	turn chan struct{} // holds one token, which the goroutine that sends takes
	over chan struct{} // closed by Flush
	stop func()        // closes it
}

// NewPublisher returns the sender for s, which listens on g's endpoint.
func NewPublisher(g *Guard, s zmq4.Socket) *Publisher {
	p := &Publisher{g: g, s: s, turn: make(chan struct{}, 1), over: make(chan struct{})}
	p.stop = sync.OnceFunc(func() { close(p.over) })
	p.turn <- struct{}{}
	return p
}

// Send publishes a message as soon as the subscribers have room for it. The frames must not be
// changed afterwards. It fails with ctx's error, or with net.ErrClosed after Flush; then nobody
// gets the message. Calls from many goroutines are served one after the other.
func (p *Publisher) Send(ctx context.Context, frames [][]byte) error {
	if len(frames) == 0 {
		return errors.New("message without frames")
	}
	if err := p.await(ctx, p.turn, p.over); err != nil {
		return err
	}
	defer func() { p.turn <- struct{}{} }()
	if err := p.await(ctx, p.g.probe.up, p.over); err != nil {
		return err
	}
	var size int64
	for _, f := range frames {
		size += headerLen + int64(len(f))
	}
	for {
		wait := p.g.patience()
		if wait == 0 && p.g.probe.room(size) {
			return p.s.SendMulti(zmq4.NewMsgFrom(frames...))
		}
		var stall <-chan time.Time
		if wait > 0 {
			stall = time.After(wait)
		}
		select {
		case <-p.g.space:
		case <-stall:
		case <-p.over:
			return net.ErrClosed
		case <-ctx.Done():
			return ctx.Err()
		}
	}
}

// await waits for what comes first: an event, the end of the publisher, or that of ctx. If the
// event is not the only one that has come, it may be left alone.
func (p *Publisher) await(ctx context.Context, event, over <-chan struct{}) error {
	select {
	case <-over:
		return net.ErrClosed
	case <-ctx.Done():
		return ctx.Err()
	default:
	}
	select {
	case <-event:
		return nil
	case <-over:
		return net.ErrClosed
	case <-ctx.Done():
		return ctx.Err()
	}
}

// Flush makes every waiting Send fail, and returns when zmq4 has passed everything that was sent to
// the connections, which flush their queues after Stop, and when its sending goroutine has ended.
// No peer can delay that. It is called once, before Stop, and Send must not be called afterwards.
func (p *Publisher) Flush(ctx context.Context) error {
	p.stop()
	for _, event := range []<-chan struct{}{p.turn, p.g.probe.up} { // the token is not returned
		if err := p.await(ctx, event, nil); err != nil {
			return err
		}
	}
	p.g.probe.mark()
	if err := p.s.SendMulti(zmq4.NewMsg(nil)); err != nil { // the probe is its first receiver, and its last
		return err
	}
	return p.await(ctx, p.g.probe.flushed, nil)
}

// patience returns how long to wait at most before checking the subscribers again; 0 means that all
// of them have room.
func (g *Guard) patience() time.Duration {
	now := time.Now()
	var few [8]*Conn
	g.mu.Lock()
	conns := few[:0]
	for _, c := range g.byID {
		conns = append(conns, c)
	}
	g.mu.Unlock()
	limit := min(g.opt.QueueBytes, g.opt.TotalBytes/int64(max(len(conns), 1)))
	var wait time.Duration
	for _, c := range conns {
		if left := c.patience(now, limit); left > 0 && (wait == 0 || left < wait) {
			wait = left
		}
	}
	return wait
}
