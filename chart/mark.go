// SPDX-License-Identifier: BSD-3-Clause

package chart

import (
	"fmt"
	"html"
	"strings"
)

// layer writes the marks of a layer.
func (d *document) layer(p *plan, l drawn, x, y ruler) {
	switch l.mark {
	case "bar":
		d.bars(p, l, x, y)
	case "area":
		d.areas(p, l, x, y)
	case "line":
		d.lines(p, l, x, y)
	default:
		for _, m := range l.marks {
			d.dot(p, l, m, x, y, paths[max(m.color, 0)%len(paths)])
		}
	}
}

// colorOf returns the color of a mark.
func (l drawn) colorOf(m datum) string {
	if m.color < 0 {
		return l.tint
	}
	return palette[m.color%len(palette)]
}

// crowd is the number of points from which they are translucent and have no tips.
const crowd = 200

// opacity is less than 1 for marks that may hide each other.
func (l drawn) opacity() float64 {
	if l.mark == "point" && len(l.marks) >= crowd || l.mark == "area" && !l.stacked {
		return 0.6
	}
	return 1
}

// tip returns the title of a mark, which pages show as a tip.
func (p *plan) tip(m datum, wide bool) string {
	x := p.x.word(m.x)
	if wide {
		x += " to " + p.x.word(m.to)
	}
	text := p.x.title + ": " + x + ", " + p.y.title + ": " + p.y.word(m.y)
	if m.color >= 0 {
		text += ", " + p.legend + ": " + p.colors[m.color]
	}
	return "<title>" + html.EscapeString(text) + "</title>"
}

// word writes a place on the axis.
func (s scale) word(v float64) string {
	if s.kind == word {
		return s.words[int(v)]
	}
	return column{kind: s.kind, numbers: []float64{v}}.word(0)
}

func (d *document) dot(p *plan, l drawn, m datum, x, y ruler, shape string) {
	tip := ""
	if len(l.marks) < crowd {
		tip = p.tip(m, false)
	}
	fmt.Fprintf(&d.b, `<path fill="%s" fill-opacity="%s" transform="translate(%s %s)" d="%s">%s</path>`+"\n",
		l.colorOf(m), px(l.opacity()), px(x.at(m.x)), px(y.at(m.y)), shape, tip)
}

// A stack has the ends of the bars or areas so far, up and down, by place.
type stack map[[2]float64]float64

// next returns the ends of one more on top of those at a place.
func (s stack) next(at, length float64, stacked bool) (from, to float64) {
	if !stacked {
		return 0, length
	}
	side := [2]float64{at, 1}
	if length < 0 {
		side[1] = -1
	}
	from = s[side]
	s[side] = from + length
	return from, from + length
}

func (d *document) bars(p *plan, l drawn, x, y ruler) {
	s := make(stack)
	for _, m := range l.marks {
		var x1, x2, y1, y2 float64
		if l.horizontal {
			from, to := s.next(m.y, m.x, l.stacked)
			x1, x2 = x.at(from), x.at(to)
			y1, y2 = l.span(p, m, y.at(m.y), y.band())
		} else {
			from, to := s.next(m.x, m.y, l.stacked)
			y1, y2 = y.at(from), y.at(to)
			x1, x2 = l.span(p, m, x.at(m.x), x.band())
			if l.wide {
				x1, x2 = x.at(m.x)+0.5, x.at(m.to)-0.5
			}
		}
		fmt.Fprintf(&d.b, `<rect fill="%s" x="%s" y="%s" width="%s" height="%s">%s</rect>`+"\n",
			l.colorOf(m), px(min(x1, x2)), px(min(y1, y2)), px(max(x1, x2)-min(x1, x2)), px(max(y1, y2)-min(y1, y2)), p.tip(m, l.wide))
	}
}

// span returns the edges of a bar in a band: the whole band, or the part of its color.
func (l drawn) span(p *plan, m datum, middle, band float64) (from, to float64) {
	from = middle - band/2
	if !l.beside {
		return from, from + band
	}
	part := band / float64(len(p.colors))
	from += part * float64(m.color)
	return from, from + part
}

// byColor returns the marks of each color.
func (l drawn) byColor(n int) [][]datum {
	list := make([][]datum, max(n, 1))
	for _, m := range l.marks {
		list[max(m.color, 0)] = append(list[max(m.color, 0)], m)
	}
	return list
}

func (d *document) lines(p *plan, l drawn, x, y ruler) {
	for _, list := range l.byColor(len(p.colors)) {
		if len(list) == 0 {
			continue
		}
		var path strings.Builder
		for i, m := range list {
			c := "L"
			if i == 0 {
				c = "M"
			}
			path.WriteString(c + px(x.at(m.x)) + "," + px(y.at(m.y)))
		}
		fmt.Fprintf(&d.b, `<path fill="none" stroke="%s" stroke-width="2" stroke-linejoin="round" d="%s"/>`+"\n", l.colorOf(list[0]), &path)
		if len(l.marks) <= maxVertices {
			for _, m := range list {
				d.dot(p, l, m, x, y, paths[0])
			}
		}
	}
}

func (d *document) areas(p *plan, l drawn, x, y ruler) {
	s := make(stack)
	for _, list := range l.byColor(len(p.colors)) {
		if len(list) == 0 {
			continue
		}
		var above, below string
		for i, m := range list {
			from, to := s.next(m.x, m.y, l.stacked)
			c := "L"
			if i == 0 {
				c = "M"
			}
			above += c + px(x.at(m.x)) + "," + px(y.at(to))
			below = "L" + px(x.at(m.x)) + "," + px(y.at(from)) + below
		}
		fmt.Fprintf(&d.b, `<path fill="%s" fill-opacity="%s" d="%s%sZ"/>`+"\n", l.colorOf(list[0]), px(l.opacity()), above, below)
	}
}
