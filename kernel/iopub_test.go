// SPDX-License-Identifier: BSD-3-Clause

package kernel

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"
)

// Messages of several goroutines leave in the order in which they were put.
func TestOutboxOrder(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var sent []string
		o := newOutbox(func(_ context.Context, f [][]byte) error {
			sent = append(sent, string(f[0]))
			if len(sent)%3 == 0 {
				return errors.New("a message that is lost does not stop the others")
			}
			return nil
		}, slog.New(slog.DiscardHandler))
		ended := make(chan bool)
		go func() { o.run(t.Context()); close(ended) }()
		for i := range 1000 {
			if i%2 == 0 {
				o.put([][]byte{fmt.Append(nil, i)})
			} else {
				o.putWhenRoom(t.Context(), [][]byte{fmt.Append(nil, i)})
			}
			if i%100 == 0 {
				o.flush(t.Context())
				if len(sent) != i+1 {
					t.Fatalf("after flush %d messages were sent, want %d", len(sent), i+1)
				}
			}
		}
		o.close()
		o.put([][]byte{[]byte("too late")})
		o.flush(t.Context())
		<-ended
		for i, s := range sent {
			if s != fmt.Sprint(i) {
				t.Fatalf("message %d is %s", i, s)
			}
		}
		if len(sent) != 1000 || o.size != 0 {
			t.Errorf("%d messages were sent, size is %d", len(sent), o.size)
		}
	})
}

// Outputs wait for room; status messages do not; the end of the context and close end the waiting.
func TestOutboxRoom(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		gate, n := make(chan bool), 0
		o := newOutbox(func(context.Context, [][]byte) error { <-gate; n++; return nil }, slog.New(slog.DiscardHandler))
		ended := make(chan bool)
		go func() { o.run(t.Context()); close(ended) }()
		big := [][]byte{make([]byte, backlogLimit)}
		o.putWhenRoom(t.Context(), big)
		o.put(big)
		o.put(big)
		put := make(chan int, 3)
		ctx, cancel := context.WithCancel(t.Context())
		go func() { o.putWhenRoom(ctx, big); put <- 1 }()
		synctest.Wait()
		if len(put) > 0 {
			t.Fatal("did not wait for room")
		}
		cancel()
		<-put
		go func() { o.putWhenRoom(t.Context(), [][]byte{{1}}); put <- 2 }()
		for range 3 {
			gate <- true
			synctest.Wait()
			if len(put) > 0 {
				t.Fatal("did not wait for room")
			}
		}
		gate <- true
		<-put
		gate <- true
		o.put(big)
		go func() { o.putWhenRoom(t.Context(), big); put <- 3 }()
		synctest.Wait()
		o.close()
		<-put
		close(gate)
		<-ended
		if n != 6 {
			t.Errorf("%d messages were sent, want 6", n)
		}
	})
}

// A heldOutbox is an outbox that runs, and what it has sent.
type heldOutbox struct {
	*outbox
	t    *testing.T
	mu   sync.Mutex
	sent []string
}

func newHeldOutbox(t *testing.T) *heldOutbox {
	o := &heldOutbox{t: t}
	o.outbox = newOutbox(func(_ context.Context, f [][]byte) error {
		o.mu.Lock()
		defer o.mu.Unlock()
		o.sent = append(o.sent, string(f[0]))
		return nil
	}, slog.New(slog.DiscardHandler))
	go o.run(t.Context())
	return o
}

// oneFrame is a message.
func oneFrame(s string) [][]byte { return [][]byte{[]byte(s)} }

// handled adds what answers a message of a slider for which a function is called.
func (o *heldOutbox) handled() {
	o.hold(oneFrame("busy"))
	o.follow("slider", oneFrame("echo"))
	o.follow("", oneFrame("idle"))
}

// check compares what was sent since the last check.
func (o *heldOutbox) check(what, want string) {
	o.t.Helper()
	synctest.Wait()
	o.mu.Lock()
	defer o.mu.Unlock()
	if got := strings.Join(o.sent, " "); got != want {
		o.t.Errorf("%s: sent %q, want %q", what, got, want)
	}
	o.sent = nil
}

// Messages of comms overtake those that are held, unless these belong to the same comm. Held
// messages leave before all others, and when their time is over.
func TestOutboxHold(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		o := newHeldOutbox(t)

		o.handled()
		o.check("held", "")
		o.overtake(t.Context(), "output", oneFrame("picture"))
		o.check("overtaken", "picture busy echo idle")

		o.hold(oneFrame("busy"))
		o.follow("slider", oneFrame("echo"))
		o.overtake(t.Context(), "output", oneFrame("picture"))
		o.follow("", oneFrame("idle"))
		o.check("overtaken before the end", "picture busy echo idle")

		o.handled()
		o.put(oneFrame("put"))
		o.check("other", "busy echo idle put")

		o.hold(oneFrame("busy"))
		o.follow("slider", oneFrame("echo"))
		o.put(oneFrame("idle")) // no function is called
		o.check("released", "busy echo idle")

		o.handled()
		o.flush(t.Context())
		o.check("flushed", "busy echo idle")

		o.handled()
		time.Sleep(holdTime - 1)
		o.check("before the time is over", "")
		time.Sleep(time.Nanosecond)
		o.check("after the time is over", "busy echo idle")

		o.handled()
		o.overtake(t.Context(), "output", oneFrame("picture"))
		o.handled()
		o.close()
		o.check("closed", "busy echo idle picture busy echo idle")
	})
}

// Messages are not held if those before were held in vain, until one would have been overtaken.
func TestOutboxHoldInVain(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		o := newHeldOutbox(t)
		defer o.close()
		for _, c := range []struct {
			what string
			do   func()
			sent string
		}{
			{"time is over", func() { time.Sleep(holdTime) }, ""},
			{"output", func() { o.putWhenRoom(t.Context(), oneFrame("printed")) }, " printed"},
			{"the same comm", func() { o.overtake(t.Context(), "slider", oneFrame("update")) }, " update"},
		} {
			o.handled()
			o.check(c.what+": held", "")
			c.do()
			o.check(c.what+": released", "busy echo idle"+c.sent)
			o.handled()
			o.check(c.what+": not held", "busy echo idle")
			time.Sleep(holdTime)
			o.overtake(t.Context(), "output", oneFrame("picture"))
			o.check(c.what+": late", "picture")
			o.handled()
			o.check(c.what+": not held after a late one", "busy echo idle")
			time.Sleep(holdTime - 1)
			o.overtake(t.Context(), "output", oneFrame("picture"))
			o.check(c.what+": in time", "picture")
		}
		o.hold(oneFrame("busy"))
		o.follow("slider", oneFrame("echo"))
		time.Sleep(holdTime / 2)
		o.put(oneFrame("idle"))
		o.handled()
		time.Sleep(holdTime / 2)
		o.check("the second has time of its own", "busy echo idle")
		time.Sleep(holdTime / 2)
		o.check("its time is over", "busy echo idle")
	})
}
