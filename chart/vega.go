// SPDX-License-Identifier: BSD-3-Clause

// Charts as Vega-Lite.
//
// The specification has the marks of the plan as data, with short names: x, y, x2 for the end of a
// range, and c for the color. Titles, tips and the order of words are explicit, so that nothing
// depends on what Vega-Lite derives from field names. Times are sent as they are on the clock of
// their time zone, and shown so.

package chart

import (
	"encoding/json"
	"math"
	"time"
)

type object = map[string]any

// config makes texts and lines have the color of the text around the chart, on the paper of the
// page, so that a chart changes with the theme. This needs elements of the page, SVG rather than a
// canvas, which keeps the color that it was painted in.
func config() object {
	return object{
		"view": object{"stroke": nil},
		"axis": object{"labelColor": ink, "titleColor": ink, "domainColor": ink, "tickColor": ink, "gridColor": ink,
			"domainOpacity": 0.5, "tickOpacity": 0.5, "gridOpacity": 0.15},
		"legend": object{"labelColor": ink, "titleColor": ink},
		"title":  object{"color": ink},
		"style":  object{"guide-label": object{"fill": ink}, "guide-title": object{"fill": ink}},
	}
}

// ink is the color of text in CSS.
const ink = "currentColor"

// vega returns the specification.
func (p *plan) vega() []byte {
	width, height := p.size()
	spec := object{
		"$schema": "https://vega.github.io/schema/vega-lite/v5.json",
		"width":   width, "height": height,
		"background": nil, "config": config(),
		"usermeta": object{"embedOptions": object{"renderer": "svg"}},
	}
	if p.c.title != "" {
		spec["title"] = p.c.title
	}
	var layers []object
	for i, d := range p.layers {
		layers = append(layers, p.unit(d, i == 0))
	}
	if len(layers) == 1 {
		for k, v := range layers[0] {
			spec[k] = v
		}
	} else {
		spec["layer"] = layers
	}
	text, err := json.Marshal(spec)
	if err != nil {
		panic("chart: " + err.Error()) // all numbers are finite
	}
	return text
}

// unit returns the specification of a layer.
func (p *plan) unit(d drawn, first bool) object {
	mark := object{"type": d.mark, "tooltip": true, "color": d.tint, "opacity": d.opacity()}
	switch d.mark {
	case "line":
		mark["point"] = len(d.marks) <= maxVertices
	case "point":
		mark["filled"] = true
		mark["size"] = 50
	}
	x, y := p.x.encoding("x", p.c.zoom), p.y.encoding("y", p.c.zoom)
	if width, _ := p.size(); p.x.kind == word {
		angle := 0
		if newRuler(p.x, 0, float64(width)).slanted() {
			angle = -36
		}
		x["axis"] = object{"labelAngle": angle}
	}
	enc := object{"x": x, "y": y}
	tips := []object{p.x.tip("x"), p.y.tip("y")}
	if d.wide {
		x["bin"] = object{"binned": true}
		enc["x2"] = object{"field": "x2"}
		tips = []object{p.x.tip("x"), {"field": "x2", "type": "quantitative", "title": "to"}, p.y.tip("y")}
	}
	if d.mark == "bar" || d.mark == "area" {
		var stack any
		if d.stacked {
			stack = "zero"
		}
		if d.horizontal {
			x["stack"] = stack
		} else {
			y["stack"] = stack
		}
	}
	if p.legend != "" && len(d.marks) > 0 && d.marks[0].color >= 0 {
		scale := object{"domain": p.colors, "range": cycle(palette, len(p.colors))}
		enc["color"] = object{"field": "c", "type": "nominal", "title": p.legend, "sort": nil, "scale": scale}
		if d.mark == "point" {
			enc["shape"] = object{"field": "c", "type": "nominal", "title": p.legend, "sort": nil,
				"scale": object{"domain": p.colors, "range": cycle(vegaShapes, len(p.colors))}}
		}
		if d.beside {
			offset := object{"field": "c", "sort": p.colors, "scale": object{"domain": p.colors}}
			if d.horizontal {
				enc["yOffset"] = offset
			} else {
				enc["xOffset"] = offset
			}
		}
		if d.stacked {
			enc["order"] = object{"field": "o", "type": "quantitative"}
		}
		tips = append(tips, object{"field": "c", "type": "nominal", "title": p.legend})
	}
	enc["tooltip"] = tips
	unit := object{"data": object{"values": p.values(d)}, "mark": mark, "encoding": enc}
	if p.c.zoom && first && (p.x.kind != word || p.y.kind != word) {
		unit["params"] = []object{{"name": "zoom", "select": "interval", "bind": "scales"}}
	}
	return unit
}

// values returns the marks as rows.
func (p *plan) values(d drawn) []object {
	list := make([]object, 0, len(d.marks))
	for _, m := range d.marks {
		row := object{"x": p.x.value(m.x), "y": p.y.value(m.y)}
		if d.wide {
			row["x2"] = m.to
		}
		if m.color >= 0 {
			row["c"] = p.colors[m.color]
			if d.stacked {
				row["o"] = m.color
			}
		}
		list = append(list, row)
	}
	return list
}

// value returns a place on the axis as JSON has it.
func (s scale) value(v float64) any {
	switch s.kind {
	case word:
		return s.words[int(v)]
	case date:
		return time.UnixMicro(int64(math.Round(v * 1e6))).UTC().Format(time.RFC3339Nano)
	}
	return v
}

func (s scale) vegaType() string {
	switch s.kind {
	case word:
		return "nominal"
	case date:
		return "temporal"
	}
	return "quantitative"
}

// zoomRoom is the distance of marks from the edges, in pixels, where what is beyond is cut off.
const zoomRoom = 8

// encoding returns the axis as a channel.
func (s scale) encoding(field string, zoom bool) object {
	e := object{"field": field, "type": s.vegaType(), "title": s.title}
	switch {
	case s.kind == word:
		e["sort"] = nil
		e["scale"] = object{"domain": s.words}
	case s.kind == date:
		e["scale"] = object{"type": "utc"}
	case s.log:
		e["scale"] = object{"type": "log"}
	default:
		e["scale"] = object{"zero": s.zero}
	}
	if zoom && s.kind != word {
		e["scale"].(object)["padding"] = zoomRoom
	}
	return e
}

// tip returns the line of a field in the tips.
func (s scale) tip(field string) object {
	t := object{"field": field, "type": s.vegaType(), "title": s.title}
	if s.kind == date {
		t["timeUnit"] = "utcyearmonthdatehoursminutesseconds"
	}
	return t
}

// cycle returns n elements of a list, from its beginning again when it ends.
func cycle(list []string, n int) []string {
	all := make([]string, n)
	for i := range all {
		all[i] = list[i%len(list)]
	}
	return all
}
