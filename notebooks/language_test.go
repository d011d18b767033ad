// SPDX-License-Identifier: BSD-3-Clause

package notebooks_test

import (
	"bytes"
	"encoding/base64"
	"encoding/json"
	"go/scanner"
	"go/token"
	"html"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"unicode/utf8"

	"polka/internal/po"
	"polka/kernel/exercise"
	"polka/kernel/nb"
	"polka/notebooks"
	"polka/notebooks/exercises"
	"polka/notebooks/translations"
)

// tokens returns the Go tokens of a cell, without comments.
func tokens(source string) (list []string) {
	files := token.NewFileSet()
	var s scanner.Scanner
	s.Init(files.AddFile("", files.Base(), len(source)), []byte(source), func(token.Position, string) {}, 0)
	for {
		_, tok, text := s.Scan()
		if tok == token.EOF {
			return list
		}
		list = append(list, tok.String()+" "+text)
	}
}

// outputs returns the outputs of a cell as a file has them.
func outputs(c *nb.Cell) []byte {
	return (&nb.Notebook{Cells: []*nb.Cell{{Type: nb.Code, ID: c.ID, Outputs: c.Outputs}}}).Encode()
}

// slideLines returns the tokens of the lines that the metadata of a cell name under a key, step by
// step.
func slideLines(c *nb.Cell, key string) (list []string) {
	show, _ := c.Metadata["slideshow"].(map[string]any)
	text, _ := show[key].(string)
	lines := strings.Split(c.Source, "\n")
	for step := range strings.SplitSeq(text, "|") {
		list = append(list, "step")
		for part := range strings.SplitSeq(step, ",") {
			from, to, isRange := strings.Cut(strings.TrimSpace(part), "-")
			if !isRange {
				to = from
			}
			first, err1 := strconv.Atoi(from)
			last, err2 := strconv.Atoi(to)
			if err1 != nil || err2 != nil || first < 1 || last > len(lines) {
				list = append(list, part)
				continue
			}
			for _, line := range lines[first-1 : last] {
				list = append(list, tokens(line)...)
			}
		}
	}
	return list
}

// TestTranslatedNotebooks: a lesson in another language has the cells of the English one, with the
// same code but for comments and captions, the same lines of it on slides, and the same outputs but
// for widgets of exercises. So that it runs is shown by the run of the English one.
func TestTranslatedNotebooks(t *testing.T) {
	for _, language := range notebooks.Languages() {
		words, err := po.Load(translations.Files, language)
		if err != nil {
			t.Fatal(err)
		}
		translated, moved := 0, 0
		for _, name := range notebooks.Names() {
			english, err := notebooks.Read(name)
			if err != nil {
				t.Fatal(err)
			}
			other, err := notebooks.ReadIn(name, language)
			if err != nil {
				t.Fatal(err)
			}
			if len(other.Cells) == len(english.Cells) {
				continue // it is English
			}
			translated++
			if c := other.Cells[1]; c.Type != nb.Code || c.Source != "%lang "+language {
				t.Errorf("%s: cell 1 is %q", name, c.Source)
			}
			cells := append([]*nb.Cell{other.Cells[0]}, other.Cells[2:]...)
			if len(cells) != len(english.Cells) {
				t.Fatalf("%s: %d cells; expected %d and one more", name, len(cells), len(english.Cells))
			}
			for i, c := range cells {
				e := english.Cells[i]
				switch {
				case c.ID != e.ID || c.Type != e.Type:
					t.Errorf("%s: cell %s %s; expected %s %s", name, c.Type, c.ID, e.Type, e.ID)
				case c.Type != nb.Code:
					continue
				}
				captioned := &nb.Cell{Source: exercise.TranslateCaptions(e.Source, words.Text), Metadata: e.Metadata}
				if a, b := tokens(c.Source), tokens(captioned.Source); !slices.Equal(a, b) {
					t.Errorf("%s, cell %s: another program:\n%s", name, c.ID, c.Source)
				}
				for _, key := range []string{"lines", "show"} {
					a, b := slideLines(c, key), slideLines(captioned, key)
					if !slices.Equal(a, b) {
						t.Errorf("%s, cell %s: slideshow.%s has the code %q; expected %q", name, c.ID, key, a, b)
					}
					if len(b) > 1 && strings.Count(c.Source, "\n") != strings.Count(e.Source, "\n") {
						moved++
					}
				}
				if !strings.HasPrefix(c.Source, "%exercise") && !bytes.Equal(outputs(c), outputs(e)) {
					t.Errorf("%s, cell %s: other outputs", name, c.ID)
				}
				for line := range strings.Lines(c.Source) {
					line = strings.TrimRight(strings.ReplaceAll(line, "\t", "    "), "\n")
					if n := utf8.RuneCountInString(line); n > 74 {
						t.Errorf("%s, cell %s: a line of %d columns, more than 74: %s", name, c.ID, n, line)
					}
				}
			}
			again, err := nb.Parse(other.Encode())
			if err != nil || len(again.Cells) != len(other.Cells) {
				t.Errorf("%s: %v", name, err)
			}
		}
		if moved == 0 {
			t.Errorf("%s: in no cell with lines for slides do the comments have another number of lines", language)
		}
		if translated < 13 {
			t.Errorf("%s: %d notebooks are translated; expected the tour and twelve lessons", language, translated)
		}
	}
}

