// SPDX-License-Identifier: BSD-3-Clause

// Pictures of ordinary values: lists, matrices, maps and structs, as they occur in the programs of
// students.
//
//	a list of words       boxes in a row, with their indices
//	a list of such lists  a matrix; equal numbers and letters have the same fill, zeros have none
//	a map                 a line for each key; a set is a list of its keys
//	a struct              a line for each field
//
// A value that contains pointers is drawn together with the objects that they lead to (heap.go).

package render

import (
	"fmt"
	"strconv"
	"strings"
	"unicode/utf8"

	"polka/internal/trace"
)

const (
	blockText   = 12.0 // pixels
	blockLetter = 7.4  // about the width of a letter
	blockHeight = 22.0 // of a line
	blockWidth  = 560.0
	blockDepth  = 4
)

// blockOf draws a value. It returns false if the value is best shown as text.
func blockOf(v *trace.Value, places *heapPlaces) (diagram, bool) {
	if len(v.Order) > 0 {
		if d, ok := places.draw(v); ok {
			return d, true
		}
		if v.Form == trace.Pointer && v.Objects[v.Ref] != nil {
			o := v.Objects[v.Ref]
			if o.Form == trace.Struct {
				return blockPart(o, v, 0), true
			}
			if o.Simple() {
				return diagram{}, false
			}
			return blockPart(o, v, 0), true
		}
	}
	switch {
	case v.Form == trace.List && len(v.Items) > 0, v.Form == trace.Map && len(v.Items) > 0, v.Form == trace.Struct && len(v.Items) > 1:
		return blockPart(v, v, 0), true
	}
	return diagram{}, false
}

// blockPart draws v, which is a part of root.
func blockPart(v, root *trace.Value, depth int) diagram {
	if depth < blockDepth {
		switch v.Form {
		case trace.List:
			if rows, ok := v.Rows(); ok && len(rows) > 1 {
				return blockGrid(v, rows)
			}
			if t, ok := tableOf(v); ok {
				return t
			}
			if v.Flat() && len(v.Items) > 0 {
				return blockRow(v.Items, v.More, true, root)
			}
			if len(v.Items) > 0 {
				return blockLines(v, func(i int) string { return strconv.Itoa(i) }, root, depth)
			}
		case trace.Map:
			if keys, ok := setOf(v); ok {
				return blockRow(keys, v.More, false, root)
			}
			if len(v.Items) > 0 {
				return blockLines(v, func(i int) string { return partText(v.Keys[i], root) }, root, depth)
			}
		case trace.Struct:
			if len(v.Items) > 0 {
				return blockLines(v, func(i int) string { return v.Names[i] }, root, depth)
			}
		}
	}
	return blockWord(partText(v, root))
}

// setOf returns the keys of a map whose values are all true or of size 0.
func setOf(v *trace.Value) ([]*trace.Value, bool) {
	for i, x := range v.Items {
		if x.Form != trace.True && (x.Form != trace.Struct || len(x.Items) > 0) || !v.Keys[i].Simple() {
			return nil, false
		}
	}
	return v.Keys, len(v.Items) > 0
}

// partText writes a part of a value in some words.
func partText(x, root *trace.Value) string {
	if x.Form == trace.Pointer {
		return "&" + labelOf(root, x.Ref)
	}
	words := x.Short(32)
	if s := strings.Trim(words, `"`); x.Form == trace.Word && strings.TrimSpace(s) != "" {
		return s
	}
	return words
}

// labelOf returns the label of an object.
func labelOf(root *trace.Value, n int) string { return shorten(root.Label(n), 12) }

func blockWord(words string) diagram {
	d := diagram{width: blockLetter*float64(utf8.RuneCountInString(words)) + 4, height: blockHeight}
	d.texts = append(d.texts, text{at: point{2, 15}, words: words, size: blockText, role: ink, anchor: start, code: true})
	return d
}

