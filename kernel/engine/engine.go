// SPDX-License-Identifier: BSD-3-Clause

// Package engine is the interface between the callers that have cells run (the kernel, the notebook
// runner, the prompt) and the interpreters that run them (a session in this process, or a worker in
// a child process).
//
// It consists of one interface and the values that are passed through it. A request contains
// everything that it needs; there is no current cell outside a call.
//
//	out := engine.Discard
//	reply := interp.Execute(ctx, engine.Cell{Number: 1, Code: "1+1"}, out)
//	fmt.Println(reply.Value.Plain()) // 2
package engine

import (
	"bufio"
	"context"
	"errors"
	"io"
	"strings"
	"time"

	"polka/internal/pattern"
	comm "polka/kernel/comm/host"
	"polka/kernel/display"
)

// An Interpreter runs cells, one at a time, and keeps what they define.
//
// Execute is called by one goroutine at a time. Any goroutine may call the other methods, and
// cancel a context, at any time, even while a cell runs.
type Interpreter interface {
	// Execute runs one cell. While it runs, the output of the cell goes to out. It returns when the
	// cell has ended and all of its output has been given to out. Text that goroutines of the cell
	// print later goes to out too, until the next Execute. Canceling ctx stops the cell: Execute
	// returns soon after with an Error named Interrupted, and the variables keep their values.
	// Execute never panics, whatever the cell does.
	Execute(ctx context.Context, cell Cell, out Output) Reply

	// Complete lists the possible completions at byte offset pos of code.
	Complete(ctx context.Context, code string, pos int) Completion

	// Inspect describes the name at byte offset pos of code. Detail 1 asks for its source, too.
	Inspect(ctx context.Context, code string, pos, detail int) Inspection

	// IsComplete reports whether a terminal prompt should run code or ask for another line.
	IsComplete(code string) Completeness

	// Close ends the interpreter and everything that it started. A running Execute returns.
	Close() error
}

// A Cell is one request to run code.
type Cell struct {
	Code   string `json:"code"`
	Text   string `json:"text,omitempty"` // for errors and the debugger, if Code is a part of it in its place
	Number int    `json:"number"`         // shown in the positions of errors, as in "cell 7, line 2"
	Silent bool   `json:"silent,omitempty"`
	// Silent cells have no Value. The other fields apply to them too.
	Script bool   `json:"script,omitempty"` // the cell is a file: no remarks are made
	File   string `json:"file,omitempty"`   // the path of a script, for runtime.Caller

	// ID is the ID of the cell on the page, the same each time it runs; empty if the frontend gives
	// none. Manual means that the user alone runs the cell. Deleted are the IDs of cells that are
	// no longer on the page. Rerun means that the cell comes from Reply.Next. Limit is how long it
	// may run, 0 for no limit.
	ID      string        `json:"id,omitempty"`
	Manual  bool          `json:"manual,omitempty"`
	Deleted []string      `json:"deleted,omitempty"`
	Rerun   bool          `json:"rerun,omitempty"`
	Limit   time.Duration `json:"limit,omitempty"`

	AllowInput  bool              `json:"allow_input,omitempty"` // Output.Input may be called
	Bars        bool              `json:"bars,omitempty"`        // long work may show a bar, in a display of its own
	Comms       bool              `json:"comms,omitempty"`       // the frontend has comms, so that there can be widgets
	Expressions map[string]string `json:"expressions,omitempty"` // evaluated after the cell, if it succeeded
}

// A Stream is one of the two standard streams.
type Stream string

// The two streams, with the names that the messaging protocol uses.
const (
	Stdout Stream = "stdout"
	Stderr Stream = "stderr"
)

// Output receives the output of a running cell, in order. Its methods may be called by several
// goroutines, do not retain the memory of their arguments, and return soon.
type Output interface {
	Write(s Stream, text []byte)
	Display(e display.Event)
	Clear(wait bool)
	// Input asks the user for a line; a secret one is not echoed. It fails with ErrNoInput if there
	// is no user to ask, with io.EOF at the end of input, and with ctx's error when the cell is
	// stopped.
	Input(ctx context.Context, prompt string, secret bool) (string, error)
}

