// SPDX-License-Identifier: BSD-3-Clause

package worker

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"os"
	"os/exec"
	"runtime"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"time"

	comm "polka/kernel/comm/host"
	"polka/kernel/display"
	"polka/kernel/engine"
)

// Ends are one side's ends of the pipes between parent and child.
type ends struct {
	requests *os.File // frames to the child
	replies  *os.File // frames to the parent
	stdout   *os.File // of os.Stdout and of descriptor 1
	stderr   *os.File // of os.Stderr
	second   *os.File // of descriptor 2, for the crash report of the runtime and whoever else writes there
	crash    *os.File // for debug.SetCrashOutput

	//lint:ignore U1000 only on Windows, in the child: the reading ends
	unread map[engine.Stream]uintptr
}

func (e *ends) all() []**os.File {
	return []**os.File{&e.requests, &e.replies, &e.stdout, &e.stderr, &e.second, &e.crash}
}

func (e *ends) close() {
	for _, f := range e.all() {
		if *f != nil {
			(*f).Close()
		}
	}
}

// newEnds makes the pipes.
func newEnds() (ours, theirs ends, err error) {
	theirEnds := theirs.all()
	for i, our := range ours.all() {
		if *our, *theirEnds[i], err = newPipe(); err != nil {
			ours.close()
			theirs.close()
			return ours, theirs, err
		}
	}
	ours.requests, theirs.requests = theirs.requests, ours.requests
	return ours, theirs, nil
}

var errByHand = errors.New("a worker is started by a kernel, not by hand")

// startLimit is the time limit for the hello message of a child.
const startLimit = 30 * time.Second

// endLimit is how long a child may take to end after the end of its stream. One that the system
// kills gives back its memory first, which takes a second or two if it had much, or on a busy
// machine.
const endLimit = 5 * time.Second

// A process is a child, from its start until its last byte has been read.
type process struct {
	cmd      *exec.Cmd
	group    *group
	requests *os.File // the parent writes frames
	replies  *os.File // the parent reads frames
	write    *frameWriter
	sink     *sink

	ready  chan struct{} // closed when the child has sent hello, or is gone
	ended  chan struct{} // closed when the process has ended
	gone   chan struct{} // closed when, in addition, all its output has been read; death is then set
	hello  message       // valid after ready
	death  death         // valid after gone
	ids    atomic.Uint64
	begun  atomic.Uint64  // the last cell that the child has begun
	inputs sync.WaitGroup // requests for input in progress

	mu     sync.Mutex
	calls  map[uint64]chan message // requests without a reply
	asking map[uint64]context.CancelFunc
	heard  map[uint64]engine.CommOutput // for the answers to messages of comms
	comms  map[string]json.RawMessage   // those that are open, with their farewells
	output engine.Output                // of the running cell, for its questions
	ctx    context.Context              // of the running cell
	why    string                       // why we killed it, if we did

	debugEvent func(p *process, event []byte) // takes events of the debugger; nil for none
}

// spawn starts a child. It returns as soon as the program runs; ready is closed when it accepts
// requests.
func spawn(command, env []string) (*process, error) {
	p := &process{
		ready:  make(chan struct{}),
		ended:  make(chan struct{}),
		gone:   make(chan struct{}),
		calls:  map[uint64]chan message{},
		asking: map[uint64]context.CancelFunc{},
		heard:  map[uint64]engine.CommOutput{},
		comms:  map[string]json.RawMessage{},
	}
	ours, theirs, err := newEnds()
	if err != nil {
		return nil, err
	}
	widen(ours.replies)
	p.cmd = exec.Command(command[0], command[1:]...)
	p.cmd.Env = env
	p.cmd.Stdout, p.cmd.Stderr = theirs.stdout, theirs.second
	if err := attach(p.cmd, &ours, &theirs); err != nil {
		ours.close()
		theirs.close()
		return nil, err
	}

	// On Linux, a child that is set to die with its parent dies with the thread that started it. So
	// one goroutine keeps that thread from the start to the end.
	started := make(chan error)
	go func() {
		runtime.LockOSThread()
		defer runtime.UnlockOSThread()
		err := p.cmd.Start()
		theirs.close()
		if err == nil {
			p.group = newGroup(p.cmd.Process)
		}
		started <- err
		if err == nil {
			p.cmd.Wait()
			p.group.end()
			close(p.ended)
		}
	}()
	if err := <-started; err != nil {
		ours.close()
		return nil, err
	}
	p.requests, p.replies = ours.requests, ours.replies
	p.write = newFrameWriter(limitedWriter{p.requests, func() { p.kill("it does not read its requests") }})
	if p.sink, err = newSink(ours.stdout, ours.stderr, ours.second, ours.crash, p.strike); err != nil {
		p.kill(err.Error())
		ours.close()
		return nil, err
	}
	go p.listen()
	return p, nil
}

