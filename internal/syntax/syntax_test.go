// SPDX-License-Identifier: BSD-3-Clause

package syntax

import (
	"strings"
	"testing"
	"unicode/utf8"
)

func TestShort(t *testing.T) {
	long := strings.Repeat("é", 5000)
	for _, c := range []struct{ message, want string }{
		{"expected a, found b", "expected a, found b"},
		{strings.Repeat("word ", 100), strings.Repeat("word ", 100)},
		{`expected "` + long + `", found c`, `expected "` + strings.Repeat("é", 56) + "..." + strings.Repeat("é", 18) + `", found c`},
		{strings.Repeat("é", 80), strings.Repeat("é", 80)},
	} {
		if got := Short(c.message); got != c.want {
			t.Errorf("%.100q becomes %q, want %q", c.message, got, c.want)
		}
	}
	if got := Short(strings.Repeat("word ", 5000)); utf8.RuneCountInString(got) != mostOfMessage {
		t.Errorf("a message of many words has %d characters", utf8.RuneCountInString(got))
	}
	if got := (&Error{Line: 1, Column: 2, Message: long}).Error(); len(got) > 200 {
		t.Errorf("an error has %d bytes", len(got))
	}
}
