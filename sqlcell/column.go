// SPDX-License-Identifier: BSD-3-Clause

package sqlcell

import (
	"fmt"
	"time"

	"polka/frame"
)

// column makes a column of the values that a driver gives: int64, float64, bool, string, time.Time
// and nil. If they have several types, numbers become float64, and anything else text.
func column(name string, values []any) frame.Column {
	var ints, floats, bools, times, others int
	for _, v := range values {
		switch v.(type) {
		case nil:
		case int64:
			ints++
		case float64:
			floats++
		case bool:
			bools++
		case time.Time:
			times++
		default:
			others++
		}
	}
	numbers := ints + floats
	switch {
	case others == 0 && bools+times == 0 && numbers > 0 && floats == 0:
		return frame.NewColumn(name, pointers[int64](values))
	case others == 0 && bools+times == 0 && numbers > 0:
		for i, v := range values {
			if n, ok := v.(int64); ok {
				values[i] = float64(n)
			}
		}
		return frame.NewColumn(name, pointers[float64](values))
	case others+numbers+times == 0 && bools > 0:
		return frame.NewColumn(name, pointers[bool](values))
	case others+numbers+bools == 0 && times > 0:
		return frame.NewColumn(name, pointers[time.Time](values))
	}
	for i, v := range values {
		if v != nil {
			values[i] = fmt.Sprint(v)
		}
	}
	return frame.NewColumn(name, pointers[string](values))
}

// pointers converts a list whose elements are of type T or nil.
func pointers[T any](values []any) []*T {
	list := make([]*T, len(values))
	for i, v := range values {
		if x, ok := v.(T); ok {
			list[i] = &x
		}
	}
	return list
}
