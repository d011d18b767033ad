// SPDX-License-Identifier: BSD-3-Clause

// Reading.
//
// zmq4 allocates as many bytes as the header of a frame states, up to 2^63-1, before the body has
// arrived; treats commands as messages; and, in a publisher, puts every message that is not a
// subscription into a channel that nobody reads, so that the tenth blocks it. So Read examines each
// header first:
//
//   - a frame or message over the limit ends the connection;
//   - a frame is collected in chunks that grow with what has arrived, and zmq4 sees it when it
//     is complete;
//   - PING is answered, SUBSCRIBE and CANCEL become the messages that zmq4 understands, and all
//     other commands are dropped;
//   - to a publisher only subscriptions get through, and of these only the first to a topic and the
//     cancellation of it.
//
// Every failure is io.EOF for zmq4, at the end of a frame: after any other error, or in the middle
// of a frame, it would never release the connection.
//
// The welcome. A new subscriber cannot know when its subscription takes effect. Therefore the
// kernel sends it a message, which must be the first that it receives, and must not arrive before
// the subscription is in force. The order of events here ensures both: the welcome is queued; the
// writer is corked; the subscription is passed to zmq4. zmq4 asks for the next frame when it has
// processed the last one, so the next call of Read that has nothing left to deliver proves that the
// subscription is in force, and removes the cork. What zmq4 may write to the connection in between
// is queued behind the welcome.
//
// Invariant: the bytes that zmq4 reads are always the handshake followed by whole well-formed
// frames within the limits.

package guard

import (
	"errors"
	"fmt"
	"io"
	"log/slog"
)

// How many bytes are allocated ahead of what has arrived of a frame.
const (
	firstChunk = 64 << 10
	maxChunk   = 1 << 20
)

// Read is called by zmq4.
func (c *Conn) Read(p []byte) (int, error) {
	if len(p) == 0 {
		return 0, nil
	}
	for len(c.chunks) == 0 {
		c.taken()
		if err := c.next(); err != nil {
			return 0, c.lost(err)
		}
	}
	n := copy(p, c.chunks[0])
	if c.chunks[0] = c.chunks[0][n:]; len(c.chunks[0]) == 0 {
		c.chunks[0] = nil // garbage as soon as zmq4 has it
		c.chunks = c.chunks[1:]
	}
	return n, nil
}

// taken records that zmq4 has processed everything so far. It asks for what follows the handshake
// when it has added the connection to those that it sends to.
func (c *Conn) taken() {
	if !c.joined {
		c.joined = true
		c.g.join(c)
	}
	if c.corked {
		c.corked = false
		c.cork(-1)
	}
	if c.frames == 0 && c.held > 0 {
		c.g.incoming.Add(-c.held)
		c.held = 0
	}
}

// lost ends the reading side, because the peer has ended the connection or must be cut off.
func (c *Conn) lost(err error) error {
	c.g.incoming.Add(-c.held)
	c.held = 0
	c.chunks = nil
	if c.isOpen() { // otherwise the writer is flushing or has ended
		if err != io.EOF {
			c.log(slog.LevelDebug, "connection ended", err)
		}
		c.kill()
	}
	return io.EOF
}

// next reads the header of the next frame, and handles the frame.
func (c *Conn) next() error {
	flags, n, err := readHeader(c.r)
	if err != nil {
		return err
	}
	if flags&flagCommand != 0 {
		if c.frames > 0 {
			return errors.New("command inside a message")
		}
		return c.command(flags, n)
	}
	if n > uint64(c.g.opt.MaxMessage) || c.total+int64(n) > c.g.opt.MaxMessage {
		return fmt.Errorf("message with %d bytes and a frame of %d more, expected at most %d", c.total, n, c.g.opt.MaxMessage)
	}
	if c.frames++; c.frames > c.g.opt.MaxFrames {
		return fmt.Errorf("message with more than %d frames", c.g.opt.MaxFrames)
	}
	c.total += int64(n)
	alone := c.frames == 1 && flags&flagMore == 0
	if flags&flagMore == 0 {
		c.frames, c.total = 0, 0
	}
	if c.g.opt.Kind == XPub {
		return c.subscription(n, alone)
	}
	return c.message(flags, n)
}

// message collects a frame for zmq4.
func (c *Conn) message(flags byte, n uint64) error {
	c.chunks = append(c.chunks[:0], appendHeader(nil, flags, int(n)))
	for got := uint64(0); got < n; {
		chunk := make([]byte, min(n-got, max(got, firstChunk), maxChunk))
		if err := c.hold(uint64(len(chunk))); err != nil {
			return err
		}
		if _, err := io.ReadFull(c.r, chunk); err != nil {
			return noEOF(err)
		}
		c.chunks = append(c.chunks, chunk)
		got += uint64(len(chunk))
	}
	return nil
}

// hold counts bytes that are about to be allocated until zmq4 has delivered the message.
func (c *Conn) hold(n uint64) error {
	c.held += int64(n)
	if all := c.g.incoming.Add(int64(n)); all > c.g.opt.Incoming {
		return fmt.Errorf("%d bytes of messages are on their way in, expected at most %d", all, c.g.opt.Incoming)
	}
	return nil
}

// command handles a command after the handshake.
func (c *Conn) command(flags byte, n uint64) error {
	name, body, err := readCommand(c.r, flags, n)
	if err != nil {
		return err
	}
	switch name {
	case "PING": // a time to live in two bytes, and a context that goes back with the PONG
		if len(body) < 2 || len(body) > 2+16 {
			return fmt.Errorf("PING of %d bytes, expected 2 to 18", len(body))
		}
		return c.answer(appendFrame(nil, flagCommand, append([]byte("\x04PONG"), body[2:]...)))
	case "SUBSCRIBE":
		return c.subscribe(body)
	case "CANCEL":
		return c.cancel(body)
	}
	return nil
}

// subscription reads a frame to a publisher; the first byte of a subscription is 1, of its end 0.
func (c *Conn) subscription(n uint64, alone bool) error {
	if !alone || n == 0 || n > maxCommand {
		_, err := io.CopyN(io.Discard, c.r, int64(n))
		return noEOF(err)
	}
	b := make([]byte, n)
	if _, err := io.ReadFull(c.r, b); err != nil {
		return noEOF(err)
	}
	switch b[0] {
	case 1:
		return c.subscribe(b[1:])
	case 0:
		return c.cancel(b[1:])
	}
	return nil
}

func (c *Conn) subscribe(topic []byte) error {
	switch {
	case c.g.opt.Kind != XPub, c.topics[string(topic)]:
		return nil
	case len(c.topics) == c.g.opt.MaxTopics:
		return fmt.Errorf("more than %d subscriptions", c.g.opt.MaxTopics)
	}
	c.topics[string(topic)] = true
	if c.g.opt.Welcome != nil {
		if frames := c.g.opt.Welcome(topic); len(frames) > 0 {
			c.corked = true
			c.cork(+1)
			if err := c.answer(appendMessage(nil, frames)); err != nil {
				return err
			}
		}
	}
	c.chunks = append(c.chunks[:0], appendFrame(nil, 0, append([]byte{1}, topic...)))
	return nil
}

func (c *Conn) cancel(topic []byte) error {
	if c.topics[string(topic)] {
		delete(c.topics, string(topic))
		c.chunks = append(c.chunks[:0], appendFrame(nil, 0, append([]byte{0}, topic...)))
	}
	return nil
}
