// SPDX-License-Identifier: BSD-3-Clause

//go:build unix

package kernel

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"syscall"
	"testing"
	"time"

	"github.com/go-zeromq/zmq4"
	"go.uber.org/goleak"

	"polka/kernel/engine"
	"polka/kernel/wire"
)

// childEnv makes the test's program a kernel: its value is the name of a connection file.
const childEnv = "POLKA_TEST_CONNECTION"

func TestMain(m *testing.M) {
	if name := os.Getenv(childEnv); name != "" {
		os.Exit(child(name))
	}
	goleak.VerifyTestMain(m)
}

// child is a kernel as cmd/polka has it, with a small interpreter.
func child(name string) int {
	c, err := ReadConnection(name)
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 2
	}
	i := &interpreter{closed: make(chan struct{})}
	i.execute = func(ctx context.Context, c engine.Cell, out engine.Output) engine.Reply {
		switch c.Code {
		case "endless":
			out.Write(engine.Stdout, []byte("started"))
			return endless(ctx)
		case "input":
			line, err := out.Input(ctx, "? ", false)
			if err != nil {
				return fails("InputError", err.Error())
			}
			return value(line)
		}
		return value("2")
	}
	if err := Run(context.Background(), Config{Connection: c, Interpreter: i}); err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	<-i.closed
	return 0
}

// A process is a kernel in a process of its own, with a client that speaks ZeroMQ.
type process struct {
	t                     *testing.T
	cmd                   *exec.Cmd
	output                bytes.Buffer
	codec                 *wire.Codec
	shell, control, stdin zmq4.Socket
	iopub                 zmq4.Socket
}

// spawn starts a kernel that listens on Unix sockets, with more environment.
func spawn(t *testing.T, env ...string) *process {
	t.Helper()
	dir, err := os.MkdirTemp("", "polka") // t.TempDir may be too long for a socket
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { os.RemoveAll(dir) })
	c := Connection{Transport: "ipc", IP: filepath.Join(dir, "k"), ShellPort: 1, IOPubPort: 2, StdinPort: 3, ControlPort: 4, HBPort: 5, Key: testKey}
	text, err := json.Marshal(c)
	if err != nil {
		t.Fatal(err)
	}
	name := filepath.Join(dir, "connection.json")
	if err := os.WriteFile(name, text, 0o600); err != nil {
		t.Fatal(err)
	}
	p := &process{t: t, cmd: exec.Command(os.Args[0])}
	p.cmd.Env = append(append(os.Environ(), childEnv+"="+name), env...)
	p.cmd.Stdout, p.cmd.Stderr = &p.output, &p.output
	if err := p.cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if p.cmd.ProcessState == nil {
			p.cmd.Process.Kill()
			p.cmd.Wait()
		}
	})
	if p.codec, err = wire.NewCodec([]byte(testKey), ""); err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	t.Cleanup(cancel)
	retry := []zmq4.Option{zmq4.WithID(zmq4.SocketIdentity("client")), zmq4.WithDialerRetry(10 * time.Millisecond), zmq4.WithDialerMaxRetries(-1)}
	for _, s := range []struct {
		socket *zmq4.Socket
		make   func(context.Context, ...zmq4.Option) zmq4.Socket
		port   int
	}{{&p.shell, zmq4.NewDealer, 1}, {&p.iopub, zmq4.NewSub, 2}, {&p.stdin, zmq4.NewDealer, 3}, {&p.control, zmq4.NewDealer, 4}} {
		*s.socket = s.make(ctx, retry...)
		if err := (*s.socket).Dial(fmt.Sprintf("ipc://%s-%d", c.IP, s.port)); err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { (*s.socket).Close() })
	}
	if err := p.iopub.SetOption(zmq4.OptionSubscribe, ""); err != nil {
		t.Fatal(err)
	}
	if m := p.recv(p.iopub); m.Header.Type != "iopub_welcome" {
		t.Fatalf("first message on iopub is %s", m)
	}
	return p
}

func (p *process) send(s zmq4.Socket, typ string, content any) *wire.Message {
	p.t.Helper()
	m, err := p.codec.New(nil, typ, content)
	if err != nil {
		p.t.Fatal(err)
	}
	if err := s.SendMulti(zmq4.NewMsgFrom(p.codec.Encode(m)...)); err != nil {
		p.t.Fatal(err)
	}
	return m
}

func (p *process) recv(s zmq4.Socket) *wire.Message {
	p.t.Helper()
	frames, err := s.Recv()
	if err != nil {
		p.t.Fatal(err)
	}
	m, err := p.codec.Decode(frames.Frames)
	if err != nil {
		p.t.Fatal(err)
	}
	return m
}

