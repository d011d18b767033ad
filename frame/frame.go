// SPDX-License-Identifier: BSD-3-Clause

package frame

import (
	"errors"
	"fmt"
	"math"
	"reflect"
	"slices"
	"strings"
	"time"

	"polka/internal/plural"
	"polka/kernel/widget"
	"polka/kernel/widget/host"
)

// A Frame is a table with named columns, and the widget that shows it. Its values do not change;
// Sort and Filter return other frames, which share the columns.
type Frame struct {
	*widget.Module
	columns []Column
	rows    []int32 // that belong to the frame, in order; nil stands for all
	n       int
	err     error
	view    *view
}

// New returns a frame with the given columns. It panics if their lengths differ, if a column lacks
// the functions of its type, or if there are more than 2,147,483,647 rows.
func New(columns ...Column) *Frame {
	n := 0
	for i := range columns {
		columns[i].check()
		if i == 0 {
			n = columns[i].Len
		}
		if columns[i].Len != n {
			panic("frame: columns of different lengths")
		}
	}
	if n > math.MaxInt32 {
		panic("frame: too many rows")
	}
	return newFrame(slices.Clone(columns), nil, n, nil)
}

func newFrame(columns []Column, rows []int32, n int, err error) *Frame {
	f := &Frame{columns: columns, rows: rows, n: n, err: err}
	f.view = newView(f)
	f.Module = host.NewModule(host.Module{
		Name: "frame", Source: host.Elements() + script, Style: style + liveStyle, State: map[string]any{"table": nil}, // the page asks for it
		Text: f.describe, Page: f.view.page, Receive: f.view.receive, Stopped: f.view.stopped,
	}).(*widget.Module)
	return f
}

// Err returns the first mistake in the arguments of Sort and Filter, or nil.
func (f *Frame) Err() error { return f.err }

// NumRows returns the number of rows.
func (f *Frame) NumRows() int { return f.n }

// Columns returns the columns in order. Row 0 of them is the first row of the frame.
func (f *Frame) Columns() []Column {
	list := make([]Column, len(f.columns))
	for i, c := range f.columns {
		list[i] = c.at(f.rows)
	}
	return list
}

// Column returns the first column with the given name. It panics if there is none.
func (f *Frame) Column(name string) Column {
	i, err := f.find(name)
	if err != nil {
		panic(err.Error())
	}
	return f.columns[i].at(f.rows)
}

// find returns the index of a column.
func (f *Frame) find(name string) (int, error) {
	i := slices.IndexFunc(f.columns, func(c Column) bool { return c.Name == name })
	if i >= 0 {
		return i, nil
	}
	var names []string
	for _, c := range f.columns {
		names = append(names, c.Name)
	}
	return 0, fmt.Errorf("frame: no column %q; expected one of %s", name, strings.Join(names, ", "))
}

// Floats returns the values of a column of numbers, booleans or times (in seconds since the
// beginning of 1970) as floating-point numbers; those that are missing are NaN. It panics if there
// is no such column, or if it has texts.
func (f *Frame) Floats(name string) []float64 {
	c := f.Column(name)
	if c.Type == String {
		panic("frame: Floats of a column of texts")
	}
	list := make([]float64, c.Len)
	for row := range list {
		switch {
		case c.missing(row):
			list[row] = math.NaN()
		case c.Type == Float:
			list[row] = c.Float(row)
		case c.Type == Time:
			list[row] = float64(c.Int(row)) / float64(time.Second)
		default:
			list[row] = float64(c.Int(row))
		}
	}
	return list
}

// Ints returns the values of a column of type Int, Bool or Time, as Column.Int does; those that
// are missing are 0. It panics if there is no such column, or if it has another type.
func (f *Frame) Ints(name string) []int64 {
	c := f.Column(name)
	if c.Int == nil {
		panic("frame: Ints of a column without integers")
	}
	list := make([]int64, c.Len)
	for row := range list {
		if !c.missing(row) {
			list[row] = c.Int(row)
		}
	}
	return list
}

// Strings returns the values of a column as they are shown; those that are missing are "". It
// panics if there is no such column.
func (f *Frame) Strings(name string) []string {
	c := f.Column(name)
	list := make([]string, c.Len)
	for row := range list {
		list[row] = c.text(row)
	}
	return list
}

// Rows returns the rows as maps from the names of the columns to values of type int64, float64,
// bool, time.Time or string. Missing values are left out. This copies the whole table.
func (f *Frame) Rows() []map[string]any {
	list := make([]map[string]any, f.n)
	columns := f.Columns()
	for row := range list {
		list[row] = make(map[string]any, len(columns))
		for i := range columns {
			if c := &columns[i]; !c.missing(row) {
				list[row][c.Name] = c.value(row)
			}
		}
	}
	return list
}

// value returns the value of a row as a Go value.
func (c *Column) value(row int) any {
	switch c.Type {
	case Int:
		return c.Int(row)
	case Float:
		return c.Float(row)
	case Bool:
		return c.Int(row) != 0
	case Time:
		return time.Unix(0, c.Int(row)).UTC()
	}
	return c.Text(row)
}

