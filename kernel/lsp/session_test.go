// SPDX-License-Identifier: BSD-3-Clause

package lsp_test

import (
	"encoding/json"
	"strings"
	"testing"
)

// ask makes a request that must succeed.
func (c *client) ask(method string, params any) string {
	c.t.Helper()
	result, failed := c.call(method, params)
	if failed != "" {
		c.t.Errorf("%s: %s", method, failed)
	}
	return string(result)
}

// has reports a result that lacks a text.
func has(t *testing.T, method, result string, texts ...string) {
	t.Helper()
	for _, text := range texts {
		if !strings.Contains(result, text) {
			t.Errorf("%s: %s\nlacks %s", method, result, text)
		}
	}
}

// TestNotebook is a session with a notebook.
func TestNotebook(t *testing.T) {
	c := start(t)
	c.open(
		"// Twice doubles.\nfunc twice(n int) int { return n * factor }\nfactor := 2",
		"twice(1)\nstrings.Rep\nundefinedName",
		"factor = 3\ntwice(\"a\")\nf, err := shapes.Pentomino(\"Q\")",
	)
	one := c.await(cellURI(1), 2)
	if one[0].Message != "undefined: strings.Rep" || one[0].Range.Start.Line != 1 || one[0].Range.Start.Character != 8 || one[0].Range.End.Character != 11 {
		t.Errorf("cell 2: %+v", one)
	}
	if two := c.await(cellURI(2), 1); two[0].Severity != 1 || !strings.Contains(two[0].Message, `"a"`) {
		t.Errorf("cell 3: %+v", two)
	}

	// A correction removes them, and an error that is not read is information.
	c.edit(1, 2, "twice(1)")
	c.edit(2, 2, "factor = 3\nf, err := shapes.Pentomino(\"Q\")")
	c.await(cellURI(1), 0)
	for c.diag[cellURI(2)][0].Severity == 1 {
		c.read()
	}
	if two := c.await(cellURI(2), 1); two[0].Severity != 3 || two[0].Message != "err is set and not checked" {
		t.Errorf("cell 3: %+v", two)
	}
	has(t, "codeAction", c.ask("textDocument/codeAction", map[string]any{
		"textDocument": map[string]any{"uri": cellURI(2)}, "context": map[string]any{"diagnostics": []any{}},
		"range": map[string]any{"start": map[string]any{"line": 1, "character": 3}, "end": map[string]any{"line": 1, "character": 4}},
	}), `"newText":"\nif err != nil {\n\tpanic(err)\n}"`)

	has(t, "hover", c.ask("textDocument/hover", at(cellURI(1), 0, 2)), "func twice(n int) int", "Twice doubles.")
	has(t, "signatureHelp", c.ask("textDocument/signatureHelp", at(cellURI(1), 0, 6)), `"label":"twice(n int) int"`, `"activeParameter":0`)
	has(t, "definition", c.ask("textDocument/definition", at(cellURI(1), 0, 2)), cellURI(0), `"start":{"line":1,"character":5}`)
	has(t, "references", c.ask("textDocument/references", map[string]any{
		"textDocument": map[string]any{"uri": cellURI(0)}, "position": map[string]any{"line": 2, "character": 0}, "context": map[string]any{"includeDeclaration": false},
	}), cellURI(0), cellURI(2), `"start":{"line":1,"character":35}`)
	rename := at(cellURI(2), 0, 0)
	rename["newName"] = "scale"
	has(t, "rename", c.ask("textDocument/rename", rename), cellURI(0), cellURI(2), `"newText":"scale"`)
	for name, why := range map[string]string{
		"twice": "would", "1": `"1" is not a name`, "func": `"func" is not a name`, "n": "would mean something else",
	} {
		rename["newName"] = name
		if _, failed := c.call("textDocument/rename", rename); !strings.Contains(failed, why) {
			t.Errorf("rename to %s: %q; want %q", name, failed, why)
		}
	}
	if _, failed := c.call("textDocument/prepareRename", at(cellURI(2), 1, 11)); !strings.Contains(failed, "is not declared in a cell") {
		t.Errorf("prepareRename of a package: %q", failed)
	}
	has(t, "documentSymbol", c.ask("textDocument/documentSymbol", at(cellURI(0), 0, 0)), `"name":"twice"`, `"name":"factor"`)
	has(t, "inlayHint", c.ask("textDocument/inlayHint", map[string]any{
		"textDocument": map[string]any{"uri": cellURI(2)}, "range": map[string]any{"start": map[string]any{"line": 0, "character": 0}, "end": map[string]any{"line": 9, "character": 0}},
	}), `"label":"shapes.Shape"`, `"label":"error"`)

	// Cells come and go.
	c.notify("notebookDocument/didChange", map[string]any{
		"notebookDocument": map[string]any{"uri": page, "version": 3},
		"change": map[string]any{"cells": map[string]any{"structure": map[string]any{
			"array":    map[string]any{"start": 0, "deleteCount": 1},
			"didClose": []any{map[string]any{"uri": cellURI(0)}},
		}}},
	})
	if one := c.await(cellURI(1), 1); one[0].Message != "undefined: twice" {
		t.Errorf("without cell 1: %+v", one)
	}
	c.notify("notebookDocument/didClose", map[string]any{
		"notebookDocument": map[string]any{"uri": page}, "cellTextDocuments": []any{map[string]any{"uri": cellURI(1)}, map[string]any{"uri": cellURI(2)}},
	})
	c.await(cellURI(1), 0)
	if _, failed := c.call("textDocument/hover", at(cellURI(1), 0, 0)); !strings.Contains(failed, "is not open") {
		t.Errorf("hover: %q", failed)
	}
}

