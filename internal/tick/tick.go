// SPDX-License-Identifier: BSD-3-Clause

// Package tick chooses the numbers that stand at the axes of charts, and writes them as people do.
//
//	tick.Nice(0, 4655) // 0, 1000, 2000, 3000, 4000
package tick

import (
	"math"
	"strconv"
	"strings"
)

// A Tick is a position on an axis. One without a label is short.
type Tick struct {
	Value float64
	Label string
}

// Whole are at whole numbers, at most a dozen.
func Whole(least, most float64) []Tick {
	step := 1.0
	for _, s := range []float64{1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000, 10000, 100000, 1000000} {
		if step = s; (most-least)/s <= 14 {
			break
		}
	}
	var list []Tick
	for v := math.Ceil(least/step) * step; v <= most+1e-9; v += step {
		list = append(list, Tick{Value: v, Label: strconv.FormatFloat(v+0, 'f', -1, 64)}) // adding 0 makes -0 positive
	}
	return list
}

// Nice are round numbers, about six.
func Nice(least, most float64) []Tick {
	span := most - least
	if span <= 0 {
		return []Tick{{Value: least, Label: Short(least)}}
	}
	step := math.Pow(10, math.Floor(math.Log10(span)))
	for _, f := range []float64{0.1, 0.2, 0.5, 1} {
		if span/(step*f) <= 7 {
			step *= f
			break
		}
	}
	var list []Tick
	for v := math.Ceil(least/step) * step; v <= most+step*1e-9; v += step {
		list = append(list, Tick{Value: v, Label: Short(math.Round(v/step) * step)})
	}
	return list
}

// Powers are at powers of ten, with unnamed ones between if there are few.
func Powers(least, most float64) []Tick {
	from, to := math.Floor(math.Log10(least)+1e-9), math.Ceil(math.Log10(most)-1e-9)
	step := math.Ceil((to - from) / 9)
	var list []Tick
	for e := from; e <= to; e++ {
		t := Tick{Value: math.Pow(10, e)}
		if math.Mod(e-from, max(step, 1)) == 0 {
			t.Label = power(int(e))
		}
		list = append(list, t)
		if to-from <= 4 && e < to {
			for k := 2.0; k < 10; k++ {
				list = append(list, Tick{Value: k * math.Pow(10, e)})
			}
		}
	}
	return list
}

// power writes a power of ten: 1, 10, 100, 1000, 10⁴.
func power(e int) string {
	if e >= 0 && e <= 3 {
		return "1" + strings.Repeat("0", e)
	}
	digits := []rune("⁰¹²³⁴⁵⁶⁷⁸⁹")
	s := "10"
	if e < 0 {
		s += "⁻"
	}
	for _, d := range strconv.Itoa(max(e, -e)) {
		s += string(digits[d-'0'])
	}
	return s
}

// Short writes a number for an axis: 1500000 as 1.5 M.
func Short(v float64) string {
	for _, unit := range []struct {
		size float64
		name string
	}{{1e12, " T"}, {1e9, " G"}, {1e6, " M"}, {1e4, " k"}} {
		if math.Abs(v) >= unit.size {
			if unit.name == " k" {
				return strconv.FormatFloat(v/1e3, 'g', 4, 64) + " k"
			}
			return strconv.FormatFloat(v/unit.size, 'g', 4, 64) + unit.name
		}
	}
	return strconv.FormatFloat(v, 'g', 4, 64)
}
