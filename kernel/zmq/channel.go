// SPDX-License-Identifier: BSD-3-Clause

package zmq

import (
	"context"
	"errors"
	"fmt"
	"net"
	"sync"

	"github.com/go-zeromq/zmq4"

	"polka/kernel/zmq/internal/guard"
)

// A Channel is a socket that receives messages from peers and sends replies. Its methods may be
// called by several goroutines.
type Channel struct {
	socket  zmq4.Socket
	guard   *guard.Guard
	in      chan [][]byte
	closing chan struct{} // closed when Close begins
	stop    func()        // closes it
	ended   chan struct{} // closed when receive has returned
}

func newChannel(socket zmq4.Socket, g *guard.Guard) *Channel {
	c := &Channel{
		socket:  socket,
		guard:   g,
		in:      make(chan [][]byte),
		closing: make(chan struct{}),
		ended:   make(chan struct{}),
	}
	c.stop = sync.OnceFunc(func() { close(c.closing) })
	go c.receive()
	return c
}

// receive turns zmq4's Recv, which only the closing of its socket interrupts, into a Go channel.
// While the sockets are closing it continues and drops what it receives.
func (c *Channel) receive() {
	defer close(c.ended)
	for {
		m, err := c.socket.Recv()
		if err != nil {
			return // a router's Recv fails only when the socket has been closed
		}
		select {
		case c.in <- m.Frames:
		case <-c.closing:
		}
	}
}

// Recv waits for the next message. The first frame is the identity of the sender. It fails with
// ctx's error or with ErrClosed. If nobody calls Recv, messages eventually stay with their senders.
func (c *Channel) Recv(ctx context.Context) ([][]byte, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	select {
	case frames := <-c.in:
		return frames, nil
	case <-c.closing:
		return nil, ErrClosed
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}

// AwaitPeer waits until a peer with that identity is connected. A client that has connected to one
// socket may be some milliseconds away from having connected to another, and until then a message
// to it is dropped. It fails with ctx's error or with ErrClosed.
func (c *Channel) AwaitPeer(ctx context.Context, identity []byte) error {
	err := c.guard.AwaitPeer(ctx, string(identity))
	if errors.Is(err, net.ErrClosed) {
		return ErrClosed
	}
	return err
}

// Send sends a message to the peer whose identity is the first frame. It never waits for the peer.
// A message to a peer that is no longer connected is dropped without an error, as ZeroMQ's routers
// do. The frames may be reused after Send returns.
func (c *Channel) Send(frames [][]byte) error {
	if len(frames) < 2 {
		return fmt.Errorf("zmq: message of %d frames, expected an identity and at least one more", len(frames))
	}
	select {
	case <-c.closing:
		return ErrClosed
	default:
	}
	// zmq4 reports a connection that is closed but still listed; it has written to all others.
	if err := c.socket.Send(zmq4.NewMsgFrom(frames...)); err != nil && !errors.Is(err, zmq4.ErrClosedConn) {
		return fmt.Errorf("zmq: %w", err)
	}
	return nil
}
