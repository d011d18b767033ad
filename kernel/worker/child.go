// SPDX-License-Identifier: BSD-3-Clause

package worker

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log"
	"os"
	"os/signal"
	"runtime"
	"runtime/debug"
	"sync"

	comm "polka/kernel/comm/host"
	"polka/kernel/display"
	"polka/kernel/engine"
)

// Main is the main function of a child: it opens an interpreter and serves the parent that
// started this process, until the parent ends or closes the connection. It returns an error if the
// process was not started by a Client, if a limit in the environment is not a size, or if open
// fails; it reports the last two to the parent. The program should exit when Main returns, even if
// goroutines are still running.
//
// The interpreter's Execute must not return before a stopped cell has ended, however long that
// takes: the parent waits for Config.Grace and then ends the process.
//
// Main changes global state of the process: os.Stderr, the output of package log, the limits that
// the package comment lists, and the handling of an interrupt from the terminal (it is ignored).
func Main(open func() (engine.Interpreter, error)) error {
	pipes, err := attached()
	if err != nil {
		return err
	}
	// Descriptor 2 is reserved for the crash report of the runtime.
	os.Stderr = pipes.stderr
	var standard [2]standardFile
	for i, at := range []**os.File{&os.Stdout, &os.Stderr} {
		if err := standard[i].keep(at); err != nil {
			return err
		}
	}
	c := &child{
		write:  newFrameWriter(pipes.replies),
		files:  standard[:],
		stdout: standard[0].own,
		stderr: standard[1].own,
		unread: pipes.watched(standard[0].own, standard[1].own),
		stream: engine.Stdout,
		acks:   map[uint64]chan message{},

		cancels: map[uint64]context.CancelFunc{},
	}
	// The terminal's interrupt is for the parent. A handler, unlike Ignore, is not inherited by
	// programs that a cell starts.
	signal.Notify(make(chan os.Signal, 1), os.Interrupt)
	log.SetOutput(c.stderr)
	debug.SetTraceback("single")
	if err := debug.SetCrashOutput(pipes.crash, debug.CrashOptions{}); err != nil {
		return err
	}

	ready := message{Kind: kindHello, PID: os.Getpid()}
	l, err := readLimits(os.Getenv, machineMemory())
	if err == nil {
		ready.Memory, ready.Stack = l.memory, l.stack
		if l.stack > 0 {
			debug.SetMaxStack(int(l.stack))
		}
		if l.memory > 0 {
			err = limitMemory(l.memory)
		}
	}
	if err == nil {
		c.interp, err = open()
	}
	if err != nil {
		c.write.write(message{Kind: kindHello, Failure: err.Error()})
		return err
	}
	if d, ok := c.interp.(engine.Debugger); ok {
		d.DebugEvents(c.event)
	}
	if err := c.write.write(ready); err != nil {
		return err
	}
	return c.serve(pipes.requests)
}

// A child serves one parent.
type child struct {
	write  *frameWriter
	interp engine.Interpreter
	files  []standardFile
	stdout *os.File // our own descriptors, which no cell closes
	stderr *os.File
	unread map[engine.Stream]uintptr // for waiting: each stream's text that the parent has not read
	turn   sync.Mutex                // held while a cell runs
	help   sync.Mutex                // held while another request is answered

	mu      sync.Mutex
	ids     uint64
	acks    map[uint64]chan message       // the receivers of acks and answers
	cancels map[uint64]context.CancelFunc // of the requests in progress

	order  sync.Mutex    // held from a write or a display to its ack
	stream engine.Stream // that the parent expects the interpreter to write
}

// serve reads frames until the end of the stream.
//
// Three goroutines take turns: the one that reads a request lets another one continue reading and
// runs the request itself, so that no request waits for a thread switch. One may run a cell and one
// answer a request for help while the third reads. There are only three, rather than one for each
// request, so that the next cell can use the stack that a cell has grown.
func (c *child) serve(requests io.Reader) error {
	frames := newFrameReader(requests)
	reading := make(chan struct{}, 1) // its receiver reads
	end := make(chan error, 3)
	for range 3 {
		go func() {
			for range reading {
				ctx, m, err := c.next(frames)
				if err != nil {
					end <- err
					return
				}
				reading <- struct{}{}
				c.handle(ctx, m)
			}
		}()
	}
	reading <- struct{}{}
	if err := <-end; err != io.EOF {
		return err
	}
	return nil
}

