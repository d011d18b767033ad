// SPDX-License-Identifier: BSD-3-Clause

package notebooks_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"
	"unicode/utf8"

	"polka/kernel/display"
	"polka/kernel/engine"
	"polka/kernel/exercise/tryout"
	"polka/kernel/nb"
	"polka/kernel/session"
	"polka/kernel/worker"
	"polka/notebooks"
	"polka/notebooks/exercises"
	"polka/render"
	"polka/stdlib"
)

// TestLessons holds the lessons to the rules of the course.
func TestLessons(t *testing.T) {
	list, err := notebooks.Lessons()
	if err != nil {
		t.Fatal(err)
	}
	names := map[string]string{} // of exercises, with their lesson
	if len(list) != 12 {
		t.Errorf("there are %d lessons; expected 12", len(list))
	}
	for i, l := range list {
		t.Run(strings.TrimSuffix(l.File, ".ipynb"), func(t *testing.T) {
			if l.Number != i+1 {
				t.Errorf("lesson %d follows lesson %d", l.Number, i)
			}
			first := l.Notebook.Cells[0].Source
			if want := fmt.Sprintf("# %d. ", l.Number); !strings.HasPrefix(first, want) {
				t.Errorf("the first cell begins with %.30q; expected %q", first, want)
			}
			if l.Aims == "" {
				t.Errorf("the first cell has no paragraph that begins with **Aims.**")
			}
			if l.Minutes < 30 || l.Minutes > 60 {
				t.Errorf("**Time.** %d minutes; expected 30 to 60", l.Minutes)
			}
			if n := len(l.Exercises); n < 6 || n > 10 {
				t.Errorf("%d exercises; expected 6 to 10", n)
			}
			easy, hard, before := false, false, 0
			for i, e := range l.Exercises {
				if e.Number != i+1 {
					t.Errorf("exercise %d follows exercise %d", e.Number, i)
				}
				rating, _ := strconv.Atoi(strings.TrimLeft(e.Rating, "HM"))
				if rating > 50 {
					t.Errorf("exercise %d: rating %s", e.Number, e.Rating)
				}
				if rating < before {
					t.Errorf("exercise %d is rated %d, less than the one before it", e.Number, rating)
				}
				before = rating
				easy, hard = easy || rating <= 15, hard || rating >= 25
				if other := names[e.Name]; other != "" {
					t.Errorf("%s is an exercise of %s, too", e.Name, other)
				}
				names[e.Name] = l.File
				cell := l.Notebook.Cells[e.Cell]
				if cell.Type != nb.Code || l.Notebook.Cells[e.Cell+1].Type != nb.Code {
					t.Errorf("%s: expected a code cell for the answer and one for the check", e.Name)
				}
				switch {
				case e.Text == "":
					t.Errorf("%s has no text", e.Name)
				case len(e.Uses) == 0:
					t.Errorf("%s does not say what it uses", e.Name)
				case len(e.Hints) < 2:
					t.Errorf("%s has %d hints; expected at least 2", e.Name, len(e.Hints))
				case e.Solution == "":
					t.Errorf("%s has no solution", e.Name)
				case len(e.Wrong) < 2:
					t.Errorf("%s has %d wrong answers; expected at least 2", e.Name, len(e.Wrong))
				}
				for k, w := range e.Wrong {
					if w.Code == "" || w.Message == "" {
						t.Errorf("%s: wrong answer %d has no code or no message", e.Name, k+1)
					}
				}
			}
			if !easy || !hard {
				t.Errorf("expected an exercise rated at most 15 and one rated at least 25")
			}
			if _, err := l.Graded(); err != nil {
				t.Error(err)
			}
			checkNotes(t, l)
		})
	}
}

// TestPacked compares the notebooks in the program with those in the directory, without outputs.
func TestPacked(t *testing.T) {
	names, err := filepath.Glob("*.ipynb")
	if err != nil {
		t.Fatal(err)
	}
	if packed := notebooks.Names(); !slices.Equal(packed, names) {
		t.Fatalf("the program has the notebooks %v, the directory has %v: run go generate ./notebooks", packed, names)
	}
	for _, name := range names {
		want, err := nb.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		want.ClearOutputs()
		if text, err := notebooks.Text(name); err != nil || !bytes.Equal(text, want.Encode()) {
			t.Errorf("%s in the program is not what is in the directory (error %v): run go generate ./notebooks", name, err)
		}
	}
}

