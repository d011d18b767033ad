// SPDX-License-Identifier: BSD-3-Clause

package main

import (
	"errors"
	"flag"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/rogpeppe/go-internal/testscript"

	"polka/internal/command"
	"polka/kernel/session"
)

var update = flag.Bool("update", false, "rewrite the expected output in testdata/script")

func TestMain(m *testing.M) {
	if os.Getenv(session.LanguageEnv) == "" {
		os.Setenv(session.LanguageEnv, "en") // the tests expect English messages, whatever LANG says
	}
	// The scripts run this test binary under the name polka, and so do the kernel and the worker
	// that it starts.
	testscript.Main(m, map[string]func(){"polka": main})
}

// TestScript runs the command lines in testdata/script. Beside the usual commands of testscript
// there is
//
//	exits STATUS PROGRAM [ARG...]     run a program and demand its exit status
//	interrupts FILE PROGRAM [ARG...]  the same for 130: interrupt it as soon as it has made the file
//	replace OLD NEW FILE              replace a text that is in the file
func TestScript(t *testing.T) {
	testscript.Run(t, testscript.Params{
		Dir:                 filepath.Join("testdata", "script"),
		UpdateScripts:       *update,
		RequireExplicitExec: true,
		RequireUniqueNames:  true,
		Setup: func(e *testscript.Env) error {
			// Nothing of the user's may be read or written: Jupyter's folders and the history go
			// below $WORK.
			home := filepath.Join(e.WorkDir, "home")
			stable, err := filepath.Abs(filepath.Join("testdata", "stable"))
			if err != nil {
				return err
			}
			for _, v := range [][2]string{
				{"HOME", home}, {"JUPYTER_DATA_DIR", filepath.Join(e.WorkDir, "jupyter")},
				{"XDG_DATA_HOME", ""}, {"JUPYTER_PATH", ""}, {"VIRTUAL_ENV", ""}, {"CONDA_PREFIX", ""},
				{"NO_COLOR", ""}, {"BIN", filepath.SplitList(os.Getenv("PATH"))[0]}, // the folder of polka
				{"STABLE", stable}, // the files of earlier versions
			} {
				e.Setenv(v[0], v[1])
			}
			return os.Mkdir(home, 0o755)
		},
		Cmds: map[string]func(*testscript.TestScript, bool, []string){
			"interrupts": func(ts *testscript.TestScript, neg bool, args []string) {
				if neg || len(args) < 2 {
					ts.Fatalf("usage: interrupts FILE PROGRAM [ARG...]")
				}
				status, stderr := interrupted(ts, ts.MkAbs(args[0]), args[1], args[2:])
				if status != command.Interrupted || !strings.HasPrefix(stderr, "polka: interrupted") || strings.Count(stderr, "\n") != 1 {
					ts.Fatalf("%v, want %v; it said %q", status, command.Interrupted, stderr)
				}
			},
			"replace": func(ts *testscript.TestScript, neg bool, args []string) {
				if neg || len(args) != 3 {
					ts.Fatalf("usage: replace OLD NEW FILE")
				}
				text := ts.ReadFile(args[2])
				if !strings.Contains(text, args[0]) {
					ts.Fatalf("%s does not contain %s", args[2], args[0])
				}
				ts.Check(os.WriteFile(ts.MkAbs(args[2]), []byte(strings.ReplaceAll(text, args[0], args[1])), 0o666))
			},
			"exits": func(ts *testscript.TestScript, neg bool, args []string) {
				if neg || len(args) < 2 {
					ts.Fatalf("usage: exits STATUS PROGRAM [ARG...]")
				}
				want, err := strconv.Atoi(args[0])
				ts.Check(err)
				got := 0
				if err := ts.Exec(args[1], args[2:]...); err != nil {
					var exit *exec.ExitError
					if !errors.As(err, &exit) {
						ts.Fatalf("%v", err)
					}
					got = exit.ExitCode()
				}
				if got != want {
					ts.Fatalf("exit status %d, want %d", got, want)
				}
			},
		},
	})
}

// interrupted starts a program, sends it an interrupt once a file is there, and gives its exit
// status and what it wrote on standard error.
func interrupted(ts *testscript.TestScript, file, program string, args []string) (status command.Status, stderr string) {
	path, err := exec.LookPath(filepath.Join(filepath.SplitList(ts.Getenv("PATH"))[0], program))
	ts.Check(err)
	cmd := exec.Command(path, args...)
	cmd.Dir = ts.MkAbs(".")
	cmd.Env = append(os.Environ(), "HOME="+ts.Getenv("HOME"))
	var errors strings.Builder
	cmd.Stderr = &errors
	ts.Check(cmd.Start())
	ended := make(chan struct{})
	go func() { cmd.Wait(); close(ended) }()
	for running := true; running; {
		select {
		case <-ended:
			running = false
		case <-time.After(time.Millisecond):
			if _, err := os.Stat(file); err == nil {
				ts.Check(cmd.Process.Signal(os.Interrupt))
				<-ended
				running = false
			}
		}
	}
	return command.Status(cmd.ProcessState.ExitCode()), errors.String()
}