// next handles frames until there is a request, and returns it with its context.
//
// It yields after each other frame, since that may have woken a goroutine. That goroutine is in the
// queue of the processor that this one uses, and a thread that waits for a pipe keeps its processor
// until the runtime takes it away, which can take 10 ms. If a cell computes on the other processor
// of two, nobody runs what is in the queue until then: the stop of that cell, for example.
func (c *child) next(frames *frameReader) (context.Context, message, error) {
	for {
		m, err := frames.read()
		if err != nil {
			return nil, m, err
		}
		switch ctx := c.accept(m); {
		case ctx == nil:
			runtime.Gosched()
		case m.Kind == kindDebug:
			go c.debug(ctx, m)
		default:
			return ctx, m, nil
		}
	}
}

// accept returns the context of a request, and handles any other frame.
func (c *child) accept(m message) context.Context {
	switch m.Kind {
	case kindComm:
		c.take(m)
		return nil
	case kindStopCalls:
		if i, ok := c.interp.(engine.Comms); ok {
			i.StopCalls()
		}
		return nil
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	switch m.Kind {
	case kindAck, kindAnswer:
		if w := c.acks[m.ID]; w != nil {
			delete(c.acks, m.ID)
			w <- m
		}
	case kindInterrupt:
		if cancel := c.cancels[m.ID]; cancel != nil {
			cancel()
		}
	default:
		ctx, cancel := context.WithCancel(context.Background())
		c.cancels[m.ID] = cancel
		return ctx
	}
	return nil
}

// handle does what the request m asks for, and replies.
func (c *child) handle(ctx context.Context, m message) {
	defer func() {
		c.mu.Lock()
		defer c.mu.Unlock()
		c.cancels[m.ID]()
		delete(c.cancels, m.ID)
	}()
	turn := &c.help
	if m.Kind == kindExecute {
		turn = &c.turn
	}
	turn.Lock()
	defer turn.Unlock()
	r := message{Kind: kindReply, ID: m.ID}
	code := ""
	if len(m.parts) > 0 {
		code = string(m.parts[0])
	}
	switch m.Kind {
	case kindExecute:
		for i := range c.files {
			c.files[i].restore()
		}
		cell := *m.Cell
		cell.Code = code
		c.write.write(message{Kind: kindBegin, ID: m.ID})
		result := c.interp.Execute(ctx, cell, c)
		r.putReply(result)
		if err := c.reply(r); errors.Is(err, errTooBig) {
			c.reply(tooBig(r, result))
		}
		return
	case kindComplete:
		done := c.interp.Complete(ctx, code, m.Pos)
		r.Completion = &done
	case kindInspect:
		if found := c.interp.Inspect(ctx, code, m.Pos, m.Detail); found.Found {
			head := r.put(found.Bundle)
			r.Inspection = &head
		}
	case kindIsComplete:
		done := c.interp.IsComplete(code)
		r.Completeness = &done
	}
	if err := c.write.write(r); errors.Is(err, errTooBig) {
		c.write.write(message{Kind: kindReply, ID: m.ID})
	}
}

// take passes a message of the frontend to the interpreter, which records it and returns.
func (c *child) take(m message) {
	r := message{Kind: kindReply, ID: m.ID}
	if i, ok := c.interp.(engine.Comms); ok && m.Comm != nil {
		m.Comm.Buffers = m.parts
		r.Calls = i.Comm(*m.Comm, commReply{c, m.ID})
	}
	c.write.write(r)
}

// A commReply sends messages that answer one of the frontend.
type commReply struct {
	c  *child
	id uint64
}

func (r commReply) Comm(m comm.Message) { r.c.sendComm(r.id, m) }

// Comm sends a message of a cell to the frontend.
func (c *child) Comm(m comm.Message) { c.sendComm(0, m) }

// Marks implements [engine.MarkOutput].
func (c *child) Marks(list []engine.Mark, next bool) {
	c.write.write(message{Kind: kindMarks, Marks: list, Next: next})
}

func (c *child) sendComm(id uint64, m comm.Message) {
	err := c.write.write(message{Kind: kindComm, ID: id, Comm: &m, parts: m.Buffers})
	if errors.Is(err, errTooBig) {
		c.Write(engine.Stderr, fmt.Appendf(nil, "[a message of more than %s to the frontend is left out]\n", formatSize(maxFrame)))
	}
}

// reply sends the last message of a cell, after all its output.
func (c *child) reply(r message) error {
	c.order.Lock()
	defer c.order.Unlock()
	c.stream = engine.Stdout
	return c.write.write(r)
}

// tooBig returns the reply to a cell whose value is longer than a frame.
func tooBig(r message, result engine.Reply) message {
	m := message{Kind: kindReply, ID: r.ID}
	text := fmt.Sprintf("the value is too long to be shown: more than %s", formatSize(maxFrame))
	m.putReply(engine.Reply{
		Err:      &engine.Error{Name: engine.Panic, Message: text, Trace: []string{text}},
		Declared: result.Declared,
	})
	return m
}

// A standardFile makes os.Stdout or os.Stderr write to its pipe again after a cell, or the garbage
// collector, has closed it or a file with the same descriptor, or a cell has set it to nil.
type standardFile struct {
	at   **os.File // the variable
	file *os.File  // our value of it
	own  *os.File  // the same pipe
}

func (s *standardFile) keep(at **os.File) (err error) {
	s.at, s.file = at, *at
	s.own, err = duplicate(s.file)
	return err
}

func (s *standardFile) restore() {
	if *s.at == nil {
		*s.at = s.file // otherwise all output of later cells would be lost
	}
	if *s.at != s.file || samePipe(s.file, s.own) {
		return // a cell has assigned another file, or nothing has changed
	}
	if f, err := duplicate(s.own); err == nil {
		*s.at, s.file = f, f
	}
}

// wait returns an ID for a message to be sent, and the channel of its ack or answer.
func (c *child) wait() (uint64, chan message) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.ids++
	w := make(chan message, 1)
	c.acks[c.ids] = w
	return c.ids, w
}

