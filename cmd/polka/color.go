package main

import (
	"io"
	"os"
)

// colors reports whether ANSI colors make sense on w: on a terminal, unless the user wants none
// (https://no-color.org).
func colors(w io.Writer) bool { return os.Getenv("NO_COLOR") == "" && isTerminal(w) }

// isTerminal reports whether w is a terminal on which text can be overwritten.
func isTerminal(w io.Writer) bool {
	f, ok := bare(w).(*os.File)
	if !ok || os.Getenv("TERM") == "dumb" {
		return false
	}
	info, err := f.Stat()
	return err == nil && info.Mode()&os.ModeCharDevice != 0
}
