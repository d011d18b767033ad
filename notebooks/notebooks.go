// SPDX-License-Identifier: BSD-3-Clause

// Package notebooks contains the course: the notebooks of the lessons with their exercises, and
// what is made of them for students, teachers and nbgrader. It does not run anything: the notebooks
// in it have no outputs, and the caller of Write says how they are run.
//
//	err := notebooks.Write("course", notebooks.Options{Run: run})
//
// A notebook whose name begins with a number from 01 is a lesson. Its exercises are in the last
// part of the notebook: for each one a Markdown cell with the text, a cell for the answer, and a
// cell with %check and the name of the exercise. Exercises that are answered in a widget are cells
// with %exercise and a name, anywhere in the notebook. Checks and hints are in the folder
// exercises, solutions and typical wrong answers in the folder solutions.
package notebooks

import (
	"embed"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"polka/internal/pattern"
	"polka/internal/po"
	"polka/internal/replace"
	"polka/kernel/exercise"
	"polka/kernel/nb"
	"polka/notebooks/exercises"
	"polka/notebooks/solutions"
)

// A Lesson is a notebook with exercises.
type Lesson struct {
	File      string // such as 04-algorithm-x.ipynb
	Number    int    // from 1
	Title     string // without the number
	Aims      string // Markdown
	Minutes   int    // without the exercises
	Notebook  *nb.Notebook
	Exercises []Exercise
	Tasks     []*exercise.Exercise // those of cells with %exercise, in the order of the cells

	words po.Catalog // of its language
}

// An Exercise is an exercise of a lesson.
type Exercise struct {
	*exercise.Exercise
	Number int    // from 1
	Rating string // the difficulty, as in Knuth's books: a number from 0 to 50, perhaps with letters before it
	Text   string // Markdown, without the heading
	Cell   int    // the index of the cell for the answer; the text is in the one before, the check in the one after
}

var (
	lessonFile = pattern.New(`^(0[1-9]|[1-9][0-9])-.*\.ipynb$`)
	title      = pattern.New(`^# (?:[0-9]+\. )?([^\n]+)`)
	aims       = pattern.New(`(?s)\*\*Aims\.\*\* (.*?)(?:\n\n|$)`)
	minutes    = pattern.New(`\*\*Time\.\*\* ([0-9]+) minutes`)
	heading    = pattern.New(`^### Exercise ([0-9]+) \[((?:HM|M)?[0-9]+)\]\n`)
	link       = pattern.New(`\[([^][]+)\]\(([\w-]+\.ipynb)\)`)
	checkCell  = pattern.New(`^%check (\w+)$`)
	taskCell   = pattern.New(`^%exercise (\w+)$`)
)

// Lessons returns the lessons, in order.
func Lessons() ([]*Lesson, error) {
	var list []*Lesson
	for _, name := range Names() {
		if !lessonFile.MatchString(name) {
			continue
		}
		l, err := lesson(name)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", name, err)
		}
		list = append(list, l)
	}
	return list, nil
}

