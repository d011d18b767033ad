// SPDX-License-Identifier: BSD-3-Clause

// Polka is a Jupyter kernel for polyforms and exact cover whose cells are Go, and the same
// without Jupyter: notebooks, scripts and programs run on the command line.
//
// This package connects the others: the symbols of stdlib are passed to a session, the session to a
// worker, the worker to the kernel or the notebook runner. Besides, it only parses command lines
// and words messages. `polka help` lists the verbs; without arguments, polka prints the status and
// suggests the next command:
//
//	$ polka
//	Polka v1.0.0 (go1.26.8, linux/amd64): shapes and exact cover in Go, for Jupyter
//	...
//
// Exit status: 0 done, 1 the input or the run failed (one line on standard error), 2 the command
// line is wrong (the same), 124 out of time, 130 interrupted. A script that calls os.Exit gives
// its own.
package main

import (
	"context"
	"fmt"
	"io"
	"os"
	"strings"
	"unicode/utf8"

	"github.com/spf13/cobra"

	"polka/internal/command"
	"polka/internal/printing"
	"polka/kernel/engine"
)

func main() {
	unprofiled(os.Args[1:])
	os.Exit(int(run(os.Args[1:], os.Stdin, os.Stdout, os.Stderr)))
}

// run carries out a command line and gives the exit status.
func run(args []string, stdin io.Reader, stdout, stderr io.Writer) command.Status {
	return command.Run(context.Background(), newRoot(args), goFlags(perlArgs(campaignHelp(args))), stdin, stdout, stderr)
}

// tame replaces what a terminal would obey, but for the ends of lines, tabs and colors, by a mark
// of the same width.
func tame(s string) string {
	colors := engine.Colors.Regexp().FindAllStringIndex(s, -1)
	var b strings.Builder
	for i, r := range s {
		for len(colors) > 0 && i >= colors[0][1] {
			colors = colors[1:]
		}
		colored := len(colors) > 0 && i >= colors[0][0]
		if r != '\n' && r != '\t' && !colored && printing.Unprintable(r) {
			r = utf8.RuneError
		}
		b.WriteRune(r)
	}
	return b.String()
}

// commands are the verbs of the program, as the help lists them.
var commands = []struct {
	group, verb string
	make        func() *cobra.Command
}{
	{"jupyter", "install", newInstall},
	{"jupyter", "uninstall", newUninstall},
	{"jupyter", "doctor", newDoctor},
	{"jupyter", "kernel", newKernel},
	{"jupyter", "notebooks", newNotebooks},
	{"jupyter", "check", newCheck},
	{"jupyter", "class", newClass},
	{"go", "run", newRun},
	{"go", "build", newBuild},
	{"go", "repl", newRepl},
	{"go", "dap", newDAP},
	{"go", "nb", newNotebook},
	{"go", "fmt", newFormat},
	{"go", "vet", newVet},
	{"go", "test", newTest},
	{"go", "lsp", newLSP},
	{"go", "enum", newEnum},
	{"go", "polyominoes", newPolyominoes},
	{"go", "polyiamonds", newPolyiamonds},
	{"go", "polyomino-dlx", newPolyominoDLX},
	{"go", "tile", newTile},
	{"go", "disassemble", newDisassemble},
	{"go", "design", newDesign},
	{"go", "plane", newPlane},
	{"go", "heesch", newHeesch},
	{"go", "regions", newRegions},
	{"go", "seed", newSeed},
	{"go", "solve", newSolve},
	{"go", "estimate", newEstimate},
	{"go", "puzzle", newPuzzle},
	{"go", "campaign", newCampaign},
	{"go", "render", newRender},
	{"go", "sheet", newSheet},
	{"go", "make", newMake},
	{"go", "link", newLink},
	{"go", "daily", newDaily},
	{"go", "atlas", newAtlas},
	{"", manVerb, newMan},
	{"", "version", newVersion},
	{"", "licenses", newLicenses},
	{"", workerVerb, newWorker},
	{"", modulesVerb, newModules},
}

// newRoot makes a new command line, so that tests share nothing. If args begin with a verb, it
// has that verb only: to make the others takes a tenth of a millisecond, which a short search
// does not.
func newRoot(args []string) *cobra.Command {
	root := &cobra.Command{
		Use:                        "polka",
		Short:                      "Polyforms and exact cover in Go, with or without Jupyter",
		Long:                       "Polka is a Jupyter kernel for polyforms and exact cover. Cells are written in Go and\nrun in notebooks, in scripts and on the command line. Without arguments, polka prints the status of the\ninstallation and suggests the next command.",
		SilenceErrors:              true,
		SuggestionsMinimumDistance: 2,
		SilenceUsage:               true,
		Args:                       verbs,
		RunE:                       status,
	}
	root.SetVersionTemplate("polka {{.Version}}\n")
	root.SetFlagErrorFunc(wrongFlag)
	root.AddGroup(
		&cobra.Group{ID: "jupyter", Title: "Jupyter:"},
		&cobra.Group{ID: "go", Title: "Without Jupyter:"},
	)
	one := -1
	for i, c := range commands {
		if len(args) > 0 && c.verb == args[0] && c.verb != manVerb {
			one = i
		}
	}
	root.CompletionOptions.DisableDefaultCmd = one >= 0
	if one < 0 {
		root.Version = fullVersion()
	}
	for i, c := range commands {
		if one < 0 || i == one {
			cmd := c.make()
			cmd.GroupID = c.group
			root.AddCommand(cmd)
		}
	}
	return root
}

// verbs is for commands whose arguments are other commands: anything else is unknown.
func verbs(cmd *cobra.Command, args []string) error {
	if len(args) == 0 {
		return nil
	}
	message := fmt.Sprintf("unknown command %q", args[0])
	if near := cmd.SuggestionsFor(args[0]); len(near) > 0 {
		message += fmt.Sprintf(", did you mean %s?", strings.Join(near, " or "))
	}
	return command.Wrong(cmd, "%s", message)
}

// exactly is for commands that take the named arguments, no more and no fewer.
func exactly(names ...string) cobra.PositionalArgs {
	return func(cmd *cobra.Command, args []string) error {
		switch {
		case len(args) == len(names):
			return nil
		case len(names) == 0:
			return command.Wrong(cmd, "expected no argument, got %q", args[0])
		case len(args) < len(names):
			return command.Wrong(cmd, "expected %s", strings.Join(names[len(args):], " and "))
		}
		return command.Wrong(cmd, "expected nothing after %s, got %q", names[len(names)-1], args[len(names)])
	}
}
