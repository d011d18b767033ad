// SPDX-License-Identifier: BSD-3-Clause

// Legends.
//
// The names of some pieces, such as those of hexiamonds, are words, which do not fit the pieces. In
// a picture of one tiling such pieces have letters, and a line below the picture says which piece
// each letter is. A tiling by copies of one piece needs no letters.

package render

import (
	"slices"
	"strings"
	"unicode/utf8"

	"polka/internal/letter"
)

// leastLettered is the size of the smallest pieces with letters: on a half square or a single
// triangle, a letter would hide the borders.
const leastLettered = 3

// addLegend gives the parts of a tiling letters if at least two pieces have names that are too
// long. Names are those of the parts.
func (p *panel) addLegend(names []string) {
	var long, known []string
	for i, name := range names {
		switch {
		case p.parts[i].cells.Size() < leastLettered:
			return
		case name == "" || slices.Contains(known, name):
		case label(name) == "":
			long = append(long, name)
			fallthrough
		default:
			known = append(known, name)
		}
	}
	if len(long) < 2 {
		return
	}
	letters := letter.Choose(known)
	for i, name := range known {
		if slices.Contains(long, name) {
			p.legend = append(p.legend, string(letters[i])+" "+name)
		}
	}
	slices.Sort(p.legend)
	for i, name := range names {
		if slices.Contains(long, name) {
			p.parts[i].label, p.parts[i].legend = string(letters[slices.Index(known, name)]), true
		}
	}
}

// legendLines returns the legend in lines of so many letters, without breaking a name.
func (p *panel) legendLines(letters int) (lines []string) {
	line := ""
	for i, entry := range p.legend {
		if i+1 < len(p.legend) {
			entry += ","
		}
		if line != "" && utf8.RuneCountInString(line+" "+entry) > letters {
			lines, line = append(lines, line), ""
		}
		line = strings.TrimLeft(line+" "+entry, " ")
	}
	return append(lines, line)
}

// withoutLegend removes the legend and its letters.
func (p *panel) withoutLegend() {
	if p.legend == nil {
		return
	}
	p.legend = nil
	p.parts = slices.Clone(p.parts)
	for i := range p.parts {
		if p.parts[i].legend {
			p.parts[i].label, p.parts[i].legend = "", false
		}
	}
}
