// SPDX-License-Identifier: BSD-3-Clause

package session

import (
	"fmt"
	"strings"

	"polka/kernel/engine"
)

const (
	red   = "\x1b[31m"
	bold  = "\x1b[1m"
	reset = "\x1b[0m"
)

// An exit is the panic value of os.Exit and log.Fatal in a cell.
type exit struct {
	code int
	call string
}

func (e exit) Error() string { return e.call }

// ExitCode returns the exit status.
func (e exit) ExitCode() int { return e.code }

func sourceLine(src string, n int) string {
	for l := range strings.SplitSeq(src, "\n") {
		if n--; n == 0 {
			return strings.TrimSuffix(l, "\r")
		}
	}
	return ""
}

// refused returns the error of a valid cell that the interpreter does not support.
func refused(reason string) *engine.Error {
	msg := "this is Go, but the interpreter cannot run it: " + reason
	msg, _, _ = strings.Cut(msg, "\n")
	return &engine.Error{Name: engine.CompileError, Message: msg, Trace: []string{red + engine.CompileError + reset + ": " + msg}}
}

// internal returns the error of a failure of this package.
func (s *Session) internal(e any) *engine.Error {
	s.o.Log("session: internal error: %v", e)
	return refused(fmt.Sprint(e))
}
