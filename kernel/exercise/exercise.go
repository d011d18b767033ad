// SPDX-License-Identifier: BSD-3-Clause

// Package exercise reads exercises that a session can check: the magics %check and %hint use it. It
// does not run anything.
//
// Exercises are the sections of a txtar file, each named after its exercise, a slash and a kind:
//
//	-- area/uses --
//	func area(s shapes.Shape) int
//	-- area/check --
//	if got := area(shapes.Domino()); got != 2 {
//		return fmt.Errorf("the area of a domino is %d; expected 2", got)
//	}
//	-- area/hint1 --
//	A shape has a method that lists its cells.
//
// The kinds uses, check, forbid and hint1, hint2 and so on are for %check and %hint, and contest
// and score for a contest. The kinds solution.go, why.md, hidden, equivalent, and wrong1.go,
// wrong1.txt, wrong1.md and so on contain answers; they are usually in a file of their own, which
// students do not get.
//
// The kinds predict, parsons, bug, gap and vote make a Task of the exercise, which is answered in a
// widget. They contain the question; see Task for the sections code, choices and output.
package exercise

import (
	"errors"
	"fmt"
	"go/token"
	"io/fs"
	"iter"
	"path"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"golang.org/x/tools/txtar"

	"polka/internal/limit"
	"polka/internal/syntax"
)

// An Exercise is a task with a check.
type Exercise struct {
	Name string // an identifier, unique in a course

	Uses  []string // declarations of what a student must define, without bodies
	Check string   // the body of a func() error
	Hints []string // Markdown, from vague to detailed

	// Forbid are what an answer must not use: the name of a function or method such as Perimeter,
	// or a package, as in "package cover".
	Forbid []string

	// Contest and Score make a contest of the exercise: Score is the body of a func() any that
	// returns the result of a right answer, a number.
	Contest Contest
	Score   string

	Solution string  // code for the cell of the answer
	Why      string  // Markdown about the solution
	Hidden   string  // the body of a func() error that students do not see, "" for none
	Wrong    []Wrong // typical wrong answers

	// Equivalent has the reasons why changes of the solution are right, too: by the names that
	// package mutant gives them.
	// The name "maps" stands for all that put a map in place of a slice.
	Equivalent map[string]string

	Task *Task // nil for an exercise that is answered in a cell

	parts    map[string]part // of the task, by kind
	original *Exercise       // what was translated, nil for an exercise that was not
}

// Posed reports whether the exercise can be solved: it has a check or a task. Those of a file with
// answers have neither.
func (e *Exercise) Posed() bool { return e.Check != "" || e.Task != nil }

// Wrong is a wrong answer.
type Wrong struct {
	Code    string // for the cell of the answer
	Message string // a part of what %check says about it
	About   string // Markdown about the misconception, or ""
}

// Read reads the exercises of a file, in the order in which they are first named. A mistake in the
// text is a *syntax.Error of package internal/syntax, with the name of the file, which may be "".
func Read(file string, text []byte) ([]*Exercise, error) {
	var list []*Exercise
	seen := make(map[string]bool)
	archive := txtar.Parse(text)
	line := 1 + strings.Count(string(archive.Comment), "\n")
	for _, f := range archive.Files {
		above := line // the line of the name
		line += 1 + strings.Count(string(f.Data), "\n")
		wrong := func(err error) error { return located(file, above, f.Name, err) }
		name, kind, ok := strings.Cut(f.Name, "/")
		if !ok || !token.IsIdentifier(name) {
			return nil, wrong(errors.New("expected the name of an exercise and a kind, as in area/check"))
		}
		if seen[f.Name] {
			return nil, wrong(errors.New("occurs twice"))
		}
		seen[f.Name] = true
		i := slices.IndexFunc(list, func(e *Exercise) bool { return e.Name == name })
		if i < 0 {
			i = len(list)
			list = append(list, &Exercise{Name: name})
		}
		if slices.Contains(partKinds, kind) {
			if list[i].parts == nil {
				list[i].parts = make(map[string]part)
			}
			list[i].parts[kind] = part{string(f.Data), above}
		} else if err := list[i].set(kind, string(f.Data)); err != nil {
			return nil, wrong(err)
		}
	}
	for _, e := range list {
		if (e.Contest == "") != (e.Score == "") || e.Contest != "" && (e.Check == "" || len(e.parts) > 0) {
			return nil, located(file, 1, e.Name+"/contest", errors.New("expected the sections contest, score and check, and no widget"))
		}
		if len(e.parts) == 0 {
			continue
		}
		if kind, err := e.makeTask(); err != nil {
			return nil, located(file, e.parts[kind].line, e.Name+"/"+kind, err)
		}
	}
	return list, nil
}

