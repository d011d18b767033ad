// Package orb draws geometries of orb as SVG documents, with the second coordinate upward.
package orb

import (
	"fmt"
	"math"
	"strings"

	"github.com/paulmach/orb"

	"polka/internal/plural"
	"polka/kernel/display"
)

func init() {
	display.Register(func(g orb.Geometry) any {
		d := drawing{bound: g.Bound()}
		d.place()
		d.add(g)
		b := display.Text(d.summary(g))
		if d.points > 0 && d.points <= most && finite(d.bound) {
			b.Data[display.SVGType] = []byte(d.svg(b.Plain()))
		}
		return b
	})
}

const (
	most = 200_000 // points of a geometry that is drawn
	room = 10      // at the edges, in pixels
	dot  = 3.5     // the radius of a point, in pixels
)

// The greatest size of a drawing without its edges, in pixels.
const (
	mostWide = 420
	mostTall = 300
)

// A drawing is an SVG document to which geometries are added.
type drawing struct {
	bound  orb.Bound
	scale  float64 // pixels in a unit
	points int
	shapes strings.Builder
}

// place chooses the scale. A geometry in a single place has the scale 1.
func (d *drawing) place() {
	w, h := d.size()
	d.scale = min(mostWide/w, mostTall/h)
	if math.IsInf(d.scale, 0) || math.IsNaN(d.scale) {
		d.scale = 1
	}
}

// size returns the width and the height of the geometry.
func (d *drawing) size() (w, h float64) {
	return d.bound.Max[0] - d.bound.Min[0], d.bound.Max[1] - d.bound.Min[1]
}

// at returns the place of a point in the document.
func (d *drawing) at(p orb.Point) (x, y float64) {
	return room + (p[0]-d.bound.Min[0])*d.scale, room + (d.bound.Max[1]-p[1])*d.scale
}

// add draws a geometry.
func (d *drawing) add(g orb.Geometry) {
	switch g := g.(type) {
	case orb.Point:
		x, y := d.at(g)
		d.points++
		fmt.Fprintf(&d.shapes, `<circle class="d" cx="%.1f" cy="%.1f" r="%g"/>`+"\n", x, y, dot)
	case orb.MultiPoint:
		for _, p := range g {
			d.add(p)
		}
	case orb.LineString:
		d.path("l", false, g)
	case orb.MultiLineString:
		d.path("l", false, g...)
	case orb.Ring:
		d.add(orb.Polygon{g})
	case orb.Polygon:
		var lines []orb.LineString
		for _, r := range g {
			lines = append(lines, orb.LineString(r))
		}
		d.path("a", true, lines...)
	case orb.MultiPolygon:
		for _, p := range g {
			d.add(p)
		}
	case orb.Bound:
		d.add(g.ToPolygon())
	case orb.Collection:
		for _, part := range g {
			d.add(part)
		}
	}
}

// path draws lines as one path. The holes of an area are rings of their own.
func (d *drawing) path(class string, closed bool, lines ...orb.LineString) {
	fmt.Fprintf(&d.shapes, `<path class="%s" d="`, class)
	for _, line := range lines {
		for i, p := range line {
			x, y := d.at(p)
			command := 'L'
			if i == 0 {
				command = 'M'
			}
			fmt.Fprintf(&d.shapes, "%c%.1f,%.1f", command, x, y)
			d.points++
		}
		if closed && len(line) > 0 {
			d.shapes.WriteByte('Z')
		}
	}
	d.shapes.WriteString("\"/>\n")
}

// summary describes a geometry on one line.
func (d *drawing) summary(g orb.Geometry) string {
	text := fmt.Sprintf("%s of %s", g.GeoJSONType(), plural.Count(d.points, "point"))
	if d.points > 0 {
		text += fmt.Sprintf(", from %.6g,%.6g to %.6g,%.6g", d.bound.Min[0], d.bound.Min[1], d.bound.Max[0], d.bound.Max[1])
	}
	return text
}

// sheet has the colors of both themes.
const sheet = `<style>.p{fill:#fff}.a{fill:#2a7ab8;fill-opacity:.3;fill-rule:evenodd;stroke:#2a7ab8}.l{fill:none;stroke:#c77700}` +
	`.a,.l{stroke-width:1.5;stroke-linejoin:round;stroke-linecap:round}.d{fill:#c2255c}` +
	`@media(prefers-color-scheme:dark){.p{fill:#161616}.a{fill:#5aa6df;stroke:#5aa6df}.l{stroke:#f0a030}.d{fill:#f783ac}}</style>`

// svg returns the document.
func (d *drawing) svg(label string) string {
	w, h := d.size()
	return fmt.Sprintf(`<svg xmlns="http://www.w3.org/2000/svg" role="img" aria-label="%s" width="%.0f" height="%.0f" viewBox="0 0 %[2]g %[3]g">`+"\n"+
		`%s<rect class="p" width="100%%" height="100%%"/>`+"\n%s</svg>\n",
		label, math.Ceil(w*d.scale)+2*room, math.Ceil(h*d.scale)+2*room, sheet, d.shapes.String())
}

// finite reports whether all coordinates are numbers.
func finite(b orb.Bound) bool {
	for _, x := range []float64{b.Min[0], b.Min[1], b.Max[0], b.Max[1]} {
		if math.IsInf(x, 0) || math.IsNaN(x) {
			return false
		}
	}
	return true
}
