// SPDX-License-Identifier: BSD-3-Clause

package main

import (
	"io"

	"github.com/spf13/cobra"

	"polka/internal/licenses"
	"polka/internal/table"
)

func newLicenses() *cobra.Command {
	var text bool
	command := &cobra.Command{
		Use:   "licenses",
		Short: "List the modules that Polka contains and their licenses",
		Long: `List Go's library and the modules that are linked into polka, polka-campaign and
the kernel for browsers, with the SPDX names of their licenses. With --text, print
the texts of the licenses instead.`,
		Args: exactly(),
		RunE: func(cmd *cobra.Command, _ []string) error {
			out := licenses.Text
			if !text {
				out = licenseTable()
			}
			_, err := io.WriteString(cmd.OutOrStdout(), out)
			return err
		},
	}
	command.Flags().BoolVar(&text, "text", false, "print the license texts")
	return command
}

// licenseTable lists the modules, their versions and licenses.
func licenseTable() string {
	t := table.Table{Head: []string{"module", "version", "license"}, Rule: true}
	for _, m := range licenses.Modules() {
		t.Rows = append(t.Rows, []string{m.Path, m.Version, m.License})
	}
	return t.Text() + "\n"
}
