// SPDX-License-Identifier: BSD-3-Clause

package zmq_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"polka/kernel/zmq"
	"polka/kernel/zmq/internal/peer"
)

// join puts bytes together.
func join(parts ...[]byte) []byte { return bytes.Join(parts, nil) }

// noise gives bytes that are the same in every run.
func noise(seed uint64, n int) []byte {
	r := rand.New(rand.NewPCG(seed, 0))
	b := make([]byte, n)
	for i := range b {
		b[i] = byte(r.Uint32())
	}
	return b
}

// TestRejects sends things for which a connection must be ended, to each port, and sees that the
// port goes on serving. The connection is ended for what it sent, and not because of a time limit.
func TestRejects(t *testing.T) {
	s := listen(t, zmq.Config{Limits: zmq.Limits{Handshake: time.Hour}})
	greeting := peer.Greeting()
	with := func(i int, b ...byte) []byte { return append(append(greeting[:i:i], b...), greeting[i+len(b):]...) }
	ready := func(body string) []byte { return join(greeting, peer.Command("READY", body)) }
	kindThen := func(kind string) string { return peer.Property("Socket-Type", kind) }

	for _, p := range ports(s) {
		good := join(greeting, peer.Ready(p.kind, ""))
		tests := []struct {
			name string
			sent []byte
		}{
			{"HTTP", []byte("GET / HTTP/1.1\r\nHost: localhost\r\n\r\n")},
			{"TLS", []byte("\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03 and so on")},
			{"noise", noise(1, 64<<10)},
			{"no end of the signature", with(9, 0x7e)},
			{"version 2", with(10, 2)},
			{"PLAIN", with(12, []byte("PLAIN")...)},
			{"CURVE", with(12, []byte("CURVE")...)},
			{"mechanism of 20 bytes", with(12, bytes.Repeat([]byte("x"), 20)...)},
			{"greeting, then noise", join(greeting, noise(2, 64<<10))},
			{"greeting, then zeros", join(greeting, make([]byte, 4096))},
			{"message before READY", join(greeting, peer.Message("hello"))},
			{"other command before READY", join(greeting, peer.Command("PING", "\x00\x01"))},
			{"READY of 2^62", join(greeting, peer.Header(4, 1<<62))},
			{"READY of 2^64-1", join(greeting, peer.Header(4, 1<<64-1))},
			{"READY of 4097", join(greeting, peer.Header(4, 4097))},
			{"READY of 0", join(greeting, []byte{4, 0})},
			{"READY in several frames", join(greeting, []byte{5, 6}, []byte("\x05READY"))},
			{"name longer than the command", join(greeting, []byte{4, 3, 200, 'a', 'b'})},
			{"no socket type", ready("")},
			{"empty socket type", ready(kindThen(""))},
			{"unknown socket type", ready(kindThen("POLKA"))},
			{"socket type cut off", ready(kindThen(p.kind)[:14])},
			{"length of a value cut off", ready("\x08Identity\x00\x00")},
			{"name cut off", ready(kindThen(p.kind) + "\xffIdentity")},
			{"value of 2^32-1", ready(kindThen(p.kind) + "\x08Identity\xff\xff\xff\xff")},
			{"identity of 256", ready(kindThen(p.kind) + peer.Property("Identity", strings.Repeat("i", 256)))},
			{"frame of 2^62", join(good, peer.Header(0, 1<<62))},
			{"frame of 2^63", join(good, peer.Header(0, 1<<63))},
			{"frame of 2^64-1", join(good, peer.Header(1, 1<<64-1))},
			{"frame of 1 GB", join(good, peer.Header(0, 1<<30))},
			{"frames that are too large together", join(good, peer.Message("")[:0], bytes.Repeat([]byte{1, 1, 'x'}, 100), peer.Header(0, 64<<20))},
			{"too many frames", join(good, bytes.Repeat([]byte{1, 0}, 1<<16+1))},
			{"unknown flags", join(good, []byte{8, 0})},
			{"command in several frames", join(good, []byte{5, 0})},
			{"command inside a message", join(good, []byte{1, 0}, peer.Command("PING", "\x00\x00"))},
			{"command of 2^62", join(good, peer.Header(4, 1<<62))},
			{"command of 0", join(good, []byte{4, 0})},
			{"command with a name cut off", join(good, []byte{4, 1, 9})},
			{"PING without time to live", join(good, peer.Command("PING", "\x00"))},
			{"PING with 17 bytes of context", join(good, peer.Command("PING", strings.Repeat("p", 19)))},
		}
		wrong := []string{"DEALER", "REQ", "ROUTER"}
		if p.kind != "SUB" {
			wrong = []string{"SUB", "XSUB"}
		}
		for _, kind := range append(wrong, "PUB", "XPUB", "REP", "PUSH", "PULL", "PAIR", "STREAM", "SERVER", "dealer") {
			tests = append(tests, struct {
				name string
				sent []byte
			}{"socket type " + kind, join(greeting, peer.Ready(kind, "x"))})
		}
		for _, tt := range tests {
			t.Run(p.name+"/"+tt.name, func(t *testing.T) {
				c := peer.Dial(t, "tcp", p.addr)
				defer c.Close()
				c.SetWriteDeadline(time.Now().Add(peer.Patience))
				c.Write(tt.sent) // may fail: the other side may be gone before it has all
				c.WantClosed()
			})
		}
		p.alive(t, s)
	}
}

