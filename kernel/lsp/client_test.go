// SPDX-License-Identifier: BSD-3-Clause

package lsp_test

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"strings"
	"testing"

	"polka/dlx"
	"polka/internal/framing"
	"polka/kernel/cell"
	"polka/kernel/lsp"
	"polka/stdlib"
)

func options() lsp.Options {
	return lsp.Options{
		Cell: func(string) cell.Options {
			o := cell.Options{Facts: stdlib.Importer(), Packages: stdlib.Packages(), Prelude: stdlib.Prelude(), Immutable: stdlib.Immutable()}
			o.Generics, _ = o.Facts.(cell.Generics)
			return o
		},
		Doc: stdlib.Doc,
		Covers: func(text string) (int, int, string) {
			if strings.HasPrefix(text, "| panic") {
				panic("as asked")
			}
			if _, err := dlx.Parse(text); err != nil {
				e := err.(*dlx.SyntaxError)
				return e.Line, e.Column, e.Message
			}
			return 0, 0, ""
		},
		Magics: []lsp.Magic{{Name: "time", Use: "CODE", About: "run code", Whole: true}, {Name: "who", About: "list"}},
	}
}

// A client is a simple client of a server in this process. The tests in kernel/conformance use one
// that others have written.
type client struct {
	t    testing.TB
	out  io.WriteCloser
	in   *bufio.Reader
	end  chan error
	id   int
	diag map[string][]found // by URI
	logs []string
}

// A found is a diagnostic.
type found struct {
	Range struct {
		Start, End struct{ Line, Character int }
	}
	Severity int
	Message  string
}

func start(t testing.TB) *client {
	t.Helper()
	toServer, out := io.Pipe()
	in, fromServer := io.Pipe()
	c := &client{t: t, out: out, in: bufio.NewReader(in), end: make(chan error, 1), diag: make(map[string][]found)}
	go func() {
		err := lsp.New(options()).Serve(toServer, fromServer)
		fromServer.Close()
		c.end <- err
	}()
	c.call("initialize", map[string]any{"capabilities": map[string]any{}})
	c.notify("initialized", map[string]any{})
	t.Cleanup(func() {
		c.call("shutdown", nil)
		c.notify("exit", nil)
		go io.Copy(io.Discard, c.in)
		if err := <-c.end; err != nil {
			t.Errorf("Serve: %v", err)
		}
		if c.logs != nil {
			t.Errorf("log messages:\n%s", strings.Join(c.logs, "\n"))
		}
	})
	return c
}

func (c *client) send(v any) {
	text, err := json.Marshal(v)
	if err != nil {
		c.t.Fatal(err)
	}
	if err := framing.Write(c.out, text); err != nil {
		c.t.Fatal(err)
	}
}

func (c *client) notify(method string, params any) {
	c.send(map[string]any{"jsonrpc": "2.0", "method": method, "params": params})
}

// call makes a request, and returns its result, or its error as text.
func (c *client) call(method string, params any) (result json.RawMessage, failed string) {
	c.id++
	c.send(map[string]any{"jsonrpc": "2.0", "id": c.id, "method": method, "params": params})
	for {
		m := c.read()
		if m.ID != nil && *m.ID == c.id {
			if m.Error != nil {
				return nil, m.Error.Message
			}
			return m.Result, ""
		}
	}
}

// A received is a message of the server.
type received struct {
	ID     *int
	Method string
	Params json.RawMessage
	Result json.RawMessage
	Error  *struct{ Message string }
}

// read reads a message, and keeps the diagnostics.
func (c *client) read() (m received) {
	text, err := framing.Read(c.in)
	if err != nil {
		c.t.Fatal(err)
	}
	if err := json.Unmarshal(text, &m); err != nil {
		c.t.Fatal(err)
	}
	switch m.Method {
	case "textDocument/publishDiagnostics":
		var p struct {
			URI         string
			Diagnostics []found
		}
		if err := json.Unmarshal(m.Params, &p); err != nil {
			c.t.Fatal(err)
		}
		c.diag[p.URI] = p.Diagnostics
	case "window/logMessage":
		c.logs = append(c.logs, string(m.Params))
	}
	return m
}

// await reads until there are n diagnostics of a document, and returns them. If they never come,
// the test does not end.
func (c *client) await(uri string, n int) []found {
	for len(c.diag[uri]) != n {
		c.read()
	}
	return c.diag[uri]
}

const page = "file:///work/page.ipynb"

// cellURI returns the URI of a cell of a notebook.
func cellURI(i int) string { return fmt.Sprintf("%s#c%d", page, i) }

// open opens a notebook.
func (c *client) open(cells ...string) {
	list, texts := []any{}, []any{}
	for i, text := range cells {
		list = append(list, map[string]any{"kind": 2, "document": cellURI(i)})
		texts = append(texts, map[string]any{"uri": cellURI(i), "languageId": "go", "version": 1, "text": text})
	}
	c.notify("notebookDocument/didOpen", map[string]any{
		"notebookDocument":  map[string]any{"uri": page, "notebookType": "jupyter-notebook", "version": 1, "cells": list},
		"cellTextDocuments": texts,
	})
}

// edit replaces the text of a cell.
func (c *client) edit(i, version int, text string) {
	c.notify("notebookDocument/didChange", map[string]any{
		"notebookDocument": map[string]any{"uri": page, "version": version},
		"change": map[string]any{"cells": map[string]any{"textContent": []any{map[string]any{
			"document": map[string]any{"uri": cellURI(i), "version": version},
			"changes":  []any{map[string]any{"text": text}},
		}}}},
	})
}

// at is the parameter of a request about a place in a cell.
func at(uri string, line, character int) map[string]any {
	return map[string]any{"textDocument": map[string]any{"uri": uri}, "position": map[string]any{"line": line, "character": character}}
}
