// SPDX-License-Identifier: BSD-3-Clause

package worker

import (
	"context"
	"errors"
	"fmt"
	"os"
	"strconv"
	"sync"
	"time"

	comm "polka/kernel/comm/host"
	"polka/kernel/engine"
)

// A Client is an engine.Interpreter whose cells run in a child process.
type Client struct {
	command []string
	env     []string
	grace   time.Duration
	provide func(ctx context.Context, modules []string, out engine.Output) ([]string, error)
	closing chan struct{} // closed by Close

	mu     sync.Mutex // also for command
	closed bool
	ledger ledger
	now    *life
	lives  sync.WaitGroup

	asking sync.Mutex // held by ask
	debug  debugState
}

// New starts a child and returns at once; requests wait until it is ready. If the child cannot be
// started, their replies contain the error. The Client must be closed.
func New(c Config) *Client {
	w := &Client{command: c.Command, grace: c.Grace, provide: c.Provide, closing: make(chan struct{})}
	if len(w.command) == 0 {
		self, err := os.Executable()
		if err != nil {
			self = os.Args[0]
		}
		w.command = []string{self, "worker"}
	}
	if w.grace <= 0 {
		w.grace = defaultGrace
	}
	w.env = append(os.Environ(), c.Env...)
	if c.Memory > 0 {
		w.env = append(w.env, envMemory+"="+strconv.FormatInt(c.Memory, 10))
	}
	if c.Stack > 0 {
		w.env = append(w.env, envStack+"="+strconv.FormatInt(c.Stack, 10))
	}
	w.mu.Lock()
	w.now = w.start(nil)
	w.mu.Unlock()
	return w
}

var (
	errClosed = errors.New("the interpreter is closed")
	errEnded  = errors.New("the process that ran the cells has ended")
)

// Usage implements [engine.Metered].
func (c *Client) Usage() (u engine.Usage, ok bool) {
	c.mu.Lock()
	l := c.now
	c.mu.Unlock()
	select {
	case <-l.ready:
	default:
		return u, false
	}
	if l.err != nil {
		return u, false
	}
	u.PID = l.proc.hello.PID
	u.Processor, u.Memory = ProcessorTime(u.PID), residentMemory(u.PID)
	return u, u.Processor >= 0 && u.Memory >= 0
}

// Execute runs a cell in the child. If the child ends, or is ended because the cell does not stop,
// Execute returns when its successor is ready, or when ctx is done. If the child ends before it has
// begun the cell, the cell runs in the successor.
func (c *Client) Execute(ctx context.Context, cell engine.Cell, out engine.Output) engine.Reply {
	r := c.attempts(ctx, cell, out)
	if r.Require != nil {
		return c.exchange(ctx, cell, out, r)
	}
	return r
}

// attempts has a cell executed to its end, or to the point where it requires modules.
func (c *Client) attempts(ctx context.Context, cell engine.Cell, out engine.Output) engine.Reply {
	const most = 3
	for range most - 1 {
		if r, begun := c.attempt(ctx, cell, out, false); begun {
			return r
		}
	}
	r, _ := c.attempt(ctx, cell, out, true)
	return r
}

