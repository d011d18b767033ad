// SPDX-License-Identifier: BSD-3-Clause

package session_test

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"
	"sync"
	"testing"

	comm "polka/kernel/comm/host"
	"polka/kernel/display"
	"polka/kernel/engine"
	"polka/kernel/session"
)

// A widgetPage is an output with comms: a frontend that keeps the state of widgets.
type widgetPage struct {
	recorder

	mu     sync.Mutex
	grown  sync.Cond
	opened []string // ids of widgets, in order
	states map[string]map[string]any
	closed []string
	ids    map[string]string // of the displays: to the model
	shown  []display.Event
}

func newPage() *widgetPage {
	p := &widgetPage{states: map[string]map[string]any{}, ids: map[string]string{}}
	p.grown.L = &p.mu
	return p
}

func (p *widgetPage) Comm(m comm.Message) {
	p.mu.Lock()
	defer p.mu.Unlock()
	var q struct {
		Method string         `json:"method"`
		State  map[string]any `json:"state"`
	}
	if err := json.Unmarshal(m.Data, &q); err != nil && len(m.Data) > 0 {
		panic(err)
	}
	switch m.Kind {
	case comm.Opened:
		p.opened = append(p.opened, m.ID)
		p.states[m.ID] = q.State
	case comm.Sent:
		if q.Method == "update" {
			for k, v := range q.State {
				p.states[m.ID][k] = v
			}
		}
	case comm.Closed:
		p.closed = append(p.closed, m.ID)
	}
	p.grown.Broadcast()
}

func (p *widgetPage) Display(e display.Event) {
	p.recorder.Display(e)
	p.mu.Lock()
	defer p.mu.Unlock()
	p.shown = append(p.shown, e)
	p.grown.Broadcast()
}

func (p *widgetPage) Write(stream engine.Stream, text []byte) {
	p.recorder.Write(stream, text)
	p.mu.Lock()
	defer p.mu.Unlock()
	p.grown.Broadcast()
}

// await waits until the page looks as the function says.
func (p *widgetPage) await(done func() bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	for !done() {
		p.grown.Wait()
	}
}

// model is the last widget of a model.
func (p *widgetPage) model(name string) string {
	p.mu.Lock()
	defer p.mu.Unlock()
	for i := len(p.opened) - 1; i >= 0; i-- {
		if p.states[p.opened[i]]["_model_name"] == name {
			return p.opened[i]
		}
	}
	panic("there is no " + name)
}

// outputs are the outputs of a widget Output, as text.
func (p *widgetPage) outputs(id string) string {
	var b strings.Builder
	list, _ := p.states[id]["outputs"].([]any)
	for _, o := range list {
		o := o.(map[string]any)
		switch o["output_type"] {
		case "stream":
			fmt.Fprint(&b, o["text"])
		case "error":
			fmt.Fprintln(&b, o["ename"], o["evalue"])
		default:
			fmt.Fprintln(&b, o["data"].(map[string]any)["text/plain"])
		}
	}
	return b.String()
}

// change is what the page sends when the user moves a control. It reports whether the session calls
// a function because of it.
func (p *widgetPage) change(s *session.Session, id, state string) bool {
	return s.Comm(comm.Message{Kind: comm.Sent, ID: id, Data: json.RawMessage(`{"method":"update","buffer_paths":[],"state":` + state + `}`)}, p)
}

func (p *widgetPage) run(t *testing.T, s *session.Session, n int, code string) engine.Reply {
	t.Helper()
	r := s.Execute(context.Background(), engine.Cell{Number: n, Code: code, Comms: true}, p)
	if r.Err != nil {
		t.Fatalf("%s: %v", code, r.Err)
	}
	return r
}

