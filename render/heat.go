// SPDX-License-Identifier: BSD-3-Clause

// Heat maps.
//
// A heat map is a grid of squares, one for each number, whose fill is stronger the greater the
// number is. There are heatLevels strengths of one color, so that equal fills are equal numbers to
// a reader, and the scale beside the grid has the same fills. A large grid is reduced: each square
// is then the mean of a block of numbers. NaN and infinite numbers leave a gap.

package render

import (
	"errors"
	"fmt"
	"math"
	"reflect"
	"slices"
	"strings"

	"polka/internal/tick"
)

// Limits and sizes of a heat map.
const (
	heatLevels  = 12
	heatColumns = 128 // squares
	heatRows    = 96
	heatSide    = 32.0  // pixels of the largest square,
	heatWidth   = 440.0 // of the grid
	heatHeight  = 400.0
	heatNamed   = 1600 // squares with their numbers as titles
	heatScale   = 12.0 // pixels, the width of the scale
	heatGap     = 18.0
	heatLeast   = 12 // percent, the least strength, which differs from a gap
)

// A heat is the grid of a heat map.
type heat struct {
	name    string
	rows    [][]float64 // NaN for a gap
	x, y    []float64   // the numbers at the columns and rows; nil for 0, 1, 2 and so on
	upward  bool        // the first row is below
	block   int         // each square is the mean of so many rows and columns
	columns int
	least   float64
	most    float64
}

// Heat returns the chart with a heat map of a grid of numbers: a slice of rows, each of a type that
// [Chart.Line] takes. The columns and the rows are numbered from 0, or by xy: a slice with a number
// for each column and, optionally, another with a number for each row. The first row is at the top,
// or at the bottom if xy gives the rows increasing numbers. A heat map has no other series, and no
// logarithmic axis.
//
//	render.NewChart("Products").Heat("product", [][]int{{1, 2, 3}, {2, 4, 6}})
func (c Chart) Heat(name string, rows any, xy ...any) Chart {
	h, err := newHeat(name, rows, xy)
	switch {
	case err != nil:
	case len(c.series) > 0 || c.heat != nil:
		err = errors.New("a heat map is a chart by itself")
	default:
		c.heat = h
	}
	if err != nil && c.err == nil {
		c.err = fmt.Errorf("render: %s: %w", name, err)
	}
	return c
}

func newHeat(name string, rows any, xy []any) (*heat, error) {
	h := &heat{name: name, least: math.Inf(1), most: math.Inf(-1), block: 1}
	list := reflect.ValueOf(rows)
	if k := list.Kind(); k != reflect.Slice && k != reflect.Array {
		return nil, fmt.Errorf("expected a slice of rows of numbers, got %T", rows)
	}
	for i := range list.Len() {
		row, err := heatRow(list.Index(i))
		if err != nil {
			return nil, fmt.Errorf("row %d: %w", i, err)
		}
		h.rows = append(h.rows, row)
		h.columns = max(h.columns, len(row))
	}
	if h.columns == 0 {
		return nil, errors.New("the grid has no numbers")
	}
	for i, at := range xy {
		values, _, err := numbers(at)
		n := []int{h.columns, len(h.rows)}
		switch {
		case err != nil:
			return nil, err
		case i >= len(n):
			return nil, fmt.Errorf("expected numbers of columns and of rows, got %d lists", len(xy))
		case len(values) != n[i]:
			return nil, fmt.Errorf("%d %s and %d numbers for them", n[i], []string{"columns", "rows"}[i], len(values))
		case i == 0:
			h.x = values
		default:
			h.y, h.upward = values, len(values) > 1 && values[0] < values[len(values)-1]
		}
	}
	for len(h.rows) > heatRows*h.block || h.columns > heatColumns*h.block {
		h.block++
	}
	h.reduce()
	for _, row := range h.rows {
		for _, v := range row {
			if !math.IsNaN(v) {
				h.least, h.most = min(h.least, v), max(h.most, v)
			}
		}
	}
	if h.least > h.most {
		h.least, h.most = 0, 0
	}
	return h, nil
}

