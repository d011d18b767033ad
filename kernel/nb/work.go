// SPDX-License-Identifier: BSD-3-Clause

// The work of converting Markdown.
//
// The library that parses Markdown takes time that is quadratic in the number of delimiters in a
// paragraph (emphasis, brackets, tags, code, formulas), and in the depth of nested quotes and
// lists: each line is compared with every open one. In the notebooks of people both are small. So
// the work is estimated in one pass before the text is parsed, and there is one limit for each cell
// and output. In a fenced block of code nothing counts.

package nb

import (
	"math"
	"strings"
)

// mostWork is the limit: five thousand delimiters in a paragraph, or about a tenth of a second.
const mostWork = 25_000_000

// work returns an estimate of the steps in which the library parses a text.
func work(source string) (steps int) {
	var (
		delimiters int // in this paragraph
		lines      int // in this paragraph
		bars       int // in a line of this paragraph, at most: a table has as many cells in each line
		blank      int // lines before this one
		depth      int // of nested blocks so far, at most
		fence      string
	)
	add := func(n int) { steps = min(steps, math.MaxInt/2) + n }
	paragraph := func() {
		add(delimiters*delimiters + 20*bars*lines) // a cell takes longer than a delimiter
		delimiters, bars, lines = 0, 0, 0
	}
	for line := range strings.Lines(source) {
		text := strings.TrimLeft(line, " \t>")
		nested := min(strings.Count(line[:len(line)-len(text)], ">")+(len(line)-len(text))/2, len(line))
		for len(text) > 1 && strings.IndexByte("-+*>0123456789.) \t", text[0]) >= 0 {
			if text[0] != ' ' {
				nested++
			}
			text = text[1:]
		}
		mark := strings.TrimRight(text, "\r\n")
		if fence != "" {
			if strings.HasPrefix(mark, fence) && strings.Trim(mark, fence[:1]+" ") == "" {
				fence = ""
			}
			add(nested)
			continue
		}
		if strings.HasPrefix(mark, "```") && !strings.Contains(strings.TrimLeft(mark, "`"), "`") || strings.HasPrefix(mark, "~~~") {
			paragraph()
			fence = mark[:len(mark)-len(strings.TrimLeft(mark, mark[:1]))]
			continue
		}
		if strings.TrimSpace(line) == "" {
			paragraph()
			blank++
			add(depth * blank)
			continue
		}
		blank = 0
		lines++
		bars = max(bars, strings.Count(text, "|"))
		depth = max(depth, nested)
		add(nested*nested + depth)
		for i := range len(text) {
			if strings.IndexByte("*_~[]<>`$&:@", text[i]) >= 0 {
				delimiters++
			}
		}
	}
	paragraph()
	return steps
}
