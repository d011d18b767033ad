// SPDX-License-Identifier: BSD-3-Clause

package widget

import (
	"context"
	"encoding/json"
	"maps"
	"slices"

	"polka/kernel/display"
	"polka/kernel/widget/host"
)

// A Module is a widget whose frontend is a JavaScript module as the project anywidget defines them:
// its default export has a function render({model, el}), which draws the widget in the element el.
// The module shares values with Go, which it reads and sets with model.get, model.set and
// model.save_changes. They are what encoding/json makes of Go's values and reads from JSON.
//
//	m := widget.NewModule(`
//		export default {
//			render({ model, el }) {
//				const button = document.createElement("button");
//				const show = () => { button.textContent = "pressed " + model.get("n") + " times"; };
//				button.onclick = () => { model.set("n", model.get("n") + 1); model.save_changes(); };
//				model.on("change:n", show);
//				show();
//				el.append(button);
//			}
//		};`, "", map[string]any{"n": 0})
//	m.OnChange(func(name string) { fmt.Println(m.Get("n")) })
//	m
//
// JupyterLab needs the Python package anywidget for it. Without that, the page shows a picture if
// the widget has one, and otherwise a line of text.
type Module struct {
	*core
	about host.Module
	view  *Box // what the page shows: the module or, until the page has loaded it, its picture
}

// farewell is the message to a module when the worker has ended. The module stays on the page.
var farewell = json.RawMessage(`{"method":"custom","content":{"gone":true}}`)

// NewModule returns a widget made of the source of a JavaScript module, its style sheet, and the
// values that it shares with Go.
func NewModule(source, style string, values map[string]any) *Module {
	return compiled(host.Module{Name: "Module", Source: source, Style: style, State: values})
}

// compiled returns a widget of one of Polka's packages.
func compiled(about host.Module) *Module {
	layout := newCore("Layout")
	layout.farewell = farewell
	m := &Module{about: about, core: &core{name: about.Name, farewell: farewell, state: map[string]any{
		"_dom_classes": []any{}, "layout": layout, "tabbable": nil, "tooltip": nil,
		"_model_module": "anywidget", "_model_module_version": "*", "_model_name": "AnyModel",
		"_view_module": "anywidget", "_view_module_version": "*", "_view_name": "AnyView", "_view_count": nil,
		"_anywidget_id": "polka." + about.Name, "_esm": about.Source, "_css": about.Style,
	}}}
	maps.Copy(m.state, about.State)
	m.custom = append(m.custom, func(content json.RawMessage, _ [][]byte) {
		if about.Receive != nil {
			about.Receive(m.host.context(), content)
		}
	})
	return m
}

// Get returns a value that the module shares with Go, or nil if there is none with this name. A
// value that the frontend has set is nil, a bool, float64 or string, or a []any or map[string]any
// of these; but numbers are of type int where Go has set an int before.
func (m *Module) Get(name string) any { return m.get(name) }

// Set changes a value, in Go and on the page.
func (m *Module) Set(name string, value any) *Module { m.set(name, value); return m }

// Send sends a message, encoded by encoding/json, to the module, which receives it with
// model.on("msg:custom", ...).
func (m *Module) Send(message any) {
	m.mu.Lock()
	c := m.comm
	m.mu.Unlock()
	if c != nil {
		c.SendRaw(mustJSON(map[string]any{"method": "custom", "content": message}), nil)
	}
}

// OnMessage registers a function that is called with each message that the module sends with
// model.send.
func (m *Module) OnMessage(f func(message any)) *Module {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.custom = append(m.custom, func(content json.RawMessage, _ [][]byte) {
		var v any
		if json.Unmarshal(content, &v) == nil {
			m.host.hub.Later(func() { f(v) })
		}
	})
	return m
}

// OnChange registers a function that is called with the name of each value that the module changes.
func (m *Module) OnChange(f func(name string)) *Module {
	var changed []string // the values that f does not know about yet
	m.mu.Lock()
	m.hooks = append(m.hooks, func(name string) {
		m.mu.Lock()
		defer m.mu.Unlock()
		if !slices.Contains(changed, name) {
			changed = append(changed, name)
		}
	})
	m.mu.Unlock()
	m.onChange(func() {
		m.mu.Lock()
		list := changed
		changed = nil
		m.mu.Unlock()
		for _, name := range list {
			f(name)
		}
	})
	return m
}

