// SPDX-License-Identifier: BSD-3-Clause

package guard

import (
	"bufio"
	"errors"
	"log/slog"
	"net"
	"os"
	"sync"
	"time"
)

// A Conn is one connection, between its peer and zmq4, to which it is a net.Conn. What zmq4 reads
// is in read.go, what it writes in write.go.
type Conn struct {
	g      *Guard
	nc     net.Conn
	r      *bufio.Reader
	number int       // in the order in which connections came
	came   time.Time // when it did
	id     string    // the peer's identity, or one that we gave it; empty before the end of the handshake; under g.mu
	known  bool      // zmq4 can send to it; under g.mu

	// The reading side, used only by the goroutine that reads: the one of the handshake, then
	// zmq4's.
	chunks [][]byte        // for zmq4, before anything from the wire; none is empty
	frames int             // of the message being read
	total  int64           // bytes of the message being read
	held   int64           // what this connection has of Guard.incoming
	topics map[string]bool // live subscriptions
	corked bool            // the writer waits until zmq4 has processed a subscription
	joined bool            // the same as known, for the goroutine that reads

	released chan struct{} // closed when zmq4 has released the connection
	release  func()        // closes it, for a connection that has been handed over

	// The writing side.
	mu      sync.Mutex
	wake    sync.Cond
	state   state
	split   splitter
	skip    int       // of what the splitter finds, how many are not for the peer
	msg     []byte    // the message that zmq4 is writing
	queue   [][]byte  // whole messages, small ones together
	bytes   int64     // in queue, or in the writer's hands
	answers int       // bytes that the peer has made us write since the queue was last empty
	moved   time.Time // when the peer last took something, or found the queue empty
	corks   int       // the writer waits while this is not zero
}

// A state of the writing side. Each follows from the one before.
type state int

const (
	open   state = iota
	ending       // no new messages are queued; those in the queue are sent
	dead         // nothing is queued or sent
)

func newConn(g *Guard, nc net.Conn, number int) *Conn {
	c := &Conn{
		g: g, nc: nc, r: bufio.NewReader(nc), number: number, came: time.Now(),
		topics:   map[string]bool{},
		released: make(chan struct{}),
		split:    newSplitter(), skip: unseen,
	}
	c.release = sync.OnceFunc(func() { close(c.released); g.handed.Done() })
	c.wake.L = &c.mu
	return c
}

// Close is called by zmq4 when it has stopped reading from the connection, and when it closes its
// socket.
func (c *Conn) Close() error {
	c.release()
	c.finish()
	return nil
}

// finish ends a connection in order: what is queued is still sent, within Linger. It does not wait.
func (c *Conn) finish() {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.state != open {
		return
	}
	c.state = ending
	c.nc.SetReadDeadline(time.Now())
	c.nc.SetWriteDeadline(time.Now().Add(c.g.opt.Linger))
	c.wake.Broadcast()
}

// kill ends a connection at once.
func (c *Conn) kill() {
	c.mu.Lock()
	c.die()
	c.mu.Unlock()
	c.g.forget(c)
	c.g.poke()
}

// die is kill with c.mu held. The writer does the rest.
func (c *Conn) die() {
	if c.state == dead {
		return
	}
	c.state = dead
	c.queue, c.msg, c.bytes = nil, nil, 0
	c.nc.Close()
	c.wake.Broadcast()
}

// replaced ends a connection whose identity a newer one has.
func (c *Conn) replaced() {
	c.log(slog.LevelDebug, "connection ended", errors.New("a newer one has the same identity"))
	c.kill()
}

// isOpen reports whether the connection has not been ended.
func (c *Conn) isOpen() bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.state == open
}

// log logs the end of a connection that we close.
func (c *Conn) log(level slog.Level, what string, err error) {
	c.g.opt.Log.Log(c.g.life, level, what, "peer", c.nc.RemoteAddr().String(), "err", err)
}

// The rest of net.Conn. zmq4 does not use it.

func (c *Conn) LocalAddr() net.Addr              { return c.nc.LocalAddr() }
func (c *Conn) RemoteAddr() net.Addr             { return c.nc.RemoteAddr() }
func (c *Conn) SetDeadline(time.Time) error      { return os.ErrNoDeadline }
func (c *Conn) SetReadDeadline(time.Time) error  { return os.ErrNoDeadline }
func (c *Conn) SetWriteDeadline(time.Time) error { return os.ErrNoDeadline }
