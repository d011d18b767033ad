// SPDX-License-Identifier: BSD-3-Clause

// Slides.
//
// A deck is one page, like the other exports: nothing is loaded, so it can be shown without a
// network. Each slide fills the window at least; the page scrolls from one to the next. slides.js
// adds the keys, and chooses for each slide a layout and a size with which it fits the window. In
// print each slide is a sheet. A library for slides would be ten times the size of the page and
// would have to be allowed as a script.
//
// The metadata are those that JupyterLab and nbconvert use, slideshow.slide_type, and two of our
// own beside it, which these programs ignore:
//
//	"slideshow": {"slide_type": "subslide", "lines": "5-9|12,14", "show": "4-16"}
//
// Lines has the lines of code to highlight, step by step, as reveal.js writes them: the steps are
// separated by bars, and the lines of a step by commas. Show has the lines that the slide shows at
// all; "none" leaves only the output. Lines are counted from 1. In a notebook without slide types,
// each heading of the first two levels begins a slide.

package nb

import (
	_ "embed"
	"fmt"
	"strconv"
	"strings"
)

//go:embed slides.css
var slidesCSS string

//go:embed slides.js
var slidesScript string

// slideType returns the type of a cell in a slide show: slide, subslide, fragment, skip, notes or
// "".
func slideType(c *Cell) string {
	show, _ := c.Metadata["slideshow"].(map[string]any)
	kind, _ := show["slide_type"].(string)
	return kind
}

// slides returns the cells of each slide. None is empty.
func (n *Notebook) slides() [][]*Cell {
	marked := false
	for _, c := range n.Cells {
		kind := slideType(c)
		marked = marked || kind == "slide" || kind == "subslide"
	}
	var deck [][]*Cell
	for _, c := range n.Cells {
		kind := slideType(c)
		if kind == "skip" || kind == "notes" || c.blank() && len(c.Outputs) == 0 {
			continue
		}
		begins := kind == "slide" || kind == "subslide"
		if !marked {
			begins = c.Type == Markdown && (strings.HasPrefix(c.Source, "# ") || strings.HasPrefix(c.Source, "## "))
		}
		if begins || len(deck) == 0 {
			deck = append(deck, nil)
		}
		last := len(deck) - 1
		deck[last] = append(deck[last], c)
	}
	return deck
}

// A slideCode is what the metadata of a code cell say about its lines on a slide.
type slideCode struct {
	steps string       // the lines of each step, "" if none are highlighted
	hide  bool         // the code is not shown
	show  map[int]bool // the lines that are shown, nil for all
}

// slideLines reads the metadata "lines" and "show" of a code cell.
func slideLines(c *Cell) (code slideCode, err error) {
	show, _ := c.Metadata["slideshow"].(map[string]any)
	last := strings.Count(strings.TrimRight(c.Source, "\n"), "\n") + 1
	if text, ok := show["lines"].(string); ok {
		for step := range strings.SplitSeq(text, "|") {
			if _, err := lineSet(step, last); err != nil {
				return code, fmt.Errorf("cell %s: slideshow.lines: %w", c.ID, err)
			}
		}
		code.steps = strings.ReplaceAll(text, " ", "")
	}
	switch text, ok := show["show"].(string); {
	case ok && text == "none":
		code.hide = true
	case ok:
		if code.show, err = lineSet(text, last); err != nil {
			return code, fmt.Errorf("cell %s: slideshow.show: %w", c.ID, err)
		}
	}
	return code, nil
}

// lineSet reads a list of lines and ranges of lines, such as 3,5-9. Last is the last line there is.
func lineSet(text string, last int) (map[int]bool, error) {
	set := make(map[int]bool)
	for part := range strings.SplitSeq(text, ",") {
		from, to, isRange := strings.Cut(strings.TrimSpace(part), "-")
		if !isRange {
			to = from
		}
		a, err1 := strconv.Atoi(from)
		b, err2 := strconv.Atoi(to)
		if err1 != nil || err2 != nil || a < 1 || b < a || b > last {
			return nil, fmt.Errorf("expected lines from 1 to %d, as in 3,5-9, got %q", last, part)
		}
		for n := a; n <= b; n++ {
			set[n] = true
		}
	}
	return set, nil
}

// slideSource returns the code of a cell for a slide: each line in an element of its own, if some
// are highlighted or left out.
func slideSource(source string, code slideCode) string {
	if code.steps == "" && code.show == nil {
		return `<div class="in"><pre><code>` + highlight(source) + "</code></pre></div>\n"
	}
	lines := []string{""}
	tokens(source, func(class, text string) {
		for i, part := range strings.Split(text, "\n") {
			if i > 0 {
				lines = append(lines, "")
			}
			lines[len(lines)-1] += element(class, part)
		}
	})
	var b strings.Builder
	b.WriteString(`<div class="in"`)
	if code.steps != "" {
		b.WriteString(` data-steps="` + code.steps + `"`)
	}
	b.WriteString("><pre><code>")
	texts := strings.Split(source, "\n")
	left := false // lines with more than a comment have been left out
	for i, line := range lines {
		if code.show != nil && !code.show[i+1] {
			text := strings.TrimSpace(texts[i])
			left = left || text != "" && !strings.HasPrefix(text, "//")
			continue
		}
		if left {
			b.WriteString(`<span class="line gap">⋮</span>` + "\n")
			left = false
		}
		fmt.Fprintf(&b, "<span class=\"line\" data-n=\"%d\">%s</span>\n", i+1, line)
	}
	if left {
		b.WriteString(`<span class="line gap">⋮</span>` + "\n")
	}
	b.WriteString("</code></pre></div>\n")
	return b.String()
}

// deck shows all slides.
func (w *pageWriter) deck(n *Notebook) error {
	w.slide = make(map[*Cell]slideCode)
	for _, cells := range n.slides() {
		w.put(`<section class="slide"><div>`, "\n")
		for _, c := range cells {
			if c.Type == Code {
				code, err := slideLines(c)
				if err != nil {
					return err
				}
				w.slide[c] = code
			}
			if slideType(c) == "fragment" {
				w.put(`<div class="fragment">`)
			}
			w.cells([]*Cell{c})
			if slideType(c) == "fragment" {
				w.put("</div>\n")
			}
		}
		w.put("</div></section>\n")
	}
	return nil
}
