// SPDX-License-Identifier: BSD-3-Clause

// Package pose makes the widgets of exercises: predictions, lines to order, lines with a bug, gaps
// to fill and votes. It does not run programs; a session does.
//
//	w := pose.New(x, pose.Options{Run: run})
//	w.Module // the value to display, nil in programs without package kernel/widget
//
// On a page without a kernel the widget compares answers with the text of the exercise, which the
// page contains. So a reader of the source of the page finds the answers. In print, and where
// scripts do not run, the widget is a worksheet.
package pose

import (
	"context"
	_ "embed"
	"encoding/json"
	"fmt"
	"html"
	"strconv"
	"strings"

	"polka/internal/pattern"
	"polka/internal/po"
	"polka/kernel/exercise"
	"polka/kernel/widget/host"
)

var (
	//go:embed pose.js
	script string
	//go:embed pose.css
	style string
)

// Options are how a widget is connected.
type Options struct {
	// Run is called when the user wants the answer to be judged. It must return soon, and call Show
	// later. Nil means that the page judges it.
	Run func(ctx context.Context, a exercise.Answer)
	// Words has the texts of the widget in the language of the reader.
	Words po.Catalog
	// Below says that the code of a prediction is the cell below, and is not shown in the widget.
	Below bool
}

// A Result is what the widget says about an answer.
type Result struct {
	Right   bool     `json:"right"`
	Message string   `json:"message"`
	Details []string `json:"details"`
	Output  string   `json:"output"` // of the program
}

// A Widget shows an exercise.
type Widget struct {
	Module any // a *widget.Module, nil if package kernel/widget is not linked

	x     *exercise.Exercise
	words po.Catalog
	data  map[string]any
}

// New returns a widget for an exercise with a task.
func New(x *exercise.Exercise, o Options) *Widget {
	w := &Widget{x: x, words: o.Words, data: dataOf(x, o.Words)}
	if o.Below {
		w.data["lines"], w.data["below"] = []any{}, true
	}
	w.data["runs"] = o.Run != nil
	if host.NewModule == nil {
		return w
	}
	w.Module = host.NewModule(host.Module{
		Name: "exercise", Source: host.Elements() + script + host.AsModule, Style: style,
		State: map[string]any{"data": w.data, "state": map[string]any{}},
		Text:  w.String, Page: w.Page,
		Receive: func(ctx context.Context, content []byte) {
			var q struct{ Answer *exercise.Answer }
			if json.Unmarshal(content, &q) == nil && q.Answer != nil && o.Run != nil {
				o.Run(ctx, *q.Answer)
			}
		},
	})
	return w
}

// Show shows a result in the widget.
func (w *Widget) Show(r Result) {
	if m, ok := w.Module.(interface{ Send(message any) }); ok {
		m.Send(map[string]any{"result": r})
	}
}

// String is the question as text, with the code and the choices.
func (w *Widget) String() string {
	t := w.x.Task
	var b strings.Builder
	fmt.Fprintf(&b, "%s: %s\n", title(t.Kind, w.words), t.Question)
	for _, i := range t.Shown(w.x.Name) {
		b.WriteString("  " + blank(t.Lines[i].Text) + "\n")
	}
	for _, c := range t.Choices {
		b.WriteString("  ☐ " + c.Text + "\n")
	}
	return strings.TrimRight(b.String(), "\n")
}

// title says what to do.
func title(k exercise.Kind, words po.Catalog) string {
	switch k {
	case exercise.Predict:
		return words.Text("Predict")
	case exercise.Parsons:
		return words.Text("Put in order")
	case exercise.Bug:
		return words.Text("Spot the bug")
	case exercise.Gap:
		return words.Text("Fill the gaps")
	}
	return words.Text("Vote")
}

var said = pattern.New(`\bsaid\(("(?:[^"\\]|\\.)*")`)

// Said lists the texts of the script that can be in other languages: the arguments of its function
// said. A text may occur several times.
func Said() (list []string) {
	for _, m := range said.FindAllStringSubmatch(script, -1) {
		if text, err := strconv.Unquote(m[1]); err == nil {
			list = append(list, text)
		}
	}
	return list
}