// TestSilent: peers that say nothing, or not enough, keep nobody out, even while they stay.
func TestSilent(t *testing.T) {
	s := listen(t, zmq.Config{Limits: zmq.Limits{Handshake: time.Hour}})
	for _, p := range ports(s) {
		all := join(peer.Greeting(), peer.Ready(p.kind, "me"))
		for i := range 300 { // more than may be in the handshake at one time
			c := peer.Dial(t, "tcp", p.addr)
			if _, err := c.Write(all[:i%len(all)]); err != nil && i < 100 {
				t.Fatal(err)
			}
			if i%75 == 0 {
				p.alive(t, s)
			}
		}
		p.alive(t, s)
	}
}

// TestHandshakeLimit: a silent peer is disconnected after some time.
func TestHandshakeLimit(t *testing.T) {
	s := listen(t, zmq.Config{Limits: zmq.Limits{Handshake: 50 * time.Millisecond}})
	for _, p := range ports(s) {
		silent, partial := peer.Dial(t, "tcp", p.addr), peer.Dial(t, "tcp", p.addr)
		if _, err := partial.Write(peer.Greeting()); err != nil {
			t.Fatal(err)
		}
		silent.WantClosed()
		partial.WantClosed()
	}
}

// TestPromises: memory is allocated for bytes that have come, not for bytes that are promised.
func TestPromises(t *testing.T) {
	s := listen(t, zmq.Config{})
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	for _, p := range ports(s) {
		for i := range 30 {
			c := p.connect(t)
			n := uint64(60 << 20) // within the limit
			if i%2 == 1 {
				n = 1 << 30
			}
			if _, err := c.Write(join(peer.Header(byte(i%2), n), []byte("a little of it"))); err != nil {
				t.Fatal(err)
			}
			if i%2 == 1 {
				c.WantClosed()
			}
		}
		p.alive(t, s)
	}
	runtime.ReadMemStats(&after)
	if got := after.TotalAlloc - before.TotalAlloc; got > 40<<20 {
		t.Errorf("%d MB allocated for 150 promises", got>>20)
	}
}

// TestIncoming: what all connections together may have on its way in is bounded.
func TestIncoming(t *testing.T) {
	const limit = 4 << 20
	s := listen(t, zmq.Config{Limits: zmq.Limits{Incoming: limit}})
	shell := ports(s)[0]
	half := make([]byte, 3<<20)
	first := shell.connect(t)
	if _, err := first.Write(join(peer.Header(0, 8<<20), half)); err != nil {
		t.Fatal(err)
	}
	second := shell.connect(t)
	second.SetWriteDeadline(time.Now().Add(peer.Patience))
	second.Write(join(peer.Header(0, 8<<20), half))
	// One of the two has reached the limit first, and the room it had is free again.
	closed := make(chan struct{}, 2)
	for _, c := range []*peer.Peer{first, second} {
		go func() {
			c.TryRecv()
			closed <- struct{}{}
		}()
	}
	select {
	case <-closed:
	case <-time.After(peer.Patience):
		t.Fatal("both connections may go over the limit")
	}
	first.Close()
	second.Close()
	<-closed
	// A message as large as the limit gets through only when nothing else is on its way. The server
	// learns some time after the calls of Close that the two have gone.
	whole := strings.Repeat("x", limit)
	p := shell.connect(t)
	for end := time.Now().Add(peer.Patience); !passes(p, whole); p = shell.connect(t) {
		if time.Now().After(end) {
			t.Fatal("the room of the closed connections is not free")
		}
	}
	for range 4 { // what has been delivered does not count
		p.Send(whole)
		wantFrames(t, p.Recv(), whole)
	}
}

