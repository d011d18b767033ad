// SPDX-License-Identifier: BSD-3-Clause

package tables

import (
	"errors"
	"fmt"
	"log"
	"os"
	"strings"
)

// An Exit is what a cell panics with when it asks for the end of the process. The session that
// catches it tells it from other panics by its method ExitCode.
type Exit struct {
	Code    int
	Message string // what was logged first; empty for os.Exit
}

// ExitCode returns the status that the process would have ended with.
func (e Exit) ExitCode() int { return e.Code }

func (e Exit) Error() string {
	if e.Message != "" {
		return e.Message
	}
	return fmt.Sprintf("os.Exit(%d)", e.Code)
}

func osExit(code int) { panic(Exit{Code: code}) }

var errSelf = errors.New("a cell cannot find the processes that run it")

// osFindProcess is os.FindProcess for all processes but this one and its parent: a cell that kills
// them kills itself, or the kernel.
func osFindProcess(pid int) (*os.Process, error) {
	if pid == os.Getpid() || pid == os.Getppid() {
		return nil, errSelf
	}
	return os.FindProcess(pid)
}

// logFatal, logFatalf and logFatalln log as their models do, and then panic with an Exit.
func logFatal(v ...any)                 { logExit(fmt.Sprint(v...)) }
func logFatalf(format string, v ...any) { logExit(fmt.Sprintf(format, v...)) }
func logFatalln(v ...any)               { logExit(fmt.Sprintln(v...)) }

func logExit(message string) {
	_ = log.Output(3, message)
	panic(Exit{Code: 1, Message: strings.TrimSuffix(message, "\n")})
}