// TestShortCells checks that the cells of each notebook have at most 10 lines on average, and no
// line that is wider than a cell of JupyterLab in a window of 1024 pixels with its side bar.
func TestShortCells(t *testing.T) {
	for _, name := range notebooks.Names() {
		n, err := notebooks.Read(name)
		if err != nil {
			t.Fatal(err)
		}
		lines, cells := 0, 0
		for _, c := range n.Cells {
			if c.Type == nb.Code {
				cells++
				lines += 1 + strings.Count(strings.TrimSpace(c.Source), "\n")
				for line := range strings.Lines(c.Source) {
					line = strings.TrimRight(strings.ReplaceAll(line, "\t", "    "), "\n")
					if n := utf8.RuneCountInString(line); n > 74 {
						t.Errorf("%s, cell %s: a line of %d columns, more than 74: %s", name, c.ID, n, line)
					}
				}
			}
		}
		if lines > 10*cells {
			t.Errorf("%s: %d cells have %d lines of code, more than 10 on average", name, cells, lines)
		}
	}
}

// TestLinks checks where links to other notebooks lead in what is written for teachers and for
// nbgrader.
func TestLinks(t *testing.T) {
	dir := t.TempDir()
	for _, o := range []notebooks.Options{{Solutions: true, Slides: true}, {Grader: true, Replace: true}} {
		var names []string
		o.Wrote = func(name string) { names = append(names, name) }
		if err := notebooks.Write(dir, o); err != nil {
			t.Fatal(err)
		}
		links := 0
		for _, name := range names {
			text, err := os.ReadFile(filepath.Join(dir, name))
			if err != nil {
				t.Fatal(err)
			}
			if !strings.HasSuffix(name, ".ipynb") {
				continue
			}
			for _, m := range regexp.MustCompile(`\]\(([^):]+\.ipynb)\)`).FindAllSubmatch(text, -1) {
				links++
				if target := filepath.Join(dir, filepath.Dir(name), string(m[1])); !slices.Contains(names, filepath.ToSlash(strings.TrimPrefix(target, dir+string(filepath.Separator)))) {
					t.Errorf("%s: a link to %s, which was not written", name, m[1])
				}
			}
		}
		if o.Solutions && links < 6 {
			t.Errorf("%d links to notebooks; expected two each in a lesson, its solution and its slides", links)
		}
	}
}

// TestOutputs writes the course with outputs: each notebook is run once, after its directory has
// been made, and slides have the outputs of their lesson. An error leaves the files before it.
func TestOutputs(t *testing.T) {
	dir, failing := filepath.Join(t.TempDir(), "course"), errors.New("this one fails")
	runs, written := 0, 0
	o := notebooks.Options{Slides: true, Wrote: func(string) { written++ }, Run: func(n *nb.Notebook) error {
		if _, err := os.Stat(dir); err != nil {
			t.Error(err)
		}
		runs++
		for _, c := range n.Cells {
			if c.Type == nb.Code {
				c.Outputs = append(c.Outputs, &nb.Output{Type: "stream", Name: "stdout", Text: "an output\n"})
			}
		}
		return nil
	}}
	if err := notebooks.Write(dir, o); err != nil {
		t.Fatal(err)
	}
	if want := len(notebooks.Names()); runs != want {
		t.Errorf("%d notebooks were run; expected %d", runs, want)
	}
	for _, name := range []string{"04-algorithm-x.ipynb", "slides/04-algorithm-x.ipynb", "slides/04-algorithm-x.html"} {
		if text, err := os.ReadFile(filepath.Join(dir, name)); err != nil || !bytes.Contains(text, []byte("an output")) {
			t.Errorf("%s: no outputs (error %v)", name, err)
		}
	}
	dir, written = filepath.Join(t.TempDir(), "course"), 0
	o.Run = func(*nb.Notebook) error {
		if written == 2 {
			return failing
		}
		return nil
	}
	if err := notebooks.Write(dir, o); !errors.Is(err, failing) || !strings.Contains(err.Error(), "02-") {
		t.Errorf("got the error %v; expected one about the third notebook", err)
	}
	if files, err := os.ReadDir(dir); err != nil || len(files) != 2 {
		t.Errorf("%d files remain (error %v); expected 2", len(files), err)
	}
}

