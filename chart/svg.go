// SPDX-License-Identifier: BSD-3-Clause

// Charts as SVG.
//
// A document is complete in itself: it has a background, a style sheet for light and for dark, and
// no script. Its size is that of the area between the axes and of the texts around it, whose widths
// are estimated from their lengths.

package chart

import (
	"fmt"
	"html"
	"math"
	"strconv"
	"strings"
	"unicode/utf8"

	"polka/internal/tick"
)

// palette has colors with a contrast of at least 3 to 1 to white and to the dark background (WCAG
// 2, for graphics). Their hues are those of Okabe and Ito, which readers with color blindness can
// tell apart.
var palette = []string{"#2a7ab8", "#c77700", "#00936b", "#b8609a", "#d55e00", "#3a96cf", "#7f7f7f", "#996633"}

// Shapes of points, by color: those of Vega-Lite, and paths around 0, 0.
var (
	vegaShapes = []string{"circle", "square", "triangle-up", "diamond", "triangle-down", "cross"}
	paths      = []string{
		"M-4,0a4,4 0 1,0 8,0a4,4 0 1,0 -8,0Z", "M-3.5,-3.5h7v7h-7Z", "M0,-4.5L4.5,3.5H-4.5Z", "M0,-5L4.5,0L0,5L-4.5,0Z",
		"M0,4.5L4.5,-3.5H-4.5Z", "M-1.5,-4.5h3v3h3v3h-3v3h-3v-3h-3v-3h3Z",
	}
)

// Sizes in pixels.
const (
	fontSize    = 12.0
	letter      = 6.6 // of an average letter
	margin      = 10.0
	gap         = 6.0
	maxVertices = 60 // of lines with a point for each number
	legendRow   = 18.0
)

func (p *plan) size() (width, height int) {
	width, height = p.c.width, p.c.height
	if width == 0 {
		width, height = defaultWidth, defaultHeight
		if p.y.kind == word {
			height = max(defaultHeight, 20*len(p.y.words))
		}
	}
	return width, height
}

// A ruler is a scale with its place on the page.
type ruler struct {
	scale
	from, to float64 // pixels at the ends
	down     bool    // the first word is at the top, as Vega-Lite has it
	ticks    []tick.Tick
}

// newRuler extends the range of numbers to round ones.
func newRuler(s scale, from, to float64) ruler {
	r := ruler{scale: s, from: from, to: to}
	switch {
	case s.kind == word:
		for i, w := range s.words {
			r.ticks = append(r.ticks, tick.Tick{Value: float64(i), Label: w})
		}
		return r
	case s.kind == date:
		r.widen()
		r.ticks = dateTicks(r.least, r.most)
	case s.log:
		r.least = math.Pow(10, math.Floor(math.Log10(s.least)+1e-9))
		r.most = math.Pow(10, math.Ceil(math.Log10(s.most)-1e-9))
		if r.least == r.most {
			r.most *= 10
		}
		r.ticks = tick.Powers(r.least, r.most)
	default:
		r.widen()
		r.ticks = tick.Nice(r.least, r.most)
		if n := len(r.ticks); n > 1 {
			step := r.ticks[1].Value - r.ticks[0].Value
			r.least = math.Floor(r.least/step+1e-9) * step
			r.most = math.Ceil(r.most/step-1e-9) * step
			r.ticks = tick.Nice(r.least, r.most)
		}
	}
	return r
}

// widen makes the range one that is not empty.
func (r *ruler) widen() {
	if r.least == r.most {
		r.least, r.most = r.least-1, r.most+1
		if r.zero {
			r.least = 0
		}
	}
}

// at returns the pixel of a place.
func (r ruler) at(v float64) float64 {
	least, most := r.least, r.most
	switch {
	case r.kind == word:
		least, most = -0.5, float64(len(r.words))-0.5
		if r.down {
			least, most = most, least
		}
	case r.log:
		v, least, most = math.Log10(v), math.Log10(least), math.Log10(most)
	}
	return r.from + (v-least)/(most-least)*(r.to-r.from)
}

