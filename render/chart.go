// SPDX-License-Identifier: BSD-3-Clause

// Charts.
//
// A chart is a diagram, made of marks and texts that have roles instead of colors. Two axes map
// numbers to pixels (axis.go). This file reads the numbers, draws the series in order, and writes
// the chart as text.

package render

import (
	"errors"
	"fmt"
	"math"
	"math/big"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"polka/internal/tick"
)

// A Chart shows series of numbers, such as counts by size or nodes by level. It is an immutable
// value, made by [NewChart] and a chain of methods. Notebooks show it as a picture; [Draw] gives
// that picture to other programs.
//
//	render.NewChart("Free polyominoes").Axes("cells", "number").Log().Line("free", 1, []int{1, 1, 2, 5, 12, 35})
type Chart struct {
	title, x, y string
	log         bool
	series      []series
	heat        *heat // if not nil, the chart is a heat map
	err         error
}

type series struct {
	name string
	x, y []float64
	text []string // the formatted numbers
	bars bool
	// width of a bar; 0 means barWidth
	width  float64
	labels []string // of the bars of a histogram: the ranges
	dots   bool     // points without a line
	free   bool     // x need not be whole numbers, and y need not be compared with 0
}

// NewChart returns a chart with a title, which may be empty, and no series.
func NewChart(title string) Chart { return Chart{title: title} }

// Axes returns the chart with names of the axes. An empty name is not drawn.
func (c Chart) Axes(x, y string) Chart {
	c.x, c.y = x, y
	return c
}

// Log returns the chart with a logarithmic vertical axis. Numbers that are not positive are then
// omitted.
func (c Chart) Log() Chart {
	c.log = true
	return c
}

// Line returns the chart with one more series, drawn as a line with a point for each number of y,
// at first, first+1, and so on. The numbers are a slice of int, int64, uint64, float64, *big.Int or
// time.Duration (drawn in seconds).
func (c Chart) Line(name string, first int, y any) Chart { return c.add(name, first, y, false) }

// Bars returns the chart with one more series, drawn as bars. Its arguments are those of
// [Chart.Line].
func (c Chart) Bars(name string, first int, y any) Chart { return c.add(name, first, y, true) }

// Points returns the chart with one more series, drawn as points at the given places. The numbers
// are slices of the same length, of the types that [Chart.Line] takes.
func (c Chart) Points(name string, x, y any) Chart { return c.addFree(name, x, y, true) }

// Curve returns the chart with one more series, drawn as a line through the given points. Its
// arguments are those of [Chart.Points].
func (c Chart) Curve(name string, x, y any) Chart { return c.addFree(name, x, y, false) }

// Histogram returns the chart with bars that show how many of the values lie in each of several
// ranges of equal width, the bins. If their number is 0, it is chosen by Sturges' rule; Err reports
// a negative one. The types of values are those of [Chart.Line]. A value on the border of two bins
// is counted in the upper one.
func (c Chart) Histogram(name string, values any, bins int) Chart {
	list, _, err := numbers(values)
	if err != nil || len(list) == 0 {
		return c.add(name, 0, values, true)
	}
	if bins < 0 {
		if c.err == nil {
			c.err = fmt.Errorf("render: %s: %d bins: expected a positive number, or 0 for a suitable one", name, bins)
		}
		return c
	}
	if bins == 0 {
		bins = int(math.Ceil(math.Log2(float64(len(list))))) + 1
	}
	least, most := slices.Min(list), slices.Max(list)
	if least == most {
		least, most = least-0.5, most+0.5
	}
	counts := make([]int, bins)
	width := (most - least) / float64(bins)
	for _, v := range list {
		counts[min(max(int((v-least)/width), 0), bins-1)]++
	}
	c = c.add(name, 0, counts, true)
	s := &c.series[len(c.series)-1]
	s.width, s.free = width, true
	for i := range counts {
		from := least + float64(i)*width
		s.x[i] = from + width/2
		s.labels = append(s.labels, tick.Short(from)+" to "+tick.Short(from+width))
	}
	return c
}

func (c Chart) addFree(name string, x, y any, dots bool) Chart {
	c = c.add(name, 0, y, false)
	s := &c.series[len(c.series)-1]
	places, _, err := numbers(x)
	if err == nil && len(places) != len(s.y) {
		err = fmt.Errorf("%d numbers x and %d numbers y", len(places), len(s.y))
	}
	if err != nil {
		if c.err == nil {
			c.err = fmt.Errorf("render: %s: %w", name, err)
		}
		places, s.y, s.text = nil, nil, nil
	}
	s.x, s.dots, s.free = places, dots, true
	return c
}

