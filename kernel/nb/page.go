// SPDX-License-Identifier: BSD-3-Clause

package nb

import (
	"cmp"
	"crypto/sha256"
	_ "embed"
	"encoding/base64"
	"fmt"
	"html"
	"strings"
	"unicode"

	"polka/internal/link"
	"polka/internal/pattern"
	"polka/kernel/display"
)

//go:embed page.css
var pageCSS string

// The policy of a page: nothing is fetched or sent, and no script runs except those whose hash is
// added. What a policy cannot forbid, such as opening another page after a second, is removed by
// sanitize.go.
const pagePolicy = "default-src 'none'; base-uri 'none'; form-action 'none'; style-src 'unsafe-inline'; img-src data:; font-src data:"

// Limits for text. Longer text is folded.
const (
	longText = 40 // lines
	fewLines = 25 // of longer texts, the first
)

// page exports to HTML. The page is self-contained: it includes the style sheet, the pictures and
// the allowed scripts. It is light or dark according to the reader's system, and light in print.
func page(n *Notebook, o ExportOptions) []byte {
	return wholePage(n, o, pageCSS, nil, func(w *pageWriter) { w.cells(n.Cells) })
}

// deck exports to slides.
func deck(n *Notebook, o ExportOptions) ([]byte, error) {
	var err error
	page := wholePage(n, o, pageCSS+slidesCSS, []string{slidesScript}, func(w *pageWriter) { err = w.deck(n) })
	return page, err
}

// wholePage puts what write writes into a page with style sheets and scripts. The scripts in the
// options are in the page only if an output has them.
func wholePage(n *Notebook, o ExportOptions, styles string, scriptsOfPage []string, write func(*pageWriter)) []byte {
	body := &pageWriter{markdown: newMarkdown(), cleaner: newCleaner(o.Files), scripts: o.Scripts, used: make([]bool, len(o.Scripts))}
	write(body)
	links := ""
	if o.Links != "" {
		scriptsOfPage = append(scriptsOfPage[:len(scriptsOfPage):len(scriptsOfPage)], link.ShareScript())
		links = `<meta name="polka-links" content="` + html.EscapeString(o.Links) + `">` + "\n"
	}
	for _, s := range scriptsOfPage {
		body.scripts, body.used = append(body.scripts[:len(body.scripts):len(body.scripts)], s), append(body.used, true)
	}
	policy, scripts := body.policy()
	w := &pageWriter{}
	title := n.title(o.Name)
	w.put("<!DOCTYPE html>\n", `<html lang="`, html.EscapeString(cmp.Or(o.Language, n.language())), "\">\n<head>\n", `<meta charset="utf-8">`, "\n",
		`<meta http-equiv="Content-Security-Policy" content="`, policy, `">`, "\n",
		`<meta name="viewport" content="width=device-width, initial-scale=1">`, "\n",
		`<meta name="color-scheme" content="light dark">`, "\n",
		`<meta name="generator" content="Polka">`, "\n", links,
		"<title>", html.EscapeString(title), "</title>\n<style>\n", styles, ansiCSS(), "</style>\n</head>\n<body>\n<main>\n", body.String(), "</main>\n", scripts, "</body>\n</html>\n")
	return []byte(w.String())
}

// policy returns the policy of the page and the script elements that it uses.
func (w *pageWriter) policy() (policy, scripts string) {
	policy = pagePolicy
	for i, s := range w.scripts {
		if !w.used[i] {
			continue
		}
		if scripts == "" {
			policy += "; script-src"
		}
		hash := sha256.Sum256([]byte(s))
		policy += " 'sha256-" + base64.StdEncoding.EncodeToString(hash[:]) + "'"
		scripts += "<script>" + s + "</script>\n"
	}
	return policy, scripts
}

// cells shows cells.
func (w *pageWriter) cells(list []*Cell) {
	for _, c := range list {
		switch c.Type {
		case Markdown:
			attachments, _ := c.extra["attachments"].(map[string]any)
			text, boxed := "", ""
			if !c.blank() {
				text, boxed = w.text(c.Source, attachments)
			}
			w.put(`<section class="text`, boxed, `">`, "\n", text, "</section>\n")
		case Raw:
			w.raw(c)
		case Code:
			w.code(c)
		}
	}
}

// ansiCSS returns the rules for the sixteen colors of terminals.
func ansiCSS() string {
	var w strings.Builder
	for i := range 16 { // the colors are for text, so that on one of them text has the color of the page
		fmt.Fprintf(&w, ".b%d{background:var(--a%[1]d);color:var(--paper)}", i)
	}
	for i := range 16 {
		fmt.Fprintf(&w, ".f%d{color:var(--a%[1]d)}", i)
	}
	return w.String() + "\n"
}

