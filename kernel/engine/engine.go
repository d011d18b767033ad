// Package engine is the seam between those who ask for cells to be run (the kernel, the notebook
// runner, the prompt) and those who run them (a session in this process, or a worker in a child
// process).
//
// It has no behavior of its own: one interface, and the messages that cross it. Everything that a
// request needs travels with it, and there is no notion of a current cell outside a call.
//
//	out := engine.Discard
//	reply := interp.Execute(ctx, engine.Cell{Number: 1, Code: "1+1"}, out)
//	fmt.Println(reply.Value.Plain()) // 2
package engine

import (
	"context"
	"errors"
	"slices"
	"strings"

	"polka/kernel/display"
)

// An Interpreter runs cells, one at a time, and keeps what they define.
//
// Execute, Complete, Inspect and IsComplete are called by one goroutine at a time; canceling a
// context and Close may come from any goroutine at any time.
type Interpreter interface {
	// Execute runs one cell. While it runs, what the cell shows goes to out. It returns when the
	// cell has ended and all of its output has been given to out. Text that goroutines of the cell
	// print later goes to out too, until the next Execute. Canceling ctx stops the cell: Execute
	// returns soon after with an Error named Interrupted, and the variables keep their values.
	// Execute never panics, whatever the cell does.
	Execute(ctx context.Context, cell Cell, out Output) Reply

	// Complete lists what can stand at byte offset pos of code.
	Complete(ctx context.Context, code string, pos int) Completion

	// Inspect tells what is known of the name at byte offset pos of code. Detail 1 asks for the
	// source too.
	Inspect(ctx context.Context, code string, pos, detail int) Inspection

	// IsComplete tells whether a terminal prompt should run code or ask for another line.
	IsComplete(code string) Completeness

	// Close ends the interpreter and everything that it started. A running Execute returns.
	Close() error
}

// A Cell is one request to run code.
type Cell struct {
	Code   string `json:"code"`
	Number int    `json:"number"` // shown in the positions of errors, as in "cell 7, line 2"
	Silent bool   `json:"silent,omitempty"`
	// Silent cells give no Value. The other fields hold for them too.
	Script bool   `json:"script,omitempty"` // the cell is a file: no remarks are made
	File   string `json:"file,omitempty"`   // the path of a script, for runtime.Caller

	AllowInput  bool              `json:"allow_input,omitempty"` // Output.Input may be called
	Bars        bool              `json:"bars,omitempty"`        // long work may show a bar, in a display of its own
	Expressions map[string]string `json:"expressions,omitempty"` // evaluated after the cell, if it succeeded
}

// Stream says which of the two standard streams text belongs to.
type Stream string

// The two streams, with the names that the messaging protocol uses.
const (
	Stdout Stream = "stdout"
	Stderr Stream = "stderr"
)

// Output takes what a running cell shows, in the order in which the cell shows it. Its methods may
// be called from several goroutines, do not keep their arguments' memory, and return soon.
type Output interface {
	Write(s Stream, text []byte)
	Display(e display.Event)
	Clear(wait bool)
	// Input asks the user for a line; a secret one is not echoed. It fails with ErrNoInput if
	// nobody can be asked, with io.EOF at the end of input, and with ctx's error when the cell is
	// stopped.
	Input(ctx context.Context, prompt string, secret bool) (string, error)
}

// ErrNoInput is the error of Output.Input where the frontend does not allow input.
var ErrNoInput = errors.New("input is not possible here: the frontend does not allow it")

// A Reply is the end of a cell.
type Reply struct {
	Value       *display.Bundle       `json:"-"` // of the last expression; nil if it has none, or if Err is set
	Err         *Error                `json:"error,omitempty"`
	Payloads    []Payload             `json:"-"`
	Expressions map[string]Expression `json:"-"` // an entry for each of Cell.Expressions, if Err is nil
	Declared    Declared              `json:"declared"`
}

// Declared is what a cell left behind in the interpreter.
type Declared struct {
	// Source is Go text that makes the cell's imports, types, functions and constants again,
	// without running any of its statements. It is empty if the cell declares none.
	Source string `json:"source,omitempty"`
	// Variables are the names of the variables that the cell defined or defined anew.
	Variables []string `json:"variables,omitempty"`
}

