// SPDX-License-Identifier: BSD-3-Clause

// Package widget provides controls for notebooks: sliders, buttons, menus, text fields, progress
// bars, boxes and tabs. They are the standard models of the Jupyter widgets (ipywidgets 8, protocol
// 2.1), so every frontend that supports those shows them without code of Polka's.
//
//	n := widget.IntSlider(1, 12).Label("n")
//	n.OnChange(func(n int) { fmt.Println(n) })
//	n // the value of the cell: the slider appears
//
// [Interact] shows controls for the parameters of a function, and what it returns:
//
//	widget.Interact(func(n int, kind string) any { ... }, []int{1, 12}, []string{"free", "fixed"})
//
// A widget stores its value in the kernel. Changes by the user are recorded at once, even while a
// cell computes, so that Value returns the new value. Functions of cells (OnChange, OnClick) are
// called when no code of cells runs; if a value has changed several times by then, they are called
// once. When a value changes, the function of an Interact is stopped if it is running, and called
// again.
//
// Without a frontend that supports widgets, a widget is shown as a line of text, and Interact shows
// what the function returns for the initial values.
package widget

import (
	"bytes"
	"context"
	_ "embed"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	comm "polka/kernel/comm/host"
	"polka/kernel/display"
	"polka/kernel/widget/host"
)

// viewType is the media type of a reference to a widget.
const viewType = "application/vnd.jupyter.widget-view+json"

// Names and versions of the protocol.
const (
	target          = "jupyter.widget"
	protocolVersion = `{"version":"2.1.0"}`
)

// modelsJSON contains the state of a new widget of each model, as ipywidgets creates it. A test in
// kernel/conformance compares it with ipywidgets.
//
//go:embed models.json
var modelsJSON []byte

type modelEntry struct {
	State         map[string]any
	Layout, Style string
}

var models = sync.OnceValue(func() map[string]modelEntry {
	var m map[string]modelEntry
	d := json.NewDecoder(bytes.NewReader(modelsJSON))
	d.UseNumber()
	if err := d.Decode(&m); err != nil {
		panic("widget: models.json: " + err.Error())
	}
	for _, e := range m {
		for k, v := range e.State {
			e.State[k] = number(v)
		}
	}
	return m
})

// number replaces the numbers in a JSON value by ints, if they are written without a decimal point,
// or by float64s.
func number(v any) any {
	switch v := v.(type) {
	case json.Number:
		if n, err := strconv.Atoi(string(v)); err == nil {
			return n
		}
		x, _ := v.Float64()
		return x
	case []any:
		for i := range v {
			v[i] = number(v[i])
		}
	}
	return v
}

// A Widget is one of the controls and boxes of this package.
type Widget interface {
	fmt.Stringer
	base() *core
}

// A core is the model of a widget, which is synchronized with the frontend.
type core struct {
	name string // in models.json

	farewell json.RawMessage // see comm.Message

	mu      sync.Mutex
	state   map[string]any // bool, int, float64, string, []byte, *core, lists and maps of these
	host    *manager
	comm    *comm.Comm
	sent    time.Time       // when an update was last sent
	rests   time.Duration   // how much longer than pause the model waits until the next
	dirty   map[string]bool // what has changed since
	timer   *time.Timer
	hooks   []func(name string)                         // called at once when the frontend changes a value
	calls   []func()                                    // functions of cells, called later
	waiting bool                                        // whether they are going to be called
	custom  []func(content json.RawMessage, b [][]byte) // for messages of the frontend; called at once
	class   string                                      // see still.go

	born int64   // when the widget was made, as host.Now
	read []int64 // when cells have read its values since they changed last
}

// pause is the minimum time between two updates of a widget that a cell changes.
const pause = 15 * time.Millisecond

func newCore(name string) *core {
	e, ok := models()[name]
	if !ok {
		panic("widget: unknown model " + name)
	}
	w := &core{name: name, state: maps.Clone(e.State), born: host.Now()}
	if e.Layout != "" {
		w.state["layout"] = newCore(e.Layout)
	}
	if e.Style != "" {
		w.state["style"] = newCore(e.Style)
	}
	return w
}

func (w *core) base() *core { return w }

