// SPDX-License-Identifier: BSD-3-Clause

package nb

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"polka/internal/pattern"
	"polka/kernel/display"
)

// A Difference is a cell whose outputs differ from the stored ones.
type Difference struct {
	Cell   int    // its index in Notebook.Cells
	ID     string // its id
	Number int    // its execution count, 0 if it was not run
	Text   string // a description of the difference, in some lines
}

func (d Difference) String() string {
	return fmt.Sprintf("cell %d (%s): %s", d.Number, d.ID, d.Text)
}

// Compare lists where the outputs of fresh, a notebook that was run, differ from those of stored,
// the same notebook from a file. Execution counts, colors and the division of text into pieces are
// not compared, nor are cells with the tag volatile and PNG files of pictures that are SVG too.
// Cells with the same index are compared.
func Compare(stored, fresh *Notebook) []Difference { return compareAll(stored, fresh, exactly) }

// exactly is the form in which Compare compares parts of outputs: as they are.
func exactly(_, text string) string { return text }

// compareAll compares parts of outputs in the form that normal gives them. Its arguments are the
// name of a part and its text.
func compareAll(stored, fresh *Notebook, normal func(name, text string) string) []Difference {
	var list []Difference
	for i, c := range fresh.Cells {
		if i >= len(stored.Cells) || c.Type != Code || c.Tagged("volatile") {
			continue
		}
		if text := compareOutputs(merge(stored.Cells[i].Outputs), merge(c.Outputs), normal); text != "" {
			list = append(list, Difference{Cell: i, ID: c.ID, Number: c.Count, Text: text})
		}
	}
	return list
}

// merge joins pieces of the same stream, and widgets with their still pictures.
func merge(list []*Output) []*Output {
	var merged []*Output
	for i := 0; i < len(list); i++ {
		o := list[i]
		if last := len(merged) - 1; last >= 0 && o.Data[widgetView] != nil {
			if types, ok := stillTypes(merged[last]); ok {
				merged[last] = withStill(o, merged[last], types)
				continue
			}
		}
		if o.Type == StreamOutput {
			end := i + 1
			var text strings.Builder
			text.WriteString(o.Text)
			for ; end < len(list) && list[end].Type == StreamOutput && list[end].Name == o.Name; end++ {
				text.WriteString(list[end].Text)
			}
			if end > i+1 {
				joint := *o
				joint.Text = text.String()
				o = &joint
			}
			i = end - 1
		}
		merged = append(merged, o)
	}
	return merged
}

// compareOutputs describes the first difference of two lists of outputs, or returns "".
func compareOutputs(stored, fresh []*Output, normal func(name, text string) string) string {
	for i := range max(len(stored), len(fresh)) {
		switch {
		case i >= len(stored):
			return fmt.Sprintf("output %d, %s, is not stored\n%s", i+1, kind(fresh[i]), excerpt("+", face(fresh[i])))
		case i >= len(fresh):
			return fmt.Sprintf("output %d, %s, is stored, but the cell did not show it\n%s", i+1, kind(stored[i]), excerpt("-", face(stored[i])))
		case kind(stored[i]) != kind(fresh[i]):
			return fmt.Sprintf("output %d is %s, stored is %s\n%s%s", i+1, kind(fresh[i]), kind(stored[i]),
				excerpt("-", face(stored[i])), excerpt("+", face(fresh[i])))
		}
		a, b := parts(stored[i]), parts(fresh[i])
		for _, name := range slices.Sorted(maps.Keys(with(a, pairs(b)...))) {
			was, ok := a[name].(string)
			is, ok2 := b[name].(string)
			switch {
			case !ok:
				return fmt.Sprintf("output %d has %s, which is not stored\n%s", i+1, name, excerpt("+", is))
			case !ok2:
				return fmt.Sprintf("output %d has no %s, which is stored\n%s", i+1, name, excerpt("-", was))
			case was != is && normal(name, was) != normal(name, is):
				return fmt.Sprintf("output %d, %s\n%s", i+1, name, diff(was, is))
			}
		}
	}
	return ""
}

// kind describes the kind of an output.
func kind(o *Output) string {
	switch o.Type {
	case StreamOutput:
		return o.Name
	case ErrorOutput:
		return "error"
	case ResultOutput:
		return "the value"
	}
	return "a display"
}

var ansi = pattern.New(`\x1b\[[0-9;:?]*[@-~]`)

