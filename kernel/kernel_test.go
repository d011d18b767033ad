// SPDX-License-Identifier: BSD-3-Clause

package kernel

import (
	"context"
	"encoding/json"
	"runtime"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"polka/kernel/engine"
	"polka/kernel/wire"
)

// helpful is an interpreter that knows a little about everything.
func helpful() *interpreter {
	return &interpreter{
		complete:   func(string, int) engine.Completion { return engine.Completion{} },
		inspect:    func(string, int, int) engine.Inspection { return engine.Inspection{} },
		isComplete: func(string) engine.Completeness { return engine.Completeness{Status: engine.Complete} },
	}
}

// Every message on shell and control, of whatever type, has busy before and idle after its
// effects, with its header as their parent, and every request gets one reply, with its identities,
// on its channel.
func TestBusyAndIdle(t *testing.T) {
	in(t, helpful(), Config{}, func(f *frontend) {
		for _, c := range []struct {
			channel        *pipe
			typ            string
			content, reply string
			status         string
		}{
			{f.shell, "execute_request", `{"code":"1"}`, "execute_reply", "ok"},
			{f.shell, "execute_request", `{"code":1}`, "execute_reply", "error"},
			{f.shell, "complete_request", `{"code":"","cursor_pos":0}`, "complete_reply", "ok"},
			{f.shell, "complete_request", `{"code":[]}`, "complete_reply", "error"},
			{f.shell, "inspect_request", `{"code":"x","cursor_pos":1}`, "inspect_reply", "ok"},
			{f.shell, "inspect_request", `{"code":{}}`, "inspect_reply", "error"},
			{f.shell, "is_complete_request", `{"code":"1"}`, "is_complete_reply", "complete"},
			{f.shell, "is_complete_request", `{"code":1}`, "is_complete_reply", "unknown"},
			{f.shell, "history_request", `{"hist_access_type":"tail","n":1}`, "history_reply", "ok"},
			{f.shell, "history_request", `{"hist_access_type":"guess"}`, "history_reply", "error"},
			{f.shell, "kernel_info_request", `{}`, "kernel_info_reply", "ok"},
			{f.shell, "connect_request", `{}`, "connect_reply", "ok"},
			{f.shell, "comm_info_request", `{}`, "comm_info_reply", "ok"},
			{f.shell, "comm_open", `{"comm_id":"c","target_name":"t","data":{}}`, "", ""},
			{f.shell, "comm_open", `{"comm_id":7}`, "", ""},
			{f.shell, "comm_msg", `{"comm_id":"c","data":{}}`, "", ""},
			{f.shell, "comm_close", `{"comm_id":"c","data":{}}`, "", ""},
			{f.shell, "interrupt_request", `{}`, "interrupt_reply", "error"},
			{f.shell, "debug_request", `{}`, "debug_reply", "error"},
			{f.shell, "riddle_request", `{"answer":42}`, "riddle_reply", "error"},
			{f.shell, "riddle", `{}`, "", ""},
			{f.control, "kernel_info_request", `{}`, "kernel_info_reply", "ok"},
			{f.control, "interrupt_request", `{}`, "interrupt_reply", "ok"},
			{f.control, "connect_request", `{}`, "connect_reply", "ok"},
			{f.control, "comm_info_request", `{}`, "comm_info_reply", "ok"},
			{f.control, "execute_request", `{"code":"1"}`, "execute_reply", "error"},
			{f.control, "riddle_request", `{}`, "riddle_reply", "error"},
			{f.control, "create_subshell_request", `{}`, "create_subshell_reply", "ok"},
			{f.control, "delete_subshell_request", `{"subshell_id":"x"}`, "delete_subshell_reply", "error"},
			{f.control, "list_subshell_request", `{}`, "list_subshell_reply", "ok"},
			{f.control, "riddle", `{}`, "", ""},
		} {
			f.published()
			m := f.send(c.channel, c.typ, json.RawMessage(c.content))
			about := of(f.published(), m)
			if n := len(about); n < 2 || about[0].brief() != "busy" || about[n-1].brief() != "idle" || len(kind(about, "status")) != 2 {
				t.Errorf("%s %s: published %q, want busy, ..., idle", c.typ, c.content, lines(about))
			}
			other := f.control
			if c.channel == f.control {
				other = f.shell
			}
			if l := f.read(other.out); len(l) > 0 {
				t.Errorf("%s: replies on the wrong channel: %q", c.typ, lines(l))
			}
			if c.reply == "" {
				if l := f.read(c.channel.out); len(l) > 0 {
					t.Errorf("%s got replies, want none: %q", c.typ, lines(l))
				}
				continue
			}
			r := f.reply(c.channel, m, c.reply)
			if r.data["status"] != c.status {
				t.Errorf("%s %s: status %v, want %v", c.typ, c.content, r.data["status"], c.status)
			}
			if c.status == "error" {
				checkError(t, r)
			}
			if d := cmp.Diff(m.Identities, r.Identities); d != "" {
				t.Errorf("%s: identities of the reply (-want +got):\n%s", c.typ, d)
			}
		}
	})
}

