// SPDX-License-Identifier: BSD-3-Clause

package kernel

import (
	"context"
	"encoding/json"
	"fmt"
	"net"
	"slices"
	"sync"
	"testing"
	"testing/synctest"

	"polka/kernel/display"
	"polka/kernel/engine"
	"polka/kernel/wire"
)

// These tests talk to a whole kernel through a transport in memory, as a frontend would through
// sockets, with an interpreter that does what the test says. They run in a synctest bubble: when
// settle returns, every goroutine of the kernel waits for something, so all that will ever come of
// the requests sent so far has come, except what waits for the clock, which stands still until a
// test sleeps.

// An interpreter is an engine.Interpreter whose methods are functions.
type interpreter struct {
	execute    func(context.Context, engine.Cell, engine.Output) engine.Reply
	complete   func(code string, pos int) engine.Completion
	inspect    func(code string, pos, detail int) engine.Inspection
	isComplete func(code string) engine.Completeness

	mu     sync.Mutex
	cells  []engine.Cell
	busy   bool
	closed chan struct{}
	turn   chan string // see gated
}

// enter fails if two cells are inside the interpreter, which its contract forbids.
func (i *interpreter) enter() (leave func()) {
	i.mu.Lock()
	defer i.mu.Unlock()
	if i.busy {
		panic("two cells in the interpreter")
	}
	i.busy = true
	return func() {
		i.mu.Lock()
		defer i.mu.Unlock()
		i.busy = false
	}
}

func (i *interpreter) Execute(ctx context.Context, c engine.Cell, out engine.Output) engine.Reply {
	defer i.enter()()
	i.mu.Lock()
	i.cells = append(i.cells, c)
	i.mu.Unlock()
	if i.execute == nil {
		return engine.Reply{}
	}
	return i.execute(ctx, c, out)
}

func (i *interpreter) Complete(_ context.Context, code string, pos int) engine.Completion {
	return i.complete(code, pos)
}

func (i *interpreter) Inspect(_ context.Context, code string, pos, detail int) engine.Inspection {
	return i.inspect(code, pos, detail)
}

func (i *interpreter) IsComplete(code string) engine.Completeness {
	return i.isComplete(code)
}

func (i *interpreter) Close() error {
	close(i.closed)
	return nil
}

// codes lists the cells that were run.
func (i *interpreter) codes() (codes []string) {
	i.mu.Lock()
	defer i.mu.Unlock()
	for _, c := range i.cells {
		codes = append(codes, c.Code)
	}
	return codes
}

// A queue is a channel of frames without limit.
type queue struct {
	mu     sync.Mutex
	grown  sync.Cond
	frames [][][]byte
	closed bool
}

func newQueue() *queue {
	q := new(queue)
	q.grown.L = &q.mu
	return q
}

func (q *queue) put(frames [][]byte) error {
	q.mu.Lock()
	defer q.mu.Unlock()
	if q.closed {
		return net.ErrClosed
	}
	q.frames = append(q.frames, frames)
	q.grown.Broadcast()
	return nil
}

func (q *queue) get(ctx context.Context) ([][]byte, error) {
	defer context.AfterFunc(ctx, func() {
		q.mu.Lock()
		defer q.mu.Unlock()
		q.grown.Broadcast()
	})()
	q.mu.Lock()
	defer q.mu.Unlock()
	for len(q.frames) == 0 {
		if q.closed {
			return nil, net.ErrClosed
		}
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		q.grown.Wait()
	}
	f := q.frames[0]
	q.frames = q.frames[1:]
	return f, nil
}

func (q *queue) close() {
	q.mu.Lock()
	defer q.mu.Unlock()
	q.closed = true
	q.grown.Broadcast()
}

// all takes out what is there.
func (q *queue) all() [][][]byte {
	q.mu.Lock()
	defer q.mu.Unlock()
	f := q.frames
	q.frames = nil
	return f
}

// A pipe is a channel in memory.
type pipe struct {
	in, out *queue
	late    chan bool // closed when the client connects; nil if it is there from the beginning
}

func newPipe() *pipe { return &pipe{in: newQueue(), out: newQueue()} }

