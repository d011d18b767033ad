package main

import (
	"bytes"
	"io"
	"slices"
	"strings"

	"polka/kernel/display"
	"polka/render"
)

// picturesEnv names the variable that lists the media types of pictures: svg, which is always
// there, and png, for those who show no SVG.
const picturesEnv = "POLKA_PICTURES"

// drawer is render.Of, which adds a PNG file to the pictures that it makes if the list asks for it.
func drawer(list string) func(v any) any {
	if !slices.Contains(strings.Split(list, ","), "png") {
		return render.Of
	}
	return func(v any) any {
		drawn := render.Of(v)
		if p, ok := drawn.(painted); ok {
			return withPNG{p}
		}
		return drawn
	}
}

// painted is what can be painted as a PNG.
type painted interface {
	WritePNG(w io.Writer, scale float64) error
}

// withPNG shows what a picture shows, and its PNG file.
type withPNG struct{ picture painted }

func (p withPNG) MIMEBundle() map[string]any {
	parts := map[string]any{}
	for kind, data := range (display.Renderer{}).Render(p.picture).Data {
		parts[kind] = data
	}
	var file bytes.Buffer
	if err := p.picture.WritePNG(&file, 0); err == nil {
		parts[display.PNGType] = file.Bytes()
	}
	return parts
}
