// Package qrcode shows QR codes as SVG documents, and as text in terminals.
package qrcode

import (
	"fmt"
	"html"
	"image/color"
	"strings"

	"github.com/skip2/go-qrcode"

	"polka/kernel/display"
)

// side is the width of a module, a square of the code, in pixels.
const side = 5

func init() {
	display.Register(func(q *qrcode.QRCode) any {
		bits := q.Bitmap()
		return display.Bundle{Data: map[string][]byte{
			display.SVGType:  []byte(draw(q, bits)),
			display.TextType: fmt.Appendf(nil, "QR code of %q\n%s", q.Content, strings.TrimRight(q.ToSmallString(false), "\n")),
		}}
	})
}

// draw writes the dark modules as rows of one path, on paper of the code's own color: readers need
// the contrast.
func draw(q *qrcode.QRCode, bits [][]bool) string {
	n := len(bits)
	var w strings.Builder
	fmt.Fprintf(&w, `<svg xmlns="http://www.w3.org/2000/svg" role="img" aria-label="QR code of %s" width="%d" height="%[2]d" viewBox="0 0 %d %[3]d" shape-rendering="crispEdges">`,
		html.EscapeString(q.Content), n*side, n)
	fmt.Fprintf(&w, `<rect width="%d" height="%[1]d" %s/><path %s d="`, n, fill(q.BackgroundColor), fill(q.ForegroundColor))
	for y, row := range bits {
		for x := 0; x < n; x++ {
			from := x
			for x < n && row[x] {
				x++
			}
			if x > from {
				fmt.Fprintf(&w, "M%d,%dh%dv1h-%[3]dz", from, y, x-from)
			}
		}
	}
	w.WriteString("\"/></svg>\n")
	return w.String()
}

// fill returns the attributes of a color.
func fill(c color.Color) string {
	n := color.NRGBAModel.Convert(c).(color.NRGBA)
	text := fmt.Sprintf(`fill="#%02x%02x%02x"`, n.R, n.G, n.B)
	if n.A < 255 {
		text += fmt.Sprintf(` fill-opacity="%.3g"`, float64(n.A)/255)
	}
	return text
}
