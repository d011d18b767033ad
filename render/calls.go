// SPDX-License-Identifier: BSD-3-Clause

// The calls of a program, step by step.
//
// A page shows the tree of the calls, the text of the function that runs, with its line, and the
// values of its parameters and of watched variables. calls.js handles what is particular to calls;
// the buttons are those of all recordings (player.go). The tree and the text are built by the
// script from strings. Pictures of values are elements of the page, which the script copies; each
// is there once, and drawn with the other pictures of this package.
//
// Calls that fail one after the other (trace.Record.Group) are one line of the tree, with their
// number. A tree with many lines is folded where it is deep; the branch with the current call is
// open. A static picture has the tree, folded to treeLines lines, and some of the steps.

package render

import (
	_ "embed"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"polka/internal/plural"
	"polka/internal/trace"
)

//go:embed calls.js
var callsScript string

//go:embed calls.css
var callsStyle string

// callsBytes is about the largest number of bytes of the pictures in a page.
const callsBytes = 4 << 20

// A callPlayer shows a record of calls.
type callPlayer struct {
	r      *trace.Record
	values []*trace.Value // all that occur in steps
	number map[*trace.Value]int
	places *heapPlaces
	nested [][]int // the calls that each call makes; the last are those without a parent
}

func playCalls(r *trace.Record) *callPlayer {
	p := &callPlayer{r: r, number: map[*trace.Value]int{}, nested: make([][]int, len(r.Calls)+1)}
	for _, s := range r.Steps {
		for _, v := range s.Vars {
			if _, ok := p.number[v.Value]; !ok {
				p.number[v.Value] = len(p.values)
				p.values = append(p.values, v.Value)
			}
		}
	}
	p.places = placesOf(p.values)
	for i, c := range r.Calls {
		at := c.Parent
		if at < 0 {
			at = len(r.Calls)
		}
		p.nested[at] = append(p.nested[at], i)
	}
	return p
}

// picture returns the picture of a value, and false if it is shown as text.
func (p *callPlayer) picture(v *trace.Value) (Picture, bool) {
	if v.Form == trace.Drawn {
		q, ok := v.Picture.(Picture)
		return q, ok
	}
	if v.Simple() {
		return Picture{}, false
	}
	d, ok := blockOf(v, p.places)
	if !ok {
		return Picture{}, false
	}
	if d.summary == "" {
		d.summary = v.Short(60)
	}
	return diagramOf(func() diagram { return d }, func() string { return valueText(v) }), true
}

// valueText writes a value as text, a matrix in lines.
func valueText(v *trace.Value) string {
	rows, ok := v.Rows()
	if !ok {
		if v.Form == trace.Lines || v.Form == trace.Drawn {
			return v.Text
		}
		return v.Short(100)
	}
	var b strings.Builder
	for i, row := range rows {
		if i > 0 {
			b.WriteByte('\n')
		}
		for j, x := range row {
			words, _ := cellText(x, v, false)
			if words == "" {
				words = "."
			}
			if j > 0 {
				b.WriteByte(' ')
			}
			b.WriteString(words)
		}
	}
	return b.String()
}

// callText is f(a, b).
func (p *callPlayer) callText(i int) string {
	c := p.r.Calls[i]
	return p.r.Funcs[c.Func].Name + "(" + c.Args + ")"
}

// resultText returns what follows the call in the tree.
func (p *callPlayer) resultText(i int) string {
	switch c := p.r.Calls[i]; {
	case c.State == trace.Panicked:
		return " panics"
	case c.State == trace.Stopped:
		return " is stopped"
	case c.State == trace.Open:
		return " has not returned"
	case c.Result != "":
		return " → " + c.Result
	}
	return ""
}

