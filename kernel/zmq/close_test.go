// SPDX-License-Identifier: BSD-3-Clause

package zmq_test

import (
	"context"
	"fmt"
	"strings"
	"sync"
	"testing"
	"time"

	"go.uber.org/goleak"

	"polka/kernel/zmq"
	"polka/kernel/zmq/internal/peer"
)

// TestCloseFlushes: what was sent and published before Close arrives after it, in order, and then
// the end.
func TestCloseFlushes(t *testing.T) {
	s := open(t, zmq.Config{Limits: zmq.Limits{Linger: peer.Patience}})
	shell, iopub := ports(s)[0], ports(s)[1]
	client := peer.Connect(t, "tcp", shell.addr, "DEALER", "me")
	sub := iopub.connect(t)
	sub.Subscribe("")
	wantFrames(t, sub.Recv(), "", "welcome")
	client.Send("here")
	ctx, cancel := context.WithTimeout(context.Background(), peer.Patience)
	defer cancel()
	if _, err := s.Shell.Recv(ctx); err != nil {
		t.Fatal(err)
	}
	client.Send("unread input, over which a close would reset the connection")

	const n = 12 // MB, which is more than the system takes while nobody reads
	body := strings.Repeat("x", 1<<20)
	for i := range n {
		if err := s.Shell.Send(byteFrames([]string{"me", fmt.Sprint(i), body})); err != nil {
			t.Fatal(err)
		}
		publish(t, s, fmt.Sprint(i), body)
	}
	closed := make(chan error, 1)
	go func() { closed <- s.Close() }()
	for i := range n {
		wantFrames(t, client.Recv(), fmt.Sprint(i), body)
		wantFrames(t, sub.Recv(), fmt.Sprint(i), body)
	}
	client.WantClosed()
	sub.WantClosed()
	client.Close()
	sub.Close()
	if err := <-closed; err != nil {
		t.Error(err)
	}
}

// TestCloseHasAnEnd: peers of every sort do not keep Close.
func TestCloseHasAnEnd(t *testing.T) {
	s := open(t, zmq.Config{Limits: zmq.Limits{Linger: 50 * time.Millisecond, Handshake: time.Hour, Stall: time.Hour}})
	all := ports(s)
	for _, p := range all {
		peer.Dial(t, "tcp", p.addr) // silent
		p.connect(t)                // idle
		c := p.connect(t)           // in the middle of a message
		if _, err := c.Write(join(peer.Header(1, 1<<20), []byte("x"))); err != nil {
			t.Fatal(err)
		}
	}
	stuck := peer.Connect(t, "tcp", all[0].addr, "DEALER", "stuck")
	stuck.Send("here")
	ctx, cancel := context.WithTimeout(context.Background(), peer.Patience)
	defer cancel()
	if _, err := s.Shell.Recv(ctx); err != nil {
		t.Fatal(err)
	}
	sub := all[1].connect(t)
	sub.Subscribe("")
	wantFrames(t, sub.Recv(), "", "welcome")
	body := make([]byte, 16<<20)
	if err := s.Shell.Send([][]byte{[]byte("stuck"), body}); err != nil {
		t.Fatal(err)
	}
	if err := s.Publish(ctx, [][]byte{body}); err != nil {
		t.Fatal(err)
	}
	closed := make(chan error, 1)
	go func() { closed <- s.Close() }()
	select {
	case err := <-closed:
		if err != nil {
			t.Error(err)
		}
	case <-time.After(peer.Patience):
		t.Fatal("Close does not return")
	}
	if _, err := peer.TryDial(t, "tcp", all[0].addr); err == nil {
		t.Error("the port is open after Close")
	}
}

// TestCloseWithInputWaiting: peers have sent more than anybody receives, so that zmq4's readers
// wait to deliver.
func TestCloseWithInputWaiting(t *testing.T) {
	s := open(t, zmq.Config{})
	for _, p := range ports(s) {
		if p.name == "iopub" {
			continue
		}
		for range 5 {
			c := p.connect(t)
			c.Write([]byte(strings.Repeat(string(peer.Message("", "hello")), 50)))
		}
	}
	if err := s.Close(); err != nil {
		t.Error(err)
	}
}

// TestCloseAtOnce closes while connections are being made, which zmq4 may be just adding.
func TestCloseAtOnce(t *testing.T) {
	defer goleak.VerifyNone(t)
	for range 30 {
		s, err := zmq.Listen(context.Background(), zmq.Config{IP: "127.0.0.1"}, welcome)
		if err != nil {
			t.Fatal(err)
		}
		var started, done sync.WaitGroup
		for _, p := range ports(s) {
			for range 3 {
				started.Add(1)
				done.Go(func() {
					once := sync.OnceFunc(started.Done)
					defer once()
					for {
						c, err := peer.TryConnect(t, "tcp", p.addr, p.kind, "")
						if err != nil {
							return // the port is closed
						}
						once()
						c.Write(peer.Message("\x01"))
						c.Close()
					}
				})
			}
		}
		started.Wait()
		var closers sync.WaitGroup
		for range 3 {
			closers.Go(func() {
				if err := s.Close(); err != nil {
					t.Error(err)
				}
			})
		}
		closers.Wait()
		done.Wait()
	}
}

// TestCloseUnused closes what nobody has connected to.
func TestCloseUnused(t *testing.T) {
	for range 20 {
		s := open(t, zmq.Config{})
		if err := s.Close(); err != nil {
			t.Error(err)
		}
	}
}
