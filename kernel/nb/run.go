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

// RunOptions say how a notebook is run. The zero value runs all cells up to the first that fails.
type RunOptions struct {
	// AllowErrors runs the cells behind one that fails too.
	AllowErrors bool
	// Timeout is how long one cell may run; 0 means as long as it likes.
	Timeout time.Duration
	// OutputLimit is how much text one cell may write, in bytes; a notice stands for the rest. 0
	// means 8 MiB, a negative number any amount.
	OutputLimit int
}

const defaultOutputLimit = 8 << 20

// A CellError says which cell ended a run, and why.
type CellError struct {
	Cell   int    // its place among Notebook.Cells
	ID     string // its id
	Number int    // its execution count, which is the number in the positions of Err
	Err    *engine.Error
	// Timeout is set if the cell was stopped since it took longer.
	Timeout time.Duration
}

func (e *CellError) Error() string {
	if e.Timeout > 0 {
		return fmt.Sprintf("cell %d (%s) ran longer than %v", e.Number, e.ID, e.Timeout)
	}
	return fmt.Sprintf("cell %d (%s) failed: %v", e.Number, e.ID, e.Err)
}

// Unwrap gives context.DeadlineExceeded for a cell that took too long, and the cell's error
// otherwise.
func (e *CellError) Unwrap() error {
	if e.Timeout > 0 {
		return context.DeadlineExceeded
	}
	return e.Err
}

// Run runs the code cells of n in order, from execution count 1, and puts what they show into n as
// a Jupyter client would: text that follows text of the same stream is one output, updates change
// the displays that they name, also in earlier cells, and clearing clears. Pages for the pager
// become outputs. Nobody is asked for input. The metadata then names Polka's kernel and Go.
//
// Cells without text are not counted. The tags of the package comment hold. When a cell fails, Run
// ends with a *CellError unless it was allowed to fail; when ctx is done, with its error. Either
// way n holds what was shown until then, and the cells that were not reached keep the outputs that
// they had. A notebook in another language than Go is refused and not changed.
func Run(ctx context.Context, n *Notebook, interp engine.Interpreter, o RunOptions) error {
	if l := n.Language(); l != "" && l != "go" {
		return fmt.Errorf("the notebook is written in %s; expected go", l)
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

// run runs one cell. Late means that it was stopped by o.Timeout.
func run(ctx context.Context, c *Cell, number int, interp engine.Interpreter, o RunOptions, displays map[string][]*Output) (failure *engine.Error, late bool) {
	inner, cancel := ctx, context.CancelFunc(func() {})
	if o.Timeout > 0 {
		inner, cancel = context.WithTimeout(ctx, o.Timeout)
	}
	defer cancel()
	out := &recorder{limit: o.OutputLimit, displays: displays}
	reply := interp.Execute(inner, engine.Cell{Code: c.Source, Number: number}, out)
	late = reply.Err != nil && errors.Is(inner.Err(), context.DeadlineExceeded)
	c.Count = number
	c.Outputs = out.end(reply, number)
	return reply.Err, late
}

// describe writes into the metadata which kernel and language the notebook is for, as a client does
// when a kernel tells it.
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
