// SPDX-License-Identifier: BSD-3-Clause

package widget

import (
	"encoding/json"
	"fmt"
	"math"
	"slices"
	"strings"
)

// The methods Value and Index are for cells. What the package itself needs is read without a trace.

func (w *Int) number() int       { n, _ := w.get("value").(int); return n }
func (w *Float) number() float64 { x, _ := w.get("value").(float64); return x }
func (w *Bool) on() bool         { on, _ := w.get("value").(bool); return on }
func (w *Text) text() string     { s, _ := w.get("value").(string); return s }
func (w *Choice) at() int        { return position(w.get("index")) }
func (w *Choice) option() string { return w.optionAt(w.at()) }

// describe returns the line of text that describes a widget.
func (w *core) describe(value any) string {
	s := w.name
	if d, _ := w.get("description").(string); d != "" {
		s += " " + d
	}
	if value != nil {
		s += fmt.Sprintf(" = %v", value)
	}
	return s
}

// An Int is a control with an integer: a slider, a field, a progress bar.
type Int struct{ *core }

func newInt(model string, lo, hi int) *Int {
	w := &Int{newCore(model)}
	w.state["min"], w.state["max"], w.state["value"] = lo, max(lo, hi), lo
	return w
}

// IntSlider returns a slider from lo to hi. Its value is lo at first.
func IntSlider(lo, hi int) *Int { return newInt("IntSlider", lo, hi) }

// BoundedIntText returns a field for an integer from lo to hi. Its value is lo at first.
func BoundedIntText(lo, hi int) *Int { return newInt("BoundedIntText", lo, hi) }

// IntProgress returns a bar that is full at n. Its value is 0 at first.
func IntProgress(n int) *Int { return newInt("IntProgress", 0, n) }

// Play returns a button that counts from lo to hi, ten steps a second. Link it with a slider.
func Play(lo, hi int) *Int { return newInt("Play", lo, hi) }

// IntText returns a field for an integer. Its value is 0 at first.
func IntText() *Int { return &Int{newCore("IntText")} }

// Value returns the number that the control shows.
func (w *Int) Value() int { n, _ := w.value("value").(int); return n }

// Set changes the number. Where the control has ends, a number beyond them becomes the nearer end.
func (w *Int) Set(n int) *Int {
	if lo, ok := w.get("min").(int); ok {
		n = max(n, lo)
	}
	if hi, ok := w.get("max").(int); ok {
		n = min(n, hi)
	}
	w.set("value", n)
	return w
}

// Label sets the text beside the control.
func (w *Int) Label(text string) *Int { w.set("description", text); return w }

// Step sets the distance of the values of a slider.
func (w *Int) Step(n int) *Int { w.set("step", n); return w }

// Disable disables the control, or enables it again.
func (w *Int) Disable(off bool) *Int { w.set("disabled", off); return w }

// OnChange registers a function that is called when the user changes the number.
func (w *Int) OnChange(f func(n int)) *Int { w.onChange(func() { f(w.number()) }); return w }

// String returns a line with the kind of the control, its label and its value.
func (w *Int) String() string { return w.describe(w.number()) }

// A Float is a control with a number: a slider, a field, a progress bar.
type Float struct{ *core }

func newFloat(model string, lo, hi float64) *Float {
	w := &Float{newCore(model)}
	w.state["min"], w.state["max"], w.state["value"] = lo, max(lo, hi), lo
	return w
}

// FloatSlider returns a slider from lo to hi with steps of 0.1. Its value is lo at first.
func FloatSlider(lo, hi float64) *Float { return newFloat("FloatSlider", lo, hi) }

// FloatLogSlider returns a slider for powers of 10, from 10 to the power lo to 10 to the power hi.
// Its value is 1 at first, or the end that is nearer to 1.
func FloatLogSlider(lo, hi float64) *Float {
	w := newFloat("FloatLogSlider", lo, hi)
	return w.Set(1)
}

// BoundedFloatText returns a field for a number from lo to hi. Its value is lo at first.
func BoundedFloatText(lo, hi float64) *Float { return newFloat("BoundedFloatText", lo, hi) }

