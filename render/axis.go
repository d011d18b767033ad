// SPDX-License-Identifier: BSD-3-Clause

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

	"polka/internal/tick"
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
	ticks       []tick.Tick
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
