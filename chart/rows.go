// SPDX-License-Identifier: BSD-3-Clause

// Rows as columns.
//
// The values of a field are read by package reflect, once, when the chart is made. A column is of
// numbers if all its values are, of times if all are, and of words otherwise; a missing value fits
// all of them.

package chart

import (
	"fmt"
	"math"
	"math/big"
	"reflect"
	"slices"
	"strings"
	"time"
)

// A kind says on which scale a column is.
type kind int

const (
	number kind = iota // float64
	date               // seconds since 1970, on the clock of its time zone
	word
)

// A column has a value for each row.
type column struct {
	name    string
	kind    kind
	numbers []float64 // NaN if missing; for dates, seconds
	words   []string  // for words
}

// A table has columns of n values.
type table struct {
	n       int
	columns []column
}

// newTable reads rows.
func newTable(rows any) (t table, err error) {
	v := reflect.ValueOf(rows)
	for v.Kind() == reflect.Pointer && !v.IsNil() {
		v = v.Elem()
	}
	switch {
	case v.Kind() == reflect.Map && v.Type().Key().Kind() == reflect.String:
		return ofColumns(v)
	case v.Kind() == reflect.Slice || v.Kind() == reflect.Array:
		return ofList(v)
	}
	return t, fmt.Errorf("chart: %T is not a list of rows: expected a list of structs, maps or numbers, or a map from names to lists", rows)
}

// ofColumns reads a map from names to lists. The columns are in the order of their names.
func ofColumns(v reflect.Value) (t table, err error) {
	keys := v.MapKeys()
	slices.SortFunc(keys, func(a, b reflect.Value) int { return strings.Compare(a.String(), b.String()) })
	for i, k := range keys {
		list := v.MapIndex(k)
		for list.Kind() == reflect.Interface || list.Kind() == reflect.Pointer {
			list = list.Elem()
		}
		if list.Kind() != reflect.Slice && list.Kind() != reflect.Array {
			return t, fmt.Errorf("chart: column %q is not a list", k)
		}
		if i > 0 && list.Len() != t.n {
			return t, fmt.Errorf("chart: column %q has length %d, and column %q has %d", k, list.Len(), keys[0], t.n)
		}
		t.n = list.Len()
		t.columns = append(t.columns, newColumn(k.String(), t.n, list.Index))
	}
	if len(t.columns) == 0 {
		return t, errNoRows
	}
	return t, nil
}

// ofList reads a list of structs, maps or numbers.
func ofList(v reflect.Value) (t table, err error) {
	t.n = v.Len()
	if t.n == 0 {
		return t, errNoRows
	}
	row := func(i int) reflect.Value {
		x := v.Index(i)
		for x.Kind() == reflect.Interface || x.Kind() == reflect.Pointer {
			x = x.Elem()
		}
		return x
	}
	first := row(0)
	if _, isNumber := value(first); isNumber != word {
		index := func(i int) reflect.Value { return reflect.ValueOf(i) }
		t.columns = []column{newColumn("index", t.n, index), newColumn("value", t.n, row)}
		if t.columns[1].kind == word {
			return t, fmt.Errorf("chart: not all elements of %v are numbers", v.Type())
		}
		return t, nil
	}
	switch first.Kind() {
	case reflect.Struct:
		for _, f := range reflect.VisibleFields(first.Type()) {
			if !f.IsExported() || f.Anonymous {
				continue
			}
			t.columns = append(t.columns, newColumn(f.Name, t.n, func(i int) reflect.Value {
				x := row(i)
				if !x.IsValid() || x.Type() != first.Type() {
					return reflect.Value{}
				}
				x, _ = x.FieldByIndexErr(f.Index) // a nil pointer to an embedded struct has no fields
				return x
			}))
		}
	case reflect.Map:
		for _, name := range keysOf(t.n, row) {
			t.columns = append(t.columns, newColumn(name, t.n, func(i int) reflect.Value {
				x := row(i)
				if x.Kind() != reflect.Map || x.Type().Key().Kind() != reflect.String {
					return reflect.Value{}
				}
				return x.MapIndex(reflect.ValueOf(name).Convert(x.Type().Key()))
			}))
		}
	}
	if len(t.columns) == 0 {
		return t, fmt.Errorf("chart: the elements of %v have no fields", v.Type())
	}
	return t, nil
}

// keysOf returns the keys of all rows that are maps, in alphabetical order.
func keysOf(n int, row func(i int) reflect.Value) (list []string) {
	seen := make(map[string]bool)
	for i := range n {
		x := row(i)
		if x.Kind() != reflect.Map || x.Type().Key().Kind() != reflect.String {
			continue
		}
		for _, k := range x.MapKeys() {
			if name := k.String(); !seen[name] {
				seen[name] = true
				list = append(list, name)
			}
		}
	}
	slices.Sort(list)
	return list
}

// newColumn reads a column.
func newColumn(name string, n int, at func(i int) reflect.Value) column {
	c := column{name: name, numbers: make([]float64, n), kind: -1}
	for i := range n {
		x, k := value(at(i))
		c.numbers[i] = x
		if k == missing {
			continue
		}
		if c.kind == -1 {
			c.kind = k
		}
		if k != c.kind {
			c.kind = word
		}
	}
	switch c.kind {
	case -1:
		c.kind = number
	case word:
		c.words = make([]string, n)
		for i := range n {
			c.words[i] = text(at(i))
		}
	}
	return c
}

// missing is the kind of a value that is not there.
const missing kind = -2

// value returns a value as a number, if it is one, and its kind.
func value(v reflect.Value) (float64, kind) {
	v = inner(v)
	if !v.IsValid() {
		return math.NaN(), missing
	}
	if v.CanInterface() {
		switch x := v.Interface().(type) {
		case time.Time:
			if x.IsZero() {
				return math.NaN(), missing
			}
			_, offset := x.Zone() // the clock of its zone is shown
			return float64(x.Unix()+int64(offset)) + float64(x.Nanosecond()/1000)/1e6, date
		case time.Duration:
			return x.Seconds(), number
		case big.Int:
			f, _ := new(big.Float).SetInt(&x).Float64()
			return f, number
		}
	}
	switch {
	case v.CanInt():
		return float64(v.Int()), number
	case v.CanUint():
		return float64(v.Uint()), number
	case v.CanFloat():
		if f := v.Float(); math.IsInf(f, 0) || math.IsNaN(f) {
			return math.NaN(), missing
		}
		return v.Float(), number
	}
	return math.NaN(), word
}

// text returns a value as a word.
func text(v reflect.Value) string {
	if v.IsValid() && v.CanInterface() {
		if s, ok := v.Interface().(fmt.Stringer); ok && (v.Kind() != reflect.Pointer || !v.IsNil()) {
			return s.String()
		}
	}
	if v = inner(v); !v.IsValid() {
		return ""
	}
	return fmt.Sprint(v)
}

// inner returns what pointers and interfaces lead to.
func inner(v reflect.Value) reflect.Value {
	for v.Kind() == reflect.Interface || v.Kind() == reflect.Pointer {
		v = v.Elem()
	}
	return v
}

// column finds a column.
func (t table) column(name string) (column, error) {
	for _, c := range t.columns {
		if c.name == name {
			return c, nil
		}
	}
	return column{}, fmt.Errorf("chart: no field %q; the fields are %s", name, t.names())
}

// names lists the fields.
func (t table) names() string {
	var names []string
	for _, c := range t.columns {
		names = append(names, c.name)
	}
	return strings.Join(names, ", ")
}
