// SPDX-License-Identifier: BSD-3-Clause

package dlx

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"polka/internal/syntax"
)

// wrongSets are texts that ParseSets refuses, and what it says.
var wrongSets = []struct{ text, want string }{
	{"", "line 1, column 1: expected a line such as p ec 12, found the end of the text"},
	{"c only\n", "line 1, column 1: expected a line such as p ec 12, found the end of the text"},
	{"s 1\n", `line 1, column 1: expected a line such as p ec 12 before the sets, found "s"`},
	{"p ec\n", "line 1, column 2: expected ec and the number of elements after p"},
	{"p cnf 3\n", "line 1, column 2: expected ec and the number of elements after p"},
	{"p ec 0\n", `line 1, column 6: expected a number of elements from 1 to 1048576, found "0"`},
	{"p ec 9999999999\n", `line 1, column 6: expected a number of elements from 1 to 1048576, found "9999999999"`},
	{"p ec 3\np ec 3\n", `line 2, column 1: expected s and the elements of a set, or a comment that begins with c, found "p"`},
	{"p ec 3\n\ns 1 x\n", `line 3, column 5: expected the number of an element, found "x"`},
	{"p ec 3\ns 1|5\n", `line 2, column 3: expected the number of an element, found "1|5"`},
	{"p ec 3\ns 01\n", `line 2, column 3: expected the number of an element, found "01"`},
	{"p ec 3\n s 1 4\n", `line 2, column 6: expected one of the items, found "4"`},
	{"p ec 3\ns 1 1\n", `line 2, column 5: expected each item once in an option, found "1" again`},
	{"p ec 3\ns\n", "line 2, column 2: expected an option, found no item"},
}

func TestParseSets(t *testing.T) {
	p, err := ParseSets("c five\r\np ec 3\r\n\ns 1 3\ns 2\n  s 1\n\ts 2 3\nc\ns 3")
	if want := "1 2 3\n1 3\n2\n1\n2 3\n3\n"; err != nil || p.DLX() != want {
		t.Fatalf("%v, %v, want %q", p, err, want)
	}
	if n, err := p.Count(t.Context()); err != nil || n.String() != "3" {
		t.Errorf("%v solutions, %v, want 3", n, err)
	}
	for _, c := range wrongSets {
		_, err := ParseSets(c.text)
		if err == nil || err.Error() != c.want {
			t.Errorf("%q: %v, want %s", c.text, err, c.want)
		}
	}
}

// TestBellSets counts partitions of sets: OEIS A000110.
func TestBellSets(t *testing.T) {
	for n, want := range []string{1: "1", 2: "2", 3: "5", 4: "15", 8: "4140", 10: "115975"} {
		if want == "" {
			continue
		}
		var b strings.Builder
		fmt.Fprintf(&b, "p ec %d\n", n)
		for set := 1; set < 1<<n; set++ {
			b.WriteString("s")
			for i := range n {
				if set>>i&1 != 0 {
					fmt.Fprintf(&b, " %d", i+1)
				}
			}
			b.WriteString("\n")
		}
		p, err := ReadSets(strings.NewReader(b.String()))
		if err != nil {
			t.Fatal(err)
		}
		if got, err := p.Count(t.Context()); err != nil || got.String() != want {
			t.Errorf("%d elements: %v, %v, want %s", n, got, err, want)
		}
	}
}

// FuzzParseSets reads anything: it must give an error in the text, or a problem.
func FuzzParseSets(f *testing.F) {
	for _, c := range wrongSets {
		f.Add(c.text)
	}
	f.Add("c five\np ec 3\ns 1 3\ns 2\n")
	f.Fuzz(func(t *testing.T, text string) {
		p, err := ParseSets(text)
		switch {
		case err == nil:
			if _, err := Parse(p.DLX()); err != nil {
				t.Errorf("%q does not read back: %v", p.DLX(), err)
			}
		case !errors.As(err, new(*SyntaxError)) || text != "" && !syntax.In(text, err):
			t.Errorf("%q: %v", text, err)
		}
	})
}
