// SPDX-License-Identifier: BSD-3-Clause

// Slides.
//
// Which cells are slides is written in the metadata of the notebooks, where JupyterLab edits them:
// docs/teaching.md says how. The cells for answers and checks of exercises are skipped. Where the
// comments of a translation have more or fewer lines than in English, the numbers of lines in the
// metadata become those of the translation.

package notebooks

import (
	"fmt"
	"maps"
	"strconv"
	"strings"

	"polka/internal/pattern"
	"polka/kernel/nb"
)

// Slides returns the notebook of l for a slide show, with its outputs: its cells have the metadata
// of JupyterLab, nbconvert and RISE.
func (l *Lesson) Slides() *nb.Notebook {
	n := l.Notebook.Clone()
	relink(n, "../", false)
	return n
}

// lineRange matches a line or a range of lines, such as 5-9.
var lineRange = pattern.New(`(\d+)(?:-(\d+))?`)

// moveLines changes the numbers of lines in the metadata of a code cell to those of source, which
// differs from the source of the cell in its comments.
func moveLines(c *nb.Cell, source string) {
	show, ok := c.Metadata["slideshow"].(map[string]any)
	if !ok || strings.Count(source, "\n") == strings.Count(c.Source, "\n") {
		return
	}
	from, to := movedLines(c.Source, source)
	moved := make(map[string]any, len(show))
	for key, value := range show {
		if text, ok := value.(string); ok && (key == "lines" || key == "show") {
			value = lineRange.Regexp().ReplaceAllStringFunc(text, func(part string) string {
				m := lineRange.FindStringSubmatch(part)
				first, _ := strconv.Atoi(m[1])
				last, err := strconv.Atoi(m[2])
				if err != nil {
					last = first
				}
				if first < 1 || last >= len(to) {
					return part // an error of the export
				}
				if from[first] == to[last] {
					return strconv.Itoa(from[first])
				}
				return fmt.Sprintf("%d-%d", from[first], to[last])
			})
		}
		moved[key] = value
	}
	c.Metadata = maps.Clone(c.Metadata)
	c.Metadata["slideshow"] = moved
}

// movedLines returns, for each line of a before its translation to b, the first and the last line
// in b. Lines are counted from 1. Lines of comments that follow each other are one text, which may
// be broken into other lines; the other lines are the same.
func movedLines(a, b string) (from, to []int) {
	isComment := func(line string) bool { return strings.HasPrefix(strings.TrimSpace(line), "//") }
	was, is := strings.Split(a, "\n"), strings.Split(b, "\n")
	from, to = []int{0}, []int{0}
	i, j := 0, 0
	for i < len(was) && j < len(is) {
		first, start := i, j
		if isComment(was[i]) {
			for i < len(was) && isComment(was[i]) {
				i++
			}
			for j < len(is) && isComment(is[j]) {
				j++
			}
		} else {
			i, j = i+1, j+1
		}
		for k := first; k < i; k++ {
			if i-first == j-start {
				from, to = append(from, start+k-first+1), append(to, start+k-first+1)
			} else {
				from, to = append(from, start+1), append(to, j)
			}
		}
	}
	return from, to
}