// words returns a sentence about a step.
func (p *callPlayer) words(n int) string {
	s := p.r.Steps[n]
	call := p.callText(s.Call)
	switch c := p.r.Calls[s.Call]; {
	case s.Kind == trace.Change:
		return fmt.Sprintf("line %d in %s has changed a watched variable", s.Line, call)
	case s.Kind == trace.Enter && c.Parent >= 0 && c.Line > 0:
		return fmt.Sprintf("%s is called in line %d", call, c.Line)
	case s.Kind == trace.Enter:
		return call + " is called"
	case c.State == trace.Panicked:
		return call + " ends by a panic"
	case c.State == trace.Stopped:
		return call + " is stopped"
	case c.Result != "":
		return call + " returns " + c.Result
	}
	return call + " returns"
}

// notes say what is missing.
func (p *callPlayer) notes(pictures bool) (list []string) {
	r := p.r
	if r.Limit != "" && r.Missed > 0 {
		more := plural.Count(r.Missed, "later call")
		if r.Most {
			more = "more than " + more
		}
		list = append(list, fmt.Sprintf("recorded: %s; %s not recorded", r.Limit, more+plural.Word(r.Missed, " was", " were")))
	}
	if r.Others > 0 {
		list = append(list, fmt.Sprintf("%s in other goroutines %s not recorded", plural.Count(r.Others, "call"), plural.Word(r.Others, "was", "were")))
	}
	if r.Ended != "" {
		list = append(list, "the run ended early: "+r.Ended)
	}
	if pictures {
		list = append(list, fmt.Sprintf("pictures take more than %d MB; the values of later steps are shown as text", callsBytes>>20))
	}
	return list
}

// summary describes the record for readers who cannot see it.
func (p *callPlayer) summary() string {
	return fmt.Sprintf("%s of %s in %s", plural.Count(len(p.r.Calls), "call"), p.functions(), plural.Count(len(p.r.Steps), "step"))
}

func (p *callPlayer) functions() string {
	var names []string
	for _, f := range p.r.Funcs {
		if !slices.Contains(names, f.Name) {
			names = append(names, f.Name)
		}
	}
	return strings.Join(names, ", ")
}

// callsData is the input of the script.
type callsData struct {
	Funcs  []callsFunc `json:"funcs"`
	Calls  [][]int     `json:"calls"` // parent, depth, first step, last step, group, failed
	Texts  []string    `json:"texts"` // of the calls
	Ends   []string    `json:"ends"`
	Steps  [][]int     `json:"steps"` // call, function, line, kind, then name and value of each variable
	Words  []string    `json:"words"`
	Names  []string    `json:"names"`
	Values []string    `json:"values"` // the text of those that are not drawn
}

type callsFunc struct {
	Title string   `json:"title"`
	First int      `json:"first"`
	Lines []string `json:"lines"`
}