// Err returns the first error in the numbers that were given, or nil.
func (c Chart) Err() error { return c.err }

func (c Chart) add(name string, first int, y any, bars bool) Chart {
	s := series{name: name, bars: bars}
	var err error
	if s.y, s.text, err = numbers(y); err == nil && c.heat != nil {
		err = errors.New("a heat map is a chart by itself")
	}
	if err != nil && c.err == nil {
		c.err = fmt.Errorf("render: %s: %w", name, err)
	}
	for i := range s.y {
		s.x = append(s.x, float64(first+i))
	}
	c.series = append(slices.Clip(c.series), s)
	return c
}

// numbers reads the kinds of slices that a chart takes.
func numbers(list any) (values []float64, texts []string, err error) {
	add := func(v float64, text string) {
		values, texts = append(values, v), append(texts, text)
	}
	switch list := list.(type) {
	case []int:
		for _, v := range list {
			add(float64(v), strconv.Itoa(v))
		}
	case []int64:
		for _, v := range list {
			add(float64(v), strconv.FormatInt(v, 10))
		}
	case []uint64:
		for _, v := range list {
			add(float64(v), strconv.FormatUint(v, 10))
		}
	case []float64:
		for _, v := range list {
			if math.IsNaN(v) || math.IsInf(v, 0) {
				return nil, nil, fmt.Errorf("%v cannot be drawn", v)
			}
			add(v, strconv.FormatFloat(v, 'g', 4, 64))
		}
	case []*big.Int:
		for _, v := range list {
			f, _ := new(big.Float).SetInt(v).Float64()
			if math.IsInf(f, 0) {
				return nil, nil, fmt.Errorf("a number of %d digits cannot be drawn", len(v.String()))
			}
			add(f, v.String())
		}
	case []time.Duration:
		for _, v := range list {
			add(v.Seconds(), v.String())
		}
	default:
		return nil, nil, fmt.Errorf("expected a slice of int, int64, uint64, float64, *big.Int or time.Duration, got %T", list)
	}
	return values, texts, nil
}

// Sizes of a chart in pixels.
const (
	chartWidth  = 560.0
	chartHeight = 340.0
	chartMargin = 14.0 // at the right, for half of the last number
	titleSize   = 14.0
	wordSize    = 12.0
	digitWidth  = 7.7 // of letters of wordSize, in the widest of the usual fonts
	lineHeight  = 14.0
	dotSize     = 3.4 // radius of the circle of the same area as a glyph
)

// Widths of a bar and of the room for it, in units of the distance between neighboring numbers.
const (
	barWidth = 0.8
	barRoom  = 1.2
)

// The styles of series, in turn.
var (
	seriesFills  = []int{3, 2, 4, 0, 6, 5} // of bars
	seriesRoles  = []role{strange, bad, good, ink}
	seriesGlyphs = []glyph{{12, true}, {4, true}, {3, true}, {12, false}, {4, false}, {3, false}}
)

// A glyph is the marker of a point: a polygon that is an area or a line.
type glyph struct {
	corners int
	filled  bool
}

// at returns the glyph around a point, with one side level below.
func (g glyph) at(p point) loop {
	part := 2 * math.Pi / float64(g.corners)
	radius := dotSize * math.Sqrt(part/math.Sin(part))
	corners := make(loop, g.corners)
	for i := range corners {
		sin, cos := math.Sincos(math.Pi/2 + part*(float64(i)+0.5))
		corners[i] = point{round(p.x + radius*cos), round(p.y + radius*sin)}
	}
	return corners
}

// A plot is a chart while it is drawn: on a diagram, with axes.
type plot struct {
	diagram
	chart Chart
	x, y  axis
}

func (c Chart) scene() diagram {
	if c.heat != nil {
		d := c.heatScene()
		if c.err != nil {
			d.caption(c.err.Error())
		}
		return d
	}
	p := plot{chart: c, diagram: diagram{width: chartWidth, height: chartHeight, summary: c.summary()}}
	p.x, p.y = c.axes()
	p.frame()
	for i := range c.series {
		if c.series[i].bars {
			p.bars(i)
		} else {
			p.line(i)
		}
	}
	p.legend()
	if c.err != nil {
		p.caption(c.err.Error())
	}
	return p.diagram
}

// shows reports whether a number can be drawn on the chart.
func (c Chart) shows(y float64) bool { return !c.log || y > 0 }