// heatRow reads a row. Gaps are NaN.
func heatRow(row reflect.Value) ([]float64, error) {
	for row.Kind() == reflect.Interface {
		row = row.Elem()
	}
	if row.Kind() == reflect.Array {
		s := reflect.MakeSlice(reflect.SliceOf(row.Type().Elem()), row.Len(), row.Len())
		reflect.Copy(s, row)
		row = s
	}
	if !row.IsValid() {
		return nil, nil
	}
	list := row.Interface()
	if floats, ok := list.([]float64); ok {
		values := make([]float64, len(floats))
		for i, v := range floats {
			if math.IsInf(v, 0) {
				v = math.NaN()
			}
			values[i] = v
		}
		return values, nil
	}
	values, _, err := numbers(list)
	return values, err
}

// reduce makes squares of the numbers: blocks, with a gap where a block has no number.
func (h *heat) reduce() {
	var rows [][]float64
	columns := (h.columns + h.block - 1) / h.block
	for top := 0; top < len(h.rows); top += h.block {
		row := make([]float64, columns)
		for i := range row {
			sum, n := 0.0, 0
			for _, line := range h.rows[top:min(top+h.block, len(h.rows))] {
				for _, v := range line[min(i*h.block, len(line)):min((i+1)*h.block, len(line))] {
					if !math.IsNaN(v) {
						sum, n = sum+v, n+1
					}
				}
			}
			row[i] = sum / float64(n)
		}
		rows = append(rows, row)
	}
	h.rows = rows
}

// level returns the strength of a number, from 1 to heatLevels, and 0 for a gap.
func (h *heat) level(v float64) int {
	switch {
	case math.IsNaN(v):
		return 0
	case h.most == h.least:
		return heatLevels / 2
	}
	// Halves, since the difference may be too large for a number.
	return 1 + min(int((v/2-h.least/2)/(h.most/2-h.least/2)*heatLevels), heatLevels-1)
}

// heatMark returns the mark of squares of a level.
func heatMark(level int, title string, squares ...loop) mark {
	return mark{lines: squares, closed: true, fill: strange, percent: heatLeast + (100-heatLeast)*(level-1)/(heatLevels-1), title: title}
}

// places returns the ticks of n squares, numbered by list.
func (h *heat) places(n int, list []float64) []tick.Tick {
	ticks := tick.Whole(0, float64(n*h.block-1))
	if list == nil {
		return ticks
	}
	var kept []tick.Tick
	for _, t := range ticks {
		if i := int(t.Value); float64(i) == t.Value && i < len(list) {
			kept = append(kept, tick.Tick{Value: t.Value, Label: tick.Short(list[i])})
		}
	}
	return kept
}

// heatScene draws the chart.
func (c Chart) heatScene() diagram {
	h := c.heat
	n := len(h.rows)
	side := math.Floor(min(heatSide, heatWidth/float64(h.squares()), heatHeight/float64(n)))
	rows := h.places(n, h.y)
	widest := 0
	for _, t := range rows {
		widest = max(widest, len([]rune(t.Label)))
	}
	left, top := tickRoom+digitWidth*float64(widest), 4.0
	if c.y != "" {
		left += lineHeight + 6
	}
	if c.title != "" {
		top += 2 * lineHeight
	}
	left = math.Round(left)
	width, height := side*float64(h.squares()), side*float64(n)
	bottom := top + height
	scale := tick.Nice(h.least, h.most)
	long := 0
	for _, t := range scale {
		long = max(long, len([]rune(t.Label)))
	}
	bar := left + width + heatGap
	d := diagram{width: bar + heatScale + tickRoom + digitWidth*float64(long), height: bottom + tickRoom + lineHeight, summary: c.summary()}
	if c.x != "" {
		d.height += lineHeight
	}
	square := func(i, k int) loop {
		if h.upward {
			k = n - 1 - k
		}
		return rectangle(left+side*float64(i), top+side*float64(k), side, side)
	}
	levels := make([][]loop, heatLevels+1)
	for k, row := range h.rows {
		for i, v := range row {
			level := h.level(v)
			switch {
			case level == 0:
			case h.squares()*n <= heatNamed:
				d.marks = append(d.marks, heatMark(level, h.words(i, k), square(i, k)))
			default:
				levels[level] = append(levels[level], square(i, k))
			}
		}
	}
	for level, squares := range levels {
		if len(squares) > 0 {
			d.marks = append(d.marks, heatMark(level, "", squares...))
		}
	}
	d.marks = append(d.marks, mark{lines: []loop{rectangle(left, top, width, height)}, closed: true, stroke: ink, width: 1})

	// The scale has at least the height of a few ticks.
	high := max(height, 4*lineHeight)
	for level := 1; level <= heatLevels; level++ {
		edge := func(level int) float64 { return math.Round(top + high*(1-float64(level)/heatLevels)) }
		d.marks = append(d.marks, heatMark(level, "", rectangle(bar, edge(level), heatScale, edge(level-1)-edge(level))))
	}
	d.height = max(d.height, top+high+lineHeight)
	p := plot{chart: c, diagram: d}
	value := axis{least: h.least, most: h.most, from: top + high, to: top}
	if value.least == value.most {
		value.from, value.to = top+high/2, top
		value.most++
	}
	for _, t := range scale {
		p.write(start, point{bar + heatScale + axisGap, value.at(t.Value) + wordSize/3}, t.Label)
	}
	for _, t := range h.places(h.squares(), h.x) {
		p.write(middle, point{left + side*(math.Floor(t.Value/float64(h.block))+0.5), bottom + tickRoom + wordSize/3}, t.Label)
	}
	for _, t := range rows {
		at := math.Floor(t.Value/float64(h.block)) + 0.5
		if h.upward {
			at = float64(n) - at
		}
		p.write(end, point{left - axisGap, top + side*at + wordSize/3}, t.Label)
	}
	p.write(middle, point{left + width/2, bottom + tickRoom + lineHeight + wordSize/3 + 2}, c.x)
	if c.y != "" {
		p.texts = append(p.texts, text{at: point{wordSize, round(top + height/2)}, words: c.y, size: wordSize, role: ink, upward: true})
	}
	if c.title != "" {
		p.width = max(p.width, 0.6*titleSize*float64(len([]rune(c.title))))
		p.texts = append(p.texts, text{at: point{round(p.width / 2), titleSize - 2}, words: c.title, size: titleSize, role: ink})
	}
	return p.diagram
}