// TestSlides: in each language a lesson has 15 to 25 slides, without the cells for answers and
// checks.
func TestSlides(t *testing.T) {
	for _, language := range append(notebooks.Languages(), "") {
		list, err := notebooks.LessonsIn(language)
		if err != nil {
			t.Fatal(err)
		}
		for _, l := range list {
			n := l.Slides()
			page, err := nb.Export(n, nb.SlidesForm, nb.ExportOptions{})
			if err != nil {
				t.Errorf("%s: %v", l.File, err)
			}
			if count := bytes.Count(page, []byte(`<section class="slide">`)); count < 15 || count > 25 {
				t.Errorf("%s, language %q: %d slides; expected 15 to 25", l.File, language, count)
			}
			if bytes.Contains(page, []byte("to do")) || bytes.Contains(page, []byte("%check")) || bytes.Contains(page, []byte("%lang")) {
				t.Errorf("%s, language %q: the slides contain cells for answers, checks or the language", l.File, language)
			}
		}
	}
}

// TestWorksheets: a worksheet has room for each exercise and no check; the answers are on a sheet
// of their own.
func TestWorksheets(t *testing.T) {
	for _, language := range append(notebooks.Languages(), "") {
		list, err := notebooks.LessonsIn(language)
		if err != nil {
			t.Fatal(err)
		}
		for _, l := range list {
			for _, e := range l.Exercises { // as after a run
				l.Notebook.Cells[e.Cell+1].Outputs = []*nb.Output{{Type: "stream", Name: "stdout", Text: "not written yet"}}
			}
			page, err := nb.Export(l.Worksheet(), nb.HTML, nb.ExportOptions{})
			if err != nil {
				t.Fatal(err)
			}
			if n := bytes.Count(page, []byte(`<div class="room">`)); n != len(l.Exercises) {
				t.Errorf("%s: room for %d of %d exercises", l.File, n, len(l.Exercises))
			}
			for _, word := range []string{"not written yet", "<code>%check", "<code>%hint", "<code>%lang", "<code>panic(\"to do", "to do</span>"} {
				if bytes.Contains(page, []byte(word)) {
					t.Errorf("%s, language %q: the worksheet has %q", l.File, language, word)
				}
			}
			n := l.AnswerSheet()
			for _, e := range l.Exercises {
				if !slices.ContainsFunc(n.Cells, func(c *nb.Cell) bool { return c.Source == strings.TrimRight(e.Solution, "\n") }) {
					t.Errorf("%s: the sheet of answers has no solution of %s", l.File, e.Name)
				}
			}
			if strings.Contains(string(page), strings.TrimSpace(l.Exercises[len(l.Exercises)-1].Solution)) {
				t.Errorf("%s: the worksheet has a solution", l.File)
			}
		}
	}
}

