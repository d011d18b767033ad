// SPDX-License-Identifier: BSD-3-Clause

package nb

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"sync"
	"unicode/utf8"

	"polka/kernel/display"
	"polka/kernel/engine"
)

// A recorder is an engine.Output that records the outputs of a running cell.
type recorder struct {
	limit    int                  // bytes of text
	displays map[string][]*Output // of all cells, by display id

	mu      sync.Mutex
	over    bool // the cell has ended; later output of its goroutines is lost
	outputs []*Output
	text    []byte                   // of the last output, if it is a stream
	tails   map[engine.Stream][]byte // the beginning of an incomplete character
	shown   int                      // bytes of text since the last clearing
	clear   bool                     // clear before the next output
}

// Write implements engine.Output.
func (r *recorder) Write(s engine.Stream, text []byte) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.over || len(text) == 0 {
		return
	}
	r.clearNow()
	text = append(r.tails[s], text...)
	whole := len(text) - incomplete(text)
	if r.tails == nil {
		r.tails = map[engine.Stream][]byte{}
	}
	r.tails[s] = slices.Clone(text[whole:])
	r.write(s, text[:whole])
}

// incomplete returns the length of an incomplete character at the end of text.
func incomplete(text []byte) int {
	for n := 1; n < utf8.UTFMax && n <= len(text); n++ {
		if b := text[len(text)-n]; utf8.RuneStart(b) {
			if utf8.FullRune(text[len(text)-n:]) {
				return 0
			}
			return n
		}
	}
	return 0
}

// write appends whole characters to the stream. r.mu is held.
func (r *recorder) write(s engine.Stream, text []byte) {
	room := r.limit - r.shown
	if len(text) == 0 || room < 0 {
		return
	}
	notice := ""
	if len(text) > room {
		text = text[:room]
		text = text[:room-incomplete(text)]
		notice = fmt.Sprintf("\n[the cell has written more than %d bytes; the rest is omitted]\n", r.limit)
		r.shown = r.limit + 1
	}
	r.shown += len(text)
	last := len(r.outputs) - 1
	if last < 0 || r.outputs[last].Type != StreamOutput || r.outputs[last].Name != string(s) {
		r.closeText()
		r.outputs = append(r.outputs, &Output{Type: StreamOutput, Name: string(s)})
	}
	r.text = append(append(r.text, text...), notice...)
}

// closeText stores the text in the stream to which it belongs. r.mu is held.
func (r *recorder) closeText() {
	if len(r.text) > 0 {
		r.outputs[len(r.outputs)-1].Text = overwrite(strings.ToValidUTF8(string(r.text), "\uFFFD"))
		r.text = nil
	}
}

// overwrite handles carriage returns and backspaces as a terminal does: text after them replaces
// earlier text. Of a progress bar only the last state remains.
func overwrite(text string) string {
	if !strings.ContainsAny(text, "\r\b") {
		return text
	}
	var done, line []rune
	at := 0
	for _, r := range text {
		switch {
		case r == '\n':
			done = append(append(done, line...), r)
			line, at = line[:0], 0
		case r == '\r':
			at = 0
		case r == '\b':
			at = max(at-1, 0)
		case at < len(line):
			line[at] = r
			at++
		default:
			line = append(line, r)
			at++
		}
	}
	return string(append(done, line...))
}

// Display implements engine.Output.
func (r *recorder) Display(e display.Event) {
	data, metadata := store(e.Bundle)
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.over {
		return
	}
	if e.Update {
		for _, o := range r.displays[e.ID] {
			o.Data, o.Metadata = data, metadata
		}
		return
	}
	r.clearNow()
	r.closeText()
	o := &Output{Type: DisplayOutput, Data: data, Metadata: metadata}
	r.outputs = append(r.outputs, o)
	if e.ID != "" {
		r.displays[e.ID] = append(r.displays[e.ID], o)
	}
}

// store returns a bundle in the form of notebook files.
func store(b display.Bundle) (data, metadata map[string]any) {
	d, m := b.Wire()
	data, _ = normal(d).(map[string]any)
	metadata, _ = normal(m).(map[string]any)
	if metadata == nil { // it has values that JSON cannot represent
		metadata = map[string]any{}
	}
	return data, metadata
}

// Clear implements engine.Output.
func (r *recorder) Clear(wait bool) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.clear = true; !wait {
		r.clearNow()
	}
}

// clearNow performs a deferred clearing. r.mu is held.
func (r *recorder) clearNow() {
	if r.clear {
		r.outputs, r.text, r.tails, r.shown, r.clear = nil, nil, nil, 0, false
	}
}

// Input implements engine.Output: there is no user to ask.
func (r *recorder) Input(context.Context, string, bool) (string, error) {
	return "", engine.ErrNoInput
}

// end returns the outputs of the cell, including those in its reply.
func (r *recorder) end(reply engine.Reply, number int) []*Output {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.over = true
	for _, s := range []engine.Stream{engine.Stdout, engine.Stderr} {
		if len(r.tails[s]) > 0 {
			r.write(s, []byte("\uFFFD"))
		}
	}
	r.closeText()
	show := func(b *display.Bundle, o *Output) {
		r.clearNow()
		o.Data, o.Metadata = store(*b)
		r.outputs = append(r.outputs, o)
	}
	if reply.Value != nil {
		show(reply.Value, &Output{Type: ResultOutput, Count: number})
	}
	if e := reply.Err; e != nil {
		r.clearNow()
		r.outputs = append(r.outputs, &Output{Type: ErrorOutput, ErrorName: e.Name, ErrorValue: e.Message, Traceback: slices.Clone(e.Lines())})
	}
	for _, p := range reply.Payloads {
		if p.Page != nil {
			show(p.Page, &Output{Type: DisplayOutput})
		}
	}
	return r.outputs
}

// follow runs the cells that the reply to a cell asks for. What they show becomes output of the
// cell.
func (r *recorder) follow(ctx context.Context, interp engine.Interpreter, reply engine.Reply) engine.Reply {
	if reply.Value != nil {
		r.Display(display.Event{Bundle: *reply.Value})
		reply.Value = nil
	}
	_, err := engine.Follow(ctx, reply, func(c engine.Cell) engine.Reply {
		end := interp.Execute(ctx, c, r)
		if end.Value != nil {
			r.Display(display.Event{Bundle: *end.Value})
		}
		return end
	})
	reply.Err = err
	return reply
}
