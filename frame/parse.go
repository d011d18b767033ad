// SPDX-License-Identifier: BSD-3-Clause

// The types of values in text.
//
// A column of a file has the first of the types int, float, bool and time to which all its values
// belong, and otherwise string. A text belongs to a type only if no digits are lost: "007" and
// "+1" are not integers, since they are likely to be codes or telephone numbers, and an integer
// that does not fit in 64 bits is text.

package frame

import (
	"strconv"
	"strings"
	"time"
)

// parseInt reads an integer in the form that strconv writes.
func parseInt(s string) (int64, bool) {
	digits := strings.TrimPrefix(s, "-")
	if digits == "" || len(digits) > 19 || digits[0] == '0' && s != "0" {
		return 0, false
	}
	for i := range len(digits) {
		if digits[i] < '0' || digits[i] > '9' {
			return 0, false
		}
	}
	n, err := strconv.ParseInt(s, 10, 64)
	return n, err == nil
}

// parseFloat reads a number, NaN, or an infinity. Integers of more than 15 digits are not numbers
// here, since floating-point numbers would change them.
func parseFloat(s string) (float64, bool) {
	digits := strings.TrimLeft(s, "+-")
	if len(s)-len(digits) > 1 || digits == "" {
		return 0, false
	}
	switch digits {
	case "NaN", "nan", "Inf", "inf", "Infinity", "infinity":
	default:
		if len(digits) > 1 && digits[0] == '0' && digits[1] != '.' && digits[1] != 'e' && digits[1] != 'E' {
			return 0, false
		}
		integer := true
		for i := range len(digits) {
			switch b := digits[i]; {
			case '0' <= b && b <= '9':
			case b == '.' || b == 'e' || b == 'E' || b == '-' || b == '+':
				integer = false
			default:
				return 0, false
			}
		}
		if integer && (len(digits) > 15 || s[0] == '+') {
			return 0, false
		}
	}
	x, err := strconv.ParseFloat(s, 64)
	return x, err == nil
}

// parseBool reads a truth value.
func parseBool(s string) (value, ok bool) {
	switch s {
	case "true", "True", "TRUE":
		return true, true
	case "false", "False", "FALSE":
		return false, true
	}
	return false, false
}

// layouts are the forms of times in files. Times without a zone are in UTC.
var layouts = []string{
	time.DateOnly, time.DateTime, time.RFC3339, "2006-01-02T15:04:05", "2006-01-02 15:04:05Z07:00", "2006-01-02 15:04", "2006-01-02T15:04",
	"2006-01-02T15:04Z07:00",
}

// A timeParser reads times. It tries the form of the last one first, and remembers its text.
type timeParser struct {
	last int
	text string
	time time.Time
}

func (p *timeParser) parse(s string) (time.Time, bool) {
	if len(s) < len(time.DateOnly) || s[4] != '-' || s[7] != '-' {
		return time.Time{}, false
	}
	if s == p.text {
		return p.time, true
	}
	for i := range layouts {
		k := (p.last + i) % len(layouts)
		if t, err := time.Parse(layouts[k], s); err == nil {
			p.last = k
			if !inRange(t) {
				return t, false
			}
			p.text, p.time = s, t
			return t, true
		}
	}
	return time.Time{}, false
}

// absentWord reports whether a text stands for a missing value in a column of another type than
// string.
func absentWord(s string) bool {
	switch s {
	case "NA", "N/A", "n/a", "NULL", "null", "nil", "None":
		return true
	}
	return false
}
