// SPDX-License-Identifier: BSD-3-Clause

package zmq_test

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"polka/kernel/zmq"
	"polka/kernel/zmq/internal/peer"
)

// TestWelcome: each new subscription of each connection is answered once, to that connection alone.
func TestWelcome(t *testing.T) {
	s := listen(t, zmq.Config{})
	iopub := ports(s)[1]
	a, b := iopub.connect(t), iopub.connect(t)
	a.Subscribe("x")
	wantFrames(t, a.Recv(), "x", "welcome")
	b.Subscribe("")
	wantFrames(t, b.Recv(), "", "welcome")
	a.Subscribe("x") // it has that one
	a.Subscribe("y")
	wantFrames(t, a.Recv(), "y", "welcome")
	publish(t, s, "x1", "1")
	publish(t, s, "z1", "2")
	publish(t, s, "y1", "3")
	wantFrames(t, a.Recv(), "x1", "1")
	wantFrames(t, a.Recv(), "y1", "3")
	for i, topic := range []string{"x1", "z1", "y1"} {
		wantFrames(t, b.Recv(), topic, strconv.Itoa(i+1))
	}
	a.Send("\x00x")
	a.Subscribe("z") // its welcome shows that the cancellation has got through
	wantFrames(t, a.Recv(), "z", "welcome")
	publish(t, s, "x2", "4")
	publish(t, s, "z2", "5")
	wantFrames(t, a.Recv(), "z2", "5")
}

func TestNoWelcome(t *testing.T) {
	s, err := zmq.Listen(context.Background(), zmq.Config{IP: "127.0.0.1"}, func([]byte) [][]byte { return nil })
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	p := ports(s)[1].connect(t)
	p.Subscribe("")
	stop := make(chan struct{})
	var wg sync.WaitGroup
	wg.Go(func() {
		for {
			select {
			case <-stop:
				return
			default:
				publish(t, s, "x", "1")
			}
		}
	})
	wantFrames(t, p.Recv(), "x", "1")
	close(stop)
	wg.Wait()
}

// TestWelcomeUnderFlood subscribes while messages are published without a pause. The welcome comes
// first, and after it no message is missed.
func TestWelcomeUnderFlood(t *testing.T) {
	s := listen(t, zmq.Config{})
	iopub := ports(s)[1]
	ctx, stop := context.WithCancel(context.Background())
	var flood sync.WaitGroup
	flood.Go(func() {
		for i := 0; ctx.Err() == nil; i++ {
			frames := [][]byte{[]byte("t"), []byte(strconv.Itoa(i))}
			if err := s.Publish(ctx, frames); err != nil && !errors.Is(err, context.Canceled) {
				t.Error(err)
				return
			}
		}
	})
	defer flood.Wait()
	defer stop()
	for range 60 {
		p := iopub.connect(t)
		p.Subscribe("")
		wantFrames(t, p.Recv(), "", "welcome")
		var last int
		for i := range 100 {
			frames := p.Recv()
			n, err := strconv.Atoi(frames[1])
			if err != nil || i > 0 && n != last+1 {
				t.Fatalf("after message %d comes %q", last, frames)
			}
			last = n
		}
		p.Close()
	}
}

// TestPublishFollowsWelcome publishes something after each welcome: it is never missed.
func TestPublishFollowsWelcome(t *testing.T) {
	s := listen(t, zmq.Config{})
	iopub := ports(s)[1]
	for i := range 200 {
		p := iopub.connect(t)
		p.Subscribe("")
		wantFrames(t, p.Recv(), "", "welcome")
		publish(t, s, "n", strconv.Itoa(i))
		wantFrames(t, p.Recv(), "n", strconv.Itoa(i))
		p.Close()
	}
}

