// Publishing.
//
// zmq4's publisher has a queue of messages without a bound, or, if one asks for a bound, drops what does
// not fit, without a word and even while nobody is slow. Neither will do: output must not fill the memory
// and must not get lost. So the bound is kept here, in front of zmq4's Send, and the caller waits:
//
//   - while zmq4's queue holds 256 messages or 4 MB (the probe counts them);
//   - while a subscriber has more unsent than its share of the memory. If it goes on reading, it sets the
//     pace. If it takes nothing for Stall, it is cut.
//
// A subscriber that stands still without being over its share is left alone: a laptop that sleeps keeps its
// connection.
//
// Invariant: what the connections and zmq4's queue hold is at most TotalBytes plus, for each subscriber,
// what is in zmq4's queue: 4 MB, or one message if that is larger.

package guard

import (
	"context"
	"errors"
	"net"
	"time"

	"github.com/go-zeromq/zmq4"
)

// A Publisher is the only sender of an XPUB socket.
type Publisher struct {
	g    *Guard
	s    zmq4.Socket
	turn chan struct{} // holds one token: whose turn it is to send
	over bool          // the end mark has been sent
}

// NewPublisher returns the sender for s, which listens on g's endpoint.
func NewPublisher(g *Guard, s zmq4.Socket) *Publisher {
	p := &Publisher{g: g, s: s, turn: make(chan struct{}, 1)}
	p.turn <- struct{}{}
	return p
}

// Send publishes a message as soon as the subscribers have room for it. The frames must not be changed
// afterwards. It fails with ctx's error, or with net.ErrClosed after Stop or Flush; then nobody gets the
// message. Calls from many goroutines are served one after the other.
func (p *Publisher) Send(ctx context.Context, frames [][]byte) error {
	if len(frames) == 0 {
		return errors.New("message without frames")
	}
	if err := p.begin(ctx); err != nil {
		return err
	}
	defer p.end()
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
		case <-ctx.Done():
			return ctx.Err()
		case <-p.g.done:
			return net.ErrClosed
		}
	}
}

// begin waits for the caller's turn, and for zmq4 to be ready.
func (p *Publisher) begin(ctx context.Context) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	select {
	case <-p.turn:
	case <-ctx.Done():
		return ctx.Err()
	case <-p.g.done:
		return net.ErrClosed
	}
	select {
	case <-p.g.probe.up:
		if !p.over {
			return nil
		}
		p.end()
		return net.ErrClosed
	case <-ctx.Done():
		p.end()
		return ctx.Err()
	case <-p.g.done:
		p.end()
		return net.ErrClosed
	}
}

func (p *Publisher) end() { p.turn <- struct{}{} }

// Flush returns when zmq4 has given every message to the connections, which flush theirs after Stop, and has
// ended the goroutine that gives them out. There is no Send after it.
func (p *Publisher) Flush(ctx context.Context) error {
	if err := p.begin(ctx); err != nil {
		return err
	}
	p.over = true
	p.g.probe.mark()
	err := p.s.SendMulti(zmq4.NewMsg(nil)) // the probe is its first receiver, and its last
	p.end()
	if err != nil {
		return err
	}
	select {
	case <-p.g.probe.flushed:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

// patience tells how long to wait at most before looking at the subscribers again; 0 means that all of them
// have room.
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