// checkError checks what the content of every error must have.
func checkError(t *testing.T, g got) {
	t.Helper()
	for _, m := range []string{"ename", "evalue"} {
		if s, ok := g.data[m].(string); !ok || s == "" {
			t.Errorf("%s: %s is %v, want some text", g.Header.Type, m, g.data[m])
		}
	}
	trace, ok := g.data["traceback"].([]any)
	if !ok || len(trace) == 0 {
		t.Errorf("%s: traceback is %v, want a list of lines", g.Header.Type, g.data["traceback"])
	}
	for _, l := range trace {
		if _, ok := l.(string); !ok {
			t.Errorf("%s: a line of the traceback is %v", g.Header.Type, l)
		}
	}
}

func TestStartingOnce(t *testing.T) {
	in(t, helpful(), Config{}, func(f *frontend) {
		f.send(f.shell, "kernel_info_request", nil)
		all := f.published()
		if all[0].brief() != "starting" || string(all[0].ParentJSON) != "{}" {
			t.Errorf("first message is %s with parent %s, want starting without a parent", all[0].brief(), all[0].ParentJSON)
		}
		if n := len(slices.DeleteFunc(all, func(g got) bool { return g.brief() != "starting" })); n != 1 {
			t.Errorf("starting %d times", n)
		}
	})
}

// The parent header is the request's header byte for byte, with members that we do not know, in
// whatever order and spacing.
func TestParentHeaderIsKept(t *testing.T) {
	in(t, helpful(), Config{}, func(f *frontend) {
		m := f.message("kernel_info_request", nil)
		m.HeaderJSON = json.RawMessage(`{"subshell_id":null, "msg_type":"kernel_info_request","msg_id":"α<1>",  "version":"5.9","future":{"b":1,"a":[1.50]}}`)
		f.settle()
		f.published()
		f.shell.in.put(f.codec.Encode(m))
		all := append(f.replies(), f.published()...)
		if len(all) != 3 {
			t.Fatalf("got %q", lines(all))
		}
		for _, g := range all {
			if string(g.ParentJSON) != string(m.HeaderJSON) {
				t.Errorf("parent of %s is\n%s, want\n%s", g.brief(), g.ParentJSON, m.HeaderJSON)
			}
		}
	})
}

// Our headers have a session of our own, the protocol's version and ids that never come twice;
// topics name the type.
func TestHeaders(t *testing.T) {
	in(t, helpful(), Config{}, func(f *frontend) {
		f.execute("1")
		f.send(f.control, "kernel_info_request", nil)
		ids := map[string]bool{}
		all := f.published()
		for _, g := range all {
			if want := "kernel." + g.Header.Session + "." + g.Header.Type; g.topic != want {
				t.Errorf("topic %q, want %q", g.topic, want)
			}
		}
		for _, g := range slices.Concat(all, f.replies(), f.read(f.control.out)) {
			if ids[g.Header.ID] {
				t.Errorf("msg_id %s was used twice", g.Header.ID)
			}
			ids[g.Header.ID] = true
			if g.Header.Session == f.codec.Session() || g.Header.Session != f.kernel.codec.Session() {
				t.Errorf("session of %s is %q", g.brief(), g.Header.Session)
			}
			if g.Header.Version != "5.5" {
				t.Errorf("version of %s is %q", g.brief(), g.Header.Version)
			}
			if string(g.Metadata) == "null" || string(g.Content) == "null" {
				t.Errorf("null in %s", g.brief())
			}
		}
	})
}

