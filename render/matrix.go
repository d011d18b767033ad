// SPDX-License-Identifier: BSD-3-Clause

// A cover problem as a matrix.
//
// Rows are options, columns are items, and a filled square means that the option contains the item:
// the zeros and ones of Knuth's section 7.2.2.1. During a search
//
//	a green row             is a chosen option
//	a row that is struck out can no longer be chosen
//	a gray column           is a covered item
//	a yellow column         is the item that is branched on
//
// and the number below a column is the number of options that are left for its item. If it is zero,
// this is a dead end. Secondary items are to the right of a line. If the problem has colors, the
// color of an item is written in its square. No state is shown by color alone: chosen rows have a
// check mark, impossible rows a line, and covered columns no number.

package render

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"polka/dlx"
)

// The largest matrix that is drawn whole.
const (
	matrixRows    = 100
	matrixColumns = 100
)

// matrixOf draws a cover problem as a matrix. An invalid problem gives the empty picture; the
// problem's Err method says why it is invalid.
func matrixOf(p *dlx.Problem) Picture {
	if p.Err() != nil {
		return Picture{}
	}
	s := Recording{problem: p, rules: []ruleSteps{{}}}
	s.read(p)
	return s.At(0)
}

// At draws the problem after n steps: the board if there is one, the matrix, and a sentence about
// the last step. It panics if n is not from 0 to Len.
func (s Recording) At(n int) Picture {
	if n < 0 || n > s.Len() {
		panic("render: a Recording has no such step")
	}
	if len(s.rules) == 0 {
		return Picture{}
	}
	f := s.frame(n)
	return diagramOf(func() diagram { return s.scene(f) }, func() string { return s.text(f) })
}

// scene arranges the board and the matrix side by side or one below the other, with the sentence
// below both.
func (s *Recording) scene(f frame) diagram {
	var d diagram
	switch {
	case s.stage == nil:
		d = s.matrix(f, false)
	case s.small():
		d = beside(s.stage.draw(f.chosen), s.matrix(f, false))
	default:
		d = s.stage.draw(f.chosen)
	}
	if f.event != "" {
		d.caption(f.words)
	}
	return d
}

// matrixSizes returns the width of the numbers of the rows, the side of a square and the size of
// the letters of a matrix, in pixels.
func (s *Recording) matrixSizes() (left, cell, letter float64) {
	rows, columns := min(len(s.options), matrixRows), min(len(s.items), matrixColumns)
	left = 14 + 8*float64(len(strconv.Itoa(max(rows-1, 0)))) + 8
	cell = math.Floor(min(24, max(7, (pageWidth-left)/float64(max(columns, 1)))))
	return left, cell, math.Round(min(13, max(8, 0.82*cell)))
}