// A mistake is one in a line of a section.
type mistake struct {
	line, column int // from 1, within the text of the section
	message      string
}

func (m *mistake) Error() string { return m.message }

// inLine returns a mistake; column is a byte offset in the line.
func inLine(number int, line string, column int, format string, args ...any) error {
	return &mistake{number, 1 + utf8.RuneCountInString(line[:column]), fmt.Sprintf(format, args...)}
}

// located adds the position of a section, or that of a line in it, to an error.
func located(file string, above int, section string, err error) error {
	at := &syntax.Error{File: file, Line: above, Column: len("-- ") + 1, Message: fmt.Sprintf("section %q: %v", section, err)}
	if m, ok := errors.AsType[*mistake](err); ok {
		at.Line, at.Column = above+m.line, m.column
	}
	return at
}

// set stores the text of a section.
func (e *Exercise) set(kind, text string) error {
	switch kind {
	case "uses":
		for n, line := range numbered(text) {
			e.Uses = append(e.Uses, line)
			if _, _, err := Declaration(line); err != nil {
				return inLine(n, line, 0, "%v", err)
			}
		}
		return nil
	case "check":
		e.Check = text
		return nil
	case "contest":
		e.Contest = Contest(strings.TrimSpace(text))
		return e.Contest.Check()
	case "score":
		e.Score = text
		return nil
	case "forbid":
		for n, line := range numbered(text) {
			name, _ := strings.CutPrefix(line, "package ")
			if !token.IsIdentifier(name) {
				return inLine(n, line, 0, "%s: expected the name of a function or method, or a package, as in package cover", line)
			}
			e.Forbid = append(e.Forbid, line)
		}
		return nil
	case "equivalent":
		e.Equivalent = make(map[string]string)
		for n, line := range numbered(text) {
			at := strings.LastIndex(line, reasonMark)
			if at < 0 {
				return inLine(n, line, 0, "%s: expected a change and a reason, as in line 2: a < b -> a <= b%sthey are never equal", line, reasonMark)
			}
			e.Equivalent[line[:at]] = line[at+len(reasonMark):]
		}
		return nil
	case "solution.go":
		e.Solution = text
		return nil
	case "why.md":
		e.Why = strings.TrimSpace(text)
		return nil
	case "hidden":
		e.Hidden = text
		return nil
	}
	if n, ok := strings.CutPrefix(kind, "hint"); ok {
		if n != strconv.Itoa(len(e.Hints)+1) {
			return fmt.Errorf("expected hint%d", len(e.Hints)+1)
		}
		e.Hints = append(e.Hints, strings.TrimSpace(text))
		return nil
	}
	if rest, ok := strings.CutPrefix(kind, "wrong"); ok {
		n, ext, _ := strings.Cut(rest, ".")
		i, err := strconv.Atoi(n)
		if err != nil || i < 1 || i > len(e.Wrong)+1 {
			return fmt.Errorf("expected wrong%d.go", len(e.Wrong)+1)
		}
		if i > len(e.Wrong) {
			e.Wrong = append(e.Wrong, Wrong{})
		}
		w := &e.Wrong[i-1]
		switch ext {
		case "go":
			w.Code = text
			return nil
		case "txt":
			w.Message = strings.TrimSpace(text)
			return nil
		case "md":
			w.About = strings.TrimSpace(text)
			return nil
		}
	}
	return errors.New("expected one of uses, check, forbid, hint1, predict, parsons, bug, gap, vote, code, choices, output, solution.go, why.md, hidden, equivalent, wrong1.go, wrong1.txt, wrong1.md")
}

