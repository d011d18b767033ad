// SPDX-License-Identifier: BSD-3-Clause

package worker

import (
	"context"
	"time"

	"polka/kernel/engine"
)

// A Config describes the child of a Client. Its zero value is ready to use in a program that calls
// Main if its first argument is "worker".
type Config struct {
	// Command is the program to run and its arguments, by default this program and "worker".
	Command []string

	// Env is added to the environment of this process for the child, as "NAME=value".
	Env []string

	// Memory and Stack are the limits that the package comment describes, in bytes. By default they
	// come from POLKA_MEMORY and POLKA_STACK.
	Memory, Stack int64

	// Grace is the time that a stopped cell has to end before its child is ended, and the time
	// limit for other requests while no cell runs. The default is two seconds. It is extended a few
	// times for a child that has hardly been scheduled, on systems that report this.
	Grace time.Duration

	// Provide returns the command of a program that has the modules that a cell requires, in
	// addition to those of the current one. It may report on out what it does, and returns when ctx
	// ends. With nil, the cell fails.
	Provide func(ctx context.Context, modules []string, out engine.Output) (command []string, err error)
}

const (
	defaultGrace = 2 * time.Second
	maxGraces    = 5 // that a child gets which does not use the processor
)
