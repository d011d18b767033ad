// SPDX-License-Identifier: BSD-3-Clause

// Magics: commands to the session, in lines that begin with a percent sign. They do what Go cannot
// do, or not in one line: %time and %timeit measure, %who lists the definitions of cells, %help
// explains, %check and %hint are for exercises, %goroutines and %stop handle goroutines that are
// still running, %sh runs commands, %save and %history save and list cells. Their names are those
// that users of IPython expect. Their output is shown at once, like the pictures of a cell, and is
// not its value. They also work in scripts, but not in whole programs.

package session

import (
	"fmt"
	"slices"
	"strings"
	"sync"
	"time"

	"polka/internal/plural"
	"polka/internal/po"
	"polka/internal/said"
	"polka/internal/table"
	"polka/kernel/cell"
	"polka/kernel/cell/explain"
	"polka/kernel/cell/syntax"
	"polka/kernel/display"
	"polka/kernel/engine"
)

// A topic is a page that %help can show.
type topic struct {
	name string        // as in "%help go"
	line string        // what it is about
	text func() string // the page, in Markdown
}

// A magic is a command with a name. Its argument is described as in "%name use".
type magic struct {
	name, use, about string
	whole            bool // it can be written with two percent signs, above a cell
	do               func(s *Session, r *run, m *syntax.Magic) (engine.Declared, *engine.Error)
}

// linkedExercises returns the magics of exercises, in programs that link them.
var linkedExercises = func() []magic { return nil }

// LinkExercises gives all sessions the magics of exercises, and pictures in other languages.
// Package extra calls it when a program starts; a program without them is 0.3 MB smaller.
func LinkExercises() {
	linkedExercises = exerciseMagics
	newPictureSpeech = func(c po.Catalog) pictureSpeech { return said.New(c.Language, c.Text) }
}

func exerciseMagics() []magic {
	return []magic{
		{"check", "[--strict] [EXERCISE]", "check your answer to an exercise, or list what is solved; --strict makes a wrong one an error; below %%check is the check itself", true, (*Session).magicCheck},
		{"class", "[ADDRESS|off]", "send votes of %exercise and lines of %handin to the class with an address, which the teacher has; without an argument, show it", false, (*Session).magicClass},
		{"exercise", "NAME", "show an exercise that is answered in a widget; below %%exercise is the code of a prediction, which runs when the prediction is made", true, (*Session).magicExercise},
		{"handin", "[--class WORD] NAME", "show a line with what you, NAME, have solved, to hand in; WORD is what the teacher has told the class", false, (*Session).magicHandIn},
		{"hint", "EXERCISE", "give a hint for an exercise, and the next one when it is run again", false, (*Session).magicHint},
		{"lang", "[LANGUAGE]", "show or choose the language of checks, hints, widgets and pictures", false, (*Session).magicLang},
	}
}

