// SPDX-License-Identifier: BSD-3-Clause

// The links of dancing links.
//
// Every entry of an option is a node in the list of its item, linked up and down. The list is
// circular and contains the header of the item. The headers of the items that are still to be
// covered are linked left and right. This is the part of Knuth's data structure that can be drawn
// (section 7.2.2.1, where the links are called ULINK, DLINK, LLINK and RLINK). The drawing repeats
// the program's actions, event by event, with arrays of its own:
//
//	cover i    removes header i from its row:   right[left[i]] = right[i], left[right[i]] = left[i]
//	hide k     removes the nodes of option k from their columns, except the node in the column that
//	           is being covered:                down[up[x]] = down[x],     up[down[x]] = up[x]
//	unhide k, uncover i                         down[up[x]] = x,           up[down[x]] = x
//
// A node that has been removed is dashed, and so are its links: no node points to it, but it still
// points to its old neighbors, so that it can be put back. Links that the last event has written
// are green; a link that skips removed nodes bends around them. Links that close a circle leave the
// drawing at one end and come back at the other.

package render

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"polka/dlx"
)

// The largest problem whose links are drawn.
const (
	linkItems   = 24
	linkOptions = 24
)

// A LinkRecording is a search with dancing links, recorded by [RecordLinks]: a list of events, each
// of which changes some links. Notebooks show the links after each of the first 60 events, with
// buttons. A LinkRecording is immutable.
type LinkRecording struct {
	search Recording
	node   [][]int // node[k][i] is the node of option k and item i, 0 if there is none
	size   int     // of the arrays
	events []dlx.Event
}

// RecordLinks records the first events of a search with dancing links. With 0 events it records
// only the data structure before the search. The problem can have up to 24 items and 24 options,
// but no colors and no multiplicities. If ctx ends first, RecordLinks returns the events so far
// together with the error.
func RecordLinks(ctx context.Context, p *dlx.Problem, events int) (LinkRecording, error) {
	if err := p.Err(); err != nil {
		return LinkRecording{}, err
	}
	if events < 0 {
		return LinkRecording{}, fmt.Errorf("render: %d events: expected 0 or a positive number", events)
	}
	d := LinkRecording{search: Recording{problem: p, rules: []ruleSteps{{rule: dlx.Fewest}}}}
	d.search.read(p)
	if err := d.fits(); err != nil {
		return LinkRecording{}, err
	}
	d.size = len(d.search.items) + 1
	for _, o := range d.search.options {
		row := make([]int, len(d.search.items))
		for _, e := range o.entries {
			row[e.Item] = d.size
			d.size++
		}
		d.node = append(d.node, row)
	}
	if events == 0 {
		return d, nil
	}
	err := p.Trace(ctx, dlx.Fewest, func(e dlx.Event) bool {
		d.events = append(d.events, e)
		return len(d.events) < events
	})
	return d, err
}

func (d *LinkRecording) fits() error {
	s := &d.search
	if len(s.items) > linkItems || len(s.options) > linkOptions {
		return fmt.Errorf("render: expected at most %d items and %d options, got %d and %d", linkItems, linkOptions, len(s.items), len(s.options))
	}
	for _, i := range s.items {
		if !i.Secondary && (i.Low != 1 || i.High != 1) {
			return fmt.Errorf("render: item %s has a multiplicity, which cannot be drawn as links", i.Name)
		}
	}
	for _, o := range s.options {
		for _, e := range o.entries {
			if e.Color != "" {
				return fmt.Errorf("render: option \"%s\" has a color, which cannot be drawn as links", o.text)
			}
		}
	}
	return nil
}

// Len returns the number of recorded events.
func (d LinkRecording) Len() int { return len(d.events) }

// At draws the links after n events. It panics if n is not from 0 to Len.
func (d LinkRecording) At(n int) Picture {
	if n < 0 || n > len(d.events) {
		panic("render: a LinkRecording has no such event")
	}
	return diagramOf(func() diagram { return d.scene(n) }, func() string { return d.text(n) })
}