// get returns a value of the state.
func (w *core) get(name string) any {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.state[name]
}

// set changes a value, here and in the frontend.
func (w *core) set(name string, v any) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.state[name] = v
	if w.comm == nil {
		return
	}
	if name == "value" || name == "index" {
		w.moved(false)()
	}
	w.host.changed()
	if w.dirty == nil {
		w.dirty = map[string]bool{}
	}
	w.dirty[name] = true
	d := pause + w.rests - time.Since(w.sent)
	switch {
	case d <= 0:
		w.flush()
	case w.timer == nil:
		w.timer = time.AfterFunc(d, w.catchUp)
		w.host.delay(w)
	default:
		w.timer.Reset(d)
	}
}

// catchUp sends the update that was delayed.
func (w *core) catchUp() {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.timer != nil {
		w.timer.Stop()
		w.timer = nil
		w.flush()
	}
}

// flush sends the changed values; w.mu is held.
func (w *core) flush() {
	if len(w.dirty) == 0 || w.comm == nil {
		return
	}
	part := map[string]any{}
	for name := range w.dirty {
		part[name] = w.state[name]
	}
	clear(w.dirty)
	w.sent = time.Now()
	data, buffers := update("update", part, w.host)
	w.comm.SendRaw(data, buffers)
}

// update returns the message that changes the given state, as JSON and buffers.
func update(method string, state map[string]any, h *manager) (json.RawMessage, [][]byte) {
	s, paths, buffers := encode(state, h)
	return mustJSON(map[string]any{"method": method, "state": s, "buffer_paths": paths}), buffers
}

func mustJSON(v any) json.RawMessage {
	raw, err := json.Marshal(v)
	if err != nil {
		panic("widget: the state cannot be written as JSON: " + err.Error())
	}
	return raw
}

// encode replaces references to widgets by their names, opening those that are not open, and
// removes binary data, which is sent separately from the JSON.
func encode(state map[string]any, h *manager) (s map[string]any, paths [][]any, buffers [][]byte) {
	paths = [][]any{}
	var walk func(v any, path []any) any
	walk = func(v any, path []any) any {
		switch v := v.(type) {
		case *core:
			return "IPY_MODEL_" + v.open(h)
		case Widget:
			return "IPY_MODEL_" + v.base().open(h)
		case []Widget:
			list := []any{}
			for i, x := range v {
				list = append(list, walk(x, append(slices.Clip(path), i)))
			}
			return list
		case []any:
			list := make([]any, len(v))
			for i, x := range v {
				if b, ok := x.([]byte); ok {
					paths, buffers = append(paths, append(slices.Clip(path), i)), append(buffers, b)
					continue
				}
				list[i] = walk(x, append(slices.Clip(path), i))
			}
			return list
		case map[string]any:
			m := map[string]any{}
			for _, k := range slices.Sorted(maps.Keys(v)) {
				p := append(slices.Clip(path), k)
				if b, ok := v[k].([]byte); ok {
					paths, buffers = append(paths, p), append(buffers, b)
					continue
				}
				m[k] = walk(v[k], p)
			}
			return m
		}
		return v
	}
	return walk(state, nil).(map[string]any), paths, buffers
}

// insert puts binary data back at its paths. Invalid paths are ignored.
func insert(state map[string]any, paths [][]any, buffers [][]byte) {
	for i, path := range paths {
		if i >= len(buffers) || len(path) == 0 {
			return
		}
		var at any = state
		for k, step := range path {
			last := k == len(path)-1
			switch x := at.(type) {
			case map[string]any:
				name, ok := step.(string)
				if !ok {
					break
				}
				if last {
					x[name] = buffers[i]
				}
				at = x[name]
			case []any:
				n, ok := step.(float64)
				if !ok || n < 0 || int(n) >= len(x) {
					break
				}
				if last {
					x[int(n)] = buffers[i]
				}
				at = x[int(n)]
			}
		}
	}
}

