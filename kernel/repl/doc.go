// SPDX-License-Identifier: BSD-3-Clause

// Package repl implements a prompt for a terminal: it reads cells, runs them, and prints their
// output.
//
// On a terminal, lines are edited with the keys of readline. A cell ends where Go's syntax allows
// it to end, so a function may be typed over several lines. Tab completes names, with their types;
// the arrow keys and Ctrl-R recall earlier cells; Ctrl-C discards the line, or stops the cell that
// is running; Ctrl-D ends. Pictures are printed as box drawings, or as images where the terminal
// can show them. Input that does not come from a terminal is read without a prompt.
//
// The package runs no code itself: it calls an [engine.Interpreter].
//
//	err := repl.Run(ctx, interp, repl.Options{In: os.Stdin, Out: os.Stdout, Err: os.Stderr})
package repl
