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

// Messages of comms overtake those that are held, unless these belong to the same comm. Held
// messages leave before all others, and when their time is over.
func TestOutboxHold(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var mu sync.Mutex
		var sent []string
		o := newOutbox(func(_ context.Context, f [][]byte) error {
			mu.Lock()
			defer mu.Unlock()
			sent = append(sent, string(f[0]))
			return nil
		}, slog.New(slog.DiscardHandler))
		go o.run(t.Context())
		text := func(s string) [][]byte { return [][]byte{[]byte(s)} }
		handled := func() {
			o.hold(text("busy"))
			o.follow("slider", text("echo"))
			o.follow("", text("idle"))
		}
		check := func(what, want string) {
			t.Helper()
			synctest.Wait()
			mu.Lock()
			defer mu.Unlock()
			if got := strings.Join(sent, " "); got != want {
				t.Errorf("%s: sent %q, want %q", what, got, want)
			}
			sent = nil
		}

		handled()
		check("held", "")
		o.overtake(t.Context(), "output", text("picture"))
		check("overtaken", "picture busy echo idle")

		o.hold(text("busy"))
		o.follow("slider", text("echo"))
		o.overtake(t.Context(), "output", text("picture"))
		o.follow("", text("idle"))
		check("overtaken before the end", "picture busy echo idle")

		handled()
		o.overtake(t.Context(), "slider", text("update"))
		check("of the same comm", "busy echo idle update")

		handled()
		o.put(text("put"))
		handled()
		o.putWhenRoom(t.Context(), text("output"))
		check("others", "busy echo idle put busy echo idle output")

		handled()
		o.release()
		check("released", "busy echo idle")

		handled()
		time.Sleep(holdTime - time.Nanosecond)
		check("before the time is over", "")
		time.Sleep(time.Nanosecond)
		check("after the time is over", "busy echo idle")

		handled()
		o.flush(t.Context())
		handled()
		o.close()
		check("flushed and closed", "busy echo idle busy echo idle")
	})
}
