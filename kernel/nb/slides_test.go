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

// The metadata lines and show of a cell say which lines of its code are highlighted and shown, and
// a fragment is marked for the script.
func TestSlideLines(t *testing.T) {
	code := "// F is short.\nfunc f() string {\n\treturn `a\nb`\n}\n\nf()"
	for _, test := range []struct {
		lines, show string // "-" for none
		want        string // the numbers of the lines of code, · for a gap
		steps       string
	}{
		{"-", "-", "", ""},
		{"3-4|7", "-", "1234567", "3-4|7"},
		{" 3 | 4 , 5", "-", "1234567", "3|4,5"},
		{"-", "2-5", "2345·", ""},
		{"3", "3-5, 7", "·3457", "3"}, // line 6 is blank, and line 1 is a comment
		{"-", "2,5", "2·5·", ""},
		{"-", "none", "none", ""},
	} {
		show := map[string]any{"slide_type": "slide"}
		if test.lines != "-" {
			show["lines"] = test.lines
		}
		if test.show != "-" {
			show["show"] = test.show
		}
		c := &Cell{Type: Code, ID: "one", Source: code, Metadata: map[string]any{"slideshow": show}}
		page, err := Export(&Notebook{Cells: []*Cell{c}}, SlidesForm, ExportOptions{})
		if err != nil {
			t.Errorf("%q, %q: %v", test.lines, test.show, err)
			continue
		}
		_, slide, _ := strings.Cut(string(page), `<section class="slide">`)
		slide, _, _ = strings.Cut(slide, "</main>")
		got := ""
		for part := range strings.SplitSeq(slide, `<span class="line`) {
			switch {
			case strings.HasPrefix(part, ` gap"`):
				got += "·"
			case strings.HasPrefix(part, `" data-n="`):
				got += part[len(`" data-n="`):][:1]
			}
		}
		if !strings.Contains(slide, "<code>") {
			got = "none"
		}
		steps := ""
		if _, after, ok := strings.Cut(slide, `data-steps="`); ok {
			steps, _, _ = strings.Cut(after, `"`)
		}
		if got != test.want || steps != test.steps {
			t.Errorf("lines %q, show %q: lines %s, steps %q; want %s, %q", test.lines, test.show, got, steps, test.want, test.steps)
		}
		if test.show == "-" && test.lines != "-" && !strings.Contains(slide, "<span class=\"s\">`a</span></span>\n<span class=\"line\" data-n=\"4\"><span class=\"s\">b`</span>") {
			t.Errorf("a string of two lines is not closed at the end of the first: %s", slide)
		}
	}
	for _, bad := range []map[string]any{{"lines": "0"}, {"lines": "3-2"}, {"lines": "1|"}, {"lines": "8"}, {"show": ""}, {"show": "a"}} {
		c := &Cell{Type: Code, ID: "one", Source: code, Metadata: map[string]any{"slideshow": bad}}
		_, err := Export(&Notebook{Cells: []*Cell{c}}, SlidesForm, ExportOptions{})
		if err == nil || !strings.Contains(err.Error(), "cell one: slideshow.") || !strings.Contains(err.Error(), "from 1 to 7") {
			t.Errorf("%v: %v", bad, err)
		}
	}
	later := &Cell{Type: Markdown, Source: "later", Metadata: map[string]any{"slideshow": map[string]any{"slide_type": "fragment"}}}
	page, err := Export(&Notebook{Cells: []*Cell{later}}, SlidesForm, ExportOptions{})
	if err != nil || !strings.Contains(string(page), `<div class="fragment"><section class="text">`) {
		t.Errorf("%v, %s", err, page)
	}
}

// The metadata of a cell can ask for lines to write on, in place of panic("to do").
func TestRoom(t *testing.T) {
	for _, test := range []struct {
		source string
		room   any
		want   string // what is before and after the room
	}{
		{"func f() int {\n\tpanic(\"to do\")\n}", 3.0, "func f() int { | }"},
		{"list := []int{}", 2.0, "list := []int{} |"},
		{"f()", "2", ""},
		{"f()", -1.0, ""},
	} {
		c := &Cell{Type: Code, Source: test.source, Metadata: map[string]any{"polka": map[string]any{"room": test.room}}}
		page, err := Export(&Notebook{Cells: []*Cell{c}}, HTML, ExportOptions{})
		if err != nil {
			t.Fatal(err)
		}
		_, body, _ := strings.Cut(string(page), "<main>")
		before, after, found := strings.Cut(body, `<div class="room">`)
		plain := func(s string) string {
			for range strings.Count(s, "<") {
				a, rest, _ := strings.Cut(s, "<")
				_, b, _ := strings.Cut(rest, ">")
				s = a + b
			}
			return strings.TrimSpace(s)
		}
		got := ""
		if found {
			lines, rest, _ := strings.Cut(after, "</div>\n")
			if n := strings.Count(lines, "<div></div>"); float64(n) != test.room {
				t.Errorf("%q: %d lines; expected %v", test.source, n, test.room)
			}
			rest, _, _ = strings.Cut(rest, "</section>")
			got = strings.TrimSpace(plain(before) + " | " + plain(rest))
		}
		if got != test.want {
			t.Errorf("%q, room %v: %q; expected %q", test.source, test.room, got, test.want)
		}
	}
}
