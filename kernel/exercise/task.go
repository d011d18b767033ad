// SPDX-License-Identifier: BSD-3-Clause

// Exercises that are answered in a widget: their text, and what an answer means.

package exercise

import (
	"errors"
	"fmt"
	"hash/fnv"
	"math/rand/v2"
	"slices"
	"strings"
)

// A Kind says what a student does in a Task.
type Kind string

// The kinds of tasks.
const (
	Predict Kind = "predict" // say what code prints, before it runs
	Parsons Kind = "parsons" // put lines of code in order, and leave some out
	Bug     Kind = "bug"     // find the line that is wrong
	Gap     Kind = "gap"     // fill the gaps in code
	Vote    Kind = "vote"    // choose one of several answers
)

var (
	kinds     = []Kind{Predict, Parsons, Bug, Gap, Vote}
	partKinds = []string{"predict", "parsons", "bug", "gap", "vote", "code", "choices", "output"}
)

// A Task is an exercise that is answered in a widget. In a file, the section of its kind contains
// the question; the section code has the code, and choices the answers to choose from:
//
//	-- area/predict --
//	What does this print?
//	-- area/code --
//	fmt.Println(shapes.Domino().Area())
//	-- area/choices --
//	+ 2 // a domino has two cells
//	- 1 // that is the number of dominoes
//
// A plus marks what is right and a minus what is wrong, with a reason behind two slashes. In code,
// a line with a minus is wrong: in a Parsons exercise it is a distractor, which stands below the
// line that it resembles; in bug, the line with the mistake, above its correction with a plus; in
// gap, a wrong text for the gap of the line above. Gaps are in guillemets: return «n-1». A line of
// a Parsons exercise that begins with a bar belongs to the one above.
//
// Parsons, bug and gap have the sections uses and check, which test the program. A prediction
// without choices is typed, and has the section output.
type Task struct {
	Kind     Kind
	Question string // Markdown
	Lines    []Line
	Choices  []Choice
	Output   string // of the code of a prediction; of one with choices it may be ""
}

// A Line is a line of code. In a Parsons exercise it can have several lines.
type Line struct {
	Text  string
	Wrong bool   // see Task
	Fix   bool   // it replaces the wrong line above it
	Why   string // of a wrong line
}

// A Choice is an answer to choose.
type Choice struct {
	Text  string
	Right bool
	Why   string // or ""
}

// An Answer is what a student has done in a widget.
type Answer struct {
	Choice int      // the number of a choice, from 0
	Text   string   // a prediction that was typed
	Order  []int    // numbers of lines
	Line   int      // the number of a line
	Gaps   []string // the texts in the gaps
}

// A part is a section of a task.
type part struct {
	text string
	line int // where its name is, from 1
}

// makeTask makes a task of the sections. Kind is the section with the mistake.
func (e *Exercise) makeTask() (kind string, err error) {
	t := &Task{}
	for _, k := range kinds {
		p, ok := e.parts[string(k)]
		switch {
		case !ok:
			continue
		case t.Kind != "":
			return string(k), fmt.Errorf("the exercise is of the kind %s, too", t.Kind)
		}
		t.Kind, t.Question = k, strings.TrimSpace(p.text)
	}
	if t.Kind == "" {
		for _, k := range partKinds {
			if _, ok := e.parts[k]; ok {
				return k, errors.New("expected a section with a question as well: predict, parsons, bug, gap or vote")
			}
		}
	}
	kind = string(t.Kind)
	if t.Question == "" {
		return kind, errors.New("expected a question")
	}
	code, hasCode := e.parts["code"]
	choices, hasChoices := e.parts["choices"]
	output, hasOutput := e.parts["output"]
	t.Output = strings.TrimRight(output.text, "\n")
	if err := t.readCode(code.text); err != nil {
		return "code", err
	}
	if err := t.readChoices(choices.text); err != nil {
		return "choices", err
	}
	choosing := t.Kind == Predict || t.Kind == Vote
	switch {
	case hasCode && len(t.Lines) == 0:
		return "code", errors.New("expected code")
	case hasChoices && !choosing:
		return "choices", fmt.Errorf("the kind %s has no choices", kind)
	case hasOutput && t.Kind != Predict:
		return "output", fmt.Errorf("the kind %s has no output", kind)
	case !hasCode && t.Kind != Vote:
		return kind, errors.New("expected a section code")
	case t.Kind == Vote && !hasChoices, t.Kind == Predict && !hasChoices && !hasOutput:
		return kind, errors.New("expected a section choices")
	case !choosing && e.Check == "":
		return kind, errors.New("expected a section check, which tests the program")
	}
	e.Task = t
	return "", nil
}

