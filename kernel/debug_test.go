// SPDX-License-Identifier: BSD-3-Clause

package kernel

import (
	"context"
	"encoding/json"
	"slices"
	"testing"

	"polka/kernel/engine"
)

// A debugInterpreter has a debugger: it answers requests with their commands, reports each as an
// event, and an evaluation takes until it is stopped.
type debugInterpreter struct {
	*interpreter
	take func([]byte)
}

func (i *debugInterpreter) DebugEvents(take func([]byte)) { i.take = take }

func (i *debugInterpreter) Debug(ctx context.Context, request []byte) []byte {
	var q struct{ Command string }
	if json.Unmarshal(request, &q) != nil {
		panic("no request")
	}
	if q.Command == "evaluate" {
		<-ctx.Done()
	}
	i.take([]byte(`{"type":"event","event":"` + q.Command + `"}`))
	return []byte(`{"type":"response","success":true,"command":"` + q.Command + `"}`)
}

// Requests for the debugger are answered in order, events belong to the running cell, and Stop ends
// an evaluation.
func TestDebugRequests(t *testing.T) {
	i := &interpreter{execute: func(ctx context.Context, c engine.Cell, out engine.Output) engine.Reply { return endless(ctx) }}
	both := &debugInterpreter{interpreter: i}
	inDebugger(t, both, func(f *frontend) {
		f.published()
		info := f.send(f.control, "kernel_info_request", nil)
		if got := f.reply(f.control, info, "kernel_info_reply").data; got["debugger"] != true || !slices.Contains(got["supported_features"].([]any), any("debugger")) {
			t.Errorf("kernel_info_reply: %v", got)
		}
		m := f.send(f.control, "debug_request", map[string]any{"type": "request", "seq": 1, "command": "attach"})
		if got := f.reply(f.control, m, "debug_reply").data; got["command"] != "attach" || got["success"] != true {
			t.Errorf("debug_reply: %v", got)
		}
		if got, want := lines(of(f.published(), m)), []string{"busy", "debug_event", "idle"}; !slices.Equal(got, want) {
			t.Errorf("published %q, want %q", got, want)
		}
		cell := f.execute("long")
		f.published()
		first := f.send(f.control, "debug_request", map[string]any{"type": "request", "seq": 2, "command": "evaluate"})
		second := f.send(f.control, "debug_request", map[string]any{"type": "request", "seq": 3, "command": "threads"})
		if got := f.read(f.control.out); len(got) > 0 {
			t.Errorf("%d replies before the evaluation has ended", len(got))
		}
		f.send(f.control, "interrupt_request", nil)
		var order []string
		for _, r := range f.read(f.control.out) {
			if r.Header.Type == "debug_reply" {
				order = append(order, r.parent.ID)
			}
		}
		if want := []string{first.Header.ID, second.Header.ID}; !slices.Equal(order, want) {
			t.Errorf("replies to %q, want %q", order, want)
		}
		if got := kind(of(f.published(), cell), "error"); len(got) != 1 {
			t.Errorf("%d errors of the cell", len(got))
		}
		both.take([]byte(`{"event":"late"}`))
	})
}
