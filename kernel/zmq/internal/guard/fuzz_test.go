// SPDX-License-Identifier: BSD-3-Clause

package guard

import (
	"bytes"
	"context"
	"encoding/binary"
	"fmt"
	"io"
	"log/slog"
	"math"
	"net"
	"testing"
	"testing/iotest"
	"time"

	"github.com/go-zeromq/zmq4"
	"github.com/go-zeromq/zmq4/security/null"
	"github.com/google/go-cmp/cmp"
)

// wire is a network connection whose peer has said all it will ever say.
type wire struct {
	io.Reader
	sent bytes.Buffer
}

func (w *wire) Write(p []byte) (int, error)      { return w.sent.Write(p) }
func (w *wire) Close() error                     { return nil }
func (w *wire) LocalAddr() net.Addr              { return &net.TCPAddr{} }
func (w *wire) RemoteAddr() net.Addr             { return &net.TCPAddr{} }
func (w *wire) SetDeadline(time.Time) error      { return nil }
func (w *wire) SetReadDeadline(time.Time) error  { return nil }
func (w *wire) SetWriteDeadline(time.Time) error { return nil }

// Limits that a fuzzer can reach.
const (
	fuzzMessage = 2_000
	fuzzFrames  = 5
	fuzzTopics  = 3
)

// newTestConn makes a connection as if it had just been accepted.
func newTestConn(kind Kind, in []byte) (*Conn, *wire) {
	g := &Guard{
		opt:   Options{Kind: kind, MaxMessage: fuzzMessage, MaxFrames: fuzzFrames, MaxTopics: fuzzTopics},
		life:  context.Background(),
		space: make(chan struct{}, 1),
		conns: map[*Conn]bool{},
		byID:  map[string]*Conn{},
	}
	g.opt.setDefaults()
	g.opt.Log = slog.New(slog.DiscardHandler)
	g.opt.Welcome = func(topic []byte) [][]byte { return [][]byte{topic, []byte("welcome")} }
	// One byte at a time, every state of the readers is met.
	w := &wire{Reader: iotest.OneByteReader(bytes.NewReader(in))}
	c := newConn(g, w, 0)
	g.handed.Add(1)
	return c, w
}

var kinds = []Kind{Router, XPub}

// FuzzHandshake lets a peer say anything. What is accepted must be something that zmq4 takes, and
// zmq4's view of the peer must be ours.
func FuzzHandshake(f *testing.F) {
	good := append(greeting(), appendReady(nil, "DEALER", "me")...)
	f.Add(false, good)
	f.Add(true, append(greeting(), appendReady(nil, "SUB", "")...))
	f.Add(false, append(greeting(), appendReady(nil, "SUB", "")...))
	f.Add(false, good[:70])
	f.Add(false, append(greeting(), "\x04\x19\x05READY\x0bSocket-Type\x00\x00\x00\x03REQ"...))
	f.Add(false, append(greeting(), "\x04\x19\x05READY\x0bSocket-Type\x7f\x00\x00\x03REQ"...))
	f.Fuzz(func(t *testing.T, publisher bool, in []byte) {
		kind := kinds[0]
		if publisher {
			kind = kinds[1]
		}
		c, w := newTestConn(kind, in)
		id, err := c.handshake()
		if err != nil {
			return
		}
		if id == "" || len(id) > maxIdentity {
			t.Fatalf("identity %q", id)
		}
		if want := append(greeting(), appendReady(nil, string(kind), "")...); !bytes.Equal(w.sent.Bytes(), want) {
			t.Errorf("our side of the handshake is %q, want %q", w.sent.Bytes(), want)
		}
		z, err := zmq4.Open(c, null.Security(), zmq4.SocketType(kind), nil, true, nil)
		if err != nil {
			t.Fatalf("zmq4 does not take the connection: %v", err)
		}
		if got := z.Peer.Meta["Identity"]; got != id {
			t.Errorf("zmq4 has the identity %q, want %q", got, id)
		}
	})
}

