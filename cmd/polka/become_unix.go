// SPDX-License-Identifier: BSD-3-Clause

//go:build unix

package main

import (
	"os"
	"syscall"

	"github.com/spf13/cobra"
)

// become replaces this program with another one, which then receives the signals.
func become(cmd *cobra.Command, program string, args []string) error {
	if cmd.InOrStdin() != os.Stdin || cmd.ErrOrStderr() != os.Stderr {
		return child(cmd, program, args) // in tests
	}
	return syscall.Exec(program, append([]string{program}, args...), os.Environ())
}
