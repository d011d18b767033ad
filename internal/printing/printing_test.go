// SPDX-License-Identifier: BSD-3-Clause

package printing

import (
	"errors"
	"strings"
	"testing"
)

func TestOneLine(t *testing.T) {
	for message, want := range map[string]string{
		"one":                   "one",
		"one\ntwo\r\n":          "one; two",
		"\x1b[2J\u202eé\xff�\t": `\x1b[2J\u202eé\xff�\t`,
	} {
		if got := OneLine(message); got != want {
			t.Errorf("%q becomes %q, want %q", message, got, want)
		}
	}
}

// TestOutput writes to a full disk, and afterwards to one with space.
func TestOutput(t *testing.T) {
	full := errors.New("the disk is full")
	var b strings.Builder
	o := &Output{Writer: failing{full}}
	if _, err := o.Write([]byte("a")); !errors.Is(err, full) {
		t.Errorf("error %v", err)
	}
	o.Writer = &b
	if _, err := o.Write([]byte("b")); err != nil || b.String() != "b" || !errors.Is(o.Err, full) {
		t.Errorf("%q is written, errors %v and %v", b.String(), err, o.Err)
	}
	if Bare(o) != &b || Bare(&b) != &b {
		t.Error("not the writer itself")
	}
}

// failing is a writer that fails.
type failing struct{ err error }

func (f failing) Write([]byte) (int, error) { return 0, f.err }

// TestScreen writes text in pieces that divide characters.
func TestScreen(t *testing.T) {
	const text, want = "é\t\x1b[2J\n\u009b\r\n", "é\t" + `\x1b[2J` + "\n" + `\u009b\r` + "\n"
	for size := 1; size <= len(text); size++ {
		var b strings.Builder
		s := &screen{w: &b}
		for rest := text; rest != ""; {
			n := min(size, len(rest))
			if k, err := s.Write([]byte(rest[:n])); k != n || err != nil {
				t.Fatal(k, err)
			}
			rest = rest[n:]
		}
		if b.String() != want {
			t.Errorf("in pieces of %d bytes: %q, want %q", size, b.String(), want)
		}
	}
	if got := Harmless("\xff a"); got != `\xff a` {
		t.Errorf("a byte that is no character becomes %q", got)
	}
}