// FuzzFrames lets a peer say anything after its handshake, and lets zmq4 read. It must get what a
// simple reader of the format gets under the same rules, and the writer must be left uncorked.
func FuzzFrames(f *testing.F) {
	f.Add(false, appendMessage(nil, [][]byte{{}, []byte("hello"), bytes.Repeat([]byte("x"), 700)}))
	f.Add(false, append(appendFrame(nil, flagCommand, []byte("\x04PING\x00\x00ctx")), appendMessage(nil, [][]byte{[]byte("after")})...))
	f.Add(false, appendHeader(nil, 0, math.MaxInt))
	f.Add(false, appendFrame(appendHeader(nil, flagMore, 0), flagCommand, []byte("\x04PING\x00\x00")))
	f.Add(true, []byte("\x00\x02\x01a\x00\x02\x01b\x00\x02\x00a\x00\x02\x01b\x04\x0b\x09SUBSCRIBEc\x04\x08\x06CANCELc\x00\x03xyz"))
	f.Add(true, []byte("\x00\x02\x01a\x00\x02\x01b\x00\x02\x01c\x00\x02\x01d"))
	f.Fuzz(func(t *testing.T, publisher bool, in []byte) {
		kind, peer := Router, "DEALER"
		if publisher {
			kind, peer = XPub, "SUB"
		}
		c, _ := newTestConn(kind, append(append(greeting(), appendReady(nil, peer, "me")...), in...))
		if _, err := c.handshake(); err != nil {
			t.Fatal(err)
		}
		z, err := zmq4.Open(c, null.Security(), zmq4.SocketType(kind), nil, true, nil)
		if err != nil {
			t.Fatal(err)
		}
		var got [][]string
		for {
			m, err := z.RecvMsg()
			if err != nil {
				break
			}
			if m.Type != zmq4.UsrMsg {
				t.Fatal("zmq4 sees a command")
			}
			var frames []string
			for _, f := range m.Frames {
				frames = append(frames, string(f))
			}
			got = append(got, frames)
		}
		if d := cmp.Diff(simple(publisher, in), got); d != "" {
			t.Errorf("messages (-want +got):\n%s", d)
		}
		if !z.Closed() {
			t.Error("zmq4 does not know that the connection has ended")
		}
		if held := c.g.incoming.Load(); held != 0 {
			t.Errorf("%d bytes are still held", held)
		}
	})
}

// simple reads whole messages until the first fault, and gives those that zmq4 should see.
func simple(publisher bool, in []byte) (seen [][]string) {
	topics := map[string]bool{}
	subscribe := func(t string) bool {
		if !topics[t] {
			if len(topics) == fuzzTopics {
				return false
			}
			topics[t] = true
			seen = append(seen, []string{"\x01" + t})
		}
		return true
	}
	cancel := func(t string) {
		if topics[t] {
			delete(topics, t)
			seen = append(seen, []string{"\x00" + t})
		}
	}
	var frames []string
	total := 0
	for {
		flags, body, rest, err := simpleFrame(in)
		if err != nil {
			return seen
		}
		in = rest
		if flags&flagCommand != 0 {
			if flags&flagMore != 0 || len(frames) > 0 || len(body) == 0 || len(body) > maxCommand || 1+int(body[0]) > len(body) {
				return seen
			}
			name, arg := body[1:1+int(body[0])], body[1+int(body[0]):]
			switch {
			case name == "PING" && (len(arg) < 2 || len(arg) > 18):
				return seen
			case name == "SUBSCRIBE" && publisher && !subscribe(arg):
				return seen
			case name == "CANCEL" && publisher:
				cancel(arg)
			}
			continue
		}
		frames = append(frames, body)
		if total += len(body); total > fuzzMessage || len(frames) > fuzzFrames {
			return seen
		}
		if flags&flagMore != 0 {
			continue
		}
		switch {
		case !publisher:
			seen = append(seen, frames)
		case len(frames) > 1 || len(body) == 0 || len(body) > maxCommand:
		case body[0] == 1:
			if !subscribe(body[1:]) {
				return seen
			}
		case body[0] == 0:
			cancel(body[1:])
		}
		frames, total = nil, 0
	}
}

func simpleFrame(in []byte) (flags byte, body string, rest []byte, err error) {
	if len(in) < 2 {
		return 0, "", nil, io.ErrUnexpectedEOF
	}
	flags = in[0]
	n, at := uint64(in[1]), 2
	if flags&flagLong != 0 {
		if len(in) < headerLen {
			return 0, "", nil, io.ErrUnexpectedEOF
		}
		n, at = binary.BigEndian.Uint64(in[1:]), headerLen
	}
	if flags > 7 || n > uint64(len(in)-at) {
		return 0, "", nil, fmt.Errorf("flags %x, %d bytes", flags, n)
	}
	return flags, string(in[at : at+int(n)]), in[at+int(n):], nil
}
