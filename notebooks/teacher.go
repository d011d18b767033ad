package notebooks

import (
	"fmt"
	"strings"

	"polka/notebooks/solutions"
)

// Teacher returns the page for teachers about l, as Markdown: the aims, the notes on timing, on the
// board work and on misconceptions in the folder solutions, and the answers to the exercises with
// the typical wrong answers. A lesson without notes has a page without them.
func (l *Lesson) Teacher() string {
	var b strings.Builder
	fmt.Fprintf(&b, "# Lesson %d: %s\n\nThis page is for teachers. The lesson is [%s](../%[3]s).\n\n", l.Number, l.Title, l.File)
	fmt.Fprintf(&b, "**Aims.** %s\n\n**Time.** %d minutes, without the exercises.\n", l.Aims, l.Minutes)
	if notes := l.Notes(); notes != "" {
		b.WriteString("\n" + strings.TrimSpace(notes) + "\n")
	}
	b.WriteString("\n## Answers\n")
	for _, e := range l.Exercises {
		fmt.Fprintf(&b, "\n### %d. `%s` [%s]\n\n%s\n\n```go\n%s\n```\n", e.Number, e.Name, e.Rating, e.Text, strings.TrimSpace(e.Solution))
		if e.Why != "" {
			b.WriteString("\n" + e.Why + "\n")
		}
		if len(e.Wrong) > 0 {
			b.WriteString("\nTypical wrong answers, and what `%check` says about them:\n\n")
		}
		for _, w := range e.Wrong {
			about := strings.ReplaceAll(w.About, "\n", " ")
			if about == "" {
				about = "`" + strings.ReplaceAll(firstLine(w.Code), "`", "") + "`"
			}
			fmt.Fprintf(&b, "- %s *%s*\n", about, w.Message)
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
	return string(text)
}

func firstLine(code string) string {
	line, _, _ := strings.Cut(strings.TrimSpace(code), "\n")
	return line
}
