package tables

import (
	"errors"
	"fmt"
	"io"
	"log"
	"os"
	"sync"
)

// An Exit is what a cell panics with when it asks for the end of the process. The session that catches it
// tells it from other panics by its method ExitCode.
type Exit struct {
	Code    int
	Message string // what was logged first; empty for os.Exit
}

// ExitCode is the status that the process would have ended with.
func (e Exit) ExitCode() int { return e.Code }

func (e Exit) Error() string {
	if e.Message != "" {
		return e.Message
	}
	return fmt.Sprintf("os.Exit(%d)", e.Code)
}

func osExit(code int) { panic(Exit{Code: code}) }

var errSelf = errors.New("a cell cannot find the processes that run it")

// osFindProcess is os.FindProcess for all processes but this one and its parent: a cell that kills them
// kills itself, or the kernel.
func osFindProcess(pid int) (*os.Process, error) {
	if pid == os.Getpid() || pid == os.Getppid() {
		return nil, errSelf
	}
	return os.FindProcess(pid)
}

// logLogger is log.Logger for cells: the same but for the methods that end the process. Its zero value works
// as that of log.Logger does.
type logLogger struct{ log.Logger }

// Fatal, Fatalf and Fatalln log and then panic with an Exit.
func (l *logLogger) Fatal(v ...any)                 { l.exit(fmt.Sprint(v...)) }
func (l *logLogger) Fatalf(format string, v ...any) { l.exit(fmt.Sprintf(format, v...)) }
func (l *logLogger) Fatalln(v ...any)               { l.exit(fmt.Sprintln(v...)) }

func (l *logLogger) exit(message string) {
	_ = l.Output(3, message)
	panic(Exit{Code: 1, Message: message})
}

func logNew(out io.Writer, prefix string, flag int) *logLogger {
	l := new(logLogger)
	l.SetOutput(out)
	l.SetPrefix(prefix)
	l.SetFlags(flag)
	return l
}

// logDefault stands for log.Default. It cannot be the logger that compiled code writes to, which would end
// the process; it writes to the same place.
var logDefault = sync.OnceValue(func() *logLogger { return logNew(os.Stderr, "", log.LstdFlags) })

func logFatal(v ...any)                 { logDefault().Fatal(v...) }
func logFatalf(format string, v ...any) { logDefault().Fatalf(format, v...) }
func logFatalln(v ...any)               { logDefault().Fatalln(v...) }
