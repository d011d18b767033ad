// SPDX-License-Identifier: BSD-3-Clause

package repl

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"
	"sync"
	"sync/atomic"
	"time"
	"unicode/utf8"

	"github.com/reeflective/readline"
	"golang.org/x/term"

	"polka/kernel/engine"
)

// An editor reads cells from the terminal.
type editor struct {
	prompt *prompt
	shell  *readline.Shell
	ctx    context.Context
	indent string // what is inserted before the text is shown the next time

	fresh atomic.Bool // the line has not been drawn

	mu    sync.Mutex
	state editing
	lines int      // how many have been edited
	held  []string // texts that wait until the line has been drawn
}

// editing is the state of an editor.
type editing int

const (
	away    editing = iota // nothing is being edited
	drawing                // the prompt and an empty line are being drawn
	drawn                  // the line is there, and drawn again with each key
)

// drawTime is more than enough for drawing the prompt and an empty line.
const drawTime = 50 * time.Millisecond

// settings are the settings that users of readline would otherwise need in their inputrc file.
var settings = map[string]any{
	"comment-begin":                "//",
	"cursor-position-probe":        false, // keys typed before the terminal answers would be lost
	"enable-bracketed-paste":       true,
	"menu-complete-display-prefix": true, // Tab lists what is possible before it chooses
	"multiline-column":             false,
}

func newShell() *readline.Shell {
	rl := readline.NewShell()
	for name, value := range settings {
		rl.Config.Set(name, value)
	}
	return rl
}

func newEditor(ctx context.Context, p *prompt, o Options) *editor {
	e := &editor{prompt: p, shell: newShell(), ctx: ctx}
	rl := e.shell
	for _, keymap := range []string{"emacs", "vi-insert"} {
		rl.Config.Bind(keymap, "\t", "menu-complete", false)
		rl.Config.Bind(keymap, "}", closeBlock, false)
	}
	rl.Keymap.Register(map[string]func(){closeBlock: e.closeBlock})
	rl.Prompt.Primary(func() string { return e.style("\x1b[1;32m", fmt.Sprintf("%d> ", p.cells+1)) })
	rl.Prompt.Secondary(func() string { return e.style("\x1b[2m", "… ") })
	rl.History.Delete() // the history in memory that every shell begins with
	rl.History.Add("cells", openHistory(o.History))
	rl.AcceptMultiline = e.accept
	rl.Completer = e.complete
	rl.Hint.SetProvider(func([]rune, int) []rune { e.insertIndent(); e.draws(); return nil })
	rl.SyntaxHighlighter = func(line []rune) string {
		text := string(line)
		if o.Plain {
			return e.room(text) + text
		}
		return e.room(text) + highlight(text)
	}
	return e
}

// room scrolls the terminal, if necessary, until the lines of text fit below the cursor, which
// stays where it is. To do this itself, the editor would have to ask the terminal for the position
// of the cursor, and would lose keys that are pressed before the answer.
func (e *editor) room(text string) string {
	width, height, err := term.GetSize(int(os.Stdout.Fd()))
	if err != nil || width < 1 {
		return ""
	}
	rows := 1
	for line := range strings.SplitSeq(text, "\n") {
		rows += 1 + (utf8.RuneCountInString(line)+len("100> "))/width
	}
	rows = min(rows, height-1)
	return strings.Repeat("\x1bD", rows) + fmt.Sprintf("\x1b[%dA", rows)
}

func (e *editor) style(code, text string) string {
	if e.prompt.screen.plain {
		return text
	}
	return code + text + "\x1b[0m"
}

// read reads a cell. After Ctrl-C it returns an empty one, and after Ctrl-D io.EOF.
func (e *editor) read() (string, error) {
	e.enter(drawing)
	text, err := e.shell.Readline()
	e.enter(away)
	if errors.Is(err, readline.ErrInterrupt) {
		return "", nil
	}
	return text, err
}

