// SPDX-License-Identifier: BSD-3-Clause

// Package picture lets package display make PNG files of images. It has nothing to call; package
// stdlib links it.
//
//	import _ "polka/kernel/display/picture"
package picture

import (
	"bytes"
	"image"
	"image/color"
	"image/draw"
	"image/png"

	"polka/kernel/display/internal/paint"
)

func init() { paint.File, paint.Size, paint.Row = file, size, row }

func size(file []byte) image.Point {
	config, err := png.DecodeConfig(bytes.NewReader(file))
	if err != nil {
		return image.Point{}
	}
	return image.Pt(config.Width, config.Height)
}

func file(m image.Image) []byte {
	var b bytes.Buffer
	if err := png.Encode(&b, m); err != nil {
		return nil
	}
	return b.Bytes()
}

func row(files [][]byte, fine []bool, boxes []image.Rectangle, width, height int) []byte {
	scale := 1
	for _, f := range fine {
		if f {
			scale = 2
		}
	}
	colors := map[color.Color]bool{color.RGBA{}: true}
	palette := color.Palette{color.RGBA{}} // transparent, between the pictures
	images := make([]image.Image, len(files))
	for i, f := range files {
		im, err := png.Decode(bytes.NewReader(f))
		if err != nil {
			return nil
		}
		if !fine[i] && scale == 2 {
			im = doubled{im}
		}
		if size := im.Bounds().Size(); (size.X+scale-1)/scale != boxes[i].Dx() || (size.Y+scale-1)/scale != boxes[i].Dy() {
			return nil
		}
		images[i] = im
		if p, ok := im.(*image.Paletted); ok {
			for _, c := range p.Palette {
				if !colors[c] {
					colors[c] = true
					palette = append(palette, c)
				}
			}
		} else {
			palette = append(palette, make(color.Palette, 256)...) // too many
		}
	}
	var all draw.Image
	if bounds := image.Rect(0, 0, scale*width, scale*height); len(palette) <= 256 {
		all = image.NewPaletted(bounds, palette)
	} else {
		all = image.NewNRGBA(bounds)
	}
	for i, im := range images {
		draw.Draw(all, im.Bounds().Sub(im.Bounds().Min).Add(boxes[i].Min.Mul(scale)), im, im.Bounds().Min, draw.Src)
	}
	return file(all)
}

// A doubled image has four pixels for each of another one.
type doubled struct{ image.Image }

func (d doubled) Bounds() image.Rectangle {
	r := d.Image.Bounds()
	return image.Rectangle{Max: r.Size().Mul(2)}
}

func (d doubled) At(x, y int) color.Color {
	at := d.Image.Bounds().Min
	return d.Image.At(at.X+x/2, at.Y+y/2)
}
