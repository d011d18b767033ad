// SPDX-License-Identifier: BSD-3-Clause

package frame

import (
	"cmp"
	"context"
	"math"
	"slices"

	"polka/internal/yield"
)

// Limits of a summary.
const (
	mostBars     = 16
	mostDistinct = 1000    // texts that are counted
	sampleSize   = 100_000 // rows of a summary that must not take long
)

// A summary is what the header of a column shows of its values.
type summary struct {
	Bars     []float64 `json:"bars"`     // heights of the histogram, from 0 to 1; nil for none
	Labels   []string  `json:"labels"`   // what the bars stand for
	Counts   []int     `json:"counts"`   // of the bars
	Low      string    `json:"low"`      // the least value, or the most frequent text
	High     string    `json:"high"`     // the greatest value
	Missing  int       `json:"missing"`  // rows without a value
	Distinct int       `json:"distinct"` // different texts; 0 if they were not counted, -1 if there are more than mostDistinct
	Sampled  bool      `json:"sampled"`  // only sampleSize rows were looked at
}

// summarize summarizes the values of a column in some rows; nil stands for all of n rows. If there
// are more than most, it looks at every k-th. It reports false if ctx ends.
func summarize(ctx context.Context, c *Column, rows []int32, n, most int) (s summary, ok bool) {
	stride := max(1, (n+most-1)/most)
	s.Sampled = stride > 1
	each := func(visit func(row int)) bool {
		for i, k := 0, 0; i < n; i, k = i+stride, k+1 {
			if k%step == 0 {
				if yield.Check(); ctx.Err() != nil {
					return false
				}
			}
			row := i
			if rows != nil {
				row = int(rows[i])
			}
			visit(row)
		}
		return true
	}
	switch c.Type {
	case String:
		ok = s.texts(c, each)
	case Float:
		ok = s.floats(c, each)
	default:
		ok = s.integers(c, each)
	}
	highest := 0
	for _, n := range s.Counts {
		highest = max(highest, n)
	}
	for _, n := range s.Counts {
		s.Bars = append(s.Bars, math.Round(1000*float64(n)/float64(max(highest, 1)))/1000)
	}
	return s, ok
}

// texts counts texts: the bars are the most frequent ones.
func (s *summary) texts(c *Column, each func(func(row int)) bool) bool {
	counts := map[string]int{}
	whole := each(func(row int) {
		if c.missing(row) {
			s.Missing++
			return
		}
		if s.Distinct < 0 {
			return
		}
		if text := c.Text(row); counts[text] > 0 || len(counts) < mostDistinct {
			counts[text]++
		} else {
			s.Distinct = -1
		}
	})
	if s.Distinct < 0 || len(counts) == 0 {
		return whole
	}
	s.Distinct = len(counts)
	names := make([]string, 0, len(counts))
	for name := range counts {
		names = append(names, name)
	}
	slices.SortFunc(names, func(a, b string) int { return cmp.Or(cmp.Compare(counts[b], counts[a]), cmp.Compare(a, b)) })
	s.Low = clip(names[0])
	if len(names) < 2 || counts[names[0]] > 1 {
		for _, name := range names[:min(len(names), mostBars)] {
			s.Counts, s.Labels = append(s.Counts, counts[name]), append(s.Labels, clip(name))
		}
	}
	return whole
}

// integers counts integers, booleans and times in bars of equal width: those of a few different
// integers have a bar each.
func (s *summary) integers(c *Column, each func(func(row int)) bool) bool {
	low, high := int64(math.MaxInt64), int64(math.MinInt64)
	first, last := 0, 0
	whole := each(func(row int) {
		if c.missing(row) {
			s.Missing++
			return
		}
		n := c.Int(row)
		if n < low {
			low, first = n, row
		}
		if n > high {
			high, last = n, row
		}
	})
	if low > high {
		return whole
	}
	s.Low, s.High = c.text(first), c.text(last)
	span := uint64(high) - uint64(low)
	bars := mostBars
	if c.Type != Time && span < mostBars {
		bars = int(span) + 1
	}
	width := span/uint64(bars) + 1
	bars = int(span/width) + 1
	s.Counts = make([]int, bars)
	whole = whole && each(func(row int) {
		if !c.missing(row) {
			s.Counts[(uint64(c.Int(row))-uint64(low))/width]++
		}
	})
	plain := Column{Type: c.Type, Int: func(i int) int64 { return int64(uint64(low) + uint64(i)*width) }}
	for i := range bars {
		label := plain.text(i)
		if width > 1 {
			label = "from " + label
		}
		s.Labels = append(s.Labels, label)
	}
	return whole
}

// floats counts the finite numbers in bars of equal width.
func (s *summary) floats(c *Column, each func(func(row int)) bool) bool {
	low, high := math.Inf(1), math.Inf(-1)
	finite := func(row int) (float64, bool) {
		if c.missing(row) {
			return 0, false
		}
		x := c.Float(row)
		return x, !math.IsNaN(x) && !math.IsInf(x, 0)
	}
	whole := each(func(row int) {
		if c.missing(row) {
			s.Missing++
		} else if x, ok := finite(row); ok {
			low, high = min(low, x), max(high, x)
		}
	})
	if low > high {
		return whole
	}
	s.Low, s.High = short(low), short(high)
	bars := mostBars
	if low == high {
		bars = 1
	}
	s.Counts = make([]int, bars)
	half := high/2 - low/2 // the width may overflow, half of it does not
	whole = whole && each(func(row int) {
		if x, ok := finite(row); ok {
			i := 0
			if half > 0 {
				i = int((x/2 - low/2) / half * float64(bars))
			}
			s.Counts[min(i, bars-1)]++
		}
	})
	for i := range bars {
		s.Labels = append(s.Labels, "from "+short(low+2*half*float64(i)/float64(bars)))
	}
	return whole
}

// short returns a number with few digits.
func short(x float64) string {
	if x == math.Trunc(x) && math.Abs(x) < 1e6 {
		return string(appendFloat(nil, x))
	}
	exponent := math.Floor(math.Log10(math.Abs(x)))
	if exponent < -5 || exponent > 14 {
		return string(appendFloat(nil, x))
	}
	unit := math.Pow(10, 3-exponent)
	return string(appendFloat(nil, math.Round(x*unit)/unit))
}
