// SPDX-License-Identifier: BSD-3-Clause

package printing

import (
	"io"
	"strings"
	"unicode/utf8"
)

// Screen returns a writer for text that quotes files, such as the names of items. If w is a
// terminal, the text is written as by Harmless; otherwise it is written unchanged, since another
// program may read it.
func Screen(w io.Writer) io.Writer {
	if !IsTerminal(w) {
		return w
	}
	return &screen{w: w}
}

// Harmless replaces what a terminal would obey, except the ends of lines and tabs, by escape
// sequences of Go's strings.
func Harmless(s string) string {
	var b strings.Builder
	for i, line := range strings.SplitAfter(s, "\n") {
		if i > 0 && line == "" {
			break
		}
		text, end := strings.CutSuffix(line, "\n")
		for j, part := range strings.Split(text, "\t") {
			if j > 0 {
				b.WriteByte('\t')
			}
			b.WriteString(printable(part))
		}
		if end {
			b.WriteByte('\n')
		}
	}
	return b.String()
}

// A screen writes harmless text. It keeps the beginning of a character until the rest is written.
type screen struct {
	w    io.Writer
	rest []byte
}

func (s *screen) Write(p []byte) (int, error) {
	text := append(s.rest, p...)
	whole := len(text)
	for n := 1; n < utf8.UTFMax && n <= len(text); n++ {
		if utf8.RuneStart(text[len(text)-n]) {
			if !utf8.FullRune(text[len(text)-n:]) {
				whole -= n
			}
			break
		}
	}
	s.rest = append([]byte(nil), text[whole:]...)
	if _, err := io.WriteString(s.w, Harmless(string(text[:whole]))); err != nil {
		return 0, err
	}
	return len(p), nil
}
