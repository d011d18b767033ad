// SPDX-License-Identifier: BSD-3-Clause

// Package printing is what the programs of Polka have in common in how they print.
package printing

import (
	"fmt"
	"io"
	"os"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// OneLine makes a message one line of printable characters. Messages quote files, in which there
// may be what a terminal would obey; it is written as in Go's strings.
func OneLine(s string) string {
	return printable(strings.Join(strings.FieldsFunc(s, func(r rune) bool { return r == '\n' || r == '\r' }), "; "))
}

// printable replaces characters that are not printable by escape sequences of Go's strings.
func printable(s string) string {
	if strings.IndexFunc(s, Unprintable) < 0 {
		return s
	}
	var b strings.Builder
	for i, r := range s {
		switch {
		case r == utf8.RuneError && !strings.HasPrefix(s[i:], "\uFFFD"):
			fmt.Fprintf(&b, `\x%02x`, s[i])
		case Unprintable(r):
			b.WriteString(strings.Trim(strconv.QuoteRune(r), "'"))
		default:
			b.WriteRune(r)
		}
	}
	return b.String()
}

// Unprintable reports whether a terminal may do something else with a character than show it.
func Unprintable(r rune) bool { return r == utf8.RuneError || !unicode.IsPrint(r) }

// An Output is standard output. It keeps the first error, so that a failed write is not
// reported as success.
type Output struct {
	io.Writer
	Err error
}

func (o *Output) Write(p []byte) (int, error) {
	n, err := o.Writer.Write(p)
	if err != nil && o.Err == nil {
		o.Err = err
	}
	return n, err
}

// Bare returns the writer of an Output, so that it can be asked whether it is a terminal, and any
// other writer itself.
func Bare(w io.Writer) io.Writer {
	if o, ok := w.(*Output); ok {
		return o.Writer
	}
	return w
}

// IsTerminal reports whether w, or the writer of an Output, is a terminal on which text can be
// overwritten.
func IsTerminal(w io.Writer) bool {
	f, ok := Bare(w).(*os.File)
	if !ok || os.Getenv("TERM") == "dumb" {
		return false
	}
	info, err := f.Stat()
	return err == nil && info.Mode()&os.ModeCharDevice != 0
}
