// Package colorful shows colors and palettes of go-colorful as swatches with their codes.
package colorful

import (
	"fmt"
	"strings"

	"github.com/lucasb-eyer/go-colorful"

	"polka/internal/plural"
	"polka/kernel/display"
)

func init() {
	display.Register(func(c colorful.Color) any { return swatches([]colorful.Color{c}, code(c)) })
	display.Register(func(list []colorful.Color) any {
		if len(list) == 0 {
			return nil
		}
		var codes []string
		for _, c := range list[:min(len(list), most)] {
			codes = append(codes, code(c))
		}
		text := strings.Join(codes, " ")
		if len(list) > most {
			text += fmt.Sprintf(" … %d more, %s in all", len(list)-most, plural.Count(len(list), "color"))
		}
		return swatches(list[:len(codes)], text)
	})
}

// The size of a swatch, in pixels, how many are in a row, and how many are shown.
const (
	width   = 72
	height  = 40
	gap     = 6
	line    = 16 // for the code
	columns = 8
	most    = 96
)

// code returns the code of a color. One that a screen cannot show has the code of the nearest one
// that it can, in each of red, green and blue, and a star.
func code(c colorful.Color) string {
	hex := c.Clamped().Hex()
	if c.AlmostEqualRgb(c.Clamped()) { // conversions round
		return hex
	}
	return hex + "*"
}

const sheet = `<style>text{font:11px ui-monospace,monospace;text-anchor:middle;fill:#222}rect{stroke:#888;stroke-opacity:.5}` +
	`@media(prefers-color-scheme:dark){text{fill:#eee}.p{fill:#161616}}.p{stroke:none}</style>`

// swatches draws colors.
func swatches(list []colorful.Color, text string) display.Bundle {
	across := min(len(list), columns)
	down := (len(list) + columns - 1) / columns
	w, h := across*(width+gap)+gap, down*(height+line+gap)+gap
	var b strings.Builder
	fmt.Fprintf(&b, `<svg xmlns="http://www.w3.org/2000/svg" role="img" aria-label="%s" width="%d" height="%d" viewBox="0 0 %[2]d %[3]d">`+"\n",
		text, w, h)
	b.WriteString(sheet + `<rect class="p" width="100%" height="100%" fill="#fff"/>` + "\n")
	for i, c := range list {
		x, y := gap+i%columns*(width+gap), gap+i/columns*(height+line+gap)
		fmt.Fprintf(&b, `<rect x="%d" y="%d" width="%d" height="%d" rx="4" fill="%s"/><text x="%d" y="%d">%s</text>`+"\n",
			x, y, width, height, c.Clamped().Hex(), x+width/2, y+height+line-4, code(c))
	}
	b.WriteString("</svg>\n")
	return display.Bundle{Data: map[string][]byte{display.SVGType: []byte(b.String()), display.TextType: []byte(text)}}
}
