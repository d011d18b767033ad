// SPDX-License-Identifier: BSD-3-Clause

// The picture of the graph of cells.
//
// Cells are lines of text in the order of their first runs, each with a dot; an arc leads from a
// cell to each cell that has read what it made. Stale cells have an open dot, and dashed arcs lead
// to them. The picture has the color of the text around it, so it fits light and dark pages.

package fresh

import (
	"cmp"
	"fmt"
	"html"
	"maps"
	"slices"
	"strings"
	"unicode/utf8"
)

// maxPicture is the number of cells of a picture. If there are more, it shows the stale ones and
// those that they have read from, as far as there is room.
const maxPicture = 40

// Measures of the picture, in pixels.
const (
	lineHeight = 22
	dotSize    = 5
	arcStep    = 9   // how much farther an arc bends for each line that it spans
	arcMost    = 110 // the farthest
	charWidth  = 7.3
	codeWidth  = 48 // characters of code
)

// State is the state of a cell in one word: "stale", "lost" if it is no longer on the page,
// "failed", "shadowed" if what it declares was declared again, or "" if it is up to date.
func (g *Graph) State(c *Cell) string {
	switch {
	case c.Deleted:
		return "lost"
	case c.Stale():
		return "stale"
	case c.Failed:
		return "failed"
	}
	if names, _ := g.Shadowed(c); len(names) > 0 {
		return "shadowed"
	}
	return ""
}

// SVG draws the graph; it is empty if there are no cells.
func (g *Graph) SVG() string {
	cells := g.shownCells()
	if len(cells) == 0 {
		return ""
	}
	at := make(map[*Cell]int)
	for i, c := range cells {
		at[c] = i
	}
	y := func(i int) int { return lineHeight*i + lineHeight/2 }
	var arcs strings.Builder
	left := 0
	for _, c := range cells {
		for _, source := range sorted(g.Sources(c)) {
			i, ok := at[source]
			if !ok {
				continue
			}
			j := at[c]
			bend := min(arcStep*max(i-j, j-i)+arcStep, arcMost)
			left = max(left, bend)
			dashes := ""
			if c.Stale() {
				dashes = ` stroke-dasharray="4 3"`
			}
			names := g.Sources(c)[source]
			slices.Sort(names)
			fmt.Fprintf(&arcs, `<path d="M%d %dC%d %d %d %d %d %d" fill="none" stroke="currentColor" stroke-opacity=".55"%s><title>%s: from cell %d to cell %d</title></path>`,
				-dotSize-1, y(i), -dotSize-1-bend*4/3, y(i), -dotSize-1-bend*4/3, y(j), -dotSize-1, y(j), dashes,
				html.EscapeString(strings.Join(slices.Compact(names), ", ")), source.Number, c.Number)
		}
	}
	var b strings.Builder
	width := 0.0
	var lines strings.Builder
	for i, c := range cells {
		label := fmt.Sprintf("cell %d", c.Number)
		code := firstLine(c.Code)
		state := g.State(c)
		if c.Stale() {
			state += ": " + c.Reason.String()
		}
		fill := "currentColor"
		if state != "" && state != "shadowed" {
			fill = "none"
		}
		fmt.Fprintf(&lines, `<circle cx="0" cy="%d" r="%d" fill="%s" stroke="currentColor" stroke-width="1.5"/>`, y(i), dotSize-1, fill)
		fmt.Fprintf(&lines, `<text x="12" y="%d" fill="currentColor" font-size="12" font-family="monospace" dominant-baseline="central">%s <tspan fill-opacity=".75">%s</tspan>`,
			y(i), label, html.EscapeString(code))
		if state != "" {
			fmt.Fprintf(&lines, ` <tspan font-weight="bold">%s</tspan>`, html.EscapeString(state))
		}
		lines.WriteString("</text>")
		width = max(width, charWidth*float64(utf8.RuneCountInString(label+" "+code+" "+state)+3))
	}
	left += 2 * dotSize
	fmt.Fprintf(&b, `<svg xmlns="http://www.w3.org/2000/svg" width="%d" height="%d" viewBox="%d 0 %d %d" role="img"><title>%s</title>`,
		left+int(width), lineHeight*len(cells), -left, left+int(width), lineHeight*len(cells), "cells and what they have read from each other")
	b.WriteString(arcs.String() + lines.String() + "</svg>")
	return b.String()
}

// sorted returns the keys of m in the order of their first runs.
func sorted(m map[*Cell][]string) []*Cell {
	return slices.SortedFunc(maps.Keys(m), func(a, b *Cell) int { return cmp.Compare(a.first, b.first) })
}

// shownCells returns the cells of the picture.
func (g *Graph) shownCells() []*Cell {
	cells := slices.DeleteFunc(g.Cells(), func(c *Cell) bool { return c.Code == "" })
	if len(cells) <= maxPicture {
		return cells
	}
	show := make(map[*Cell]bool)
	for _, c := range cells {
		if c.Stale() {
			show[c] = true
			for s := range g.Sources(c) {
				show[s] = true
			}
		}
	}
	cells = slices.DeleteFunc(cells, func(c *Cell) bool { return !show[c] })
	return cells[:min(len(cells), maxPicture)]
}

// firstLine is the beginning of the first line of code.
func firstLine(code string) string {
	for line := range strings.Lines(code) {
		line = strings.TrimSpace(line)
		if line == "" || strings.HasPrefix(line, "//") {
			continue
		}
		if r := []rune(line); len(r) > codeWidth {
			return string(r[:codeWidth-1]) + "…"
		}
		return line
	}
	return ""
}
