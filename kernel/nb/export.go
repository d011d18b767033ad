// SPDX-License-Identifier: BSD-3-Clause

package nb

import (
	"fmt"
	"io/fs"
	"strings"
)

// A Form is a format to which a notebook can be exported. It is also the usual extension of the
// file.
type Form string

// The forms.
const (
	HTML         Form = "html"        // a self-contained page
	MarkdownForm Form = "md"          // Markdown with fenced code, and pictures as files or data URIs
	SlidesForm   Form = "slides.html" // a page with slides
	LaTeXForm    Form = "tex"         // LaTeX, with pictures as files
	GoForm       Form = "go"          // a file for `polka run`
)

// ParseForm returns the Form with the given name.
func ParseForm(name string) (Form, error) {
	switch f := Form(name); f {
	case HTML, MarkdownForm, GoForm:
		return f, nil
	case "slides":
		return SlidesForm, nil
	case "latex":
		return LaTeXForm, nil
	}
	return "", fmt.Errorf("expected html, slides, latex, md or go")
}

// ExportOptions control how a notebook is exported.
type ExportOptions struct {
	// Name is the title if the notebook has no heading.
	Name string

	// Language is the language of a page, such as fr. If it is "", the first cell with %lang
	// chooses it; without one it is English.
	Language string

	// Files has the pictures to which the notebook refers by relative paths. They are included in
	// the page. Nil means none; a page shows no pictures from outside.
	Files fs.FS

	// Keep stores a picture to which Markdown or LaTeX refers, given the extension of its name, and
	// returns its address or, for LaTeX, its path. If it is nil, the pictures are in the Markdown
	// file, as data URIs, and LaTeX shows the text of values.
	Keep func(extension string, data []byte) (address string)

	// Scripts are the scripts that may run in a page. If an output has a script element with
	// exactly one of these texts, the script is moved to the end of the page and runs once; the
	// browser runs no other scripts.
	Scripts []string

	// Links is the address of a page that opens links, such as open.html of a site with the kernel
	// for browsers. With it, puzzles and recordings in an HTML page or in slides have a button
	// "copy link".
	Links string
}

// Export returns a notebook and its outputs in another format. It runs no cells. It fails if the
// form is unknown. The same notebook always gives the same bytes.
func Export(n *Notebook, f Form, o ExportOptions) ([]byte, error) {
	switch f {
	case HTML:
		return page(n, o), nil
	case SlidesForm:
		return deck(n, o)
	case MarkdownForm:
		return markdownFile(n, o.Keep), nil
	case LaTeXForm:
		return latexFile(n, o), nil
	case GoForm:
		return goFile(n), nil
	}
	return nil, fmt.Errorf("form %q: expected html, slides.html, tex, md or go", f)
}

// title returns the first heading of the notebook as plain text, or name.
func (n *Notebook) title(name string) string {
	for _, c := range n.Cells {
		if c.Type != Markdown {
			continue
		}
		for line := range strings.Lines(c.Source) {
			if heading, ok := strings.CutPrefix(line, "# "); ok {
				return strings.TrimSpace(strings.NewReplacer("*", "", "`", "").Replace(heading))
			}
		}
	}
	return name
}

// language returns the language that the first cell with %lang chooses, or en.
func (n *Notebook) language() string {
	for _, c := range n.Cells {
		if words := strings.Fields(c.Source); c.Type == Code && len(words) == 2 && words[0] == "%lang" {
			return words[1]
		}
	}
	return "en"
}
