// SPDX-License-Identifier: BSD-3-Clause

// Writing.
//
// zmq4 writes to a peer while it holds the lock that it needs for all others, so one peer that does
// not read would block a socket. So Write never blocks: it collects whole messages in a queue, and
// a goroutine for each connection sends them. It never fails either: a message to a peer that has
// ended the connection is dropped, like one to an unknown identity, and zmq4 learns of the end from
// the reading side. (If Write failed, zmq4 would report the error for an old connection as that of
// the new one with the same identity.)
//
// What bounds the queue depends on the socket. A publisher waits before it sends (see publish.go).
// A router cannot wait, since its next message may be for another peer; it cuts off a peer with
// more than CutBytes of unread data.
//
// Small messages are copied together into chunks of up to 64 KB, which saves system calls; a large
// one is a chunk of its own, sent 64 KB at a time so that its progress can be seen.
//
// Invariant: bytes is what is in queue and in the writer's hands; between any two chunks a message
// ends.

package guard

import (
	"fmt"
	"io"
	"log/slog"
	"time"
)

const (
	piece      = 64 << 10 // bytes of a chunk of small messages, and of one system call
	smallMsg   = piece / 4
	maxAnswers = 256 << 10 // bytes of PONGs and welcomes that a peer may leave unread
	drainTime  = 250 * time.Millisecond
)

// Write is called by zmq4.
func (c *Conn) Write(p []byte) (int, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	for rest := p; len(rest) > 0 && c.state == open; {
		n, end := c.split.next(rest)
		if c.skip == 0 {
			c.msg = append(c.msg, rest[:n]...)
		} else if end {
			c.skip--
			end = false
		}
		rest = rest[n:]
		if end {
			c.push(c.msg)
			if c.msg = c.msg[:0]; cap(c.msg) > smallMsg {
				c.msg = nil // the queue has it
			}
		}
	}
	return len(p), nil
}

// push queues a whole message, with c.mu held. It keeps b if b is large.
func (c *Conn) push(b []byte) {
	if c.state != open {
		return
	}
	if c.g.opt.Kind == Router && c.bytes > c.g.opt.CutBytes {
		c.log(slog.LevelWarn, "peer does not read its replies", fmt.Errorf("%d bytes are waiting, expected at most %d", c.bytes, c.g.opt.CutBytes))
		c.die()
		return
	}
	if c.bytes == 0 {
		c.moved = time.Now()
	}
	c.bytes += int64(len(b))
	last := len(c.queue) - 1
	switch {
	case cap(b) > smallMsg:
		c.queue = append(c.queue, b)
	case last >= 0 && len(c.queue[last])+len(b) <= piece:
		c.queue[last] = append(c.queue[last], b...)
	default:
		c.queue = append(c.queue, append([]byte(nil), b...))
	}
	c.wake.Signal()
}

// answer queues an answer to the peer. A peer that continues asking without reading is cut off
// before it fills the memory.
func (c *Conn) answer(b []byte) error {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.bytes == 0 {
		c.answers = 0
	}
	if c.answers += len(b); c.answers > maxAnswers {
		return fmt.Errorf("%d bytes of answers are waiting, expected at most %d", c.answers, maxAnswers)
	}
	c.push(b)
	return nil
}

// cork stops the writer while the number of corks is positive.
func (c *Conn) cork(d int) {
	c.mu.Lock()
	c.corks += d
	c.wake.Signal()
	c.mu.Unlock()
}

// write is the connection's writer. It sends the queue and, at the end, closes the connection.
func (c *Conn) write() {
	defer c.kill()
	for {
		chunk, ok := c.pop()
		if !ok {
			return
		}
		if chunk == nil {
			c.hangUp()
			return
		}
		for len(chunk) > 0 {
			n, err := c.nc.Write(chunk[:min(len(chunk), piece)])
			if err != nil || !c.sent(n) {
				return
			}
			chunk = chunk[n:]
		}
	}
}

// pop waits for the next chunk. It is nil when the last one has been sent.
func (c *Conn) pop() (chunk []byte, ok bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	for c.state == open && (len(c.queue) == 0 || c.corks > 0) {
		c.wake.Wait()
	}
	if c.state == dead {
		return nil, false
	}
	if len(c.queue) == 0 {
		return nil, true
	}
	chunk = c.queue[0]
	c.queue[0] = nil
	if c.queue = c.queue[1:]; len(c.queue) == 0 {
		c.queue = nil
	}
	return chunk, true
}

// sent records that the peer, or the system for it, has taken n bytes.
func (c *Conn) sent(n int) bool {
	c.mu.Lock()
	alive := c.state != dead
	if alive {
		c.bytes -= int64(n)
		c.moved = time.Now()
	}
	c.mu.Unlock()
	c.g.poke()
	return alive
}

// hangUp ends a flushed connection. It closes its writing side and waits for the peer to close,
// because closing with unread input would reset the connection and discard what the peer has not
// read yet.
func (c *Conn) hangUp() {
	half, ok := c.nc.(interface{ CloseWrite() error })
	if !ok || half.CloseWrite() != nil {
		return
	}
	limit := time.NewTimer(drainTime)
	defer limit.Stop()
	select {
	case <-c.released: // two goroutines must not read
	case <-limit.C:
		return
	}
	c.nc.SetReadDeadline(time.Now().Add(drainTime))
	io.Copy(io.Discard, c.nc)
}

// patience returns how much longer the publisher should wait for this subscriber before it sends:
// not at all while no more than limit bytes are waiting. A subscriber that has more and has taken
// nothing for Stall is cut.
func (c *Conn) patience(now time.Time, limit int64) time.Duration {
	c.mu.Lock()
	var left time.Duration
	waiting := c.bytes
	if c.state == open && waiting > limit {
		left = c.moved.Add(c.g.opt.Stall).Sub(now)
	}
	c.mu.Unlock()
	if left < 0 {
		c.log(slog.LevelWarn, "subscriber does not read", fmt.Errorf("%d bytes have been waiting for %v", waiting, c.g.opt.Stall))
		c.kill()
		return 0
	}
	return left
}
