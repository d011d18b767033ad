// SPDX-License-Identifier: BSD-3-Clause

package frame

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"math"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"polka/internal/yield"
)

// filtered returns those of the given rows that all conditions keep, in their order; nil stands for
// all of n rows, and with no conditions rows is returned. It reports false if ctx ends.
func filtered(ctx context.Context, rows []int32, n int, keep []func(int32) bool) (list []int32, ok bool) {
	if len(keep) == 0 {
		return rows, true
	}
	list = []int32{}
	for i := range n {
		if i%step == 0 {
			if yield.Check(); ctx.Err() != nil {
				return nil, false
			}
		}
		row := int32(i)
		if rows != nil {
			row = rows[i]
		}
		kept := true
		for _, k := range keep {
			if kept = k(row); !kept {
				break
			}
		}
		if kept {
			list = append(list, row)
		}
	}
	return list, true
}

// A bounds is what a condition compares with: values from low to high are equal to it. For a number
// or a text both are the same, for a date they are the first and the last moment of it.
type bounds[T any] struct{ low, high T }

// operators are those of conditions; longer ones come first.
var operators = []string{"<=", ">=", "!=", "==", "<", ">", "="}

// parseCondition returns the function that reports whether a row satisfies a condition, in the form
// that [Frame.Filter] describes.
func parseCondition(c *Column, condition string) (keep func(row int32) bool, err error) {
	text := strings.TrimSpace(condition)
	if text == "" {
		return func(int32) bool { return true }, nil
	}
	for _, op := range operators {
		if operand, ok := strings.CutPrefix(text, op); ok {
			return comparison(c, op, strings.TrimSpace(operand))
		}
	}
	if low, high, ok := strings.Cut(text, ".."); ok && c.Type != String && c.Type != Bool && low+high != "" {
		return between(c, strings.TrimSpace(low), strings.TrimSpace(high))
	}
	if word, ok := strings.CutPrefix(text, "!"); ok {
		has := containing(c, strings.TrimSpace(word))
		return func(row int32) bool { return !has(row) }, nil
	}
	return containing(c, text), nil
}

// containing returns the condition that the text of a value contains a word.
func containing(c *Column, word string) func(row int32) bool {
	word = strings.ToLower(word)
	if c.Text != nil {
		return func(row int32) bool { return !c.missing(int(row)) && containsFold(c.Text(int(row)), word) }
	}
	lower := []byte(word)
	return func(row int32) bool {
		var buffer [64]byte
		b := c.appendText(buffer[:0], int(row))
		for i, x := range b { // digits, signs, true, false, NaN, Inf
			b[i] = lowerASCII(x)
		}
		return len(b) > 0 && bytes.Contains(b, lower)
	}
}

// containsFold reports whether a text contains a word, which is in lower case, in upper or lower
// case. It does not allocate if the text is ASCII.
func containsFold(text, lower string) bool {
	for i := range len(text) {
		if text[i] >= utf8.RuneSelf {
			return strings.Contains(strings.ToLower(text), lower)
		}
	}
	for i := 0; i+len(lower) <= len(text); i++ {
		j := 0
		for j < len(lower) && lowerASCII(text[i+j]) == lower[j] {
			j++
		}
		if j == len(lower) {
			return true
		}
	}
	return false
}

func lowerASCII(b byte) byte {
	if 'A' <= b && b <= 'Z' {
		return b + 'a' - 'A'
	}
	return b
}

// comparison returns the condition that a value compares with an operand in the given way.
func comparison(c *Column, op, operand string) (func(row int32) bool, error) {
	if operand == "" {
		switch op {
		case "=", "==":
			return func(row int32) bool { return c.missing(int(row)) }, nil
		case "!=":
			return func(row int32) bool { return !c.missing(int(row)) }, nil
		}
		return nil, errors.New("expected a value after " + op)
	}
	if c.Type == String {
		order := func(row int32) int { return strings.Compare(c.Text(int(row)), operand) }
		return present(c, func(row int32) bool { return holds(op, order(row), order(row)) }), nil
	}
	if c.Type == Float {
		x, err := parseNumber(operand)
		if err != nil {
			return nil, err
		}
		return present(c, func(row int32) bool {
			y := c.Float(int(row))
			if math.IsNaN(y) || math.IsNaN(x) {
				return op == "!=" && math.IsNaN(x) != math.IsNaN(y) || op[0] == '=' && math.IsNaN(x) && math.IsNaN(y)
			}
			o := compare(y, x)
			return holds(op, o, o)
		}), nil
	}
	b, err := parseBounds(c.Type, operand)
	if err != nil {
		return nil, err
	}
	return present(c, func(row int32) bool {
		n := float64(c.Int(int(row)))
		if b.exact {
			n := c.Int(int(row))
			return holds(op, compare(n, b.ints.low), compare(n, b.ints.high))
		}
		return holds(op, compare(n, b.float), compare(n, b.float))
	}), nil
}