// trip sends m and waits until the parent has processed it and everything before it. c.order is
// held.
func (c *child) trip(m message) error {
	id, done := c.wait()
	m.ID = id
	if err := c.write.write(m); err != nil {
		c.mu.Lock()
		delete(c.acks, id)
		c.mu.Unlock()
		return err
	}
	<-done
	c.stream = engine.Stdout
	return nil
}

// Write, Display, Clear and Input implement the Output of every cell.

func (c *child) Write(s engine.Stream, text []byte) {
	c.order.Lock()
	defer c.order.Unlock()
	file, other := c.stdout, engine.Stderr
	if s == engine.Stderr {
		file, other = c.stderr, engine.Stdout
	}
	if s != c.stream || waiting(c.unread[other]) {
		c.trip(message{Kind: kindBarrier, Stream: s})
		c.stream = s
	}
	file.Write(text)
}

func (c *child) Display(e display.Event) {
	var m message
	m.Kind = kindDisplay
	m.Display = &eventHead{Bundle: m.put(e.Bundle), ID: e.ID, Update: e.Update}
	c.order.Lock()
	err := c.trip(m)
	c.order.Unlock()
	if errors.Is(err, errTooBig) {
		c.Write(engine.Stderr, fmt.Appendf(nil, "[an output of more than %s is left out]\n", formatSize(maxFrame)))
	}
}

func (c *child) Clear(wait bool) {
	c.order.Lock()
	defer c.order.Unlock()
	c.trip(message{Kind: kindClear, Wait: wait})
}

func (c *child) Input(ctx context.Context, prompt string, secret bool) (string, error) {
	if err := ctx.Err(); err != nil {
		return "", err
	}
	id, answer := c.wait()
	c.order.Lock()
	err := c.write.write(message{Kind: kindInput, ID: id, Prompt: prompt, Secret: secret})
	c.stream = engine.Stdout
	c.order.Unlock()
	if err != nil {
		return "", err
	}
	select {
	case m := <-answer:
		return m.Text, m.failure()
	case <-ctx.Done():
		c.mu.Lock()
		delete(c.acks, id)
		c.mu.Unlock()
		c.write.write(message{Kind: kindForget, ID: id})
		return "", ctx.Err()
	}
}
