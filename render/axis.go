// Axes of charts.
//
// An axis maps a range of numbers to a range of pixels, linearly or logarithmically. A linear axis
// extends from the least to the greatest number, and includes 0 where lengths are compared; a
// logarithmic axis extends between powers of ten. Ticks have labels as people write them:
// whole numbers along x, about six round numbers along y, and powers of ten, 1 to 1000 in digits
// and others with exponents.
//
// Example: 3 to 4655 has the linear ends 0 and 4655 with ticks 0, 1000, 2000, 3000 and 4000, and
// the logarithmic ends 1 and 10⁴ with ticks 1, 10, 100, 1000 and 10⁴, and unnamed ones between.

package render

import (
	"math"
	"strconv"
	"strings"
)

// Sizes at axes in pixels.
const (
	axisGap    = 6.0 // between the numbers and the line of the axis
	tickLength = 7.0
	tickRoom   = axisGap + tickLength + 4 // of all that is between the numbers and the words at an axis
)

// An axis is a scale from numbers to pixels.
type axis struct {
	least, most float64 // numbers at the ends
	log         bool
	from, to    float64 // where the ends are along the axis
	across      float64 // where the axis crosses the other
	ticks       []tick
}

// A tick is a position on an axis. A tick without a label is short.
type tick struct {
	value float64
	label string
}

// newAxis returns an axis without numbers.
func newAxis() axis { return axis{least: math.Inf(1), most: math.Inf(-1)} }

// add makes room for a number.
func (a *axis) add(v float64) { a.least, a.most = min(a.least, v), max(a.most, v) }

func (a *axis) empty() bool { return a.least > a.most }

// tidy adjusts the ends so that the range is not empty.
func (a *axis) tidy() {
	if a.log {
		a.least = math.Pow(10, max(-300, math.Floor(math.Log10(a.least)+1e-9)))
		a.most = math.Pow(10, min(300, math.Ceil(math.Log10(a.most)-1e-9)))
		if a.least == a.most {
			a.most *= 10
		}
		return
	}
	if a.least == a.most {
		a.least, a.most = a.least-1, a.most+1
	}
}

// at returns where a number is along the axis. A logarithmic axis reaches from 1e-300 to 1e300 at
// most; numbers beyond are at its ends.
func (a *axis) at(v float64) float64 {
	least, most := a.least, a.most
	if a.log {
		v = min(max(v, least), most)
		v, least, most = math.Log10(v), math.Log10(least), math.Log10(most)
	}
	return a.from + (v-least)/(most-least)*(a.to-a.from)
}

// wholeTicks are at whole numbers, at most a dozen.
func wholeTicks(least, most float64) []tick {
	step := 1.0
	for _, s := range []float64{1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000, 10000, 100000, 1000000} {
		if step = s; (most-least)/s <= 14 {
			break
		}
	}
	var list []tick
	for v := math.Ceil(least/step) * step; v <= most+1e-9; v += step {
		list = append(list, tick{value: v, label: strconv.FormatFloat(v+0, 'f', -1, 64)}) // adding 0 makes -0 positive
	}
	return list
}

// niceTicks are round numbers, about six.
func niceTicks(least, most float64) []tick {
	span := most - least
	if span <= 0 {
		return []tick{{value: least, label: short(least)}}
	}
	step := math.Pow(10, math.Floor(math.Log10(span)))
	for _, f := range []float64{0.1, 0.2, 0.5, 1} {
		if span/(step*f) <= 7 {
			step *= f
			break
		}
	}
	var list []tick
	for v := math.Ceil(least/step) * step; v <= most+step*1e-9; v += step {
		list = append(list, tick{value: v, label: short(math.Round(v/step) * step)})
	}
	return list
}

// powerTicks are at powers of ten, with unnamed ones between if there are few.
func powerTicks(least, most float64) []tick {
	from, to := math.Floor(math.Log10(least)+1e-9), math.Ceil(math.Log10(most)-1e-9)
	step := math.Ceil((to - from) / 9)
	var list []tick
	for e := from; e <= to; e++ {
		t := tick{value: math.Pow(10, e)}
		if math.Mod(e-from, max(step, 1)) == 0 {
			t.label = power(int(e))
		}
		list = append(list, t)
		if to-from <= 4 && e < to {
			for k := 2.0; k < 10; k++ {
				list = append(list, tick{value: k * math.Pow(10, e)})
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

// short writes a number for an axis: 1500000 as 1.5 M.
func short(v float64) string {
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