// cellText returns what is written in a box, and the fill of the box.
func cellText(x, root *trace.Value, colored bool) (words string, fill role) {
	switch x.Form {
	case trace.True:
		return "1", hue(0)
	case trace.False:
		return "", none
	}
	words = partText(x, root)
	if !colored {
		return words, none
	}
	if n, err := strconv.Atoi(words); err == nil {
		if n <= 0 {
			return words, none
		}
		return words, hue((n - 1) % len(hues))
	}
	if utf8.RuneCountInString(words) == 1 {
		switch r, _ := utf8.DecodeRuneInString(words); r {
		case ' ', '.', '_', '-', '·', '*':
		default:
			return words, hue(int(r) % len(hues))
		}
	}
	return words, none
}

// blockRow draws boxes in rows, with their indices above if they have some.
func blockRow(items []*trace.Value, more int, indexed bool, root *trace.Value) diagram {
	wide := 20.0
	for _, x := range items {
		words, _ := cellText(x, root, false)
		wide = max(wide, blockLetter*float64(utf8.RuneCountInString(words))+10)
	}
	columns := max(1, int(blockWidth/wide))
	head := 0.0
	if indexed {
		head = 14
	}
	d := diagram{height: 1}
	boxes, filled := mark{closed: true, stroke: muted, width: 1}, mark{closed: true, fill: hue(0), stroke: print, width: 1}
	for i, x := range items {
		left, top := 1+float64(i%columns)*wide, 1+float64(i/columns)*(blockHeight+head)+head
		words, fill := cellText(x, root, false)
		r := ink
		if fill != none {
			filled.lines = append(filled.lines, rectangle(left, top, wide, blockHeight-2))
			r = print
		} else {
			boxes.lines = append(boxes.lines, rectangle(left, top, wide, blockHeight-2))
		}
		if indexed {
			d.texts = append(d.texts, text{at: point{left + wide/2, top - 3}, words: strconv.Itoa(i), size: 11, role: muted})
		}
		if words != "" {
			d.texts = append(d.texts, text{at: point{left + wide/2, top + 14.5}, words: words, size: blockText, role: r, code: true})
		}
		d.width, d.height = max(d.width, left+wide+1), max(d.height, top+blockHeight)
	}
	d.add(boxes, filled)
	d.more(more)
	return d
}

// add adds marks that have lines.
func (d *diagram) add(list ...mark) {
	for _, m := range list {
		if len(m.lines) > 0 {
			d.marks = append(d.marks, m)
		}
	}
}

// more says that parts are missing.
func (d *diagram) more(n int) {
	if n <= 0 {
		return
	}
	words := fmt.Sprintf("… and %d more", n)
	d.texts = append(d.texts, text{at: point{2, d.height + 12}, words: words, size: 11, role: muted, anchor: start})
	d.height += 16
	d.width = max(d.width, 7*float64(utf8.RuneCountInString(words)))
}

// blockGrid draws a matrix.
func blockGrid(v *trace.Value, rows [][]*trace.Value) diagram {
	wide, columns := 20.0, 0
	for _, row := range rows {
		columns = max(columns, len(row))
		for _, x := range row {
			words, _ := cellText(x, v, true)
			wide = max(wide, blockLetter*float64(utf8.RuneCountInString(words))+8)
		}
	}
	high := 20.0
	left := 8 + 7*float64(len(strconv.Itoa(len(rows)-1)))
	const top = 15.0
	d := diagram{width: left + float64(columns)*wide + 2, height: top + float64(len(rows))*high + 2}
	empty := mark{closed: true, stroke: muted, width: 0.8, fill: none}
	fills := map[role]*mark{}
	var order []role
	var back, front, heads []text
	for i, row := range rows {
		y := top + float64(i)*high
		heads = append(heads, text{at: point{left - 4, y + 14}, words: strconv.Itoa(i), size: 11, role: muted, anchor: end})
		for j, x := range row {
			box := rectangle(left+float64(j)*wide, y, wide, high)
			words, fill := cellText(x, v, true)
			t := text{at: point{left + (float64(j)+0.5)*wide, y + 14.5}, words: words, size: blockText, role: muted}
			if fill == none {
				empty.lines = append(empty.lines, box)
				back = append(back, t)
				continue
			}
			if fills[fill] == nil {
				fills[fill] = &mark{closed: true, fill: fill, stroke: print, width: 0.8}
				order = append(order, fill)
			}
			fills[fill].lines = append(fills[fill].lines, box)
			t.role = print
			front = append(front, t)
		}
	}
	for j := range columns {
		heads = append(heads, text{at: point{left + (float64(j)+0.5)*wide, top - 4}, words: strconv.Itoa(j), size: 11, role: muted})
	}
	d.add(empty)
	for _, r := range order {
		d.add(*fills[r])
	}
	for _, list := range [][]text{heads, back, front} {
		for _, t := range list {
			if t.words != "" {
				d.texts = append(d.texts, t)
			}
		}
	}
	d.more(v.More)
	if len(v.Items[0].Items) > 0 {
		d.more(v.Items[0].More)
	}
	return d
}

