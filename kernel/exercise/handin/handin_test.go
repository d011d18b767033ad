// SPDX-License-Identifier: BSD-3-Clause

package handin_test

import (
	"math/rand/v2"
	"reflect"
	"strings"
	"testing"
	"time"

	"polka/kernel/exercise"
	"polka/kernel/exercise/handin"
)

func record(student string) handin.Record {
	return handin.Record{Student: student, Time: time.Date(2026, 11, 29, 9, 30, 0, 0, time.UTC), Exercises: []handin.Exercise{
		{Lesson: "lesson 4", Name: "covers", Tries: 3, Solved: true, Mistakes: []string{"covers is 1; expected 2", "not <all>"}},
		{Lesson: "lesson 4", Name: "busiest"},
	}}
}

// TestLine finds lines in a text, and reads them again.
func TestLine(t *testing.T) {
	a, err := record("Ada Ünal").Line("word")
	if err != nil {
		t.Fatal(err)
	}
	b, err := record("Bob").Line("word")
	if err != nil {
		t.Fatal(err)
	}
	text := "> " + a + "\nid;" + b + ";x\n\"" + b + ".\\n\"\n" + a[:len(a)-5] + "\npolka1.\n"
	list, problems := handin.Read([]byte(text), "word")
	if len(list) < 2 || !reflect.DeepEqual(list[0], record("Ada Ünal")) || !reflect.DeepEqual(list[1], record("Bob")) {
		t.Errorf("%+v", list)
	}
	if len(problems) != 2 || !strings.HasPrefix(problems[0].Error(), "line 4: ") {
		t.Errorf("%v", problems)
	}
	if list, problems := handin.Read([]byte(a), "other"); len(list) != 0 || len(problems) != 1 {
		t.Errorf("the word of another class: %v, %v", list, problems)
	}
}

// TestChanged changes single characters of lines: none is accepted.
func TestChanged(t *testing.T) {
	const seed = 38
	r := rand.New(rand.NewPCG(seed, 0))
	line, err := record("Ada").Line("")
	if err != nil {
		t.Fatal(err)
	}
	const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"
	for range 2000 {
		at := 7 + r.IntN(len(line)-7)
		c := alphabet[r.IntN(len(alphabet))]
		if line[at] == c {
			continue
		}
		changed := line[:at] + string(c) + line[at+1:]
		list, problems := handin.Read([]byte(changed), "")
		if len(list) > 0 && !reflect.DeepEqual(list[0], record("Ada")) || len(list)+len(problems) == 0 {
			t.Fatalf("seed %d: %s is read as %+v, %v", seed, changed, list, problems)
		}
	}
}

// TestContest orders the results of a contest. Handing in again keeps the better one.
func TestContest(t *testing.T) {
	var c handin.Class
	for _, r := range []struct {
		student, contest string
		score            float64
	}{
		{"Cy", "fewest nodes", 120}, {"Ada", "fewest nodes", 95}, {"Bob", "fewest nodes", 95}, {"Cy", "fewest nodes", 80.5},
		{"Cy", "fewest nodes", 300}, {"Cy", "", 0}, {"Dan", "most nodes", 1}, {"Eve", "", 0}, {"Fay", "fewest nodes", 1e7},
	} {
		c.Add(handin.Record{Student: r.student, Exercises: []handin.Exercise{{Lesson: "contest", Name: "mine", Tries: 1, Solved: true, Contest: exercise.Contest(r.contest), Score: r.score}}})
	}
	page := c.Tables()
	want := `<h2>Contest mine: fewest nodes</h2>
<div class="scroll"><table><thead><tr><th></th><th>student</th><th>nodes</th></tr></thead><tbody>
<tr><td>1</td><th scope="row">Cy</th><td>80.5</td></tr>
<tr><td>2</td><th scope="row">Ada</th><td>95</td></tr>
<tr><td>2</td><th scope="row">Bob</th><td>95</td></tr>
<tr><td>4</td><th scope="row">Fay</th><td>10000000</td></tr>
</tbody></table></div>
`
	if !strings.Contains(page, want) {
		t.Errorf("%s\nexpected in it\n%s", page, want)
	}
	c = handin.Class{}
	for i, n := range []float64{3, 10, 7} {
		c.Add(handin.Record{Student: "ABC"[i : i+1], Exercises: []handin.Exercise{{Name: "x", Contest: "most <pieces>", Score: n}}})
	}
	page = c.Tables()
	if !strings.Contains(page, "Contest x: most &lt;pieces&gt;") || strings.Index(page, ">B<") > strings.Index(page, ">C<") || strings.Index(page, ">C<") > strings.Index(page, ">A<") {
		t.Error(page)
	}
	c = handin.Class{}
	c.Add(handin.Record{Student: "A", Exercises: []handin.Exercise{{Name: "x", Contest: "best", Score: 1}}})
	if strings.Contains(c.Tables(), "Contest") {
		t.Error("a contest that does not say what is better has a board")
	}
}