// readChoices reads the lines of a section choices.
func (t *Task) readChoices(text string) error {
	right := 0
	for n, line := range numbered(text) {
		sign, rest, ok := strings.Cut(line, " ")
		if !ok || sign != "+" && sign != "-" {
			return inLine(n, line, 0, "expected a choice that begins with + or -, as in + 12")
		}
		c := Choice{Right: sign == "+"}
		c.Text, c.Why = reason(rest)
		if slices.ContainsFunc(t.Choices, func(d Choice) bool { return d.Text == c.Text }) {
			return inLine(n, line, len("+ "), "the choice %s occurs twice", c.Text)
		}
		if c.Right {
			if right++; right > 1 {
				return inLine(n, line, 0, "a second choice is right; expected one")
			}
		}
		t.Choices = append(t.Choices, c)
	}
	switch {
	case len(t.Choices) == 1:
		return errors.New("expected at least two choices")
	case len(t.Choices) > 0 && right == 0 && t.Kind == Predict:
		return errors.New("expected one choice that begins with +")
	}
	return nil
}

// reason divides a text at its last two slashes.
func reason(text string) (before, why string) {
	if at := strings.LastIndex(text, reasonMark); at >= 0 {
		return strings.TrimRight(text[:at], " \t"), strings.TrimSpace(text[at+len(reasonMark):])
	}
	return strings.TrimRight(text, " \t"), ""
}

// readCode reads the lines of a section code.
func (t *Task) readCode(text string) error {
	n := 0
	for line := range strings.Lines(text) {
		n++
		line = strings.TrimRight(line, " \t\r\n")
		l := Line{Text: line}
		sign := ""
		if len(line) > 1 && strings.Contains("+-|", line[:1]) && (line[1] == ' ' || line[1] == '\t') {
			sign, l.Text = line[:1], line[2:]
		}
		last := len(t.Lines) - 1
		if sign == "-" || sign == "+" {
			l.Text, l.Why = reason(l.Text)
		}
		switch {
		case sign == "|" && (t.Kind != Parsons || last < 0):
			return inLine(n, line, 0, "only lines of a Parsons exercise continue another")
		case sign == "|":
			t.Lines[last].Text += "\n" + strings.TrimLeft(l.Text, " \t")
			continue
		case sign == "+" && (t.Kind != Bug || last < 0 || !t.Lines[last].Wrong && !t.Lines[last].Fix):
			return inLine(n, line, 0, "expected the correction below the line with the bug, which begins with -")
		case sign == "+":
			l.Fix = true
		case sign == "-" && t.Kind == Bug && slices.ContainsFunc(t.Lines, func(l Line) bool { return l.Wrong }):
			return inLine(n, line, 0, "a second line has a bug; expected one")
		case sign == "-" && (t.Kind == Predict || t.Kind == Vote):
			return inLine(n, line, 0, "no line of the kind %s is wrong", t.Kind)
		case sign == "-":
			l.Wrong = true
		}
		if t.Kind == Parsons {
			if l.Text = strings.TrimSpace(l.Text); l.Text == "" {
				continue
			}
			switch {
			case l.Wrong && last < 0:
				return inLine(n, line, 0, "expected a distractor below the line that it resembles")
			case l.Wrong && slices.ContainsFunc(t.Lines, func(o Line) bool { return o.Text == l.Text }):
				return inLine(n, line, len("- "), "the distractor %s is a line of the program, too", l.Text)
			}
		}
		if t.Kind == Gap {
			if err := t.checkGaps(n, line, l); err != nil {
				return err
			}
		}
		t.Lines = append(t.Lines, l)
	}
	switch lines := t.right(); {
	case n == 0:
		return nil
	case t.Kind == Parsons && len(lines) < 2:
		return errors.New("expected at least two lines to order")
	case t.Kind == Bug && !slices.ContainsFunc(t.Lines, func(l Line) bool { return l.Fix }):
		return errors.New("expected a line with the bug, which begins with -, and its correction below, which begins with +")
	case t.Kind == Gap && len(t.Gaps()) == 0:
		return errors.New("expected a gap, as in return «n-1»")
	}
	return nil
}