// attempt sends a cell to a child once and waits for the reply. It reports false, without a reply,
// if the child has ended before it began the cell and this is not the last attempt.
func (c *Client) attempt(ctx context.Context, cell engine.Cell, out engine.Output, last bool) (r engine.Reply, begun bool) {
	l, err := c.child(ctx)
	if err == nil && c.unanswered(l) != nil {
		if !c.settle(ctx, l, c.grace) {
			// The child is busy with an abandoned request and would never begin this cell.
			l.proc.kill("the process hung")
			<-l.proc.gone
		}
		l, err = c.child(ctx) // which may be another one now
	}
	switch {
	case err == nil:
	case errors.Is(err, context.Canceled) || errors.Is(err, context.DeadlineExceeded):
		return failed(stopped("the cell was stopped before it began")), true
	case errors.Is(err, errClosed):
		return failed(stopped(err.Error())), true
	default:
		return failed(crash(err.Error(), nil, nil)), true
	}
	p := l.proc
	inner, cancel := context.WithCancel(ctx)
	defer cancel()
	c.mu.Lock()
	o := l.before
	l.before, l.used = nil, true
	c.mu.Unlock()
	p.begin(inner, out)
	if o != nil {
		if text := o.notice(); text != "" {
			out.Write(engine.Stderr, []byte(text))
		}
	}

	code := cell.Code
	cell.Code = ""
	id, done, err := p.call(message{Kind: kindExecute, Cell: &cell, parts: [][]byte{[]byte(code)}})
	if err != nil {
		p.end()
		return failed(&engine.Error{Name: engine.SyntaxError, Message: "the cell is too long: " + err.Error()}), true
	}
	var (
		timer  *time.Timer
		grace  <-chan time.Time
		graces = 1
		used   time.Duration // processor time of the child when the cell was stopped
	)
	canceled := ctx.Done()
	for {
		select {
		case m := <-done:
			cancel()
			p.end()
			r, err := m.takeReply()
			if err != nil {
				p.kill(err.Error())
				return c.bury(ctx, l, false), true
			}
			c.mu.Lock()
			c.ledger.add(cell.Number, code, r.Declared)
			c.mu.Unlock()
			return r, true
		case <-p.gone:
			cancel()
			p.end()
			if grace == nil && p.begun.Load() != id && !last {
				return engine.Reply{}, false
			}
			return c.bury(ctx, l, grace != nil), true
		case <-canceled:
			canceled = nil
			p.send(message{Kind: kindInterrupt, ID: id})
			timer = time.NewTimer(c.grace)
			defer timer.Stop()
			grace, used = timer.C, ProcessorTime(p.hello.PID)
		case <-grace:
			// On a busy machine the child may not have been scheduled.
			if used >= 0 && graces < maxGraces && ProcessorTime(p.hello.PID)-used < c.grace/2 {
				graces++
				timer.Reset(c.grace)
				continue
			}
			p.kill(fmt.Sprintf("the cell did not end within %v of being stopped", c.grace))
			<-p.gone
		}
	}
}