// matrix draws a frame. If complete is set, it also draws the parts that are hidden in this frame,
// which scripts can show.
func (s *Recording) matrix(f frame, complete bool) diagram {
	rows, columns := min(len(s.options), matrixRows), min(len(s.items), matrixColumns)
	longest := 0
	for _, item := range s.items[:columns] {
		longest = max(longest, utf8.RuneCountInString(item.Name))
	}
	left, cell, letter := s.matrixSizes()
	turned := float64(longest)*0.62*letter > cell-3
	top := letter + 6
	if turned {
		top = math.Ceil(0.62*letter*float64(longest)) + 8
	}
	width, height := float64(columns)*cell, float64(rows)*cell
	x := func(i int) float64 { return left + float64(i)*cell }
	y := func(k int) float64 { return top + float64(k)*cell }

	d := diagram{width: left + width + 2, height: top + height + letter + 8}
	d.summary = fmt.Sprintf("matrix of %d options and %d items", len(s.options), len(s.items))
	for i := range columns {
		if now := f.item == i && !f.covered[i]; complete || now || f.covered[i] {
			r := faint
			if now && !complete {
				r = hue(1)
			}
			d.marks = append(d.marks, mark{lines: []loop{rectangle(x(i), top, cell, height)}, closed: true, fill: r, part: partName(complete, "c", i)})
		}
	}
	chosen := map[int]bool{}
	for _, k := range f.chosen {
		chosen[k] = true
	}
	for k := range rows {
		if complete || chosen[k] {
			d.marks = append(d.marks, mark{lines: []loop{rectangle(left, y(k), width, cell)}, closed: true, fill: hue(4), part: partName(complete, "b", k)})
		}
	}
	d.marks = append(d.marks, s.grid(rows, columns, x, y))
	var squares, labels, heads, counts []text
	inset := math.Round(max(1, 0.14*cell))
	for k := range rows {
		ones := mark{closed: true, fill: hue(0), stroke: print, width: 0.8, title: s.options[k].text, part: partName(complete, "o", k)}
		word := print
		if f.struck[k] && !chosen[k] {
			ones.fill, ones.stroke, word = paper, none, muted
		}
		for _, e := range s.options[k].entries {
			if e.Item >= columns {
				continue
			}
			ones.lines = append(ones.lines, rectangle(x(e.Item)+inset, y(k)+inset, cell-2*inset, cell-2*inset))
			if letters := squareMark(e); cell >= 14 && utf8.RuneCountInString(letters) == 1 {
				at := point{x(e.Item) + cell/2, y(k) + cell/2 + 0.36*letter}
				squares = append(squares, text{at: at, words: letters, size: letter, role: word, part: partName(complete, "t", k)})
			}
		}
		d.marks = append(d.marks, ones)
		if complete || f.struck[k] && !chosen[k] {
			strike := line(muted, 1.2, point{left - 2, y(k) + cell/2}, point{left + width + 1, y(k) + cell/2})
			strike.part = partName(complete, "s", k)
			d.marks = append(d.marks, strike)
		}
		label := text{at: point{left - 6, y(k) + cell/2 + 0.36*letter}, words: strconv.Itoa(k), size: letter, role: muted, anchor: end, part: partName(complete, "k", k)}
		if chosen[k] {
			label.role, label.bold = ink, true
			labels = append(labels, text{at: point{1, label.at.y}, words: "✓", size: letter, role: good, anchor: start, bold: true})
		}
		labels = append(labels, label)
	}
	for i, item := range s.items[:columns] {
		head := text{at: point{x(i) + cell/2, top - 5}, words: item.Name, size: letter, role: ink, part: partName(complete, "i", i)}
		if turned {
			head.at, head.upward, head.anchor = point{x(i) + cell/2 + 0.36*letter, top - 5}, true, start
		}
		switch {
		case f.covered[i]:
			head.role = muted
		case f.item == i:
			head.bold = true
		}
		count := text{at: point{x(i) + cell/2, top + height + letter + 3}, words: strconv.Itoa(f.left[i]), size: min(letter, 11), role: muted, part: partName(complete, "n", i)}
		switch {
		case f.covered[i] && !complete:
			count.words = ""
		case f.left[i] == 0 && !item.Secondary:
			count.role, count.bold = bad, true
		}
		heads, counts = append(heads, head), append(counts, count)
	}
	d.texts = slices.Concat(squares, labels, heads, counts)
	if rows < len(s.options) || columns < len(s.items) {
		d.caption(fmt.Sprintf("%d of %d options, %d of %d items", rows, len(s.options), columns, len(s.items)))
	}
	return d
}

// squareMark returns what is written in a square.
func squareMark(e dlx.Entry) string { return cmp.Or(e.Color, "1") }

// partName names a part of a drawing for scripts, if it is meant for them.
func partName(complete bool, kind string, i int) string {
	if !complete {
		return ""
	}
	return kind + strconv.Itoa(i)
}

