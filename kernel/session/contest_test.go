// SPDX-License-Identifier: BSD-3-Clause

package session_test

import (
	"context"
	"strings"
	"testing"
	"testing/fstest"

	"polka/kernel/engine"
	"polka/kernel/exercise/handin"
	"polka/kernel/session"
	"polka/stdlib"
)

const contests = `-- steps/uses --
func steps(n int) int
-- steps/check --
if steps(0) < 0 {
	return fmt.Errorf("%d steps", steps(0))
}
-- steps/contest --
fewest steps
-- steps/score --
return steps(0)
-- pieces/uses --
var pieces []string
-- pieces/check --
// every list is right
-- pieces/contest --
most pieces
-- pieces/score --
return len(pieces)
-- bad/uses --
func steps(n int) int
-- bad/check --
return nil
-- bad/contest --
most steps
-- bad/score --
if steps(0) == 7 {
	panic("seven")
}
return fmt.Sprint(steps(0))
`

// TestContest: the best result of right answers is kept and handed in; errors of the section score
// are told.
func TestContest(t *testing.T) {
	s, err := session.New(session.Options{
		Symbols: []session.Symbols{stdlib.Symbols()}, Facts: stdlib.Importer(), Packages: stdlib.Packages(), Prelude: stdlib.Prelude(),
		Exercises: fstest.MapFS{"contest.txtar": {Data: []byte(contests)}},
	})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	p := newPage()
	run := func(code string) string {
		t.Helper()
		before := len(p.String())
		if r := s.Execute(context.Background(), engine.Cell{Number: 1, Code: code}, p); r.Err != nil {
			t.Fatal(r.Err)
		}
		return p.String()[before:]
	}
	for _, c := range []struct{ code, check, want string }{
		{"func steps(n int) int { return -1 }", "steps", "✗ steps: -1 steps"},
		{"func steps(n int) int { return 70 }", "steps", "fewest steps: 70\n"},
		{"func steps(n int) int { return 7 }", "steps", "fewest steps: 7; the best before was 70\n"},
		{"func steps(n int) int { return 8 }", "steps", "fewest steps: 8; your best is 7\n"},
		{"func steps(n int) int { return -1 }", "steps", "✗ steps: -1 steps"},
		{"", "bad", "no result: expected a number as the result, got a value of type string"},
		{"func steps(n int) int { return 7 }", "bad", "no result: Panic: seven"},
		{`pieces := []string{"F"}`, "pieces", "most pieces: 1\n"},
		{`pieces = append(pieces, "I")`, "pieces", "most pieces: 2; the best before was 1\n"},
	} {
		run(c.code)
		if got := run("%check " + c.check); !strings.Contains(got, c.want) {
			t.Errorf("%s: %q, expected %q", c.code, got, c.want)
		}
	}
	list, problems := handin.Read([]byte(run("%handin Ada")), "")
	if len(list) != 1 || len(problems) != 0 {
		t.Fatal(list, problems)
	}
	got := list[0].Exercises
	if len(got) != 3 || got[0].Contest != "fewest steps" || got[0].Score != 7 || got[1].Contest != "most pieces" || got[1].Score != 2 || got[2].Contest != "" {
		t.Errorf("%+v", got)
	}
}
