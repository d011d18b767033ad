package nb

import (
	"fmt"
	"io/fs"
	"strings"
)

// A Form is what a notebook can be exported to. It is also the usual extension of the file's name.
type Form string

// The forms.
const (
	HTML         Form = "html" // a page that stands alone
	MarkdownForm Form = "md"   // Markdown with fenced code and pictures as data
	GoForm       Form = "go"   // a file that `polka run` runs
)

// ParseForm gives the Form of a name.
func ParseForm(name string) (Form, error) {
	switch f := Form(name); f {
	case HTML, MarkdownForm, GoForm:
		return f, nil
	}
	return "", fmt.Errorf("expected html, md or go")
}

// ExportOptions say how a notebook is exported.
type ExportOptions struct {
	// Name is the title if the notebook has no heading.
	Name string

	// Files has the pictures that the notebook names by where they lie beside it. They are put into
	// the page. Nil stands for none; a page shows no picture that is not in it.
	Files fs.FS

	// Scripts are the scripts that may run in a page. Where an output has a script element with
	// exactly one of these texts, the script is moved to the end of the page and runs once; the
	// browser lets no other script run.
	Scripts []string
}

// Export makes a file of a notebook with the outputs that it has. Nothing is run. It fails if the
// form is not one of the three. The same notebook always gives the same bytes.
func Export(n *Notebook, f Form, o ExportOptions) ([]byte, error) {
	switch f {
	case HTML:
		return page(n, o), nil
	case MarkdownForm:
		return markdownFile(n), nil
	case GoForm:
		return goFile(n), nil
	}
	return nil, fmt.Errorf("form %q: expected html, md or go", f)
}

// title is the first heading of the notebook, in plain text, or name.
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
