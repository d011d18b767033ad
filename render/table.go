// SPDX-License-Identifier: BSD-3-Clause

package render

import (
	"encoding/csv"
	"fmt"
	"math/big"
	"strconv"
	"strings"

	"polka/internal/table"
)

// A Table is a table of values with a name for each column. It is an immutable value, made by
// [NewTable] and a chain of methods. Notebooks show it as an HTML table, terminals as aligned text,
// and [Table.CSV] writes it for spreadsheets.
//
//	render.NewTable("n", "free", "sequence").Row(4, 5, "A000105").Row(5, 12, "A000105")
type Table struct {
	title   string
	columns []string
	rows    [][]any
}

// NewTable returns a table without rows whose columns have the given names.
func NewTable(columns ...string) Table { return Table{columns: append([]string(nil), columns...)} }

// Title returns the table with a title.
func (t Table) Title(title string) Table {
	t.title = title
	return t
}

// Row returns the table with one more row. Missing values are left empty. It panics if there are
// more values than columns.
func (t Table) Row(values ...any) Table {
	if len(values) > len(t.columns) {
		panic("render: a row of a table has more values than there are columns")
	}
	t.rows = append(t.rows[:len(t.rows):len(t.rows)], append([]any(nil), values...))
	return t
}

// texts formats the values, by row and column.
func (t Table) texts() [][]string {
	all := make([][]string, len(t.rows))
	for k, row := range t.rows {
		all[k] = make([]string, len(t.columns))
		for i, v := range row {
			if v != nil {
				all[k][i] = fmt.Sprint(v)
			}
		}
	}
	return all
}

// numeric reports which columns contain only numbers, which are aligned to the right. A number may
// be given as text, such as "12.50", and a field may be empty.
func (t Table) numeric() []bool {
	list := make([]bool, len(t.columns))
	for i := range list {
		list[i] = true
	}
	for _, row := range t.rows {
		for i, v := range row {
			switch v := v.(type) {
			case string:
				list[i] = list[i] && (v == "" || isNumber(v))
			case nil, int, int8, int16, int32, int64, uint, uint8, uint16, uint32, uint64, float32, float64, *big.Int:
			default:
				list[i] = false
			}
		}
	}
	return list
}

// isNumber reports whether s is a decimal number.
func isNumber(s string) bool {
	_, err := strconv.ParseFloat(s, 64)
	return err == nil && strings.Trim(s, "+-.0123456789eE") == ""
}

// layout returns the table as text values.
func (t Table) layout() table.Table {
	return table.Table{Title: t.title, Head: t.columns, Rows: t.texts(), Right: t.numeric(), Rule: true}
}

// HTML returns the table as an HTML fragment.
func (t Table) HTML() string { return t.layout().HTML() }

// String returns the table as text in aligned columns.
func (t Table) String() string { return plain(t.layout().Text()) }

// CSV returns the table as comma-separated values (RFC 4180). The first record is the column names.
func (t Table) CSV() string {
	var b strings.Builder
	w := csv.NewWriter(&b)
	if err := w.WriteAll(append([][]string{t.columns}, t.texts()...)); err != nil {
		panic("render: " + err.Error()) // writing to a strings.Builder cannot fail
	}
	return b.String()
}
