// SPDX-License-Identifier: BSD-3-Clause

package exercise_test

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"polka/internal/syntax"
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
	list, err := exercise.Read("", []byte(text))
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
		if _, err := exercise.Read("", []byte(text)); err == nil || !strings.Contains(err.Error(), want) {
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

// TestTasks reads one exercise of each kind, and makes programs of answers.
func TestTasks(t *testing.T) {
	const check = "-- %[1]s/uses --\nfunc total(s []int) int\n-- %[1]s/check --\nreturn nil\n"
	list, err := exercise.Read("", []byte(`-- p/predict --
What?
-- p/code --
s := []int{1}
fmt.Println(s)
-- p/choices --
- 1 // no brackets
+ [1]
-- typed/predict --
What?
-- typed/code --
fmt.Println(1)
-- typed/output --
1
-- o/parsons --
Order.
-- o/code --
func total(s []int) int {
	sum := 0
	for _, x := range s {
- for x := range s { // x is an index
		sum += x
- sum = x // one only
	}
|	return sum
}
`+fmt.Sprintf(check, "o")+`-- b/bug --
Where?
-- b/code --
func total(s []int) int {
- 	return 1 // of no s
+ 	return 0
}
`+fmt.Sprintf(check, "b")+`-- g/gap --
Fill.
-- g/code --
func total(s []int) int {
	return «0» + «len(s)»
	// «one»
- two // wrong
}
`+fmt.Sprintf(check, "g")+`-- v/vote --
Which?
-- v/choices --
- a
- b
`))
	if err != nil {
		t.Fatal(err)
	}
	task := map[string]*exercise.Task{}
	for _, e := range list {
		task[e.Name] = e.Task
	}
	const total = "func total(s []int) int {\n\tsum := 0\n\tfor _, x := range s {\n\t\tsum += x\n\t}\n\treturn sum\n}\n"
	o := task["o"]
	if got := o.Solution(); got != total {
		t.Errorf("solution %s", got)
	}
	if s := o.Slips(); len(s) != 2 || s[0].Code != strings.Replace(total, "_, x", "x", 1) || s[1].Code != strings.Replace(total, "+=", "=", 1) {
		t.Errorf("slips %+v", s)
	}
	if first := o.Shown("o"); slices.IsSorted(first) || len(first) != len(o.Lines) || !slices.Equal(first, o.Shown("o")) {
		t.Errorf("order %v", first)
	}
	for _, order := range [][]int{{0, 0}, {-1}, {len(o.Lines)}} {
		if _, err := o.Program(exercise.Answer{Order: order}); err == nil {
			t.Errorf("%v is accepted", order)
		}
	}
	if b := task["b"]; !strings.Contains(b.Solution(), "return 0") || !strings.Contains(b.Broken(), "return 1\n") || strings.Contains(b.Broken(), "return 0") || len(b.Slips()) != 1 {
		t.Errorf("%+v", b)
	}
	g := task["g"]
	if got := strings.Join(g.Gaps(), ";"); got != "0;len(s);one" {
		t.Errorf("gaps %s", got)
	}
	if got, err := g.Program(exercise.Answer{Gaps: []string{"a", "b", "c"}}); err != nil || got != "func total(s []int) int {\n\treturn a + b\n\t// c\n}\n" {
		t.Errorf("%q, %v", got, err)
	}
	if s := g.Slips(); len(s) != 1 || !strings.Contains(s[0].Code, "return 0 + len(s)\n\t// two") {
		t.Errorf("%+v", s)
	}
	if right, c := task["p"].Foreseen(exercise.Answer{Choice: 1}); !right || c.Text != "[1]" || task["p"].Expected() != "[1]" {
		t.Errorf("%v, %+v", right, c)
	}
	if right, _ := task["p"].Foreseen(exercise.Answer{Choice: 2}); right {
		t.Error("a choice that does not exist is right")
	}
	if right, _ := task["typed"].Foreseen(exercise.Answer{Text: " 1 \n"}); !right {
		t.Error("a typed prediction is wrong")
	}
	again, err := exercise.Read("", exercise.Text(list))
	if err != nil || len(again) != len(list) || again[2].Task.Solution() != total {
		t.Errorf("the text of the exercises cannot be read again: %v", err)
	}
}

// TestTaskMistakes: mistakes have the file, the line and the column.
func TestTaskMistakes(t *testing.T) {
	for text, want := range map[string]string{
		"\n-- a/code --\nx\n":                                    `f:2:4: section "a/code": expected a section with a question as well`,
		"-- a/vote --\nq\n-- a/predict --\nq\n":                  `f:1:4: section "a/vote": the exercise is of the kind predict, too`,
		"-- a/vote --\n":                                         "f:1:4: section \"a/vote\": expected a question",
		"-- a/vote --\nq\n-- a/choices --\n- a\n\n* b\n":         "f:6:1: section \"a/choices\": expected a choice that begins with + or -",
		"-- a/vote --\nq\n-- a/choices --\n- é\n- é\n":           "f:5:3: section \"a/choices\": the choice é occurs twice",
		"-- a/vote --\nq\n-- a/choices --\n+ a\n+ b\n":           "f:5:1: section \"a/choices\": a second choice is right",
		"-- a/vote --\nq\n-- a/choices --\n+ a\n":                "f:3:4: section \"a/choices\": expected at least two choices",
		"-- a/vote --\nq\n":                                      "f:1:4: section \"a/vote\": expected a section choices",
		"-- a/predict --\nq\n-- a/choices --\n+ a\n- b\n":        "f:1:4: section \"a/predict\": expected a section code",
		"-- a/predict --\nq\n-- a/choices --\n- a\n- b\n":        "f:3:4: section \"a/choices\": expected one choice that begins with +",
		"-- a/gap --\nq\n-- a/code --\nx\n":                      "f:3:4: section \"a/code\": expected a gap",
		"-- a/gap --\nq\n-- a/code --\né «x\n":                   "f:4:3: section \"a/code\": « without »",
		"-- a/gap --\nq\n-- a/code --\nx»\n":                     "f:4:2: section \"a/code\": » without «",
		"-- a/gap --\nq\n-- a/code --\n« »\n":                    "f:4:1: section \"a/code\": an empty gap",
		"-- a/gap --\nq\n-- a/code --\n«a «b»\n":                 "f:4:4: section \"a/code\": a gap inside a gap",
		"-- a/gap --\nq\n-- a/code --\n«a» «b»\n- c\n":           "f:5:1: section \"a/code\": expected this wrong text below a line with one gap",
		"-- a/gap --\nq\n-- a/code --\n«a»\n":                    "f:1:4: section \"a/gap\": expected a section check",
		"-- a/gap --\nq\n-- a/output --\nx\n-- a/code --\n«a»\n": "f:3:4: section \"a/output\": the kind gap has no output",
		"-- a/parsons --\nq\n-- a/code --\n- c // d\n":           "f:4:1: section \"a/code\": expected a distractor below the line",
		"-- a/parsons --\nq\n-- a/code --\na\n- a\n":             "f:5:3: section \"a/code\": the distractor a is a line of the program",
		"-- a/parsons --\nq\n-- a/code --\na\n| b\n":             "f:3:4: section \"a/code\": expected at least two lines",
		"-- a/bug --\nq\n-- a/code --\na\n+ b\n":                 "f:5:1: section \"a/code\": expected the correction below",
		"-- a/bug --\nq\n-- a/code --\n- a\n- b\n":               "f:5:1: section \"a/code\": a second line has a bug",
		"-- a/bug --\nq\n-- a/code --\n- a\n":                    "f:3:4: section \"a/code\": expected a line with the bug",
		"-- a/bug --\nq\n-- a/code --\n| a\n":                    "f:4:1: section \"a/code\": only lines of a Parsons exercise",
		"x\n-- a/uses --\n\nvar a\n":                             "f:4:1: section \"a/uses\": var a: expected a declaration",
	} {
		_, err := exercise.Read("f", []byte(text))
		if err == nil || !strings.HasPrefix(err.Error(), want) {
			t.Errorf("%q:\n%v, want\n%s", text, err, want)
		}
		if e, ok := errors.AsType[*syntax.Error](err); !ok || !syntax.In(text, e) {
			t.Errorf("%q: the position is not in the text", text)
		}
	}
}

// FuzzRead reads texts of any kind; what can be read has programs.
func FuzzRead(f *testing.F) {
	f.Add([]byte("-- a/gap --\nq\n-- a/check --\n-- a/code --\n«a» b\n«c»\n- d // e\n"))
	f.Add([]byte("-- a/parsons --\nq\n-- a/check --\nreturn nil\n-- a/code --\na {\n- b\n| c\n}\n"))
	f.Add([]byte("-- a/bug --\nq\n-- a/check --\nreturn nil\n-- a/code --\na\n- b // c\n+ d\n"))
	f.Add([]byte("-- a/parsons --\nq\n-- a/check --\nreturn nil\n-- a/code --\n"))
	f.Fuzz(func(t *testing.T, text []byte) {
		list, err := exercise.Read("", text)
		if err != nil {
			if !syntax.In(string(text), err) {
				t.Errorf("%v is not in the text", err)
			}
			return
		}
		for _, e := range list {
			if e.Task != nil {
				e.Task.Solution()
				e.Task.Slips()
				e.Task.Shown(e.Name)
			}
		}
	})
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