// squares returns the number of squares in a row.
func (h *heat) squares() int { return len(h.rows[0]) }

// words names a square and its number.
func (h *heat) words(i, k int) string {
	at := func(i int, list []float64) string {
		if i *= h.block; list != nil {
			return tick.Short(list[i])
		}
		return fmt.Sprint(i)
	}
	words := fmt.Sprintf("%s, %s: %.6g", at(i, h.x), at(k, h.y), h.rows[k][i])
	if h.name != "" {
		words = h.name + ", " + words
	}
	return words
}

func (h *heat) summary() string {
	size := fmt.Sprintf("%d × %d squares", len(h.rows), h.squares())
	if h.block > 1 {
		size += fmt.Sprintf(", each the mean of %d × %d numbers", h.block, h.block)
	}
	return fmt.Sprintf("%s, from %.4g to %.4g", size, h.least, h.most)
}

// String draws the squares as shades of two characters each.
func (h *heat) String() string {
	const widest, highest = 40, 40 // in 80 columns
	small := &heat{rows: h.rows, columns: h.squares(), least: h.least, most: h.most, block: 1}
	for len(small.rows) > highest*small.block || small.columns > widest*small.block {
		small.block++
	}
	small.reduce()
	var lines []string
	for _, row := range small.rows {
		var b strings.Builder
		for _, v := range row {
			shade := ' '
			if level := small.level(v); level > 0 {
				shade = []rune("·░▒▓█")[(level-1)*5/heatLevels]
			}
			b.WriteString(string([]rune{shade, shade}))
		}
		lines = append(lines, strings.TrimRight(b.String(), " "))
	}
	if h.upward {
		slices.Reverse(lines)
	}
	small.block *= h.block
	lines = append(lines, small.summary())
	if h.name != "" {
		lines = append([]string{h.name}, lines...)
	}
	return strings.Join(lines, "\n")
}

// gridOf returns the heat map of a grid of numbers that is too large for a table, and nil for
// others.
func gridOf[N int | float64](rows [][]N) any {
	const (
		tableRows, tableColumns = 60, 40 // of package display
		narrow                  = 10     // such a grid is better as a table
	)
	widest := 0
	for _, row := range rows {
		widest = max(widest, len(row))
	}
	if min(widest, len(rows)) < narrow || widest <= tableColumns && len(rows) <= tableRows {
		return nil
	}
	c := NewChart("").Heat("", rows)
	if c.Err() != nil {
		return nil
	}
	return Draw(c)
}