// until takes messages of iopub until one of a type.
func (p *process) until(typ string) *wire.Message {
	p.t.Helper()
	for {
		if m := p.recv(p.iopub); m.Header.Type == typ {
			return m
		}
	}
}

// status takes the reply on a channel and gives its status.
func (p *process) status(s zmq4.Socket) string {
	p.t.Helper()
	var c struct{ Status string }
	if err := p.recv(s).Bind(&c); err != nil {
		p.t.Fatal(err)
	}
	return c.Status
}

// wait waits for the end of the process, which must be clean and silent.
func (p *process) wait() {
	p.t.Helper()
	if err := p.cmd.Wait(); err != nil {
		p.t.Errorf("the kernel ended with %v", err)
	}
	if p.output.Len() > 0 {
		p.t.Errorf("the kernel wrote %q", &p.output)
	}
}

// The whole kernel over sockets: requests, Stop by signal and by message, input, the end.
func TestRun(t *testing.T) {
	p := spawn(t)
	p.send(p.shell, "kernel_info_request", nil)
	if s := p.status(p.shell); s != "ok" {
		t.Errorf("kernel_info_request: %s", s)
	}
	p.send(p.shell, "execute_request", map[string]any{"code": "1+1"})
	if s := p.status(p.shell); s != "ok" {
		t.Errorf("execute_request: %s", s)
	}
	p.until("execute_result")

	p.send(p.shell, "execute_request", map[string]any{"code": "endless"})
	p.until("stream")
	p.send(p.control, "kernel_info_request", nil)
	if s := p.status(p.control); s != "ok" {
		t.Errorf("kernel_info_request on control: %s", s)
	}
	if err := p.cmd.Process.Signal(syscall.SIGINT); err != nil {
		t.Fatal(err)
	}
	if s := p.status(p.shell); s != "error" {
		t.Errorf("after SIGINT: %s", s)
	}
	p.send(p.shell, "execute_request", map[string]any{"code": "endless"})
	p.until("stream")
	p.send(p.control, "interrupt_request", nil)
	if s := p.status(p.control); s != "ok" {
		t.Errorf("interrupt_request: %s", s)
	}
	if s := p.status(p.shell); s != "error" {
		t.Errorf("after interrupt_request: %s", s)
	}

	p.send(p.shell, "execute_request", map[string]any{"code": "input", "allow_stdin": true})
	if m := p.recv(p.stdin); m.Header.Type != "input_request" {
		t.Errorf("on stdin came %s", m)
	}
	p.send(p.stdin, "input_reply", map[string]any{"value": "Ada"})
	if s := p.status(p.shell); s != "ok" {
		t.Errorf("after input_reply: %s", s)
	}

	p.send(p.control, "shutdown_request", map[string]any{"restart": false})
	if s := p.status(p.control); s != "ok" {
		t.Errorf("shutdown_request: %s", s)
	}
	p.until("shutdown_reply")
	p.wait()
}

func TestRunEndsOnSignal(t *testing.T) {
	for _, s := range []syscall.Signal{syscall.SIGTERM, syscall.SIGHUP} {
		p := spawn(t)
		p.send(p.shell, "execute_request", map[string]any{"code": "endless"})
		p.until("stream")
		if err := p.cmd.Process.Signal(s); err != nil {
			t.Fatal(err)
		}
		p.wait()
	}
}

// The kernel ends when the process that JPY_PARENT_PID names does.
func TestRunEndsWithParent(t *testing.T) {
	parent := exec.Command("cat")
	stdin, err := parent.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := parent.Start(); err != nil {
		t.Fatal(err)
	}
	p := spawn(t, parentEnv+"="+strconv.Itoa(parent.Process.Pid))
	p.send(p.shell, "kernel_info_request", nil)
	p.status(p.shell)
	stdin.Close()
	if err := parent.Wait(); err != nil {
		t.Fatal(err)
	}
	p.wait()
}

// Run closes the interpreter even if it cannot start.
func TestRunFails(t *testing.T) {
	dir := t.TempDir()
	c := Connection{Transport: "ipc", IP: filepath.Join(dir, "no", "such", "folder"), ShellPort: 1, IOPubPort: 2, StdinPort: 3, ControlPort: 4, HBPort: 5}
	for _, bad := range []struct {
		env, scheme string
	}{{"much", ""}, {"", "hmac-md5"}, {"", ""}} {
		t.Setenv(OutputLimitEnv, bad.env)
		c.SignatureScheme = bad.scheme
		i := &interpreter{closed: make(chan struct{})}
		if err := Run(context.Background(), Config{Connection: c, Interpreter: i}); err == nil {
			t.Errorf("%+v: no error", bad)
		}
		select {
		case <-i.closed:
		default:
			t.Errorf("%+v: the interpreter was not closed", bad)
		}
	}
}
