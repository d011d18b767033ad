// SPDX-License-Identifier: BSD-3-Clause

package exercise_test

import (
	"strings"
	"testing"

	"polka/kernel/exercise"
)

// shout translates to capital letters; verbs of formats stay.
func shout(s string) string {
	return strings.NewReplacer("%D", "%d", "%S", "%s").Replace(strings.ToUpper(s))
}

func TestTranslateMarkdown(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"one\ntwo\n\nthree", "ONE TWO\n\nTHREE"},
		{"# head\ntext", "# HEAD\nTEXT"},
		{"- a b\n  more\n- second", "- A B MORE\n- SECOND"},
		{"| aa | bb |\n|---|---|\n| cc | dd |", "| AA | BB |\n|---|---|\n| CC | DD |"},
		{"before\n\n```go\nx := one\n\ny\n```\n\nafter", "BEFORE\n\n```go\nx := one\n\ny\n```\n\nAFTER"},
		{"text\n\n    down[x] = up\n    again\n\nend", "TEXT\n\n    down[x] = up\n    again\n\nEND"},
		{"`code only`", "`code only`"},
		{"$formula$ 12", "$formula$ 12"},
		{"> said\n\n", "> SAID\n\n"},
		{"", ""},
	} {
		if got := exercise.TranslateMarkdown(c.text, shout); got != c.want {
			t.Errorf("%q: %q; expected %q", c.text, got, c.want)
		}
	}
}

func TestTranslateComments(t *testing.T) {
	for _, c := range []struct{ code, want string }{
		{"x := 1 // one", "x := 1 // ONE"},
		{"// one\n// two\nx := \"// no\"\n", "// ONE TWO\nx := \"// no\"\n"},
		{"if x {\n\t// one\n\t// two\n\n\t// three\n}", "if x {\n\t// ONE TWO\n\n\t// THREE\n}"},
		{"//go:noinline\nfunc f() {}", "//go:noinline\nfunc f() {}"},
		{"%%trace f\nf() // why", "%%trace f\nf() // WHY"},
		{"x // 1 2", "x // 1 2"},
		{"\t// " + strings.Repeat("word ", 20), "\t// " + strings.TrimSpace(strings.Repeat("WORD ", 13)) + "\n\t// " + strings.TrimSpace(strings.Repeat("WORD ", 7))},
	} {
		if got := exercise.TranslateComments(c.code, shout); got != c.want {
			t.Errorf("%q: %q; expected %q", c.code, got, c.want)
		}
	}
}

func TestTranslateCheck(t *testing.T) {
	const check = `why := map[bool]string{true: ": is it sorted?", false: ""}[x > 1]
if s.Class() == "quarter turn" || named("the set of all", "a b") {
	return errors.New("wrong")
}
return fmt.Errorf("f(%d) is %s%s", 1, "in two words", why + fmt.Sprintf(": at %d", 2))`
	const want = `why := map[bool]string{true: ": IS IT SORTED?", false: ""}[x > 1]
if s.Class() == "quarter turn" || named("the set of all", "a b") {
	return errors.New("WRONG")
}
return fmt.Errorf("F(%d) IS %s%s", 1, "in two words", why + fmt.Sprintf(": at %d", 2))`
	if got := exercise.TranslateCheck(check, shout); got != want {
		t.Errorf("got\n%s", got)
	}
	if got := exercise.TranslateCheck("not go (", shout); got != "not go (" {
		t.Errorf("got %s", got)
	}
}

func TestTranslate(t *testing.T) {
	list, err := exercise.Read("x.txtar", []byte(`-- a/uses --
func a() int
-- a/check --
return fmt.Errorf("a is %d; expected one", a())
-- a/hint1 --
Think
again.
-- a/solution.go --
// a is one.
func a() int { return 1 }
-- a/wrong1.go --
func a() int { return 2 }
-- a/wrong1.txt --
expected one
-- a/wrong1.md --
Too much.
-- v/vote --
Which one?
-- v/choices --
+ yes // of course
- 12
`))
	if err != nil {
		t.Fatal(err)
	}
	x := list[0].Translate(shout)
	if x.Hints[0] != "THINK AGAIN." || x.Check != "return fmt.Errorf(\"A IS %d; EXPECTED ONE\", a())\n" || !strings.HasPrefix(x.Solution, "// A IS ONE.") {
		t.Errorf("%+v", x)
	}
	if w := x.Wrong[0]; w.Message != "A IS …; EXPECTED ONE" || w.About != "TOO MUCH." || !strings.Contains(w.Code, "return 2") {
		t.Errorf("%+v", w)
	}
	if v := list[1].Translate(shout).Task; v.Question != "WHICH ONE?" || v.Choices[0].Text != "YES" || v.Choices[0].Why != "OF COURSE" || v.Choices[1].Text != "12" {
		t.Errorf("%+v", v)
	}
	if twice := x.Translate(shout); x.Original() != list[0] || twice.Original() != list[0] || list[0].Original() != list[0] {
		t.Error("the original is another exercise")
	}
	if list[0].Hints[0] != "Think\nagain." || list[1].Task.Choices[0].Text != "yes" {
		t.Error("the English exercise has changed")
	}
}
