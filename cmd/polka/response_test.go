// SPDX-License-Identifier: BSD-3-Clause

package main

import (
	"io"
	"net/http"
	"strings"
	"testing"

	"polka/kernel/display"
)

// TestShowResponse shows a response and reads its body afterwards.
func TestShowResponse(t *testing.T) {
	for body, shown := range map[string]string{
		"<p>text</p>":                   "<p>text</p>",
		strings.Repeat("ab", 4000):      strings.Repeat("ab", 2048) + "…",
		"a" + strings.Repeat("ä", 3000): "ää…",
		"a" + strings.Repeat("日", 3000): "日日…",
		"\xff\xd8\xff\xe0":              "binary data of type image/jpeg",
		"":                              "text/html",
	} {
		r := &http.Response{Proto: "HTTP/1.1", Status: "200 OK", Header: http.Header{"Content-Type": {"text/html"}}, Body: io.NopCloser(strings.NewReader(body))}
		b := display.Renderer{}.Render(r)
		if text := b.Plain(); !strings.HasPrefix(text, "HTTP/1.1 200 OK\nheader        value\n") || !strings.HasSuffix(text, shown) {
			t.Errorf("the text is\n%s\nwant %s", text, shown)
		}
		if page := string(b.Data[display.HTMLType]); !strings.Contains(page, "<caption>HTTP/1.1 200 OK</caption>") || strings.Contains(page, "<p>") {
			t.Errorf("the page is %s", page)
		}
		if rest, err := io.ReadAll(r.Body); err != nil || string(rest) != body {
			t.Errorf("afterwards the body is %q, %v", rest, err)
		}
	}
}
