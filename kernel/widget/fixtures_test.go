// SPDX-License-Identifier: BSD-3-Clause

package widget

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"testing"

	comm "polka/kernel/comm/host"
)

// The fixtures of cositos; testdata/cositos/README.md says what they are. A test in
// kernel/conformance sends the same messages through a kernel.

func fixture(t *testing.T, name string, v any) {
	t.Helper()
	text, err := os.ReadFile(filepath.Join("testdata", "cositos", name))
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(text, v); err != nil {
		t.Fatal(name, err)
	}
}

// A fixtureMessage is a message of a fixture.
type fixtureMessage struct {
	Data     any
	Buffers  [][]byte `json:"buffers_b64"`
	Metadata any
}

func asJSON(t *testing.T, raw []byte) (v any) {
	t.Helper()
	if err := json.Unmarshal(raw, &v); err != nil {
		t.Fatal(err)
	}
	return v
}

// contains reports whether the values of the object part are those of whole, which may have more.
func contains(whole, part any) bool {
	w, p := whole.(map[string]any), part.(map[string]any)
	for name, v := range p {
		if x, ok := w[name]; !ok || !reflect.DeepEqual(x, v) {
			return false
		}
	}
	return true
}

// A recordingPage has the messages for the frontend.
type recordingPage struct {
	hub  *comm.Hub
	host *manager
	sent []comm.Message
}

func newRecordingPage(t *testing.T) *recordingPage {
	p := &recordingPage{}
	p.hub = comm.NewHub(p.take, func(f func()) { f() })
	p.host = newManager(p.hub, livePage{})
	t.Cleanup(p.host.Close)
	return p
}

func (p *recordingPage) take(m comm.Message) { p.sent = append(p.sent, m) }

func (p *recordingPage) receive(t *testing.T, id string, data any) {
	p.hub.Receive(comm.Message{Kind: comm.Sent, ID: id, Data: mustJSON(data)}, p.take)
}

// TestFixtureMessages compares the messages of a module with those of the fixtures.
func TestFixtureMessages(t *testing.T) {
	const source = "export default { render() {} }"
	p := newRecordingPage(t)
	m := NewModule(source, "", map[string]any{"value": 0, "img": nil, "shape": nil})
	m.open(p.host)

	var open fixtureMessage
	fixture(t, "comm_open.json", &open)
	got := p.sent[len(p.sent)-1]
	data := asJSON(t, got.Data).(map[string]any)
	state := open.Data.(map[string]any)["state"].(map[string]any)
	for _, name := range []string{"_model_module_version", "_view_module_version"} {
		state[name] = "*" // cositos names a version of anywidget; the kernel does not know which is installed
	}
	if !contains(data["state"], state) || len(data["buffer_paths"].([]any)) != 0 || !reflect.DeepEqual(asJSON(t, got.Metadata), open.Metadata) {
		t.Errorf("opened with %s and %s, want %v", got.Data, got.Metadata, open)
	}

	for name, state := range map[string]map[string]any{
		"update.json":               {"value": 42},
		"update_nested_buffer.json": {"img": map[string]any{"bytes": []byte("PNGDATA")}, "shape": []int{1, 1}},
	} {
		var want fixtureMessage
		fixture(t, name, &want)
		data, buffers := update("update", state, p.host)
		if !reflect.DeepEqual(asJSON(t, data), want.Data) || !slices.EqualFunc(buffers, want.Buffers, bytes.Equal) {
			t.Errorf("%s: sent %s and %q", name, data, buffers)
		}
		// The same message from the frontend has the same values.
		p.hub.Receive(comm.Message{Kind: comm.Sent, ID: m.comm.ID(), Data: mustJSON(want.Data), Buffers: want.Buffers}, p.take)
		for k, v := range state {
			if back := m.Get(k); !bytes.Equal(mustJSON(back), mustJSON(v)) {
				t.Errorf("%s: %s is %v, want %v", name, k, back, v)
			}
		}
	}

	var custom fixtureMessage
	fixture(t, "custom.json", &custom)
	content := custom.Data.(map[string]any)["content"]
	m.Send(content)
	if got := p.sent[len(p.sent)-1]; !reflect.DeepEqual(asJSON(t, got.Data), custom.Data) {
		t.Errorf("sent %s, want %v", got.Data, custom.Data)
	}
	var received any
	m.OnMessage(func(v any) { received = v })
	p.receive(t, m.comm.ID(), custom.Data)
	if !reflect.DeepEqual(received, content) {
		t.Errorf("received %v, want %v", received, content)
	}
}