// TestTranslatedPages writes the course in each language, with everything for teachers.
func TestTranslatedPages(t *testing.T) {
	for _, language := range notebooks.Languages() {
		list, err := notebooks.LessonsIn(language)
		if err != nil {
			t.Fatal(err)
		}
		english, err := notebooks.Lessons()
		if err != nil {
			t.Fatal(err)
		}
		for i, l := range list {
			if l.Title == english[i].Title || l.Aims == "" || l.Aims == english[i].Aims || strings.HasPrefix(l.Aims, "**") {
				t.Errorf("%s: title %s, aims %s", l.File, l.Title, l.Aims)
			}
			for _, e := range l.Exercises {
				if c := l.Notebook.Cells[e.Cell+1]; c.Source != "%check "+e.Name {
					t.Errorf("%s: %s is checked by %s", l.File, e.Name, c.Source)
				}
			}
			page := l.Teacher()
			for _, word := range []string{"Lesson", "Aims", "Time", "Answers", "Typical wrong", "minutes | what", "## Board", "expected"} {
				if strings.Contains(page, word) {
					t.Errorf("%s: the page for teachers has the word %s", l.File, word)
				}
			}
			if _, err := l.Graded(); err != nil {
				t.Error(err)
			}
		}
		if err := notebooks.Write(t.TempDir(), notebooks.Options{Language: language, Grader: true}); err != nil {
			t.Error(err)
		}
		dir := t.TempDir()
		if err := notebooks.Write(dir, notebooks.Options{Language: language, Solutions: true, Slides: true, Worksheets: true}); err != nil {
			t.Error(err)
		}
		for _, kind := range []string{"slides", "worksheets", "answers"} {
			pages, err := filepath.Glob(filepath.Join(dir, kind, "*.html"))
			if err != nil || len(pages) != len(list) {
				t.Errorf("%d pages in %s (error %v); expected %d", len(pages), kind, err, len(list))
			}
			for _, page := range pages {
				if text, err := os.ReadFile(page); err != nil || !bytes.Contains(text, []byte(`<html lang="`+language+`">`)) {
					t.Errorf("%s does not say that its language is %s (error %v)", page, language, err)
				}
			}
		}
	}
	if _, err := notebooks.LessonsIn("xx"); err == nil || !strings.Contains(err.Error(), "expected one of fr") {
		t.Errorf("xx: %v", err)
	}
}

// TestTranslatedChecks runs the cells of each lesson in a session with another language. The first
// wrong answer to each exercise, in a long test each of them, is refused in that language, and the
// solution is accepted.
func TestTranslatedChecks(t *testing.T) {
	if testing.Short() {
		t.Skip("runs all exercises of the course")
	}
	for _, language := range notebooks.Languages() {
		list, err := notebooks.LessonsIn(language)
		if err != nil {
			t.Fatal(err)
		}
		english, err := notebooks.Lessons()
		if err != nil {
			t.Fatal(err)
		}
		for i, l := range list {
			t.Run(language+"/"+strings.TrimSuffix(l.File, ".ipynb"), func(t *testing.T) {
				t.Chdir(t.TempDir())
				run := runner(t, newSession(t, exercises.Files, translations.Files))
				for _, c := range l.Notebook.Cells {
					if c.Type == nb.Code && !c.Tagged("raises-exception") && !c.Tagged("skip-execution") {
						run(c.Source)
					}
				}
				same := 0
				for k, e := range l.Exercises {
					for n, w := range e.Wrong {
						if n > 0 && os.Getenv("POLKA_LONG") == "" {
							break
						}
						run(w.Code)
						got := run("%check " + e.Name)
						for part := range strings.SplitSeq(w.Message, "…") {
							if !strings.Contains(got, strings.TrimSpace(part)) {
								t.Errorf("%s, wrong answer %d: got %q, expected %q", e.Name, n+1, got, w.Message)
								break
							}
						}
						if w.Message == english[i].Exercises[k].Wrong[n].Message {
							same++
						}
					}
					run(e.Solution)
					if got := run("%check " + e.Name); !strings.Contains(got, "✓ ") {
						t.Errorf("%s: the solution is not accepted: %s", e.Name, got)
					}
				}
				if same > 4 {
					t.Errorf("%d messages are those of the English lesson", same)
				}
			})
		}
	}
}