// band returns the width of a bar.
func (r ruler) band() float64 {
	if r.kind != word {
		return 6
	}
	return 0.8 * math.Abs(r.to-r.from) / float64(max(len(r.words), 1))
}

// svg returns the document.
func (p *plan) svg() string {
	w, h := p.size()
	width, height := float64(w), float64(h)
	left, top := p.leftRoom(height), margin+fontSize/2
	if p.c.title != "" {
		top += 22
	}
	x, y := newRuler(p.x, left, left+width), newRuler(p.y, top+height, top)
	y.down = true
	slanted := x.slanted()
	bottom := fontSize + gap
	if slanted {
		bottom = gap + 0.6*letter*float64(longest(x.ticks)) + fontSize/2
	}
	right := margin + letter*2
	legend := p.legendWidth()
	total := point{left + width + max(right, legend), top + height + bottom + fontSize + gap + margin}
	total.y = max(total.y, top+legendRow*float64(len(p.colors)+1)+margin)
	d := &document{}
	d.open(total, p)
	if p.c.title != "" {
		d.text(left+width/2, margin+14, "middle", "t", p.c.title)
	}
	d.axes(x, y, slanted)
	d.text(left+width/2, top+height+bottom+fontSize+gap/2, "middle", "n", p.x.title)
	fmt.Fprintf(&d.b, `<text class="n" text-anchor="middle" transform="translate(%s %s) rotate(-90)">%s</text>`+"\n",
		px(margin+fontSize-2), px(top+height/2), html.EscapeString(p.y.title))
	for _, layer := range p.layers {
		d.layer(p, layer, x, y)
	}
	d.legend(p, point{left + width + 18, top + 4})
	d.b.WriteString("</svg>\n")
	return d.b.String()
}

type point struct{ x, y float64 }

func longest(ticks []tick.Tick) (n int) {
	for _, t := range ticks {
		n = max(n, utf8.RuneCountInString(cut(t.Label)))
	}
	return n
}

// leftRoom returns the width of what is left of the area.
func (p *plan) leftRoom(height float64) float64 {
	return margin + fontSize + gap + letter*float64(longest(newRuler(p.y, height, 0).ticks)) + gap
}

// slanted reports whether the words below the axis need more room than they have.
func (r ruler) slanted() bool {
	return r.kind == word && letter*float64(longest(r.ticks))+4 > math.Abs(r.to-r.from)/float64(max(len(r.words), 1))
}

// legendWidth returns the width of the legend.
func (p *plan) legendWidth() float64 {
	if p.legend == "" {
		return 0
	}
	n := utf8.RuneCountInString(p.legend)
	for _, w := range p.colors {
		n = max(n, utf8.RuneCountInString(cut(w))+3)
	}
	return 18 + letter*float64(n) + margin
}

// maxLabel is the number of letters of a word at an axis.
const maxLabel = 24

func cut(s string) string {
	if utf8.RuneCountInString(s) <= maxLabel {
		return s
	}
	return string([]rune(s)[:maxLabel-1]) + "…"
}

// A document is an SVG document that is being written.
type document struct{ b strings.Builder }

func px(v float64) string { return strconv.FormatFloat(math.Round(v*10)/10+0, 'f', -1, 64) }

func (d *document) open(size point, p *plan) {
	label := p.c.String()
	if p.c.title != "" {
		label = p.c.title + ": " + label
	}
	w, h := px(math.Ceil(size.x)), px(math.Ceil(size.y))
	fmt.Fprintf(&d.b, `<svg xmlns="http://www.w3.org/2000/svg" role="img" aria-label="%s" width="%s" height="%s" viewBox="0 0 %[2]s %[3]s">`+"\n",
		html.EscapeString(label), w, h)
	d.b.WriteString(sheet)
	fmt.Fprintf(&d.b, `<rect class="p" width="%s" height="%s"/>`+"\n", w, h)
}