func (m *Module) module() *Module { return m }

// String describes the widget.
func (m *Module) String() string {
	if m.about.Text != nil {
		return m.about.Text()
	}
	return m.describe(nil)
}

// bundle returns the display of a module. Whether a page can load modules is known only when it has
// loaded one. Until then it shows the picture of the widget, and after some seconds what is
// missing.
func (h *manager) bundle(m *Module, still bool) display.Bundle {
	if about := h.env.Said(m.about.Name); about != nil {
		m.set("said", about)
	}
	b := display.Text(m.String())
	if !h.env.Live() {
		if m.about.Page != nil {
			b.Data[display.HTMLType] = []byte(m.about.Page())
		}
		if m.about.Picture != nil {
			b.Data[display.SVGType] = []byte(m.about.Picture())
		}
		if m.about.PNG != nil {
			if file := m.about.PNG(); file != nil {
				b.Data[display.PNGType] = file
			}
		}
		return b
	}
	if m.view == nil {
		still := HTML(m.still() + missing)
		m.view = VBox(still)
		m.view.state["_dom_classes"] = []any{"polka-module"}
		for _, w := range []*core{m.view.core, still.core} {
			w.farewell = farewell
			for _, v := range w.state {
				if c, ok := v.(*core); ok {
					c.farewell = farewell
				}
			}
		}
	}
	h.mu.Lock()
	greeted, first := h.greeted, h.greeter == nil
	if first {
		h.greeter = NewModule(greeting, "", nil)
		h.greeter.custom = append(h.greeter.custom, func(json.RawMessage, [][]byte) { h.greet() })
	}
	if !slices.Contains(h.modules, m) {
		h.modules = append(h.modules, m)
	}
	h.mu.Unlock()
	if first {
		h.greeter.open(h)
	}
	if greeted {
		m.view.Set(m)
	}
	if still {
		h.precede(m, m.view.core)
	} else if m.about.Picture != nil {
		b.Data[display.SVGType] = []byte(m.about.Picture()) // for the still picture of the Output
	}
	b.Data[viewType] = h.reference(m.view.core)
	return b
}

// missing is what the page says if it cannot load modules, after a time in which it should have
// loaded one.
const missing = "<style>@keyframes polka-wait{from,to{visibility:hidden}}.polka-missing{animation:polka-wait 4s}</style>" +
	`<p class="polka-missing" style="font-size:13px">This is a picture. For the widget itself, JupyterLab needs the Python package ` +
	"anywidget: run <code>pip install anywidget</code> where JupyterLab is installed, and load this page again.</p>"

// greeting is a module that sends a message when the page has loaded it.
const greeting = `export default { initialize({ model }) { model.send({ hello: true }); } };`

// greet replaces the pictures by the modules.
func (h *manager) greet() {
	h.mu.Lock()
	list := slices.Clone(h.modules)
	if h.greeted {
		list = nil
	}
	h.greeted = true
	h.mu.Unlock()
	for _, m := range list {
		m.view.Set(m)
	}
}

// context ends when the user presses Stop.
func (h *manager) context() context.Context {
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.ctx
}

// Stop implements [host.Host].
func (h *manager) Stop() {
	h.mu.Lock()
	h.cancel()
	h.ctx, h.cancel = context.WithCancel(context.Background())
	list := slices.Clone(h.modules)
	models := slices.Collect(maps.Values(h.models))
	h.mu.Unlock()
	for _, w := range models {
		w.mu.Lock()
		w.waiting = false // the session has dropped the call
		w.mu.Unlock()
	}
	for _, m := range list {
		if m.about.Stopped != nil {
			m.about.Stopped()
		}
	}
}

// Close implements [host.Host].
func (h *manager) Close() {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.cancel()
	h.closed = true
	if h.resting != nil {
		h.resting.Stop()
	}
}