// axes computes the ranges of the axes. A chart without numbers has axes too.
func (c Chart) axes() (x, y axis) {
	x, y = newAxis(), newAxis()
	y.log = c.log
	compared, whole := false, true
	for _, s := range c.series {
		room := 0.0
		switch {
		case s.width > 0:
			room = s.width / 2
		case s.bars:
			room = barRoom / 2
		}
		compared = compared || s.bars || !s.free
		whole = whole && !s.free
		for k := range s.y {
			if c.shows(s.y[k]) {
				x.add(s.x[k] - room)
				x.add(s.x[k] + room)
				y.add(s.y[k])
			}
		}
	}
	if y.empty() {
		x.least, x.most, y.least, y.most = 0, 1, 1, 10
	}
	if !c.log && compared {
		y.add(0) // since lengths are compared
	}
	x.tidy()
	y.tidy()
	x.ticks, y.ticks = tick.Whole(x.least, x.most), tick.Nice(y.least, y.most)
	if !whole {
		x.ticks = tick.Nice(x.least, x.most)
	}
	if c.log {
		y.ticks = tick.Powers(y.least, y.most)
	}
	c.place(&x, &y)
	return x, y
}

// place returns the positions of the axes, with room for labels.
func (c Chart) place(x, y *axis) {
	widest := 0
	for _, t := range y.ticks {
		widest = max(widest, utf8.RuneCountInString(t.Label))
	}
	left, top, bottom := 1+digitWidth*float64(widest)+tickRoom, wordSize/2, chartHeight-lineHeight-tickRoom
	if c.y != "" {
		left += lineHeight + 6
	}
	if c.title != "" {
		top += 2 * lineHeight
	}
	if c.x != "" {
		bottom -= lineHeight
	}
	x.from, x.to, x.across = left, chartWidth-chartMargin, bottom
	y.from, y.to, y.across = bottom, top, left
}

// frame draws the axes with their names, grid lines, and the title.
func (p *plot) frame() {
	for _, t := range p.y.ticks {
		if y := round(p.y.at(t.Value)); t.Label != "" {
			p.marks = append(p.marks, line(faint, 0.8, point{p.x.from, y}, point{p.x.to, y}))
		}
	}
	p.drawAxis(p.x, point{0, 1})
	p.drawAxis(p.y, point{-1, 0})
	for _, t := range p.x.ticks {
		p.write(middle, point{p.x.at(t.Value), p.x.across + tickRoom + lineHeight - 4}, t.Label)
	}
	for _, t := range p.y.ticks {
		p.write(end, point{p.y.across - tickRoom, p.y.at(t.Value) + wordSize/3}, t.Label)
	}
	p.write(middle, point{(p.x.from + p.x.to) / 2, chartHeight - 4}, p.chart.x)
	if p.chart.y != "" {
		p.texts = append(p.texts, text{at: point{wordSize, round((p.y.from + p.y.to) / 2)}, words: p.chart.y, size: wordSize, role: ink, upward: true})
	}
	if p.chart.title != "" {
		p.texts = append(p.texts, text{at: point{chartWidth / 2, titleSize - 2}, words: p.chart.title, size: titleSize, role: ink})
	}
}

// drawAxis draws a line along the axis, and its ticks in the given direction. Those without a
// number are short.
func (p *plot) drawAxis(a axis, out point) {
	on := func(along, away float64) point {
		if out.x == 0 {
			return point{round(along), round(a.across + (axisGap+away)*out.y)}
		}
		return point{round(a.across + (axisGap+away)*out.x), round(along)}
	}
	axis := mark{stroke: ink, width: 1, lines: []loop{{on(a.from, 0), on(a.to, 0)}}}
	for _, t := range a.ticks {
		length := tickLength
		if t.Label == "" {
			length /= 2
		}
		axis.lines = append(axis.lines, loop{on(a.at(t.Value), 0), on(a.at(t.Value), length)})
	}
	p.marks = append(p.marks, axis)
}

// write adds text, unless it is empty.
func (p *plot) write(a anchor, at point, words string) {
	if words != "" {
		p.texts = append(p.texts, text{at: point{round(at.x), round(at.y)}, words: words, size: wordSize, role: ink, anchor: a})
	}
}

// bars draws a series as bars, which stand on 0, or on the axis if that is above 0.
func (p *plot) bars(i int) {
	s := p.chart.series[i]
	width := s.width
	if width == 0 {
		width = barWidth
	}
	base := round(p.y.at(max(p.y.least, min(0, p.y.most))))
	if p.y.log {
		base = p.y.from
	}
	for k, y := range s.y {
		if p.chart.shows(y) {
			left, right, top := round(p.x.at(s.x[k]-width/2)), round(p.x.at(s.x[k]+width/2)), round(p.y.at(y))
			p.marks = append(p.marks, mark{
				lines: []loop{rectangle(left, min(base, top), right-left, max(base, top)-min(base, top))}, closed: true,
				fill: hue(seriesFills[i%len(seriesFills)]), stroke: ink, width: 0.8, title: s.words(k),
			})
		}
	}
}