// FloatProgress returns a bar that is full at x. Its value is 0 at first.
func FloatProgress(x float64) *Float { return newFloat("FloatProgress", 0, x) }

// FloatText returns a field for a number. Its value is 0 at first.
func FloatText() *Float { return &Float{newCore("FloatText")} }

// Value returns the number that the control shows.
func (w *Float) Value() float64 { x, _ := w.value("value").(float64); return x }

// Set changes the number. Where the control has ends, a number beyond them becomes the nearer end.
func (w *Float) Set(x float64) *Float {
	if lo, ok := w.get("min").(float64); ok {
		x = max(x, w.end(lo))
	}
	if hi, ok := w.get("max").(float64); ok {
		x = min(x, w.end(hi))
	}
	w.set("value", x)
	return w
}

// end returns the number at an end of the control, which is the exponent for a FloatLogSlider.
func (w *Float) end(x float64) float64 {
	if w.name == "FloatLogSlider" {
		return math.Pow(10, x)
	}
	return x
}

// Label sets the text beside the control.
func (w *Float) Label(text string) *Float { w.set("description", text); return w }

// Step sets the distance of the values of a slider; of a FloatLogSlider, that of their exponents.
func (w *Float) Step(x float64) *Float { w.set("step", x); return w }

// Disable disables the control, or enables it again.
func (w *Float) Disable(off bool) *Float { w.set("disabled", off); return w }

// OnChange registers a function that is called when the user changes the number.
func (w *Float) OnChange(f func(x float64)) *Float { w.onChange(func() { f(w.number()) }); return w }

// String returns a line with the kind of the control, its label and its value.
func (w *Float) String() string { return w.describe(w.number()) }

// ends converts a range of the state.
func ends[T int | float64](v any) (from, to T) {
	if l, _ := v.([]any); len(l) == 2 {
		from, _ = l[0].(T)
		to, _ = l[1].(T)
	}
	return from, to
}

// An IntRange is a slider with two ends.
type IntRange struct{ *core }

// IntRangeSlider returns a slider for a range within lo to hi, which is all of it at first.
func IntRangeSlider(lo, hi int) *IntRange {
	w := &IntRange{newCore("IntRangeSlider")}
	w.state["min"], w.state["max"], w.state["value"] = lo, hi, []any{lo, hi}
	return w
}

// Value returns the range that the slider shows.
func (w *IntRange) Value() (from, to int) { return ends[int](w.value("value")) }

// Set changes the range.
func (w *IntRange) Set(from, to int) *IntRange { w.set("value", []any{from, to}); return w }

// Label sets the text beside the slider.
func (w *IntRange) Label(text string) *IntRange { w.set("description", text); return w }

// OnChange registers a function that is called when the user changes the range.
func (w *IntRange) OnChange(f func(from, to int)) *IntRange {
	w.onChange(func() { f(ends[int](w.get("value"))) })
	return w
}

// String returns a line with the kind of the slider, its label and its range.
func (w *IntRange) String() string { return w.describe(w.get("value")) }

// A FloatRange is a slider with two ends.
type FloatRange struct{ *core }

// FloatRangeSlider returns a slider for a range within lo to hi, which is all of it at first.
func FloatRangeSlider(lo, hi float64) *FloatRange {
	w := &FloatRange{newCore("FloatRangeSlider")}
	w.state["min"], w.state["max"], w.state["value"] = lo, hi, []any{lo, hi}
	return w
}

// Value returns the range that the slider shows.
func (w *FloatRange) Value() (from, to float64) { return ends[float64](w.value("value")) }

// Set changes the range.
func (w *FloatRange) Set(from, to float64) *FloatRange { w.set("value", []any{from, to}); return w }

// Label sets the text beside the slider.
func (w *FloatRange) Label(text string) *FloatRange { w.set("description", text); return w }

// OnChange registers a function that is called when the user changes the range.
func (w *FloatRange) OnChange(f func(from, to float64)) *FloatRange {
	w.onChange(func() { f(ends[float64](w.get("value"))) })
	return w
}

// String returns a line with the kind of the slider, its label and its range.
func (w *FloatRange) String() string { return w.describe(w.get("value")) }

