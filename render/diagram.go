// SPDX-License-Identifier: BSD-3-Clause

// Diagrams: pictures that are not made of cells.
//
// A matrix, the links of a data structure, a search tree and a chart consist of marks (lines and
// areas) and texts. The appearance of a mark or a text is given by roles, never by a color, so a
// diagram is readable on light paper, on dark paper and in print.

package render

import "math"

// A diagram is a drawing made of marks and texts, in pixels from its upper left corner.
type diagram struct {
	width, height float64
	marks         []mark // from the back to the front
	texts         []text // in front of all marks
	summary       string // for readers who cannot see it
}

// A mark is a set of lines, or an area if they are closed.
type mark struct {
	lines  []loop
	closed bool
	fill   role
	// percent is the opacity of the fill; 0 means 100
	percent int
	stroke  role
	width   float64 // of the stroke
	dashed  bool
	title   string // shown when the pointer rests on it
	part    string // its name for scripts; "" for most
}

// A text is a word or a line.
type text struct {
	at     point // the middle, the beginning or the end of the base line
	words  string
	size   float64
	role   role
	anchor anchor
	bold   bool
	code   bool   // in letters of equal width
	upward bool   // rotated by 90 degrees counterclockwise
	part   string // its name for scripts; "" for most
}

type anchor int

const (
	middle anchor = iota
	start
	end
)

// A role is the meaning of a mark or a text, which determines its color on each paper.
type role int

const (
	none    role = iota
	ink          // text, and lines that matter
	muted        // text that matters less
	faint        // lines to guide the eye
	paper        // covers what is behind it
	good         // solutions, links that are made
	bad          // dead ends, links that are cut
	strange      // links, and the current path
	print        // text and lines on a fill
	free         // cells of a board without a piece
	tint         // and above: the fills of pieces
)

// hue returns the role of an area in the fill of that number.
func hue(i int) role { return tint + role(i) }

// roleNames are what style sheets call the roles below tint.
var roleNames = [tint]string{"", "ink", "muted", "faint", "paper", "good", "bad", "strange", "print", "free"}

// roleColors are their colors. Those of text have a contrast of at least 4.5 to 1 on their paper.
var roleColors = [tint]struct{ light, dark color }{
	ink:     {light.text, dark.text},
	muted:   {color{0x5c, 0x5c, 0x5c}, color{0xbc, 0xbc, 0xbc}},
	faint:   {color{0xd4, 0xd4, 0xd4}, color{0x48, 0x48, 0x48}},
	paper:   {light.paper, dark.paper},
	good:    {color{0x00, 0x6b, 0x4e}, color{0x5f, 0xd3, 0xae}},
	bad:     {color{0xb2, 0x45, 0x00}, color{0xff, 0x9d, 0x5c}},
	strange: {color{0x00, 0x62, 0x9b}, color{0x7c, 0xc4, 0xf5}},
	print:   {light.ink, light.ink},
	free:    {light.free, dark.free},
}

// role returns the color of a role.
func (t theme) role(r role) color {
	switch {
	case r >= tint:
		return t.fills[r-tint]
	case t.paper == dark.paper:
		return roleColors[r].dark
	}
	return roleColors[r].light
}

// scene returns the diagram as the input of all writers.
func (d *diagram) scene() scene {
	return scene{width: d.width, height: d.height, summary: d.summary, marks: d.marks, texts: d.texts}
}

// diagramOf makes a picture of a diagram and of the same content as text.
func diagramOf(draw func() diagram, words func() string) Picture {
	return sceneOf(func() scene {
		d := draw()
		return d.scene()
	}, words)
}

// sceneOf makes a picture of a scene.
func sceneOf(draw func() scene, words func() string) Picture {
	return Picture{composed: &composition{scenes: func() []scene { return []scene{draw()} }, words: words}}
}

// rectangle returns a path around a box.
func rectangle(x, y, width, height float64) loop {
	return loop{{x, y}, {x + width, y}, {x + width, y + height}, {x, y + height}}
}

// line returns a mark of one stroke.
func line(r role, width float64, points ...point) mark {
	return mark{lines: []loop{points}, stroke: r, width: width}
}

// arrowHead returns the tip of an arrow between two points.
func arrowHead(from, to point, size float64) loop {
	dx, dy := unit(from, to)
	back := point{to.x - size*dx, to.y - size*dy}
	side := 0.42 * size
	return loop{to, {back.x - side*dy, back.y + side*dx}, {back.x + side*dy, back.y - side*dx}}
}

// unit returns the direction from one point to another, of length 1.
func unit(from, to point) (dx, dy float64) {
	length := math.Hypot(to.x-from.x, to.y-from.y)
	if length == 0 {
		return 0, 0
	}
	return (to.x - from.x) / length, (to.y - from.y) / length
}
