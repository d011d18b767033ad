// SPDX-License-Identifier: BSD-3-Clause

// Package kernel is Polka's Jupyter kernel: it listens where a frontend's connection file says,
// takes requests, has cells run by an engine.Interpreter, and sends back what they show. It follows
// version 5.5 of the messaging protocol
// (https://jupyter-client.readthedocs.io/en/stable/messaging.html).
//
// It never runs a cell itself: the interpreter lives in a child process, so that no cell can end
// the kernel. It does not depend on Go as the language of cells or on the mathematics, and sees
// values only as media bundles.
//
//	connection, err := kernel.ReadConnection(os.Args[1])
//	if err != nil {
//		log.Fatal(err)
//	}
//	err = kernel.Run(context.Background(), kernel.Config{
//		Connection:  connection,
//		Interpreter: worker.New(worker.Config{}),
//	})
//
// # Inside
//
// Each request is a [wire.Message] that is passed along with everything needed to answer it; there
// is no global current request. The goroutines are:
//
//	shell reader    reads requests into the queue (shell.go)
//	shell           answers them one by one
//	subshells       one for each, as shell (subshell.go)
//	control         reads and answers requests that cannot wait: interrupt, shutdown (control.go)
//	debug           answers requests for the debugger (debug.go)
//	stdin           reads answers of the user (stdin.go)
//	iopub           sends what the others publish, in order (iopub.go)
//	history         reads and writes the history's file (history.go)
//
// In addition, outputs have timers (output.go, stream.go). All of these end before Run returns.
//
// # Environment
//
//	POLKA_OUTPUT_LIMIT   text that one cell may show, such as 20MB; 0 for no limit; 2MiB by default
//	POLKA_HISTORY        a file for the history of cells, or "off"; see HistoryFile
//	POLKA_LOG            a file for the kernel's log, or "debug" for standard error; none by default
//	JPY_PARENT_PID       the frontend's process; the kernel ends when it is gone
package kernel

import (
	"context"
	"fmt"
	"io"
	"log/slog"
	"runtime/debug"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	comm "polka/kernel/comm/host"
	"polka/kernel/engine"
	"polka/kernel/wire"
)

// A Config describes the kernel to run.
type Config struct {
	Connection  Connection
	Interpreter engine.Interpreter // runs the cells; Run closes it

	// Start makes the interpreter if Interpreter is nil. Run calls it when the sockets listen, so
	// that a frontend that connects at once does not wait while a process is started.
	Start func() engine.Interpreter

	// Editor starts a language server for a page that checks cells while they are written: a
	// stream in both directions, which Close ends. It may be nil. See editor.go.
	Editor func() (io.ReadWriteCloser, error)

	// Listen opens the sockets; the zero value: net.Listen.
	Listen ListenFunc

	Version     string       // of Polka; "0" if empty
	Banner      string       // greeting of terminal frontends; names Polka and its version if empty
	HelpLinks   []Link       // of the frontend's help menu; pages about Go if nil
	HistoryFile string       // as from [HistoryFile]; if empty, the history ends with the process
	OutputLimit int          // text a cell may show, in bytes; 0: as the environment says; negative: any
	Log         *slog.Logger // where to log; nil: as the environment says
}

// A channel is one of the sockets that messages arrive on.
type channel interface {
	Recv(context.Context) ([][]byte, error)
	Send([][]byte) error
}

// An asker is a channel on which the kernel sends first, to a peer that may not be connected yet.
type asker interface {
	channel
	AwaitPeer(ctx context.Context, identity []byte) error
}

// A transport carries messages: sockets, or in tests queues in memory.
type transport struct {
	shell, control channel
	stdin          asker
	publish        func(context.Context, [][]byte) error
	close          func() error
}

