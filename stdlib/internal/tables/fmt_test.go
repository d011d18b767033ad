// SPDX-License-Identifier: BSD-3-Clause

package tables

import (
	"fmt"
	"strings"
	"testing"
)

type green int

func (green) String() string { return "green" }

type oops struct{ Code int }

func (oops) Error() string { return "oops" }

// TestFormat compares wrapped values with values that have the method themselves, for all verbs and
// flags.
func TestFormat(t *testing.T) {
	type plainInt int
	type plainStruct struct{ Code int }
	for _, format := range []string{
		"%v", "%+v", "%s", "%q", "%#q", "%x", "% X", "%10s", "%-10v|", "%.2s", "%10.3v", "%c", "%U",
		"%d", "%+d", "%04d", "%b", "%o", "%O", "%#o", "%t", "%e",
	} {
		if got, want := fmt.Sprintf(format, stringer{plainInt(1), green(1).String}), fmt.Sprintf(format, green(1)); clean(got) != clean(want) {
			t.Errorf("Stringer with %s: %q, want %q", format, got, want)
		}
		if got, want := fmt.Sprintf(format, wrappedError{plainStruct{7}, oops{7}.Error}), fmt.Sprintf(format, oops{7}); clean(got) != clean(want) {
			t.Errorf("error with %s: %q, want %q", format, got, want)
		}
	}
	if got := fmt.Sprintf("%#v", stringer{1, green(1).String}); got != "1" {
		t.Errorf("%%#v gives %s, want the value", got)
	}
	if got := fmt.Sprint(stringer{}); got != "" {
		t.Errorf("an empty wrapper prints as %q", got)
	}
}

// clean takes out the names of types, which fmt puts into complaints about verbs.
func clean(s string) string {
	for _, name := range []string{"tables.plainInt", "tables.green", "tables.plainStruct", "tables.oops"} {
		s = strings.ReplaceAll(s, name, "T")
	}
	return s
}
