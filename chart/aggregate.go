// SPDX-License-Identifier: BSD-3-Clause

package chart

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"
)

// A channel is what X and Y show: a field, or an aggregate of one.
type channel struct {
	text  string // as the user has written it
	op    string // empty for a field
	field string // empty for count
}

// aggregates are the operations of channels.
var aggregates = []string{"count", "sum", "mean", "median", "min", "max", "bin"}

// aggregate reports whether the channel makes one number of several rows.
func (c channel) aggregate() bool { return c.op != "" && c.op != "bin" }

// channel parses a field or an aggregate.
func (t table) channel(s string) (c channel, err error) {
	if _, err := t.column(s); err == nil {
		return channel{text: s, field: s}, nil
	}
	op, rest, ok := strings.Cut(strings.TrimSuffix(s, ")"), "(")
	if !ok || !strings.HasSuffix(s, ")") {
		_, err := t.column(s)
		return c, err
	}
	c = channel{text: s, op: strings.TrimSpace(op), field: strings.TrimSpace(rest)}
	if !slices.Contains(aggregates, c.op) {
		return c, fmt.Errorf("chart: there is no aggregate %q; the aggregates are %s", c.op, strings.Join(aggregates, ", "))
	}
	if c.op == "count" && c.field == "" {
		return c, nil
	}
	col, err := t.column(c.field)
	if err == nil && col.kind != number && c.op != "count" {
		err = fmt.Errorf("chart: %s: not all values of the field are numbers", s)
	}
	return c, err
}

// positions returns the values of a channel: those of its field, the beginnings of its ranges, or,
// for an aggregate, those that are to be aggregated.
func (t table) positions(c channel) (column, error) {
	switch c.op {
	case "count":
		list := make([]float64, t.n)
		if col, err := t.column(c.field); err == nil {
			for i := range list {
				if col.word(i) == "" {
					list[i] = math.NaN() // which is not counted
				}
			}
		}
		return column{name: c.text, numbers: list}, nil
	case "bin":
		col, err := t.column(c.field)
		if err != nil {
			return col, err
		}
		return col.binned(), nil
	}
	return t.column(c.field)
}

// mostBins is the largest number of ranges.
const mostBins = 12

// binStep returns the width of the ranges of a column: 1, 2 or 5 times a power of ten.
func (c column) binStep() float64 {
	least, most := math.Inf(1), math.Inf(-1)
	for _, v := range c.numbers {
		if !math.IsNaN(v) {
			least, most = min(least, v), max(most, v)
		}
	}
	if !(most > least) {
		return 1
	}
	step := math.Pow(10, math.Floor(math.Log10((most-least)/mostBins)))
	for _, f := range []float64{1, 2, 5, 10} {
		if math.Floor(most/(step*f))-math.Floor(least/(step*f)) < mostBins {
			return step * f
		}
	}
	return step * 20
}

// binned returns the column with the beginning of its range in place of each number.
func (c column) binned() column {
	step := c.binStep()
	list := make([]float64, len(c.numbers))
	for i, v := range c.numbers {
		list[i] = math.Floor(v/step) * step
	}
	return column{name: c.name, numbers: list}
}

// fill computes the marks of a layer.
func (p *plan) fill(d *drawn, l layer, cols positions) error {
	if d.mark == "bar" && p.x.kind == word && p.y.kind == word || d.mark == "area" && p.y.kind == word {
		return fmt.Errorf("chart: the mark %s needs numbers: %s and %s are words", d.mark, p.x.title, p.y.title)
	}
	xs, ys := p.x.index(), p.y.index()
	colors := scale{words: p.colors}.index()
	colored, _ := l.rows.column(l.color) // no field, or one that legend has found
	groups := make(map[datum][]float64)
	for i := range l.rows.n {
		x, okX := p.x.place(cols.x, i, xs)
		y, okY := p.y.place(cols.y, i, ys)
		okX = okX || l.x.op == "count" && !math.IsNaN(x)
		okY = okY || l.y.op == "count" && !math.IsNaN(y)
		if !okX || !okY {
			continue
		}
		m := datum{x: x, y: y, color: -1}
		if l.color != "" {
			m.color = colors[colored.word(i)]
		}
		switch {
		case l.x.aggregate():
			m.x = 0
			groups[m] = append(groups[m], x)
		case l.y.aggregate():
			m.y = 0
			groups[m] = append(groups[m], y)
		default:
			d.marks = append(d.marks, m)
		}
	}
	for m, values := range groups {
		if l.x.aggregate() {
			m.x = reduce(l.x.op, values)
		} else {
			m.y = reduce(l.y.op, values)
		}
		d.marks = append(d.marks, m)
	}
	if d.wide {
		col, _ := l.rows.column(l.x.field) // which positions has found
		step := col.binStep()
		for i := range d.marks {
			d.marks[i].to = d.marks[i].x + step
		}
	}
	d.beside = l.beside && l.color != "" && d.mark == "bar" && !d.wide
	d.stacked = l.color != "" && (d.mark == "bar" || d.mark == "area") && !d.beside
	d.sort(len(groups) > 0)
	return nil
}

// sort puts the marks in the order in which they are stacked and joined. Others stay in the order
// of their rows.
func (d *drawn) sort(grouped bool) {
	if !grouped && d.mark != "line" && d.mark != "area" {
		return
	}
	slices.SortStableFunc(d.marks, func(a, b datum) int {
		if d.horizontal {
			return cmp.Or(cmp.Compare(a.y, b.y), cmp.Compare(a.color, b.color))
		}
		return cmp.Or(cmp.Compare(a.x, b.x), cmp.Compare(a.color, b.color), cmp.Compare(a.y, b.y))
	})
}

// reduce aggregates numbers.
func reduce(op string, list []float64) float64 {
	switch op {
	case "count":
		return float64(len(list))
	case "min":
		return slices.Min(list)
	case "max":
		return slices.Max(list)
	case "median":
		slices.Sort(list)
		return (list[(len(list)-1)/2] + list[len(list)/2]) / 2
	}
	sum := 0.0
	for _, v := range list {
		sum += v
	}
	if op == "mean" {
		return sum / float64(len(list))
	}
	return sum
}
