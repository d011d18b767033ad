// SPDX-License-Identifier: BSD-3-Clause

package widget

import (
	"encoding/json"
	"fmt"
	"maps"
	"math"
	"reflect"
	"slices"
	"strings"
	"sync"
	"time"

	"polka/internal/size"
	comm "polka/kernel/comm/host"
	"polka/kernel/display"
	"polka/kernel/widget/host"
)

// commands are the functions of the package for cells that need a frontend, bound to one session.
type commands struct {
	Interact   func(f any, controls ...any)
	Link       func(a, b Widget)
	LinkOneWay func(from, to Widget)
}

// Commands implements [host.Host].
func (h *manager) Commands() any {
	return commands{
		Interact:   h.interact,
		Link:       func(a, b Widget) { h.link("Link", a, b) },
		LinkOneWay: func(from, to Widget) { h.link("DirectionalLink", from, to) },
	}
}

// Link makes the frontend keep the values of two widgets equal, without asking the kernel.
func Link(a, b Widget) {}

// LinkOneWay makes the frontend copy each new value of from to to.
func LinkOneWay(from, to Widget) {}

// Interact shows controls for the parameters of f, calls f with their values, and shows its results
// and output. When the user changes a value, f is called again; a call that is running is stopped.
//
// The controls are in the order of the parameters. Each is a widget, or stands for one:
// []string{"a", "b"} for a Dropdown, []int{1, 12} and []float64{0, 1} for a slider with these ends
// and any other value for a control with that initial value. A third number is the step of the
// slider, by default 1 and a hundredth of the range, and a fourth its initial value, by default the
// middle: []int{1, 12, 1, 4}. Parameters without one get a control for their type, which must be an
// integer, float, boolean or string type. Interact panics if f is not a function, or a control does
// not fit its parameter.
func Interact(f any, controls ...any) { terminal().interact(f, controls...) }

// terminal is the manager of programs without a frontend.
var terminal = sync.OnceValue(func() *manager {
	return newManager(comm.NewHub(func(comm.Message) {}, func(f func()) { f() }), console{})
})

type console struct{}

func (console) Live() bool                          { return false }
func (console) Render(v any, _ bool) display.Bundle { return display.Renderer{}.Render(v) }
func (console) Nested() bool                        { return false }
func (console) Said(string) any                     { return nil }
func (console) Display(e display.Event)             { fmt.Println(e.Bundle.Plain()) }
func (console) Parameters(any) []string             { return nil }
func (console) Evaluate(e host.Evaluation)          { e.Finish(e.Call(), nil) }
func (console) Moved(host.Move)                     {}

// An evaluation implements host.Evaluation.
type evaluation struct {
	h        *manager
	f        reflect.Value
	controls []Widget
	out      *Output // nil without a frontend

	mu   sync.Mutex
	done bool // the function has returned
}

// interact implements Interact.
func (h *manager) interact(f any, controls ...any) {
	v := reflect.ValueOf(f)
	if v.Kind() != reflect.Func || v.IsNil() {
		panic("widget: Interact needs a function")
	}
	t := v.Type()
	if t.IsVariadic() {
		panic("widget: the function of Interact has a variable number of parameters")
	}
	if len(controls) > t.NumIn() {
		panic(fmt.Sprintf("widget: %d controls for a function with %d parameters", len(controls), t.NumIn()))
	}
	e := &evaluation{h: h, f: v}
	names := h.env.Parameters(f)
	for i := range t.NumIn() {
		var c any
		if i < len(controls) {
			c = controls[i]
		}
		w := controlFor(t.In(i), c)
		if d, _ := w.base().get("description").(string); d == "" && i < len(names) {
			w.base().set("description", names[i])
		}
		if _, err := argument(t.In(i), w); err != nil {
			panic(fmt.Sprintf("widget: parameter %d of the function is %v: %v", i+1, t.In(i), err))
		}
		e.controls = append(e.controls, w)
	}
	if h.env.Live() {
		e.out = NewOutput()
		for _, w := range e.controls {
			w.base().mu.Lock()
			w.base().hooks = append(w.base().hooks, func(name string) {
				if name == "value" || name == "index" {
					h.env.Evaluate(e)
				}
			})
			w.base().mu.Unlock()
		}
		if len(e.controls) > 0 {
			b, _ := h.Bundle(VBox(e.controls...))
			h.env.Display(display.Event{Bundle: b})
		}
		b, _ := h.Bundle(e.out)
		b.Data[display.TextType] = nil
		h.env.Display(display.Event{Bundle: b})
	}
	h.env.Evaluate(e)
}

