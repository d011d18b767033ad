// SPDX-License-Identifier: BSD-3-Clause

package kernel

import (
	"bytes"
	"context"
	"encoding/json"
	"slices"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	comm "polka/kernel/comm/host"
	"polka/kernel/engine"
)

// There are no comms, and one that a frontend opens is closed.
func TestComm(t *testing.T) {
	in(t, helpful(), Config{}, func(f *frontend) {
		for _, p := range []*pipe{f.shell, f.control} {
			f.published()
			m := f.send(p, "comm_open", map[string]any{"comm_id": "c1", "target_name": "jupyter.widget", "data": map[string]any{}})
			all := of(f.published(), m)
			if len(all) != 3 || all[1].Header.Type != "comm_close" {
				t.Fatalf("published %q, want busy, comm_close, idle", lines(all))
			}
			if d := cmp.Diff(map[string]any{"comm_id": "c1", "data": map[string]any{}}, all[1].data); d != "" {
				t.Errorf("comm_close (-want +got):\n%s", d)
			}
			for _, typ := range []string{"comm_msg", "comm_close"} {
				m = f.send(p, typ, map[string]any{"comm_id": "c1", "data": map[string]any{}})
				if got := lines(of(f.published(), m)); !slices.Equal(got, []string{"busy", "idle"}) {
					t.Errorf("%s: published %q", typ, got)
				}
			}
			for _, target := range []any{nil, "jupyter.widget"} {
				m = f.send(p, "comm_info_request", map[string]any{"target_name": target})
				want := map[string]any{"status": "ok", "comms": map[string]any{}}
				if d := cmp.Diff(want, f.reply(p, m, "comm_info_reply").data); d != "" {
					t.Errorf("comm_info_reply (-want +got):\n%s", d)
				}
			}
		}
	})
}

// A commInterpreter has comms: it answers each message with a message.
type commInterpreter struct {
	*interpreter
	stops int
	calls func() bool // what it calls for a message; nil for nothing
}

func (i *commInterpreter) Comm(m comm.Message, out engine.CommOutput) (calls bool) {
	if m.Target == "nobody" {
		out.Comm(comm.Message{Kind: comm.Closed, ID: m.ID})
		return false
	}
	out.Comm(comm.Message{Kind: comm.Sent, ID: m.ID, Data: m.Data, Buffers: m.Buffers})
	return i.calls != nil && i.calls()
}

func (i *commInterpreter) StopCalls() { i.stops++ }

// Messages of comms go both ways, with their buffers and the right parents, even while a cell runs.
func TestCommMessages(t *testing.T) {
	i := &interpreter{}
	i.execute = func(ctx context.Context, c engine.Cell, out engine.Output) engine.Reply {
		o := out.(engine.CommOutput)
		o.Comm(comm.Message{Kind: comm.Opened, ID: "w", Target: "jupyter.widget", Data: json.RawMessage(`{"state":{}}`),
			Metadata: json.RawMessage(`{"version":"2.1.0"}`), Buffers: [][]byte{{1, 0, 2}}})
		if c.Code == "long" {
			return endless(ctx)
		}
		return engine.Reply{}
	}
	both := &commInterpreter{interpreter: i}
	inWith(t, i, Config{Interpreter: both}, func(f *frontend) {
		cell := f.execute("long")
		opened := kind(of(f.published(), cell), "comm_open")
		if len(opened) != 1 || opened[0].data["target_name"] != "jupyter.widget" || !bytes.Equal(opened[0].Buffers[0], []byte{1, 0, 2}) ||
			string(opened[0].Message.Metadata) != `{"version":"2.1.0"}` {
			t.Fatalf("opened: %v", opened)
		}
		id := f.subshell()
		m := f.to(id, "comm_msg", map[string]any{"comm_id": "w", "data": map[string]any{"method": "update"}})
		if got, want := lines(of(f.published(), m)), []string{"busy", "comm_msg", "idle"}; !slices.Equal(got, want) {
			t.Errorf("published %q, want %q", got, want)
		}
		open := func(target any) any {
			m := f.send(f.control, "comm_info_request", map[string]any{"target_name": target})
			return f.reply(f.control, m, "comm_info_reply").data["comms"]
		}
		if d := cmp.Diff(any(map[string]any{"w": map[string]any{"target_name": "jupyter.widget"}}), open("jupyter.widget")); d != "" {
			t.Errorf("comms (-want +got):\n%s", d)
		}
		if d := cmp.Diff(any(map[string]any{}), open("other")); d != "" {
			t.Errorf("comms of another target (-want +got):\n%s", d)
		}
		m = f.to(id, "comm_open", map[string]any{"comm_id": "x", "target_name": "nobody", "data": map[string]any{}})
		if got, want := lines(of(f.published(), m)), []string{"busy", "comm_close", "idle"}; !slices.Equal(got, want) {
			t.Errorf("published %q, want %q", got, want)
		}
		f.to(id, "comm_close", map[string]any{"comm_id": "w", "data": map[string]any{}})
		f.settle()
		if d := cmp.Diff(any(map[string]any{}), open(nil)); d != "" {
			t.Errorf("comms after they were closed (-want +got):\n%s", d)
		}
		f.send(f.control, "interrupt_request", nil)
		f.settle()
		if both.stops != 1 {
			t.Errorf("Stop reached the calls %d times, want once", both.stops)
		}
	})
}

