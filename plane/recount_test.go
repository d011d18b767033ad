// SPDX-License-Identifier: BSD-3-Clause

package plane

import (
	"context"
	"os"
	"strings"
	"testing"

	"polka/shapes"
)

// TestRecount finds the Heesch numbers of the shapes that are named in docs/heesch.md, and checks
// their coronas. Some take seconds; without POLKA_LONG=1, every eighth shape is examined.
func TestRecount(t *testing.T) {
	text, err := os.ReadFile("testdata/recount.tsv")
	if err != nil {
		t.Fatal(err)
	}
	counts := make(map[[3]int]int) // by cells and both numbers
	for i, line := range strings.Split(strings.TrimSpace(string(text)), "\n") {
		fields := strings.Split(line, "\t")
		if line[0] == '#' {
			continue
		}
		whole, holed := number(t, fields[0]), number(t, fields[1])
		s := shapes.MustParse(fields[2])
		counts[[3]int{s.Size(), whole, holed}]++
		if i%8 != 0 && !long() {
			continue
		}
		c, err := Heesch(context.Background(), s)
		if err != nil || c.Number != whole || c.WithHoles != holed {
			t.Errorf("%v: %v, %v, want %d and %d", s, c, err, whole, holed)
		}
		if err := checkCoronas(s, c.Whole, false); err != nil {
			t.Errorf("%v: %v", s, err)
		}
		if err := checkCoronas(s, c.List, true); err != nil {
			t.Errorf("%v: %v", s, err)
		}
	}
	tables := kaplan(t)
	for _, n := range []int{13, 14} {
		for k := 2; k <= 3; k++ {
			for kind, name := range []string{"triangle Hc", "triangle Hh"} {
				got, want := 0, 0
				for key, count := range counts {
					if key[0] == n && key[1+kind] == k {
						got += count
					}
				}
				if row := tables[name][n]; k < len(row) {
					want = row[k]
				}
				if got != want {
					t.Errorf("%s %d: %d shapes with number %d, published: %d", name, n, got, k, want)
				}
			}
		}
	}
}