// circles is the state of the links. Node 0 is the root, and nodes 1 to the number of items are the
// headers.
type circles struct {
	up, down, left, right []int
	out                   []bool // removed from its list
	fresh                 []link // written by the last event
	chosen                []int
	said                  []string // the assignments of the last event
}

// A link is an element of one of the four arrays, such as down[3].
type link struct {
	array string
	node  int
}

// after returns the state after n events.
func (d *LinkRecording) after(n int) *circles {
	items := len(d.search.items)
	c := &circles{out: make([]bool, d.size)}
	for _, a := range []*[]int{&c.up, &c.down, &c.left, &c.right} {
		*a = make([]int, d.size)
	}
	for i := range d.size {
		c.up[i], c.down[i], c.left[i], c.right[i] = i, i, i, i
	}
	for i := 1; i <= items; i++ {
		if !d.search.items[i-1].Secondary {
			c.left[i], c.right[i-1], c.right[i], c.left[0] = i-1, i, 0, i
		}
	}
	for _, row := range d.node {
		for i, x := range row {
			if x != 0 {
				last := c.up[i+1]
				c.up[x], c.down[x], c.down[last], c.up[i+1] = last, i+1, x, x
			}
		}
	}
	for _, e := range d.events[:n] {
		c.fresh, c.said = nil, nil
		d.apply(c, e)
	}
	return c
}

// apply performs an event.
func (d *LinkRecording) apply(c *circles, e dlx.Event) {
	item := e.Item
	switch e.Kind {
	case dlx.Try:
		c.chosen = append(c.chosen[:e.Level], e.Option)
	case dlx.Back, dlx.Choose:
		c.chosen = c.chosen[:min(e.Level, len(c.chosen))]
	case dlx.Cover:
		i := item + 1
		if e.Undo {
			c.right[c.left[i]], c.left[c.right[i]] = i, i
			c.out[i] = false
			c.fresh = []link{{"right", c.left[i]}, {"left", c.right[i]}}
			c.said = []string{fmt.Sprintf("i = %s", d.search.items[item].Name), "right[left[i]] = i", "left[right[i]] = i"}
			break
		}
		c.right[c.left[i]], c.left[c.right[i]] = c.right[i], c.left[i]
		c.out[i] = true
		c.fresh = []link{{"right", c.left[i]}, {"left", c.right[i]}}
		c.said = []string{fmt.Sprintf("i = %s", d.search.items[item].Name), "right[left[i]] = right[i]", "left[right[i]] = left[i]"}
	case dlx.Hide:
		if e.Undo {
			for _, x := range d.others(e.Option, item, true) {
				c.down[c.up[x]], c.up[c.down[x]] = x, x
				c.out[x] = false
				c.fresh = append(c.fresh, link{"down", c.up[x]}, link{"up", c.down[x]})
			}
			c.said = []string{"for each other node x of the option, backwards:", "down[up[x]] = x", "up[down[x]] = x"}
			break
		}
		for _, x := range d.others(e.Option, item, false) {
			c.down[c.up[x]], c.up[c.down[x]] = c.down[x], c.up[x]
			c.out[x] = true
			c.fresh = append(c.fresh, link{"down", c.up[x]}, link{"up", c.down[x]})
		}
		c.said = []string{"for each other node x of the option:", "down[up[x]] = down[x]", "up[down[x]] = up[x]"}
	}
}

// others lists the nodes of an option except the node of an item, in the order in which they are
// hidden.
func (d *LinkRecording) others(option, item int, backwards bool) []int {
	var list []int
	entries := d.search.options[option].entries
	at := slices.IndexFunc(entries, func(e dlx.Entry) bool { return e.Item == item })
	for n := 1; n < len(entries); n++ {
		e := entries[(at+n)%len(entries)]
		list = append(list, d.node[option][e.Item])
	}
	if backwards {
		slices.Reverse(list)
	}
	return list
}