// A Bool is a control that is on or off.
type Bool struct{ *core }

// Checkbox returns a box to tick.
func Checkbox(label string) *Bool { return (&Bool{newCore("Checkbox")}).Label(label) }

// ToggleButton returns a button that stays pressed.
func ToggleButton(label string) *Bool { return (&Bool{newCore("ToggleButton")}).Label(label) }

// Value reports whether the control is on.
func (w *Bool) Value() bool { on, _ := w.value("value").(bool); return on }

// Set turns the control on or off.
func (w *Bool) Set(on bool) *Bool { w.set("value", on); return w }

// Label sets the text of the control.
func (w *Bool) Label(text string) *Bool { w.set("description", text); return w }

// Disable disables the control, or enables it again.
func (w *Bool) Disable(off bool) *Bool { w.set("disabled", off); return w }

// OnChange registers a function that is called when the user turns the control on or off.
func (w *Bool) OnChange(f func(on bool)) *Bool { w.onChange(func() { f(w.on()) }); return w }

// String returns a line with the kind of the control, its label and its value.
func (w *Bool) String() string { return w.describe(w.on()) }

// A Choice is a control with which one of several options is chosen.
type Choice struct{ *core }

func newChoice(model string, options []string) *Choice {
	w := &Choice{newCore(model)}
	w.state["_options_labels"] = slices.Clone(options)
	w.state["index"] = any(nil)
	if len(options) > 0 {
		w.state["index"] = 0
	}
	return w
}

// Dropdown returns a menu. The first option is chosen at first.
func Dropdown(options ...string) *Choice { return newChoice("Dropdown", options) }

// ToggleButtons returns a row of buttons of which one is pressed.
func ToggleButtons(options ...string) *Choice { return newChoice("ToggleButtons", options) }

// RadioButtons returns a column of options.
func RadioButtons(options ...string) *Choice { return newChoice("RadioButtons", options) }

// Select returns a list.
func Select(options ...string) *Choice { return newChoice("Select", options) }

// SelectionSlider returns a slider whose positions are the options.
func SelectionSlider(options ...string) *Choice { return newChoice("SelectionSlider", options) }

// Index returns the number of the chosen option, counted from 0, or -1 if there is none.
func (w *Choice) Index() int { return position(w.value("index")) }

// position converts an index of the state.
func position(v any) int {
	switch i := v.(type) {
	case int:
		return i
	case float64:
		return int(i)
	}
	return -1
}

// Options returns the options.
func (w *Choice) Options() []string {
	list, _ := w.get("_options_labels").([]string)
	return slices.Clone(list)
}

// Value returns the chosen option, or "" if there is none.
func (w *Choice) Value() string { return w.optionAt(w.Index()) }

func (w *Choice) optionAt(i int) string {
	if list := w.Options(); i >= 0 && i < len(list) {
		return list[i]
	}
	return ""
}

// Set chooses an option. It panics if there is no such option.
func (w *Choice) Set(option string) *Choice {
	i := slices.Index(w.Options(), option)
	if i < 0 {
		panic("widget: Set expects one of the options")
	}
	w.set("index", i)
	return w
}

// Label sets the text beside the control.
func (w *Choice) Label(text string) *Choice { w.set("description", text); return w }

// Disable disables the control, or enables it again.
func (w *Choice) Disable(off bool) *Choice { w.set("disabled", off); return w }

// OnChange registers a function that is called when the user chooses another option.
func (w *Choice) OnChange(f func(option string)) *Choice {
	w.onChange(func() { f(w.option()) })
	return w
}

// String returns a line with the kind of the control, its label and the chosen option.
func (w *Choice) String() string { return w.describe(w.option()) }

// A Text is a control with text: a field, an area, a label.
type Text struct{ *core }

// TextField returns a field for a line of text.
func TextField() *Text { return &Text{newCore("Text")} }

// Textarea returns a field for several lines.
func Textarea() *Text { return &Text{newCore("Textarea")} }

// Combobox returns a field for a line of text, with suggestions.
func Combobox(options ...string) *Text {
	w := &Text{newCore("Combobox")}
	w.state["options"] = slices.Clone(options)
	return w
}

