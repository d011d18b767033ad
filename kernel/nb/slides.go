// SPDX-License-Identifier: BSD-3-Clause

// Slides.
//
// A deck is one page, like the other exports: nothing is loaded, so it can be shown without a
// network. Each slide fills the window at least; the page scrolls from one to the next, and
// slides.js adds the keys and makes the content of a slide smaller if it is too high. In print each
// slide is a sheet. A library for slides would be ten times the size of the page and would have to
// be allowed as a script.
//
// The metadata are those that JupyterLab and nbconvert use (slideshow.slide_type). In a notebook
// without them, each heading of the first two levels begins a slide.

package nb

import (
	_ "embed"
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

// deck shows all slides.
func (w *pageWriter) deck(n *Notebook) {
	for _, cells := range n.slides() {
		w.put(`<section class="slide"><div>`, "\n")
		w.cells(cells)
		w.put("</div></section>\n")
	}
}
