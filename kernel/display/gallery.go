// SPDX-License-Identifier: BSD-3-Clause

// Pictures side by side.
//
// Pictures that are SVG or PNG files are put side by side in one SVG and one PNG file, so that they
// are shown wherever a single picture is shown; see [Renderer]. A picture without SVG, such as an
// image.Image, is an image in that SVG file. If one of them is HTML or text, the result is HTML,
// with img elements for pictures: programs that do not trust a notebook remove inline SVG and keep
// these.

package display

import (
	"bytes"
	"encoding/base64"
	"fmt"
	"html"
	"image"
	"strconv"
	"strings"

	"polka/internal/pattern"
	"polka/kernel/display/internal/paint"
)

// Side by side, in pixels.
const (
	rowWidth = 740
	rowGap   = 12
)

// Row returns a bundle that shows bundles side by side, with the given text.
func Row(list []Bundle, text string) Bundle {
	b := Text(text)
	sizes, ok := pictureSizes(list)
	if !ok {
		b.Data[HTMLType] = []byte(htmlRow(list))
		return b
	}
	boxes, width, height := inRows(sizes)
	b.Data[SVGType] = svgRow(list, boxes, width, height)
	if file := pngRow(list, boxes, width, height); file != nil {
		b.Data[PNGType] = file
		b.Metadata = map[string]any{PNGType: map[string]any{"width": width, "height": height}}
	}
	b.trusted()
	return b
}

// pictureSizes returns the sizes of pictures on the page. It reports false if one of the bundles is
// not an SVG or PNG file whose size is known, or is HTML too.
func pictureSizes(list []Bundle) (sizes []image.Point, ok bool) {
	for _, b := range list {
		kind := SVGType
		if b.Data[SVGType] == nil {
			kind = PNGType
		}
		width, height := b.size(kind)
		if markup := b.Data[HTMLType]; markup != nil && string(markup) != b.img(kind) {
			return nil, false
		}
		const most = 1e5
		if width <= 0 || height <= 0 || width > most || height > most {
			return nil, false
		}
		sizes = append(sizes, image.Pt(int(width+0.999), int(height+0.999)))
	}
	return sizes, len(list) > 0
}

// size returns the size on the page of a part that is a picture, or zeros if it is unknown.
func (b Bundle) size(kind string) (width, height float64) {
	if kind == PNGType {
		if about, ok := b.Metadata[PNGType].(map[string]any); ok && about["width"] != nil {
			return 0, 0 // shown in another size than its own
		}
		size := paint.Size(b.Data[PNGType])
		return float64(size.X), float64(size.Y)
	}
	m := svgSize.FindStringSubmatch(string(b.Data[SVGType]))
	if m == nil || !isDocument(b.Data[SVGType]) {
		return 0, 0
	}
	width, err1 := strconv.ParseFloat(m[1], 64)
	height, err2 := strconv.ParseFloat(m[2], 64)
	if err1 != nil || err2 != nil {
		return 0, 0
	}
	return width, height
}

var svgSize = pattern.New(`^\s*(?:<\?xml[^>]*>\s*)?<svg\b[^>]*? width="([\d.]+)(?:px)?" height="([\d.]+)(?:px)?"`)

// isDocument reports whether SVG can be shown by an img element, which needs the name space.
func isDocument(svg []byte) bool { return bytes.Contains(svg, []byte("http://www.w3.org/2000/svg")) }

// inRows places boxes in rows that fit the page, at the bottom of their rows.
func inRows(sizes []image.Point) (boxes []image.Rectangle, width, height int) {
	x, y, begin := 0, 0, 0
	end := func() { // of a row
		high := 0
		for _, b := range boxes[begin:] {
			high = max(high, b.Dy())
		}
		for i := begin; i < len(boxes); i++ {
			boxes[i] = boxes[i].Add(image.Pt(0, y+high-boxes[i].Dy()))
		}
		height = y + high
		x, y, begin = 0, y+high+rowGap, len(boxes)
	}
	for _, s := range sizes {
		if x > 0 && x+s.X > rowWidth {
			end()
		}
		boxes = append(boxes, image.Rectangle{Max: s}.Add(image.Pt(x, 0)))
		x += s.X + rowGap
		width = max(width, x-rowGap)
	}
	end()
	return boxes, width, height
}

