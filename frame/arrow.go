// SPDX-License-Identifier: BSD-3-Clause

// Records and tables of Apache Arrow.
//
// Arrow's Go library is a module of its own, which this package does not import: it would add
// several megabytes to every program. Its values are recognized by their methods. A record has
// columns that are arrays; a table has columns that are lists of arrays. Arrays have methods Len,
// IsNull and ValueStr, and those of numbers a method Value, through which they are read where they
// are, without a copy.

package frame

import (
	"fmt"
	"math"
	"reflect"
	"slices"
	"sort"
	"strconv"
	"strings"
	"time"
)

// An array is arrow.Array, as far as it is used.
type array interface {
	Len() int
	IsNull(i int) bool
	NullN() int
	ValueStr(i int) string
}

// arrowColumns returns the columns of a record, a table, an array or a column of Arrow. It reports
// false if v is none of these.
func arrowColumns(v any) (columns []Column, ok bool) {
	if a, ok := v.(array); ok && !isNilPointer(v) {
		return []Column{chunked("value", typeOf(a), []array{a})}, true
	}
	if v == nil || isNilPointer(v) {
		return nil, false
	}
	t, ok := v.(interface {
		NumRows() int64
		NumCols() int64
	})
	if !ok {
		return columnAlone(v)
	}
	x := reflect.ValueOf(v)
	column, schema := x.MethodByName("Column"), x.MethodByName("Schema")
	if !column.IsValid() || !schema.IsValid() || column.Type().NumIn() != 1 || schema.Type().NumIn() != 0 {
		return nil, false
	}
	field := schema.Call(nil)[0].MethodByName("Field")
	if !field.IsValid() || field.Type().NumIn() != 1 {
		return nil, false
	}
	for i := range int(t.NumCols()) {
		at := []reflect.Value{reflect.ValueOf(i)}
		name := reflect.Indirect(field.Call(at)[0]).FieldByName("Name")
		chunks, ok := chunksOf(column.Call(at)[0])
		if !ok || name.Kind() != reflect.String {
			return nil, false
		}
		typ := ""
		if len(chunks) > 0 {
			typ = typeOf(chunks[0])
		}
		columns = append(columns, chunked(name.String(), typ, chunks))
	}
	return columns, true
}

// columnAlone returns the column of a list of arrays, or of a column of a table.
func columnAlone(v any) (columns []Column, ok bool) {
	name := "value"
	if c, ok := v.(interface {
		Len() int
		Name() string
	}); ok {
		name = c.Name()
	} else if _, ok := v.(interface {
		Len() int
		NullN() int
	}); !ok {
		return nil, false
	}
	chunks, ok := chunksOf(reflect.ValueOf(v))
	if !ok || len(chunks) == 0 {
		return nil, false
	}
	return []Column{chunked(name, typeOf(chunks[0]), chunks)}, true
}

func isNilPointer(v any) bool {
	x := reflect.ValueOf(v)
	return x.Kind() == reflect.Pointer && x.IsNil()
}

// chunksOf returns the arrays of a column of a record or a table.
func chunksOf(column reflect.Value) (list []array, ok bool) {
	if a, ok := column.Interface().(array); ok {
		return []array{a}, true
	}
	chunks := column.MethodByName("Chunks")
	if !chunks.IsValid() {
		data := column.MethodByName("Data")
		if !data.IsValid() || data.Type().NumIn() != 0 || data.Type().NumOut() != 1 {
			return nil, false
		}
		chunks = data.Call(nil)[0].MethodByName("Chunks")
	}
	if !chunks.IsValid() || chunks.Type().NumIn() != 0 || chunks.Type().NumOut() != 1 {
		return nil, false
	}
	all := chunks.Call(nil)[0]
	if all.Kind() != reflect.Slice {
		return nil, false
	}
	for i := range all.Len() {
		a, ok := all.Index(i).Interface().(array)
		if !ok {
			return nil, false
		}
		list = append(list, a)
	}
	return list, true
}

// typeOf returns the type of an array, such as "timestamp[ms, tz=UTC]".
func typeOf(a array) string {
	m := reflect.ValueOf(a).MethodByName("DataType")
	if !m.IsValid() || m.Type().NumIn() != 0 {
		return ""
	}
	return fmt.Sprint(m.Call(nil)[0])
}

// A reader has the functions of a column for one array.
type reader struct {
	typ   Type
	int   func(int) int64
	float func(int) float64
	text  func(int) string
	exact bool // the values are shown by text
}

