// SPDX-License-Identifier: BSD-3-Clause

// Package picture chooses the media types in which cells send pictures to a frontend.
package picture

import (
	"bytes"
	"fmt"
	"strings"
	"unicode/utf8"

	"polka/kernel/display"
	"polka/play"
	"polka/render"
)

// Env names the variable that lists the formats in which cells send pictures, separated by
// commas:
//
//	svg   sharp at any size, light or dark as the reader prefers
//	png   for programs that show no SVG, and for notebooks that are not trusted
//	html  the buttons of recordings and animations, and solids that turn
//	text  box drawings, up to a width of 100, in place of the text of a value
//	none  nothing
//
// There is no HTML for other pictures. A frontend shows the HTML of a value if there is any, and
// programs that do not trust a notebook remove what they do not know from it: JupyterLab inline SVG
// and scripts, nbconvert img elements too. SVG and PNG are shown by all.
const Env = "POLKA_PICTURES"

// allPictures is the default.
const allPictures = "html,svg,png"

// Drawer returns render.Of for the formats of a list in the form of Env; the empty list stands for
// the default. It is for display.Renderer.
func Drawer(list string) func(v any) any { return drawer(formatsOf(list)) }

// LiveDrawer is Drawer without PNG if SVG is in the list, as every frontend that has widgets shows
// SVG, and PNG takes fifty times as long.
func LiveDrawer(list string) func(v any) any {
	formats := formatsOf(list)
	if formats["svg"] {
		delete(formats, "png")
	}
	return drawer(formats)
}

func formatsOf(list string) map[string]bool {
	if list == "" {
		list = allPictures
	}
	formats := map[string]bool{}
	for format := range strings.SplitSeq(list, ",") {
		formats[strings.TrimSpace(format)] = true
	}
	return formats
}

func drawer(formats map[string]bool) func(v any) any {
	return func(v any) any {
		drawn := render.Of(v)
		switch p := drawn.(type) {
		case render.Picture:
			if r, ok := v.(render.Recording); ok {
				return sent(formats, v, p, r.HTML, r.String)
			}
			if view, ok := play.SolidOf(v); ok {
				return sent(formats, v, p, view.HTML, p.String)
			}
			return sent(formats, v, p, nil, p.String)
		case render.Animation:
			return sent(formats, v, p.Strip(stripFrames), p.HTML, p.String)
		case player:
			return sent(formats, v, p.Still(), p.HTML, p.String)
		}
		return drawn
	}
}

// A player is what render.Of returns for the record of a traced run.
type player interface {
	HTML() string
	Still() render.Picture
	String() string
}

// stripFrames is the number of frames of an animation that are shown where there are no buttons.
const stripFrames = 6

// PNG files have two pixels for each pixel on the page, for sharp screens. Large pictures, and the
// strips of what has buttons, have one, so that notebooks stay small.
const (
	pngScale  = 2
	largeArea = 400_000 // pixels on the page
)

// sent returns the picture of v in some formats. If v does not print itself, words give the text.
func sent(formats map[string]bool, v any, p render.Picture, html, words func() string) display.Bundle {
	b := display.Bundle{Data: map[string][]byte{}}
	if formats["html"] && html != nil {
		b.Data[display.HTMLType] = []byte(html())
	}
	if formats["svg"] {
		b.Data[display.SVGType] = []byte(p.SVG())
	}
	if formats["png"] {
		scale := pngScale
		width, height := p.Size()
		if html != nil || width*height > largeArea {
			scale = 1
		}
		var file bytes.Buffer
		if err := p.WritePNG(&file, float64(scale)); err == nil {
			b.Data[display.PNGType] = file.Bytes()
			b.Metadata = map[string]any{display.PNGType: map[string]any{"width": width, "height": height}}
		}
	}
	_, prints := v.(fmt.Stringer)
	if !prints || formats["text"] {
		if text := words(); !prints || textWidth(text) <= widestText {
			b.Data[display.TextType] = []byte(text)
		}
	}
	return b
}

const widestText = 100 // columns of a terminal

// textWidth returns the width of the widest line.
func textWidth(text string) (width int) {
	for line := range strings.Lines(text) {
		width = max(width, utf8.RuneCountInString(strings.TrimRight(line, "\n")))
	}
	return width
}