// A limitedWriter calls late if a write takes too long.
type limitedWriter struct {
	f    *os.File
	late func()
}

func (w limitedWriter) Write(b []byte) (int, error) {
	defer time.AfterFunc(startLimit, w.late).Stop()
	return w.f.Write(b)
}

// kill ends the child and everything that it started. The first reason given is kept.
func (p *process) kill(why string) {
	p.mu.Lock()
	if p.why == "" {
		p.why = why
	}
	p.mu.Unlock()
	p.strike()
}

// strike ends the child without a reason of ours: the cause is in its crash report.
func (p *process) strike() {
	select {
	case <-p.ended:
	default:
		p.group.kill()
		p.cmd.Process.Kill()
	}
}

// listen reads frames until the child has ended, and then records its death.
func (p *process) listen() {
	frames := newFrameReader(p.replies)
	slow := time.AfterFunc(startLimit, func() { p.kill("it was not ready after " + startLimit.String()) })
	for {
		m, err := frames.read()
		if err == nil {
			err = p.handle(m)
		}
		if err != nil {
			if errors.Is(err, errGarbled) {
				p.kill("the process wrote to descriptor 4, which is not for cells: " + err.Error())
			}
			break
		}
		slow.Stop()
	}
	slow.Stop()
	// The end of the stream and the end of the process are the same event, unless the child closed
	// the descriptor, after which it cannot be used.
	select {
	case <-p.ended:
	case <-time.After(endLimit):
		p.kill("it closed the pipe to the kernel")
		<-p.ended
	}
	state := p.cmd.ProcessState
	status, _ := state.Sys().(syscall.WaitStatus)
	report, doubt := p.sink.close(state.ExitCode())
	p.closeComms()
	p.requests.Close()
	p.replies.Close()
	p.mu.Lock()
	p.death = death{killed: p.why, report: report, doubt: doubt, status: state.ExitCode(),
		memory: p.hello.Memory, largest: largestMemory(state), stack: p.hello.Stack, ready: p.hello.Kind == kindHello}
	if status.Signaled() {
		p.death.signal = int(status.Signal())
		p.death.signalName = status.Signal().String()
	}
	if !p.death.ready {
		p.death.early = p.sink.early()
		close(p.ready)
	}
	for _, cancel := range p.asking {
		cancel()
	}
	p.mu.Unlock()
	p.inputs.Wait()
	close(p.gone)
}

// handle processes a message of the child.
func (p *process) handle(m message) error {
	if (m.Kind == kindHello) == (p.hello.Kind == kindHello) {
		return fmt.Errorf("%w: %q at the wrong time", errGarbled, m.Kind)
	}
	switch m.Kind {
	case kindHello:
		if m.Failure != "" {
			p.kill(m.Failure)
			return nil
		}
		p.hello = m
		close(p.ready)
	case kindBegin:
		p.begun.Store(m.ID)
	case kindBarrier:
		p.sink.drain(m.Stream)
		p.ack(m.ID)
	case kindDisplay:
		if m.Display == nil {
			return fmt.Errorf("%w: a display is missing", errGarbled)
		}
		b, err := m.take(m.Display.Bundle)
		if err != nil {
			return err
		}
		p.sink.display(display.Event{Bundle: b, ID: m.Display.ID, Update: m.Display.Update})
		p.ack(m.ID)
	case kindClear:
		p.sink.clear(m.Wait)
		p.ack(m.ID)
	case kindComm:
		if m.Comm == nil {
			return fmt.Errorf("%w: a message of a comm is missing", errGarbled)
		}
		m.Comm.Buffers = m.parts
		p.comm(m.ID, *m.Comm)
	case kindMarks:
		if out := p.sink.markOutput(); out != nil {
			out.Marks(m.Marks, m.Next)
		}
	case kindInput:
		p.sink.drain(engine.Stdout)
		p.ask(m)
	case kindEvent:
		event, err := m.takePart()
		if err != nil {
			return err
		}
		p.sink.drain(engine.Stdout)
		p.mu.Lock()
		take := p.debugEvent
		p.mu.Unlock()
		if take != nil {
			take(p, event)
		}
		p.ack(m.ID)
	case kindForget:
		p.mu.Lock()
		if cancel := p.asking[m.ID]; cancel != nil {
			cancel()
		}
		p.mu.Unlock()
	case kindReply:
		p.mu.Lock()
		c := p.calls[m.ID]
		delete(p.calls, m.ID)
		p.mu.Unlock()
		if c != nil {
			c <- m
		}
	default:
		return fmt.Errorf("%w: unknown kind %q", errGarbled, m.Kind)
	}
	return nil
}

// comm passes on a message to the frontend: an answer to one, or what a cell sends.
func (p *process) comm(id uint64, m comm.Message) {
	p.note(m)
	p.mu.Lock()
	out := p.heard[id]
	p.mu.Unlock()
	if out == nil {
		out = p.sink.commOutput()
	}
	if out != nil {
		out.Comm(m)
	}
}

