// SPDX-License-Identifier: BSD-3-Clause

// Columns of the texts of a file.
//
// All texts of a column are one string, with the place where each of them ends. This takes as much
// memory as the file and four or eight bytes for each value, and the garbage collector does not
// look at it. When all values are there, the column gets its type. A column of numbers no longer
// needs the texts; a column of texts stays as it is.

package frame

import (
	"context"
	"math"
	"slices"
	"strings"

	"polka/internal/yield"
)

// A texts is a column of texts that is being read.
type texts struct {
	name   string
	all    strings.Builder
	ends   []uint32
	high   []uint32 // the upper halves of the ends, if the texts are longer than 4 GiB
	absent rowSet   // the missing values

	// What the values of JSON have been: in CSV all of them are text that can be anything.
	typed, quoted, bare bool
}

// add adds a text.
func (t *texts) add(s string) {
	t.all.WriteString(s)
	t.end()
}

// miss adds a missing value.
func (t *texts) miss() {
	t.absent.add(len(t.ends))
	t.end()
}

func (t *texts) end() {
	n := uint64(t.all.Len())
	if n > math.MaxUint32 && t.high == nil {
		t.high = make([]uint32, len(t.ends), 2*len(t.ends)+1)
	}
	t.ends = append(t.ends, uint32(n))
	if t.high != nil {
		t.high = append(t.high, uint32(n>>32))
	}
}

// at returns a text.
func (t *texts) at(row int) string {
	var low, high uint64
	if row > 0 {
		low = uint64(t.ends[row-1])
	}
	high = uint64(t.ends[row])
	if t.high != nil {
		if row > 0 {
			low |= uint64(t.high[row-1]) << 32
		}
		high |= uint64(t.high[row]) << 32
	}
	return t.all.String()[low:high]
}

// column returns the column with the type that fits all its values. If ctx ends, the type is not
// known.
func (t *texts) column(ctx context.Context) Column {
	if !t.quoted {
		for _, typ := range []Type{Int, Float, Bool} {
			if c, ok := t.as(ctx, typ); ok {
				return c
			}
		}
	}
	if !t.bare {
		if c, ok := t.as(ctx, Time); ok {
			return c
		}
	}
	return t.strings()
}

// strings returns the column as texts.
func (t *texts) strings() Column {
	return Column{Name: t.name, Type: String, Len: len(t.ends), Missing: t.absent.missing(), Text: t.at}
}

// as returns the column with a type. It reports false if a value is not of the type, if there are
// no values, or if ctx ends.
func (t *texts) as(ctx context.Context, typ Type) (c Column, ok bool) {
	b := builder{typ: typ, absent: slices.Clone(t.absent)}
	if typ == Float {
		b.floats = make([]float64, 0, min(len(t.ends), step))
	} else {
		b.numbers = make([]int64, 0, min(len(t.ends), step))
	}
	some := false
	parse := parserOf(typ)
	for row := range t.ends {
		if row%step == 0 {
			if yield.Check(); ctx.Err() != nil {
				return c, false
			}
			if row > 0 && len(b.numbers)+len(b.floats) == step { // the type is likely to be right
				b.grow(len(t.ends))
			}
		}
		var x value
		if t.absent.has(row) {
			x.missing = true
		} else {
			text := strings.TrimSpace(t.at(row))
			if x, ok = parse(text); ok {
				some = true
			} else if x.missing = !t.typed && absentWord(text); !x.missing {
				return c, false
			}
		}
		b.add(x, nil)
	}
	c = b.column()
	c.Name = t.name
	return c, some
}

// parserOf returns the function that reads values of a type other than String.
func parserOf(typ Type) func(s string) (value, bool) {
	switch typ {
	case Int:
		return func(s string) (value, bool) {
			n, ok := parseInt(s)
			return value{typ: Int, n: n}, ok
		}
	case Float:
		return func(s string) (value, bool) {
			x, ok := parseFloat(s)
			return value{typ: Float, x: x}, ok
		}
	case Bool:
		return func(s string) (value, bool) {
			b, ok := parseBool(s)
			return value{typ: Bool, n: truth(b)}, ok
		}
	}
	var p timeParser
	return func(s string) (value, bool) {
		t, ok := p.parse(s)
		if !ok {
			return value{}, false
		}
		return value{typ: Time, n: t.UnixNano()}, true
	}
}
