// SPDX-License-Identifier: BSD-3-Clause

package chart

import (
	"errors"
	"fmt"
	"html"
	"slices"
	"strings"

	"polka/internal/plural"
	"polka/kernel/display"
)

// A Chart shows rows of data. It is an immutable value, made by [Of] and a chain of methods; see
// the package comment.
type Chart struct {
	layers        []layer
	title         string
	width, height int // of the area between the axes, in pixels; 0 for the default
	logX, logY    bool
	zoom          bool
	err           error // the first mistake
}

// A layer is a mark for each row of a table.
type layer struct {
	rows   table
	mark   string
	x, y   channel
	color  string // a field; empty for none
	beside bool   // bars of several colors are side by side
}

// The size of the area between the axes.
const (
	defaultWidth  = 480
	defaultHeight = 260
	leastSize     = 40
	mostSize      = 4000
)

// marks are the ways to draw a row.
var marks = []string{"bar", "line", "point", "area"}

// Of returns a chart of rows, drawn as points. The package comment lists what rows may be. It reads
// them once, in time proportional to their number; later changes of the rows do not show.
func Of(rows any) Chart {
	t, err := newTable(rows)
	return Chart{layers: []layer{{rows: t}}, err: err}
}

// Mark returns the chart with another mark: "bar", "line", "point" or "area". Lines and areas go
// through the rows of a color from left to right; bars and areas of several colors are stacked; see
// [Chart.Beside].
// Without Mark, numbers are points, and words, ranges and counts are bars.
func (c Chart) Mark(mark string) Chart {
	if !slices.Contains(marks, mark) {
		return c.fail(fmt.Errorf("chart: there is no mark %q; the marks are %s", mark, strings.Join(marks, ", ")))
	}
	return c.change(func(l *layer) { l.mark = mark })
}

// X returns the chart with a field, or an aggregate, from left to right.
func (c Chart) X(field string) Chart {
	ch, err := c.channel(field)
	return c.fail(err).change(func(l *layer) { l.x = ch })
}

// Y returns the chart with a field, or an aggregate, from bottom to top.
func (c Chart) Y(field string) Chart {
	ch, err := c.channel(field)
	return c.fail(err).change(func(l *layer) { l.y = ch })
}

// Color returns the chart with a color, and a legend, for each value of a field.
func (c Chart) Color(field string) Chart {
	if c.err == nil {
		if _, err := c.last().rows.column(field); err != nil {
			return c.fail(err)
		}
	}
	return c.change(func(l *layer) { l.color = field })
}

// Beside returns the chart with bars of several colors side by side instead of stacked. Bars of
// ranges, and other marks, stay as they are.
func (c Chart) Beside() Chart { return c.change(func(l *layer) { l.beside = true }) }

// Title returns the chart with a title.
func (c Chart) Title(title string) Chart {
	c.title = title
	return c
}

// Size returns the chart with another size of the area between the axes, in pixels, from 40 to
// 4000.
func (c Chart) Size(width, height int) Chart {
	if width < leastSize || height < leastSize || width > mostSize || height > mostSize {
		return c.fail(fmt.Errorf("chart: size %d × %d, expected %d to %d pixels", width, height, leastSize, mostSize))
	}
	c.width, c.height = width, height
	return c
}

// LogX returns the chart with a logarithmic x axis. Rows with numbers that are not positive are
// left out.
func (c Chart) LogX() Chart {
	c.logX = true
	return c
}

// LogY returns the chart with a logarithmic y axis. Rows with numbers that are not positive are
// left out.
func (c Chart) LogY() Chart {
	c.logY = true
	return c
}

// Zoom returns the chart with numbers that can be moved with the mouse and magnified with its
// wheel, where Vega-Lite is drawn.
func (c Chart) Zoom() Chart {
	c.zoom = true
	return c
}

// Layer returns the chart with the marks of another one above its own, on the same axes. The title,
// the size and the scales are those of c. The other chart has its own rows and fields:
//
//	chart.Of(runs).X("N").Y("Seconds").Layer(chart.Of(curve).Mark("line").X("N").Y("Fit"))
func (c Chart) Layer(other Chart) Chart {
	c = c.fail(other.err)
	c.layers = slices.Concat(c.layers, other.layers)
	return c
}

// Err returns the first mistake, nil if the chart can be drawn.
func (c Chart) Err() error {
	_, err := c.plan()
	return err
}

// String returns the chart on one line, without its data.
func (c Chart) String() string {
	var b strings.Builder
	for i, l := range c.layers {
		if i > 0 {
			b.WriteString(" and ")
		}
		mark := l.mark
		if mark == "" {
			mark = "chart"
		}
		fmt.Fprintf(&b, "%s of %s", mark, plural.Count(l.rows.n, "row"))
		if l.x.text != "" {
			b.WriteString(": x " + l.x.text)
		}
		if l.y.text != "" {
			b.WriteString(", y " + l.y.text)
		}
		if l.color != "" {
			b.WriteString(", color " + l.color)
		}
	}
	return b.String()
}

// MIMEBundle returns the chart as Vega-Lite, as SVG and as text, and a mistake as text and HTML.
func (c Chart) MIMEBundle() map[string]any {
	p, err := c.plan()
	if err != nil {
		return map[string]any{
			display.TextType: err.Error(),
			display.HTMLType: `<div style="color:#e03131;white-space:pre-wrap">` + html.EscapeString(err.Error()) + "</div>",
		}
	}
	return map[string]any{display.VegaLiteType: p.vega(), display.SVGType: p.svg(), display.TextType: c.String()}
}

// VegaLite returns the chart as a specification of Vega-Lite with its data, which is JSON. It
// returns the chart's mistake, if there is one.
func (c Chart) VegaLite() ([]byte, error) {
	p, err := c.plan()
	if err != nil {
		return nil, err
	}
	return p.vega(), nil
}

// SVG returns the chart as an SVG document. Where the chart has a mistake, its text is the picture.
func (c Chart) SVG() string {
	p, err := c.plan()
	if err != nil {
		return mistakeSVG(err)
	}
	return p.svg()
}

// fail returns the chart with a mistake, unless it is nil or there is an earlier one.
func (c Chart) fail(err error) Chart {
	if c.err == nil {
		c.err = err
	}
	return c
}

// last returns the layer that methods change.
func (c Chart) last() layer {
	if len(c.layers) == 0 {
		return layer{}
	}
	return c.layers[len(c.layers)-1]
}

// change returns the chart with a change of its last layer.
func (c Chart) change(f func(l *layer)) Chart {
	if len(c.layers) == 0 {
		return c.fail(errNoRows)
	}
	c.layers = slices.Clone(c.layers)
	f(&c.layers[len(c.layers)-1])
	return c
}

var errNoRows = errors.New("chart: there are no rows; a chart begins with chart.Of(rows)")

// channel parses a field or an aggregate, and finds its field.
func (c Chart) channel(text string) (channel, error) {
	if c.err != nil || len(c.layers) == 0 {
		return channel{}, c.err
	}
	return c.last().rows.channel(text)
}
