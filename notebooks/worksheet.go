// SPDX-License-Identifier: BSD-3-Clause

// Worksheets.
//
// A worksheet is a lesson on paper: each exercise has its declaration and lines to write on, and
// neither a cell with a check nor its output. The paragraph above the exercises says what to do on
// paper. The sheet of answers has the texts of the exercises with the solutions.

package notebooks

import (
	"slices"
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
	if len(l.Exercises) > 0 {
		about := n.Cells[l.Exercises[0].Cell-2]
		title, _, _ := strings.Cut(about.Source, "\n\n")
		about.Source = title + "\n\n" + l.onPaper()
	}
	cells := n.Cells[:0:0]
	for i, c := range n.Cells {
		if gone[c] || strings.HasPrefix(c.Source, "%lang ") {
			continue
		}
		cells = append(cells, c)
		if taskCell.MatchString(c.Source) && len(c.Outputs) > 0 {
			c.Source = "" // the output has the exercise
		}
		if i == 0 {
			text := l.words.Text("Name: ______________________________ Date: ______________")
			cells = append(cells, &nb.Cell{Type: nb.Markdown, ID: "name", Source: text, Metadata: map[string]any{}})
		}
	}
	n.Cells = cells
	relink(n, "", true)
	return n
}

// onPaper returns what the exercises of a worksheet have in common, as Markdown.
func (l *Lesson) onPaper() string {
	list := []string{l.words.Text("The number in brackets rates the difficulty as in Knuth's books: 10 takes a minute, 20 a quarter of an hour, 30 some hours; 50 is an open problem.")}
	if slices.ContainsFunc(l.Exercises, func(e Exercise) bool { return strings.Contains(e.Rating, "M") }) {
		list = append(list, l.words.Text("An M before the number means that it needs some mathematics."))
	}
	list = append(list, l.words.Text("Write the rest of the function, or the value, on the lines."))
	return strings.Join(list, " ")
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