func TestWidget(t *testing.T) {
	s, p := newSession(t), newPage()
	r := p.run(t, s, 1, "n := widget.IntSlider(1, 12).Label(\"n\").OnChange(func(n int) { fmt.Println(\"now\", n) })\nn")
	id := p.model("IntSliderModel")
	if view := string(r.Value.Data["application/vnd.jupyter.widget-view+json"]); !strings.Contains(view, id) {
		t.Errorf("the value is %s", view)
	}
	if r.Value.Plain() != "IntSlider n = 1" {
		t.Errorf("the text is %s", r.Value.Plain())
	}
	if !p.change(s, id, `{"value":7}`) {
		t.Error("the session says that it calls no function")
	}
	p.await(func() bool { return strings.Contains(p.String(), "now 7") })
	if p.change(s, id, `{"layout":"x"}`) {
		t.Error("the session says that it calls a function that does not depend on what has changed")
	}
	if r := p.run(t, s, 2, "n.Value()"); r.Value.Plain() != "7" {
		t.Errorf("the value is %s", r.Value.Plain())
	}
	p.run(t, s, 3, "n.Set(9)")
	p.await(func() bool { return p.states[id]["value"] == 9.0 })
	// While a cell runs, the value is recorded and the function waits.
	done := make(chan struct{})
	go func() {
		defer close(done)
		p.run(t, s, 4, "fmt.Println(\"waiting\")\nfor n.Value() != 4 {}\nfmt.Println(\"seen\")")
	}()
	p.await(func() bool { return strings.Contains(p.String(), "waiting") })
	if p.change(s, id, `{"value":3}`) {
		t.Error("the session says that it calls a function while a cell runs")
	}
	p.change(s, id, `{"value":4}`)
	<-done
	p.await(func() bool { return strings.Contains(p.String(), "now 4") })
	if text := p.String(); strings.Contains(text, "now 3") || strings.Index(text, "seen") > strings.Index(text, "now 4") {
		t.Errorf("the page shows %s", text)
	}
	// A page that is loaded again asks for everything.
	again := newPage()
	s.Comm(comm.Message{Kind: comm.Opened, ID: "c", Target: "jupyter.widget.control"}, again)
	got := &commRecorder{}
	s.Comm(comm.Message{Kind: comm.Sent, ID: "c", Data: json.RawMessage(`{"method":"request_states"}`)}, got)
	if len(got.list) != 1 || !strings.Contains(string(got.list[0].Data), `"update_states"`) || !strings.Contains(string(got.list[0].Data), `"value":4`) {
		t.Errorf("states: %v", got.list)
	}
	p.run(t, s, 5, "%reset")
	if len(p.closed) == 0 {
		t.Error("a reset leaves the widgets")
	}
}

type commRecorder struct{ list []comm.Message }

func (c *commRecorder) Comm(m comm.Message) { c.list = append(c.list, m) }

// Without comms in the frontend a widget is text, and Interact shows its first picture.
func TestWidgetWithoutComms(t *testing.T) {
	s := newSession(t)
	out := new(recorder)
	r := s.Execute(context.Background(), engine.Cell{Number: 1, Code: "widget.Interact(func(n int, kind string) any { return fmt.Sprint(n, kind) }, []int{3, 9, 1, 3}, []string{\"a\", \"b\"})\nwidget.Checkbox(\"yes\")"}, out)
	if r.Err != nil || r.Value.Plain() != "Checkbox yes = false" || len(r.Value.Data) != 1 {
		t.Fatalf("value %v, %v", r.Value, r.Err)
	}
	if !strings.Contains(out.String(), `"3a"`) {
		t.Errorf("shown: %s", out)
	}
}

func TestInteract(t *testing.T) {
	s, p := newSession(t), newPage()
	p.run(t, s, 1, `widget.Interact(func(n int, kind string) any {
	fmt.Println("called with", n, kind)
	if n == 8 {
		panic("eight")
	}
	return n * n
}, []int{2, 12, 1, 2}, []string{"free", "fixed"})`)
	slider, menu, out := p.model("IntSliderModel"), p.model("DropdownModel"), p.model("OutputModel")
	if p.states[slider]["description"] != "n" || p.states[menu]["description"] != "kind" {
		t.Errorf("labels %v, %v", p.states[slider]["description"], p.states[menu]["description"])
	}
	want := func(text string) {
		t.Helper()
		p.await(func() bool { return p.outputs(out) == text })
	}
	want("called with 2 free\n4\n")
	last := p.shown[len(p.shown)-1]
	if page := string(last.Bundle.Data["text/html"]); !last.Update || !strings.Contains(page, "called with 2 free\n</pre></div>\n<div><pre style=\"margin:0\">4</pre>") {
		t.Errorf("the notebook keeps %v: %s", last, page)
	}
	p.change(s, slider, `{"value":5}`)
	want("called with 5 free\n25\n")
	p.change(s, menu, `{"index":1}`)
	want("called with 5 fixed\n25\n")
	p.change(s, slider, `{"value":8}`)
	want("called with 8 fixed\nPanic eight\n")
	p.change(s, slider, `{"value":3}`)
	want("called with 3 fixed\n9\n")
	if text := p.String(); strings.Contains(text, "called") {
		t.Errorf("the cell shows %s", text)
	}
}