// HTML returns the calls as an HTML fragment with buttons.
func (p *callPlayer) HTML() string {
	r := p.r
	if len(r.Steps) == 0 {
		return ""
	}
	d := callsData{Values: make([]string, len(p.values))}
	var library svgWriter
	limited := false
	for i, v := range p.values {
		if library.Len() < callsBytes {
			if image, ok := v.Picture.(trace.Image); ok && v.Form == trace.Drawn {
				library.text(fmt.Sprintf(`<div data-value="%d"><img alt="%s" src="data:%s;base64,%s"></div>`+"\n", i, escape(shorten(v.Text, 200)), escape(image.Media),
					base64.StdEncoding.EncodeToString(image.Data)))
				continue
			}
			if q, ok := p.picture(v); ok {
				library.text(fmt.Sprintf(`<div data-value="%d">`, i) + q.element(q.layout(), false) + "</div>\n")
				continue
			}
		} else {
			limited = true
		}
		d.Values[i] = valueText(v)
	}
	for _, f := range r.Funcs {
		d.Funcs = append(d.Funcs, callsFunc{f.Name + ", " + f.Where, f.First, f.Lines})
	}
	group := make([]int, len(r.Calls))
	for _, siblings := range p.nested {
		for _, g := range r.Group(siblings) {
			for _, i := range g {
				group[i] = g[0]
			}
		}
	}
	for i, c := range r.Calls {
		failed := 0
		if c.Failed && c.Result != "" {
			failed = 1
		}
		d.Calls = append(d.Calls, []int{c.Parent, c.Depth, c.From, c.To, group[i], failed})
		d.Texts = append(d.Texts, p.callText(i))
		d.Ends = append(d.Ends, p.resultText(i))
	}
	names := map[string]int{}
	for n, s := range r.Steps {
		one := []int{s.Call, r.Calls[s.Call].Func, s.Line, int(s.Kind)}
		for _, v := range s.Vars {
			if _, ok := names[v.Name]; !ok {
				names[v.Name] = len(d.Names)
				d.Names = append(d.Names, v.Name)
			}
			one = append(one, names[v.Name], p.number[v.Value])
		}
		d.Steps = append(d.Steps, one)
		d.Words = append(d.Words, p.words(n))
	}
	data, err := json.Marshal(d)
	if err != nil {
		panic("render: " + err.Error()) // the data consists of strings and numbers
	}
	var w svgWriter
	w.playerStyles(true)
	w.text("<style>" + callsStyle + "</style>\n")
	w.text(fmt.Sprintf(`<div class="plk-story plk-trace" tabindex="0" role="group" aria-label="%s" data-trace="%s">`+"\n", escape(p.summary()), escape(string(data))))
	w.buttons(false)
	w.text(`<button type="button" data-role="over" aria-label="to the end of the call" title="to the end of the call (key o)">over</button>`)
	w.text("</div>\n" + `<p class="plk-words" data-role="words" aria-live="polite"></p><p class="plk-place" data-role="place"></p>` + "\n")
	w.text(`<div class="plk-panes"><div class="plk-side"><div class="plk-calls" data-role="calls" role="tree" aria-label="calls"></div>` + "\n")
	w.text(`<div class="plk-source" data-role="source"></div></div><div class="plk-values" data-role="values"></div></div>` + "\n")
	for _, n := range p.notes(limited) {
		w.text(`<p class="plk-place">` + escape(n) + "</p>\n")
	}
	w.text(`<div class="plk-library" hidden="hidden">` + "\n" + library.String() + "</div></div>\n")
	w.still(p.Still())
	w.text("<script>" + played(callsScript) + "</script>\n</div>\n")
	return w.String()
}

// A callLine is a line of a tree.
type callLine struct {
	depth  int
	words  string
	failed bool
	muted  bool
}

// lines returns those of the tree, folded so that there are at most so many.
func (p *callPlayer) lines(most int) []callLine {
	depth := 0
	for _, c := range p.r.Calls {
		depth = max(depth, c.Depth)
	}
	var list []callLine
	for ; ; depth-- {
		list = p.folded(depth)
		if len(list) <= most || depth == 0 {
			break
		}
	}
	if len(list) > most {
		n := len(list) - most + 1
		list = append(list[:most-1], callLine{words: fmt.Sprintf("… %s", plural.Count(n, "more line")), muted: true})
	}
	return list
}

// folded returns the lines down to a depth.
func (p *callPlayer) folded(depth int) (list []callLine) {
	count := make([]int, len(p.r.Calls)) // calls in the branch of each
	for i := len(p.r.Calls) - 1; i >= 0; i-- {
		if q := p.r.Calls[i].Parent; q >= 0 {
			count[q] += 1 + count[i]
		}
	}
	var walk func(siblings []int)
	walk = func(siblings []int) {
		for _, g := range p.r.Group(siblings) {
			i := g[0]
			c := p.r.Calls[i]
			l := callLine{depth: c.Depth, words: p.callText(i) + p.resultText(i), failed: c.Failed && c.Result != ""}
			if len(g) > 1 {
				last := p.callText(g[len(g)-1])
				l.words = fmt.Sprintf("%s … %s%s  (%d calls)", p.callText(i), last, p.resultText(i), len(g))
			}
			if c.Depth >= depth && count[i] > 0 {
				l.words += fmt.Sprintf("  … %s", plural.Count(count[i], "call"))
				list = append(list, l)
				continue
			}
			list = append(list, l)
			walk(p.nested[i])
		}
	}
	walk(p.nested[len(p.r.Calls)])
	return list
}

