// SPDX-License-Identifier: BSD-3-Clause

package main

import (
	"fmt"
	"os"
	"runtime"

	"github.com/spf13/cobra"

	"polka/internal/command"
	"polka/internal/manual"
)

// version is set by the linker when a release is made, as that of polka.
var version string

// newMan makes the command with which polka man gets the pages of polka campaign.
func newMan(campaign *cobra.Command) *cobra.Command {
	return &cobra.Command{
		Use: "man DIR", Short: "Write the manual pages of polka campaign to a directory", Hidden: true, Args: cobra.ExactArgs(1),
		RunE: func(_ *cobra.Command, args []string) error {
			if err := os.MkdirAll(args[0], 0o777); err != nil {
				return err
			}
			return manual.Write(campaign, args[0], command.Version(version))
		},
	}
}

// newVersion makes the command that prints the version.
func newVersion() *cobra.Command {
	return &cobra.Command{
		Use: "version", Short: "Print the versions of this program and Go", Hidden: true, Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			_, err := fmt.Fprintf(cmd.OutOrStdout(), "polka-campaign %s (%s, %s/%s)\n", command.Version(version), runtime.Version(), runtime.GOOS, runtime.GOARCH)
			return err
		},
	}
}
