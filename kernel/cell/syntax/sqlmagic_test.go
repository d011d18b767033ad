// SPDX-License-Identifier: BSD-3-Clause

package syntax

import (
	"strings"
	"testing"
)

func TestSQL(t *testing.T) {
	for code, want := range map[string]string{
		"%sql games.db":                 `sqlcell.Open("games.db")`,
		"%sql":                          `sqlcell.Tables()`,
		"%sql select 1":                 `sqlcell.Run("select 1")`,
		"%sql n << select 1":            `     n := sqlcell.Run("select 1")`,
		"%%sql\nselect 1;\nselect 2":    `sqlcell.Run("select 1;\nselect 2")`,
		"%%sql :memory:\nselect 1":      `sqlcell.Open(":memory:"); sqlcell.Run("select 1")`,
		"%%sql rows <<\nselect :n, :mm": "      rows := sqlcell.Args(\n        n,  mm,).Run(\"select :n, :mm\")",
		"1\n%sql select * from table_of_games where n = :n": "\nsqlcell.Args(                                n,).Run(\"select * from table_of_games where n = :n\")",
	} {
		steps := Steps(code)
		m := steps[len(steps)-1].Magic
		if m == nil || m.Name != "sql" {
			t.Fatalf("%q: %+v", code, steps)
		}
		got := m.Code()
		if got != want {
			t.Errorf("%q is\n%s\nwant\n%s", code, got, want)
		}
		// Each name is in its place.
		for i, line := range strings.Split(got, "\n") {
			for _, name := range []string{"rows", "mm"} {
				if at := strings.Index(line, name); at >= 0 && !strings.Contains(line[:at], `"`) && strings.Split(code, "\n")[i][at:at+len(name)] != name {
					t.Errorf("%q: %s is not in column %d", code, name, at+1)
				}
			}
		}
	}
}
