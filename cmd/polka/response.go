// SPDX-License-Identifier: BSD-3-Clause

package main

import (
	"bytes"
	"fmt"
	"html"
	"io"
	"net/http"
	"slices"
	"strings"
	"unicode/utf8"

	"polka/internal/table"
	"polka/kernel/display"
)

func init() { display.Register(showResponse) }

// mostBody is how much of the body of a response is shown, in bytes.
const mostBody = 4096

// showResponse shows an answer of a web server: its status, its header as a table, and the
// beginning of its body, which can still be read.
func showResponse(r *http.Response) any {
	if r == nil {
		return nil
	}
	head := table.Table{Title: r.Proto + " " + r.Status, Head: []string{"header", "value"}, Rule: true}
	for name, values := range r.Header {
		for _, v := range values {
			head.Rows = append(head.Rows, []string{name, v})
		}
	}
	slices.SortStableFunc(head.Rows, func(a, b []string) int { return strings.Compare(a[0], b[0]) })
	text, page := head.Text(), head.HTML()
	if body := beginning(r); body != "" {
		text += "\n\n" + body
		page += `<pre style="max-height:20em;overflow:auto">` + html.EscapeString(body) + "</pre>\n"
	}
	return display.Bundle{Data: map[string][]byte{display.HTMLType: []byte(page), display.TextType: []byte(text)}}
}

// beginning returns the beginning of the body of a response, and puts it back. A body that is no
// text is described.
func beginning(r *http.Response) string {
	if r.Body == nil {
		return ""
	}
	read, err := io.ReadAll(io.LimitReader(r.Body, mostBody+1))
	r.Body = struct {
		io.Reader
		io.Closer
	}{io.MultiReader(bytes.NewReader(read), r.Body), r.Body}
	if err != nil && len(read) == 0 {
		return "" // as of a body that has been closed
	}
	shown := read[:min(len(read), mostBody)]
	for cut := 0; len(read) > mostBody && cut < utf8.UTFMax-1 && !utf8.Valid(shown); cut++ {
		shown = shown[:len(shown)-1] // a part of a character
	}
	if !utf8.Valid(shown) {
		return fmt.Sprintf("binary data of type %s", http.DetectContentType(read))
	}
	if len(read) > mostBody {
		return string(shown) + "…"
	}
	return string(shown)
}