// The function of an Interact that prints much shows the beginning, and later calls show theirs.
func TestInteractFlood(t *testing.T) {
	s, p := newSession(t), newPage()
	p.run(t, s, 1, `widget.Interact(func(n int) any {
	for i := 0; n > 2 && i < 100_000; i++ {
		fmt.Println(i, "is the number")
	}
	return n * n
}, []int{2, 12, 1, 2})`)
	slider, out := p.model("IntSliderModel"), p.model("OutputModel")
	p.change(s, slider, `{"value":5}`)
	p.await(func() bool { return strings.HasSuffix(p.outputs(out), "25\n") })
	text := p.outputs(out)
	if len(text) > 300_000 || !strings.HasPrefix(text, "0 is the number\n1 is") || !strings.Contains(text, "[Output cut: a function of Interact shows 256KiB of text.]") {
		t.Errorf("%d bytes are shown: %.20s ... %s", len(text), text, text[max(0, len(text)-100):])
	}
	p.change(s, slider, `{"value":2}`)
	p.await(func() bool { return p.outputs(out) == "4\n" })
}

// TestListOfItself shows lists that contain themselves.
func TestListOfItself(t *testing.T) {
	s := newSession(t)
	for i, code := range []string{
		"a := make([]any, 1)\na[0] = a\na",
		"type list []list\nb := make(list, 1)\nb[0] = b\nb",
	} {
		if got := outcome(t, s, i+1, code); !strings.HasPrefix(got, "= ") {
			t.Errorf("%s: %.200s", code, got)
		}
	}
}

// TestInteractStills watches the still pictures of an Interact. That of the slider is replaced
// while the function is running, and widgets that the function shows have none.
func TestInteractStills(t *testing.T) {
	s, p := newSession(t), newPage()
	p.run(t, s, 1, `free := false
widget.Interact(func(n int) any {
	for n == 5 && !free {
	}
	display.Show(widget.Checkbox("shown"))
	return widget.Dropdown("a", "b").Label(fmt.Sprint("inner", n))
}, []int{2, 12, 1, 2})`)
	slider, out := p.model("IntSliderModel"), p.model("OutputModel")
	pictures := func() (first []display.Event, last string) {
		for _, e := range p.shown {
			if e.Bundle.Metadata["polka"] == nil {
				continue
			}
			if last = string(e.Bundle.Data["text/html"]); !e.Update {
				first = append(first, e)
			}
		}
		return first, last
	}
	want := func(text string) {
		t.Helper()
		p.await(func() bool { return strings.Contains(p.outputs(out), text) })
	}
	want("inner2")
	p.change(s, slider, `{"value":5}`)
	p.await(func() bool {
		_, last := pictures()
		return strings.Contains(last, "IntSlider n = 5")
	})
	p.run(t, s, 2, "free = true")
	want("inner5")
	p.change(s, slider, `{"value":7}`)
	want("inner7")
	p.run(t, s, 3, "1")
	p.mu.Lock()
	defer p.mu.Unlock()
	if first, _ := pictures(); len(first) != 2 {
		t.Errorf("%d still pictures, want those of the slider and of the output", len(first))
	}
}

// A value that changes stops the call that is going on, also in compiled code, and so does a cell,
// after which the call is made again.
func TestInteractRestarts(t *testing.T) {
	s, p := newSession(t), newPage()
	p.run(t, s, 1, `calls := 0
widget.Interact(func(n int) any {
	calls++
	fmt.Println("begins", n, calls)
	if n > 2 {
		cover.New(cover.Rectangle(10, 12), append(shapes.Pentominoes(), shapes.Pentominoes()...)...).Count()
	}
	fmt.Println("ends", n)
	return nil
}, []int{2, 12, 1, 2})`)
	slider, out := p.model("IntSliderModel"), p.model("OutputModel")
	want := func(text string) {
		t.Helper()
		p.await(func() bool { return p.outputs(out) == text })
	}
	want("begins 2 1\nends 2\n")
	for i, n := range []int{5, 6, 7} {
		p.change(s, slider, fmt.Sprintf(`{"value":%d}`, n))
		want(fmt.Sprintf("begins %d %d\n", n, i+2))
	}
	if r := p.run(t, s, 2, "calls"); r.Value.Plain() != "4" {
		t.Errorf("%s calls, want 4", r.Value.Plain())
	}
	want("begins 7 5\n")
	s.StopCalls()
	p.await(func() bool { return strings.Contains(p.outputs(out), "Interrupted") })
	p.change(s, slider, `{"value":2}`)
	want("begins 2 6\nends 2\n")
}