type pageWriter struct {
	strings.Builder
	markdown *markdown
	cleaner  *cleaner
	scripts  []string // those that may run
	used     []bool   // which of them are in the page

	slide map[*Cell]slideCode // the lines of code on slides, nil for other pages
}

func (w *pageWriter) put(texts ...string) {
	for _, t := range texts {
		w.WriteString(t)
	}
}

// text returns Markdown as HTML, and what is to be added to the class of its section.
func (w *pageWriter) text(source string, attachments map[string]any) (text, boxed string) {
	m := w.cleaner.clean(w.markdown.convert(source, attachments), false)
	if m.boxed {
		boxed = " boxed"
	}
	return m.html, boxed
}

// guest returns the sanitized HTML of a cell, or "" if nothing in it is visible.
func (w *pageWriter) guest(source string) string {
	m := w.cleaner.clean(w.withoutScripts(source), true)
	switch {
	case !m.visible:
		return ""
	case m.shadow:
		return `<div class="guest"><div><template shadowrootmode="open"><style>` + guestCSS + "</style>" + m.html + "</template></div></div>"
	}
	return m.html
}

// guestCSS is the part of page.css that applies in a shadow tree.
const guestCSS = "table{border-collapse:collapse;font-size:.95rem;margin:1em 0}th,td{padding:.35em .8em;text-align:left}img,svg{max-width:100%}pre{overflow-x:auto}"

// raw shows a raw cell if it is HTML or plain text; other formats are for other exporters.
func (w *pageWriter) raw(c *Cell) {
	format, _ := c.Metadata["raw_mimetype"].(string)
	if format == "" {
		format, _ = c.Metadata["format"].(string)
	}
	switch format {
	case "text/html":
		w.put(`<section class="text boxed">`, w.guest(c.Source), "</section>\n")
	case "", "text/plain":
		if !c.blank() {
			w.put(`<section class="text"><pre>`, html.EscapeString(c.Source), "</pre></section>\n")
		}
	}
}

// code shows a code cell: its source, unless the cell hides it, and its outputs.
func (w *pageWriter) code(c *Cell) {
	if c.blank() && len(c.Outputs) == 0 {
		return
	}
	jupyter, _ := c.Metadata["jupyter"].(map[string]any)
	class := "cell"
	if strings.HasPrefix(c.Source, "%check ") || strings.HasPrefix(c.Source, "%%check ") {
		class += " check" // in print it stays with the exercise above it
	}
	w.put(`<section class="`, class, `">`, "\n")
	if !c.blank() && !w.slide[c].hide {
		if c.Count > 0 {
			w.put(fmt.Sprintf(`<span class="count" aria-label="cell %d">%[1]d</span>`, c.Count), "\n")
		}
		source := slideSource(strings.TrimRight(c.Source, "\n"), w.slide[c])
		if lines := room(c); lines > 0 {
			source = roomy(c.Source, lines)
		}
		if jupyter["source_hidden"] == true {
			source = "<details><summary>Code</summary>" + source + "</details>\n"
		}
		w.put(source)
	}
	if jupyter["outputs_hidden"] == true {
		w.put("<details><summary>Output</summary>\n")
		defer w.put("</details>\n</section>\n")
	} else {
		defer w.put("</section>\n")
	}
	for _, o := range merge(c.Outputs) {
		w.output(o)
	}
}

// room returns the number of lines to write on that a cell has on paper, which its metadata say:
// "polka": {"room": 8}.
func room(c *Cell) int {
	polka, _ := c.Metadata["polka"].(map[string]any)
	lines, _ := polka["room"].(float64)
	return int(min(max(lines, 0), 100))
}

// roomy returns the code of an exercise with lines to write on: in place of the line
// panic("to do"), or below the code.
func roomy(source string, lines int) string {
	part := func(code string) string {
		if strings.TrimSpace(code) == "" {
			return ""
		}
		return `<div class="in"><pre><code>` + highlight(strings.Trim(code, "\n")) + "</code></pre></div>\n"
	}
	before, after, _ := strings.Cut(source, "\tpanic(\"to do\")\n")
	return part(before) + `<div class="room">` + strings.Repeat("<div></div>", lines) + "</div>\n" + part(after)
}