// chunked returns the column of some arrays.
func chunked(name, typ string, chunks []array) Column {
	c := Column{Name: name, Label: typ}
	chunks = slices.DeleteFunc(slices.Clone(chunks), func(a array) bool { return a.Len() == 0 })
	var readers []reader
	var ends []int
	nulls := false
	for _, a := range chunks {
		c.Len += a.Len()
		ends = append(ends, c.Len)
		readers = append(readers, readerOf(a, typ))
		nulls = nulls || a.NullN() > 0
	}
	// find returns the chunk of a row, and the place in it.
	find := func(row int) (chunk, at int) {
		if len(ends) == 1 {
			return 0, row
		}
		k := sort.SearchInts(ends, row+1)
		if k > 0 {
			row -= ends[k-1]
		}
		return k, row
	}
	if nulls {
		c.Missing = func(row int) bool { k, i := find(row); return chunks[k].IsNull(i) }
	}
	c.Text = func(row int) string { k, i := find(row); return readers[k].text(i) }
	if len(readers) == 0 {
		return c
	}
	switch c.Type = readers[0].typ; c.Type {
	case String:
	case Float:
		c.Float = func(row int) float64 { k, i := find(row); return readers[k].float(i) }
	default:
		c.Int = func(row int) int64 { k, i := find(row); return readers[k].int(i) }
	}
	if c.Type != String && !readers[0].exact {
		c.Text = nil
	}
	return c
}

// readerOf returns the functions for an array. Arrays of other types than numbers, booleans,
// strings and times are read as text. Decimals are compared as floating-point numbers, and uint64s
// above the greatest int64 are equal to it.
func readerOf(a array, typ string) reader {
	r := reader{text: a.ValueStr}
	switch v := any(a).(type) {
	case interface{ Value(int) int64 }:
		r.typ, r.int = Int, v.Value
	case interface{ Value(int) int32 }:
		r.typ, r.int = Int, func(i int) int64 { return int64(v.Value(i)) }
	case interface{ Value(int) int16 }:
		r.typ, r.int = Int, func(i int) int64 { return int64(v.Value(i)) }
	case interface{ Value(int) int8 }:
		r.typ, r.int = Int, func(i int) int64 { return int64(v.Value(i)) }
	case interface{ Value(int) uint64 }:
		r.typ, r.int = Int, func(i int) int64 { return int64(min(v.Value(i), math.MaxInt64)) }
		r.exact = true
	case interface{ Value(int) uint32 }:
		r.typ, r.int = Int, func(i int) int64 { return int64(v.Value(i)) }
	case interface{ Value(int) uint16 }:
		r.typ, r.int = Int, func(i int) int64 { return int64(v.Value(i)) }
	case interface{ Value(int) uint8 }:
		r.typ, r.int = Int, func(i int) int64 { return int64(v.Value(i)) }
	case interface{ Value(int) float64 }:
		r.typ, r.float = Float, v.Value
	case interface{ Value(int) float32 }:
		r.typ, r.float = Float, func(i int) float64 { return float64(v.Value(i)) }
		r.text, r.exact = func(i int) string { return fmt.Sprint(v.Value(i)) }, true
	case interface{ Value(int) bool }:
		r.typ, r.int = Bool, func(i int) int64 { return truth(v.Value(i)) }
	case interface{ Value(int) string }:
		r.text = v.Value
	default:
		if strings.HasPrefix(typ, "decimal") {
			r.typ, r.exact = Float, true
			r.float = func(i int) float64 { x, _ := strconv.ParseFloat(a.ValueStr(i), 64); return x }
		} else if unit := unitOf(typ); unit > 0 {
			return timesOf(a, unit, r)
		}
	}
	return r
}

// unitOf returns the unit of a type of times in Arrow, or 0.
func unitOf(typ string) time.Duration {
	switch {
	case typ == "date32":
		return 24 * time.Hour
	case typ == "date64", strings.HasPrefix(typ, "timestamp[ms"):
		return time.Millisecond
	case strings.HasPrefix(typ, "timestamp[s"):
		return time.Second
	case strings.HasPrefix(typ, "timestamp[us"):
		return time.Microsecond
	case strings.HasPrefix(typ, "timestamp[ns"):
		return time.Nanosecond
	}
	return 0
}

// timesOf returns the functions for an array of times, whose values are of a type of Arrow's own,
// such as arrow.Timestamp. Those out of the range of Column.Int become its first or last moment.
func timesOf(a array, unit time.Duration, text reader) reader {
	v := reflect.ValueOf(a)
	for _, name := range []string{"TimestampValues", "Date32Values", "Date64Values"} {
		m := v.MethodByName(name)
		if !m.IsValid() || m.Type().NumIn() != 0 {
			continue
		}
		values := m.Call(nil)[0]
		if values.Kind() != reflect.Slice || !values.Type().Elem().ConvertibleTo(reflect.TypeFor[int64]()) {
			continue
		}
		most := math.MaxInt64 / int64(unit)
		return reader{typ: Time, int: func(i int) int64 { return min(max(values.Index(i).Int(), -most), most) * int64(unit) }}
	}
	return text
}
