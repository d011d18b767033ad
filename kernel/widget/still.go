// SPDX-License-Identifier: BSD-3-Clause

// Still pictures of widgets.
//
// Without the kernel that has made a widget, JupyterLab shows an error instead of an output with a
// widget, and none of its other media types. So a display with a still picture, as HTML, precedes
// each display of a widget. It contains a style sheet that hides the picture while the widget is on
// the page, and otherwise the output of the widget. So a notebook that is opened again shows the
// last picture, and so does a page whose worker has ended, with a sentence that says so. Where
// style sheets are dropped, as in notebooks that are not trusted, there are no widgets either.
// Widgets that an Output shows have no still pictures: they are in that of the Output.
//
// A class connects the two: the frontend gives it to the element of the widget, and the style sheet
// looks for it. The still picture is replaced when a cell ends, and when the widgets have not
// changed for a while.

package widget

import (
	"encoding/base64"
	"fmt"
	"html"
	"slices"
	"strings"
	"time"

	comm "polka/kernel/comm/host"
	"polka/kernel/display"
)

// mostStills is the number of displays whose still pictures follow the widgets: the newest.
const mostStills = 50

// rest is how long the widgets must stay the same before their still pictures are replaced.
const rest = 400 * time.Millisecond

// gone is what the page says below a still picture, as play/shared.js does.
const gone = "The kernel of this widget has ended. Run the cell again for a new one."

// A still is the display of a still picture.
type still struct {
	id     string // of the display
	widget Widget // what is displayed
	class  string // of the widget's element
	last   string // the HTML that was sent last
}

// precede displays the still picture of a widget, which is displayed next. View is the model of
// what the page displays for it.
func (h *manager) precede(w Widget, view *core) {
	view.mu.Lock()
	class := view.class
	if class == "" {
		class = "polka-w-" + comm.NewID()[:12]
		view.class = class
	}
	view.mu.Unlock()
	list, _ := view.get("_dom_classes").([]any)
	if !slices.Contains(list, any(class)) {
		view.set("_dom_classes", append(slices.Clip(list), class))
	}
	s := &still{id: comm.NewID(), widget: w, class: class}
	h.stillMu.Lock()
	defer h.stillMu.Unlock()
	h.stills = append(h.stills, s)
	if len(h.stills) > mostStills {
		h.stills = slices.Delete(h.stills, 0, 1)
	}
	h.showStill(s, false)
}

// changed notes that widgets have changed.
func (h *manager) changed() {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.closed {
		return
	}
	if h.resting == nil {
		h.resting = time.AfterFunc(rest, h.showStills)
		return
	}
	h.resting.Reset(rest)
}

// showStills replaces the still pictures that are old.
func (h *manager) showStills() {
	h.mu.Lock()
	closed := h.closed
	if h.resting != nil {
		h.resting.Stop()
	}
	h.mu.Unlock()
	h.stillMu.Lock()
	defer h.stillMu.Unlock()
	for _, s := range h.stills {
		if !closed {
			h.showStill(s, true)
		}
	}
}

// showStill displays a still picture, if it is new; h.stillMu is held. Package nb knows the form:
// the style sheet and the head are the first two lines, and the metadata lists the media types that
// the widget has for readers without a kernel.
func (h *manager) showStill(s *still, update bool) {
	p := pictureOf(s.widget)
	if update && p.html == s.last {
		return
	}
	s.last = p.html
	w, head := "."+s.class, ""
	if !p.stays {
		w += ":not(.jupyter-widgets-disconnected)"
	}
	if !p.works {
		head = `<p style="font-size:12px;margin:4px 0">` + gone + "</p>"
	}
	const row = ".jp-OutputArea-child"
	own := row + ":has(> .jp-OutputArea-output > ." + s.class + "-s)"
	b := display.Bundle{
		Data: map[string][]byte{display.TextType: nil, display.HTMLType: []byte("<style>" +
			":root:has(" + w + ") ." + s.class + "-s," +
			".jp-OutputArea:has(" + w + ") > " + own + "," +
			own + " + " + row + ":not(:has(" + w + ")){display:none}" +
			"@keyframes polka-late{from,to{visibility:hidden}}." + s.class + "-s{animation:polka-late 1s}" +
			"</style>\n" + `<div class="polka-still ` + s.class + `-s">` + head + "\n" + p.html + "</div>\n")},
		Metadata: map[string]any{"polka": map[string]any{"still": p.types}},
	}
	if p.svg != "" {
		b.Data[display.SVGType] = []byte(p.svg)
	}
	if p.png != nil {
		if file := p.png(); file != nil {
			b.Data[display.PNGType] = file
		}
	}
	h.env.Display(display.Event{Bundle: b, ID: s.id, Update: update})
}

