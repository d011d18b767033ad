// SPDX-License-Identifier: BSD-3-Clause

// What a student has solved: the score after %check, and the list of %check without a name.
//
// A session counts the answers that it has checked, from its start. Exercises of the same file are
// a lesson: 04.txtar is that of lesson 4.

package session

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"polka/internal/plural"
	"polka/kernel/exercise"
)

// A scores has what %check has found, by the name of the exercise.
type scores map[string]*attempts

// The attempts of an exercise.
type attempts struct {
	tries  int  // answers that were checked, up to the first right one; stubs do not count
	solved bool // one of them was right
}

// record adds the result of a check; the message is empty if the answer is right.
func (s *Session) record(name, message string) {
	if message == notWritten {
		return
	}
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
	a.solved = message == ""
}

// solved reports whether a right answer to an exercise was checked.
func (p scores) solved(name string) bool { return p[name] != nil && p[name].solved }

// score returns how much of a lesson is solved.
func (p scores) score(l exercise.Lesson) string {
	n := 0
	for _, name := range l.Names {
		if p.solved(name) {
			n++
		}
	}
	return fmt.Sprintf("%s: %d of %s solved", lessonName(l.File), n, plural.Count(len(l.Names), "exercise"))
}

// lessonName returns the name of a lesson whose exercises are in a file.
func lessonName(file string) string {
	file = strings.TrimSuffix(file, ".txtar")
	if n, err := strconv.Atoi(file); err == nil && n > 0 {
		return "lesson " + strconv.Itoa(n)
	}
	return file
}

// progressLines returns what is said below a right answer: the score of the lesson, and the next
// exercise that is not solved, the ones after name first.
func (s *Session) progressLines(name string) []string {
	for _, l := range exercise.Lessons(s.exercises()...) {
		at := slices.Index(l.Names, name)
		if at < 0 || len(l.Names) == 1 {
			continue
		}
		lines := []string{s.tried.score(l)}
		for i := range l.Names {
			if next := l.Names[(at+1+i)%len(l.Names)]; !s.tried.solved(next) {
				return append(lines, "next exercise: "+next)
			}
		}
		return append(lines, "all of them are solved")
	}
	return nil
}

// progressText lists the lessons in which an exercise was tried.
func (s *Session) progressText() string {
	var b strings.Builder
	for _, l := range exercise.Lessons(s.exercises()...) {
		if !slices.ContainsFunc(l.Names, func(name string) bool { return s.tried[name] != nil }) {
			continue
		}
		b.WriteString(s.tried.score(l) + "\n")
		for _, name := range l.Names {
			a := s.tried[name]
			switch {
			case a == nil:
				fmt.Fprintf(&b, "  %s%s\n", open.mark, name)
			case a.solved:
				fmt.Fprintf(&b, "  %s%s, %s\n", right.mark, name, plural.Count(a.tries, "answer"))
			default:
				fmt.Fprintf(&b, "  %s%s, %s\n", wrong.mark, name, plural.Count(a.tries, "answer"))
			}
		}
	}
	if b.Len() == 0 {
		return "no answer has been checked since the kernel was started; %check NAME checks one"
	}
	return strings.TrimRight(b.String(), "\n")
}