// linesOf visits the lines of a section that are not blank, without the blanks around them.
func linesOf(text string) iter.Seq[string] {
	return func(yield func(string) bool) {
		for _, line := range numbered(text) {
			if !yield(line) {
				return
			}
		}
	}
}

// numbered is linesOf with the numbers of the lines, from 1.
func numbered(text string) iter.Seq2[int, string] {
	return func(yield func(int, string) bool) {
		n := 0
		for line := range strings.Lines(text) {
			n++
			if line = strings.TrimSpace(line); line != "" && !yield(n, line) {
				return
			}
		}
	}
}

// forbidMark begins a line of a check that adds to what the exercise forbids.
const forbidMark = "//polka:forbid "

// ForbidLine returns the line of a check that forbids what a line of the section forbid does.
func ForbidLine(name string) string { return forbidMark + name }

// Forbids returns what the lines of a check forbid.
func Forbids(check string) (names []string) {
	for line := range linesOf(check) {
		if name, ok := strings.CutPrefix(line, forbidMark); ok {
			names = append(names, strings.TrimSpace(name))
		}
	}
	return names
}

// reasonMark separates a change from its reason.
const reasonMark = " // "

// Merge adds the answers in a list to the exercises of another, which have their checks. It returns
// the name of the first answer to an exercise that does not exist, "" if there is none.
func Merge(list, answers []*Exercise) (unknown string) {
	for _, a := range answers {
		i := slices.IndexFunc(list, func(x *Exercise) bool { return x.Name == a.Name })
		if i < 0 {
			return a.Name
		}
		list[i].Solution, list[i].Why, list[i].Hidden, list[i].Wrong, list[i].Equivalent = a.Solution, a.Why, a.Hidden, a.Wrong, a.Equivalent
	}
	return ""
}

// Declaration returns the name that a line of Uses declares, and the type that the definition
// must be assignable to, "" for any. The line is a function without a body, a method without a
// body, a variable or a type: "func f(n int) int", "func (s *stack) push(n int)", "var n int" or
// "type stack".
func Declaration(line string) (name, typ string, err error) {
	word, rest, _ := strings.Cut(line, " ")
	rest = strings.TrimSpace(rest)
	end := strings.IndexFunc(rest, func(r rune) bool { return r == '(' || r == ' ' || r == '[' })
	if end < 0 {
		end = len(rest)
	}
	name = rest[:end]
	switch {
	case word == "func" && strings.HasPrefix(rest, "("):
		receiver, method, _ := strings.Cut(rest[1:], ")")
		words := strings.Fields(strings.ReplaceAll(receiver, "*", " "))
		end := strings.IndexByte(method, '(')
		if len(words) == 0 || end < 0 {
			return "", "", fmt.Errorf("%s: expected a method, as in func (s *stack) push(n int)", line)
		}
		return words[len(words)-1] + "." + strings.TrimSpace(method[:end]), "", nil
	case word == "func" && token.IsIdentifier(name) && strings.HasPrefix(rest[end:], "("):
		return name, "func" + rest[end:], nil
	case word == "func" && token.IsIdentifier(name) && strings.HasPrefix(rest[end:], "["):
		return name, "", nil
	case word == "var" && token.IsIdentifier(name) && end < len(rest):
		return name, strings.TrimSpace(rest[end:]), nil
	case word == "type" && token.IsIdentifier(name):
		return name, "", nil
	}
	return "", "", fmt.Errorf("%s: expected a declaration, as in func f(n int) int or var n int", line)
}