// A kernel is one kernel with its state.
type kernel struct {
	codec       *wire.Codec
	interp      engine.Interpreter
	log         *slog.Logger
	connection  Connection
	version     string
	banner      string
	links       []Link
	outputLimit int

	ctx     context.Context // until everything has been sent
	cancel  context.CancelFunc
	iopub   *outbox
	shell   *shell
	stdin   *prompter
	history *history
	turn    chan struct{} // holds a token while a cell runs; see subshell.go
	count   atomic.Int64  // of cells; changed by the holder of the turn

	debugs     debugQueue
	meter      meter
	comms      comms
	editors    editors
	subs       subshells
	places     places
	resuming   atomic.Bool // a request with resumes is in the queue
	pages      pages
	serveShell func(*shell) // answerShell

	startEditor func() (io.ReadWriteCloser, error) // may be nil

	stopping sync.Once
	stopped  chan struct{} // closed by stop
}

func newKernel(c Config) (*kernel, error) {
	codec, err := wire.NewCodec([]byte(c.Connection.Key), c.Connection.SignatureScheme)
	if err != nil {
		return nil, err
	}
	k := &kernel{
		codec:       codec,
		interp:      c.Interpreter,
		log:         c.Log,
		connection:  c.Connection,
		version:     c.Version,
		banner:      c.Banner,
		links:       c.HelpLinks,
		outputLimit: c.OutputLimit,
		startEditor: c.Editor,
		turn:        make(chan struct{}, 1),
		stopped:     make(chan struct{}),
	}
	if k.log == nil {
		k.log = slog.New(slog.DiscardHandler)
	}
	if k.version == "" {
		k.version = "0"
	}
	if k.banner == "" {
		k.banner = "Polka " + k.version + ": Go, polyforms and exact cover"
	}
	if k.links == nil {
		k.links = defaultLinks
	}
	if k.outputLimit == 0 {
		k.outputLimit = defaultOutputLimit
	}
	k.ctx, k.cancel = context.WithCancel(context.Background())
	k.shell = newShell(k.ctx, &k.pages)
	k.serveShell = k.answerShell
	k.history = newHistory(c.HistoryFile, k.log)
	return k, nil
}

// stop ends the kernel. It returns at once; calls after the first do nothing.
func (k *kernel) stop() { k.stopping.Do(func() { close(k.stopped) }) }

// How long the steps of the shutdown may take. In the first, a cell that can be stopped ends by
// itself; in the second, the interpreter is closed although a cell is running; in the third, slow
// frontends receive what was sent.
const (
	stopGrace  = 30 * time.Millisecond
	closeGrace = time.Second
	flushGrace = 200 * time.Millisecond
)

// serve runs the kernel over t until stop is called or ctx is done, and closes t and the
// interpreter. The error is that of a channel that failed.
func (k *kernel) serve(ctx context.Context, t transport) (err error) {
	defer k.cancel()
	k.iopub = newOutbox(t.publish, k.log)
	k.stdin = newPrompter(k.codec, t.stdin, k.log)

	var readers, writer sync.WaitGroup
	reading, stopReading := context.WithCancelCause(k.ctx)
	writer.Go(func() { k.iopub.run(k.ctx) })
	answered := make(chan struct{})
	go func() {
		defer close(answered)
		k.answerShell(k.shell)
		k.subs.end()
	}()
	k.serveDebugger()
	k.publish(nil, "status", map[string]string{"execution_state": "starting"})

	for _, r := range []struct {
		name string
		from channel
		take func(*wire.Message)
	}{
		{"shell", t.shell, func(m *wire.Message) { k.route(&request{Message: m, from: t.shell}) }},
		{"control", t.control, func(m *wire.Message) { k.takeControl(&request{Message: m, from: t.control, control: true}) }},
		{"stdin", t.stdin, k.stdin.deliver},
	} {
		readers.Go(func() {
			if err := k.read(reading, r.from, r.take); err != nil {
				stopReading(fmt.Errorf("%s channel: %w", r.name, err)) // the first cause is kept
				k.stop()
			}
		})
	}

	select {
	case <-k.stopped:
	case <-ctx.Done():
	}
	err = context.Cause(reading)
	k.log.Info("kernel ends", "err", err)
	k.closeShells()
	k.debugs.stop()
	k.editors.endAll()
	within(stopGrace, answered)
	if e := k.interp.Close(); e != nil {
		k.log.Error("interpreter did not close", "err", e)
	}
	if !within(closeGrace, answered) {
		k.log.Error("interpreter did not return from a cell after Close")
	}
	k.iopub.close()
	limit := time.AfterFunc(flushGrace, k.cancel)
	writer.Wait()
	limit.Stop()
	stopReading(nil)
	if e := t.close(); e != nil && err == nil {
		err = e
	}
	readers.Wait()
	k.debugs.running.Wait()
	k.history.close()
	return err
}

