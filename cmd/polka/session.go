// SPDX-License-Identifier: BSD-3-Clause

package main

import (
	"os"
	"path/filepath"
	"time"

	"github.com/spf13/cobra"

	"polka/internal/noexec"
	"polka/kernel/display"
	"polka/kernel/engine"
	"polka/kernel/session"
	"polka/kernel/worker"
	"polka/notebooks/exercises"
	"polka/notebooks/translations"
	"polka/sqlcell"
	"polka/stdlib"
	"polka/stdlib/picture"
)

// workerSession makes the interpreter of a worker. A cell that does not stop is the parent's
// affair, which ends the process after its own time of grace; until then the session must not call
// the cell ended.
func workerSession(args []string) (engine.Interpreter, error) {
	forbidPrograms()
	o := sessionOptions(args)
	o.Grace = time.Hour
	o.Starting = worker.Guard
	o.Requires = !noexec.Forbidden()
	return session.New(o)
}

// forbidPrograms makes the system enforce that cells run no programs, if they must not. Where the
// system cannot, the session's own checks have to do.
func forbidPrograms() { _ = noexec.Lock() }

// sessionOptions returns those of a session whose cells find args in os.Args. Packages are looked
// for beside the script, if args name one, and else in the current directory.
func sessionOptions(args []string) session.Options {
	collectRarely()
	dir := "."
	if len(args) > 0 && args[0] != "-" {
		dir = filepath.Dir(args[0])
	}
	formats := os.Getenv(picture.Env)
	return session.Options{
		Tables:    stdlib.Tables(),
		Facts:     stdlib.Importer(),
		Packages:  stdlib.Packages(),
		Prelude:   stdlib.Prelude(),
		Immutable: stdlib.Immutable(),
		Doc:       stdlib.Doc,
		Exercises: exercises.Files,
		Languages: translations.Files,
		CheckTime: session.CheckTime(),
		Processor: func() time.Duration { return worker.ProcessorTime(os.Getpid()) },
		SQLNames:  sqlNames,
		Renderer:  display.Renderer{Picture: picture.Drawer(formats), Live: picture.LiveDrawer(formats)},
		Sources:   newSources(dir),
		Args:      args,
		Commands:  !noexec.Forbidden(),
		Download:  new(downloader).download,
	}
}

// sqlNames returns the tables that the SQL of cells can mention, with their columns.
func sqlNames() map[string][]string {
	names := make(map[string][]string)
	for _, n := range sqlcell.Names() {
		names[n.Table] = n.Columns
	}
	return names
}

// workerVerb is what this program calls itself with when it starts a worker.
const workerVerb = "worker"

func newWorker() *cobra.Command {
	return &cobra.Command{
		Use:    workerVerb,
		Short:  "Run cells for a kernel (started by the kernel)",
		Hidden: true,
		RunE: func(_ *cobra.Command, args []string) error {
			return worker.Main(func() (engine.Interpreter, error) { return workerSession(args) })
		},
		DisableFlagParsing: true, // the arguments are for the cells
	}
}

// newInterpreter starts a worker, which no cell can take the program down with. Its cells find args
// in os.Args, and more variables in the environment. The caller closes it.
func newInterpreter(args []string, env ...string) engine.Interpreter {
	c := worker.Config{Command: append(workerCommand(), args...), Env: env}
	if !noexec.Forbidden() {
		c.Provide = new(provider).provide // which runs the go command and what that has built
	}
	return worker.New(c)
}

// workerCommand returns how to start this program as a worker.
func workerCommand() []string { return []string{ownProgram(), workerVerb} }

// ownProgram returns the path of this program.
func ownProgram() string {
	program, err := os.Executable()
	if err != nil {
		return os.Args[0]
	}
	return program
}
