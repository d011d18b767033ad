// Package chart shows charts of go-chart as SVG documents.
package chart

import (
	"bytes"
	"cmp"
	"fmt"
	"html"
	"io"
	"strings"

	"github.com/wcharczuk/go-chart/v2"

	"polka/kernel/display"
)

// The sizes of a chart that does not give one, in pixels. Those of go-chart, 1024 × 400, do not fit
// beside the text of a notebook.
const (
	wide  = 640
	tall  = 320
	round = 340 // the side of a pie
)

func init() {
	display.Register(func(c chart.Chart) any {
		size(&c.Width, &c.Height, wide, tall)
		return draw("chart", c.Title, c.Width, c.Height, c.Render)
	})
	display.Register(func(c chart.BarChart) any {
		size(&c.Width, &c.Height, wide, tall)
		return draw("bar chart", c.Title, c.Width, c.Height, c.Render)
	})
	display.Register(func(c chart.StackedBarChart) any {
		size(&c.Width, &c.Height, wide, tall)
		return draw("stacked bar chart", c.Title, c.Width, c.Height, c.Render)
	})
	display.Register(func(c chart.PieChart) any {
		size(&c.Width, &c.Height, round, round)
		return draw("pie chart", c.Title, c.Width, c.Height, c.Render)
	})
	display.Register(func(c chart.DonutChart) any {
		size(&c.Width, &c.Height, round, round)
		return draw("donut chart", c.Title, c.Width, c.Height, c.Render)
	})
}

// size sets the sizes that are zero.
func size(width, height *int, w, h int) {
	*width, *height = cmp.Or(*width, w), cmp.Or(*height, h)
}

// draw renders a chart, and adds the size to the document, which has only a viewBox. A chart that
// go-chart refuses to draw, such as one without values, is shown as its error.
func draw(kind, title string, width, height int, render func(chart.RendererProvider, io.Writer) error) any {
	var text bytes.Buffer
	if err := render(chart.SVG, &text); err != nil {
		return err
	}
	if title != "" {
		kind += ": " + title
	}
	head := fmt.Sprintf(`<svg role="img" aria-label="%s" width="%d" height="%d" `, html.EscapeString(kind), width, height)
	document := strings.Replace(text.String(), "<svg ", head, 1)
	return display.Bundle{Data: map[string][]byte{display.SVGType: []byte(document), display.TextType: []byte(kind)}}
}