// open opens a file.
func (c *client) file(uri, language, text string) {
	c.notify("textDocument/didOpen", map[string]any{"textDocument": map[string]any{"uri": uri, "languageId": language, "version": 1, "text": text}})
}

// TestScript is a session with scripts.
func TestScript(t *testing.T) {
	c := start(t)
	const uri, program, library = "file:///work/a.go", "file:///work/b.go", "file:///work/c.go"
	c.file(uri, "go", "#!/usr/bin/env polka run\ntotal = 1\nx:=big.NewInt(1) // 𝔸é\nfmt.Println(x,totl)\nfunc main() {}\n")
	c.file(program, "go", "package main\n\nvar x int\n")
	c.file(library, "go", "package other\n\nvar x int = \"a\"\n")
	if list := c.await(uri, 2); list[0].Range.Start.Line != 1 || !strings.HasPrefix(list[0].Message, "undefined: total\n") {
		t.Errorf("script: %+v", list)
	}
	if list := c.await(program, 1); list[0].Message != "there is no func main" {
		t.Errorf("program: %+v", list)
	}
	if list := c.diag[library]; len(list) != 0 {
		t.Errorf("library: %+v", list)
	}
	where := func(line, from, to int) map[string]any {
		return map[string]any{
			"textDocument": map[string]any{"uri": uri}, "context": map[string]any{"diagnostics": []any{}},
			"range": map[string]any{"start": map[string]any{"line": line, "character": from}, "end": map[string]any{"line": line, "character": to}},
		}
	}
	has(t, "codeAction", c.ask("textDocument/codeAction", where(1, 2, 2)), `"newText":":="`, `"start":{"line":1,"character":6}`)
	has(t, "codeAction", c.ask("textDocument/codeAction", where(2, 4, 4)), `Import \"math/big\"`, `"newText":"import \"math/big\"\n"`, `"start":{"line":1,"character":0}`)
	has(t, "formatting", c.ask("textDocument/formatting", at(uri, 0, 0)), `x := big.NewInt(1) // 𝔸é\nfmt.Println(x, totl)\n`, `"start":{"line":2,"character":0}`)
	// Positions are in units of UTF-16.
	c.notify("textDocument/didChange", map[string]any{
		"textDocument": map[string]any{"uri": uri, "version": 2},
		"contentChanges": []any{map[string]any{"text": "; tot", "range": map[string]any{
			"start": map[string]any{"line": 2, "character": 24}, "end": map[string]any{"line": 3, "character": 0}}}},
	})
	has(t, "formatting", c.ask("textDocument/formatting", at(uri, 0, 0)), "𝔸é; tot", "fmt.Println")
	if got := c.ask("textDocument/formatting", at(program, 0, 0)); got != "[]" {
		t.Errorf("formatting what is formatted: %s", got)
	}
	has(t, "completion", c.ask("textDocument/completion", at(program, 2, 3)), `"items":[`)
}

// TestFill fills a literal of a struct.
func TestFill(t *testing.T) {
	c := start(t)
	c.open("type P struct {\n\tx int\n\tname string\n\tq *P\n\tpair struct{ a bool }\n}", "p := P{}")
	has(t, "codeAction", c.ask("textDocument/codeAction", map[string]any{
		"textDocument": map[string]any{"uri": cellURI(1)}, "context": map[string]any{"diagnostics": []any{}},
		"range": map[string]any{"start": map[string]any{"line": 0, "character": 7}, "end": map[string]any{"line": 0, "character": 7}},
	}), `"newText":"x: 0, name: \"\", q: nil, pair: struct{a bool}{}"`)
}