// controlFor returns the control that c stands for, or, if c is nil, the control for a type.
func controlFor(t reflect.Type, c any) Widget {
	switch c := c.(type) {
	case Widget:
		return c
	case []string:
		return Dropdown(c...)
	case []int:
		checkRange(len(c))
		step, at := 1, c[0]
		if len(c) > 2 {
			step = max(c[2], 1)
		}
		if c[0] < c[1] {
			at += (c[1] - c[0]) / 2 / step * step
		}
		if len(c) > 3 {
			at = c[3]
		}
		return IntSlider(c[0], c[1]).Step(step).Set(at)
	case []float64:
		checkRange(len(c))
		step, at := (c[1]-c[0])/100, c[0]
		if len(c) > 2 {
			step = c[2]
		}
		if n := math.Floor((c[1] - c[0]) / 2 / step); n > 0 && !math.IsInf(n, 0) {
			at += n * step
		}
		if len(c) > 3 {
			at = c[3]
		}
		return FloatSlider(c[0], c[1]).Step(step).Set(at)
	}
	v := reflect.ValueOf(c)
	if !v.IsValid() {
		v = reflect.Zero(t)
	}
	switch zero := reflect.Zero(t); {
	case zero.CanInt(), zero.CanUint():
		if n, ok := wholeNumber(v); ok && (n >= 0 || zero.CanInt()) {
			return IntSlider(min(0, 3*n), max(10, 3*n)).Set(n)
		}
	case zero.CanFloat():
		x := 0.0
		if n, ok := wholeNumber(v); ok {
			x = float64(n)
		} else if v.CanFloat() {
			x = v.Float()
		}
		lo, hi := min(0, 3*x), max(1, 3*x)
		return FloatSlider(lo, hi).Step((hi - lo) / 100).Set(x)
	case t.Kind() == reflect.Bool:
		if v.Kind() == reflect.Bool {
			return Checkbox("").Set(v.Bool())
		}
	case t.Kind() == reflect.String:
		if v.Kind() == reflect.String {
			return TextField().Set(v.String())
		}
	}
	panic(fmt.Sprintf("widget: there is no control for a parameter of type %v and the value %v", t, c))
}

// checkRange panics unless n numbers can be those of a slider.
func checkRange(n int) {
	if n < 2 || n > 4 {
		panic("widget: a slider has two ends, and perhaps a step and an initial value")
	}
}

// wholeNumber returns a value of an integer type. The result is false for other types, and for
// numbers that do not fit into an int.
func wholeNumber(v reflect.Value) (int, bool) {
	switch {
	case v.CanInt():
		n := int(v.Int())
		return n, int64(n) == v.Int()
	case v.CanUint():
		n := int(v.Uint())
		return n, n >= 0 && uint64(n) == v.Uint()
	}
	return 0, false
}

// argument returns the value of a control as a parameter of type t.
func argument(t reflect.Type, w Widget) (reflect.Value, error) {
	x := reflect.New(t).Elem()
	switch w := w.(type) {
	case *Int:
		switch {
		case x.CanInt():
			x.SetInt(int64(w.number()))
			return x, nil
		case x.CanUint():
			x.SetUint(uint64(w.number()))
			return x, nil
		case x.CanFloat():
			x.SetFloat(float64(w.number()))
			return x, nil
		}
	case *Float:
		if x.CanFloat() {
			x.SetFloat(w.number())
			return x, nil
		}
	case *Bool:
		if x.Kind() == reflect.Bool {
			x.SetBool(w.on())
			return x, nil
		}
	case *Choice:
		switch {
		case x.Kind() == reflect.String:
			x.SetString(w.option())
			return x, nil
		case x.CanInt():
			x.SetInt(int64(w.at()))
			return x, nil
		}
	case *Text:
		if x.Kind() == reflect.String {
			x.SetString(w.text())
			return x, nil
		}
	}
	if v := reflect.ValueOf(w); v.Type().AssignableTo(t) {
		return v, nil
	}
	return x, fmt.Errorf("%s has no such value", w.base().name)
}

// Output implements [host.Evaluation].
func (e *evaluation) Output() host.Output {
	if e.out == nil {
		return nil
	}
	return outlet{e.out}
}

// An outlet implements host.Output.
type outlet struct{ o *Output }

func (x outlet) Write(stream, text string) { x.o.write(stream, text) }
func (x outlet) Display(e display.Event)   { x.o.display(e) }
func (x outlet) Remove()                   { x.o.Clear() }

// Called implements [host.Evaluation].
func (e *evaluation) Called() bool {
	e.mu.Lock()
	defer e.mu.Unlock()
	return e.done
}

// Call implements [host.Evaluation].
func (e *evaluation) Call() (results []any) {
	if e.out != nil {
		e.out.renew()
	}
	var args []reflect.Value
	for i, w := range e.controls {
		x, _ := argument(e.f.Type().In(i), w)
		args = append(args, x)
	}
	for _, r := range e.f.Call(args) {
		results = append(results, r.Interface())
	}
	return results
}

// Finish implements [host.Evaluation].
func (e *evaluation) Finish(results []any, failure *host.Failure) {
	e.mu.Lock()
	e.done = true
	e.mu.Unlock()
	if e.out == nil {
		for _, v := range results {
			if v != nil {
				e.h.env.Display(display.Event{Bundle: e.h.env.Render(v, false)})
			}
		}
		return
	}
	for _, v := range results {
		if v != nil {
			e.out.display(display.Event{Bundle: e.h.env.Render(v, true)})
		}
	}
	if failure != nil {
		e.out.fail(failure)
	}
	e.out.end()
}