// Comms is implemented by an Interpreter whose cells can have comms. Its methods may be called by
// any goroutine at any time.
type Comms interface {
	// Comm takes a message of the frontend. It returns soon, when the message has been recorded;
	// immediate answers go to out. Functions of cells are called later, when no cell runs. The
	// result is true if one is called now because of the message.
	Comm(m comm.Message, out CommOutput) (calls bool)
	// StopCalls stops functions of cells that messages have called.
	StopCalls()
}

// A CommOutput takes messages of comms. An Output may be one: what a cell sends goes there.
type CommOutput interface {
	Comm(m comm.Message)
}

// Debugger is implemented by an Interpreter whose cells can be debugged. Its methods may be called
// by any goroutine at any time.
type Debugger interface {
	// Debug answers a request of the Debug Adapter Protocol, in JSON, as package debug describes.
	// Canceling ctx stops an evaluation.
	Debug(ctx context.Context, request []byte) (response []byte)
	// DebugEvents sets the function that receives the debugger's events. It is called before the
	// first Debug. The function must return soon.
	DebugEvents(take func(event []byte))
}

// Metered is implemented by an Interpreter that can measure its process.
type Metered interface {
	// Usage reports what the process has used so far; ok is false if that is not known.
	Usage() (u Usage, ok bool)
}

// Usage is the processor time and memory that a process uses.
type Usage struct {
	PID       int
	Processor time.Duration // processor time so far
	Memory    int64         // resident bytes
}

// ErrNoInput is the error of Output.Input where the frontend does not allow input.
var ErrNoInput = errors.New("input is not possible here: the frontend does not allow it")

// ReadLine reads a line for an Output.Input and returns it without its end. When ctx ends it
// returns ctx's error at once; the read continues, and its line is lost.
func ReadLine(ctx context.Context, r *bufio.Reader) (string, error) {
	type answer struct {
		line string
		err  error
	}
	c := make(chan answer, 1)
	go func() {
		line, err := r.ReadString('\n')
		if errors.Is(err, io.EOF) && line != "" {
			err = nil // the last line has no end
		}
		c <- answer{strings.TrimRight(line, "\r\n"), err}
	}()
	select {
	case a := <-c:
		return a.line, a.err
	case <-ctx.Done():
		return "", ctx.Err()
	}
}

// A Reply is the end of a cell.
type Reply struct {
	Value       *display.Bundle       `json:"-"` // of the last expression; nil if it has none, or if Err is set
	Err         *Error                `json:"error,omitempty"`
	Payloads    []Payload             `json:"-"`
	Expressions map[string]Expression `json:"-"` // an entry for each of Cell.Expressions, if Err is nil
	Declared    Declared              `json:"declared"`
	Require     *Require              `json:"require,omitempty"`
	Marks       []Mark                `json:"marks,omitempty"` // that have changed because of the cell
	Next        *Cell                 `json:"next,omitempty"`  // is to be run now, nil for none; see Follow
	Again       bool                  `json:"again,omitempty"` // the cell was stopped, since it is to run again soon
}

// A Require asks for an interpreter with more modules. The cell has run up to that point.
type Require struct {
	Modules []string `json:"modules"` // PATH or PATH@VERSION, of modules or packages
	Rest    string   `json:"rest"`    // the part of the cell that has not run yet, each line in its place
}

// Declared describes what a cell left in the interpreter.
type Declared struct {
	// Steps are the imports, types, functions and constants that each step of the cell declared.
	Steps []Declarations `json:"steps,omitempty"`
	// Variables are the names of the variables that the cell defined or redefined.
	Variables []string `json:"variables,omitempty"`
	// Reset is set if the cell first removed everything that earlier cells had left.
	Reset bool `json:"reset,omitempty"`
}

