// SPDX-License-Identifier: BSD-3-Clause

package zmq_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"testing"

	"polka/kernel/zmq"
	"polka/kernel/zmq/internal/peer"
)

// A message that is sent when AwaitPeer has returned arrives, however young the connection is.
func TestAwaitPeer(t *testing.T) {
	s := open(t, zmq.Config{})
	ctx, cancel := context.WithTimeout(context.Background(), peer.Patience)
	defer cancel()
	stdin := ports(s)[2]
	for n := range 50 {
		id := fmt.Sprint("late ", n)
		sent := make(chan error)
		go func() {
			err := s.Stdin.AwaitPeer(ctx, []byte(id))
			if err == nil {
				err = s.Stdin.Send(byteFrames([]string{id, "a question"}))
			}
			sent <- err
		}()
		p := peer.Connect(t, "tcp", stdin.addr, "DEALER", id)
		if err := <-sent; err != nil {
			t.Fatal(err)
		}
		if got := p.Recv(); !slices.Equal(got, []string{"a question"}) {
			t.Fatalf("got %q", got)
		}
	}
}

func TestAwaitPeerGivesUp(t *testing.T) {
	s := open(t, zmq.Config{})
	ctx, cancel := context.WithCancel(context.Background())
	failed := make(chan error)
	go func() { failed <- s.Stdin.AwaitPeer(ctx, []byte("nobody")) }()
	cancel()
	if err := <-failed; !errors.Is(err, context.Canceled) {
		t.Errorf("after the end of the context: %v", err)
	}
	go func() { failed <- s.Stdin.AwaitPeer(context.Background(), []byte("nobody")) }()
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	if err := <-failed; !errors.Is(err, zmq.ErrClosed) {
		t.Errorf("after Close: %v", err)
	}
}
