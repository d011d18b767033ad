// SPDX-License-Identifier: BSD-3-Clause

// Columns of Go's values.
//
// A slice of numbers, strings, booleans or times is used as it is. Other slices are converted to
// one of these: pointers that are nil, and structs such as sql.NullInt64 that are not valid, are
// missing values; values of named types with a method String are shown by it; what is neither a
// number, a string, a boolean nor a time is text; a long list of numbers is a sparkline. In a slice
// of interface values the types are found by looking at all of them: integers and floats together
// are floats, other mixtures text.

package frame

import (
	"encoding/json"
	"fmt"
	"math"
	"reflect"
	"slices"
	"time"
)

// NewColumn returns a column of the elements of a slice. Elements that are nil are missing. Slices
// of Go's numbers, of strings, booleans and times are not copied, and must not be changed while the
// column is in use; others are converted. NewColumn panics if values is not a slice or array.
func NewColumn(name string, values any) Column {
	if c, ok := direct(name, values); ok {
		return c
	}
	v := reflect.ValueOf(values)
	if v.Kind() != reflect.Slice && v.Kind() != reflect.Array {
		panic("frame: the values of a column are not a slice")
	}
	c := collect(v.Len(), v.Type().Elem(), func(i int) reflect.Value { return v.Index(i) })
	c.Name = name
	return c
}

// direct returns a column for a slice that is not converted.
func direct(name string, values any) (c Column, ok bool) {
	c.Name = name
	switch s := values.(type) {
	case []string:
		c.Type, c.Len, c.Text = String, len(s), func(row int) string { return s[row] }
	case []bool:
		c.Type, c.Len, c.Int = Bool, len(s), func(row int) int64 { return truth(s[row]) }
	case []time.Time:
		if slices.ContainsFunc(s, func(t time.Time) bool { return !inRange(t) }) {
			return c, false
		}
		c.Type, c.Len, c.Int = Time, len(s), func(row int) int64 { return s[row].UnixNano() }
	case []int:
		integers(&c, s)
	case []int8:
		integers(&c, s)
	case []int16:
		integers(&c, s)
	case []int32:
		integers(&c, s)
	case []int64:
		integers(&c, s)
	case []uint8:
		integers(&c, s)
	case []uint16:
		integers(&c, s)
	case []uint32:
		integers(&c, s)
	case []float64:
		c.Type, c.Len, c.Float = Float, len(s), func(row int) float64 { return s[row] }
	case []float32:
		c.Type, c.Len, c.Float = Float, len(s), func(row int) float64 { return float64(s[row]) }
		shortFloats(&c)
	default:
		return c, false
	}
	return c, true
}

func integers[T int | int8 | int16 | int32 | int64 | uint8 | uint16 | uint32](c *Column, s []T) {
	c.Type, c.Len, c.Int = Int, len(s), func(row int) int64 { return int64(s[row]) }
}

func truth(b bool) int64 {
	if b {
		return 1
	}
	return 0
}

// inRange reports whether a time can be written as nanoseconds since 1970.
func inRange(t time.Time) bool { return t.Year() > 1677 && t.Year() < 2262 }

// A value is one value of a column that is being made.
type value struct {
	typ     Type
	missing bool
	n       int64   // of Int, Bool and Time
	x       float64 // of Float
	s       string  // of String, and of other types if named
	named   bool    // s is how the value is shown
}

var (
	timeType     = reflect.TypeFor[time.Time]()
	stringerType = reflect.TypeFor[fmt.Stringer]()
	errorType    = reflect.TypeFor[error]()
)

// valueOf returns what a column has for v.
func valueOf(v reflect.Value) value {
	for v.IsValid() && (v.Kind() == reflect.Pointer || v.Kind() == reflect.Interface) {
		if v.IsNil() {
			return value{missing: true}
		}
		if v.Kind() == reflect.Pointer && shown(v.Type()) && !shown(v.Type().Elem()) {
			return value{s: sprint(v)}
		}
		v = v.Elem()
	}
	if !v.IsValid() {
		return value{missing: true}
	}
	if v.Type() == timeType && v.CanInterface() {
		t := v.Interface().(time.Time)
		if !inRange(t) {
			return value{s: t.Format(time.RFC3339Nano)}
		}
		return value{typ: Time, n: t.UnixNano()}
	}
	if n, ok := nullable(v); ok {
		return n
	}
	if v.Type() == reflect.TypeFor[json.Number]() {
		return number(v.String())
	}
	x := plainValue(v)
	if shown(v.Type()) {
		x.s, x.named = sprint(v), x.typ != String
	}
	return x
}

// plainValue is valueOf for a value without methods.
func plainValue(v reflect.Value) value {
	switch v.Kind() {
	case reflect.Bool:
		return value{typ: Bool, n: truth(v.Bool())}
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		return value{typ: Int, n: v.Int()}
	case reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64, reflect.Uintptr:
		if n := v.Uint(); n > math.MaxInt64 {
			return value{typ: Float, x: float64(n), s: fmt.Sprint(n), named: true}
		}
		return value{typ: Int, n: int64(v.Uint())}
	case reflect.Float32, reflect.Float64:
		return value{typ: Float, x: v.Float()}
	case reflect.String:
		return value{s: v.String()}
	case reflect.Slice, reflect.Map:
		if v.IsNil() {
			return value{missing: true}
		}
		if v.Type() == reflect.TypeFor[[]byte]() {
			return value{s: string(v.Bytes())}
		}
	}
	if text, ok := sparkline(v); ok {
		return value{s: text}
	}
	return value{s: sprint(v)}
}

