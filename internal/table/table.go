// SPDX-License-Identifier: BSD-3-Clause

// Package table writes tables as text, in aligned columns, and as HTML.
//
//	t := table.Table{Head: []string{"n", "name"}, Rows: [][]string{{"1", "日本"}}, Right: []bool{true, false}}
//	fmt.Println(t.Text())
//
// Text is aligned by its width on a terminal: 日 takes two columns.
package table

import (
	"html"
	"strings"

	"github.com/rivo/uniseg"
)

// A Table has rows of values, all with the same number of values.
type Table struct {
	Title string   // empty if there is none
	Head  []string // nil if there is none
	Rows  [][]string
	Right []bool // columns that are aligned to the right; nil if there are none
	Rule  bool   // whether text has a line below the head
}

func (t Table) right(i int) bool { return i < len(t.Right) && t.Right[i] }

// Text returns the table as text, without a line feed at its end.
func (t Table) Text() string {
	var widths []int
	for _, row := range append([][]string{t.Head}, t.Rows...) {
		for len(widths) < len(row) {
			widths = append(widths, 0)
		}
		for i, value := range row {
			widths[i] = max(widths[i], uniseg.StringWidth(value))
		}
	}
	var lines []string
	add := func(row []string) {
		cells := make([]string, len(row))
		for i, value := range row {
			pad := strings.Repeat(" ", widths[i]-uniseg.StringWidth(value))
			if t.right(i) {
				cells[i] = pad + value
			} else {
				cells[i] = value + pad
			}
		}
		lines = append(lines, strings.TrimRight(strings.Join(cells, "  "), " "))
	}
	if t.Title != "" {
		lines = append(lines, t.Title)
	}
	if t.Head != nil {
		add(t.Head)
	}
	if t.Rule {
		rule := make([]string, len(widths))
		for i, width := range widths {
			rule[i] = strings.Repeat("─", width)
		}
		add(rule)
	}
	for _, row := range t.Rows {
		add(row)
	}
	return strings.TrimRight(strings.Join(lines, "\n"), "\n")
}

// HTML returns the table as an HTML fragment.
func (t Table) HTML() string {
	var b strings.Builder
	b.WriteString(`<style>.plk-table{border-collapse:collapse}.plk-table td,.plk-table th{padding:3px 10px;border-bottom:1px solid #8884}` +
		`.plk-table caption{text-align:left;white-space:nowrap;font-weight:600;padding:3px 10px}</style>` + "\n" + `<table class="plk-table">`)
	if t.Title != "" {
		b.WriteString("<caption>" + html.EscapeString(t.Title) + "</caption>")
	}
	row := func(tag, end string, values []string) {
		for i, value := range values {
			align := "left"
			if t.right(i) {
				align = "right"
			}
			b.WriteString("<" + tag + ` style="text-align:` + align + `">` + html.EscapeString(value) + "</" + end + ">")
		}
	}
	if t.Head != nil {
		b.WriteString("<thead><tr>")
		row(`th scope="col"`, "th", t.Head)
		b.WriteString("</tr></thead>\n")
	}
	b.WriteString("<tbody>")
	for _, values := range t.Rows {
		b.WriteString("<tr>")
		row("td", "td", values)
		b.WriteString("</tr>\n")
	}
	b.WriteString("</tbody></table>\n")
	return b.String()
}
