// SPDX-License-Identifier: BSD-3-Clause

package kernel

import (
	"context"
	"sync"
	"testing"
	"testing/synctest"

	"polka/kernel/engine"
	"polka/kernel/wire"
)

// A kernel without sockets runs a cell that asks for input, and ends after a shutdown request.
func TestLocal(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var mu sync.Mutex
		sent := map[string][]*wire.Message{}
		codec, err := wire.NewCodec(nil, "")
		if err != nil {
			t.Fatal(err)
		}
		i := &interpreter{closed: make(chan struct{}), execute: func(ctx context.Context, _ engine.Cell, out engine.Output) engine.Reply {
			line, err := out.Input(ctx, "name", false)
			if err != nil {
				t.Error(err)
			}
			out.Write(engine.Stdout, []byte("hello, "+line))
			return engine.Reply{}
		}}
		noenv := func(string) string { return "" }
		l, err := NewLocal(Config{Interpreter: i}, noenv, func(channel string, frames [][]byte) {
			m, err := codec.Decode(frames)
			if err != nil {
				t.Error(err)
				return
			}
			mu.Lock()
			defer mu.Unlock()
			sent[channel] = append(sent[channel], m)
		})
		if err != nil {
			t.Fatal(err)
		}
		ended := make(chan error)
		go func() { ended <- l.Run(context.Background()) }()
		take := func(channel, typ string, parent *wire.Message, content any) {
			m, err := codec.New(parent, typ, content)
			if err != nil {
				t.Fatal(err)
			}
			l.Take(channel, codec.Encode(m))
			synctest.Wait()
		}
		take("nowhere", "execute_request", nil, map[string]any{"code": "a"})
		take(ShellChannel, "execute_request", nil, map[string]any{"code": "b", "allow_stdin": true})
		if len(sent[StdinChannel]) != 1 {
			t.Fatalf("%d questions, want 1", len(sent[StdinChannel]))
		}
		take(StdinChannel, "input_reply", sent[StdinChannel][0], map[string]any{"value": "Ada"})
		take(ControlChannel, "shutdown_request", nil, map[string]any{"restart": false})
		if err := <-ended; err != nil {
			t.Error(err)
		}
		var said string
		for _, m := range sent[IOPubChannel] {
			var content struct{ Text string }
			if m.Header.Type == "stream" && m.Bind(&content) == nil {
				said += content.Text
			}
		}
		if len(sent[ShellChannel]) != 1 || len(sent[ControlChannel]) != 1 || said != "hello, Ada" {
			t.Errorf("%d replies on shell and %d on control, output %q; want 1, 1 and a greeting", len(sent[ShellChannel]), len(sent[ControlChannel]), said)
		}
	})
}

// Messages that come while others are received wake the receiver once each.
func TestPort(t *testing.T) {
	const senders, messages = 4, 50000
	p := newPort(nil)
	for range senders {
		go func() {
			for range messages {
				p.put([][]byte{{1}})
			}
		}()
	}
	for range senders * messages {
		frames, err := p.Recv(context.Background())
		if err != nil || len(frames) != 1 {
			t.Fatal(frames, err)
		}
	}
	if len(p.queue) > 0 {
		t.Errorf("%d messages are left", len(p.queue))
	}
}
