package cell

import (
	"go/token"
	"strings"
)

// queries reads a cell that consists of questions alone, one a line: ?name, name?, and with two marks for
// the source text too. Anything else gives nil.
func queries(src string) []Query {
	var qs []Query
	for line := range strings.Lines(src) {
		line = strings.TrimSpace(line)
		if line == "" || strings.HasPrefix(line, "//") {
			continue
		}
		name := strings.Trim(line, "?")
		marks := len(line) - len(name)
		name = strings.TrimSpace(name)
		if marks == 0 || !isPath(name) {
			return nil
		}
		qs = append(qs, Query{Name: name, Source: strings.Contains(line, "??")})
	}
	return qs
}

// isPath reports whether s is names joined by dots.
func isPath(s string) bool {
	for name := range strings.SplitSeq(s, ".") {
		if !token.IsIdentifier(name) && !token.IsKeyword(name) {
			return false
		}
	}
	return true
}