// The marks of a gap.
const gapBegin, gapEnd = "«", "»"

// checkGaps looks at the gaps of a line.
func (t *Task) checkGaps(n int, line string, l Line) error {
	if l.Wrong {
		at := t.above(len(t.Lines))
		if at < 0 || len(gapsOf(t.Lines[at].Text)) != 1 {
			return inLine(n, line, 0, "expected this wrong text below a line with one gap")
		}
		return nil
	}
	open := -1
	for i, r := range line {
		switch {
		case string(r) == gapBegin && open >= 0:
			return inLine(n, line, i, "a gap inside a gap")
		case string(r) == gapBegin:
			open = i
		case string(r) == gapEnd && open < 0:
			return inLine(n, line, i, "» without «")
		case string(r) == gapEnd && strings.TrimSpace(line[open+len(gapBegin):i]) == "":
			return inLine(n, line, open, "an empty gap; expected the right text in it")
		case string(r) == gapEnd:
			open = -1
		}
	}
	if open >= 0 {
		return inLine(n, line, open, "« without »")
	}
	return nil
}

// above returns the number of the last line before i that is not wrong, -1 if there is none.
func (t *Task) above(i int) int {
	for i--; i >= 0 && t.Lines[i].Wrong; i-- {
	}
	return i
}

// gapsOf returns the texts in the gaps of a line.
func gapsOf(line string) (list []string) {
	for {
		_, rest, ok := strings.Cut(line, gapBegin)
		if !ok {
			return list
		}
		text, after, _ := strings.Cut(rest, gapEnd)
		list, line = append(list, strings.TrimSpace(text)), after
	}
}

// Gaps returns the right texts of the gaps.
func (t *Task) Gaps() (list []string) {
	for _, l := range t.right() {
		list = append(list, gapsOf(l.Text)...)
	}
	return list
}

// right returns the lines of the right program.
func (t *Task) right() (list []Line) {
	for _, l := range t.Lines {
		if !l.Wrong {
			list = append(list, l)
		}
	}
	return list
}

// Shown returns the lines of code that a student sees at first, as numbers of Lines: those of a
// Parsons exercise in an order that depends on the name of the exercise only, of bug the ones
// without corrections.
func (t *Task) Shown(name string) (list []int) {
	for i, l := range t.Lines {
		if t.Kind == Parsons || t.Kind == Bug && !l.Fix || t.Kind != Bug && !l.Wrong {
			list = append(list, i)
		}
	}
	if t.Kind == Parsons && len(list) > 1 {
		h := fnv.New64a()
		h.Write([]byte(name))
		r := rand.New(rand.NewPCG(h.Sum64(), 0))
		for begin := slices.Clone(list); slices.Equal(list, begin); {
			r.Shuffle(len(list), func(i, j int) { list[i], list[j] = list[j], list[i] })
		}
	}
	return list
}

// Program returns the program that an answer makes: the lines in their order, the code without the
// bug or with the gaps filled, the code of a prediction. An answer that does not fit the task is an
// error.
func (t *Task) Program(a Answer) (string, error) {
	switch t.Kind {
	case Parsons:
		var lines []string
		used := make([]bool, len(t.Lines))
		for _, i := range a.Order {
			if i < 0 || i >= len(t.Lines) || used[i] {
				return "", errors.New("expected each line at most once")
			}
			used[i] = true
			lines = append(lines, t.Lines[i].Text)
		}
		return Indent(strings.Join(lines, "\n")), nil
	case Gap:
		if len(a.Gaps) != len(t.Gaps()) {
			return "", fmt.Errorf("expected %d texts for the gaps", len(t.Gaps()))
		}
		return t.fill(a.Gaps), nil
	}
	var b strings.Builder
	for _, l := range t.right() {
		b.WriteString(l.Text + "\n")
	}
	return b.String(), nil
}