// between returns the condition that a value is in a range, whose ends belong to it; an empty text
// is no bound.
func between(c *Column, low, high string) (func(row int32) bool, error) {
	yes := func(int32) bool { return true }
	above, below := yes, yes
	var err error
	if low != "" {
		if above, err = comparison(c, ">=", low); err != nil {
			return nil, err
		}
	}
	if high != "" {
		if below, err = comparison(c, "<=", high); err != nil {
			return nil, err
		}
	}
	return func(row int32) bool { return above(row) && below(row) }, nil
}

// present returns a condition that rows without a value do not satisfy.
func present(c *Column, keep func(row int32) bool) func(row int32) bool {
	if c.Missing == nil {
		return keep
	}
	return func(row int32) bool { return !c.Missing(int(row)) && keep(row) }
}

func compare[T int64 | float64](a, b T) int {
	switch {
	case a < b:
		return -1
	case a > b:
		return 1
	}
	return 0
}

// holds reports whether a value satisfies a comparison with a range of equal values. Low and high
// say how it compares with the ends of the range.
func holds(op string, low, high int) bool {
	switch op {
	case "<":
		return low < 0
	case "<=":
		return high <= 0
	case ">":
		return high > 0
	case ">=":
		return low >= 0
	case "!=":
		return low < 0 || high > 0
	}
	return low >= 0 && high <= 0
}

// An operand is a value with which integers are compared: exactly, or as a floating-point number.
type operand struct {
	exact bool
	ints  bounds[int64]
	float float64
}

// parseBounds reads the operand of a comparison with values of type Int, Bool or Time.
func parseBounds(t Type, text string) (operand, error) {
	switch t {
	case Bool:
		b, ok := parseBool(text)
		if !ok {
			return operand{}, fmt.Errorf("expected true or false, found %q", text)
		}
		return operand{exact: true, ints: bounds[int64]{truth(b), truth(b)}}, nil
	case Time:
		low, high, ok := parseSpan(text)
		if !ok {
			return operand{}, fmt.Errorf("expected a date such as 2024-05-17, or with a time such as 2024-05-17 08:30, found %q", text)
		}
		return operand{exact: true, ints: bounds[int64]{low.UnixNano(), high.UnixNano() - 1}}, nil
	}
	if n, err := strconv.ParseInt(text, 10, 64); err == nil {
		return operand{exact: true, ints: bounds[int64]{n, n}}, nil
	}
	x, err := parseNumber(text)
	return operand{float: x}, err
}

// parseNumber reads a number of a condition.
func parseNumber(text string) (float64, error) {
	x, err := strconv.ParseFloat(text, 64)
	if err != nil && !errors.Is(err, strconv.ErrRange) {
		return 0, fmt.Errorf("expected a number, found %q", text)
	}
	return x, nil
}

// spans are the forms of dates in conditions, and how long each of them is.
var spans = []struct {
	layout              string
	years, months, days int
	time                time.Duration
}{
	{"2006", 1, 0, 0, 0},
	{"2006-01", 0, 1, 0, 0},
	{"2006-01-02", 0, 0, 1, 0},
	{"2006-01-02 15:04", 0, 0, 0, time.Minute},
	{"2006-01-02T15:04", 0, 0, 0, time.Minute},
	{"2006-01-02 15:04:05", 0, 0, 0, time.Second},
	{"2006-01-02T15:04:05", 0, 0, 0, time.Second},
	{time.RFC3339, 0, 0, 0, time.Second},
}

// parseSpan reads a date of a condition. It returns its beginning, and that of what follows.
func parseSpan(text string) (low, high time.Time, ok bool) {
	for _, s := range spans {
		t, err := time.Parse(s.layout, text)
		if err != nil {
			continue
		}
		end := t.AddDate(s.years, s.months, s.days).Add(s.time)
		if t.Nanosecond() != 0 {
			end = t.Add(1)
		}
		return t, end, inRange(t) && inRange(end)
	}
	return low, high, false
}