func (p *pipe) Recv(ctx context.Context) ([][]byte, error) { return p.in.get(ctx) }
func (p *pipe) Send(frames [][]byte) error                 { return p.out.put(frames) }

// AwaitPeer waits until the test has put something into the channel that stands for the connection.
func (p *pipe) AwaitPeer(ctx context.Context, _ []byte) error {
	if p.late == nil {
		return nil
	}
	select {
	case <-p.late:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

// A frontend is a kernel with a client at its other end.
type frontend struct {
	t      *testing.T
	codec  *wire.Codec
	interp *interpreter
	kernel *kernel
	ended  chan error

	shell, control, stdin *pipe
	iopub                 *queue
	gate                  chan struct{} // while it holds something, nothing gets through on iopub
}

const testKey = "5ca1ab1e"

// in runs f in a bubble with a running kernel, and ends the kernel afterwards.
func in(t *testing.T, i *interpreter, c Config, f func(*frontend)) {
	t.Helper()
	c.Interpreter = i
	inWith(t, i, c, f)
}

// inDebugger is in for an interpreter with a debugger.
func inDebugger(t *testing.T, i *debugInterpreter, f func(*frontend)) {
	t.Helper()
	inWith(t, i.interpreter, Config{Interpreter: i}, f)
}

func inWith(t *testing.T, i *interpreter, c Config, f func(*frontend)) {
	t.Helper()
	synctest.Test(t, func(t *testing.T) {
		fe := start(t, i, c)
		defer func() {
			fe.kernel.stop()
			if err := <-fe.ended; err != nil {
				t.Errorf("the kernel ended with %v", err)
			}
			select {
			case <-i.closed:
			default:
				t.Error("the interpreter was not closed")
			}
		}()
		f(fe)
	})
}

// start starts a kernel.
func start(t *testing.T, i *interpreter, c Config) *frontend {
	t.Helper()
	i.closed, i.turn = make(chan struct{}), make(chan string)
	if c.Interpreter == nil {
		c.Interpreter = i
	}
	c.Connection.Key = testKey
	k, err := newKernel(c)
	if err != nil {
		t.Fatal(err)
	}
	codec, err := wire.NewCodec([]byte(testKey), "")
	if err != nil {
		t.Fatal(err)
	}
	f := &frontend{t: t, codec: codec, interp: i, kernel: k, ended: make(chan error, 1),
		shell: newPipe(), control: newPipe(), stdin: newPipe(), iopub: newQueue(), gate: make(chan struct{}, 1)}
	pipes := []*pipe{f.shell, f.control, f.stdin}
	go func() {
		f.ended <- k.serve(context.Background(), transport{
			shell: f.shell, control: f.control, stdin: f.stdin,
			publish: func(ctx context.Context, frames [][]byte) error {
				select {
				case f.gate <- struct{}{}:
					<-f.gate
				case <-ctx.Done():
					return ctx.Err()
				}
				return f.iopub.put(frames)
			},
			close: func() error {
				for _, p := range pipes {
					p.in.close()
					p.out.close()
				}
				return nil
			},
		})
	}()
	return f
}

// settle waits until nothing more can happen before the clock moves.
func (f *frontend) settle() { synctest.Wait() }

// message makes a signed request.
func (f *frontend) message(typ string, content any) *wire.Message {
	f.t.Helper()
	m, err := f.codec.New(nil, typ, content)
	if err != nil {
		f.t.Fatal(err)
	}
	m.Identities = [][]byte{[]byte("client\x00one")}
	return m
}

// send sends a request and returns it.
func (f *frontend) send(p *pipe, typ string, content any) *wire.Message {
	f.t.Helper()
	m := f.message(typ, content)
	p.in.put(f.codec.Encode(m))
	return m
}

// execute sends an execute_request for code, with pairs of further members.
func (f *frontend) execute(code string, members ...any) *wire.Message {
	f.t.Helper()
	content := map[string]any{"code": code}
	for i := 0; i < len(members); i += 2 {
		content[members[i].(string)] = members[i+1]
	}
	return f.send(f.shell, "execute_request", content)
}

// A got is a message that a frontend got.
type got struct {
	*wire.Message
	topic  string
	parent wire.Header
	data   map[string]any // content
}

// read decodes the messages that came.
func (f *frontend) read(q *queue) (list []got) {
	f.t.Helper()
	f.settle()
	for _, frames := range q.all() {
		m, err := f.codec.Decode(frames)
		if err != nil {
			f.t.Fatalf("the kernel sent a bad message: %v", err)
		}
		g := got{Message: m}
		if len(m.Identities) > 0 {
			g.topic = string(m.Identities[0])
		}
		if err := json.Unmarshal(m.ParentJSON, &g.parent); err != nil {
			f.t.Fatal(err)
		}
		if err := m.Bind(&g.data); err != nil {
			f.t.Fatal(err)
		}
		list = append(list, g)
	}
	return list
}

// published gives what came on iopub.
func (f *frontend) published() []got { f.t.Helper(); return f.read(f.iopub) }

// replies gives what came on shell.
func (f *frontend) replies() []got { f.t.Helper(); return f.read(f.shell.out) }

// reply gives the only message that came on a channel, which must be of the given type and answer
// m.
func (f *frontend) reply(p *pipe, m *wire.Message, typ string) got {
	f.t.Helper()
	list := f.read(p.out)
	if len(list) != 1 {
		f.t.Fatalf("%d replies to %s, want one: %v", len(list), m.Header.Type, lines(list))
	}
	r := list[0]
	if r.Header.Type != typ || r.parent.ID != m.Header.ID {
		f.t.Fatalf("%s got the reply %s to %s, want %s", m.Header.Type, r.Header.Type, r.parent.Type, typ)
	}
	return r
}

// brief writes a message on a line: its type, and of its content what tells it from others.
func (g got) brief() string {
	s := g.Header.Type
	switch s {
	case "status":
		return fmt.Sprint(g.data["execution_state"])
	case "stream":
		return fmt.Sprintf("%s %q", g.data["name"], g.data["text"])
	case "execute_input":
		return fmt.Sprintf("In[%v] %v", g.data["execution_count"], g.data["code"])
	case "execute_result":
		return fmt.Sprintf("Out[%v] %v", g.data["execution_count"], g.data["data"].(map[string]any)["text/plain"])
	case "display_data", "update_display_data":
		s += fmt.Sprintf(" %v", g.data["data"].(map[string]any)["text/plain"])
		if id := g.data["transient"].(map[string]any)["display_id"]; id != nil {
			s += fmt.Sprintf(" (%v)", id)
		}
	case "clear_output":
		s += fmt.Sprintf(" wait=%v", g.data["wait"])
	case "error":
		s += fmt.Sprintf(" %v: %v", g.data["ename"], g.data["evalue"])
	default:
		if v, ok := g.data["status"]; ok {
			s += fmt.Sprintf(" %v", v)
		}
	}
	return s
}

func lines(list []got) (s []string) {
	for _, g := range list {
		s = append(s, g.brief())
	}
	return s
}

// of keeps the messages that answer m.
func of(list []got, m *wire.Message) []got {
	return slices.DeleteFunc(slices.Clone(list), func(g got) bool { return g.parent.ID != m.Header.ID })
}

// kind keeps the messages of a type.
func kind(list []got, typ string) []got {
	return slices.DeleteFunc(slices.Clone(list), func(g got) bool { return g.Header.Type != typ })
}

// value is the reply of a cell with a value.
func value(text string) engine.Reply {
	b := display.Text(text)
	return engine.Reply{Value: &b}
}

// fails is the reply of a cell that fails.
func fails(name, message string) engine.Reply {
	return engine.Reply{Err: &engine.Error{Name: name, Message: message}}
}

// endless is a cell that only Stop ends.
func endless(ctx context.Context) engine.Reply {
	<-ctx.Done()
	return fails(engine.Interrupted, "the cell was stopped")
}

// byCode runs the function that has the cell's code as its name; other cells have no effect.
func byCode(m map[string]func(context.Context, engine.Cell, engine.Output) engine.Reply) *interpreter {
	return &interpreter{execute: func(ctx context.Context, c engine.Cell, out engine.Output) engine.Reply {
		if f, ok := m[c.Code]; ok {
			return f(ctx, c, out)
		}
		return engine.Reply{}
	}}
}
