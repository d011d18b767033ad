// SPDX-License-Identifier: BSD-3-Clause

package dlx

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestKnuthSmall compares solutions, nodes, updates and cleansings with those
// that Knuth's DLX1, DLX2 and DLX3 print for small problems with everything in
// them: colors, empty lists, bounds and slack. TestKnuthCounters does it for
// large ones.
func TestKnuthSmall(t *testing.T) {
	text, err := os.ReadFile(filepath.Join("testdata", "knuth.txt"))
	if err != nil {
		t.Fatal(err)
	}
	problems := strings.Split(strings.TrimSpace(string(text)), "\n\n")
	if len(problems) < 100 {
		t.Errorf("%d problems only", len(problems))
	}
	for _, problem := range problems {
		head, _, _ := strings.Cut(problem, "\n")
		_, want, _ := strings.Cut(head, ": ")
		p, err := Parse(problem)
		if err != nil {
			t.Fatalf("%v\n%s", err, problem)
		}
		for _, threads := range []int{1, 2} {
			s := p.recorded(Options{Engine: "links", Threads: threads})
			n, err := s.Count(t.Context())
			st := s.Stats()
			got := fmt.Sprintf("%v solutions, %d nodes, %d updates, %d cleansings", n, st.Nodes, st.Updates, st.Cleansings)
			if err != nil || got != want {
				t.Errorf("%s, %v, with %d threads\n%s", got, err, threads, problem)
			}
		}
	}
}