// open opens a comm for the model in the frontend of h and returns its id.
func (w *core) open(h *manager) string {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.comm != nil && w.host == h {
		return w.comm.ID()
	}
	w.host = h
	s, paths, buffers := encode(w.state, h)
	m := comm.Message{
		Target: target, Metadata: json.RawMessage(protocolVersion), Buffers: buffers,
		Data: mustJSON(map[string]any{"state": s, "buffer_paths": paths}), Farewell: w.farewell,
	}
	w.comm = h.hub.Open(m, w.receive)
	w.comm.OnClose(func() {
		h.forget(w)
		w.mu.Lock()
		defer w.mu.Unlock()
		w.comm = nil
	})
	h.remember(w, w.comm.ID())
	return w.comm.ID()
}

// receive handles a message of the frontend, and replies at once with send.
func (w *core) receive(m comm.Message, send func(comm.Message)) {
	var q struct {
		Method  string          `json:"method"`
		State   map[string]any  `json:"state"`
		Paths   [][]any         `json:"buffer_paths"`
		Content json.RawMessage `json:"content"`
	}
	if json.Unmarshal(m.Data, &q) != nil {
		return
	}
	switch q.Method {
	case "update":
		w.change(m, q.State, q.Paths, send)
	case "custom":
		w.mu.Lock()
		list := slices.Clone(w.custom)
		w.mu.Unlock()
		for _, f := range list {
			f(q.Content, m.Buffers)
		}
	case "request_state":
		w.mu.Lock()
		defer w.mu.Unlock() // later updates follow
		data, buffers := update("update", w.state, w.host)
		send(comm.Message{Kind: comm.Sent, ID: m.ID, Data: data, Buffers: buffers})
	}
}

// change stores values from the frontend, and sends them to the other pages. Both are one step: if
// a cell sets the same value at the same time, the pages and the kernel agree which came last.
func (w *core) change(m comm.Message, state map[string]any, paths [][]any, send func(comm.Message)) {
	var echo struct {
		Method string          `json:"method"`
		State  json.RawMessage `json:"state"`
		Paths  json.RawMessage `json:"buffer_paths"`
	}
	valid := json.Unmarshal(m.Data, &echo) == nil
	if echo.Method = "echo_update"; echo.Paths == nil {
		echo.Paths = json.RawMessage("[]")
	}
	answer := comm.Message{Kind: comm.Sent, ID: m.ID, Data: mustJSON(echo), Buffers: m.Buffers}
	insert(state, paths, m.Buffers)
	var changed []string
	w.mu.Lock()
	if valid {
		send(answer)
	}
	for name, v := range state {
		old, known := w.state[name]
		if !known || strings.HasPrefix(name, "_") {
			continue
		}
		if v, ok := like(old, v); ok {
			w.state[name] = v
			delete(w.dirty, name)
			changed = append(changed, name)
		}
	}
	hooks := slices.Clone(w.hooks)
	call := len(changed) > 0 && len(w.calls) > 0 && !w.waiting
	w.waiting = w.waiting || call
	h := w.host
	tell := func() {}
	if len(changed) > 0 {
		tell = w.moved(true)
	}
	w.mu.Unlock()
	slices.Sort(changed)
	if len(changed) > 0 {
		h.changed()
	}
	for _, f := range hooks {
		for _, name := range changed {
			f(name)
		}
	}
	if call {
		h.hub.Later(w.notify)
	}
	tell()
}

// notify calls the functions of cells that wait for a change.
func (w *core) notify() {
	w.mu.Lock()
	w.waiting = false
	list := slices.Clone(w.calls)
	w.mu.Unlock()
	for _, f := range list {
		f()
	}
}

// onChange registers f, which calls a function of a cell, to be called after changes.
func (w *core) onChange(f func()) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.calls = append(w.calls, f)
}

// like converts the JSON value v to the type of old. It reports false if v has another type. If old
// is nil, any type is accepted.
func like(old, v any) (any, bool) {
	switch o := old.(type) {
	case int:
		x, ok := v.(float64)
		return int(x), ok
	case float64:
		x, ok := v.(float64)
		return x, ok
	case bool:
		x, ok := v.(bool)
		return x, ok
	case string:
		x, ok := v.(string)
		return x, ok
	case []any:
		list, ok := v.([]any)
		if !ok || len(o) == 0 {
			return v, ok
		}
		out := make([]any, len(list))
		for i, x := range list {
			if out[i], ok = like(o[min(i, len(o)-1)], x); !ok {
				return nil, false
			}
		}
		return out, true
	case *core:
		return nil, false
	}
	return v, true
}