// A message that meets the end of its comm does not close what stays on the page after a farewell.
func TestFarewell(t *testing.T) {
	i := &interpreter{}
	var cell engine.CommOutput
	i.execute = func(_ context.Context, _ engine.Cell, out engine.Output) engine.Reply {
		cell = out.(engine.CommOutput)
		for _, id := range []string{"stays", "goes"} {
			cell.Comm(comm.Message{Kind: comm.Opened, ID: id, Target: "jupyter.widget"})
		}
		return engine.Reply{}
	}
	ends := &endingInterpreter{interpreter: i}
	inWith(t, i, Config{Interpreter: ends}, func(f *frontend) {
		f.execute("x")
		f.settle()
		ends.end = func() {
			cell.Comm(comm.Message{Kind: comm.Closed, ID: "stays", Farewell: json.RawMessage(`{"method":"custom"}`)})
			cell.Comm(comm.Message{Kind: comm.Closed, ID: "goes"})
		}
		f.published()
		for _, id := range []string{"stays", "goes"} {
			f.send(f.shell, "comm_msg", map[string]any{"comm_id": id, "data": map[string]any{}})
			f.settle()
		}
		got := lines(f.published())
		if want := []string{"comm_msg", "busy", "comm_close", "idle", "busy", "comm_close", "idle"}; !slices.Equal(got, want) {
			t.Errorf("published %q, want %q", got, want)
		}
	})
}

// An endingInterpreter ends at the first message of a comm, and knows no comms after that.
type endingInterpreter struct {
	*interpreter
	end func()
}

func (i *endingInterpreter) Comm(m comm.Message, out engine.CommOutput) (calls bool) {
	if i.end != nil {
		i.end()
		i.end = nil
	}
	out.Comm(comm.Message{Kind: comm.Closed, ID: m.ID})
	return false
}

func (i *endingInterpreter) StopCalls() {}

// newOutputWidget returns an interpreter whose cells open the comm "output", and a function that
// sends a message on it.
func newOutputWidget() (i *commInterpreter, shows func()) {
	var cell engine.CommOutput
	i = &commInterpreter{interpreter: &interpreter{}}
	i.execute = func(_ context.Context, _ engine.Cell, out engine.Output) engine.Reply {
		cell = out.(engine.CommOutput)
		cell.Comm(comm.Message{Kind: comm.Opened, ID: "output", Target: "jupyter.widget"})
		return engine.Reply{}
	}
	return i, func() { cell.Comm(comm.Message{Kind: comm.Sent, ID: "output", Data: json.RawMessage(`{}`)}) }
}

// What a function shows because of a message leaves before the status messages of that message.
func TestPictureFirst(t *testing.T) {
	both, shows := newOutputWidget()
	inWith(t, both.interpreter, Config{Interpreter: both}, func(f *frontend) {
		f.execute("x")
		f.settle()
		move := func(calls func() bool) []string {
			f.published()
			both.calls = calls
			f.send(f.shell, "comm_msg", map[string]any{"comm_id": "slider", "data": map[string]any{}})
			time.Sleep(time.Second)
			f.settle()
			return lines(f.published())
		}
		first := []string{"comm_msg", "busy", "comm_msg", "idle"}
		if got := move(func() bool { shows(); return true }); !slices.Equal(got, first) {
			t.Errorf("shown at once: published %q, want %q", got, first)
		}
		if got := move(func() bool { time.AfterFunc(holdTime/2, shows); return true }); !slices.Equal(got, first) {
			t.Errorf("shown soon: published %q, want %q", got, first)
		}
		late := []string{"busy", "comm_msg", "idle", "comm_msg"}
		if got := move(func() bool { time.AfterFunc(1, shows); return false }); !slices.Equal(got, late) {
			t.Errorf("shown without a call: published %q, want %q", got, late)
		}
		if got := move(func() bool { time.AfterFunc(2*holdTime, shows); return true }); !slices.Equal(got, late) {
			t.Errorf("shown late: published %q, want %q", got, late)
		}
		// The next messages are not held until something is shown in time again.
		for _, want := range [][]string{{"busy", "comm_msg", "comm_msg", "idle"}, first} {
			if got := move(func() bool { shows(); return true }); !slices.Equal(got, want) {
				t.Errorf("after that: published %q, want %q", got, want)
			}
		}
	})
}

// An update of a widget does not overtake the states that a page which is loaded again receives.
func TestStatesFirst(t *testing.T) {
	both, shows := newOutputWidget()
	inWith(t, both.interpreter, Config{Interpreter: both}, func(f *frontend) {
		f.execute("x")
		f.send(f.shell, "comm_open", map[string]any{"comm_id": "control", "target_name": "jupyter.widget.control", "data": map[string]any{}})
		f.settle()
		f.published()
		both.calls = func() bool { shows(); return false }
		f.send(f.shell, "comm_msg", map[string]any{"comm_id": "control", "data": map[string]any{"method": "request_states"}})
		var got []any
		for _, m := range kind(f.published(), "comm_msg") {
			got = append(got, m.data["comm_id"])
		}
		if want := []any{"control", "output"}; !slices.Equal(got, want) {
			t.Errorf("messages of %v, want %v", got, want)
		}
	})
}
