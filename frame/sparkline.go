// SPDX-License-Identifier: BSD-3-Clause

// Lists of numbers as small charts.
//
// A value that is a list of more than fewNumbers numbers, such as a series of measurements, is a
// line of block characters, from the first number to the last, with the least and the greatest
// number behind it: "▁▂▃▅▇▆▃▁ 0..12.5". A long list is divided into sparkBlocks parts, of which the
// means are shown. Each list has its own scale. The blocks are text, so that they are the same in a
// page, in an exported table and in a terminal. A part without a number, such as NaN, is a space.

package frame

import (
	"math"
	"reflect"
	"strings"
)

const (
	fewNumbers  = 8  // a list that is not longer shows its numbers
	sparkBlocks = 24 // the greatest length of a sparkline
)

// blockRunes are the heights of a block, from the lowest.
var blockRunes = []rune("▁▂▃▄▅▆▇█")

// sparkline returns the sparkline of a list of numbers, and false for other values.
func sparkline(v reflect.Value) (string, bool) {
	if k := v.Kind(); k != reflect.Slice && k != reflect.Array || v.Len() <= fewNumbers || v.Type().Elem().Kind() == reflect.Uint8 {
		return "", false
	}
	if t, ok := static(v.Type().Elem()); !ok || t != Int && t != Float || shown(v.Type().Elem()) {
		return "", false
	}
	least, most := math.Inf(1), math.Inf(-1)
	blocks := min(v.Len(), sparkBlocks)
	means := make([]float64, blocks)
	for b := range means {
		sum, n := 0.0, 0
		begin, end := b*v.Len()/blocks, (b+1)*v.Len()/blocks
		for i := begin; i < end; i++ {
			if x, ok := finite(v.Index(i)); ok {
				sum, n = sum+x/float64(end-begin), n+1 // the sum of large numbers would overflow
				least, most = min(least, x), max(most, x)
			}
		}
		means[b] = sum * (float64(end-begin) / float64(n)) // NaN if the part has no numbers
	}
	if least > most {
		return "", false
	}
	var text strings.Builder
	low, high := math.Inf(1), math.Inf(-1)
	for _, mean := range means {
		if !math.IsNaN(mean) {
			low, high = min(low, mean), max(high, mean)
		}
	}
	for _, mean := range means {
		switch {
		case math.IsNaN(mean):
			text.WriteRune('\u2007') // as wide as a digit
		case low == high:
			text.WriteRune(blockRunes[3])
		default:
			top := len(blockRunes) - 1
			height := (mean/2 - low/2) / (high/2 - low/2) * float64(top) // halves do not overflow
			text.WriteRune(blockRunes[min(max(int(math.Round(height)), 0), top)])
		}
	}
	return text.String() + " " + short(least) + ".." + short(most), true
}

// finite returns a number that is neither missing nor infinite nor NaN.
func finite(v reflect.Value) (x float64, ok bool) {
	n := valueOf(v)
	switch {
	case n.missing:
		return 0, false
	case n.typ == Int:
		return float64(n.n), true
	}
	return n.x, n.typ == Float && !math.IsNaN(n.x) && !math.IsInf(n.x, 0)
}
