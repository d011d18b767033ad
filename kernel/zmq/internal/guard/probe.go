// SPDX-License-Identifier: BSD-3-Clause

package guard

import (
	"io"
	"net"
	"os"
	"runtime"
	"sync"
	"time"
)

// A probe is a peer inside the process, and always zmq4's first connection.
//
// For a router, it ensures that Send does not wait for the first peer to connect, as zmq4's does.
//
// For a publisher, it is a subscriber to everything. zmq4 writes each message to its connections in
// the order in which they were accepted, so when the probe gets a message, all others have got all
// previous ones. So the probe knows what is left in zmq4's queue.
//
// It also ends the goroutine that empties that queue, which zmq4 starts and never ends, even if its
// socket is closed. The goroutine calls Write here, and Write ends it. (The locks it holds are
// released by deferred calls.)
type probe struct {
	g        *Guard
	hello    []byte        // what zmq4 has still to read
	up       chan struct{} // closed when zmq4 has taken in the subscription
	isUp     func()
	down     chan struct{} // closed by stop
	stop     func()
	released func()
	flushed  chan struct{} // closed when zmq4 has given out the last message

	mu    sync.Mutex
	split splitter
	skip  int
	sizes []int64 // of the messages in zmq4's queue
	bytes int64   // their sum
	last  bool    // the last of them is the end mark
}

// What may be in zmq4's queue at one time.
const (
	maxQueued      = 256
	maxQueuedBytes = 4 << 20
)

func newProbe(g *Guard) *probe {
	p := &probe{
		g: g, split: newSplitter(), skip: unseen,
		hello:   appendReady(greeting(), peers[g.opt.Kind][0], "\x00probe"),
		up:      make(chan struct{}),
		down:    make(chan struct{}),
		flushed: make(chan struct{}),
	}
	if g.opt.Kind == XPub {
		p.hello = appendFrame(p.hello, 0, []byte{1})
	}
	p.isUp = sync.OnceFunc(func() { close(p.up) })
	p.stop = sync.OnceFunc(func() { close(p.down) })
	p.released = sync.OnceFunc(g.handed.Done)
	return p
}

// Read is called by zmq4.
func (p *probe) Read(b []byte) (int, error) {
	if len(p.hello) > 0 {
		n := copy(b, p.hello)
		p.hello = p.hello[n:]
		return n, nil
	}
	p.isUp()
	<-p.down
	return 0, io.EOF
}

// Write is called by zmq4.
func (p *probe) Write(b []byte) (int, error) {
	if p.count(b) {
		close(p.flushed)
		runtime.Goexit()
	}
	return len(b), nil
}

// count takes the messages that end in b from the record of the queue, and reports whether the end
// mark was among them.
func (p *probe) count(b []byte) (end bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	for len(b) > 0 {
		n, whole := p.split.next(b)
		b = b[n:]
		switch {
		case !whole:
		case p.skip > 0:
			p.skip--
		case len(p.sizes) > 0:
			p.bytes -= p.sizes[0]
			p.sizes = p.sizes[1:]
			end = p.last && len(p.sizes) == 0
			p.g.poke()
		}
	}
	return end
}

// room reports whether zmq4's queue has room for a message of the given size, and records that it
// is added.
func (p *probe) room(size int64) bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	if n := len(p.sizes); n > 0 && (n >= maxQueued || p.bytes+size > maxQueuedBytes) {
		return false
	}
	p.sizes = append(p.sizes, size)
	p.bytes += size
	return true
}

// mark records that the next message is the end mark.
func (p *probe) mark() {
	p.mu.Lock()
	p.sizes = append(p.sizes, 0)
	p.last = true
	p.mu.Unlock()
}

// Close is called by zmq4, as Conn.Close is.
func (p *probe) Close() error {
	p.stop()
	p.released()
	return nil
}

func (p *probe) LocalAddr() net.Addr              { return p.g.Addr() }
func (p *probe) RemoteAddr() net.Addr             { return p.g.Addr() }
func (p *probe) SetDeadline(time.Time) error      { return os.ErrNoDeadline }
func (p *probe) SetReadDeadline(time.Time) error  { return os.ErrNoDeadline }
func (p *probe) SetWriteDeadline(time.Time) error { return os.ErrNoDeadline }
