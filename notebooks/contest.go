// SPDX-License-Identifier: BSD-3-Clause

package notebooks

import (
	"fmt"
	"path"
	"strings"

	"golang.org/x/tools/txtar"

	"polka/kernel/nb"
	"polka/notebooks/solutions"
)

// contestFile is the notebook of the contest.
const contestFile = "contest.ipynb"

// SolvedContest returns the notebook of the contest with answers and their scores, without outputs.
// In contest.txtar, an answer is a file NAME/answer.go, followed by its score in NAME/answer.txt.
// The answers replace the cell that defines NAME.
func SolvedContest() (*nb.Notebook, error) {
	n, err := Read(contestFile)
	if err != nil {
		return nil, err
	}
	text, err := solutions.Files.ReadFile("contest.txtar")
	if err != nil {
		return nil, err
	}
	answers := make(map[string][]*nb.Cell)
	for _, f := range txtar.Parse(text).Files {
		dir, file := path.Split(f.Name)
		stem, form, _ := strings.Cut(file, ".")
		c := &nb.Cell{Type: nb.Code, ID: "answer-" + stem, Source: strings.TrimSpace(string(f.Data)), Metadata: map[string]any{}}
		if form == "txt" {
			c.Type, c.ID, c.Source = nb.Markdown, "score-"+stem, "The score is "+c.Source+"."
		}
		name := path.Clean(dir)
		answers[name] = append(answers[name], c)
	}
	var cells []*nb.Cell
	for _, c := range n.Cells {
		instead := []*nb.Cell{c}
		for name, list := range answers {
			if c.Type == nb.Code && (strings.Contains(c.Source, "func "+name+"(") || strings.Contains(c.Source, name+" := ")) {
				instead = list
				delete(answers, name)
			}
		}
		cells = append(cells, instead...)
	}
	for name := range answers {
		return nil, fmt.Errorf("%s: no cell defines %s", contestFile, name)
	}
	n.Cells = cells
	return n, nil
}