// Declarations may mention each other. Running their Source declares them again.
type Declarations []Declaration

// A Declaration is Go text that declares something without running any statement.
type Declaration struct {
	Text     string   `json:"text"`
	Names    []string `json:"names"`              // that it declares: "Area", "Piece.String", "fmt"
	Mentions []string `json:"mentions,omitempty"` // names that cells have declared or imported
	Reads    []string `json:"reads,omitempty"`    // variables of cells that it mentions
}

// Source returns the text of all declarations, imports first.
func (l Declarations) Source() string {
	var b strings.Builder
	for _, imports := range []bool{true, false} {
		for _, d := range l {
			if strings.HasPrefix(d.Text, "import ") == imports {
				b.WriteString(d.Text + "\n")
			}
		}
	}
	return b.String()
}

// Join combines what two consecutive runs left: the first d and the second e.
func (d Declared) Join(e Declared) Declared {
	if e.Reset {
		return e
	}
	d.Steps = append(d.Steps, e.Steps...)
	known := make(map[string]bool, len(d.Variables))
	d.Variables = union(d.Variables, e.Variables, func(name string) bool {
		added := !known[name]
		known[name] = true
		return added
	})
	return d
}

// union appends to a list the names that are not in it yet. The function add adds a name to a set
// and reports whether it is new; it is called once for each name of both lists.
func union(list, names []string, add func(name string) bool) []string {
	for _, name := range list {
		add(name)
	}
	for _, name := range names {
		if add(name) {
			list = append(list, name)
		}
	}
	return list
}

// An Error ends a cell.
type Error struct {
	Name    string   `json:"name"`             // one of the names below, or the type of a panic value
	Message string   `json:"message"`          // one line
	Trace   []string `json:"trace"`            // for people, with ANSI colors; never nil in a message
	Status  int      `json:"status,omitempty"` // of an Exit: the exit status that the cell asked for
	// Places are the mistakes of a cell that does not compile, or the open calls of one that has
	// failed, the innermost first.
	Places []Place `json:"places,omitempty"`
	// Value is the panic value of a cell of this process, and nil for all other errors.
	Value any `json:"-"`
}

// A Place is the position of a mistake or of a call.
type Place struct {
	Cell    int    `json:"cell,omitempty"`   // the number of the cell; 0 if it is in no cell
	File    string `json:"file,omitempty"`   // the file, if it is in an imported package
	Line    int    `json:"line,omitempty"`   // from 1
	Column  int    `json:"column,omitempty"` // in bytes, from 1
	Message string `json:"message"`          // the mistake, or the name of the function
}

func (e *Error) Error() string { return e.Name + ": " + e.Message }

// Lines returns the Trace, or the error as one line if there is none.
func (e *Error) Lines() []string {
	if len(e.Trace) == 0 {
		return []string{e.Error()}
	}
	return e.Trace
}

// Colors matches the escape sequences for colors in a Trace.
var Colors = pattern.New(`\x1b\[[0-9;]*m`)

// Plain returns text without Colors.
func Plain(text string) string { return Colors.ReplaceAllString(text, "") }

// The names of errors.
const (
	SyntaxError  = "SyntaxError"  // the cell does not parse
	CompileError = "CompileError" // the cell does not type-check, or the interpreter cannot run it
	Panic        = "Panic"        // the cell panicked
	Exit         = "Exit"         // the cell called os.Exit, log.Fatal or their like
	Interrupted  = "Interrupted"  // the cell was stopped
	Crash        = "Crash"        // the process that ran the cell ended
	InputError   = "InputError"   // input was asked for where it is not allowed
	CommandError = "CommandError" // a command of the shell failed
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

// Inspection is the description of a name; Found is false if there is none.
type Inspection struct {
	Found  bool
	Bundle display.Bundle
}

// Completeness is the result of IsComplete.
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
