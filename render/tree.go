// SPDX-License-Identifier: BSD-3-Clause

// The search tree of a recording.
//
// A node is an item that was branched on; its branches are the options that were tried; a leaf is a
// solution, a dead end (an item without choices), or the point where an incomplete recording ends.
// The root is on the left. Each leaf has its own line, an inner node is centered on its children,
// and levels are columns. So names always fit, and the same layout works as text.
//
// A tree with more than treeLines leaves is folded at the deepest level at which it fits: each
// subtree below that level becomes one leaf, which says how many nodes and solutions it has.
//
// Example, Knuth's problem of six options:
//
//	a ┬ a d g ── b ✗
//	  └ a d f ── b ── b g ── c ── c e ── ✓

package render

import (
	"fmt"
	"math"
	"strings"
	"unicode/utf8"

	"polka/dlx"
	"polka/internal/plural"
)

// treeLines is the largest number of leaves that are shown.
const treeLines = 40

// A branch is a node of the tree, together with the option that leads to it.
type branch struct {
	option   int // -1 at the root and for a null choice
	null     bool
	item     int // -1 if it has none
	kind     branchKind
	children []*branch
	level    int
	here     bool // on the path to the current node of the search
	nodes    int  // in the subtree
	found    int  // solutions in the subtree
	folded   bool
	row      float64
}

type branchKind int

const (
	inner branchKind = iota
	solved
	dead
	open // not visited yet
)

// grow builds the tree.
func (s *Recording) grow() *branch {
	root := &branch{option: -1, item: -1, kind: open}
	path := []*branch{root} // path[l] is the node on level l
	for _, e := range s.rules[0].steps {
		switch e.Kind {
		case dlx.Choose:
			at := path[e.Level]
			at.item, at.kind = e.Item, inner
			if e.Size == 0 {
				at.kind = dead
			}
		case dlx.Try, dlx.Null:
			path = path[:e.Level+1]
			next := &branch{option: e.Option, null: e.Kind == dlx.Null, item: -1, kind: open, level: e.Level + 1}
			path[e.Level].children = append(path[e.Level].children, next)
			path = append(path, next)
		case dlx.Solved:
			path[e.Level].kind = solved
		case dlx.Back:
			path = path[:e.Level+1]
		}
	}
	if !s.whole() {
		for _, b := range path {
			b.here = true
		}
	}
	root.sum()
	return root
}

// sum counts the nodes and solutions of each subtree.
func (b *branch) sum() {
	b.nodes = 1
	if b.kind == solved {
		b.found = 1
	}
	for _, c := range b.children {
		c.sum()
		b.nodes += c.nodes
		b.found += c.found
	}
}

// leaves counts the lines that the tree needs if it is folded at a level.
func (b *branch) leaves(level int) int {
	if len(b.children) == 0 || b.level >= level {
		return 1
	}
	n := 0
	for _, c := range b.children {
		n += c.leaves(level)
	}
	return n
}

// depth returns the deepest level of a subtree.
func (b *branch) depth() int {
	d := b.level
	for _, c := range b.children {
		d = max(d, c.depth())
	}
	return d
}

// fold folds the tree so that it has at most the given number of lines, if that is possible without
// folding the root.
func (b *branch) fold(lines int) {
	level := b.depth() + 1
	for level > 1 && b.leaves(level) > lines {
		level--
	}
	b.cut(level)
}

func (b *branch) cut(level int) {
	if b.level >= level && len(b.children) > 0 {
		b.folded, b.children = true, nil
	}
	for _, c := range b.children {
		c.cut(level)
	}
}

// place assigns a line to each leaf, starting at next, and centers inner nodes on their children.
func (b *branch) place(next float64) float64 {
	if len(b.children) == 0 {
		b.row = next
		return next + 1
	}
	for _, c := range b.children {
		next = c.place(next)
	}
	b.row = (b.children[0].row + b.children[len(b.children)-1].row) / 2
	return next
}

// Tree draws the search tree. If the recording is incomplete, the path to the node where it ends is
// highlighted.
func (s Recording) Tree() Picture {
	if len(s.rules) == 0 {
		return Picture{}
	}
	root := s.grow()
	root.fold(treeLines)
	lines := root.place(0)
	scene := func() diagram {
		d := s.treeScene(root, lines, false)
		if d.width+2*frameWidth > pageWidth {
			d = s.treeScene(root, lines, true)
		}
		return d
	}
	return diagramOf(scene, func() string {
		var b strings.Builder
		s.treeText(&b, root, "")
		return strings.TrimRight(b.String(), "\n")
	})
}

// name returns the label of the branch to a node: its option.
func (s *Recording) name(b *branch) string {
	switch {
	case b.null:
		return "no more"
	case b.option < 0:
		return ""
	}
	if s.stage != nil && s.stage.places[b.option].label != "" && s.stage.tiling {
		return s.stage.places[b.option].label
	}
	return shorten(s.options[b.option].text, 18)
}

// end returns the label of a node.
func (s *Recording) end(b *branch) string {
	switch {
	case b.folded:
		return fmt.Sprintf("… %d nodes, %s", b.nodes, plural.CountOrNo(b.found, "solution"))
	case b.kind == solved:
		return "✓"
	case b.kind == dead:
		return s.items[b.item].Name + " ✗"
	case b.item >= 0:
		return s.items[b.item].Name
	}
	return "?"
}

