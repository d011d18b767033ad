// SPDX-License-Identifier: BSD-3-Clause

// Slides.
//
// A slide has the Markdown cells before a code cell, the code and its output. A heading begins a
// slide, and a code cell ends one; if the Markdown is long, the code has a slide of its own. The
// metadata are those of JupyterLab, nbconvert and RISE: the slides of a section are below each
// other. The text of each exercise is a slide, too; the cells for answers and checks are skipped.

package notebooks

import (
	"strings"

	"polka/kernel/nb"
)

// slideWords is the maximum number of words above code.
const slideWords = 110

// Slides returns the notebook of l with the metadata of slides, with its outputs.
func (l *Lesson) Slides() *nb.Notebook {
	n := l.Notebook.Clone()
	relink(n, "../", false)
	skipped := make(map[int]bool)
	for _, e := range l.Exercises {
		skipped[e.Cell], skipped[e.Cell+1] = true, true
	}
	words := 0   // of Markdown on the slide
	full := true // the slide has code, or there is none yet
	for i, c := range n.Cells {
		kind := ""
		size := len(strings.Fields(c.Source))
		switch {
		case skipped[i]:
			kind = "skip"
		case c.Type == nb.Markdown && (strings.HasPrefix(c.Source, "# ") || strings.HasPrefix(c.Source, "## ")):
			kind = "slide"
		case full, c.Type == nb.Markdown && strings.HasPrefix(c.Source, "### "), words+size > slideWords && words > 0, c.Type == nb.Code && words > slideWords:
			kind = "subslide"
		}
		switch kind {
		case "slide", "subslide":
			words, full = 0, false
		}
		if c.Type == nb.Markdown {
			words += size
		} else if kind != "skip" {
			full = true
		}
		metadata := map[string]any{}
		for k, v := range c.Metadata {
			metadata[k] = v
		}
		if kind != "" {
			metadata["slideshow"] = map[string]any{"slide_type": kind}
		}
		c.Metadata = metadata
	}
	return n
}