// Sizes of the drawing in pixels.
const (
	linkColumn = 62.0
	linkRow    = 44.0
	nodeWidth  = 26.0
	nodeHeight = 20.0
)

// scene draws the structure after n events.
func (d *LinkRecording) scene(n int) diagram {
	s, c := &d.search, d.after(n)
	items, options := len(s.items), len(s.options)
	const left, top = 92.0, 30.0
	column := func(i int) float64 { return left + float64(i)*linkColumn } // middle of item i; -1 is the root
	row := func(k int) float64 { return top + float64(k+1)*linkRow }      // middle of option k; -1 are the headers
	at := make([]point, d.size)
	at[0] = point{left - 0.75*linkColumn, row(-1)}
	for i := range items {
		at[i+1] = point{column(i), row(-1)}
	}
	for k, nodes := range d.node {
		for i, x := range nodes {
			if x != 0 {
				at[x] = point{column(i), row(k)}
			}
		}
	}
	g := &diagram{width: column(items-1) + 60, height: row(options-1) + 40}
	g.summary = fmt.Sprintf("the links of %d items and %d options after %d events", items, options, n)
	for k := range options {
		from, to := items, -1
		for i, x := range d.node[k] {
			if x != 0 {
				from, to = min(from, i), max(to, i)
			}
		}
		if to >= 0 {
			g.marks = append(g.marks, line(faint, nodeHeight+8, point{column(from), row(k)}, point{column(to), row(k)}))
		}
		label := text{at: point{34, row(k) + 4}, words: fmt.Sprint(k), size: 12, role: muted, anchor: end}
		if slices.Contains(c.chosen, k) {
			label.role, label.bold, label.words = good, true, fmt.Sprintf("✓%d", k)
		}
		g.texts = append(g.texts, label)
	}
	w := weaver{g: g, c: c, at: at, width: nodeWidth, height: nodeHeight, circular: true, west: 14, north: row(-1) - 26, east: column(items-1) + 44, south: row(options-1) + 30}
	for x := range d.size {
		header := x <= items
		if header && (x == 0 || !s.items[x-1].Secondary) {
			w.horizontal(x)
		}
		if x > 0 {
			w.vertical(x)
		}
	}
	w.flush()
	d.boxes(g, c, at)
	if n > 0 {
		e := d.events[n-1]
		g.caption(fmt.Sprintf("%d. %s", n, strings.TrimSpace(e.String())))
		for _, said := range c.said {
			g.texts = append(g.texts, text{at: point{18, g.height + captionSize}, words: said, size: captionSize, role: muted, anchor: start, code: true})
			g.height += captionHeight - 3
			g.width = max(g.width, 18+8.2*float64(utf8.RuneCountInString(said)))
		}
	}
	return *g
}

// boxes draws the nodes: those in the lists, the removed ones, and the headers.
func (d *LinkRecording) boxes(g *diagram, c *circles, at []point) {
	items := len(d.search.items)
	in := mark{closed: true, fill: hue(0), stroke: print, width: 1.2}
	head := mark{closed: true, fill: hue(1), stroke: print, width: 1.2}
	blank := mark{closed: true, fill: paper}
	out := mark{closed: true, stroke: muted, width: 1.2, dashed: true}
	var names, titles, gone []text
	for x := range d.size {
		box := rectangle(at[x].x-nodeWidth/2, at[x].y-nodeHeight/2, nodeWidth, nodeHeight)
		t := text{at: point{at[x].x, at[x].y + 4.5}, words: "•", size: 12.5, role: print}
		if x > 0 {
			t.words = shorten(d.search.items[d.item(x)].Name, 5)
		}
		if utf8.RuneCountInString(t.words) > 3 {
			t.size = 9
		}
		switch {
		case c.out[x]:
			t.role = muted
			blank.lines, out.lines, gone = append(blank.lines, box), append(out.lines, box), append(gone, t)
		case x <= items:
			t.bold = true
			head.lines, titles = append(head.lines, box), append(titles, t)
		default:
			in.lines, names = append(in.lines, box), append(names, t)
		}
	}
	for _, m := range []mark{in, head, blank, out} {
		if len(m.lines) > 0 {
			g.marks = append(g.marks, m)
		}
	}
	g.texts = append(append(append(g.texts, names...), titles...), gone...)
}

