package main

import (
	"github.com/spf13/cobra"

	"polka/kernel"
)

func newKernel() *cobra.Command {
	return &cobra.Command{
		Use:   "kernel CONNECTION_FILE",
		Short: "Serve a Jupyter frontend (Jupyter types this, not you)",
		Args:  exactly("a connection file"),
		RunE: func(cmd *cobra.Command, args []string) error {
			connection, err := kernel.ReadConnection(args[0])
			if err != nil {
				return err
			}
			history, err := kernel.HistoryFile()
			if err != nil {
				history = "" // no home: the history ends with the kernel
			}
			return kernel.Run(cmd.Context(), kernel.Config{
				Connection:  connection,
				Interpreter: newInterpreter(),
				Version:     versionString(),
				HistoryFile: history,
			})
		},
	}
}
