package notebooks_test

import (
	"strings"
	"testing"

	"golang.org/x/tools/txtar"

	"polka/kernel/engine"
	"polka/kernel/nb"
	"polka/notebooks"
	"polka/notebooks/exercises"
	"polka/notebooks/solutions"
)

// TestContest runs the contest and then its answers, whose scores are known.
func TestContest(t *testing.T) {
	contest, err := notebooks.Read("contest.ipynb")
	if err != nil {
		t.Fatal(err)
	}
	text, err := solutions.Files.ReadFile("contest.txtar")
	if err != nil {
		t.Fatal(err)
	}
	s, number := newSession(t, exercises.Files), 0
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
	for _, c := range contest.Cells {
		if c.Type == nb.Code {
			run(c.Source)
		}
	}
	got := ""
	for _, f := range txtar.Parse(text).Files {
		data := strings.TrimSpace(string(f.Data))
		if strings.HasSuffix(f.Name, ".go") {
			got = run(data)
		} else if !strings.Contains(got, data) {
			t.Errorf("%s: got %q, expected %q in it", f.Name, got, data)
		}
	}
	colored := "_, bad := hardness(dlx.New(\"a | x\").Option(\"a x:A\"))\nbad.Error()"
	if got := run(colored); !strings.Contains(got, "color A") {
		t.Errorf("the hardness of a problem with colors is %s; expected an error", got)
	}
}
