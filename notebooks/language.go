// SPDX-License-Identifier: BSD-3-Clause

// The course in other languages.
//
// A lesson in another language is the English one with other texts: the blocks of its Markdown, the
// comments and captions in its code, and the texts of its exercises and outputs. The rest of the
// code stays, so a lesson whose English form runs does so in every language. The texts are in PO
// files, in the folder translations.

package notebooks

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"polka/internal/pattern"
	"polka/internal/po"
	"polka/internal/said"
	"polka/kernel/display"
	"polka/kernel/exercise"
	"polka/kernel/exercise/pose"
	"polka/kernel/nb"
	"polka/notebooks/solutions"
	"polka/notebooks/translations"
)

// Languages returns the languages of the course besides English, such as fr.
func Languages() []string { return po.Languages(translations.Files) }

// LessonsIn returns the lessons in a language. A text without a translation is in English. The
// language "" is English.
func LessonsIn(language string) ([]*Lesson, error) {
	list, err := Lessons()
	if err != nil || language == "" {
		return list, err
	}
	c, err := catalog(language)
	if err != nil {
		return nil, err
	}
	for i, l := range list {
		list[i] = l.translate(c)
	}
	return list, nil
}

// ReadIn returns the notebook with the file name in a language, as LessonsIn does.
func ReadIn(name, language string) (*nb.Notebook, error) {
	n, err := Read(name)
	if err != nil || language == "" {
		return n, err
	}
	c, err := catalog(language)
	if err != nil {
		return nil, err
	}
	if lessonFile.MatchString(name) {
		l, err := lesson(name)
		if err != nil {
			return nil, err
		}
		return l.translate(c).Notebook, nil
	}
	translateWhole(n, c)
	return n, nil
}

// Translated returns the notebook with the file name in a language, with its outputs: n is the
// English one. The widgets of exercises are made anew, the results of checks are left out, and the
// texts in pictures, players and other widgets are translated. The result is nil if the language
// does not have all texts of the notebook.
func Translated(name string, n *nb.Notebook, language string) (*nb.Notebook, error) {
	c, err := catalog(language)
	if err != nil {
		return nil, err
	}
	english := n
	n = n.Clone()
	if !translateWhole(n, c) {
		return nil, nil
	}
	stem, _, _ := strings.Cut(name, "-")
	known, err := exercisesOf(stem)
	if err != nil {
		return nil, err
	}
	var captions []string
	for _, cell := range english.Cells {
		exercise.TranslateCaptions(cell.Source, func(s string) string {
			captions = append(captions, s)
			return s
		})
	}
	plain := said.New(c.Language, c.Text)
	speech := plain.WithCaptions(captions...)
	for _, cell := range n.Cells {
		task := taskCell.FindStringSubmatch(cell.Source)
		switch {
		case checkCell.MatchString(cell.Source):
			cell.Outputs = nil
		case task != nil && len(cell.Outputs) > 0:
			at := slices.IndexFunc(known, func(x *exercise.Exercise) bool { return x.Name == task[1] && x.Task != nil })
			if at < 0 {
				return nil, fmt.Errorf("%s: there is no exercise %s", name, task[1])
			}
			w := pose.New(known[at].Translate(c.Text), pose.Options{Words: c})
			cell.Outputs = []*nb.Output{{
				Type:     nb.DisplayOutput,
				Data:     map[string]any{display.TextType: w.String(), display.HTMLType: w.Page()},
				Metadata: map[string]any{},
			}}
		case strings.HasPrefix(cell.Source, "%%trace"): // whose variables may be called as captions are
			speakOutputs(cell.Outputs, plain)
		default:
			speakOutputs(cell.Outputs, speech)
		}
	}
	return n, nil
}

// speakOutputs translates the texts in pictures, players and widgets.
func speakOutputs(list []*nb.Output, speech *said.Speech) {
	for _, o := range list {
		data := maps.Clone(o.Data)
		if text, ok := data[display.TextType].(string); ok && len(data) == 1 {
			data[display.TextType] = speech.Plain(text, false)
		}
		for _, media := range []string{display.HTMLType, display.SVGType} {
			text, _ := o.Data[media].(string)
			if t := speech.HTML(text); t != text {
				data[media] = t
				delete(data, display.PNGType) // the English picture
			}
		}
		o.Data = data
	}
}

// translateWhole translates n if c has all its texts.
func translateWhole(n *nb.Notebook, c po.Catalog) bool {
	if !complete(n, c) {
		return false
	}
	translateNotebook(n, c.Text)
	choose(n, c.Language)
	return true
}