// svgRow writes one document with the others as images in it, so that their style sheets cannot
// meet.
func svgRow(list []Bundle, boxes []image.Rectangle, width, height int) []byte {
	var w bytes.Buffer
	var names []string
	for _, b := range list {
		if name := b.Alt(); name != "" {
			names = append(names, name)
		}
	}
	fmt.Fprintf(&w, `<svg xmlns="http://www.w3.org/2000/svg" role="img" aria-label="%s" width="%d" height="%d" viewBox="0 0 %[2]d %[3]d">`+"\n",
		html.EscapeString(strings.Join(names, "; ")), width, height)
	for i, b := range list {
		r, kind := boxes[i], SVGType
		if b.Data[SVGType] == nil {
			kind = PNGType
		}
		fmt.Fprintf(&w, `<image x="%d" y="%d" width="%d" height="%d" href="data:%s;base64,%s"/>`+"\n",
			r.Min.X, r.Min.Y, r.Dx(), r.Dy(), kind, base64.StdEncoding.EncodeToString(b.Data[kind]))
	}
	w.WriteString("</svg>\n")
	return w.Bytes()
}

// Alt returns the text that stands for the picture of the bundle: the label of its SVG document, or
// its text if that is one line.
func (b Bundle) Alt() string {
	if m := svgLabel.FindStringSubmatch(string(b.Data[SVGType])); m != nil {
		return html.UnescapeString(m[1])
	}
	if text := b.Plain(); !strings.Contains(text, "\n") {
		return text
	}
	return ""
}

var svgLabel = pattern.New(`^\s*(?:<\?xml[^>]*>\s*)?<svg\b[^>]*? aria-label="([^"]*)"`)

// pngRow paints one file of the others, of which pictures that are SVG too have two pixels for one
// on the page and others one. It returns nil if one of them does not, or if the file would be too
// large.
func pngRow(list []Bundle, boxes []image.Rectangle, width, height int) []byte {
	files, fine := make([][]byte, len(list)), make([]bool, len(list))
	scale := 1
	for i, b := range list {
		files[i] = b.Data[PNGType]
		if fine[i] = b.Data[SVGType] != nil; fine[i] {
			scale = 2
		}
	}
	if width > maxPixels/(scale*scale)/height {
		return nil
	}
	return paint.Row(files, fine, boxes, width, height)
}

// htmlRow returns an HTML fragment that shows bundles side by side. A bundle without HTML, SVG and
// PNG is shown as text.
func htmlRow(list []Bundle) string {
	var page strings.Builder
	page.WriteString(`<div style="display:flex;flex-wrap:wrap;gap:12px;align-items:flex-end">`)
	for _, b := range list {
		switch {
		case b.Data[HTMLType] != nil:
			fmt.Fprintf(&page, "<div>%s</div>", b.Data[HTMLType])
		case isDocument(b.Data[SVGType]):
			page.WriteString(`<div>` + b.img(SVGType) + `</div>`)
		case b.Data[SVGType] != nil:
			fmt.Fprintf(&page, "<div>%s</div>", b.Data[SVGType])
		case b.Data[PNGType] != nil:
			page.WriteString(`<div>` + b.img(PNGType) + `</div>`)
		default:
			page.WriteString("<pre>" + html.EscapeString(b.Plain()) + "</pre>")
		}
	}
	page.WriteString(`</div>`)
	return page.String()
}

// trusted gives a bundle with an SVG document an HTML part that shows the document if there is
// neither PNG nor HTML: of notebooks that are not trusted JupyterLab shows no SVG part. Vega-Lite
// it shows, and prefers to SVG, but not to HTML.
func (b *Bundle) trusted() {
	if isDocument(b.Data[SVGType]) && b.Data[PNGType] == nil && b.Data[HTMLType] == nil && b.Data[VegaLiteType] == nil {
		b.Data[HTMLType] = []byte(b.img(SVGType))
	}
}

// img returns an img element with a part of the bundle in its address.
func (b Bundle) img(mediaType string) string {
	return fmt.Sprintf(`<img alt="%s" src="data:%s;base64,%s">`, html.EscapeString(b.Alt()), mediaType, base64.StdEncoding.EncodeToString(b.Data[mediaType]))
}
