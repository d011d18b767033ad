// SPDX-License-Identifier: BSD-3-Clause

package gosmith

import (
	"fmt"
	"go/format"
	"strings"
)

// A helper is a declaration that programs have if they mention its name.
type helper struct{ name, text string }

// withHelpers returns the program with the declarations in body, the helpers that it needs, and
// imports of those of the given packages that it mentions.
func withHelpers(body string, helpers []helper, packages []string) string {
	for added := true; added; {
		added = false
		for _, h := range helpers {
			if mentions(body, h.name) && !strings.Contains(body, h.text) {
				body += "\n" + h.text + "\n"
				added = true
			}
		}
	}
	var imports strings.Builder
	for _, path := range packages {
		if mentions(body, path[strings.LastIndex(path, "/")+1:]+".") {
			fmt.Fprintf(&imports, "%q\n", path)
		}
	}
	src := "package main\n\nimport (\n" + imports.String() + ")\n\n" + body
	for { // gofmt sometimes takes two passes
		out, err := format.Source([]byte(src))
		if err != nil {
			panic(fmt.Sprintf("gosmith: %v in\n%s", err, src))
		}
		if string(out) == src {
			return src
		}
		src = string(out)
	}
}

// mentions reports whether word stands in text, not as the end of a longer identifier.
func mentions(text, word string) bool {
	for {
		i := strings.Index(text, word)
		if i < 0 {
			return false
		}
		if i == 0 || !isLetter(text[i-1]) || strings.HasSuffix(text[:i], "...") {
			return true
		}
		text = text[i+len(word):]
	}
}

func isLetter(c byte) bool {
	return c == '_' || c == '.' || '0' <= c && c <= '9' || 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z'
}
