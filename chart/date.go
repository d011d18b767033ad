// SPDX-License-Identifier: BSD-3-Clause

package chart

import (
	"math"
	"time"

	"polka/internal/tick"
)

// mostDates is the largest number of times at an axis.
const mostDates = 7

// dateSteps are the distances between times at an axis, in seconds, up to a week.
var dateSteps = []float64{1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 900, 1800, 3600, 7200, 10800, 21600, 43200, 86400, 2 * 86400, 7 * 86400}

// dateTicks returns times at an axis: at round seconds, minutes and hours, at days and Mondays, or
// at the first days of months and years.
func dateTicks(least, most float64) []tick.Tick {
	for _, step := range dateSteps {
		if (most-least)/step <= mostDates {
			return evenDates(least, most, step)
		}
	}
	for _, months := range []int{1, 2, 3, 6, 12, 24, 60, 120, 240, 600, 1200} {
		if list := monthDates(least, most, months); len(list) <= mostDates {
			return list
		}
	}
	return evenDates(least, most, (most-least)/mostDates)
}

func evenDates(least, most, step float64) (list []tick.Tick) {
	offset := 0.0
	if step == 7*86400 {
		offset = 4 * 86400 // 1970 began on a Thursday
	}
	layout := "15:04:05"
	switch {
	case step >= 86400:
		layout = "Jan 2"
	case step >= 60 && most-least > 86400:
		layout = "Jan 2 15:04"
	case step >= 60:
		layout = "15:04"
	}
	for v := math.Ceil((least-offset)/step)*step + offset; v <= most; v += step {
		list = append(list, tick.Tick{Value: v, Label: time.Unix(int64(v), 0).UTC().Format(layout)})
	}
	return list
}

func monthDates(least, most float64, months int) (list []tick.Tick) {
	layout := "Jan 2006"
	if months >= 12 {
		layout = "2006"
	}
	years := max(months/12, 1)
	t := time.Date(time.Unix(int64(least), 0).UTC().Year()/years*years, 1, 1, 0, 0, 0, 0, time.UTC)
	for ; float64(t.Unix()) <= most && len(list) <= mostDates; t = t.AddDate(0, months, 0) {
		if float64(t.Unix()) >= least {
			list = append(list, tick.Tick{Value: float64(t.Unix()), Label: t.Format(layout)})
		}
	}
	return list
}
