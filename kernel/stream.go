// SPDX-License-Identifier: BSD-3-Clause

// Batching what a cell shows.
//
// A cell may print 100,000 lines in half a second or redraw a picture a thousand times. Sent
// separately, each takes longer to wrap, sign and show than to make. Jupyter's server drops output
// above 1000 messages or one megabyte a second, and a browser freezes long before. Nobody can read
// that much.
//
// So what a cell shows is collected in a batch, and the batch is sent
//
//   - 50 ms after text was added, so that "hello, " and "world" are sent together, and 250 ms after
//     the last batch if there is a flood of text;
//   - immediately, if nothing was sent for that long;
//   - when it holds two megabytes;
//   - before input is requested, and when the cell ends.
//
// A page renders all text of a cell again for each message, in a time that grows faster than the
// text: JupyterLab took 0.9, 3, 5, 17 and more than 200 s for 0.1, 0.5, 1, 2 and 4 MB of short
// lines, on one busy processor. So the pauses become longer with the amount of text, and the text
// of a cell that has shown holdSize and still prints more than floodRate in a pause is held until
// it prints less, the batch is full, or the cell ends. If the user stops the cell, only the last
// keepSize of the held text is shown, so that the page responds at once.
//
// The page makes an element for each change from one stream to the other. After turnLimit changes,
// a batch has at most one more; the order of the two streams within a batch is then lost.
//
// A cell that only prints causes at most 20 messages per second and stream, and 4 for 100,000 lines
// printed in half a second. In the batch
//
//   - text that follows text of the same stream is appended to it; the order of the two streams and
//     of the displays between them is kept;
//   - an update of a display replaces an earlier update of the same display;
//   - clearing the output removes what was added since the previous clearing, so that only the last
//     of many frames of an animation is sent.
//
// UTF-8 is never split between messages: the bytes of an incomplete character are kept until the
// rest of it arrives, even if the other stream is written in between, and become U+FFFD if it never
// arrives. Bytes that are not UTF-8 become U+FFFD at once, since JSON cannot carry them.
//
// The text that a cell may show is limited, counted from the last clearing of the output; a notice
// replaces the rest. Pictures are not counted.
//
// A batch has neither clock nor locks: those are in output.go.

package kernel

import (
	"fmt"
	"slices"
	"time"
	"unicode/utf8"

	"polka/internal/size"
	"polka/kernel/engine"
	"polka/kernel/wire"
)

// When output is sent; the reasons are above.
const (
	shortPause = 50 * time.Millisecond
	longPause  = 250 * time.Millisecond
	floodSize  = 4 << 10 // bytes in a batch after which the next pause is long
	pauseSize  = 1 << 18 // bytes shown that make pauses longer by longPause
	batchSize  = 2 << 20 // bytes in a batch that is sent at once
	batchCount = 256     // events in a batch that is sent at once
	turnLimit  = 128     // changes between the streams in a cell
	holdSize   = 1 << 19 // bytes shown after which a flood is held back
	floodRate  = 1 << 16 // bytes in a pause that are a flood
	keepSize   = 1 << 14 // bytes of held text that are shown after Stop
)

// defaultOutputLimit is the text that one cell may show, in bytes: 100,000 lines of 20 characters.
const defaultOutputLimit = 2 << 20

// An event is a piece of text, a message, or the clearing of the output.
type event struct {
	stream engine.Stream // of text
	text   []byte        // valid UTF-8
	show   *wire.Message // display_data or update_display_data
	id     string        // of the display
	update bool
	clear  bool
	wait   bool // with the clearing until something new is shown
}

func (ev *event) length() int {
	if ev.show != nil {
		return len(ev.show.Content)
	}
	return len(ev.text)
}

// A batch holds what a cell has shown and what was not yet sent.
type batch struct {
	limit  int // text the cell may show, in bytes; 0 or less: any amount
	shown  int // text it has shown
	cut    bool
	turns  int // changes between the streams
	size   int // of the events, in bytes
	events []event
	stdout tail
	stderr tail
}

// write adds text and reports whether there is anything new to send.
func (b *batch) write(s engine.Stream, text []byte) bool {
	if b.cut {
		return false
	}
	n := b.size
	b.add(s, b.tail(s).next(text))
	return b.size > n
}

func (b *batch) tail(s engine.Stream) *tail {
	if s == engine.Stderr {
		return &b.stderr
	}
	return &b.stdout
}

// add adds valid text, as much as the cell may still show.
func (b *batch) add(s engine.Stream, text []byte) {
	if b.cut {
		return
	}
	room := b.limit - b.shown
	if b.cut = b.limit > 0 && len(text) > room; b.cut {
		for room > 0 && !utf8.RuneStart(text[room]) {
			room--
		}
		text = text[:room]
	}
	b.shown += len(text)
	b.push(s, text)
	if b.cut {
		b.push(engine.Stderr, fmt.Appendf(nil,
			"\n[Output cut: a cell may show %s of text. For more, set %s in the kernel's environment, as in\n"+
				" polka install --replace --env %[2]s=%[3]s   (0: no limit)]\n",
			size.String(int64(b.limit)), OutputLimitEnv, size.String(int64(10*b.limit))))
	}
}

