// SPDX-License-Identifier: BSD-3-Clause

// Package zmq opens the five ZeroMQ sockets of a Jupyter kernel and keeps them working, whatever
// the peers do.
//
// It transfers messages as lists of frames and does not interpret them; kernel/wire and kernel do.
// It only listens and is not for clients.
//
//	sockets, err := zmq.Listen(ctx, zmq.Config{IP: "127.0.0.1"}, nil)
//	if err != nil {
//		return err
//	}
//	defer sockets.Close()
//	for {
//		frames, err := sockets.Shell.Recv(ctx)
//		if err != nil {
//			return err
//		}
//		err = sockets.Shell.Send(frames) // back to the sender: the first frame is its identity
//		...
//	}
//
// The sockets are those of github.com/go-zeromq/zmq4, which hangs or panics when a peer is silent,
// slow or malicious. No connection reaches it directly; see the package internal/guard. The package
// guarantees:
//
//   - a peer can end only its own connection, and can use only bounded memory, which is not
//     allocated before the bytes arrive;
//   - a peer that does not read never blocks Send, and blocks Publish for at most Limits.Stall;
//   - a subscriber that reads loses no published message;
//   - a new subscriber first receives the welcome message, and then every message.
package zmq

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log"
	"log/slog"
	"net"
	"sync"
	"time"

	"github.com/go-zeromq/zmq4"

	"polka/kernel/zmq/internal/guard"
)

// Config configures the sockets.
type Config struct {
	Transport string // "tcp", the default, or "ipc"

	// IP is the address to bind to, as Jupyter's connection files give it. For tcp it is an IP
	// address or host name; "", "*" and "0.0.0.0" mean all addresses. For ipc it is the beginning
	// of a path: the sockets are the files IP-1, IP-2 and so on, with the ports as numbers.
	IP string

	Shell, IOPub, Stdin, Control, HB int // ports; 0 means any free port

	Listen func(network, address string) (net.Listener, error) // opens the sockets; nil: net.Listen

	Limits Limits
	Log    *slog.Logger // receives the connections that are cut, with the reason; may be nil
}

// Limits bounds the resources that peers can use. Zero values stand for the defaults in
// parentheses, which a well-behaved peer does not reach. A connection that exceeds one of them is
// cut, and what its client sends next may be lost; invalid data that is cheap to read and drop is
// within the limits.
type Limits struct {
	Message     int64 // bytes of a received message (64 MB)
	Frames      int   // frames of a received message (65536)
	Connections int   // per socket (512)
	Incoming    int64 // bytes of messages being received, per socket (256 MB)

	Unread      int64 // Publish waits while a subscriber has more unread bytes than this (8 MB)
	UnreadTotal int64 // the same for all subscribers together, in equal shares (32 MB)
	Replies     int64 // a peer with more unread bytes of replies than this is cut off (64 MB)

	Handshake time.Duration // the time for the handshake of a new connection (5 s)
	Stall     time.Duration // a subscriber that reads nothing for this long while Publish waits is cut off (2 s)
	Linger    time.Duration // how long Close tries to send what is left (1 s)
}

func (c *Config) guard(kind guard.Kind, name string) guard.Options {
	logger := c.Log
	if logger != nil {
		logger = logger.With("socket", name)
	}
	l := c.Limits
	return guard.Options{
		Kind: kind, Log: logger, Listen: c.Listen,
		Handshake: l.Handshake, Linger: l.Linger, Stall: l.Stall,
		MaxMessage: l.Message, MaxFrames: l.Frames, MaxConns: l.Connections, Incoming: l.Incoming,
		QueueBytes: l.Unread, TotalBytes: l.UnreadTotal, CutBytes: l.Replies,
	}
}

// Sockets are the five sockets of a kernel.
type Sockets struct {
	Shell, Control, Stdin *Channel

	hb        *Channel
	iopub     zmq4.Socket
	publisher *guard.Publisher
	guards    []*guard.Guard
	ports     Ports

	echo    sync.WaitGroup // the heartbeat
	unwatch func() bool    // of the context of Listen

	closing sync.Once
	closed  error
}