// Stop during the first of two calls that a cell makes ends the second as well, and does not make
// it later.
func TestInteractStopped(t *testing.T) {
	s, p := newSession(t), newPage()
	p.run(t, s, 1, `second := 0`)
	ctx, stop := context.WithCancel(context.Background())
	defer stop()
	done := make(chan engine.Reply)
	go func() {
		done <- s.Execute(ctx, engine.Cell{Number: 2, Comms: true, Code: `widget.Interact(func(n int) any {
	fmt.Println("begins")
	for {
	}
}, []int{2, 12, 1, 2})
widget.Interact(func(n int) any {
	second++
	return nil
}, []int{2, 12, 1, 2})`}, p)
	}()
	p.await(func() bool {
		for id := range p.states {
			if strings.Contains(p.outputs(id), "begins") {
				return true
			}
		}
		return false
	})
	stop()
	if r := <-done; r.Err == nil || r.Err.Name != engine.Interrupted {
		t.Errorf("the cell ended with %v", r.Err)
	}
	p.run(t, s, 3, "widget.NewButton(\"go\").OnClick(func() { second += 10; fmt.Println(\"clicked\") })")
	s.Comm(comm.Message{Kind: comm.Sent, ID: p.model("ButtonModel"), Data: json.RawMessage(`{"method":"custom","content":{"event":"click"}}`)}, p)
	p.await(func() bool { return strings.Contains(p.String(), "clicked") }) // after all calls before
	if r := p.run(t, s, 4, "second"); r.Value.Plain() != "10" {
		t.Errorf("second is %s, want 10", r.Value.Plain())
	}
}

// Stop drops the calls that wait. Later changes are handled again.
func TestStopBeforeCall(t *testing.T) {
	s, p := newSession(t), newPage()
	p.run(t, s, 1, "n := widget.IntSlider(1, 12).OnChange(func(n int) { fmt.Println(\"now\", n) })\nn")
	id := p.model("IntSliderModel")
	ctx, stop := context.WithCancel(context.Background())
	defer stop()
	done := make(chan engine.Reply)
	go func() {
		done <- s.Execute(ctx, engine.Cell{Number: 2, Comms: true, Code: "fmt.Println(\"waiting\")\nfor {\n}"}, p)
	}()
	p.await(func() bool { return strings.Contains(p.String(), "waiting") })
	p.change(s, id, `{"value":3}`)
	s.StopCalls()
	stop()
	<-done
	if !p.change(s, id, `{"value":4}`) {
		t.Fatal("the session says that it calls no function")
	}
	p.await(func() bool { return strings.Contains(p.String(), "now 4") })
	if text := p.String(); strings.Contains(text, "now 3") {
		t.Errorf("the page shows %s", text)
	}
}

func TestButton(t *testing.T) {
	s, p := newSession(t), newPage()
	p.run(t, s, 1, "clicks := 0\nwidget.NewButton(\"go\").OnClick(func() { clicks++; if clicks == 3 { panic(\"third\") }; fmt.Println(\"click\", clicks) })")
	id := p.model("ButtonModel")
	for range 4 {
		s.Comm(comm.Message{Kind: comm.Sent, ID: id, Data: json.RawMessage(`{"method":"custom","content":{"event":"click"}}`)}, p)
	}
	p.await(func() bool { return strings.Contains(p.String(), "click 4") })
	if text := p.String(); !strings.Contains(text, "third") || !strings.Contains(text, "click 2") {
		t.Errorf("shown: %s", text)
	}
}

// Comms of a cell's own.
func TestCommOfCell(t *testing.T) {
	s, p := newSession(t), newPage()
	p.run(t, s, 1, `comm.Register("echo", func(c *comm.Comm, data map[string]any) {
	fmt.Println("opened with", data["n"])
	c.OnMessage(func(data map[string]any, buffers [][]byte) { fmt.Println("got", data["n"], buffers); c.Send(data, buffers...) })
})`)
	s.Comm(comm.Message{Kind: comm.Opened, ID: "x", Target: "echo", Data: json.RawMessage(`{"n":1}`)}, p)
	s.Comm(comm.Message{Kind: comm.Sent, ID: "x", Data: json.RawMessage(`{"n":2}`), Buffers: [][]byte{{1, 2}}}, p)
	p.await(func() bool { return strings.Contains(p.String(), "got 2 [[1 2]]") })
	s.Comm(comm.Message{Kind: comm.Opened, ID: "y", Target: "nobody"}, p)
	p.await(func() bool { return len(p.closed) == 1 && p.closed[0] == "y" })
}
