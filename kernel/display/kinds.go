// SPDX-License-Identifier: BSD-3-Clause

package display

// These types are text, or a file, in a known format. A value of such a type is shown in that
// format:
//
//	display.Show(display.HTML("<b>bold</b>"))
type (
	HTML     string // shown as HTML
	SVG      string // an SVG document, shown as a picture
	Markdown string // shown as Markdown
	LaTeX    string // mathematics, with its dollar signs
	JSON     string // JSON text, shown as a tree
	PNG      []byte // a PNG file, shown as a picture
)

// MIMEBundle returns the text as text/html and as text/plain.
func (s HTML) MIMEBundle() map[string]any { return twice(HTMLType, string(s)) }

// MIMEBundle returns the document as image/svg+xml and its text as text/plain.
func (s SVG) MIMEBundle() map[string]any { return twice(SVGType, string(s)) }

// MIMEBundle returns the text as text/markdown and as text/plain.
func (s Markdown) MIMEBundle() map[string]any { return twice(MarkdownType, string(s)) }

// MIMEBundle returns the text as text/latex and as text/plain.
func (s LaTeX) MIMEBundle() map[string]any { return twice(LaTeXType, string(s)) }

// MIMEBundle returns the text as application/json and as text/plain.
func (s JSON) MIMEBundle() map[string]any { return twice(JSONType, string(s)) }

// MIMEBundle returns the file as image/png.
func (b PNG) MIMEBundle() map[string]any {
	return map[string]any{PNGType: []byte(b), TextType: "PNG picture"}
}

func twice(t, s string) map[string]any { return map[string]any{t: s, TextType: s} }
