// SPDX-License-Identifier: BSD-3-Clause

package strip

import (
	"fmt"
	"testing"
)

// TestFind compares with published recurrences of dominoes: OEIS A000045, A001835 and A005178.
func TestFind(t *testing.T) {
	domino := [][]Cell{{{0, 0}, {0, 1}}, {{0, 0}, {1, 0}}}
	for rows, want := range []string{
		1: "[1] / [1 0 -1]",
		2: "[1] / [1 -1 -1]",
		3: "[1 0 -1] / [1 0 -4 0 1]",
		4: "[1 0 -1] / [1 -1 -5 -1 1]",
	} {
		if want == "" {
			continue
		}
		r, err := Find(t.Context(), rows, domino, 1<<20, nil)
		if err != nil {
			t.Fatal(err)
		}
		if got := fmt.Sprint(r.P, " / ", r.Q); got != want {
			t.Errorf("%d rows: %s, want %s", rows, got, want)
		}
	}
	// No tiling but the empty one.
	if r, err := Find(t.Context(), 1, [][]Cell{{{0, 0}, {1, 0}}}, 1<<20, nil); err != nil || fmt.Sprint(r.P, r.Q) != "[1] [1]" {
		t.Errorf("%v, %v", r, err)
	}
	if _, err := Find(t.Context(), 1<<30, domino, 1<<20, nil); err != ErrWide {
		t.Errorf("%v, want %v", err, ErrWide)
	}
	if _, err := Find(t.Context(), 12, domino, 1<<10, nil); err != ErrWide {
		t.Errorf("%v, want %v", err, ErrWide)
	}
}
