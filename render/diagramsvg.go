// SPDX-License-Identifier: BSD-3-Clause

package render

import "fmt"

// diagram reports whether the scene needs the style sheet of diagrams.
func (s scene) diagram() bool { return len(s.marks)+len(s.texts) > 0 }

// roles writes the rules of a theme. Each selector begins with the prefix.
func (w *svgWriter) roles(t theme, prefix string) {
	for r := ink; r < tint; r++ {
		w.text(fmt.Sprintf("%s.plk-%s{color:%v}", prefix, roleNames[r], t.role(r)))
	}
}

// marks writes lines and areas. An area may have a border.
func (w *svgWriter) marks(list []mark) {
	for _, m := range list {
		w.text("<path")
		class, fill, stroke := "", "none", ""
		switch {
		case m.fill >= tint:
			class, fill = fmt.Sprintf("plk-%d", m.fill-tint), ""
		case m.fill != none:
			class, fill = "plk-"+roleNames[m.fill], "currentColor"
		}
		if m.stroke != none && (m.fill == none || m.fill >= tint || m.fill == m.stroke) {
			stroke = "currentColor"
			if m.fill != m.stroke {
				class = join(class, "plk-"+roleNames[m.stroke])
			}
		}
		w.attribute("class", class)
		w.attribute("fill", fill)
		if m.percent > 0 && m.percent < 100 {
			w.attribute("fill-opacity", number(float64(m.percent)/100))
		}
		w.attribute("stroke", stroke)
		if stroke != "" {
			w.attribute("stroke-width", number(m.width))
			if m.dashed {
				w.attribute("stroke-dasharray", "4 3")
			}
			w.text(` stroke-linejoin="round" stroke-linecap="round"`)
		}
		w.attribute("data-part", m.part)
		w.text(` d="`)
		for _, one := range m.lines {
			w.polyline(one, m.closed)
		}
		if m.title != "" {
			w.text("\"><title>" + escape(m.title) + "</title></path>\n")
		} else {
			w.text("\"/>\n")
		}
	}
}

// polyline writes the data of a path, closed or open.
func (w *svgWriter) polyline(points loop, closed bool) {
	for i, p := range points {
		if i == 0 {
			w.text("M" + number(p.x) + pair(number(p.y)))
			continue
		}
		w.step(points[i-1], p)
	}
	if closed {
		w.text("z")
	}
}

// texts writes words. Those that follow each other and look the same share a group.
func (w *svgWriter) texts(list []text) {
	for i := 0; i < len(list); {
		next := i + 1
		for next < len(list) && list[next].look() == list[i].look() {
			next++
		}
		w.text(`<g class="plk-t plk-` + roleNames[list[i].role] + `"`)
		w.look(list[i])
		w.text(">")
		for _, t := range list[i:next] {
			w.text("<text")
			w.attribute("data-part", t.part)
			if t.upward {
				w.text(fmt.Sprintf(` transform="translate(%s %s)rotate(-90)"`, number(t.at.x), number(t.at.y)))
			} else {
				w.attribute("x", number(t.at.x))
				w.attribute("y", number(t.at.y))
			}
			w.text(">" + escape(t.words) + "</text>")
		}
		w.text("</g>\n")
		i = next
	}
}

// look returns a text without what is its own.
func (t text) look() text {
	t.at, t.words, t.part, t.upward = point{}, "", "", false
	return t
}

// look writes what texts have in common.
func (w *svgWriter) look(t text) {
	w.attribute("font-size", number(t.size))
	switch t.anchor {
	case middle:
		w.text(` text-anchor="middle"`)
	case end:
		w.text(` text-anchor="end"`)
	}
	if t.bold {
		w.text(` font-weight="600"`)
	}
	if t.code {
		w.text(` style="font-family:var(--jp-code-font-family,ui-monospace,monospace)"`)
	}
}

// attribute writes an attribute that has a value.
func (w *svgWriter) attribute(name, value string) {
	if value != "" {
		w.text(fmt.Sprintf(` %s="%s"`, name, escape(value)))
	}
}

func join(a, b string) string {
	if a == "" {
		return b
	}
	return a + " " + b
}
