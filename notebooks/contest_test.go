// SPDX-License-Identifier: BSD-3-Clause

package notebooks_test

import (
	"strings"
	"testing"

	"polka/kernel/engine"
	"polka/kernel/nb"
	"polka/notebooks"
	"polka/notebooks/exercises"
)

// TestContest runs the contest with the answers in their places. Their scores are known.
func TestContest(t *testing.T) {
	if testing.Short() {
		t.Skip("runs the searches of the contest")
	}
	contest, err := notebooks.SolvedContest()
	if err != nil {
		t.Fatal(err)
	}
	s, number := newSession(t, exercises.Files, nil), 0
	run := func(code string) string {
		t.Helper()
		number++
		r := s.Execute(t.Context(), engine.Cell{Number: number, Code: code}, &screen{})
		if r.Err != nil {
			t.Fatalf("%v in\n%s", r.Err, code)
		}
		if r.Value == nil {
			return ""
		}
		return r.Value.Plain()
	}
	got, scores := "", 0
	for _, c := range contest.Cells {
		if c.Type == nb.Code {
			got = run(c.Source)
		} else if score, ok := strings.CutPrefix(c.Source, "The score is "); ok {
			scores++
			if score = strings.TrimSuffix(score, "."); !strings.Contains(got, score) {
				t.Errorf("%s: got %q, expected %q in it", c.ID, got, score)
			}
		}
	}
	if scores != 3 {
		t.Errorf("%d answers have a score; expected 3", scores)
	}
	for name, want := range map[string]string{"mine": "fewest nodes: 6516", "hardest": "most nodes: 1048575"} {
		var out screen
		number++
		if r := s.Execute(t.Context(), engine.Cell{Number: number, Code: "%check " + name}, &out); r.Err != nil || !strings.Contains(out.b.String(), want) {
			t.Errorf("%%check %s: %v, %s, expected %s", name, r.Err, out.b.String(), want)
		}
	}
	colored := "_, bad := hardness(dlx.New(\"a | x\").AddOption(\"a x:A\"))\nbad.Error()"
	if got := run(colored); !strings.Contains(got, "color A") {
		t.Errorf("the hardness of a problem with colors is %s; expected an error", got)
	}
}
