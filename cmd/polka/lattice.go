// SPDX-License-Identifier: BSD-3-Clause

package main

import (
	"github.com/spf13/cobra"

	"polka/shapes"
)

// latticeFlag adds the flag --lattice to a command whose shapes and boards may be on lattices of
// the user's own. Their files are read before the command runs, after which texts may name them.
func latticeFlag(cmd *cobra.Command) {
	var files []string
	cmd.Flags().StringArrayVar(&files, "lattice", nil, "read a lattice from `FILE`, so that shapes and boards can name it; may be repeated")
	cmd.PreRunE = func(cmd *cobra.Command, _ []string) error {
		for _, name := range files {
			text, err := readText(name, cmd.InOrStdin(), mostLattice)
			if err != nil {
				return err
			}
			if _, err := shapes.ParseLattice(text); err != nil {
				return placed(name, err)
			}
		}
		return nil
	}
}