// grid returns the faint lines between rows and columns; the frame and the line before the
// secondary items are drawn twice, which makes them stronger.
func (s *Recording) grid(rows, columns int, x, y func(int) float64) mark {
	m := mark{stroke: faint, width: 1}
	for k := range rows + 1 {
		m.lines = append(m.lines, loop{{x(0), y(k)}, {x(columns), y(k)}})
	}
	for i := range columns + 1 {
		m.lines = append(m.lines, loop{{x(i), y(0)}, {x(i), y(rows)}})
	}
	if n := s.primaries(); n > 0 && n < columns {
		m.lines = append(m.lines, loop{{x(n) - 1, y(0)}, {x(n) - 1, y(rows)}}, loop{{x(n) + 1, y(0)}, {x(n) + 1, y(rows)}})
	}
	return m
}

// caption adds a line below a diagram.
func (d *diagram) caption(words string) {
	d.texts = append(d.texts, text{at: point{0, d.height + captionSize}, words: words, size: captionSize, role: ink, anchor: start})
	d.height += captionHeight
	d.width = max(d.width, captionLetter*float64(utf8.RuneCountInString(words)))
}

const (
	captionLetter = 0.6 * captionSize // mean width of the characters of a caption
	fewestLetters = 18                // characters in a line of a caption below a small diagram
)

// letters returns the number of characters of a caption that is about as wide as the diagram.
func (d *diagram) letters() int { return max(fewestLetters, int(d.width/captionLetter)) }

// beside places two diagrams beside each other if there is room, and the second below the first
// otherwise.
func beside(a, b diagram) diagram {
	dx, dy := a.width+2*gap, 0.0
	if dx+b.width > pageWidth {
		dx, dy = 0, a.height+gap
	}
	b.move(dx, dy)
	a.marks, a.texts = append(a.marks, b.marks...), append(a.texts, b.texts...)
	a.width, a.height = max(a.width, b.width+dx), max(a.height, b.height+dy)
	a.summary = a.summary + ", " + b.summary
	return a
}

// text writes a frame for a terminal.
func (s *Recording) text(f frame) string {
	rows, columns := min(len(s.options), matrixRows), min(len(s.items), matrixColumns)
	wide := 1
	for _, item := range s.items[:columns] {
		wide = max(wide, utf8.RuneCountInString(item.Name))
	}
	digits := len(strconv.Itoa(max(rows-1, 0)))
	var b strings.Builder
	if s.stage != nil {
		b.WriteString(s.stage.text(f.chosen) + "\n\n")
	}
	row := func(margin string, square func(i int) string) {
		line := fmt.Sprintf("%*s ", digits+2, margin)
		for i := range columns {
			if i == s.primaries() && i > 0 {
				line += " │"
			}
			line += fmt.Sprintf(" %*s", wide, square(i))
		}
		b.WriteString(strings.TrimRight(line, " ") + "\n")
	}
	row("", func(i int) string { return s.items[i].Name })
	chosen := map[int]bool{}
	for _, k := range f.chosen {
		chosen[k] = true
	}
	for k := range rows {
		has := map[int]string{}
		for _, e := range s.options[k].entries {
			has[e.Item] = squareMark(e)
		}
		margin := fmt.Sprintf("  %*d", digits, k)
		switch {
		case chosen[k]:
			margin = fmt.Sprintf("✓ %*d", digits, k)
		case f.struck[k]:
			margin = fmt.Sprintf("× %*d", digits, k)
		}
		row(margin, func(i int) string {
			if word, ok := has[i]; ok {
				return word
			}
			return "·"
		})
	}
	row("", func(i int) string {
		if f.covered[i] {
			return ""
		}
		return strconv.Itoa(f.left[i])
	})
	if rows < len(s.options) || columns < len(s.items) {
		fmt.Fprintf(&b, "%d of %d options, %d of %d items\n", rows, len(s.options), columns, len(s.items))
	}
	if f.event != "" {
		b.WriteString(f.words + "\n")
	}
	return strings.TrimRight(b.String(), "\n")
}
