// SPDX-License-Identifier: BSD-3-Clause

package render

import (
	"fmt"
	"math"
	"strconv"
	"strings"
	"unicode/utf8"
)

// Class names begin with plk-, so that they cannot meet those of a page. They are shared by all
// pictures on purpose: two pictures on a page have the same style sheet. There are no ids, which
// could not be shared.
//
//	plk      the svg element            plk-g  faint lines between cells
//	plk-0 to plk-7  fills of pieces     plk-b  borders of pieces
//	plk-f    cells without a piece      plk-o  outline of a board
//	plk-l    letters on pieces          plk-c  captions
//	plk-t    texts of diagrams          plk-ink, plk-muted, ... roles in diagrams

// frameWidth is the width of the paper around the drawings, in pixels.
const frameWidth = 8.0

// SVG returns the picture as an SVG document with a background, which is light or dark as the
// reader prefers.
func (p Picture) SVG() string {
	s := p.layout()
	z := p.sizes(&s)
	var w svgWriter
	w.open(s.summary, z.whole.x, z.whole.y, frameWidth, ` xmlns="http://www.w3.org/2000/svg"`)
	w.text("<style>")
	w.text(".plk-l,.plk-c{font-family:system-ui,sans-serif;text-anchor:middle}.plk-l{font-weight:600}")
	w.text(fmt.Sprintf(".plk-b,.plk-g{stroke:%v}.plk-l{fill:%v}", light.ink, light.ink))
	if s.diagram() {
		w.text(".plk-t{font-family:system-ui,sans-serif;fill:currentColor}")
	}
	switch p.paper {
	case lightPaper:
		w.theme(&s, light, "")
	case darkPaper:
		w.theme(&s, dark, "")
	case bothPapers:
		w.theme(&s, light, ".plk-light ")
		w.theme(&s, dark, ".plk-dark ")
	default:
		w.theme(&s, light, "")
		w.text("@media(prefers-color-scheme:dark){")
		w.theme(&s, dark, "")
		w.text("}")
	}
	w.text("</style>\n")
	sheet := func(width, height string) {
		w.text(fmt.Sprintf(`<rect class="plk-p" x="-%s" y="-%[1]s" width="%s" height="%s"/>`+"\n", number(frameWidth), width, height))
		w.scene(s)
	}
	if p.paper == bothPapers {
		width, height := number(z.sheet.x), number(z.sheet.y)
		w.text(fmt.Sprintf(`<rect fill="%v" x="-%s" y="-%[2]s" width="100%%" height="100%%"/>`+"\n"+`<g class="plk-light">`+"\n", white, number(frameWidth)))
		sheet(width, height)
		w.text(fmt.Sprintf("</g>\n"+`<g class="plk-dark" transform="translate(%s %s)">`+"\n", number(z.second.x), number(z.second.y)))
		sheet(width, height)
		w.text("</g>\n")
	} else {
		sheet("100%", "100%")
	}
	w.text("</svg>\n")
	return w.String()
}

// Size returns the size of the SVG document in pixels, rounded. A PNG file has the same size at
// scale 1.
func (p Picture) Size() (width, height int) {
	s := p.layout()
	whole := p.sizes(&s).whole
	return int(whole.x + 0.5), int(whole.y + 0.5)
}

// HTML returns the picture as an HTML fragment with an inline svg element. It follows the page:
// captions have the color of its text, and pieces are drawn for light or dark paper according to
// the page's color-scheme or the theme of JupyterLab or VS Code.
func (p Picture) HTML() string { return p.element(p.layout(), true) }

// element returns the HTML of the scene of the picture, with or without the style sheet.
func (p Picture) element(s scene, styles bool) string {
	var w svgWriter
	w.open(s.summary, s.width, s.height, 0, "")
	if styles {
		w.text("<style>")
		w.pageRules(s.diagram())
		w.text("</style>")
	}
	w.text("\n")
	w.scene(s)
	w.text("</svg>\n")
	return p.paper.on(w.String())
}