// Listen opens the sockets. They are closed by Close, or when ctx ends.
//
// Welcome returns the frames of the message that is sent on iopub to a new subscriber to topic, and
// to no other; the first frame must begin with the topic. Welcome may be nil or return nil. It is
// called by several goroutines and must return soon.
func Listen(ctx context.Context, c Config, welcome func(topic []byte) [][]byte) (*Sockets, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	s := new(Sockets)
	for _, b := range []struct {
		name    string
		port    int
		bound   *int
		channel **Channel // nil for iopub
	}{
		{"shell", c.Shell, &s.ports.Shell, &s.Shell},
		{"iopub", c.IOPub, &s.ports.IOPub, nil},
		{"stdin", c.Stdin, &s.ports.Stdin, &s.Stdin},
		{"control", c.Control, &s.ports.Control, &s.Control},
		{"heartbeat", c.HB, &s.ports.HB, &s.hb},
	} {
		kind := guard.Router
		if b.channel == nil {
			kind = guard.XPub
		}
		o := c.guard(kind, b.name)
		if kind == guard.XPub {
			o.Welcome = welcome
		}
		g, port, err := bind(c.Transport, c.IP, b.port, o)
		if err != nil {
			s.Close()
			return nil, fmt.Errorf("zmq: %s socket: %w", b.name, err)
		}
		*b.bound = port
		s.guards = append(s.guards, g)
		// The zmq4 sockets outlive ctx, since Close must do its steps in order.
		quiet := zmq4.WithLogger(log.New(io.Discard, "", 0))
		if kind == guard.XPub {
			s.iopub = zmq4.NewXPub(context.WithoutCancel(ctx), quiet)
			err = s.iopub.Listen(g.Endpoint())
			s.publisher = guard.NewPublisher(g, s.iopub)
		} else {
			router := zmq4.NewRouter(context.WithoutCancel(ctx), quiet)
			err = router.Listen(g.Endpoint())
			*b.channel = newChannel(router, g)
		}
		if err != nil {
			s.Close()
			return nil, fmt.Errorf("zmq: %s socket: %w", b.name, err)
		}
	}
	s.echo.Go(s.heartbeat)
	watching := make(chan struct{})
	s.unwatch = context.AfterFunc(ctx, func() {
		<-watching
		s.Close()
	})
	close(watching)
	return s, nil
}

// heartbeat sends back every message received by the heartbeat socket, byte for byte.
//
// The socket is a router, as in ipykernel, and not a replier, as the protocol says: peers see no
// difference, and zmq4's replier loses empty frames and serves one peer at a time.
func (s *Sockets) heartbeat() {
	for {
		frames, err := s.hb.Recv(context.Background())
		if err != nil {
			return
		}
		if s.hb.Send(frames) != nil {
			return
		}
	}
}

// Publish sends a message to the subscribers of iopub to whose topics it belongs: its first frame
// begins with the topic. It waits while a subscriber that reads is too far behind. The frames must
// not be changed afterwards. If it fails, with ctx's error or with ErrClosed, nobody receives the
// message.
//
// It may be called by several goroutines; the messages of one goroutine stay in order.
func (s *Sockets) Publish(ctx context.Context, frames [][]byte) error {
	err := s.publisher.Send(ctx, frames)
	if errors.Is(err, net.ErrClosed) {
		return ErrClosed
	}
	if err != nil && ctx.Err() == nil {
		return fmt.Errorf("zmq: %w", err)
	}
	return err
}

// Ports are the ports that the sockets are bound to. Their JSON is part of a connection file.
type Ports struct {
	Shell   int `json:"shell_port"`
	IOPub   int `json:"iopub_port"`
	Stdin   int `json:"stdin_port"`
	Control int `json:"control_port"`
	HB      int `json:"hb_port"`
}

// Ports returns the ports that the sockets are bound to.
func (s *Sockets) Ports() Ports { return s.ports }

// ErrClosed is the error of Recv, Send and Publish after Close.
var ErrClosed = errors.New("zmq: the sockets are closed")

// Close sends the remaining messages, as far as the peers read them within Limits.Linger, closes
// the sockets, and returns when their goroutines have ended and their files are closed. Recv, Send
// and Publish then fail with ErrClosed. Messages that were not taken by Recv are lost.
//
// It returns an error if zmq4 did not release the connections in time. It may be called more than
// once and by several goroutines, and returns the same error each time.
func (s *Sockets) Close() error {
	s.closing.Do(func() { s.closed = s.close() })
	return s.closed
}

// close does these steps, each of which requires the one before:
//
//  1. Sending ends. zmq4 has passed everything published to the connections.
//  2. The guards stop: the connections send their data and end, and zmq4 reads the end of each.
//  3. zmq4 has released every connection. Until then its messages are received and dropped,
//     because a reader of zmq4 that waits to deliver one does not notice that its socket is closed.
//  4. The zmq4 sockets are closed, which ends their goroutines and the Recv in each channel.
func (s *Sockets) close() error {
	if s.unwatch != nil {
		s.unwatch()
	}
	// No peer can make zmq4 slow; these limits are for bugs in zmq4.
	const surely = 10 * time.Second
	ctx, cancel := context.WithTimeout(context.Background(), surely)
	defer cancel()
	for _, c := range s.channels() {
		c.stop()
	}
	var err error
	if s.publisher != nil {
		if e := s.publisher.Flush(ctx); e != nil {
			err = fmt.Errorf("zmq: iopub: %w", e)
		}
	}
	for _, g := range s.guards {
		g.Stop()
	}
	for _, g := range s.guards {
		select {
		case <-g.Released():
		case <-time.After(surely):
			err = errors.New("zmq: a connection was not released in time")
		}
	}
	for _, c := range s.channels() {
		c.socket.Close()
		<-c.ended
	}
	if s.iopub != nil {
		s.iopub.Close()
	}
	s.echo.Wait()
	for _, g := range s.guards {
		g.Wait()
	}
	return err
}

// channels returns the channels that Listen has opened so far.
func (s *Sockets) channels() []*Channel {
	var cs []*Channel
	for _, c := range []*Channel{s.Shell, s.Stdin, s.Control, s.hb} {
		if c != nil {
			cs = append(cs, c)
		}
	}
	return cs
}
