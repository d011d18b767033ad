// SPDX-License-Identifier: BSD-3-Clause

// Package peer makes raw ZMTP 3.0 peers for tests: they can do everything wrong that a connection
// allows.
//
//	p := peer.Connect(t, "tcp", addr, "DEALER", "me") // a good one
//	p.Send("hello", "world")
//	frames := p.Recv()
//
//	q := peer.Dial(t, "tcp", addr) // a bad one
//	q.Write([]byte("GET / HTTP/1.1\r\n\r\n"))
//	q.WantClosed()
//
// It is for tests only, and shares no code with what it tests.
package peer

import (
	"bufio"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"net"
	"testing"
	"time"
)

// Patience is how long a peer waits for something that must happen.
const Patience = 30 * time.Second

// A Peer is one end of a connection. Its methods stop the test when they fail, so they belong into
// the test's goroutine; those named Try return an error and may be called by any.
type Peer struct {
	net.Conn
	t testing.TB
	r *bufio.Reader
}

// Dial connects and says nothing. The connection is closed at the end of the test at the latest.
func Dial(t testing.TB, network, addr string) *Peer {
	t.Helper()
	p, err := TryDial(t, network, addr)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// TryDial is Dial.
func TryDial(t testing.TB, network, addr string) (*Peer, error) {
	conn, err := net.DialTimeout(network, addr, Patience)
	if err != nil {
		return nil, err
	}
	t.Cleanup(func() { conn.Close() })
	return &Peer{conn, t, bufio.NewReader(conn)}, nil
}

// Connect connects and shakes hands.
func Connect(t testing.TB, network, addr, kind, id string) *Peer {
	t.Helper()
	p, err := TryConnect(t, network, addr, kind, id)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// TryConnect is Connect.
func TryConnect(t testing.TB, network, addr, kind, id string) (*Peer, error) {
	p, err := TryDial(t, network, addr)
	if err != nil {
		return nil, err
	}
	p.SetDeadline(time.Now().Add(Patience))
	defer p.SetDeadline(time.Time{})
	if _, err := p.Write(append(Greeting(), Ready(kind, id)...)); err != nil {
		return nil, err
	}
	var g [64]byte
	if _, err := io.ReadFull(p.r, g[:]); err != nil {
		return nil, fmt.Errorf("greeting: %w", err)
	}
	command, frames, err := p.TryRecv()
	if err != nil {
		return nil, fmt.Errorf("READY: %w", err)
	}
	if !command || len(frames) != 1 {
		return nil, fmt.Errorf("%q in place of READY", frames)
	}
	return p, nil
}

// Greeting returns a greeting.
func Greeting() []byte {
	g := make([]byte, 64)
	copy(g, "\xff\x00\x00\x00\x00\x00\x00\x00\x01\x7f\x03\x00NULL")
	return g
}

// Ready returns a READY command.
func Ready(kind, id string) []byte {
	return Command("READY", Property("Socket-Type", kind)+Property("Identity", id))
}

// Property returns a property of READY.
func Property(name, value string) string {
	return string(rune(len(name))) + name + string(binary.BigEndian.AppendUint32(nil, uint32(len(value)))) + value
}

// Command returns a whole command.
func Command(name, body string) []byte { return frame(4, string(rune(len(name)))+name+body) }

// Header returns the header of a frame: flags and a length of eight bytes.
func Header(flags byte, n uint64) []byte {
	return binary.BigEndian.AppendUint64([]byte{flags | 2}, n)
}

func frame(flags byte, body string) []byte {
	if len(body) < 256 {
		return append([]byte{flags, byte(len(body))}, body...)
	}
	return append(Header(flags, uint64(len(body))), body...)
}

// Message returns a whole message.
func Message(frames ...string) []byte {
	var b []byte
	for i, f := range frames {
		var flags byte
		if i < len(frames)-1 {
			flags = 1
		}
		b = append(b, frame(flags, f)...)
	}
	return b
}

// Send sends a message.
func (p *Peer) Send(frames ...string) {
	p.t.Helper()
	p.SetWriteDeadline(time.Now().Add(Patience))
	if _, err := p.Write(Message(frames...)); err != nil {
		p.t.Fatal(err)
	}
}

// Subscribe sends a subscription.
func (p *Peer) Subscribe(topic string) {
	p.t.Helper()
	p.Send("\x01" + topic)
}

// Recv waits for a message.
func (p *Peer) Recv() []string {
	p.t.Helper()
	p.SetReadDeadline(time.Now().Add(Patience))
	command, frames, err := p.TryRecv()
	if err != nil {
		p.t.Fatal(err)
	}
	if command {
		p.t.Fatalf("command %q, expected a message", frames)
	}
	return frames
}

// RecvCommand waits for a command.
func (p *Peer) RecvCommand() string {
	p.t.Helper()
	p.SetReadDeadline(time.Now().Add(Patience))
	command, frames, err := p.TryRecv()
	if err != nil {
		p.t.Fatal(err)
	}
	if !command || len(frames) != 1 {
		p.t.Fatalf("message %q, expected a command", frames)
	}
	return frames[0]
}

// TryRecv reads a message or command.
func (p *Peer) TryRecv() (command bool, frames []string, err error) {
	for {
		flags, err := p.r.ReadByte()
		if err != nil {
			return false, nil, err
		}
		var size [8]byte
		if flags&2 != 0 {
			_, err = io.ReadFull(p.r, size[:])
		} else {
			size[7], err = p.r.ReadByte()
		}
		if err != nil {
			return false, nil, err
		}
		n := binary.BigEndian.Uint64(size[:])
		if n > 1<<30 {
			return false, nil, fmt.Errorf("frame of %d bytes", n)
		}
		b := make([]byte, n)
		if _, err := io.ReadFull(p.r, b); err != nil {
			return false, nil, err
		}
		frames = append(frames, string(b))
		if flags&1 == 0 {
			return flags&4 != 0, frames, nil
		}
	}
}

// WantClosed waits until the other side has ended the connection.
func (p *Peer) WantClosed() {
	p.t.Helper()
	p.SetReadDeadline(time.Now().Add(Patience))
	_, err := io.Copy(io.Discard, p.r)
	var timeout net.Error
	if errors.As(err, &timeout) && timeout.Timeout() {
		p.t.Fatal("the connection is still open")
	}
}
