// SPDX-License-Identifier: BSD-3-Clause

// Pictures of progress.
//
// A computation that consists of parts is drawn as a map: a cell for each group of neighboring
// parts, filled from the bottom as far as the group is done. So the picture does not depend on
// color. Cells that are done and stand side by side are one rectangle, which keeps the picture of a
// thousand cells small.

package render

import (
	"fmt"
	"strings"
)

// A Progress is the progress of a computation that consists of parts, such as a campaign. [Draw]
// draws it.
type Progress struct {
	Title string

	// Groups has, for each group of neighboring parts, the fraction that is done, from 0 to 1.
	Groups []float64

	// Lines are shown below the map.
	Lines []string
}

const (
	progressColumns = 50
	progressSide    = 12.0 // of a cell, in pixels
)

// String returns the progress as text: the title, the map in shades, and the lines.
func (p Progress) String() string {
	var b strings.Builder
	b.WriteString(p.Title + "\n")
	for i, done := range p.Groups {
		b.WriteString([]string{"·", "░", "▒", "▓", "█"}[shadeOf(done)])
		if (i+1)%progressColumns == 0 || i == len(p.Groups)-1 {
			b.WriteString("\n")
		}
	}
	b.WriteString(strings.Join(p.Lines, "\n"))
	return plain(strings.TrimRight(b.String(), "\n"))
}

// shadeOf is 0 if nothing is done and 4 if all is.
func shadeOf(done float64) int {
	switch {
	case !(done > 0): // NaN too
		return 0
	case done >= 1:
		return 4
	}
	return 1 + int(3*done)
}

// picture draws the progress.
func (p Progress) picture() Picture {
	return diagramOf(func() diagram {
		var d diagram
		d.caption(p.Title)
		d.height += 4
		d.progressMap(p.Groups)
		for _, line := range p.Lines {
			d.caption(line)
		}
		d.summary = fmt.Sprintf("%s: %s", p.Title, strings.Join(p.Lines, "; "))
		return d
	}, p.String)
}

// progressMap draws the groups.
func (d *diagram) progressMap(groups []float64) {
	if len(groups) == 0 {
		return
	}
	rows := (len(groups) + progressColumns - 1) / progressColumns
	area, done := mark{closed: true, fill: free}, mark{closed: true, fill: good}
	for row := range rows {
		cells := groups[row*progressColumns : min((row+1)*progressColumns, len(groups))]
		y := d.height + float64(row)*(progressSide+2)
		area.lines = append(area.lines, rectangle(0, y, float64(len(cells))*progressSide, progressSide))
		for i := 0; i < len(cells); {
			part := progressPart(cells[i])
			j := i + 1
			for j < len(cells) && progressPart(cells[j]) == part {
				j++
			}
			if part > 0 {
				height := progressSide * part
				done.lines = append(done.lines, rectangle(float64(i)*progressSide, y+progressSide-height, float64(j-i)*progressSide, height))
			}
			i = j
		}
	}
	d.marks = append(d.marks, area)
	if len(done.lines) > 0 {
		d.marks = append(d.marks, done)
	}
	d.width = max(d.width, progressSide*float64(min(len(groups), progressColumns)))
	d.height += float64(rows)*(progressSide+2) + 6
}

// progressPart returns the height to which a cell is filled, in quarters.
func progressPart(done float64) float64 { return float64(shadeOf(done)) / 4 }
