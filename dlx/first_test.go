// SPDX-License-Identifier: BSD-3-Clause

package dlx

import (
	"fmt"
	"strings"
	"testing"
)

// partridge is the problem to fill a square of side n(n+1)/2 by one square of
// side 1, two of side 2, ..., n of side n (R. Wainwright; n = 8 is the least for
// which that is possible).
func partridge(n int) *Problem {
	side := n * (n + 1) / 2
	var items strings.Builder
	items.WriteString("#1")
	for k := 2; k <= n; k++ {
		fmt.Fprintf(&items, " %d|#%d", k, k)
	}
	for i := range side * side {
		fmt.Fprintf(&items, " %d,%d", i/side, i%side)
	}
	p := New(items.String())
	for k := 1; k <= n; k++ {
		for x := range side - k + 1 {
			for y := range side - k + 1 {
				var option strings.Builder
				fmt.Fprintf(&option, "#%d", k)
				for i := range k * k {
					fmt.Fprintf(&option, " %d,%d", x+i/k, y+i%k)
				}
				p = p.AddOption(option.String())
			}
		}
	}
	return p
}

// TestPartridge finds how a square is filled by 36 squares. Most searches do not
// come to an end.
func TestPartridge(t *testing.T) {
	p := partridge(8)
	s := p.recorded(Options{})
	first, err := s.First(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	options := first.Options()
	if err := p.Check(options...); err != nil || len(options) != 36 {
		t.Errorf("%d squares: %v", len(options), err)
	}
	if n := s.Stats().Nodes; n > 100_000 {
		t.Errorf("the search took %d nodes", n)
	}
}
