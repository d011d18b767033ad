// SPDX-License-Identifier: BSD-3-Clause

package sqltext_test

import (
	"fmt"
	"strings"
	"testing"

	"polka/internal/sqltext"
)

func ExampleSplit() {
	text := "insert into t values (:n, 'a;b'); select * from t where n > $least -- all; of them"
	for _, s := range sqltext.Split(text) {
		fmt.Println(text[s.From:s.To], s.Params, s.Rows())
	}
	// Output:
	// insert into t values (:n, 'a;b') [{n 22 24}] false
	// select * from t where n > $least -- all; of them [{least 60 66}] true
}

func TestSplit(t *testing.T) {
	for text, want := range map[string]string{
		"":                                "",
		" ; -- nothing\n;/* ; */":         "",
		"select 'it''s; :x', \"a;\", [;]": `select 'it''s; :x', "a;", [;]`,
		"select a::text, $$ ; :x $$, $q$ ; $$ $q$, $1":                                               "select a::text, $$ ; :x $$, $q$ ; $$ $q$, $1",
		"create trigger x after insert on t begin update t set n = :n; delete from u; end; select 1": "create trigger x after insert on t begin update t set n = :n; delete from u; end n|select 1",
		"begin; select 1; end":                  "begin|select 1|end",
		"select :größe, :n2":                    "select :größe, :n2 größe n2",
		"(select 1) union (select 2); pragma x": "(select 1) union (select 2)|pragma x",
		"select 'open":                          "select 'open",
		"select 1e5:x":                          "select 1e5:x x",
	} {
		var got []string
		for _, s := range sqltext.Split(text) {
			part := text[s.From:s.To]
			for _, p := range s.Params {
				part += " " + p.Name
				if text[p.From+1:p.To] != p.Name {
					t.Errorf("%q: the parameter %s is at %q", text, p.Name, text[p.From:p.To])
				}
			}
			got = append(got, part)
		}
		if g := strings.Join(got, "|"); g != want {
			t.Errorf("%q is divided into\n%s\nwant\n%s", text, g, want)
		}
	}
}

func TestRows(t *testing.T) {
	for text, want := range map[string]bool{
		"select 1": true, "with a as (select 1) select * from a": true, "with a as (select 1) insert into t select * from a": false,
		"insert into t values (1) returning n": true, "update t set n = 1": false, "create table t as select 1": false, "(select 1)": true, "pragma table_info(t)": true,
	} {
		list := sqltext.Split(text)
		if len(list) != 1 || list[0].Rows() != want {
			t.Errorf("%s: %+v, want rows %v", text, list, want)
		}
	}
}

func FuzzSplit(f *testing.F) {
	f.Add("select $a$ ; $a$, :x; -- y")
	f.Fuzz(func(t *testing.T, text string) {
		at := 0
		for _, s := range sqltext.Split(text) {
			if s.From < at || s.To <= s.From || s.To > len(text) {
				t.Fatalf("%q has a statement from %d to %d", text, s.From, s.To)
			}
			for _, p := range s.Params {
				if p.From < at || p.To > len(text) {
					t.Fatalf("%q has a parameter from %d to %d", text, p.From, p.To)
				}
				at = p.To
			}
			at = max(at, s.To)
		}
	})
}
