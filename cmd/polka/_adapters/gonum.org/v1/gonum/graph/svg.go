package graph

import (
	"fmt"
	"html"
	"math"
	"strings"
	"unicode/utf8"
)

// sheet has the colors of both themes.
const sheet = `<style>text{font:12px system-ui,sans-serif;text-anchor:middle;fill:#222}.p{fill:#fff}.n{fill:#d7e6f3;stroke:#2a7ab8;stroke-width:1.5}` +
	`.e{stroke:#888;stroke-width:1.4;fill:none}.a{fill:#888}.w{font-size:11px;paint-order:stroke;stroke:#fff;stroke-width:3px;fill:#555}` +
	`@media(prefers-color-scheme:dark){text{fill:#eee}.p{fill:#161616}.n{fill:#1d3a52;stroke:#5aa6df}.e{stroke:#8a8a8a}.a{fill:#8a8a8a}.w{stroke:#161616;fill:#bbb}}</style>`

// half returns half the width of a node.
func (n node) half() float64 {
	return max(radius, 3.6*float64(utf8.RuneCountInString(n.label))+6)
}

// svg writes the drawing. An edge ends at the border of its node.
func (d *drawing) svg() string {
	var w strings.Builder
	width, height := 0.0, 0.0
	shift := 0.0
	for _, n := range d.nodes {
		shift = max(shift, n.half()+4-n.x)
	}
	for i := range d.nodes {
		d.nodes[i].x += shift
		width, height = max(width, d.nodes[i].x+d.nodes[i].half()+6), max(height, d.nodes[i].y+room)
	}
	fmt.Fprintf(&w, `<svg xmlns="http://www.w3.org/2000/svg" role="img" aria-label="%s" width="%.0f" height="%.0f" viewBox="0 0 %[2]g %[3]g">`+"\n",
		html.EscapeString(d.summary()), math.Ceil(width), math.Ceil(height))
	w.WriteString(sheet + `<rect class="p" width="100%" height="100%"/>` + "\n")
	var labels strings.Builder
	for _, e := range d.edges {
		a, b := d.nodes[e.from], d.nodes[e.to]
		if e.from == e.to {
			fmt.Fprintf(&w, `<circle class="e" cx="%.1f" cy="%.1f" r="9"/>`+"\n", a.x+a.half(), a.y-radius)
			continue
		}
		dx, dy := b.x-a.x, b.y-a.y
		length := math.Hypot(dx, dy)
		end := b.border(dx/length, dy/length)
		x, y := b.x-dx/length*end, b.y-dy/length*end
		fmt.Fprintf(&w, `<path class="e" d="M%.1f,%.1fL%.1f,%.1f"/>`, a.x, a.y, x, y)
		if d.directed {
			fmt.Fprintf(&w, `<path class="a" transform="translate(%.1f %.1f) rotate(%.0f)" d="M0,0L-8,3.5V-3.5Z"/>`, x, y, math.Atan2(dy, dx)*180/math.Pi)
		}
		w.WriteString("\n")
		if e.label != "" {
			fmt.Fprintf(&labels, `<text class="w" x="%.1f" y="%.1f">%s</text>`+"\n", a.x+dx*0.45, a.y+dy*0.45+4, html.EscapeString(e.label))
		}
	}
	for _, n := range d.nodes {
		fmt.Fprintf(&w, `<rect class="n" x="%.1f" y="%.1f" width="%.1f" height="%.0f" rx="%.0f"/><text x="%.1f" y="%.1f">%s</text>`+"\n",
			n.x-n.half(), n.y-radius, 2*n.half(), 2*radius, radius, n.x, n.y+4, html.EscapeString(n.label))
	}
	w.WriteString(labels.String() + "</svg>\n")
	return w.String()
}

// border returns how far the border of the node is from its middle, in a direction.
func (n node) border(dx, dy float64) float64 {
	return min(n.half()/max(math.Abs(dx), 1e-9), radius/max(math.Abs(dy), 1e-9)) + 1
}
