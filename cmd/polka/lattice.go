// SPDX-License-Identifier: BSD-3-Clause

package main

import (
	"io"

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
			if _, err := readLattice(name, cmd.InOrStdin()); err != nil {
				return err
			}
		}
		return nil
	}
}

// mostLattice is the size of the text of a lattice of 64 polygons, with room for comments.
const mostLattice = 1 << 20

// readLattice reads a file that defines a lattice. The name - is that of standard input.
func readLattice(name string, stdin io.Reader) (*shapes.Lattice, error) {
	text, err := readText(name, stdin, mostLattice)
	if err != nil {
		return nil, err
	}
	l, err := shapes.ParseLattice(text)
	return l, placed(name, err)
}