// checkNotes sees that the notes for teachers have all parts, and that the times add up.
func checkNotes(t *testing.T, l *notebooks.Lesson) {
	notes := l.Notes()
	if notes == "" {
		t.Errorf("there are no notes for teachers: solutions/%s.md", l.File[:2])
		return
	}
	for _, part := range []string{"## Timing\n", "## Ninety minutes\n", "## Board work\n", "## Misconceptions\n", "## Questions for the class\n"} {
		if !strings.Contains(notes, part) {
			t.Errorf("the notes for teachers have no part %s", strings.TrimSpace(part))
		}
	}
	_, plan, _ := strings.Cut(notes, "## Ninety minutes\n")
	plan, _, _ = strings.Cut(plan, "\n## ")
	before := -1
	for i, row := range regexp.MustCompile(`(?m)^\| (\d):(\d\d) \|`).FindAllStringSubmatch(plan, -1) {
		hours, _ := strconv.Atoi(row[1])
		rest, _ := strconv.Atoi(row[2])
		if at := 60*hours + rest; at <= before || at >= 90 || i == 0 && at != 0 {
			t.Errorf("the plan of 90 minutes has a row that begins at %s:%s", row[1], row[2])
		} else {
			before = at
		}
	}
	last := regexp.MustCompile(`In class: exercises 1 (?:to|and) (\d)\. At home: exercises (\d) to (\d)\.`).FindStringSubmatch(plan)
	switch {
	case before < 60 || last == nil:
		t.Errorf("the notes for teachers have no plan of 90 minutes, or it does not say which exercises are for class and home")
	case last[2] != string(last[1][0]+1) || last[3] != strconv.Itoa(len(l.Exercises)):
		t.Errorf("the plan of 90 minutes has the exercises 1 to %s and %s to %s; expected all %d", last[1], last[2], last[3], len(l.Exercises))
	default:
		table, _, _ := strings.Cut(plan, "In class")
		named := ""
		for _, m := range regexp.MustCompile(`exercises? (\d)(?: and (\d))?`).FindAllStringSubmatch(table, -1) {
			named += m[1] + m[2]
		}
		if n, _ := strconv.Atoi(last[1]); named != "123456789"[:n] {
			t.Errorf("the plan of 90 minutes has time for the exercises %s, and says 1 to %d", named, n)
		}
	}
	sum := 0
	for _, row := range regexp.MustCompile(`(?m)^\| (\d+) \|`).FindAllStringSubmatch(notes, -1) {
		n, _ := strconv.Atoi(row[1])
		sum += n
	}
	if sum != l.Minutes {
		t.Errorf("the notes for teachers plan %d minutes, the lesson says %d", sum, l.Minutes)
	}
}

// newSession returns a session as cells of the course have it.
func newSession(t *testing.T, files, languages fs.FS) *session.Session {
	s, err := session.New(session.Options{
		Symbols:   []session.Symbols{stdlib.Symbols()},
		Facts:     stdlib.Importer(),
		Packages:  stdlib.Packages(),
		Prelude:   stdlib.Prelude(),
		Immutable: stdlib.Immutable(),
		Renderer:  display.Renderer{Picture: render.Of},
		Exercises: files,
		Languages: languages,
		Processor: func() time.Duration { return worker.ProcessorTime(os.Getpid()) },
	})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { s.Close() })
	return s
}

// runner returns a function that runs one cell after the other in a session, and returns what it
// shows.
func runner(t *testing.T, s *session.Session) func(code string) string {
	number := 0
	return func(code string) string {
		t.Helper()
		number++
		var out screen
		if r := s.Execute(t.Context(), engine.Cell{Number: number, Code: code}, &out); r.Err != nil {
			t.Fatalf("%v in\n%s", r.Err, code)
		}
		return out.b.String()
	}
}

// A screen keeps the text of what cells show.
type screen struct {
	mu sync.Mutex
	b  strings.Builder
}

func (o *screen) Write(_ engine.Stream, text []byte) {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.b.Write(text)
}

func (o *screen) Display(e display.Event) {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.b.WriteString(e.Bundle.Plain() + "\n")
}

func (o *screen) Clear(bool) {}

func (o *screen) Input(context.Context, string, bool) (string, error) { return "", engine.ErrNoInput }

// kept is a session that a trial uses and does not close.
type kept struct{ *session.Session }

func (kept) Close() error { return nil }