// passes reports whether a message comes back. If not, the connection has been ended.
func passes(p *peer.Peer, message ...string) bool {
	p.SetDeadline(time.Now().Add(peer.Patience))
	if _, err := p.Write(peer.Message(message...)); err != nil {
		return false
	}
	_, frames, err := p.TryRecv()
	return err == nil && slices.Equal(frames, message)
}

// TestLargest: a message of exactly the limit gets through, in one frame and in many.
func TestLargest(t *testing.T) {
	const limit = 1 << 20
	s := listen(t, zmq.Config{Limits: zmq.Limits{Message: limit, Frames: 64}})
	p := ports(s)[0].connect(t)
	for _, sizes := range [][]int{{limit}, {limit - 1, 1}, {255, 256, 64 << 10, 64<<10 + 1, 0, 0, 1}} {
		var frames []string
		for i, n := range sizes {
			frames = append(frames, strings.Repeat(string(rune('a'+i)), n))
		}
		p.Send(frames...)
		wantFrames(t, p.Recv(), frames...)
	}
	many := make([]string, 64)
	p.Send(many...)
	wantFrames(t, p.Recv(), many...)
	p.Send(append(many, "one more")...)
	p.WantClosed()
}

// TestCommands: PING is answered, on every port; commands are not messages.
func TestCommands(t *testing.T) {
	s := listen(t, zmq.Config{})
	for _, p := range ports(s) {
		c := p.connect(t)
		for _, context := range []string{"", "c", "sixteen bytes..."} {
			if _, err := c.Write(peer.Command("PING", "\x00\x0a"+context)); err != nil {
				t.Fatal(err)
			}
			if got, want := c.RecvCommand(), "\x04PONG"+context; got != want {
				t.Errorf("%s: PING %q is answered by %q, want %q", p.name, context, got, want)
			}
		}
		for _, name := range []string{"PONG", "SUBSCRIBE", "CANCEL", "ERROR", "POLKA", ""} {
			if _, err := c.Write(peer.Command(name, "t")); err != nil {
				t.Fatal(err)
			}
		}
		if p.name == "iopub" {
			wantFrames(t, c.Recv(), "t", "welcome") // of the SUBSCRIBE, which the CANCEL ends
			c.Subscribe("u")
			wantFrames(t, c.Recv(), "u", "welcome")
			publish(t, s, "t", "1")
			publish(t, s, "u", "2")
			wantFrames(t, c.Recv(), "u", "2")
		} else {
			c.Send("", "after the commands")
			wantFrames(t, c.Recv(), "", "after the commands")
		}
		c.Close()
	}
}

// TestUnreadAnswers: a peer cannot fill the memory by asking for answers that it does not read.
func TestUnreadAnswers(t *testing.T) {
	s := listen(t, zmq.Config{})
	for _, p := range ports(s) {
		c := p.connect(t)
		ask := peer.Command("PING", "\x00\x00sixteen bytes...")
		if p.name == "iopub" {
			topic := strings.Repeat("t", 1000)
			ask = join(peer.Command("SUBSCRIBE", topic), peer.Command("CANCEL", topic))
		}
		ask = bytes.Repeat(ask, 1000)
		c.SetWriteDeadline(time.Now().Add(peer.Patience))
		for {
			if _, err := c.Write(ask); err != nil {
				var timeout interface{ Timeout() bool }
				if errors.As(err, &timeout) && timeout.Timeout() {
					t.Errorf("%s: a peer that only asks is neither served nor cut off", p.name)
				}
				break
			}
		}
		p.alive(t, s)
	}
}

