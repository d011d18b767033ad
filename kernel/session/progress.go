// SPDX-License-Identifier: BSD-3-Clause

// What a student has solved: the score after %check, the list of %check without a name, and the
// line of %handin.
//
// A session counts the answers that it has checked, from its start. Exercises of the same file are
// a lesson: 04.txtar is that of lesson 4.

package session

import (
	"fmt"
	"html"
	"slices"
	"strconv"
	"strings"
	"time"

	"polka/internal/po"
	"polka/kernel/cell/syntax"
	"polka/kernel/display"
	"polka/kernel/engine"
	"polka/kernel/exercise"
	"polka/kernel/exercise/handin"
)

// A scores has what %check has found, by the name of the exercise.
type scores map[string]*attempts

// The attempts of an exercise.
type attempts struct {
	tries  int  // answers that were checked, up to the first right one; stubs do not count
	solved bool // one of them was right

	mistakes []string // what was said about wrong answers, the first few

	contest exercise.Contest // "" if there is no result
	best    float64          // the best result
}

// record adds the result of a check; the message is empty if the answer is right.
func (s *Session) record(name, message string) {
	if s.tried == nil {
		s.tried = make(scores)
	}
	a := s.tried[name]
	if a == nil {
		a = &attempts{}
		s.tried[name] = a
	}
	if a.solved {
		return
	}
	a.tries++
	if a.solved = message == ""; !a.solved && len(a.mistakes) < mostMistakes {
		line, _, _ := strings.Cut(message, "\n")
		if runes := []rune(line); len(runes) > mostMistake {
			line = string(runes[:mostMistake]) + "..."
		}
		if !slices.Contains(a.mistakes, line) {
			a.mistakes = append(a.mistakes, line)
		}
	}
}

// How many messages about wrong answers are kept, and how many characters of each.
const mostMistakes, mostMistake = 5, 120

// begun lists the lessons in which an exercise was tried.
func (s *Session) begun() []exercise.Lesson {
	return slices.DeleteFunc(exercise.Lessons(s.exercises()...), func(l exercise.Lesson) bool {
		return !slices.ContainsFunc(l.Names, func(name string) bool { return s.tried[name] != nil })
	})
}

// magicHandIn shows a line with what is solved, for the teacher.
func (s *Session) magicHandIn(r *run, m *syntax.Magic) (d engine.Declared, failed *engine.Error) {
	student, word := m.Arg, ""
	if rest, ok := strings.CutPrefix(m.Arg, "--class "); ok {
		word, student, _ = strings.Cut(strings.TrimSpace(rest), " ")
	}
	if student = strings.TrimSpace(student); student == "" || strings.HasPrefix(student, "-") {
		return d, s.magicError(r, m, "expected your name, as in %handin Ada Lovelace")
	}
	record := handin.Record{Student: student, Time: time.Now().UTC().Truncate(time.Minute)}
	solved := 0
	for _, l := range s.begun() {
		for _, name := range l.Names {
			x := handin.Exercise{Lesson: lessonName(l.File), Name: name}
			if a := s.tried[name]; a != nil {
				x.Tries, x.Solved, x.Mistakes, x.Contest, x.Score = a.tries, a.solved, a.mistakes, a.contest, a.best
			}
			if x.Solved {
				solved++
			}
			record.Exercises = append(record.Exercises, x)
		}
	}
	if len(record.Exercises) == 0 {
		return d, s.magicError(r, m, "no answer has been checked since the kernel was started; run the cells with %check first")
	}
	line, err := record.Line(word)
	if err != nil {
		return d, s.magicFailure(r, m, fileError, err.Error())
	}
	about := s.words().Count(solved, "%[2]s, %[1]d exercise solved.", "%[2]s, %[1]d exercises solved.", student) + " "
	if address := s.classAddress(); address != "" {
		about += s.sendLine(r, address, line)
	} else {
		about += s.words().Text("Hand in this line:")
	}
	b := display.Text(about + "\n" + line)
	b.Data[display.HTMLType] = []byte("<p>" + html.EscapeString(about) + `</p><textarea readonly rows="4" aria-label="` + html.EscapeString(s.words().Text("line to hand in")) + `" ` +
		`style="width:100%;box-sizing:border-box;font-family:monospace" onfocus="this.select()">` + line + "</textarea>")
	s.show(b)
	return d, nil
}

// solved reports whether a right answer to an exercise was checked.
func (p scores) solved(name string) bool { return p[name] != nil && p[name].solved }

// score returns how much of a lesson is solved.
func (p scores) score(l exercise.Lesson, words po.Catalog) string {
	n := 0
	for _, name := range l.Names {
		if p.solved(name) {
			n++
		}
	}
	name := lessonName(l.File)
	if number, ok := strings.CutPrefix(name, "lesson "); ok {
		name = words.Sprintf("lesson %s", number)
	}
	return words.Count(len(l.Names), "%[2]s: %[3]d of %[1]d exercise solved", "%[2]s: %[3]d of %[1]d exercises solved", name, n)
}

// lessonName returns the name of a lesson whose exercises are in a file.
func lessonName(file string) string {
	file = strings.TrimSuffix(file, ".txtar")
	n, err := strconv.Atoi(file)
	switch {
	case err != nil:
		return file
	case n == 0:
		return "tour"
	}
	return "lesson " + strconv.Itoa(n)
}

// progressLines returns what is said below a right answer: the score of the lesson, and the next
// exercise that is not solved, the ones after name first.
func (s *Session) progressLines(name string) []string {
	for _, l := range exercise.Lessons(s.exercises()...) {
		at := slices.Index(l.Names, name)
		if at < 0 || len(l.Names) == 1 {
			continue
		}
		lines := []string{s.tried.score(l, s.words())}
		for i := range l.Names {
			if next := l.Names[(at+1+i)%len(l.Names)]; !s.tried.solved(next) {
				return append(lines, s.words().Sprintf("next exercise: %s", next))
			}
		}
		return append(lines, s.words().Text("all of them are solved"))
	}
	return nil
}

// progressText lists the lessons in which an exercise was tried.
func (s *Session) progressText() string {
	words := s.words()
	var b strings.Builder
	for _, l := range s.begun() {
		b.WriteString(s.tried.score(l, words) + "\n")
		for _, name := range l.Names {
			a := s.tried[name]
			switch {
			case a == nil:
				fmt.Fprintf(&b, "  %s%s\n", open.mark, name)
			case a.solved:
				fmt.Fprintf(&b, "  %s%s, %s\n", right.mark, name, words.Count(a.tries, "%d answer", "%d answers"))
			default:
				fmt.Fprintf(&b, "  %s%s, %s\n", wrong.mark, name, words.Count(a.tries, "%d answer", "%d answers"))
			}
		}
	}
	if b.Len() == 0 {
		return words.Text("no answer has been checked since the kernel was started; %check NAME checks one")
	}
	return strings.TrimRight(b.String(), "\n")
}