// item returns the item of a node or a header.
func (d *LinkRecording) item(x int) int {
	if x <= len(d.search.items) {
		return x - 1
	}
	for _, row := range d.node {
		if i := slices.Index(row, x); i >= 0 {
			return i
		}
	}
	return -1
}

// A weaver draws the links of a structure as arrows.
type weaver struct {
	g                        *diagram
	c                        *circles
	at                       []point   // middles of the nodes
	drawn                    [3]arrows // of removed nodes; ordinary ones; written by the last event
	west, north, east, south float64   // where links leave the drawing
	width, height            float64   // of a node
	circular                 bool      // links that lead back close a circle
}

// arrows are links that look the same.
type arrows struct{ lines, heads []loop }

// arrow draws a link along points. If out is true, its node has been removed.
func (w *weaver) arrow(l link, out bool, points ...point) {
	kind := &w.drawn[1]
	switch {
	case out:
		kind = &w.drawn[0]
	case slices.Contains(w.c.fresh, l):
		kind = &w.drawn[2]
	}
	n := len(points)
	kind.lines = append(kind.lines, points)
	kind.heads = append(kind.heads, arrowHead(points[n-2], points[n-1], 7))
}

// flush draws the arrows, each kind in two marks.
func (w *weaver) flush() {
	for i, look := range []struct {
		role   role
		width  float64
		dashed bool
	}{{muted, 1, true}, {strange, 1.3, false}, {good, 2.2, false}} {
		if a := w.drawn[i]; len(a.lines) > 0 {
			w.g.marks = append(w.g.marks,
				mark{lines: a.lines, stroke: look.role, width: look.width, dashed: look.dashed},
				mark{lines: a.heads, closed: true, fill: look.role})
		}
	}
}

// lane is the distance of a link from the center of the node; the two directions run side by side.
const lane = 5.0

// vertical draws the links up and down of a node.
func (w *weaver) vertical(x int) {
	from, out := w.at[x], w.c.out[x]
	down, up := link{"down", x}, link{"up", x}
	half := w.height / 2
	switch y := w.c.down[x]; {
	case y == x: // an empty list
	case w.at[y].y <= from.y: // back to the header
		a, b := point{from.x + lane, from.y + half}, point{from.x + lane, w.south}
		if w.between(from, point{from.x, w.south}) {
			side := from.x + w.width/2 + 6
			w.arrow(down, out, a, point{side, a.y + 9}, point{side, b.y})
		} else {
			w.arrow(down, out, a, b)
		}
	default:
		w.pass(down, y, out, 1)
	}
	switch y := w.c.up[x]; {
	case y == x:
	case w.at[y].y >= from.y: // from the header to the last node
		w.arrow(up, out, point{from.x - lane, from.y - half}, point{from.x - lane, w.north})
	default:
		w.pass(up, y, out, -1)
	}
}

// pass draws a vertical link to y that bends around nodes between its ends: down on the right if
// sign is 1, up on the left if it is -1.
func (w *weaver) pass(l link, y int, out bool, sign float64) {
	from, to := w.at[l.node], w.at[y]
	a := point{from.x + sign*lane, from.y + sign*w.height/2}
	b := point{to.x + sign*lane, to.y - sign*w.height/2}
	if w.between(from, to) {
		side := from.x + sign*(w.width/2+6)
		w.arrow(l, out, a, point{side, a.y + sign*9}, point{side, b.y - sign*9}, b)
	} else {
		w.arrow(l, out, a, b)
	}
}

