// SPDX-License-Identifier: BSD-3-Clause

package exercise_test

import (
	"errors"
	"strings"
	"testing"
	"testing/fstest"

	"polka/kernel/exercise"
)

func TestRead(t *testing.T) {
	const text = `Comment.
-- a/uses --
func a(n int) int

type tree
-- b/check --
return nil
-- a/check --
return errors.New("no")
-- a/hint1 --
One.
-- a/hint2 --
Two.
-- a/solution.go --
func a(n int) int { return n }
-- a/why.md --
Because.
-- a/hidden --
return nil
-- a/wrong1.go --
func a(n int) int { return 0 }
-- a/wrong1.txt --
not 0
-- a/wrong1.md --
Forgets n.
-- a/wrong2.txt --
never
`
	list, err := exercise.Read([]byte(text))
	if err != nil || len(list) != 2 || list[0].Name != "a" || list[1].Name != "b" || list[1].Check != "return nil\n" {
		t.Fatalf("%+v, %v", list, err)
	}
	a := list[0]
	if strings.Join(a.Uses, ";") != "func a(n int) int;type tree" || strings.Join(a.Hints, ";") != "One.;Two." || a.Why != "Because." || a.Hidden == "" {
		t.Errorf("%+v", a)
	}
	if len(a.Wrong) != 2 || a.Wrong[0] != (exercise.Wrong{Code: "func a(n int) int { return 0 }\n", Message: "not 0", About: "Forgets n."}) || a.Wrong[1].Message != "never" {
		t.Errorf("%+v", a.Wrong)
	}
}

func TestMistakes(t *testing.T) {
	for text, want := range map[string]string{
		"-- a --\n":                             "expected the name of an exercise and a kind",
		"-- a b/check --\n":                     "expected the name of an exercise and a kind",
		"-- a/chekc --\n":                       "expected one of uses, check,",
		"-- a/check --\n-- a/check --\n":        "occurs twice",
		"-- a/hint2 --\n":                       "expected hint1",
		"-- a/wrong2.go --\n":                   "expected wrong1.go",
		"-- a/wrong1.exe --\n":                  "expected one of uses, check,",
		"-- a/uses --\nlet a = 3\n":             "expected a declaration",
		"-- a/uses --\nvar a\n":                 "expected a declaration",
		"-- a/uses --\nfunc (s) a\n":            "expected a method",
		"-- a/uses --\nfunc 1(n int)\n":         "expected a declaration",
		"-- a/uses --\nfunc a\n-- b/check --\n": "expected a declaration",
	} {
		if _, err := exercise.Read([]byte(text)); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, want %s", text, err, want)
		}
	}
}

func TestDeclaration(t *testing.T) {
	for line, want := range map[string][2]string{
		"func f(a, b int) (int, error)":     {"f", "func(a, b int) (int, error)"},
		"func f[T any](a T)":                {"f", ""},
		"var list []shapes.Shape":           {"list", "[]shapes.Shape"},
		"type tree struct{ left *tree }":    {"tree", ""},
		"func (s *stack) push(n int) error": {"stack.push", ""},
		"func (stack) len() int":            {"stack.len", ""},
	} {
		if name, typ, err := exercise.Declaration(line); err != nil || name != want[0] || typ != want[1] {
			t.Errorf("%s: %q, %q, %v", line, name, typ, err)
		}
	}
}

// TestFind looks in several places; the first one wins, and mistakes in other files do not matter.
func TestFind(t *testing.T) {
	mine := fstest.MapFS{
		"bad.txtar":          {Data: []byte("-- x --\n")},
		"exercises/my.txtar": {Data: []byte("-- a/check --\nmine\n-- c/solution.go --\nno check\n")},
		"a.txt":              {Data: []byte("-- d/check --\nno\n")},
	}
	course := fstest.MapFS{"01.txtar": {Data: []byte("-- a/check --\ncourse\n-- b/check --\ncourse\n")}}
	for name, want := range map[string]string{"a": "mine\n", "b": "course\n"} {
		if x, err := exercise.Find(name, mine, course); err != nil || x.Check != want {
			t.Errorf("%s: %+v, %v", name, x, err)
		}
	}
	if _, err := exercise.Find("d", mine, course); err == nil || !strings.Contains(err.Error(), "bad.txtar") {
		t.Errorf("%v", err)
	}
	if _, err := exercise.Find("c", course); !errors.Is(err, exercise.ErrUnknown) {
		t.Errorf("%v", err)
	}
	if got := strings.Join(exercise.Names(mine, course), " "); got != "a b" {
		t.Errorf("%s", got)
	}
}