// Of returns a frame of the elements of a list. The columns are the exported fields of structs,
// with the fields of embedded structs in their place, or the keys of maps, sorted. Other elements
// make one column, named "value". Of a map there are the columns "key" and "value", or those of the
// values, if they are structs or maps. Any other value makes a frame with one row. The values are
// copied.
//
// Records, tables and columns of Apache Arrow are shown as they are, without a copy.
func Of(v any) *Frame {
	if f, ok := v.(*Frame); ok && f != nil {
		return f
	}
	if columns, ok := arrowColumns(v); ok {
		return New(columns...)
	}
	if c, ok := direct("value", v); ok {
		return New(c)
	}
	x := reflect.ValueOf(v)
	for x.Kind() == reflect.Pointer && !x.IsNil() && (x.Elem().Kind() == reflect.Slice || x.Elem().Kind() == reflect.Array || x.Elem().Kind() == reflect.Map) {
		x = x.Elem()
	}
	switch x.Kind() {
	case reflect.Invalid:
		return New()
	case reflect.Slice, reflect.Array:
		return New(columnsOf(x.Len(), x.Type().Elem(), x.Index)...)
	case reflect.Map:
		keys := x.MapKeys()
		slices.SortStableFunc(keys, compareValues)
		key := collect(len(keys), x.Type().Key(), func(i int) reflect.Value { return keys[i] })
		key.Name = "key"
		values := columnsOf(len(keys), x.Type().Elem(), func(i int) reflect.Value { return x.MapIndex(keys[i]) })
		return New(append([]Column{key}, values...)...)
	}
	return New(columnsOf(1, x.Type(), func(int) reflect.Value { return x })...)
}

// errArguments is the mistake of a call without arguments.
var errArguments = errors.New("frame: Sort without columns")

// Sort returns the frame sorted by columns, the most important first. A name that begins with "-"
// is sorted in descending order, unless there is a column of that very name. Rows with equal values
// keep their order. Missing values are last, after NaN, in both directions. Err reports columns
// that do not exist.
func (f *Frame) Sort(columns ...string) *Frame {
	if f.err != nil {
		return f
	}
	if len(columns) == 0 {
		return newFrame(f.columns, f.rows, f.n, errArguments)
	}
	var keys []sortKey
	for _, name := range columns {
		i, err := f.find(name)
		descending := false
		if plain, ok := strings.CutPrefix(name, "-"); err != nil && ok {
			i, err = f.find(plain)
			descending = true
		}
		if err != nil {
			return newFrame(f.columns, f.rows, f.n, err)
		}
		keys = append(keys, sortKey{Column: i, Down: descending})
	}
	rows := sorted(never, f.columns, f.all(), keys)
	return newFrame(f.columns, rows, len(rows), nil)
}

// all returns a copy of the row numbers.
func (f *Frame) all() []int32 {
	if f.rows != nil {
		return slices.Clone(f.rows)
	}
	rows := make([]int32, f.n)
	for i := range rows {
		rows[i] = int32(i)
	}
	return rows
}

// Filter returns a frame of the rows whose value in a column satisfies a condition, which is what
// the user writes below the header:
//
//	abc            contains abc, in upper or lower case
//	!abc           does not contain abc
//	= abc, != abc  is abc, is not abc
//	< 3, <= 3, > 3, >= 3
//	3..7           from 3 to 7; 3.. and ..7 have one bound
//	=, !=          is missing, is not missing
//
// Numbers are compared as numbers. Times are compared with a date such as 2024, 2024-05 or
// 2024-05-17, or a date with a time; a year is the whole year, so that "= 2024" and "2024..2025"
// are what they seem. Texts are compared byte by byte. Missing values satisfy only "=" and
// conditions that begin with "!". Err reports a column that does not exist, and a condition that
// does not fit the type.
func (f *Frame) Filter(column, condition string) *Frame {
	if f.err != nil {
		return f
	}
	i, err := f.find(column)
	if err == nil {
		var keep func(row int32) bool
		if keep, err = parseCondition(&f.columns[i], condition); err == nil {
			rows, _ := filtered(never, f.rows, f.n, []func(int32) bool{keep})
			return newFrame(f.columns, rows, len(rows), nil)
		}
		err = fmt.Errorf("frame: condition %q for column %q: %w", condition, column, err)
	}
	return newFrame(f.columns, f.rows, f.n, err)
}

// Shown returns the rows as the user has filtered and sorted them.
func (f *Frame) Shown() *Frame {
	rows, all := f.view.now()
	if all {
		return f
	}
	return newFrame(f.columns, rows, len(rows), nil)
}

// String describes the frame on one line.
func (f *Frame) String() string {
	if f.err != nil {
		return f.err.Error()
	}
	var names []string
	for i := range f.columns {
		names = append(names, f.columns[i].Name+" "+f.columns[i].label())
	}
	return fmt.Sprintf("frame of %s, %s: %s", plural.Count(f.n, "row"), plural.Count(len(f.columns), "column"), strings.Join(names, ", "))
}