// TestNoSubscription: what a subscriber sends beside subscriptions is dropped. zmq4 would stop at
// the tenth.
func TestNoSubscription(t *testing.T) {
	s := listen(t, zmq.Config{})
	iopub := ports(s)[1]
	c := iopub.connect(t)
	for range 50 {
		c.Send("x")
		c.Send("")
		c.Send("\x01a", "\x01b")
		c.Send("\x02c")
		c.Send("\x01" + strings.Repeat("t", 5000))
		c.Send("\x00never subscribed to")
	}
	c.Subscribe("t")
	wantFrames(t, c.Recv(), "t", "welcome")
	publish(t, s, "a", "1")
	publish(t, s, "t", "2")
	wantFrames(t, c.Recv(), "t", "2")

	for i := range 2000 {
		if _, err := c.Write(peer.Message("\x01" + strconv.Itoa(i))); err != nil {
			break
		}
	}
	c.WantClosed() // too many
	iopub.alive(t, s)
}

// TestStorm connects and disconnects at every stage of a connection's life, while messages are
// published. What the connections have taken is given back at once, not only by Close.
func TestStorm(t *testing.T) {
	s := listen(t, zmq.Config{})
	for _, p := range ports(s) {
		p.alive(t, s)
	}
	idle := runtime.NumGoroutine()
	ctx, stop := context.WithCancel(context.Background())
	var flood, storm sync.WaitGroup
	flood.Go(func() {
		frames := [][]byte{[]byte("t"), make([]byte, 10000)}
		for {
			if err := s.Publish(ctx, frames); errors.Is(err, context.Canceled) {
				return
			} else if err != nil {
				t.Error(err)
				return
			}
		}
	})
	for k, p := range ports(s) {
		storm.Go(func() {
			r := rand.New(rand.NewPCG(uint64(k), 1))
			life := join(peer.Greeting(), peer.Ready(p.kind, fmt.Sprint("peer", r.IntN(4))), peer.Message("\x01"), peer.Message("", "hello"))
			for range 300 {
				c, err := peer.TryDial(t, "tcp", p.addr)
				if err != nil {
					t.Error(err)
					return
				}
				c.SetDeadline(time.Now().Add(peer.Patience))
				c.Write(life[:r.IntN(len(life)+1)])
				if r.IntN(2) == 0 {
					c.Read(make([]byte, 1000))
				}
				c.Close()
			}
		})
	}
	storm.Wait()
	stop()
	flood.Wait()
	for _, p := range ports(s) {
		p.alive(t, s)
	}
	wait(t, "the goroutines of the connections to end", func() bool { return runtime.NumGoroutine() <= idle })
}

// TestTooManyConnections: more connections than the limit are refused, and one that ends makes
// room.
func TestTooManyConnections(t *testing.T) {
	const limit = 20
	s := listen(t, zmq.Config{Limits: zmq.Limits{Connections: limit}})
	for _, p := range ports(s) {
		var cs []*peer.Peer
		for range limit {
			cs = append(cs, p.connect(t))
		}
		peer.Dial(t, "tcp", p.addr).WantClosed()
		cs[0].Close()
		wait(t, "room for another connection", func() bool {
			c, err := peer.TryConnect(t, "tcp", p.addr, p.kind, "")
			if err == nil {
				c.Close()
			}
			return err == nil
		})
		for _, c := range cs {
			c.Close()
		}
		wait(t, p.name+" to serve", func() bool {
			c, err := peer.TryConnect(t, "tcp", p.addr, p.kind, "")
			if err == nil {
				c.Close()
			}
			return err == nil
		})
	}
}

// TestUnreadReplies: a peer that does not read its replies is cut off; it holds up nobody, and Send
// never waits.
func TestUnreadReplies(t *testing.T) {
	s := open(t, zmq.Config{Limits: zmq.Limits{Replies: 1 << 20}})
	shell := ports(s)[0]
	stuck := peer.Connect(t, "tcp", shell.addr, "DEALER", "stuck")
	good := peer.Connect(t, "tcp", shell.addr, "DEALER", "good")
	for _, c := range []*peer.Peer{stuck, good} { // zmq4 knows both when both have been heard
		c.Send("here")
		ctx, cancel := context.WithTimeout(context.Background(), peer.Patience)
		if _, err := s.Shell.Recv(ctx); err != nil {
			t.Fatal(err)
		}
		cancel()
	}
	body := make([]byte, 256<<10)
	for i := range 200 {
		for _, id := range []string{"stuck", "good"} {
			if err := s.Shell.Send([][]byte{[]byte(id), []byte(strconv.Itoa(i)), body}); err != nil {
				t.Fatal(err)
			}
		}
		wantFrames(t, good.Recv(), strconv.Itoa(i), string(body))
	}
	stuck.WantClosed()
}
