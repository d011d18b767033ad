package render

import (
	"encoding/csv"
	"fmt"
	"math/big"
	"strings"
	"unicode/utf8"
)

// A Table is a table of values with a name for each column. It is an immutable value, made by [NewTable] and a chain of
// methods: in a notebook it is an HTML table, in a terminal aligned text, and [Table.CSV] gives it to spreadsheets.
//
//	render.NewTable("n", "free", "sequence").Row(4, 5, "A000105").Row(5, 12, "A000105")
type Table struct {
	title   string
	columns []string
	rows    [][]any
}

// NewTable begins a table with the names of its columns.
func NewTable(columns ...string) Table { return Table{columns: append([]string(nil), columns...)} }

// Titled is the table with a title.
func (t Table) Titled(title string) Table {
	t.title = title
	return t
}

// Row adds a row. Missing values are left empty; values beyond the last column panic.
func (t Table) Row(values ...any) Table {
	if len(values) > len(t.columns) {
		panic("render: a row of a table has more values than there are columns")
	}
	t.rows = append(t.rows[:len(t.rows):len(t.rows)], append([]any(nil), values...))
	return t
}

// Len is the number of rows.
func (t Table) Len() int { return len(t.rows) }

// cell writes the value in a row and a column.
func (t Table) cell(row []any, i int) string {
	if i >= len(row) || row[i] == nil {
		return ""
	}
	return fmt.Sprint(row[i])
}

// numeric reports whether all values of a column are numbers, which are aligned to the right.
func (t Table) numeric(i int) bool {
	for _, row := range t.rows {
		if i >= len(row) {
			continue
		}
		switch row[i].(type) {
		case nil, int, int8, int16, int32, int64, uint, uint8, uint16, uint32, uint64, float32, float64, *big.Int:
		default:
			return false
		}
	}
	return true
}

// HTML gives the table as a part of a page.
func (t Table) HTML() string {
	var w svgWriter
	w.text(`<style>.plk-table{border-collapse:collapse}.plk-table td,.plk-table th{padding:3px 10px;border-bottom:1px solid #8884}` +
		`.plk-table caption{text-align:left;white-space:nowrap;font-weight:600;padding:3px 10px}</style>` + "\n" + `<table class="plk-table">`)
	if t.title != "" {
		w.text("<caption>" + escape(t.title) + "</caption>")
	}
	align := func(i int) string {
		if t.numeric(i) {
			return ` style="text-align:right"`
		}
		return ` style="text-align:left"`
	}
	w.text("<thead><tr>")
	for i, name := range t.columns {
		w.text(`<th scope="col"` + align(i) + ">" + escape(name) + "</th>")
	}
	w.text("</tr></thead>\n<tbody>")
	for _, row := range t.rows {
		w.text("<tr>")
		for i := range t.columns {
			w.text("<td" + align(i) + ">" + escape(t.cell(row, i)) + "</td>")
		}
		w.text("</tr>\n")
	}
	w.text("</tbody></table>\n")
	return w.String()
}

// String aligns the columns with spaces, with a line below their names.
func (t Table) String() string {
	widths := make([]int, len(t.columns))
	for i, name := range t.columns {
		widths[i] = utf8.RuneCountInString(name)
		for _, row := range t.rows {
			widths[i] = max(widths[i], utf8.RuneCountInString(t.cell(row, i)))
		}
	}
	var b strings.Builder
	line := func(of func(i int) string) {
		var cells []string
		for i := range t.columns {
			pad := strings.Repeat(" ", widths[i]-utf8.RuneCountInString(of(i)))
			if t.numeric(i) {
				cells = append(cells, pad+of(i))
			} else {
				cells = append(cells, of(i)+pad)
			}
		}
		b.WriteString(strings.TrimRight(strings.Join(cells, "  "), " ") + "\n")
	}
	if t.title != "" {
		b.WriteString(t.title + "\n")
	}
	line(func(i int) string { return t.columns[i] })
	line(func(i int) string { return strings.Repeat("─", widths[i]) })
	for _, row := range t.rows {
		line(func(i int) string { return t.cell(row, i) })
	}
	return strings.TrimRight(b.String(), "\n")
}

// CSV gives the table in the form of RFC 4180: the names of the columns, then the rows.
func (t Table) CSV() string {
	var b strings.Builder
	w := csv.NewWriter(&b)
	record := func(of func(i int) string) {
		fields := make([]string, len(t.columns))
		for i := range fields {
			fields[i] = of(i)
		}
		if err := w.Write(fields); err != nil {
			panic("render: " + err.Error()) // a builder takes everything
		}
	}
	record(func(i int) string { return t.columns[i] })
	for _, row := range t.rows {
		record(func(i int) string { return t.cell(row, i) })
	}
	w.Flush()
	return b.String()
}