// tableOf draws a list of structs with simple fields: a column for each struct, a row for each
// field.
func tableOf(v *trace.Value) (d diagram, ok bool) {
	if len(v.Items) < 2 || v.Items[0].Form != trace.Struct || len(v.Items[0].Items) == 0 {
		return d, false
	}
	names := v.Items[0].Names
	wide := 24.0
	for _, x := range v.Items {
		if x.Form != trace.Struct || len(x.Items) != len(names) || !x.Flat() {
			return d, false
		}
		for _, y := range x.Items {
			wide = max(wide, blockLetter*float64(utf8.RuneCountInString(y.Short(12)))+8)
		}
	}
	left := 10.0
	for _, n := range names {
		left = max(left, blockLetter*float64(utf8.RuneCountInString(n))+10)
	}
	columns := max(1, int((blockWidth-left)/wide))
	lines := mark{stroke: faint, width: 1}
	for from := 0; from < len(v.Items); from += columns {
		to := min(from+columns, len(v.Items))
		top := d.height + 15
		right := left + float64(to-from)*wide
		for k, n := range names {
			y := top + float64(k)*20
			d.texts = append(d.texts, text{at: point{2, y + 14.5}, words: n, size: blockText, role: muted, anchor: start, code: true})
			lines.lines = append(lines.lines, loop{{left, y}, {right, y}})
		}
		bottom := top + 20*float64(len(names))
		lines.lines = append(lines.lines, loop{{left, bottom}, {right, bottom}})
		for i := from; i < to; i++ {
			x := left + float64(i-from)*wide
			lines.lines = append(lines.lines, loop{{x, top}, {x, bottom}})
			d.texts = append(d.texts, text{at: point{x + wide/2, top - 4}, words: strconv.Itoa(i), size: 11, role: muted})
			for k, y := range v.Items[i].Items {
				if words := y.Short(12); words != "" {
					d.texts = append(d.texts, text{at: point{x + wide/2, top + float64(k)*20 + 14.5}, words: words, size: blockText, role: ink, code: true})
				}
			}
		}
		lines.lines = append(lines.lines, loop{{right, top}, {right, bottom}})
		d.width, d.height = max(d.width, right+2), bottom+6
	}
	d.add(lines)
	d.more(v.More)
	return d, true
}

// blockLines draws the items of a value one below the other, each after its name.
func blockLines(v *trace.Value, name func(int) string, root *trace.Value, depth int) diagram {
	left := 0.0
	for i := range v.Items {
		left = max(left, blockLetter*float64(utf8.RuneCountInString(name(i)))+14)
	}
	var d diagram
	lines := mark{stroke: faint, width: 1}
	for i, x := range v.Items {
		b := blockPart(x, root, depth+1)
		middle := d.height + max(b.height, blockHeight)/2
		d.texts = append(d.texts, text{at: point{4, middle + 4}, words: name(i), size: blockText, role: muted, anchor: start, code: true})
		b.move(left, d.height)
		d.marks, d.texts = append(d.marks, b.marks...), append(d.texts, b.texts...)
		d.width = max(d.width, left+b.width)
		d.height += max(b.height, blockHeight) + 4
	}
	lines.lines = append(lines.lines, loop{{left - 6, 0}, {left - 6, d.height}})
	d.add(lines)
	d.more(v.More)
	return d
}