// tree draws the calls.
func (p *callPlayer) tree() diagram {
	const height, indent, size = 18.0, 16.0, 12.0
	d := diagram{summary: p.summary()}
	guides := mark{stroke: faint, width: 1}
	for _, l := range p.lines(treeLines) {
		x, y := 4+indent*float64(l.depth), d.height
		words := l.words
		if l.failed {
			words += " ✗"
		}
		r := ink
		switch {
		case l.muted:
			r = muted
		case l.failed:
			r = bad
		}
		for k := range l.depth {
			at := 8 + indent*float64(k)
			guides.lines = append(guides.lines, loop{{at, y}, {at, y + height}})
		}
		d.texts = append(d.texts, text{at: point{x, y + 13}, words: shorten(words, 96), size: size, role: r, anchor: start, code: true})
		d.width = max(d.width, x+blockLetter*float64(min(96, utf8.RuneCountInString(words)))+6)
		d.height += height
	}
	d.add(guides)
	return d
}

// frames selects steps with pictures for the static picture.
func (p *callPlayer) frames(n int) (list []int) {
	var drawn []int
	for i, s := range p.r.Steps {
		if slices.ContainsFunc(s.Vars, func(v trace.Var) bool { _, ok := p.picture(v.Value); return ok }) {
			drawn = append(drawn, i)
		}
		if len(drawn) > 400 {
			break
		}
	}
	for k := range min(n, len(drawn)) {
		i := drawn[k*(len(drawn)-1)/max(min(n, len(drawn))-1, 1)]
		if !slices.Contains(list, i) {
			list = append(list, i)
		}
	}
	return list
}

// callFrames is the number of steps in a static picture.
const callFrames = 4

// Still returns a static picture of the record.
func (p *callPlayer) Still() Picture {
	return sceneOf(func() scene {
		d := p.tree()
		for _, n := range p.notes(false) {
			d.caption(n)
		}
		all := d.scene()
		var scenes []scene
		for _, n := range p.frames(callFrames) {
			for _, v := range p.r.Steps[n].Vars {
				q, ok := p.picture(v.Value)
				if !ok {
					continue
				}
				s := q.layout()
				f := diagram{width: s.width, height: s.height, marks: s.marks, texts: s.texts}
				for _, line := range inLines(fmt.Sprintf("%s: step %d, %s", v.Name, n, p.words(n)), max(26, int(s.width/7))) {
					f.caption(line)
				}
				one := f.scene()
				one.drawings, one.notes = s.drawings, s.notes
				scenes = append(scenes, one)
				break
			}
		}
		if len(scenes) == 0 {
			return all
		}
		below := stackedScenes(scenes)
		return under(all, below)
	}, p.String)
}

// under places a scene below another.
func under(a, b scene) scene {
	dy := a.height + gap
	d := diagram{marks: b.marks, texts: b.texts}
	d.move(0, dy)
	a.marks, a.texts = append(a.marks, d.marks...), append(a.texts, d.texts...)
	for _, x := range b.drawings {
		x.y = round(x.y + dy)
		a.drawings = append(a.drawings, x)
	}
	for _, n := range b.notes {
		n.at.y = round(n.at.y + dy)
		a.notes = append(a.notes, n)
	}
	a.width, a.height = max(a.width, b.width), a.height+gap+b.height
	return a
}

// SVG returns the static picture as an SVG document.
func (p *callPlayer) SVG() string { return p.Still().SVG() }

// String returns the tree of the calls as text.
func (p *callPlayer) String() string {
	var b strings.Builder
	b.WriteString(p.summary())
	for _, l := range p.lines(2 * treeLines) {
		b.WriteString("\n" + strings.Repeat("  ", l.depth) + l.words)
		if l.failed {
			b.WriteString(" ✗")
		}
	}
	for _, n := range p.notes(false) {
		b.WriteString("\n(" + n + ")")
	}
	return plain(b.String())
}
