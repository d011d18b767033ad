// SPDX-License-Identifier: BSD-3-Clause

package frame

import (
	"math"
	"testing"
	"time"
)

// TestSparkline shows lists of numbers.
func TestSparkline(t *testing.T) {
	long := make([]float64, 240)
	for i := range long {
		long[i] = float64(i / 10)
	}
	wave := make([]float64, 48)
	for i := range wave {
		wave[i] = math.Sin(float64(i) * math.Pi / 24)
	}
	one, nan := 1.0, math.NaN()
	for _, test := range []struct {
		v    any
		want string
	}{
		{[]int{1, 2, 3, 4, 5, 6, 7, 8}, "[1 2 3 4 5 6 7 8]"},
		{[]int{0, 1, 2, 3, 4, 5, 6, 7, 0}, "▁▂▃▄▅▆▇█▁ 0..7"},
		{[9]int32{-3, -3, -3, 4}, "▁▁▁█▄▄▄▄▄ -3..4"},
		{long, "▁▁▂▂▂▃▃▃▃▄▄▄▅▅▅▆▆▆▆▇▇▇██ 0..23"},
		{wave, "▅▆▆▇████▇▇▆▅▄▃▃▂▁▁▁▁▂▂▃▄ -1..1"},
		{[]float64{7, 7, 7, 7, 7, 7, 7, 7, 7}, "▄▄▄▄▄▄▄▄▄ 7..7"},
		{[]float64{1, nan, 1, 1, 1, 1, 1, math.Inf(1), 2}, "▁\u2007▁▁▁▁▁\u2007█ 1..2"},
		{[]*float64{&one, nil, &one, &one, &one, &one, &one, &one, &one}, "▄\u2007▄▄▄▄▄▄▄ 1..1"},
		{[]float64{math.MaxFloat64, -math.MaxFloat64, 0, 0, 0, 0, 0, 0, 0}, "█▁▅▅▅▅▅▅▅ -1.7976931348623157e+308..1.7976931348623157e+308"},
		{[]float64{nan, nan, nan, nan, nan, nan, nan, nan, nan}, "[NaN NaN NaN NaN NaN NaN NaN NaN NaN]"},
		{[]byte("polyominoes"), "polyominoes"},
		{[]time.Duration{1, 2, 3, 4, 5, 6, 7, 8, 9}, "[1ns 2ns 3ns 4ns 5ns 6ns 7ns 8ns 9ns]"},
	} {
		f := Of([]any{map[string]any{"series": test.v}})
		if c := f.columns[0]; c.Type != String || c.text(0) != test.want {
			t.Errorf("%v is shown as %v %q, expected %q", test.v, c.Type, c.text(0), test.want)
		}
	}
	type run struct {
		Engine string
		Times  []float64
	}
	f := Of([]run{{"links", long}, {"none", nil}})
	if c := f.columns[1]; c.Name != "Times" || c.text(0) != "▁▁▂▂▂▃▃▃▃▄▄▄▅▅▅▆▆▆▆▇▇▇██ 0..23" || !c.missing(1) {
		t.Errorf("%s: %q, %v", c.Name, c.text(0), c.missing(1))
	}
}