// TestWrap makes functions of lines of cells.
func TestWrap(t *testing.T) {
	for _, test := range []struct {
		cells    []string
		from, to int // lines of the second cell, from 0
		want     string
	}{
		{[]string{"n := 3", "a := n * 2\nb := a + 1\nfmt.Println(a)", "b"}, 0, 1, "func step() (int, int) {\n\ta := n * 2\n\tb := a + 1\n\treturn a, b\n}\na, b := step()"},
		{[]string{"n := 3", "a := n * 2\nb := a + 1", "b"}, 0, 1, "func step() int {\n\ta := n * 2\n\tb := a + 1\n\treturn b\n}\nb := step()"},
		{[]string{"n := 3", "for i := range n {\n\tfmt.Println(i)\n}\n7"}, 0, 2, "func step() {\n\tfor i := range n {\n\t\tfmt.Println(i)\n\t}\n}\nstep()"},
		{[]string{"n := 3", "m := n\nm * 2"}, 0, 1, "func step() int {\n\tm := n\n\treturn m * 2\n}\nstep()"},
		{[]string{"step := 3", "step++\n7"}, 0, 0, "func step2() {\n\tstep++\n}\nstep2()"},
		{[]string{"n := 3", "text := `a\nb`\nn", "text"}, 0, 1, "func step() string {\ntext := `a\nb`\n\treturn text\n}\ntext := step()"},
		// A closure changes the variable itself; what is deferred runs at the end of the cell; the
		// name means two variables.
		{[]string{"n := 3", "x := 1\nf := func() { x++ }\nf()", "f()\nx"}, 0, 1, ""},
		{[]string{"n := 3", "defer fmt.Println(n)\nn++"}, 0, 0, ""},
		{[]string{"n := 3", "y := 1\nfmt.Println(y)\ny := \"a\"\ny"}, 1, 1, ""},
	} {
		c := start(t)
		c.open(test.cells...)
		line := strings.Split(test.cells[1], "\n")[test.to]
		got := c.ask("textDocument/codeAction", map[string]any{
			"textDocument": map[string]any{"uri": cellURI(1)}, "context": map[string]any{"diagnostics": []any{}, "only": []string{"refactor.extract"}},
			"range": map[string]any{"start": map[string]any{"line": test.from, "character": 0}, "end": map[string]any{"line": test.to, "character": len(line)}},
		})
		want, _ := json.Marshal(test.want)
		if test.want == "" && got != "[]" || !strings.Contains(got, strings.Trim(string(want), `"`)) {
			t.Errorf("%q\ngot  %s\nwant %s", test.cells, got, want)
		}
	}
}

// TestCovers is a session with a file in DLX format.
func TestCovers(t *testing.T) {
	c := start(t)
	const uri = "file:///work/a.dlx"
	c.file(uri, "dlx", "| a comment\naé b c | p q\naé b\nc p:red q\nb x\n")
	if list := c.await(uri, 1); list[0].Range.Start.Line != 4 || list[0].Range.Start.Character != 2 || list[0].Range.End.Character != 3 {
		t.Errorf("%+v", list)
	}
	has(t, "documentSymbol", c.ask("textDocument/documentSymbol", at(uri, 0, 0)), `"name":"aé"`, `"name":"q"`)
	has(t, "definition", c.ask("textDocument/definition", at(uri, 3, 2)), `"start":{"line":1,"character":9}`)
	if got := c.ask("textDocument/references", at(uri, 1, 3)); strings.Count(got, "range") != 3 {
		t.Errorf("references: %s", got)
	}
	c.notify("textDocument/didChange", map[string]any{"textDocument": map[string]any{"uri": uri, "version": 2}, "contentChanges": []any{map[string]any{"text": "a b\na \n"}}})
	c.await(uri, 0)
	has(t, "completion", c.ask("textDocument/completion", at(uri, 1, 2)), `"label":"a"`, `"label":"b"`)
}

// TestFault has a panic while the server looks for what is wrong: it tells the client and goes on.
func TestFault(t *testing.T) {
	c := start(t)
	c.file("file:///work/a.dlx", "dlx", "| panic\n")
	for c.logs == nil {
		c.read()
	}
	has(t, "log message", c.logs[0], "diagnostics: internal error: as asked", "goroutine")
	c.logs = nil
	c.file("file:///work/b.dlx", "dlx", "a b\nc\n")
	c.await("file:///work/b.dlx", 1)
}

// TestProtocol sends what a client should not send.
func TestProtocol(t *testing.T) {
	c := start(t)
	for _, test := range []struct{ method, params, want string }{
		{"initialize", `{}`, "unexpected request initialize"},
		{"textDocument/unknown", `{}`, "unknown method textDocument/unknown"},
		{"textDocument/hover", `{}`, " is not open"},
		{"textDocument/hover", `[1]`, "cannot unmarshal array"},
		{"textDocument/completion", `{"textDocument": {"uri": "file:///none"}, "position": {"line": -1, "character": -1}}`, "is not open"},
	} {
		if _, failed := c.call(test.method, json.RawMessage(test.params)); !strings.Contains(failed, test.want) {
			t.Errorf("%s %s: %q; want %q", test.method, test.params, failed, test.want)
		}
	}
	c.open("x := 1")
	c.file("file:///work/text", "text", "x")
	for _, position := range [][2]int{{-1, -1}, {0, 1000}, {1000, 0}} {
		for _, uri := range []string{cellURI(0), "file:///work/text"} {
			for _, method := range []string{"hover", "completion", "signatureHelp", "definition", "references", "documentHighlight", "documentSymbol", "formatting"} {
				c.ask("textDocument/"+method, at(uri, position[0], position[1]))
			}
		}
	}
	has(t, "completion", c.ask("textDocument/completion", at(cellURI(0), 0, 1)), `"label":"xml"`)
	c.edit(0, 2, "%%t")
	has(t, "completion", c.ask("textDocument/completion", at(cellURI(0), 0, 3)), `"label":"time"`)
}