// sheet is the style sheet: p paper, g lines of a grid, a axes, n texts, t titles.
const sheet = `<style>text{font:12px system-ui,sans-serif}.t{font-weight:600;font-size:13px}.p{fill:#fff}.n,.t{fill:#333}.g{stroke:#e4e4e4}` +
	`.a{stroke:#777}@media(prefers-color-scheme:dark){.p{fill:#161616}.n,.t{fill:#ddd}.g{stroke:#333}.a{stroke:#999}}</style>` + "\n"

func (d *document) text(x, y float64, anchor, class, text string) {
	fmt.Fprintf(&d.b, `<text class="%s" text-anchor="%s" x="%s" y="%s">%s</text>`+"\n", class, anchor, px(x), px(y), html.EscapeString(text))
}

func (d *document) line(class string, x1, y1, x2, y2 float64) {
	fmt.Fprintf(&d.b, `<line class="%s" x1="%s" y1="%s" x2="%s" y2="%s"/>`+"\n", class, px(x1), px(y1), px(x2), px(y2))
}

// axes writes the grid, the axes and their texts.
func (d *document) axes(x, y ruler, slanted bool) {
	for _, t := range y.ticks {
		at := y.at(t.Value)
		if y.kind != word && t.Label != "" {
			d.line("g", x.from, at, x.to, at)
		}
		if t.Label != "" {
			d.text(x.from-gap, at+fontSize/3, "end", "n", cut(t.Label))
		}
	}
	every := x.every()
	for i, t := range x.ticks {
		at := x.at(t.Value)
		if x.kind != word && t.Label != "" {
			d.line("g", at, y.from, at, y.to)
		}
		if t.Label == "" || i%every != 0 {
			continue
		}
		if slanted {
			fmt.Fprintf(&d.b, `<text class="n" text-anchor="end" transform="translate(%s %s) rotate(-36)">%s</text>`+"\n",
				px(at+fontSize/3), px(y.from+fontSize), html.EscapeString(cut(t.Label)))
			continue
		}
		d.text(at, y.from+fontSize+gap/2, "middle", "n", cut(t.Label))
	}
	base := y.from
	if y.kind != word && y.zero {
		base = y.at(0)
	}
	d.line("a", x.from, base, x.to, base)
	edge := x.from
	if x.kind != word && x.zero {
		edge = x.at(0)
	}
	d.line("a", edge, y.from, edge, y.to)
}

// every returns how many words there are for one that is written.
func (r ruler) every() int {
	if r.kind != word || len(r.words) == 0 {
		return 1
	}
	return int(math.Ceil((fontSize + 2) / (math.Abs(r.to-r.from) / float64(len(r.words)))))
}

// legend writes the colors with their words.
func (d *document) legend(p *plan, at point) {
	if p.legend == "" {
		return
	}
	d.text(at.x, at.y+fontSize/2, "start", "t", p.legend)
	shapes := false
	for _, l := range p.layers {
		shapes = shapes || l.mark == "point"
	}
	for i, w := range p.colors {
		y := at.y + legendRow*float64(i+1)
		shape := paths[1]
		if shapes {
			shape = paths[i%len(paths)]
		}
		fmt.Fprintf(&d.b, `<path fill="%s" transform="translate(%s %s)" d="%s"/>`, palette[i%len(palette)], px(at.x+5), px(y+2), shape)
		d.text(at.x+16, y+2+fontSize/3, "start", "n", cut(w))
	}
}

// mistakeSVG returns a picture of an error.
func mistakeSVG(err error) string {
	d := &document{}
	width := px(letter*float64(utf8.RuneCountInString(err.Error())) + 2*margin)
	text := html.EscapeString(err.Error())
	fmt.Fprintf(&d.b, `<svg xmlns="http://www.w3.org/2000/svg" role="img" aria-label="%s" width="%s" height="34" viewBox="0 0 %[2]s 34">`+"\n", text, width)
	d.b.WriteString(sheet + `<rect class="p" width="` + width + `" height="34"/>`)
	d.text(margin, 22, "start", "n", err.Error())
	d.b.WriteString("</svg>\n")
	return d.b.String()
}