// TestFixtureState compares the states that a page that is loaded again gets with those of the
// fixture: a module that refers to another, which has binary data.
func TestFixtureState(t *testing.T) {
	var want struct {
		State map[string]struct {
			ModelName   string `json:"model_name"`
			ModelModule string `json:"model_module"`
			State       map[string]any
			Buffers     []struct {
				Path []any
				Data []byte
			}
		}
	}
	fixture(t, "widget-state.json", &want)
	p := newRecordingPage(t)
	modules := map[string]*Module{}
	for _, name := range []string{"plot", "box"} {
		state := map[string]any{}
		for k, v := range want.State[name].State {
			if k == "children" {
				v = []any{modules["plot"]}
			}
			state[k] = v
		}
		for _, b := range want.State[name].Buffers {
			state[b.Path[0].(string)] = b.Data
		}
		modules[name] = NewModule(state["_esm"].(string), "", state)
		modules[name].open(p.host)
	}
	p.hub.Receive(comm.Message{Kind: comm.Opened, ID: "control", Target: comm.StatesTarget}, p.take)
	var got struct {
		Method string
		States map[string]struct {
			ModelName   string `json:"model_name"`
			ModelModule string `json:"model_module"`
			State       map[string]any
		}
		Paths [][]any `json:"buffer_paths"`
	}
	p.receive(t, "control", map[string]any{"method": "request_states"})
	last := p.sent[len(p.sent)-1]
	if err := json.Unmarshal(last.Data, &got); err != nil || got.Method != "update_states" {
		t.Fatal(err, got.Method)
	}
	for name, m := range modules {
		w, id := want.State[name], m.comm.ID()
		g := got.States[id]
		if name == "box" {
			w.State["children"] = []any{"IPY_MODEL_" + modules["plot"].comm.ID()}
		}
		if g.ModelName != w.ModelName || g.ModelModule != w.ModelModule || !contains(g.State, w.State) {
			t.Errorf("%s is %v, want %v", name, g, w)
		}
		for _, b := range w.Buffers {
			i := slices.IndexFunc(got.Paths, func(path []any) bool {
				return reflect.DeepEqual(path, append([]any{id, "state"}, b.Path...))
			})
			if i < 0 || !bytes.Equal(last.Buffers[i], b.Data) {
				t.Errorf("%s: %v is not among the buffers %v", name, b.Path, got.Paths)
			}
		}
	}
}

// TestFixtureLifecycle makes the events of the fixtures happen and compares the effects.
func TestFixtureLifecycle(t *testing.T) {
	files, _ := filepath.Glob(filepath.Join("testdata", "cositos", "lifecycle", "*.json"))
	if len(files) != 10 {
		t.Fatalf("%d files", len(files))
	}
	for _, file := range files {
		name := filepath.Base(file)
		var list [][]json.RawMessage
		fixture(t, filepath.Join("lifecycle", name), &list)
		for _, story := range list {
			var before, after string
			var event struct {
				Kind, ID string
				Include  []string
				Message  map[string]any
			}
			var state map[string]any
			var want []struct {
				Kind string
				Type comm.Kind `json:"msg_type"`
			}
			for i, v := range []any{&before, &event, &state, &after, &want} {
				if err := json.Unmarshal(story[i], v); err != nil {
					t.Fatal(name, err)
				}
			}
			if state == nil {
				state = map[string]any{}
			}
			if state["value"] == nil {
				state["value"] = 0.0
			}
			p := newRecordingPage(t)
			m := NewModule("", "", state)
			called := false
			m.OnMessage(func(any) { called = true })
			if before == "open" {
				m.open(p.host)
			}
			n := len(p.sent)
			switch event.Kind {
			case "open":
				m.open(p.host)
				opened := len(p.sent)
				p.receive(t, m.comm.ID(), map[string]any{"method": "request_state"})
				if len(p.sent) == opened {
					t.Errorf("%s: the module does not listen", name)
				}
				p.sent = p.sent[:opened]
			case "send_state":
				p.sent = p.sent[:n]
				if event.Include == nil {
					event.Include = []string{"_esm", "value"}
				}
				for _, k := range event.Include {
					m.Set(k, state[k])
				}
				p.host.Flush()
				sent := map[string]any{}
				for _, u := range p.sent[n:] {
					for k, v := range asJSON(t, u.Data).(map[string]any)["state"].(map[string]any) {
						sent[k] = v
					}
				}
				if len(sent) != len(event.Include) || !contains(state, sent) {
					t.Errorf("%s: sent %v", name, sent)
				}
				p.sent = p.sent[:n+1] // the second value is sent when the first has been, or with it
			case "inbound":
				p.receive(t, m.comm.ID(), event.Message)
			case "close":
				m.comm.Close()
			case "comm_id_assigned":
				if m.comm.ID() == "" {
					t.Errorf("%s: no id", name)
				}
			default:
				t.Fatalf("%s: unknown event %s", name, event.Kind)
			}
			kinds := map[string][]comm.Kind{}
			for _, sent := range p.sent[n:] {
				var q struct{ Method string }
				if json.Unmarshal(sent.Data, &q); q.Method != "echo_update" && sent.Target != comm.StatesTarget {
					kinds["send"] = append(kinds["send"], sent.Kind)
				}
			}
			var wanted []comm.Kind
			for _, e := range want {
				switch e.Kind {
				case "send":
					wanted = append(wanted, e.Type)
				case "apply_state":
					if v, _ := m.Get("value").(float64); v != event.Message["state"].(map[string]any)["value"] {
						t.Errorf("%s: value is %v", name, m.Get("value"))
					}
				case "invoke_custom":
					if !called {
						t.Errorf("%s: the function is not called", name)
					}
				case "listen": // see above
				default:
					t.Fatalf("%s: unknown effect %s", name, e.Kind)
				}
			}
			// Opening a module opens the models to which it refers, such as its layout, before it.
			sent := slices.DeleteFunc(slices.Clone(kinds["send"]), func(k comm.Kind) bool { return k == comm.Opened })
			if i := slices.Index(kinds["send"], comm.Opened); i >= 0 {
				sent = append([]comm.Kind{comm.Opened}, sent...)
			}
			if !slices.Equal(sent, wanted) {
				t.Errorf("%s: sent %v, want %v", name, sent, wanted)
			}
		}
	}
}
