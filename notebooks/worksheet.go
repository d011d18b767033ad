// SPDX-License-Identifier: BSD-3-Clause

// Worksheets.
//
// A worksheet is a lesson on paper: each exercise has its declaration and lines to write on, and
// neither a cell with a check nor its output. The sheet of answers has the texts of the exercises
// with the solutions.

package notebooks

import (
	"strings"

	"polka/kernel/nb"
)

// mostLines is the greatest number of lines to write on: one page.
const mostLines = 26

// Worksheet returns the notebook of l for paper, with its outputs.
func (l *Lesson) Worksheet() *nb.Notebook {
	n := l.Notebook.Clone()
	gone := make(map[*nb.Cell]bool)
	for _, e := range l.Exercises {
		answer, check := n.Cells[e.Cell], n.Cells[e.Cell+1]
		answer.Outputs, answer.Count = nil, 0
		// Handwriting needs more room than type, and not everybody finds the shortest program.
		lines := strings.Count(strings.TrimSpace(e.Solution), "\n") + 1
		answer.Metadata = map[string]any{"polka": map[string]any{"room": float64(min(lines*4/3+3, mostLines))}}
		gone[check] = true
	}
	cells := n.Cells[:0:0]
	for i, c := range n.Cells {
		if gone[c] || strings.HasPrefix(c.Source, "%lang ") {
			continue
		}
		cells = append(cells, c)
		if i == 0 {
			text := l.words.Text("Name: ______________________________ Date: ______________")
			cells = append(cells, &nb.Cell{Type: nb.Markdown, ID: "name", Source: text, Metadata: map[string]any{}})
		}
	}
	n.Cells = cells
	relink(n, "", true)
	return n
}

// AnswerSheet returns a notebook with the exercises of l and their solutions, without outputs.
func (l *Lesson) AnswerSheet() *nb.Notebook {
	n := l.bare()
	text := func(id, source string) *nb.Cell {
		return &nb.Cell{Type: nb.Markdown, ID: id, Source: source, Metadata: map[string]any{}}
	}
	cells := []*nb.Cell{text("title", l.words.Sprintf("# Lesson %d: %s", l.Number, l.Title)+"\n\n"+l.words.Text("## Answers"))}
	for _, e := range l.Exercises {
		answer := n.Cells[e.Cell]
		answer.Source = strings.TrimRight(e.Solution, "\n")
		cells = append(cells, n.Cells[e.Cell-1], answer)
		if e.Why != "" {
			cells = append(cells, text("why-"+e.Name, e.Why))
		}
	}
	n.Cells = cells
	relink(n, "", true)
	return n
}
