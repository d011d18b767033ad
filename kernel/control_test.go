// SPDX-License-Identifier: BSD-3-Clause

package kernel

import (
	"bytes"
	"context"
	"errors"
	"net"
	"slices"
	"testing"
	"testing/synctest"
	"time"

	"polka/kernel/engine"
)

// The control channel answers while a cell runs, whatever iopub does.
func TestControlWhileBusy(t *testing.T) {
	i := &interpreter{execute: func(ctx context.Context, _ engine.Cell, out engine.Output) engine.Reply {
		for range 2 * backlogLimit / batchSize {
			out.Write(engine.Stdout, bytes.Repeat([]byte("x"), batchSize))
		}
		return endless(ctx)
	}}
	in(t, i, Config{OutputLimit: -1}, func(f *frontend) {
		f.settle()
		f.published()
		f.gate <- struct{}{} // iopub hangs, so the cell hangs too
		f.execute("x")
		f.settle()
		for range 3 {
			m := f.send(f.control, "kernel_info_request", nil)
			f.reply(f.control, m, "kernel_info_reply")
		}
		m := f.send(f.control, "interrupt_request", nil)
		f.reply(f.control, m, "interrupt_reply")
		<-f.gate
		if got, want := summary(f.replies()), []string{"execute error"}; !slices.Equal(got, want) {
			t.Errorf("replies %q, want %q", got, want)
		}
		for _, g := range kind(f.published(), "status") {
			if g.parent.Type == "interrupt_request" {
				return
			}
		}
		t.Error("no status of interrupt_request")
	})
}

// shutdown_request stops the cell that runs, aborts those that wait, is answered and told to all,
// and ends the kernel.
func TestShutdown(t *testing.T) {
	for _, restart := range []bool{true, false} {
		for _, channel := range []string{"control", "shell"} {
			synctest.Test(t, func(t *testing.T) {
				i := &interpreter{execute: func(ctx context.Context, c engine.Cell, out engine.Output) engine.Reply {
					out.Write(engine.Stdout, []byte("hello"))
					return endless(ctx)
				}}
				f := start(t, i, Config{})
				from := f.shell
				if channel == "control" {
					from = f.control
					f.execute("a")
					f.execute("b")
				}
				f.settle()
				f.published()
				begin := time.Now()
				m := f.send(from, "shutdown_request", map[string]bool{"restart": restart})
				if err := <-f.ended; err != nil {
					t.Errorf("ended with %v", err)
				}
				if d := time.Since(begin); d > 0 {
					t.Errorf("waited %v for a cell that obeys", d)
				}
				<-i.closed
				if channel == "control" {
					if got, want := summary(f.replies()), []string{"execute error", "execute aborted"}; !slices.Equal(got, want) {
						t.Errorf("replies %q, want %q", got, want)
					}
				}
				r := f.reply(from, m, "shutdown_reply")
				if r.data["status"] != "ok" || r.data["restart"] != restart {
					t.Errorf("shutdown_reply %s", r.Content)
				}
				all := of(f.published(), m)
				if got, want := lines(all), []string{"busy", "shutdown_reply ok", "idle"}; !slices.Equal(got, want) {
					t.Errorf("published %q, want %q", got, want)
				}
				if string(all[1].Content) != string(r.Content) {
					t.Errorf("published %s, replied %s", all[1].Content, r.Content)
				}
			})
		}
	}
}

// A cell that does not obey Stop is ended by closing the interpreter, soon.
func TestShutdownOfStubbornCell(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		i := new(interpreter)
		i.execute = func(context.Context, engine.Cell, engine.Output) engine.Reply {
			<-i.closed
			return fails(engine.Crash, "the worker was ended")
		}
		f := start(t, i, Config{})
		f.execute("a")
		f.settle()
		begin := time.Now()
		f.send(f.control, "shutdown_request", nil)
		<-f.ended
		if d := time.Since(begin); d != stopGrace {
			t.Errorf("took %v, want %v", d, stopGrace)
		}
		if got, want := summary(f.replies()), []string{"execute error"}; !slices.Equal(got, want) {
			t.Errorf("replies %q, want %q", got, want)
		}
	})
}

// A frontend that does not read cannot hold the kernel up.
func TestShutdownWhileFrontendHangs(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		f := start(t, lively(), Config{})
		f.settle()
		f.gate <- struct{}{}
		f.execute("a")
		f.settle()
		begin := time.Now()
		f.send(f.control, "shutdown_request", nil)
		<-f.ended
		if d := time.Since(begin); d > closeGrace+flushGrace+stopGrace {
			t.Errorf("took %v", d)
		}
	})
}

// The end of the context is a shutdown.
func TestContextEnds(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		i := helpful()
		i.closed = make(chan struct{})
		k, err := newKernel(Config{Interpreter: i})
		if err != nil {
			t.Fatal(err)
		}
		ctx, cancel := context.WithCancel(t.Context())
		ended := make(chan error)
		p, q := newPipe(), newQueue()
		go func() {
			ended <- k.serve(ctx, transport{shell: p, control: newPipe(), stdin: newPipe(),
				publish: func(_ context.Context, f [][]byte) error { return q.put(f) },
				close:   func() error { return errors.New("stuck") }})
		}()
		synctest.Wait()
		cancel()
		if err := <-ended; err == nil || err.Error() != "stuck" {
			t.Errorf("ended with %v, want the error of close", err)
		}
		<-i.closed
	})
}

// A channel that breaks ends the kernel, with an error that names it.
func TestBrokenChannel(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		f := start(t, helpful(), Config{})
		f.settle()
		f.control.in.close()
		err := <-f.ended
		if !errors.Is(err, net.ErrClosed) || err.Error() != "control channel: "+net.ErrClosed.Error() {
			t.Errorf("ended with %v", err)
		}
	})
}