// magics lists them in alphabetical order.
func magics() []magic {
	list := append([]magic{
		{"backend", "[machine|yaegi]", "show what runs the cells, or select it for the cells that follow", false, (*Session).magicBackend},
		{"cd", "[DIRECTORY]", "change the directory, to the home directory without an argument", false, (*Session).magicCd},
		{"env", "[NAME[=VALUE]]", "show the environment or one variable of it, or set a variable", false, (*Session).magicEnv},
		{"goroutines", "", "list the goroutines that cells have left running", false, (*Session).magicGoroutines},
		{"help", "[NAME]", "explain a topic, or show the documentation of a name", false, (*Session).magicHelp},
		{"history", "[CELLS]", "list the cells that have run; CELLS is a list such as 3 or 2-5", false, (*Session).magicHistory},
		{"load", "FILE|URL", "put the text of a file or page into the cell", false, (*Session).magicLoad},
		{"native", "[on|off|FUNCTION]", "say whether code becomes machine code, switch that on or off, or show the machine code of a function or method", false, (*Session).magicNative},
		{"reactive", "[on|off] [LIMIT]", "run stale cells by themselves after each change, for at most LIMIT, such as 10s", false, (*Session).magicReactive},
		{"require", "MODULE[@VERSION]...", "add modules or packages, compiled, and continue in a program that has them", false, (*Session).magicRequire},
		{"rerun", "", "run the stale cells again, in order, with what they need", false, (*Session).magicRerun},
		{"reset", "", "remove everything that cells have defined", false, (*Session).magicReset},
		{"save", "FILE [CELLS]", "write the cells that have run into a file", false, (*Session).magicSave},
		{"sh", "COMMAND", "run a command, as !COMMAND does; %%sh above a cell runs the cell as a shell script", true, (*Session).magicShell},
		{"slice", "[--go|--run] NAME", "show the cells that make the value of a name, or a Go program of them; --run restarts and runs only these; " +
			"%%slice above a cell restarts and runs what the cell needs, and the cell", true, (*Session).magicSlice},
		{"sql", "[SOURCE|[NAME <<] STATEMENTS]", "open a database, run SQL, or list the tables; %%sql above a cell runs the cell; :name stands for a variable", true, (*Session).magicSQL},
		{"stale", "[on|off]", "show which cells are out of date, or switch the marks under them on or off", false, (*Session).magicStale},
		{"stop", "", "end the goroutines that cells have left running", false, (*Session).magicStop},
		{"test", "[-v] [-run PATTERN] [-bench PATTERN]...", "run the tests, examples and benchmarks that cells have defined, with flags of go test", false, (*Session).magicTest},
		{"time", "CODE", "run code and show how long it took; %%time above a cell does so for the whole cell", true, (*Session).magicTime},
		{"timeit", "CODE", "run code many times and show statistics; %%timeit does so for a cell", true, (*Session).magicTimeit},
		{"trace", "FUNCTION... [--watch NAME,...] [--limit N]", "%%trace above a cell records calls of your functions and shows them step by step", true, (*Session).magicTrace},
		{"who", "", "list the names that cells have defined", false, (*Session).magicWho},
		{"writefile", "[-a] FILE", "%%writefile above a cell writes its lines into a file; -a appends", true, (*Session).magicWritefile},
	}, linkedExercises()...)
	slices.SortFunc(list, func(a, b magic) int { return strings.Compare(a.name, b.name) })
	return list
}

// A MagicCommand describes a magic: its name, its arguments, what it does, and whether it can be
// written with two percent signs above a cell.
type MagicCommand struct {
	Name, Use, About string
	Whole            bool
}

// Magics lists the magics in alphabetical order.
func Magics() (list []MagicCommand) {
	for _, m := range magics() {
		list = append(list, MagicCommand{m.name, m.use, m.about, m.whole})
	}
	return list
}

// otherNames are other names that users of IPython may try.
var otherNames = map[string]string{"lsmagic": "help", "magic": "help", "whos": "who", "ls": "who", "hist": "history", "bash": "sh", "system": "sh", "sx": "sh", "file": "writefile", "pwd": "cd"}

// otherKernels says what to use instead of the magics of other kernels. The one without a name is
// GoNB's %%, which separates declarations from statements.
var otherKernels = sync.OnceValue(func() map[string]string {
	return map[string]string{
		"":              "remove it: statements need no marker",
		"args":          setArgs,
		"script":        "%%sh runs the cell as a shell script",
		"exec":          "call the function: name()",
		"goflags":       noCommand,
		"goworkfix":     noCommand,
		"go111module":   noCommand,
		"autoget":       noCommand,
		"noautoget":     noCommand,
		"rm":            "a new definition replaces the old one; restarting the kernel removes all definitions",
		"with_inputs":   "display.Input(prompt) reads a line",
		"with_password": "display.Password(prompt) reads a password",
	}
})

const (
	setArgs   = `os.Args = []string{"cell", "--name=value"} sets the arguments for flag.Parse`
	noCommand = "cells are not compiled by the go command"
)

// magic executes m.
func (s *Session) magic(r *run, m *syntax.Magic) (engine.Declared, *engine.Error) {
	for _, g := range magics() {
		if g.name != m.Name || m.Whole && !g.whole {
			continue
		}
		if m.Arg == "?" || m.Arg == "??" {
			s.explainMagic(g)
			return engine.Declared{}, nil
		}
		if g.use == "" && m.Arg != "" {
			return engine.Declared{}, s.magicError(r, m, "%"+g.name+" takes no argument")
		}
		return g.do(s, r, m)
	}
	return engine.Declared{}, s.magicError(r, m, unknownMagic(m))
}

// unknownMagic reports that there is no such magic, and suggests another.
func unknownMagic(m *syntax.Magic) string {
	var names []string
	whole := map[string]bool{}
	for _, g := range magics() {
		names = append(names, g.name)
		whole[g.name] = g.whole
	}
	mark := "%"
	if m.Whole {
		mark = "%%"
	}
	msg := "there is no magic " + mark + m.Name
	if instead, ok := otherKernels()[m.Name]; ok {
		if m.Name == "" && m.Arg != "" {
			instead += "; " + setArgs
		}
		return msg + "; " + instead
	}
	near := otherNames[m.Name]
	if near == "" {
		near = explain.Nearest(m.Name, names)
	}
	if near != "" {
		if !whole[near] {
			mark = "%"
		}
		return msg + "; did you mean " + mark + near + "?"
	}
	return msg + "; %help lists them"
}

