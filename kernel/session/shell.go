// SPDX-License-Identifier: BSD-3-Clause

// Commands of the shell.
//
// `!ls` and `%sh ls` run one line, and `%%sh` runs the rest of the cell. What the command prints
// appears while it runs; a command that fails is the cell's error, with its exit status. Stop kills
// the command and its descendants. An option of the session decides whether cells may run commands.

package session

import (
	"context"
	"errors"
	"fmt"
	"go/types"
	"maps"
	"os"
	"os/exec"
	"runtime"
	"slices"
	"strings"
	"time"

	"polka/kernel/cell"
	"polka/kernel/cell/syntax"
	"polka/kernel/engine"
)

// shellLinger is how long to wait for output after a command has ended: processes that it has left
// in the background keep the pipes open.
const shellLinger = 200 * time.Millisecond

// shellStep runs a line that begins with an exclamation mark: as Go if it negates a name that is
// defined, and otherwise as a command.
func (s *Session) shellStep(r *run, c *syntax.Shell) (engine.Declared, *engine.Error) {
	if s.isGo(c) {
		return s.runGo(r, c.Go)
	}
	m := &syntax.Magic{Name: "sh", Arg: c.Command, Line: c.Line, Col: c.Col}
	if strings.HasPrefix(c.Command, "*") { // GoNB's mark for its own directory
		return engine.Declared{}, s.magicError(r, m, "expected a command without *: commands run in the session's directory, which %cd shows")
	}
	return s.magicShell(r, m)
}

// isGo reports whether a line that begins with an exclamation mark is Go.
func (s *Session) isGo(c *syntax.Shell) bool {
	s.compiling.Lock()
	defer s.compiling.Unlock()
	return s.c.Negates(c)
}

// noCommands is the error of running a program without Options.Commands.
const noCommands = "this session does not allow cells to run programs"

// magicShell runs a command, or with %%sh a script.
func (s *Session) magicShell(r *run, m *syntax.Magic) (engine.Declared, *engine.Error) {
	if m.Arg == "" {
		return engine.Declared{}, s.magicError(r, m, "expected a command, as in %sh ls")
	}
	if !s.o.Commands {
		return engine.Declared{}, s.magicError(r, m, noCommands)
	}
	s.o.Starting()
	name, flag := "/bin/sh", "-c"
	if runtime.GOOS == "windows" {
		name, flag = "cmd", "/C"
	}
	ctx, cancel := context.WithCancel(r.ctx)
	defer cancel()
	cmd := exec.CommandContext(ctx, name, flag, m.Arg)
	cmd.Stdout, cmd.Stderr = streamWriter{s, engine.Stdout}, streamWriter{s, engine.Stderr}
	cmd.Env = s.o.Env
	cmd.Cancel = func() error { return killTree(cmd.Process) }
	cmd.WaitDelay = shellLinger
	err := cmd.Run()
	var exit *exec.ExitError
	switch {
	case r.ctx.Err() != nil:
		return engine.Declared{}, interrupted(0)
	case err == nil || errors.Is(err, exec.ErrWaitDelay):
		return engine.Declared{}, nil
	case errors.As(err, &exit):
		return engine.Declared{}, s.magicFailure(r, m, engine.CommandError, exit.ProcessState.String())
	}
	return engine.Declared{}, s.magicFailure(r, m, engine.CommandError, err.Error())
}

// running are the packages of Go's library that run programs. The last two run the go command, of
// which a cell could choose the program: it is the first one on the path.
var running = []string{"os/exec", "go/build", "go/importer"}

// facts returns the types of packages, without those in running if cells must not run programs.
func (s *Session) facts() types.Importer {
	if s.o.Commands || s.o.Facts == nil {
		return s.o.Facts
	}
	return withoutCommands{s.o.Facts}
}

// generics returns the sources of generic functions, nil if the facts have none.
func (s *Session) generics() cell.Generics {
	g, _ := s.o.Facts.(cell.Generics)
	return g
}

// packages returns the packages that cells can use without an import, without those in running as
// in facts.
func (s *Session) packages() map[string]string {
	if !s.o.Commands {
		maps.DeleteFunc(s.o.Packages, func(_, path string) bool { return slices.Contains(running, path) })
	}
	return s.o.Packages // itself, since Use adds to it
}

type withoutCommands struct{ types.Importer }

func (w withoutCommands) Import(path string) (*types.Package, error) {
	if slices.Contains(running, path) {
		return nil, notAllowed{path}
	}
	return w.Importer.Import(path)
}

// notAllowed is the error of importing a package in running.
type notAllowed struct{ path string }

func (e notAllowed) Error() string {
	what := noCommands
	if e.path != "os/exec" {
		what = "it runs the go command, and " + what
	}
	return "package " + e.path + " is not available here: " + what
}

// LeftOut reports that the package exists, so that no similar name is suggested.
func (notAllowed) LeftOut() bool { return true }

// startNone is os.StartProcess if cells must not run programs.
func startNone(name string, _ []string, _ *os.ProcAttr) (*os.Process, error) {
	return nil, &os.PathError{Op: "fork/exec", Path: name, Err: os.ErrPermission}
}

// stoppable makes an exec.Cmd that Stop of the running cell kills. The command continues if the
// cell ends by itself.
func (s *Session) stoppable(ctx context.Context, name string, args ...string) *exec.Cmd {
	s.o.Starting()
	s.mu.Lock()
	r := s.run
	s.mu.Unlock()
	if r != nil {
		stoppable, cancel := context.WithCancel(ctx)
		context.AfterFunc(r.own, func() {
			if r.ctx.Err() != nil {
				cancel()
			}
		})
		ctx = stoppable
	}
	cmd := exec.CommandContext(ctx, name, args...)
	cmd.Env = s.o.Env
	return cmd
}

// commandOverrides returns the functions of os/exec that start programs.
func (s *Session) commandOverrides() map[string]any {
	return map[string]any{
		"Command": func(name string, arg ...string) *exec.Cmd { return s.stoppable(context.Background(), name, arg...) },
		"CommandContext": func(ctx context.Context, name string, arg ...string) *exec.Cmd {
			if ctx == nil {
				panic("nil Context")
			}
			return s.stoppable(ctx, name, arg...)
		},
	}
}

// magicFailure returns the error of a magic that failed for a reason outside the cell.
func (s *Session) magicFailure(r *run, m *syntax.Magic, name, msg string) *engine.Error {
	trace := []string{fmt.Sprintf("%s%s%s in cell %d, line %d: %s", red, name, reset, r.cell.Number, m.Line, msg)}
	if src := sourceLine(r.cell.Code, m.Line); src != "" {
		trace = append(trace, fmt.Sprintf("%5d | %s", m.Line, strings.TrimRight(src, "\n")))
	}
	return &engine.Error{Name: name, Message: msg, Trace: trace}
}