// note remembers which comms are open.
func (p *process) note(m comm.Message) {
	p.mu.Lock()
	defer p.mu.Unlock()
	switch m.Kind {
	case comm.Opened:
		p.comms[m.ID] = m.Farewell
	case comm.Closed:
		delete(p.comms, m.ID)
	}
}

// closeComms closes the comms of a child that has ended, whose ends there are gone.
func (p *process) closeComms() {
	p.mu.Lock()
	comms := p.comms
	p.comms = make(map[string]json.RawMessage)
	p.mu.Unlock()
	out := p.sink.commOutput()
	for _, id := range slices.Sorted(maps.Keys(comms)) {
		if out != nil {
			out.Comm(comm.Message{Kind: comm.Closed, ID: id, Farewell: comms[id]})
		}
	}
}

// hear passes a message of the frontend to the child, and waits until it has been recorded or ctx
// is done. If the child ends before, gone is true.
func (p *process) hear(ctx context.Context, m comm.Message, out engine.CommOutput) (calls, gone bool) {
	p.note(m)
	id := p.ids.Add(1)
	done := make(chan message, 1)
	p.mu.Lock()
	p.calls[id], p.heard[id] = done, out
	p.mu.Unlock()
	defer func() {
		p.mu.Lock()
		defer p.mu.Unlock()
		delete(p.heard, id)
		delete(p.calls, id)
	}()
	p.send(message{Kind: kindComm, ID: id, Comm: &m, parts: m.Buffers})
	select {
	case r := <-done:
		return r.Calls, false
	case <-p.gone:
		return false, true
	case <-ctx.Done():
		return false, false
	}
}

// ask passes a request for input of the running cell to its Output.
func (p *process) ask(m message) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.output == nil {
		go p.send(message{Kind: kindAnswer, ID: m.ID, Failure: engine.ErrNoInput.Error()})
		return
	}
	out := p.output
	ctx, cancel := context.WithCancel(p.ctx)
	p.asking[m.ID] = cancel
	p.inputs.Add(1)
	go func() {
		defer p.inputs.Done()
		text, err := out.Input(ctx, m.Prompt, m.Secret)
		cancel()
		p.mu.Lock()
		delete(p.asking, m.ID)
		p.mu.Unlock()
		p.send(message{Kind: kindAnswer, ID: m.ID, Text: text, Failure: failure(err)})
	}()
}

// send writes a message. A child that cannot be written to is ended.
func (p *process) send(m message) {
	if err := p.write.write(m); err != nil && !errors.Is(err, errTooBig) {
		p.deaf(err)
	}
}

// ack tells the child that a message has been processed. While the child answers messages of comms,
// it does not wait: the requests behind them may be long, and the child does not read them before
// listen has read what it answers.
func (p *process) ack(id uint64) {
	p.mu.Lock()
	hears := len(p.heard) > 0
	p.mu.Unlock()
	m := message{Kind: kindAck, ID: id}
	if hears {
		go p.send(m)
	} else {
		p.send(m)
	}
}

// call sends a request. Its reply is sent to the channel, unless the child ends before.
func (p *process) call(m message) (uint64, chan message, error) {
	m.ID = p.ids.Add(1)
	c := make(chan message, 1)
	p.mu.Lock()
	p.calls[m.ID] = c
	p.mu.Unlock()
	err := p.write.write(m)
	if errors.Is(err, errTooBig) {
		return m.ID, c, err
	}
	if err != nil {
		p.deaf(err)
	}
	return m.ID, c, nil
}

// deaf ends a child that cannot be written to. A broken pipe is usually the first sign of its
// death, whose cause becomes known a little later.
func (p *process) deaf(err error) {
	timer := time.AfterFunc(endLimit, func() { p.kill("it does not read its requests: " + err.Error()) })
	go func() {
		<-p.ended
		timer.Stop()
	}()
}

// begin makes out the Output of everything from now on, and end ensures that it has all of it. ctx
// is for requests for input, which only a running cell can make.
func (p *process) begin(ctx context.Context, out engine.Output) {
	p.mu.Lock()
	p.output, p.ctx = out, ctx
	p.mu.Unlock()
	p.sink.begin(out)
}

func (p *process) end() {
	p.mu.Lock()
	p.output = nil
	for _, cancel := range p.asking {
		cancel()
	}
	p.mu.Unlock()
	p.inputs.Wait()
	p.sink.end()
}

// early returns the last line printed by a child that did not send hello: the reason why it did not
// start.
func (s *sink) early() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	var all strings.Builder
	for _, n := range s.kept {
		if n.stream == engine.Stderr {
			all.Write(n.text)
		}
	}
	lines := strings.Split(strings.TrimSpace(all.String()), "\n")
	return lines[len(lines)-1]
}
