// SPDX-License-Identifier: BSD-3-Clause

// Lists of structs or maps, and maps, as tables.
//
// The columns are the fields or keys in the order in which they first occur, or sorted if some rows
// are maps. A row without a value for a column has an empty field there.

package display

import (
	"reflect"
	"slices"
	"strings"

	"polka/internal/table"
)

// table returns a list of structs or maps as a table with a column for each field or key, and a map
// as a table with a column for its keys.
func (r Renderer) table(p Parts) (t table.Table, ok bool) {
	b := tabulator{r: r, columns: make(map[string]int), isMap: p.Kind == reflect.Map}
	if b.isMap {
		b.t.Head = []string{"key"}
	}
	for k := range min(p.Len, maxScrolled) {
		if k >= maxRows && (k+1)*len(b.t.Head) > maxFields {
			break
		}
		row, ok := b.row(p, k)
		if !ok {
			return t, false
		}
		b.t.Rows = append(b.t.Rows, row)
	}
	if len(b.columns) == 0 {
		return t, false
	}
	b.arrange()
	return b.t, true
}

// A tabulator makes a table row by row.
type tabulator struct {
	r       Renderer
	t       table.Table
	columns map[string]int // the places in a row of the fields and keys
	numbers []bool         // whether all values of a column are numbers
	sorted  bool           // the columns are to be sorted
	isMap   bool           // the first column has the keys of a map
}

// row returns the row for element k of p. It reports false if the element is not a row of a table.
func (b *tabulator) row(p Parts, k int) (row []string, ok bool) {
	if b.isMap {
		row = b.put(row, 0, p.Key(k))
	}
	v, e := b.r.follow(p.At(k))
	switch {
	case e.Kind == reflect.Struct && !e.Text && e.Len > 0:
		for i, name := range e.Names {
			row = b.put(row, b.column(name), e.At(i))
		}
	case e.Kind == reflect.Map && !e.Text && !b.isMap:
		b.sorted = true
		for i := range min(e.Len, maxColumns) {
			name, _ := b.r.field(e.Key(i), false)
			row = b.put(row, b.column(name), e.At(i))
		}
	case b.isMap:
		row = b.put(row, b.column("value"), v)
	case e.Kind == reflect.Invalid || e.Kind == reflect.Pointer && e.Len == 0 && !e.Text:
		row = []string{"<nil>"}
	default:
		return nil, false
	}
	return row, true
}

// column returns the place in a row of a field or key, and adds a column for a new one.
func (b *tabulator) column(name string) int {
	i, ok := b.columns[name]
	if !ok {
		i = len(b.t.Head)
		b.columns[name] = i
		b.t.Head = append(b.t.Head, name)
	}
	return i
}

// put sets the field i of a row, which becomes longer if necessary.
func (b *tabulator) put(row []string, i int, v any) []string {
	for len(row) <= i {
		row = append(row, "")
	}
	for len(b.numbers) <= i {
		b.numbers = append(b.numbers, true)
	}
	number := false
	row[i], number = b.r.field(v, false)
	b.numbers[i] = b.numbers[i] && (number || v == nil)
	return row
}

// arrange puts the columns into their order, and omits those after maxColumns.
func (b *tabulator) arrange() {
	order := make([]int, len(b.t.Head))
	for i := range order {
		order[i] = i
	}
	if b.sorted {
		slices.SortStableFunc(order, func(i, j int) int { return strings.Compare(b.t.Head[i], b.t.Head[j]) })
	}
	cut := len(order) > maxColumns
	order = order[:min(len(order), maxColumns)]
	for i, row := range b.t.Rows {
		b.t.Rows[i] = inOrder(row, order, cut)
	}
	for _, i := range order {
		b.t.Right = append(b.t.Right, i < len(b.numbers) && b.numbers[i])
	}
	b.t.Head = inOrder(b.t.Head, order, cut)
	b.t.Rule = true
}

// inOrder returns the fields of a row in the given order, with a mark at the end if some are cut.
func inOrder(row []string, order []int, cut bool) []string {
	list := make([]string, 0, len(order)+1)
	for _, i := range order {
		if i < len(row) {
			list = append(list, row[i])
		} else {
			list = append(list, "")
		}
	}
	if cut {
		list = append(list, "…")
	}
	return list
}