// line draws a series as points and a line through them.
func (p *plot) line(i int) {
	s := p.chart.series[i]
	var through loop
	var dots []mark
	for k, y := range s.y {
		if p.chart.shows(y) {
			at := point{round(p.x.at(s.x[k])), round(p.y.at(y))}
			through = append(through, at)
			dots = append(dots, dotOf(i, at, s.words(k)))
		}
	}
	if len(through) > 1 && !s.dots {
		p.marks = append(p.marks, lineOf(i, through...))
	}
	p.marks = append(p.marks, dots...)
}

// lineOf returns the line of series i. When all roles have been used once, lines are dashed.
func lineOf(i int, points ...point) mark {
	m := line(seriesRoles[i%len(seriesRoles)], 1.8, points...)
	m.dashed = i >= len(seriesRoles)
	return m
}

// dotOf returns a point of series i.
func dotOf(i int, at point, title string) mark {
	g, r := seriesGlyphs[i%len(seriesGlyphs)], seriesRoles[i%len(seriesRoles)]
	m := mark{lines: []loop{g.at(at)}, closed: true, title: title}
	if g.filled {
		m.fill = r
	} else {
		m.stroke, m.width = r, 1
	}
	return m
}

// label names the place of the number k of a series.
func (s *series) label(k int) string {
	if s.labels != nil {
		return s.labels[k]
	}
	return tick.Short(s.x[k])
}

// words returns the name of number k of a series.
func (s *series) words(k int) string {
	words := s.label(k) + ": " + s.text[k]
	if s.name != "" {
		words = s.name + ", " + words
	}
	return words
}

// legend names the series in the upper left corner, if there are several.
func (p *plot) legend() {
	const long, high = 20.0, 10.0
	if len(p.chart.series) < 2 {
		return
	}
	at := point{p.x.from + 8, p.y.to + lineHeight/2}
	for i, s := range p.chart.series {
		if s.name == "" || len(s.y) == 0 {
			continue
		}
		if s.bars {
			fill := hue(seriesFills[i%len(seriesFills)])
			p.marks = append(p.marks, mark{lines: []loop{rectangle(at.x, at.y-high/2, long, high)}, closed: true, fill: fill})
		} else {
			if !s.dots {
				p.marks = append(p.marks, lineOf(i, at, point{at.x + long, at.y}))
			}
			p.marks = append(p.marks, dotOf(i, point{at.x + long/2, at.y}, ""))
		}
		p.write(start, point{at.x + long + 4, at.y + wordSize/3}, s.name)
		at.y += lineHeight
	}
}

func (c Chart) summary() string {
	var names []string
	for _, s := range c.series {
		names = append(names, fmt.Sprintf("%s (%d numbers)", s.name, len(s.y)))
	}
	title := c.title
	if title == "" {
		title = "untitled"
	}
	if c.heat != nil {
		names = []string{c.heat.summary()}
	}
	return "chart: " + title + ": " + strings.Join(names, ", ")
}

// String lists the numbers, each with a bar of block characters that is as long as on the chart.
func (c Chart) String() string {
	const width = 40
	var b strings.Builder
	if c.title != "" {
		b.WriteString(c.title + "\n")
	}
	if c.err != nil {
		b.WriteString(c.err.Error() + "\n")
	}
	if c.heat != nil {
		b.WriteString(c.heat.String())
		return plain(b.String())
	}
	least, most := math.Inf(1), math.Inf(-1)
	labels, digits := 0, 0
	for _, s := range c.series {
		for k, y := range s.y {
			if !c.log || y > 0 {
				least, most = min(least, y), max(most, y)
			}
			labels = max(labels, utf8.RuneCountInString(s.label(k)))
			digits = max(digits, utf8.RuneCountInString(s.text[k]))
		}
	}
	for _, s := range c.series {
		if len(c.series) > 1 || s.name != "" {
			b.WriteString(s.name + "\n")
		}
		for k, y := range s.y {
			n := 0.0
			switch {
			case c.log && y > 0 && most > least:
				floor := math.Log10(least) - 0.3
				n = (math.Log10(y) - floor) / (math.Log10(most) - floor)
			case !c.log && most > 0:
				n = y / most
			}
			line := fmt.Sprintf("%*s  %*s  %s", labels, s.label(k), digits, s.text[k], strings.Repeat("█", int(math.Round(max(n, 0)*width))))
			b.WriteString(strings.TrimRight(line, " ") + "\n")
		}
	}
	return plain(strings.TrimRight(b.String(), "\n"))
}