// accept reports whether the text is a cell that can run. Otherwise a line is added to it, indented
// as gofmt would.
func (e *editor) accept(line []rune) bool {
	if at := e.shell.Cursor().Pos(); strings.TrimSpace(string(line[min(at, len(line)):])) != "" {
		// The cursor is within the text: Return divides a line, unless the text is a cell already.
		return e.prompt.interp.IsComplete(string(line)).Status == engine.Complete
	}
	c := e.prompt.interp.IsComplete(string(line))
	if c.Status != engine.Incomplete {
		return true
	}
	e.indent = strings.ReplaceAll(c.Indent, "\t", tab)
	return false
}

// insertIndent inserts what accept and complete have asked for. The keys that the user has pressed
// since come after it.
func (e *editor) insertIndent() {
	cursor := e.shell.Cursor()
	e.shell.Line().Insert(cursor.Pos(), []rune(e.indent)...)
	cursor.Set(cursor.Pos() + len(e.indent))
	e.indent = ""
}

// tab is what the editor writes for a tab: terminals disagree on the width of a real one.
const tab = "    "

// closeBlock is the name of the command of the key }.
const closeBlock = "close-block"

// closeBlock inserts a brace, one level further to the left if nothing is before it.
func (e *editor) closeBlock() {
	line, cursor := e.shell.Line(), e.shell.Cursor()
	at := cursor.Pos()
	before := string((*line)[:at])
	if strings.HasSuffix(before, tab) && strings.TrimSpace(before[strings.LastIndexByte(before, '\n')+1:]) == "" {
		line.Cut(at-len(tab), at)
		at -= len(tab)
	}
	line.Insert(at, '}')
	cursor.Set(at + 1)
}

// complete lists what may be at the cursor, with its type.
func (e *editor) complete(line []rune, cursor int) readline.Completions {
	text, pos := string(line), len(string(line[:cursor]))
	if before := text[strings.LastIndexByte(text[:pos], '\n')+1 : pos]; strings.TrimSpace(before) == "" {
		e.indent = tab
		return readline.Completions{}
	}
	found := e.prompt.interp.Complete(e.ctx, text, pos)
	if found.Start > pos || found.End < pos {
		return readline.Completions{}
	}
	var list []readline.Completion
	for _, m := range found.Matches {
		about := m.Signature
		if about == "" {
			about = m.Kind
		}
		list = append(list, readline.Completion{Value: m.Text, Display: m.Text, Description: about})
	}
	c := readline.CompleteRaw(list).NoSpace('*').NoSort()
	c.PREFIX = text[found.Start:pos]
	return c
}

// ask reads a line for a cell that is running.
func (e *editor) ask(question string) (string, error) {
	rl := newShell()
	first, last := question, question
	if i := strings.LastIndexByte(question, '\n'); i >= 0 {
		first, last = question[:i+1], question[i+1:]
		fmt.Fprint(e.prompt.screen.out, first)
	}
	rl.Prompt.Primary(func() string { return last })
	text, err := rl.Readline()
	if errors.Is(err, readline.ErrInterrupt) {
		return "", context.Canceled
	}
	if err == nil && !utf8.ValidString(text) {
		return "", io.ErrUnexpectedEOF
	}
	return text, err
}

// above prints text of goroutines that a cell has left running above the line that is being edited.
// The text is held while the line is drawn for the first time, so that it does not mix with the
// prompt.
func (e *editor) above(text string) {
	e.mu.Lock()
	defer e.mu.Unlock()
	e.held = append(e.held, text)
	e.release()
}

func (e *editor) enter(s editing) {
	e.mu.Lock()
	defer e.mu.Unlock()
	e.state = s
	if s == drawing {
		e.lines++
		e.fresh.Store(true)
	}
	e.release()
}

// draws is called when the line is about to be drawn.
func (e *editor) draws() {
	if !e.fresh.Swap(false) {
		return
	}
	line := e.lines
	time.AfterFunc(drawTime, func() {
		e.mu.Lock()
		defer e.mu.Unlock()
		if e.state == drawing && e.lines == line {
			e.state = drawn
			e.release()
		}
	})
}

// release prints the texts that are held, if it may; e.mu is held.
func (e *editor) release() {
	if e.state == drawing {
		return
	}
	for _, text := range e.held {
		if e.state == drawn {
			e.shell.PrintTransientf("%s", text)
		} else {
			fmt.Fprintln(e.prompt.screen.out, text)
		}
	}
	e.held = nil
}