// What is not one of our messages is dropped without an answer, and the kernel goes on.
func TestJunkIsDropped(t *testing.T) {
	in(t, helpful(), Config{}, func(f *frontend) {
		stranger, err := wire.NewCodec([]byte("another key"), "")
		if err != nil {
			t.Fatal(err)
		}
		good := f.codec.Encode(f.message("kernel_info_request", nil))
		for _, p := range []*pipe{f.shell, f.control, f.stdin} {
			p.in.put(nil)
			p.in.put([][]byte{{}})
			p.in.put([][]byte{[]byte("GET / HTTP/1.1")})
			p.in.put([][]byte{[]byte("client"), []byte(wire.Delimiter)})
			p.in.put([][]byte{[]byte("client"), []byte(wire.Delimiter), nil, nil, nil, nil, nil})
			p.in.put(stranger.Encode(f.message("kernel_info_request", nil)))
			altered := slices.Clone(good)
			altered[len(altered)-1] = []byte(`{"a":1}`)
			p.in.put(altered)
			p.in.put(f.codec.Encode(&wire.Message{HeaderJSON: json.RawMessage(`[]`)}))
			p.in.put(f.codec.Encode(&wire.Message{HeaderJSON: json.RawMessage(`{"msg_id":"x"}`)}))
			p.in.put(f.codec.Encode(&wire.Message{HeaderJSON: good[3], Content: json.RawMessage(`[1]`)}))
		}
		f.shell.in.put(good)
		f.shell.in.put(good) // a replay
		f.settle()
		f.control.in.put(good)
		if l := f.replies(); len(l) != 1 {
			t.Errorf("replies %q, want the one to the good message", lines(l))
		}
		if l := f.read(f.control.out); len(l) != 0 {
			t.Errorf("replies %q on control to a replayed message", lines(l))
		}
		if got, want := lines(f.published()), []string{"starting", "busy", "idle"}; !slices.Equal(got, want) {
			t.Errorf("published %q, want %q", got, want)
		}
	})
}

// A mistake in a handler, or in the interpreter, is an error of the request and of no other.
func TestPanicInHandler(t *testing.T) {
	i := helpful()
	i.complete = func(string, int) engine.Completion { panic("oh") }
	in(t, i, Config{}, func(f *frontend) {
		m := f.send(f.shell, "complete_request", map[string]any{"code": "x", "cursor_pos": 1})
		r := f.reply(f.shell, m, "complete_reply")
		checkError(t, r)
		if r.data["ename"] != "InternalError" || !strings.Contains(r.data["evalue"].(string), "oh") {
			t.Errorf("error %v: %v", r.data["ename"], r.data["evalue"])
		}
		if got := lines(of(f.published(), m)); !slices.Equal(got, []string{"busy", "idle"}) {
			t.Errorf("published %q", got)
		}
		m = f.execute("1")
		if r := f.reply(f.shell, m, "execute_reply"); r.data["status"] != "ok" {
			t.Errorf("the next request got %s", r.brief())
		}
	})
}

func TestKernelInfo(t *testing.T) {
	in(t, helpful(), Config{Version: "1.2.3"}, func(f *frontend) {
		m := f.send(f.shell, "kernel_info_request", nil)
		got := f.reply(f.shell, m, "kernel_info_reply").data
		want := map[string]any{
			"status":                 "ok",
			"protocol_version":       "5.5",
			"implementation":         "polka",
			"implementation_version": "1.2.3",
			"language_info": map[string]any{
				"name": "go", "version": strings.TrimPrefix(runtime.Version(), "go"), "mimetype": "text/x-go", "file_extension": ".go",
				"pygments_lexer": "go", "codemirror_mode": "go", "nbconvert_exporter": "script",
			},
			"banner": "Polka 1.2.3: Go, polyforms and exact cover",
			"help_links": []any{
				map[string]any{"text": "A Tour of Go", "url": "https://go.dev/tour/"},
				map[string]any{"text": "Effective Go", "url": "https://go.dev/doc/effective_go"},
				map[string]any{"text": "Go Specification", "url": "https://go.dev/ref/spec"},
			},
			"debugger":           false,
			"supported_features": []any{"kernel subshells"},
		}
		if d := cmp.Diff(want, got); d != "" {
			t.Errorf("kernel_info_reply (-want +got):\n%s", d)
		}
	})
}

