// SPDX-License-Identifier: BSD-3-Clause

// What a frame shows, and what the user asks for.
//
// The page sends what it wants: the columns to sort by, the conditions, and the rows to show. A
// goroutine of its own filters and sorts, so that neither cells nor other widgets wait for it, and
// the page gets the rows that it shows. A newer wish ends the work on an older one. What has been
// filtered is kept, so that another order does not need it again, and so is the order for another
// page.
//
// The first summaries of a large table are those of a sample, so that the table appears at once.
// The page gets those of all rows later.

package frame

import (
	"context"
	"encoding/json"
	"slices"
	"sync"
	"unicode/utf8"
)

// Limits of what is shown.
const (
	firstRows   = 20   // rows of the first page
	mostRows    = 1000 // rows of a page
	mostColumns = 60
	mostRunes   = 200 // of one value
)

// A wish is what the page asks for.
type wish struct {
	Sort    []sortKey `json:"sort"`
	Filters []string  `json:"filters"` // by column; shorter if the rest is empty
	From    int       `json:"from"`    // the first row of the page, from 0
	Size    int       `json:"size"`    // of a page
	Serial  int       `json:"serial"`
}

// A state is what the page shows.
type state struct {
	wish
	Columns  []head      `json:"columns"`
	Rows     [][]*string `json:"rows"`     // nil for missing values
	Numbers  []int32     `json:"numbers"`  // of the rows, from 0, as they were before sorting
	Total    int         `json:"total"`    // rows of the frame
	Matched  int         `json:"matched"`  // rows that satisfy the conditions
	Hidden   int         `json:"hidden"`   // columns that are not shown
	Mistakes []string    `json:"mistakes"` // in the conditions, by column
	Note     string      `json:"note"`
}

// A head is the head of a column.
type head struct {
	Name  string `json:"name"`
	Label string `json:"label"`
	Right bool   `json:"right"`
	summary
}

// A view is the state of the widget.
type view struct {
	f      *Frame
	cancel context.CancelFunc // ends the work; nil if there is none

	publishing sync.Mutex // taken before mu

	mu      sync.Mutex
	ready   bool
	running int // the serial of the wish that is worked on; 0 for none
	done    wish
	matched []int32 // nil: all rows of the frame
	order   []int32 // the matched rows, sorted; nil: all rows of the frame
	heads   []head
	exact   bool // the summaries are those of all matched rows
	note    string
	wrong   []string
}

func newView(f *Frame) *view { return &view{f: f, done: wish{Size: firstRows}} }

// prepare makes the heads, with summaries of a sample.
func (v *view) prepare() {
	if v.ready {
		return
	}
	v.ready, v.exact = true, true
	for i := range v.f.columns[:min(len(v.f.columns), mostColumns)] {
		c := &v.f.columns[i]
		s, _ := summarize(never, c, v.f.rows, v.f.n, sampleSize)
		v.exact = v.exact && !s.Sampled
		v.heads = append(v.heads, head{c.Name, c.label(), c.Type == Int || c.Type == Float, s})
	}
}

// publish shows the state on the page.
func (v *view) publish() {
	v.publishing.Lock() // an older state must not follow a newer one
	defer v.publishing.Unlock()
	v.f.Set("table", v.state())
}

// state returns what the page shows.
func (v *view) state() state {
	v.mu.Lock()
	defer v.mu.Unlock()
	v.prepare()
	s := state{
		wish: v.done, Columns: slices.Clone(v.heads), Total: v.f.n, Matched: v.f.n, Hidden: len(v.f.columns) - len(v.heads),
		Mistakes: v.wrong, Note: v.note, Rows: [][]*string{}, Numbers: []int32{},
	}
	if v.order != nil {
		s.Matched = len(v.order)
	}
	for i := s.From; i < min(s.From+s.Size, s.Matched); i++ {
		row := v.row(i)
		s.Numbers = append(s.Numbers, row)
		values := make([]*string, len(v.heads))
		for k := range values {
			if c := &v.f.columns[k]; !c.missing(int(row)) {
				text := clip(c.text(int(row)))
				values[k] = &text
			}
		}
		s.Rows = append(s.Rows, values)
	}
	return s
}

// row returns the row at a place of the order; v.mu is held.
func (v *view) row(i int) int32 {
	switch {
	case v.order != nil:
		return v.order[i]
	case v.f.rows != nil:
		return v.f.rows[i]
	}
	return int32(i)
}

// clip shortens a value.
func clip(text string) string {
	if len(text) <= mostRunes || utf8.RuneCountInString(text) <= mostRunes {
		return text
	}
	n := 0
	for i := range text {
		if n++; n == mostRunes {
			return text[:i] + "…"
		}
	}
	return text
}