// bury reports how the child of l ended, as soon as its successor is ready. It waits at most until
// ctx is done or, if ctx is done already, for replayGrace: the replay continues, and the next cell
// reports what could not be declared.
func (c *Client) bury(ctx context.Context, l *life, asked bool) engine.Reply {
	<-l.proc.gone
	select {
	case <-c.closing:
		return failed(stopped(errClosed.Error()))
	default:
	}
	n := c.next(l)
	enough := ctx.Done()
	if ctx.Err() != nil {
		limited, cancel := context.WithTimeout(context.Background(), replayGrace)
		defer cancel()
		enough = limited.Done()
	}
	var failure error
	ready := true
	select {
	case <-n.ready:
		failure = n.err
	case <-enough:
		ready = false
	case <-c.closing:
		return failed(stopped(errClosed.Error()))
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	o := n.before
	if o == nil {
		o = &obituary{death: l.proc.death}
	}
	if o.ready = ready; ready {
		n.before = nil
	}
	o.told = true
	if asked && o.death.killed != "" {
		return failed(o.stopped())
	}
	return failed(o.crash(failure))
}

// settle waits for the reply to an abandoned request. It reports false if there is none in time.
func (c *Client) settle(ctx context.Context, l *life, limit time.Duration) bool {
	open := c.unanswered(l)
	if open == nil {
		return true
	}
	timer := time.NewTimer(limit)
	defer timer.Stop()
	select {
	case m := <-open:
		open <- m // for others that wait
	case <-l.proc.gone:
	case <-ctx.Done():
		return true // the cell was stopped, and its child is kept
	case <-timer.C:
		return false
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if l.open == open {
		l.open = nil
	}
	return true
}

// unanswered returns the channel of the reply to an abandoned request.
func (c *Client) unanswered(l *life) chan message {
	c.mu.Lock()
	defer c.mu.Unlock()
	return l.open
}

// ask sends a request and waits for its reply, for a limited time: a request made while the user
// types must not hang.
func (c *Client) ask(ctx context.Context, m message, code string) (message, bool) {
	c.asking.Lock()
	defer c.asking.Unlock()
	ctx, cancel := context.WithTimeout(ctx, c.grace)
	defer cancel()
	l, err := c.child(ctx)
	if err != nil || !c.settle(ctx, l, c.grace) || ctx.Err() != nil {
		return message{}, false
	}
	c.mu.Lock()
	l.used = true
	c.mu.Unlock()
	m.parts = [][]byte{[]byte(code)}
	id, done, err := l.proc.call(m)
	if err != nil {
		return message{}, false
	}
	select {
	case m := <-done:
		return m, true
	case <-l.proc.gone:
	case <-ctx.Done():
		l.proc.send(message{Kind: kindInterrupt, ID: id})
		c.mu.Lock()
		l.open = done
		c.mu.Unlock()
	}
	return message{}, false
}

// Complete asks the child. If it does not answer in time, there are no matches.
func (c *Client) Complete(ctx context.Context, code string, pos int) engine.Completion {
	if m, ok := c.ask(ctx, message{Kind: kindComplete, Pos: pos}, code); ok && m.Completion != nil {
		return *m.Completion
	}
	return engine.Completion{Start: pos, End: pos}
}

// Inspect asks the child. If it does not answer in time, nothing is found.
func (c *Client) Inspect(ctx context.Context, code string, pos, detail int) engine.Inspection {
	m, ok := c.ask(ctx, message{Kind: kindInspect, Pos: pos, Detail: detail}, code)
	if !ok || m.Inspection == nil {
		return engine.Inspection{}
	}
	b, err := m.take(*m.Inspection)
	return engine.Inspection{Found: err == nil, Bundle: b}
}

// IsComplete asks the child. If it does not answer in time, the status is Unknown.
func (c *Client) IsComplete(code string) engine.Completeness {
	if m, ok := c.ask(context.Background(), message{Kind: kindIsComplete}, code); ok && m.Completeness != nil {
		return *m.Completeness
	}
	return engine.Completeness{Status: engine.Unknown}
}

// Comm passes a message of the frontend to the child, or to its successor if the child ends before
// it has answered. If there is no child in time, the comm is closed, since its other end no longer
// exists.
func (c *Client) Comm(m comm.Message, out engine.CommOutput) (calls bool) {
	ctx, cancel := context.WithTimeout(context.Background(), c.grace)
	defer cancel()
	for {
		l, err := c.child(ctx)
		if err != nil {
			if m.Kind != comm.Closed {
				out.Comm(comm.Message{Kind: comm.Closed, ID: m.ID})
			}
			return false
		}
		if calls, gone := l.proc.hear(ctx, m, out); !gone {
			return calls
		}
	}
}

// StopCalls stops functions of cells that messages of comms have called.
func (c *Client) StopCalls() {
	c.mu.Lock()
	l := c.now
	c.mu.Unlock()
	select {
	case <-l.ready:
	default:
		return
	}
	if l.err == nil {
		l.proc.send(message{Kind: kindStopCalls})
	}
}

// Close kills the child and all programs that it has started. A running Execute returns an error.
func (c *Client) Close() error {
	c.mu.Lock()
	if !c.closed {
		c.closed = true
		close(c.closing)
	}
	l := c.now
	c.mu.Unlock()
	<-l.ready
	if l.err == nil {
		l.proc.kill("closed")
		<-l.proc.gone
	}
	c.lives.Wait()
	return nil
}
