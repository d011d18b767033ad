// SPDX-License-Identifier: BSD-3-Clause

package frame

import (
	"math"
	"strconv"
	"time"
)

// A Type is the type of the values of a column. It decides how they are compared and shown.
type Type int

// The types.
const (
	String Type = iota
	Int
	Float
	Bool
	Time
)

var typeNames = [...]string{"string", "int", "float", "bool", "time"}

// String returns the name of the type, such as "int".
func (t Type) String() string {
	if t < 0 || int(t) >= len(typeNames) {
		return "Type(" + strconv.Itoa(int(t)) + ")"
	}
	return typeNames[t]
}

// A Column is a column of a table. Its functions take the number of a row, from 0 to Len-1. They
// may be called by several goroutines at once, and must return the same value each time.
type Column struct {
	Name  string
	Type  Type
	Label string // the type as the header shows it, such as "decimal(9,2)"; "" stands for the name of Type
	Len   int    // the number of rows

	// Missing reports whether a row has no value; nil means that all rows have one.
	Missing func(row int) bool

	// Int returns the values of the types Int, Bool (1 for true) and Time (nanoseconds since the
	// beginning of 1970, UTC), and Float those of Float. They are nil for other types.
	Int   func(row int) int64
	Float func(row int) float64

	// Text returns the values of the type String. For other types it returns how a value is shown;
	// nil stands for the usual form.
	Text func(row int) string
}

// missing reports whether a row has no value.
func (c *Column) missing(row int) bool { return c.Missing != nil && c.Missing(row) }

// label returns the type as the header shows it.
func (c *Column) label() string {
	if c.Label != "" {
		return c.Label
	}
	return c.Type.String()
}

// check panics if the column lacks the functions of its type.
func (c *Column) check() {
	switch {
	case c.Len < 0:
		panic("frame: a column with a negative number of rows")
	case c.Type < String || c.Type > Time:
		panic("frame: a column of an unknown type")
	case c.Type == String && c.Text == nil:
		panic("frame: a column of type String without Text")
	case c.Type == Float && c.Float == nil:
		panic("frame: a column of type Float without Float")
	case (c.Type == Int || c.Type == Bool || c.Type == Time) && c.Int == nil:
		panic("frame: a column of type Int, Bool or Time without Int")
	}
}

// text returns the value of a row as it is shown; "" if there is none.
func (c *Column) text(row int) string {
	switch {
	case c.missing(row):
		return ""
	case c.Text != nil:
		return c.Text(row)
	}
	return string(c.appendText(nil, row))
}

// appendText appends the value of a row as it is shown.
func (c *Column) appendText(b []byte, row int) []byte {
	switch {
	case c.missing(row):
		return b
	case c.Text != nil:
		return append(b, c.Text(row)...)
	}
	switch c.Type {
	case Int:
		return strconv.AppendInt(b, c.Int(row), 10)
	case Float:
		return appendFloat(b, c.Float(row))
	case Bool:
		return strconv.AppendBool(b, c.Int(row) != 0)
	}
	return appendTime(b, c.Int(row))
}

// appendFloat appends the shortest text that is read as x: without an exponent if it is short.
func appendFloat(b []byte, x float64) []byte {
	if a := math.Abs(x); a == 0 || a >= 1e-5 && a < 1e15 {
		return strconv.AppendFloat(b, x, 'f', -1, 64)
	}
	return strconv.AppendFloat(b, x, 'g', -1, 64)
}

// appendTime appends a time in UTC: the date, and the time of day unless it is midnight.
func appendTime(b []byte, nanoseconds int64) []byte {
	t := time.Unix(0, nanoseconds).UTC()
	switch {
	case t.Nanosecond() != 0:
		return t.AppendFormat(b, "2006-01-02 15:04:05.999999999")
	case t.Hour() != 0 || t.Minute() != 0 || t.Second() != 0:
		return t.AppendFormat(b, time.DateTime)
	}
	return t.AppendFormat(b, time.DateOnly)
}

// at returns a column with some rows of c, in the given order; nil stands for all rows.
func (c Column) at(rows []int32) Column {
	if rows == nil {
		return c
	}
	d := c
	d.Len = len(rows)
	if f := c.Missing; f != nil {
		d.Missing = func(row int) bool { return f(int(rows[row])) }
	}
	if f := c.Int; f != nil {
		d.Int = func(row int) int64 { return f(int(rows[row])) }
	}
	if f := c.Float; f != nil {
		d.Float = func(row int) float64 { return f(int(rows[row])) }
	}
	if f := c.Text; f != nil {
		d.Text = func(row int) string { return f(int(rows[row])) }
	}
	return d
}
