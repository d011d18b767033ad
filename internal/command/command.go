// SPDX-License-Identifier: BSD-3-Clause

// Package command is what the command lines of Polka's programs have in common: how they end, with
// which status, how they word what went wrong, and which version they are.
//
// A command that fails returns an error, and [Run] prints it in one line on standard error. The
// status of the program follows from the error: [Wrong] makes one for a command line that makes no
// sense, a [Status] is an error for which everything has been said, and the errors of an ended
// context mean that the time is over or that the user has interrupted the program.
package command

import (
	"context"
	"errors"
	"fmt"
	"io"

	"github.com/spf13/cobra"

	"polka/internal/printing"
)

// A Status ends the program with a status after everything has been printed. Values that are not
// listed are those of programs that were run.
type Status int

// The statuses with which programs of Polka end.
const (
	Done        Status = 0
	Failed      Status = 1   // the input or the run
	BadUsage    Status = 2   // the command line is wrong
	Panicked    Status = 2   // a program that was run, as the Go runtime has it
	TimedOut    Status = 124 // as the program timeout has it
	Interrupted Status = 130 // as shells have it
)

func (s Status) Error() string { return fmt.Sprintf("exit status %d", int(s)) }

// A UsageError is a command line that makes no sense.
type UsageError struct {
	Command string // the path of the command, such as "polka solve"
	Message string
}

func (e *UsageError) Error() string { return e.Message }

// Wrong makes a UsageError of the command.
func Wrong(cmd *cobra.Command, format string, args ...any) error {
	return &UsageError{cmd.CommandPath(), fmt.Sprintf(format, args...)}
}

// Run carries out the command line args, prints why it failed, if it did, and returns the status.
// A write to stdout that failed is a failure, whether or not the command has looked at it.
func Run(ctx context.Context, root *cobra.Command, args []string, stdin io.Reader, stdout, stderr io.Writer) Status {
	root.SetArgs(args)
	root.SetIn(stdin)
	out := &printing.Output{Writer: stdout}
	root.SetOut(out)
	root.SetErr(stderr)
	err := root.ExecuteContext(ctx)
	if err == nil {
		err = out.Err
	}
	return report(ctx, err, stderr)
}

// report prints an error and returns the status for it.
func report(ctx context.Context, err error, stderr io.Writer) Status {
	var (
		usage  *UsageError
		status Status
	)
	switch {
	case err == nil:
		return Done
	case errors.As(err, &status):
		return status // what there was to say has been said
	case errors.As(err, &usage):
		fmt.Fprintf(stderr, "%s: %s; see %[1]s --help\n", usage.Command, printing.OneLine(usage.Message))
		return BadUsage
	case errors.Is(err, context.Canceled) || ctx.Err() != nil:
		fmt.Fprintln(stderr, "polka: interrupted")
		return Interrupted
	case errors.Is(err, context.DeadlineExceeded):
		fmt.Fprintln(stderr, "polka: out of time")
		return TimedOut
	}
	fmt.Fprintf(stderr, "polka: %s\n", printing.OneLine(err.Error()))
	return Failed
}