// pageRules writes the style sheet of pictures in a page, with the rules for diagrams if there are
// any.
func (w *svgWriter) pageRules(diagrams bool) {
	w.text(`.plk{max-width:100%;height:auto}`)
	w.text(`[data-jp-theme-light=true] .plk,.vscode-light .plk{color-scheme:light}`)
	w.text(`[data-jp-theme-light=false] .plk,.vscode-dark .plk,.vscode-high-contrast .plk{color-scheme:dark}`)
	w.text(`.plk-light .plk.plk{color-scheme:light}.plk-dark .plk.plk{color-scheme:dark}`)
	w.text(".plk-l,.plk-c{font-family:var(--jp-ui-font-family,system-ui,sans-serif);text-anchor:middle;pointer-events:none}.plk-l{font-weight:600}")
	w.text(".plk-c{fill:var(--jp-content-font-color1,currentColor)}")
	for i := range hues {
		w.both(fmt.Sprintf(".plk-%d", i), "fill", light.fills[i], dark.fills[i])
	}
	w.both(".plk-f", "fill", light.free, dark.free)
	w.both(".plk-o", "stroke", light.text, dark.text)
	w.text(fmt.Sprintf(".plk-b,.plk-g{stroke:%v}.plk-l{fill:%v}", light.ink, light.ink))
	if diagrams {
		w.text(".plk-t{font-family:var(--jp-ui-font-family,system-ui,sans-serif);fill:currentColor}")
		w.text(".plk-ink{color:var(--jp-content-font-color1,currentColor)}")
		for r := muted; r < tint; r++ {
			w.both(".plk-"+roleNames[r], "color", roleColors[r].light, roleColors[r].dark)
		}
	}
}

// An svgWriter collects the text of a document.
type svgWriter struct{ strings.Builder }

func (w *svgWriter) text(s string) { w.WriteString(s) }

// open writes the first tag. The drawing begins frame pixels from the upper left corner.
func (w *svgWriter) open(summary string, width, height, frame float64, attributes string) {
	w.text("<svg")
	w.text(attributes)
	w.text(fmt.Sprintf(` class="plk" role="img" aria-label="%s" width="%s" height="%s" viewBox="%s %s %s %s">`,
		escape(summary), number(width), number(height), number(-frame), number(-frame), number(width), number(height)))
}

// theme writes the rules of a theme, with those of diagrams if the scene is one. Each selector
// begins with the prefix.
func (w *svgWriter) theme(s *scene, t theme, prefix string) {
	for i, c := range t.fills {
		w.text(fmt.Sprintf("%s.plk-%d{fill:%v}", prefix, i, c))
	}
	w.text(fmt.Sprintf("%s.plk-p{fill:%v}%[1]s.plk-f{fill:%[3]v}%[1]s.plk-c{fill:%[4]v}%[1]s.plk-o{stroke:%[4]v}", prefix, t.paper, t.free, t.text))
	if s.diagram() {
		w.roles(t, prefix)
	}
}

// both writes a rule with light-dark(), and a light one for browsers without it.
func (w *svgWriter) both(selector, property string, light, dark color) {
	w.text(fmt.Sprintf("%s{%s:%v;%s:light-dark(%v,%v)}", selector, property, light, property, light, dark))
}

func (w *svgWriter) scene(s scene) {
	for i := range s.drawings {
		w.drawing(&s.drawings[i])
	}
	if len(s.notes) > 0 {
		w.text(fmt.Sprintf(`<g class="plk-c" font-size="%s">`, number(captionSize)))
		w.writings(s.notes, 0)
		w.text("</g>\n")
	}
	w.marks(s.marks)
	w.texts(s.texts)
}

// drawing writes the board of a panel with faint lines, the areas with their borders, then their
// faint lines, the outline of the board and the letters, each kind in a group with the common
// attributes.
func (w *svgWriter) drawing(d *drawing) {
	w.text("<g")
	if d.x != 0 || d.y != 0 {
		w.text(fmt.Sprintf(` transform="translate(%s %s)"`, number(d.x), number(d.y)))
	}
	w.text(">\n")
	if len(d.free) > 0 {
		w.text(`<path class="plk-f" d="`)
		w.loops(d.free)
		w.text("\"/>\n")
	}
	if len(d.grid) > 0 {
		w.faint("plk-o", d.grid, d.lineWidth())
	}
	if len(d.areas) > 0 {
		w.text(fmt.Sprintf(`<g class="plk-b" stroke-width="%s" stroke-linejoin="round" fill-rule="evenodd">`+"\n", number(d.borderWidth())))
		for _, a := range d.areas {
			w.area(&a, d)
		}
		w.text("</g>\n")
	}
	if len(d.lines) > 0 {
		w.faint("plk-g", d.lines, d.lineWidth())
	}
	if len(d.outline) > 0 {
		w.text(fmt.Sprintf(`<path class="plk-o" fill="none" stroke-width="%s" stroke-linejoin="round" pointer-events="none" d="`, number(d.outlineWidth())))
		w.loops(d.outline)
		w.text("\"/>\n")
	}
	if len(d.labels) > 0 {
		size := d.labels[0].size
		w.text(fmt.Sprintf(`<g class="plk-l" font-size="%s" pointer-events="none">`, number(size)))
		w.writings(d.labels, size)
		w.text("</g>\n")
	}
	w.text("</g>\n")
}