// number returns the value of a JSON number.
func number(text string) value {
	if n, ok := parseInt(text); ok {
		return value{typ: Int, n: n}
	}
	if x, ok := parseFloat(text); ok {
		return value{typ: Float, x: x}
	}
	return value{s: text}
}

// shown reports whether a method of a type says how its values are shown.
func shown(t reflect.Type) bool { return t.Implements(stringerType) || t.Implements(errorType) }

// sprint returns what fmt prints, also for a field that is not exported.
func sprint(v reflect.Value) string {
	if v.CanInterface() {
		return fmt.Sprint(v.Interface())
	}
	return fmt.Sprint(v)
}

// nullable returns the value of a struct that consists of a value and a field Valid, such as
// sql.NullString.
func nullable(v reflect.Value) (value, bool) {
	t := v.Type()
	if t.Kind() != reflect.Struct || t.NumField() != 2 || t.Field(1).Name != "Valid" || t.Field(1).Type.Kind() != reflect.Bool || !t.Field(0).IsExported() {
		return value{}, false
	}
	if !v.Field(1).Bool() {
		return value{missing: true}, true
	}
	return valueOf(v.Field(0)), true
}

// static returns the type that all values of a Go type have, if that is known without them.
func static(t reflect.Type) (Type, bool) {
	switch t.Kind() {
	case reflect.Pointer:
		return static(t.Elem())
	case reflect.Bool:
		return Bool, true
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64, reflect.Uint8, reflect.Uint16, reflect.Uint32:
		return Int, true
	case reflect.Float32, reflect.Float64:
		return Float, true
	case reflect.String:
		return String, t != reflect.TypeFor[json.Number]()
	}
	return String, false
}

// collect returns a column of n values of a Go type.
func collect(n int, t reflect.Type, at func(i int) reflect.Value) Column {
	typ, known := static(t)
	if !known {
		typ = common(n, at)
	}
	b := builder{typ: typ}
	for i := range n {
		b.add(valueOf(at(i)), func() string { return sprint(at(i)) })
	}
	c := b.column()
	if t.Kind() == reflect.Float32 && c.Text == nil {
		shortFloats(&c)
	}
	return c
}

// shortFloats shows the values of a column, which are float32s, with the digits that these have.
func shortFloats(c *Column) {
	float := c.Float
	c.Text = func(row int) string { return fmt.Sprint(float32(float(row))) }
}

// common returns the type of a column with the given values.
func common(n int, at func(i int) reflect.Value) Type {
	typ, some := String, false
	for i := range n {
		x := valueOf(at(i))
		switch {
		case x.missing || some && x.typ == typ:
		case !some:
			typ, some = x.typ, true
		case x.typ == Int && typ == Float || x.typ == Float && typ == Int:
			typ = Float
		default:
			return String
		}
	}
	return typ
}

// A builder makes a column value by value.
type builder struct {
	typ     Type
	n       int
	numbers []int64
	floats  []float64
	texts   []string
	names   []string // how values are shown; "" for the usual form; shorter than n if the rest is ""
	absent  rowSet   // the missing values
}

// add adds a value. If it does not have the type of the column, text returns it as text.
func (b *builder) add(x value, text func() string) {
	row := b.n
	b.n++
	if x.missing {
		b.absent.add(row)
	}
	switch {
	case b.typ == String && !x.missing && x.typ != String && !x.named:
		x.s = text()
	case b.typ == Float && x.typ == Int:
		x.x = float64(x.n)
	}
	switch b.typ {
	case String:
		b.texts = append(b.texts, x.s)
		return
	case Float:
		b.floats = append(b.floats, x.x)
	default:
		b.numbers = append(b.numbers, x.n)
	}
	if x.named {
		b.names = append(b.names, make([]string, row-len(b.names))...)
		b.names = append(b.names, x.s)
	}
}

// grow makes room for n values of a type other than String.
func (b *builder) grow(n int) {
	if b.typ == Float {
		b.floats = slices.Grow(b.floats, n-len(b.floats))
	} else {
		b.numbers = slices.Grow(b.numbers, n-len(b.numbers))
	}
}

// column returns the column.
func (b *builder) column() Column {
	c := Column{Type: b.typ, Len: b.n, Missing: b.absent.missing()}
	numbers, floats, texts := b.numbers, b.floats, b.texts
	switch b.typ {
	case String:
		c.Text = func(row int) string { return texts[row] }
	case Float:
		c.Float = func(row int) float64 { return floats[row] }
	default:
		c.Int = func(row int) int64 { return numbers[row] }
	}
	if names := b.names; names != nil {
		usual := c
		c.Text = func(row int) string {
			if row < len(names) && names[row] != "" {
				return names[row]
			}
			return usual.text(row)
		}
	}
	return c
}

// A rowSet is a set of rows, one bit for each; nil is empty.
type rowSet []uint64

func (s *rowSet) add(row int) {
	for len(*s) <= row/64 {
		*s = append(*s, 0)
	}
	(*s)[row/64] |= 1 << (row % 64)
}

func (s rowSet) has(row int) bool { return row/64 < len(s) && s[row/64]>>(row%64)&1 != 0 }

// missing returns the function Missing of a column whose missing values are the set.
func (s rowSet) missing() func(row int) bool {
	if s == nil {
		return nil
	}
	return s.has
}