// TestTranslatedTrace: a variable is called states in a trace, although a caption of the lesson is
// called so, too, and that is translated.
func TestTranslatedTrace(t *testing.T) {
	const name = "11-counting-without-listing.ipynb"
	file, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	n, err := nb.Parse(file)
	if err != nil {
		t.Fatal(err)
	}
	if n, err = notebooks.Translated(name, n, "fr"); err != nil {
		t.Fatal(err)
	}
	kept, captions := 0, 0
	for _, c := range n.Cells {
		for _, o := range c.Outputs {
			page, _ := o.Data["text/html"].(string)
			for _, text := range shownTexts(page) {
				switch {
				case strings.HasPrefix(text, "états\u00a0: étape"):
					t.Errorf("the variable states is %q", text)
				case strings.HasPrefix(text, "states\u00a0: étape"):
					kept++
				case text == "états":
					captions++
				}
			}
		}
	}
	if kept < 3 || captions == 0 {
		t.Errorf("%d pictures of states, %d captions", kept, captions)
	}
}

// englishTexts matches words of English that are no words of French.
var englishTexts = regexp.MustCompile(`(?i)(?:^|[^\pL])(the|of|and|with|is|are|there|no|has|have|for|each|step|cells?|pieces?|board|tiling|tried|choices?|calls?|line|left|right|turn|hint|key|search|dead|way|to|in|by|at|from|than|or|not|this|shapes?|items?|nodes?|numbers?|colors?|rows?|columns?)(?:[^\pL]|$)`)

// TestTranslatedOutputs: the pictures, players and widgets in the outputs of translated notebooks
// have no English texts. Texts that the code of a cell makes, in parts that are no captions, stay
// as they are in the code, and so do values in traces.
func TestTranslatedOutputs(t *testing.T) {
	code := regexp.MustCompile(`[=;{}→]|^\w+\(|func|^\w+, cellule \d+$|appels de \w+ en|^(items|cells|list|seen|open|in)\x{a0}: étape`)
	seen := make(map[string]bool)
	texts := 0
	for _, language := range notebooks.Languages() {
		for _, name := range notebooks.Names() {
			file, err := os.ReadFile(name)
			if err != nil {
				t.Fatal(err)
			}
			n, err := nb.Parse(file)
			if err != nil {
				t.Fatal(err)
			}
			other, err := notebooks.Translated(name, n, language)
			if err != nil {
				t.Fatal(err)
			}
			if other == nil {
				continue
			}
			for _, c := range other.Cells {
				for _, o := range c.Outputs {
					for _, media := range []string{"text/html", "image/svg+xml"} {
						page, _ := o.Data[media].(string)
						if !strings.Contains(page, "plk") {
							continue
						}
						for _, text := range shownTexts(page) {
							texts++
							if !englishTexts.MatchString(text) || code.MatchString(text) || seen[text] || fromCode(c.Source, text) {
								continue
							}
							seen[text] = true
							t.Errorf("%s, cell %s: %q is not translated", name, c.ID, text)
						}
					}
				}
			}
		}
	}
	if texts < 5000 {
		t.Errorf("%d texts in outputs; expected more", texts)
	}
}

// fromCode reports whether a text is made of string literals of a cell, with numbers between them.
func fromCode(source, text string) bool {
	for word := range strings.FieldsSeq(regexp.MustCompile(`[\d.,:%()]+`).ReplaceAllString(text, " ")) {
		if !strings.Contains(source, word) {
			return false
		}
	}
	return true
}

var (
	hiddenParts = regexp.MustCompile(`(?s)<style\b.*?</style>|<script\b.*?</script>|<pre\b.*?</pre>`)
	shownPart   = regexp.MustCompile(`>([^<>]+)<|(?:aria-label|title|alt)="([^"]*)"|data-(?:story|trace|play)="([^"]*)"|data:image/svg\+xml;base64,([^"]+)`)
)

// shownTexts lists the texts in a page that a reader sees or hears: texts of elements, labels, and
// those in the data of players and widgets.
func shownTexts(page string) (list []string) {
	for _, m := range shownPart.FindAllStringSubmatch(hiddenParts.ReplaceAllString(page, ""), -1) {
		switch {
		case m[3] != "":
			var v any
			if json.Unmarshal([]byte(html.UnescapeString(m[3])), &v) == nil {
				list = append(list, spokenValues(v, "")...)
			}
		case m[4] != "":
			if picture, err := base64.StdEncoding.DecodeString(m[4]); err == nil {
				list = append(list, shownTexts(string(picture))...)
			}
		default:
			list = append(list, strings.TrimSpace(html.UnescapeString(m[1]+m[2])))
		}
	}
	return list
}

// spokenValues lists the strings below the keys of sentences.
func spokenValues(v any, key string) (list []string) {
	switch v := v.(type) {
	case string:
		if slices.Contains([]string{"words", "begin", "ends", "text", "title", "name", "label"}, key) {
			list = append(list, v)
		}
	case []any:
		for _, x := range v {
			list = append(list, spokenValues(x, key)...)
		}
	case map[string]any:
		if v["kind"] != nil && v["lines"] != nil {
			return nil // an exercise, whose lines are code
		}
		for k, x := range v {
			list = append(list, spokenValues(x, k)...)
		}
	}
	return list
}