// TestExercises runs the cells of each lesson, and then for each exercise the solution and the
// wrong answers.
func TestExercises(t *testing.T) {
	if testing.Short() {
		t.Skip("runs all exercises of the course")
	}
	list, err := notebooks.Lessons()
	if err != nil {
		t.Fatal(err)
	}
	for _, l := range list {
		if len(l.Exercises) == 0 {
			continue
		}
		t.Run(strings.TrimSuffix(l.File, ".ipynb"), func(t *testing.T) {
			t.Chdir(t.TempDir())
			s := newSession(t, exercises.Files, nil)
			run := runner(t, s)
			for i, c := range l.Notebook.Cells {
				if c.Type == nb.Code && !c.Tagged("raises-exception") && !c.Tagged("skip-execution") {
					got := run(c.Source)
					if k := slices.IndexFunc(l.Exercises, func(e notebooks.Exercise) bool { return e.Cell+1 == i }); k >= 0 && !strings.ContainsAny(got, "✗☐") {
						t.Errorf("%s: the stub is accepted: %s", l.Exercises[k].Name, got)
					}
				}
			}
			for _, e := range l.Exercises {
				check := func(code string) string {
					run(code)
					return run("%check " + e.Name)
				}
				for k, w := range e.Wrong {
					got := check(w.Code)
					if !strings.Contains(got, "✗ ") || !strings.Contains(got, w.Message) {
						t.Errorf("%s: wrong answer %d: got %q, expected %q in it", e.Name, k+1, got, w.Message)
					}
				}
				if got := check(e.Solution); !strings.Contains(got, "✓ ") {
					t.Errorf("%s: the solution is not accepted: %s", e.Name, got)
				}
				if e.Hidden != "" {
					if got := run("%%check " + e.Name + "\n" + e.Hidden); !strings.Contains(got, "✓ ") {
						t.Errorf("%s: the hidden tests refuse the solution: %s", e.Name, got)
					}
				}
			}
			faults := tryout.Trial{
				Start:  func() (engine.Interpreter, error) { return kept{s}, nil },
				Report: func(f tryout.Finding) { t.Error(f) },
			}
			if _, err := faults.Run(t.Context(), nil, l.Tasks); err != nil {
				t.Error(err)
			}
			// The sources for nbgrader do the same.
			n, err := l.Graded()
			if err != nil {
				t.Fatal(err)
			}
			for _, e := range l.Exercises {
				run(n.Cells[e.Cell].Source)
				if got := run(n.Cells[e.Cell+1].Source); !strings.Contains(got, "✓ ") {
					t.Errorf("%s: nbgrader's source is not accepted: %s", e.Name, got)
				}
			}
		})
	}
}

// TestTextAlternatives looks for pictures in stored outputs that say nothing to those who do not
// see them.
func TestTextAlternatives(t *testing.T) {
	svg := regexp.MustCompile(`(?s)<svg[^>]*>(\s*<title>)?`)
	img, alt := regexp.MustCompile(`<img[^>]*>`), regexp.MustCompile(`alt="([^"]*)"`)
	for _, name := range notebooks.Names() {
		n, err := nb.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		for _, c := range n.Cells {
			for _, o := range c.Outputs {
				if o.Data == nil {
					continue
				}
				for _, kind := range []string{display.SVGType, display.HTMLType} {
					text, _ := o.Data[kind].(string)
					if html, _ := o.Data[display.HTMLType].(string); kind == display.SVGType && img.MatchString(html) {
						continue // the same picture as an element img
					}
					for _, tag := range svg.FindAllString(text, -1) {
						if !strings.Contains(tag, "aria-label=\"") && !strings.Contains(tag, "<title>") && !strings.Contains(tag, "aria-hidden=\"true\"") {
							t.Errorf("%s, cell %s: a picture has neither aria-label nor title: %.80s", name, c.ID, tag)
						}
					}
					for _, tag := range img.FindAllString(text, -1) {
						if m := alt.FindStringSubmatch(tag); m == nil || len(strings.Fields(m[1])) < 2 {
							t.Errorf("%s, cell %s: a picture has no alt of several words: %.80s", name, c.ID, tag)
						}
					}
				}
				if o.Data["image/png"] != nil && o.Data[display.SVGType] == nil && o.Data[display.HTMLType] == nil {
					if text, _ := o.Data[display.TextType].(string); strings.TrimSpace(text) == "" {
						t.Errorf("%s, cell %s: a picture without text", name, c.ID)
					}
				}
			}
		}
	}
}

// TestTeacherShowsAnswers: the pages for teachers say of each typical wrong answer what is wrong
// with it, or show all of its code.
func TestTeacherShowsAnswers(t *testing.T) {
	list, err := notebooks.Lessons()
	if err != nil {
		t.Fatal(err)
	}
	for _, l := range list {
		page := l.Teacher()
		for _, e := range l.Exercises {
			for k, w := range e.Wrong {
				said := w.About
				if said == "" {
					said = strings.TrimSpace(w.Code)
				}
				for line := range strings.Lines(said) {
					if line = strings.TrimSpace(line); !strings.Contains(page, line) {
						t.Errorf("%s, %s, wrong answer %d: %q is missing", l.File, e.Name, k+1, line)
					}
				}
			}
		}
	}
}