// magicError returns an error of the magic m.
func (s *Session) magicError(r *run, m *syntax.Magic, msg string) *engine.Error {
	e := &explain.Error{Kind: explain.CompileError, List: []explain.Diagnostic{{
		Cell: r.cell.Number, Line: m.Line, Col: m.Col, Message: msg, Source: sourceLine(r.cell.Code, m.Line),
	}}}
	return compileError(e)
}

// show shows text at once.
func (s *Session) show(b display.Bundle) { s.output().Display(display.Event{Bundle: b}) }

// magicBackend chooses what runs the cells. The interpreter sees the exported functions and
// variables that the cells before have defined on the machine; what it defines itself is lost with
// the choice of the machine.
func (s *Session) magicBackend(r *run, m *syntax.Magic) (engine.Declared, *engine.Error) {
	switch m.Arg {
	case "":
	case Machine:
		s.y = nil
	case Yaegi:
		y, err := s.newYaegi()
		if err != nil {
			return engine.Declared{}, s.magicError(r, m, err.Error())
		}
		s.y = y
	default:
		return engine.Declared{}, s.magicError(r, m, "expected %backend machine or %backend yaegi")
	}
	name := Machine
	if s.y != nil {
		name = Yaegi
	}
	s.show(display.Text("cells run on " + name))
	return engine.Declared{}, nil
}

func (s *Session) magicGoroutines(*run, *syntax.Magic) (engine.Declared, *engine.Error) {
	s.show(display.Text(s.listTasks()))
	return engine.Declared{}, nil
}

func (s *Session) magicStop(*run, *syntax.Magic) (engine.Declared, *engine.Error) {
	had, left := s.stopTasks()
	msg := fmt.Sprintf("%d %s ended", had-left, plural.Word(had-left, "goroutine", "goroutines"))
	if left > 0 {
		msg += fmt.Sprintf("; %d %s in code that cannot be stopped", left, plural.Word(left, "is", "are"))
	}
	s.show(display.Text(msg))
	return engine.Declared{}, nil
}

// magicTime runs the argument and prints how long that took, without compiling. Its values become
// the step's.
func (s *Session) magicTime(r *run, m *syntax.Magic) (engine.Declared, *engine.Error) {
	if m.Arg == "" {
		return engine.Declared{}, s.magicError(r, m, "%time expects code after it, or %%time above a cell")
	}
	d, err := s.runGo(r, m.Go)
	if err == nil {
		s.write(engine.Stdout, []byte("time: "+shortDuration(r.took)+"\n"))
	}
	return d, err
}

// timeBelow moves the code below each %time that is alone on its line into its argument.
func timeBelow(steps []syntax.Step) []syntax.Step {
	var list []syntax.Step
	for _, step := range steps {
		if n := len(list) - 1; n >= 0 && strings.TrimSpace(step.Go) != "" {
			if m := list[n].Magic; m != nil && m.Name == "time" && m.Arg == "" {
				m.Arg, m.Go = strings.TrimSpace(step.Go), step.Go
				continue
			}
		}
		list = append(list, step)
	}
	return list
}

// shortDuration writes d with three digits.
func shortDuration(d time.Duration) string {
	for unit := time.Duration(1); ; unit *= 10 {
		if d < 1000*unit {
			return d.Round(unit).String()
		}
	}
}

func (s *Session) magicWho(*run, *syntax.Magic) (engine.Declared, *engine.Error) {
	s.compiling.Lock()
	defer s.compiling.Unlock()
	known := s.a.Known()
	if len(known) == 0 {
		s.show(display.Text("cells have defined nothing yet"))
		return engine.Declared{}, nil
	}
	t := table.Table{Head: []string{"name", "kind", "type", "size", "cell"}}
	for _, k := range known {
		size := ""
		if k.Kind == "variable" {
			size = s.sizeOf(k.Name)
		}
		t.Rows = append(t.Rows, []string{k.Name, k.Kind, k.Type, size, fmt.Sprint(k.Cell)})
	}
	b := display.Text(t.Text())
	b.Data[display.HTMLType] = []byte(t.HTML())
	s.show(b)
	return engine.Declared{}, nil
}

