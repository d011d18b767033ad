// SPDX-License-Identifier: BSD-3-Clause

//go:build unix

package nb

import (
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
)

// A named pipe beside a notebook is not opened: that would wait for its writer.
func TestPipeBesideNotebook(t *testing.T) {
	dir := t.TempDir()
	if err := syscall.Mkfifo(filepath.Join(dir, "a.png"), 0o600); err != nil {
		t.Skip(err)
	}
	root, err := os.OpenRoot(dir)
	if err != nil {
		t.Fatal(err)
	}
	defer root.Close()
	book := &Notebook{Cells: []*Cell{{Type: Markdown, Source: "![words](a.png)"}}}
	for _, form := range []Form{HTML, LaTeXForm, MarkdownForm} {
		keep := func(string, []byte) string { return "" }
		text, err := Export(book, form, ExportOptions{Files: root.FS(), Keep: keep})
		if err != nil || !strings.Contains(string(text), "words") {
			t.Errorf("%s: %v, %s", form, err, text)
		}
	}
}
