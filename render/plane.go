// SPDX-License-Identifier: BSD-3-Clause

package render

import (
	"fmt"

	"polka/plane"
	"polka/shapes"
)

// ofPlane draws the values of package plane. An answer without a tiling is the shape, with the
// reason below it.
func ofPlane(v any) (p Picture, ok bool) {
	switch v := v.(type) {
	case plane.Tiling:
		return ofPlane([]plane.Tiling{v})
	case []plane.Tiling:
		return Picture{count: len(v), what: "tilings", panel: func(i int, _ scheme) panel { return panelOfPlane(v[i]) }}, true
	case plane.Mixed:
		return ofPlane([]plane.Mixed{v})
	case []plane.Mixed:
		return Picture{count: len(v), what: "tilings", panel: func(i int, _ scheme) panel { return panelOfMixed(v[i]) }}, true
	case plane.Decision:
		return ofPlane([]plane.Decision{v})
	case []plane.Decision:
		return Picture{count: len(v), what: "answers", panel: func(i int, _ scheme) panel {
			one := panelOfShape(v[i].Shape)
			if v[i].Verdict == plane.Tiles {
				one = panelOfPlane(v[i].Tiling)
			}
			one.caption = v[i].String()
			return one
		}}, true
	case plane.Coronas:
		return ofPlane([]plane.Coronas{v})
	case []plane.Coronas:
		return Picture{count: len(v), what: "shapes with coronas", panel: func(i int, _ scheme) panel { return panelOfCoronas(v[i]) }}, true
	case plane.Band:
		return ofPlane([]plane.Band{v})
	case []plane.Band:
		return Picture{count: len(v), what: "bands", panel: func(i int, _ scheme) panel { return panelOfBand(v[i]) }}, true
	case plane.Regions:
		return ofPlane([]plane.Regions{v})
	case []plane.Regions:
		return Picture{count: len(v), what: "classified shapes", panel: func(i int, _ scheme) panel {
			one := panelOfShape(v[i].Shape)
			if v[i].Best.Rows > 0 {
				one = panelOfBand(v[i].Best)
			}
			one.caption = v[i].String()
			return one
		}}, true
	}
	return Picture{}, false
}

// The fills of pictures of the plane: of the shape inside its coronas, of copies around a period,
// and of orbits and coronas.
const (
	centerFill = 1
	aroundFill = 7
)

var orbitFills = [...]int{0, 2, 4, 5, 3, 6}

// coronasOfPatch is how many coronas of the first copy are drawn.
const coronasOfPatch = 2

// A periodic is a tiling of the plane that translations repeat.
type periodic interface {
	fmt.Stringer
	Copies() []shapes.Shape
	Period() (u, v shapes.Cell)
	Patch(k int) []shapes.Shape
}

// panelOfPlane draws a patch of a tiling: a translation of each copy of a period in color, each
// orbit in its own, and others around them on plain paper.
func panelOfPlane(t plane.Tiling) panel {
	return panelOfPeriod(t, t.Orbit, func(int) string { return "" })
}

// panelOfMixed does the same for a tiling by several shapes, each of which has its own color.
func panelOfMixed(m plane.Mixed) panel {
	return panelOfPeriod(m, m.TileOf, func(i int) string { return fmt.Sprintf(", of shape %d", m.TileOf(i)+1) })
}

// panelOfPeriod draws a patch of a tiling. The class of a copy of a period determines its color,
// and of is added to its title.
func panelOfPeriod(t periodic, class func(i int) int, of func(i int) string) panel {
	p := panel{caption: t.String(), summary: "tiling of the plane: " + t.String()}
	add := func(s shapes.Shape, color int, title string) {
		p.parts = append(p.parts, part{cells: s, color: color, title: title})
	}
	copies := t.Copies()
	period := make(map[modulo]int)
	for i, s := range copies {
		period[moduloPeriod(s, t)] = i
	}
	drawn := make([]bool, len(copies))
	own := func(s shapes.Shape, i int) {
		drawn[i] = true
		add(s, orbitFills[class(i)%len(orbitFills)], fmt.Sprintf("copy %d of a period%s", i+1, of(i)))
	}
	for _, s := range t.Patch(coronasOfPatch) { // the first translation of a copy is the closest
		if i := period[moduloPeriod(s, t)]; !drawn[i] {
			own(s, i)
		} else {
			add(s, aroundFill, "a translation"+of(i))
		}
	}
	for i, s := range copies {
		if !drawn[i] {
			own(s, i)
		}
	}
	return p
}

// modulo is a shape up to the translations of a tiling.
type modulo struct {
	shape shapes.Shape // in the corner
	x, y  int
}

func moduloPeriod(s shapes.Shape, t periodic) modulo {
	u, v := t.Period() // u is parallel to the rows
	at, _ := s.Bounds()
	for ; at.Y < 0; at.Y += v.Y {
		at.X += v.X
	}
	for ; at.Y >= v.Y; at.Y -= v.Y {
		at.X -= v.X
	}
	return modulo{s.Normal(), (at.X%u.X + u.X) % u.X, at.Y}
}

// panelOfCoronas draws the shape and its coronas, each in its own color.
func panelOfCoronas(c plane.Coronas) panel {
	p := panel{caption: c.String(), summary: c.String()}
	p.parts = append(p.parts, part{cells: c.Shape, color: centerFill, title: "the shape"})
	for k, corona := range c.List {
		for _, s := range corona {
			p.parts = append(p.parts, part{cells: s, color: orbitFills[k%len(orbitFills)], title: fmt.Sprintf("corona %d", k+1)})
		}
	}
	return p
}

// panelOfBand draws a rectangle, or the copies before the first period of a half strip, in one
// color, a period in another, and the next one on plain paper; of a strip also the one before.
func panelOfBand(b plane.Band) panel {
	p := panel{caption: b.String(), summary: b.String()}
	add := func(list []shapes.Shape, dx, color int, title string) {
		for _, s := range list {
			p.parts = append(p.parts, part{cells: s.Translate(dx, 0, 0), color: color, title: title})
		}
	}
	switch {
	case len(b.Repeated) == 0:
		add(b.Start, 0, orbitFills[0], "a copy")
		return p
	case b.Both:
		add(b.Repeated, -b.Columns, aroundFill, "a translation")
	}
	add(b.Start, 0, orbitFills[1], "before the first period")
	add(b.Repeated, 0, orbitFills[0], "a period")
	add(b.Repeated, b.Columns, aroundFill, "a translation")
	return p
}
