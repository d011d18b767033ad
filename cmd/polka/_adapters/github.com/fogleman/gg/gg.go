// Package gg shows drawings of gg as PNG pictures.
package gg

import (
	"fmt"
	"image"
	"image/color"
	"image/draw"

	"github.com/fogleman/gg"

	"polka/kernel/display"
)

func init() {
	display.Register(func(c *gg.Context) any {
		return sheet{onPaper(c.Image())}
	})
}

// A sheet is a picture with a text.
type sheet struct{ image.Image }

// String describes the picture.
func (s sheet) String() string {
	return fmt.Sprintf("drawing of %d × %d pixels", s.Bounds().Dx(), s.Bounds().Dy())
}

// onPaper puts white paper below a picture, of which a part may be transparent: on the dark page of
// a notebook, black lines could not be seen.
func onPaper(m image.Image) image.Image {
	if o, ok := m.(interface{ Opaque() bool }); ok && o.Opaque() {
		return m
	}
	paper := image.NewRGBA(m.Bounds())
	draw.Draw(paper, paper.Bounds(), image.NewUniform(color.White), image.Point{}, draw.Src)
	draw.Draw(paper, paper.Bounds(), m, m.Bounds().Min, draw.Over)
	return paper
}
