// SPDX-License-Identifier: BSD-3-Clause

//go:build !unix

package main

import "github.com/spf13/cobra"

// become runs another program and waits for it.
func become(cmd *cobra.Command, program string, args []string) error {
	return child(cmd, program, args)
}
