package worker

import (
	"context"
	"time"

	"polka/kernel/engine"
)

// A Config says how a Client runs its child. Its zero value is ready to use in a program that calls
// Main when its first argument is "worker".
type Config struct {
	// Command is the program to run and its arguments, by default this program and "worker".
	Command []string

	// Env is what the child's environment has beyond this process's, as "NAME=value".
	Env []string

	// Memory and Stack are the limits that the package comment describes, in bytes. By default they
	// come from POLKA_MEMORY and POLKA_STACK.
	Memory, Stack int64

	// Grace is how long a cell that was stopped may take to end before its child is ended, and how
	// long the child may take to tell what it is asked while no cell runs. The default is two
	// seconds. A child that hardly got a processor in this time is given it again, a few times,
	// where the system tells.
	Grace time.Duration

	// Provide gives the command of a program that has the modules which a cell requires, in
	// addition to what the current one has. It may show on out what it does, and ends when ctx
	// does. With nil, the cell fails.
	Provide func(ctx context.Context, modules []string, out engine.Output) (command []string, err error)

	// InProcess makes the interpreter where there are no child processes. It is not used on Unix.
	InProcess func() (engine.Interpreter, error)
}

const (
	defaultGrace = 2 * time.Second
	maxGraces    = 5 // that a child gets which does not use the processor
)
