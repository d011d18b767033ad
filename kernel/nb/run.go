// SPDX-License-Identifier: BSD-3-Clause

package nb

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"strings"
	"time"

	"polka/kernel/engine"
)

// RunOptions control how a notebook is run. With the zero value, cells are run until one fails.
type RunOptions struct {
	// AllowErrors continues after a cell that fails.
	AllowErrors bool
	// Timeout is the time limit for a cell; 0 means none.
	Timeout time.Duration
	// OutputLimit is the maximum text of a cell, in bytes; the rest is replaced by a notice. 0
	// means 8 MiB, and a negative number means no limit.
	OutputLimit int
	// Skip leaves out the cell with an index in Notebook.Cells. It keeps its outputs, and the other
	// cells have the numbers that they would have otherwise. Nil leaves out none.
	Skip func(index int) bool
}

const defaultOutputLimit = 8 << 20

// A CellError is the failure of a cell that ended a run.
type CellError struct {
	Cell   int    // its index in Notebook.Cells
	ID     string // its id
	Number int    // its execution count, which is the number in the positions of Err
	Err    *engine.Error
	// Timeout is the time limit if the cell was stopped because it took longer, and otherwise 0.
	Timeout time.Duration
}

func (e *CellError) Error() string {
	if e.Timeout > 0 {
		return fmt.Sprintf("cell %d (%s) ran longer than %v", e.Number, e.ID, e.Timeout)
	}
	return fmt.Sprintf("cell %d (%s) failed: %v", e.Number, e.ID, e.Err)
}

// Unwrap returns context.DeadlineExceeded for a cell that took too long, and otherwise the cell's
// error.
func (e *CellError) Unwrap() error {
	if e.Timeout > 0 {
		return context.DeadlineExceeded
	}
	return e.Err
}

// Run runs the code cells of n in order, from execution count 1, and stores their outputs in n as a
// Jupyter client would: consecutive text of the same stream is one output, an update changes the
// displays with its id, even in earlier cells, and clearing removes outputs. Pages for the pager
// become outputs. Cells that %rerun runs again show what they show beneath it. Cells cannot ask for
// input. Finally, the metadata names Polka's kernel and Go.
//
// Cells without text are not counted. The tags in the package comment have an effect. If a cell
// that is not allowed to fail fails, Run returns a *CellError; if ctx ends, it returns ctx's error.
// In both cases n has the outputs so far, and cells that were not reached keep their outputs. A
// notebook in a language other than Go is an error and is not changed.
func Run(ctx context.Context, n *Notebook, interp engine.Interpreter, o RunOptions) error {
	if err := n.CheckLanguage(); err != nil {
		return err
	}
	n.describe()
	switch {
	case o.OutputLimit == 0:
		o.OutputLimit = defaultOutputLimit
	case o.OutputLimit < 0:
		o.OutputLimit = int(^uint(0) >> 1)
	}
	displays := map[string][]*Output{}
	number := 0
	for i, c := range n.Cells {
		if c.Type != Code || c.Tagged("skip-execution") {
			continue
		}
		if err := ctx.Err(); err != nil {
			return err
		}
		if c.blank() {
			c.Outputs, c.Count = nil, 0
			continue
		}
		number++
		if o.Skip != nil && o.Skip(i) {
			continue
		}
		failure, late := run(ctx, c, number, interp, o, displays)
		switch {
		case failure == nil:
		case ctx.Err() != nil:
			return ctx.Err()
		case late:
			return &CellError{Cell: i, ID: c.ID, Number: number, Err: failure, Timeout: o.Timeout}
		case !o.AllowErrors && !c.Tagged("raises-exception"):
			return &CellError{Cell: i, ID: c.ID, Number: number, Err: failure}
		}
	}
	return ctx.Err()
}

// run runs a cell. Late means that it was stopped after o.Timeout.
func run(ctx context.Context, c *Cell, number int, interp engine.Interpreter, o RunOptions, displays map[string][]*Output) (failure *engine.Error, late bool) {
	inner, cancel := ctx, context.CancelFunc(func() {})
	if o.Timeout > 0 {
		inner, cancel = context.WithTimeout(ctx, o.Timeout)
	}
	defer cancel()
	out := &recorder{limit: o.OutputLimit, displays: displays}
	reply := interp.Execute(inner, engine.Cell{Code: c.Source, Number: number, ID: c.ID, Manual: c.Tagged("manual")}, out)
	if reply.Next != nil {
		reply = out.follow(inner, interp, reply)
	}
	late = reply.Err != nil && errors.Is(inner.Err(), context.DeadlineExceeded)
	c.Count = number
	c.Outputs = out.end(reply, number)
	return reply.Err, late
}

// describe records the kernel and the language in the metadata, as a client does.
func (n *Notebook) describe() {
	if n.Metadata == nil {
		n.Metadata = map[string]any{}
	}
	if _, ok := n.Metadata["kernelspec"].(map[string]any); !ok {
		n.Metadata["kernelspec"] = map[string]any{"display_name": "Polka (Go)", "language": "go", "name": "polka"}
	}
	n.Metadata["language_info"] = map[string]any{
		"codemirror_mode":    "go",
		"file_extension":     ".go",
		"mimetype":           "text/x-go",
		"name":               "go",
		"nbconvert_exporter": "script",
		"pygments_lexer":     "go",
		"version":            strings.TrimPrefix(runtime.Version(), "go"),
	}
}