// Text returns a file with the parts of exercises that %check needs: Read returns them again.
func Text(list []*Exercise) []byte {
	var a txtar.Archive
	add := func(e *Exercise, kind, text string) {
		if text != "" {
			a.Files = append(a.Files, txtar.File{Name: e.Name + "/" + kind, Data: []byte(text)})
		}
	}
	for _, e := range list {
		add(e, "uses", strings.Join(e.Uses, "\n"))
		add(e, "forbid", strings.Join(e.Forbid, "\n"))
		add(e, "check", e.Check)
		add(e, "contest", string(e.Contest))
		add(e, "score", e.Score)
		for _, kind := range partKinds {
			add(e, kind, e.parts[kind].text)
		}
	}
	return txtar.Format(&a)
}

// ErrUnknown is the error of Find for a name that no file has.
var ErrUnknown = errors.New("there is no such exercise")

// Find looks for an exercise in the files *.txtar and exercises/*.txtar of each file system in
// turn. A file that cannot be read, or with a mistake, matters only if no file has the exercise.
func Find(name string, systems ...fs.FS) (*Exercise, error) {
	var first error
	for _, fsys := range systems {
		for e, err := range all(fsys) {
			if err != nil && first == nil {
				first = err
			}
			if err == nil && e.Name == name && e.Posed() {
				return e, nil
			}
		}
	}
	if first != nil {
		return nil, first
	}
	return nil, ErrUnknown
}

// Names lists the names of the exercises that Find finds, in the order of the files.
func Names(systems ...fs.FS) []string {
	var names []string
	for _, fsys := range systems {
		for e, err := range all(fsys) {
			if err == nil && e.Posed() && !slices.Contains(names, e.Name) {
				names = append(names, e.Name)
			}
		}
	}
	return names
}

// A Lesson has the exercises of a file.
type Lesson struct {
	File  string   // its name, without the directory
	Names []string // of the exercises with a check or a task
}

// Lessons lists the files with exercises. An exercise that Find finds in an earlier file is left
// out.
func Lessons(systems ...fs.FS) (list []Lesson) {
	seen := make(map[string]bool)
	for _, fsys := range systems {
		for _, name := range files(fsys) {
			exercises, err := readFile(fsys, name)
			if err != nil {
				continue // Find reports it
			}
			l := Lesson{File: path.Base(name)}
			for _, e := range exercises {
				if e.Posed() && !seen[e.Name] {
					seen[e.Name] = true
					l.Names = append(l.Names, e.Name)
				}
			}
			if len(l.Names) > 0 {
				list = append(list, l)
			}
		}
	}
	return list
}

// files lists the files with exercises of a file system.
func files(fsys fs.FS) (names []string) {
	for _, dir := range []string{".", "exercises"} {
		entries, err := fs.ReadDir(fsys, dir)
		if err != nil {
			continue // most directories have no exercises
		}
		for _, f := range entries {
			if regular := f.Type().IsRegular() || f.Type()&fs.ModeSymlink != 0; regular && path.Ext(f.Name()) == ".txtar" {
				names = append(names, path.Join(dir, f.Name()))
			}
		}
	}
	return names
}

// all visits the exercises of a file system.
func all(fsys fs.FS) func(yield func(*Exercise, error) bool) {
	return func(yield func(*Exercise, error) bool) {
		for _, name := range files(fsys) {
			list, err := readFile(fsys, name)
			if err != nil && !yield(nil, err) {
				return
			}
			for _, e := range list {
				if !yield(e, nil) {
					return
				}
			}
		}
	}
}

func readFile(fsys fs.FS, name string) ([]*Exercise, error) {
	text, err := limit.ReadFileFS(fsys, name, limit.Puzzle)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	return Read(name, text)
}