// horizontal draws the links to the left and to the right of a header.
func (w *weaver) horizontal(x int) {
	from, out := w.at[x], w.c.out[x]
	right, left := link{"right", x}, link{"left", x}
	half, side := w.width/2, lane-1
	switch y := w.c.right[x]; {
	case y == x:
	case w.at[y].x <= from.x && !w.circular:
		w.skip(right, y, out, -1)
	case w.at[y].x <= from.x:
		w.arrow(right, out, point{from.x + half, from.y + side}, point{w.east, from.y + side})
	default:
		w.skip(right, y, out, 1)
	}
	switch y := w.c.left[x]; {
	case y == x:
	case w.at[y].x >= from.x:
		w.arrow(left, out, point{from.x - half, from.y - side}, point{w.west, from.y - side})
	default:
		w.skip(left, y, out, -1)
	}
}

// skip draws a horizontal link to y that bends around headers between its ends: to the right above
// them if sign is 1, to the left below them if it is -1.
func (w *weaver) skip(l link, y int, out bool, sign float64) {
	from, to := w.at[l.node], w.at[y]
	a := point{from.x + sign*w.width/2, from.y + sign*(lane-1)}
	b := point{to.x - sign*w.width/2, to.y + sign*(lane-1)}
	if w.between(from, to) {
		around := from.y + sign*(w.height/2+5)
		w.arrow(l, out, a, point{a.x + sign*8, around}, point{b.x - sign*8, around}, b)
	} else {
		w.arrow(l, out, a, b)
	}
}

// between reports whether there is a node on the line between two points of a row or a column.
func (w *weaver) between(a, b point) bool {
	return slices.ContainsFunc(w.at, func(p point) bool {
		return p.x == a.x && p.x == b.x && (p.y-a.y)*(p.y-b.y) < 0 || p.y == a.y && p.y == b.y && (p.x-a.x)*(p.x-b.x) < 0
	})
}

// The largest number of frames of an animation of links.
const linkFrames = 60

// animation shows the links after each of the first events.
func (d LinkRecording) animation() Animation {
	var frames []Picture
	for i := range min(len(d.events), linkFrames) + 1 {
		frames = append(frames, d.At(i))
	}
	return Animate(frames)
}

// String lists the events, and the links after the last one.
func (d LinkRecording) String() string {
	var b strings.Builder
	for i, e := range d.events {
		fmt.Fprintf(&b, "%d. %s\n", i+1, strings.TrimSpace(e.String()))
	}
	return plain(b.String() + d.text(len(d.events)))
}

// text formats the active items, the lists of the headers and the last event.
func (d *LinkRecording) text(n int) string {
	s, c := &d.search, d.after(n)
	option := map[int]int{}
	for k, row := range d.node {
		for _, x := range row {
			option[x] = k
		}
	}
	var b strings.Builder
	b.WriteString("items:")
	for i := c.right[0]; i != 0; i = c.right[i] {
		b.WriteString(" " + s.items[i-1].Name)
	}
	b.WriteByte('\n')
	for i := 1; i <= len(s.items); i++ {
		sign := ":"
		if c.out[i] {
			sign = " (covered):"
		}
		b.WriteString(s.items[i-1].Name + sign)
		for x := c.down[i]; x != i; x = c.down[x] {
			fmt.Fprintf(&b, " %d", option[x])
		}
		b.WriteByte('\n')
	}
	if n > 0 {
		fmt.Fprintf(&b, "%d. %s\n", n, strings.TrimSpace(d.events[n-1].String()))
		for _, said := range c.said {
			b.WriteString("   " + said + "\n")
		}
	}
	return strings.TrimRight(b.String(), "\n")
}