// magicHelp explains a topic or a name, or lists magics and topics.
func (s *Session) magicHelp(r *run, m *syntax.Magic) (engine.Declared, *engine.Error) {
	if m.Arg == "" {
		s.show(display.Text(s.helpText()))
		return engine.Declared{}, nil
	}
	for _, t := range s.topics() {
		if t.name == m.Arg {
			text := t.text()
			b := display.Text(text)
			b.Data[display.MarkdownType] = []byte(text)
			s.show(b)
			return engine.Declared{}, nil
		}
	}
	b, err := s.about(r, strings.TrimPrefix(m.Arg, "%"), false)
	if err != nil {
		var names []string
		for _, t := range s.topics() {
			names = append(names, t.name)
		}
		msg := "no help for " + m.Arg + ": it is neither a topic nor a known name"
		if near := explain.Nearest(m.Arg, names); near != "" {
			msg += "; did you mean %help " + near + "?"
		}
		return engine.Declared{}, s.magicError(r, m, msg)
	}
	s.show(b)
	return engine.Declared{}, nil
}

// explainMagic shows what a magic does, in the pager as for a question about a name.
func (s *Session) explainMagic(g magic) {
	text := strings.TrimSpace("%"+g.name+" "+g.use) + "\n\n" + g.about
	b := display.Text(text)
	for _, t := range s.topics() {
		if t.name == g.name {
			text = t.text()
			b = display.Text(text)
			b.Data[display.MarkdownType] = []byte(text)
		}
	}
	screen{s}.Page(b)
}

// magicName finds the name of a magic that byte offset pos of code is in or after, and where it
// begins.
func magicName(code string, pos int) (m *syntax.Magic, from int, ok bool) {
	if pos < 0 || pos > len(code) {
		return nil, 0, false
	}
	begin := strings.LastIndexByte(code[:pos], '\n') + 1
	line := 1 + strings.Count(code[:pos], "\n")
	for _, step := range syntax.Steps(code) {
		if m := step.Magic; m != nil && m.Line == line {
			from = begin + m.Col - 1
			return m, from, from <= pos && pos <= from+len(m.Name)
		}
	}
	return nil, 0, false
}

// completeMagic completes the name of m, which begins at byte offset from.
func completeMagic(m *syntax.Magic, from, pos int) engine.Completion {
	out := engine.Completion{Start: from, End: from + len(m.Name)}
	for _, g := range magics() {
		if strings.HasPrefix(g.name, m.Name[:pos-from]) && (g.whole || !m.Whole) {
			out.Matches = append(out.Matches, engine.Match{Text: g.name, Kind: "magic", Signature: g.use, Doc: g.about})
		}
	}
	if out.Matches == nil {
		return engine.Completion{Start: pos, End: pos}
	}
	return out
}

// topics lists them in alphabetical order.
func (s *Session) topics() []topic {
	return []topic{
		{"go", "how the Go of cells differs from Go programs", cell.Dialect},
		{"magics", "this list", s.helpText},
		{"packages", "what cells can import, and how to add modules", func() string { return packagesPage }},
		{"sql", "how %sql opens databases and runs SQL", func() string { return sqlPage }},
		{"trace", "how %%trace shows the calls of your functions", func() string { return tracePage }},
	}
}

// helpColumn is the width of the names in helpText. The text for a longer one is on the next line.
const helpColumn = 29

// helpText lists magics and topics.
func (s *Session) helpText() string {
	var b strings.Builder
	entry := func(name, about string) {
		if len(name) > helpColumn {
			name += fmt.Sprintf("\n    %*s", helpColumn, "")
		}
		fmt.Fprintf(&b, "    %-*s %s\n", helpColumn, name, about)
	}
	b.WriteString("Magics are lines that begin with %:\n\n")
	for _, g := range magics() {
		entry(strings.TrimSpace("%"+g.name+" "+g.use), g.about)
	}
	b.WriteString("\nTopics:\n\n")
	for _, t := range s.topics() {
		entry("%help "+t.name, t.line)
	}
	b.WriteString("\nCommands of the shell are lines that begin with !:\n\n")
	entry("!ls -l", "run a command; Stop kills it")
	b.WriteString("\nQuestions are lines with a name and a question mark:\n\n")
	entry("strings.Cut?", "its declaration and documentation")
	entry("area??", "the same, with the source if a cell has defined it")
	return strings.TrimSuffix(b.String(), "\n")
}