// shorten truncates s to n characters.
func shorten(s string, n int) string {
	if utf8.RuneCountInString(s) <= n {
		return s
	}
	return string([]rune(s)[:n-1]) + "…"
}

// treeScene draws a tree that has been placed. The name of an inner node is behind that of its
// option, or below it if the tree is to be narrow.
func (s *Recording) treeScene(root *branch, lines float64, narrow bool) diagram {
	const size = 12.0
	height := 22.0
	if narrow {
		height = 26
	}
	var widths []float64 // of the columns: names of branches and nodes
	var measure func(*branch)
	measure = func(b *branch) {
		for len(widths) <= b.level {
			widths = append(widths, 0)
		}
		w := 7.2 * float64(utf8.RuneCountInString(s.name(b)))
		if own := 7.2 * float64(utf8.RuneCountInString(s.end(b))); len(b.children) > 0 && narrow {
			w = max(w, own)
		} else if len(b.children) > 0 {
			w += own + 8
		}
		widths[b.level] = max(widths[b.level], w+30)
		for _, c := range b.children {
			measure(c)
		}
	}
	measure(root)
	from := make([]float64, len(widths)+1) // where columns begin
	for i, w := range widths {
		from[i+1] = from[i] + w
	}
	d := diagram{height: lines*height + 8}
	d.summary = fmt.Sprintf("search tree with %d nodes and %s", root.nodes, plural.CountOrNo(root.found, "solution"))
	y := func(b *branch) float64 { return 4 + (b.row+0.5)*height }
	var draw func(*branch, point)
	draw = func(b *branch, parent point) {
		at := point{from[b.level] + widths[b.level] - 10, y(b)}
		if len(b.children) == 0 {
			at.x = from[b.level] + 7.2*float64(utf8.RuneCountInString(s.name(b))) + 28
		}
		if b.level == 0 {
			at.x = 6
		}
		if b.level > 0 {
			r, width := muted, 1.2
			if b.here {
				r, width = strange, 2.6
			}
			bend := from[b.level] + 8
			d.marks = append(d.marks, line(r, width, parent, point{bend - 8, parent.y}, point{bend, at.y}, point{at.x, at.y}))
			if name := s.name(b); name != "" {
				d.texts = append(d.texts, text{at: point{bend + 6, at.y - 3}, words: name, size: size - 1, role: muted, anchor: start})
			}
		}
		for _, c := range b.children {
			draw(c, at)
		}
		d.marks = append(d.marks, dot(b, at))
		label := text{at: point{at.x + 8, at.y + 4}, words: s.end(b), size: size, role: ink, anchor: start}
		switch {
		case b.folded:
			label.role = muted
		case b.kind == solved:
			label.role, label.bold = good, true
		case b.kind == dead:
			label.role = bad
		case len(b.children) > 0:
			label.at, label.anchor = point{at.x - 2, at.y - 6}, end
			if b.level == 0 {
				label.at, label.anchor = point{at.x - 4, at.y - 7}, start
			} else if narrow {
				label.at.y = at.y + 13
			}
		}
		d.texts = append(d.texts, label)
		d.width = max(d.width, label.at.x+7.2*float64(utf8.RuneCountInString(label.words))+6, at.x+8)
	}
	draw(root, point{})
	d.width, d.height = math.Ceil(d.width), math.Ceil(d.height)
	return d
}

// dot returns the mark of a node: a disk for a solution, a square for a dead end, a triangle for a
// folded subtree, and a small disk otherwise.
func dot(b *branch, at point) mark {
	switch {
	case b.folded:
		return mark{lines: []loop{{{at.x - 4, at.y}, {at.x + 5, at.y - 5}, {at.x + 5, at.y + 5}}}, closed: true, fill: hue(7), stroke: ink, width: 1}
	case b.kind == solved:
		return mark{lines: []loop{circle(at, 4.5)}, closed: true, fill: good}
	case b.kind == dead:
		return mark{lines: []loop{rectangle(at.x-3.5, at.y-3.5, 7, 7)}, closed: true, fill: bad}
	}
	return mark{lines: []loop{circle(at, 3)}, closed: true, fill: ink}
}

// circle approximates a circle by a polygon.
func circle(at point, radius float64) loop {
	var c loop
	for i := range 16 {
		sin, cos := math.Sincos(float64(i) * math.Pi / 8)
		c = append(c, point{at.x + radius*cos, at.y + radius*sin})
	}
	return c
}

// treeText writes a subtree. Its first line has been started; the other lines begin with indent.
func (s *Recording) treeText(b *strings.Builder, t *branch, indent string) {
	b.WriteString(s.end(t))
	if len(t.children) == 0 {
		b.WriteByte('\n')
		return
	}
	indent += strings.Repeat(" ", utf8.RuneCountInString(s.end(t))+1)
	for i, c := range t.children {
		joint, below := "├", "│"
		switch {
		case len(t.children) == 1:
			joint, below = "─", " "
		case i == 0:
			joint = "┬"
		case i == len(t.children)-1:
			joint, below = "└", " "
		}
		if i == 0 {
			b.WriteByte(' ')
		} else {
			b.WriteString(indent)
		}
		name := s.name(c)
		b.WriteString(joint + " " + name + " ─ ")
		s.treeText(b, c, indent+below+strings.Repeat(" ", utf8.RuneCountInString(name)+4))
	}
}