// Label returns a widget that shows text.
func Label(text string) *Text { w := &Text{newCore("Label")}; return w.Set(text) }

// HTML returns a widget that shows HTML.
func HTML(text string) *Text { w := &Text{newCore("HTML")}; return w.Set(text) }

// Value returns the text.
func (w *Text) Value() string { s, _ := w.value("value").(string); return s }

// Set changes the text.
func (w *Text) Set(text string) *Text { w.set("value", text); return w }

// Label sets the text beside the control.
func (w *Text) Label(text string) *Text { w.set("description", text); return w }

// Placeholder sets what an empty field shows.
func (w *Text) Placeholder(text string) *Text { w.set("placeholder", text); return w }

// Disable disables the control, or enables it again.
func (w *Text) Disable(off bool) *Text { w.set("disabled", off); return w }

// OnChange registers a function that is called when the user changes the text.
func (w *Text) OnChange(f func(text string)) *Text { w.onChange(func() { f(w.text()) }); return w }

// String returns a line with the kind of the control, its label and its text.
func (w *Text) String() string { return w.describe(w.text()) }

// A Button calls functions.
type Button struct{ *core }

// NewButton returns a button with a label.
func NewButton(label string) *Button {
	w := &Button{newCore("Button")}
	w.state["description"] = label
	return w
}

// OnClick registers a function that is called for each click.
func (w *Button) OnClick(f func()) *Button {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.custom = append(w.custom, func(content json.RawMessage, _ [][]byte) {
		var q struct {
			Event string `json:"event"`
		}
		if json.Unmarshal(content, &q) == nil && q.Event == "click" {
			w.host.hub.Later(f)
		}
	})
	return w
}

// Label sets the text of the button.
func (w *Button) Label(text string) *Button { w.set("description", text); return w }

// Style sets the appearance: "", "primary", "success", "info", "warning" or "danger".
func (w *Button) Style(name string) *Button { w.set("button_style", name); return w }

// Disable disables the button, or enables it again.
func (w *Button) Disable(off bool) *Button { w.set("disabled", off); return w }

// String returns a line with the label.
func (w *Button) String() string { return w.describe(nil) }

// A Box shows other widgets.
type Box struct{ *core }

func newBox(model string, children []Widget) *Box {
	w := &Box{newCore(model)}
	w.state["children"] = slices.Clone(children)
	return w
}

// HBox returns a box that shows widgets beside each other, in several rows if the window is too
// narrow.
func HBox(children ...Widget) *Box {
	w := newBox("HBox", children)
	w.state["layout"].(*core).state["flex_flow"] = "row wrap"
	return w
}

// VBox returns a box that shows widgets below each other.
func VBox(children ...Widget) *Box { return newBox("VBox", children) }

// Tab returns a box that shows one of several widgets, each under a tab with its title.
func Tab(titles []string, children ...Widget) *Box { return titled("Tab", titles, children) }

// Accordion returns a box that shows one of several widgets, below its title.
func Accordion(titles []string, children ...Widget) *Box {
	return titled("Accordion", titles, children)
}

func titled(model string, titles []string, children []Widget) *Box {
	w := newBox(model, children)
	w.state["titles"] = slices.Clone(titles)
	if len(children) > 0 && model == "Tab" {
		w.state["selected_index"] = 0
	}
	return w
}

// Children returns the widgets in the box.
func (w *Box) Children() []Widget {
	list, _ := w.get("children").([]Widget)
	return slices.Clone(list)
}

// Set replaces the widgets in the box.
func (w *Box) Set(children ...Widget) *Box {
	w.set("children", slices.Clone(children))
	return w
}

// String returns a line that describes the box and its widgets.
func (w *Box) String() string {
	var list []string
	for _, c := range w.Children() {
		list = append(list, c.String())
	}
	return w.name + "(" + strings.Join(list, ", ") + ")"
}

// link makes the frontend keep the values of two widgets equal.
func (h *manager) link(model string, a, b Widget) {
	w := newCore(model)
	w.state["source"] = []any{a, "value"}
	w.state["target"] = []any{b, "value"}
	if h.env.Live() {
		w.open(h)
	}
}