// parts returns the parts of an output that are compared, by name.
func parts(o *Output) map[string]any {
	m := map[string]any{}
	switch o.Type {
	case StreamOutput:
		m["text"] = o.Text
	case ErrorOutput:
		m["traceback"] = ansi.ReplaceAllString(strings.Join(o.Traceback, "\n"), "")
		m["message"] = o.ErrorName + ": " + o.ErrorValue
	default:
		_, svg := o.Data["image/svg+xml"]
		for t, v := range o.Data {
			if t == "image/png" && svg {
				continue // the same picture, with pixels that may differ between processors
			}
			s, ok := v.(string)
			if !ok {
				s = string(appendJSON(nil, v, 0))
			}
			m[t] = s
		}
		if len(o.Metadata) > 0 {
			m["metadata"] = string(appendJSON(nil, o.Metadata, 0))
		}
	}
	return m
}

// face returns an output as it is shown in a message.
func face(o *Output) string {
	m := parts(o)
	for _, name := range []string{"text", "traceback", "text/plain"} {
		if s, ok := m[name].(string); ok {
			return s
		}
	}
	return strings.Join(slices.Sorted(maps.Keys(m)), ", ")
}

func pairs(m map[string]any) []any {
	var list []any
	for k, v := range m {
		list = append(list, k, v)
	}
	return list
}

// Limits for one message.
const (
	maxLines = 8
	maxWidth = 120
)

// diff shows where two texts differ: the lines from the first difference to the last, of one text
// after those of the other, preceded by a common line.
func diff(was, is string) string {
	a, b := strings.Split(was, "\n"), strings.Split(is, "\n")
	begin := 0
	for begin < len(a) && begin < len(b) && a[begin] == b[begin] {
		begin++
	}
	end := 0
	for end < len(a)-begin && end < len(b)-begin && a[len(a)-1-end] == b[len(b)-1-end] {
		end++
	}
	var w strings.Builder
	if begin > 0 {
		w.WriteString(excerpt(" ", a[begin-1]))
	}
	a, b = a[begin:len(a)-end], b[begin:len(b)-end]
	shift := 0
	if len(a) > 0 && len(b) > 0 {
		shift = common(a[0], b[0])
	}
	w.WriteString(excerptFrom("-", a, shift))
	w.WriteString(excerptFrom("+", b, shift))
	return w.String()
}

// common returns the offset from which two long lines are shown, so that the difference is visible.
func common(a, b string) int {
	i := 0
	for i < len(a) && i < len(b) && a[i] == b[i] {
		i++
	}
	if max(len(a), len(b)) <= maxWidth || i < maxWidth/2 {
		return 0
	}
	return i - maxWidth/4
}

// excerpt shows the first lines of a text, each after a sign.
func excerpt(sign, text string) string { return excerptFrom(sign, strings.Split(text, "\n"), 0) }

func excerptFrom(sign string, lines []string, shift int) string {
	var w strings.Builder
	for i, line := range lines {
		if i == maxLines {
			fmt.Fprintf(&w, "  %s ... %d more lines\n", sign, len(lines)-i)
			break
		}
		before := ""
		if i == 0 && shift > 0 {
			line, before = line[min(shift, len(line)):], "…"
		}
		line = strings.ToValidUTF8(line, "")
		if runes := []rune(line); len(runes) > maxWidth {
			line = string(runes[:maxWidth]) + "…"
		}
		fmt.Fprintf(&w, "  %s %s%s\n", sign, before, line)
	}
	return w.String()
}

const widgetView = "application/vnd.jupyter.widget-view+json"

// stillTypes reports whether o is a still picture of a widget, as package widget makes them, and
// which of its media types are not only for a page without the widget.
func stillTypes(o *Output) (types []string, ok bool) {
	polka, _ := o.Metadata["polka"].(map[string]any)
	list, ok := polka["still"].([]any)
	for _, t := range list {
		if t, ok := t.(string); ok {
			types = append(types, t)
		}
	}
	return types, ok
}

// withStill returns the output of a widget with parts of its still picture, as a program without
// widgets would have shown it.
func withStill(o, still *Output, types []string) *Output {
	joint := *o
	joint.Data = maps.Clone(o.Data)
	delete(joint.Data, widgetView)
	for _, t := range types {
		data, _ := still.Data[t].(string)
		if t == display.HTMLType { // without the style sheet and the element around it
			_, data, _ = strings.Cut(data, "\n")
			_, data, _ = strings.Cut(data, "\n")
			data = strings.TrimSuffix(data, "</div>\n")
		}
		joint.Data[t] = data
	}
	return &joint
}
