// SPDX-License-Identifier: BSD-3-Clause

// Polka-campaign is the program behind `polka campaign`: searches in parts, for any number of
// workers and machines. It is a program of its own because the server in which campaigns are
// stored would make every start of polka slower.
//
// The exit status is that of polka: 0 done, 1 the input or the run failed, 2 the command
// line is wrong, 130 interrupted.
package main

import (
	"context"
	"io"
	"os"
	"os/signal"
	"syscall"

	"github.com/spf13/cobra"

	"polka/internal/command"
)

func main() { os.Exit(int(run(os.Args[1:], os.Stdin, os.Stdout, os.Stderr))) }

// run carries out a command line and returns the exit status.
func run(args []string, stdin io.Reader, stdout, stderr io.Writer) command.Status {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	return command.Run(ctx, newRoot(), args, stdin, stdout, stderr)
}

// newRoot makes a new command line.
func newRoot() *cobra.Command {
	polka := &cobra.Command{Use: "polka", SilenceErrors: true, SilenceUsage: true}
	root := &cobra.Command{
		Use:   "campaign",
		Short: "Searches in parts, on any number of machines",
		Long: "A campaign solves a problem that outgrows one machine. It is split into parts; any number of workers\n" +
			"take them, may be killed at any time, and write each result once. The total exists only when no part is\n" +
			"missing and no two results contradict each other.\n\n" +
			"Campaigns are stored in a folder (--store), without opening a port, or on a NATS server (--server): either one\n" +
			"that serves such a folder (polka campaign serve), or a server or a cluster with JetStream that you have.",
		Example: "  polka campaign run small.dlx\n" +
			"  polka campaign new big.dlx --name big --parts 10000\n" +
			"  polka campaign work big\n" +
			"  polka campaign status --follow\n" +
			"  polka campaign result big\n" +
			"  polka campaign verify big --sample 100",
		Args: func(cmd *cobra.Command, args []string) error {
			if len(args) > 0 {
				return command.Wrong(cmd, "unknown command %q", args[0])
			}
			return nil
		},
		RunE: func(cmd *cobra.Command, _ []string) error { return cmd.Help() },
	}
	polka.SetFlagErrorFunc(func(cmd *cobra.Command, err error) error { return command.Wrong(cmd, "%v", err) })
	polka.CompletionOptions.DisableDefaultCmd = true
	s := &stored{}
	s.flags(root)
	root.AddCommand(newRun(s), newNew(s), newEnum(s), newWork(s), newStatus(s), newResult(s), newSolutions(s), newVerify(s), newSettle(s),
		newExport(s), newImport(s), newStop(s), newContinue(s), newRemove(s), newServe(s), newKey())
	polka.AddCommand(root, newMan(root), newVersion())
	return polka
}

// named is for commands that take the name of a campaign.
func named(cmd *cobra.Command, args []string) error {
	switch {
	case len(args) == 0:
		return command.Wrong(cmd, "expected the NAME of a campaign")
	case len(args) > 1:
		return command.Wrong(cmd, "expected nothing after the NAME of a campaign, got %q", args[1])
	}
	return nil
}