func (w *pageWriter) output(o *Output) {
	switch o.Type {
	case StreamOutput:
		class := "out"
		if o.Name == "stdout" || o.Name == "stderr" {
			class += " " + o.Name
		}
		w.put(`<div class="`, class, `">`, foldable(strings.TrimRight(o.Text, "\n")), "</div>\n")
	case ErrorOutput:
		trace := o.Traceback
		if len(trace) == 0 {
			trace = []string{o.ErrorName + ": " + o.ErrorValue}
		}
		w.put(`<div class="out error">`, foldable(strings.TrimRight(strings.Join(trace, "\n"), "\n")), "</div>\n")
	default:
		if body := w.bundle(o.Data); body != "" {
			w.put(`<div class="out">`, body, "</div>\n")
		}
	}
}

// Media types that browsers show in img elements, richest first.
var pictureTypes = []string{"image/svg+xml", "image/png", "image/jpeg", "image/webp", "image/gif"}

// bundle returns the richest part of a bundle that a page can show, chosen as Jupyter does.
func (w *pageWriter) bundle(data map[string]any) string {
	text := func(t string) (string, bool) { s, ok := data[t].(string); return s, ok }
	if s, ok := text("text/html"); ok {
		if s := w.guest(s); s != "" {
			return `<div class="picture">` + s + "</div>"
		}
	}
	if s, ok := text("text/markdown"); ok {
		text, _ := w.text(s, nil)
		return `<div class="picture">` + text + "</div>"
	}
	plain, _ := text("text/plain")
	for _, t := range pictureTypes {
		if s, ok := text(t); ok {
			class := ""
			if t != "image/svg+xml" || !readableInDark(s) {
				class = ` class="plain"` // on a white background, even in dark pages
			}
			alt := display.Bundle{Data: map[string][]byte{t: []byte(s), "text/plain": []byte(plain)}}.Alt()
			return fmt.Sprintf(`<div class="picture"><img%s alt="%s" src="%s"></div>`, class, html.EscapeString(alt), dataURI(t, s))
		}
	}
	if s, ok := text("text/latex"); ok {
		return `<div class="picture math">` + html.EscapeString(s) + "</div>"
	}
	if plain == "" {
		return ""
	}
	return foldable(strings.TrimRight(plain, "\n"))
}

// withoutScripts removes the allowed scripts from HTML, since they are at the end of the page.
func (w *pageWriter) withoutScripts(s string) string {
	for i, script := range w.scripts {
		if element := "<script>" + script + "</script>"; strings.Contains(s, element) {
			w.used[i] = true
			s = strings.ReplaceAll(s, element, "")
		}
	}
	return s
}

// readableInDark reports whether a drawing needs no white background: it adapts to the theme
// itself, or specifies all its colors and does not use black.
func readableInDark(svg string) bool {
	if strings.Contains(svg, "color-scheme") || ownPaper.MatchString(svg) {
		return true
	}
	return strings.Contains(svg, "fill") && !black.MatchString(svg)
}

var ownPaper = pattern.New(`<rect[^>]* width="100%" height="100%"`)

var black = pattern.New(`(?i)<text|\bblack\b|#000|#111|#222|#333|currentcolor`)

// dataURI returns a data URI of a picture. Binary data is already in base64, possibly on several
// lines.
func dataURI(mediaType, data string) string {
	if mediaType == "image/svg+xml" {
		data = base64.StdEncoding.EncodeToString([]byte(data))
	}
	return "data:" + mediaType + ";base64," + strings.Join(strings.Fields(html.EscapeString(data)), "")
}

// foldable returns text, which may have ANSI colors, as preformatted HTML. All but the first lines
// of a long text are folded.
func foldable(text string) string {
	class := ""
	if strings.ContainsFunc(text, func(r rune) bool { return r >= '─' && r <= '▟' }) {
		class = ` class="art"` // lines of box-drawing characters have to touch
	}
	list := ansiLines(strings.Map(printable, command.ReplaceAllString(text, "")))
	pre := func(list []string) string { return "<pre" + class + ">" + strings.Join(list, "\n") + "</pre>" }
	if len(list) <= longText {
		return pre(list)
	}
	return fmt.Sprintf("%s<details><summary>%d more lines</summary>%s</details>", pre(list[:fewLines]), len(list)-fewLines, pre(list[fewLines:]))
}

// command matches an escape sequence that contains text, such as a window title or the address of a
// link.
var command = pattern.New(`\x1b[\]P^_X][^\x07\x1b]*(?:\x07|\x1b\\)`)

// printable drops the control characters that HTML does not allow.
func printable(r rune) rune {
	if unicode.IsControl(r) && r != '\n' && r != '\t' && r != '\x1b' {
		return -1
	}
	return r
}