// An Output is a place for the output of functions.
type Output struct {
	*core

	omu   sync.Mutex
	items []item
	stale bool // the items are from an earlier call
	shown int  // bytes of text
	cut   bool // there was more
}

// textLimit is how much text an Output shows, in bytes. All of it is sent with each change.
const textLimit = 1 << 18

// An item is an output in the form that notebook files use.
type item struct {
	json   map[string]any // without the text of a stream
	text   []byte         // of a stream; only more is appended to it
	bundle *display.Bundle
	id     string
}

// outputs are items as a value of the state. They are encoded when they are sent, which is less
// often than they change.
type outputs []item

// MarshalJSON implements [json.Marshaler].
func (l outputs) MarshalJSON() ([]byte, error) {
	list := []json.RawMessage{}
	for _, it := range l {
		j := it.json
		if it.text != nil {
			j = maps.Clone(j)
			j["text"] = string(it.text)
		}
		if raw, err := json.Marshal(j); err == nil {
			list = append(list, raw)
		}
	}
	return json.Marshal(list)
}

// NewOutput returns an empty Output.
func NewOutput() *Output { return &Output{core: newCore("Output")} }

// Show adds values to the output.
func (o *Output) Show(values ...any) *Output {
	for _, v := range values {
		b := display.Renderer{}.Render(v)
		if h := o.getHost(); h != nil {
			b = h.env.Render(v, true)
		}
		o.display(display.Event{Bundle: b})
	}
	return o
}

func (o *Output) getHost() *manager {
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.host
}

// Clear removes what the output shows.
func (o *Output) Clear() *Output {
	o.omu.Lock()
	defer o.omu.Unlock()
	o.empty()
	o.publish()
	return o
}

// String returns a description of the output on one line.
func (o *Output) String() string { return "Output" }

// write adds text of a stream.
func (o *Output) write(stream, text string) {
	o.omu.Lock()
	defer o.omu.Unlock()
	if text == "" {
		return
	}
	o.fresh()
	if o.cut {
		return
	}
	room := textLimit - o.shown
	if o.cut = len(text) > room; o.cut {
		text = strings.ToValidUTF8(text[:room], "")
	}
	o.shown += len(text)
	o.add(stream, text)
	if o.cut {
		o.add("stderr", fmt.Sprintf("\n[Output cut: a function of Interact shows %s of text.]\n", size.String(textLimit)))
	}
	o.publish()
}

// add adds text to the last item, if that is of the same stream; o.omu is held.
func (o *Output) add(stream, text string) {
	n := len(o.items) - 1
	if n < 0 || o.items[n].json["name"] != stream {
		n++
		o.items = append(o.items, item{json: map[string]any{"output_type": "stream", "name": stream}, text: []byte{}})
	}
	o.items[n].text = append(o.items[n].text, text...)
}

// display adds a picture, or replaces one.
func (o *Output) display(e display.Event) {
	data, metadata := e.Bundle.Wire()
	it := item{json: map[string]any{"output_type": "display_data", "data": data, "metadata": metadata}, bundle: &e.Bundle, id: e.ID}
	o.omu.Lock()
	defer o.omu.Unlock()
	if !e.Update {
		o.fresh()
		o.items = append(o.items, it)
	} else {
		for i := range o.items {
			if o.items[i].id == e.ID {
				o.items[i] = it
			}
		}
	}
	o.publish()
}

func (o *Output) fail(f *host.Failure) {
	o.omu.Lock()
	defer o.omu.Unlock()
	o.fresh()
	o.items = append(o.items, item{json: map[string]any{"output_type": "error", "ename": f.Name, "evalue": f.Value, "traceback": f.Trace}})
	o.publish()
}

// renew notes that another call begins, whose first output replaces the items.
func (o *Output) renew() {
	o.omu.Lock()
	defer o.omu.Unlock()
	o.stale = true
}

// end notes that the call has ended. If it showed nothing, the output becomes empty.
func (o *Output) end() {
	o.omu.Lock()
	defer o.omu.Unlock()
	if o.stale {
		o.fresh()
		o.publish()
	}
	o.catchUp()
}

// fresh removes the items of an earlier call; o.omu is held.
func (o *Output) fresh() {
	if o.stale {
		o.empty()
	}
}

// empty removes all items; o.omu is held.
func (o *Output) empty() { o.items, o.stale, o.shown, o.cut = nil, false, 0, false }

// publish sends the list of outputs, less often if there is much text; o.omu is held.
func (o *Output) publish() {
	o.mu.Lock()
	o.rests = 250 * time.Millisecond * time.Duration(o.shown) / textLimit
	o.mu.Unlock()
	o.set("outputs", outputs(slices.Clone(o.items)))
}
