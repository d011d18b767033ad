// SPDX-License-Identifier: BSD-3-Clause

package machine_test

import (
	"strings"
	"testing"
)

// TestListsShareFrame compares the frames of functions that call package fmt. A return clears all
// pointers of a frame, so calls that are made one after the other use the same memory for their
// lists. A call and one that is among its arguments do not.
func TestListsShareFrame(t *testing.T) {
	pointers := func(calls ...string) int {
		p, err := load("p.go", "package main\nimport \"fmt\"\nfunc f(n int) string {\n switch n {\ncase 0: return "+
			strings.Join(calls, "\ncase -n: return ")+"\n}\nreturn \"\"\n}\nfunc main() {}")
		if err != nil {
			t.Fatal(err)
		}
		f := p.m.Function("f")
		f.Ready()
		return len(f.Ptrs)
	}
	const short, long = `fmt.Sprint(n)`, `fmt.Sprint(n, n, n, n)`
	one := pointers(long) - pointers(short)
	if one <= 0 {
		t.Errorf("a list of four values has %d pointers more than one of one", one)
	}
	if more := pointers(long, long, long) - pointers(short, short, short); more != one {
		t.Errorf("three lists of four values have %d pointers more than those of one, a single list %d", more, one)
	}
	if more := pointers(long, short, short) - pointers(short, short, short); more != one {
		t.Errorf("with one list of four values, three have %d pointers more, a single list %d", more, one)
	}
	const in, around = `fmt.Sprint(n, n, n, fmt.Sprint(n, n, n, n))`, `fmt.Sprint(n, n, n, fmt.Sprint(n))`
	if more := pointers(in) - pointers(around); more != one {
		t.Errorf("a list in a list has %d pointers more with four values than with one, alone %d", more, one)
	}
}
