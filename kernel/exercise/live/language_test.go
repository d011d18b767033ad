// SPDX-License-Identifier: BSD-3-Clause

package live

import (
	"html"
	"net/http/httptest"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"polka/internal/po"
	"polka/kernel/exercise"
	"polka/kernel/exercise/handin"
	course "polka/notebooks/exercises"
	"polka/notebooks/translations"
)

var tags = regexp.MustCompile(`(?s)<style>.*?</style>|<script.*?</script>|<[^>]*>`)

// visible returns the texts of a page, without those in English that are given.
func visible(page string) (list []string) {
	for _, text := range strings.Split(tags.ReplaceAllString(page, "\x00"), "\x00") {
		if text = strings.TrimSpace(html.UnescapeString(text)); text != "" {
			list = append(list, text)
		}
	}
	return list
}

// TestFrenchPages looks at all pages of a class in French: none of the texts that have a
// translation is in English, and the vote of a kernel, which sends the English text of a choice,
// is understood.
func TestFrenchPages(t *testing.T) {
	words, err := po.Load(translations.Files, "fr")
	if err != nil {
		t.Fatal(err)
	}
	text, err := course.Files.ReadFile("12.txtar")
	if err != nil {
		t.Fatal(err)
	}
	list, err := exercise.Read("12.txtar", text)
	if err != nil {
		t.Fatal(err)
	}
	var vote *exercise.Exercise
	for _, x := range list {
		if x.Task != nil && x.Task.Kind == exercise.Vote {
			vote = x
		}
	}
	if vote == nil {
		t.Fatal("lesson 12 has no vote")
	}
	french := vote.Translate(words.Text)
	c := open(t, Options{File: filepath.Join(t.TempDir(), "class.log"), Votes: []*exercise.Exercise{french}, Words: words, Keep: time.Hour})
	server := httptest.NewServer(c)
	defer server.Close()
	teacher, student := newBrowser(t, server.URL+"/"), newBrowser(t, server.URL+"/")

	line, err := handin.Record{Student: "Ada", Time: time.Now(), Exercises: []handin.Exercise{{Lesson: "12", Name: "x", Tries: 2, Mistakes: []string{"faux"}}, {Lesson: "12", Name: "y", Solved: true, Tries: 1}}}.Line("")
	if err != nil {
		t.Fatal(err)
	}
	page := ""
	look := func(b *browser, path string) {
		status, text := b.get(path)
		page += text
		if status >= 500 {
			t.Errorf("%s: %d", path, status)
		}
		if !strings.Contains(text, `<html lang="fr">`) {
			t.Errorf("%s does not say that it is in French", path)
		}
	}
	in := c.StudentPath()
	look(student, in)
	look(teacher, c.TeacherPath())
	teacher.post("teacher/open", "name", vote.Name)
	look(student, in)
	look(teacher, "teacher/vote?name="+vote.Name)
	if status, text := student.post(in+"vote", "program", "1", "voter", "kernel-0123456789abcdef", "name", vote.Name, "text", vote.Task.Choices[0].Text); status != 200 {
		t.Errorf("the vote of a kernel: %d %s", status, text)
	}
	student.post(in+"vote", "name", vote.Name, "choice", "1")
	look(student, in)
	look(teacher, "teacher/vote?show&name="+vote.Name)
	teacher.post("teacher/close", "name", vote.Name)
	look(teacher, "teacher/vote?answer&name="+vote.Name)
	look(teacher, "teacher/contests")
	student.post(in+"handin", "line", line)
	look(student, in+"?handed=Ada")
	look(teacher, "teacher/board")
	look(student, in+"nothing")
	look(student, "s/wrong-token/")

	texts := visible(page)
	for _, english := range append(Said(), "Class", "Board", "student", "solved", "not opened yet", "this link does not belong to a class that is running", french.Original().Task.Question) {
		if words.Text(english) != english && slices.Contains(texts, english) {
			t.Errorf("a page says %q", english)
		}
	}
	// Sentences that are put together: no text has common English words.
	common := regexp.MustCompile(`(?i)\b(the|is|are|with|of|round|students?|votes? is|handed|solved by)\b`)
	for _, text := range texts {
		if common.MatchString(text) {
			t.Errorf("a page says %q", text)
		}
	}
	if len(texts) < 60 {
		t.Errorf("the pages have %d texts only", len(texts))
	}
}