func catalog(language string) (po.Catalog, error) {
	c, err := po.Load(translations.Files, language)
	if err != nil {
		return c, fmt.Errorf("language %s: %w; expected one of %s", language, err, strings.Join(Languages(), ", "))
	}
	return c, nil
}

// translate returns the lesson in the language of c.
func (l *Lesson) translate(c po.Catalog) *Lesson {
	t := *l
	t.words = c
	t.Notebook = l.Notebook.Clone()
	if !complete(t.Notebook, c) {
		return l
	}
	translateNotebook(t.Notebook, c.Text)
	if m := title.FindStringSubmatch(t.Notebook.Cells[0].Source); m != nil {
		t.Title = m[1]
	}
	if l.Aims != "" {
		t.Aims = exercise.TranslateMarkdown("**Aims.** "+l.Aims, c.Text)
		if _, rest, ok := strings.Cut(t.Aims, ".** "); ok {
			t.Aims = rest
		}
	}
	t.Exercises = nil
	for _, e := range l.Exercises {
		e.Exercise = e.Exercise.Translate(c.Text)
		e.Text = exercise.TranslateMarkdown(e.Text, c.Text)
		e.Cell++ // behind the cell that chooses the language
		t.Exercises = append(t.Exercises, e)
	}
	t.Tasks = nil
	for _, x := range l.Tasks {
		t.Tasks = append(t.Tasks, x.Translate(c.Text))
	}
	choose(t.Notebook, c.Language)
	return &t
}

// translateNotebook replaces the texts of n.
func translateNotebook(n *nb.Notebook, text func(string) string) {
	for _, c := range n.Cells {
		switch {
		case c.Type == nb.Markdown:
			c.Source = exercise.TranslateMarkdown(c.Source, func(s string) string {
				if m := exerciseHeading.FindStringSubmatch(s); m != nil {
					return fmt.Sprintf(text(HeadingFormat), m[1], m[2])
				}
				return text(s)
			})
		case c.Type == nb.Code && !other(c.Source):
			source := exercise.TranslateCaptions(exercise.TranslateComments(c.Source, text), text)
			moveLines(c, source)
			c.Source = source
		}
	}
}

// exerciseHeading matches the heading of an exercise alone.
var exerciseHeading = pattern.New(`^### Exercise ([0-9]+) \[((?:HM|M)?[0-9]+)\]$`)

// HeadingFormat is the heading of an exercise, with its number and rating.
const HeadingFormat = "### Exercise %s [%s]"

// other reports whether a cell is not in Go, although it is a code cell.
func other(source string) bool {
	for _, magic := range []string{"%%sh", "%%sql", "%%writefile", "!"} {
		if strings.HasPrefix(source, magic) {
			return true
		}
	}
	return false
}

// complete reports whether c has every text of an English notebook.
func complete(n *nb.Notebook, c po.Catalog) bool {
	all := true
	translateNotebook(n.Clone(), func(s string) string {
		all = all && c.Has(s)
		return s
	})
	return all
}

// choose adds a cell that makes the messages of checks and widgets those of a language.
func choose(n *nb.Notebook, language string) {
	cell := &nb.Cell{Type: nb.Code, ID: "lang-" + language, Source: "%lang " + language, Metadata: map[string]any{"slideshow": map[string]any{"slide_type": "skip"}}}
	n.Cells = append(n.Cells[:1:1], append([]*nb.Cell{cell}, n.Cells[1:]...)...)
}

// A TextUnit is a text to translate, and where it is: a file and a cell of a notebook or a section
// of its exercises.
type TextUnit struct{ Text, Place string }

// Texts returns what is to be translated of a notebook, in its order, with its exercises, answers
// and the notes for teachers if it is a lesson. Each text is in it once.
func Texts(name string) (list []TextUnit, err error) {
	seen := make(map[string]bool)
	place := ""
	add := func(s string) string {
		if !seen[s] {
			seen[s] = true
			list = append(list, TextUnit{s, place})
		}
		return s
	}
	n, err := Read(name)
	if err != nil {
		return nil, err
	}
	for _, c := range n.Cells {
		place = name + ":" + c.ID
		translateNotebook(&nb.Notebook{Cells: []*nb.Cell{{Type: c.Type, Source: c.Source}}}, add)
	}
	stem, _, _ := strings.Cut(name, "-")
	known, err := exercisesOf(stem)
	if err != nil {
		return nil, err
	}
	for _, x := range known {
		place = stem + ".txtar:" + x.Name
		x.Translate(add)
	}
	if notes, err := solutions.Files.ReadFile(stem + ".md"); err == nil {
		place = stem + ".md"
		exercise.TranslateMarkdown(string(notes), add)
	}
	return list, nil
}