// within waits for done, but not longer than d, and reports whether it came.
func within(d time.Duration, done <-chan struct{}) bool {
	t := time.NewTimer(d)
	defer t.Stop()
	select {
	case <-done:
		return true
	case <-t.C:
		return false
	}
}

// read passes the messages of a channel to take until ctx is done. Messages that cannot be decoded
// are dropped without an answer, since their sender is not authenticated.
func (k *kernel) read(ctx context.Context, c channel, take func(*wire.Message)) error {
	for {
		frames, err := c.Recv(ctx)
		if ctx.Err() != nil {
			return nil
		}
		if err != nil {
			return err
		}
		m, err := k.codec.Decode(frames)
		if err != nil {
			k.log.Debug("message dropped", "err", err)
			continue
		}
		take(m)
	}
}

// answerShell answers the requests in s, one by one.
func (k *kernel) answerShell(s *shell) {
	for {
		ctx, r := s.next()
		if r == nil {
			return
		}
		k.answer(ctx, r)
		s.done()
	}
}

// A request is a message on the shell or control channel, and what is needed to answer it.
type request struct {
	*wire.Message
	from     channel
	shell    *shell         // the queue that it is in; nil on the control channel
	control  bool           // it came on the control channel
	stamp    stamp          // its date; see dates.go
	aborted  bool           // it must not be run; see shell.go
	calls    bool           // a function of a cell is called because of it
	metadata map[string]any // of the reply; may be nil
	then     func()         // to be done after the answer; may be nil
	resumes  bool           // not of a client: cells run by themselves; see fresh.go
}

// isCell reports whether a client has sent r to run a cell.
func (r *request) isCell() bool { return r.Header.Type == "execute_request" && !r.resumes }

// A reply is the content of a reply.
type reply map[string]any

func (r reply) without(member string) reply {
	delete(r, member)
	return r
}

// A handler answers one type of request. It returns the content of the reply, or nil to send none.
type handler struct {
	shell, control bool // the channels on which the request may arrive
	answer         func(*kernel, context.Context, *request) any
}

var handlers = map[string]handler{
	"execute_request":     {true, false, (*kernel).execute},
	"complete_request":    {true, false, (*kernel).complete},
	"inspect_request":     {true, false, (*kernel).inspect},
	"is_complete_request": {true, false, (*kernel).isComplete},
	"history_request":     {true, false, (*kernel).recall},
	"kernel_info_request": {true, true, (*kernel).info},
	"connect_request":     {true, true, (*kernel).connect},
	"comm_info_request":   {true, true, (*kernel).commInfo},
	"comm_open":           {true, true, (*kernel).commMessage},
	"comm_msg":            {true, true, (*kernel).commMessage},
	"comm_close":          {true, true, (*kernel).commMessage},
	"interrupt_request":   {false, true, (*kernel).interrupt},
	"debug_request":       {false, true, (*kernel).debug},
	"usage_request":       {false, true, (*kernel).usage},
	"shutdown_request":    {true, true, (*kernel).shutdown},

	"create_subshell_request": {false, true, (*kernel).createSubshell},
	"delete_subshell_request": {false, true, (*kernel).deleteSubshell},
	"list_subshell_request":   {false, true, (*kernel).listSubshells},
}

// answer answers a request: busy, the handler, the reply, idle. It sends all of these even if the
// request is invalid or the handler fails.
func (k *kernel) answer(ctx context.Context, r *request) {
	k.log.Debug("request", "message", r.Message)
	k.status(r, "busy")
	k.probe(r)
	if content := k.handle(ctx, r); content != nil {
		k.reply(r, content)
	}
	k.status(r, "idle")
	if r.then != nil {
		r.then()
	}
}