// A picture is what readers without a kernel see of a widget.
type picture struct {
	html  string
	svg   string        // "" for none
	png   func() []byte // nil for none
	types []string      // of these, if they are more than the text of the widget
	stays bool          // the widget remains on the page when the worker has ended
	works bool          // the HTML works without a kernel
}

func pictureOf(w Widget) picture {
	if m, ok := w.(interface{ module() *Module }); ok {
		m := m.module()
		p := picture{html: m.still() + "\n", types: []string{}, stays: true}
		if m.about.Page != nil {
			p.html, p.works, p.types = m.about.Page(), true, append(p.types, display.HTMLType)
		}
		if m.about.Picture != nil {
			p.svg, p.types = m.about.Picture(), append(p.types, display.SVGType)
		}
		if m.about.PNG != nil {
			p.png, p.types = m.about.PNG, append(p.types, display.PNGType)
		}
		return p
	}
	switch w := w.(type) {
	case *Box:
		p := picture{types: []string{}}
		for _, c := range w.Children() {
			child := pictureOf(c)
			if p.html += "<div>" + child.html + "</div>\n"; len(child.types) > 0 {
				p.types = []string{display.HTMLType}
			}
		}
		return p
	case *Output:
		return picture{html: w.picture(), types: []string{display.HTMLType}}
	case *Int, *Float, *IntRange, *FloatRange, *Bool, *Choice, *Text, *Button:
		return picture{html: preformatted(w.String()) + "\n", types: []string{}}
	}
	return picture{html: preformatted(w.base().describe(nil)) + "\n", types: []string{}} // its String is a method of a cell
}

func preformatted(text string) string {
	return `<pre style="margin:0">` + html.EscapeString(text) + "</pre>"
}

// image returns a picture as HTML.
func image(mediaType string, data []byte, text string) string {
	return `<img alt="` + html.EscapeString(text) + `" style="max-width:100%" src="data:` + mediaType + ";base64," +
		base64.StdEncoding.EncodeToString(data) + `">`
}

// still returns the picture of a module as HTML, or what it shows where there is no kernel.
func (m *Module) still() string {
	if m.about.Picture != nil {
		return image(display.SVGType, []byte(m.about.Picture()), m.String())
	}
	if m.about.Page != nil {
		return m.about.Page()
	}
	return preformatted(m.String())
}

// picture returns what the output shows as HTML.
func (o *Output) picture() string {
	o.omu.Lock()
	defer o.omu.Unlock()
	var b strings.Builder
	for _, it := range o.items {
		b.WriteString("<div>" + it.picture() + "</div>\n")
	}
	return b.String()
}

func (it item) picture() string {
	if it.bundle == nil {
		if it.text != nil {
			return preformatted(string(it.text))
		}
		return preformatted(fmt.Sprintf("%v: %v", it.json["ename"], it.json["evalue"]))
	}
	for _, t := range []string{display.SVGType, display.PNGType} {
		if data := it.bundle.Data[t]; data != nil {
			return image(t, data, it.bundle.Plain())
		}
	}
	if page := it.bundle.Data[display.HTMLType]; page != nil {
		return string(page)
	}
	return preformatted(it.bundle.Plain())
}