func lesson(name string) (*Lesson, error) {
	l := &Lesson{File: name}
	l.Number, _ = strconv.Atoi(name[:2])
	var err error
	if l.Notebook, err = Read(name); err != nil {
		return nil, err
	}
	if len(l.Notebook.Cells) > 0 {
		first := l.Notebook.Cells[0].Source
		if m := title.FindStringSubmatch(first); m != nil {
			l.Title = m[1]
		}
		if m := aims.FindStringSubmatch(first); m != nil {
			l.Aims = m[1]
		}
		if m := minutes.FindStringSubmatch(first); m != nil {
			l.Minutes, _ = strconv.Atoi(m[1])
		}
	}
	known, err := exercisesOf(name[:2])
	if err != nil {
		return nil, err
	}
	for i, c := range l.Notebook.Cells {
		if m := taskCell.FindStringSubmatch(c.Source); m != nil && c.Type == nb.Code {
			at := slices.IndexFunc(known, func(x *exercise.Exercise) bool { return x.Name == m[1] && x.Task != nil })
			if at < 0 {
				return nil, fmt.Errorf("cell %s: exercises/%s.txtar has no such exercise, or another cell has it: %s", c.ID, name[:2], m[1])
			}
			l.Tasks = append(l.Tasks, known[at])
			known = slices.Delete(known, at, at+1)
			continue
		}
		m := heading.FindStringSubmatch(c.Source)
		if c.Type != nb.Markdown || m == nil {
			continue
		}
		if i+2 >= len(l.Notebook.Cells) {
			return nil, fmt.Errorf("exercise %s has no cells for the answer and the check", m[1])
		}
		e := Exercise{Rating: m[2], Text: strings.TrimSpace(c.Source[len(m[0]):]), Cell: i + 1}
		e.Number, _ = strconv.Atoi(m[1])
		check := checkCell.FindStringSubmatch(l.Notebook.Cells[i+2].Source)
		if check == nil {
			return nil, fmt.Errorf("exercise %s: expected a cell with %%check and a name after the cell for the answer", m[1])
		}
		at := slices.IndexFunc(known, func(x *exercise.Exercise) bool { return x.Name == check[1] })
		if at < 0 {
			return nil, fmt.Errorf("exercise %s: exercises/%s.txtar has no exercise %s", m[1], name[:2], check[1])
		}
		e.Exercise = known[at]
		known = slices.Delete(known, at, at+1)
		l.Exercises = append(l.Exercises, e)
	}
	if len(known) > 0 {
		return nil, fmt.Errorf("the notebook has no exercise %s", known[0].Name)
	}
	return l, nil
}

// exercisesOf returns the exercises of a file, with their solutions.
func exercisesOf(stem string) ([]*exercise.Exercise, error) {
	read := func(fsys embed.FS, dir string) ([]*exercise.Exercise, error) {
		text, err := fsys.ReadFile(stem + ".txtar")
		if errors.Is(err, fs.ErrNotExist) {
			return nil, nil
		}
		if err == nil {
			return exercise.Read(dir+"/"+stem+".txtar", text)
		}
		return nil, fmt.Errorf("%s/%s.txtar: %w", dir, stem, err)
	}
	list, err := read(exercises.Files, "exercises")
	if err != nil {
		return nil, err
	}
	answers, err := read(solutions.Files, "solutions")
	if err != nil {
		return nil, err
	}
	if name := exercise.Merge(list, answers); name != "" {
		return nil, fmt.Errorf("exercises/%s.txtar has no exercise %s", stem, name)
	}
	return list, nil
}

// Options control Write.
type Options struct {
	Solutions bool // write the solutions too, as notebooks in the directory solutions, and pages for teachers
	Slides    bool // write slides too, as notebooks and as pages in the directory slides
	Grader    bool // write sources for nbgrader instead, with hidden tests
	Replace   bool // replace files that exist

	// Worksheets writes pages to print, too: each lesson with room for answers, in the directory
	// worksheets, and with Solutions its answers, in the directory answers.
	Worksheets bool

	Language string // of the texts, such as fr, "" for English; see Languages

	Scripts []string // scripts that may run in slides, as nb.ExportOptions has them

	// Run runs a notebook, after its directory has been made, and stores the outputs in it. Without
	// it, notebooks and slides have no outputs.
	Run func(n *nb.Notebook) error
	// Wrote is called with the name of each file that has been written, unless it is nil.
	Wrote func(name string)
}

// A file is one that Write makes when its turn comes.
type file struct {
	name string // with slashes
	text func() ([]byte, error)
}