// TestNothingLost publishes far more than all queues together hold, from several goroutines.
func TestNothingLost(t *testing.T) {
	s := listen(t, zmq.Config{Limits: zmq.Limits{Unread: 64 << 10}})
	iopub := ports(s)[1]
	const writers, each = 4, 5000
	var wg sync.WaitGroup
	for range 3 {
		p := iopub.connect(t)
		p.Subscribe("")
		wantFrames(t, p.Recv(), "", "welcome")
		p.SetReadDeadline(time.Now().Add(2 * peer.Patience))
		wg.Go(func() {
			var next [writers]int
			for range writers * each {
				_, frames, err := p.TryRecv()
				if err != nil {
					t.Error(err)
					return
				}
				var w, n int
				if _, err := fmt.Sscan(frames[1], &w, &n); err != nil || n != next[w] {
					t.Errorf("message %q, want number %d: %v", frames[1], next[w], err)
					return
				}
				next[w]++
			}
		})
	}
	body := strings.Repeat(".", 200)
	for w := range writers {
		wg.Go(func() {
			for n := range each {
				if err := s.Publish(context.Background(), byteFrames([]string{"t", fmt.Sprint(w, n), body})); err != nil {
					t.Error(err)
					return
				}
			}
		})
	}
	wg.Wait()
}

// TestStuckSubscriber: one that does not read is cut off when the publisher has waited for it; one
// that reads gets everything; one that is idle and not over its limit is left alone.
func TestStuckSubscriber(t *testing.T) {
	s := listen(t, zmq.Config{Limits: zmq.Limits{Unread: 1 << 20, Stall: 5 * time.Second}})
	iopub := ports(s)[1]
	good, stuck, other := iopub.connect(t), iopub.connect(t), iopub.connect(t)
	good.Subscribe("")
	wantFrames(t, good.Recv(), "", "welcome")
	stuck.Subscribe("") // and reads no more, not even the welcome
	other.Subscribe("elsewhere")
	wantFrames(t, other.Recv(), "elsewhere", "welcome")

	const n = 40
	body := strings.Repeat("1 MB ", 1<<20/5)
	var wg sync.WaitGroup
	wg.Go(func() {
		for i := range n {
			if err := s.Publish(context.Background(), byteFrames([]string{"t", fmt.Sprint(i), body})); err != nil {
				t.Error(err)
			}
		}
	})
	for i := range n {
		wantFrames(t, good.Recv(), "t", fmt.Sprint(i), body)
	}
	wg.Wait()
	stuck.WantClosed()
	publish(t, s, "elsewhere", "hello")
	wantFrames(t, other.Recv(), "elsewhere", "hello")
}

// TestPublishContext: a publisher that waits for a subscriber can be told to stop, and so can those
// that wait for their turn.
func TestPublishContext(t *testing.T) {
	s := listen(t, zmq.Config{Limits: zmq.Limits{Unread: 1, Stall: time.Hour, Linger: 100 * time.Millisecond}})
	stuck := ports(s)[1].connect(t)
	stuck.Subscribe("")
	wantFrames(t, stuck.Recv(), "", "welcome")
	ctx, cancel := context.WithCancel(context.Background())
	frames := [][]byte{[]byte("t"), make([]byte, 1<<20)}
	var sent atomic.Int64
	stopped := make(chan error, 3)
	for range cap(stopped) {
		go func() {
			for {
				if err := s.Publish(ctx, frames); err != nil {
					stopped <- err
					return
				}
				sent.Add(1)
			}
		}()
	}
	// The system takes some messages, then none: the publishers wait.
	wait(t, "the publishers to stand still", func() bool {
		n := sent.Load()
		return n > 0 && still(&sent, n)
	})
	cancel()
	for range cap(stopped) {
		if err := <-stopped; !errors.Is(err, context.Canceled) {
			t.Errorf("Publish: %v", err)
		}
	}
	if err := s.Publish(ctx, frames); !errors.Is(err, context.Canceled) {
		t.Errorf("Publish with a canceled context: %v", err)
	}
}

// still reports whether v is n for a while.
func still(v *atomic.Int64, n int64) bool {
	tick := time.NewTicker(10 * time.Millisecond)
	defer tick.Stop()
	for range 20 {
		<-tick.C
		if v.Load() != n {
			return false
		}
	}
	return true
}

// wait waits for a condition that must come true.
func wait(t *testing.T, what string, ok func() bool) {
	t.Helper()
	tick := time.NewTicker(time.Millisecond)
	defer tick.Stop()
	for end := time.Now().Add(peer.Patience); !ok(); <-tick.C {
		if time.Now().After(end) {
			t.Fatalf("waited %v for %s", peer.Patience, what)
		}
	}
}
