// SPDX-License-Identifier: BSD-3-Clause

package lsp_test

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"
)

const joinedURI = "file:///work/.virtual_documents/page.ipynb"

// joinCells joins cells as jupyterlab-lsp 5.3 does.
func joinCells(cells ...string) string {
	var b strings.Builder
	for _, c := range cells {
		b.WriteString(c + "\n\n\n")
	}
	return strings.TrimSuffix(b.String(), "\n\n")
}

// lines lists the diagnostics of the notebook, each with the line of its place.
func (c *client) lines() (list []string) {
	for _, d := range c.diag[joinedURI] {
		message, _, _ := strings.Cut(d.Message, "\n")
		list = append(list, fmt.Sprintf("%d:%d %s", d.Range.Start.Line, d.Range.Start.Character, message))
	}
	return list
}

// want reads until the diagnostics are those. If they never come, the test does not end.
func (c *client) want(want ...string) {
	for !slices.Equal(c.lines(), want) {
		c.read()
	}
}

// TestJoined is a session with a notebook that comes as one text.
func TestJoined(t *testing.T) {
	c := start(t)
	open := func(text string) {
		c.notify("textDocument/didOpen", map[string]any{"textDocument": map[string]any{"uri": joinedURI, "languageId": "go", "version": 0, "text": text}})
	}
	change := func(text string) {
		c.notify("textDocument/didChange", map[string]any{"textDocument": map[string]any{"uri": joinedURI, "version": 1},
			"contentChanges": []any{map[string]any{"text": text}}})
	}
	at := func(method string, line, character int, more ...any) string {
		t.Helper()
		params := map[string]any{"textDocument": map[string]any{"uri": joinedURI}, "position": map[string]any{"line": line, "character": character}}
		for i := 0; i < len(more); i += 2 {
			params[more[i].(string)] = more[i+1]
		}
		result, failed := c.call(method, params)
		if failed != "" {
			t.Errorf("%s: %s", method, failed)
		}
		return string(result)
	}

	// Values of cells, redefinitions and repeated imports are no mistakes.
	open(joinCells("import \"fmt\"\nx := 1\nx", "import \"fmt\"\nx := \"a\"\nfmt.Sprint(x)", "func f() int {\n\n\n\treturn 1\n}", "y := f() + x"))
	c.want("17:5 f() + x has operands of different types: int and string")

	if got := at("textDocument/hover", 7, 11); !strings.Contains(got, `"line":7`) || !strings.Contains(got, "string") {
		t.Errorf("hover: %s", got)
	}
	if got := at("textDocument/definition", 17, 5); !strings.Contains(got, joinedURI+`"`) || !strings.Contains(got, `"line":10`) {
		t.Errorf("definition: %s", got)
	}
	var edit struct {
		Changes map[string][]struct {
			Range struct{ Start struct{ Line int } }
		}
	}
	if err := json.Unmarshal([]byte(at("textDocument/rename", 10, 5, "newName", "g")), &edit); err != nil {
		t.Fatal(err)
	}
	edits := edit.Changes[joinedURI]
	if len(edit.Changes) != 1 || len(edits) != 2 || edits[0].Range.Start.Line+edits[1].Range.Start.Line != 10+17 {
		t.Errorf("rename: %+v", edit)
	}

	change(joinCells("import \"fmt\"\nx := 1\nx", "import \"fmt\"\nx := \"a\"\nfmt.Sprint(x)", "func f() int {\n\n\n\treturn 1\n}", "y := f() + z"))
	c.want("17:11 undefined: z")
	change(joinCells("z := 1", "import \"fmt\"\nx := \"a\"\nfmt.Sprint(x)", "func f() int {\n\n\n\treturn 1\n}", "y := f() + z"))
	c.want()
	change(joinCells("z := 1", "func f() int {", "y := f() + z"))
	for len(c.lines()) != 1 || !strings.HasPrefix(c.lines()[0], "3:14 ") { // in the cell that lacks a brace
		c.read()
	}
	change("")
	c.want()
	if got := at("textDocument/hover", 0, 0); got != "null" {
		t.Errorf("hover in an empty notebook: %s", got)
	}
	c.notify("textDocument/didClose", map[string]any{"textDocument": map[string]any{"uri": joinedURI}})
}