// Join is what is left behind by what left d, followed by what left e.
func (d Declared) Join(e Declared) Declared {
	a, before := imports(d.Source)
	b, after := imports(e.Source)
	for _, line := range a {
		if !slices.ContainsFunc(b, func(l string) bool { return importedAs(l) == importedAs(line) }) {
			b = append(b, line)
		}
	}
	slices.Sort(b)
	d.Source = strings.Join(b, "") + before + after
	for _, v := range e.Variables {
		if !slices.Contains(d.Variables, v) {
			d.Variables = append(d.Variables, v)
		}
	}
	return d
}

// imports splits source into the lines that import, with which it begins, and the rest.
func imports(source string) (lines []string, rest string) {
	for strings.HasPrefix(source, "import ") {
		i := strings.IndexByte(source, '\n') + 1
		if i == 0 {
			i = len(source)
		}
		lines = append(lines, source[:i])
		source = source[i:]
	}
	return lines, source
}

// importedAs is the name that an import gives a package, or the line itself where it gives none of
// its own.
func importedAs(line string) string {
	if f := strings.Fields(line); len(f) == 3 && f[1] != "." && f[1] != "_" {
		return f[1]
	}
	return line
}

// An Error ends a cell.
type Error struct {
	Name    string   `json:"name"`             // one of the names below, or the type of a panic value
	Message string   `json:"message"`          // one line
	Trace   []string `json:"trace"`            // for people, with ANSI colors; never nil in a message
	Status  int      `json:"status,omitempty"` // of an Exit: the exit status that the cell asked for
}

func (e *Error) Error() string { return e.Name + ": " + e.Message }

// The names of errors.
const (
	SyntaxError  = "SyntaxError"  // the cell does not parse
	CompileError = "CompileError" // the cell does not type-check, or the interpreter cannot run it
	Panic        = "Panic"        // the cell panicked
	Exit         = "Exit"         // the cell called os.Exit, log.Fatal or their like
	Interrupted  = "Interrupted"  // the cell was stopped
	Crash        = "Crash"        // the process that ran the cell ended
	InputError   = "InputError"   // input was asked for where it is not allowed
)

// A Payload asks the frontend to do something after a cell. Exactly one field is set.
type Payload struct {
	Page         *display.Bundle // show this in the pager
	SetNextInput *NextInput      // put text into the next cell
}

// NextInput is text for the next cell, or for this one if Replace is set.
type NextInput struct {
	Text    string
	Replace bool
}

// An Expression is the outcome of one of Cell.Expressions: a value, or an error.
type Expression struct {
	Value display.Bundle
	Err   *Error
}

// Completion replaces code[Start:End] by one of Matches. Without matches, Start and End are the
// position.
type Completion struct {
	Start, End int // byte offsets
	Matches    []Match
}

// A Match is one possible completion, best first.
type Match struct {
	Text      string
	Kind      string // "function", "method", "type", "variable", "constant", "field", "package", "keyword", "magic"
	Signature string // as in "(s string, n int) string"; empty where there is none
	Doc       string // the first sentence of its documentation, if any
}

// Inspection is what is known of a name; Found false means nothing.
type Inspection struct {
	Found  bool
	Bundle display.Bundle
}

// Completeness answers IsComplete.
type Completeness struct {
	Status string // Complete, Incomplete, Invalid or Unknown
	Indent string // for the next line; only if Incomplete
}

// The values of Completeness.Status.
const (
	Complete   = "complete"
	Incomplete = "incomplete"
	Invalid    = "invalid"
	Unknown    = "unknown"
)

// Discard is an Output that shows nothing and allows no input.
var Discard Output = discard{}

type discard struct{}

func (discard) Write(Stream, []byte)  {}
func (discard) Display(display.Event) {}
func (discard) Clear(bool)            {}
func (discard) Input(context.Context, string, bool) (string, error) {
	return "", ErrNoInput
}