// push appends text without counting it.
func (b *batch) push(s engine.Stream, text []byte) {
	if len(text) == 0 {
		return
	}
	b.size += len(text)
	n := len(b.events)
	if n > 0 && b.events[n-1].stream == "" || n == 0 {
		b.events = append(b.events, event{stream: s})
		n++
	} else if b.events[n-1].stream != s {
		if b.turns++; b.turns > turnLimit && n > 1 && b.events[n-2].stream == s {
			n--
		} else {
			b.events = append(b.events, event{stream: s})
			n++
		}
	}
	ev := &b.events[n-1]
	ev.text = append(ev.text, text...)
}

// leaveOut removes text from the front of the batch until keepSize of it remains, and adds a notice
// in its place.
func (b *batch) leaveOut() {
	text := 0
	for _, ev := range b.events {
		text += len(ev.text)
	}
	excess, first := text-keepSize, -1
	if excess < keepSize {
		return
	}
	left := 0
	for i := range b.events {
		ev := &b.events[i]
		if len(ev.text) == 0 || left >= excess {
			continue
		}
		if first < 0 {
			first = i
		}
		n := min(len(ev.text), excess-left)
		for n < len(ev.text) && !utf8.RuneStart(ev.text[n]) {
			n++
		}
		ev.text = ev.text[n:]
		left += n
	}
	b.size -= left
	notice := fmt.Appendf(nil, "\n[%s of text left out, since the cell was stopped]\n", size.String(int64(left)))
	b.events = slices.Insert(b.events, first, event{stream: engine.Stderr, text: notice})
}

// display adds a display, or replaces an earlier update by a new one.
func (b *batch) display(m *wire.Message, id string, update bool) {
	b.size += len(m.Content)
	if update {
		for i := len(b.events) - 1; i >= 0; i-- {
			ev := &b.events[i]
			if ev.show == nil || ev.id != id {
				continue
			}
			if ev.update {
				b.size -= ev.length()
				ev.show = m
				return
			}
			break
		}
	}
	b.events = append(b.events, event{show: m, id: id, update: update})
}

// clear clears the output. What was added since an earlier clearing that is not yet sent is
// removed, with that clearing. Updates stay, since they may belong to displays of other cells.
func (b *batch) clear(wait bool) {
	b.stdout, b.stderr = tail{}, tail{}
	b.shown, b.cut, b.turns = 0, false, 0
	if i := slices.IndexFunc(b.events, func(ev event) bool { return ev.clear }); i >= 0 {
		wait = wait && b.events[i].wait
		later := b.events[i:]
		b.events = b.events[:i]
		for _, ev := range later {
			if ev.update {
				b.events = append(b.events, ev)
			} else {
				b.size -= ev.length()
			}
		}
	}
	b.events = append(b.events, event{clear: true, wait: wait})
}

// full reports whether the batch should be sent without waiting for more.
func (b *batch) full() bool { return b.size >= batchSize || len(b.events) >= batchCount }

// finish adds what remains of incomplete characters.
func (b *batch) finish() {
	b.add(engine.Stdout, b.stdout.flush())
	b.add(engine.Stderr, b.stderr.flush())
}

// take empties the batch and returns its content.
func (b *batch) take() []event {
	events := b.events
	b.events, b.size = nil, 0
	return events
}

// A tail is the beginning of a character whose end was not yet written.
type tail struct {
	b [utf8.UTFMax]byte
	n int
}

// next returns the valid text in t and p, and keeps an incomplete character in t. The text may be p
// itself.
func (t *tail) next(p []byte) (text []byte) {
	if t.n == 0 && utf8.Valid(p) {
		return p
	}
	for t.n > 0 && len(p) > 0 {
		// The bytes in t are the beginning of some character, so more of them complete it or show
		// that it is none. In the second case the first byte is bad, and the others are looked at
		// again.
		t.b[t.n] = p[0]
		t.n, p = t.n+1, p[1:]
		for t.n > 0 && utf8.FullRune(t.b[:t.n]) {
			r, size := utf8.DecodeRune(t.b[:t.n])
			text = utf8.AppendRune(text, r)
			t.n = copy(t.b[:], t.b[size:t.n])
		}
	}
	for len(p) > 0 {
		if !utf8.FullRune(p) {
			t.n = copy(t.b[:], p)
			break
		}
		r, size := utf8.DecodeRune(p)
		text = utf8.AppendRune(text, r)
		p = p[size:]
	}
	return text
}

// flush returns U+FFFD if anything is left in t.
func (t *tail) flush() []byte {
	if t.n == 0 {
		return nil
	}
	t.n = 0
	return []byte("\uFFFD")
}
