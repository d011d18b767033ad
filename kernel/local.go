// SPDX-License-Identifier: BSD-3-Clause

package kernel

import (
	"context"
	"sync"
)

// The channels of a Local kernel.
const (
	ShellChannel   = "shell"
	ControlChannel = "control"
	StdinChannel   = "stdin"
	IOPubChannel   = "iopub"
)

// A Local kernel has one frontend in the same process, such as a page in a browser. There are no
// sockets and no signals. Messages are the frames of package wire.
type Local struct {
	k     *kernel
	send  func(channel string, frames [][]byte)
	ports map[string]*port
}

// NewLocal makes a kernel that passes its messages to send, in the order of each channel. Several
// goroutines may call send at the same time. The error is that of an environment variable.
func NewLocal(c Config, getenv func(string) string, send func(channel string, frames [][]byte)) (*Local, error) {
	if _, err := c.applyEnvironment(getenv); err != nil {
		return nil, err
	}
	k, err := newKernel(c)
	if err != nil {
		return nil, err
	}
	l := &Local{k: k, send: send, ports: make(map[string]*port)}
	for _, name := range []string{ShellChannel, ControlChannel, StdinChannel} {
		l.ports[name] = newPort(func(frames [][]byte) { send(name, frames) })
	}
	return l, nil
}

// Take passes a message of the frontend to the kernel. It does not wait, and ignores unknown
// channels.
func (l *Local) Take(channel string, frames [][]byte) {
	if p := l.ports[channel]; p != nil {
		p.put(frames)
	}
}

// Run runs the kernel until a message shuts it down or ctx is done. It closes the interpreter.
func (l *Local) Run(ctx context.Context) error {
	return l.k.serve(ctx, transport{
		shell:   l.ports[ShellChannel],
		control: l.ports[ControlChannel],
		stdin:   l.ports[StdinChannel],
		publish: func(_ context.Context, frames [][]byte) error {
			l.send(IOPubChannel, frames)
			return nil
		},
		close: func() error { return nil },
	})
}

// A port is a channel of a Local kernel, with an unlimited queue: the frontend could only queue the
// messages itself.
type port struct {
	send  func(frames [][]byte)
	mu    sync.Mutex
	queue [][][]byte
	grown chan struct{} // has room for one; filled when the queue is not empty
}

func newPort(send func(frames [][]byte)) *port {
	return &port{send: send, grown: make(chan struct{}, 1)}
}

func (p *port) put(frames [][]byte) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.queue = append(p.queue, frames)
	p.signal()
}

// signal fills grown. p.mu is held: a late signal would promise a message that has been received.
func (p *port) signal() {
	select {
	case p.grown <- struct{}{}:
	default:
	}
}

// Recv returns the next message.
func (p *port) Recv(ctx context.Context) ([][]byte, error) {
	select {
	case <-p.grown:
	case <-ctx.Done():
		return nil, ctx.Err()
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	frames := p.queue[0]
	if p.queue = p.queue[1:]; len(p.queue) > 0 {
		p.signal()
	}
	return frames, nil
}

// Send sends a message to the frontend.
func (p *port) Send(frames [][]byte) error {
	p.send(frames)
	return nil
}

// AwaitPeer returns at once: the frontend is there.
func (p *port) AwaitPeer(context.Context, []byte) error { return nil }
