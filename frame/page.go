// SPDX-License-Identifier: BSD-3-Clause

package frame

import (
	_ "embed"
	"fmt"
	"html"
	"strconv"
	"strings"

	"polka/internal/plural"
	"polka/internal/table"
)

var (
	//go:embed frame.js
	script string
	//go:embed frame.css
	style string
	//go:embed live.css
	liveStyle string // is only for the widget
)

// textRows and textColumns are the numbers of rows and columns of a frame as text.
const (
	textRows    = 10
	textColumns = 12
)

// page returns the HTML of the widget for pages without a kernel, with the rows that are shown now.
// It has neither scripts nor drawings, which notebooks that are not trusted and GitHub remove; the
// histograms are block characters.
func (v *view) page() string {
	if v.f.Get("table") == nil {
		v.publish()
	}
	s := v.state()
	var b strings.Builder
	b.WriteString("<style>" + style + "</style>\n" + `<div class="plk-frame"><div class="plk-frame-box"><table><thead><tr><th></th>`)
	for _, c := range s.Columns {
		fmt.Fprintf(&b, `<th scope="col"%s>%s<br><small>%s</small>`, alignment(c.Right), escape(c.Name), escape(c.Label))
		if blocks := c.blocks(); blocks != "" {
			fmt.Fprintf(&b, `<br><small title="%s">%s</small>`, escape(c.words()), blocks)
		}
		b.WriteString("</th>")
	}
	b.WriteString("</tr></thead>\n<tbody>")
	for i, row := range s.Rows {
		fmt.Fprintf(&b, `<tr><th scope="row">%d</th>`, s.Numbers[i])
		for k, value := range row {
			text := `<i>missing</i>`
			if value != nil {
				text = escape(*value)
			}
			fmt.Fprintf(&b, "<td%s>%s</td>", alignment(s.Columns[k].Right), text)
		}
		b.WriteString("</tr>\n")
	}
	b.WriteString("</tbody></table></div>\n<p>" + escape(s.words()) + "</p></div>\n")
	return b.String()
}

func escape(text string) string { return html.EscapeString(text) }

// alignment returns the attribute of a cell. GitHub keeps align and JupyterLab style, and aligns to
// the right what has neither.
func alignment(right bool) string {
	if right {
		return ` align="right"`
	}
	return ` style="text-align:left"`
}

// blocks returns a histogram of block characters, or "".
func (s summary) blocks() string {
	var b strings.Builder
	for _, height := range s.Bars {
		if height == 0 {
			b.WriteRune(' ')
			continue
		}
		b.WriteRune([]rune("▁▂▃▄▅▆▇█")[min(int(height*8), 7)])
	}
	return strings.ReplaceAll(strings.TrimRight(b.String(), " "), " ", "\u2007")
}

// words describes the values of a column.
func (s summary) words() string {
	var parts []string
	switch {
	case s.Distinct > 0:
		parts = append(parts, plural.Count(s.Distinct, "value")+", most often "+s.Low)
	case s.Distinct < 0:
		parts = append(parts, "more than "+thousands(mostDistinct)+" values")
	case s.High != "":
		parts = append(parts, s.Low+" to "+s.High)
	}
	if s.Missing > 0 {
		parts = append(parts, thousands(s.Missing)+" missing")
	}
	if s.Sampled {
		parts = append(parts, "from a sample")
	}
	return strings.Join(parts, "; ")
}

// words says which rows are shown.
func (s state) words() string {
	text := thousands(s.Matched) + " " + plural.Word(s.Matched, "row", "rows")
	if len(s.Rows) > 0 && len(s.Rows) < s.Matched {
		text = fmt.Sprintf("rows %s to %s of %s", thousands(s.From+1), thousands(s.From+len(s.Rows)), thousands(s.Matched))
	}
	if s.Matched != s.Total {
		text += ", filtered from " + thousands(s.Total)
	}
	text += ", " + plural.Count(len(s.Columns)+s.Hidden, "column")
	if s.Hidden > 0 {
		text += fmt.Sprintf(", of which %d are shown", len(s.Columns))
	}
	return text
}

// thousands returns a number with commas.
func thousands(n int) string {
	digits := strconv.Itoa(n)
	for i := len(digits) - 3; i > 0; i -= 3 {
		digits = digits[:i] + "," + digits[i:]
	}
	return digits
}

// describe returns the frame as text: the first rows, and the numbers of rows and columns.
func (f *Frame) describe() string {
	if f.err != nil {
		return f.err.Error()
	}
	columns := f.Columns()
	more := len(columns) > textColumns
	columns = columns[:min(len(columns), textColumns)]
	t := table.Table{Head: []string{""}, Right: []bool{true}, Rule: true}
	for i := range columns {
		t.Head = append(t.Head, columns[i].Name)
		t.Right = append(t.Right, columns[i].Type == Int || columns[i].Type == Float)
	}
	for row := range min(f.n, textRows) {
		number := row
		if f.rows != nil {
			number = int(f.rows[row])
		}
		line := []string{strconv.Itoa(number)}
		for i := range columns {
			text := oneLine(columns[i].text(row))
			if columns[i].missing(row) {
				text = "·"
			}
			line = append(line, text)
		}
		t.Rows = append(t.Rows, line)
	}
	text := thousands(f.n) + " " + plural.Word(f.n, "row", "rows") + ", " + plural.Count(len(f.columns), "column")
	if more {
		text += fmt.Sprintf(", of which %d are shown", len(columns))
	}
	if len(columns) == 0 {
		return text
	}
	return t.Text() + "\n" + text
}

// oneLine returns a value for a line of text.
func oneLine(text string) string {
	const most = 40
	text = strings.Join(strings.FieldsFunc(text, func(r rune) bool { return r < ' ' }), " ")
	if runes := []rune(clip(text)); len(runes) > most {
		return string(runes[:most-1]) + "…"
	}
	return text
}