// course returns the files that o asks for.
func (o Options) course() ([]file, error) {
	list, err := LessonsIn(o.Language)
	if err != nil {
		return nil, err
	}
	var files []file
	add := func(name string, make func() ([]byte, error)) { files = append(files, file{name, make}) }
	fixed := func(name string, text []byte) { add(name, func() ([]byte, error) { return text, nil }) }
	if o.Grader {
		fixed("nbgrader_config.py", []byte(graderConfig))
		for _, l := range list {
			if len(l.Exercises) == 0 {
				continue
			}
			n, err := l.Graded()
			if err != nil {
				return nil, fmt.Errorf("%s: %w", l.File, err)
			}
			fixed(path.Join("source", strings.TrimSuffix(l.File, ".ipynb"), l.File), n.Encode())
		}
		return files, nil
	}
	for _, name := range Names() {
		n, err := ReadIn(name, o.Language)
		if err != nil {
			return nil, err
		}
		for _, l := range list {
			if l.File == name {
				n = l.Notebook // whose outputs are those of its slides
			}
		}
		add(name, func() ([]byte, error) {
			if o.Run != nil {
				if err := o.Run(n); err != nil {
					return nil, err
				}
			}
			return n.Encode(), nil
		})
	}
	if o.Solutions {
		for _, l := range list {
			if len(l.Exercises) > 0 {
				fixed(path.Join("solutions", l.File), l.Solved().Encode())
				fixed(path.Join("teaching", strings.TrimSuffix(l.File, ".ipynb")+".md"), []byte(l.Teacher()))
			}
		}
		contest, err := SolvedContest()
		if err != nil {
			return nil, err
		}
		fixed(path.Join("solutions", contestFile), contest.Encode())
	}
	page := func(l *Lesson, n *nb.Notebook, f nb.Form) ([]byte, error) {
		return nb.Export(n, f, nb.ExportOptions{Name: l.Title, Language: l.words.Language, Scripts: o.Scripts})
	}
	if o.Slides {
		for _, l := range list {
			name := path.Join("slides", strings.TrimSuffix(l.File, ".ipynb"))
			add(name+".ipynb", func() ([]byte, error) { return l.Slides().Encode(), nil })
			add(name+".html", func() ([]byte, error) { return page(l, l.Slides(), nb.SlidesForm) })
		}
	}
	if o.Worksheets {
		for _, l := range list {
			if len(l.Exercises) == 0 {
				continue
			}
			name := strings.TrimSuffix(l.File, ".ipynb") + ".html"
			add(path.Join("worksheets", name), func() ([]byte, error) { return page(l, l.Worksheet(), nb.HTML) })
			if o.Solutions {
				add(path.Join("answers", name), func() ([]byte, error) { return page(l, l.AnswerSheet(), nb.HTML) })
			}
		}
	}
	return files, nil
}

// Write writes the course to a directory, which it creates. If a file exists, nothing is written,
// unless the options say otherwise. The files are written in the order of the course, so that those
// before an error remain.
func Write(dir string, o Options) error {
	files, err := o.course()
	if err != nil {
		return err
	}
	for _, f := range files {
		name := filepath.Join(dir, filepath.FromSlash(f.name))
		if _, err := os.Lstat(name); err == nil && !o.Replace {
			return fmt.Errorf("%s: %w", name, fs.ErrExist)
		}
	}
	for _, f := range files {
		name := filepath.Join(dir, filepath.FromSlash(f.name))
		if err := os.MkdirAll(filepath.Dir(name), 0o777); err != nil {
			return err
		}
		text, err := f.text()
		if err != nil {
			return fmt.Errorf("%s: %w", f.name, err)
		}
		if err := replace.File(name, text, 0o644); err != nil {
			return err
		}
		if o.Wrote != nil {
			o.Wrote(f.name)
		}
	}
	return nil
}

// bare returns a copy of the notebook of l without outputs.
func (l *Lesson) bare() *nb.Notebook {
	n := l.Notebook.Clone()
	n.ClearOutputs()
	return n
}

// relink makes the links in n to other notebooks begin with prefix. If drop is set, only their text
// remains.
func relink(n *nb.Notebook, prefix string, drop bool) {
	to := "[$1](" + prefix + "$2)"
	if drop {
		to = "$1"
	}
	for _, c := range n.Cells {
		if c.Type == nb.Markdown {
			c.Source = link.ReplaceAllString(c.Source, to)
		}
	}
}

// Solved returns the notebook of l with the solutions in the cells for the answers, without
// outputs.
func (l *Lesson) Solved() *nb.Notebook {
	n := l.bare()
	relink(n, "../", false)
	for _, e := range slices.Backward(l.Exercises) {
		n.Cells[e.Cell].Source = strings.TrimRight(e.Solution, "\n")
		if e.Why != "" {
			why := &nb.Cell{Type: nb.Markdown, ID: "why-" + e.Name, Source: e.Why, Metadata: map[string]any{}}
			n.Cells = slices.Insert(n.Cells, e.Cell+1, why)
		}
	}
	return n
}
