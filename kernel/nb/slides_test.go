// SPDX-License-Identifier: BSD-3-Clause

package nb

import (
	"fmt"
	"strings"
	"testing"
)

// Cells begin a slide where their metadata say so, or else at large headings.
func TestSlides(t *testing.T) {
	cell := func(kind CellType, source, slide string) *Cell {
		c := &Cell{Type: kind, Source: source, Metadata: map[string]any{}}
		if slide != "" {
			c.Metadata["slideshow"] = map[string]any{"slide_type": slide}
		}
		return c
	}
	for _, test := range []struct {
		name  string
		cells []*Cell
		want  string
	}{
		{"headings", []*Cell{cell(Code, "a", ""), cell(Markdown, "# b", ""), cell(Code, "c", ""), cell(Markdown, "### d", ""), cell(Markdown, "## e", "")}, "[[a] [# b c ### d] [## e]]"},
		{"marks", []*Cell{cell(Markdown, "# a", "slide"), cell(Markdown, "## b", "fragment"), cell(Code, "c", "subslide"), cell(Code, "d", "skip"), cell(Code, "e", "notes"), cell(Code, "f", "-")}, "[[# a ## b] [c f]]"},
		{"begins without a mark", []*Cell{cell(Code, "a", ""), cell(Code, "b", "slide")}, "[[a] [b]]"},
		{"blank cells", []*Cell{cell(Code, " ", "slide"), cell(Code, "", "")}, "[]"},
	} {
		deck := [][]string{}
		for _, cells := range (&Notebook{Cells: test.cells}).slides() {
			var sources []string
			for _, c := range cells {
				sources = append(sources, c.Source)
			}
			deck = append(deck, sources)
		}
		if got := fmt.Sprint(deck); got != test.want {
			t.Errorf("%s: %s, want %s", test.name, got, test.want)
		}
	}
	text, err := Export(&Notebook{Cells: []*Cell{cell(Markdown, "# One", ""), cell(Markdown, "# Two", "")}}, SlidesForm, ExportOptions{})
	if err != nil {
		t.Fatal(err)
	}
	s := string(text)
	if strings.Count(s, `<section class="slide">`) != 2 || strings.Count(s, "<script>") != 1 || !strings.Contains(s, "; script-src 'sha256-") {
		t.Errorf("two slides are %s", s)
	}
}
