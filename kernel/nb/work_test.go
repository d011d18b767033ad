// SPDX-License-Identifier: BSD-3-Clause

package nb

import (
	"fmt"
	"runtime"
	"strings"
	"testing"
)

// repeated returns about n bytes made of a piece, which may depend on its number.
func repeated(n int, piece func(i int) string) string {
	var b strings.Builder
	for i := 0; b.Len() < n; i++ {
		b.WriteString(piece(i))
	}
	return b.String()
}

// hard are notebooks whose export took quadratic time or longer.
var hard = map[string]func(n int) *Notebook{
	"style sheet, brackets":  shows(func(n int) string { return "<style>" + nested("(", ")", n) + "{}</style>x" }),
	"style sheet, rules":     shows(func(n int) string { return "<style>" + nested("@media{", "}", n) + "</style>x" }),
	"style sheet, addresses": shows(func(n int) string { return "<style>.a{" + nested("url ", "", n) + "}</style>x" }),
	"attributes": shows(func(n int) string {
		return "<b" + repeated(n, func(i int) string { return fmt.Sprintf(" data-a%d=x", i) }) + ">x"
	}),
	"elements":                shows(func(n int) string { return nested("<b>", "", n) + "x" }),
	"elements, not nested":    shows(func(n int) string { return nested("<b><p></b>", "", n) + "x" }),
	"emphasis":                says(func(n int) string { return nested("*a_ ", "", n) }),
	"emphasis, strong":        says(func(n int) string { return nested("*a **b ", "", n) }),
	"emphasis, closed":        says(func(n int) string { return nested("a**b", "c* ", n) }),
	"struck":                  says(func(n int) string { return nested("~a ~~b ", "", n) }),
	"brackets":                says(func(n int) string { return nested("[", "", n) }),
	"links":                   says(func(n int) string { return nested("[a](", "", n) }),
	"pictures":                says(func(n int) string { return nested("![[]()", "", n) }),
	"definitions":             says(func(n int) string { return repeated(n, func(i int) string { return fmt.Sprintf("[a%d]: x\n", i) }) }),
	"definitions, not closed": says(func(n int) string { return nested("[a]: <b 'x\n", "", n) }),
	"definition, used":        says(func(n int) string { return "[a]: " + nested("x", "", n) + "\n\n" + nested("[a] ", "", n) }),
	"quotes":                  says(func(n int) string { return nested(">", "", n) + "\n" + nested("a\n", "", n) }),
	"quotes, deeper":          says(func(n int) string { return repeated(n, func(i int) string { return strings.Repeat(">", i) + "a\n" }) }),
	"lists":                   says(func(n int) string { return nested("- ", "", n) + "x" }),
	"lists, deeper": says(func(n int) string {
		return repeated(n, func(i int) string { return strings.Repeat("  ", i) + "- a\n" })
	}),
	"lists, blank lines": says(func(n int) string { return strings.Repeat("- ", 200) + "x\n" + nested("\n", "", n) }),
	"code":               says(func(n int) string { return repeated(n, func(i int) string { return strings.Repeat("`", i) + " " }) }),
	"formulas":           says(func(n int) string { return nested("$$a\n", "", n) }),
	"table": says(func(n int) string {
		return nested("|a", "", n) + "\n" + nested("|-", "", n) + "\n" + nested("|\n", "", n)
	}),
	"headings": says(func(n int) string { return nested("# a\n", "", n) }),
	"comments": says(func(n int) string { return "a " + nested("<!--", "", n) }),
	"streams": func(n int) *Notebook {
		c := &Cell{Type: Code, Source: "x"}
		for range n / 10 {
			c.Outputs = append(c.Outputs, &Output{Type: StreamOutput, Name: "stdout", Text: "0123456789"})
		}
		return &Notebook{Cells: []*Cell{c}}
	},
	"empty cells": func(n int) *Notebook {
		book := new(Notebook)
		for i := range n {
			book.Cells = append(book.Cells, &Cell{Type: []CellType{Code, Markdown, Raw}[i%3]})
		}
		return book
	},
}

func nested(open, closed string, n int) string {
	return strings.Repeat(open, n/len(open)) + strings.Repeat(closed, n/len(open))
}

// shows has the text as HTML in an output, and says has it in a cell of Markdown.
func shows(text func(n int) string) func(n int) *Notebook {
	return func(n int) *Notebook {
		o := &Output{Type: DisplayOutput, Data: map[string]any{"text/html": text(n)}}
		return &Notebook{Cells: []*Cell{{Type: Code, Source: "x", Outputs: []*Output{o}}}}
	}
}

func says(text func(n int) string) func(n int) *Notebook {
	return func(n int) *Notebook { return &Notebook{Cells: []*Cell{{Type: Markdown, Source: text(n)}}} }
}

// TestLinear exports hard notebooks, and then notebooks that are twice and four times as long. What
// is allocated counts the work; what allocates nothing in quadratic time would not end.
func TestLinear(t *testing.T) {
	if testing.Short() {
		t.Skip("measures by doubling what takes long")
	}
	allocated := func(book *Notebook, form Form) uint64 {
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		if _, err := Export(book, form, ExportOptions{}); err != nil {
			t.Fatal(err)
		}
		runtime.ReadMemStats(&after)
		return after.TotalAlloc - before.TotalAlloc
	}
	for name, book := range hard {
		for _, form := range []Form{HTML, LaTeXForm} {
			n := 20_000
			first := allocated(book(n), form)
			for _, factor := range []int{2, 4} {
				// A part that grows only once, such as a text that is no longer parsed, is no harm.
				if more := allocated(book(n*factor), form); more > uint64(factor)*max(first, 20<<20)*3/2 {
					t.Errorf("%s, as %s: %d bytes allocated for %d bytes, %d for %d times as many", name, form, first, n, more, factor)
				}
			}
		}
	}
}

// Long texts as people write them are parsed.
func TestWorkOfBooks(t *testing.T) {
	for name, piece := range map[string]string{
		"paragraphs": "A *word*, a [link](https://example.org/a_b), `code` and $x_1$, and so **on**.\n\n",
		"list":       "- one *item*\n  - another\n\n",
		"code":       "```go\nfor i := range n { a[i] = *p }\n```\n\n",
		"table":      "| a | *b* |\n|---|-----|\n| 1 | `2` |\n\n",
		"quotes":     "> > A **quote** in a quote.\n\n",
	} {
		if got := work(strings.Repeat(piece, 5000)); got > mostWork/2 {
			t.Errorf("%s: the work is estimated at %d", name, got)
		}
	}
	long := "```go\n" + strings.Repeat("a[i] = *p // [x](y)\n", 20_000) + "```\n"
	if got := work(long); got > mostWork {
		t.Errorf("a long block of code: the work is estimated at %d", got)
	}
	row := strings.Repeat("| a | *b* | `c` |\n", 300)
	if got := work("| a | b | c |\n|---|---|---|\n" + row); got > mostWork {
		t.Errorf("a table of 300 rows: the work is estimated at %d", got)
	}
}
