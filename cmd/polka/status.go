// SPDX-License-Identifier: BSD-3-Clause

package main

import (
	"fmt"

	"github.com/spf13/cobra"

	"polka/install"
)

// status returns what polka prints without arguments: what is installed, and the next command to
// type.
func status(cmd *cobra.Command, _ []string) error {
	w := cmd.OutOrStdout()
	fmt.Fprintf(w, "Polka %s: polyforms and exact cover in Go, for Jupyter\n\n", fullVersion())
	kernels := install.Find()
	broken := false
	for _, k := range kernels {
		fmt.Fprintf(w, "Kernel %q, named %q, in %s\n", k.Spec.DisplayName, k.Name, k.Dir)
		if k.Problem != "" {
			fmt.Fprintf(w, "  It cannot start: %s.\n", k.Problem)
			broken = true
		}
	}
	next := [][2]string{{"jupyter lab", "open JupyterLab and choose " + install.DefaultDisplayName}, {"polka doctor", "check that the kernel works"}}
	switch {
	case len(kernels) == 0:
		fmt.Fprintln(w, "The kernel is not registered with Jupyter yet.")
		next = [][2]string{{"polka install", "register it"}}
	case broken:
		next = [][2]string{{"polka install --replace", "write the kernelspec again"}}
	}
	printNext(w, append(next, [2]string{"polka help", "everything else"})...)
	return nil
}