// kernel_info_request needs no interpreter: a frontend gets its answer while the worker starts,
// which the interpreter here never does.
func TestKernelInfoBeforeInterpreter(t *testing.T) {
	i := helpful()
	i.isComplete = nil
	i.execute = func(ctx context.Context, _ engine.Cell, _ engine.Output) engine.Reply { return endless(ctx) }
	in(t, i, Config{}, func(f *frontend) {
		info := f.send(f.shell, "kernel_info_request", nil)
		f.reply(f.shell, info, "kernel_info_reply")
		f.execute("1")
		info = f.send(f.control, "kernel_info_request", nil)
		f.reply(f.control, info, "kernel_info_reply")
	})
}

func TestConnect(t *testing.T) {
	c := Connection{ShellPort: 1, IOPubPort: 2, StdinPort: 3, ControlPort: 4, HBPort: 5}
	in(t, helpful(), Config{Connection: c}, func(f *frontend) {
		m := f.send(f.shell, "connect_request", nil)
		got := f.reply(f.shell, m, "connect_reply").data
		want := map[string]any{"status": "ok", "shell_port": 1.0, "iopub_port": 2.0, "stdin_port": 3.0, "control_port": 4.0, "hb_port": 5.0}
		if d := cmp.Diff(want, got); d != "" {
			t.Errorf("connect_reply (-want +got):\n%s", d)
		}
	})
}

// The welcome has the subscribed topic as its topic, since others would not reach the subscriber.
func TestWelcome(t *testing.T) {
	in(t, helpful(), Config{}, func(f *frontend) {
		for _, topic := range []string{"", "kernel.x", "stream"} {
			m, err := f.codec.Decode(f.kernel.welcome([]byte(topic)))
			if err != nil {
				t.Fatal(err)
			}
			if got := string(m.Identities[0]); got != topic {
				t.Errorf("topic %q, want %q", got, topic)
			}
			want, _ := wire.Object(map[string]string{"subscription": topic})
			if m.Header.Type != "iopub_welcome" || string(m.ParentJSON) != "{}" || string(m.Content) != string(want) {
				t.Errorf("welcome is %s %s %s", m.Header.Type, m.ParentJSON, m.Content)
			}
		}
	})
}

// Requests on shell are answered one at a time and in order; the fake interpreter panics if not.
func TestShellOrder(t *testing.T) {
	in(t, helpful(), Config{}, func(f *frontend) {
		var want []string
		for range 20 {
			for typ, content := range map[string]any{
				"execute_request":     map[string]any{"code": "1"},
				"complete_request":    map[string]any{"code": "x"},
				"is_complete_request": map[string]any{"code": "x"},
				"kernel_info_request": nil,
			} {
				want = append(want, f.send(f.shell, typ, content).Header.ID)
			}
		}
		var got []string
		for _, r := range f.replies() {
			if r.data["status"] == "error" {
				t.Errorf("%s: %v", r.Header.Type, r.data["evalue"])
			}
			got = append(got, r.parent.ID)
		}
		if !slices.Equal(got, want) {
			t.Errorf("replies in another order than requests:\n%q\n%q", got, want)
		}
		status := kind(f.published(), "status")[1:]
		for i, g := range status {
			if state := []string{"busy", "idle"}[i%2]; g.brief() != state || g.parent.ID != want[i/2] {
				t.Fatalf("status %d is %s of %s, want %s of %s", i, g.brief(), g.parent.ID, state, want[i/2])
			}
		}
	})
}
