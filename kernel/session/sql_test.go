// SPDX-License-Identifier: BSD-3-Clause

package session_test

import (
	"slices"
	"strings"
	"testing"

	"polka/kernel/engine"
	"polka/kernel/session"
	"polka/stdlib"
)

func TestCompleteSQL(t *testing.T) {
	s, err := session.New(session.Options{
		Symbols: []session.Symbols{stdlib.Symbols()}, Facts: stdlib.Importer(), Packages: stdlib.Packages(),
		SQLNames: func() map[string][]string {
			return map[string][]string{"game": {"name", "size"}, "player": {"nick", "age"}}
		},
	})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	if r := s.Execute(t.Context(), engine.Cell{Number: 1, Code: "least := 4"}, engine.Discard); r.Err != nil {
		t.Fatal(r.Err)
	}
	for code, want := range map[string]string{
		"%%sql\nselect * from g|":               "game",
		"%%sql\nselect n|":                      "name nick",
		"%%sql rows <<\nselect p.| from game p": "",
		"%%sql\nselect game.s| from game":       "size",
		"%%sql\nselect 1 where size > :le|":     "least",
		"%sql select * from pl|":                "player",
		"%%sql\nsel|":                           "select",
	} {
		at := strings.IndexByte(code, '|')
		c := s.Complete(t.Context(), code[:at]+code[at+1:], at)
		var got []string
		for _, m := range c.Matches {
			got = append(got, m.Text)
		}
		for _, w := range strings.Fields(want) {
			if !slices.Contains(got, w) {
				t.Errorf("%q: %q has no %s", code, got, w)
			}
		}
		if len(got) > 4 || want == "" && len(got) > 0 {
			t.Errorf("%q: %q", code, got)
		}
	}
	if c := s.Complete(t.Context(), "%sq", 3); len(c.Matches) != 1 || c.Matches[0].Text != "sql" {
		t.Errorf("the magic is completed as %v", c.Matches)
	}
}

// An error of the database has its place in the cell. There is no driver here.
func TestSQLErrors(t *testing.T) {
	s := newSession(t)
	for code, want := range map[string]string{
		"%%sql\nselect 1":  "no database is open; expected a line such as %sql games.db before, and %require github.com/ncruces/go-sqlite3/driver for its driver",
		"%sql games.db":    "the program has no driver for games.db; run this line first: %require github.com/ncruces/go-sqlite3/driver",
		"%%sql\nselect :n": "undefined: n",
	} {
		r := s.Execute(t.Context(), engine.Cell{Number: 3, Code: code}, engine.Discard)
		if r.Err == nil || r.Err.Message != want && !strings.Contains(r.Err.Message, want) {
			t.Errorf("%q: %v, want %s", code, r.Err, want)
			continue
		}
		if len(r.Err.Places) == 0 || r.Err.Places[0].Cell != 3 {
			t.Errorf("%q: the places are %v", code, r.Err.Places)
		}
	}
}
