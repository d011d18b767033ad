// SPDX-License-Identifier: BSD-3-Clause

package main

import (
	"errors"
	"fmt"
	"os"
	"os/exec"

	"github.com/spf13/cobra"

	"polka/internal/manual"
	"polka/internal/sibling"
)

// manVerb is the name of the command that uses all others.
const manVerb = "man"

func newMan() *cobra.Command {
	return &cobra.Command{
		Use:   manVerb + " DIR",
		Short: "Write the manual pages to a directory",
		Long:  "Man writes a manual page for each command to the directory DIR, such as /usr/local/share/man/man1.",
		Args:  exactly("a directory"),
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := os.MkdirAll(args[0], 0o777); err != nil {
				return err
			}
			if err := manual.Write(cmd.Root(), args[0], versionString()); err != nil {
				return err
			}
			program, err := sibling.FindCampaign()
			if errors.Is(err, sibling.ErrMissing) {
				fmt.Fprintf(cmd.ErrOrStderr(), "polka: without the pages of polka campaign: %v\n", err)
				return nil
			}
			if err != nil {
				return err
			}
			c := exec.CommandContext(cmd.Context(), program, manVerb, args[0])
			c.Stdout, c.Stderr = cmd.OutOrStdout(), cmd.ErrOrStderr()
			return c.Run()
		},
	}
}