// handle returns the content of the reply to r; nil means no reply.
func (k *kernel) handle(ctx context.Context, r *request) (content any) {
	defer func() {
		if v := recover(); v != nil {
			content = k.refusal(r, k.mistake(r, v))
		}
	}()
	typ := r.Header.Type
	h, known := handlers[typ]
	switch {
	case r.resumes:
		k.resumeCells(ctx, r)
		return nil
	case r.aborted:
		r.metadata = map[string]any{"status": "aborted"}
		return reply{"status": "aborted", "execution_count": k.count.Load()}
	case r.shell != nil && r.shell.unknown != "":
		return k.refusal(r, unknownSubshell(r.shell.unknown))
	case !known:
		k.log.Debug("unknown type of message", "message", r.Message)
		return k.refusal(r, &engine.Error{Name: "UnknownRequest", Message: fmt.Sprintf("Polka does not know %s", typ)})
	case r.control && !h.control:
		return k.refusal(r, &engine.Error{Name: "WrongChannel", Message: fmt.Sprintf("%s belongs on the shell channel", typ)})
	case !r.control && !h.shell:
		return k.refusal(r, &engine.Error{Name: "WrongChannel", Message: fmt.Sprintf("%s belongs on the control channel", typ)})
	}
	return h.answer(k, ctx, r)
}

// mistake logs a panic that r caused and converts it to an error.
func (k *kernel) mistake(r *request, v any) *engine.Error {
	k.log.Error("panic", "request", r.Message, "panic", v, "stack", string(debug.Stack()))
	return &engine.Error{Name: "InternalError", Message: fmt.Sprintf("internal error: %v", v)}
}

// refusal returns the content of a reply that refuses r, or nil if r expects no reply.
func (k *kernel) refusal(r *request, err *engine.Error) any {
	if !strings.HasSuffix(r.Header.Type, "_request") {
		return nil
	}
	content := failure(err)
	if r.Header.Type == "execute_request" && !r.control {
		content["execution_count"] = k.count.Load()
	}
	return content
}

// badRequest returns the content of a reply to a request with invalid content.
func badRequest(err error) reply {
	return failure(&engine.Error{Name: "BadRequest", Message: err.Error()})
}

// reply sends the reply to a request.
func (k *kernel) reply(r *request, content any) {
	m, err := k.codec.Reply(r.Message, strings.TrimSuffix(r.Header.Type, "_request")+"_reply", content)
	if err == nil && r.metadata != nil {
		m.Metadata, err = wire.Object(r.metadata)
	}
	if err == nil {
		err = r.from.Send(k.codec.Encode(m))
	}
	if err != nil {
		k.log.Debug("reply not sent", "request", r.Message, "err", err)
	}
}

// publish sends a message on iopub; r is the request that caused it, or nil. It does not wait.
func (k *kernel) publish(r *request, typ string, content any) {
	if m := k.publication(r, typ, content); m != nil {
		k.iopub.put(k.codec.Encode(m))
	}
}

// status publishes whether r is being answered. If r is a message of a comm, the output that r
// causes may overtake the status.
func (k *kernel) status(r *request, state string) {
	m := k.publication(r, "status", map[string]string{"execution_state": state})
	if m == nil {
		return
	}
	frames := k.codec.Encode(m)
	sent := r.Header.Type == string(comm.Sent)
	switch {
	case sent && state == "busy":
		k.iopub.hold(frames)
	case sent && r.calls:
		k.iopub.follow("", frames)
	default:
		k.iopub.put(frames)
	}
}

// publication makes a message for iopub. Its content consists of strings, numbers and media
// bundles. Only the metadata of a bundle may be invalid JSON; then no message is made.
func (k *kernel) publication(r *request, typ string, content any) *wire.Message {
	var parent *wire.Message
	if r != nil {
		parent = r.Message
	}
	m, err := k.codec.Publish(parent, typ, content)
	if err != nil {
		k.log.Error("iopub message not made", "err", err)
		return nil
	}
	return m
}

// welcome makes the frames of the message that a new subscriber of iopub sees first.
func (k *kernel) welcome(topic []byte) [][]byte {
	m, err := k.codec.New(nil, "iopub_welcome", map[string]string{"subscription": string(topic)})
	if err != nil {
		return nil
	}
	m.Identities = [][]byte{topic}
	return k.codec.Encode(m)
}