// faint writes lines between cells. On a board they have the color of its outline, which differs
// from free cells on light and on dark paper, and on pieces that of their borders.
func (w *svgWriter) faint(class string, lines []segment, width float64) {
	w.text(fmt.Sprintf(`<path class="%s" fill="none" stroke-width="%s" stroke-opacity="%s" pointer-events="none" d="`, class, number(width), number(lineOpacity)))
	w.segments(lines)
	w.text("\"/>\n")
}

func (w *svgWriter) area(a *area, d *drawing) {
	if a.shade != unshaded {
		w.text(fmt.Sprintf(`<path fill-opacity="%s" pointer-events="none" d="`, number(0.13*float64(a.shade))))
		w.loops(a.loops)
		w.text("\"/>\n")
		return
	}
	w.text(fmt.Sprintf(`<path class="plk-%d" d="`, a.color))
	w.loops(a.loops)
	w.text(fmt.Sprintf("\"><title>%s</title></path>\n", escape(a.title)))
}

// lineOpacity is the opacity of lines between cells.
const lineOpacity = 0.22

// Widths of strokes, in pixels, for cells of 5 pixels and for cells of 30.
func (d *drawing) borderWidth() float64  { return d.between(1, 2) }
func (d *drawing) outlineWidth() float64 { return d.between(1.6, 3.2) }
func (d *drawing) lineWidth() float64    { return d.between(0.4, 0.8) }

func (d *drawing) between(small, large float64) float64 {
	t := min(max((d.cell-5)/25, 0), 1)
	return math.Round((small+t*(large-small))*10) / 10
}

// writings writes texts. A text whose size differs from that of the group has its own attribute.
func (w *svgWriter) writings(list []writing, size float64) {
	for _, t := range list {
		w.text(fmt.Sprintf(`<text x="%s" y="%s"`, number(t.at.x), number(t.at.y)))
		if size != 0 && t.size != size {
			w.text(fmt.Sprintf(` font-size="%s"`, number(t.size)))
		}
		w.text(">" + escape(t.text) + "</text>")
	}
	w.text("\n")
}

// loops writes the data of closed paths. Steps are relative, which makes them short; they are
// differences of rounded places, so that rounding errors do not add up.
func (w *svgWriter) loops(list []loop) {
	for _, one := range list {
		w.polyline(one, true)
	}
}

func (w *svgWriter) segments(list []segment) {
	for _, s := range list {
		w.text("M" + number(s.from.x) + pair(number(s.from.y)))
		w.step(s.from, s.to)
	}
}

func (w *svgWriter) step(from, to point) {
	dx, dy := round(to.x)-round(from.x), round(to.y)-round(from.y)
	switch x, y := number(dx), number(dy); {
	case y == "0":
		w.text("h" + x)
	case x == "0":
		w.text("v" + y)
	default:
		w.text("l" + x + pair(y))
	}
}

// pair returns the second of two numbers, with a space before it unless a minus sign parts them.
func pair(n string) string {
	if n[0] == '-' {
		return n
	}
	return " " + n
}

// number writes at most two decimals and no needless zeros: "-.5", "12", "3.14".
func number(x float64) string {
	s := strconv.FormatFloat(round(x)+0, 'f', -1, 64)
	if s == "-0" {
		return "0"
	}
	if i := strings.IndexByte(s, '.'); i >= 0 && len(s) > i+3 {
		s = strings.TrimRight(strings.TrimRight(s[:i+3], "0"), ".")
	}
	if rest, ok := strings.CutPrefix(s, "0."); ok {
		return "." + rest
	}
	if rest, ok := strings.CutPrefix(s, "-0."); ok {
		return "-." + rest
	}
	return s
}

// escape quotes text for elements and attributes. Characters that are invalid in XML become U+FFFD.
func escape(s string) string {
	var b strings.Builder
	for _, r := range s {
		switch r {
		case '&':
			b.WriteString("&amp;")
		case '<':
			b.WriteString("&lt;")
		case '>':
			b.WriteString("&gt;")
		case '"':
			b.WriteString("&quot;")
		case '\n', '\t', '\r':
			b.WriteByte(' ')
		default:
			if r < ' ' || r == 0xFFFE || r == 0xFFFF {
				r = utf8.RuneError
			}
			b.WriteRune(r)
		}
	}
	return b.String()
}
