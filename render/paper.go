// SPDX-License-Identifier: BSD-3-Clause

package render

import "fmt"

// A sheet is the paper that a picture is drawn on.
type sheet int

const (
	anyPaper   sheet = iota // follows the page or the reader's theme
	lightPaper              // always light
	darkPaper               // always dark
	bothPapers              // drawn twice
)

// Light returns the picture on light paper whatever the reader's theme is, for example for print.
func (p Picture) Light() Picture {
	p.paper = lightPaper
	return p
}

// Dark returns the picture on dark paper whatever the reader's theme is, for example for slides.
func (p Picture) Dark() Picture {
	p.paper = darkPaper
	return p
}

// Both returns the picture drawn twice, on light paper and on dark paper, for comparison.
func (p Picture) Both() Picture {
	p.paper = bothPapers
	return p
}

// bothGap is the space between the two drawings of [Picture.Both], in pixels.
const bothGap = 8.0

// sizes are the sizes of a picture in pixels.
type sizes struct {
	sheet  point // of one drawing with its frame
	second point // where the second drawing begins, if there are two
	whole  point
}

// sizes returns the sizes of the picture with the given scene. If there are two drawings, the
// second one is beside the first, or below it if there is no room.
func (p Picture) sizes(s *scene) sizes {
	width, height := s.width+2*frameWidth, s.height+2*frameWidth
	z := sizes{sheet: point{width, height}, whole: point{width, height}}
	switch {
	case p.paper != bothPapers:
	case 2*width+bothGap <= pageWidth:
		z.second.x = width + bothGap
		z.whole.x += z.second.x
	default:
		z.second.y = height + bothGap
		z.whole.y += z.second.y
	}
	return z
}

// on puts a part of a page on the paper.
func (s sheet) on(html string) string {
	t, scheme := light, "light"
	switch s {
	case anyPaper:
		return html
	case bothPapers:
		return `<div style="display:flex;flex-wrap:wrap;gap:8px">` + "\n" + lightPaper.on(html) + darkPaper.on(html) + "</div>\n"
	case darkPaper:
		t, scheme = dark, "dark"
	}
	return fmt.Sprintf(`<div class="plk-%s" style="color-scheme:%[1]s;background:%v;color:%v;--jp-content-font-color1:%[3]v;padding:8px;line-height:0">`+"\n%s</div>\n", scheme, t.paper, t.text, html)
}