// now returns the rows as the user sees them. All is true if they are those of the frame.
func (v *view) now() (rows []int32, all bool) {
	v.mu.Lock()
	defer v.mu.Unlock()
	return v.order, v.order == nil
}

// receive handles a wish of the page.
func (v *view) receive(ctx context.Context, content []byte) {
	var w wish
	if json.Unmarshal(content, &w) != nil {
		return
	}
	columns := min(len(v.f.columns), mostColumns)
	w.Size = min(max(w.Size, 1), mostRows)
	w.From = max(w.From, 0)
	w.Filters = w.Filters[:min(len(w.Filters), columns)]
	var keys []sortKey
	for _, k := range w.Sort {
		again := slices.ContainsFunc(keys, func(other sortKey) bool { return other.Column == k.Column })
		if k.Column >= 0 && k.Column < columns && !again {
			keys = append(keys, k)
		}
	}
	w.Sort = keys
	v.mu.Lock()
	defer v.mu.Unlock()
	if v.cancel != nil {
		v.cancel()
	}
	ctx, v.cancel = context.WithCancel(ctx)
	v.running = max(w.Serial, 1)
	go v.work(ctx, w)
}

// stopped shows the last state again, if Stop has ended the work on another.
func (v *view) stopped() {
	v.mu.Lock()
	if v.running == 0 {
		v.mu.Unlock()
		return
	}
	v.done.Serial, v.running = v.running, 0
	v.note = "Stopped."
	v.mu.Unlock()
	v.publish()
}

// work fulfills a wish.
func (v *view) work(ctx context.Context, w wish) {
	v.mu.Lock()
	v.prepare()
	old, matched, order := v.done, v.matched, v.order
	v.mu.Unlock()
	keep, wrong := v.conditions(w.Filters)
	refiltered := !slices.Equal(w.Filters, old.Filters)
	ok := true
	if refiltered {
		if matched, ok = filtered(ctx, nil, v.f.n, keep); !ok {
			return
		}
	}
	if refiltered || !slices.Equal(w.Sort, old.Sort) {
		if order, ok = v.arrange(ctx, matched, w.Sort); !ok {
			return
		}
	}
	n := v.f.n
	if order != nil {
		n = len(order)
	}
	if w.From >= n {
		w.From = max(0, (n-1)/w.Size*w.Size)
	}
	v.mu.Lock()
	if ctx.Err() != nil {
		v.mu.Unlock()
		return
	}
	v.done, v.matched, v.order, v.wrong, v.note, v.running = w, matched, order, wrong, "", 0
	v.exact = v.exact && !refiltered
	exact := v.exact
	v.mu.Unlock()
	v.publish()
	if !exact {
		v.summarize(ctx, matched)
	}
}

// conditions returns the functions for the conditions of the user, which take a place in the frame,
// and what is wrong with those that cannot be read.
func (v *view) conditions(filters []string) (keep []func(int32) bool, wrong []string) {
	for i, text := range filters {
		if text == "" {
			continue
		}
		c := v.f.columns[i].at(v.f.rows)
		k, err := parseCondition(&c, text)
		if err != nil {
			wrong = append(wrong, make([]string, i-len(wrong))...)
			wrong = append(wrong, err.Error())
			continue
		}
		keep = append(keep, k)
	}
	return keep, wrong
}

// arrange returns the rows at some places of the frame in the order of the keys; nil stands for all
// places, and is returned if they are not sorted.
func (v *view) arrange(ctx context.Context, matched []int32, keys []sortKey) ([]int32, bool) {
	if matched == nil && len(keys) == 0 {
		return nil, true
	}
	var rows []int32
	switch {
	case matched == nil:
		rows = v.f.all()
	case v.f.rows == nil:
		rows = slices.Clone(matched)
	default:
		rows = make([]int32, len(matched))
		for i, k := range matched {
			rows[i] = v.f.rows[k]
		}
	}
	if len(keys) == 0 {
		return rows, true
	}
	rows = sorted(ctx, v.f.columns, rows, keys)
	return rows, rows != nil
}

// summarize replaces the summaries by those of all matched rows.
func (v *view) summarize(ctx context.Context, matched []int32) {
	var list []summary
	for i := range v.f.columns[:min(len(v.f.columns), mostColumns)] {
		c := v.f.columns[i].at(v.f.rows)
		n := v.f.n
		if matched != nil {
			n = len(matched)
		}
		s, ok := summarize(ctx, &c, matched, n, max(n, 1))
		if !ok {
			return
		}
		list = append(list, s)
	}
	v.mu.Lock()
	if ctx.Err() != nil {
		v.mu.Unlock()
		return
	}
	v.exact = true
	for i, s := range list {
		v.heads[i].summary = s
	}
	v.mu.Unlock()
	v.publish()
}
