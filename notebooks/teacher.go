// SPDX-License-Identifier: BSD-3-Clause

package notebooks

import (
	"fmt"
	"strings"

	"polka/kernel/exercise"
	"polka/notebooks/solutions"
)

// Teacher returns the page for teachers about l, as Markdown: the aims, the notes on timing, on the
// board work and on misconceptions in the folder solutions, and the answers to the exercises with
// the typical wrong answers. A lesson without notes has a page without them.
func (l *Lesson) Teacher() string {
	var b strings.Builder
	b.WriteString(l.words.Sprintf("# Lesson %d: %s", l.Number, l.Title) + "\n\n")
	b.WriteString(l.words.Sprintf("This page is for teachers. The lesson is [%s](../%s).", l.File, l.File) + "\n\n")
	b.WriteString(l.words.Sprintf("**Aims.** %s", l.Aims) + "\n\n" + l.words.Sprintf("**Time.** %d minutes, without the exercises.", l.Minutes) + "\n")
	if notes := l.Notes(); notes != "" {
		b.WriteString("\n" + strings.TrimSpace(notes) + "\n")
	}
	b.WriteString("\n" + l.words.Text("## Answers") + "\n")
	for _, e := range l.Exercises {
		fmt.Fprintf(&b, "\n### %d. `%s` [%s]\n\n%s\n\n```go\n%s\n```\n", e.Number, e.Name, e.Rating, e.Text, strings.TrimSpace(e.Solution))
		if e.Why != "" {
			b.WriteString("\n" + e.Why + "\n")
		}
		if len(e.Wrong) > 0 {
			b.WriteString("\n" + l.words.Text("Typical wrong answers, and what `%check` says about them:") + "\n\n")
		}
		for _, w := range e.Wrong {
			b.WriteString(wrongAnswer(w))
		}
	}
	return b.String()
}

// Notes returns the notes for teachers about l, Markdown without a title, or "".
func (l *Lesson) Notes() string {
	text, err := solutions.Files.ReadFile(l.File[:2] + ".md")
	if err != nil {
		return ""
	}
	if l.words.Language == "" {
		return string(text)
	}
	return exercise.TranslateMarkdown(string(text), l.words.Text)
}

// wrongAnswer returns the item of a list for a wrong answer: what is wrong with it, or its code.
func wrongAnswer(w exercise.Wrong) string {
	code := strings.TrimSpace(w.Code)
	switch {
	case w.About != "":
		return fmt.Sprintf("- %s *%s*\n", strings.ReplaceAll(w.About, "\n", " "), w.Message)
	case !strings.ContainsAny(code, "\n`"):
		return fmt.Sprintf("- `%s` *%s*\n", code, w.Message)
	}
	return fmt.Sprintf("- *%s*\n\n  ```go\n  %s\n  ```\n\n", w.Message, strings.ReplaceAll(code, "\n", "\n  "))
}