// A manager implements host.Host.
type manager struct {
	hub *comm.Hub
	env host.Env

	mu      sync.Mutex
	models  map[string]*core // by the id of the comm
	late    []*core          // those with a delayed update, and some that have sent it since
	modules []*Module        // that have been shown
	greeter *Module          // tells whether the page can load modules; nil before the first is shown
	greeted bool
	ctx     context.Context // of what modules compute
	cancel  context.CancelFunc
	closed  bool
	resting *time.Timer // shows the still pictures when the widgets have not changed for a while

	stillMu sync.Mutex // taken before mu and before those of widgets
	stills  []*still
}

func init() {
	host.New = func(hub *comm.Hub, env host.Env) host.Host { return newManager(hub, env) }
	host.NewModule = func(about host.Module) any { return compiled(about) }
}

func newManager(hub *comm.Hub, env host.Env) *manager {
	h := &manager{hub: hub, env: env, models: map[string]*core{}}
	h.ctx, h.cancel = context.WithCancel(context.Background())
	hub.Handle(comm.StatesTarget, func(c *comm.Comm, _ comm.Message, _ func(comm.Message)) { c.Attach(h.control) })
	return h
}

// delay notes that w has an update that is sent later.
func (h *manager) delay(w *core) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if !slices.Contains(h.late, w) {
		h.late = append(h.late, w)
	}
}

// Flush implements [host.Host].
func (h *manager) Flush() {
	h.mu.Lock()
	late := h.late
	h.late = nil
	h.mu.Unlock()
	for _, w := range late {
		w.catchUp()
	}
	h.showStills()
}

func (h *manager) remember(w *core, id string) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.models[id] = w
}

func (h *manager) forget(w *core) {
	h.mu.Lock()
	defer h.mu.Unlock()
	maps.DeleteFunc(h.models, func(_ string, x *core) bool { return x == w })
}

// control replies to a page that was loaded again and asks for the states of all widgets.
func (h *manager) control(m comm.Message, send func(comm.Message)) {
	var q struct {
		Method string `json:"method"`
	}
	if json.Unmarshal(m.Data, &q) != nil || q.Method != "request_states" {
		return
	}
	h.mu.Lock()
	list := maps.Clone(h.models)
	h.mu.Unlock()
	states := map[string]any{}
	allPaths, all := [][]any{}, [][]byte{}
	for _, id := range slices.Sorted(maps.Keys(list)) {
		w := list[id]
		w.mu.Lock()
		s, paths, buffers := encode(w.state, h)
		w.mu.Unlock()
		states[id] = map[string]any{
			"model_name": s["_model_name"], "model_module": s["_model_module"],
			"model_module_version": s["_model_module_version"], "state": s,
		}
		for _, p := range paths {
			allPaths = append(allPaths, append([]any{id, "state"}, p...))
		}
		all = append(all, buffers...)
	}
	data := mustJSON(map[string]any{"method": "update_states", "states": states, "buffer_paths": allPaths})
	send(comm.Message{Kind: comm.Sent, ID: m.ID, Data: data, Buffers: all})
}

// Bundle implements [host.Host].
func (h *manager) Bundle(v any) (b display.Bundle, ok bool) {
	return h.display(v, !h.env.Nested())
}

// View implements [host.Host].
func (h *manager) View(v any) (b display.Bundle, ok bool) { return h.display(v, false) }

// display returns the display of a widget. With still, a still picture precedes it.
func (h *manager) display(v any, still bool) (b display.Bundle, ok bool) {
	w, ok := v.(Widget)
	if !ok {
		return b, false
	}
	if m, ok := w.(interface{ module() *Module }); ok {
		return h.bundle(m.module(), still), true
	}
	b = display.Text(w.String())
	if h.env.Live() {
		if still {
			h.precede(w, w.base())
		}
		b.Data[viewType] = h.reference(w.base())
	}
	return b, true
}

func (h *manager) reference(w *core) []byte {
	return mustJSON(map[string]any{"version_major": 2, "version_minor": 0, "model_id": w.open(h)})
}