// fill returns the code with texts in its gaps.
func (t *Task) fill(texts []string) string {
	var b strings.Builder
	n := 0
	for _, l := range t.right() {
		for line := l.Text; ; n++ {
			before, rest, ok := strings.Cut(line, gapBegin)
			b.WriteString(before)
			if !ok {
				break
			}
			_, line, _ = strings.Cut(rest, gapEnd)
			b.WriteString(texts[n])
		}
		b.WriteString("\n")
	}
	return b.String()
}

// Solution returns the right program, or the code of a prediction.
func (t *Task) Solution() string {
	a := Answer{Gaps: t.Gaps()}
	for i, l := range t.Lines {
		if !l.Wrong {
			a.Order = append(a.Order, i)
		}
	}
	text, err := t.Program(a)
	if err != nil {
		panic("exercise: " + err.Error()) // an answer with every line once fits
	}
	return text
}

// A Slip is a wrong program that a task suggests: with a distractor, the bug, or a wrong text.
type Slip struct {
	Text string // of the wrong line
	Code string // the program
}

// Slips returns the programs that the check has to refuse.
func (t *Task) Slips() (list []Slip) {
	gap := 0 // the number of the last gap
	for i, l := range t.Lines {
		if !l.Wrong {
			if t.Kind == Gap {
				gap += len(gapsOf(l.Text))
			}
			continue
		}
		switch t.Kind {
		case Parsons:
			a := Answer{}
			for k, o := range t.Lines {
				if !o.Wrong && k != t.above(i) {
					a.Order = append(a.Order, k)
				} else if k == t.above(i) {
					a.Order = append(a.Order, i)
				}
			}
			code, _ := t.Program(a)
			list = append(list, Slip{l.Text, code})
		case Bug:
			list = append(list, Slip{l.Text, t.Broken()})
		case Gap:
			texts := t.Gaps()
			texts[gap-1] = strings.TrimSpace(l.Text)
			list = append(list, Slip{l.Text, t.fill(texts)})
		}
	}
	return list
}

// Broken returns the code with the bug.
func (t *Task) Broken() string {
	var b strings.Builder
	for _, i := range t.Shown("") {
		b.WriteString(t.Lines[i].Text + "\n")
	}
	return b.String()
}

// Expected returns what the code of a prediction prints: the output, or else the right choice.
func (t *Task) Expected() string {
	if t.Output != "" {
		return t.Output
	}
	for _, c := range t.Choices {
		if c.Right {
			return c.Text
		}
	}
	return ""
}

// Foreseen reports whether the answer to a prediction is right. Blanks at the ends of lines do not
// matter. Chosen is the choice, nil for an answer that was typed.
func (t *Task) Foreseen(a Answer) (right bool, chosen *Choice) {
	if len(t.Choices) == 0 {
		return Trim(a.Text) == Trim(t.Expected()), nil
	}
	if a.Choice < 0 || a.Choice >= len(t.Choices) {
		return false, nil
	}
	c := &t.Choices[a.Choice]
	return c.Right, c
}

// Trim removes the blanks around each line of a text, and the empty lines around it.
func Trim(text string) string {
	var lines []string
	for line := range strings.Lines(text) {
		lines = append(lines, strings.TrimSpace(line))
	}
	return strings.Trim(strings.Join(lines, "\n"), "\n")
}

// Indent indents the lines of a program by the braces and parentheses that are open, as gofmt does,
// whether they are in order or not. Comments and strings with braces are not recognized.
func Indent(text string) string {
	var b strings.Builder
	depth := 0
	for line := range strings.Lines(text) {
		line = strings.TrimSpace(line)
		closing := len(line) - len(strings.TrimLeft(line, "})"))
		here := max(0, depth-closing)
		if strings.HasPrefix(line, "case ") || strings.HasPrefix(line, "default:") {
			here = max(0, here-1)
		}
		b.WriteString(strings.Repeat("\t", here) + line + "\n")
		depth = max(0, depth+strings.Count(line, "{")+strings.Count(line, "(")-strings.Count(line, "}")-strings.Count(line, ")"))
	}
	return b.String()
}