var gap = pattern.New(`«[^»]*»`)

// blank replaces the text in gaps.
func blank(line string) string { return gap.ReplaceAllString(line, "______") }

// dataOf returns what the script needs.
func dataOf(x *exercise.Exercise, words po.Catalog) map[string]any {
	t := x.Task
	lines, choices := []any{}, []any{}
	for _, l := range t.Lines {
		lines = append(lines, map[string]any{"text": l.Text, "wrong": l.Wrong, "fix": l.Fix, "why": Line(l.Why)})
	}
	for _, c := range t.Choices {
		choices = append(choices, map[string]any{"text": Line(c.Text), "right": c.Right, "why": Line(c.Why)})
	}
	data := map[string]any{
		"kind": string(t.Kind), "name": x.Name, "title": title(t.Kind, words), "question": Paragraphs(t.Question),
		"lines": lines, "shown": t.Shown(x.Name), "choices": choices, "output": t.Expected(),
	}
	if words.Language != "" {
		texts := make(map[string]any)
		for _, text := range Said() {
			texts[text] = words.Text(text)
		}
		data["said"], data["lang"] = texts, words.Language
	}
	return data
}

// Page returns the widget as HTML for pages without a kernel.
func (w *Widget) Page() string {
	data := make(map[string]any, len(w.data))
	for k, v := range w.data {
		data[k] = v
	}
	data["runs"] = false
	state, err := json.Marshal(map[string]any{"data": data, "state": map[string]any{}})
	if err != nil {
		panic("pose: " + err.Error()) // it consists of strings, numbers and booleans
	}
	return "<style>" + style + "</style>\n" +
		`<div class="plk-play" data-kind="exercise" data-play="` + html.EscapeString(string(state)) + `">` + "\n" +
		`<div class="plk-still">` + w.sheet() + "</div>\n<script>" + Script() + "</script>\n</div>\n"
}

// Script returns the script that the HTML of the widgets contains, so that a page can allow it.
func Script() string { return "(() => {\n" + host.Elements() + script + host.OnPage + "})()" }

// sheet is the widget in print.
func (w *Widget) sheet() string {
	t := w.x.Task
	var b strings.Builder
	b.WriteString(`<div class="plk-task"><p class="plk-title">` + title(t.Kind, w.words) + "</p>" + Paragraphs(t.Question))
	if shown := t.Shown(w.x.Name); len(shown) > 0 {
		b.WriteString(`<pre class="plk-code">`)
		for _, i := range shown {
			line := html.EscapeString(strings.ReplaceAll(blank(t.Lines[i].Text), "\n", " ↵ "))
			if t.Kind == exercise.Parsons {
				line = "☐ " + line
			}
			b.WriteString(line + "\n")
		}
		b.WriteString("</pre>")
	}
	for _, c := range t.Choices {
		b.WriteString("<p>☐ " + Line(c.Text) + "</p>")
	}
	b.WriteString("</div>")
	return b.String()
}

var (
	strong   = pattern.New(`\*\*([^*]+)\*\*`)
	emphasis = pattern.New(`\*([^*\s][^*]*)\*`)
)

// Line converts a line of the Markdown that exercises use, code, strong and emphasized words, to
// HTML. Everything else is escaped.
func Line(text string) string {
	pieces := strings.Split(html.EscapeString(text), "`")
	var b strings.Builder
	for i, piece := range pieces {
		switch {
		case i%2 == 0:
			b.WriteString(emphasis.ReplaceAllString(strong.ReplaceAllString(piece, "<b>$1</b>"), "<em>$1</em>"))
		case i == len(pieces)-1:
			b.WriteString("`" + piece) // without an end
		default:
			b.WriteString("<code>" + piece + "</code>")
		}
	}
	return b.String()
}

// Paragraphs converts Markdown of several paragraphs as Line does.
func Paragraphs(text string) string {
	var b strings.Builder
	for p := range strings.SplitSeq(text, "\n\n") {
		if p = strings.TrimSpace(p); p != "" {
			b.WriteString("<p>" + Line(strings.ReplaceAll(p, "\n", " ")) + "</p>")
		}
	}
	return b.String()
}
