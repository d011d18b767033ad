// SPDX-License-Identifier: BSD-3-Clause

package guard

import (
	"context"
	"errors"
	"net"
	"sync/atomic"
	"testing"

	"go.uber.org/goleak"
)

// TestAcceptAfterStop: zmq4's accept loop calls again at once after an error, so there is none
// before its context has ended.
func TestAcceptAfterStop(t *testing.T) {
	defer goleak.VerifyNone(t)
	g, err := Listen("tcp", "127.0.0.1:0", Options{Kind: Router})
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	ln, err := guarded{}.Listen(ctx, g.key)
	if err != nil {
		t.Fatal(err)
	}
	if c, err := ln.Accept(); c != net.Conn(g.probe) || err != nil {
		t.Fatalf("first Accept gives %v, %v; want the probe", c, err)
	}
	var ended atomic.Bool
	accepted := make(chan error)
	go func() {
		_, err := ln.Accept()
		if !ended.Load() {
			t.Error("Accept has returned before the end of the context")
		}
		accepted <- err
	}()
	if err := ln.Close(); err != nil {
		t.Error(err)
	}
	if err := g.Stop(); err != nil {
		t.Errorf("second Stop: %v", err)
	}
	ended.Store(true)
	cancel()
	if err := <-accepted; !errors.Is(err, net.ErrClosed) {
		t.Errorf("Accept after Stop: %v", err)
	}
	g.probe.Close()
	<-g.Released()
	g.Wait()
}

// TestEndpointIsUsedOnce: two zmq4 sockets cannot listen on one Guard, nor one on a Guard that has
// stopped.
func TestEndpointIsUsedOnce(t *testing.T) {
	g, err := Listen("tcp", "127.0.0.1:0", Options{Kind: XPub})
	if err != nil {
		t.Fatal(err)
	}
	if err := g.Stop(); err != nil {
		t.Error(err)
	}
	if _, err := (guarded{}).Listen(t.Context(), g.key); err == nil {
		t.Error("a stopped Guard can be listened on")
	}
	if _, err := (guarded{}).Dial(t.Context(), nil, g.key); err == nil {
		t.Error("the transport dials")
	}
}

// TestWriteToDead: a connection that has ended takes what zmq4 writes, and keeps none of it.
func TestWriteToDead(t *testing.T) {
	c, w := newTestConn(Router, nil)
	message := appendMessage(nil, [][]byte{[]byte("hello"), make([]byte, 100_000)})
	if n, err := c.Write(appendReady(greeting(), "ROUTER", "")); n == 0 || err != nil {
		t.Fatal(n, err)
	}
	for _, end := range []func(){func() {}, c.finish, c.kill} {
		end()
		before := c.bytes
		if n, err := c.Write(message); n != len(message) || err != nil {
			t.Errorf("Write gives %d, %v; want %d, nil", n, err, len(message))
		}
		if c.state != open && c.bytes != before {
			t.Errorf("state %d: %d bytes are queued", c.state, c.bytes-before)
		}
	}
	if c.bytes != 0 || len(c.queue) != 0 || w.sent.Len() != 0 {
		t.Errorf("%d bytes in %d chunks are left", c.bytes, len(c.queue))
	}
}
