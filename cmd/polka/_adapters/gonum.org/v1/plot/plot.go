// Package plot shows plots of gonum as SVG documents.
package plot

import (
	"bytes"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/vg/draw"
	"gonum.org/v1/plot/vg/vgsvg"

	"polka/kernel/display"
)

// The size of a plot, in points.
const (
	width  = 400
	height = 280
	edge   = 8
)

func init() {
	display.Register(func(p *plot.Plot) any {
		canvas := vgsvg.New(width, height)
		whole := draw.New(canvas)
		if p.BackgroundColor != nil {
			whole.SetColor(p.BackgroundColor)
			whole.Fill(whole.Rectangle.Path())
		}
		p.Draw(draw.Crop(whole, edge, -edge, edge, -edge))
		var text bytes.Buffer
		if _, err := canvas.WriteTo(&text); err != nil {
			return err
		}
		name := "plot"
		if p.Title.Text != "" {
			name = "plot: " + p.Title.Text
		}
		return display.Bundle{Data: map[string][]byte{display.SVGType: text.Bytes(), display.TextType: []byte(name)}}
	})
}
