// SPDX-License-Identifier: BSD-3-Clause

package main

import (
	"fmt"
	"runtime"

	"github.com/spf13/cobra"

	"polka/internal/command"
)

// version is set by the linker when a release is made.
var version string

// versionString returns the version of this program.
func versionString() string { return command.Version(version) }

// fullVersion adds what was used to build it, and for what.
func fullVersion() string {
	return fmt.Sprintf("%s (%s, %s/%s)", versionString(), runtime.Version(), runtime.GOOS, runtime.GOARCH)
}

func newVersion() *cobra.Command {
	return &cobra.Command{
		Use:   "version",
		Short: "Print the versions of Polka and Go",
		Args:  exactly(),
		RunE: func(cmd *cobra.Command, _ []string) error {
			_, err := fmt.Fprintln(cmd.OutOrStdout(), "polka", fullVersion())
			return err
		},
	}
}
